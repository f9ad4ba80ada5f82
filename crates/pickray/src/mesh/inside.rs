//! Containment of points in a closed mesh, and their signed distance from its surface.
//! A half-line from a point along an axis crosses the surface an odd number of times if the point lies inside.
//! `half_line_triangle` decides exactly which triangles it crosses, and counts a crossing at a shared edge once.

use crate::geometry::Aabb;
use crate::intersect::{HalfLine, half_line_triangle, triangle_aabb};
use crate::mesh::{Adjacency, BuildError, Mesh};
use crate::work::said::said;
use crate::work::{OutOfMemory, Progress, packed};
use glam::DVec3;
use std::ops::ControlFlow;

said! {
    @english
    /// Reason why a mesh has no inside, so that no point can be said to lie inside or outside.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    #[non_exhaustive]
    pub enum NoInside {
        /// Edges of an open mesh: how many, and one of them, numbered as in [`Adjacency::across`].
        Open { n_edges: u64, triangle: u32, edge: usize } =>
            "the mesh is not closed: edge {edge} of triangle {triangle} is one of {n_edges} with an odd number of \
             triangles: fill its holes, or ask for the closest point",
        OutOfMemory(#[from] error: OutOfMemory) => "{error}",
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PointPlace {
    Outside,
    Surface,
    Inside,
}

/// Edges at which an odd number of triangles meet.
#[derive(Clone, Copy, Debug)]
pub(super) struct OddEdges {
    n: u64,
    /// First of them: three times the lowest index of a triangle there, plus the edge in it (0 to 2); none if `n` is 0.
    first: u32,
}
packed!(struct OddEdges { n, first });

impl Mesh {
    /// Returns whether a point in object space lies inside the mesh or on its surface. The answer is exact for the
    /// corners that [`triangle`](Self::triangle) gives, wherever the point lies.
    ///
    /// A point lies inside if a half-line from it crosses the surface an odd number of times. So a hollow in a closed
    /// mesh is outside, and so is the overlap of two closed parts. Which way triangles face does not matter. Of equal
    /// triangles each counts. Triangles of no area are surface, never crossed. A point that is not finite is outside.
    ///
    /// The mesh has to be closed. The first call checks this, as [`check_closed`](Self::check_closed) does, and keeps
    /// the result. Later calls take about as long as a ray query.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::mesh::samples::Sample;
    ///
    /// let cube = Sample::Cube.mesh()?;
    /// assert!(cube.contains(DVec3::new(0.5, -0.25, 0.0))?);
    /// assert!(cube.contains(DVec3::ONE)?, "its corner");
    /// assert!(!cube.contains(DVec3::new(0.0, 0.0, 1.0_f64.next_up()))?);
    ///
    /// let triangle = Sample::Triangle.mesh()?;
    /// assert!(triangle.contains(DVec3::ZERO).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoInside`] where the mesh is not closed, or there is no memory to find out.
    pub fn contains(&self, point: DVec3) -> Result<bool, NoInside> {
        self.check_closed()?;
        Ok(self.place(point) != PointPlace::Outside)
    }

    /// Returns the distance of a point in object space from the surface: negative inside, 0 on the surface.
    ///
    /// The sign is exact, as the answer of [`contains`](Self::contains) is, and the distance is 0 only on the surface.
    /// The distance itself is that of [`closest_point`](Self::closest_point), which takes most of the time. It is
    /// infinite for a point infinitely far away, and NaN if a coordinate is NaN. Negative inside is as in Open3D;
    /// trimesh gives positive distances inside.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::mesh::samples::Sample;
    ///
    /// let cube = Sample::Cube.mesh()?;
    /// assert_eq!(cube.signed_distance(DVec3::new(0.0, 0.75, 0.0))?, -0.25);
    /// assert_eq!(cube.signed_distance(DVec3::new(0.0, 3.0, 0.0))?, 2.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NoInside`] where the mesh is not closed, or there is no memory to find out.
    pub fn signed_distance(&self, point: DVec3) -> Result<f64, NoInside> {
        self.check_closed()?;
        if !point.is_finite() {
            return Ok(point.length());
        }
        let place = self.place(point);
        if place == PointPlace::Surface {
            return Ok(0.0);
        }
        let closest = self.closest_point(point, f64::INFINITY);
        // Only on the surface is it 0.
        let distance = closest.map_or(f64::INFINITY, |found| found.closest.distance).max(f64::from_bits(1));
        Ok(if place == PointPlace::Inside { -distance } else { distance })
    }

    /// Returns an error unless the mesh is closed, which means that an even number of triangles meets at each edge.
    /// Only in a closed mesh do points lie inside or outside.
    ///
    /// Edges join positions, not vertices: see [`Adjacency`]. A side between equal corners is no edge. Triangles of no
    /// area count, as they close gaps between others. A mesh with odd edges is closed, too, if all edges are even
    /// without these triangles. The winding does not matter. So every mesh that
    /// [`Defects::is_closed`](crate::mesh::Defects::is_closed) accepts is closed here, and other meshes are, too.
    ///
    /// The first call takes about as long as [`adjacency`](Self::adjacency). It uses the adjacency that the mesh keeps,
    /// or makes one and does not keep it. The result is kept until vertices move.
    ///
    /// # Errors
    /// [`NoInside`] where the mesh is not closed, or there is no memory to find out.
    pub fn check_closed(&self) -> Result<(), NoInside> {
        let found = match (self.odd_edges.get(), self.kept_adjacency()) {
            (Some(found), _) => *found,
            (None, Some(adjacency)) => OddEdges::of(self, adjacency),
            (None, None) => match Adjacency::of_with(self, &Progress::of_thread()) {
                Ok(adjacency) => OddEdges::of(self, &adjacency),
                Err(BuildError::OutOfMemory(missing)) => return Err(missing.into()),
                // Nobody reads the answer.
                Err(BuildError::Cancelled(_)) => return Ok(()),
            },
        };
        match *self.odd_edges.get_or_init(|| found) {
            OddEdges { n: 0, .. } => Ok(()),
            OddEdges { n, first } => Err(NoInside::Open { n_edges: n, triangle: first / 3, edge: first as usize % 3 }),
        }
    }

    /// Returns the place of a point in object space relative to the mesh, which must be closed.
    fn place(&self, point: DVec3) -> PointPlace {
        if !self.bounds.contains(point) {
            return PointPlace::Outside;
        }
        // Boxes that are left soon hold few triangles.
        let (to_min, to_max) = (point - self.bounds.min, self.bounds.max - point);
        let axis = to_min.min(to_max).min_position();
        self.place_by(&HalfLine { from: point, axis, is_upward: to_max[axis] < to_min[axis] })
    }

    /// Returns the place of the half-line's first point, which is the same for every half-line from there.
    fn place_by(&self, half_line: &HalfLine) -> PointPlace {
        let point = half_line.from;
        let in_tree = HalfLine { from: point - self.origin, ..*half_line };
        let is_crossed_oddly = self.tree.is_crossed_oddly(&in_tree, self.misplaced(point), |corners| {
            let triangle = self.placed(corners);
            if triangle_aabb(&triangle, &Aabb::new(point, point)) {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(half_line_triangle(half_line, &triangle))
        });
        match is_crossed_oddly {
            ControlFlow::Break(()) => PointPlace::Surface,
            ControlFlow::Continue(true) => PointPlace::Inside,
            ControlFlow::Continue(false) => PointPlace::Outside,
        }
    }
}

impl OddEdges {
    /// Counts the odd edges of a mesh; none if leaving out triangles of no area leaves none.
    fn of(mesh: &Mesh, adjacency: &Adjacency) -> Self {
        let of_all = Self::among(mesh, adjacency, |_| true);
        if of_all.n == 0 {
            return of_all;
        }
        // No half-line goes through them.
        let of_some = Self::among(mesh, adjacency, |triangle| !mesh.triangle(triangle).is_degenerate());
        if of_some.n == 0 { of_some } else { of_all }
    }

    /// Counts the edges at which an odd number of the triangles meet that `counts` accepts.
    fn among(mesh: &Mesh, adjacency: &Adjacency, counts: impl Fn(u32) -> bool) -> Self {
        let mut found = Self { n: 0, first: u32::MAX };
        adjacency.for_each_edge(|last, others| {
            let mut sides = others.chain([last]).filter(|side| counts(side / 3));
            if let Some(first) = sides.next()
                && sides.count().is_multiple_of(2)
                && is_edge(mesh, first)
            {
                found = Self { n: found.n + 1, first: found.first.min(first) };
            }
        });
        found
    }
}

fn is_edge(mesh: &Mesh, side: u32) -> bool {
    let (corners, corner) = (mesh.triangles[side as usize / 3], side as usize % 3);
    let [start, end] = [corner, (corner + 1) % 3].map(|corner| mesh.positions[corners[corner] as usize]);
    start != end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::samples::Sample;

    #[test]
    fn few_of_many_triangles_are_asked_about() {
        let mesh = Sample::Icosphere.mesh().expect("a mesh");
        let mut most = 0;
        for k in 0..300 {
            let from = DVec3::new(0.3, 0.003 * f64::from(k) - 0.45, 0.1);
            let half_line = HalfLine { from, axis: k as usize % 3, is_upward: k % 2 == 0 };
            let mut asked = 0;
            let _ = mesh.tree.is_crossed_oddly(&half_line, 0.0, |_| {
                asked += 1;
                ControlFlow::Continue(true)
            });
            most = asked.max(most);
        }
        assert!((1..12).contains(&most), "{most} of {}", mesh.n_triangles());
    }
}
