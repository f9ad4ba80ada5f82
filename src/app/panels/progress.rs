//! How far the mesh that is being read or written has come, with a way to stop.

use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::panels::rows::ask;
use crate::app::texts::{of_library, t};
use crate::app::theme::{Colors, SPACE};
use egui::{Align2, Area, Frame, Id, Label, Order, ProgressBar, Rect, RichText, Ui};

const WIDTH: f32 = 300.0;

pub fn show(ui: &Ui, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    let (title, (fraction, stage), cancel) = match (&desk.files.loading, &desk.files.exporting) {
        (Some(loading), _) => {
            let name = loading.source.name();
            (t!("progress-reading", name = of_library::mesh_name(&name)), loading.progress(), Action::CancelLoading)
        }
        (None, Some(exporting)) => {
            (t!("progress-writing", name = exporting.name()), exporting.progress(), Action::CancelExport)
        }
        (None, None) => return,
    };
    let at = area.center_top() + egui::vec2(0.0, 4.0 * SPACE);
    let place = Area::new(Id::unique("progress")).order(Order::Middle).pivot(Align2::CENTER_TOP).fixed_pos(at);
    place.show(ui.ctx(), |ui| {
        Frame::window(ui.style()).show(ui, |ui| {
            ui.set_width(WIDTH);
            ui.add(Label::new(RichText::new(title).strong()).truncate());
            ui.horizontal(|ui| {
                let fill = Colors::of(ui).weak;
                ui.add(ProgressBar::new(fraction).desired_width(WIDTH - 122.0).desired_height(8.0).fill(fill));
                ui.add_sized([40.0, 20.0], Label::new(format!("{:.0} %", 100.0 * fraction)));
                ask(actions, ui.button(t!("cancel")).on_hover_text(t!("key-escape")).clicked().then_some(cancel));
            });
            ui.label(RichText::new(of_library::stage(stage)).small().weak());
        });
    });
}
