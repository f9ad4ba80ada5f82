//! A sweep over a scene with what it cost, and the steps of the test that decided it: what panels show.

use super::super::placed::Witness;
use super::{SceneContact, first_in_scene};
use crate::accel::{Horizon, QueryCounts};
use crate::geometry::{Sphere, Triangle};
use crate::intersect::{MovingSphere, SweepTrace, swept_sphere_triangle_traced};
use crate::scene::Scene;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Everything about one [`sweep_scene`](super::sweep_scene).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneSweepTrace {
    /// The sphere at the start, in world space.
    pub sphere: Sphere,
    /// Where its centre goes from there.
    pub displacement: DVec3,
    /// The answer.
    pub hit: Option<SceneContact>,
    /// How much work it was.
    pub counts: QueryCounts,
    /// The steps of the test with the triangle that is touched.
    pub triangle: Option<SweepTrace>,
}

/// The same answer as [`sweep_scene`](super::sweep_scene), found in the same way, with what it cost and how it was decided.
pub fn sweep_scene_traced(scene: &Scene, sphere: &Sphere, displacement: DVec3) -> SceneSweepTrace {
    let mut counts = QueryCounts::default();
    let moving = MovingSphere::new(sphere, displacement);
    let hit = moving.and_then(|moving| first_in_scene(scene, &moving, Some(&mut counts)));
    let triangle = hit.map(|hit| {
        let corners = scene.objects[hit.object as usize].triangle_in_world(hit.triangle);
        swept_sphere_triangle_traced(sphere, displacement, &corners)
    });
    SceneSweepTrace { sphere: *sphere, displacement, hit, counts, triangle }
}

/// Counts what it is shown before it hands it on.
pub(super) struct Counted<'a, W> {
    pub(super) witness: &'a mut W,
    pub(super) counts: &'a mut QueryCounts,
}

impl<W: Witness> Witness for Counted<'_, W> {
    fn visit(&mut self, index: u32, triangle: &Triangle) -> f64 {
        self.counts.triangles += 1;
        self.witness.visit(index, triangle)
    }

    fn horizon(&self) -> Option<Horizon> {
        self.witness.horizon()
    }

    fn boxes(&mut self, count: usize) {
        self.counts.boxes += count as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::super::sweep_scene;
    use super::*;
    use crate::mesh::samples::Sample;
    use crate::scene::Object;

    #[test]
    fn the_trace_has_the_answer_its_cost_and_its_steps() {
        let mesh = Sample::Teapot.mesh(&crate::accel::Progress::default()).expect("a teapot");
        let (triangles, scene) = (mesh.n_triangles() as u64, Scene::of(Object::new("teapot", mesh.into())));
        let bounds = scene.bounds();
        let sphere = Sphere { center: bounds.max, radius: 0.05 * bounds.size().length() };
        let displacement = bounds.min - bounds.max;
        let trace = sweep_scene_traced(&scene, &sphere, displacement);
        assert!(trace.hit.is_some());
        assert_eq!(trace.hit, sweep_scene(&scene, &sphere, displacement));
        assert!(0 < trace.counts.triangles && trace.counts.triangles < triangles && 0 < trace.counts.boxes);
        assert_eq!(trace.triangle.and_then(|steps| steps.contact), trace.hit.map(|hit| hit.contact));
        let missed = sweep_scene_traced(&scene, &sphere, DVec3::ZERO);
        assert_eq!((missed.hit, missed.triangle), (None, None));
    }
}
