//! Pattern of a mistake's effect all over the picture, such as a constant shift, a mirroring, or a growth from the
//! centre.

use super::effect::{at_depth, is_ray, reference_depth};
use super::wrong_steps::Mistaken;
use super::{Mistake, MistakeInputs};
use crate::math::{CursorPosition, cursor_from_window};
use crate::pick::PickOptions;
use crate::pick::ray_trace::RayChain;
use crate::pick::steps::Steps;
use crate::scene::{Scene, View};
use glam::{DVec2, DVec3};

/// Arrow in the picture from the position of the mouse to the place where a mistake makes the ray land, in physical
/// pixels from the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternArrow {
    /// Position of the mouse.
    pub from: CursorPosition,
    /// Position where the wrong ray is seen at the depth that it is followed to; `None` where the ray does not reach
    /// that depth, or its points are not finite or the same.
    pub to: Option<CursorPosition>,
}

/// Returns the arrows of a mistake for the cells of a grid of `columns` × `rows` cells over the picture, in rows from
/// the top. Each wrong ray is followed to the depth of `hit`, a point in world space, or without it, to the depth of
/// the camera's target.
pub fn mistake_pattern(
    scene: &Scene,
    view: &View,
    options: &PickOptions,
    (mistake, inputs): (Mistake, &MistakeInputs),
    hit: Option<DVec3>,
    [columns, rows]: [u32; 2],
) -> Vec<PatternArrow> {
    let chain = RayChain::new(view);
    let steps = Mistaken::new(mistake, inputs, &chain);
    let depth = reference_depth(view, hit);
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
    let arrow = |[column, row]: [u32; 2]| {
        let from = cell_center(view, [column, row], [columns, rows]);
        let ray = steps.ray(view, steps.window(view, from, options.sample)).map(|ray| ray.pick_ray());
        let ray = ray.filter(is_ray).map(|ray| steps.as_drawn(scene, None, &ray));
        let to = ray.and_then(|ray| view.cursor_from_world(at_depth(view, &ray, depth)?));
        PatternArrow { from, to }
    };
    cells.map(arrow).collect()
}

/// Returns the centre of the pixel in the middle of a cell, counted from the top left.
fn cell_center(view: &View, cell: [u32; 2], cells: [u32; 2]) -> CursorPosition {
    let viewport = view.viewport;
    let share = |k: usize| (f64::from(cell[k]) + 0.5) / f64::from(cells[k]);
    let window = DVec2::new(
        f64::from(viewport.x) + share(0) * f64::from(viewport.width),
        f64::from(viewport.y) + (1.0 - share(1)) * f64::from(viewport.height),
    );
    cursor_from_window(window.floor() + 0.5, view.framebuffer)
}
