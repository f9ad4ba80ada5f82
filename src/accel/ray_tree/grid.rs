//! The grid on which the tree's boxes lie, and a ray as the box test and the leaf test want it.
//!
//! All of a ray's rounding errors are gathered here in one distance, its `slack`: boxes are widened by it, and a triangle is
//! passed over only where the ray misses it by more.

use super::layout::ORIGIN_MAX;
use crate::geometry::{Aabb, Ray};
use crate::intersect::Four;
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
/// of the parameter at most) that moves the ray by less than a step, and the widened box of a ray that lies in it stays open over all of the way.
const STEEPEST: f64 = (1u64 << 26) as f64;

/// The leaf test's own rounding, relative to m² of [`GridRay::error`].
///
/// An edge function `cx by - cy bx` of corners that are off by δ is off by at most δ (|bx| + |by| + |cx| + |cy|) + 2δ² ≤ 2δm + 2δ²;
/// its three roundings add at most 2ε (|cx by| + |cy bx|) ≤ 2εm² ≤ 2⁻²³ m², and one of denormal numbers. The sum is rounded as well: a
/// quarter more, here and for the other two, is beyond that.
const LEAF_ROUNDING: f32 = 1.25 / (1u32 << 23) as f32;

/// Fewer grid steps per t than this are no number to compute with.
const LEAST_STEPS: f64 = 1.0 / REACH_MAX;

/// Rays from farther away than this many grid steps are [`Aim::Unbounded`].
const REACH_MAX: f64 = (1u128 << 90) as f64;

/// Of bounds of this size the square of |x| + |y|, which is at most four times as much, is still an `f32`.
const SIZE_MAX: f64 = (1u64 << 60) as f64;

/// How much later a hit may be than its t says, relatively: what [`ray_triangle`](crate::intersect::ray_triangle) guarantees, and more.
const T_SLACK: f64 = 1.0 / (1u64 << 20) as f64;

/// A grid around the bounds of a mesh, of a step that is a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    min: [f64; 4],
    /// Grid steps of the far corner.
    extent: [f64; 4],
    steps_per_unit: f64,
    unit_per_step: f64,
    /// The least error of the leaf test.
    leaf_error: f32,
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
            min: bounds.min.extend(0.0).to_array(),
            extent: (bounds.size() * steps_per_unit).extend(f64::INFINITY).to_array(),
            steps_per_unit,
            unit_per_step: 2f64.powi(-exponent),
            leaf_error: if size > SIZE_MAX { f32::INFINITY } else { f32::MIN_POSITIVE },
        }
    }

    /// The corner of the bounds where the grid begins.
    pub fn min(&self) -> DVec3 {
        let [x, y, z, _] = self.min;
        DVec3::new(x, y, z)
    }

    /// Grid steps of the corner opposite to [`Self::min`].
    pub fn extent(&self) -> DVec3 {
        let [x, y, z, _] = self.extent;
        DVec3::new(x, y, z)
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
        Aabb::new(self.min() + lower * self.unit_per_step, self.min() + upper * self.unit_per_step)
    }
}

/// A ray for the box and leaf tests. Its parameter there counts grid steps along its main axis, one or two at a time, from where it
/// enters the bounds.
#[derive(Clone, Copy, Debug)]
pub struct GridRay {
    /// Reciprocals of the direction; the fourth number here and below means nothing.
    pub inverse: [f32; 4],
    /// Of a plane at 0 on each axis: its parameter, less and plus the slack.
    pub near: [f32; 4],
    pub far: [f32; 4],
    /// Row of a node's planes that the ray meets first, for each axis; the other one is its neighbour.
    pub near_row: [usize; 3],

    /// Axes of the leaf test: two across, then the main one.
    pub axes: [usize; 3],
    /// Where the ray enters the bounds, in the mesh's space, by `axes`.
    pub entry: [f32; 3],
    /// What that lacks, carried along the ray to where the main axis lacks nothing.
    pub entry_rest: [f32; 2],
    /// Way across per way along the main axis.
    pub slope: [f32; 2],
    /// The leaf test's error is at most `(error[2] m + error[1]) m + error[0]`, with m the greatest |x| + |y| of a triangle's corners.
    pub error: [f32; 3],

    /// The parameter of the ray's own t = 1, and that of its entry, both counted from its origin.
    steps_per_t: f64,
    start: f64,
    slack: f64,
}

/// Where a ray goes.
pub enum Aim {
    /// Past the bounds; or nowhere, being without direction or not finite.
    Misses,
    /// Who knows: its numbers are beyond what the tests can bound.
    Unbounded,
    At(GridRay),
}

impl Aim {
    #[cold]
    #[inline(never)]
    fn of_strange(ray: &Ray) -> Self {
        let direction = ray.direction();
        let is_ray = ray.origin.is_finite() && direction.is_finite() && direction != DVec3::ZERO;
        if is_ray { Self::Unbounded } else { Self::Misses }
    }
}

impl GridRay {
    /// Aims a ray at the mesh in the grid.
    #[inline(always)]
    pub fn aim<F: Four>(grid: &Grid, ray: &Ray) -> Aim {
        // Everything has three numbers; the fourth is chosen so that it takes no part.
        let (from, to) = (ray.origin, ray.target);
        let from = F::new([from.x, from.y, from.z, 0.0]);
        let direction = F::new([to.x, to.y, to.z, 1.0]).minus(from);
        let min = F::new(grid.min);
        let origin = from.minus(min).times(F::all(grid.steps_per_unit));
        let [x, y, z, _] = direction.abs().array();
        let (main, length) = if y > x { (1, y) } else { (0, x) };
        let (main, length) = if z > length { (2, z) } else { (main, length) };

        // Sums, so that a number that is not finite shows.
        let total = (x + y + z) * grid.steps_per_unit;
        let [x, y, z, _] = origin.abs().array();
        let reach = x + y + z + STEPS;
        if !(LEAST_STEPS < total && total < f64::MAX && reach < REACH_MAX) {
            return Aim::of_strange(ray);
        }
        let (slack, power) = (SLACK_STEPS + SLACK_OF_REACH * reach, power_of_two_in(length));

        // The way per unit of the parameter, 1 to 2 along the main axis, and its reciprocal, steep at most.
        let way = direction.times(F::all(1.0 / power));
        let exact = F::all(1.0).over(direction).abs().times(F::all(power));
        let steepness = exact.min(F::all(STEEPEST));
        let inverse = steepness.with_signs_of(direction);

        // Where the ray enters the bounds, if it does. The way there can be longer than that within them: a ray that lies in a face of the
        // bounds stays in it.
        let inverse_from_afar = exact.min(F::all(STEEPEST.max(4.0 * reach))).with_signs_of(direction);
        let (slacks, zero) = (F::all(slack), F::all(0.0));
        let lower = zero.minus(slacks).minus(origin).times(inverse_from_afar);
        let upper = F::new(grid.extent).plus(slacks).minus(origin).times(inverse_from_afar);
        let start = lower.min(upper).greatest().max(zero);
        let leave = lower.max(upper).least();
        if leave.less(start) != 0 {
            return Aim::Misses;
        }
        let (constant, widening) = (zero.minus(origin.times(inverse)), steepness.times(slacks));
        let until_start = zero.minus(start.times(way.times(inverse)));

        // The same in the mesh's space for the leaf test, the rest of the rounded entry carried along the ray.
        let axes = [if main == 2 { 0 } else { main + 1 }, if main == 0 { 2 } else { main - 1 }, main];
        let entry = min.plus(origin.plus(way.times(start)).times(F::all(grid.unit_per_step)));
        let rounded = entry.singles();
        let rest = entry.minus(F::of_singles(rounded));
        let slope = way.times(F::all(inverse.array()[main]));
        let rest = rest.minus(slope.times(F::all(rest.array()[main]))).singles();
        let (slope, slack_in_mesh) = (slope.singles(), (slack * grid.unit_per_step) as f32);
        let signs = direction.array();
        let row = |k: usize| 2 * k + (signs[k].to_bits() >> 63) as usize;
        Aim::At(Self {
            inverse: inverse.singles(),
            near: constant.minus(widening).plus(until_start).singles(),
            far: constant.plus(widening).plus(until_start).singles(),
            near_row: [row(0), row(1), row(2)],
            axes,
            entry: [rounded[axes[0]], rounded[axes[1]], rounded[main]],
            entry_rest: [rest[axes[0]], rest[axes[1]]],
            slope: [slope[axes[0]], slope[axes[1]]],
            error: [2.5 * slack_in_mesh * slack_in_mesh + grid.leaf_error, 2.5 * slack_in_mesh, LEAF_ROUNDING],
            steps_per_t: power * grid.steps_per_unit,
            start: start.array()[0],
            slack,
        })
    }

    /// The parameter on the grid beyond which there is no hit of `t` or less.
    #[inline(always)]
    pub fn limit(&self, t: f64) -> f32 {
        let steps = t * self.steps_per_t;
        // Half an ulp of f32 is less than the relative slack.
        (steps + (steps * T_SLACK + self.slack) - self.start) as f32
    }
}

/// The greatest power of two that is not above a normal number.
#[inline(always)]
fn power_of_two_in(x: f64) -> f64 {
    f64::from_bits(x.to_bits() & (0x7ff << 52))
}
