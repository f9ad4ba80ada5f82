//! The window in each of its languages: all words pass through the texts, and none is cut.

use super::*;
use pickray::study::{MeasureKind, PlaneName};
use pickray_app::app::tools::picking::measuring::MeasureAction;
use pickray_app::app::tools::picking::pixel_check::CheckAction;
use pickray_app::app::tools::picking::symptoms::SYMPTOMS;
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

/// Returns the shapes that are painted, each with the rectangle that it is clipped to.
pub fn shapes(harness: &Window) -> Vec<(&Shape, Rect)> {
    fn add<'a>(shape: &'a Shape, clip: Rect, all: &mut Vec<(&'a Shape, Rect)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, all)),
            shape => all.push((shape, clip)),
        }
    }
    let mut all = Vec::new();
    harness.output().shapes.iter().for_each(|clipped| add(&clipped.shape, clipped.clip_rect, &mut all));
    all
}

pub fn painted(harness: &Window) -> Vec<Painted> {
    let painted = |(shape, clip): (&Shape, Rect)| {
        let Shape::Text(text) = shape else { return None };
        let rows = text.galley.rows.iter();
        Some(Painted {
            words: text.galley.text().to_owned(),
            place: text.visual_bounding_rect(),
            clip,
            rows: rows.map(|row| row.visuals.mesh_bounds.translate(row.pos.to_vec2() + text.pos.to_vec2())).collect(),
            is_elided: text.galley.elided,
        })
    };
    shapes(harness).into_iter().filter_map(painted).collect()
}

/// Shows a state of the window and has it looked at.
pub type Look<'a> = &'a mut dyn FnMut(&Window, &str);

fn click(harness: &mut Window, id: &'static str) {
    harness.get_all_by_label(Text(id).shown()).next().unwrap_or_else(|| panic!("{id} is not shown")).click();
    harness.frames(3);
}

/// Goes through all menus, sheets, sections and tools in a window of this size.
pub fn go_through(size: [f32; 2], scale: f32, look: Look<'_>) {
    let mut harness = window(size, scale);
    for part in [
        menus, pick_and_its_panels, measuring, ladder, mistakes, two_views, sheets, messages, benches, lessons,
        presenting,
    ] {
        part(&mut harness, look);
    }
    let mut empty = window(size, scale);
    empty.state_mut().state.desk.study.open(Scene::default());
    look(empty.rest(), "without a mesh");
}

fn menus(harness: &mut Window, look: Look<'_>) {
    look(harness, "at first");
    for (menu, sub) in [
        ("group-file", &["menu-samples", "menu-recent"][..]),
        ("menu-edit", &[]),
        ("group-view", &["menu-look", "settings-ray", "settings-theme"]),
        ("group-select", &[]),
        ("menu-help", &[]),
    ] {
        for id in [&[menu], sub].concat() {
            click(harness, id);
            look(harness, id);
        }
        for _ in 0..2 {
            harness.key_press(egui::Key::Escape);
            harness.frames(2);
        }
    }
}

fn pick_and_its_panels(harness: &mut Window, look: Look<'_>) {
    look(harness.pick(2), "a pick");
    for heading in ["record-heading-barycentric", "record-heading-corners", "record-heading-ray", "record-heading-cost"]
    {
        fold(harness, Text(heading));
    }
    look(harness.show(Action::Command(Command::ToggleExplain)), "every section open");
    look(harness.show(Action::Command(Command::ToggleOrthographic)), "orthographic setup");
    harness.show(Action::Command(Command::ToggleOrthographic)).show(Action::Study(Change::Near(Plane::At(9.0))));
    look(harness.show(Action::Study(Change::Far(Plane::At(1.0)))), "refused planes");
    look(harness.learn(Action::Command(Command::WhyNot)), "why not");
    harness.show(Action::Command(Command::Escape));
    let view = harness.view();
    let beside = CursorPosition { x: f64::from(view.viewport.x) + 2.0, y: 60.0 };
    look(harness.show(right_click(beside, view)), "a list of hits");
    harness.show(Action::Command(Command::Escape));
    look(harness.show(pressed(beside, view, ClickMode::Replace, false)), "a miss");
    harness.show(Action::Command(Command::ToggleExplain));
    look(harness.show(Action::Command(Command::VerifyPixels)), "a check of all pixels");
    harness.show(CheckAction::Close).pick(0);
}

fn measuring(harness: &mut Window, look: Look<'_>) {
    look(harness.show(Action::Command(Command::Measure)), "measuring at first");
    let view = harness.view();
    let left = f64::from(view.viewport.x) + 0.5 * f64::from(view.viewport.width);
    let top = f64::from(view.framebuffer.height) - f64::from(view.viewport.y) - 0.5 * f64::from(view.viewport.height);
    let at = |k: usize| CursorPosition::new(left - 30.0 + 20.0 * k as f64, top + 10.0 * (k % 2) as f64);
    let click = |k: usize| pressed(at(k), view, ClickMode::Replace, false);
    for (kind, n) in [(MeasureKind::Distance, 2), (MeasureKind::Path, 3), (MeasureKind::Angle, 3)] {
        harness.show(MeasureAction::Kind(kind));
        for k in 0..n {
            look(harness.show(Action::Hover(Some(at(k)))), &format!("point {k} of {kind:?}"));
            harness.show(click(k));
        }
        look(harness.show(MeasureAction::EndPath), &format!("a measure: {kind:?}"));
    }
    look(harness.show(Action::Command(Command::NextSnap)), "what is snapped to");
    look(harness.show(MeasureAction::PlaceLandmarks).show(click(0)).show(click(1)), "landmarks");
    harness.show(Action::Command(Command::Measure)).show(Action::Hover(None));
    look(harness.show(MeasureAction::RemoveAll), "all measures removed");
    harness.show(Action::Command(Command::SelectByClick));
}

fn ladder(harness: &mut Window, look: Look<'_>) {
    look(harness.explain(), "the ladder");
    harness.show(LadderAction::Depth(Some(0.5)));
    for step in Step::ALL {
        look(harness.show(LadderAction::Open(step)), &format!("the ladder at {step:?}"));
    }
    fold(harness, Text("function"));
    look(harness, "the function to copy");
    fold(harness, Text("function"));
    harness.show(Action::Study(Change::Far(Plane::Named(PlaneName::Infinite)))).show(LadderAction::Open(Step::Eye));
    look(harness, "the ladder with an infinite far plane");
    harness.show(Action::Study(Change::Reset));
}

/// Unfolds or folds what stands under a heading, wherever that has been scrolled to.
fn fold(harness: &mut Window, words: Text) {
    harness.get_all_by_label(words.shown()).next().expect("a heading").click_accesskit();
    harness.frames(3);
}

/// Unfolds all symptoms, and folds them again.
fn symptoms(harness: &mut Window, look: Look<'_>) {
    let list: Vec<_> = std::iter::once(Text("symptoms")).chain(SYMPTOMS.map(|(words, _)| words)).collect();
    list.iter().for_each(|&words| fold(harness, words));
    look(harness, "the symptoms");
    list.iter().rev().for_each(|&words| fold(harness, words));
}

fn mistakes(harness: &mut Window, look: Look<'_>) {
    symptoms(harness, look);
    for mistake in Mistake::ALL {
        if harness.picking().explain.ladder.open != Some(mistake.step()) {
            harness.show(LadderAction::Open(mistake.step()));
        }
        look(harness.show(MistakeAction::Show(Some(mistake))), &format!("{mistake:?}"));
    }
    look(harness.show(MistakeAction::Hide), "a hidden mistake");
    look(harness.show(MistakeAction::Show(Some(Mistake::TransposedMatrix))), "a guess");
    look(harness.show(MistakeAction::Tell), "the hidden mistake told");
    harness.show(MistakeAction::Show(None));
}

/// Every page of every lesson: as it is opened, and with its prediction made and all hints shown.
fn lessons(harness: &mut Window, look: Look<'_>) {
    look(harness.show(LEARN), "the lessons");
    symptoms(harness, look);
    for (index, lesson) in builtin().iter().enumerate() {
        harness.show(LearningAction::Open(index));
        for (number, page) in lesson.pages.iter().enumerate() {
            harness.learn(LearningAction::Page(number));
            let what = format!("page {} of {}", page.id, lesson.name);
            look(harness, &what);
            harness.show(TELL);
            for _ in 0..page.hints {
                harness.show(LearningAction::Hint);
            }
            look(harness, &format!("{what}, all told"));
        }
    }
    look(harness.show(Action::Dropped(MeshSource::File("another.obj".into()))), "another mesh");
    harness.show(LearningAction::GoOn(false)).show(LearningAction::List);
    harness.show(Action::Command(Command::Show(Workspace::Pick)));
}

fn presenting(harness: &mut Window, look: Look<'_>) {
    look(harness.pick(2).show(Action::Command(Command::WhyNot)), "which triangle was expected");
    harness.show(Action::Command(Command::Escape)).show(Action::Command(Command::Present));
    for key in [egui::Key::PageDown, egui::Key::B, egui::Key::PageDown] {
        harness.key_press(key);
        look(harness.frames(3), &format!("presenting, after {key:?}"));
    }
    harness.show(Action::Command(Command::Present));
}

fn two_views(harness: &mut Window, look: Look<'_>) {
    look(harness.show(Action::Command(Command::NextRayView)), "two views");
    look(harness.show(Action::ScrubNdc(1.0)), "a view in NDC");
    harness.show(Action::Command(Command::NextRayView));
    harness.state_mut().state.desk.settings.panels.explain = false;
    harness.frames(2);
}

fn sheets(harness: &mut Window, look: Look<'_>) {
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
        look(harness.show(Action::Sheet(Some(sheet.clone()))), &format!("{sheet:?}"));
    }
    harness.show(Action::Sheet(None));
}

fn messages(harness: &mut Window, look: Look<'_>) {
    for said in [Command::CopyRecord, Command::CopySituation, Command::ToggleNdc] {
        look(harness.show(Action::Command(said)), &format!("{said:?}"));
    }
    look(harness.show(Action::Pasted("nothing that is known".to_owned())), "an error");
    let told = Text("situation-restored").shown();
    harness.show(Action::Tell(Message { about_report: true, ..Message::word(told) }));
    harness.state_mut().state.desk.messages.up = Some(told.to_owned());
    look(harness.rest(), "two messages");
    harness.show(Action::CloseMessage).show(Action::CloseUp).show(Action::Open(MeshSource::Sample(Sample::Teapot)));
    look(harness, "a load");
    harness.show(Action::CancelLoading).show(Action::CloseMessage).show(Action::Dropping(true));
    look(harness, "a file over the window");
    harness.show(Action::Dropping(false));
}

fn benches(harness: &mut Window, look: Look<'_>) {
    harness.show(Action::Command(Command::Show(Workspace::Collide)));
    for tool in harness.benches() {
        look(harness.learn(Action::UseTool(tool)), tool);
        harness.pick(2).pick(0);
        harness.state_mut().work();
        look(harness.frames(3), &format!("{tool} with an answer"));
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
    in_each_language(|language| {
        for size in [[1280.0, 720.0], [853.0, 480.0]] {
            go_through(size, 1.5, &mut |harness, what| {
                for Painted { words, place, clip, is_elided, .. } in painted(harness) {
                    let is_seen = clip.is_positive() && clip.intersects(place);
                    let fits = place.left() >= clip.left() - 1.0 && place.right() <= clip.right() + 1.0;
                    assert!(!is_seen || fits, "{language:?}, {size:?}, {what}: {words:?} at {place} is cut by {clip}");
                    assert!(!is_elided || size[0] < 1000.0, "{language:?}, {what}: {words:?} is shortened");
                }
            });
        }
    });
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
    let mut found = BTreeSet::new();
    let wide = (Language::English, [1280.0, 1000.0]);
    for (language, size) in [wide, (Language::English, [616.0, 1000.0]), (Language::Chinese, [616.0, 1000.0])] {
        speak(language);
        let mut harness = window(size, 1.0);
        let loaded = Loaded { scene: scene.clone(), report: report.clone(), seconds: 0.001, unbuilt: None };
        harness.open_as(&format!("{long}.obj"), loaded);
        let mut was_shown = false;
        let look: Look<'_> = &mut |harness, what| {
            let (mut shown, picture) = (painted(harness), harness.picture().expand(1.0));
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
        for go_through in [pick_and_its_panels, measuring, sheets] {
            go_through(&mut harness, look);
        }
        look(harness.show(LEARN), "the lessons");
        benches(harness.show(Action::Command(Command::Show(Workspace::Pick))), look);
        assert!(was_shown, "the large triangle is picked");
    }
    speak(Language::English);
    assert_none(&found);
}
