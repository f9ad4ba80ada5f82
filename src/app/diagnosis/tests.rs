//! Diagnoses against textbook formulas: an oracle makes cameras, clicks and mistakes, and prints them as programs do.

use super::Answer;
use super::reading::{Part, has_two_matrices, read};
use crate::app::tools::picking::learning::LearningAction;
use crate::app::tools::picking::own_ray::OwnRayAction;
use crate::app::update::tests::*;
use glam::{DMat4, DQuat, DVec2, DVec3, DVec4, EulerRot};
use pickray::math::SplitMix;
use pickray::pick::explain::{Mistake, Mistake::*, Verdict};
use std::fmt::Write;

/// Mistakes of the oracle, in the order of the steps.
const MISTAKES: [Mistake; 19] = [
    YNotFlipped, FlippedByViewportHeight, LogicalPixels, ViewportOffsetIgnored, WindowTakenForViewport,
    NdcWithoutMinusOne, DepthsMinusOneAndOne, DepthTakenForNdc, NoDivisionByW, InversesInWrongOrder, TransposedMatrix,
    WindowAspect, HorizontalFieldOfView, EyeAsOrigin, FarPointAsDirection, NoDivisionByWInWorld, CameraMatrixAsView,
    DirectionAsPoint, ModelMatrixForgotten,
];

struct Random(SplitMix);

impl Random {
    fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.0.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, n: usize) -> usize {
        self.0.next_u64() as usize % n
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// Camera and click, by the textbook.
#[derive(Debug)]
struct Case {
    p: DMat4,
    v: DMat4,
    m: Option<DMat4>,
    window: DVec2,
    corner: DVec2,
    size: DVec2,
    scale: f64,
    mouse: DVec2,
    /// NDC depths of the near and the far plane, and of window depths 0 and 1.
    depths: [f64; 2],
    is_perspective: bool,
}

type Line = (DVec3, DVec3);

impl Case {
    fn random(random: &mut Random) -> Self {
        let window = DVec2::new(random.between(700.0, 2600.0), random.between(500.0, 1500.0)).floor();
        let offset = if random.below(2) == 0 { 1.0 } else { 0.0 };
        let corner = (offset * DVec2::new(random.between(20.0, 300.0), random.between(20.0, 200.0))).floor();
        let size =
            (window - corner - offset * DVec2::new(random.between(1.0, 90.0), random.between(1.0, 90.0))).floor();
        let mouse = DVec2::new(random.between(0.0, size.x), random.between(0.0, size.y)).floor();
        let mouse = DVec2::new(corner.x + mouse.x, window.y - corner.y - size.y + mouse.y);
        let kind = random.below(5);
        let (n, f) = (random.between(0.05, 1.0), random.between(50.0, 2000.0));
        let b = random.between(0.8, 3.5);
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
        let turn = |random: &mut Random| {
            let (x, y) = (random.between(-1.4, 1.4), random.between(-3.1, 3.1));
            DQuat::from_euler(EulerRot::XYZ, x, y, 0.0)
        };
        let mut place = |low: f64, high: f64| DVec3::from_array([(); 3].map(|()| random.between(low, high)));
        let (eye, moved, scale) = (place(-9.0, 9.0), place(-5.0, 5.0), place(0.5, 2.0));
        let v = DMat4::from_rotation_translation(turn(random), eye).inverse();
        let m = DMat4::from_scale_rotation_translation(DVec3::new(scale.x, scale.y, scale.x), turn(random), moved);
        let m = (random.below(2) == 0).then_some(m);
        let scale = random.pick(&[1.0, 1.25, 1.5, 2.0, 3.0]);
        Self { p, v, m, window, corner, size, scale, mouse, depths, is_perspective: kind < 4 }
    }

    fn eye(&self) -> DVec3 {
        self.v.inverse().w_axis.truncate()
    }

    /// Returns origin and direction of the ray with mistakes, in object space; `None` where there is none. `half` is
    /// what is added to whole pixels: ½ for their centre.
    fn ray(&self, mistakes: &[Mistake], half: f64, from_eye: bool) -> Option<Line> {
        let has = |mistake| mistakes.contains(&mistake);
        let mouse = self.mouse / if has(LogicalPixels) { self.scale } else { 1.0 };
        let height = if has(FlippedByViewportHeight) { self.size.y } else { self.window.y };
        let y = if has(YNotFlipped) { mouse.y + half } else { height - mouse.y - half };
        let window = DVec2::new(mouse.x + half, y);
        let share = match () {
            () if has(ViewportOffsetIgnored) => window / self.size,
            () if has(WindowTakenForViewport) => window / self.window,
            () => (window - self.corner) / self.size,
        };
        let ndc = 2.0 * share - if has(NdcWithoutMinusOne) { 0.0 } else { 1.0 };
        let depth = |z: f64| {
            let [low, high] = [self.depths[0].min(self.depths[1]), 1.0];
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
        // Without a far plane, the point halfway in depth.
        let [near, far] = [self.depths[0], if self.depths[0] == 1.0 { 0.5 } else { self.depths[1] }];
        let both = [near, far].map(|z| {
            let mut eye = inverse * ndc.extend(depth(z)).extend(1.0);
            if has(WindowAspect) {
                eye.x *= aspect;
            }
            if has(HorizontalFieldOfView) {
                (eye.x, eye.y) = (eye.x * self.size.x / self.size.y, eye.y * self.size.x / self.size.y);
            }
            let in_eye = if has(NoDivisionByW) { eye.truncate() } else { divided(eye) };
            let in_world = match () {
                () if has(NoDivisionByWInWorld) => (world * eye).truncate(),
                () if has(InversesInWrongOrder) => divided(inverse * world * ndc.extend(depth(z)).extend(1.0)),
                () => world.transform_point3(in_eye),
            };
            [in_eye, in_world]
        });
        let [[near_in_eye, near], [far_in_eye, far]] = both;
        let origin = if from_eye || has(EyeAsOrigin) { self.eye() } else { near };
        let mut direction =
            if has(FarPointAsDirection) { far } else { far - if has(EyeAsOrigin) { origin } else { near } };
        if has(DirectionAsPoint) {
            let ahead = far_in_eye - near_in_eye;
            direction = world.transform_point3(ahead / ahead.z.abs());
        }
        if direction.length() < 1e-9 * (near.length() + far.length()) || !direction.is_finite() || !origin.is_finite() {
            return None;
        }
        let object = if has(ModelMatrixForgotten) { DMat4::IDENTITY } else { self.m.unwrap_or_default().inverse() };
        Some((object.transform_point3(origin), object.transform_vector3(direction).normalize()))
    }

    /// Returns how far the lines of two rays are from each other, as an angle.
    fn apart(&self, a: Line, b: Line) -> f64 {
        let sine = a.1.cross(b.1).length();
        sine + (a.0 - b.0).cross(b.1).length() / (1.0 + a.0.length().min(b.0.length()))
    }

    /// Returns every single mistake and every pair of different steps with the same line, within a tolerance.
    fn candidates(&self, line: Line, tolerance: f64) -> Vec<Vec<Mistake>> {
        let halves = [0.5, 0.0];
        let is_it = |mistakes: &[Mistake]| {
            let lines = halves
                .iter()
                .flat_map(|half| [false, true].map(|eye| self.ray(mistakes, *half, eye && self.is_perspective)));
            lines.flatten().any(|other| self.apart(line, other) < tolerance)
        };
        let mut found: Vec<_> = MISTAKES.into_iter().map(|mistake| vec![mistake]).collect();
        for (index, first) in MISTAKES.into_iter().enumerate() {
            let later = MISTAKES[index + 1..].iter().filter(|second| first.step() != second.step());
            found.extend(later.map(|second| vec![first, *second]));
        }
        found.retain(|mistakes| is_it(mistakes));
        found
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
    let mut random = Random(SplitMix(75));
    let (mut made, mut named) = (0, 0);
    for round in 0..700 {
        let case = Case::random(&mut random);
        let n_mistakes = [0, 1, 1, 2][random.below(4)];
        let mut mistakes: Vec<_> = (0..n_mistakes).map(|_| random.pick(&MISTAKES)).collect();
        mistakes.sort();
        let is_pair = n_mistakes < 2 || mistakes[0].step() != mistakes[1].step();
        // Any ray of a perspective may begin at the eye, and the range of depth is a guess.
        let has = |mistake: Mistake| mistakes.contains(&mistake);
        let is_free = case.is_perspective && has(EyeAsOrigin) || has(DepthsMinusOneAndOne) || has(DepthTakenForNdc);
        // These have their own idea of what eye space is where the inverses are exchanged.
        let is_odd = has(InversesInWrongOrder) && (has(DirectionAsPoint) || has(CameraMatrixAsView));
        if !is_pair || is_free || is_odd {
            continue;
        }
        let (half, from_eye) = (random.pick(&[0.5, 0.5, 0.0]), random.below(4) == 0 && case.is_perspective);
        let right = [0.5, 0.0].map(|half| case.ray(&[], half, false).expect("a ray"));
        let Some(line) = case.ray(&mistakes, half, from_eye && mistakes.is_empty()) else { continue };
        let (format, digits) = (random.below(7), random.pick(&[5, 7, 9, 17]));
        let text = print(&case, line, format, digits);
        let answer = Answer::of(text.clone());
        let found = answer.diagnosis.as_ref().unwrap_or_else(|| panic!("round {round}: {:?}\n{text}", answer.reading));
        let told = || format!("round {round}: {mistakes:?}, {:?} {:?}\n{text}", found.mistakes, found.remarks);
        // What changes the line by more than the digits tell is wrong, and else right.
        let [exact, coarse] = [1e-9, 40.0 * 10_f64.powi(-(digits.min(7) as i32))];
        let off = right.map(|right| case.apart(line, right)).into_iter().fold(f64::INFINITY, f64::min);
        if off < exact {
            assert_eq!(found.verdict, Verdict::Right, "{}", told());
            assert_eq!(found.remarks.contains(&"from_eye"), from_eye && mistakes.is_empty(), "{}", told());
            continue;
        }
        if off < coarse {
            continue;
        }
        assert_ne!(found.verdict, Verdict::Right, "{}", told());
        let candidates = case.candidates(line, coarse);
        let listed = &found.mistakes;
        if found.verdict == Verdict::Found {
            for listed in listed {
                assert!(candidates.contains(listed), "{listed:?} {}", told());
            }
        }
        let exactly = case.candidates(line, exact);
        // A mistake that changes nothing here cannot be named.
        if !exactly.iter().any(|simpler| simpler.len() < mistakes.len() && mistakes.contains(&simpler[0])) {
            made += 1;
            let is_named = found.verdict == Verdict::Found && listed.contains(&mistakes);
            let is_first = candidates.len() > 1 || listed.first() == Some(&mistakes);
            named += usize::from(is_named && is_first);
            if !(is_named && is_first) {
                println!("{}", told());
            }
        }
    }
    println!("{named} of {made}");
    assert!(250 < made && 99 * made <= 100 * named, "{named} of {made}");
}

/// The samples with what was made; nothing, for a ray that is right.
const SAMPLES: [(&str, &[Mistake]); 16] = [
    (include_str!("../../../tests/data/diagnose/000.txt"), &[]),
    (include_str!("../../../tests/data/diagnose/001.txt"), &[LogicalPixels]),
    (include_str!("../../../tests/data/diagnose/002.txt"), &[LogicalPixels]),
    (include_str!("../../../tests/data/diagnose/003.txt"), &[]),
    (include_str!("../../../tests/data/diagnose/004.txt"), &[NoDivisionByWInWorld]),
    (include_str!("../../../tests/data/diagnose/005.txt"), &[ViewportOffsetIgnored, InversesInWrongOrder]),
    (include_str!("../../../tests/data/diagnose/006.txt"), &[YNotFlipped, InversesInWrongOrder]),
    (include_str!("../../../tests/data/diagnose/007.txt"), &[YNotFlipped]),
    (include_str!("../../../tests/data/diagnose/008.txt"), &[InversesInWrongOrder, FarPointAsDirection]),
    (include_str!("../../../tests/data/diagnose/009.txt"), &[YNotFlipped, ViewportOffsetIgnored]),
    (include_str!("../../../tests/data/diagnose/010.txt"), &[ViewportOffsetIgnored]),
    (include_str!("../../../tests/data/diagnose/011.txt"), &[WindowAspect]),
    (include_str!("../../../tests/data/diagnose/012.txt"), &[EyeAsOrigin]),
    (include_str!("../../../tests/data/diagnose/013.txt"), &[HorizontalFieldOfView, ModelMatrixForgotten]),
    (include_str!("../../../tests/data/diagnose/014.txt"), &[HorizontalFieldOfView]),
    (include_str!("../../../tests/data/diagnose/015.txt"), &[TransposedMatrix]),
];

#[test]
fn each_sample_is_told_by_what_was_made() {
    for (index, (text, made)) in SAMPLES.into_iter().enumerate() {
        let found = Answer::of(text.to_owned()).diagnosis.expect("all numbers");
        let verdict = if made.is_empty() { Verdict::Right } else { Verdict::Found };
        assert_eq!(found.verdict, verdict, "{index}: {:?}", found.mistakes);
        assert_eq!(found.mistakes.first().map_or(&[][..], |mistakes| mistakes), made, "{index}");
        // Besides that, two samples have one other explanation.
        let others = usize::from(matches!(index, 4 | 10));
        assert!(found.mistakes.len().saturating_sub(1) <= others, "{index}: {:?}", found.mistakes);
    }
}

#[test]
fn with_two_or_three_digits_it_does_not_call_a_wrong_ray_right() {
    let mut random = Random(SplitMix(3));
    for _ in 0..150 {
        let case = Case::random(&mut random);
        let made = random.pick(&MISTAKES);
        let Some(line) = case.ray(&[made], 0.5, false) else { continue };
        let digits = random.pick(&[2, 3]);
        let found = Answer::of(print(&case, line, random.below(7), digits)).diagnosis.expect("all numbers");
        let off = case.apart(line, case.ray(&[], 0.5, false).expect("a ray"));
        assert!(found.verdict != Verdict::Right || off < 0.5, "{made:?} {digits} {off}");
    }
}

#[test]
fn labels_of_programs_are_understood() {
    let identity = "1 0 0 0 0 1 0 0 0 0 1 0 2 3 4 1";
    for (label, part) in [
        ("gl_ProjectionMatrix", Part::Projection),
        ("clip_from_view", Part::Projection),
        ("camera.matrixWorldInverse", Part::View),
        ("worldToCameraMatrix", Part::View),
        ("modelview", Part::View),
        ("localToWorldMatrix", Part::Model),
        ("M", Part::Model),
    ] {
        let items = read(&format!("{label} = {identity}")).items;
        assert_eq!(items.iter().map(|item| item.part).collect::<Vec<_>>(), [part], "{label}");
    }
    let text = format!(
        "P {identity}\nV {identity}\nwidth: 800, height: 600\nmouseX = 3\nmouseY = 4\nray.position = (1, 2, 3)"
    );
    let reading = read(&text);
    assert_eq!(reading.given.expect_err("no direction"), [Part::Direction]);
    assert!(has_two_matrices(&text) && !has_two_matrices("1 2 3"));
}

#[test]
fn a_mistake_is_found_from_two_points() {
    let text = SAMPLES[7].0;
    let given = read(text).given.expect("a ray").numbers;
    let list = |numbers: &[f64]| numbers.iter().map(|x| number(*x, 9)).collect::<Vec<_>>().join(", ");
    let end: Vec<_> = (0..3).map(|k| given[48 + k] + 3.0 * given[51 + k]).collect();
    let text = format!(
        "viewport 0 0 1107 732\ncursor 267 409\nprojection {}\nview {}\nray start {}\nray end {}",
        list(&given[..16]),
        list(&given[16..32]),
        list(&given[48..51]),
        list(&end)
    );
    let found = Answer::of(text).diagnosis.expect("all numbers");
    assert_eq!(found.mistakes[0], [YNotFlipped], "{found:?}");
}

#[test]
fn any_text_is_answered_and_of_a_long_one_the_beginning() {
    let mut random = Random(SplitMix(1));
    let pieces = [
        "P", "V", "view", "ray origin", "dir", "mouse", "window", "-", ".", "e9", "1e308", "e-2147483648", "0", "1",
        " ", "\n", "（", "²", "NaN", "=", "{",
    ];
    for _ in 0..300 {
        let text: String = (0..random.below(200)).map(|_| random.pick(&pieces)).collect();
        let _ = Answer::of(text.clone()).sentences();
    }
    // Numbers of every size in the places of a ray's.
    for _ in 0..60 {
        let mut text = String::new();
        for (label, n) in [
            ("window", 2),
            ("viewport", 4),
            ("mouse", 2),
            ("scale", 1),
            ("P", 16),
            ("V", 16),
            ("M", 16),
            ("ro", 3),
            ("rd", 3),
        ] {
            let numbers: Vec<_> =
                (0..n).map(|_| random.pick(&["0", "1", "-1", "2.5", "1e300", "-1e-300", "7e9"])).collect();
            let _ = writeln!(text, "{label} {}", numbers.join(" "));
        }
        let answer = Answer::of(text.clone());
        assert!(answer.diagnosis.is_some() && !answer.sentences().is_empty());
    }
    let huge = "x -0e-2147483648";
    assert!(Answer::of(huge.to_owned()).diagnosis.is_none());
    // What is too long is cut.
    let long = SAMPLES[0].0.repeat(1000);
    assert!(Answer::of(long).reading.items.len() < 1000);
}

#[test]
fn text_with_two_matrices_is_pasted_as_a_ray_and_shown_at_the_step_of_its_mistake() {
    let mut state = state();
    state.act(Action::Pasted(SAMPLES[7].0.to_owned()));
    assert_eq!(state.desk.workspace, Workspace::Learn);
    let picking = state.tools.get::<Picking>();
    assert!(picking.own_ray.is_some() && state.desk.is_split());
    assert_eq!(picking.explain.ladder.open, Some(YNotFlipped.step()));
    assert_eq!(state.desk.study.mistake(), Some(YNotFlipped));
    state.act(Action::Pasted(SAMPLES[0].0.to_owned()));
    assert_eq!(state.desk.study.mistake(), None, "its ray is right");
}

#[test]
fn an_own_ray_takes_the_place_of_a_page_and_leaves_nothing_of_its_view_behind() {
    let mut state = state();
    let scale_factor = state.desk.study.scale_factor();
    state.act(Action::Pasted(SAMPLES[1].0.to_owned()));
    assert!(state.desk.study.mistake() == Some(LogicalPixels) && state.desk.study.scale_factor() != scale_factor);
    state.act(OwnRayAction(None));
    assert_eq!((state.desk.study.mistake(), state.desk.study.scale_factor()), (None, scale_factor));

    state.act(LearningAction::OpenPage(0, 0));
    assert!(state.picking().learning.shown().is_some());
    state.act(Action::Pasted(SAMPLES[7].0.to_owned()));
    assert!(state.picking().learning.shown().is_none() && state.picking().own_ray.is_some());
    assert_eq!(state.desk.study.mistake(), Some(YNotFlipped));
}
