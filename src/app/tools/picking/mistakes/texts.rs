//! Words of the window about each mistake: the message `mistake-NAME`, and messages whose ids continue after the name.

use crate::app::texts::Text;
use pickray::math::Viewport;
use pickray::pick::explain::Mistake;

/// Words of the window for a mistake.
#[derive(Clone, Copy, Debug)]
pub struct MistakeTexts {
    /// Name of the mistake: a few words.
    pub name: Text,
    /// Line of code without the mistake.
    pub right: Text,
    /// Line of code with the mistake.
    pub wrong: Text,
    /// Words on where the mistake shows, and what to do to see it.
    pub shows: Text,
}

pub fn texts(mistake: Mistake) -> MistakeTexts {
    let id = format!("mistake-{}", mistake.name().replace('_', "-"));
    let text = |ending| Text::composed(&format!("{id}{ending}"));
    MistakeTexts { name: text(""), right: text("-right-formula"), wrong: text("-wrong-formula"), shows: text("-shows") }
}

/// Returns the right and the wrong line of code of a mistake, for the coordinate that is wrong in a viewport.
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
