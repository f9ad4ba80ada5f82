//! Construction of the smallest sphere around points.
//!
//! Based on: Emo Welzl, Smallest Enclosing Disks (Balls and Ellipsoids), 1991; Bernd Gärtner, Fast and Robust Smallest
//! Enclosing Balls, 1999, section 3 (the point farthest from the ball enters its support).
//!
//! Departures: a support has at most four points, so that the next support is found by trying every subset of five
//! points instead of by recursion. Each subset gives a sphere; the sphere is taken whose centre has the least distance
//! to the farthest of the five points, which needs no tolerance. Circumcentres are computed in twice the precision. The
//! radius is rounded up by the bound of its error, so that every point is inside.

use super::{SQUARE_ERROR, Sphere};
use crate::geometry::Aabb;
use crate::math::double::Double;
use crate::math::predicates::determinant;
use glam::DVec3;

impl Sphere {
    /// Returns the smallest sphere that contains all of `points`, within a few roundings of its size and its centre's
    /// coordinates. `None` if there is no point or a coordinate is not finite.
    ///
    /// Takes time in proportion to the number of points; goes through all of them some ten times.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::geometry::Sphere;
    ///
    /// let corners = [DVec3::ZERO, DVec3::new(6.0, 0.0, 0.0), DVec3::new(3.0, 1.0, 0.0)];
    /// let sphere = Sphere::enclosing(corners).unwrap();
    /// assert_eq!((sphere.center, sphere.radius.round()), (DVec3::new(3.0, 0.0, 0.0), 3.0));
    /// assert!(corners.iter().all(|&corner| sphere.contains(corner)));
    /// ```
    pub fn enclosing(points: impl IntoIterator<Item = DVec3, IntoIter: Clone>) -> Option<Self> {
        let points = points.into_iter();
        let bounds = Aabb::from_points(points.clone());
        let (middle, half) = (bounds.center(), 0.5 * bounds.size().max_element());
        if bounds.is_empty() || !points.clone().all(DVec3::is_finite) {
            return None;
        }
        if half == 0.0 {
            return Some(Self { center: bounds.min, radius: 0.0 });
        }

        // Move the points to the origin and scale them to about 1, so that squares neither cancel, over- nor underflow.
        let scale = f64::exp2((-half.log2().round()).clamp(-1000.0, 1000.0));
        let local = points.clone().map(|point| (point - middle) * scale);
        let center = middle + center(local) / scale;

        // The radius is raised by what its own rounding, and that of the farthest distance, can have taken from it.
        let squares = points.map(|point| ((point - center) * scale).length_squared());
        let square = squares.fold(0.0, f64::max) * (1.0 + SQUARE_ERROR);
        Some(Self { center, radius: (square.sqrt() / scale).next_up() })
    }
}

/// Returns the centre of the smallest sphere around points near the origin, of which there is at least one.
fn center(points: impl Iterator<Item = DVec3> + Clone) -> DVec3 {
    let mut center = DVec3::ZERO;
    let mut support: Vec<DVec3> = Vec::new();
    let mut squared_radius = -1.0;
    loop {
        let farthest = points.clone().max_by(|p, q| p.distance_squared(center).total_cmp(&q.distance_squared(center)));
        let outside = |point: &DVec3| point.distance_squared(center) > squared_radius * (1.0 + SQUARE_ERROR);
        let Some(farthest) = farthest.filter(outside) else { return center };

        // Each step raises the radius of the support, one of finitely many; rounding can only end that early.
        let (next_support, next_center) = smallest_through(farthest, &support);
        let reached = next_support.iter().map(|point| point.distance_squared(next_center)).fold(0.0, f64::max);
        if !support.is_empty() && reached <= squared_radius {
            return center;
        }
        (support, center, squared_radius) = (next_support, next_center, reached);
    }
}

/// Returns support and centre of the smallest sphere around `point`, on its surface, and up to four others.
fn smallest_through(point: DVec3, others: &[DVec3]) -> (Vec<DVec3>, DVec3) {
    let mut best = (vec![point], point);
    let mut least = f64::INFINITY;
    for subset in (0..1_u32 << others.len()).filter(|subset| subset.count_ones() <= 3) {
        let chosen = others.iter().enumerate().filter(|(i, _)| subset >> i & 1 == 1).map(|(_, &other)| other);
        let chosen: Vec<DVec3> = chosen.collect();
        let Some(center) = circumcenter(point, &chosen) else { continue };
        let reach = others.iter().chain([&point]).map(|other| other.distance_squared(center)).fold(0.0, f64::max);
        if reach < least {
            least = reach;
            best = (chosen.into_iter().chain([point]).collect(), center);
        }
    }
    best
}

/// Returns the point in the span of all points that is as far from each, or `None` if there is none.
fn circumcenter(point: DVec3, others: &[DVec3]) -> Option<DVec3> {
    let edges: Vec<[Double; 3]> =
        others.iter().map(|other| std::array::from_fn(|i| Double::difference(other[i], point[i]))).collect();
    let dot = |p: &[Double; 3], q: &[Double; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    let zero = Double::from(0.0);

    // Twice the edges' products times their weights are the edges' squares; missing edges are rows of the identity.
    let matrix: [[Double; 3]; 3] = std::array::from_fn(|i| {
        std::array::from_fn(|j| match (edges.get(i), edges.get(j)) {
            (Some(p), Some(q)) => Double::from(2.0) * dot(p, q),
            _ => Double::from(f64::from(u8::from(i == j))),
        })
    });
    let squares: [Double; 3] = std::array::from_fn(|i| edges.get(i).map_or(zero, |edge| dot(edge, edge)));
    let [x, y, z] = matrix;
    let whole = determinant(x, y, z);
    let mut center = point;
    for (i, edge) in edges.iter().enumerate() {
        // By Cramer's rule; the matrix is symmetric, so that a row can be replaced for a column.
        let mut replaced = matrix;
        replaced[i] = squares;
        let [x, y, z] = replaced;
        let weight = determinant(x, y, z).quotient(whole).hi;
        center += weight * DVec3::from_array(edge.map(|component| component.hi));
    }
    center.is_finite().then_some(center)
}
