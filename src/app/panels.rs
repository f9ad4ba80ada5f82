//! Panels of the window. They only show the state; what the user asks for is returned as actions, not carried out.
//! Lengths in their constants, and in those of tools, are in logical pixels.

pub(in crate::app) mod card;
mod dialogs;
pub(in crate::app) mod fields;
mod finding;
mod hint_bar;
mod labels;
mod menu;
mod message;
pub(in crate::app) mod probe;
pub(in crate::app) mod rows;
pub(in crate::app) mod sheet;

pub use card::is_covered;
pub use labels::{area_of, labels, note, on_screen, written_over};

use crate::app::action::{Action, Sheet};
use crate::app::arrangement::{Arrangement, Workspace};
use crate::app::desk::Desk;
use crate::app::keys::{Command, Focus, chord_in_words, with_key};
use crate::app::texts::t;
use crate::app::theme::{self, SPACE};
use crate::app::tools::picking::Picking;
use crate::app::update::State;
use egui::{Align, Align2, Area, Button, Context, Frame, Id, Layout, Margin, Order, Panel, Rect, ScrollArea, Ui, Vec2};
use pickray::study::PageName;

/// Width of the side panel at first, in logical pixels; `LEAST_WIDTH` is the least.
const SIDE_WIDTH: f32 = 300.0;
const LEAST_WIDTH: f32 = 220.0;

/// Greatest share of the window's width that the side panel takes.
const MOST_OF_WIDTH: f32 = 0.45;

/// Least height of the side panel in which its foot stays, in logical pixels.
const LEAST_WITH_FOOT: f32 = 400.0;

/// Shows all panels, and adds what the user asks for to `actions`; returns the picture's rectangle, in egui points.
pub fn show(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) -> Rect {
    let State { desk, tools } = state;
    theme::fit_targets(ui, desk.pointer.touched);
    keep_letters(ui, false);
    if let Some(figure) = desk.shown.figure {
        sheet::figure(ui, state, figure, actions);
        let left_over = ui.available_rect_before_wrap();
        sheet::way_out(ui, left_over, actions);
        above_the_picture(ui, state, left_over, actions);
        return left_over;
    }

    let bar = Frame::new().fill(ui.visuals().panel_fill).inner_margin(Margin::symmetric(8, 3));
    Panel::top("menu").frame(bar).show(ui, |ui| menu::show(ui, state, actions));
    match desk.shown.arrangement {
        Arrangement::SheetBelow => sheet::show(ui, state, actions),
        Arrangement::SheetBeside => {
            sheet::show(ui, state, actions);
            sheet::foot(ui, state);
        }
        Arrangement::Wide => {
            if desk.settings.panels.hints && desk.shown.presenting.is_none() {
                Panel::bottom("hints").frame(bar).show(ui, |ui| hint_bar::show(ui, state));
            }
            let picking = tools.get::<Picking>();
            picking.show_ladder(ui, desk, true, actions);
            if desk.shows_side_panel() {
                side_panel(ui, state, actions);
            } else {
                unfold(ui, desk, actions);
            }
            picking.show_ladder(ui, desk, false, actions);
        }
    }
    let left_over = ui.available_rect_before_wrap();
    above_the_picture(ui, state, left_over, actions);
    left_over
}

fn side_panel(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let desk = &state.desk;
    let body = Frame::new().fill(ui.visuals().panel_fill);
    let most = (MOST_OF_WIDTH * ui.available_width()).max(LEAST_WIDTH);
    let known = Id::unique("width of the side panel");
    let before = ui.data(|data| data.get_temp(known)).unwrap_or(SideWidth { wanted: SIDE_WIDTH, most });
    let is_resized = before.most != most;

    // In another window the side panel is as wide as it was, as far as there is room.
    let least = if is_resized { before.wanted.min(most) } else { LEAST_WIDTH };
    let side_panel = if desk.panel_is_left() { Panel::left("side") } else { Panel::right("side") };
    let side_panel = side_panel.frame(body).default_size(SIDE_WIDTH.min(most)).size_range(least..=most);
    let shown = side_panel.show(ui, |ui| {
        let stays = LEAST_WITH_FOOT <= ui.available_height();
        ui.data_mut(|data| data.insert_temp(foot_id(), stays));
        // What is done with a selection stays while the rest scrolls.
        if stays && desk.workspace == Workspace::Pick && desk.has_selection() {
            let body = body.inner_margin(Margin { left: 12, right: 12, top: 6, bottom: 8 });
            Panel::bottom("foot").frame(body).show(ui, |ui| {
                rows::note(ui, t!("selection-foot"));
                selection_buttons(ui, desk, actions);
            });
        }
        contents(ui, state, actions);
    });
    card::tooltips_beside(ui.ctx(), shown.response.rect);
    let width = shown.response.rect.width();
    let is_dragged = !is_resized && (width - before.wanted.min(most)).abs() > 1.0;
    let wanted = if is_dragged { width } else { before.wanted };
    ui.data_mut(|data| data.insert_temp(known, SideWidth { wanted, most }));
}

/// Shows the buttons for what is selected: in the foot of the side panel or, in a low one, in the section about it.
pub fn selection_buttons(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    // As wide as the panel, so that none moves with the name of what it affects.
    for command in [Command::HideObjects, Command::IsolateObjects] {
        let (text, width) = (desk.hiding_in_words(command), ui.available_width());
        let button = ui.add(Button::new(&text).truncate().min_size(Vec2::new(width, 0.0)));
        let button = button.on_hover_text(format!("{text}  ·  {}", chord_in_words(command)));
        rows::ask(actions, button.clicked().then_some(command));
    }
    if desk.selected.triangles.is_empty() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for (text, command) in
            [(t!("selection-clear"), Command::ClearSelection), (t!("selection-export"), Command::ExportSelection)]
        {
            rows::button(ui, text, "", command, actions);
        }
    });
}

/// Shows what the side panel, or the sheet, is for: the tools to choose from, and the tool in use. It scrolls.
fn contents(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let desk = &state.desk;
    // Each tool keeps the place that it was scrolled to, in each workspace.
    let mut scroll = ScrollArea::vertical().id_salt((desk.workspace as usize, desk.tool)).auto_shrink(false);
    if is_turned(ui, desk) {
        scroll = scroll.vertical_scroll_offset(0.0);
    }
    // No word moves to another row when the bar comes or goes.
    let beside_bar = (ui.available_width() - ui.spacing().scroll.allocated_width()).floor().max(0.0);
    scroll.show(ui, |ui| {
        ui.set_max_width(beside_bar);
        list_of_tools(ui, state, actions);
        if !desk.workspace.picks() && desk.scene().objects().is_empty() {
            Frame::new().inner_margin(Margin::same(12)).show(ui, |ui| {
                rows::no_mesh(ui, desk);
            });
        } else {
            state.tools.in_use(desk).show(ui, desk, actions);
        }
        follow_focus(ui);
    });
}

/// Brings what the keyboard has come to into view, in a panel that scrolls.
fn follow_focus(ui: &Ui) {
    let focused = ui.memory(|memory| memory.focused());
    let place = focused.and_then(|id| ui.ctx().read_response(id)).filter(|at| at.layer_id == ui.layer_id());
    let place = place.map(|at| at.rect).filter(|rect| ui.min_rect().intersects(*rect));
    let known = Id::unique("focus in the side panel");
    let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(known), focused));
    if let Some(place) = place.filter(|_| before != focused) {
        ui.scroll_to_rect(place, None);
    }
}

pub fn focus(ctx: &Context) -> Focus {
    if egui::Popup::is_any_open(ctx) {
        Focus::Popup
    } else if ctx.text_edit_focused() || ctx.data(|data| data.get_temp(letters_id())).unwrap_or(false) {
        Focus::Letters
    } else if ctx.egui_wants_keyboard_input() {
        Focus::Widget
    } else {
        Focus::Nothing
    }
}

/// Keeps letters from commands if `keeps`, since the keyboard is beside a text field; [`show`] forgets it.
pub fn keep_letters(ui: &Ui, keeps: bool) {
    ui.data_mut(|data| data.insert_temp(letters_id(), keeps));
}

fn letters_id() -> Id {
    Id::unique("letters are the panels'")
}

fn foot_id() -> Id {
    Id::unique("the foot of the side panel stays")
}

/// Returns `true` if the side panel, when last shown, was tall enough for a footer that does not scroll.
pub fn foot_stays(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(foot_id())).unwrap_or(false)
}

/// Width that the side panel is to have, and the most that the window allows, in logical pixels.
#[derive(Clone, Copy)]
struct SideWidth {
    wanted: f32,
    most: f32,
}

/// Returns `true` if another page of a lesson is shown than before, or the list of lessons.
fn is_turned(ui: &Ui, desk: &Desk) -> bool {
    let before = Id::unique("page in the side panel");
    ui.data_mut(|data| {
        let before = data.get_temp_mut_or_default::<Option<PageName>>(before);
        let is_another = *before != desk.page;
        before.clone_from(&desk.page);
        is_another
    })
}

fn unfold(ui: &Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let area = ui.available_rect_before_wrap();
    let left = desk.panel_is_left();
    let (pivot, at) = if left { (Align2::LEFT_TOP, area.left_top()) } else { (Align2::RIGHT_TOP, area.right_top()) };
    let place = Area::new(Id::unique("unfold")).order(Order::Middle).pivot(pivot);
    place.fixed_pos(at + Vec2::new(0.0, 2.0 * SPACE)).show(ui.ctx(), |ui| {
        let command = Command::ToggleSidePanel;
        let unfold = ui.button(if left { "»" } else { "«" }).on_hover_text(with_key(t!("panels-unfold"), command));
        rows::ask(actions, unfold.clicked().then_some(Action::Command(command)));
    });
}

fn list_of_tools(ui: &mut Ui, State { desk, tools }: &State, actions: &mut Vec<Action>) {
    if tools.of(desk.workspace).count() < 2 {
        return;
    }
    Frame::new().inner_margin(Margin { left: 12, right: 12, top: 8, bottom: 4 }).show(ui, |ui| {
        ui.with_layout(Layout::top_down_justified(Align::LEFT), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for tool in tools.of(desk.workspace) {
                let row = ui.add(Button::selectable(desk.tool == tool.id(), tool.name()).truncate());
                rows::ask(actions, row.clicked().then_some(Action::UseTool(tool.id())));
            }
        });
    });
}

fn above_the_picture(ui: &Ui, state: &State, area: Rect, actions: &mut Vec<Action>) {
    let State { desk, tools } = state;
    tools.in_use(desk).show_over(ui, desk, area, actions);
    labels::marks(ui, desk, area);
    labels::ways_to_begin(ui, desk, area, actions);
    message::progress(ui, state, area, actions);
    message::show(ui, desk, area, actions);
    match &desk.messages.sheet {
        None => {}
        Some(Sheet::Help) => finding::keys(ui, state, actions),
        Some(Sheet::Palette { typed, chosen }) => finding::commands(ui, state, typed, *chosen, actions),
        Some(Sheet::Settings) => dialogs::settings(ui, desk, actions),
        Some(Sheet::Report) => dialogs::report(ui, desk, actions),
        Some(Sheet::Errors) => dialogs::errors(ui, desk, actions),
        Some(Sheet::Picture) => dialogs::picture(ui, desk, actions),
        Some(Sheet::GoTo { text, problem }) => finding::go_to(ui, desk, text, problem.as_deref(), actions),
        Some(Sheet::ChooseFile) => finding::file(ui, desk, actions),
    }
}
