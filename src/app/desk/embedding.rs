//! Figures of articles: the code that shows the last pick in one, and the way from a figure to the whole page.

use super::{Desk, restoring};
use crate::app::action::Effect;
use crate::app::arrangement::Figure;
use crate::app::platform;
use crate::app::texts::{of_library, t};

/// Width and height of a figure whose code is copied, in CSS pixels.
const SIZE: [u32; 2] = [640, 480];

/// Copies HTML code that shows the last pick in an article: with the page of the lesson that is open, with the ladder
/// if it is shown, or else the picture alone.
pub(in crate::app) fn copy_code(desk: &mut Desk) {
    let figure = match () {
        () if desk.page.is_some() => Figure::Lesson,
        () if desk.shows_ladder() => Figure::Ladder,
        () => Figure::Picture,
    };
    let Some(address) = restoring::address(desk, Some(figure)) else { return };
    let [width, height] = SIZE;
    let title = t!("figure-title", name = of_library::mesh_name(&desk.mesh_name().unwrap_or_default()));
    let [address, title] = [address, title].map(escaped);
    let code = format!(
        "<iframe src='{address}' title='{title}' width='{width}' height='{height}' loading='lazy' \
         style='border: 0; max-width: 100%'></iframe>"
    );
    // No quote within an attribute is left.
    let code = code.replace('\'', "\"");
    desk.copy(code, t!("copied-embed-code"));
}

/// Opens the whole page, at the last pick of the figure.
pub(in crate::app) fn open_whole(desk: &mut Desk) {
    let address = match &*desk.picked {
        Some(_) => restoring::address(desk, None),
        None => platform::address_of("", None),
    };
    desk.files.effects.extend(address.map(Effect::OpenAddress));
}

/// Returns a text as it stands in a quoted attribute of HTML.
fn escaped(text: String) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('\'', "&#39;").replace('<', "&lt;")
}
