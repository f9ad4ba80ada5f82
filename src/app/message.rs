//! Message in the window that tells what went wrong or was done.

/// Message that tells the person what went wrong or was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    /// `true` for an error, which stays on the screen until it was read, also while other things are done.
    pub is_error: bool,
    pub about_report: bool,
}

impl Message {
    pub fn word(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_error: false, about_report: false }
    }

    pub fn error(text: impl Into<String>) -> Self {
        Self { text: text.into(), is_error: true, about_report: false }
    }
}
