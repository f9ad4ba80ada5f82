//! Clipping of a line to a convex space.
//!
//! Based on: You-Dong Liang and Brian Barsky, A New Concept and Method for Line Clipping, 1984.

/// Returns the part of a line that lies on the inner side of all planes, as two parameters from 0 to 1 along the line;
/// `None` if no part does. Each plane is given by the signed distances of the line's two ends from it, in any unit,
/// positive on the inner side.
pub(super) fn clip(planes: impl IntoIterator<Item = (f64, f64)>) -> Option<(f64, f64)> {
    let (mut start, mut end) = (0.0_f64, 1.0_f64);
    for (from, to) in planes {
        if from < 0.0 && to < 0.0 {
            return None;
        }
        let crossing = from / (from - to);
        if from < 0.0 {
            start = start.max(crossing);
        } else if to < 0.0 {
            end = end.min(crossing);
        }
    }
    (start <= end).then_some((start, end))
}
