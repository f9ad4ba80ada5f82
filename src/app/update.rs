//! Function [`update`], which alone changes what the window shows.

mod commands;

use crate::app::action::{Action, Effect, Job, Message, Sheet};
use crate::app::answers::MeshSource;
use crate::app::arrangement::{Arrangement, Pane, Workspace};
use crate::app::desk::loading::Outcome;
use crate::app::desk::pasting::Pasted;
use crate::app::desk::{
    Desk, Restoring, changing, choosing, hiding, loading, locating, navigate, pasting, preparing, present, restoring,
    second_view, selecting,
};
use crate::app::input::{Button, Gesture, Press};
use crate::app::platform::{self, folder, fonts};
use crate::app::settings::Settings;
use crate::app::texts::{of_library, t};
use crate::app::tool::{Activity, Event, Toolbox};
use crate::app::tools::picking::mistakes::OwnRayAction;
use crate::{lesson, situation_text};
use pickray::math::CursorPosition;
use pickray_render::axis_under;

/// State of the window. Panels read it; [`update`] alone changes it.
#[derive(Debug)]
pub struct State {
    pub desk: Desk,
    pub tools: Toolbox,
}

impl State {
    pub fn new(settings: Settings) -> Self {
        let (mut desk, tools) = (Desk::new(settings), Toolbox::default());
        desk.tool = tools.in_use(&desk).id();
        Self { desk, tools }
    }

    /// Returns `true` if something moves by itself, so that each frame brings an [`Action::Tick`].
    pub fn is_moving(&self) -> bool {
        self.desk.moves_second_view()
            || self.desk.locating().is_some()
            || matches!(self.tools.in_use(&self.desk).activity(&self.desk), Activity::Moves)
    }

    /// Returns `true` if a job is under way whose progress is shown.
    pub fn is_working(&self) -> bool {
        self.desk.files.loading.is_some()
            || self.desk.files.exporting.is_some()
            || matches!(self.tools.in_use(&self.desk).activity(&self.desk), Activity::Works(_))
    }
}

/// Changes the state by an action. Background jobs and outside effects are left in [`Desk::files`] for the caller.
pub fn update(state: &mut State, action: Action) {
    let State { desk, tools } = state;
    // A word about what was done is read by the time that something else is done; an error stays until it was read.
    if matches!(
        action,
        Action::Command(_) | Action::Gesture(Gesture::Click { .. }) | Action::Copy { .. } | Action::GoTo(_)
    ) {
        desk.messages.last.take_if(|message| !message.is_error);
    }
    // These come with every movement of the mouse and every frame, and seldom change what is followed.
    let is_of_frame = matches!(action, Action::Hover(_) | Action::Room(..) | Action::Layout { .. } | Action::Drawn(_));
    act(desk, tools, action);
    let study = &desk.study;
    let seen = (study.revision(), study.view_revision(), desk.shown.second_view.view, desk.screen_scale_factor());
    if !desk.shown.followed.renew(seen, || ()) && is_of_frame {
        return;
    }
    if desk.messages.sheet != Some(Sheet::ChooseFile)
        && let Some(mut chooser) = desk.files.chooser.take()
    {
        chooser.finding.stop();
    }
    desk.study.set_screen_scale_factor(desk.screen_scale_factor());
    second_view::follow(desk);
    tools.event(desk, Event::Changed);
}

fn act(desk: &mut Desk, tools: &mut Toolbox, action: Action) {
    match action {
        Action::Command(command) => {
            if !tools.event(desk, Event::Command(command)) {
                commands::run(desk, tools, command);
            }
        }
        // What mouse, fingers and keys do in the picture goes to the tool first.
        Action::Gesture(Gesture::Click { press, double }) => click(desk, tools, &press, double),
        Action::Gesture(Gesture::Drag(drag)) => {
            desk.pointer.is_drag_over &= !drag.begins;
            if !desk.pointer.is_drag_over && !tools.event(desk, Event::Drag(&drag)) {
                navigate::drag(desk, &drag);
            }
        }
        Action::Gesture(Gesture::DragEnds) => _ = tools.event(desk, Event::DragEnds),
        Action::Gesture(Gesture::Pinch(pinch)) => navigate::pinch(desk, &pinch),
        Action::Press => _ = tools.event(desk, Event::Press),
        Action::Touched(cursor) => {
            desk.pointer.touched = true;
            if let Some(cursor) = cursor {
                desk.shown.mouse_over = desk.pane_at(cursor);
            }
        }
        Action::Zoom(wheel) => {
            if !(wheel.modifiers.shift && tools.event(desk, Event::Scale(wheel.factor))) {
                navigate::zoom(desk, wheel.cursor, wheel.factor);
            }
        }
        Action::Hover(cursor) => {
            // Once the mouse moves over the picture, the crosshair would only be in its way.
            let is_left = |crosshair: &mut CursorPosition| cursor.is_some_and(|mouse| mouse != *crosshair);
            desk.shown.panels_changed |= desk.pointer.crosshair.take_if(is_left).is_some();
            hover(desk, tools, cursor);
        }
        // The window tells its size, and how its parts are arranged in it.
        Action::Layout { viewport, framebuffer, scale_factor } => {
            navigate::layout(desk, viewport, framebuffer, scale_factor);
        }
        Action::Room(width, height) => {
            let size = desk.interface_size();
            desk.shown.arrangement = Arrangement::of(width as f32 / size, height as f32 / size);
        }
        Action::Detent(detent) => desk.shown.detent = detent,
        Action::ShowAlone(figure) => desk.shown.figure = Some(figure),
        Action::OpenWhole => present::open_whole(desk),
        Action::WindowSize(width, height) => desk.settings.window = Some((width, height)),
        Action::Modifiers(modifiers) => desk.pointer.modifiers = modifiers,
        Action::Key(key, down) => {
            desk.pointer.held.retain(|&held| held != key);
            let tool = tools.in_use_mut(desk);
            if down && tool.takes_key(desk, key) {
                desk.pointer.held.push(key);
                tool.event(desk, Event::Key(key));
            }
        }
        Action::KeysUp => desk.pointer.held.clear(),
        // The kind of a file decides what it is opened as.
        Action::Open(MeshSource::File(path))
        | Action::Add(MeshSource::File(path))
        | Action::Dropped(MeshSource::File(path))
            if situation_text::is_named_so(&path) || platform::is_folder(&path) || lesson::is_named_so(&path) =>
        {
            if situation_text::is_named_so(&path) {
                restoring::read(desk, path);
            } else if platform::is_folder(&path) {
                desk.files.jobs.push(Job::new(move || match folder::without_lessons(&path) {
                    Some(told) => Action::Tell(Message::error(told)),
                    None => Action::TakeLessons(path),
                }));
            } else {
                act(desk, tools, Action::TakeLessons(path));
            }
        }
        Action::Open(MeshSource::File(path)) | Action::Add(MeshSource::File(path))
            if situation_text::is_selection(&path) || situation_text::is_landmarks(&path) =>
        {
            show_picking(desk, tools);
            tools.event(desk, Event::Dropped(&MeshSource::File(path)));
        }
        Action::TakeLessons(path) => {
            tools.go_to(desk, Workspace::Learn);
            tools.event(desk, Event::Dropped(&MeshSource::File(path)));
        }
        Action::FilesDropped(mut paths) => {
            // Companions that come late are found when the mesh that they lie beside is read again.
            if let Some(MeshSource::File(mesh)) = desk.source()
                && !paths.is_empty()
                && paths.iter().all(|path| platform::is_companion(path) && path.parent() == mesh.parent())
            {
                paths = vec![mesh.clone()];
            }
            let mut sources: Vec<_> = paths.into_iter().map(MeshSource::File).collect();
            let dropped = match sources.len() {
                1 => Action::Dropped(sources.swap_remove(0)),
                _ => Action::OpenAll { sources, adds: false },
            };
            act(desk, tools, dropped);
        }
        Action::Dropped(source) => {
            if !tools.event(desk, Event::Dropped(&source)) {
                loading::open(desk, source);
            }
        }
        Action::Open(source) => {
            loading::open(desk, source.clone());
            // Whether a file is one of those that a situation waits for is known only once it was read.
            if matches!(source, MeshSource::Sample(_)) {
                restoring::let_go(desk, |waits| !waits.names(&source));
            }
        }
        Action::Add(source) => loading::add(desk, source),
        Action::OpenAll { sources, adds } => {
            for (index, source) in sources.into_iter().enumerate() {
                act(desk, tools, if adds || index > 0 { Action::Add(source) } else { Action::Open(source) });
            }
        }
        // Answers of jobs, each of which the part that asked for it takes.
        Action::CancelLoading => _ = cancel_loading(desk),
        Action::Loaded(answer) => {
            let opened = loading::loaded(desk, answer);
            show_opened(desk, tools, opened);
        }
        Action::LineRead(answer) => {
            if let Some(picked) = &mut desk.picked {
                picked.line_text.keep(answer);
            }
        }
        Action::ComputeNormals(mesh) => preparing::compute_normals(desk, mesh),
        Action::NormalsComputed(answer) => preparing::normals_computed(desk, answer),
        Action::Simplify(wanted) => preparing::simplify(desk, wanted),
        Action::Simplified(answer) => _ = desk.files.simplified.keep(answer),
        Action::DecodeImage(image) => {
            desk.files.image.begin_waiting(&mut desk.files.jobs, |_| platform::decode(image), Action::ImageDecoded);
        }
        Action::ImageDecoded(answer) => preparing::image_decoded(desk, answer),
        Action::ImageLimited(image, limit) => preparing::image_limited(desk, &image, limit),
        Action::FindFonts(letters) => {
            let find = |progress| fonts::find(letters, progress);
            desk.files.fonts.begin_waiting(&mut desk.files.jobs, find, Action::FontsFound);
        }
        Action::FontsFound(answer) => _ = desk.files.fonts.keep(answer),
        Action::Nothing => {}
        // Inputs of the pick, and objects.
        Action::Study(change) => changing::change(desk, &change),
        Action::SelectRow(row) => (desk.selected.row, desk.selected.means_objects) = (Some(row), true),
        Action::FrameRow(row) => {
            (desk.selected.row, desk.selected.means_objects) = (Some(row), true);
            navigate::frame_bounds(desk, &desk.bounds_of(row));
        }
        Action::PointOutRow(row) => desk.pointer.row = row.map(|row| (row, desk.bounds_of(row))),
        Action::FoldRow(place) => desk.files.objects.fold(place),
        Action::ShowRow(row, true) => hiding::show_row(desk, row),
        Action::ShowRow(row, false) => hiding::hide_row(desk, row),
        // Situations, and files that are asked for and written.
        Action::ChooseWanted => restoring::choose(desk),
        Action::OpenWanted(source) => restoring::open_chosen(desk, source),
        Action::OpenManyTriangles => {
            let opened = loading::open_many(desk);
            show_opened(desk, tools, opened);
        }
        Action::LetSituationGo => _ = restoring::let_go(desk, |_| true),
        Action::Situation(situation) => {
            show_picking(desk, tools);
            match *situation {
                Ok(situation) if situation.page.is_some() && situation.page != desk.page => {
                    tools.go_to(desk, Workspace::Learn);
                    tools.event(desk, Event::Situation(Box::new(situation)));
                }
                Ok(situation) => {
                    desk.files.set_aside = None;
                    restoring::restore(desk, situation, None);
                }
                Err(error) => desk.complain(of_library::said(&error)),
            }
        }
        Action::Pasted(text) => match pasting::meaning(&text) {
            Pasted::Situation(situation) => act(desk, tools, Action::Situation(situation)),
            Pasted::Mesh => act(desk, tools, Action::Dropped(MeshSource::Pasted(text.into()))),
            Pasted::Files(paths) => act(desk, tools, Action::FilesDropped(paths)),
            Pasted::Ray => {
                tools.go_to(desk, Workspace::Learn);
                act(desk, tools, OwnRayAction(Some(text)).into());
            }
            Pasted::Nothing => desk.complain(t!("pasted-nothing")),
            Pasted::Unknown => desk.complain(t!("pasted-unknown")),
        },
        Action::ChooseFile(request) => choosing::ask_here(desk, request),
        Action::Chooser(action) => choosing::act(desk, action),
        Action::TakePicture(to_clipboard) => {
            desk.messages.sheet = None;
            desk.files.effects.push(Effect::TakePicture(to_clipboard));
        }
        Action::PictureTaken(Ok(image)) => {
            let request = choosing::picture_request(desk, image);
            choosing::ask(desk, request);
        }
        Action::PictureTaken(Err(problem)) => desk.complain(problem),
        Action::FilesChosen(request, paths) => choosing::take(desk, request, paths),
        Action::Saved(saved, asked) => choosing::saved(desk, saved, asked),
        Action::Export(export, path, asked) => choosing::begin_export(desk, export, path, asked),
        Action::CancelExport => _ = choosing::cancel_export(desk),
        Action::Exported(answer) => choosing::exported(desk, answer),
        Action::ForgetRecent => {
            desk.settings.recent.clear();
            desk.files.effects.push(Effect::SaveSettings);
        }
        Action::TakeAsUp(up) => navigate::take_as_up(desk, up),
        Action::Settings(settings) => commands::change(desk, settings),
        // Panels and messages.
        Action::LetGo => _ = tools.event(desk, Event::LetGo),
        Action::GoTo(id) => selecting::go_to(desk, id),
        Action::EditPlace { text, submit } => selecting::edit_place(desk, text, submit),
        Action::Copy { text, name } => desk.copy(text, &name),
        Action::Sheet(sheet) => desk.messages.sheet = sheet,
        Action::UseTool(id) => tools.choose(desk, id),
        Action::Resume(nothing_asked_for) => tools.resume(desk, nothing_asked_for),
        Action::CloseMessage => desk.messages.last = None,
        Action::CloseUp => desk.messages.up = None,
        Action::Tell(message) => desk.messages.say(message),
        Action::Dropping(dropping) => desk.files.dropping = dropping,
        Action::Drawn(frame) => desk.shown.frame = Some(frame),
        Action::Tool(action) => tools.act(desk, action),
        Action::ScrubNdc(share) => second_view::scrub_ndc(desk, share),
        Action::Tick(seconds) => {
            second_view::tick(desk, seconds);
            locating::tick(desk, seconds);
            tools.event(desk, Event::Tick(seconds));
        }
    }
}

fn click(desk: &mut Desk, tools: &mut Toolbox, press: &Press, double: bool) {
    if press.button == Button::Left
        && let Some(axis) = axis_under(&press.view, &desk.settings.style, desk.shown.scale_factor, press.cursor)
    {
        return navigate::look_along(desk, press.pane, axis);
    }
    if let Some(awaited) = desk.files.loading.as_mut().and_then(|loading| loading.awaited.as_mut()) {
        awaited.click = Some(*press);
        return desk.tell(t!("click-waits"));
    }
    match (press.pane, press.button) {
        (Pane::Picking, _) if desk.is_split() && !press.is_in_view() => return,
        (Pane::Picking, Button::Right) => {
            tools.event(desk, Event::RightClick(press));
            return;
        }
        (Pane::Picking, _) if double && tools.event(desk, Event::DoubleClick) => return,
        (Pane::Picking, _) => _ = tools.event(desk, Event::Click(press)),
        // The free view is turned, and not picked in.
        (Pane::SecondView, _) => {}
    }
    if double && let Some(point) = desk.pick_point(&press.view, press.cursor) {
        navigate::set_pivot(desk, press.pane, point);
    }
}

fn hover(desk: &mut Desk, tools: &mut Toolbox, cursor: Option<CursorPosition>) {
    desk.pointer.mouse = cursor;
    if let Some(cursor) = cursor {
        desk.shown.mouse_over = desk.pane_at(cursor);
    }
    let cursor = cursor.filter(|&at| desk.pane_at(at) == Pane::Picking);
    let axis = |at| axis_under(desk.view(), &desk.settings.style, desk.shown.scale_factor, at);
    let axis = cursor.and_then(axis);
    desk.shown.panels_changed |= axis != desk.pointer.axis;
    desk.pointer.axis = axis;
    let cursor = cursor.filter(|_| desk.pointer.axis.is_none() && desk.awaited().is_none());
    desk.pointer.hover_picks += u64::from(cursor.is_some());
    desk.pointer.hover = cursor.and_then(|cursor| desk.pick_id(desk.view(), cursor));
    tools.event(desk, Event::Hover(cursor));
}

/// If other objects are open, tells the tools, frames them, restores the situation and makes the click that waited.
fn show_opened(desk: &mut Desk, tools: &mut Toolbox, opened: Option<(Outcome, Option<Box<Restoring>>)>) {
    let Some((outcome, restoring)) = opened else { return };
    tools.mesh_changed(desk);
    match outcome {
        Outcome::Replaced => {
            navigate::home(desk, Pane::Picking);
            second_view::forget(desk);
        }
        Outcome::Added => navigate::bring_into_view(desk),
        Outcome::Seen(_) => navigate::refit(desk),
    }
    if let Some(restoring) = restoring {
        restoring::finish(desk, &restoring);
    }
    if let Outcome::Seen(Some(press)) = outcome {
        click(desk, tools, &press, false);
    }
}

fn cancel_loading(desk: &mut Desk) -> bool {
    let Some(source) = desk.files.loading.as_ref().map(|loading| loading.source.clone()) else { return false };
    loading::cancel(desk);
    restoring::let_go(desk, |waits| waits.names(&source));
    true
}

fn show_picking(desk: &mut Desk, tools: &mut Toolbox) {
    if !desk.workspace.picks() {
        tools.show(desk, Workspace::Pick);
    }
}

#[cfg(test)]
pub(in crate::app) mod tests;
