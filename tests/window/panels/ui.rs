//! The panels, driven as assistive technology drives them: what they show of a state, and what they ask for.

mod areas;
mod benches;
mod bounds;
mod chooser;
mod colors;
mod figure;
mod hit;
mod ladder;
mod languages;
mod lessons;
mod letters;
mod measures;
mod menus;
mod messages;
mod monkey;
mod parts;
mod pixel_check;
mod room;
mod sheet;
mod split;
mod strip;
mod tooltips;
mod vectors;

// What most tests of the panels name: they begin with all that is here.
use crate::gestures::{left_press, pressed, right_click};
use egui::accesskit::Role;
use egui::{Color32, Pos2, Rect, Shape, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable};
use languages::{painted, shapes};
use pickray::math::{CursorPosition, FramebufferSize, Viewport};
use pickray::mesh::samples::Sample;
use pickray::mesh::{CornerValues, Image, Load, Pixels};
use pickray::pick::explain::{Mistake, Step};
use pickray::scene::navigation::StandardView;
use pickray::scene::{Object, Scene, View};
use pickray::study::{Change, Objects, Plane};
use pickray_app::app::action::{Action, Effect, Job, Message, Sheet};
use pickray_app::app::answers::{LoadResult, Loaded, MeshSource};
use pickray_app::app::arrangement::Pane;
use pickray_app::app::arrangement::{Detent, Workspace};
use pickray_app::app::chooser::{FileRequest, Purpose};
use pickray_app::app::desk::Desk;
use pickray_app::app::input::{ClickMode, Gesture};
use pickray_app::app::job::{Answer, Pending};
use pickray_app::app::keys::{Command, Modifiers, bindings_where};
use pickray_app::app::platform::writing::Kind;
use pickray_app::app::settings::Settings;
use pickray_app::app::texts::{Language, Text, speak};
use pickray_app::app::tool::Tool;
use pickray_app::app::tools::many_bodies::{self, ManyBodies};
use pickray_app::app::tools::picking::Picking;
use pickray_app::app::tools::picking::ladder::LadderAction;
use pickray_app::app::tools::picking::learning::{LearningAction, Predicted};
use pickray_app::app::tools::picking::mistakes::MistakeAction;
use pickray_app::app::tools::sphere::Sphere;
use pickray_app::app::tools::two_meshes::{MeshPose, TwoMeshes, TwoMeshesAction};
use pickray_app::app::update::{State, update};
use pickray_app::app::{panels, theme};
use pickray_app::lesson::builtin;
use pickray_render::Palette;
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

    /// Does the work that was asked for.
    pub fn work(&mut self) -> &mut Self {
        self.state_mut().work();
        self.rest()
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

/// Has something checked in each language of the window.
fn in_each_language(check: impl Fn(Language)) {
    for language in [Language::English, Language::Chinese] {
        speak(language);
        check(language);
    }
    speak(Language::English);
}

/// The lowest of what has this label; a tab or a switch of the menu bar may have the same word.
fn lowest<'a>(harness: &'a Window, text: &'a str) -> Option<egui_kittest::Node<'a>> {
    harness.query_all_by_label(text).max_by(|a, b| a.rect().top().total_cmp(&b.rect().top()))
}
