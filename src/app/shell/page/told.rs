//! News for a screen reader, in the words of the panels: picks, solved pages and messages.

use crate::app::message::Message;
use crate::app::texts::{of_library, t};
use crate::app::tools::picking::Picking;
use crate::app::update::State;

/// News that were told last, of each kind.
#[derive(Default)]
pub struct Told {
    pick: Option<String>,
    solved: Option<(usize, usize)>,
    /// Number of messages shown until then.
    said: u64,
}

impl Told {
    /// Returns the words on all that is new since the last call; mostly nothing.
    pub fn news(&mut self, state: &State) -> Vec<String> {
        let mut news = Vec::new();
        let pick = pick(state);
        if pick != self.pick {
            news.extend(pick.clone());
            self.pick = pick;
        }
        let open = state.tools.get::<Picking>().learning.shown().map(|(_, _, open)| open);
        let solved = open.filter(|open| open.is_solved).map(|open| (open.lesson, open.page));
        if solved != self.solved {
            news.extend(solved.map(|_| t!("lesson-solved").to_owned()));
            self.solved = solved;
        }
        let messages = &state.desk.messages;
        if messages.said != self.said {
            self.said = messages.said;
            if let Some(Message { text, is_error, .. }) = &messages.last {
                news.extend(is_error.then(|| t!("message-error").to_owned()));
                news.push(text.clone());
            }
        }
        news
    }
}

/// Returns the words on the pick that is inspected: its triangle, or why nothing is hit.
fn pick(state: &State) -> Option<String> {
    let picked = state.desk.picked.as_ref()?;
    if let Some(id) = picked.id() {
        return state.desk.triangle_in_words(id);
    }
    let nothing = t!("inspector-nothing");
    Some(match &picked.trace.miss {
        Some(why) => format!("{nothing} · {}", t!("inspector-why", why = of_library::said(why))),
        None => nothing.to_owned(),
    })
}
