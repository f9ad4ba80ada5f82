//! Shadow of a triangle: the space in which it hides everything, for searches that leave out whole boxes.

use crate::geometry::{Aabb, Ray, Triangle};
use crate::scene::{Sightlines, View, unit};
use glam::{DAffine3, DVec3};

/// Least area in the picture, in square pixels, of a triangle whose shadow is worth testing.
const LEAST_AREA: f64 = 2.0;

/// Least sine of the angles that a shadow's sides come from: below it, directions are off by over 2¹⁰ roundings.
const LEAST_SINE: f64 = 1.0 / (1 << 10) as f64;

/// Margin in which nothing counts as hidden, relative to its summands: far above what rounding does to places.
const MARGIN: f64 = 1.0 / (1 << 30) as f64;

/// Shadow of a triangle in world space: what lies inside its three sides and beyond its plane.
pub(super) struct Shadow {
    /// Unit normals of sides and plane, inwards, each with a point of it.
    sides: [(DVec3, DVec3); 4],
}

impl Shadow {
    /// Returns the shadow of a triangle in world space; `None` where it is small in the picture, nearly edge-on, or not
    /// wholly between near and far plane.
    pub fn new(view: &View, sightlines: &Sightlines, triangle: &Triangle) -> Option<Self> {
        let corners = triangle.corners();
        let mut windows = [DVec3::ZERO; 3];
        for (window, &corner) in windows.iter_mut().zip(&corners) {
            *window = view.window_from_world(corner).filter(|window| (0.0..=1.0).contains(&window.z))?;
        }
        let [a, b, c] = windows.map(|window| window.truncate());
        if (b - a).perp_dot(c - a).abs() < 2.0 * LEAST_AREA {
            return None;
        }
        let mut sides = [(DVec3::ZERO, triangle.a); 4];
        for k in 0..3 {
            let [to_next, to_last] = [1, 2].map(|step| corners[(k + step) % 3] - corners[k]);
            let sight = Ray::from(sightlines.ray(windows[k].truncate())?).direction();
            sides[k] = (normal(to_next, sight, to_last)?, corners[k]);
            sides[3].0 = normal(to_next, to_last, sight)?;
        }
        Some(Self { sides })
    }

    /// Returns `true` if a box in object space certainly lies in the shadow, by more than `slack` in world space.
    pub fn holds(&self, world_from_object: &DAffine3, aabb: &Aabb, slack: f64) -> bool {
        let (center, half) = (world_from_object.transform_point3(aabb.center()), 0.5 * aabb.size());
        let from_world = world_from_object.matrix3.transpose();
        self.sides.iter().all(|&(normal, point)| {
            let (offset, extent) = (center - point, (from_world * normal).abs().dot(half));
            let size = offset.abs().max_element() + point.abs().max_element() + extent;
            normal.dot(offset) - extent > MARGIN * size + slack
        })
    }
}

/// Returns the unit normal of two directions, on the side of `towards`; `None` where they are nearly parallel.
fn normal(first: DVec3, second: DVec3, towards: DVec3) -> Option<DVec3> {
    let cross = unit(first)?.cross(unit(second)?);
    let sine = cross.length();
    (sine > LEAST_SINE).then(|| cross / sine * cross.dot(towards).signum())
}
