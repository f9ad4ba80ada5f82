//! What `pickray FILE` does where there is no display: a pick offscreen, or one line that says what the file is.

use crate::*;
use pickray::study::Situation;
use pickray_app::situation_text;

/// The situation of a pick of `mesh`, saved as `NAME.pick.json` and `NAME.situation.json`, and what the pick found.
fn save(desk: &Workdir, mesh: &str, name: &str) -> (Situation, Value) {
    let ran = desk.done(&format!("pick {mesh} --at 48,44 --size 100x90 --cull back --save {name}.pick.json --json"));
    let situation = desk.value(format!("{name}.pick.json"))["situation"].take();
    desk.write(format!("{name}.situation.json"), &situation.to_string());
    (serde_json::from_value(situation).expect("a situation"), ran.json())
}

#[test]
fn the_line_of_a_pick_is_printed_alone_and_makes_the_same_pick() {
    let desk = Workdir::new();
    let pick = "pick sample:cube --at 700,300 --near 2 --cull back --why 3";
    let printed = desk.run(&format!("{pick} --line"));
    let line = printed.stdout.trim_end();
    assert!(printed.status == Some(0) && line.starts_with("pickray3:") && line.lines().count() == 1, "{line}");
    assert_eq!(desk.run(&format!("{pick} --line --json")).json()["line"], line);
    let (there, here) = (desk.run(&format!("{pick} --json")).json(), desk.run(&format!("{line} --json")).json());
    assert_eq!(here["point_world"], there["point_world"]);
    assert!(there["triangle"].is_number() && here["triangle"] == there["triangle"], "{here}");
}

#[test]
fn a_situation_and_a_saved_pick_are_picked_on_their_mesh() {
    let desk = Workdir::new();
    let (_, of_quad) = save(&desk, "quad.obj", "quad");
    let (situation, of_cube) = save(&desk, "sample:cube", "cube");
    let line = situation_text::to_line(&situation);
    for (line, picked) in [
        ("quad.pick.json", &of_quad),
        ("quad.situation.json", &of_quad),
        ("quad.obj quad.situation.json", &of_quad),
        ("quad.situation.json quad.obj", &of_quad),
        ("cube.situation.json", &of_cube),
        (&line, &of_cube),
    ] {
        let ran = desk.done(&format!("{line} --json"));
        for key in ["triangle", "t", "point_world", "cursor", "view"] {
            assert_eq!(ran.json()[key], picked[key], "{line}: {key}");
        }
        let (pixels, width) = desk.pixels("pick.png");
        assert_eq!((width, pixels.len()), (100, 100 * 90), "{line}");
        std::fs::remove_file(desk.path("pick.png")).expect("it was there");
    }
}

#[test]
fn a_situation_without_its_mesh_is_refused_by_what_it_is() {
    let desk = Workdir::new();
    let (mut situation, _) = save(&desk, "quad.obj", "quad");
    desk.write("other.obj", &QUAD.replace("v 1 1 0", "v 1 1.5 0"));
    desk.write("bad.situation.json", "{\"version\": 3}");
    let line = situation_text::to_line(&situation);
    let rows = [
        ("other.obj quad.situation.json", "quad.obj is not the mesh that was picked"),
        (&*line, "give that mesh, too, as `pickray quad.obj "),
        ("quad.situation.json quad.pick.json", "two situations"),
        ("bad.situation.json", "bad.situation.json: This is neither a situation nor"),
        ("none.situation.json", "none.situation.json: cannot be read"),
    ];
    desk.refuses("", &rows);
    std::fs::remove_file(desk.path("quad.obj")).expect("it was there");
    situation.objects[0].mesh = "sample:cube".to_owned();
    situation.view.framebuffer.width = 1 << 31;
    let large = situation_text::to_line(&situation);
    let rows = [("quad.pick.json", "is of quad.obj, which is not there"), (&*large, "larger than 16384 pixels")];
    desk.refuses("", &rows);
    assert!(!desk.path("pick.png").exists());
}

#[cfg(unix)]
#[test]
fn the_mesh_of_a_situation_is_not_written_over() {
    let desk = Workdir::new();
    save(&desk, "quad.obj", "quad");
    std::fs::hard_link(desk.path("quad.obj"), desk.path("pick.png")).expect("a link");
    desk.says("quad.situation.json --force", 2, "never overwrites what it reads");
    assert_eq!(desk.text("quad.obj"), QUAD);
}

#[test]
fn a_lesson_and_a_folder_are_told_as_what_they_are() {
    let desk = Workdir::new();
    for file in ["why.lesson.json", "why.en.md", "why.zh-CN.md"] {
        desk.write(file, "{}");
    }
    for (folder, files) in [
        ("lessons", &["a.lesson.json", "a.obj"][..]),
        ("meshes", &["d.glb", "b.STL", "notes.txt", "c.ply", "a.obj"]),
        ("three", &["c.ply", "b.stl", "a.obj"]),
        ("one", &["a.obj"]),
        ("none", &["notes.txt"]),
    ] {
        std::fs::create_dir(desk.path(folder)).expect("a folder");
        for file in files {
            desk.write(format!("{folder}/{file}"), QUAD);
        }
    }
    let rows = [
        ("why.lesson.json", "is a lesson, which is taken in a window: `pickray learn why.lesson.json --check` runs it"),
        ("why.en.md", "why.lesson.json: is a lesson, which is taken in a window"),
        ("why.zh-CN.md", "why.lesson.json: is a lesson, which is taken in a window"),
        ("lessons", "lessons: is a folder of lessons, which are taken in a window: `pickray learn lessons --check`"),
        ("meshes", "meshes: is a folder of 4 meshes, a.obj, b.STL, c.ply, …; open one of them"),
        ("quad.obj three", "three: is a folder of 3 meshes, a.obj, b.stl, c.ply; open one of them"),
        ("one", "one: is a folder with one mesh, a.obj; open that"),
        ("none", "none: is a folder without a mesh or a lesson"),
    ];
    desk.refuses("", &rows);
}

#[test]
fn several_files_are_one_scene_for_every_command_that_picks() {
    let desk = Workdir::new();
    // Another quadrilateral beside the first one, and one in front of it.
    desk.write("beside.obj", &QUAD.replace("v -1 ", "v 2 ").replace("v 1 ", "v 4 "));
    desk.write("before.obj", &QUAD.replace(" 0\nv", " 1\nv").replace("v -1 1 0", "v -1 1 1"));
    let files = "quad.obj beside.obj before.obj";
    let eye = "--eye 0,0,9 --target 0,0,0";
    let at = &format!("{eye} --at 640,360");
    let pick = |options: &str| desk.run(&format!("pick {files} {at} --json {options}")).json();
    assert_eq!((&pick("")["object"], &pick("")["file"]), (&2.into(), &"before.obj".into()));
    assert_eq!((&pick("--hide 2")["object"], &pick("--hide 2")["file"]), (&0.into(), &"quad.obj".into()));
    assert_eq!(pick("--hide 0-2")["hit"], false);
    desk.refuses(&format!("pick {files} {at}"), &[(" --hide 3", "--hide")]);
    // The same file twice has its objects twice.
    for files in [files, "quad.obj quad.obj"] {
        desk.done(&format!("pick {files} {at} --save all.pick.json --force"));
        desk.done("replay all.pick.json");
    }
    let info = desk.json("info quad.obj beside.obj");
    let named: Vec<_> = info["files"].as_array().expect("a list").iter().map(|file| file["file"].clone()).collect();
    assert_eq!(named, ["quad.obj", "beside.obj"]);
    let picture = |files: &str| {
        let ran = desk.run(&format!("render {files} {eye} -o out.png --size 90x60 --renderer cpu"));
        assert_eq!((ran.status, ran.stderr.matches("lists them").count()), (Some(0), files.split(' ').count()));
        std::fs::read(desk.path("out.png")).expect("a picture")
    };
    assert_ne!(picture("quad.obj"), picture("quad.obj beside.obj"));
    // The window's pick without a window, and all of them with a situation.
    let ran = desk.run(&format!("{files} --json"));
    assert!(ran.status == Some(0) && ran.stderr.contains("beside.obj"), "{}", ran.stderr);
    let line = desk.run(&format!("pick {files} {at} --line")).stdout;
    let again = desk.run(&format!("before.obj quad.obj {} beside.obj --json", line.trim_end()));
    assert_eq!((&again.json()["object"], &again.json()["point_world"]), (&2.into(), &pick("")["point_world"]));
}
