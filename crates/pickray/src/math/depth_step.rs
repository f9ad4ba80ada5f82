//! Step in distance between two depths that a depth buffer tells apart.

use super::ClipSpace;

/// Number format in which a depth buffer keeps depths from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DepthFormat {
    /// Whole numbers of 24 bits, evenly spread over the depths.
    Fixed24,
    /// Floats of 32 bits, whose steps are smaller near 0.
    Float32,
}

/// Near and far planes of a projection, as distances from the camera along the view direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum DepthRange {
    /// Range of a perspective projection; the far plane may be at infinity.
    Perspective {
        /// The distance of the near plane, above 0.
        near: f64,
        /// The distance of the far plane.
        far: f64,
    },
    /// Range of a parallel projection.
    Parallel {
        /// The distance of the near plane.
        near: f64,
        /// The distance of the far plane.
        far: f64,
    },
}

/// Returns the step from `distance` to the next farther distance whose depth a depth buffer tells apart. At the far
/// plane it is the step to the next nearer one. The step is infinite if no such distance lies before infinity. NDC
/// depths are rounded to floats of 32 bits, as on GPUs, and then once more to the buffer's format.
///
/// `None` if the near and far planes make no range, the two depths of `clip_space` are equal or not finite, or
/// `distance` is not between the planes.
///
/// ```
/// use pickray::math::{ClipSpace, DepthFormat, DepthRange, depth_step};
///
/// let range = DepthRange::Perspective { near: 1.0, far: f64::INFINITY };
/// let step = |clip_space, format| depth_step(range, clip_space, format, 1000.0).unwrap();
/// let reversed = ClipSpace::WGPU.reversed();
/// assert!((step(ClipSpace::WGPU, DepthFormat::Fixed24) - 0.06).abs() < 1e-3);
/// // Reversed depth gains nothing in a buffer of whole numbers; in one of floats it does.
/// assert_eq!(step(reversed, DepthFormat::Fixed24), step(ClipSpace::WGPU, DepthFormat::Fixed24));
/// assert!(step(reversed, DepthFormat::Float32) < 2e-4);
/// ```
pub fn depth_step(range: DepthRange, clip_space: ClipSpace, format: DepthFormat, distance: f64) -> Option<f64> {
    let [low, high] = clip_space.depths()?;
    let is_reversed = clip_space.far < clip_space.near;
    let (near, far) = range.planes().filter(|(near, far)| (*near..=*far).contains(&distance))?;
    let is_last = distance == far;
    // The share of the range that lies before the distance or, reversed, behind it; small shares keep their digits.
    let depth = match (range, is_reversed) {
        (DepthRange::Perspective { .. }, false) => (1.0 - near / distance) / (1.0 - near / far),
        (DepthRange::Perspective { .. }, true) => near * (1.0 / distance - 1.0 / far) / (1.0 - near / far),
        (DepthRange::Parallel { .. }, false) => (distance - near) / (far - near),
        (DepthRange::Parallel { .. }, true) => (far - distance) / (far - near),
    };
    let towards_one = is_reversed == is_last;
    // Take the coarser of both grids, at a place where neither begins or ends beyond the planes.
    let of_ndc = float_step(low + depth * (high - low), towards_one) / (high - low);
    let of_buffer = match format {
        DepthFormat::Fixed24 => 1.0 / f64::from((1_u32 << 24) - 1),
        DepthFormat::Float32 => float_step(depth, towards_one),
    };
    let step = of_ndc.max(of_buffer);
    Some(match range {
        DepthRange::Parallel { .. } => step * (far - near),
        DepthRange::Perspective { .. } => {
            // Depth is linear in one over the distance.
            let inverse = step * (near.recip() - far.recip());
            let left = if is_last { 1.0 + inverse * distance } else { 1.0 - inverse * distance };
            if left > 0.0 { inverse * distance * distance / left } else { f64::INFINITY }
        }
    })
}

/// Returns the distance from a number, rounded to 32 bits, to the next float of 32 bits.
fn float_step(number: f64, upwards: bool) -> f64 {
    let float = number as f32;
    let next = if upwards { float.next_up() } else { float.next_down() };
    (f64::from(next) - f64::from(float)).abs()
}

impl DepthRange {
    /// Returns the distances of the near and the far plane, or `None` if they make no range.
    fn planes(self) -> Option<(f64, f64)> {
        match self {
            Self::Perspective { near, far } => (0.0 < near && near < far).then_some((near, far)),
            Self::Parallel { near, far } => (near < far && (far - near).is_finite()).then_some((near, far)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{Viewport, orthographic, perspective, project_in, unproject_in};
    use glam::{DMat4, DVec3};

    const CLIP_SPACES: [ClipSpace; 4] =
        [ClipSpace::OPENGL, ClipSpace::WGPU, ClipSpace::OPENGL.reversed(), ClipSpace::WGPU.reversed()];

    const CENTRE: f64 = 8.0;

    /// Returns the projection with its planes at the depths of a clip space.
    fn projection(range: DepthRange, clip_space: ClipSpace) -> DMat4 {
        let of_opengl = match range {
            DepthRange::Perspective { near, far } => perspective(1.0, 1.0, near, far),
            DepthRange::Parallel { near, far } => orthographic(-1.0, 1.0, -1.0, 1.0, near, far),
        };
        let ClipSpace { near, far, .. } = clip_space;
        let scaled = DMat4::from_scale(DVec3::new(1.0, 1.0, 0.5 * (far - near)));
        DMat4::from_translation(0.5 * (far + near) * DVec3::Z) * scaled * of_opengl
    }

    /// Returns the depth that a buffer keeps of NDC.
    fn kept(ndc: f32, clip_space: ClipSpace, format: DepthFormat) -> f64 {
        let [low, high] = clip_space.depths().expect("a range").map(|depth| depth as f32);
        let depth = (ndc - low) / (high - low);
        match format {
            DepthFormat::Float32 => f64::from(depth),
            DepthFormat::Fixed24 => {
                let most = f64::from((1_u32 << 24) - 1);
                (f64::from(depth) * most).round() / most
            }
        }
    }

    /// Returns a distance that a kept depth stands for, and how much farther the next one lies: NDC are gone through
    /// one by one, until the buffer has another depth for them, and both depths are unprojected.
    fn walked(range: DepthRange, clip_space: ClipSpace, format: DepthFormat, distance: f64) -> (f64, f64) {
        let (matrix, viewport) = (projection(range, clip_space), Viewport::new(16, 16));
        let window = project_in(DVec3::NEG_Z * distance, &DMat4::IDENTITY, &matrix, viewport, clip_space);
        let [low, high] = clip_space.depths().expect("a range");
        let mut ndc = (low + window.expect("before the eye").z * (high - low)) as f32;
        let first = kept(ndc, clip_space, format);
        let mut next = first;
        for _ in 0..1 << 16 {
            ndc = if clip_space.near < clip_space.far { ndc.next_up() } else { ndc.next_down() };
            next = kept(ndc, clip_space, format);
            if next != first {
                break;
            }
        }
        let seen = |depth: f64| {
            let window = DVec3::new(CENTRE, CENTRE, depth);
            unproject_in(window, &DMat4::IDENTITY, &matrix, viewport, clip_space).map(|point| -point.z)
        };
        let from = seen(first).expect("a distance");
        (from, seen(next).expect("a distance") - from)
    }

    #[test]
    fn a_step_leads_to_the_next_depth_that_the_buffer_has_unprojected() {
        let ranges = [
            DepthRange::Perspective { near: 0.5, far: 40.0 },
            DepthRange::Perspective { near: 0.5, far: f64::INFINITY },
            DepthRange::Parallel { near: -3.0, far: 9.0 },
        ];
        let mut compared = 0;
        for range in ranges {
            for clip_space in CLIP_SPACES {
                for format in [DepthFormat::Fixed24, DepthFormat::Float32] {
                    for distance in [0.53, 0.7, 1.9, 8.1] {
                        let (from, expected) = walked(range, clip_space, format, distance);
                        let step = depth_step(range, clip_space, format, from).expect("between the planes");
                        let told = format!("{range:?} {clip_space:?} {format:?} at {from}: {step}, not {expected}");
                        assert!((step - expected).abs() <= 1e-6 * expected, "{told}");
                        compared += 1;
                    }
                }
            }
        }
        assert_eq!(compared, 3 * 4 * 2 * 4);
    }

    #[test]
    fn at_the_planes_the_step_leads_inwards_and_to_infinity_where_nothing_lies_before() {
        let range = DepthRange::Perspective { near: 1.0, far: 1000.0 };
        let fixed = |distance| depth_step(range, ClipSpace::WGPU, DepthFormat::Fixed24, distance);
        let least = 0.999 / f64::from((1_u32 << 24) - 1);
        assert!((fixed(1.0).expect("a step") - least).abs() < 1e-6 * least);
        // One over the distance goes back by as much.
        let before = 1.0 / (1e-3 + least);
        assert!((1000.0 - fixed(1000.0).expect("a step") - before).abs() < 1e-6);
        let endless = DepthRange::Perspective { near: 1.0, far: f64::INFINITY };
        let beyond = |format| depth_step(endless, ClipSpace::WGPU.reversed(), format, 1e9);
        assert_eq!(beyond(DepthFormat::Fixed24), Some(f64::INFINITY));
        assert!(beyond(DepthFormat::Float32).is_some_and(|step| step < 1000.0));
    }

    #[test]
    fn there_is_no_step_without_a_range_or_beyond_it() {
        let step = |range, distance| depth_step(range, ClipSpace::OPENGL, DepthFormat::Float32, distance);
        for (near, far) in [(0.0, 1.0), (2.0, 1.0), (1.0, 1.0), (f64::NAN, 1.0), (1.0, f64::NAN)] {
            assert_eq!(step(DepthRange::Perspective { near, far }, 1.0), None, "{near} to {far}");
        }
        assert_eq!(step(DepthRange::Parallel { near: 0.0, far: f64::INFINITY }, 1.0), None);
        let range = DepthRange::Parallel { near: 0.0, far: 1.0 };
        assert_eq!([-0.1, 1.1, f64::NAN].map(|distance| step(range, distance)), [None; 3]);
    }
}
