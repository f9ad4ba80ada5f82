//! Sentences of the window and of lessons that state a condition, each beside a check of what it states.

use crate::*;
use glam::DVec2;
use pickray::intersect::Side;
use pickray::mesh::Defects;
use pickray::pick::explain::{Mistake, PatternArrow, PickTrace, mistake_pattern};
use pickray::pick::{PickOptions, pick_all};
use pickray_app::lesson::PredictionKind;

const SIZE: FramebufferSize = FramebufferSize::new(641, 481);

/// Holds an English sentence, by its id or its lesson, to words that the checks after it are about.
fn says(place: &str, words: &str) {
    let assets = root().join("assets");
    let found = if place.ends_with(".md") {
        std::fs::read_to_string(assets.join("lessons").join(place)).expect("a lesson").contains(words)
    } else {
        let files = std::fs::read_dir(assets.join("locales/en")).expect("a folder");
        let mut texts = files.map(|file| std::fs::read_to_string(file.expect("a file").path()).expect("messages"));
        texts.any(|text| text.lines().any(|line| line.starts_with(&format!("{place} = ")) && line.contains(words)))
    };
    assert!(found, "{place} no longer says “{words}”: check anew what it says");
}

/// A sample in a picture of 641 × 481 pixels, whose middle is that of a pixel, after these changes.
fn study(sample: Sample, changes: &[&str]) -> Study {
    let mesh = Arc::new(sample.mesh().expect("a mesh"));
    let mut study = Study::new(Scene::of(Object::new(sample.name(), mesh)), SIZE);
    apply(&mut study, changes);
    study
}

/// Makes changes that are written as a page of a lesson writes them.
fn apply(study: &mut Study, changes: &[&str]) {
    for json in changes {
        let change: Change = serde_json::from_str(json).expect("a change");
        study.apply(&change).unwrap_or_else(|error| panic!("{json}: {error}"));
    }
}

fn at(study: &mut Study, x: u32, y: u32) -> PickTrace {
    apply(study, &[&format!("{{\"pick\": [{x}.5, {y}.5]}}")]);
    study.trace().expect("a pick")
}

fn arrows(study: &Study, mistake: Mistake) -> Vec<PatternArrow> {
    let (view, options, inputs) = (study.view(), study.options(), study.mistake_inputs());
    mistake_pattern(study.scene(), view, options, (mistake, &inputs), None, [16, 9])
}

fn is_closed(mesh: &Mesh) -> bool {
    Defects::of(mesh).expect("memory").is_closed()
}

#[test]
fn the_teapot_is_not_closed_but_the_lesson_s_line_goes_in_and_out() {
    says("why-not-this-one.en.md", "The teapot has open edges, but this line meets none of its gaps");
    let mesh = Sample::Teapot.mesh().expect("a mesh");
    assert!(!is_closed(&mesh));
    let mut study = Study::new(Scene::of(Object::new("teapot", mesh.into())), FramebufferSize::new(1280, 720));
    let cursor = at(&mut study, 620, 400).cursor;
    let hits = pick_all(study.scene(), study.view(), cursor, &PickOptions::default());
    assert_eq!(hits.iter().map(|hit| hit.side).collect::<Vec<_>>(), [Side::Front, Side::Back]);
}

#[test]
fn culling_of_a_closed_mesh_seen_from_outside_changes_no_pick() {
    says("why-not-this-one.en.md", "On a closed mesh seen from outside, that is hidden anyway");
    for sample in [Sample::Cube, Sample::Icosphere, Sample::TorusKnot] {
        assert!(is_closed(&sample.mesh().expect("a mesh")), "{sample:?}");
        let (mut plain, mut culled) = (study(sample, &[]), study(sample, &[r#"{"culling": "back"}"#]));
        for (x, y) in (0..32).flat_map(|x| (0..24).map(move |y| (20 * x, 20 * y))) {
            let [plain, culled] = [&mut plain, &mut culled].map(|study| at(study, x, y).hit.map(|hit| hit.triangle));
            assert_eq!(plain, culled, "{sample:?} at {x}, {y}");
        }
    }
}

#[test]
fn the_determinant_of_a_mirrored_object_is_above_0_at_its_back() {
    let meaning = pickray_app::lesson::FIELDS.iter().find(|field| field.name == "hit.det").expect("a field").meaning;
    assert!(meaning.contains("above 0 at the front, of a mirrored object at the back"));
    for (scaled, is_mirrored) in [("[1, 1, 1]", false), ("[-1, 1, 1]", true)] {
        let trace = at(&mut study(Sample::Teapot, &[&format!("{{\"scaled\": {scaled}}}")]), 320, 240);
        let hit = trace.hit.as_ref().expect("the teapot");
        let cast = trace.cast_of(Some(0)).expect("a cast");
        let test = cast.triangles.iter().find(|test| test.triangle == hit.triangle).expect("the hit's");
        assert_eq!(test.report.det > 0.0, (hit.side == Side::Front) != is_mirrored);
    }
}

#[test]
fn a_near_plane_ten_times_closer_puts_the_depths_of_a_buffer_ten_times_as_far_apart() {
    says("three-ways-to-pick.en.md", "Ten times as far. In a perspective, a step of depth grows");
    let [before, after] = [0.01, 0.001].map(|near| {
        let trace = at(&mut study(Sample::Teapot, &[&format!("{{\"near\": {near}}}")]), 320, 240);
        trace.read_back(trace.hit.as_ref().expect("the teapot")).expect("between the planes")
    });
    assert!((9.0..11.0).contains(&(after.step / before.step)), "{before:?} {after:?}");
    assert!([before, after].iter().all(|it| it.off <= it.step), "{before:?} {after:?}");
}

/// The arrows of the mistake that a lesson's page reveals, from its own picture.
fn revealed(page: &pickray_app::lesson::Page) -> (Study, Vec<PatternArrow>) {
    let situation = page.situation.as_ref().expect("a situation");
    let scene = Scene::of(Object::new("teapot", Sample::Teapot.mesh().expect("a mesh").into()));
    let mut study = Study::default();
    study.open(situation.open(|_| Ok::<_, String>(scene.clone())).expect("the teapot"));
    study.restore(situation, &study.meshes()).expect("its mesh");
    page.set_up(&mut study).expect("a setup");
    for change in &page.prediction.as_ref().expect("a prediction").reveal {
        study.apply(change).expect("a reveal");
    }
    let shown = arrows(&study, study.mistake().expect("a mistake"));
    (study, shown)
}

#[test]
fn choices_of_lessons_about_a_pattern_have_the_answer_that_the_pattern_gives() {
    let mut n_choices = 0;
    for page in pickray_app::lesson::builtin().iter().flat_map(|lesson| &lesson.pages) {
        let Some(PredictionKind::Choice { options, answer }) = page.prediction.as_ref().map(|asked| &asked.kind) else {
            continue;
        };
        if !["same-everywhere", "above"].iter().any(|name| options.iter().any(|other| other == name)) {
            continue;
        }
        let (study, arrows) = revealed(page);
        let offset = |arrow: &PatternArrow| Some(DVec2::new(arrow.to?.x - arrow.from.x, arrow.to?.y - arrow.from.y));
        let off: Vec<DVec2> = arrows.iter().filter_map(offset).collect();
        assert_eq!(off.len(), 16 * 9, "{}: all are seen", page.id);
        let lengths = || off.iter().map(|off| off.length());
        let (least, most) = (lengths().fold(f64::MAX, f64::min), lengths().fold(0.0, f64::max));
        let at = off.iter().position(|off| off.length() == least).expect("one is the least");
        let (column, row) = (at % 16, at / 16);
        // Half of a pixel is what flooring to whole pixels may be off.
        let found = match study.mistake().map(Mistake::name) {
            _ if most - least < 1.5 && off.iter().all(|off| off.y > 1.0) && options.len() == 2 => "below",
            _ if most - least < 1.5 => "same-everywhere",
            _ if (7..9).contains(&column) && row == 4 => "growing",
            Some("logical_pixels") if (column, row) == (0, 0) => "growing",
            _ if column == 15 => "from-the-far-edge",
            other => panic!("{}: {other:?} is off least at {column}, {row}", page.id),
        };
        assert_eq!(options[*answer], found, "{}: {least} to {most}", page.id);
        n_choices += 1;
    }
    assert_eq!(n_choices, 5);
}
