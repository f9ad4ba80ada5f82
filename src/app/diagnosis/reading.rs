//! Text that another program printed, read as the numbers of a ray: labels and numbers in whatever form.
//!
//! One tokenizer serves all programs. Numbers belong to the last label before them; other words and marks are ignored.

use glam::DMat4;
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::pick::explain::GivenRay;
use serde::Serialize;

/// Most bytes that are read of a text; the rest is ignored.
pub const LONGEST: usize = 1 << 16;

/// Digits of f32: no program is trusted with more.
const MOST_DIGITS: i32 = 7;

/// Meaning of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Projection,
    View,
    Model,
    Viewport,
    Window,
    ScaleFactor,
    Cursor,
    Origin,
    Direction,
    End,
    Unknown,
}

/// Words of labels, in the order in which they are tried. A label has a word of each group; a word of one letter counts
/// only at its beginning.
const LABELS: [(Part, &[&[&str]]); 15] = [
    (Part::Direction, &[&["dir", "direction", "rd", "d"]]),
    (Part::Origin, &[&["origin", "orig", "ro", "start", "o"]]),
    (Part::Origin, &[&["ray", "near"], &["position", "from", "point"]]),
    (Part::End, &[&["ray", "far"], &["end", "to", "point"]]),
    (Part::ScaleFactor, &[&["ratio", "dpr", "dpi", "scale"]]),
    (Part::Unknown, &[&["fov", "fovy", "aspect", "near", "far", "vp", "mvp"]]),
    (Part::Cursor, &[&["mouse", "cursor", "click", "pointer", "touch", "pixel"]]),
    (Part::Viewport, &[&["viewport"]]),
    (Part::Window, &[&["window", "screen", "framebuffer", "canvas", "resolution", "size", "width", "height"]]),
    (Part::Unknown, &[&["proj", "projection"], &["inverse", "inv", "view"]]),
    (Part::Projection, &[&["proj", "projection", "perspective", "p", "clip_from"]]),
    (Part::View, &[&["world_inverse", "from_world"]]),
    // The place of the camera, the inverse of the view matrix.
    (Part::Unknown, &[&["camera", "view", "eye"], &["matrix_world", "to_world", "world_from", "inverse", "inv"]]),
    (Part::View, &[&["camera", "cam", "view", "eye", "lookat", "modelview", "extrinsic", "v"]]),
    (Part::Model, &[&["model", "object", "local", "world", "transform", "m"]]),
];

/// Numbers of one meaning.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub part: Part,
    /// Line of the text with the label; empty if there is none.
    pub label: String,
    #[serde(skip)]
    numbers: Vec<Number>,
    /// `true` if a matrix is printed column by column; `None` for other numbers.
    pub by_columns: Option<bool>,
    /// `true` if part or order were guessed.
    pub guessed: bool,
}

#[derive(Clone, Copy, Debug)]
struct Number {
    value: f64,
    /// Greatest error of the value, once it is known how the others are printed.
    error: f64,
    /// Number of significant digits, and of digits behind the point.
    digits: i32,
    decimals: i32,
}

/// Meaning of a text: the numbers that were understood, and the ray or what is missing for it.
#[derive(Clone, Debug)]
pub struct Reading {
    pub items: Vec<Item>,
    pub given: Result<GivenRay, Vec<Part>>,
}

/// Returns `true` if a text, which is read whole, has two matrices of four rows and four columns.
pub fn has_two_matrices(text: &str) -> bool {
    text.len() <= LONGEST && 1 < items(text).iter().filter(|item| item.numbers.len() == 16).count()
}

/// Returns the numbers of a text with their labels, in order.
fn items(text: &str) -> Vec<Item> {
    let text = text[..text.floor_char_boundary(LONGEST)].replace('\u{2212}', "-");
    let (mut items, mut words, mut rest): (Vec<Item>, String, &str) = (Vec::new(), String::new(), &text);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(first) = rest.chars().next() {
        let Some((number, length)) = number(rest) else {
            let end = if is_word(first) { rest.find(|c| !is_word(c)) } else { Some(first.len_utf8()) };
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            words += word;
            rest = behind;
            continue;
        };
        let label = words.lines().rev().take(9).find_map(|line| Some((part_of(line)?, line.trim().to_owned())));
        // A line with another word ends a few numbers; a matrix may have words in it.
        let ends = words.contains('\n') && words.split(|c| !is_word(c)).any(|word| 2 < word.len());
        match items.last_mut().filter(|item| item.numbers.len() < item.part.n_numbers()) {
            Some(item) if label.as_ref().map_or(item.is_matrix() || !ends, |(part, _)| *part == item.part) => {
                item.numbers.push(number);
            }
            _ => {
                let (part, label) = label.unwrap_or((Part::Unknown, String::new()));
                items.push(Item { part, guessed: label.is_empty(), label, numbers: vec![number], by_columns: None });
            }
        }
        words.clear();
        // Behind a number there may be a suffix, or the sign between two sizes.
        rest = rest[length..].trim_start_matches(['f', 'F', 'x']);
    }
    items
}

/// Returns the number that a text begins with, and its length.
fn number(text: &str) -> Option<(Number, usize)> {
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    if !unsigned.strip_prefix('.').unwrap_or(unsigned).starts_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let end = text.find(|c: char| !c.is_ascii_digit() && !"+-.eE".contains(c)).unwrap_or(text.len()).min(40);
    let parsed = |length: usize| Some((text[..length].parse().ok().filter(|value: &f64| value.is_finite())?, length));
    let (value, length) = (1..=end).rev().find_map(parsed)?;
    let (mantissa, exponent) = text[..length].split_once(['e', 'E']).unwrap_or((&text[..length], "0"));
    let behind = mantissa.split_once('.').map_or(0, |(_, behind)| behind.len() as i32);
    let digits = mantissa.trim_start_matches(['-', '+', '.', '0']).replace('.', "").len() as i32;
    Some((Number { value, error: 0.0, digits, decimals: behind.saturating_sub(exponent.parse().unwrap_or(0)) }, length))
}

/// Returns the meaning of numbers behind a label; `None` if it has none.
fn part_of(label: &str) -> Option<Part> {
    // cameraToWorldMatrix and camera_to_world have the same words.
    let (mut words, mut before) = (String::from("_"), '_');
    for c in label.trim().chars() {
        if c.is_uppercase() && before.is_lowercase() {
            words.push('_');
        }
        words.push(if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
        before = c;
    }
    words.push('_');
    let has = |word: &&str| {
        let word = format!("_{word}_");
        if word.len() == 3 { words.starts_with(&word) } else { words.contains(&word) }
    };
    let says = |(_, groups): &&(Part, &[&[&str]])| groups.iter().all(|group| group.iter().any(has));
    LABELS.iter().find(says).map(|(part, _)| *part)
}

impl Part {
    const fn n_numbers(self) -> usize {
        match self {
            Self::ScaleFactor => 1,
            Self::Window | Self::Cursor => 2,
            Self::Origin | Self::Direction | Self::End => 3,
            Self::Viewport => 4,
            Self::Projection | Self::View | Self::Model | Self::Unknown => 16,
        }
    }
}

impl Item {
    fn is_matrix(&self) -> bool {
        self.part.n_numbers() == 16
    }

    /// Returns whether a matrix is printed by columns, which its zeros and ones tell; `None` if they fit both.
    fn order(&self) -> Option<bool> {
        let at = |k: usize| self.numbers[k].value;
        let [of_rows, of_columns] = [[3, 7, 11], [12, 13, 14]].map(|places| places.iter().any(|&k| at(k) != 0.0));
        match (of_rows, of_columns) {
            (true, true) if at(11).abs() != at(14).abs() => Some(at(11).abs() == 1.0),
            (true, false) | (false, true) => Some(of_columns),
            _ => None,
        }
    }
}

/// Returns the items that are whole and needed, matrices by columns, with the errors of their numbers.
fn completed(mut items: Vec<Item>) -> Vec<Item> {
    for item in items.iter_mut().filter(|item| item.part == Part::Viewport && item.numbers.len() == 2) {
        item.part = Part::Window;
    }
    items.retain(|item| item.numbers.len() == item.part.n_numbers());
    // Matrices without labels come in the usual order.
    for part in [Part::Projection, Part::View, Part::Model] {
        let is_free = |item: &&mut Item| item.part == Part::Unknown && item.label.is_empty();
        if !items.iter().any(|item| item.part == part)
            && let Some(item) = items.iter_mut().find(is_free)
        {
            item.part = part;
        }
    }
    // A model matrix matters for a ray in object space alone.
    let is_in_world = |item: &Item| item.part == Part::Origin && item.label.to_lowercase().contains("world");
    let needs_model = !items.iter().any(is_in_world);
    items.retain(|item| item.part != Part::Unknown && (item.part != Part::Model || needs_model));

    let usual = items.iter().filter(|item| item.is_matrix()).find_map(Item::order);
    for item in items.iter_mut().filter(|item| item.is_matrix()) {
        let order = item.order();
        item.guessed |= order.is_none();
        item.by_columns = order.or(usual).or(Some(true));
        if item.by_columns == Some(false) {
            item.numbers = (0..16).map(|k| item.numbers[k % 4 * 4 + k / 4]).collect();
        }
    }
    let digits = set_errors(&mut items, Item::is_matrix, MOST_DIGITS);
    set_errors(&mut items, |item| item.part.n_numbers() == 3, digits);
    items
}

/// Sets the errors of numbers that are printed alike to half of the last digit, and returns the number of digits. Zeros
/// at the end may be left out, but not where a number has most decimals. If no number has two digits, all count as
/// having `usual` digits.
fn set_errors(items: &mut [Item], is_one: fn(&Item) -> bool, usual: i32) -> i32 {
    let numbers = || items.iter().filter(|item| is_one(item)).flat_map(|item| &item.numbers);
    let most = |of: fn(&Number) -> i32| numbers().map(of).max().unwrap_or(0);
    let (digits, decimals) = (most(|number| number.digits), most(|number| number.decimals));
    let digits = if digits < 2 { usual } else { digits.min(MOST_DIGITS) };
    for number in items.iter_mut().filter(|item| is_one(item)).flat_map(|item| &mut item.numbers) {
        let by_decimals = (0 < decimals && number.decimals == decimals).then_some(-decimals);
        let by_digits = (number.value != 0.0).then(|| number.value.abs().log10().floor() as i32 + 1 - digits);
        number.error = by_decimals.max(by_digits).map_or(0.0, |place| 0.5 * 10_f64.powi(place));
    }
    digits
}

/// Returns the ray that items describe, or the parts that are missing.
fn given(items: &[Item], prefers_zero_to_one: bool) -> Result<GivenRay, Vec<Part>> {
    // Each number with its error.
    let find = |part: Part| {
        let item = items.iter().find(|item| item.part == part)?;
        Some(item.numbers.iter().map(|number| [number.value, number.error]).collect::<Vec<_>>())
    };
    let [projection, view, origin, cursor] = [Part::Projection, Part::View, Part::Origin, Part::Cursor].map(find);
    let model = find(Part::Model).unwrap_or_else(|| DMat4::IDENTITY.to_cols_array().map(|x| [x, 0.0]).to_vec());
    let between = || {
        let ends = origin.iter().flatten().zip(find(Part::End)?);
        Some(ends.map(|(from, to)| [to[0] - from[0], to[1] + from[1]]).collect())
    };
    let direction = find(Part::Direction).or_else(between);
    let viewport = find(Part::Viewport);
    let reached = || viewport.as_ref().map(|it| vec![[it[0][0] + it[2][0], 0.0], [it[1][0] + it[3][0], 0.0]]);
    let window = find(Part::Window).or_else(reached);

    let needed = [Part::Projection, Part::View, Part::Origin, Part::Direction, Part::Window, Part::Cursor];
    let all = [projection, view, origin, direction, window, cursor];
    let missing = needed.iter().zip(&all).filter(|(_, numbers)| numbers.is_none()).map(|(part, _)| *part).collect();
    let [Some(projection), Some(view), Some(origin), Some(direction), Some(window), Some(cursor)] = all else {
        return Err(missing);
    };
    let numbers = [projection, view, model, origin, direction].concat();
    let framebuffer = FramebufferSize::new(window[0][0] as u32, window[1][0] as u32);
    // A cursor from −1 to 1 that is not whole is in NDC.
    let ([x, _], [y, _]) = (cursor[0], cursor[1]);
    let is_ndc = x.abs().max(y.abs()) <= 1.0 && (x.fract() != 0.0 || y.fract() != 0.0);
    Ok(GivenRay {
        numbers: std::array::from_fn(|k| numbers[k][0]),
        errors: std::array::from_fn(|k| numbers[k][1]),
        cursor: if is_ndc { CursorPosition::from_ndc(x, y, framebuffer) } else { CursorPosition::new(x, y) },
        scale_factor: find(Part::ScaleFactor).map_or(1.0, |numbers| numbers[0][0]),
        viewport: viewport.map_or(framebuffer.into(), |it| {
            let [x, y, width, height] = [0, 1, 2, 3].map(|k| it[k][0] as i32);
            Viewport { x, y, width, height }
        }),
        framebuffer,
        prefers_zero_to_one,
    })
}

/// Returns what a text says of a ray.
pub fn read(text: &str) -> Reading {
    let (items, text) = (completed(items(text)), text.to_lowercase());
    let has_depth_from_zero =
        ["wgpu", "vulkan", "bevy", "directx", "metal", "x_axis"].iter().any(|it| text.contains(it));
    Reading { given: given(&items, has_depth_from_zero), items }
}
