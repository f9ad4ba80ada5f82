//! Grid on which the tree's boxes lie, and rays in the form that the box test and the leaf test take.
//!
//! All rounding errors of a ray that is not too far away are gathered here in one distance, [`SLACK_STEPS`]: the
//! builder widens boxes by it, and a triangle is passed over only where the ray misses it by more.

use super::layout::{Node, ORIGIN_MAX};
use crate::geometry::{Aabb, ExactRay};
use crate::math::four_f64::{equal, greatest, lane, larger, less, powers_of_two, reciprocals_of_powers, smaller};
use crate::work::packed;
use fearless_simd::{Simd, f64x4, prelude::*};
use glam::DVec3;

/// Grid steps left free on each side of the bounds, more than [`SLACK_STEPS`].
const MARGIN: f64 = 32.0;

/// Grid steps across the longest side of the bounds, at most.
const STEPS: f64 = ORIGIN_MAX as f64 - 2.0 * MARGIN;

/// Distance, in grid steps, by which every box is widened to cover rounding errors.
///
/// Let ε = 2⁻²⁴, and let a ray begin at most 2²⁵ steps from the grid's corner on each axis (see [`NEAR`]), hence at
/// most 3 · 2²⁴ from any plane. Then a plane's t is `plane * b + (origin * inverse - constant)`, where `constant` is
/// off by ε: 2 steps; `inverse` by ε, times an origin of 2²⁴ at most: 1; `b` by 2ε, times 2²⁴: 2; the sum in brackets
/// by ε: 3; the last sum by ε: 3; a direction taken as steeper than it is (see [`STEEPEST`]) moves the ray by less than
/// 1, what f64 loses by less than 1 (see [`FARTHEST`]). The sum is 13. The leaf test, in which a ray that hits anything
/// begins within the bounds along its main axis and at most 2²⁵ steps from any corner across, rounds two differences (2
/// and 1), a slope (1), a product (1) and a sum (3); the rounding of where it begins is counted apart. 16 leaves room
/// for terms in ε².
pub const SLACK_STEPS: f64 = 16.0;

/// Greatest distance on each axis, in grid steps, between the corner of the grid and the point where a ray that hits
/// anything enters the bounds along its main axis. From that point to the hit, the ray goes at most 2²⁴ steps along the
/// main axis, and no farther across. A 1024th more covers all rounding.
pub const NEAR: f64 = ((1u64 << 25) + (1 << 15)) as f64;

/// Least distance, in grid steps, from the origin of a ray to the bounds at which the ray is astray; at
/// smaller distances, nine roundings are less than a step: eight here, and that of the origin where it has
/// [lost](ExactRay::lost) something.
pub const FARTHEST: f64 = (1u64 << 49) as f64;

/// Largest reciprocal of a component of a ray's direction; larger reciprocals are replaced by it. Within the bounds,
/// which are at most 2²⁴ steps of the parameter, that moves the ray by less than a step. A ray that lies between two
/// planes of a widened box thus stays between them all the way.
pub const STEEPEST: f64 = (1u64 << 26) as f64;

/// Least power of two in a direction's longest component: below it, or above [`GREATEST_POWER`], NaN may occur.
pub const LEAST_POWER: f64 = f64::from_bits((1023 - 600) << 52);
pub const GREATEST_POWER: f64 = f64::from_bits((1023 + 600) << 52);

/// Rounding of the leaf test itself, relative to m² of [`Grid::leaf_error`].
///
/// An edge function `cx by - cy bx` of corners that are off by δ is off by at most δ (|bx| + |by| + |cx| + |cy|) + 2δ²
/// ≤ 2δm + 2δ²; its three roundings add at most 2ε (|cx by| + |cy bx|) ≤ 2εm² ≤ 2⁻²³ m², and one of denormal numbers.
/// The sum is rounded as well: a quarter more, here and for the other two, is beyond that.
const LEAF_ROUNDING: f32 = 1.25 / (1u32 << 23) as f32;

/// Largest size of bounds at which the square of |x| + |y|, each at most three times as much, is still an `f32`.
const SIZE_MAX: f64 = (1u64 << 58) as f64;

/// Share of t by which a hit may be later than its t: more than what `ray_triangle` guarantees.
const T_SLACK: f64 = 1.0 / (1u64 << 20) as f64;

/// Bound of what `f64` loses of a [`FarRay`], relative to its distance: eleven roundings of 2⁻⁵³, rounded up.
const SLACK_OF_REACH: f64 = 1.0 / (1u64 << 49) as f64;

/// Grid around the bounds of a mesh, with the same step on all axes, a power of two.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    min: [f64; 4],
    /// Upper corner of the grid, in grid steps from its lower corner; padded with a fourth number, 0.
    extent: [f64; 4],
    steps_per_unit: f64,
    unit_per_step: f64,
    /// Coefficients of the leaf test's error, which is at most `(leaf_error[2] m + leaf_error[1]) m + leaf_error[0]`,
    /// where m is the greatest |x| + |y| of a corner, seen along the ray and relative to it.
    pub leaf_error: [f32; 3],
}
packed!(struct Grid { min, extent, steps_per_unit, unit_per_step, leaf_error });

impl Grid {
    /// Returns the grid around finite bounds, which may be flat.
    pub fn around(bounds: &Aabb) -> Self {
        let size = bounds.size().max_element();
        let mut exponent = if size > 0.0 { (STEPS / size).log2().floor().clamp(-160.0, 200.0) as i32 } else { 0 };
        while size * 2f64.powi(exponent) > STEPS {
            exponent -= 1;
        }
        let (steps_per_unit, unit_per_step) = (2f64.powi(exponent), 2f64.powi(-exponent));

        // A ray begins at a point that is rounded to f32, across and along, within twice the size of the bounds.
        let begin = bounds.min.abs().max(bounds.max.abs()).max_element() + 2.0 * size;
        let off = (SLACK_STEPS * unit_per_step + 2.0 * begin * f64::from(f32::EPSILON)) as f32;
        let least = if size > SIZE_MAX { f32::INFINITY } else { f32::MIN_POSITIVE };
        Self {
            min: (bounds.min - MARGIN * unit_per_step).extend(0.0).to_array(),
            extent: (bounds.size() * steps_per_unit + 2.0 * MARGIN).extend(0.0).to_array(),
            steps_per_unit,
            unit_per_step,
            leaf_error: [2.5 * off * off + least, 2.5 * off, LEAF_ROUNDING],
        }
    }

    /// Returns the lower corner of the grid, a little below that of the bounds, in the mesh's space.
    pub fn min(&self) -> DVec3 {
        let [x, y, z, _] = self.min;
        DVec3::new(x, y, z)
    }

    /// Returns the upper corner of the grid, a little above that of the bounds, in grid steps from [`Self::min`].
    pub fn extent(&self) -> DVec3 {
        let [x, y, z, _] = self.extent;
        DVec3::new(x, y, z)
    }

    /// Returns the number of grid steps in a unit of the mesh's space: a power of two.
    pub fn steps_per_unit(&self) -> f64 {
        self.steps_per_unit
    }

    /// Converts a coordinate along `axis` from the mesh's space to grid steps, with an error below 2⁻²⁸ steps.
    #[inline(always)]
    pub fn steps(&self, axis: usize, coordinate: f32) -> f64 {
        (f64::from(coordinate) - self.min[axis]) * self.steps_per_unit
    }

    /// Returns the box, in the mesh's space, between two corners in grid steps.
    pub fn aabb(&self, lower: DVec3, upper: DVec3) -> Aabb {
        Aabb::new(self.min() + lower * self.unit_per_step, self.min() + upper * self.unit_per_step)
    }
}

/// Ray for the box and leaf tests. Its parameter is 0 where the ray enters the bounds along its main axis, or at its
/// origin if that is within them. The parameter grows by 1 for every one to two grid steps along the main axis.
#[derive(Clone, Copy, Debug)]
pub struct GridRay<S: Simd> {
    /// Reciprocals of the direction's components. The fourth number has no meaning, here and in the fields below.
    pub inverse: f64x4<S>,
    /// Point of the ray at parameter 0, in grid steps, times `inverse`.
    pub constant: f64x4<S>,
    /// Axes of the leaf test: the two axes across the ray, then its main axis.
    pub axes: [usize; 3],
    /// Point of the ray at parameter 0, in the mesh's space.
    pub entry: f64x4<S>,
    /// Slope of the ray: its distance along each axis for a unit of distance along the main axis.
    pub slope: f64x4<S>,

    /// Growth of the parameter from the ray's t = 0 to t = 1; `start` is the growth from t = 0 to parameter 0.
    steps_per_t: f64,
    start: f64,
}

impl<S: Simd> GridRay<S> {
    /// Converts a ray to a [`GridRay`]. `None` for a ray that is astray, for which the errors of the box and leaf tests
    /// have no bound: it misses the bounds, has no direction, or is too far away.
    #[inline(always)]
    pub fn aim(simd: S, grid: &Grid, ray: &ExactRay) -> Option<Self> {
        // Vectors have three numbers, and a fourth one that takes no part.
        let three = |vector: DVec3| f64x4::simd_from(simd, [vector.x, vector.y, vector.z, 0.0]);
        let direction = three(ray.to) - three(ray.from);
        let sizes = direction.abs();
        let length = greatest(sizes);
        let main = equal(sizes, length).trailing_zeros() as usize & 3;

        // The way per unit of the parameter is 1 to 2 along the main axis; its reciprocal is at most `STEEPEST`.
        let power = powers_of_two(length);
        let way = direction * reciprocals_of_powers(power);
        let reciprocal = 1.0 / direction;
        let inverse = smaller(reciprocal.abs() * power, f64x4::splat(simd, STEEPEST)).copysign(direction);

        // The parameter is 0 where the ray enters the bounds along its main axis, or at its origin if that is later.
        let (zeros, min) = (f64x4::splat(simd, 0.0), f64x4::simd_from(simd, grid.min));
        let origin = (three(ray.origin) - min) * grid.steps_per_unit;
        let planes = direction.simd_lt(zeros).select(grid.extent.simd_into(simd), zeros);
        let start = larger(lane((planes - origin) * inverse, main), zeros);
        let begin = way.mul_add(start, origin);

        // Written so that NaN fails each comparison.
        let (start_steps, power_of_length) = (start[0], power[0]);
        let is_sound = less(begin.abs(), NEAR) == 15
            && start_steps < FARTHEST
            && LEAST_POWER < power_of_length
            && power_of_length < GREATEST_POWER;
        if !is_sound {
            return None;
        }
        Some(Self {
            inverse,
            constant: begin * inverse,
            axes: axes_around(main),
            entry: begin.mul_add(grid.unit_per_step, min),
            slope: direction * lane(reciprocal, main),
            steps_per_t: power_of_length * grid.steps_per_unit,
            start: start_steps,
        })
    }

    /// Returns the greatest parameter of this grid ray at which a hit may have a t of at most `t` on the original ray.
    #[inline(always)]
    pub fn limit(&self, t: f64) -> f32 {
        limit(t, self.steps_per_t, self.start)
    }
}

/// Returns [`GridRay::limit`] of a grid ray that has these `steps_per_t` and `start`.
#[inline(always)]
pub fn limit(t: f64, steps_per_t: f64, start: f64) -> f32 {
    let steps = t * steps_per_t;
    // Half an ulp of f32 is less than the relative slack.
    (steps + (steps * T_SLACK + SLACK_STEPS) - start) as f32
}

/// Ray for tests against boxes in f64, which may begin at any distance from the mesh.
#[derive(Clone, Copy, Debug)]
pub struct FarRay {
    /// Origin of the ray, in grid steps.
    origin: DVec3,
    /// Direction of the ray; need not be normalised.
    direction: DVec3,
    slack: f64,
}

impl FarRay {
    /// Returns the ray for tests against boxes; `None` if its numbers are too large or too small for these tests. The
    /// ray must be finite, and its direction not zero.
    pub fn new(grid: &Grid, ray: &ExactRay) -> Option<Self> {
        let origin = (ray.origin - grid.min()) * grid.steps_per_unit();
        let direction = ray.direction();
        let length = direction.abs().max_element();
        let reach = origin.abs().max_element() + STEPS;
        let is_sound = length >= f64::MIN_POSITIVE && reach < f64::MAX;
        let direction = direction / f64::from_bits(length.to_bits() & (0x7ff << 52));
        is_sound.then_some(Self { origin, direction, slack: SLACK_OF_REACH * reach })
    }

    /// Returns `true` if the ray may meet the box between these corners, in grid steps.
    pub fn may_meet(&self, lower: DVec3, upper: DVec3) -> bool {
        let from = |corner: DVec3| corner - self.origin;
        enters(from(lower - self.slack), from(upper + self.slack), self.direction, f64::INFINITY).is_some()
    }
}

/// Returns the first t, from 0 to `t_max`, at which a point that moves from zero by `displacement` in a unit of t lies
/// in a box; `None` if there is none. Rounding may make a graze a miss: boxes are wider than what they hold by more.
#[inline(always)]
pub fn enters(lower: DVec3, upper: DVec3, displacement: DVec3, t_max: f64) -> Option<f64> {
    let (mut enter, mut leave) = (0.0, t_max);
    for k in 0..3 {
        if displacement[k] == 0.0 {
            if lower[k] > 0.0 || upper[k] < 0.0 {
                return None;
            }
            continue;
        }
        let (a, b) = (lower[k] / displacement[k], upper[k] / displacement[k]);
        enter = a.min(b).max(enter);
        leave = a.max(b).min(leave);
    }
    (enter <= leave).then_some(enter)
}

impl Node {
    /// Returns a mask of the lanes whose child the ray may meet; `None` stands for a ray that may meet any box.
    pub fn met_by(&self, ray: Option<&FarRay>) -> u32 {
        let may_meet = |&lane: &usize| {
            let [lower, upper] = self.corners(lane);
            ray.is_none_or(|ray| ray.may_meet(lower, upper))
        };
        (0..self.children()).filter(may_meet).fold(0, |met, lane| met | 1 << lane)
    }
}

/// Returns the two other axes in cyclic order, then the main one.
#[inline(always)]
pub fn axes_around(main: usize) -> [usize; 3] {
    [if main == 2 { 0 } else { main + 1 }, if main == 0 { 2 } else { main - 1 }, main]
}
