//! Mistakes that are often made on the way from the cursor to the triangle: each replaces one step of a pick, for
//! comparison with the right step.

mod effect;
mod wrong_steps;

pub use effect::{MistakenPick, PatternArrow, can_be_found, mistake_pattern, pick_mistaken, pick_with_each_mistake};
pub use wrong_steps::Mistaken;

pub(super) use effect::{at_depth, is_ray};

use crate::math::CursorPosition;
use crate::pick::PickOptions;
use crate::pick::explain::{PickTrace, pick_trace};
use crate::scene::{Scene, View};
use crate::work::packed;
use serde::{Deserialize, Serialize};

/// Step of a pick on the way from the cursor to the triangle, named after the space that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Position of the cursor, in physical pixels from the top left.
    Cursor,
    /// Window coordinates, in physical pixels from the lower left.
    Window,
    /// Normalised device coordinates.
    Ndc,
    /// Eye space, before and after the division by w.
    Eye,
    /// World space.
    World,
    /// Object space.
    Object,
    /// Triangle that the ray is tested with.
    Triangle,
}

impl Step {
    /// All steps, in the order from the cursor to the triangle.
    pub const ALL: [Self; 7] =
        [Self::Cursor, Self::Window, Self::Ndc, Self::Eye, Self::World, Self::Object, Self::Triangle];
}

/// Makes the enum of mistakes from a list of descriptions, names in files, and the steps of a pick that they get wrong.
macro_rules! mistakes {
    ($($(#[$doc:meta])+ $mistake:ident $name:literal in $step:ident,)+) => {
        /// Mistake that is often made in a step of a pick.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum Mistake {
            $($(#[$doc])+ #[serde(rename = $name)] $mistake,)+
        }

        packed!(enum Mistake [$($mistake),+]);

        impl Mistake {
            /// All mistakes, ordered by the step that they get wrong.
            pub const ALL: [Self; Self::NAMES.len()] = [$(Self::$mistake),+];

            /// Names of the mistakes in files, in the order of [`ALL`](Self::ALL).
            pub const NAMES: [&str; [$($name),+].len()] = [$($name),+];

            /// Returns the name of the mistake in files.
            pub const fn name(self) -> &'static str {
                Self::NAMES[self as usize]
            }

            /// Returns the step of a pick that the mistake gets wrong.
            pub const fn step(self) -> Step {
                match self {
                    $(Self::$mistake => Step::$step,)+
                }
            }
        }
    };
}

mistakes! {
    /// Cursor's y, which counts downwards, taken for the window's, which counts upwards.
    YNotFlipped "y_not_flipped" in Window,
    /// Cursor's y, flipped by the height of the viewport instead of the height of the framebuffer.
    FlippedByViewportHeight "flipped_by_viewport_height" in Window,
    /// Cursor's logical pixels, taken for physical ones.
    LogicalPixels "logical_pixels" in Window,
    /// Lower left corner of the pixel, taken instead of its centre.
    PixelCorner "pixel_corner" in Window,
    /// Lower left corner of the viewport, not subtracted from window coordinates.
    ViewportOffsetIgnored "viewport_offset_ignored" in Ndc,
    /// Lower left corner of the viewport in logical pixels, subtracted from window coordinates in physical ones.
    OffsetInLogicalPixels "offset_in_logical_pixels" in Ndc,
    /// Window's size and corner, taken for the viewport's.
    WindowTakenForViewport "window_taken_for_viewport" in Ndc,
    /// Window coordinates mapped to 0 to 2 instead of −1 to 1: the 1 is not subtracted.
    NdcWithoutMinusOne "ndc_without_minus_one" in Ndc,
    /// Unprojection at the depths −1 and 1 instead of 0 and 1.
    DepthsMinusOneAndOne "depths_minus_one_and_one" in Ndc,
    /// Use of the depths 0 and 1 as the NDC z of the near and the far plane, where −1 and 1 are right.
    DepthTakenForNdc "depth_taken_for_ndc" in Ndc,
    /// Result of the inverse projection, taken for a point of eye space without a division by w. In a perspective the
    /// near and the far point are one, and there is no ray.
    NoDivisionByW "no_division_by_w" in Eye,
    /// Inverse of the view matrix, applied before that of the projection.
    InversesInWrongOrder "inverses_in_wrong_order" in Eye,
    /// Inverse projection matrix, used with its rows and columns swapped.
    TransposedMatrix "transposed_matrix" in Eye,
    /// Projection with the aspect ratio of the window instead of the viewport's.
    WindowAspect "window_aspect" in Eye,
    /// Projection with the horizontal field of view in place of the vertical one. In a parallel view, the width of the
    /// picture in place of its height.
    HorizontalFieldOfView "horizontal_field_of_view" in Eye,
    /// Near plane of a parallel view that lies behind the eye, drawn up to the eye.
    NearPutAtEye "near_put_at_eye" in Eye,
    /// Ray that begins at the camera's position, also where lines of sight are parallel.
    EyeAsOrigin "eye_as_origin" in World,
    /// Far point, taken for a direction.
    FarPointAsDirection "far_point_as_direction" in World,
    /// Result of one inverse, of projection times view, taken for a point of the world without a division by w. In a
    /// perspective every ray has the direction of the line through the world's origin and the eye.
    NoDivisionByWInWorld "no_division_by_w_in_world" in World,
    /// Matrix that places the camera in the world, used as the view matrix, which is its inverse.
    CameraMatrixAsView "camera_matrix_as_view" in World,
    /// Direction in eye space, of which z is −1, taken to world space as a point: the eye's position is added to it.
    DirectionAsPoint "direction_as_point" in World,
    /// Camera of the frame before, used instead of the present one.
    ViewOfLastFrame "view_of_last_frame" in World,
    /// Ray that meets the mesh where its file has it, not where it was moved to.
    ModelMatrixForgotten "model_matrix_forgotten" in Object,
    /// Direction of the ray, normalised in object space, although t is then used in world space, between objects.
    DirectionNormalized "direction_normalized" in Object,
    /// Bounding box of an object, left where the file has the mesh although the object was moved.
    BoundsNotRebuilt "bounds_not_rebuilt" in Object,
    /// Smallest t, taken even where it is below zero or beyond the far plane.
    TNotTested "t_not_tested" in Triangle,
    /// Triangle that counts as parallel to the ray where the determinant is below 10⁻⁶, whatever the triangle's size.
    /// The determinant is that of a unit direction and of corners in world space.
    AbsoluteEpsilon "absolute_epsilon" in Triangle,
    /// Whole computation of the pick in f32.
    SinglePrecision "single_precision" in Triangle,
}

/// Inputs of a pick with a mistake, besides those of a right pick: some mistakes use them instead of the right values.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MistakeInputs {
    /// Number of physical pixels to a logical one, for [`Mistake::LogicalPixels`], [`Mistake::OffsetInLogicalPixels`].
    pub scale_factor: f64,
    /// View of the frame before, for [`Mistake::ViewOfLastFrame`]; if it is `None`, the present view is used.
    pub last_view: Option<View>,
}

packed!(struct MistakeInputs { scale_factor, last_view });

impl Default for MistakeInputs {
    /// Returns inputs in which physical pixels are logical ones, and there was no view before.
    fn default() -> Self {
        Self { scale_factor: 1.0, last_view: None }
    }
}

/// Picks as [`pick_traced`](crate::pick::explain::pick_traced) does, but with a mistake in one step, and returns the
/// trace. Its numbers are wrong from the mistaken step on.
pub fn pick_traced_mistaken(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    mistake: Mistake,
    inputs: &MistakeInputs,
) -> PickTrace {
    pick_trace::trace_pick(&Mistaken::new(view, mistake, inputs), scene, view, cursor, options)
}
