//! The window in each of its languages: all words pass through the texts, and none is cut.

use super::*;
use egui::{Rect, Shape};
use pickray::mesh::samples::Sample;
use pickray::pick::explain::{Mistake, Step};
use pickray::scene::Scene;
use pickray::study::{Change, MeasureKind, Plane, PlaneName};
use pickray_app::app::action::Message;
use pickray_app::app::input::ClickMode;
use pickray_app::app::texts::{Language, Text, speak};
use pickray_app::app::tools::picking::ladder::LadderAction;
use pickray_app::app::tools::picking::learning::{LearningAction, Predicted};
use pickray_app::app::tools::picking::measuring::MeasureAction;
use pickray_app::app::tools::picking::mistakes::MistakeAction;
use pickray_app::app::tools::picking::pixel_check::CheckAction;
use pickray_app::app::tools::picking::symptoms::SYMPTOMS;
use pickray_app::lesson::builtin;
use std::collections::HashSet;

/// What is painted: its words, where, to which rectangle it is clipped, and whether it was shortened.
pub struct Painted {
    pub words: String,
    pub place: Rect,
    pub clip: Rect,
    /// Rectangles of the text's lines.
    rows: Vec<Rect>,
    is_elided: bool,
}

pub fn painted(harness: &Harness<'_, App>) -> Vec<Painted> {
    fn add(shape: &Shape, clip: Rect, all: &mut Vec<Painted>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, all)),
            Shape::Text(text) => all.push(Painted {
                words: text.galley.text().to_owned(),
                place: text.visual_bounding_rect(),
                clip,
                rows: text
                    .galley
                    .rows
                    .iter()
                    .map(|row| row.visuals.mesh_bounds.translate(row.pos.to_vec2() + text.pos.to_vec2()))
                    .collect(),
                is_elided: text.galley.elided,
            }),
            _ => {}
        }
    }
    let mut all = Vec::new();
    for clipped in &harness.output().shapes {
        add(&clipped.shape, clipped.clip_rect, &mut all);
    }
    all
}

/// Shows a state of the window and has it looked at.
pub type Look<'a> = &'a mut dyn FnMut(&Harness<'static, App>, &str);

fn click(harness: &mut Harness<'static, App>, id: &'static str) {
    harness.get_all_by_label(Text(id).shown()).next().unwrap_or_else(|| panic!("{id} is not shown")).click();
    harness.run_steps(3);
}

fn press_escape(harness: &mut Harness<'static, App>) {
    harness.key_press(egui::Key::Escape);
    harness.run_steps(2);
}

/// Goes through all menus, sheets, sections and tools in a window of this size.
pub fn go_through(size: [f32; 2], scale: f32, look: Look<'_>) {
    let mut harness = window(size, scale);
    menus(&mut harness, look);
    pick_and_its_panels(&mut harness, look);
    measuring(&mut harness, look);
    ladder(&mut harness, look);
    mistakes(&mut harness, look);
    two_views(&mut harness, look);
    sheets(&mut harness, look);
    messages(&mut harness, look);
    benches(&mut harness, look);
    lessons(&mut harness, look);
    presenting(&mut harness, look);
    let mut empty = window(size, scale);
    empty.state_mut().state.desk.study.open(Scene::default());
    empty.run();
    look(&empty, "without a mesh");
}

fn menus(harness: &mut Harness<'static, App>, look: Look<'_>) {
    look(harness, "at first");
    for menu in ["group-file", "menu-edit", "group-view", "group-select", "menu-help"] {
        click(harness, menu);
        look(harness, menu);
        let sub = match menu {
            "group-file" => &["menu-samples", "menu-recent"][..],
            "group-view" => &["menu-look", "settings-ray", "settings-theme"],
            _ => &[],
        };
        for id in sub {
            click(harness, id);
            look(harness, id);
        }
        press_escape(harness);
        press_escape(harness);
    }
}

fn pick_and_its_panels(harness: &mut Harness<'static, App>, look: Look<'_>) {
    harness.pick(2);
    look(harness, "a pick");
    for heading in ["record-heading-barycentric", "record-heading-corners", "record-heading-ray", "record-heading-cost"]
    {
        fold(harness, Text(heading));
    }
    harness.show(Action::Command(Command::ToggleExplain));
    look(harness, "every section open");
    harness.show(Action::Command(Command::ToggleOrthographic));
    look(harness, "orthographic setup");
    harness.show(Action::Command(Command::ToggleOrthographic));
    harness.show(Action::Study(Change::Near(Plane::At(9.0))));
    harness.show(Action::Study(Change::Far(Plane::At(1.0))));
    look(harness, "refused planes");
    harness.show(Action::Command(Command::WhyNot));
    harness.state_mut().work();
    harness.run_steps(2);
    look(harness, "why not");
    harness.show(Action::Command(Command::Escape));
    let view = *harness.desk().view();
    harness.show(right_click(CursorPosition { x: f64::from(view.viewport.x) + 2.0, y: 60.0 }, view));
    look(harness, "a list of hits");
    harness.show(Action::Command(Command::Escape));
    harness.show(pressed(
        CursorPosition { x: f64::from(view.viewport.x) + 2.0, y: 60.0 },
        view,
        ClickMode::Replace,
        false,
    ));
    look(harness, "a miss");
    harness.show(Action::Command(Command::ToggleExplain));
    harness.show(Action::Command(Command::VerifyPixels));
    look(harness, "a check of all pixels");
    harness.show(CheckAction::Close).pick(0);
}

fn measuring(harness: &mut Harness<'static, App>, look: Look<'_>) {
    harness.show(Action::Command(Command::Measure));
    look(harness, "measuring at first");
    let view = *harness.desk().view();
    let left = f64::from(view.viewport.x) + 0.5 * f64::from(view.viewport.width);
    let top = f64::from(view.framebuffer.height) - f64::from(view.viewport.y) - 0.5 * f64::from(view.viewport.height);
    let at = |k: usize| CursorPosition::new(left - 30.0 + 20.0 * k as f64, top + 10.0 * (k % 2) as f64);
    let kinds = [(MeasureKind::Distance, 2), (MeasureKind::Path, 3), (MeasureKind::Angle, 3)];
    for (kind, n) in kinds {
        harness.show(MeasureAction::Kind(kind));
        for k in 0..n {
            harness.show(Action::Hover(Some(at(k))));
            look(harness, &format!("point {k} of {kind:?}"));
            harness.show(pressed(at(k), view, ClickMode::Replace, false));
        }
        harness.show(MeasureAction::EndPath);
        look(harness, &format!("a measure: {kind:?}"));
    }
    harness.show(Action::Command(Command::NextSnap));
    look(harness, "what is snapped to");
    harness.show(MeasureAction::PlaceLandmarks);
    (0..2).for_each(|k| _ = harness.show(pressed(at(k), view, ClickMode::Replace, false)));
    look(harness, "landmarks");
    harness.show(Action::Command(Command::Measure)).show(Action::Hover(None));
    harness.show(MeasureAction::RemoveAll);
    look(harness, "all measures removed");
    harness.show(Action::Command(Command::SelectByClick));
}

fn ladder(harness: &mut Harness<'static, App>, look: Look<'_>) {
    harness.explain();
    look(harness, "the ladder");
    harness.show(LadderAction::Depth(Some(0.5)));
    for step in Step::ALL {
        harness.show(LadderAction::Open(step));
        look(harness, &format!("the ladder at {step:?}"));
    }
    fold(harness, Text("function"));
    look(harness, "the function to copy");
    fold(harness, Text("function"));
    harness.show(Action::Study(Change::Far(Plane::Named(PlaneName::Infinite))));
    harness.show(LadderAction::Open(Step::Eye));
    look(harness, "the ladder with an infinite far plane");
    harness.show(Action::Study(Change::Reset));
}

/// Unfolds or folds what stands under a heading, wherever that has been scrolled to.
fn fold(harness: &mut Harness<'static, App>, words: Text) {
    harness.get_all_by_label(words.shown()).next().expect("a heading").click_accesskit();
    harness.run_steps(3);
}

/// Unfolds all symptoms, and folds them again.
fn symptoms(harness: &mut Harness<'static, App>, look: Look<'_>) {
    let list: Vec<_> = std::iter::once(Text("symptoms")).chain(SYMPTOMS.map(|(words, _)| words)).collect();
    list.iter().for_each(|&words| fold(harness, words));
    look(harness, "the symptoms");
    list.iter().rev().for_each(|&words| fold(harness, words));
}

fn mistakes(harness: &mut Harness<'static, App>, look: Look<'_>) {
    symptoms(harness, look);
    for mistake in Mistake::ALL {
        if harness.tool::<Picking>().explain.ladder.open != Some(mistake.step()) {
            harness.show(LadderAction::Open(mistake.step()));
        }
        harness.show(MistakeAction::Show(Some(mistake)));
        look(harness, &format!("{mistake:?}"));
    }
    harness.show(MistakeAction::Hide);
    look(harness, "a hidden mistake");
    harness.show(MistakeAction::Show(Some(Mistake::TransposedMatrix)));
    look(harness, "a guess");
    harness.show(MistakeAction::Tell);
    look(harness, "the hidden mistake told");
    harness.show(MistakeAction::Show(None));
}

/// Every page of every lesson: as it is opened, and with its prediction made and all hints shown.
fn lessons(harness: &mut Harness<'static, App>, look: Look<'_>) {
    harness.show(Action::Command(Command::Show(Workspace::Learn)));
    look(harness, "the lessons");
    symptoms(harness, look);
    for (index, lesson) in builtin().iter().enumerate() {
        harness.show(LearningAction::Open(index));
        for (number, page) in lesson.pages.iter().enumerate() {
            harness.show(LearningAction::Page(number));
            harness.state_mut().work();
            harness.run_steps(3);
            let what = format!("page {} of {}", page.id, lesson.name);
            look(harness, &what);
            harness.show(LearningAction::Predict(Predicted::Nothing));
            for _ in 0..page.hints {
                harness.show(LearningAction::Hint);
            }
            look(harness, &format!("{what}, all told"));
        }
    }
    harness.show(Action::Dropped(MeshSource::File("another.obj".into())));
    look(harness, "another mesh");
    harness.show(LearningAction::GoOn(false)).show(LearningAction::List);
    harness.show(Action::Command(Command::Show(Workspace::Pick)));
}

fn presenting(harness: &mut Harness<'static, App>, look: Look<'_>) {
    harness.pick(2).show(Action::Command(Command::WhyNot));
    look(harness, "which triangle was expected");
    harness.show(Action::Command(Command::Escape)).show(Action::Command(Command::Present));
    for key in [egui::Key::PageDown, egui::Key::B, egui::Key::PageDown] {
        harness.key_press(key);
        harness.run_steps(3);
        look(harness, &format!("presenting, after {key:?}"));
    }
    harness.show(Action::Command(Command::Present));
}

fn two_views(harness: &mut Harness<'static, App>, look: Look<'_>) {
    harness.show(Action::Command(Command::NextRayView));
    look(harness, "two views");
    harness.show(Action::ScrubNdc(1.0));
    look(harness, "a view in NDC");
    harness.show(Action::Command(Command::NextRayView));
    harness.state_mut().state.desk.settings.panels.explain = false;
    harness.run_steps(2);
}

fn sheets(harness: &mut Harness<'static, App>, look: Look<'_>) {
    for sheet in [
        Sheet::Help,
        Sheet::Settings,
        Sheet::Picture,
        Sheet::Report,
        Sheet::Errors,
        Sheet::Palette { typed: String::new(), chosen: 0 },
        Sheet::GoTo { text: String::new(), problem: None },
        Sheet::GoTo { text: "x y z".to_owned(), problem: Some(Text("go-to-not-understood").shown().to_owned()) },
    ] {
        harness.show(Action::Sheet(Some(sheet.clone())));
        look(harness, &format!("{sheet:?}"));
    }
    harness.show(Action::Sheet(None));
}

fn messages(harness: &mut Harness<'static, App>, look: Look<'_>) {
    for said in [Command::CopyRecord, Command::CopySituation, Command::ToggleNdc] {
        harness.show(Action::Command(said));
        look(harness, &format!("{said:?}"));
    }
    harness.show(Action::Pasted("nothing that is known".to_owned()));
    look(harness, "an error");
    let told = Text("situation-restored").shown();
    harness.show(Action::Tell(Message { about_report: true, ..Message::word(told) }));
    harness.state_mut().state.desk.messages.up = Some(told.to_owned());
    harness.run();
    look(harness, "two messages");
    harness.show(Action::CloseMessage).show(Action::CloseUp);
    harness.show(Action::Open(MeshSource::Sample(Sample::Teapot)));
    look(harness, "a load");
    harness.show(Action::CancelLoading).show(Action::CloseMessage).show(Action::Dropping(true));
    look(harness, "a file over the window");
    harness.show(Action::Dropping(false));
}

fn benches(harness: &mut Harness<'static, App>, look: Look<'_>) {
    harness.show(Action::Command(Command::Show(Workspace::Collide)));
    let tools: Vec<_> = harness.state().state.tools.of(Workspace::Collide).map(|tool| tool.id()).collect();
    for tool in tools {
        harness.show(Action::UseTool(tool));
        harness.state_mut().work();
        harness.run_steps(3);
        look(harness, tool);
        harness.pick(2).pick(0);
        harness.state_mut().work();
        harness.run_steps(3);
        look(harness, &format!("{tool} with an answer"));
        match tool {
            "sphere" => {
                click(harness, "sphere-section-how-it-was-decided");
                look(harness, "how the sphere's contact was decided");
                click(harness, "sphere-player");
                look(harness, "the player");
                click(harness, "sphere-player");
            }
            "two_triangles" => {
                click(harness, "two-triangles-free");
                look(harness, "free triangles");
                click(harness, "case-coplanar");
                look(harness, "coplanar triangles");
                click(harness, "case-past");
                look(harness, "triangles that pass each other");
            }
            _ => {}
        }
    }
    harness.show(Action::Command(Command::Show(Workspace::Pick)));
}

/// What stands in no text: names of the file and of what is in it, units, formulas and letters of mathematics, names of
/// programs and of languages.
const NO_TEXTS: [&str; 46] = [
    "OBJ", "two", "obj", "somewhere", "quad", "tin", "pickray", "px", "mm", "cm", "ms", "µs", "kB", "MB", "det", "bc",
    "ca", "ab", "Ctrl", "Shift", "Alt", "Cmd", "PageUp", "English", "简体中文", "Blender", "AABB", "OBB", "DOP",
    "usemtl", "NaN", "OpenGL", "nothing", "KiB", "xyz", "f32", "f64", "spinning",
    // Languages and libraries of the function to copy.
    "GLM", "JavaScript", "three", "js", "Rust", "glam", "Python", "NumPy",
];

/// The words outside of marks that are none of those.
fn unmarked(text: &str) -> Vec<String> {
    let mut depth = 0;
    let outside: String = text
        .chars()
        .map(|letter| {
            depth += i32::from(letter == '‹');
            let shown = if depth == 0 { letter } else { ' ' };
            depth -= i32::from(letter == '›');
            shown
        })
        .collect();
    let words = outside.split(|letter: char| !letter.is_alphabetic());
    words.filter(|word| word.chars().count() > 1 && !NO_TEXTS.contains(word)).map(str::to_owned).collect()
}

/// The words of the lessons that come with the program, which are texts of their own.
fn words_of_lessons() -> HashSet<String> {
    let files = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/lessons")).expect("a folder");
    let files = files.map(|entry| entry.expect("an entry").path());
    let english = files.filter(|path| path.to_string_lossy().ends_with(".en.md"));
    let texts = english.map(|path| std::fs::read_to_string(path).expect("words"));
    let words =
        |text: String| text.split(|letter: char| !letter.is_alphabetic()).map(str::to_owned).collect::<Vec<_>>();
    texts.flat_map(words).collect()
}

#[test]
fn every_word_of_the_window_is_one_of_its_texts() {
    speak(Language::Marked);
    let of_lessons = words_of_lessons();
    let mut n_painted = 0;
    go_through([1200.0, 1400.0], 1.0, &mut |harness, what| {
        for painted in painted(harness) {
            let mut words = unmarked(&painted.words);
            words.retain(|word| !of_lessons.contains(word));
            assert!(words.is_empty(), "{what}: {words:?} of {:?} is in no text", painted.words);
            n_painted += 1;
        }
    });
    assert!(n_painted > 3000, "{n_painted}");
}

#[test]
fn nothing_is_cut_in_either_language() {
    for language in [Language::English, Language::Chinese] {
        speak(language);
        for (size, scale) in [([1280.0, 720.0], 1.5), ([853.0, 480.0], 1.5)] {
            go_through(size, scale, &mut |harness, what| {
                for Painted { words, place, clip, is_elided, .. } in painted(harness) {
                    let is_seen = clip.is_positive() && clip.intersects(place);
                    let fits = place.left() >= clip.left() - 1.0 && place.right() <= clip.right() + 1.0;
                    assert!(!is_seen || fits, "{language:?}, {size:?}, {what}: {words:?} at {place} is cut by {clip}");
                    assert!(!is_elided || size[0] < 1000.0, "{language:?}, {what}: {words:?} is shortened");
                }
            });
        }
    }
}

#[test]
fn large_numbers_and_long_names_cover_nothing_and_are_not_cut_in_any_panel() {
    let long = "a name that goes on and on ".repeat(4);
    // 1,201,250 triangles, and before them one in a line of eight digits.
    let text = format!(
        "{}{}v -2000 -2000 1\nv 4000 -2000 1\nv 0 4000 1\no {long}\ng {long}\nusemtl {long}\nf -3 -2 -1\n",
        squares(775),
        "\n".repeat(11_000_000)
    );
    let Loaded { scene, report, .. } = loaded(&text);
    let mut found = std::collections::BTreeSet::new();
    let wide = (Language::English, [1280.0, 1000.0]);
    for (language, size) in [wide, (Language::English, [616.0, 1000.0]), (Language::Chinese, [616.0, 1000.0])] {
        speak(language);
        let mut harness = window(size, 1.0);
        let app = harness.state_mut();
        app.update(Action::Open(MeshSource::File(format!("/somewhere/{long}.obj").into())));
        app.loaded(Ok(Loaded { scene: scene.clone(), report: report.clone(), seconds: 0.001, unbuilt: None }));
        harness.run();
        let mut was_shown = false;
        let look: Look<'_> = &mut |harness, what| {
            let (mut shown, picture) = (painted(harness), harness.state().picture.expand(1.0));
            shown.retain(|it| it.clip.intersects(it.place) && !it.words.trim().is_empty());
            shown.retain(|it| !picture.contains_rect(it.clip));
            was_shown |= shown.iter().any(|it| it.words.contains("1201250"));
            for (k, it) in shown.iter().enumerate() {
                let covers = |other: &&Painted| {
                    let rows = other.rows.iter().flat_map(|row| it.rows.iter().map(move |mine| (row, mine)));
                    other.clip == it.clip && rows.into_iter().any(|(a, b)| a.shrink(1.0).intersects(b.shrink(1.0)))
                };
                if let Some(over) = shown[..k].iter().find(covers) {
                    found.insert(format!("{language:?}, {size:?}, {what}: {:?} over {:?}", it.words, over.words));
                }
                let is_cut = it.place.left() < it.clip.left() - 1.0 || it.clip.right() + 1.0 < it.place.right();
                // What is in a list or table of its own is scrolled across.
                if is_cut && it.clip.left() < picture.right() + 2.0 {
                    found.insert(format!("{language:?}, {size:?}, {what}: {:?} is cut", it.words));
                }
            }
        };
        pick_and_its_panels(&mut harness, look);
        measuring(&mut harness, look);
        sheets(&mut harness, look);
        harness.show(Action::Command(Command::Show(Workspace::Learn)));
        look(&harness, "the lessons");
        harness.show(Action::Command(Command::Show(Workspace::Pick)));
        benches(&mut harness, look);
        assert!(was_shown, "the large triangle is picked");
    }
    speak(Language::English);
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.into_iter().collect::<Vec<_>>().join("\n"));
}
