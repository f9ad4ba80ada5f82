//! Two triangles: the same answer in every order, and that of exact rationals wherever edges decide.

use super::numbers::Numbers;
use crate::rational::{Volumes, rational};
use num_traits::{Signed, Zero};
use pickray::geometry::Triangle;
use pickray::intersect::{triangle_triangle, triangle_triangle_intersection};

/// Whether an edge meets a triangle; `None` where it lies in its plane.
fn edge_meets(from: glam::DVec3, to: glam::DVec3, triangle: &Triangle) -> Option<bool> {
    let volumes = Volumes::new(from, to, [triangle.a, triangle.b, triangle.c]);
    if volumes.det.is_zero() && volumes.t.is_zero() {
        return None;
    }
    Some(volumes.hit().is_some_and(|(t, _, _)| !t.is_negative() && t <= rational(1.0)))
}

/// Triangles meet where an edge of one meets the other; `None` where edges in a plane leave that open.
fn exact(p: &Triangle, q: &Triangle) -> Option<bool> {
    let edges = |t: &Triangle| [(t.a, t.b), (t.b, t.c), (t.c, t.a)];
    let of_p = edges(p).map(|(from, to)| edge_meets(from, to, q));
    let of_q = edges(q).map(|(from, to)| edge_meets(from, to, p));
    let all = || of_p.iter().chain(&of_q);
    if all().any(|meets| *meets == Some(true)) {
        Some(true)
    } else if all().all(|meets| *meets == Some(false)) {
        Some(false)
    } else {
        None
    }
}

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    // Volumes of larger ones are beyond f64, where the predicates scale: that is another test's.
    let mut numbers = Numbers::new(bytes, 0.0..=1e90);
    let [p, q] = std::array::from_fn(|_| Triangle::new(numbers.point(), numbers.point(), numbers.point()));
    let meet = triangle_triangle(&p, &q);
    for turned in [Triangle::new(p.b, p.c, p.a), Triangle::new(p.b, p.a, p.c)] {
        assert_eq!(triangle_triangle(&turned, &q), meet, "{p:?} {q:?}");
        assert_eq!(triangle_triangle(&q, &turned), meet, "{p:?} {q:?}");
    }
    assert_eq!(triangle_triangle_intersection(&p, &q).is_some(), meet, "{p:?} {q:?}");
    if let Some(exact) = exact(&p, &q) {
        assert_eq!(meet, exact, "{p:?} {q:?}");
    }
    assert!(triangle_triangle(&p, &p), "{p:?}");
}
