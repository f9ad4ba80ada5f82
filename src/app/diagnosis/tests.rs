//! Diagnoses against textbook formulas: an oracle makes cameras, clicks and mistakes, and prints them as programs do.

use super::Answer;
use super::reading::{LONGEST, Part, has_two_matrices, read};
use crate::app::tools::picking::learning::LearningAction;
use crate::app::tools::picking::own_ray::OwnRayAction;
use crate::app::update::tests::*;
use fastrand::Rng;
use glam::{DMat4, DQuat, DVec2, DVec3, DVec4, EulerRot};
use pickray::pick::explain::{Mistake, Mistake::*, Verdict};
use std::fmt::Write;

/// Mistakes of the oracle, in the order of the steps.
const MISTAKES: [Mistake; 20] = [
    YNotFlipped, FlippedByViewportHeight, LogicalPixels, ViewportOffsetIgnored, OffsetInLogicalPixels,
    WindowTakenForViewport, NdcWithoutMinusOne, DepthsMinusOneAndOne, DepthTakenForNdc, NoDivisionByW,
    InversesInWrongOrder, TransposedMatrix, WindowAspect, HorizontalFieldOfView, EyeAsOrigin, FarPointAsDirection,
    NoDivisionByWInWorld, CameraMatrixAsView, DirectionAsPoint, ModelMatrixForgotten,
];

/// Returns random numbers of a new seed, which is printed.
fn seeded() -> Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    Rng::with_seed(seed)
}

fn between(random: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * random.f64()
}

/// Camera and click, by the textbook.
#[derive(Clone, Debug)]
struct Case {
    p: DMat4,
    v: DMat4,
    m: Option<DMat4>,
    window: DVec2,
    corner: DVec2,
    size: DVec2,
    scale: f64,
    mouse: DVec2,
    /// NDC depths of the near and the far plane that the matrix fits, the true ones first.
    depths: Vec<[f64; 2]>,
    is_perspective: bool,
}

type Line = (DVec3, DVec3);

impl Case {
    fn random(random: &mut Rng) -> Self {
        let window = DVec2::new(between(random, 700.0, 2600.0), between(random, 500.0, 1500.0)).floor();
        let offset = if random.bool() { 1.0 } else { 0.0 };
        let corner = (offset * DVec2::new(between(random, 20.0, 300.0), between(random, 20.0, 200.0))).floor();
        let rest = offset * DVec2::new(between(random, 1.0, 90.0), between(random, 1.0, 90.0));
        let size = (window - corner - rest).floor();
        let mouse = DVec2::new(between(random, 0.0, size.x), between(random, 0.0, size.y)).floor();
        let mouse = DVec2::new(corner.x + mouse.x, window.y - corner.y - size.y + mouse.y);
        let kind = random.usize(..5);
        // A near distance that is round may tell the range of depth.
        let round = random.choice([0.05, 0.1, 0.5, 1.0]).filter(|_| random.bool());
        let n = round.unwrap_or_else(|| between(random, 0.05, 1.0));
        let f = n * between(random, 100.0, 2000.0);
        let b = between(random, 0.8, 3.5);
        let a = b * size.y / size.x;
        let rows = |z: [f64; 2], w: [f64; 2], x: f64, y: f64| {
            DMat4::from_cols_array_2d(&[[x, 0., 0., 0.], [0., y, 0., 0.], [0., 0., z[0], w[0]], [0., 0., z[1], w[1]]])
        };
        let (p, depths) = match kind {
            0 | 1 => (rows([-(f + n) / (f - n), -2.0 * f * n / (f - n)], [-1.0, 0.0], a, b), [-1.0, 1.0]),
            2 => (rows([-f / (f - n), -f * n / (f - n)], [-1.0, 0.0], a, b), [0.0, 1.0]),
            3 => (rows([0.0, n], [-1.0, 0.0], a, b), [1.0, 0.0]),
            _ => (rows([-2.0 / (f - n), -(f + n) / (f - n)], [0.0, 1.0], 0.2 * a, 0.2 * b), [-1.0, 1.0]),
        };
        let others: &[_] = match kind {
            0..=2 => &[[-1.0, 1.0], [0.0, 1.0]],
            4 => &[[-1.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 0.0]],
            _ => &[],
        };
        let turn = |random: &mut Rng| {
            let (x, y) = (between(random, -1.4, 1.4), between(random, -3.1, 3.1));
            DQuat::from_euler(EulerRot::XYZ, x, y, 0.0)
        };
        let mut place = |low: f64, high: f64| DVec3::from_array([(); 3].map(|()| between(random, low, high)));
        let (eye, moved, scale) = (place(-9.0, 9.0), place(-5.0, 5.0), place(0.5, 2.0));
        let v = DMat4::from_rotation_translation(turn(random), eye).inverse();
        let m = DMat4::from_scale_rotation_translation(DVec3::new(scale.x, scale.y, scale.x), turn(random), moved);
        let m = random.bool().then_some(m);
        let scale = random.choice([1.0, 1.25, 1.5, 2.0, 3.0]).expect("one");
        let depths = [&[depths][..], others].concat();
        Self { p, v, m, window, corner, size, scale, mouse, depths, is_perspective: kind < 4 }
    }

    /// Returns origin and direction of the ray with mistakes, in object space; `None` where there is none. `half` is
    /// what is added to whole pixels: ½ for their centre. The ray starts at the near point, or with 1 at the eye in the
    /// same direction, with 2 at the eye towards the far point.
    fn ray(&self, mistakes: &[Mistake], half: f64, start: usize, depths: [f64; 2]) -> Option<Line> {
        let has = |mistake| mistakes.contains(&mistake);
        let mouse = self.mouse / if has(LogicalPixels) { self.scale } else { 1.0 };
        let height = if has(FlippedByViewportHeight) { self.size.y } else { self.window.y };
        let y = if has(YNotFlipped) { mouse.y + half } else { height - mouse.y - half };
        let window = DVec2::new(mouse.x + half, y);
        let share = match () {
            () if has(ViewportOffsetIgnored) => window / self.size,
            () if has(OffsetInLogicalPixels) => (window - self.corner / self.scale) / self.size,
            () if has(WindowTakenForViewport) => window / self.window,
            () => (window - self.corner) / self.size,
        };
        let ndc = 2.0 * share - if has(NdcWithoutMinusOne) { 0.0 } else { 1.0 };
        let depth = |z: f64| {
            let [low, high] = [depths[0].min(depths[1]), depths[0].max(depths[1])];
            let depth = (z - low) / (high - low);
            match () {
                () if has(DepthTakenForNdc) => depth,
                () if has(DepthsMinusOneAndOne) => low + (high - low) * (2.0 * depth - 1.0),
                () => z,
            }
        };
        let inverse = if has(TransposedMatrix) { self.p.inverse().transpose() } else { self.p.inverse() };
        let world = if has(CameraMatrixAsView) { self.v } else { self.v.inverse() };
        let aspect = (self.window.x / self.window.y) / (self.size.x / self.size.y);
        let divided = |v: DVec4| v.truncate() / v.w;
        // Without a far plane, the point halfway in depth. With a wrong inverse, the far point is not at infinity.
        let is_endless = self.is_perspective && depths[0] == 1.0;
        let far = if is_endless && !has(InversesInWrongOrder) && !has(TransposedMatrix) { 0.5 } else { depths[1] };
        let both = [depths[0], far].map(|z| {
            let mut clip = ndc.extend(depth(z)).extend(1.0);
            // A point at infinity gives way to another one of the line.
            if has(TransposedMatrix) && (inverse * clip).w == 0.0 {
                clip.z = 0.5;
            }
            let mut eye = inverse * clip;
            if has(WindowAspect) {
                eye.x *= aspect;
            }
            if has(HorizontalFieldOfView) {
                (eye.x, eye.y) = (eye.x * self.size.x / self.size.y, eye.y * self.size.x / self.size.y);
            }
            let in_eye = match () {
                () if has(NoDivisionByW) => eye.truncate(),
                () if has(InversesInWrongOrder) => divided(world * clip),
                () => divided(eye),
            };
            let in_world = match () {
                () if has(NoDivisionByWInWorld) => (world * eye).truncate(),
                () if has(InversesInWrongOrder) => divided(inverse * world * clip),
                () => world.transform_point3(in_eye),
            };
            [in_eye, in_world]
        });
        let [[near_in_eye, near], [far_in_eye, far]] = both;
        let ahead = match () {
            () if has(FarPointAsDirection) => near + far,
            () if has(DirectionAsPoint) => {
                let in_eye = far_in_eye - near_in_eye;
                near + world.transform_point3(in_eye / in_eye.z.abs())
            }
            () => far,
        };
        let eye = self.v.inverse().w_axis.truncate();
        let origin = if 0 < start || has(EyeAsOrigin) { eye } else { near };
        let direction = ahead - if start == 2 || has(EyeAsOrigin) { eye } else { near };
        if direction.length() < 1e-9 * (near.length() + far.length()) || !direction.is_finite() || !origin.is_finite() {
            return None;
        }
        let object = if has(ModelMatrixForgotten) { DMat4::IDENTITY } else { self.m.unwrap_or_default().inverse() };
        Some((object.transform_point3(origin), object.transform_vector3(direction).normalize()))
    }

    /// Returns how far the lines of two rays are from each other, as an angle.
    fn apart(&self, a: Line, b: Line) -> f64 {
        a.1.cross(b.1).length() + (a.0 - b.0).cross(b.1).length() / (1.0 + a.0.length().min(b.0.length()))
    }

    /// Returns how far the nearest ray with these mistakes is from a line.
    fn off(&self, line: Line, mistakes: &[Mistake]) -> f64 {
        let n_starts = if self.is_perspective { 3 } else { 1 };
        // A y that is not flipped may count from the top of the viewport, too.
        let up = DVec2::Y * (2.0 * self.corner.y + self.size.y - self.window.y);
        let from_top = mistakes.contains(&YNotFlipped).then(|| Self { mouse: self.mouse + up, ..self.clone() });
        // The pixel's centre, and its left corners.
        let row = DVec2::Y * if mistakes.contains(&LogicalPixels) { self.scale } else { 1.0 };
        let mut least = f64::INFINITY;
        for case in from_top.iter().chain([self]) {
            let below = Self { mouse: case.mouse + row, ..case.clone() };
            for (case, half) in [(case, 0.5), (case, 0.0), (&below, 0.0)] {
                let rays = self
                    .depths
                    .iter()
                    .flat_map(|depths| (0..n_starts).filter_map(move |start| case.ray(mistakes, half, start, *depths)));
                least = rays.map(|ray| self.apart(line, ray)).fold(least, f64::min);
            }
        }
        least
    }

    /// Returns by how much the digits may change how far a line is from the ray with these mistakes.
    fn bound(&self, line: Line, mistakes: &[Mistake], digits: usize) -> f64 {
        let error = 5.0 * 10_f64.powi(-(digits.min(7) as i32));
        let off = self.off(line, mistakes);
        let mut changes = 0.0;
        for k in 0..48 {
            let mut moved = self.clone();
            let matrix = [Some(&mut moved.p), Some(&mut moved.v), moved.m.as_mut()].into_iter().flatten().nth(k / 16);
            let Some(matrix) = matrix else { continue };
            matrix.col_mut(k / 4 % 4)[k % 4] *= 1.0 + error;
            changes += (moved.off(line, mistakes) - off).abs();
        }
        let of_ray = (0..6).map(|k| {
            let (mut origin, mut direction) = line;
            let vector = if k < 3 { &mut origin } else { &mut direction };
            vector[k % 3] *= 1.0 + error;
            (self.off((origin, direction), mistakes) - off).abs()
        });
        changes + of_ray.sum::<f64>()
    }

    /// Returns every single mistake and every pair of different steps, and how far it is from a line.
    fn candidates(&self, line: Line) -> Vec<(Vec<Mistake>, f64)> {
        let mut all: Vec<_> = MISTAKES.into_iter().map(|mistake| vec![mistake]).collect();
        for (index, first) in MISTAKES.into_iter().enumerate() {
            let later = MISTAKES[index + 1..].iter().filter(|second| first.step() != second.step());
            all.extend(later.map(|second| vec![first, *second]));
        }
        all.into_iter().map(|mistakes| (mistakes.clone(), self.off(line, &mistakes))).collect()
    }
}

/// Writes a number with so many digits, as `%g` does.
fn number(x: f64, digits: usize) -> String {
    let written = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = written.split_once('e').expect("an exponent");
    match exponent.parse::<i32>().expect("a number") {
        0 if !mantissa.contains('.') => mantissa.to_owned(),
        e if (-5..digits as i32).contains(&e) => {
            let text = format!("{x:.*}", (digits as i32 - 1 - e).max(0) as usize);
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
        }
        _ => written,
    }
}

/// Writes a case as one of seven programs prints it.
fn print(case: &Case, (origin, direction): Line, format: usize, digits: usize) -> String {
    let n = |x: f64| number(x, digits);
    let list = |numbers: &[f64], between: &str| numbers.iter().map(|x| n(*x)).collect::<Vec<_>>().join(between);
    let columns = |m: DMat4| m.to_cols_array_2d();
    let groups = |m: [[f64; 4]; 4], open: &str, between: &str, close: &str, glue: &str| {
        m.map(|group| format!("{open}{}{close}", list(&group, between))).join(glue)
    };
    let matrix = |m: DMat4| match format {
        0 => format!("mat4x4({})", groups(columns(m), "(", ", ", ")", ", ")),
        1 => {
            let axes = columns(m).map(|column| format!("Vec4({})", list(&column, ", ")));
            format!("Mat4 {{ x_axis: {}, y_axis: {}, z_axis: {}, w_axis: {} }}", axes[0], axes[1], axes[2], axes[3])
        }
        2 => format!("Matrix4 {{ elements: [{}] }}", list(&m.to_cols_array(), ", ")),
        3 => format!("[{}]", groups(columns(m.transpose()), "[", "  ", "]", "\n ")),
        4 => format!("\n{}", groups(columns(m.transpose()), "", "\t", "", "\n")),
        5 => format!("{{ {} }};", groups(columns(m.transpose()), "{ ", "f, ", "f }", ", ")),
        _ => format!("[{}]", list(&m.to_cols_array(), ", ")),
    };
    let labels = [
        ["projection", "view", "model"],
        ["clip_from_view", "view_from_world", "world_from_local"],
        ["camera.projectionMatrix", "camera.matrixWorldInverse", "mesh.matrixWorld"],
        ["P", "V", "M"],
        ["projectionMatrix", "worldToCameraMatrix", "localToWorldMatrix"],
        ["P", "V", "M"],
        ["proj", "viewMatrix", "M"],
    ][format];
    let Case { window, corner, size, scale, mouse, .. } = case;
    let mut text = format!("window size: {} x {}\n", window.x, window.y);
    let _ = writeln!(text, "viewport: {}, {}, {}, {}\nscale factor: {scale}", corner.x, corner.y, size.x, size.y);
    let _ = writeln!(text, "mouse: {}, {}  (physical pixels, from the top left)", mouse.x, mouse.y);
    for (label, m) in labels.iter().zip([Some(case.p), Some(case.v), case.m]) {
        let _ = m.map(|m| writeln!(text, "{label} = {}", matrix(m)));
    }
    let space = if case.m.is_some() { "object" } else { "world" };
    for (what, vector) in [("origin", origin), ("direction", direction)] {
        let _ = writeln!(text, "ray {what} ({space}) = ({})", list(&vector.to_array(), ", "));
    }
    text
}

#[test]
fn mistakes_of_the_oracle_are_named_in_every_format_and_nothing_else() {
    let mut random = seeded();
    let (mut made, mut named) = (0, 0);
    for round in 0..700 {
        let case = Case::random(&mut random);
        let n_mistakes = random.choice([0, 1, 1, 2]).expect("one");
        let mut mistakes: Vec<_> = (0..n_mistakes).map(|_| random.choice(MISTAKES).expect("one")).collect();
        mistakes.sort();
        if n_mistakes == 2 && mistakes[0].step() == mistakes[1].step() {
            continue;
        }
        // Any ray of a perspective may begin at the eye.
        let eye_as_origin = mistakes.iter().position(|mistake| case.is_perspective && *mistake == EyeAsOrigin);
        let from_eye = eye_as_origin.map(|index| mistakes.remove(index)).is_some();
        let half = random.choice([0.5, 0.5, 0.0]).expect("one");
        let Some(line) = case.ray(&mistakes, half, usize::from(from_eye), case.depths[0]) else { continue };
        let (format, digits) = (random.usize(..7), random.choice([5, 7, 9, 17]).expect("one"));
        let text = print(&case, line, format, digits);
        let answer = Answer::of(text.clone());
        let found = answer.diagnosis.as_ref().unwrap_or_else(|| panic!("round {round}: {:?}\n{text}", answer.given));
        let told = || format!("round {round}: {mistakes:?}, {:?} {:?}\n{text}", found.mistakes, found.remarks);
        // What changes the line by more than the digits tell is wrong, and else right.
        let [exact, coarse] = [1e-9, 40.0 * 10_f64.powi(-(digits.min(7) as i32))];
        let off = case.off(line, &[]);
        if off < exact {
            assert_eq!(found.verdict, Verdict::Right, "{}", told());
            assert_eq!(found.remarks.contains(&"from_eye"), from_eye, "{}", told());
        }
        if off < coarse {
            continue;
        }
        assert_ne!(found.verdict, Verdict::Right, "{}", told());
        let candidates = case.candidates(line);
        let fit = |tolerance: f64| candidates.iter().filter(move |(_, off)| *off < tolerance).map(|(it, _)| it);
        for listed in &found.mistakes {
            let off = candidates.iter().find(|(it, _)| it == listed).expect("a pair of different steps").1;
            if coarse <= off {
                let bound = case.bound(line, listed, digits);
                assert!(off < 2.0 * bound, "{listed:?} is {off} off, and its digits allow for {bound}: {}", told());
            }
        }
        // A mistake that changes nothing here cannot be named.
        if !fit(exact).any(|simpler| simpler.len() < mistakes.len() && mistakes.contains(&simpler[0])) {
            made += 1;
            let is_first = fit(coarse).count() > 1 || found.mistakes.first() == Some(&mistakes);
            if found.mistakes.contains(&mistakes) && is_first {
                named += 1;
            } else {
                println!("{}", told());
            }
        }
    }
    assert!(250 < made && 99 * made <= 100 * named, "{named} of {made}");
}

/// Samples by the mistakes that were made, or that the answers to public questions name, and those of right rays, which
/// have none. A question has the name of its site and its number.
const SAMPLES: [(&[Mistake], &str); 19] = [
    (&[], "000 003"),
    (&[LogicalPixels], "001 002 three-7272"),
    (&[NoDivisionByWInWorld], "004 gamedev-8974"),
    (&[ViewportOffsetIgnored, InversesInWrongOrder], "005"),
    (&[YNotFlipped, InversesInWrongOrder], "006"),
    (&[YNotFlipped], "007 bevy-6526 stackoverflow-framebuffer printed/qt-debug"),
    // What the lines of docs/diagnose.md print.
    (&[YNotFlipped], "printed/three printed/bevy printed/wgpu printed/glm printed/unity printed/qt printed/raylib"),
    (&[InversesInWrongOrder, FarPointAsDirection], "008"),
    (&[YNotFlipped, ViewportOffsetIgnored], "009"),
    (&[ViewportOffsetIgnored], "010"),
    (&[WindowAspect], "011"),
    (&[EyeAsOrigin], "012 bgfx-929 potree-862 upbge-765"),
    (&[HorizontalFieldOfView, ModelMatrixForgotten], "013"),
    (&[HorizontalFieldOfView], "014"),
    (&[TransposedMatrix], "015"),
    (&[WindowTakenForViewport], "aframe-2938 three-18352"),
    (&[InversesInWrongOrder], "bevy-5119"),
    (&[ModelMatrixForgotten], "gamedev-korda"),
    (&[CameraMatrixAsView], "jax-83"),
];

fn sample(name: &str) -> String {
    std::fs::read_to_string(format!("tests/data/diagnose/{name}.txt")).expect("a sample")
}

#[test]
fn each_sample_is_told_by_what_was_made() {
    for (made, name) in SAMPLES.into_iter().flat_map(|(made, names)| names.split(' ').map(move |name| (made, name))) {
        let found = Answer::of(sample(name)).diagnosis.expect("all numbers");
        let verdict = if made.is_empty() { Verdict::Right } else { Verdict::Found };
        assert_eq!(found.verdict, verdict, "{name}: {:?}", found.mistakes);
        assert_eq!(found.mistakes.first().map_or(&[][..], |mistakes| mistakes), made, "{name}");
        // Besides that, three samples have other explanations.
        let n_others =
            [("004", 1), ("010", 1), ("gamedev-8974", 2)].iter().find(|it| it.0 == name).map_or(0, |it| it.1);
        assert!(found.mistakes.len().saturating_sub(1) <= n_others, "{name}: {:?}", found.mistakes);
    }
}

#[test]
fn each_example_of_the_page_is_answered_as_it_says() {
    let page = include_str!("../../../docs/diagnose.md");
    let blocks: Vec<_> = page.split("\n\n").filter(|block| block.starts_with("    ")).collect();
    let examples: Vec<_> = blocks.windows(2).filter(|pair| pair[0].contains("direction")).collect();
    assert_eq!(examples.len(), 3);
    for pair in examples {
        let answer = Answer::of(pair[0].to_owned());
        for line in pair[1].lines() {
            let is_said = answer.sentences().iter().any(|sentence| sentence.trim() == line.trim());
            assert!(is_said, "{line}: {:?}", answer.sentences());
        }
    }
}

#[test]
fn with_two_or_three_digits_a_wrong_ray_is_not_called_right_and_a_right_one_not_wrong() {
    let mut random = seeded();
    let mut n_wrong = 0;
    for _ in 0..150 {
        let case = Case::random(&mut random);
        let (made, digits) = (random.choice(MISTAKES).expect("one"), random.choice([2, 3]).expect("one"));
        let mut told = |made: &[Mistake]| {
            let line = case.ray(made, 0.5, 0, case.depths[0])?;
            let text = print(&case, line, random.usize(..7), digits);
            let found = Answer::of(text).diagnosis.expect("all numbers");
            Some((found.verdict, case.off(line, &[]), format!("{made:?} {digits} {:?}", found.mistakes)))
        };
        let (verdict, _, why) = told(&[]).expect("a ray");
        assert_ne!(verdict, Verdict::Found, "{why}");
        let Some((verdict, off, why)) = told(&[made]) else { continue };
        if 40.0 * 10_f64.powi(-(digits as i32)) < off {
            n_wrong += 1;
            assert_ne!(verdict, Verdict::Right, "{off} {why}");
        }
    }
    assert!(20 < n_wrong, "{n_wrong}");
}

#[test]
fn labels_are_understood_and_what_is_missing_is_said() {
    let identity = "1 0 0 0 0 1 0 0 0 0 1 0 2 3 4 1";
    let text = format!(
        "P {identity}\nV {identity}\nwidth: 800, height: 600\nmouseX = 3\nmouseY = 4\nray.position = (1, 2, 3)"
    );
    assert_eq!(read(&text).1.expect_err("no direction"), [Part::Direction]);
    assert!(has_two_matrices(&text) && !has_two_matrices("1 2 3"));
    // Of what stands there twice, the first counts.
    let (items, given) = read(&format!("{text} {text} direction 0 0 1"));
    assert_eq!((items.len(), given.is_ok()), (6, true), "{items:?}");
}

#[test]
fn any_text_is_answered_and_one_that_is_too_long_is_refused() {
    let mut random = seeded();
    let pieces = [
        "P", "V", "view", "ray origin", "dir", "mouse", "window", "-", ".", "e9", "1e308", "e-2147483648", "0", "1",
        " ", "\n", "（", "²", "NaN", "=", "{",
    ];
    for _ in 0..300 {
        let text: String = (0..random.usize(..200)).map(|_| random.choice(pieces).expect("one")).collect();
        let _ = Answer::of(text.clone()).sentences();
    }
    // Numbers of every size in the places of a ray's.
    for _ in 0..60 {
        let mut text = String::new();
        let labels = ["window", "viewport", "mouse", "scale", "P", "V", "M", "ro", "rd"];
        for (label, n) in labels.iter().zip([2, 4, 2, 1, 16, 16, 16, 3, 3]) {
            let sizes = ["0", "1", "-1", "2.5", "1e300", "-1e-300", "7e9"];
            let numbers: Vec<_> = (0..n).filter_map(|_| random.choice(sizes)).collect();
            let _ = writeln!(text, "{label} {}", numbers.join(" "));
        }
        let answer = Answer::of(text.clone());
        assert!(answer.diagnosis.is_some() && !answer.sentences().is_empty());
    }
    // Blanks behind the numbers, up to the limit in bytes and one beyond it.
    let padded = |length: usize| Answer::of(sample("000") + &" ".repeat(length - sample("000").len()));
    assert!(padded(LONGEST).diagnosis.is_some());
    let long = padded(LONGEST + 1);
    assert!(long.items.is_empty() && long.diagnosis.is_none());
    assert_eq!(long.sentences(), ["The text is longer than 64 KiB. Keep the numbers of one click."]);
    assert_eq!(Answer::of("²".repeat(LONGEST)).sentences(), long.sentences());
}

#[test]
fn text_with_two_matrices_is_pasted_as_a_ray_and_shown_at_the_step_of_its_mistake() {
    let mut state = state();
    state.act(Action::Pasted(sample("007")));
    assert_eq!(state.desk.workspace, Workspace::Learn);
    let picking = state.tools.get::<Picking>();
    assert!(picking.own_ray.is_some() && state.desk.is_split());
    assert_eq!(picking.explain.ladder.open, Some(YNotFlipped.step()));
    assert_eq!(state.desk.study.mistake(), Some(YNotFlipped));
    state.act(Action::Pasted(sample("000")));
    assert_eq!(state.desk.study.mistake(), None, "its ray is right");
}

#[test]
fn the_click_of_an_own_ray_stays_on_its_line_in_a_picture_of_another_shape() {
    let mut state = state();
    for name in ["000", "007"] {
        state.act(Action::Pasted(sample(name)));
        let right = state.picking().own_ray.as_ref().and_then(|answer| answer.diagnosis.as_ref()?.right);
        let [_, ahead] = right.expect("a ray");
        for viewport in [Viewport::new(700, 300), Viewport::new(300, 420), Viewport::new(640, 480)] {
            let framebuffer = FramebufferSize::new(viewport.width as u32, viewport.height as u32);
            state.act(Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
            let click = state.desk.study.last_click().expect("a click");
            assert_eq!(click.view.viewport, state.desk.view().viewport, "{name}");
            let seen = click.view.cursor_from_world(ahead).expect("before the eye");
            assert!(seen.distance(click.cursor) < 1.5, "{name}: {:?}, seen at {seen:?}", click.cursor);
        }
    }
}

#[test]
fn an_own_ray_takes_the_place_of_a_page_and_leaves_nothing_of_its_view_behind() {
    let mut state = state();
    let scale_factor = state.desk.study.scale_factor();
    state.act(Action::Pasted(sample("001")));
    assert!(state.desk.study.mistake() == Some(LogicalPixels) && state.desk.study.scale_factor() != scale_factor);
    state.act(OwnRayAction(None));
    assert_eq!((state.desk.study.mistake(), state.desk.study.scale_factor()), (None, scale_factor));

    state.act(LearningAction::OpenPage(0, 0));
    assert!(state.picking().learning.shown().is_some());
    state.act(Action::Pasted(sample("007")));
    assert!(state.picking().learning.shown().is_none() && state.picking().own_ray.is_some());
    assert_eq!(state.desk.study.mistake(), Some(YNotFlipped));
}
