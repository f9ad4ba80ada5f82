//! The grid on which the tree's boxes lie, and a ray as the box test and the leaf test want it.
//!
//! All of a ray's rounding errors are gathered here in one distance, its `slack`: boxes are widened by it, and a triangle is
//! passed over only where the ray misses it by more.

use super::layout::ORIGIN_MAX;
use crate::geometry::{Aabb, Ray};
use glam::DVec3;

/// Grid steps across the longest side of the bounds, at most.
const STEPS: f64 = ORIGIN_MAX as f64;

/// Widening of every box for what `f32` arithmetic loses, in grid steps.
///
/// With ε = 2⁻²⁴ and all distances within the bounds, hence at most 2²⁴ steps: a plane's t is
/// `plane * b + (origin * inverse + constant)`, where `inverse` is off by a factor of 1 + ε, `b` by 1 + 2ε, and each of the
/// products and sums, every one at most 2²⁴ `inverse`, by 1 + ε: origin · inverse 1 + 1, the constant 1, their sum 1, `b` times
/// plane 2 + 1, the last sum 1, together 8 steps; a direction taken as steeper than it is (see [`STEEPEST`]) adds 1. The leaf test
/// rounds two differences, a slope, a product and a sum, each at most 2²⁴ steps, which is less. 12 leaves room for terms in ε².
const SLACK_STEPS: f64 = 12.0;

/// Widening for what `f64` arithmetic loses on the way from the ray's origin to the bounds, relative to the distance.
///
/// Direction, its quotients, the way to the bounds and the point reached: ten roundings of 2⁻⁵³ are fewer than 2⁻⁴⁹.
const SLACK_OF_REACH: f64 = 1.0 / (1u64 << 49) as f64;

/// The steepest reciprocal of a direction's component: a flatter one is taken as this flat. Within the bounds (2²⁵ steps
/// of way at most) that moves the ray by less than a step, and the widened box of a ray that lies in it stays open over all of the way.
const STEEPEST: f64 = (1u64 << 26) as f64;

/// Rays from farther away than this many grid steps pass every box.
const REACH_MAX: f64 = (1u128 << 90) as f64;

/// Of bounds of this size the square of |x| + |y|, which is at most four times as much, is still an `f32`.
const SIZE_MAX: f64 = (1u64 << 60) as f64;

/// How much later a hit may be than its t says, relatively: what [`ray_triangle`](crate::intersect::ray_triangle) guarantees, and more.
const T_SLACK: f64 = 1.0 / (1u64 << 20) as f64;

/// A grid around the bounds of a mesh, of a step that is a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    pub min: DVec3,
    /// Grid steps of the far corner.
    extent: DVec3,
    steps_per_unit: f64,
    unit_per_step: f64,
}

impl Grid {
    /// The grid around finite bounds, which may be flat.
    pub fn around(bounds: &Aabb) -> Self {
        let size = bounds.size().max_element();
        let mut exponent = if size > 0.0 { (STEPS / size).log2().floor().clamp(-160.0, 200.0) as i32 } else { 0 };
        while size * 2f64.powi(exponent) > STEPS {
            exponent -= 1;
        }
        let steps_per_unit = 2f64.powi(exponent);
        Self {
            min: bounds.min,
            extent: bounds.size() * steps_per_unit,
            steps_per_unit,
            unit_per_step: 2f64.powi(-exponent),
        }
    }

    /// Grid steps of the corner opposite to `min`.
    pub fn extent(&self) -> DVec3 {
        self.extent
    }

    /// How many grid steps a unit of the mesh's space is.
    pub fn steps_per_unit(&self) -> f64 {
        self.steps_per_unit
    }

    /// Where a coordinate of the mesh lies, in grid steps; off by less than 2⁻²⁸.
    #[inline]
    pub fn steps(&self, axis: usize, coordinate: f32) -> f64 {
        (f64::from(coordinate) - self.min[axis]) * self.steps_per_unit
    }

    /// The box of the mesh's space between two corners in grid steps.
    pub fn aabb(&self, lower: DVec3, upper: DVec3) -> Aabb {
        Aabb::new(self.min + lower * self.unit_per_step, self.min + upper * self.unit_per_step)
    }
}

/// A ray for the box and leaf tests. Its parameter there counts grid steps along its main axis, from where it enters the bounds.
#[derive(Clone, Copy, Debug)]
pub struct GridRay {
    /// Reciprocals of the direction.
    pub inverse: [f32; 3],
    /// Of a plane at 0 on each axis: its parameter, less and plus the slack.
    pub near: [f32; 3],
    pub far: [f32; 3],
    /// Row of a node's planes that the ray meets first, for each axis; the other one is its neighbour.
    pub near_row: [usize; 3],

    /// Axes of the leaf test: two across, then the main one.
    pub axes: [usize; 3],
    /// Where the ray enters the bounds, in the mesh's space, by `axes`, as sums of two numbers.
    pub entry: [f32; 3],
    pub entry_rest: [f32; 3],
    /// Way across per way along the main axis.
    pub slope: [f32; 2],
    /// The leaf test's error is at most `(error[2] m + error[1]) m + error[0]`, with m the greatest |x| + |y| of a triangle's corners.
    pub error: [f32; 3],

    /// Grid steps of the ray's own t, and at which the grid's parameter begins.
    steps_per_t: f64,
    start: f64,
    slack: f64,
}

impl GridRay {
    /// `None` where the ray misses the bounds, has no direction, or is not finite.
    #[inline]
    pub fn new(grid: &Grid, ray: &Ray) -> Option<Self> {
        let direction = ray.direction();
        let size = direction.abs();
        let length = size.max_element();
        if length == 0.0 || !direction.is_finite() || !ray.origin.is_finite() {
            return None;
        }
        let main = if size.x == length {
            0
        } else if size.y == length {
            1
        } else {
            2
        };
        let steps_per_t = length * grid.steps_per_unit;
        let origin = (ray.origin - grid.min) * grid.steps_per_unit;
        let reach = origin.abs().max_element() + STEPS;
        if !steps_per_t.is_normal() || reach >= REACH_MAX {
            return Some(Self::blind(ray));
        }
        let slack = SLACK_STEPS + SLACK_OF_REACH * reach;

        // The way along each axis per step of the main one, and its reciprocal, steep at most.
        let along = direction / length;
        let exact = DVec3::ONE / along;
        let at_most = |steepest: f64| {
            DVec3::from(std::array::from_fn::<f64, 3, _>(|k| {
                if exact[k].abs() <= steepest { exact[k] } else { steepest.copysign(along[k]) }
            }))
        };
        let inverse = at_most(STEEPEST);

        // The way to the bounds can be longer than that within them: a ray that lies in a face of the bounds stays in it.
        let inverse_from_afar = at_most(STEEPEST.max(4.0 * reach));

        // Where the ray enters the bounds, if it does.
        let lower = (DVec3::splat(-slack) - origin) * inverse_from_afar;
        let upper = (grid.extent + slack - origin) * inverse_from_afar;
        let enter = lower.min(upper).max_element();
        let leave = lower.max(upper).min_element();
        if enter > leave || leave < 0.0 {
            return None;
        }
        let start = enter.max(0.0);
        let entry = origin + along * start;

        let constant = entry * inverse;
        let widening = inverse.abs() * slack;
        let (across, entry_local) = ([(main + 1) % 3, (main + 2) % 3], grid.min + entry * grid.unit_per_step);
        let axes = [across[0], across[1], main];
        let entry = axes.map(|k| entry_local[k] as f32);
        let slack_local = slack * grid.unit_per_step;
        Some(Self {
            inverse: inverse.as_vec3().to_array(),
            near: (-constant - widening).as_vec3().to_array(),
            far: (widening - constant).as_vec3().to_array(),
            near_row: std::array::from_fn(|k| 2 * k + usize::from(along[k].is_sign_negative())),
            axes,
            entry,
            entry_rest: std::array::from_fn(|i| (entry_local[axes[i]] - f64::from(entry[i])) as f32),
            slope: across.map(|k| (along[k] / along[main]) as f32),
            error: leaf_error(slack_local, grid.extent.max_element() * grid.unit_per_step),
            steps_per_t,
            start,
            slack,
        })
    }

    /// A ray that passes every box and leaf test: its numbers are beyond what those can decide.
    #[cold]
    fn blind(ray: &Ray) -> Self {
        let entry = [ray.origin.x, ray.origin.y, ray.origin.z].map(|x| x as f32);
        Self {
            inverse: [0.0; 3],
            near: [f32::NEG_INFINITY; 3],
            far: [f32::INFINITY; 3],
            near_row: [0, 2, 4],
            axes: [0, 1, 2],
            entry,
            entry_rest: [0.0; 3],
            slope: [0.0; 2],
            error: [f32::INFINITY; 3],
            steps_per_t: 0.0,
            start: 0.0,
            slack: f64::INFINITY,
        }
    }

    /// The parameter on the grid beyond which there is no hit of `t` or less.
    #[inline]
    pub fn limit(&self, t: f64) -> f32 {
        let steps = t * self.steps_per_t;
        // Half an ulp of f32 is less than the relative slack.
        (steps + (steps * T_SLACK + self.slack) - self.start) as f32
    }
}

/// The bound of [`GridRay::error`] for corners that are off by at most `slack` in x and in y.
///
/// An edge function `cx by - cy bx` of corners that are off by δ is off by at most δ (|bx| + |by| + |cx| + |cy|) + 2δ² ≤ 2δm + 2δ²;
/// its three roundings add at most 2ε (|cx by| + |cy bx|) ≤ 2εm² ≤ 2⁻²³ m², and one of denormal numbers. The sum is rounded as well: a
/// quarter more is beyond that. In bounds of a `size` whose square is beyond `f32` nothing is sure.
fn leaf_error(slack: f64, size: f64) -> [f32; 3] {
    if size > SIZE_MAX {
        return [f32::INFINITY; 3];
    }
    let constant = (2.5 * slack * slack) as f32;
    [constant + f32::MIN_POSITIVE, (2.5 * slack) as f32, 1.25 / (1u32 << 23) as f32]
}
