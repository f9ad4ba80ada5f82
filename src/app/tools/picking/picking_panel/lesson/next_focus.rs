//! Where the reader of a lesson goes on: the widget to get the keyboard focus, and the part of the page to scroll to.

use crate::app::tools::picking::learning::{Learning, OpenPage};
use egui::{Id, Response, Ui};

/// Keyboard focus that the panel of a lesson gives to the first widget that is offered, if it is due.
pub struct NextFocus {
    is_due: bool,
    /// `true` if a command moved the keyboard focus into the panel. Only then the panel scrolls to the widget, since a
    /// newly opened page is read from its top.
    is_called: bool,
    /// `true` if the page has become longer just now, since an answer was revealed, its goal was reached or a hint was
    /// given; or if less of it is seen after an answer, since a step of the ladder was opened.
    pub has_grown: bool,
}

/// State of the panel when it was shown last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seen {
    /// Number of times, up to the last frame, that a command moved the keyboard focus into the panel.
    calls: u64,
    /// Indices of the open lesson and of its page; `None` for the list of lessons.
    page: Option<(usize, usize)>,
    /// Number of things that the page told: an answer, that its goal is reached, and hints.
    told: usize,
    /// Height of the part of the panel that is seen, in logical pixels.
    height: f32,
}

impl NextFocus {
    /// Returns the focus for this frame. It is due if a command moved the focus into the panel, or keys opened another
    /// page. A page that asks for a click leaves the focus to the picture unless a command moved it.
    pub fn new(ui: &Ui, learning: &Learning) -> Self {
        let id = Id::unique("where the keyboard goes in a lesson");
        let page = learning.open.as_ref().map(|open| (open.lesson, open.page));
        let answered = learning.open.as_ref().is_some_and(|open| open.predicted.is_some());
        let told = |open: &OpenPage| usize::from(answered) + usize::from(open.is_solved) + open.hints;
        let (told, height) = (learning.open.as_ref().map_or(0, told), ui.clip_rect().height());
        let now = Seen { calls: learning.keyboard_calls, page, told, height };
        let before = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default::<Seen>(id), now));
        let was_here = ui.memory(|memory| memory.focused().is_some());
        let is_turned = now.page != before.page && was_here && !learning.asks_for_click();
        let is_called = now.calls != before.calls;
        let is_longer = before.told < now.told || answered && now.height < before.height;
        Self { is_due: is_called || is_turned, is_called, has_grown: now.page == before.page && is_longer }
    }

    /// Gives a widget the focus, if it is due and no other got it in this frame; scrolls there if a command moved it.
    pub fn offer(&mut self, response: Response) -> Response {
        if std::mem::take(&mut self.is_due) {
            response.request_focus();
            if self.is_called {
                response.scroll_to_me(None);
            }
        }
        response
    }
}
