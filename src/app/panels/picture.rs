//! Marks drawn over the picture whichever tool is in use: the crosshair, and a text where there is no mesh.

use super::menu;
use crate::app::action::Action;
use crate::app::desk::Desk;
use crate::app::keys::Command;
use crate::app::panels::rows::ask;
use crate::app::platform::{HAS_ADDRESS, takes_drops};
use crate::app::texts::t;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::app::update::State;
use egui::epaint::ClippedShape;
use egui::{Align2, Area, Color32, FontId, Id, Order, Pos2, Rect, Stroke, Ui, Vec2};
use pickray::math::{CursorPosition, Viewport};
use pickray::scene::View;

/// Distances of the inner and outer end of the crosshair's arms from its centre, in logical pixels.
const ARM: [f32; 2] = [6.0, 20.0];

/// Converts a cursor position, in physical pixels, to egui points.
pub fn on_screen(desk: &Desk, cursor: CursorPosition) -> Pos2 {
    Pos2::new(cursor.x as f32, cursor.y as f32) / desk.shown.scale_factor as f32
}

/// Returns the rectangle of a view in egui's points.
pub fn area_of(desk: &Desk, view: &View) -> Rect {
    let Viewport { x, y, width, height } = view.viewport;
    let top = f64::from(view.framebuffer.height) - f64::from(y) - f64::from(height);
    let corner = CursorPosition { x: f64::from(x), y: top };
    let opposite = CursorPosition { x: f64::from(x + width), y: top + f64::from(height) };
    Rect::from_min_max(on_screen(desk, corner), on_screen(desk, opposite))
}

fn between_views(painter: &egui::Painter, desk: &Desk, colors: &Colors) {
    let [picking, second_view] = [desk.view(), &desk.shown.second_view.view].map(|view| area_of(desk, view));
    let is_stacked = desk.shown.picture.width < desk.shown.picture.height;
    let line = if is_stacked {
        Rect::from_min_max(picking.left_bottom(), second_view.right_top())
    } else {
        Rect::from_min_max(picking.right_top(), second_view.left_bottom())
    };
    painter.rect_filled(line, 0.0, colors.line);
}

/// Returns the shapes of the text and marks over the picture, to be saved with it: no cards, lists and buttons.
pub fn written_over(ui: &Ui, State { desk, tools }: &State, area: Rect) -> Vec<ClippedShape> {
    tools.in_use(desk).show_over(ui, desk, area, &mut Vec::new());
    if desk.is_split() {
        between_views(&ui.painter().with_clip_rect(area), desk, Colors::of(ui));
    }
    // Cards, lists and buttons have layers of their own.
    ui.ctx().graphics(|layers| {
        layers.get(ui.layer_id()).map(|own| own.all_entries().cloned().collect()).unwrap_or_default()
    })
}

/// Draws the crosshair, the line between the two views of a split picture, and a text where there is no mesh.
pub fn marks(ui: &Ui, desk: &Desk, area: Rect) {
    let painter = ui.painter().with_clip_rect(area);
    let colors = Colors::of(ui);
    if desk.is_split() {
        between_views(&painter, desk, colors);
    }
    if let Some(crosshair) = desk.pointer.crosshair {
        let center = on_screen(desk, crosshair);
        for direction in [Vec2::X, -Vec2::X, Vec2::Y, -Vec2::Y] {
            let arm = [center + ARM[0] * direction, center + ARM[1] * direction];
            // White in black: among edges, thin lines of either would be one more of them.
            let ground = [arm[0] - 1.5 * direction, arm[1] + 1.5 * direction];
            painter.line_segment(ground, Stroke::new(6.0, Color32::from_black_alpha(215)));
            painter.line_segment(arm, Stroke::new(2.5, Color32::WHITE));
        }
    }
    if desk.files.dropping {
        painter.rect_filled(area, 0.0, colors.panel.gamma_multiply(0.8));
        painter.rect_stroke(area.shrink(8.0), 8.0, Stroke::new(2.0, colors.text), egui::StrokeKind::Inside);
        words(&painter, area, t!("picture-drop"), colors.text);
        if HAS_ADDRESS {
            let below = area.translate(Vec2::new(0.0, 4.0 * SPACE));
            painter.text(below.center(), Align2::CENTER_CENTER, t!("files-stay"), FontId::default(), colors.weak);
        }
    } else if is_empty(desk) {
        let what = if takes_drops() { t!("picture-empty") } else { t!("picture-empty-open") };
        words(&painter, area, what, colors.weak);
    }
}

/// Returns `true` if there is no mesh, and none on its way.
fn is_empty(desk: &Desk) -> bool {
    desk.scene().objects().is_empty() && desk.files.loading.is_none()
}

/// Shows two buttons in an empty picture, to open a file or a sample mesh, while none is open or loading.
pub fn ways_to_begin(ui: &Ui, desk: &Desk, area: Rect, actions: &mut Vec<Action>) {
    if !is_empty(desk) || desk.files.dropping {
        return;
    }
    let at = area.center() + Vec2::new(0.0, 6.0 * SPACE);
    let place = Area::new(Id::unique("ways to begin")).order(Order::Middle).pivot(Align2::CENTER_TOP).fixed_pos(at);
    place.show(ui.ctx(), |ui| {
        ui.horizontal(|ui| {
            ask(actions, ui.button(t!("picture-open")).clicked().then_some(Action::Command(Command::Open)));
            ui.menu_button(t!("menu-samples"), |ui| menu::samples(ui, actions));
        });
    });
}

fn words(painter: &egui::Painter, area: Rect, text: &str, color: Color32) {
    painter.text(area.center(), Align2::CENTER_CENTER, text, FontId::new(17.0, heavy()), color);
}
