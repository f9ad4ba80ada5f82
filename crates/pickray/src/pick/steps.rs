//! Steps of a pick as a trait. Its default methods are the right steps; a [mistake](crate::pick::explain::Mistake)
//! replaces one of them.

use crate::accel::{Parameters, RayOptions};
use crate::geometry::Ray;
use crate::math::{self, CursorPosition, PixelSample};
use crate::mesh::MeshHit;
use crate::pick::ray_trace::{RayChain, RayTrace};
use crate::pick::{ObjectRay, PickObserver, Unpickable};
use crate::scene::{Object, View};
use glam::DVec2;

/// Steps from the cursor to the triangle, each of which takes the result of the one before. The default methods are the
/// right steps.
pub(super) trait Steps {
    /// Returns window coordinates of the sample of the pixel under the cursor.
    fn window(&self, view: &View, cursor: CursorPosition, sample: PixelSample) -> DVec2 {
        math::window_from_cursor(cursor, view.framebuffer, sample)
    }

    /// Returns the ray in world space, with the way there through NDC and eye space; `None` where the projection has no
    /// inverse.
    fn ray(&self, view: &View, window: DVec2) -> Option<RayTrace> {
        RayChain::new(view).ray(window)
    }

    /// Returns the ray in the space of an object.
    fn object_ray(&self, object: &Object, ray: &Ray) -> Result<ObjectRay, Unpickable> {
        ObjectRay::new(object, ray)
    }

    /// Returns `true` if the scene's tree finds all that the steps can hit: rays are rightly taken to objects, and hits
    /// lie between the near and the far plane.
    fn allows_tree(&self) -> bool {
        true
    }

    /// Returns the closest hit of an object, side as in the world.
    fn closest<O: PickObserver>(
        &self,
        object: &Object,
        ray: &ObjectRay,
        options: RayOptions<Option<u32>>,
        observer: &mut O,
    ) -> Option<MeshHit> {
        // A trace tells of hits beyond the far plane, too.
        let Parameters { min, max } = options.range;
        let t_max = if O::ACTIVE { f64::INFINITY } else { max };
        ray.closest(object, options.range(min..=t_max), observer).filter(|hit| hit.t <= max)
    }
}

/// Right steps of a pick, without a mistake.
pub(super) struct RightSteps;

impl Steps for RightSteps {}
