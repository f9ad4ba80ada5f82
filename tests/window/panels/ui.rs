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

use crate::gestures::{left_press, pressed, right_click};
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable};
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::samples::Sample;
use pickray::mesh::{CornerValues, Image, Load, Pixels};
use pickray::scene::navigation::StandardView;
use pickray::scene::{Object, View};
use pickray::study::Objects;
use pickray_app::app::action::{Action, Effect, Job, Sheet};
use pickray_app::app::answers::{LoadResult, Loaded, MeshSource};
use pickray_app::app::arrangement::{Detent, Pane, Workspace};
use pickray_app::app::desk::Desk;
use pickray_app::app::input::{ClickMode, Gesture};
use pickray_app::app::job::{Answer, Pending};
use pickray_app::app::keys::{Command, Modifiers, bindings_where};
use pickray_app::app::settings::Settings;
use pickray_app::app::tool::Tool;
use pickray_app::app::tools::many_bodies::{self, ManyBodies};
use pickray_app::app::tools::picking::Picking;
use pickray_app::app::tools::picking::learning::{LearningAction, Predicted};
use pickray_app::app::tools::sphere::Sphere;
use pickray_app::app::tools::two_meshes::{self, TwoMeshes};
use pickray_app::app::update::{State, update};
use pickray_app::app::{panels, theme};
use std::collections::BTreeSet;
use std::ops::{Deref, DerefMut};

const TWO: &str = "g quad\nusemtl tin\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\nv 9 9 9 9 9 9 9 9\n\
                   v -1 -1 -1\nv 1 -1 -1\nv 1 1 -1\nf 6 7 8\nf 1 2 77\n";

/// Shows the lessons.
pub const LEARN: Action = Action::Command(Command::Show(Workspace::Learn));

/// Has what a page asks about told.
pub const TELL: LearningAction = LearningAction::Predict(Predicted::Nothing);

/// What came of the panels' requests.
pub struct App {
    pub state: State,
    pub effects: Vec<Effect>,
    pub jobs: Vec<Job>,
    picture: egui::Rect,
}

impl App {
    fn new() -> Self {
        let state = State::new(Settings::default());
        Self { state, effects: Vec::new(), jobs: Vec::new(), picture: egui::Rect::NOTHING }
    }

    pub fn update(&mut self, action: impl Into<Action>) {
        update(&mut self.state, action.into());
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

    /// Opens a file of this name, which is read as this.
    fn open(&mut self, name: &str, result: LoadResult) {
        self.update(Action::Open(MeshSource::File(format!("/somewhere/{name}").into())));
        self.loaded(result);
    }

    /// Answers what is being read.
    fn loaded(&mut self, result: LoadResult) {
        let loading = self.state.desk.files.loading.as_ref().expect("a mesh is being read");
        self.update(Action::Loaded(answer(&loading.result, result)));
    }

    /// The texts that were copied.
    fn copied(&self) -> Vec<&str> {
        let texts = self.effects.iter().filter_map(|it| if let Effect::Copy(text) = it { Some(&**text) } else { None });
        texts.collect()
    }
}

/// A window of panels, and steps of a test: what each does comes to rest before the next.
pub struct Window(Harness<'static, App>);

impl Deref for Window {
    type Target = Harness<'static, App>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Window {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Window {
    pub fn act(&mut self, action: impl Into<Action>) -> &mut Self {
        self.state_mut().update(action);
        self.rest()
    }

    /// Shows frames until nothing moves.
    pub fn rest(&mut self) -> &mut Self {
        self.run();
        self
    }

    /// Shows so many frames.
    pub fn frames(&mut self, n: usize) -> &mut Self {
        self.run_steps(n);
        self
    }

    pub fn command(&mut self, command: Command) -> &mut Self {
        self.act(Action::Command(command))
    }

    pub fn go_to(&mut self, workspace: Workspace) -> &mut Self {
        self.command(Command::Show(workspace))
    }

    /// Opens the mesh of an OBJ file in place of the one that is there.
    pub fn open(&mut self, obj: &str) -> &mut Self {
        self.open_as("two.obj", loaded(obj))
    }

    fn open_as(&mut self, name: &str, loaded: Loaded) -> &mut Self {
        self.state_mut().open(name, Ok(loaded));
        self.rest()
    }

    /// Clicks what has this label.
    pub fn press(&mut self, label: &str) -> &mut Self {
        self.get_by_label(label).click();
        self.rest()
    }

    pub fn press_role(&mut self, role: Role, label: &str) -> &mut Self {
        self.get_by_role_and_label(role, label).click();
        self.rest()
    }

    /// Clicks what has this as a part of its label.
    pub fn press_part(&mut self, part: &str) -> &mut Self {
        self.get_by_label_contains(part).click();
        self.rest()
    }

    pub fn key(&mut self, key: egui::Key) -> &mut Self {
        self.key_press(key);
        self.rest()
    }

    /// Gives the keyboard to what has this role and label.
    pub fn focus(&mut self, role: Role, label: &str) -> &mut Self {
        self.get_by_role_and_label(role, label).focus();
        self.rest()
    }

    /// Types into the only field.
    pub fn write(&mut self, text: &str) -> &mut Self {
        self.get_by_role(Role::TextInput).type_text(text);
        self.rest()
    }

    /// Picks where the middle of a triangle is seen.
    pub fn pick(&mut self, triangle: u32) -> &mut Self {
        self.click(triangle, ClickMode::Replace)
    }

    /// Clicks where the middle of a triangle is seen.
    pub fn click(&mut self, triangle: u32, mode: ClickMode) -> &mut Self {
        self.act(pressed(self.middle_of(triangle), self.view(), mode, false))
    }

    /// Asks for the hits where the middle of a triangle is seen.
    fn right_click(&mut self, triangle: u32) -> &mut Self {
        self.act(right_click(self.middle_of(triangle), self.view()))
    }

    fn middle_of(&self, triangle: u32) -> CursorPosition {
        let middle = self.desk().scene().objects()[0].triangle_in_world(triangle).centroid();
        self.view().cursor_from_world(middle).expect("before the camera")
    }

    /// Shows the ladder and the setup.
    pub fn explain(&mut self) -> &mut Self {
        self.state_mut().state.desk.settings.panels.explain = true;
        self.rest()
    }

    /// Does this, and shows a few frames of what goes on moving.
    pub fn show(&mut self, action: impl Into<Action>) -> &mut Self {
        self.state_mut().update(action);
        self.frames(4)
    }

    /// Clicks what has this label, and shows a few frames of what goes on moving.
    pub fn press_and_show(&mut self, label: &str) -> &mut Self {
        self.get_by_label(label).click();
        self.frames(4)
    }

    /// Clicks what has this label, wherever that has been scrolled to.
    pub fn press_unseen(&mut self, label: &str) -> &mut Self {
        self.get_by_label(label).click_accesskit();
        self.frames(6)
    }

    /// Does this with its work, and shows a few frames.
    pub fn learn(&mut self, action: impl Into<Action>) -> &mut Self {
        self.state_mut().update(action);
        self.state_mut().work();
        self.frames(4)
    }

    /// Answers what the line of the picked face is.
    fn read_line(&mut self, line: &str) -> &mut Self {
        let awaited = &self.desk().picked.as_ref().expect("a pick").line_text;
        self.act(Action::LineRead(answer(awaited, Ok(line.to_owned()))))
    }

    pub fn drag(&mut self, from: egui::Pos2, to: egui::Pos2) -> &mut Self {
        self.drag_at(from);
        self.frames(2).hover_at(to);
        self.frames(2).drop_at(to);
        self.frames(4)
    }

    /// Clicks a place of the picture with the left button.
    pub fn click_at(&mut self, cursor: CursorPosition) -> &mut Self {
        self.act(pressed(cursor, self.view(), ClickMode::Replace, false))
    }

    /// Clicks beside the mesh.
    pub fn miss(&mut self) -> &mut Self {
        self.click_at(CursorPosition::new(3.0, 60.0))
    }

    pub fn shows(&self, label: &str) -> bool {
        self.query_all_by_label(label).next().is_some()
    }

    /// Asserts that each of these labels is there.
    #[track_caller]
    pub fn shows_all(&self, labels: &[&str]) {
        labels.iter().for_each(|label| assert!(self.shows(label), "{label}"));
    }

    /// Asserts that each of these labels is there once.
    #[track_caller]
    pub fn sees(&self, labels: &[&str]) {
        labels.iter().for_each(|label| _ = self.get_by_label(label));
    }

    /// Returns where what has this label stands.
    pub fn rect(&self, label: &str) -> egui::Rect {
        self.get_by_label(label).rect()
    }

    /// Returns where a button stands.
    pub fn button(&self, label: &str) -> egui::Rect {
        self.get_by_role_and_label(Role::Button, label).rect()
    }

    /// Returns where an area lies over the picture.
    pub fn area(&self, name: &str) -> egui::Rect {
        egui::AreaState::load(&self.ctx, egui::Id::unique(name)).expect("an area").rect()
    }

    pub fn picture(&self) -> egui::Rect {
        self.state().picture
    }

    pub fn desk(&self) -> &Desk {
        &self.state().state.desk
    }

    pub fn view(&self) -> View {
        *self.desk().view()
    }

    pub fn tool<T: Tool>(&self) -> &T {
        self.state().state.tools.get::<T>()
    }

    pub fn picking(&self) -> &Picking {
        self.tool()
    }

    /// Returns the ids of the tools of the benches.
    pub fn benches(&self) -> Vec<&'static str> {
        self.state().state.tools.of(Workspace::Collide).map(|tool| tool.id()).collect()
    }

    /// Returns what is being read.
    fn read_now(&self) -> Option<MeshSource> {
        self.desk().files.loading.as_ref().map(|loading| loading.source.clone())
    }

    /// Returns the triangle that is inspected.
    pub fn inspected(&self) -> Option<u32> {
        self.desk().picked.as_ref().and_then(|picked| picked.id()).map(|id| id.triangle)
    }

    pub fn selected(&self) -> Vec<u32> {
        self.desk().selected.triangles.iter().map(|id| id.triangle).collect()
    }
}

/// Asserts that no faults were found.
pub fn assert_none(found: &BTreeSet<String>) {
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), Vec::from_iter(found.iter().cloned()).join("\n"));
}

/// The answer to what is awaited.
pub fn answer<T>(pending: &Pending<T>, value: T) -> Answer<T> {
    Answer::new(pending.progress().expect("it is awaited").clone(), value)
}

fn loaded(obj: &str) -> Loaded {
    loaded_bytes("two.obj", obj.as_bytes())
}

fn loaded_bytes(name: &str, bytes: &[u8]) -> Loaded {
    let (scene, report) = Load::bytes(name, bytes).scene().expect("a mesh");
    Loaded { scene, report: Some(report), seconds: 0.001, unbuilt: None }
}

/// A window of this size, at this scale factor, with a mesh in it.
pub fn window(size: [f32; 2], scale: f32) -> Window {
    let mut app = App::new();
    app.open("two.obj", Ok(loaded(TWO)));
    app.update(Action::CloseMessage);
    app.effects.clear();
    app.jobs.clear();
    let show = move |ui: &mut egui::Ui, app: &mut App| {
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
        actions.into_iter().for_each(|action| app.update(action));
    };
    let harness = Harness::builder().with_size(size).with_pixels_per_point(scale).with_context_setup(theme::install);
    let mut window = Window(harness.build_ui_state(show, app));
    window.rest();
    window
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

fn usual() -> Window {
    window([1200.0, 1400.0], 1.0)
}

/// Returns a window in which the first triangle is picked.
fn picked(mut harness: Window) -> Window {
    harness.pick(0);
    harness
}

#[test]
fn a_pick_shows_its_triangle_line_and_names() {
    let mut harness = picked(usual());
    assert_eq!(harness.state().jobs.len(), 1, "the line is read");
    harness.read_line("f 1 2 3 4");
    harness.sees(&["Triangle 0", "line 7", "f 1 2 3 4", "quad", "tin", "1, part 1 of 2 (4 corners)"]);
    harness.sees(&["Face", "Group", "Material", "Point", "Normal", "Area", "Side"]);
    for (heading, labels) in [
        ("Barycentric", &["Barycentric u v w", "Place"][..]),
        ("Corners", &["Corner a", "Corner b", "Corner c", "Edge lengths"]),
        ("Ray", &["t", "From the eye", "From near", "Angle to the ray", "Window x, y", "Depth"]),
        ("Cost", &["Tested", "Took"]),
    ] {
        assert!(labels.iter().all(|label| !harness.shows(label)), "{heading} is folded at first");
        lowest(&harness, heading).expect("a heading").click();
        harness.rest().sees(labels);
    }
    let open = &harness.desk().settings.open_sections;
    assert!(open.contains("Cost") && open.len() == 4, "the settings remember it: {open:?}");
}

/// The lowest of what has this label; a tab or a switch of the menu bar may have the same word.
fn lowest<'a>(harness: &'a Window, text: &'a str) -> Option<egui_kittest::Node<'a>> {
    harness.query_all_by_label(text).max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()))
}

#[test]
fn nothing_is_cut_or_covered_in_small_windows() {
    for size in [[616.0, 496.0], [640.0, 480.0], [800.0, 600.0]] {
        let mut harness = picked(window(size, 1.0));
        harness.get_by_label("Hit");
        // The harness leaves a margin of 8 around the window's contents.
        let room = size[0] - 16.0;
        assert!(harness.picture().width() >= 0.55 * room - 3.0, "{size:?}: {}", harness.picture());
        for tool in [&["picking"], &*harness.benches()].concat() {
            harness.state_mut().update(Action::UseTool(tool));
            let workspace = if tool == "picking" { Workspace::Pick } else { Workspace::Collide };
            if harness.desk().workspace != workspace {
                harness.state_mut().update(Action::Command(Command::Show(workspace)));
            }
            harness.frames(4);
            let right = harness.picture().right();
            for node in harness.root().children_recursive() {
                let role = node.accesskit_node().role();
                let is_of_panel =
                    matches!(role, Role::Label | Role::Button | Role::CheckBox | Role::Slider | Role::SpinButton);
                let Some(rect) = sheet::rect_of(&node) else { continue };
                if is_of_panel && rect.is_positive() && rect.top() > 30.0 && rect.bottom() < size[1] - 30.0 {
                    let crosses = rect.left() < right - 0.5 && right + 0.5 < rect.right();
                    let node = node.accesskit_node();
                    let words = node.label().or_else(|| node.value()).unwrap_or_default();
                    let place = format!("{size:?}, {tool}: {words:?} at {rect}, picture to {right}");
                    assert!(!crosses && rect.right() <= size[0] + 0.5, "{place}");
                    assert!(role != Role::Slider || 50.0 < rect.width(), "the track of {place}");
                }
            }
        }
    }
}

#[test]
fn a_panel_that_a_small_window_made_narrow_is_as_wide_as_before_in_a_large_one() {
    let mut harness = window([1200.0, 800.0], 1.0);
    let resize = |harness: &mut Window, width: f32| {
        harness.set_size(egui::vec2(width, 800.0));
        width - 8.0 - harness.frames(4).picture().right()
    };
    let before = resize(&mut harness, 1200.0);
    let narrow = resize(&mut harness, 520.0);
    assert!(narrow < before - 50.0, "{narrow} of {before}");
    assert_eq!(resize(&mut harness, 1200.0), before);
    // Dragged to another width, it keeps that.
    let grip = egui::pos2(harness.picture().right(), 500.0);
    harness.hover_at(grip);
    harness.rest().drag(grip, grip - egui::vec2(60.0, 0.0));
    let wider = resize(&mut harness, 1200.0);
    assert!((wider - before - 60.0).abs() < 8.0, "{wider}, not {before} and 60");
    resize(&mut harness, 520.0);
    assert!((resize(&mut harness, 1200.0) - wider).abs() < 1.5);
}

#[test]
fn the_side_panel_is_hidden_and_shown_with_a_key_and_stands_at_the_left_where_settings_say_so() {
    let mut harness = usual();
    assert!(!harness.command(Command::ToggleSidePanel).shows("Hit"));
    harness.press("«").sees(&["Hit"]);
    harness.act(Action::Sheet(Some(Sheet::Settings))).press("Side panel at the left");
    assert!(harness.desk().settings.panels.left);
    assert!(harness.picture().left() > 200.0, "the picture begins right of the panel");
}

#[test]
fn a_miss_says_why_and_clears_what_undo_brings_back() {
    let mut harness = picked(usual());
    harness.miss().sees(&["Nothing is hit"]);
    assert_eq!(harness.selected(), [0; 0]);
    assert_eq!(harness.command(Command::Undo).selected(), [0]);
    harness.get_by_label("Triangle 0");
    assert!(!harness.shows("Nothing is hit"), "what is inspected comes back with it");
}

#[test]
fn the_record_is_copied_as_text_and_as_json() {
    let mut harness = usual();
    harness.pick(1).state_mut().effects.clear();
    harness.press("Copy").press("Record as text").press("Copy").press("Record as JSON");
    let copied = harness.state().copied();
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
    harness.click(1, ClickMode::Add).sees(&["Selection (2)"]);
    let before = harness.view().camera;
    assert_ne!(harness.press_part("Triangle 0  ·").view().camera, before);
    assert_eq!((harness.inspected(), harness.selected().len()), (Some(0), 2), "going there selects nothing else");
}

#[test]
fn the_hits_of_a_right_click_are_listed_and_chosen() {
    let mut harness = usual();
    harness.command(Command::ViewFrom(StandardView::Front)).right_click(2).sees(&["2 hits, nearest first"]);
    assert_eq!(harness.selected(), [0; 0], "a list selects nothing");
    assert!(harness.press_part("2.  Triangle 2").picking().hits.is_none());
    assert_eq!(harness.selected(), [2]);
    harness.get_by_label("2 of 2 along the ray");
    // By fingers.
    harness.act(Action::Touched(None)).right_click(2).sees(&["Choose a hit"]);
    let told = harness.query_all_by_label("Tap").count();
    assert_eq!(told, 1, "the list comes first, and a tap in the picture is told of no more");
}

#[test]
fn a_list_of_hits_that_was_short_grows() {
    let mut harness = usual();
    let corners = (0..8).map(|z| format!("v -1 -1 {z}\nv 1 -1 {z}\nv 0 1 {z}\n"));
    let faces = (0..8).map(|i| format!("f {} {} {}\n", 3 * i + 1, 3 * i + 2, 3 * i + 3));
    harness.open(&corners.chain(faces).collect::<String>()).command(Command::ViewFrom(StandardView::Front));
    let view = harness.view();
    for x in [-1.2, 0.0] {
        let cursor = view.cursor_from_world(glam::dvec3(x, -0.3, 7.0)).expect("before the camera");
        harness.act(right_click(cursor, view));
    }
    let first = harness.get_by_label_contains("1.  Triangle 7").rect();
    assert!(harness.rect("8 hits, nearest first").bottom() <= first.top());
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
        let rung = harness.button(step);
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
fn the_help_lists_every_key_and_fingers_once_one_was_on_the_screen() {
    let mut harness = usual();
    harness.command(Command::ToggleHelp);
    for (chord, row) in bindings_where(false) {
        harness.shows_all(&[&chord.to_string(), row.name.shown()]);
    }
    assert!(!harness.shows("Long press"));
    // Most of these stand in the last line, too.
    let gestures = ["One finger", "Two fingers", "Tap", "Double tap", "Long press"];
    harness.act(Action::Touched(None)).shows_all(&gestures);
    assert_eq!(harness.press("Close").desk().messages.sheet, None);
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
        let shown = harness.button(switch);
        assert!(shown.bottom() < 40.0 && shown.right() <= 800.0, "{switch} at {shown}");
    }
    let explained = ["Setup", "NDC", "Near plane", "Reversed depth", "Pixel sample", "Ray of the pick"];
    assert!(explained.iter().all(|label| !harness.shows(label)), "none of it until it is asked for");
    harness.press("Explain");
    assert!(explained.iter().all(|label| harness.shows(label)));
    harness.command(Command::ToggleExplain);
    assert!(!harness.desk().settings.panels.explain && !harness.shows("Setup"));
    assert!(!harness.go_to(Workspace::Collide).shows("Explain"), "a bench has no pick to explain");
}

#[test]
fn what_was_done_is_undone_and_copied_from_the_edit_menu() {
    let mut harness = picked(usual());
    for entry in ["Copy the record of the pick", "Copy the record as JSON"] {
        harness.press("Edit").press_part(entry);
        assert!(matches!(harness.state_mut().effects.pop(), Some(Effect::Copy(_))), "{entry}");
    }
    harness.press("Edit");
    let undo = harness.query_all_by_label_contains("Undo").min_by(|a, b| a.rect().top().total_cmp(&b.rect().top()));
    undo.expect("an entry").click();
    assert_eq!(harness.rest().selected(), [0; 0]);
}

#[test]
fn the_bytes_of_a_binary_record_are_folded_and_a_line_of_text_is_not() {
    let mut harness = usual();
    let corners: [f32; 12] = [0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    let numbers = corners.iter().flat_map(|x| x.to_le_bytes()).collect();
    let bytes = [vec![b' '; 80], 1_u32.to_le_bytes().to_vec(), numbers, vec![0; 2]].concat();
    harness.open_as("one.stl", loaded_bytes("one.stl", &bytes)).pick(0).read_line("00 00 80 3f");
    assert!(!harness.shows("00 00 80 3f"));
    harness.press("Bytes").sees(&["00 00 80 3f"]);
}

#[test]
fn the_file_menu_and_the_help_can_be_read_in_the_smallest_window() {
    let mut harness = window([480.0, 320.0], 1.0);
    harness.press("Menu").press("File");
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
    harness.show(Action::Open(MeshSource::File("/somewhere/large.obj".into()))).sees(&["Reading large.obj"]);
    let progress = harness.desk().files.loading.as_ref().and_then(|loading| loading.result.progress()).cloned();
    assert!(harness.press("Cancel").desk().files.loading.is_none());
    assert!(progress.expect("loading").is_cancelled());
    assert_eq!(harness.desk().scene().objects()[0].name, "two.obj", "the present mesh stays");
}

#[test]
fn a_failed_load_keeps_the_mesh_and_says_file_line_and_reason() {
    let mut harness = usual();
    let error = Load::bytes("broken.obj", b"v 0 0 0\nf 1 2 3\n").mesh().expect_err("no mesh");
    let words = error.to_string();
    harness.state_mut().open("broken.obj", Err(error.to_string()));
    assert!(words.starts_with("broken.obj:2: "), "{words}");
    harness.rest().sees(&[&words]);
    assert!(harness.state().effects.contains(&Effect::TellTerminal(words)), "it may have been named there");
    assert_eq!(harness.desk().scene().objects()[0].name, "two.obj");
}

#[test]
fn an_empty_picture_has_buttons_to_open_a_file_or_a_sample() {
    let mut harness = usual();
    harness.state_mut().state = State::new(Settings::default());
    harness.rest().press("Open…");
    assert_eq!(std::mem::take(&mut harness.state_mut().jobs).len(), 1, "it asks for a file");
    harness.press_part("Samples").press_and_show(Sample::ALL[0].name());
    assert_eq!(harness.read_now(), Some(MeshSource::Sample(Sample::ALL[0])));
    assert!(!harness.shows("Open…"), "a mesh is on its way");
}

#[test]
fn a_load_without_warnings_is_not_coloured_as_one_with_them() {
    let mut harness = usual();
    harness.press_role(Role::Link, "1 warning").sees(&["line 13"]);
    harness.act(Action::Sheet(None)).open("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    assert!(harness.query_by_role_and_label(Role::Link, "No warnings").is_none(), "it has no link's colour");
    assert_eq!(harness.press("No warnings").desk().messages.sheet, Some(Sheet::Report));
}

#[test]
fn a_library_that_is_not_there_is_named_in_place_of_no_warnings() {
    let mut harness = usual();
    let text = "mtllib absent.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\n";
    let (scene, report) = Load::files("one.obj", &[("one.obj", text)]).scene().expect("a mesh");
    harness.open_as("one.obj", Loaded { scene, report: Some(report), seconds: 0.001, unbuilt: None });
    assert!(!harness.shows("No warnings"));
    let told = "`absent.mtl` is not read: it was not opened or dropped together with the mesh";
    assert_eq!(harness.query_all_by_label_contains(told).count(), 2, "in the panel, and at once as a message");
    assert_eq!(harness.press_role(Role::Link, "Remarks").desk().messages.sheet, Some(Sheet::Report));
    assert!(!harness.shows("No warnings."));
}

#[test]
fn a_face_is_gone_to_by_its_line_and_one_that_is_not_there_is_said_to_be_missing() {
    let mut harness = usual();
    harness.command(Command::GoToTriangle);
    for (typed, triangle) in [("line 1", None), ("2", Some(2))] {
        harness.get_by_role(Role::TextInput).focus();
        harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
        harness.rest().write(typed).key(egui::Key::Enter);
        let (is_closed, is_missing) =
            (harness.desk().messages.sheet.is_none(), harness.shows("No face begins on line 1."));
        assert_eq!((is_closed, is_missing, harness.inspected()), (triangle.is_some(), triangle.is_none(), triangle));
    }
}

/// Types into the list of commands, and presses Enter.
fn find_command(harness: &mut Window, letters: &str) -> Option<Sheet> {
    harness.command(Command::ShowPalette).write(letters).key(egui::Key::Enter).desk().messages.sheet.clone()
}

#[test]
fn a_command_is_found_by_a_few_letters_and_run_by_enter_or_chosen_by_arrows_or_a_click() {
    let mut harness = usual();
    let before = harness.desk().settings.style.wireframe;
    assert_eq!(find_command(&mut harness, "WIREF"), None);
    assert_ne!(harness.desk().settings.style.wireframe, before);
    assert!(matches!(find_command(&mut harness, "grow"), Some(Sheet::Palette { .. })), "it can do nothing now");
    harness.get_by_label_contains("Grow Nothing is selected.");
    harness.state_mut().update(Action::Sheet(None));
    find_command(&mut harness, "select all");
    assert_eq!(harness.selected().len(), 3);
    find_command(&mut harness, "no such command");
    harness.get_by_label("No command has these letters.");
    harness.act(Action::Sheet(None)).command(Command::ShowPalette).write("workspace");
    for key in [egui::Key::ArrowDown, egui::Key::ArrowDown, egui::Key::ArrowUp, egui::Key::Enter] {
        harness.key(key);
    }
    assert_eq!(harness.desk().workspace, Workspace::Collide, "the second of three");
    harness.command(Command::ShowPalette).write("workspace").press_part("Pick workspace");
    assert_eq!(harness.desk().workspace, Workspace::Pick);
}

#[test]
fn the_menus_open_samples_and_switch_the_picture() {
    let mut harness = usual();
    harness.press("File").press_part("Samples").press_and_show(Sample::ALL[0].name());
    assert_eq!(harness.read_now(), Some(MeshSource::Sample(Sample::ALL[0])));
    let before = harness.desk().settings.style.edges;
    assert_eq!(harness.press_and_show("Edges").desk().settings.style.edges, !before);
    assert!(harness.state().effects.contains(&Effect::SaveSettings));
}

#[test]
fn the_mesh_is_exported_from_the_file_menu_and_what_is_selected_where_something_is() {
    let mut harness = usual();
    let open = |harness: &mut Window| {
        harness.press("File");
        ["Export mesh…", "Export selection…"].map(|entry| !harness.get_by_label(entry).accesskit_node().is_disabled())
    };
    assert_eq!(open(&mut harness), [true, false]);
    harness.get_by_label("File").click();
    harness.pick(0);
    assert_eq!(open(&mut harness), [true, true]);
    let jobs = harness.state().jobs.len();
    assert_eq!(harness.press("Export selection…").state().jobs.len(), jobs + 1, "a file is asked for");
    harness.go_to(Workspace::Collide);
    assert_eq!(open(&mut harness), [false, false], "the scene has more than the mesh");
}

#[test]
fn the_panels_leave_the_picture_most_of_the_room_at_every_scale_factor() {
    for scale in [1.0, 1.25, 1.5, 1.75, 2.0] {
        for size in [[640.0, 480.0], [1280.0, 800.0], [1920.0, 1080.0]] {
            let harness = window(size, scale);
            let picture = harness.picture();
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
        let before = harness.explain().pick(1).picture();
        let after = harness.pick(0).read_line(&"f 1/2/3 ".repeat(40)).picture();
        assert_eq!(after, before, "in a window of {size:?}");
    }
}

#[test]
fn the_ladder_has_one_height_and_the_picture_stays_where_it_is() {
    for size in [[1280.0, 720.0], [853.0, 480.0], [640.0, 480.0], [1920.0, 1080.0]] {
        let mut harness = window(size, 1.0);
        let whole = harness.picture();
        assert_eq!(harness.explain().picture(), whole, "nothing is explained before the first pick");
        let before = harness.pick(0).picture();
        assert!(120.0 <= before.height() && before.height() < whole.height(), "{before:?}");
        for step in ["Cursor", "Eye", "Triangle", "Triangle"] {
            assert_eq!(harness.press_role(Role::Button, step).picture(), before, "{step} in a window of {size:?}");
        }
        assert_eq!(harness.go_to(Workspace::Collide).go_to(Workspace::Learn).picture(), before, "in lessons, too");
    }
}

#[test]
fn the_tabs_go_over_to_the_collide_workspace_and_back_and_picking_stays_as_it_was() {
    let mut harness = picked(usual());
    harness.press("Collide").sees(&["First contact"]);
    assert_eq!(harness.desk().workspace, Workspace::Collide);
    assert!(!harness.shows("Hit"), "the pick's panels are those of the other workspace");
    assert_eq!(harness.pick(1).selected(), [0], "a click sends a sphere there");
    harness.press("Pick").sees(&["Hit"]);
    assert_eq!(harness.pick(1).selected(), [1]);
}

#[test]
fn the_bench_of_the_sphere_shows_the_contact_the_slide_and_how_it_was_decided() {
    let mut harness = usual();
    let run = harness.press("Collide").pick(0).tool::<Sphere>().run.clone().expect("a way");
    harness.get_by_label(&format!("Triangle {}", run.sweep.hit.expect("a hit").triangle));
    harness.sees(&["t", "Distance", "Point", "Normal", "Feature", "Overlapping", "Tested", "Bounces", "End", "Ended"]);
    harness.press("How it was decided").sees(&["Touched"]);
    let before = harness.tool::<Sphere>().time;
    harness.focus(Role::Slider, "Time").key(egui::Key::ArrowRight);
    assert!(harness.tool::<Sphere>().time > before, "the slider leads through time");
    harness.press("Player: keys move the sphere").sees(&["Centre", "Gravity"]);
}

#[test]
fn the_bench_of_two_triangles_shows_the_signs_the_line_the_verdict_and_the_axes() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Two triangles").pick(0).sees(&["Triangle 0", "The next click"]);
    harness.pick(1).sees(&["They meet", "Both lie in one plane, and are compared in it without z."]);
    harness.press("Free");
    for (case, verdict) in [("Crossing", "They meet"), ("Apart", "They do not meet"), ("Coplanar", "They meet")] {
        harness.press(case).sees(&[verdict]);
    }
    harness.press("Crossing").sees(&["p.a", "p.b", "p.c", "q.a", "q.b", "q.c", "p0 p1 q0 q1"]);
    harness.sees(&["box x", "box y", "box z", "plane", "x × ab", "y × bc", "z × ca"]);
    let named = harness.press("Apart").get_all_by_label("Apart").count();
    assert_eq!(named, 2, "the case, and the axis along which they are");
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
    harness.open("v -1 -1 0 1 0 0\nv 1 -1 0 1 0 0\nv 1 1 0 1 0 0\nf 1 2 3\n").pick(0);
    assert!(harness.shows("Colour") && harness.shows("#ff0000") && !harness.shows("Material colour"));
}

#[test]
fn the_view_menu_and_the_help_fit_into_a_small_window() {
    let mut harness = window([800.0, 600.0], 1.0);
    // With all that it can have: a pick, and a second view of it.
    assert!(harness.pick(0).command(Command::NextRayView).desk().is_split());
    let last = harness.press("View").rect("Theme");
    assert!(last.bottom() <= 600.0, "{last}");
    let eye = harness.press("Look").view().camera.eye;
    assert_ne!(harness.press_part("From the front").view().camera.eye, eye);
    harness.command(Command::ToggleHelp);
    let [key, words] = ["Home", "Reset the view"].map(|label| harness.rect(label).center().y);
    assert!((key - words).abs() <= 1.0, "they stand in one line: {key} and {words}");
    let edge = harness.rect("Close").right();
    for label in ["Orthographic view", "perspective", "Verify every pixel against the GPU", "off"] {
        for shown in harness.query_all_by_label(label) {
            assert!(shown.rect().right() <= edge, "{label}: {} beyond {edge}", shown.rect());
        }
    }
}

#[test]
fn the_view_menu_switches_textures_and_the_report_lists_coordinates_normals_and_images() {
    let (mut mesh, _) = Load::bytes("two.obj", TWO.as_bytes()).mesh().expect("two triangles");
    let coordinates = CornerValues::by_vertex(vec![[0.5; 2]; mesh.n_vertices()]);
    mesh.set_texture_coordinates(0, coordinates).expect("one a vertex");
    let normals = CornerValues::by_corner(vec![[0.0, 0.0, 1.0]], vec![[0; 3]; mesh.n_triangles()]);
    mesh.set_normals(normals).expect("one each");
    let wood = Image::of_pixels("wood.png", Pixels::new(3, 2, vec![255; 24]).expect("pixels"));
    let lost = Image::of_encoded("lost.webp", b"RIFF____WEBP".to_vec());
    mesh.set_textures(Vec::new(), vec![wood, lost.clone()]);
    let mut harness = usual();
    let scene = pickray::scene::Scene::of(Object::new("two", mesh.into()));
    harness.open_as("two.obj", Loaded { scene, report: None, seconds: 0.0, unbuilt: None });
    for is_on in [true, false, true] {
        assert_eq!(harness.desk().settings.style.textures, is_on);
        let toggled = harness.press("View").get_by_label("Textures").accesskit_node().toggled();
        assert_eq!(toggled == Some(egui::accesskit::Toggled::True), is_on);
        harness.press("Textures");
    }
    assert!(harness.state().effects.contains(&Effect::SaveSettings));

    let shown = ["by vertex", "by corner", "wood.png, 3 × 2 pixels", "lost.webp, not decoded yet"];
    harness.act(Action::Sheet(Some(Sheet::Report))).shows_all(&shown);
    assert!(lost.decode().is_err());
    assert!(harness.rest().shows("lost.webp is a WebP image, but only PNG and JPEG are shown"));
}

#[test]
fn an_error_about_a_second_mesh_is_not_lost_when_the_first_is_there() {
    let mut app = App::new();
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    app.update(two_meshes::TwoMeshesAction::OpenSecond(MeshSource::File("/somewhere/empty.obj".into())));
    let refused = Load::bytes("empty.obj", b"").mesh().expect_err("nothing is in it");
    let second = app.state.tools.get::<TwoMeshes>().loading.as_ref().expect("the second mesh is being read");
    let refused = answer(&second.result, Err(refused.to_string()));
    app.update(two_meshes::TwoMeshesAction::Loaded(refused));
    app.loaded(Ok(loaded(TWO)));
    let message = app.state.desk.messages.last.as_ref().expect("a line that says so");
    assert!(message.is_error && message.text.contains("empty.obj"), "{message:?}");
    app.update(Action::Open(MeshSource::File("/somewhere/two.obj".into())));
    assert!(app.state.desk.messages.last.is_none(), "another mesh is opened");
}

#[test]
fn the_bench_of_two_meshes_shows_both_where_the_second_stands_and_what_they_share() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Two meshes").sees(&["Building the trees of both meshes"]);
    let work = |harness: &mut Window| {
        while harness.state_mut().work() > 0 {
            harness.rest();
        }
    };
    work(&mut harness);
    let pairs = harness.tool::<TwoMeshes>().answer.as_ref().expect("an answer").contact.pairs.len();
    assert!(pairs > 0 && harness.shows(&format!("{pairs} pair{}", if pairs == 1 { "" } else { "s" })));
    let rows = ["First", "Second", "Curves", "Length", "Triangles", "Box tests", "Exact tests", "Took", "Pairs"];
    harness.shows_all(&rows);
    for row in ["Moved by", "Turned by"] {
        let [x, y, z] = ["x", "y", "z"].map(|axis| harness.rect(&format!("{row} {axis}")));
        assert!(x.y_range() == y.y_range() && y.y_range() == z.y_range(), "they stand in one line: {x} {y} {z}");
    }
    // A number that is not a short one is looked at, and left as it was.
    let place = harness.tool::<TwoMeshes>().place;
    let long = two_meshes::MeshPose { translation: place.translation + glam::DVec3::X / 3.0e3, ..place };
    harness.state_mut().update(two_meshes::TwoMeshesAction::Place(long, true));
    work(&mut harness);
    for field in ["Moved by x", "Moved by y"] {
        harness.get_by_label(field).focus();
        harness.rest();
    }
    assert_eq!(harness.tool::<TwoMeshes>().place, long);
    work(harness.press("First contact only"));
    harness.get_by_label("They meet");
    work(harness.press("Reset"));
    assert_eq!(harness.tool::<TwoMeshes>().place, place, "it stood where it stands at first");
}

#[test]
fn the_bench_of_many_bodies_shows_what_sweep_and_prune_does() {
    let mut harness = window([1200.0, 2000.0], 1.0);
    harness.press("Collide").press("Many bodies");
    let pairs = |harness: &Window| {
        let world = harness.tool::<ManyBodies>().world.as_ref().expect("bodies");
        (world.broad.pairs().len(), world.boxes.len())
    };
    assert!(harness.shows(&format!("{} pairs", pairs(&harness).0)));
    harness.shows_all(&["Swaps", "Came, went", "Axis", "Magnified", "Number", "Speed", "Choice"]);
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
    let [label, button] = ["Axis", "z"].map(|name| harness.rect(name).center().y);
    assert!((label - button).abs() <= 1.0, "they stand in one line: {label} and {button}");
    assert_eq!(harness.press("z").tool::<ManyBodies>().chosen.axis, 2);
    assert!(!harness.press("Compare with the library's own choice").shows("Choice"));
    harness.get_by_label("Run");
}

/// Buttons for a selection.
const BUTTONS: [&str; 2] = ["Clear", "Export…"];

#[test]
fn what_is_done_with_a_selection_stays_where_it_is_and_in_sight_when_a_part_is_selected() {
    let mut harness = window([1280.0, 800.0], 1.0);
    harness.open(&squares(30)).pick(900);
    let first_row = |harness: &Window| harness.get_by_label_contains("Triangle 0  ·").rect().min;
    let places = |harness: &Window| BUTTONS.map(|label| harness.rect(label));
    let before = places(&harness);
    assert!(before.iter().all(|rect| rect.bottom() < 780.0), "{before:?}");
    assert_eq!(harness.command(Command::SelectAll).selected().len(), 1800);
    assert_eq!(places(&harness), before, "with 1,800 selected");
    assert!(harness.query_all_by_label_contains("  ·  ").count() < 12, "few rows are written");
    let first = first_row(&harness);
    harness.pick(0);
    assert_eq!((places(&harness), first_row(&harness)), (before, first), "with one");
    harness.command(Command::SelectAll).command(Command::InvertSelection);
    assert!(BUTTONS.iter().all(|label| !harness.shows(label)), "with none");
}

#[test]
fn what_is_done_with_a_selection_comes_with_the_first_pick_below_what_scrolls() {
    let places = |harness: &Window| BUTTONS.map(|label| harness.rect(label));
    for explain in [false, true] {
        let mut harness = window([1366.0, 768.0], 1.0);
        harness.state_mut().state.desk.settings.panels.explain = explain;
        harness.state_mut().state.desk.settings.open_sections.insert("Corners".to_owned());
        assert!(BUTTONS.iter().all(|label| !harness.rest().shows(label)), "nothing is selected");
        let before = places(harness.pick(0));
        assert!(before.iter().all(|rect| rect.bottom() < 768.0), "{before:?}");
        assert_eq!(places(harness.pick(0)), before, "Explain: {explain}");
        let label = harness.rect("tin");
        assert!(label.bottom() < before[0].top(), "the rest scrolls above them: {label}");
    }
    // In a low window they scroll with the rest.
    let mut harness = picked(window([800.0, 320.0], 1.0));
    assert!(320.0 < places(harness.act(Action::Detent(Detent::Half)))[0].top());
}

#[test]
fn beside_a_hit_the_question_asks_which_triangle_was_expected_and_a_click_answers() {
    let mut harness = picked(usual());
    harness.press("Why not?").sees(&["The triangle you expected"]);
    harness.get_by_label_contains("Which triangle did you expect?");
    let view = harness.view();
    let corner = CursorPosition { x: f64::from(view.viewport.x) + 80.0, y: 60.0 };
    harness.show(pressed(corner, view, ClickMode::Replace, false));
    let [asks, told] = ["Which triangle did you expect?", "There is no triangle here"]
        .map(|words| harness.get_by_label_contains(words).rect().expand(8.0));
    assert!(!asks.intersects(told), "the question is covered: {asks} by {told}");
    harness.state_mut().update(Action::Hover(None));
    harness.act(Action::Touched(None)).get_by_label_contains("Tap it, or press long and choose it");
    assert!(harness.pick(1).query_by_label_contains("Which triangle did you expect?").is_none());
    harness.get_by_label_contains("Triangle 1 is beside the ray");
    assert_eq!(harness.inspected(), Some(0));
}

#[test]
fn corners_far_from_the_origin_are_told_apart_in_a_panel_of_any_width() {
    for width in [1280.0, 610.0] {
        let mut harness = window([width, 1400.0], 1.0);
        let utm =
            "v 500123.25 4649797.25 120.5\nv 500123.75 4649797.25 120.5\nv 500123.25 4649797.75 121.25\nf 1 2 3\n";
        harness.open(utm).pick(0);
        lowest(&harness, "Corners").expect("a heading").click();
        harness.rest().shows_all(&["4649797.25", "4649797.75", "500123.75", "121.25"]);
        let right = harness.picture().right();
        let cut = |node: &egui_kittest::Node<'_>| node.rect().left() < right || width - 8.0 < node.rect().right();
        assert!(!harness.query_all_by_label_contains("4649797.").any(|node| cut(&node)), "cut at {width}");
    }
}
