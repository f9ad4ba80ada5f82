//! The line that tells of what went wrong or was done.

/// A line for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    pub text: String,
    /// True where something went wrong: such a line stays while other things are done, until it has been read.
    pub is_error: bool,
    /// True where the load report says more.
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
