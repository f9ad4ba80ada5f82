//! A tree over the triangles of one mesh that answers which of them a ray meets, first or all.

mod build;
mod observe;
mod traverse;

pub use observe::{QueryCounts, QueryObserver};

use super::{Cancelled, Progress};
use crate::geometry::{Aabb, Ray, Triangle};
use crate::intersect::{Culling, Side};
use glam::DVec3;

/// Where a ray meets which triangle of a tree.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct TriangleHit {
    /// Index of the triangle in the list that the tree was built over.
    pub triangle: u32,
    /// The ray's parameter, in lengths of its direction, 0 or more.
    pub t: f64,
    /// Barycentric weight of the triangle's second corner.
    pub u: f64,
    /// Barycentric weight of the triangle's third corner.
    pub v: f64,
    /// The side met.
    pub side: Side,
}

/// The triangles of one mesh, sorted into boxes.
///
/// Rays are in the space of the positions it was built from. Whether and where a ray meets a triangle is what
/// [`ray_triangle`](crate::intersect::ray_triangle) says about it, bit for bit: the tree only leaves out triangles that cannot matter.
#[derive(Clone, Debug)]
pub struct RayTree {
    nodes: Vec<Node>,
    /// Indices and corners of the triangles, in the order of the leaves.
    order: Vec<u32>,
    corners: Vec<[[f32; 3]; 3]>,
}

/// A box around triangles. The children of an inner node lie side by side.
#[derive(Clone, Copy, Debug)]
struct Node {
    min: [f32; 3],
    max: [f32; 3],
    /// First child, or first triangle of a leaf.
    first: u32,
    /// Number of triangles of a leaf; 0 in an inner node.
    count: u32,
}

impl RayTree {
    /// A tree over `triangles`, which index `positions`.
    ///
    /// Triangles with a corner that is not finite are left out: no ray meets them.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    ///
    /// # Panics
    /// When a triangle names a position that is not there, or there are 2³¹ triangles or more.
    pub fn build(positions: &[[f32; 3]], triangles: &[[u32; 3]], progress: &Progress) -> Result<Self, Cancelled> {
        build::build(positions, triangles, progress)
    }

    /// The smallest box around all triangles; empty when there are none.
    pub fn bounds(&self) -> Aabb {
        self.nodes.first().map_or(Aabb::EMPTY, Node::aabb)
    }

    /// The hit of smallest t; of the lowest triangle index where t is equal. `None` when the ray meets nothing, has no
    /// direction, or is not finite.
    pub fn closest_hit(&self, ray: &Ray, culling: Culling) -> Option<TriangleHit> {
        self.closest_hit_observed(ray, culling, &mut ())
    }

    /// [`closest_hit`](Self::closest_hit), telling `observer` of each box and triangle on the way.
    pub fn closest_hit_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Option<TriangleHit> {
        traverse::closest_hit(self, ray, culling, observer)
    }

    /// Every hit, by t, then by triangle index.
    pub fn all_hits(&self, ray: &Ray, culling: Culling) -> Vec<TriangleHit> {
        self.all_hits_observed(ray, culling, &mut ())
    }

    /// [`all_hits`](Self::all_hits), telling `observer` of each box and triangle on the way.
    pub fn all_hits_observed(
        &self,
        ray: &Ray,
        culling: Culling,
        observer: &mut impl QueryObserver,
    ) -> Vec<TriangleHit> {
        traverse::all_hits(self, ray, culling, observer)
    }
}

impl Node {
    fn aabb(&self) -> Aabb {
        Aabb::new(point(self.min), point(self.max))
    }
}

fn point(p: [f32; 3]) -> DVec3 {
    DVec3::from(p.map(f64::from))
}

fn triangle(corners: &[[f32; 3]; 3]) -> Triangle {
    let [a, b, c] = corners.map(point);
    Triangle::new(a, b, c)
}
