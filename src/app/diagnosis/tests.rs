//! Diagnoses against textbook formulas: an oracle makes cameras, clicks and mistakes, and prints them as programs do.

mod oracle;

use super::Answer;
use super::reading::{LONGEST, Part, has_two_matrices, read};
use crate::app::tools::picking::learning::LearningAction;
use crate::app::tools::picking::mistakes::OwnRayAction;
use crate::app::update::tests::*;
use oracle::{Case, MISTAKES, print};
use pickray::pick::explain::{Mistake, Mistake::*, Verdict};
use std::fmt::Write;

#[test]
fn mistakes_of_the_oracle_are_named_in_every_format_and_nothing_else() {
    let mut random = seeded();
    let (mut made, mut named) = (0, 0);
    for round in 0..800 {
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
            // A near point at half its depth is near the eye, too, where the depth is guessed.
            let is_told = found.remarks.contains(&"from_eye") == from_eye;
            assert!(is_told || mistakes.contains(&DepthsMinusOneAndOne), "{}", told());
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
    (&[], "000 003 far-origin"),
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
            let found = Answer::of(text.clone()).diagnosis.expect("all numbers");
            assert!(found.mistakes.len() < 3, "{digits} digits do not tell these apart: {:?}", found.mistakes);
            Some((found.verdict, case.off(line, &[]), format!("{made:?} {digits} {:?}\n{text}", found.mistakes)))
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
    let found = Answer::of(sample("few-digits")).diagnosis.expect("all numbers");
    assert_ne!(found.verdict, Verdict::Found, "a right ray: {:?}", found.mistakes);
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
    assert_eq!(long.sentences(), ["The text is longer than 32 KiB. Keep the numbers of one click."]);
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
fn the_second_view_shows_an_own_ray_that_leads_away() {
    let mut state = state();
    let (viewport, framebuffer) = (Viewport::new(900, 400), FramebufferSize::new(900, 400));
    state.act(Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    for name in ["007", "005"] {
        state.act(Action::Pasted(sample(name)));
        let [origin, end] = state.desk.own_ray().expect("a line");
        assert!(1.0 < origin.distance(end), "{name}: from {origin} to {end}");
        for point in [origin, end] {
            assert!(state.desk.shown.second_view.view.shows(point), "{name}: {point}");
        }
    }
    state.act(OwnRayAction(None));
    assert_eq!(state.desk.own_ray(), None);
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
