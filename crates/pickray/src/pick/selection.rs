//! Selection: the selected triangles, with undo.

use crate::pick::{TriangleId, TriangleIds};
use std::collections::VecDeque;

/// Most steps that can be undone; the oldest are forgotten.
const HISTORY_STEPS: usize = 1000;

/// Most bytes of the whole history, whatever its number of steps; the last step is always kept.
const HISTORY_BYTES: usize = 64 << 20;

/// Set of selected triangles, and the steps that led to it.
///
/// Every operation returns exactly the triangles that it selected or deselected: those that a renderer has to update.
/// Its cost grows with their number, and hardly with the size of the selection or the mesh, of which each triangle
/// counts as one bit. An operation that changes nothing is no step. Up to 1000 steps in 64 MiB can be undone.
///
/// ```
/// use pickray::pick::{Selection, TriangleId};
///
/// let [a, b] = [1, 2].map(|triangle| TriangleId { object: 0, triangle });
/// let mut selection = Selection::default();
/// assert_eq!(selection.replace([a]).to_vec(), [a]);
/// assert_eq!(selection.replace([b]).to_vec(), [a, b]);
/// assert_eq!(selection.undo().to_vec(), [a, b]);
/// assert!(selection.contains(a) && !selection.contains(b));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Selection {
    selected: TriangleIds,
    /// Steps that can be undone, the latest last: the triangles that undoing and redoing flips, and the step's bytes.
    done: VecDeque<(TriangleIds, usize)>,
    undone: Vec<(TriangleIds, usize)>,
    bytes_in_done: usize,
    /// Empty set, which an operation that changed nothing returns.
    nothing: TriangleIds,
}

impl Selection {
    /// Returns a selection of these triangles, without a history.
    pub fn of(selected: TriangleIds) -> Self {
        Self { selected, ..Self::default() }
    }

    /// Returns `true` if the triangle is selected.
    pub fn contains(&self, id: TriangleId) -> bool {
        self.selected.contains(id)
    }

    /// Returns the number of selected triangles.
    pub fn len(&self) -> usize {
        self.selected.len()
    }

    /// Returns `true` if nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.selected.is_empty()
    }

    /// Returns the selected triangles, by object, then triangle.
    pub fn iter(&self) -> impl Iterator<Item = TriangleId> + '_ {
        self.selected.iter()
    }

    /// Returns the selected triangles as a set.
    pub fn triangles(&self) -> &TriangleIds {
        &self.selected
    }

    /// Selects these triangles and nothing else; returns the triangles that were selected or deselected.
    pub fn replace(&mut self, ids: impl Into<TriangleIds>) -> &TriangleIds {
        let mut changed = ids.into();
        changed.toggle_with(&self.selected);
        self.flip(changed)
    }

    /// Adds these triangles to the selection; returns those that were not selected before.
    pub fn add(&mut self, ids: impl Into<TriangleIds>) -> &TriangleIds {
        let mut changed = ids.into();
        changed.subtract(&self.selected);
        self.flip(changed)
    }

    /// Selects the given triangles that are not selected, and deselects the given ones that are; returns all of them.
    pub fn toggle(&mut self, ids: impl Into<TriangleIds>) -> &TriangleIds {
        self.flip(ids.into())
    }

    /// Removes these triangles from the selection; returns those that were selected before.
    pub fn remove(&mut self, ids: impl Into<TriangleIds>) -> &TriangleIds {
        let mut changed = ids.into();
        changed.intersect_with(&self.selected);
        self.flip(changed)
    }

    /// Selects nothing; returns the triangles that were selected.
    pub fn clear(&mut self) -> &TriangleIds {
        self.flip(self.selected.clone())
    }

    /// Adds a step that changes no triangle, for a caller that undoes a change of its own along with this step. `bytes`
    /// is the size of the caller's change in memory, which counts against the limit of the history.
    #[doc(hidden)]
    pub fn mark(&mut self, bytes: usize) {
        self.record_new(TriangleIds::default(), bytes);
    }

    /// Selects these triangles and nothing else without adding a step, as a preview of a step; returns the triangles
    /// that were selected or deselected. Before the next step, the caller selects again what the last step left.
    #[doc(hidden)]
    pub fn show(&mut self, selected: &TriangleIds) -> TriangleIds {
        let mut changed = selected.clone();
        changed.toggle_with(&self.selected);
        self.selected.clone_from(selected);
        changed
    }

    /// Returns the triangles that the last undoable step changed; an empty set where no step can be undone.
    #[doc(hidden)]
    pub fn last_step(&self) -> &TriangleIds {
        self.done.back().map_or(&self.nothing, |(flipped, _)| flipped)
    }

    /// Returns the number of steps that can be undone.
    #[doc(hidden)]
    pub fn n_undoable(&self) -> usize {
        self.done.len()
    }

    /// Returns `true` if there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns `true` if there is an undone step to do again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes back the last step; returns the triangles that changed, none where there is no step to undo.
    pub fn undo(&mut self) -> &TriangleIds {
        let Some((flipped, bytes)) = self.done.pop_back() else { return &self.nothing };
        self.bytes_in_done -= bytes;
        self.selected.toggle_with(&flipped);
        self.undone.push((flipped, bytes));
        self.undone.last().map_or(&self.nothing, |(flipped, _)| flipped)
    }

    /// Does the last undone step again; returns the triangles that changed, none where no step was undone.
    pub fn redo(&mut self) -> &TriangleIds {
        let Some((flipped, bytes)) = self.undone.pop() else { return &self.nothing };
        self.record(flipped, bytes)
    }

    /// Makes a new step that flips these triangles; what was undone before can be redone no longer.
    fn flip(&mut self, flipped: TriangleIds) -> &TriangleIds {
        if flipped.is_empty() {
            return &self.nothing;
        }
        let bytes = flipped.bytes();
        self.record_new(flipped, bytes)
    }

    fn record_new(&mut self, flipped: TriangleIds, bytes: usize) -> &TriangleIds {
        self.undone.clear();
        self.record(flipped, bytes)
    }

    fn record(&mut self, flipped: TriangleIds, bytes: usize) -> &TriangleIds {
        self.selected.toggle_with(&flipped);
        self.bytes_in_done += bytes;
        self.done.push_back((flipped, bytes));
        while self.done.len() > 1 && (self.done.len() > HISTORY_STEPS || self.bytes_in_done > HISTORY_BYTES) {
            self.bytes_in_done -= self.done.pop_front().map_or(0, |(_, bytes)| bytes);
        }
        self.done.back().map_or(&self.nothing, |(flipped, _)| flipped)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn ids(triangles: &[u32]) -> Vec<TriangleId> {
        triangles.iter().map(|&triangle| TriangleId { object: 0, triangle }).collect()
    }

    #[test]
    fn a_new_step_forgets_what_was_undone() {
        let mut selection = Selection::default();
        selection.add(ids(&[1]));
        selection.undo();
        assert!(selection.can_redo());
        selection.add(ids(&[2]));
        assert_eq!(selection.redo().to_vec(), ids(&[]));
        assert_eq!(selection.iter().collect::<Vec<_>>().to_vec(), ids(&[2]));
    }

    #[test]
    fn random_steps_agree_with_a_plain_set_and_undo_to_nothing() {
        let mut random = crate::work::seeded();
        let mut selection = Selection::default();
        let mut states = vec![BTreeSet::new()];
        for _ in 0..400 {
            let these: Vec<_> = (0..random.usize(0..12)).map(|_| random.u32(0..40)).collect();
            let before = states.last().expect("a state").clone();
            let set: BTreeSet<_> = ids(&these).into_iter().collect();
            let (changed, wanted) = match random.u8(0..5) {
                0 => (selection.replace(ids(&these)).to_vec(), set),
                1 => (selection.add(ids(&these)).to_vec(), &before | &set),
                2 => (selection.toggle(ids(&these)).to_vec(), &before ^ &set),
                3 => (selection.remove(ids(&these)).to_vec(), &before - &set),
                _ => (selection.clear().to_vec(), BTreeSet::new()),
            };
            assert_eq!(selection.iter().collect::<BTreeSet<_>>(), wanted);
            assert_eq!(changed, (&before ^ &wanted).into_iter().collect::<Vec<_>>());
            if wanted != before {
                states.push(wanted);
            }
        }
        for pair in states.windows(2).rev() {
            assert_eq!(selection.undo().to_vec(), (&pair[0] ^ &pair[1]).into_iter().collect::<Vec<_>>());
            assert_eq!(selection.iter().collect::<BTreeSet<_>>(), pair[0]);
        }
        assert!(selection.is_empty() && !selection.can_undo());
        for pair in states.windows(2) {
            selection.redo();
            assert_eq!(selection.iter().collect::<BTreeSet<_>>(), pair[1]);
        }
    }

    #[test]
    fn the_history_forgets_its_oldest_steps() {
        let mut selection = Selection::default();
        for i in 0..HISTORY_STEPS as u32 + 10 {
            selection.toggle(ids(&[i]));
        }
        let mut steps = 0;
        while selection.can_undo() {
            selection.undo();
            steps += 1;
        }
        assert_eq!((steps, selection.len()), (HISTORY_STEPS, 10));
    }
}
