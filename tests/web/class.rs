//! The page in a class: lessons of a lecturer's own beside the page, and links to their pages.

use crate::browser::{How, Page, folder, is_at_rest};
use crate::pickray;
use pickray::study::{PageName, Situation};
use pickray_app::situation_text::{from_json, to_line};
use serde_json::{Value, json};
use std::path::PathBuf;
use tempfile::TempDir;

const PAGE: &str = r#"{"version": 1, "languages": ["en"], "pages": [{"id": "left", "situation": SITUATION,
    "goal": [{"field": "ndc.x", "at_most": -0.2}], "solution": [{"pick": [60, 100]}]}]}"#;

const WORDS: &str = "# Left\n\nOf the middle.\n\n## left\n\nText.\n\n### goal\n\nClick left of the middle.\n";

/// A copy of the page with lessons beside it: `course`, of which one shows a mesh, and `single`.
struct Site {
    folder: TempDir,
    /// The situation with which the lesson with a mesh begins.
    situation: Situation,
}

impl Site {
    fn new() -> Self {
        let site = tempfile::tempdir().expect("a folder");
        for file in std::fs::read_dir(folder()).expect("the page").flatten() {
            std::fs::copy(file.path(), site.path().join(file.file_name())).expect("a copy");
        }
        let work = tempfile::tempdir().expect("a folder");
        let at = |name: &str| work.path().join(name);
        for (name, text) in [
            ("course/a mesh.obj", "mtllib colours.mtl\nv -1 -1 0\nv 1 -1 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"),
            ("course/colours.mtl", "newmtl red\nKd 1 0 0\n"),
            ("course/b.en.md", WORDS),
            ("single/a.en.md", WORDS),
            ("course/a.en.md", WORDS),
        ] {
            std::fs::create_dir_all(at(name).parent().expect("a folder")).expect("a folder");
            std::fs::write(at(name), text).expect("written");
        }
        let cube = PAGE.replace("SITUATION", r#"{"sample": "cube", "size": [200, 200]}"#);
        for name in ["course/a.lesson.json", "single/a.lesson.json"] {
            std::fs::write(at(name), &cube).expect("written");
        }
        let saved = "a.pick.json";
        pickray(work.path(), &["pick", "course/a mesh.obj", "--at", "100,100", "--size", "200x200", "--save", saved]);
        let saved = std::fs::read(at(saved)).expect("it is saved");
        let saved: Value = serde_json::from_slice(&saved).expect("JSON");
        let page = PAGE.replace("SITUATION", &saved["situation"].to_string());
        std::fs::write(at("course/b.lesson.json"), page).expect("written");
        for name in ["course", "single"] {
            let out = site.path().join(name);
            pickray(work.path(), &["learn", name, "--publish", out.to_str().expect("Unicode")]);
        }
        let situation = from_json(saved["situation"].to_string().as_bytes()).expect("a situation");
        Self { folder: site, situation }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn open(&self, address: &str) -> Page {
        Page::open_as(How { address, site: Some(self.folder.path()), ..How::default() })
    }
}

#[test]
fn lessons_beside_the_page_are_taken_and_a_link_leads_to_a_page_of_theirs() {
    let site = Site::new();
    let page = site.open("?frame-log&lang=en&lessons=single/");
    page.wait("the only lesson is open", |frame| frame["lesson"]["name"] == "a" && frame["mesh"] == "Cube");
    page.close();

    let name = PageName { lesson: "b".to_owned(), page: "left".to_owned() };
    let line = to_line(&Situation { page: Some(name), ..site.situation.clone() });
    let page = site.open(&format!("?frame-log&lang=en&lessons=course/#{line}"));
    let is_there = |frame: &Value| frame["lesson"]["name"] == "b" && frame["mesh"] == "a mesh.obj";
    let frame = page.wait("the page that the link names is open, with its mesh", |frame| {
        is_there(frame) && frame["picked"].is_object() && is_at_rest(frame)
    });
    assert_eq!(frame["lesson"]["solved"], false);
    let (left, middle) = (&frame["viewport"]["x"], &frame["viewport"]["width"]);
    let [left, width] = [left, middle].map(|number| number.as_f64().expect("a number"));
    page.click((left + 0.2 * width, 300.0));
    page.wait("it has its tick", |frame| frame["lesson"]["solved"] == true);
    page.close();

    // A pick of a mesh of theirs needs no lesson.
    let page = site.open(&format!("?frame-log&lang=en&lessons=course/#{}", to_line(&site.situation)));
    let frame = page.wait("the mesh is fetched", |frame| frame["mesh"] == "a mesh.obj" && frame["picked"].is_object());
    assert_eq!((&frame["lesson"], &frame["message"]), (&Value::Null, &json!("Restored the situation.")));
    page.close();
}

/// Waits for a message, and checks that nothing else has changed.
fn is_told(page: &Page, told: &str) {
    let frame = page.wait(&format!("{told:?} is told"), |frame| {
        is_at_rest(frame) && frame["mesh"].is_string() && frame["message"].as_str().is_some_and(|it| it.contains(told))
    });
    assert_eq!((&frame["lesson"], &frame["picked"]), (&Value::Null, &Value::Null), "{told}");
    assert!(["Teapot", "茶壶"].iter().any(|name| frame["mesh"] == *name), "{}", frame["mesh"]);
    assert_eq!(page.run("return errors"), json!([]), "{told}");
}

#[test]
fn a_folder_that_holds_no_lessons_is_told_in_one_line_and_nothing_else_changes() {
    let site = Site::new();
    let copied = |name: &str| {
        std::fs::create_dir(site.path(name)).expect("a folder");
        for file in std::fs::read_dir(site.path("course")).expect("it is there").flatten() {
            std::fs::copy(file.path(), site.path(name).join(file.file_name())).expect("a copy");
        }
    };
    ["half", "changed"].into_iter().for_each(copied);
    std::fs::remove_file(site.path("half/b.en.md")).expect("it was there");
    std::fs::write(site.path("changed/a.en.md"), "# Another\n").expect("written");
    std::fs::create_dir(site.path("outside")).expect("a folder");
    let index = json!({"version": 1, "files": {"a.lesson.json": 9, "../a.obj": 9}});
    std::fs::write(site.path("outside/index.json"), index.to_string()).expect("written");

    let page = site.open("?frame-log&lang=en&lessons=none/");
    is_told(&page, "none/index.json cannot be fetched: 404");
    for (asked, told) in [
        ("../course/", "?lessons=../course/ names no folder beside this page"),
        ("%2e%2e%2fcourse/", "?lessons=../course/ names no folder"),
        ("%252e%252e/", "?lessons=%2e%2e/ names no folder"),
        ("outside", "outside/index.json: is not an index of lessons: it lists ../a.obj, which is not a plain name"),
        ("half", "half/b.en.md cannot be fetched: 404"),
        ("changed", "changed/a.en.md cannot be fetched: its length is not that in index.json"),
    ] {
        page.go_to(&page.address_of(&format!("?frame-log&lang=en&lessons={asked}")));
        is_told(&page, told);
    }
    for (asked, told) in [("none/", "无法获取 none/index.json：404"), ("../", "?lessons=../ 不是网页旁边的文件夹")]
    {
        page.go_to(&page.address_of(&format!("?frame-log&lang=zh-CN&lessons={asked}")));
        is_told(&page, told);
    }
    let asked = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)");
    for name in asked.as_array().expect("a list").iter().filter_map(Value::as_str) {
        assert!(name.starts_with(&page.address_of("")), "it asked for {name}");
    }
}

#[test]
fn a_mesh_that_is_missing_beside_a_lesson_is_told() {
    let site = Site::new();
    std::fs::remove_file(site.path("course/a mesh.obj")).expect("it was there");
    let name = PageName { lesson: "b".to_owned(), page: "left".to_owned() };
    let line = to_line(&Situation { page: Some(name), ..site.situation.clone() });
    let page = site.open("?frame-log&lang=en&lessons=course/");
    page.run(&format!("location.hash = '#{line}'"));
    let frame = page.wait("it is told", |frame| frame["message"].as_str().is_some_and(|it| it.contains("a mesh.obj")));
    let told = frame["message"].as_str().expect("a message");
    assert!(told.contains("404") && told.lines().count() == 1, "{told}");
    assert_eq!(frame["mesh"], "Teapot");
}
