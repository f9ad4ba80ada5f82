//! Test that a pick gives the same study whichever way it is asked for: by a command, a lesson, the window or a line.

use super::pick::PickArgs;
use crate::app::action::Action;
use crate::app::settings::Settings;
use crate::app::update::State;
use crate::situation_text::{from_line, to_line};
use clap::Parser;
use glam::{DMat4, DVec3};
use pickray::math::{FramebufferSize, Viewport};
use pickray::mesh::samples::Sample;
use pickray::scene::{Object, Scene};
use pickray::study::{Change, Study};
use std::sync::Arc;

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    pick: PickArgs,
}

/// Options of a command, and the changes that a lesson writes for them.
const CASES: &[(&str, &str)] = &[
    ("", ""),
    ("--near 2", r#"{"near": 2}"#),
    ("--far 30", r#"{"far": 30}"#),
    ("--far inf", r#"{"far": "infinite"}"#),
    ("--near 20 --far 30", r#"{"far": 30}, {"near": 20}"#),
    ("--reversed-z", r#"{"reversed": true}"#),
    ("--fov 30", r#"{"perspective": 30}"#),
    ("--ortho 3 --near -2", r#"{"orthographic": 3}, {"near": -2}"#),
    ("--cull back", r#"{"culling": "back"}"#),
    ("--cull front", r#"{"culling": "front"}"#),
    ("--sample corner", r#"{"sample": "corner"}"#),
    ("--translate 0.5,0,-1", r#"{"moved": [0.5, 0, -1]}"#),
    ("--rotate 0,45,10", r#"{"turned": [0, 45, 10]}"#),
    ("--scale 1,-2,1", r#"{"scaled": [1, -2, 1]}"#),
    (
        "--rotate 5,0,0 --scale 2 --near 3 --cull back",
        r#"{"turned": [5, 0, 0]}, {"scaled": [2, 2, 2]},
        {"culling": "back"}, {"near": 3}"#,
    ),
    ("--hide 1", r#"{"hide": 1}"#),
    ("--hide 0-1 --sample corner", r#"{"hide": [0, 1]}, {"sample": "corner"}"#),
    ("--why 3", r#"{"pick": [300, 200]}, {"why_not": 3}"#),
    ("--why 1:3", r#"{"pick": [300, 200]}, {"why_not": [1, 3]}"#),
];

/// Returns a scene of two objects, of which the second has a transform of its own.
fn scene() -> Scene {
    let cube = Arc::new(Sample::Cube.mesh().expect("a mesh"));
    let moved = Object::new("b", cube.clone()).with_transform(DMat4::from_translation(DVec3::new(1.5, 0.0, 0.0)));
    [Object::new("a", cube), moved].into_iter().collect()
}

fn by_command(scene: &Scene, options: &str) -> Study {
    let line = format!("pick sample:cube --size 640x480 --at 300,200 --eye 1,2,9 --target 0,0,0 {options}");
    let command = Command::try_parse_from(line.split_whitespace()).expect("options");
    let mut study = Study::new(scene.clone(), FramebufferSize::new(1280, 720));
    command.pick.scene.place(&mut study).expect(options);
    command.pick.apply(&mut study).expect(options);
    study
}

fn by_lesson(scene: &Scene, changes: &[Change]) -> Study {
    let mut study = Study::new(scene.clone(), FramebufferSize::new(640, 480));
    changes.iter().for_each(|change| study.apply(change).expect("possible"));
    study
}

fn by_window(scene: &Scene, changes: &[Change]) -> Study {
    let mut state = State::new(Settings::default());
    state.desk.study.open(scene.clone());
    state.lay_out(Viewport::new(640, 480), FramebufferSize::new(640, 480));
    for change in changes {
        state.act(Action::Study(change.clone()));
        assert_eq!(state.desk.messages.refused, None);
    }
    state.desk.study
}

fn by_line(scene: &Scene, study: &Study) -> Study {
    let line = to_line(&study.situation(["sample:cube", "sample:cube"]).expect("a click"));
    let mut restored = Study::new(scene.clone(), FramebufferSize::new(1280, 720));
    let meshes = restored.meshes();
    restored.restore(&from_line(&line).expect("a line"), &meshes).expect("its meshes");
    restored
}

#[test]
fn options_of_a_command_changes_of_a_lesson_the_window_and_a_line_lead_to_equal_studies() {
    let scene = scene();
    for (options, changes) in CASES {
        let comma = if changes.is_empty() { "" } else { "," };
        let camera = r#"{"camera": {"eye": [1, 2, 9], "target": [0, 0, 0]}}"#;
        let pick = if changes.contains("pick") { "" } else { r#", {"pick": [300, 200]}"# };
        let changes: Vec<Change> = serde_json::from_str(&format!("[{camera}{comma}{changes}{pick}]")).expect("changes");
        let study = by_lesson(&scene, &changes);
        assert!(study.trace().is_some_and(|trace| trace.ray.is_ok()), "{options}");
        assert_eq!(by_command(&scene, options), study, "{options}");
        assert_eq!(by_window(&scene, &changes), study, "{options}");
        let mut restored = by_line(&scene, &study);
        assert_eq!(restored.trace(), study.trace(), "{options}");
        // A matrix tells its angles but for their roundings, and which axes are mirrored but for a turn.
        let [shown, set] = [&restored, &study].map(|study| study.placement().matrix());
        assert!(shown.abs_diff_eq(set, 1e-12), "{options}: {shown:?}");
        let as_opened = [Change::Moved(DVec3::ZERO), Change::Turned(DVec3::ZERO), Change::Scaled(DVec3::ONE)];
        let placing = |change: &&Change| matches!(change, Change::Moved(_) | Change::Turned(_) | Change::Scaled(_));
        for change in as_opened.iter().chain(changes.iter().filter(placing)) {
            restored.apply(change).expect("possible");
        }
        assert_eq!(restored, study, "{options}");
    }
}
