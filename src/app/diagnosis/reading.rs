//! Text that another program printed, read as the numbers of a ray: labels and numbers in whatever form.
//!
//! One tokenizer serves all programs. Numbers belong to the last label before them; other words and marks are ignored.

use glam::{DMat4, DVec2};
use pickray::math::{CursorPosition, FramebufferSize, Viewport, cursor_from_window};
use pickray::pick::explain::GivenRay;
use serde::Serialize;

/// Most bytes of a text that is read.
pub const LONGEST: usize = 1 << 15;

/// Digits of f32: no program is trusted with more.
const MOST_DIGITS: i32 = 7;

/// Meaning of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    Window,
    Viewport,
    ScaleFactor,
    Cursor,
    Projection,
    View,
    Model,
    Origin,
    Direction,
    End,
    Unknown,
}

/// Words of labels, in the order in which they are tried, and how many numbers stand behind them. A label has a word of
/// each group; a word of one letter counts only at its beginning.
const LABELS: [(Part, usize, &[&[&str]]); 15] = [
    (Part::Direction, 3, &[&["dir", "direction", "rd", "d"]]),
    (Part::Origin, 3, &[&["origin", "orig", "ro", "start", "o"]]),
    (Part::Origin, 3, &[&["ray", "near"], &["position", "from", "point"]]),
    (Part::End, 3, &[&["ray", "far"], &["end", "to", "point"]]),
    (Part::ScaleFactor, 1, &[&["ratio", "dpr", "dpi", "scale"]]),
    (Part::Unknown, 16, &[&["fov", "fovy", "aspect", "near", "far", "vp", "mvp"]]),
    (Part::Cursor, 2, &[&["mouse", "cursor", "click", "client", "pointer", "touch", "pixel"]]),
    (Part::Viewport, 4, &[&["viewport"]]),
    (Part::Window, 2, &[&["window", "screen", "framebuffer", "canvas", "resolution", "size", "width", "height"]]),
    (Part::Unknown, 16, &[&["proj", "projection"], &["inverse", "inv", "view"]]),
    (Part::Projection, 16, &[&["proj", "projection", "perspective", "p", "clip_from"]]),
    (Part::View, 16, &[&["world_inverse", "from_world"]]),
    // The place of the camera, the inverse of the view matrix.
    (Part::Unknown, 16, &[&["camera", "view", "eye"], &["matrix_world", "to_world", "world_from", "inverse", "inv"]]),
    (Part::View, 16, &[&["camera", "cam", "view", "eye", "lookat", "modelview", "extrinsic", "v"]]),
    (Part::Model, 16, &[&["model", "object", "local", "world", "transform", "m"]]),
];

/// Numbers of one meaning.
#[derive(Clone, Debug, Serialize)]
pub struct Item {
    pub part: Part,
    /// Line of the text with the label; empty if there is none.
    pub label: String,
    #[serde(skip)]
    numbers: Vec<Number>,
    /// Number of numbers that belong to it: 16 for a matrix.
    #[serde(skip)]
    length: usize,
    /// `true` if a matrix is printed column by column; `None` for one that is not used, and for other numbers.
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

/// Returns `true` if a text begins with two matrices of four rows and four columns.
pub fn has_two_matrices(text: &str) -> bool {
    1 < items(&text[..text.floor_char_boundary(LONGEST)]).iter().filter(|item| item.numbers.len() == 16).count()
}

fn items(text: &str) -> Vec<Item> {
    let text = text.replace('\u{2212}', "-");
    let (mut items, mut words, mut rest): (Vec<Item>, String, &str) = (Vec::new(), String::new(), &text);
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(first) = rest.chars().next() {
        // In the name of a type and in the brackets of an array, numbers are words: Matrix 4x4, view[16].
        let is_in_brackets = words.strip_suffix('[').is_some_and(|it| it.ends_with(|c: char| is_word(c) || c == ']'));
        let is_number = |length: usize| !(rest.starts_with("4x4") || is_in_brackets && rest[length..].starts_with(']'));
        let Some((number, length)) = number(rest).filter(|(_, length)| is_number(*length)) else {
            let end = if is_word(first) { rest.find(|c: char| !is_word(c)) } else { Some(first.len_utf8()) };
            let (word, behind) = rest.split_at(end.unwrap_or(rest.len()));
            words += word;
            rest = behind;
            continue;
        };
        let lines = words.lines().rev().take(9).map(|line| line.trim_start_matches(|c: char| !c.is_alphanumeric()));
        let lines = lines.map(|line| line.trim_end_matches(|c: char| !c.is_alphanumeric() && c != ')'));
        let label = lines.filter(|line| !line.is_empty()).find_map(|line| Some((part_of(line)?, line.to_owned())));
        // A line with another word ends a few numbers; a matrix may have words in it.
        let ends = words.contains('\n') && words.split(|c: char| !is_word(c)).any(|word| 2 < word.len());
        match items.last_mut().filter(|item| item.numbers.len() < item.length) {
            Some(item) if label.as_ref().map_or(item.length == 16 || !ends, |((part, _), _)| *part == item.part) => {
                item.numbers.push(number);
            }
            _ => {
                let ((part, length), label) = label.unwrap_or(((Part::Unknown, 16), String::new()));
                let (guessed, numbers) = (label.is_empty(), vec![number]);
                items.push(Item { part, label, numbers, length, by_columns: None, guessed });
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
    let n_digits = |from: usize| text[from..].bytes().take_while(u8::is_ascii_digit).count();
    let n_signs = |from: usize| usize::from(text[from..].starts_with(['-', '+']));
    let point = n_signs(0) + n_digits(n_signs(0));
    let behind = if text[point..].starts_with('.') { n_digits(point + 1) } else { 0 };
    let mantissa = &text[..point + behind + usize::from(text[point..].starts_with('.'))];
    let (mut end, mut exponent) = (mantissa.len(), 0);
    if text[end..].starts_with(['e', 'E']) && 0 < n_digits(end + 1 + n_signs(end + 1)) {
        let from = end + 1;
        end = from + n_signs(from) + n_digits(from + n_signs(from));
        exponent = text[from..end].parse().unwrap_or(0);
    }
    let value = text[..end].parse().ok().filter(|value: &f64| value.is_finite())?;
    let digits = mantissa.trim_start_matches(['-', '+', '.', '0']).replace('.', "").len() as i32;
    Some((Number { value, error: 0.0, digits, decimals: (behind as i32).saturating_sub(exponent) }, end))
}

/// Returns the meaning of numbers behind a label, and how many there are; `None` if it has none.
fn part_of(label: &str) -> Option<(Part, usize)> {
    // cameraToWorldMatrix and camera_to_world have the same words.
    let mut words = String::from("_");
    for (before, c) in "_".chars().chain(label.chars()).zip(label.chars()) {
        if c.is_uppercase() && before.is_lowercase() {
            words.push('_');
        }
        words.push(if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' });
    }
    words.push('_');
    let is_whole = |word: &str| {
        let word = format!("_{word}_");
        if word.len() == 3 { words.starts_with(&word) } else { words.contains(&word) }
    };
    let has = |word: &&str| words.contains(*word) && is_whole(word);
    let (part, length, _) = LABELS.iter().find(|(.., groups)| groups.iter().all(|group| group.iter().any(has)))?;
    Some((*part, *length))
}

impl Item {
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

/// Returns what a text says: the items that are whole and needed, the first of each part, with matrices by columns, and
/// the ray that they describe, or the parts that are missing.
pub fn read(text: &str) -> (Vec<Item>, Result<GivenRay, Vec<Part>>) {
    let mut items = items(text);
    for item in items.iter_mut().filter(|item| item.part == Part::Viewport && item.numbers.len() == 2) {
        (item.part, item.length) = (Part::Window, 2);
    }
    items.retain(|item| item.numbers.len() == item.length);
    // Matrices without labels come in the usual order.
    for part in [Part::Projection, Part::View, Part::Model] {
        let is_there = items.iter().any(|item| item.part == part);
        let free = items.iter_mut().find(|item| item.part == Part::Unknown && item.label.is_empty());
        free.filter(|_| !is_there).into_iter().for_each(|item| item.part = part);
    }
    items.retain(|item| item.part != Part::Unknown);
    items.sort_by_key(|item| item.part);
    items.dedup_by_key(|item| item.part);

    // A model matrix matters for a ray that is said to be in object space.
    let says = |item: &Item| ["object", "local", "model"].iter().any(|it| item.label.to_lowercase().contains(it));
    let needs_model = items.iter().any(|item| item.length == 3 && says(item));
    let is_used = |item: &&mut Item| item.length == 16 && (item.part != Part::Model || needs_model);
    let usual = items.iter().filter(|item| item.length == 16).find_map(Item::order);
    for item in items.iter_mut().filter(is_used) {
        let order = item.order();
        item.guessed |= order.is_none();
        item.by_columns = order.or(usual).or(Some(true));
        if item.by_columns == Some(false) {
            item.numbers = (0..16).map(|k| item.numbers[k % 4 * 4 + k / 4]).collect();
        }
    }
    set_errors(&mut items);
    let given = given(&items);
    (items, given)
}

/// Sets the errors of numbers to half of the last digit. Matrices are printed alike, and so are vectors: zeros at the
/// end may be left out, but not where a number has most decimals. Where no number has two digits, there may be more.
fn set_errors(items: &mut [Item]) {
    let mut usual = MOST_DIGITS;
    for length in [16, 3] {
        let alike = || items.iter().filter(|item| item.length == length).flat_map(|item| &item.numbers);
        let most = |of: fn(&Number) -> i32| alike().map(of).max().unwrap_or(0);
        let (digits, decimals) = (most(|number| number.digits), most(|number| number.decimals));
        usual = if digits < 2 { usual } else { digits.min(MOST_DIGITS) };
        for number in items.iter_mut().filter(|item| item.length == length).flat_map(|item| &mut item.numbers) {
            let by_decimals = (0 < decimals && number.decimals == decimals).then_some(-decimals);
            let by_digits = (number.value != 0.0).then(|| number.value.abs().log10().floor() as i32 + 1 - usual);
            number.error = by_decimals.max(by_digits).map_or(0.0, |place| 0.5 * 10_f64.powi(place));
        }
    }
}

fn given(items: &[Item]) -> Result<GivenRay, Vec<Part>> {
    // Numbers, each with its error.
    let find = |part: Part| {
        let item = items.iter().find(|item| item.part == part && (part != Part::Model || item.by_columns.is_some()))?;
        Some(item.numbers.iter().map(|number| [number.value, number.error]).collect::<Vec<_>>())
    };
    let instead = |part: Part| match part {
        Part::Window => find(Part::Viewport).map(|it| vec![[it[0][0] + it[2][0], 0.0], [it[1][0] + it[3][0], 0.0]]),
        Part::Model => Some(DMat4::IDENTITY.to_cols_array().map(|x| [x, 0.0]).to_vec()),
        Part::Direction => {
            let ends = find(Part::Origin)?.into_iter().zip(find(Part::End)?);
            Some(ends.map(|(from, to)| [to[0] - from[0], to[1] + from[1]]).collect())
        }
        _ => None,
    };
    let needed = [Part::Window, Part::Cursor, Part::Projection, Part::View, Part::Model, Part::Origin, Part::Direction];
    let all = needed.map(|part| find(part).or_else(|| instead(part)).ok_or(part));
    let missing: Vec<_> = all.iter().filter_map(|numbers| numbers.as_ref().err().copied()).collect();
    if !missing.is_empty() {
        return Err(missing);
    }
    let numbers: Vec<_> = all.into_iter().flatten().flatten().collect();
    let [width, height, x, y] = [0, 1, 2, 3].map(|k| numbers[k][0]);
    let framebuffer = FramebufferSize::new(width as u32, height as u32);
    let viewport = find(Part::Viewport).map(|it| [0, 1, 2, 3].map(|k| it[k][0] as i32));
    let viewport = viewport.map_or(framebuffer.into(), |[x, y, width, height]| Viewport { x, y, width, height });
    // A cursor from −1 to 1 that is not whole is in NDC.
    let is_ndc = x.abs().max(y.abs()) <= 1.0 && (x.fract() != 0.0 || y.fract() != 0.0);
    let in_ndc = || cursor_from_window(viewport.window_from_ndc(DVec2::new(x, y)), framebuffer);
    Ok(GivenRay {
        numbers: std::array::from_fn(|k| numbers[4 + k][0]),
        errors: std::array::from_fn(|k| numbers[4 + k][1]),
        cursor: if is_ndc { in_ndc() } else { CursorPosition::new(x, y) },
        scale_factor: find(Part::ScaleFactor).map_or(1.0, |numbers| numbers[0][0]),
        viewport,
        framebuffer,
    })
}
