//! Where the reader of a lesson goes on: the widget to get the keyboard focus, and the part of the page to scroll to.

use crate::app::tools::picking::learning::Learning;
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
    /// `true` once something was predicted on the page.
    is_told: bool,
    is_solved: bool,
    hints: usize,
    /// Height of the part of the panel that is seen, in logical pixels.
    height: f32,
}

impl NextFocus {
    /// Returns the focus for this frame. It is due if a command moved the focus into the panel, or keys opened another
    /// page. A page that asks for a click leaves the focus to the picture unless a command moved it.
    pub fn new(ui: &Ui, learning: &Learning) -> Self {
        let id = Id::unique("where the keyboard goes in a lesson");
        let page = learning.open.as_ref().map(|open| (open.lesson, open.page));
        let is_told = learning.open.as_ref().is_some_and(|open| open.predicted.is_some());
        let (is_solved, hints) = learning.open.as_ref().map_or((false, 0), |open| (open.is_solved, open.hints));
        let height = ui.clip_rect().height();
        let now = Seen { calls: learning.keyboard_calls, page, is_told, is_solved, hints, height };
        let before = ui.data(|data| data.get_temp::<Seen>(id)).unwrap_or_default();
        ui.data_mut(|data| data.insert_temp(id, now));
        let was_here = ui.memory(|memory| memory.focused().is_some());
        let is_turned = now.page != before.page && was_here && !learning.asks_for_click();
        let is_same = now.page == before.page;
        let is_called = now.calls != before.calls;
        Self {
            is_due: is_called || is_turned,
            is_called,
            has_grown: is_same
                && (now.is_told && !before.is_told
                    || now.is_solved && !before.is_solved
                    || before.hints < now.hints
                    || now.is_told && now.height < before.height),
        }
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
