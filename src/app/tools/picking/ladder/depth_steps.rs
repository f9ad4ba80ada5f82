//! Smallest depth differences that the usual depth buffers can tell apart, in world units, near and far.

use crate::app::texts::Text;
use pickray::math::{ClipSpace, DepthFormat, DepthRange, depth_step};
use pickray::scene::{Camera, Projection};

/// Distances that stand for middle and far plane where there is no far plane, as multiples of the near plane's
/// distance.
const WITHOUT_FAR: [f64; 2] = [100.0, 10_000.0];

/// Usual depth buffers: name, clip space (which decides the depths of the near and far planes), and number format.
pub const KINDS: [(Text, ClipSpace, DepthFormat); 5] = [
    (Text("depth-fixed-opengl"), ClipSpace::OPENGL, DepthFormat::Fixed24),
    (Text("depth-fixed"), ClipSpace::WGPU, DepthFormat::Fixed24),
    (Text("depth-float"), ClipSpace::WGPU, DepthFormat::Float32),
    (Text("depth-float-reversed-opengl"), ClipSpace::OPENGL.reversed(), DepthFormat::Float32),
    (Text("depth-float-reversed"), ClipSpace::WGPU.reversed(), DepthFormat::Float32),
];

/// Smallest depth differences that the usual depth buffers can tell apart, between a camera's near and far planes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DepthSteps {
    /// Distances from the eye to the near plane, to the middle, and to the far plane. Without a far plane, the last two
    /// are multiples of the first.
    pub distances: [f64; 3],
    /// Smallest depth differences at the three `distances`, in world units, for each buffer of [`KINDS`].
    pub steps: [[f64; 3]; KINDS.len()],
}

impl DepthSteps {
    /// Returns the smallest depth differences between a camera's near and far planes. `None` if the planes enclose no
    /// range of depths.
    pub fn of(camera: &Camera) -> Option<Self> {
        let Camera { near, far, projection, .. } = *camera;
        let range = match projection {
            Projection::Perspective { .. } => DepthRange::Perspective { near, far },
            Projection::Orthographic { .. } => DepthRange::Parallel { near, far },
        };
        let distances = if far.is_finite() {
            [near, 0.5 * (near + far), far]
        } else {
            let [middle, far] = WITHOUT_FAR.map(|times| times * near);
            [near, middle, far]
        };
        let mut steps = [[0.0; 3]; KINDS.len()];
        for (row, (_, clip_space, format)) in steps.iter_mut().zip(KINDS) {
            for (step, distance) in row.iter_mut().zip(distances) {
                *step = depth_step(range, clip_space, format, distance)?;
            }
        }
        Some(Self { distances, steps })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::DVec3;

    #[test]
    fn of_the_usual_buffers_only_reversed_floats_from_0_to_1_are_as_fine_far_away() {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
        for far in [1e4, f64::INFINITY] {
            let DepthSteps { distances, steps } =
                DepthSteps::of(&Camera { near: 1.0, far, ..camera }).expect("a range");
            assert_eq!(distances[0], 1.0);
            let [.., best] = steps;
            for others in &steps[..KINDS.len() - 1] {
                assert!(100.0 * best[2] < others[2], "{steps:?}");
            }
            // Where depth is 0, at a far plane that is not at infinity, they are finer still.
            let relative = [0, 1, 2].map(|k| best[k] / distances[k]);
            assert!(relative.iter().all(|share| *share < 2e-7), "{relative:?}");
        }
    }

    #[test]
    fn parallel_lines_of_sight_have_even_steps_and_planes_out_of_order_have_none() {
        let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
        let parallel = Camera { projection: Projection::Orthographic { height: 2.0 }, ..camera };
        let steps = DepthSteps::of(&parallel).expect("a range").steps;
        assert!(steps[0] == [steps[0][0]; 3] && steps[1] == steps[0], "{steps:?}");
        assert_eq!(DepthSteps::of(&Camera { far: camera.near, ..camera }), None);
    }
}
