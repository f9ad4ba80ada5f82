//! Views of a split picture.

/// View of a split picture; a whole picture has only [`Pane::Picking`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// View that is picked in.
    #[default]
    Picking,
    /// View that shows the pick from the side, and is never picked in.
    SecondView,
}
