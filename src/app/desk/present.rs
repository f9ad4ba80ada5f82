//! Presenting: what is shown to a room, in large type and a step at a time.

use super::Desk;
use crate::pick::Step;

/// What is shown to a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Presenting {
    /// How many steps of the ladder were shown so far.
    pub shown: usize,
    /// Whether the numbers of those to come are covered.
    pub covers: bool,
}

/// How many times larger type is for a room.
const LARGER: f32 = 1.5;

impl Desk {
    /// The size of the interface, relative to the system's.
    pub fn interface_size(&self) -> f32 {
        self.settings.interface_size * if self.presenting.is_some() { LARGER } else { 1.0 }
    }

    /// Whether a step of the ladder has yet to be shown, and is covered.
    pub fn is_covered(&self, step: Step) -> bool {
        self.presenting.is_some_and(|presenting| presenting.covers && presenting.shown <= place(step))
    }
}

/// Begins to present, or ends.
pub(in crate::app) fn toggle(desk: &mut Desk) {
    desk.presenting = if desk.presenting.is_some() { None } else { Some(Presenting::default()) };
}

/// Covers what was not shown yet, or lets it be seen.
pub(in crate::app) fn toggle_cover(desk: &mut Desk) {
    if let Some(presenting) = &mut desk.presenting {
        presenting.covers = !presenting.covers;
    }
}

/// Keeps that this step and those before it are shown.
pub(in crate::app) fn keep_shown(desk: &mut Desk, step: Option<Step>) {
    if let Some((presenting, step)) = desk.presenting.as_mut().zip(step) {
        presenting.shown = presenting.shown.max(place(step) + 1);
    }
}

fn place(step: Step) -> usize {
    Step::ALL.iter().position(|&other| other == step).unwrap_or_default()
}
