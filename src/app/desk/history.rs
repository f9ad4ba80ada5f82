//! Records of the selection's steps, with what each inspected, hid, showed, measured and named, for undo to restore.

use pickray::math::CursorPosition;
use pickray::pick::TriangleIds;
use pickray::scene::View;
use pickray::study::{Annotations, Change, Objects, Study};
use std::collections::VecDeque;

/// View, cursor and chosen hit of a pick, by which it can be made again.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Inspection {
    pub view: View,
    pub cursor: CursorPosition,
    /// Index of the chosen hit among all hits along the ray, from 0; `None` if none was chosen.
    pub place: Option<usize>,
}

/// Records of the steps of the selection that can be undone or redone, the latest last.
#[derive(Debug, Default)]
pub(in crate::app) struct Steps {
    pub done: VecDeque<Step>,
    pub undone: Vec<Step>,
}

#[derive(Debug, Default)]
pub(in crate::app) struct Step {
    /// Pick that was inspected before the step, and the one after it; `None` if nothing was inspected.
    pub inspected: [Option<Inspection>; 2],
    pub flipped: Option<Flipped>,
    /// Measures and landmarks before the step and after it; `None` if the step left them as they were.
    pub annotated: Option<[Annotations; 2]>,
}

pub(super) fn bytes_of(annotations: &Annotations) -> usize {
    let measures = annotations.measures.iter();
    let of_measures: usize = measures.map(|it| size_of_val(it) + size_of_val(&it.points[..])).sum();
    let landmarks = annotations.landmarks.iter();
    of_measures + landmarks.map(|it| size_of_val(it) + it.name.len()).sum::<usize>()
}

#[derive(Debug, PartialEq)]
pub(super) struct Hidden {
    triangles: TriangleIds,
    objects: Vec<bool>,
}

impl Hidden {
    pub(super) fn of(study: &Study) -> Self {
        let objects = study.scene().objects().iter().map(|object| !object.visible).collect();
        Self { triangles: study.hidden_triangles(), objects }
    }

    /// Returns what was hidden or shown since `before`. `None` if nothing was, or if the number of objects has changed.
    pub(super) fn since(mut self, before: &Self) -> Option<Flipped> {
        if self == *before || self.objects.len() != before.objects.len() {
            return None;
        }
        self.triangles.toggle_with(&before.triangles);
        let both = self.objects.iter().zip(&before.objects);
        let objects = (0..).zip(both).filter(|(_, (now, before))| now != before).map(|(index, _)| index);
        Some(Flipped { objects: objects.collect(), triangles: self.triangles })
    }
}

/// Objects and triangles that one step hid or showed. Flipping their visibility again undoes the step.
#[derive(Clone, Debug)]
pub(in crate::app) struct Flipped {
    triangles: TriangleIds,
    objects: Vec<u32>,
}

impl Flipped {
    pub(super) fn bytes(&self) -> usize {
        self.triangles.bytes() + size_of_val(&self.objects[..])
    }

    pub(super) fn changes(&self, study: &Study) -> Vec<Change> {
        let mut hide = self.triangles.clone();
        hide.subtract(&study.hidden_triangles());
        let mut show = self.triangles.clone();
        show.subtract(&hide);
        let objects = study.scene().objects();
        let is_seen = |index: u32| objects.get(index as usize).is_some_and(|object| object.visible);
        let runs = self.objects.chunk_by(|&a, &b| a + 1 == b && is_seen(a) == is_seen(b));
        let of_objects = runs.map(|run| {
            let objects = Objects { first: run[0], last: run[run.len() - 1] };
            if is_seen(run[0]) { Change::Hide(objects) } else { Change::Show(objects) }
        });
        [Change::HideTriangles(hide), Change::ShowTriangles(show)].into_iter().chain(of_objects).collect()
    }
}
