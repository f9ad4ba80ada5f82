//! Progress bar and cancel button for work that the user waits for: reading or writing a file, or a job of a bench.
//! Also a request for the mesh that a situation being restored needs, and the question whether to open many triangles.

use crate::app::action::{Action, Work};
use crate::app::desk::Desk;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{of_library, t};
use crate::app::theme::SPACE;
use crate::app::update::State;
use egui::{Align2, Area, Frame, Id, Label, Order, Rect, RichText, Ui};

/// Width of the progress if there is room for it, in logical pixels.
const WIDTH: f32 = 300.0;

pub fn show(ui: &Ui, State { desk, tools }: &State, area: Rect, actions: &mut Vec<Action>) {
    let work = of_files(desk).or_else(|| tools.in_use(desk).work());
    let many =
        |n: usize| (t!("situation-many", millions = format!("{:.1}", n as f64 / 1e6)), Action::OpenManyTriangles);
    let wanted = || Some((t!("situation-waits", name = desk.mesh_wanted()?), Action::ChooseWanted));
    let question = wanted().or_else(|| desk.triangles_asked_about().map(many));
    if work.is_none() && question.is_none() {
        return;
    }
    let at = area.center_top() + egui::vec2(0.0, 4.0 * SPACE);
    let place = Area::new(Id::unique("progress")).order(Order::Middle).pivot(Align2::CENTER_TOP).fixed_pos(at);
    let width = WIDTH.min(area.width() - 12.0 * SPACE);
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

/// Returns the file that is read, or else the one that is written.
fn of_files(desk: &Desk) -> Option<Work<'_>> {
    let reading = desk.files.loading.as_ref().and_then(|loading| loading.work(Action::CancelLoading));
    reading.or_else(|| {
        let exporting = desk.files.exporting.as_ref()?;
        let title = t!("progress-writing", name = exporting.name());
        Some(Work { title, progress: exporting.result.progress()?, cancel: Action::CancelExport })
    })
}
