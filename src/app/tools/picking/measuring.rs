//! Measuring: clicks take points of the surface for distances, paths, angles or landmarks, in `Desk::annotations`.
//!
//! A point snaps to corners and edges near the cursor, or to the end of a measure. Drags that begin at an end move it.

mod marks;

pub use marks::{
    Aim, End, KINDS, Mark, Snap, aim, as_csv, as_json, as_text, end_at, is_seen, kind_in_words, landmarks, marks,
    measured_as_json, point_in_words, value_in_words,
};

use super::saving::{self, ReadLandmarks};
use crate::app::desk::{Desk, loading, navigate, selecting};
use crate::app::input::{DragTo, Press};
use crate::app::keys::Command;
use crate::app::texts::{Text, t};
use pickray::geometry::Aabb;
use pickray::math::CursorPosition;
use pickray::scene::View;
use pickray::study::{Annotations, Landmark, Measure, MeasureKind, SurfacePoint};

#[derive(Debug, Default)]
pub struct Measuring {
    pub kind: MeasureKind,
    pub places_landmarks: bool,
    pub snap: Snap,
    /// Points of a measure that is not complete.
    pub points: Vec<SurfacePoint>,
    /// Place that a click would take; `None` if the mouse is over no surface.
    pub aim: Option<Aim>,
    /// Measure or landmark that was made, clicked or dragged last.
    pub chosen: Option<Mark>,
    /// Measure or landmark whose row the mouse is over.
    pub pointed: Option<Mark>,
    /// Annotations before a drag or the typing of a name, which is one step of the history.
    before: Option<Annotations>,
    dragged: Option<End>,
}

#[derive(Debug)]
pub enum MeasureAction {
    /// Makes measures of a kind from now on.
    Kind(MeasureKind),
    PlaceLandmarks,
    Snap(Snap),
    EndPath,
    /// Chooses a measure or landmark, and brings it into view.
    GoTo(Mark),
    /// Highlights a measure or landmark; with `None`, ends the highlight.
    PointOut(Option<Mark>),
    Remove(Mark),
    RemoveAll,
    /// Moves a landmark by so many places in the list.
    Move(usize, isize),
    /// Names a landmark; the steps of typing are one step of the history, which `NameTyped` ends.
    Name(usize, String),
    NameTyped,
    /// Saves the landmarks in a file; its name is to end so.
    Save(&'static str),
    Open,
    Read(ReadLandmarks),
}

impl Measuring {
    pub fn can_end_path(&self) -> bool {
        self.kind == MeasureKind::Path && self.kind.takes(self.points.len())
    }

    /// Returns the mouse actions and keys, and what each does, for the hint bar and the help.
    pub fn hints(&self) -> &'static [(Text, Text)] {
        const END: (Text, Text) = (Text("key-enter"), Text("measure-hint-end"));
        const SNAP: (Text, Text) = (Text("key-s"), Text("measure-hint-snap"));
        const MOVE: (Text, Text) = (Text("gesture-drag-end"), Text("measure-hint-move"));
        if self.kind == MeasureKind::Path && !self.places_landmarks { &[END, SNAP] } else { &[MOVE, SNAP] }
    }

    /// Drops what belongs to the previous mesh; the kind of measures and the snapping stay.
    pub(super) fn mesh_changed(&mut self) {
        let Self { kind, places_landmarks, snap, .. } = *self;
        *self = Self { kind, places_landmarks, snap, ..Self::default() };
    }

    /// Forgets the points of the measure that is not complete; returns `true` if there were any.
    pub(super) fn let_go(&mut self) -> bool {
        !std::mem::take(&mut self.points).is_empty()
    }

    fn aim_at(&mut self, desk: &mut Desk, view: &View, cursor: Option<CursorPosition>, reach: f64) {
        let aim = cursor.and_then(|cursor| aim(desk, view, cursor, self.snap, reach));
        desk.shown.panels_changed |= aim != self.aim;
        self.aim = aim;
    }

    /// Makes a measure of the points taken so far, if their number is right, and forgets them.
    fn finish(&mut self, desk: &mut Desk) {
        let (kind, points) = (self.kind, std::mem::take(&mut self.points));
        if kind.takes(points.len()) {
            selecting::step(desk, |desk| desk.annotations.measures.push(Measure { kind, points }));
            self.chosen = Some(Mark::Measure(desk.annotations.measures.len() - 1));
        }
    }

    fn take(&mut self, desk: &mut Desk, at: SurfacePoint) {
        if self.places_landmarks {
            selecting::step(desk, |desk| desk.annotations.landmarks.push(Landmark { name: String::new(), at }));
            self.chosen = Some(Mark::Landmark(desk.annotations.landmarks.len() - 1));
            return;
        }
        if self.kind == MeasureKind::Path && self.points.last() == Some(&at) {
            return self.finish(desk);
        }
        self.points.push(at);
        if self.kind != MeasureKind::Path && self.kind.takes(self.points.len()) {
            self.finish(desk);
        }
    }

    /// Begins a change of several actions that is one step of the history.
    fn begin_change(&mut self, desk: &Desk) {
        self.before.get_or_insert_with(|| desk.annotations.clone());
    }

    fn end_change(&mut self, desk: &mut Desk) {
        if let Some(before) = self.before.take() {
            let after = std::mem::replace(&mut desk.annotations, before);
            selecting::step(desk, |desk| desk.annotations = after);
        }
    }

    pub(super) fn act(&mut self, desk: &mut Desk, action: MeasureAction) {
        if !matches!(action, MeasureAction::Name(..) | MeasureAction::PointOut(_)) {
            self.end_change(desk);
        }
        match action {
            MeasureAction::Kind(kind) => {
                self.let_go();
                (self.kind, self.places_landmarks) = (kind, false);
            }
            MeasureAction::PlaceLandmarks => {
                self.let_go();
                self.places_landmarks = true;
            }
            MeasureAction::Snap(snap) => self.snap = snap,
            MeasureAction::EndPath => self.finish(desk),
            MeasureAction::GoTo(mark) => {
                self.chosen = Some(mark);
                go_to(desk, mark);
            }
            MeasureAction::PointOut(mark) => self.pointed = mark,
            MeasureAction::Remove(mark) => self.remove(desk, mark),
            MeasureAction::RemoveAll => {
                (self.chosen, self.pointed) = (None, None);
                selecting::step(desk, |desk| desk.annotations = Annotations::default());
            }
            MeasureAction::Move(index, by) => {
                if let Some(to) = index.checked_add_signed(by).filter(|&to| to < desk.annotations.landmarks.len()) {
                    selecting::step(desk, |desk| desk.annotations.landmarks.swap(index, to));
                    self.chosen = Some(Mark::Landmark(to));
                }
            }
            MeasureAction::Name(index, name) => {
                self.begin_change(desk);
                desk.annotations.landmarks.get_mut(index).into_iter().for_each(|it| it.name.clone_from(&name));
            }
            MeasureAction::NameTyped => {}
            MeasureAction::Save(ending) => saving::save_landmarks(desk, ending),
            MeasureAction::Open => loading::ask_for_files(desk, (t!("measure-open"), desk.folder()), false),
            MeasureAction::Read(read) => self.landmarks_read(desk, read),
        }
    }

    fn remove(&mut self, desk: &mut Desk, mark: Mark) {
        (self.chosen, self.pointed) = (None, None);
        selecting::step(desk, |desk| {
            let Annotations { measures, landmarks } = &mut desk.annotations;
            match mark {
                Mark::Measure(index) if index < measures.len() => _ = measures.remove(index),
                Mark::Landmark(index) if index < landmarks.len() => _ = landmarks.remove(index),
                _ => {}
            }
        });
    }

    /// Runs a command that needs no other tool of the strip, if it is one of measuring; returns whether it is.
    pub(super) fn command(&mut self, desk: &mut Desk, command: Command, in_use: bool) -> bool {
        match command {
            Command::NextSnap if in_use => {
                self.snap = self.snap.next();
                desk.tell(t!("measure-snap-now", snap = self.snap.name()));
            }
            Command::RemoveMark if let Some(mark) = self.pointed.or(self.chosen) => {
                self.act(desk, MeasureAction::Remove(mark));
            }
            Command::Undo if in_use && self.points.pop().is_some() => {}
            Command::PickAtCrosshair if in_use && desk.pointer.crosshair.is_none() && self.can_end_path() => {
                self.finish(desk);
            }
            Command::NextSnap | Command::RemoveMark => {}
            _ => return false,
        }
        true
    }

    pub(super) fn click(&mut self, desk: &mut Desk, press: &Press) {
        self.aim_at(desk, &press.view, Some(press.cursor), press.reach());
        match self.aim {
            Some(aim) => self.take(desk, aim.point),
            None => desk.tell(t!("measure-no-surface")),
        }
    }

    pub(super) fn hover(&mut self, desk: &mut Desk, cursor: Option<CursorPosition>) {
        let view = *desk.view();
        self.aim_at(desk, &view, cursor, 1.0);
    }

    /// Moves the end at which the drag began, which is none if not `in_use`; returns `true` if it began at one.
    pub(super) fn drag(&mut self, desk: &mut Desk, drag: &DragTo, in_use: bool) -> bool {
        if drag.begins {
            let press = &drag.press;
            let may = in_use && press.button.picks() && press.is_in_view();
            self.dragged = may.then(|| end_at(desk, &press.view, press.cursor, press.reach())).flatten();
            if self.dragged.is_some() {
                self.end_change(desk);
                self.begin_change(desk);
            }
        }
        let Some(end) = self.dragged else { return false };
        self.chosen = Some(end.mark);
        self.aim = marks::onto_surface(desk, &drag.press.view, drag.to, self.snap);
        if let Some((point, aim)) = end.point_mut(&mut desk.annotations).zip(self.aim) {
            *point = aim.point;
        }
        true
    }

    pub(super) fn end_drag(&mut self, desk: &mut Desk) {
        if self.dragged.take().is_some() {
            self.end_change(desk);
        }
    }

    /// Takes back the drag of an end; returns `true` if there was one.
    pub(super) fn cancel_drag(&mut self, desk: &mut Desk) -> bool {
        let was_dragged = self.dragged.take().is_some();
        if was_dragged && let Some(before) = self.before.take() {
            desk.annotations = before;
            desk.pointer.is_drag_over = true;
        }
        was_dragged
    }

    /// Ends a path that can be ended, at the second press of a double click.
    pub(super) fn end_path(&mut self, desk: &mut Desk) {
        if self.can_end_path() {
            self.finish(desk);
        }
    }

    /// Aims anew after the view or the scene has changed, if `in_use`; lets go of marks that are gone.
    pub(super) fn follow(&mut self, desk: &mut Desk, in_use: bool) {
        for mark in [&mut self.chosen, &mut self.pointed] {
            mark.take_if(|mark| mark.points(&desk.annotations).is_empty());
        }
        if in_use && self.dragged.is_none() {
            let mouse = desk.pointer.mouse.filter(|_| desk.awaited().is_none());
            self.hover(desk, mouse);
        }
    }
}

/// Frames the points of a measure or landmark, unless all of them are in the picture.
fn go_to(desk: &mut Desk, mark: Mark) {
    let points = mark.points(&desk.annotations);
    let points: Vec<_> = points.iter().filter_map(|point| point.position(desk.scene())).collect();
    if points.iter().all(|&point| desk.view().shows(point)) {
        return;
    }
    let around = Aabb::from_points(points);
    // A point, or points close together, with what is around them.
    let least = glam::DVec3::splat(0.05 * desk.bounds().size().max_element());
    let half = (0.5 * around.size()).max(least);
    navigate::frame_bounds(desk, &Aabb { min: around.center() - half, max: around.center() + half });
}

#[cfg(test)]
mod tests;
