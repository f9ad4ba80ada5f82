//! Answers by trying everything, which those of trees and of broad phases have to equal.

use crate::exact_rays;
use crate::*;
use pickray::accel::{Pair, TriangleHit};
use pickray::intersect::ray_triangle;

/// Positions of vertices, and three vertices for each triangle.
pub type Soup = (Vec<[f32; 3]>, Vec<[u32; 3]>);

pub fn point(position: [f32; 3]) -> DVec3 {
    DVec3::from(position.map(f64::from))
}

/// The triangle of a soup at an index.
pub fn triangle_of((positions, triangles): &Soup, index: u32) -> Triangle {
    let [a, b, c] = triangles[index as usize].map(|vertex| point(positions[vertex as usize]));
    Triangle::new(a, b, c)
}

/// All triangles of a soup that a ray through two points hits, by exact t, then by index.
pub fn hits(soup: &Soup, ray: &Ray) -> Vec<TriangleHit> {
    let hit = |index| {
        let hit = ray_triangle(ray, &triangle_of(soup, index), Culling::None)?;
        Some(TriangleHit { triangle: index, t: hit.t, u: hit.u, v: hit.v, side: hit.side })
    };
    let mut hits: Vec<_> = (0..soup.1.len() as u32).filter_map(hit).collect();
    hits.sort_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
    let of = |hit: &TriangleHit| triangle_of(soup, hit.triangle);
    if hits.windows(2).any(|pair| pair[0].t == pair[1].t && of(&pair[0]) != of(&pair[1])) {
        let met: Vec<_> = hits.iter().map(|hit| soup.1[hit.triangle as usize]).collect();
        let order = exact_rays::hits(&soup.0, &met, [ray.origin, ray.target].map(|point| point.to_array()));
        hits = order.iter().map(|hit| hits[hit.triangle as usize]).collect();
    }
    hits
}

/// All pairs of numbered boxes that share a point, by the definition and number by number; the numbers ascend.
pub fn pairs<'a>(boxes: impl Iterator<Item = (u32, &'a Aabb)>) -> BTreeSet<Pair> {
    let is_box = |a: &Aabb| (0..3).all(|k| a.min[k] <= a.max[k]);
    let meet = |a: &Aabb, b: &Aabb| (0..3).all(|k| a.min[k] <= b.max[k] && b.min[k] <= a.max[k]);
    let boxes: Vec<_> = boxes.filter(|(_, aabb)| is_box(aabb)).collect();
    let mut pairs = BTreeSet::new();
    for (place, &(i, a)) in boxes.iter().enumerate() {
        pairs.extend(boxes[place + 1..].iter().filter(|(_, b)| meet(a, b)).map(|&(j, _)| [i, j]));
    }
    pairs
}

/// Pairs as a set; asserts that each is told once, its lower number first.
pub fn set(pairs: &[Pair]) -> BTreeSet<Pair> {
    let set: BTreeSet<Pair> = pairs.iter().copied().collect();
    assert_eq!(set.len(), pairs.len(), "a pair is reported twice");
    assert!(set.iter().all(|[a, b]| a < b));
    set
}
