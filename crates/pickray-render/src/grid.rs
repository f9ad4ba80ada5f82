//! Grid on the ground: where it lies, how wide its cells are, and how dark it is at a point.
//!
//! Based on: Ben Golus, "The Best Darn Grid Shader (Yet)", 2023 (lines of constant width on the screen from
//! derivatives, faded where they would alias). Departure: grids of three cell sizes, powers of ten, are blended by the
//! scale of the picture, so that zooming never makes lines appear at once.

use super::frame::Frame;
use super::style::Palette;
use glam::{DVec2, DVec3};
use pickray::geometry::Aabb;

/// Least width of cells, in logical pixels at the depth of the camera's target.
const LEAST_CELL: f64 = 14.0;

/// Reach of the grid from its middle, in half diagonals of the scene.
const REACH: f64 = 2.4;

/// Distance of the grid below the scene, in half diagonals: a flat bottom is not to flicker.
const BELOW: f64 = 2e-3;

/// Share of the reach from which the grid starts to fade: under the scene itself.
const FADE_FROM: f64 = 0.12;

/// Opacity of the world's axes on the grid, in its middle.
const AXIS_OPACITY: f64 = 0.45;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Grid {
    /// Middle of the grid, in world space.
    pub(super) center: DVec3,
    /// Unit vectors along the grid's two sets of lines, in world space.
    pub(super) axes: [DVec3; 2],
    pub(super) normal: DVec3,
    /// Distance from the middle at which the grid has faded away, in world units.
    pub(super) reach: f64,
    /// Width of the smallest cells, in world units.
    pub(super) cell: f64,
    /// Grid's middle along its axes, in units of the smallest cells, from a nearby corner of the largest cells.
    pub(super) center_in_cells: DVec2,
    /// Crossing of the two world axes in the grid, in units of the smallest cells, from the same corner as
    /// `center_in_cells`. It is clamped to the range of f32, which is still too far away to be seen.
    pub(super) world_axes_in_cells: DVec2,
    /// Opacities of the lines of the smallest cells, of cells ten times as wide, and of cells a hundred times as wide.
    pub(super) strengths: [f64; 3],
}

impl Grid {
    /// Returns the grid of a frame; `None` if its style has none, its viewport is empty, or its scale is not finite.
    pub(super) fn of(frame: &Frame) -> Option<Self> {
        if !frame.style.grid || frame.view.viewport.is_empty() {
            return None;
        }
        let bounds = frame.bounds();
        let bounds = if bounds.is_empty() { Aabb::new(DVec3::splat(-1.0), DVec3::ONE) } else { bounds };
        let normal = frame.style.up_axis.up();
        let front = frame.style.up_axis.front();
        let axes = [normal.cross(front).abs(), front.abs()];
        let half_diagonal = 0.5 * bounds.size().length();
        let half_diagonal = if half_diagonal > 0.0 { half_diagonal } else { 1.0 };

        let middle = bounds.center();
        let height = bounds.min.dot(normal) - BELOW * half_diagonal;
        let center = middle + normal * (height - middle.dot(normal));

        let camera = &frame.view.camera;
        let pixel = camera.height_at(camera.distance()) / f64::from(frame.view.viewport.height);
        let scale = (LEAST_CELL * frame.scale_factor * pixel).log10();
        if !scale.is_finite() {
            return None;
        }
        let power = scale.ceil();
        let cell = 10f64.powf(power);
        let fraction = power - scale;
        let on_axes = DVec2::new(center.dot(axes[0]), center.dot(axes[1]));
        // The nearest corner of hundredfold cells: counts from there are small, whatever the coordinates.
        let corner = (on_axes / (100.0 * cell)).round() * (100.0 * cell);
        Some(Self {
            center,
            axes,
            normal,
            reach: REACH * half_diagonal,
            cell,
            center_in_cells: (on_axes - corner) / cell,
            world_axes_in_cells: (-corner / cell).clamp(DVec2::splat(-1e9), DVec2::splat(1e9)),
            strengths: [0.45 * fraction, 0.45 + 0.55 * fraction, 1.0],
        })
    }

    /// Returns the colour (sRGB and opacity) of the grid at a point of the ground, as `shaders/grid.frag` computes it.
    /// The point `at` is in cells, as are its changes to the next pixel on the right (`right`) and above (`above`).
    /// `from_middle` is the point's distance from the grid's middle as a share of the grid's reach.
    pub(super) fn color(&self, at: DVec2, right: DVec2, above: DVec2, from_middle: f64, frame: &Frame) -> [f64; 4] {
        let palette = Palette::of(frame.style.theme);
        let slope = DVec2::new(right.x.hypot(above.x), right.y.hypot(above.y));
        let half_width = 0.5 * frame.scale_factor;
        let line = |from: f64, slope: f64, half_width: f64| (half_width - from.abs() / slope + 0.5).clamp(0.0, 1.0);
        let mut opacity = 0.0_f64;
        for (level, strength) in self.strengths.into_iter().enumerate() {
            let size = 10f64.powi(level as i32);
            for axis in 0..2 {
                let (at, slope) = (at[axis] / size, slope[axis] / size);
                let from = at - at.round();
                let room = 1.0 - smoothstep(0.12, 0.4, slope);
                opacity = opacity.max(strength * room * line(from, slope, half_width));
            }
        }
        let fade = 1.0 - smoothstep(FADE_FROM, 1.0, from_middle);
        let [red, green, blue, strength] = palette.grid.map(f64::from);
        let mut color = [red, green, blue, strength * opacity];
        if frame.style.axes {
            for axis in 0..2 {
                // Where the second coordinate is that of the axes' crossing, the first axis runs.
                let other = 1 - axis;
                let coverage = line(at[other] - self.world_axes_in_cells[other], slope[other], 1.6 * half_width);
                let [red, green, blue] = palette.axes[self.world_axis(axis)].map(f64::from);
                if color[3] < AXIS_OPACITY * coverage {
                    color = [red, green, blue, AXIS_OPACITY * coverage];
                }
            }
        }
        color[3] *= fade;
        color
    }

    /// Returns the world axis (0 to 2 for x, y, z) along which the grid's first or second axis (`axis` 0 or 1) runs.
    pub(super) fn world_axis(&self, axis: usize) -> usize {
        self.axes[axis].max_position()
    }
}

pub(super) fn smoothstep(from: f64, to: f64, x: f64) -> f64 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Theme;
    use crate::tests::*;

    fn scene(offset: f32) -> Scene {
        let corners = vec![[offset, 2.0, 0.0], [offset + 1.0, 2.0, 0.0], [offset, 3.0, 1.0]];
        Scene::of(Object::new("triangle", Mesh::from_triangles(corners, vec![[0, 1, 2]]).expect("a mesh").into()))
    }

    fn grid(scene: &Scene, zoom: f64, style: &Style) -> Grid {
        let mut camera = Camera::framing(&scene.bounds(), 1.0, scene.up_axis());
        camera.eye = camera.target + (camera.eye - camera.target) * zoom;
        let view = View::new(camera, FramebufferSize::new(500, 500));
        let selection = Selection::default();
        Grid::of(&Frame::new(scene, &view, style, &selection)).expect("a grid")
    }

    #[test]
    fn it_lies_under_the_scene_across_the_up_axis() {
        let scene = scene(0.0);
        let below = grid(&scene, 1.0, &Style::default());
        assert!(1.99 < below.center.y && below.center.y < 2.0);
        let along_z = grid(&scene, 1.0, &Style { up_axis: UpAxis::Z, ..Style::default() });
        assert!(-0.01 < along_z.center.z && along_z.center.z < 0.0);
        assert_eq!((along_z.world_axis(0), along_z.world_axis(1)), (0, 1));
    }

    #[test]
    fn counts_of_cells_stay_small_far_from_the_origin() {
        let grid = grid(&scene(4_000_000.0), 1.0, &Style::default());
        assert!(grid.center_in_cells.abs().max_element() <= 50.0, "{grid:?}");
    }

    #[test]
    fn lines_and_axes_are_faint_in_the_middle_and_fade_from_there_to_nothing() {
        let scene = scene(0.0);
        for theme in [Theme::Light, Theme::Dark] {
            let style = Style { theme, ..Style::default() };
            let view =
                View::new(Camera::framing(&scene.bounds(), 1.0, scene.up_axis()), FramebufferSize::new(500, 500));
            let selection = Selection::default();
            let frame = Frame::new(&scene, &view, &style, &selection);
            let grid = Grid::of(&frame).expect("a grid");
            let narrow = DVec2::splat(1e-3);
            // On the first axis, and on a line of the largest cells that is none.
            let places = [grid.world_axes_in_cells + DVec2::new(3.3, 0.0), DVec2::new(3.3, 200.0)];
            for (at, strongest) in places.into_iter().zip([AXIS_OPACITY, f64::from(Palette::of(theme).grid[3])]) {
                let opacity = |from_middle: f64| grid.color(at, narrow, narrow, from_middle, &frame)[3];
                assert!((opacity(0.0) - strongest).abs() < 1e-9 && strongest < 0.5, "{theme:?}, {at}");
                assert!((4..=20).all(|k| opacity(0.05 * f64::from(k)) < opacity(0.05 * f64::from(k - 1))));
                assert_eq!(opacity(1.0), 0.0);
            }
        }
    }

    #[test]
    fn zooming_changes_the_strength_of_lines_without_a_jump() {
        let scene = scene(0.0);
        let style = Style::default();
        // Strength of the lines one unit apart, over zooms of one in a thousand each.
        let strength = |zoom: f64| {
            let grid = grid(&scene, zoom, &style);
            let level = (1.0 / grid.cell).log10().round();
            if level < 0.0 { 0.0 } else { grid.strengths[(level as usize).min(2)] }
        };
        let mut before = strength(1.0);
        for step in 1..6000 {
            let now = strength(1.001_f64.powi(step));
            assert!((now - before).abs() < 5e-3, "{before} to {now} at step {step}");
            before = now;
        }
        assert_eq!(before, 0.0);
    }
}
