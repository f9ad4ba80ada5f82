//! The panels, driven as assistive technology drives them: what they show of a state, and what they ask for.

mod areas;
mod bounds;
mod chooser;
mod colors;
mod figure;
mod ladder;
mod languages;
mod lessons;
mod letters;
mod measures;
mod messages;
mod monkey;
mod parts;
mod sheet;
mod split;
mod strip;
mod tooltips;
mod vectors;

use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable};
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::{CornerValues, Image, Load, Pixels};
use pickray::pick::TriangleId;
use pickray::scene::{Object, View};
use pickray::study::Objects;
use pickray_app::app::action::{Action, Effect, Job, Sheet};
use pickray_app::app::answers::{LoadResult, Loaded, MeshSource};
use pickray_app::app::arrangement::{Detent, Workspace};
use pickray_app::app::desk::Desk;
use pickray_app::app::input::{Button, CLICKS, ClickMode, Gesture, Press, Wheel};
use pickray_app::app::job::{Answer, Pending};
use pickray_app::app::keys::{Command, Modifiers, bindings_where};
use pickray_app::app::pane::Pane;
use pickray_app::app::settings::Settings;
use pickray_app::app::tool::Tool;
use pickray_app::app::tools::many_bodies::{self, ManyBodies};
use pickray_app::app::tools::picking::Picking;
use pickray_app::app::tools::sphere::Sphere;
use pickray_app::app::tools::two_meshes::{self, TwoMeshes};
use pickray_app::app::update::{State, update};
use pickray_app::app::{panels, theme};

const TWO: &str = "g quad\nusemtl tin\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\nv 9 9 9 9 9 9 9 9\n\
                   v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nf 6 7 8\nf 1 2 77\n";

/// What came of the panels' requests.
pub struct App {
    pub state: State,
    pub effects: Vec<Effect>,
    pub jobs: Vec<Job>,
    picture: egui::Rect,
}

impl App {
    pub fn update(&mut self, action: Action) {
        update(&mut self.state, action);
        self.effects.append(&mut self.state.desk.files.effects);
        self.jobs.append(&mut self.state.desk.files.jobs);
    }

    /// Does the jobs that were asked for, and those that they lead to; how many those were.
    pub fn work(&mut self) -> usize {
        let jobs = std::mem::take(&mut self.jobs);
        let n_jobs = jobs.len();
        jobs.into_iter().for_each(|job| self.update(job.run()));
        if n_jobs == 0 { 0 } else { n_jobs + self.work() }
    }

    /// Answers what is being read.
    fn loaded(&mut self, result: LoadResult) {
        let loading = self.state.desk.files.loading.as_ref().expect("a mesh is being read");
        let answer = answer(&loading.result, result);
        self.update(Action::Loaded(answer));
    }
}

/// Steps of a test: what each does comes to rest before the next.
pub trait Steps {
    fn act(&mut self, action: impl Into<Action>) -> &mut Self;
    fn command(&mut self, command: Command) -> &mut Self;
    /// Clicks what has this label.
    fn press(&mut self, label: &str) -> &mut Self;
    fn press_role(&mut self, role: Role, label: &str) -> &mut Self;
    /// Clicks what has this as a part of its label.
    fn press_part(&mut self, part: &str) -> &mut Self;
    fn key(&mut self, key: egui::Key) -> &mut Self;
    /// Picks where the middle of a triangle is seen.
    fn pick(&mut self, triangle: u32) -> &mut Self;
    /// Shows the ladder and the setup.
    fn explain(&mut self) -> &mut Self;
    /// Does this, and shows a few frames of what goes on moving.
    fn show(&mut self, action: impl Into<Action>) -> &mut Self;
    /// Clicks what has this label, and shows a few frames of what goes on moving.
    fn press_and_show(&mut self, label: &str) -> &mut Self;
    /// Does this with its work, and shows a few frames.
    fn learn(&mut self, action: impl Into<Action>) -> &mut Self;
    fn drag(&mut self, from: egui::Pos2, to: egui::Pos2) -> &mut Self;
    /// Clicks a place of the picture with the left button.
    fn click_at(&mut self, cursor: CursorPosition) -> &mut Self;
    fn shows(&self, label: &str) -> bool;
    /// Returns where an area lies over the picture.
    fn area(&self, name: &str) -> egui::Rect;
    fn desk(&self) -> &Desk;
    fn tool<T: Tool>(&self) -> &T;
}

impl Steps for Harness<'_, App> {
    fn act(&mut self, action: impl Into<Action>) -> &mut Self {
        self.state_mut().update(action.into());
        self.run();
        self
    }

    fn command(&mut self, command: Command) -> &mut Self {
        self.act(Action::Command(command))
    }

    fn press(&mut self, label: &str) -> &mut Self {
        self.get_by_label(label).click();
        self.run();
        self
    }

    fn press_role(&mut self, role: Role, label: &str) -> &mut Self {
        self.get_by_role_and_label(role, label).click();
        self.run();
        self
    }

    fn press_part(&mut self, part: &str) -> &mut Self {
        self.get_by_label_contains(part).click();
        self.run();
        self
    }

    fn key(&mut self, key: egui::Key) -> &mut Self {
        self.key_press(key);
        self.run();
        self
    }

    fn pick(&mut self, triangle: u32) -> &mut Self {
        pick(self, triangle, ClickMode::Replace);
        self
    }

    fn explain(&mut self) -> &mut Self {
        self.state_mut().state.desk.settings.panels.explain = true;
        self.run();
        self
    }

    fn show(&mut self, action: impl Into<Action>) -> &mut Self {
        self.state_mut().update(action.into());
        self.run_steps(4);
        self
    }

    fn press_and_show(&mut self, label: &str) -> &mut Self {
        self.get_by_label(label).click();
        self.run_steps(4);
        self
    }

    fn learn(&mut self, action: impl Into<Action>) -> &mut Self {
        self.state_mut().update(action.into());
        self.state_mut().work();
        self.run_steps(4);
        self
    }

    fn drag(&mut self, from: egui::Pos2, to: egui::Pos2) -> &mut Self {
        self.drag_at(from);
        self.run_steps(2);
        self.hover_at(to);
        self.run_steps(2);
        self.drop_at(to);
        self.run_steps(4);
        self
    }

    fn click_at(&mut self, cursor: CursorPosition) -> &mut Self {
        let view = *self.desk().view();
        self.act(pressed(cursor, view, ClickMode::Replace, false))
    }

    fn shows(&self, label: &str) -> bool {
        self.query_all_by_label(label).next().is_some()
    }

    fn area(&self, name: &str) -> egui::Rect {
        egui::AreaState::load(&self.ctx, egui::Id::unique(name)).expect("an area").rect()
    }

    fn desk(&self) -> &Desk {
        &self.state().state.desk
    }

    fn tool<T: Tool>(&self) -> &T {
        self.state().state.tools.get::<T>()
    }
}

/// The modifiers that make a click this.
fn modifiers_of(mode: ClickMode) -> Modifiers {
    CLICKS.iter().find(|row| row.1 == mode).expect("each mode has its row").0
}

/// A left button that went down here, with this view.
fn left_press(cursor: CursorPosition, view: View, modifiers: Modifiers) -> Press {
    Press { button: Button::Left, cursor, modifiers, pane: Pane::Picking, view, seconds: 0.0 }
}

/// A left click.
pub fn pressed(cursor: CursorPosition, view: View, mode: ClickMode, double: bool) -> Action {
    Action::Gesture(Gesture::Click { press: left_press(cursor, view, modifiers_of(mode)), double })
}

/// A right click.
fn right_click(cursor: CursorPosition, view: View) -> Action {
    let press = Press { button: Button::Right, ..left_press(cursor, view, Modifiers::NONE) };
    Action::Gesture(Gesture::Click { press, double: false })
}

/// A turn of the wheel.
pub fn wheel(cursor: CursorPosition, factor: f64) -> Wheel {
    Wheel { cursor, factor, modifiers: Modifiers::NONE }
}

/// The answer to what is awaited.
pub fn answer<T>(pending: &Pending<T>, value: T) -> Answer<T> {
    Answer::new(pending.progress().expect("it is awaited").clone(), value)
}

fn loaded(obj: &str) -> Loaded {
    let (scene, report) = Load::bytes("two.obj", obj.as_bytes()).scene().expect("a mesh");
    Loaded { scene, report: Some(report), seconds: 0.001, unbuilt: None }
}

/// A window of this size, at this scale factor, with a mesh in it.
pub fn window(size: [f32; 2], scale: f32) -> Harness<'static, App> {
    let mut app = App {
        state: State::new(Settings::default()),
        effects: Vec::new(),
        jobs: Vec::new(),
        picture: egui::Rect::NOTHING,
    };
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    app.loaded(Ok(loaded(TWO)));
    app.update(Action::CloseMessage);
    app.effects.clear();
    app.jobs.clear();
    let mut harness = Harness::builder()
        .with_size(size)
        .with_pixels_per_point(scale)
        .with_context_setup(theme::install)
        .build_ui_state(
            move |ui, app: &mut App| {
                let mut actions = Vec::new();
                let room = ui.ctx().content_rect().size();
                app.update(Action::Room(room.x.into(), room.y.into()));
                app.picture = panels::show(ui, &app.state, &mut actions);
                let physical = |points: f32| (points * scale).round();
                let framebuffer = FramebufferSize { width: physical(size[0]) as u32, height: physical(size[1]) as u32 };
                let viewport = Viewport {
                    x: physical(app.picture.left()) as i32,
                    y: (framebuffer.height as f32 - physical(app.picture.bottom())) as i32,
                    width: physical(app.picture.width()) as i32,
                    height: physical(app.picture.height()) as i32,
                };
                app.update(Action::Layout { viewport, framebuffer, scale_factor: f64::from(scale) });
                for action in actions {
                    app.update(action);
                }
            },
            app,
        );
    harness.run();
    harness
}

/// Opens the mesh of an OBJ file in place of the one that is there.
fn open(harness: &mut Harness<'static, App>, obj: &str) {
    let app = harness.state_mut();
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    app.loaded(Ok(loaded(obj)));
    harness.run();
}

/// So many rows of as many squares that face +z.
fn squares(n: usize) -> String {
    let at = |row, column| row * (n + 1) + column + 1;
    let places = (0..=n).flat_map(|row| (0..=n).map(move |column| (row, column)));
    let vertices = places.clone().map(|(row, column)| format!("v {column} {row} 0\n"));
    let squares = places.filter(|&(row, column)| row < n && column < n).map(|(row, column)| {
        let (low, high) = (at(row, column), at(row + 1, column));
        format!("f {low} {} {} {high}\n", low + 1, high + 1)
    });
    vertices.chain(squares).collect()
}

fn usual() -> Harness<'static, App> {
    window([1200.0, 1400.0], 1.0)
}

/// Returns a window in which the first triangle is picked.
fn picked(mut harness: Harness<'static, App>) -> Harness<'static, App> {
    harness.pick(0);
    harness
}

/// Picks where the middle of a triangle is seen.
fn pick(harness: &mut Harness<'_, App>, triangle: u32, mode: ClickMode) {
    let app = harness.state_mut();
    let corners = app.state.desk.scene().objects()[0].triangle_in_world(triangle);
    let middle = (corners.a + corners.b + corners.c) / 3.0;
    let cursor = app.state.desk.view().cursor_from_world(middle).expect("before the camera");
    let view = *app.state.desk.view();
    app.update(pressed(cursor, view, mode, false));
    harness.run();
}

#[test]
fn a_pick_shows_its_triangle_line_and_names() {
    let mut harness = picked(usual());
    let app = harness.state_mut();
    assert_eq!(app.jobs.len(), 1, "the line is read");
    let read = answer(&app.state.desk.picked.as_ref().expect("a pick").line_text, Ok("f 1 2 3 4".to_owned()));
    app.update(Action::LineRead(read));
    harness.run();
    harness.get_by_label("Triangle 0");
    harness.get_by_label("line 7");
    harness.get_by_label("f 1 2 3 4");
    harness.get_by_label("quad");
    harness.get_by_label("tin");
    harness.get_by_label("1, part 1 of 2 (4 corners)");
    for label in ["Face", "Group", "Material", "Point", "Normal", "Area", "Side"] {
        harness.get_by_label(label);
    }
    for (heading, labels) in [
        ("Barycentric", &["Barycentric u v w", "Place"][..]),
        ("Corners", &["Corner a", "Corner b", "Corner c", "Edge lengths"]),
        ("Ray", &["t", "From the eye", "From near", "Angle to the ray", "Window x, y", "Depth"]),
        ("Cost", &["Tested", "Took"]),
    ] {
        assert!(labels.iter().all(|label| !harness.shows(label)), "{heading} is folded at first");
        lowest(&harness, heading).expect("a heading").click();
        harness.run();
        for label in labels {
            harness.get_by_label(label);
        }
    }
    let open = harness.desk().settings.open_sections.clone();
    assert!(open.contains("Cost") && open.len() == 4, "the settings remember it: {open:?}");
}

/// The lowest of what has this label; a tab or a switch of the menu bar may have the same word.
fn lowest<'a>(harness: &'a Harness<'_, App>, text: &'a str) -> Option<egui_kittest::Node<'a>> {
    harness.query_all_by_label(text).max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()))
}

#[test]
fn nothing_is_cut_or_covered_in_small_windows() {
    for size in [[616.0, 496.0], [640.0, 480.0], [800.0, 600.0]] {
        let mut harness = picked(window(size, 1.0));
        harness.get_by_label("Hit");
        // The harness leaves a margin of 8 around the window's contents.
        let room = size[0] - 16.0;
        assert!(harness.state().picture.width() >= 0.55 * room - 3.0, "{size:?}: {}", harness.state().picture);
        let tools: Vec<_> = harness.state().state.tools.of(Workspace::Collide).map(|tool| tool.id()).collect();
        for tool in std::iter::once("picking").chain(tools) {
            harness.state_mut().update(Action::UseTool(tool));
            let workspace = if tool == "picking" { Workspace::Pick } else { Workspace::Collide };
            if harness.desk().workspace != workspace {
                harness.state_mut().update(Action::Command(Command::Show(workspace)));
            }
            harness.run_steps(4);
            let right = harness.state().picture.right();
            for node in harness.root().children_recursive() {
                let role = node.accesskit_node().role();
                let is_of_panel =
                    matches!(role, Role::Label | Role::Button | Role::CheckBox | Role::Slider | Role::SpinButton);
                let Some(bounds) = node.accesskit_node().bounding_box() else { continue };
                let rect = egui::Rect::from_min_max(
                    egui::pos2(bounds.x0 as f32, bounds.y0 as f32),
                    egui::pos2(bounds.x1 as f32, bounds.y1 as f32),
                );
                if is_of_panel && rect.is_positive() && rect.top() > 30.0 && rect.bottom() < size[1] - 30.0 {
                    let crosses = rect.left() < right - 0.5 && right + 0.5 < rect.right();
                    let node = node.accesskit_node();
                    let words = node.label().or_else(|| node.value()).unwrap_or_default();
                    assert!(
                        !crosses && rect.right() <= size[0] + 0.5,
                        "{size:?}, {tool}: {words:?} at {rect}, picture to {right}"
                    );
                    assert!(role != Role::Slider || 50.0 < rect.width(), "{size:?}, {tool}: the track of {words:?}");
                }
            }
        }
    }
}

#[test]
fn a_panel_that_a_small_window_made_narrow_is_as_wide_as_before_in_a_large_one() {
    let mut harness = window([1200.0, 800.0], 1.0);
    let resize = |harness: &mut Harness<'static, App>, width: f32| {
        harness.set_size(egui::vec2(width, 800.0));
        harness.run_steps(4);
        width - 8.0 - harness.state().picture.right()
    };
    let before = resize(&mut harness, 1200.0);
    let narrow = resize(&mut harness, 520.0);
    assert!(narrow < before - 50.0, "{narrow} of {before}");
    assert_eq!(resize(&mut harness, 1200.0), before);
    // Dragged to another width, it keeps that.
    let grip = egui::pos2(harness.state().picture.right(), 500.0);
    harness.hover_at(grip);
    harness.run();
    harness.drag_at(grip);
    harness.run();
    harness.hover_at(grip - egui::vec2(60.0, 0.0));
    harness.run();
    harness.drop_at(grip - egui::vec2(60.0, 0.0));
    harness.run_steps(4);
    let wider = resize(&mut harness, 1200.0);
    assert!((wider - before - 60.0).abs() < 8.0, "{wider}, not {before} and 60");
    resize(&mut harness, 520.0);
    assert!((resize(&mut harness, 1200.0) - wider).abs() < 1.5);
}

#[test]
fn the_side_panel_is_hidden_and_shown_with_a_key() {
    let mut harness = usual();
    let toggle = |harness: &mut Harness<'_, App>| {
        harness.command(Command::ToggleSidePanel);
    };
    toggle(&mut harness);
    assert!(!harness.shows("Hit"));
    harness.press("«");
    harness.get_by_label("Hit");
}

#[test]
fn a_miss_says_why_and_clears_what_undo_brings_back() {
    let mut harness = picked(usual());
    harness.click_at(CursorPosition { x: 3.0, y: 60.0 });
    harness.get_by_label("Nothing is hit");
    assert!(harness.desk().selected.triangles.is_empty());
    harness.command(Command::Undo);
    assert_eq!(harness.desk().selected.triangles.len(), 1);
    harness.get_by_label("Triangle 0");
    assert!(!harness.shows("Nothing is hit"), "what is inspected comes back with it");
}

#[test]
fn the_record_is_copied_as_text_and_as_json() {
    let mut harness = usual();
    harness.pick(1);
    harness.state_mut().effects.clear();
    harness.press("Copy").press("Record as text").press("Copy").press("Record as JSON");
    let copied: Vec<_> = harness
        .state()
        .effects
        .iter()
        .filter_map(|effect| if let Effect::Copy(text) = effect { Some(text.as_str()) } else { None })
        .collect();
    let [text, json] = copied[..] else { panic!("{copied:?}") };
    let has = |label: &str, value: &str| text.lines().any(|line| line.split_whitespace().eq([label, value]));
    assert!(has("Triangle", "1") && has("Line", "7"), "{text}");
    let record: serde_json::Value = serde_json::from_str(json).expect("JSON");
    assert_eq!((&record["triangle"], &record["line"]), (&1.into(), &7.into()));
    assert!(record["boxes_tested"].is_u64() && record["view"]["camera"].is_object(), "{json}");
}

#[test]
fn a_click_in_the_list_of_the_selection_goes_there() {
    let mut harness = picked(usual());
    pick(&mut harness, 1, ClickMode::Add);
    harness.get_by_label("Selection (2)");
    let before = harness.desk().view().camera;
    harness.press_part("Triangle 0  ·");
    let state = &harness.state().state;
    assert_ne!(state.desk.view().camera, before);
    assert_eq!(state.desk.picked.as_ref().and_then(|picked| picked.id()), Some(TriangleId { object: 0, triangle: 0 }));
    assert_eq!(state.desk.selected.triangles.len(), 2, "going there selects nothing else");
}

#[test]
fn the_hits_of_a_right_click_are_listed_and_chosen() {
    let mut harness = usual();
    let app = harness.state_mut();
    app.update(Action::Command(Command::ViewFrom(pickray::scene::navigation::StandardView::Front)));
    let corners = app.state.desk.scene().objects()[0].triangle_in_world(2);
    let middle = (corners.a + corners.b + corners.c) / 3.0;
    let view = *app.state.desk.view();
    let cursor = view.cursor_from_world(middle).expect("before the camera");
    app.update(right_click(cursor, view));
    harness.run();
    harness.get_by_label("2 hits, nearest first");
    assert!(harness.desk().selected.triangles.is_empty(), "a list selects nothing");
    harness.press_part("2.  Triangle 2");
    let state = &harness.state().state;
    assert!(state.tools.get::<Picking>().hits.is_none());
    assert_eq!(state.desk.selected.triangles.iter().collect::<Vec<_>>(), [TriangleId { object: 0, triangle: 2 }]);
    harness.get_by_label("2 of 2 along the ray");
}

#[test]
fn a_list_of_hits_that_was_short_grows() {
    let mut harness = usual();
    let corners = (0..8).map(|z| format!("v -1 -1 {z}\nv 1 -1 {z}\nv 0 1 {z}\n"));
    let faces = (0..8).map(|i| format!("f {} {} {}\n", 3 * i + 1, 3 * i + 2, 3 * i + 3));
    let app = harness.state_mut();
    app.update(Action::Open(MeshSource::File("/somewhere/eight.obj".into())));
    app.loaded(Ok(loaded(&corners.chain(faces).collect::<String>())));
    app.update(Action::Command(Command::ViewFrom(pickray::scene::navigation::StandardView::Front)));
    harness.run();
    let view = *harness.desk().view();
    for x in [-1.2, 0.0] {
        let cursor = view.cursor_from_world(glam::dvec3(x, -0.3, 7.0)).expect("before the camera");
        harness.act(right_click(cursor, view));
    }
    let heading = harness.get_by_label("8 hits, nearest first").rect();
    assert!(heading.bottom() <= harness.get_by_label_contains("1.  Triangle 7").rect().top());
    let list = harness.area("hits");
    assert!(list.contains_rect(harness.get_by_label_contains("8.  Triangle 0").rect()), "{list}");
}

#[test]
fn the_ladder_shows_every_space_in_one_row_and_opens_one() {
    // 1280 × 720 at a scale factor of 1.5.
    let mut harness = window([853.0, 480.0], 1.5);
    harness.explain().pick(0);
    let whole = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(853.0, 480.0));
    let mut top = f32::INFINITY;
    for step in ["Cursor", "Window", "NDC", "Eye", "World", "Object", "Triangle"] {
        let rung = harness.get_by_role_and_label(Role::Button, step).rect();
        assert!(whole.contains_rect(rung), "{step} is cut: {rung:?}");
        top = top.min(rung.top());
    }
    assert!(240.0 < top, "more than half of a low window is left to the picture: {top}");
    for (step, word) in [
        ("Cursor", "physical = scale factor × logical"),
        ("Window", "winX, winY, winZ of gluUnProject"),
        ("NDC", "the viewport transform"),
        ("Eye", "this is what w is for"),
        ("World", "world = V⁻¹ eye"),
        ("Object", "the inverse model matrix"),
        ("Triangle", "Möller and Trumbore, 1997"),
    ] {
        harness.press_role(Role::Button, step);
        let shown = harness.get_by_label_contains(word).rect();
        assert!(shown.right() <= 853.0 && shown.left() >= 0.0, "{step} is cut: {shown:?}");
    }
    harness.get_by_label("the closest hit");
}

#[test]
fn the_help_lists_every_key() {
    let mut harness = usual();
    harness.command(Command::ToggleHelp);
    for (chord, row) in bindings_where(false) {
        assert!(harness.query_all_by_label(&chord.to_string()).next().is_some(), "{chord}");
        assert!(harness.query_all_by_label(row.name.shown()).next().is_some(), "{:?}", row.name);
    }
    harness.press("Close");
    assert_eq!(harness.desk().messages.sheet, None);
}

#[test]
fn the_help_tells_of_fingers_once_one_was_on_the_screen() {
    let mut harness = usual();
    harness.command(Command::ToggleHelp);
    assert!(!harness.shows("Long press"));
    harness.act(Action::Touched(None));
    // Most of these stand in the last line, too.
    for gesture in ["One finger", "Two fingers", "Tap", "Double tap", "Long press"] {
        assert!(harness.query_all_by_label(gesture).next().is_some(), "{gesture}");
    }
}

#[test]
fn the_hits_of_a_long_press_are_chosen_by_a_tap() {
    let mut harness = usual();
    let app = harness.state_mut();
    app.update(Action::Command(Command::ViewFrom(pickray::scene::navigation::StandardView::Front)));
    app.update(Action::Touched(None));
    let corners = app.state.desk.scene().objects()[0].triangle_in_world(2);
    let view = *app.state.desk.view();
    let cursor = view.cursor_from_world((corners.a + corners.b + corners.c) / 3.0).expect("before the camera");
    app.update(right_click(cursor, view));
    harness.run();
    let told: Vec<_> = harness.query_all_by_label("Tap").collect();
    assert_eq!(told.len(), 1, "the list comes first, and a tap in the picture is told of no more");
    harness.get_by_label("Choose a hit");
}

#[test]
fn explain_stays_in_the_bar_of_a_narrow_window_and_no_switch_is_cut() {
    for (width, switches) in [(768.0, 4..6), (700.0, 1..5), (480.0, 1..5)] {
        let harness = window([width, 600.0], 1.0);
        let shown: Vec<_> = ["Explain", "Orthographic", "Grid", "Edges", "Smooth"]
            .into_iter()
            .map_while(|label| harness.query_all_by_label(label).find(|node| node.rect().top() < 40.0))
            .collect();
        assert!(switches.contains(&shown.len()), "{} switches at {width}", shown.len());
        let learn = harness.query_all_by_label("Learn").next().expect("a workspace").rect();
        assert!(shown.iter().all(|node| learn.right() < node.rect().left() && node.rect().right() < width));
    }
}

#[test]
fn the_bar_has_the_four_switches_of_the_first_minute_and_explain_shows_ladder_and_setup() {
    let mut harness = picked(window([800.0, 1000.0], 1.0));
    for switch in ["Smooth", "Edges", "Grid", "Orthographic", "Explain"] {
        let shown = harness.get_by_role_and_label(Role::Button, switch).rect();
        assert!(shown.bottom() < 40.0 && shown.right() <= 800.0, "{switch} at {shown}");
    }
    let explained = ["Setup", "NDC", "Near plane", "Reversed depth", "Pixel sample", "Ray of the pick"];
    assert!(explained.iter().all(|label| !harness.shows(label)), "none of it until it is asked for");
    harness.press("Explain");
    assert!(explained.iter().all(|label| harness.shows(label)));
    harness.command(Command::ToggleExplain);
    assert!(!harness.desk().settings.panels.explain && !harness.shows("Setup"));
    harness.command(Command::Show(Workspace::Collide));
    assert!(!harness.shows("Explain"), "a bench has no pick to explain");
}

#[test]
fn what_was_done_is_undone_and_copied_from_the_edit_menu() {
    let mut harness = picked(usual());
    for (entry, key) in [("Copy the record of the pick", "Ctrl+C"), ("Copy the record as JSON", "")] {
        harness.press("Edit").press_part(entry);
        assert!(matches!(harness.state_mut().effects.pop(), Some(Effect::Copy(_))), "{entry} {key}");
    }
    harness.press("Edit");
    let undo = harness.query_all_by_label_contains("Undo").min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    undo.expect("an entry").click();
    harness.run();
    assert!(harness.desk().selected.triangles.is_empty());
}

#[test]
fn the_bytes_of_a_binary_record_are_folded_and_a_line_of_text_is_not() {
    let mut harness = usual();
    let corners: [f32; 12] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let mut bytes = vec![b' '; 80];
    bytes.extend(1_u32.to_le_bytes());
    bytes.extend(corners.iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend([0, 0]);
    let (scene, report) = Load::bytes("one.stl", &bytes).scene().expect("a binary mesh");
    let app = harness.state_mut();
    app.update(Action::Open(MeshSource::File("/somewhere/one.stl".into())));
    app.loaded(Ok(Loaded { scene, report: Some(report), seconds: 0.001, unbuilt: None }));
    harness.run();
    harness.pick(0);
    let app = harness.state_mut();
    let read = answer(&app.state.desk.picked.as_ref().expect("a pick").line_text, Ok("00 00 80 3f".to_owned()));
    app.update(Action::LineRead(read));
    harness.run();
    assert!(!harness.shows("00 00 80 3f"));
    harness.press("Bytes");
    harness.get_by_label("00 00 80 3f");
}

#[test]
fn the_file_menu_and_the_help_can_be_read_in_the_smallest_window() {
    let mut harness = window([480.0, 320.0], 1.0);
    for group in ["Menu", "File"] {
        harness.press(group);
    }
    for entry in ["Open…", "Export selection…", "Quit"] {
        let shown = harness.get_by_label_contains(entry).rect();
        assert!(0.0 <= shown.left() && shown.right() <= 480.0, "{entry} at {shown}");
    }
    harness.command(Command::ToggleHelp);
    for words in ["Ctrl+Shift+Click", "Take out of the selection", "Copy the situation: everything in the pick"] {
        let shown = lowest(&harness, words).expect("it is listed").rect();
        assert!(shown.height() < 40.0 && 80.0 < shown.width(), "{words} is broken into pieces: {shown}");
    }
}

#[test]
fn a_load_shows_its_progress_and_can_be_cancelled() {
    let mut harness = usual();
    harness.show(Action::Open(MeshSource::File("/somewhere/large.obj".into())));
    harness.get_by_label("Reading large.obj");
    let progress = harness.desk().files.loading.as_ref().and_then(|loading| loading.result.progress()).cloned();
    harness.press("Cancel");
    assert!(progress.expect("loading").is_cancelled());
    assert!(harness.desk().files.loading.is_none());
    assert_eq!(harness.desk().scene().objects()[0].name, "two.obj", "the present mesh stays");
}

#[test]
fn a_failed_load_keeps_the_mesh_and_says_file_line_and_reason() {
    let mut harness = usual();
    harness.state_mut().update(Action::Open(MeshSource::File("/somewhere/broken.obj".into())));
    let error = Load::bytes("broken.obj", b"v 0 0 0\nf 1 2 3\n").mesh().expect_err("no mesh");
    let words = error.to_string();
    harness.state_mut().loaded(Err(error.to_string()));
    harness.run();
    assert!(words.starts_with("broken.obj:2: "), "{words}");
    harness.get_by_label(&words);
    assert!(harness.state().effects.contains(&Effect::TellTerminal(words)), "it may have been named there");
    assert_eq!(harness.desk().scene().objects()[0].name, "two.obj");
}

#[test]
fn an_empty_picture_has_buttons_to_open_a_file_or_a_sample() {
    let mut harness = usual();
    harness.state_mut().state = State::new(Settings::default());
    harness.run();
    harness.press("Open…");
    assert_eq!(std::mem::take(&mut harness.state_mut().jobs).len(), 1, "it asks for a file");
    harness.press_part("Samples");
    let sample = pickray::mesh::samples::Sample::ALL[0];
    harness.press_and_show(sample.name());
    let loading = harness.desk().files.loading.as_ref();
    assert!(loading.is_some_and(|loading| loading.source == MeshSource::Sample(sample)));
    assert!(!harness.shows("Open…"), "a mesh is on its way");
}

#[test]
fn a_load_without_warnings_is_not_coloured_as_one_with_them() {
    let mut harness = usual();
    harness.press_role(Role::Link, "1 warning");
    harness.get_by_label("line 13");
    harness.act(Action::Sheet(None));
    harness.state_mut().update(Action::Open(MeshSource::File("/somewhere/one.obj".into())));
    harness.state_mut().loaded(Ok(loaded("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")));
    harness.run();
    assert!(harness.query_by_role_and_label(Role::Link, "No warnings").is_none(), "it has no link's colour");
    harness.press("No warnings");
    assert_eq!(harness.desk().messages.sheet, Some(Sheet::Report));
}

#[test]
fn a_library_that_is_not_there_is_named_in_place_of_no_warnings() {
    let mut harness = usual();
    let text = "mtllib absent.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n";
    harness.state_mut().update(Action::Open(MeshSource::File("/somewhere/one.obj".into())));
    let (scene, report) = Load::files("one.obj", &[("one.obj", text)]).scene().expect("a mesh");
    harness.state_mut().loaded(Ok(Loaded { scene, report: Some(report), seconds: 0.001, unbuilt: None }));
    harness.run();
    assert!(!harness.shows("No warnings"));
    let told = "`absent.mtl` is not read: it was not opened or dropped together with the mesh";
    assert_eq!(harness.query_all_by_label_contains(told).count(), 2, "in the panel, and at once as a message");
    harness.press_role(Role::Link, "Remarks");
    assert_eq!(harness.desk().messages.sheet, Some(Sheet::Report));
    assert!(!harness.shows("No warnings."));
}

#[test]
fn a_face_is_gone_to_by_its_line_and_one_that_is_not_there_is_said_to_be_missing() {
    let mut harness = usual();
    harness.command(Command::GoToTriangle);
    for (typed, triangle) in [("line 1", None), ("2", Some(2))] {
        harness.get_by_role(Role::TextInput).focus();
        harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        harness.run();
        harness.get_by_role(Role::TextInput).type_text(typed);
        harness.run();
        harness.key(egui::Key::Enter);
        assert_eq!(harness.desk().messages.sheet.is_none(), triangle.is_some(), "{typed}");
        assert_eq!(harness.shows("No face begins on line 1."), triangle.is_none(), "{typed}");
        assert_eq!(harness.desk().picked.as_ref().and_then(|picked| picked.id()).map(|id| id.triangle), triangle);
    }
}

/// Types into the list of commands, and presses Enter.
fn find_command(harness: &mut Harness<'static, App>, letters: &str) {
    harness.command(Command::ShowPalette);
    harness.get_by_role(Role::TextInput).type_text(letters);
    harness.run();
    harness.key(egui::Key::Enter);
}

#[test]
fn a_command_is_found_by_a_few_letters_and_run_by_enter() {
    let mut harness = usual();
    let sheet = |harness: &Harness<'static, App>| harness.desk().messages.sheet.clone();
    let before = harness.desk().settings.style.wireframe;
    find_command(&mut harness, "WIREF");
    assert_eq!(sheet(&harness), None);
    assert_ne!(harness.desk().settings.style.wireframe, before);
    find_command(&mut harness, "grow");
    assert!(matches!(sheet(&harness), Some(Sheet::Palette { .. })), "it can do nothing now");
    harness.get_by_label_contains("Grow Nothing is selected.");
    harness.state_mut().update(Action::Sheet(None));
    find_command(&mut harness, "select all");
    assert_eq!(harness.desk().selected.triangles.len(), 3);
    find_command(&mut harness, "no such command");
    harness.get_by_label("No command has these letters.");
}

#[test]
fn the_arrows_choose_among_the_commands_that_are_found_and_a_click_runs_one() {
    let mut harness = usual();
    harness.command(Command::ShowPalette);
    harness.get_by_role(Role::TextInput).type_text("workspace");
    harness.run();
    for key in [egui::Key::ArrowDown, egui::Key::ArrowDown, egui::Key::ArrowUp, egui::Key::Enter] {
        harness.key(key);
    }
    assert_eq!(harness.desk().workspace, Workspace::Collide, "the second of three");
    harness.command(Command::ShowPalette);
    harness.get_by_role(Role::TextInput).type_text("workspace");
    harness.run();
    harness.press_part("Pick workspace");
    assert_eq!(harness.desk().workspace, Workspace::Pick);
}

#[test]
fn the_menus_open_samples_and_switch_the_picture() {
    let mut harness = usual();
    harness.press("File").press_part("Samples");
    let sample = pickray::mesh::samples::Sample::ALL[0];
    harness.press_and_show(sample.name());
    assert!(harness.desk().files.loading.as_ref().is_some_and(|loading| loading.source == MeshSource::Sample(sample)));
    let before = harness.desk().settings.style.edges;
    harness.press_and_show("Edges");
    assert_eq!(harness.desk().settings.style.edges, !before);
    assert!(harness.state().effects.iter().any(|effect| matches!(effect, Effect::SaveSettings)));
}

#[test]
fn the_mesh_is_exported_from_the_file_menu_and_what_is_selected_where_something_is() {
    let mut harness = usual();
    let open = |harness: &mut Harness<'static, App>| {
        harness.press("File");
        ["Export mesh…", "Export selection…"].map(|entry| !harness.get_by_label(entry).accesskit_node().is_disabled())
    };
    assert_eq!(open(&mut harness), [true, false]);
    harness.get_by_label("File").click();
    harness.pick(0);
    assert_eq!(open(&mut harness), [true, true]);
    let jobs = harness.state().jobs.len();
    harness.press("Export selection…");
    assert_eq!(harness.state().jobs.len(), jobs + 1, "a file is asked for");
    harness.command(Command::Show(Workspace::Collide));
    assert_eq!(open(&mut harness), [false, false], "the scene has more than the mesh");
}

#[test]
fn the_settings_change_what_they_say() {
    let mut harness = usual();
    harness.act(Action::Sheet(Some(Sheet::Settings))).press("Side panel at the left");
    assert!(harness.desk().settings.panels.left);
    assert!(harness.state().picture.left() > 200.0, "the picture begins right of the panel");
}

#[test]
fn the_panels_leave_the_picture_most_of_the_room_at_every_scale_factor() {
    for scale in [1.0, 1.25, 1.5, 1.75, 2.0] {
        for size in [[640.0, 480.0], [1280.0, 800.0], [1920.0, 1080.0]] {
            let harness = window(size, scale);
            let picture = harness.state().picture;
            assert!(picture.width() >= 0.45 * size[0] && picture.height() >= 0.8 * size[1], "{picture:?} of {size:?}");
            let viewport = harness.desk().view().viewport;
            assert_eq!(viewport.width, (picture.width() * scale).round() as i32);
        }
    }
}

#[test]
fn a_pick_does_not_move_the_picture() {
    for size in [[1280.0, 800.0], [1200.0, 1400.0], [800.0, 600.0]] {
        let mut harness = window(size, 1.0);
        harness.explain();
        harness.pick(1);
        let before = harness.state().picture;
        harness.pick(0);
        let app = harness.state_mut();
        let read = answer(&app.state.desk.picked.as_ref().expect("a pick").line_text, Ok("f 1/2/3 ".repeat(40)));
        app.update(Action::LineRead(read));
        harness.run();
        assert_eq!(harness.state().picture, before, "in a window of {size:?}");
    }
}

#[test]
fn the_ladder_has_one_height_and_the_picture_stays_where_it_is() {
    for size in [[1280.0, 720.0], [853.0, 480.0], [640.0, 480.0], [1920.0, 1080.0]] {
        let mut harness = window(size, 1.0);
        let whole = harness.state().picture;
        harness.explain();
        assert_eq!(harness.state().picture, whole, "nothing is explained before the first pick");
        harness.pick(0);
        let before = harness.state().picture;
        assert!(120.0 <= before.height() && before.height() < whole.height(), "{before:?}");
        for step in ["Cursor", "Eye", "Triangle", "Triangle"] {
            harness.press_role(Role::Button, step);
            assert_eq!(harness.state().picture, before, "{step} in a window of {size:?}");
        }
        for workspace in [Workspace::Collide, Workspace::Learn] {
            harness.command(Command::Show(workspace));
        }
        assert_eq!(harness.state().picture, before, "in lessons, too");
    }
}

#[test]
fn the_tabs_go_over_to_the_collide_workspace_and_back_and_picking_stays_as_it_was() {
    let mut harness = picked(usual());
    harness.press("Collide");
    assert_eq!(harness.desk().workspace, Workspace::Collide);
    harness.get_by_label("First contact");
    assert!(!harness.shows("Hit"), "the pick's panels are those of the other workspace");
    harness.pick(1);
    let selected = |harness: &Harness<'_, App>| harness.desk().selected.triangles.iter().collect::<Vec<_>>();
    assert_eq!(selected(&harness), [TriangleId { object: 0, triangle: 0 }], "a click sends a sphere there");
    harness.press("Pick");
    harness.get_by_label("Hit");
    harness.pick(1);
    assert_eq!(selected(&harness), [TriangleId { object: 0, triangle: 1 }]);
}

#[test]
fn the_bench_of_the_sphere_shows_the_contact_the_slide_and_how_it_was_decided() {
    let mut harness = usual();
    harness.press("Collide").pick(0);
    let run = harness.tool::<Sphere>().run.clone().expect("a way");
    let hit = run.sweep.hit.expect("a hit");
    harness.get_by_label(&format!("Triangle {}", hit.triangle));
    for label in ["t", "Distance", "Point", "Normal", "Feature", "Overlapping", "Tested", "Bounces", "End", "Ended"] {
        harness.get_by_label(label);
    }
    harness.press("How it was decided");
    harness.get_by_label("Touched");
    let before = harness.tool::<Sphere>().time;
    harness.get_by_role_and_label(Role::Slider, "Time").focus();
    harness.run();
    harness.key(egui::Key::ArrowRight);
    assert!(harness.tool::<Sphere>().time > before, "the slider leads through time");
    harness.press("Player: keys move the sphere");
    harness.get_by_label("Centre");
    harness.get_by_label("Gravity");
}

#[test]
fn the_bench_of_two_triangles_shows_the_signs_the_line_the_verdict_and_the_axes() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Two triangles").pick(0);
    harness.get_by_label("Triangle 0");
    harness.get_by_label("The next click");
    harness.pick(1);
    harness.get_by_label("They meet");
    harness.get_by_label("Both lie in one plane, and are compared in it without z.");
    harness.press("Free");
    for (case, verdict) in [("Crossing", "They meet"), ("Apart", "They do not meet"), ("Coplanar", "They meet")] {
        harness.press(case);
        harness.get_by_label(verdict);
    }
    harness.press("Crossing");
    for corner in ["p.a", "p.b", "p.c", "q.a", "q.b", "q.c"] {
        harness.get_by_label(corner);
    }
    harness.get_by_label("p0 p1 q0 q1");
    for axis in ["box x", "box y", "box z", "plane", "x × ab", "y × bc", "z × ca"] {
        harness.get_by_label(axis);
    }
    harness.press("Apart");
    assert_eq!(harness.get_all_by_label("Apart").count(), 2, "the case, and the axis along which they are");
}

#[test]
fn no_hint_is_cut_off_in_a_narrow_window() {
    for width in [1280.0, 800.0, 500.0] {
        let mut harness = window([width, 600.0], 1.0);
        harness.act(Action::Modifiers(Modifiers::COMMAND));
        let hints = ["Add or take out", "Select all", "Invert the selection", "Undo", "Redo"];
        let shown: Vec<_> = hints.map(|hint| lowest(&harness, hint).filter(|it| it.rect().top() > 560.0)).into();
        let shown: Vec<_> = shown.into_iter().flatten().collect();
        assert!(!shown.is_empty() && (width < 1280.0 || shown.len() == 4), "{} at {width}", shown.len());
        assert!(shown.iter().all(|hint| hint.rect().right() <= width), "at {width}");
    }
}

#[test]
fn the_inspector_names_the_colour_of_a_hit_where_there_is_one() {
    let mut harness = picked(window([1200.0, 900.0], 1.0));
    assert!(!harness.shows("Colour"));
    let app = harness.state_mut();
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    app.loaded(Ok(loaded("v -1 -1 0 1 0 0\nv 1 -1 0 1 0 0\nv 1 1 0 1 0 0\nf 1 2 3\n")));
    harness.pick(0);
    assert!(harness.shows("Colour") && harness.shows("#ff0000") && !harness.shows("Material colour"));
}

#[test]
fn the_view_menu_and_the_help_fit_into_a_small_window() {
    let mut harness = window([800.0, 600.0], 1.0);
    // With all that it can have: a pick, and a second view of it.
    harness.pick(0).command(Command::NextRayView);
    assert!(harness.desk().is_split());
    harness.press("View");
    let last = harness.get_by_label("Theme").rect();
    assert!(last.bottom() <= 600.0, "{last}");
    harness.press("Look");
    let eye = harness.desk().view().camera.eye;
    harness.press_part("From the front");
    assert_ne!(harness.desk().view().camera.eye, eye);
    harness.command(Command::ToggleHelp);
    let [key, words] = ["Home", "Reset the view"].map(|label| harness.get_by_label(label).rect().center().y);
    assert!((key - words).abs() <= 1.0, "they stand in one line: {key} and {words}");
    let edge = harness.get_by_label("Close").rect().right();
    for label in ["Orthographic view", "perspective", "Verify every pixel against the GPU", "off"] {
        for shown in harness.query_all_by_label(label) {
            assert!(shown.rect().right() <= edge, "{label}: {} beyond {edge}", shown.rect());
        }
    }
}

#[test]
fn the_view_menu_switches_textures_and_the_report_lists_coordinates_normals_and_images() {
    let (mut mesh, _) = Load::bytes("two.obj", TWO.as_bytes()).mesh().expect("two triangles");
    let n = mesh.n_vertices();
    mesh.set_texture_coordinates(0, CornerValues::by_vertex(vec![[0.5; 2]; n])).expect("one a vertex");
    mesh.set_normals(CornerValues::by_corner(vec![[0.0, 0.0, 1.0]], vec![[0; 3]; mesh.n_triangles()]))
        .expect("one each");
    let wood = Image::of_pixels("wood.png", Pixels::new(3, 2, vec![255; 24]).expect("pixels"));
    let lost = Image::of_encoded("lost.webp", b"RIFF____WEBP".to_vec());
    mesh.set_textures(Vec::new(), vec![wood, lost.clone()]);
    let mut harness = usual();
    let app = harness.state_mut();
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    let scene = pickray::scene::Scene::of(Object::new("two", mesh.into()));
    app.loaded(Ok(Loaded { scene, report: None, seconds: 0.0, unbuilt: None }));
    for is_on in [true, false, true] {
        assert_eq!(harness.desk().settings.style.textures, is_on);
        harness.press("View");
        let entry = harness.get_by_label("Textures");
        assert_eq!(entry.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True), is_on);
        entry.click();
        harness.run();
    }
    assert!(harness.state().effects.contains(&Effect::SaveSettings));

    harness.act(Action::Sheet(Some(Sheet::Report)));
    let shown = ["by vertex", "by corner", "wood.png, 3 × 2 pixels", "lost.webp, not decoded yet"];
    shown.into_iter().for_each(|label| assert!(harness.shows(label), "{label}"));
    assert!(lost.decode().is_err());
    harness.run();
    assert!(harness.shows("lost.webp is a WebP image, but only PNG and JPEG are shown"));
}

#[test]
fn an_error_about_a_second_mesh_is_not_lost_when_the_first_is_there() {
    let mut app = App {
        state: State::new(Settings::default()),
        effects: Vec::new(),
        jobs: Vec::new(),
        picture: egui::Rect::NOTHING,
    };
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    app.update(two_meshes::TwoMeshesAction::OpenSecond(MeshSource::File("/somewhere/empty.obj".into())).into());
    let refused = Load::bytes("empty.obj", b"").mesh().expect_err("nothing is in it");
    let second = app.state.tools.get::<TwoMeshes>().loading.as_ref().expect("the second mesh is being read");
    let refused = answer(&second.result, Err(refused.to_string()));
    app.update(two_meshes::TwoMeshesAction::Loaded(refused).into());
    app.loaded(Ok(loaded(TWO)));
    let message = app.state.desk.messages.last.as_ref().expect("a line that says so");
    assert!(message.is_error && message.text.contains("empty.obj"), "{message:?}");
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    assert!(app.state.desk.messages.last.is_none(), "another mesh is opened");
}

#[test]
fn the_bench_of_two_meshes_shows_both_where_the_second_stands_and_what_they_share() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    for tab in ["Collide", "Two meshes"] {
        harness.press(tab);
    }
    harness.get_by_label("Building the trees of both meshes");
    let work = |harness: &mut Harness<'_, App>| {
        while harness.state_mut().work() > 0 {
            harness.run();
        }
    };
    work(&mut harness);
    let answer = harness.tool::<TwoMeshes>().answer.clone().expect("an answer");
    let pairs = answer.contact.pairs.len();
    assert!(pairs > 0 && harness.shows(&format!("{pairs} pair{}", if pairs == 1 { "" } else { "s" })));
    for label in ["First", "Second", "Curves", "Length", "Triangles", "Box tests", "Exact tests", "Took", "Pairs"] {
        assert!(harness.shows(label), "{label}");
    }
    for label in ["Moved by x", "Moved by y", "Moved by z", "Turned by x", "Turned by y", "Turned by z"] {
        assert!(harness.shows(label), "{label}");
    }
    for row in ["Moved by", "Turned by"] {
        let [x, y, z] = ["x", "y", "z"].map(|axis| harness.get_by_label(&format!("{row} {axis}")).rect());
        assert!(x.y_range() == y.y_range() && y.y_range() == z.y_range(), "they stand in one line: {x} {y} {z}");
    }
    // A number that is not a short one is looked at, and left as it was.
    let place = harness.tool::<TwoMeshes>().place;
    let long = two_meshes::MeshPose { translation: place.translation + glam::DVec3::X / 3.0e3, ..place };
    harness.state_mut().update(two_meshes::TwoMeshesAction::Place(long, true).into());
    work(&mut harness);
    harness.get_by_label("Moved by x").focus();
    harness.run();
    harness.get_by_label("Moved by y").focus();
    harness.run();
    assert_eq!(harness.tool::<TwoMeshes>().place, long);
    harness.press("First contact only");
    work(&mut harness);
    harness.get_by_label("They meet");
    harness.press("Reset");
    work(&mut harness);
    assert_eq!(harness.tool::<TwoMeshes>().place, place, "it stood where it stands at first");
}

#[test]
fn the_bench_of_many_bodies_shows_what_sweep_and_prune_does() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Many bodies");
    let pairs = |harness: &Harness<'_, App>| {
        let world = harness.tool::<ManyBodies>().world.as_ref().expect("bodies");
        (world.broad.pairs().len(), world.boxes.len())
    };
    assert!(harness.shows(&format!("{} pairs", pairs(&harness).0)));
    for label in ["Swaps", "Came, went", "Axis", "Magnified", "Number", "Speed", "Choice"] {
        assert!(harness.shows(label), "{label}");
    }
    harness.press("Hold");
    let count = pairs(&harness).1;
    for (button, expected) in [("Add one", count + 1), ("Remove one", count), ("Teleport one", count), ("Step", count)]
    {
        harness.press_role(Role::Button, button);
        assert_eq!(pairs(&harness).1, expected, "{button}");
    }
    harness.get_by_label("Teleported");
    let least = many_bodies::ManyBodiesAction::Count(*many_bodies::BODIES.start());
    harness.act(least).press_role(Role::Button, "Remove one");
    assert_eq!(pairs(&harness).1, *many_bodies::BODIES.start(), "there are always two");
    assert!(harness.get_by_role_and_label(Role::Button, "Remove one").accesskit_node().is_disabled());
    let [label, button] = ["Axis", "z"].map(|name| harness.get_by_label(name).rect().center().y);
    assert!((label - button).abs() <= 1.0, "they stand in one line: {label} and {button}");
    harness.press("z");
    assert_eq!(harness.tool::<ManyBodies>().chosen.axis, 2);
    harness.press("Compare with the library's own choice");
    assert!(!harness.shows("Choice"));
    harness.get_by_label("Run");
}

#[test]
fn what_is_done_with_a_selection_stays_where_it_is_and_in_sight_when_a_part_is_selected() {
    let mut harness = window([1280.0, 800.0], 1.0);
    open(&mut harness, &squares(30));
    harness.pick(900);
    let buttons = ["Clear", "Export…"];
    let first_row = |harness: &Harness<'static, App>| harness.get_by_label_contains("Triangle 0  ·").rect().min;
    let places = |harness: &Harness<'static, App>| buttons.map(|label| harness.get_by_label(label).rect());
    let before = places(&harness);
    assert!(before.iter().all(|rect| rect.bottom() < 780.0), "{before:?}");
    harness.command(Command::SelectAll);
    assert_eq!(harness.desk().selected.triangles.len(), 1800);
    assert_eq!(places(&harness), before, "with 1,800 selected");
    assert!(harness.query_all_by_label_contains("  ·  ").count() < 12, "few rows are written");
    let first = first_row(&harness);
    harness.pick(0);
    assert_eq!((places(&harness), first_row(&harness)), (before, first), "with one");
    harness.command(Command::SelectAll).command(Command::InvertSelection);
    assert!(buttons.iter().all(|label| !harness.shows(label)), "with none");
}

#[test]
fn what_is_done_with_a_selection_comes_with_the_first_pick_below_what_scrolls() {
    let buttons = ["Clear", "Export…"];
    let places = |harness: &Harness<'static, App>| buttons.map(|label| harness.get_by_label(label).rect());
    for explain in [false, true] {
        let mut harness = window([1366.0, 768.0], 1.0);
        harness.state_mut().state.desk.settings.panels.explain = explain;
        harness.state_mut().state.desk.settings.open_sections.insert("Corners".to_owned());
        harness.run();
        assert!(buttons.iter().all(|label| !harness.shows(label)), "nothing is selected");
        harness.pick(0);
        let before = places(&harness);
        assert!(before.iter().all(|rect| rect.bottom() < 768.0), "{before:?}");
        harness.pick(0);
        assert_eq!(places(&harness), before, "Explain: {explain}");
        let label = harness.get_by_label("tin").rect();
        assert!(label.bottom() < before[0].top(), "the rest scrolls above them: {label}");
    }
    // In a low window they scroll with the rest.
    let mut harness = picked(window([800.0, 320.0], 1.0));
    harness.act(Action::Detent(Detent::Half));
    assert!(320.0 < places(&harness)[0].top());
}

#[test]
fn beside_a_hit_the_question_asks_which_triangle_was_expected_and_a_click_answers() {
    let mut harness = picked(usual());
    harness.press("Why not?");
    harness.get_by_label_contains("Which triangle did you expect?");
    harness.get_by_label("The triangle you expected");
    let view = *harness.desk().view();
    let corner = CursorPosition { x: f64::from(view.viewport.x) + 80.0, y: 60.0 };
    harness.show(pressed(corner, view, ClickMode::Replace, false));
    let [asks, told] = ["Which triangle did you expect?", "There is no triangle here"]
        .map(|words| harness.get_by_label_contains(words).rect().expand(8.0));
    assert!(!asks.intersects(told), "the question is covered: {asks} by {told}");
    for action in [Action::Hover(None), Action::Touched(None)] {
        harness.state_mut().update(action);
    }
    harness.run();
    harness.get_by_label_contains("Tap it, or press long and choose it");
    harness.pick(1);
    assert!(harness.query_by_label_contains("Which triangle did you expect?").is_none());
    harness.get_by_label_contains("Triangle 1 is beside the ray");
    assert_eq!(harness.desk().picked.as_ref().and_then(|picked| picked.id()).map(|id| id.triangle), Some(0));
}

#[test]
fn corners_far_from_the_origin_are_told_apart_in_a_panel_of_any_width() {
    for width in [1280.0, 610.0] {
        let mut harness = window([width, 1400.0], 1.0);
        let utm =
            "v 500123.25 4649797.25 120.5\nv 500123.75 4649797.25 120.5\nv 500123.25 4649797.75 121.25\nf 1 2 3\n";
        open(&mut harness, utm);
        harness.pick(0);
        lowest(&harness, "Corners").expect("a heading").click();
        harness.run();
        for y in ["4649797.25", "4649797.75", "500123.75", "121.25"] {
            assert!(harness.query_all_by_label(y).next().is_some(), "{y} at {width}");
        }
        let right = harness.state().picture.right();
        let cut = |node: &egui_kittest::Node<'_>| node.rect().left() < right || width - 8.0 < node.rect().right();
        assert!(!harness.query_all_by_label_contains("4649797.").any(|node| cut(&node)), "cut at {width}");
    }
}
