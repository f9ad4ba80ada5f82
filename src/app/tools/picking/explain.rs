//! Explanation of the last pick, whichever room is in use: its steps in the ladder, the effects of mistakes, the reason
//! why a triangle was not hit, and the surfaces that hide the hit.
//!
//! Numbers are computed when they are asked for and their inputs have changed.

use super::ladder::Ladder;
use super::mistakes::Mistakes;
use super::why::Why;
use crate::app::desk::Desk;
use crate::app::memo::OnDemand;
use pickray::pick::{self, TriangleId};
use pickray::study::{Click, Revision};

#[derive(Debug, Default)]
pub struct Explain {
    pub ladder: Ladder,
    pub mistakes: Mistakes,
    pub why: Why,
    pub(in crate::app) in_front: OnDemand<Option<([Revision; 2], TriangleId)>, Option<usize>>,
    /// Last click as it was first made, with the revision of its pick after it was made again in a picture of another
    /// size; `None` if that never happened.
    pub(super) first_click: Option<(Revision, Click)>,
}

impl Explain {
    /// Returns how many surfaces lie before the inspected hit; `None` without a hit, or if the ray to it misses.
    pub fn in_front(&self, desk: &Desk) -> Option<usize> {
        let study = &desk.study;
        let hit = desk.picked.as_ref().and_then(|picked| picked.hit.as_ref());
        let key = hit.map(|hit| ([study.pick_revision(), study.view_revision()], hit.id()));
        *self.in_front.get(key, || {
            let (hit, view) = (hit?, study.view());
            let cursor = view.cursor_from_world(hit.point_world)?;
            let hits = pick::pick_all(study.scene(), view, cursor, study.options());
            // Seen edge on, it may be missed beside the very point.
            hits.iter().position(|other| other.id() == hit.id())
        })
    }

    /// Makes the last click again in a picture of another size; then brings question and ladder up to it.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        self.follow_size(desk);
        self.why.follow(desk);
        self.ladder.follow(desk);
    }
}
