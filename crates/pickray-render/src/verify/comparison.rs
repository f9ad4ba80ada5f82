//! Comparison of the triangle that a ray hits and the id that the GPU drew, pixel by pixel: verdicts and explanations.

use super::outline::{Fineness, PixelEvidence, Projector};
use super::{Mismatch, Verdict};
use crate::ids::IdBuffer;
use glam::DVec2;
use pickray::RayOptions;
use pickray::math::cursor_from_window;
use pickray::pick::explain::{Mistake, MistakeInputs, Mistaken};
use pickray::pick::{self, Hit, PickOptions, TriangleId};
use pickray::scene::{Scene, Sightlines, View};

#[derive(Default)]
pub(super) struct PixelRow {
    pub(super) mismatches: Vec<Mismatch>,
    pub(super) covered: Vec<Option<bool>>,
}

pub(super) struct Comparison<'a> {
    scene: &'a Scene,
    view: &'a View,
    ids: &'a IdBuffer,
    mistake: Option<Mistaken>,
    sightlines: Sightlines,
    /// Projectors of the objects; `None` for an object that is not drawn.
    projectors: Vec<Option<Projector<'a>>>,
    fineness: Fineness,
}

impl<'a> Comparison<'a> {
    pub(super) fn new(
        scene: &'a Scene,
        view: &'a View,
        ids: &'a IdBuffer,
        mistake: Option<(Mistake, MistakeInputs)>,
    ) -> Self {
        Self {
            scene,
            view,
            ids,
            mistake: mistake.map(|(mistake, inputs)| Mistaken::new(view, mistake, &inputs)),
            sightlines: view.sightlines(),
            projectors: scene.objects().iter().map(|object| Projector::new(object, view)).collect(),
            fineness: Fineness::of(ids),
        }
    }

    /// Compares the pixels of one row; `from_top` is the row's index, counted from the top.
    pub(super) fn row(&self, from_top: u32) -> PixelRow {
        let size = self.view.framebuffer;
        let mut answer = PixelRow::default();
        let row = size.height - 1 - from_top;
        let center = |column: u32| DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
        let is_covered = |column: &u32| self.view.viewport.contains(center(*column));
        let mut picked = self.picked((0..size.width).filter(is_covered).map(center)).into_iter();
        for column in 0..size.width {
            let Some(picked) = is_covered(&column).then(|| picked.next().flatten()) else {
                answer.covered.push(None);
                continue;
            };
            let center = center(column);
            let shown = self.ids.at(column, row);
            answer.covered.push(Some(picked.is_some()));
            let verdict = if picked == shown { Verdict::Agree } else { self.judge(center, picked, shown) };
            if verdict != Verdict::Agree {
                let cursor = cursor_from_window(center, size);
                answer.mismatches.push(Mismatch { cursor, picked, shown, verdict });
            }
        }
        answer
    }

    /// Returns the triangles that picks through pixels' centres hit, mistaken if a mistake is given.
    fn picked(&self, centers: impl Iterator<Item = DVec2>) -> Vec<Option<TriangleId>> {
        let options = self.options();
        if let Some(mistaken) = &self.mistake {
            let cursor = |center| cursor_from_window(center, self.view.framebuffer);
            return centers.map(|center| mistaken.hit(self.scene, self.view, cursor(center), &options)).collect();
        }
        let mut picked = Vec::with_capacity(self.view.framebuffer.width as usize);
        let rays = centers.map(|center| self.sightlines.ray(center));
        pick::closest_of_each(self.scene, rays, &options, |hit| picked.push(hit.map(|hit| hit.id())));
        picked
    }

    fn options(&self) -> PickOptions {
        PickOptions { culling: self.ids.culling, ..PickOptions::default() }
    }

    /// Returns why ray and GPU differ about a pixel.
    ///
    /// Each of the two answers is right if its triangle can be there and no triangle that must be there hides it;
    /// `None` is right if no triangle must be there. The triangles that could hide one are those along the ray, and the
    /// two themselves.
    fn judge(&self, center: DVec2, picked: Option<TriangleId>, shown: Option<TriangleId>) -> Verdict {
        let mut ids: Vec<_> = [picked, shown].into_iter().flatten().collect();
        if let Some(ray) = self.sightlines.ray(center) {
            ids.extend(
                self.scene
                    .all_hits(&ray.into(), RayOptions::from(&self.options()).range(..=ray.t_max))
                    .iter()
                    .map(Hit::id),
            );
        }
        let sightings: Vec<PixelEvidence> = ids.iter().filter_map(|&id| self.sight(id, center)).collect();
        let sighting = |id: TriangleId| sightings.iter().find(|other| other.triangle == id);
        let may_be = |answer: Option<TriangleId>| match answer {
            None => !sightings.iter().any(PixelEvidence::is_sure),
            Some(id) => sighting(id)
                .is_some_and(|sighting| sighting.is_possible() && !sightings.iter().any(|other| other.hides(sighting))),
        };
        if !may_be(picked) || !may_be(shown) {
            return Verdict::Real;
        }
        let at_edge = [picked, shown].into_iter().flatten().filter_map(sighting).any(PixelEvidence::is_at_edge);
        if at_edge { Verdict::Edge } else { Verdict::Depth }
    }

    fn sight(&self, id: TriangleId, center: DVec2) -> Option<PixelEvidence> {
        let projector = self.projectors.get(id.object as usize)?.as_ref()?;
        Some(projector.sight(id, center, self.fineness))
    }
}
