//! Sweep of a sphere through objects and scenes: the first triangle that the moving sphere touches.

use super::asked::objects_met;
use super::placed::Placed;
use crate::accel::{Horizon, QueryCounts, Visitor};
use crate::geometry::Sphere;
use crate::intersect::{Contact, Impact, MovingSphere, SweepTrace, swept_sphere_triangle_traced};
use crate::scene::{Object, Scene};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// First triangle that a moving sphere touches, and where.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneContact {
    /// Index of the object in its scene; 0 in the result of [`Object::sweep`].
    pub object: u32,
    /// Index of the triangle in the object's mesh.
    pub triangle: u32,
    /// Time, point, normal and feature of the contact, in world space.
    pub contact: Contact,
}

/// Trace of one [`Scene::sweep`]: its arguments, its result, and the tests that it took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct SceneSweepTrace {
    /// The sphere at the start, in world space.
    pub sphere: Sphere,
    /// The displacement of the sphere's centre from the start, in world space.
    pub displacement: DVec3,
    /// The first contact; `None` if the sphere touches nothing.
    pub hit: Option<SceneContact>,
    /// Counts of the boxes and triangles of meshes that were tested.
    pub counts: QueryCounts,
    /// The steps of the test with the triangle that is touched; `None` if no triangle is touched.
    pub triangle: Option<SweepTrace>,
}

impl Object {
    /// Returns the first contact of a sphere that moves by `displacement` with the triangles of the object, all in
    /// world space. It is the contact of smallest t and, where t is equal, of the lowest triangle index. `None` if the
    /// sphere touches nothing, or a number is not finite.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::{geometry::Sphere, mesh::Mesh, scene::Object};
    ///
    /// let mesh = Mesh::from_triangles(vec![[0., 0., 0.], [4., 0., 0.], [0., 4., 0.]], vec![[0, 1, 2]])?;
    /// let object = Object::new("floor", mesh.into());
    /// let sphere = Sphere { center: DVec3::new(1.0, 1.0, 3.0), radius: 1.0 };
    /// let hit = object.sweep(&sphere, DVec3::new(0.0, 0.0, -4.0)).expect("a contact");
    /// assert_eq!((hit.triangle, hit.contact.t), (0, 0.5));
    /// # Ok::<(), pickray::mesh::MeshError>(())
    /// ```
    pub fn sweep(&self, sphere: &Sphere, displacement: DVec3) -> Option<SceneContact> {
        let moving = MovingSphere::new(sphere, displacement)?;
        first_contact(&Placed::new(self)?, &moving, 1.0, &mut QueryCounts::default())
    }
}

impl Scene {
    /// Returns the first contact of a sphere that moves by `displacement` with the visible objects of the scene, all in
    /// world space. It is the contact of smallest t and, where t is equal, of the lowest object index, then of the
    /// lowest triangle index. `None` if the sphere touches nothing, or a number is not finite.
    pub fn sweep(&self, sphere: &Sphere, displacement: DVec3) -> Option<SceneContact> {
        first_in_scene(self, &MovingSphere::new(sphere, displacement)?, &mut QueryCounts::default())
    }
}

/// Returns the result of [`Scene::sweep`], with counts of the tests made and the steps of the one that decided it.
#[doc(hidden)]
pub fn sweep_scene_traced(scene: &Scene, sphere: &Sphere, displacement: DVec3) -> SceneSweepTrace {
    let mut counts = QueryCounts::default();
    let moving = MovingSphere::new(sphere, displacement);
    let hit = moving.and_then(|moving| first_in_scene(scene, &moving, &mut counts));
    let triangle = hit.map(|hit| {
        let corners = scene.objects()[hit.object as usize].triangle_in_world(hit.triangle);
        swept_sphere_triangle_traced(sphere, displacement, &corners)
    });
    SceneSweepTrace { sphere: *sphere, displacement, hit, counts, triangle }
}

/// Returns [`Scene::sweep`]'s contact without triangles touched at the start that the sphere leaves or moves along.
pub(super) fn first_approached(scene: &Scene, sphere: &Sphere, displacement: DVec3) -> Option<SceneContact> {
    first_in_scene(scene, &MovingSphere::new(sphere, displacement)?.approaching(), &mut QueryCounts::default())
}

/// Returns `true` if the sphere reaches into a triangle of a visible object, decided exactly. A touch does not count.
pub(super) fn overlaps(scene: &Scene, sphere: &Sphere) -> bool {
    let Some(resting) = MovingSphere::new(sphere, DVec3::ZERO) else { return false };
    let mut found = false;
    // A limit below 0 ends the search.
    let limit = |found: bool| if found { -1.0 } else { 0.0 };
    objects_met(scene, &resting, 0.0, |_, placed| {
        placed.visit_swept(&resting, 0.0, &mut |_: u32, corners: &[[f32; 3]; 3]| {
            let contact = || resting.contact(&placed.in_world(corners), 0.0, &mut ());
            found = found || contact().is_some_and(|contact| contact.overlapping);
            limit(found)
        });
        limit(found)
    });
    found
}

fn first_in_scene(scene: &Scene, moving: &MovingSphere, counts: &mut QueryCounts) -> Option<SceneContact> {
    let mut first: Option<SceneContact> = None;
    objects_met(scene, moving, 1.0, |object, placed| {
        let t_max = first.map_or(1.0, |first| first.contact.t);
        if let Some(hit) = first_contact(placed, moving, t_max, counts)
            && first.is_none_or(|first| (hit.contact.t, object) < (first.contact.t, first.object))
        {
            first = Some(SceneContact { object, ..hit });
        }
        first.map_or(1.0, |first| first.contact.t)
    });
    first
}

/// Returns the first contact with an object at a t up to `t_max`, or a little later.
fn first_contact(placed: &Placed, moving: &MovingSphere, t_max: f64, counts: &mut QueryCounts) -> Option<SceneContact> {
    let bounds = placed.bounds;
    let largest = bounds.min.abs().max(bounds.max.abs()).max_element();
    let t_max = moving.a_little_later(t_max, largest);
    let needs_scaling = moving.needs_scaling(largest);
    let mut search =
        FirstImpact { placed, moving, largest, needs_scaling, t_max, first: None, scaled: None, horizon: None, counts };
    placed.visit_swept(moving, t_max, &mut search);
    let (triangle, impact) = search.first?;
    let contact =
        search.scaled.unwrap_or_else(|| moving.contact_at(&placed.object.triangle_in_world(triangle), impact));
    Some(SceneContact { object: 0, triangle, contact })
}

/// Search for the first impact among the triangles shown; that of the lowest index where t is equal.
struct FirstImpact<'a> {
    placed: &'a Placed<'a>,
    moving: &'a MovingSphere,
    /// The largest magnitude of a coordinate of the triangles, in world space.
    largest: f64,
    needs_scaling: bool,
    t_max: f64,
    first: Option<(u32, Impact)>,
    /// The contact of the first impact if its coordinates were scaled: computed again up to its t, it may be missed.
    scaled: Option<Contact>,
    /// A plane through the point touched first, in world space: triangles wholly beyond it are not touched earlier.
    horizon: Option<Horizon>,
    counts: &'a mut QueryCounts,
}

impl Visitor for FirstImpact<'_> {
    fn visit(&mut self, index: u32, corners: &[[f32; 3]; 3]) -> f64 {
        let triangle = &self.placed.in_world(corners);
        self.counts.triangles += 1;
        let limit = self.first.map_or(self.t_max, |(_, impact)| impact.t);
        let (impact, scaled) = if self.needs_scaling {
            let contact = self.moving.contact(triangle, limit, &mut ());
            (contact.map(|contact| Impact { t: contact.t, overlapping: contact.overlapping }), contact)
        } else {
            (self.moving.impact_of_many(triangle, limit), None)
        };
        let Some(impact) = impact else { return limit };
        if self.first.is_none_or(|(best, other)| (impact.t, index) < (other.t, best)) {
            (self.first, self.scaled) = (Some((index, impact)), scaled);
            let plane = self.moving.plane_at(triangle, impact, self.largest);
            self.horizon = plane.map(|(normal, offset)| Horizon { normal, offset });
        }
        impact.t
    }

    fn horizon(&self) -> Option<Horizon> {
        self.horizon.map(|horizon| self.placed.in_tree(horizon))
    }

    #[inline(always)]
    fn boxes(&mut self, count: usize) {
        self.counts.boxes += count as u64;
    }
}
