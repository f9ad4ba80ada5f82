//! The selected triangles, with undo.

mod id_set;

use super::TriangleId;
use id_set::IdSet;

/// How many steps can be undone; the oldest are forgotten.
const HISTORY_STEPS: usize = 1000;

/// How many ids the whole history may hold, whatever its number of steps; the last step is always kept.
const HISTORY_IDS: usize = 50_000_000;

/// A set of triangles, in the order of their ids, and the steps that led to it.
///
/// Every operation returns exactly the ids whose state changed, sorted: what a renderer has to write. Its cost grows
/// with what it changes, and hardly with what is selected or with the mesh. An operation that changes nothing is no
/// step.
///
/// ```
/// use pickray::pick::{Selection, TriangleId};
///
/// let [a, b] = [1, 2].map(|triangle| TriangleId { object: 0, triangle });
/// let mut selection = Selection::default();
/// assert_eq!(selection.replace([a]), [a]);
/// assert_eq!(selection.replace([b]), [a, b]);
/// assert_eq!(selection.undo(), [a, b]);
/// assert!(selection.contains(a) && !selection.contains(b));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Selection {
    selected: IdSet,
    /// A step is the ids that it flipped: undoing and redoing it flip them again.
    done: std::collections::VecDeque<Box<[TriangleId]>>,
    undone: Vec<Box<[TriangleId]>>,
    ids_in_done: usize,
}

impl Selection {
    /// Returns whether the triangle is selected.
    pub fn contains(&self, id: TriangleId) -> bool {
        self.selected.contains(id)
    }

    /// Returns how many triangles are selected.
    pub fn len(&self) -> usize {
        self.selected.len()
    }

    /// Returns whether nothing is selected.
    pub fn is_empty(&self) -> bool {
        self.selected.len() == 0
    }

    /// Returns the selected triangles, by object, then triangle.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = TriangleId> + ExactSizeIterator + '_ {
        self.selected.iter()
    }

    /// Selects these and nothing else.
    pub fn replace(&mut self, ids: impl IntoIterator<Item = TriangleId>) -> &[TriangleId] {
        let wanted = distinct(ids.into_iter());
        let mut step = Vec::new();
        let mut wanted_left = wanted.iter().peekable();
        self.selected.iter().for_each(|id| {
            while wanted_left.next_if(|wanted| **wanted < id).is_some() {}
            if wanted_left.peek() != Some(&&id) {
                step.push(id);
            }
        });
        step.extend(wanted.iter().filter(|id| !self.selected.contains(**id)));
        self.flip(distinct(step.into_iter()))
    }

    /// Selects these as well.
    pub fn add(&mut self, ids: impl IntoIterator<Item = TriangleId>) -> &[TriangleId] {
        self.flip(distinct(ids.into_iter().filter(|id| !self.selected.contains(*id))))
    }

    /// Selects those of these that are not selected, and the other way round; one named twice is flipped once.
    pub fn toggle(&mut self, ids: impl IntoIterator<Item = TriangleId>) -> &[TriangleId] {
        self.flip(distinct(ids.into_iter()))
    }

    /// Selects these no longer.
    pub fn remove(&mut self, ids: impl IntoIterator<Item = TriangleId>) -> &[TriangleId] {
        self.flip(distinct(ids.into_iter().filter(|id| self.selected.contains(*id))))
    }

    /// Selects nothing.
    pub fn clear(&mut self) -> &[TriangleId] {
        self.flip(self.selected.to_vec().into())
    }

    /// Returns whether there is a step to undo.
    pub fn can_undo(&self) -> bool {
        !self.done.is_empty()
    }

    /// Returns whether there is an undone step to do again.
    pub fn can_redo(&self) -> bool {
        !self.undone.is_empty()
    }

    /// Takes back the last step; nothing changes where there is none.
    pub fn undo(&mut self) -> &[TriangleId] {
        let Some(step) = self.done.pop_back() else { return &[] };
        self.ids_in_done -= step.len();
        self.selected.flip(&step);
        self.undone.push(step);
        self.undone.last().map_or(&[], |step| step)
    }

    /// Does the last undone step again; nothing changes where there is none.
    pub fn redo(&mut self) -> &[TriangleId] {
        let Some(step) = self.undone.pop() else { return &[] };
        self.selected.flip(&step);
        self.record(step)
    }

    /// Returns a new step that flips these, sorted and distinct; what was undone before can be redone no longer.
    fn flip(&mut self, step: Box<[TriangleId]>) -> &[TriangleId] {
        if step.is_empty() {
            return &[];
        }
        self.undone.clear();
        self.selected.flip(&step);
        self.record(step)
    }

    fn record(&mut self, step: Box<[TriangleId]>) -> &[TriangleId] {
        self.ids_in_done += step.len();
        self.done.push_back(step);
        while self.done.len() > 1 && (self.done.len() > HISTORY_STEPS || self.ids_in_done > HISTORY_IDS) {
            let forgotten = self.done.pop_front().map_or(0, |step| step.len());
            self.ids_in_done -= forgotten;
        }
        self.done.back().map_or(&[], |step| step)
    }
}

fn distinct(ids: impl Iterator<Item = TriangleId>) -> Box<[TriangleId]> {
    let mut ids: Vec<_> = ids.collect();
    ids.sort_unstable();
    ids.dedup();
    ids.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    fn ids(triangles: &[u32]) -> Vec<TriangleId> {
        triangles.iter().map(|&triangle| TriangleId { object: 0, triangle }).collect()
    }

    #[test]
    fn each_operation_returns_exactly_what_it_changed() {
        let mut selection = Selection::default();
        assert_eq!(selection.add(ids(&[3, 1, 3])), ids(&[1, 3]));
        assert_eq!(selection.add(ids(&[1, 2])), ids(&[2]));
        assert_eq!(selection.toggle(ids(&[2, 5])), ids(&[2, 5]));
        assert_eq!(selection.remove(ids(&[4, 5])), ids(&[5]));
        assert_eq!(selection.replace(ids(&[3, 9])), ids(&[1, 9]));
        assert_eq!(selection.clear(), ids(&[3, 9]));
        assert_eq!(selection.clear(), ids(&[]));
        assert!(selection.is_empty());
    }

    #[test]
    fn what_changes_nothing_is_no_step() {
        let mut selection = Selection::default();
        selection.add(ids(&[1]));
        selection.add(ids(&[1]));
        selection.remove(ids(&[7]));
        assert_eq!(selection.undo(), ids(&[1]));
        assert!(!selection.can_undo());
    }

    #[test]
    fn a_new_step_forgets_what_was_undone() {
        let mut selection = Selection::default();
        selection.add(ids(&[1]));
        selection.undo();
        assert!(selection.can_redo());
        selection.add(ids(&[2]));
        assert_eq!(selection.redo(), ids(&[]));
        assert_eq!(selection.iter().collect::<Vec<_>>(), ids(&[2]));
    }

    #[test]
    fn random_steps_agree_with_a_plain_set_and_undo_to_nothing() {
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
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
            assert_eq!(selection.undo(), (&pair[0] ^ &pair[1]).into_iter().collect::<Vec<_>>());
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
