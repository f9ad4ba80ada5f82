//! The views of a split picture.

/// One of the two views; where the picture is whole, there is the first alone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pane {
    /// The view that is picked in.
    #[default]
    Picking,
    /// The view that shows the pick from aside, and is never picked in.
    Aside,
}
