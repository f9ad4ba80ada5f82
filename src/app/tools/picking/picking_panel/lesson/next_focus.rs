//! Where the keyboard and the eye go in a lesson: to what one goes on with.

use crate::app::tools::picking::learning::Learning;
use egui::{Id, Response, Ui};

/// Gives the keyboard to the first widget that is offered to it, where it is due to one.
pub struct NextFocus {
    is_due: bool,
    /// True where it was called for: a page that was turned to is read from its top.
    is_called: bool,
    /// True where the truth was told just now, so that there is a goal.
    pub is_told: bool,
    /// True where the goal was reached just now, or a hint was given.
    pub has_grown: bool,
}

/// The state of the panel when it was shown last.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Seen {
    /// How often the keyboard had been called into it.
    calls: u64,
    /// The lesson and the page.
    page: Option<(usize, usize)>,
    /// True once something was predicted on it.
    is_told: bool,
    /// True once its goal is reached.
    is_solved: bool,
    /// How many hints were given.
    hints: usize,
}

impl NextFocus {
    /// Has the keyboard due to a widget where it was called into the panel, and where another page was opened by keys.
    /// A page that asks for a click leaves it to the picture unless it is called.
    pub fn new(ui: &Ui, learning: &Learning) -> Self {
        let id = Id::unique("where the keyboard goes in a lesson");
        let page = learning.open.as_ref().map(|open| (open.lesson, open.page));
        let is_told = learning.open.as_ref().is_some_and(|open| open.predicted.is_some());
        let (is_solved, hints) = learning.open.as_ref().map_or((false, 0), |open| (open.is_solved, open.hints));
        let now = Seen { calls: learning.keyboard_calls, page, is_told, is_solved, hints };
        let before = ui.data(|data| data.get_temp::<Seen>(id)).unwrap_or_default();
        ui.data_mut(|data| data.insert_temp(id, now));
        let was_here = ui.memory(|memory| memory.focused().is_some());
        let is_turned = now.page != before.page && was_here && !learning.asks_for_click();
        let is_same = now.page == before.page;
        let is_called = now.calls != before.calls;
        Self {
            is_due: is_called || is_turned,
            is_called,
            is_told: is_same && now.is_told && !before.is_told,
            has_grown: is_same && (now.is_solved && !before.is_solved || before.hints < now.hints),
        }
    }

    /// Gives the keyboard to this widget, if it is still due to one, and brings it into view where it was called for.
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
