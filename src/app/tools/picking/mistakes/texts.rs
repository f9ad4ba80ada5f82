//! The window's words about each mistake: the messages `mistake-NAME`, and those whose ids go on behind the name.

use crate::app::texts::Text;
use pickray::math::Viewport;
use pickray::pick::explain::Mistake;

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

pub fn texts(mistake: Mistake) -> MistakeTexts {
    let id = format!("mistake-{}", mistake.name().replace('_', "-"));
    let text = |ending| Text::composed(&format!("{id}{ending}"));
    MistakeTexts { name: text(""), right: text("-right-formula"), wrong: text("-wrong-formula"), shows: text("-shows") }
}

/// Returns the right and the wrong line of code of a mistake in a viewport: of the coordinate that is wrong there.
pub fn lines(mistake: Mistake, viewport: Viewport) -> [Text; 2] {
    let MistakeTexts { right, wrong, .. } = texts(mistake);
    match mistake {
        Mistake::ViewportOffsetIgnored if viewport.x == 0 && viewport.y != 0 => [
            Text("mistake-viewport-offset-ignored-right-y-formula"),
            Text("mistake-viewport-offset-ignored-wrong-y-formula"),
        ],
        _ => [right, wrong],
    }
}
