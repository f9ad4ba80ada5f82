//! What was inspected at each step of the selection, so that both have one history.

use crate::math::CursorPosition;
use crate::scene::View;

/// What a pick is made again from.
#[derive(Clone, Copy, Debug)]
pub(in crate::app) struct Inspection {
    pub view: View,
    pub cursor: CursorPosition,
    /// Its place among all hits along the ray, from 0, where one was chosen.
    pub place: Option<usize>,
}

/// What was inspected before and after each step of the selection that can be undone or done again, the latest last.
#[derive(Debug, Default)]
pub(in crate::app) struct Inspections {
    pub done: Vec<[Option<Inspection>; 2]>,
    pub undone: Vec<[Option<Inspection>; 2]>,
}
