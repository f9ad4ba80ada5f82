//! Message lines at the foot of the picture, on errors, what was done and the guessed axis; progress at its top.

use crate::app::action::{Action, Sheet, Work};
use crate::app::arrangement::{Arrangement, Workspace};
use crate::app::desk::Desk;
use crate::app::panels::rows::{self, ask};
use crate::app::panels::{area_of, card};
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, SPACE};
use crate::app::tool::Activity;
use crate::app::update::State;
use egui::{Align2, Area, AreaState, Frame, Id, Label, Order, Pos2, Rect, Response, RichText, Sense, Stroke, Ui};
use pickray::scene::UpAxis;
use std::time::Duration;

/// Height that a line is assumed to have before it was shown once, in logical pixels.
const HEIGHT: f32 = 48.0;

/// Height of the row of tools above a sheet, with the room around it, in logical pixels.
const ROW: f32 = 64.0;

/// Side of the square in a view's lower left corner in which its axes are drawn, in logical pixels.
const AXES: f32 = 84.0;

/// Time that a line stays, and how much longer for each of its letters, in seconds.
const STAY: f64 = 5.0;
const STAY_PER_LETTER: f64 = 0.06;

/// Time that a line takes to fade, and between its frames meanwhile, in seconds.
const FADE: f64 = 0.5;
const FADE_STEP: f64 = 0.04;

/// Returns the egui ids of the two message lines: that of errors and finished actions, then that of the up axis.
pub fn ids() -> [Id; 2] {
    ["message", "up-axis"].map(Id::unique)
}

pub fn show(ui: &Ui, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let [id, up_id] = ids();

    // Of a narrow window the tools are there.
    let has_row = desk.shown.arrangement == Arrangement::SheetBelow && desk.workspace == Workspace::Pick;
    let foot = area.center_bottom() - egui::vec2(0.0, if has_row { ROW } else { 3.0 * SPACE });
    let up = desk.messages.up.as_ref().map(|text| {
        line(ui, desk, up_id, (area, foot), (None, 1.0), |ui, width| guessed_up(ui, desk, text, width, actions))
    });
    let Some(message) = &desk.messages.last else { return };
    let left = time_left(ui, id, desk.messages.said, &message.text);
    if left <= 0.0 {
        return actions.push(Action::CloseMessage);
    }
    let at = up.map_or(foot, |up| egui::pos2(foot.x, up.rect.top() - SPACE));
    let stroke = message.is_error.then(|| Stroke::new(1.5, Colors::of(ui).error));
    let opacity = (left / FADE).min(1.0) as f32;
    let shown = line(ui, desk, id, (area, at), (stroke, opacity), |ui, width| {
        if message.is_error {
            ui.label(RichText::new(t!("message-error")).strong().color(Colors::of(ui).error));
        }
        words(ui, &message.text, width);
        if message.about_report && ui.button(t!("message-show")).clicked() {
            actions.extend([Action::CloseMessage, Action::Sheet(Some(Sheet::Report))]);
        }
        ask(actions, close(ui).then_some(Action::CloseMessage));
    });
    if shown.contains_pointer() {
        // The line is being read, so its time begins anew.
        ui.data_mut(|data| data.remove::<Begun>(id));
    }
}

/// Shows a line over the picture, above cards and axes; `contents` gets the width that it may have.
fn line(
    ui: &Ui,
    desk: &Desk,
    id: Id,
    (area, at): (Rect, Pos2),
    (stroke, opacity): (Option<Stroke>, f32),
    contents: impl FnOnce(&mut Ui, f32),
) -> Response {
    let width = (area.width() - 6.0 * SPACE).clamp(160.0, 560.0);
    let known = AreaState::load(ui.ctx(), id).and_then(|state| state.size);
    let views = [Some(desk.view()), desk.is_split().then_some(&desk.shown.second_view.view)].into_iter().flatten();
    let axes = views.map(|view| area_of(desk, view).with_max_x(area_of(desk, view).left() + AXES));
    let axes: Vec<_> = axes.map(|left| left.with_min_y(left.bottom() - AXES)).collect();
    let at = card::foot_above(ui.ctx(), at, known.unwrap_or(egui::vec2(width, HEIGHT)), &axes);
    let place = Area::new(id).order(Order::Middle).pivot(Align2::CENTER_BOTTOM).fixed_pos(at).sense(Sense::hover());
    let shown = place.show(ui.ctx(), |ui| {
        // The line's ground takes no press, and its words are not to be marked: both go on to the picture.
        ui.style_mut().interaction.selectable_labels = false;
        ui.multiply_opacity(opacity);
        let frame = Frame::window(ui.style()).inner_margin(10);
        let stroke = stroke.unwrap_or(frame.stroke);
        frame.stroke(stroke).show(ui, |ui| {
            ui.set_max_width(width);
            ui.horizontal(|ui| contents(ui, width));
        });
    });
    shown.response
}

fn words(ui: &mut Ui, text: &str, width: f32) {
    ui.vertical(|ui| {
        ui.set_max_width(width - 150.0);
        ui.add(Label::new(text).wrap());
    });
}

fn close(ui: &mut Ui) -> bool {
    ui.button("×").on_hover_text(t!("close")).clicked()
}

/// Shows which axis was guessed to be up, with ways to take the other one, and to keep one for all files of the format.
fn guessed_up(ui: &mut Ui, desk: &Desk, text: &str, width: f32, actions: &mut Vec<Action>) {
    ui.vertical(|ui| {
        words(ui, text, width);
        let Some(format) = desk.family() else { return };
        let kept = desk.settings.up_in.contains_key(format);
        let keep = rows::check(ui, kept, &t!("up-keep", format = format), t!("up-keep-about"));
        ask(
            actions,
            keep.map(|keep| {
                let mut settings = desk.settings.clone();
                settings.up_in.remove(format);
                settings.up_in.extend(keep.then(|| (format.to_owned(), desk.study.up_axis())));
                Action::Settings(settings)
            }),
        );
    });
    let other = desk.study.up_axis().other();
    let name = if other == UpAxis::Y { t!("up-y") } else { t!("menu-z-is-up") };
    let switch = ui.button(name).on_hover_text(t!("up-about"));
    ask(actions, switch.clicked().then_some(Action::TakeAsUp(other)));
    ask(actions, close(ui).then_some(Action::CloseUp));
}

/// Number of a line, and the second in which its time began.
type Begun = (u64, f64);

/// Returns the seconds that a line stays. Its time begins at the first event of mouse or keys after it came.
fn time_left(ui: &Ui, id: Id, said: u64, text: &str) -> f64 {
    let stay = STAY + STAY_PER_LETTER * text.chars().count() as f64;
    let begun = ui.data(|data| data.get_temp::<Begun>(id)).filter(|begun| begun.0 == said);
    let (now, is_someone_there) = ui.input(|input| (input.time, !input.events.is_empty()));
    let Some((_, begun)) = begun else {
        if is_someone_there {
            ui.data_mut(|data| data.insert_temp::<Begun>(id, (said, now)));
            ui.ctx().request_repaint_after(Duration::from_secs_f64(stay - FADE));
        }
        return stay;
    };
    let left = begun + stay - now;
    ui.ctx().request_repaint_after(Duration::from_secs_f64((left - FADE).max(FADE_STEP)));
    left
}

const PROGRESS_WIDTH: f32 = 300.0;

/// Shows the progress of work, with a way to stop it; else asks for a mesh, or whether to open many triangles.
pub fn progress(ui: &Ui, State { desk, tools }: &State, area: Rect, actions: &mut Vec<Action>) {
    let of_tool = || if let Activity::Works(work) = tools.in_use(desk).activity(desk) { Some(*work?) } else { None };
    let work = of_files(desk).or_else(of_tool);
    let many =
        |n: usize| (t!("situation-many", millions = format!("{:.1}", n as f64 / 1e6)), Action::OpenManyTriangles);
    let wanted = || Some((t!("situation-waits", name = desk.mesh_wanted()?), Action::ChooseWanted));
    let question = wanted().or_else(|| desk.triangles_asked_about().map(many));
    if work.is_none() && question.is_none() {
        return;
    }
    let at = area.center_top() + egui::vec2(0.0, 4.0 * SPACE);
    let place = Area::new(Id::unique("progress")).order(Order::Middle).pivot(Align2::CENTER_TOP).fixed_pos(at);
    let width = PROGRESS_WIDTH.min(area.width() - 12.0 * SPACE);
    place.show(ui.ctx(), |ui| {
        Frame::window(ui.style()).show(ui, |ui| {
            ui.set_width(width);
            match (work, question) {
                (Some(work), _) => bar(ui, width, work, actions),
                (None, Some((title, open))) => of_situation(ui, title, open, actions),
                (None, None) => {}
            }
        });
    });
}

fn bar(ui: &mut Ui, width: f32, Work { title, progress, cancel }: Work<'_>, actions: &mut Vec<Action>) {
    ui.add(Label::new(RichText::new(title).strong()).truncate());
    ui.horizontal(|ui| {
        rows::progress(ui, (width - 122.0).max(8.0), progress.fraction());
        ask(actions, ui.button(t!("cancel")).on_hover_text(t!("key-escape")).clicked().then_some(cancel));
    });
    ui.label(RichText::new(of_library::stage(progress.stage())).small().weak());
}

/// Shows what a situation waits for, with a way to open it and a way to wait no longer.
fn of_situation(ui: &mut Ui, title: String, open: Action, actions: &mut Vec<Action>) {
    ui.add(Label::new(RichText::new(title).strong()).truncate());
    ui.horizontal(|ui| {
        let label = if let Action::ChooseWanted = open { t!("picture-open") } else { t!("chooser-open") };
        ask(actions, ui.button(label).clicked().then_some(open));
        let cancel = ui.button(t!("cancel")).on_hover_text(t!("key-escape"));
        ask(actions, cancel.clicked().then_some(Action::LetSituationGo));
    });
}

fn of_files(desk: &Desk) -> Option<Work<'_>> {
    let reading = desk.files.loading.as_ref().and_then(|loading| loading.work(Action::CancelLoading));
    reading.or_else(|| {
        let exporting = desk.files.exporting.as_ref()?;
        let title = t!("progress-writing", name = exporting.name());
        Some(Work { title, progress: exporting.result.progress()?, cancel: Action::CancelExport })
    })
}
