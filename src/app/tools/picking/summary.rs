//! Area, extent and parts of the selection; in a large mesh, they are added up in the background.

use crate::app::desk::Desk;
use crate::app::job::{Answer, Pending};
use pickray::geometry::Aabb;
use pickray::pick::TriangleIds;
use pickray::scene::Scene;
use pickray::study::Revision;
use pickray::work::Progress;

/// Most triangles of the selection's meshes with which it is added up at once, not in the background.
const FEW_TRIANGLES: usize = 100_000;

/// Measures of the selection, in world space.
#[derive(Clone, Copy, Debug)]
pub struct Summary {
    pub area: f64,
    pub bounds: Aabb,
    /// Number of parts of the selection, connected by edges; `None` if they could not be counted.
    pub parts: Option<usize>,
}

/// Measures of the present selection, ready or still being added up in the background.
#[derive(Debug, Default)]
pub struct Sum {
    pub summary: Pending<Summary>,
    /// Number of steps that the selection had made, and revision of the pick's inputs, when the summary was begun.
    of: Option<(u64, Revision)>,
}

#[derive(Debug)]
pub struct SumAction(pub(super) Answer<Summary>);

impl Summary {
    /// Returns the measures of triangles of a scene; `None` if `progress` was cancelled.
    fn of(scene: &Scene, ids: &TriangleIds, progress: &Progress) -> Option<Self> {
        let mut summary = Self { area: 0.0, bounds: Aabb::EMPTY, parts: Some(0) };
        for (index, triangles) in ids.by_object() {
            let Some(object) = scene.objects().get(index as usize) else { continue };
            progress.check().ok()?;
            for triangle in triangles.iter() {
                let triangle = object.triangle_in_world(triangle);
                summary.area += triangle.area();
                summary.bounds = summary.bounds.union(Aabb::from_points(triangle.corners()));
            }
            let parts = object.mesh.adjacency_with(progress).ok().map(|adjacency| adjacency.n_parts(triangles));
            progress.check().ok()?;
            summary.parts = summary.parts.zip(parts).map(|(a, b)| a + b);
        }
        Some(summary)
    }
}

impl Sum {
    /// Computes the measures anew, if the selection or the placement of the objects has changed.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        let of = (desk.selected.steps(), desk.study.pick_revision());
        if self.of == Some(of) {
            return;
        }
        self.of = Some(of);
        self.summary.stop();
        let ids = desk.selected.triangles.triangles().clone();
        if ids.len() < 2 {
            return;
        }
        let scene = desk.study.scene().clone();
        let objects = ids.by_object().filter_map(|(index, _)| scene.objects().get(index as usize));
        if objects.map(|object| object.mesh.n_triangles()).sum::<usize>() <= FEW_TRIANGLES {
            let summary = Summary::of(&scene, &ids, &Progress::default());
            self.summary = summary.map_or(Pending::Idle, Pending::Ready);
            return;
        }
        let sum_up = move |progress: &_| Summary::of(&scene, &ids, progress);
        self.summary.begin(&mut desk.files.jobs, sum_up, SumAction);
    }
}
