//! The record of a pick: the same in the window and on the command line.

use crate::ui;
use pickray::app::action::{Action, Effect};
use pickray::app::answers::MeshSource;
use pickray::app::keys::{self, ClickMode};
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::samples::Sample;
use pickray::scene::{Camera, View};
use std::process::Command;

const QUAD: &str = "o board\ng front\nusemtl paint\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\nf 1 2 77\n";

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

/// What the window copies of a pick in a mesh, with the camera and the framebuffer of the command line: text and JSON.
fn copied(source: MeshSource, cursor: CursorPosition) -> [String; 2] {
    let mut harness = ui::window([1200.0, 1400.0], 1.0);
    let app = harness.state_mut();
    app.update(Action::Open(source));
    app.work();
    let camera = Camera::framing_scene(app.state.desk.scene(), 1280.0 / 720.0, app.state.desk.scene().up_axis());
    let view = View::new(camera, FramebufferSize { width: 1280, height: 720 });
    app.update(ui::pressed(cursor, view, ClickMode::Replace, false));
    app.work();
    app.effects.clear();
    app.update(Action::Command(keys::Command::CopyRecord));
    app.update(Action::CopyJson);
    let copied =
        app.effects.iter().filter_map(|effect| if let Effect::Copy(text) = effect { Some(text) } else { None });
    let copied: Vec<_> = copied.cloned().collect();
    copied.try_into().expect("a text and a JSON object")
}

#[test]
fn window_and_command_line_write_one_record() {
    let folder = tempfile::tempdir().expect("a folder");
    let quad = folder.path().join("quad.obj");
    std::fs::write(&quad, QUAD).expect("the file is written");
    let cube = MeshSource::Sample(Sample::Cube);
    for (source, argument) in [(MeshSource::File(quad.clone()), quad.as_os_str()), (cube, "sample:cube".as_ref())] {
        for (x, y) in [(700.0, 300.0), (640.0, 360.0), (0.0, 0.0)] {
            let [text, json] = copied(source.clone(), CursorPosition { x, y });
            let at = format!("{x},{y}");
            let run = |more: &[&str]| {
                let mut command = Command::new(env!("CARGO_BIN_EXE_pickray-in-window-tests"));
                command
                    .arg("pick")
                    .arg(argument)
                    .args(["--at", &at])
                    .args(more)
                    .env("PICKRAY_CONFIG_DIR", folder.path());
                String::from_utf8(command.output().expect("the program runs").stdout).expect("UTF-8")
            };
            assert_eq!(without_times(&on_one_line(&json)), without_times(&run(&["--json"])), "{argument:?} at {at}");
            let rows = |text: &str| -> Vec<_> {
                text.lines().filter(|row| !row.starts_with("Took")).map(str::to_owned).collect()
            };
            assert_eq!(rows(&text), rows(&run(&[])), "{argument:?} at {at}");
        }
    }
}
