//! Words and lines of code of mistakes.

use super::{Text, t};
use pickray::pick::explain::Mistake;
use pickray::scene::View;

pub fn name(mistake: Mistake) -> &'static str {
    text(mistake, "")
}

/// Returns words on where the effect of a mistake is seen, and what to do to see it.
pub fn where_seen(mistake: Mistake) -> &'static str {
    text(mistake, "-shows")
}

/// Möller and Trumbore's formulas. `P`, their name of D × E₂, is that of the projection in the other steps.
pub const TRIANGLE_FORMULAS: [&str; 2] = [
    "E₁ = b − a  E₂ = c − a  T = o − a\nQ = T × E₁  det = E₁·(D × E₂)",
    "u = T·(D × E₂) / det\nv = Q·D / det  t = Q·E₂ / det",
];

/// Returns a mistake's right and wrong line of code in a view: of an offset in y alone, of the far point's depth.
pub fn lines(mistake: Mistake, view: &View) -> [&'static str; 2] {
    let is_about_y = view.viewport.x == 0 && view.viewport.y != 0;
    match mistake {
        Mistake::ViewportOffsetIgnored if is_about_y => [
            t!("mistake-viewport-offset-ignored-right-y-formula"),
            t!("mistake-viewport-offset-ignored-wrong-y-formula"),
        ],
        Mistake::OffsetInLogicalPixels if is_about_y => [
            t!("mistake-viewport-offset-ignored-right-y-formula"),
            t!("mistake-offset-in-logical-pixels-wrong-y-formula"),
        ],
        Mistake::DepthsMinusOneAndOne if view.camera.reversed_z => [
            t!("mistake-depths-minus-one-and-one-right-reversed-formula"),
            t!("mistake-depths-minus-one-and-one-wrong-reversed-formula"),
        ],
        _ => ["-right-formula", "-wrong-formula"].map(|ending| text(mistake, ending)),
    }
}

fn text(mistake: Mistake, ending: &str) -> &'static str {
    Text::composed(&format!("mistake-{}{ending}", mistake.name().replace('_', "-"))).shown()
}
