//! What the window says about each mistake: its name, the right line of code, the wrong one, and when it shows.

use crate::app::texts::Text;
use crate::pick::Mistake;

/// The words for a mistake.
#[derive(Clone, Copy, Debug)]
pub struct MistakeTexts {
    /// A few words.
    pub name: Text,
    /// The line of code as it is right.
    pub right: Text,
    /// The line as it is wrong.
    pub wrong: Text,
    /// Where it shows, and what to do to see it.
    pub shows: Text,
}

/// Returns the words for a mistake.
pub const fn texts(mistake: Mistake) -> MistakeTexts {
    let [name, right, wrong, shows] = match mistake {
        Mistake::YNotFlipped => [
            Text("mistake-y-not-flipped"),
            Text("mistake-y-not-flipped-right-formula"),
            Text("mistake-y-not-flipped-wrong-formula"),
            Text("mistake-y-not-flipped-shows"),
        ],
        Mistake::FlippedByViewportHeight => [
            Text("mistake-flipped-by-viewport-height"),
            Text("mistake-flipped-by-viewport-height-right-formula"),
            Text("mistake-flipped-by-viewport-height-wrong-formula"),
            Text("mistake-flipped-by-viewport-height-shows"),
        ],
        Mistake::LogicalPixels => [
            Text("mistake-logical-pixels"),
            Text("mistake-logical-pixels-right-formula"),
            Text("mistake-logical-pixels-wrong-formula"),
            Text("mistake-logical-pixels-shows"),
        ],
        Mistake::PixelCorner => [
            Text("mistake-pixel-corner"),
            Text("mistake-pixel-corner-right-formula"),
            Text("mistake-pixel-corner-wrong-formula"),
            Text("mistake-pixel-corner-shows"),
        ],
        Mistake::ViewportOffsetIgnored => [
            Text("mistake-viewport-offset-ignored"),
            Text("mistake-viewport-offset-ignored-right-formula"),
            Text("mistake-viewport-offset-ignored-wrong-formula"),
            Text("mistake-viewport-offset-ignored-shows"),
        ],
        Mistake::DepthsMinusOneAndOne => [
            Text("mistake-depths-minus-one-and-one"),
            Text("mistake-depths-minus-one-and-one-right-formula"),
            Text("mistake-depths-minus-one-and-one-wrong-formula"),
            Text("mistake-depths-minus-one-and-one-shows"),
        ],
        Mistake::DepthTakenForNdc => [
            Text("mistake-depth-taken-for-ndc"),
            Text("mistake-depth-taken-for-ndc-right-formula"),
            Text("mistake-depth-taken-for-ndc-wrong-formula"),
            Text("mistake-depth-taken-for-ndc-shows"),
        ],
        Mistake::NoDivisionByW => [
            Text("mistake-no-division-by-w"),
            Text("mistake-no-division-by-w-right-formula"),
            Text("mistake-no-division-by-w-wrong-formula"),
            Text("mistake-no-division-by-w-shows"),
        ],
        Mistake::InversesInWrongOrder => [
            Text("mistake-inverses-in-wrong-order"),
            Text("mistake-inverses-in-wrong-order-right-formula"),
            Text("mistake-inverses-in-wrong-order-wrong-formula"),
            Text("mistake-inverses-in-wrong-order-shows"),
        ],
        Mistake::TransposedMatrix => [
            Text("mistake-transposed-matrix"),
            Text("mistake-transposed-matrix-right-formula"),
            Text("mistake-transposed-matrix-wrong-formula"),
            Text("mistake-transposed-matrix-shows"),
        ],
        Mistake::EyeAsOrigin => [
            Text("mistake-eye-as-origin"),
            Text("mistake-eye-as-origin-right-formula"),
            Text("mistake-eye-as-origin-wrong-formula"),
            Text("mistake-eye-as-origin-shows"),
        ],
        Mistake::FarPointAsDirection => [
            Text("mistake-far-point-as-direction"),
            Text("mistake-far-point-as-direction-right-formula"),
            Text("mistake-far-point-as-direction-wrong-formula"),
            Text("mistake-far-point-as-direction-shows"),
        ],
        Mistake::ViewOfLastFrame => [
            Text("mistake-view-of-last-frame"),
            Text("mistake-view-of-last-frame-right-formula"),
            Text("mistake-view-of-last-frame-wrong-formula"),
            Text("mistake-view-of-last-frame-shows"),
        ],
        Mistake::ModelMatrixForgotten => [
            Text("mistake-model-matrix-forgotten"),
            Text("mistake-model-matrix-forgotten-right-formula"),
            Text("mistake-model-matrix-forgotten-wrong-formula"),
            Text("mistake-model-matrix-forgotten-shows"),
        ],
        Mistake::DirectionNormalized => [
            Text("mistake-direction-normalized"),
            Text("mistake-direction-normalized-right-formula"),
            Text("mistake-direction-normalized-wrong-formula"),
            Text("mistake-direction-normalized-shows"),
        ],
        Mistake::TNotTested => [
            Text("mistake-t-not-tested"),
            Text("mistake-t-not-tested-right-formula"),
            Text("mistake-t-not-tested-wrong-formula"),
            Text("mistake-t-not-tested-shows"),
        ],
        Mistake::AbsoluteEpsilon => [
            Text("mistake-absolute-epsilon"),
            Text("mistake-absolute-epsilon-right-formula"),
            Text("mistake-absolute-epsilon-wrong-formula"),
            Text("mistake-absolute-epsilon-shows"),
        ],
        Mistake::SinglePrecision => [
            Text("mistake-single-precision"),
            Text("mistake-single-precision-right-formula"),
            Text("mistake-single-precision-wrong-formula"),
            Text("mistake-single-precision-shows"),
        ],
    };
    MistakeTexts { name, right, wrong, shows }
}
