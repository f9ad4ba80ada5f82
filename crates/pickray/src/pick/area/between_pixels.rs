//! Triangles that no pixel's ray meets: slivers and tiny triangles between the centres of pixels.

use super::ScreenArea;
use super::projected::{Point, Projection, rectangle_around};
use super::screen_region::Rectangle;
use crate::geometry::{Ray, Triangle};
use crate::intersect::{Culling, RayTriangleHit, Side, meet};
use crate::math::bounded::Bounded;
use crate::math::exact::Exact;
use crate::math::{PickRay, Viewport};
use crate::pick::{ObjectRay, cast};
use crate::scene::{Instance, Object, Scene, Sightlines, View};
use glam::DVec2;

/// Test of which triangles of an object are visible although they cover no pixel's centre.
pub(super) struct BetweenPixels<'a> {
    pub area: &'a ScreenArea,
    pub scene: &'a Scene,
    pub culling: Culling,
    pub sightlines: &'a Sightlines,
    pub object: &'a Object,
    pub instance: Instance,
    pub projection: Projection,
}

impl BetweenPixels<'_> {
    /// Returns `true` if a triangle covers no pixel's centre, but the line of sight to its centroid meets it first.
    pub fn is_seen(&self, triangle: u32) -> bool {
        !self.covers_a_center(triangle) && self.is_first_at_centroid(triangle)
    }

    fn is_first_at_centroid(&self, triangle: u32) -> bool {
        let centroid = self.object.mesh.triangle(triangle).centroid();
        let Some(place) = self.area.view.window_from_world(self.object.world_from_object.transform_point3(centroid))
        else {
            return false;
        };
        let Some(ray) = self.sightlines.ray(place.truncate()) else { return false };
        let Some((t, side)) = self.hit(&ray, triangle) else { return false };
        let is_culled = self.culling.culls(side);
        let first = || cast::closest(self.scene, &cast::Query::seen(&ray, self.culling));
        !is_culled && first().is_some_and(|first| t <= first.t)
    }

    /// Returns the t and the side, as seen in the world, at which a ray hits the triangle, whatever is before it.
    fn hit(&self, ray: &PickRay, triangle: u32) -> Option<(f64, Side)> {
        let mesh = &self.object.mesh;
        let object_ray = ObjectRay::through(&self.instance, &Ray::from(*ray));
        let shape = mesh.local_triangle(triangle);
        let RayTriangleHit { t, side, .. } = meet(&object_ray.in_mesh(mesh).exact(), &shape, Culling::None)?;
        (t <= ray.t_max).then(|| (t, object_ray.side_in_world(side)))
    }

    /// Returns `true` if the ray of a pixel's centre, of any of the picture, meets the triangle.
    fn covers_a_center(&self, triangle: u32) -> bool {
        let Some(polygon) = self.seen_polygon(&self.object.mesh.triangle(triangle)) else { return false };
        let picture = picture(&self.area.view);
        let height = f64::from(self.area.view.framebuffer.height);
        let around = Rectangle::around(polygon.iter().flat_map(|corner| [corner.min, corner.max])).common(&picture);
        centers(around.min.y, around.max.y).any(|row| {
            let [left, right] = crossing(&polygon, row);
            centers(left.max(picture.min.x), right.min(picture.max.x)).any(|column| {
                let ray = self.sightlines.ray(DVec2::new(column, height - row));
                ray.is_some_and(|ray| self.hit(&ray, triangle).is_some())
            })
        })
    }

    /// Returns rectangles around the corners of what a triangle shows between both planes; `None` if that is nothing.
    fn seen_polygon(&self, triangle: &Triangle) -> Option<Vec<Rectangle>> {
        let corners = self.projection.corners::<Bounded>(triangle);
        let polygon = self.area.outline.between_planes(&corners).unwrap_or_else(|| {
            let corners = self.projection.corners::<Exact>(triangle);
            let polygon = self.area.outline.between_planes(&corners).expect("exact numbers have signs");
            polygon.iter().map(|point| point.each_ref().map(Bounded::around)).collect()
        });
        // A corner without a rectangle around it may be anywhere in the picture.
        let around = |corner: &Point<Bounded>| {
            rectangle_around(std::slice::from_ref(corner)).unwrap_or_else(|| picture(&self.area.view))
        };
        (!polygon.is_empty()).then(|| polygon.iter().map(around).collect())
    }
}

/// Returns the coordinates of the pixels' centres from `from` to `to` on one axis: whole numbers plus 0.5.
pub(super) fn centers(from: f64, to: f64) -> impl Iterator<Item = f64> {
    ((from - 0.5).ceil() as i64..=(to - 0.5).floor() as i64).map(|pixel| pixel as f64 + 0.5)
}

/// Returns the rectangle of the picture, in pixels from the top left of the framebuffer.
pub(super) fn picture(view: &View) -> Rectangle {
    let Viewport { x, y, width, height } = view.viewport;
    let [left, low, width, height] = [x, y, width, height].map(f64::from);
    let bottom = f64::from(view.framebuffer.height) - low;
    Rectangle { min: DVec2::new(left, bottom - height), max: DVec2::new(left + width, bottom) }
}

/// Returns the least and the greatest x where a level line may cross a convex polygon of corners in these rectangles.
fn crossing(corners: &[Rectangle], row: f64) -> [f64; 2] {
    let error = corners.iter().fold(DVec2::ZERO, |most, corner| most.max(0.5 * (corner.max - corner.min)));
    let (low, high) = (row - 2.0 * error.y, row + 2.0 * error.y);
    let middle = |corner: &Rectangle| 0.5 * (corner.min + corner.max);
    let mut range = [f64::INFINITY, f64::NEG_INFINITY];
    for (a, b) in corners.iter().zip(corners.iter().cycle().skip(1)) {
        let (a, b) = (middle(a), middle(b));
        if a.y.max(b.y) < low || high < a.y.min(b.y) {
            continue;
        }
        let rounding = 8.0 * f64::EPSILON * (a.x.abs() + b.x.abs()) + 2.0 * error.x;
        for y in [low, high] {
            let share = ((y - a.y) / (b.y - a.y)).clamp(0.0, 1.0);
            // A level side crosses the line at all of its x.
            for x in if share.is_nan() { [a.x, b.x] } else { [a.x + share * (b.x - a.x); 2] } {
                range = [range[0].min(x - rounding), range[1].max(x + rounding)];
            }
        }
    }
    range
}
