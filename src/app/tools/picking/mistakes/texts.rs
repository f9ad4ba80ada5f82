//! Texts about each deliberate mistake: the messages `mistake-NAME`, `mistake-NAME-right-formula`,
//! `mistake-NAME-wrong-formula` and `mistake-NAME-shows`.

use crate::app::texts::Text;
use pickray::math::Viewport;
use pickray::pick::explain::Mistake;

/// Texts that the window shows about a deliberate mistake.
#[derive(Clone, Copy, Debug)]
pub struct MistakeTexts {
    /// Name of the mistake: a few words.
    pub name: Text,
    /// Right line of code, without the mistake.
    pub right: Text,
    /// Wrong line of code, with the mistake.
    pub wrong: Text,
    /// Text on where the effect of the mistake is seen, and what to do to see it.
    pub shows: Text,
}

pub fn texts(mistake: Mistake) -> MistakeTexts {
    let id = format!("mistake-{}", mistake.name().replace('_', "-"));
    let text = |ending| Text::composed(&format!("{id}{ending}"));
    MistakeTexts { name: text(""), right: text("-right-formula"), wrong: text("-wrong-formula"), shows: text("-shows") }
}

/// Returns the right and the wrong line of code of a mistake. For an ignored viewport offset, the lines are about y if
/// only the y offset of `viewport` is not zero.
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
