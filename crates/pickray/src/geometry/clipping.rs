//! Clipping of a convex polygon by a plane.

/// Returns the part of a convex polygon of `n` corners on one side of a plane. From the indices of a corner and the
/// next, `kept` makes the corner if it lies on that side, and `crossing` the point where the plane cuts the edge.
///
/// Based on: Ivan E. Sutherland and Gary W. Hodgman, Reentrant Polygon Clipping, 1974.
pub(crate) fn clipped<P>(
    n: usize,
    kept: impl Fn(usize, usize) -> Option<P>,
    crossing: impl Fn(usize, usize) -> Option<P>,
) -> Vec<P> {
    let mut left = Vec::with_capacity(n + 1);
    for i in 0..n {
        let next = (i + 1) % n;
        left.extend(kept(i, next));
        left.extend(crossing(i, next));
    }
    left
}
