//! Slide of a sphere along the surfaces that it meets.
//!
//! Based on: Kasper Fauerby, Improved Collision Detection and Response, 2003, "Collision response" (the sliding plane,
//! then the crease of two planes, then rest). Departures: the gap that the sphere keeps is relative to its radius, not
//! an absolute "very close distance". All planes met since the sphere last moved apply together, so that a corner of
//! any number of faces brings it to rest. The sphere moves only to positions that an exact test finds free, so that
//! rounding never leaves it inside anything.

use super::sweep::{SceneContact, first_approached, overlaps};
use crate::geometry::Sphere;
use crate::scene::Scene;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Path of a sphere through a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlidePath {
    /// The sphere at the start, as it was given.
    pub start: Sphere,
    /// The straight steps of the path in order; the first begins elsewhere if the sphere had to be freed.
    pub steps: Vec<SlideStep>,
    /// The place where the sphere's centre came to rest.
    pub end: DVec3,
    /// The reason why the slide ended.
    pub ended: SlideEnd,
}

impl SlidePath {
    /// Returns the position of the sphere's centre at time `t`, and the index in `steps` of the step that it is on.
    /// Time runs from 0 at the start to 1 at the end of the displacement. After the last step, the position is `end`,
    /// and the index is that of the last step, or 0 without steps.
    ///
    /// On each step, the sphere has the speed at which the whole `wanted` displacement would take all the time left.
    pub fn at(&self, t: f64) -> (DVec3, usize) {
        let mut begun = 0.0;
        for (index, step) in self.steps.iter().enumerate() {
            let left = 1.0 - begun;
            let takes = left * step.contact.map_or(1.0, |hit| hit.contact.t);
            if t < begun + takes {
                return (step.from.lerp(step.to, ((t - begun) / takes).max(0.0)), index);
            }
            begun += takes;
        }
        (self.end, self.steps.len().saturating_sub(1))
    }

    /// Returns the number of steps that a contact ended.
    pub fn bounces(&self) -> usize {
        self.steps.iter().filter(|step| step.contact.is_some()).count()
    }
}

/// Step of a slide: one straight motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SlideStep {
    /// The sphere's centre before the step.
    pub from: DVec3,
    /// The sphere's centre after the step: a little short of the place of contact, if there is a contact.
    pub to: DVec3,
    /// The contact that ended the step; its t is a fraction of `wanted`. `None` for a last step that nothing stops.
    pub contact: Option<SceneContact>,
    /// The displacement that the sphere still had to make at `from`.
    pub wanted: DVec3,
}

/// Reason why a slide ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SlideEnd {
    /// Arrival: nothing of the displacement is left.
    Arrived,
    /// Dead end: the rest of the displacement leads nowhere along the surfaces met.
    Blocked,
    /// End after [`MAX_BOUNCES`] contacts, with some of the displacement left.
    Spent,
    /// The sphere overlapped something at the start and could not be freed: it stays where it was.
    Stuck,
}

/// Number of contacts after which a slide ends. Fauerby's algorithm takes five; corners of many faces need some more.
pub const MAX_BOUNCES: usize = 8;

/// Gap kept to the surfaces met, in radii of the sphere.
const SKIN: f64 = 1.0 / 1024.0;

/// Least gap kept, relative to the largest coordinate: thousands of roundings, for spheres that are small there.
const LEAST_SKIN: f64 = 4096.0 * f64::EPSILON;

/// Number of shoves by which an overlapping start is freed, or not.
const SHOVES: usize = 16;

/// Share of its length by which a direction along a surface may lead into it: rounding alone does.
const ALONG: f64 = 16.0 * f64::EPSILON;

/// Moves a sphere by `displacement` in world space through the visible objects, sliding along what it meets.
///
/// The end is free: the sphere overlaps no triangle there, and it passed through none. Each bounce costs a sweep and a
/// test for overlap at its end; there are at most [`MAX_BOUNCES`]. A sphere that overlaps something at the start is
/// first pushed out a little. If that fails, or if a number is not finite, it stays: [`Stuck`](SlideEnd::Stuck).
///
/// ```
/// use glam::DVec3;
/// use pickray::{collide::slide, geometry::Sphere, mesh::Mesh, scene::{Object, Scene}};
///
/// let corners = vec![[-9., -9., 0.], [9., -9., 0.], [9., 9., 0.], [-9., 9., 0.]];
/// let floor = Mesh::from_triangles(corners, vec![[0, 1, 2], [0, 2, 3]])?;
/// let scene = Scene::of(Object::new("floor", floor.into()));
/// let sphere = Sphere { center: DVec3::new(0.0, 0.0, 2.0), radius: 1.0 };
/// let path = slide(&scene, &sphere, DVec3::new(4.0, 0.0, -2.0));
/// assert!((path.end - DVec3::new(4.0, 0.0, 1.0)).length() < 0.01);
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
pub fn slide(scene: &Scene, sphere: &Sphere, displacement: DVec3) -> SlidePath {
    let Sphere { center, radius } = *sphere;
    let mut path = SlidePath { start: *sphere, steps: Vec::new(), end: center, ended: SlideEnd::Stuck };
    let numbers = center.is_finite() && displacement.is_finite() && radius.is_finite() && radius >= 0.0;
    let largest = center.abs().max(displacement.abs()).max_element();
    let skin = (SKIN * radius).max(LEAST_SKIN * largest);
    let Some(free) = numbers.then(|| freed_from_overlap(scene, *sphere, skin)).flatten() else { return path };

    let mut at = free;
    let mut wanted = displacement;
    let mut planes: Vec<DVec3> = Vec::new();
    path.ended = SlideEnd::Spent;
    for _ in 0..MAX_BOUNCES {
        let Some(hit) = first_approached(scene, &Sphere { center: at, radius }, wanted) else {
            let to = last_free(scene, at, wanted, radius);
            path.steps.push(SlideStep { from: at, to, contact: None, wanted });
            (at, path.ended) = (to, SlideEnd::Arrived);
            break;
        };
        // Stop short of the contact, by the gap across the surface.
        let normal = hit.contact.normal;
        let closing = -normal.dot(wanted);
        let t = if closing > 0.0 { (hit.contact.t - skin / closing).max(0.0) } else { 0.0 };
        let to = last_free(scene, at, t * wanted, radius);
        path.steps.push(SlideStep { from: at, to, contact: Some(hit), wanted });
        let left = wanted - (to - at);
        at = to;

        // Go on along the surfaces met here, as far as that leads where the displacement wanted to go.
        if t * wanted.length() > skin {
            planes.clear();
        }
        planes.push(normal);
        let Some(along) = along_planes(left, &planes) else {
            path.ended = SlideEnd::Blocked;
            break;
        };
        if along.dot(displacement) <= 0.0 || along.length() <= skin {
            // A displacement that ends where it meets the surface leaves no more than the gap.
            path.ended = if left.length() <= 2.0 * skin { SlideEnd::Arrived } else { SlideEnd::Blocked };
            break;
        }
        wanted = along;
    }
    path.end = at;
    path
}

/// Returns the part of `left` that leads into no plane, along the newest or its crease with another; `None` if none.
fn along_planes(left: DVec3, planes: &[DVec3]) -> Option<DVec3> {
    let (newest, older) = planes.split_last()?;
    let free = |way: DVec3| planes.iter().all(|normal| normal.dot(way) >= -ALONG * left.length());
    let on_plane = left - newest.dot(left) * *newest;
    if free(on_plane) {
        return Some(on_plane);
    }
    let creases = older.iter().filter_map(|other| other.cross(*newest).try_normalize());
    creases.map(|crease| crease * crease.dot(left)).find(|&way| free(way))
}

/// Returns the farthest of a few points on the way at which the sphere overlaps nothing, or else `at`.
fn last_free(scene: &Scene, at: DVec3, way: DVec3, radius: f64) -> DVec3 {
    let points = [1.0, 0.9375, 0.75, 0.5, 0.25].map(|part| at + part * way);
    points.into_iter().find(|&center| !overlaps(scene, &Sphere { center, radius })).unwrap_or(at)
}

/// Returns the centre, shoved away from the closest point until it overlaps nothing, or `None` if that fails.
fn freed_from_overlap(scene: &Scene, sphere: Sphere, skin: f64) -> Option<DVec3> {
    let Sphere { mut center, radius } = sphere;
    for _ in 0..SHOVES {
        if !overlaps(scene, &Sphere { center, radius }) {
            return Some(center);
        }
        let closest = scene.closest_point(center, f64::INFINITY)?.closest;
        let out = (center - closest.point).try_normalize()?;
        center = closest.point + (radius + skin) * out;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_runs_evenly_to_the_contact_and_from_there_along_the_surface() {
        let at = |x: f64, z: f64| DVec3::new(x, 0.0, z);
        let contact = crate::intersect::Contact {
            t: 0.25,
            point: at(1.0, 0.0),
            normal: DVec3::Z,
            feature: crate::geometry::Feature::Face,
            overlapping: false,
        };
        let hit = SceneContact { object: 0, triangle: 0, contact };
        let start = Sphere { center: at(0.0, 2.0), radius: 1.0 };
        let first = SlideStep { from: at(0.0, 2.0), to: at(1.0, 1.0), contact: Some(hit), wanted: at(4.0, -4.0) };
        let second = SlideStep { from: at(1.0, 1.0), to: at(4.0, 1.0), contact: None, wanted: at(3.0, 0.0) };
        let path = SlidePath { start, steps: vec![first, second], end: at(4.0, 1.0), ended: SlideEnd::Arrived };
        for (t, expected) in [
            (0.0, (at(0.0, 2.0), 0)),
            (0.125, (at(0.5, 1.5), 0)),
            (0.25, (at(1.0, 1.0), 1)),
            (0.5, (at(2.0, 1.0), 1)),
            (1.0, (at(4.0, 1.0), 1)),
        ] {
            assert_eq!(path.at(t), expected, "at {t}");
        }
        assert_eq!(path.bounces(), 1);
    }

    #[test]
    fn a_floor_a_crease_and_a_corner_leave_less_and_less() {
        let left = DVec3::new(1.0, 2.0, -3.0);
        assert_eq!(along_planes(left, &[DVec3::Z]), Some(DVec3::new(1.0, 2.0, 0.0)));
        assert_eq!(along_planes(left, &[DVec3::Z, -DVec3::Y]), Some(DVec3::new(1.0, 0.0, 0.0)));
        assert_eq!(along_planes(left, &[DVec3::Z, -DVec3::Y, -DVec3::X]), None);
    }
}
