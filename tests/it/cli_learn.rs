//! `pickray learn`: lessons checked on the command line.

use crate::*;

const PAGE: &str = r#"{
  "version": 1,
  "languages": ["en"],
  "pages": [
    {
      "id": "left",
      "situation": SITUATION,
      "goal": [{ "field": "ndc.x", "at_most": -0.2 }],
      "solution": [{ "pick": [60, 100] }]
    }
  ]
}
"#;

const CUBE: &str = r#"{ "sample": "cube", "size": [200, 200] }"#;

const WORDS: &str = "# Left\n\nOf the middle.\n\n## left\n\nText.\n\n### goal\n\nClick left of the middle.\n";

fn lesson(desk: &Workdir, name: &str, situation: &str) {
    desk.write(format!("{name}.lesson.json"), &PAGE.replace("SITUATION", situation));
    desk.write(format!("{name}.en.md"), WORDS);
}

/// Returns the situation of a pick of this mesh.
fn situation_on(desk: &Workdir, mesh: &str) -> String {
    desk.run(&format!("pick {mesh} --at 100,100 --size 200x200 --save saved.pick.json"));
    desk.value("saved.pick.json")["situation"].to_string()
}

/// Writes a lesson on `quad.obj`.
pub(crate) fn lesson_on_quad(desk: &Workdir, name: &str) {
    lesson(desk, name, &situation_on(desk, "quad.obj"));
}

/// A lesson that is well, one whose solution is none, and two that cannot be used.
fn lessons() -> Workdir {
    let desk = Workdir::new();
    let json = PAGE.replace("SITUATION", CUBE);
    ["a", "b", "c"].into_iter().for_each(|name| lesson(&desk, name, CUBE));
    desk.write("b.lesson.json", &json.replace("[60, 100]", "[90, 100]"));
    desk.write("c.lesson.json", &json.replace("ndc.x", "ndx.x"));
    desk.write("d.lesson.json", &json);
    desk
}

#[test]
fn the_lessons_that_are_built_in_are_well() {
    let object = Workdir::new().done("learn --check --json").json();
    assert_eq!((object["ok"].as_bool(), object["errors"].as_array().map(Vec::len)), (Some(true), Some(0)));
    assert_eq!(object["lessons"][0]["lesson"], "y-the-other-way");
}

#[test]
fn a_lesson_that_is_well_one_that_is_not_and_one_that_is_none_have_their_exit_status() {
    let desk = lessons();
    let Ran { status, stdout, .. } = desk.run("learn a.lesson.json --check");
    assert_eq!((status, stdout.as_str()), (Some(0), "ok  a, left\n1 page in 1 lesson\n"));
    let Ran { status, stdout, .. } = desk.run("learn b.lesson.json --check");
    assert_eq!(status, Some(1));
    let told = "wrong  b, left\n       its solution does not solve it: ndc.x is at most -0.2, but it is -0.09";
    assert!(stdout.starts_with(told), "{stdout}");
    let Ran { status, stdout, stderr } = desk.run("learn c.lesson.json --check");
    assert_eq!((status, stdout.as_str(), stderr.lines().count()), (Some(2), "", 1));
    assert!(stderr.contains("c.lesson.json:8: page left, goal 1: there is no field \"ndx.x\"; ndc.x is"), "{stderr}");
    desk.write("long.lesson.json", &PAGE.replace("SITUATION", CUBE));
    desk.write("long.en.md", &format!("{WORDS}{}", " ".repeat(1 << 20)));
    let rows = [
        ("d.lesson.json --check", "d.en.md: the words in this language are missing"),
        ("long.lesson.json --check", "long.en.md: is longer than 1 MiB"),
        ("quad.obj --check", "quad.obj: is not named NAME.lesson.json"),
        ("none.lesson.json --check", "none.lesson.json: cannot be read"),
        ("a.lesson.json", "there is no display"),
        // Without a window to tell it, what is wrong is told here.
        ("quad.obj", "quad.obj: is not named NAME.lesson.json"),
        ("none.lesson.json", "none.lesson.json: cannot be read"),
        ("c.lesson.json", "c.lesson.json:8: page left, goal 1"),
    ];
    desk.refuses("learn ", &rows);
}

#[test]
fn of_a_folder_those_that_cannot_be_used_are_told_and_the_others_checked() {
    let desk = lessons();
    let ran = desk.run("learn . --check --json");
    assert_eq!((ran.status, ran.stderr.lines().count()), (Some(1), 2), "{}", ran.stderr);
    let object = ran.json();
    let names: Vec<_> = object["lessons"].as_array().into_iter().flatten().map(|lesson| &lesson["lesson"]).collect();
    assert_eq!(names, ["a", "b"]);
    assert_eq!((object["ok"].as_bool(), object["errors"].as_array().map(Vec::len)), (Some(false), Some(2)));
}

#[test]
fn a_lesson_has_a_mesh_of_its_own_beside_it_and_nowhere_else() {
    let desk = Workdir::new();
    lesson(&desk, "a", &situation_on(&desk, "quad.obj").replace("quad.obj", "elsewhere/quad.obj"));
    desk.done("learn a.lesson.json --check");
    desk.write("quad.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    desk.says("learn a.lesson.json --check", 1, "is not the mesh that was picked");
    std::fs::remove_file(desk.path("quad.obj")).expect("it was there");
    desk.says("learn a.lesson.json --check", 1, "quad.obj");
}

#[cfg(unix)]
#[test]
fn what_a_lesson_names_is_opened_in_its_folder_and_below_and_not_by_a_link_to_elsewhere() {
    use std::os::unix::fs::symlink;
    let desk = Workdir::new();
    let situation = situation_on(&desk, "quad.obj");
    for folder in ["lessons", "lessons/meshes"] {
        std::fs::create_dir(desk.path(folder)).expect("a folder");
    }
    desk.write("lessons/meshes/quad.obj", QUAD);
    let links = [("inside", "meshes/quad.obj"), ("outside", "../quad.obj"), ("passwd", "/etc/passwd"), ("up", "..")];
    for (link, to) in links {
        symlink(to, desk.path(format!("lessons/{link}"))).expect("a link");
    }
    let check = |mesh: &str| {
        lesson(&desk, "lessons/a", &situation.replace("quad.obj", mesh));
        desk.run("learn lessons/a.lesson.json --check")
    };
    let Ran { status, stdout, .. } = check("inside");
    assert_eq!(status, Some(0), "{stdout}");
    for (mesh, told) in [
        ("outside", "lessons/outside: lies outside the lesson's folder; put it there"),
        ("/tmp/outside", "lessons/outside: lies outside the lesson's folder; put it there"),
        ("passwd", "lessons/passwd: lies outside the lesson's folder; put it there"),
        ("up", "lessons/up: lies outside the lesson's folder; put it there"),
        ("..", ".. is not a sample"),
        ("meshes", "is a folder"),
        ("../quad.obj", "lessons/quad.obj: cannot be read"),
        ("/etc/passwd/", "passwd: lies outside"),
    ] {
        let Ran { status, stdout, .. } = check(mesh);
        assert!(status == Some(1) && stdout.contains(told), "{mesh}: {stdout}");
    }

    // Words, too, lie beside the lesson.
    desk.write("words.md", WORDS);
    lesson(&desk, "lessons/a", &situation.replace("quad.obj", "inside"));
    std::fs::rename(desk.path("lessons/a.en.md"), desk.path("lessons/meshes/words.md")).expect("words");
    for (to, told) in [("meshes/words.md", "ok"), ("../words.md", "a.en.md: lies outside the lesson's folder")] {
        symlink(to, desk.path("lessons/a.en.md")).expect("a link");
        let Ran { stdout, stderr, .. } = desk.run("learn lessons/a.lesson.json --check");
        assert!(format!("{stdout}{stderr}").contains(told), "{to}: {stdout}{stderr}");
        std::fs::remove_file(desk.path("lessons/a.en.md")).expect("a link");
    }
}

/// Makes a folder of two lessons, of which one shows a mesh with a material library, and files that no lesson needs.
fn course() -> Workdir {
    let desk = Workdir::new();
    std::fs::create_dir(desk.path("course")).expect("a folder");
    let part = "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl red\nf 1/1 2/2 3/3\n";
    desk.write("course/part.obj", &format!("mtllib part.mtl\n{part}"));
    desk.write("course/part.mtl", "newmtl red\nKd 1 0 0\nmap_Kd red.jpg\n");
    let image = root().join("tests/data/images/baseline.jpg");
    std::fs::copy(image, desk.path("course/red.jpg")).expect("an image");
    desk.write("course/draft.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    desk.write("course/notes.txt", "for me");
    lesson(&desk, "course/a", CUBE);
    lesson(&desk, "course/b", &situation_on(&desk, "course/part.obj"));
    desk
}

#[test]
fn lessons_are_published_with_the_meshes_that_they_show_and_again_when_they_have_changed() {
    let desk = course();
    let Ran { status, stdout, stderr } = desk.run("learn course --publish site/course");
    assert_eq!((status, stderr.as_str()), (Some(0), ""), "{stdout}");
    assert!(stdout.ends_with("7 files and an index in site/course: beside the page, ?lessons=course/ opens them\n"));
    let names = ["a.en.md", "a.lesson.json", "b.en.md", "b.lesson.json", "part.mtl", "part.obj", "red.jpg"];
    assert_eq!(desk.names("site/course"), [&names[..4], &["index.json"], &names[4..]].concat());
    for name in names {
        let of = |folder: &str| std::fs::read(desk.path(format!("{folder}/{name}"))).expect("a file");
        assert_eq!(of("site/course"), of("course"), "{name}");
    }
    let index = desk.value("site/course/index.json");
    assert_eq!((&index["version"], &index["files"]["part.mtl"]), (&1.into(), &35.into()));
    desk.done("learn site/course --check");

    // A run that was killed left its folder; a published file became a link to its source.
    std::fs::create_dir_all(desk.path("site/.course.unpublished/new")).expect("a folder");
    desk.done("learn course --publish site/course");
    assert_eq!(desk.names("site"), ["course"]);
    std::fs::remove_file(desk.path("site/course/part.obj")).expect("it was there");
    std::fs::hard_link(desk.path("course/part.obj"), desk.path("site/course/part.obj")).expect("a link");
    desk.says("learn course --publish site/course", 2, "never overwrites what it reads");
    std::fs::remove_file(desk.path("site/course/part.obj")).expect("it was there");

    // An image in a folder below is published in such a folder.
    std::fs::create_dir(desk.path("course/img")).expect("a folder");
    std::fs::rename(desk.path("course/red.jpg"), desk.path("course/img/red.jpg")).expect("it was there");
    desk.write("course/img/other.jpg", "of no mesh");
    desk.write("course/part.mtl", "newmtl red\nKd 1 0 0\nmap_Kd img/red.jpg\n");
    for out in ["site/course", "site/new"] {
        let ran = desk.run(&format!("learn course --publish {out}"));
        assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""), "{}", ran.stdout);
        assert_eq!(desk.names(&format!("{out}/img")), ["red.jpg"]);
        assert!(!desk.path(format!("{out}/red.jpg")).exists());
    }

    std::fs::remove_file(desk.path("course/b.lesson.json")).expect("it was there");
    desk.write("site/course/of-mine.txt", "stays");
    let ran = desk.run("learn course --publish site/course --json");
    assert_eq!((ran.status, &ran.json()["published"]), (Some(0), &json!(["a.en.md", "a.lesson.json"])));
    assert_eq!(desk.names("site/course"), ["a.en.md", "a.lesson.json", "img", "index.json", "of-mine.txt"]);
}

#[test]
fn what_cannot_be_published_is_told_in_one_line_and_nothing_is_written() {
    let desk = course();
    let before = desk.names(".");
    let rows = [
        ("course/a.lesson.json --publish out", "course/a.lesson.json: is not a folder of lessons"),
        ("--publish out", "<FILE>"),
        ("none --publish out", "none: is not named NAME.lesson.json"),
        ("course --publish course", "course: holds other files, and no index of lessons"),
        ("course --publish quad.obj", "quad.obj: "),
    ];
    desk.refuses("learn ", &rows);
    let huge = std::fs::File::create(desk.path("course/huge.bin")).expect("a file");
    huge.set_len((64 << 20) + 1).expect("a file of holes");
    let told = "course: is not published: it lists huge.bin with 67108865 bytes";
    desk.refuses("learn course --publish out", &[("", told)]);
    assert_eq!(desk.names("."), before);
    std::fs::remove_file(desk.path("course/huge.bin")).expect("it was there");

    std::fs::create_dir(desk.path("out")).expect("a folder");
    desk.write("out/exam.txt", "of somebody");
    let told = "out: holds other files, and no index of lessons that were published there; name a new folder";
    desk.refuses("learn course --publish out", &[("", told)]);
    assert_eq!(desk.names("out"), ["exam.txt"]);
    desk.write("out/index.json", r#"{"version": 1, "files": {}}"#);
    desk.write("out/part.obj", "of somebody");
    desk.refuses("learn course --publish out", &[("", "out/part.obj: already exists, and pickray did not publish it")]);

    desk.write("course/b.lesson.json", &PAGE.replace("SITUATION", CUBE).replace("[60, 100]", "[90, 100]"));
    let Ran { status, stdout, stderr } = desk.run("learn course --publish other");
    assert!(status == Some(1) && stdout.contains("wrong  b, left"), "{stdout}");
    assert_eq!(stderr, "pickray: nothing is published until all lessons pass\n");
    assert!(!desk.path("other").exists());
}
