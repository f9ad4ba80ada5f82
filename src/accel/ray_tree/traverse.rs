//! The way of a ray through the boxes to the triangles.

use super::{Node, QueryObserver, RayTree, TriangleHit, triangle};
use crate::geometry::Ray;
use crate::intersect::{Culling, ray_triangle};
use glam::DVec3;

/// How far, relatively, a box's entry and exit are moved apart.
///
/// Each is a difference times a reciprocal of a difference: four roundings of at most 2⁻⁵³ and second-order terms, and the t of
/// a hit, with which they are compared, has an error of the same kind; 2⁻⁴⁸ is beyond both together.
const SLACK: f64 = 1.0 / (1u64 << 48) as f64;

/// The ray as the box test wants it.
struct Slabs {
    origin: DVec3,
    inverse: DVec3,
}

impl Slabs {
    /// `None` for a ray that is not finite or has no direction.
    fn new(ray: &Ray) -> Option<Self> {
        let direction = ray.direction();
        (ray.origin.is_finite() && ray.target.is_finite() && direction.is_finite() && direction != DVec3::ZERO)
            .then(|| Self { origin: ray.origin, inverse: direction.recip() })
    }

    /// A t not above that of any point of the ray in the box, if the box may hold a point of t in `0..=t_max`.
    ///
    /// On an axis along which the ray does not move a bound that it touches gives 0 · ∞ = NaN, which `max` and `min` pass over.
    fn entry(&self, node: &Node, t_max: f64) -> Option<f64> {
        let (mut near, mut far) = (0.0f64, t_max);
        for k in 0..3 {
            let a = (f64::from(node.min[k]) - self.origin[k]) * self.inverse[k];
            let b = (f64::from(node.max[k]) - self.origin[k]) * self.inverse[k];
            let (low, high) = if self.inverse[k].is_sign_negative() { (b, a) } else { (a, b) };
            near = near.max(low);
            far = far.min(high);
        }
        (near * (1.0 - SLACK) <= far * (1.0 + SLACK)).then_some(near * (1.0 - SLACK))
    }
}

pub fn closest_hit<O: QueryObserver>(
    tree: &RayTree,
    ray: &Ray,
    culling: Culling,
    observer: &mut O,
) -> Option<TriangleHit> {
    let mut best: Option<TriangleHit> = None;
    walk(tree, ray, culling, observer, |hit| {
        if best.is_none_or(|b| (hit.t, hit.triangle) < (b.t, b.triangle)) {
            best = Some(hit);
        }
        best.map_or(f64::INFINITY, |b| b.t)
    });
    best
}

pub fn all_hits<O: QueryObserver>(tree: &RayTree, ray: &Ray, culling: Culling, observer: &mut O) -> Vec<TriangleHit> {
    let mut hits = Vec::new();
    walk(tree, ray, culling, observer, |hit| {
        hits.push(hit);
        f64::INFINITY
    });
    hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
    hits
}

/// Shows `found` each triangle hit; it returns the t beyond which no hit is wanted any more.
fn walk<O: QueryObserver>(
    tree: &RayTree,
    ray: &Ray,
    culling: Culling,
    observer: &mut O,
    mut found: impl FnMut(TriangleHit) -> f64,
) {
    let Some(slabs) = Slabs::new(ray) else { return };
    let mut t_max = f64::INFINITY;
    let meets = |index: usize, depth: u32, t_max: f64, observer: &mut O| {
        let entry = slabs.entry(&tree.nodes[index], t_max);
        if O::ACTIVE {
            observer.box_tested(&tree.nodes[index].aabb(), depth, entry.is_some());
        }
        entry
    };
    if tree.nodes.is_empty() {
        return;
    }
    let mut open: Vec<(f64, usize, u32)> = Vec::with_capacity(64);
    open.extend(meets(0, 0, t_max, observer).map(|entry| (entry, 0, 0)));
    while let Some((entry, index, depth)) = open.pop() {
        if entry > t_max * (1.0 + SLACK) {
            continue;
        }
        let node = &tree.nodes[index];
        if node.count > 0 {
            for i in node.first as usize..(node.first + node.count) as usize {
                let outcome = ray_triangle(ray, &triangle(&tree.corners[i]), culling);
                if O::ACTIVE {
                    observer.triangle_tested(tree.order[i], outcome);
                }
                if let Some(hit) = outcome {
                    t_max =
                        found(TriangleHit { triangle: tree.order[i], t: hit.t, u: hit.u, v: hit.v, side: hit.side });
                }
            }
            continue;
        }
        let children = [node.first as usize, node.first as usize + 1];
        let [left, right] =
            children.map(|child| meets(child, depth + 1, t_max, observer).map(|entry| (entry, child, depth + 1)));
        match (left, right) {
            (Some(l), Some(r)) if l.0 <= r.0 => open.extend([r, l]),
            (Some(l), Some(r)) => open.extend([l, r]),
            (l, r) => open.extend(l.or(r)),
        }
    }
}
