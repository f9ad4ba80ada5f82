//! What becomes of the triangles that a walk comes across: the closest hit or all hits.

use super::TriangleHit;
use super::twins::Twins;
use crate::intersect::RayTriangleHit;

/// Takes the triangles that the ray may meet.
pub trait Sink {
    /// Takes a triangle and where the ray meets it; returns the t beyond which no hit is wanted any more, if that has changed.
    fn meet(&mut self, triangle: u32, hit: RayTriangleHit) -> Option<f64>;
}

/// The hit of smallest t, and of the lowest index where t is equal.
#[derive(Default)]
pub struct Closest {
    pub hit: Option<TriangleHit>,
}

impl Sink for Closest {
    #[inline(always)]
    fn meet(&mut self, triangle: u32, hit: RayTriangleHit) -> Option<f64> {
        if self.hit.is_some_and(|best| (best.t, best.triangle) <= (hit.t, triangle)) {
            return None;
        }
        self.hit = Some(TriangleHit::new(triangle, hit));
        Some(hit.t)
    }
}

/// Every hit, also of triangles that the tree leaves out.
pub struct All<'a> {
    twins: &'a Twins,
    hits: Vec<TriangleHit>,
}

impl<'a> All<'a> {
    pub fn new(twins: &'a Twins) -> Self {
        Self { twins, hits: Vec::new() }
    }

    /// By t, then by index.
    pub fn sorted(mut self) -> Vec<TriangleHit> {
        self.hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
        self.hits
    }
}

impl Sink for All<'_> {
    fn meet(&mut self, triangle: u32, hit: RayTriangleHit) -> Option<f64> {
        self.hits.push(TriangleHit::new(triangle, hit));
        self.hits.extend(self.twins.of(triangle).map(|twin| TriangleHit::new(twin, hit)));
        None
    }
}
