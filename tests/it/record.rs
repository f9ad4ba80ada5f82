//! The record of a pick: the same names in the same order wherever it is written.

use crate::*;
use pickray::math::CursorPosition;
use pickray::pick::SavedSelection;
use pickray::study::{SAVED_VERSION, SavedPick};
use pickray_app::app::action::{Action, Effect};
use pickray_app::app::answers::MeshSource;
use pickray_app::app::arrangement::Pane;
use pickray_app::app::input::{Button, Gesture, Press};
use pickray_app::app::keys::{Command, Modifiers};
use pickray_app::app::settings::Settings;
use pickray_app::app::update::{State, update};
use std::ffi::OsStr;

/// The names of a JSON object, in their order.
fn names(json: &str) -> Vec<String> {
    let object: serde_json::Map<String, Value> = serde_json::from_str(json).expect("a JSON object");
    let mut names: Vec<_> = object.into_iter().map(|(name, _)| name).collect();
    // The first place of a name is its own: what is nested stands behind it.
    names.sort_by_key(|name| json.find(&format!("\"{name}\":")));
    names
}

#[test]
fn the_documents_names_are_those_of_the_record_in_their_order() {
    let document = std::fs::read_to_string(root().join("docs/record.md")).expect("docs/record.md");
    let documented = |heading: &str| -> Vec<String> {
        let section = document.split("\n## ").find(|section| section.starts_with(heading)).expect("a section");
        let named = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        named.map(str::to_owned).collect()
    };
    let desk = Workdir::new();
    let [hit, miss] = ["700,300", "0,0"].map(|at| desk.run(&format!("pick quad.obj --at {at} --json")).stdout);
    assert_eq!(documented("Names"), names(&hit));
    assert_eq!(names(&miss), names(&hit), "a miss has the same");
    let more = desk.run("pick quad.obj --at 700,300 --all --trace --why 1 --json").stdout;
    assert_eq!([documented("Names"), documented("On request")].concat(), names(&more));
}

#[test]
fn the_hit_of_a_saved_pick_has_the_records_names() {
    let desk = Workdir::new();
    let record = names(&desk.run("pick quad.obj --at 700,300 --json --save quad.pick.json").stdout);
    let saved: SavedPick = serde_json::from_str(&desk.text("quad.pick.json")).expect("a saved pick");
    assert_eq!(saved.version, SAVED_VERSION);
    let hit = names(&serde_json::to_string(&saved.chain.hit).expect("JSON"));
    let from = record.iter().position(|name| *name == hit[0]).expect("the record holds the hit");
    assert_eq!(hit, record[from..from + hit.len()]);
}

#[test]
fn what_was_saved_before_parts_of_a_mesh_were_listed_is_picked_and_selected_again() {
    let folder = root().join("tests/data/picks");
    let pick = folder.join("parts.pick.json");
    let desk = Workdir::new();
    let mut command = desk.command([OsStr::new("replay"), pick.as_os_str()]);
    let ran = Ran::of(command.output().expect("the binary runs"));
    assert_eq!((ran.status, ran.stdout.contains("triangle 2 of object 0"), &*ran.stderr), (Some(0), true, ""));
    let text = std::fs::read_to_string(folder.join("parts.selection.json")).expect("a saved selection");
    let saved: SavedSelection = serde_json::from_str(&text).expect("a saved selection");
    let (scene, _) = Load::file(folder.join("parts.obj")).scene().expect("a mesh");
    assert_eq!(scene.objects().len(), 1);
    assert_eq!(saved.restore(&scene).expect("the same mesh").len(), 3);
}

/// JSON on many lines, as it stands on one.
fn on_one_line(json: &str) -> String {
    json.lines().map(|line| line.trim_start().replacen("\": ", "\":", 1)).collect()
}

/// A record less what times took.
fn without_times(record: &str) -> String {
    let mut text = record.trim_end().to_owned();
    for name in ["\"pick_seconds\":", "\"load_seconds\":"] {
        let from = text.find(name).expect("a time") + name.len();
        let length = text[from..].find([',', '}']).expect("an end");
        text.replace_range(from..from + length, "");
    }
    text
}

/// Does what was asked for, and the jobs that it leads to.
fn act(state: &mut State, action: Action) {
    update(state, action);
    for job in std::mem::take(&mut state.desk.files.jobs) {
        act(state, job.run());
    }
}

/// What the window copies of a pick in a mesh, with the camera and the framebuffer of the command line: text and JSON.
fn copied(source: MeshSource, cursor: CursorPosition) -> [String; 2] {
    let mut state = State::new(Settings::default());
    act(&mut state, Action::Open(source));
    let camera = Camera::framing_scene(state.desk.scene(), 1280.0 / 720.0, state.desk.scene().up_axis());
    let view = View::new(camera, FramebufferSize { width: 1280, height: 720 });
    let modifiers = Modifiers::NONE;
    let press = Press { button: Button::Left, cursor, modifiers, pane: Pane::Picking, view, seconds: 0.0 };
    act(&mut state, Action::Gesture(Gesture::Click { press, double: false }));
    state.desk.files.effects.clear();
    act(&mut state, Action::Command(Command::CopyRecord));
    act(&mut state, Action::Command(Command::CopyJson));
    let copied = state.desk.files.effects.into_iter();
    let copied = copied.filter_map(|effect| if let Effect::Copy(text) = effect { Some(text) } else { None });
    copied.collect::<Vec<_>>().try_into().expect("a text and a JSON object")
}

#[test]
fn window_and_command_line_write_one_record() {
    let desk = Workdir::new();
    let quad = desk.path("quad.obj");
    let cube = MeshSource::Sample(Sample::Cube);
    for (source, argument) in [(MeshSource::File(quad.clone()), quad.as_os_str()), (cube, "sample:cube".as_ref())] {
        for (x, y) in [(700.0, 300.0), (640.0, 360.0), (0.0, 0.0)] {
            let [text, json] = copied(source.clone(), CursorPosition { x, y });
            let at = format!("{x},{y}");
            let run = |more: &[&str]| {
                let mut command = desk.command(["pick".as_ref(), argument, "--at".as_ref(), at.as_ref()]);
                command.args(more).env("PICKRAY_CONFIG_DIR", desk.folder());
                Ran::of(command.output().expect("the program runs")).stdout
            };
            assert_eq!(without_times(&on_one_line(&json)), without_times(&run(&["--json"])), "{argument:?} at {at}");
            let [here, there] = [text, run(&[])].map(|text| {
                let rows = text.lines().filter(|row| !row.starts_with("Took"));
                rows.map(str::to_owned).collect::<Vec<_>>()
            });
            assert_eq!(here, there, "{argument:?} at {at}");
        }
    }
}
