//! Commands that no tool runs, when commands are available, and the order in which Esc closes things.

use super::{State, act, cancel_loading, click, hover};
use crate::app::action::{Action, Effect, Sheet};
use crate::app::arrangement::Pane;
use crate::app::desk::{
    Desk, choosing, hiding, loading, locating, navigate, picked, preparing, present, restoring, second_view, selecting,
};
use crate::app::input::{Button, Press};
use crate::app::keys::{Chord, Command, Focus, Key, Modifiers, Need, chord_in_words, command_of};
use crate::app::settings::{RayView, Settings};
use crate::app::texts::t;
use crate::app::tool::{Event, Toolbox};
use crate::app::tools::picking::Picking;
use pickray::scene::{Projection, UpAxis};
use pickray::study::Change;
use pickray_render::Shading;

impl State {
    /// Returns the command of a chord, unless the panels take it. Esc closes a sheet, but an open list first.
    pub fn command_of(&self, chord: Chord, focus: Focus) -> Option<Command> {
        let closes_sheet = chord.key == Key::Escape && self.desk.messages.sheet.is_some();
        let is_theirs = if closes_sheet { focus == Focus::Popup } else { focus.takes(chord.key) };
        command_of(chord).filter(|&command| !is_theirs && self.takes(command))
    }

    /// Returns `true` if a key may run this command now. While a sheet is open, keys only close it or the window.
    pub fn takes(&self, command: Command) -> bool {
        match &self.desk.messages.sheet {
            None => true,
            Some(Sheet::Help) if command == Command::ToggleHelp => true,
            Some(_) => matches!(command, Command::Escape | Command::Quit),
        }
    }

    pub fn meets(&self, need: Need) -> bool {
        let (desk, selected) = (&self.desk, &self.desk.selected.triangles);
        let has_mesh = !desk.scene().objects().is_empty();
        match need {
            Need::Nothing => true,
            Need::Mesh => has_mesh,
            Need::Selection => !selected.is_empty(),
            Need::Hit => desk.picked.is_some(),
            Need::Undo => selected.can_undo(),
            Need::Redo => selected.can_redo(),
            Need::Hidden => desk.n_hidden() != [0, 0],
            Need::PickedMesh => has_mesh && desk.workspace.picks(),
            Need::PickedSelection => has_mesh && desk.workspace.picks() && !selected.is_empty(),
            Need::Report => !desk.files.reports.is_empty(),
            Need::Errors => !desk.messages.errors.is_empty(),
        }
    }

    /// Returns `true` if this command's switch is on; `None` if it switches nothing in the desk or while picking.
    pub fn is_on(&self, command: Command) -> Option<bool> {
        let desk = &self.desk;
        match command {
            Command::ToggleOrthographic => {
                let camera = &desk.view_of(desk.pane()).camera;
                Some(matches!(camera.projection, Projection::Orthographic { .. }))
            }
            Command::ToggleSmooth => Some(desk.settings.style.shading == Shading::Smooth),
            Command::ToggleUp => Some(desk.study.up_axis() == UpAxis::Z),
            Command::ToggleSidePanel => Some(desk.shows_side_panel()),
            Command::ToggleExplain => Some(desk.shows_ladder()),
            Command::NextRayView => Some(desk.settings.ray != RayView::Off),
            Command::ToggleNdc => Some(desk.is_split() && desk.shown.second_view.ndc > 0.0),
            Command::ToggleCrosshair => Some(desk.pointer.crosshair.is_some()),
            Command::Present => Some(desk.shown.presenting.is_some()),
            // A copy, since switches are lent for changes.
            _ => desk
                .settings
                .clone()
                .switch(command)
                .map(|on| *on)
                .or_else(|| desk.workspace.picks().then(|| self.tools.get::<Picking>().is_on(command)).flatten()),
        }
    }
}

/// Runs a command that the tool in use has not run; a switch of the settings is turned.
pub(super) fn run(desk: &mut Desk, tools: &mut Toolbox, command: Command) {
    match command {
        Command::Open => loading::ask_for_meshes(desk, false),
        Command::Add => loading::ask_for_meshes(desk, true),
        Command::ExportMesh => choosing::ask_to_export(desk, false),
        Command::ExportSelection => choosing::ask_to_export(desk, true),
        Command::Quit => desk.files.effects.push(Effect::Quit),
        // The camera, and what is seen.
        Command::FrameSelection => navigate::frame(desk, desk.pane()),
        Command::ResetView => navigate::home(desk, desk.pane()),
        Command::ViewFrom(side) => navigate::view_from(desk, desk.pane(), side),
        Command::ToggleOrthographic => navigate::toggle_orthographic(desk, desk.pane()),
        Command::ToggleSmooth => change_by(desk, |settings| {
            let shading = &mut settings.style.shading;
            *shading = if *shading == Shading::Smooth { Shading::Flat } else { Shading::Smooth };
        }),
        Command::ToggleUp => navigate::take_as_up(desk, desk.study.up_axis().other()),
        Command::NextRayView => {
            change_by(desk, |settings| settings.ray = settings.ray.next());
            let (view, next) = (desk.settings.ray.name(), desk.settings.ray.next().name());
            desk.tell(t!("ray-view-now", view = view, key = chord_in_words(command), next = next));
        }
        Command::ToggleExplain => desk.tell(t!("explain-elsewhere")),
        Command::ToggleNdc => second_view::toggle_ndc(desk),
        Command::VerifyPixels => desk.tell(t!("verify-elsewhere")),
        Command::BackToPick => navigate::back_to_pick(desk),
        // The selection, and objects.
        Command::Escape => escape(desk, tools),
        Command::Undo => selecting::undo(desk),
        Command::Redo => selecting::redo(desk),
        Command::SelectAll => selecting::select_all(desk),
        Command::ClearSelection => selecting::clear(desk),
        Command::InvertSelection => selecting::invert(desk),
        Command::HideObjects => hiding::hide(desk),
        Command::IsolateObjects => hiding::isolate(desk),
        Command::ShowAllObjects => hiding::make(desk, &[Change::ShowAll]),
        Command::GoToTriangle => desk.messages.sheet = Some(Sheet::GoTo { text: String::new(), problem: None }),
        // What leaves by the clipboard or a file, and sheets.
        Command::CopyRecord => picked::copy_text(desk),
        Command::CopyJson => picked::copy_json(desk),
        Command::CopySituation => restoring::copy(desk),
        Command::CopyLink => restoring::copy_link(desk),
        Command::CopyEmbedCode => present::copy_code(desk),
        Command::CopyPicture => act(desk, tools, Action::TakePicture(true)),
        Command::SavePicture => desk.messages.sheet = Some(Sheet::Picture),
        Command::ShowSettings => desk.messages.sheet = Some(Sheet::Settings),
        Command::ShowReport => desk.messages.sheet = Some(Sheet::Report),
        Command::ShowErrors => desk.messages.sheet = Some(Sheet::Errors),
        Command::Paste => desk.files.effects.push(Effect::Paste),
        Command::ShowPalette => desk.messages.sheet = Some(Sheet::Palette { typed: String::new(), chosen: 0 }),
        Command::ToggleHelp => {
            desk.messages.sheet = if desk.messages.sheet == Some(Sheet::Help) { None } else { Some(Sheet::Help) };
        }
        // The crosshair, which stands for the mouse.
        Command::MoveCrosshair(x, y) => {
            locating::move_crosshair(desk, f64::from(x), f64::from(y));
            hover(desk, tools, desk.pointer.crosshair);
        }
        Command::PickAtCrosshair if let Some(cursor) = desk.pointer.crosshair => {
            let (button, modifiers, view) = (Button::Left, Modifiers::NONE, *desk.view());
            click(desk, tools, &Press { button, cursor, modifiers, pane: Pane::Picking, view, seconds: 0.0 }, false);
        }
        Command::ToggleCrosshair | Command::PickAtCrosshair => {
            locating::toggle_crosshair(desk);
            hover(desk, tools, desk.pointer.crosshair);
        }
        Command::ToggleSidePanel => desk.toggle_side_panel(),
        Command::FocusPanels => desk.files.effects.push(Effect::FocusPanels),
        Command::Show(workspace) => tools.show(desk, workspace),
        Command::Present => present::toggle(desk),
        command => change_by(desk, |settings| settings.switch(command).into_iter().for_each(|on| *on ^= true)),
    }
}

/// Runs Esc, in this order: takes a drag back; closes a sheet, the message; stops reading, writing; gives a situation
/// up; closes what the tool has open, crosshair, presenting, the line on the guessed axis; lets go of what was clicked.
fn escape(desk: &mut Desk, tools: &mut Toolbox) {
    let closed = tools.event(desk, Event::CancelDrag)
        || desk.messages.sheet.take().is_some()
        || desk.messages.last.take().is_some()
        || cancel_loading(desk)
        || choosing::cancel_export(desk)
        || restoring::let_go(desk, |_| true)
        || tools.event(desk, Event::Close)
        || desk.pointer.crosshair.take().is_some()
        || desk.shown.presenting.take().is_some()
        || desk.messages.up.take().is_some();
    if !closed {
        tools.event(desk, Event::LetGo);
    }
}

fn change_by(desk: &mut Desk, by: impl FnOnce(&mut Settings)) {
    let mut settings = desk.settings.clone();
    by(&mut settings);
    change(desk, settings);
}

pub(super) fn change(desk: &mut Desk, settings: Settings) {
    if settings != desk.settings {
        let before = desk.up_by_settings(desk.study.scene());
        let had_textures = std::mem::replace(&mut desk.settings, settings).style.textures;
        if desk.settings.style.textures && !had_textures {
            preparing::textures_switched_on(desk);
        }
        let scene = desk.study.scene();
        let up = desk.up_by_settings(scene);
        // An axis that is kept for the format is up already.
        if up != before && up.unwrap_or(scene.up_axis()) != desk.study.up_axis() {
            navigate::set_up_axis(desk, up);
        }
        desk.files.effects.push(Effect::SaveSettings);
    }
}
