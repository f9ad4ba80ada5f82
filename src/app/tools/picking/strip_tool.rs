//! Tools of the strip at the picture's left edge, one of which is in use.

use crate::app::keys::Command;
use crate::app::texts::Text;

/// Tool of the strip: what a left drag does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum StripTool {
    /// Drags move the camera, and clicks pick.
    #[default]
    Click,
    Box,
    Lasso,
    Brush,
    /// Drags move the camera, and clicks take the points of measures and landmarks.
    Measure,
}

impl StripTool {
    /// All tools, in the order of their buttons.
    pub const ALL: [Self; 5] = [Self::Click, Self::Box, Self::Lasso, Self::Brush, Self::Measure];

    /// Returns the command that switches to this tool.
    pub const fn command(self) -> Command {
        match self {
            Self::Click => Command::SelectByClick,
            Self::Box => Command::SelectByBox,
            Self::Lasso => Command::SelectByLasso,
            Self::Brush => Command::SelectByBrush,
            Self::Measure => Command::Measure,
        }
    }

    pub fn of(command: Command) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.command() == command)
    }

    /// Returns `true` if drags select areas.
    pub const fn draws_areas(self) -> bool {
        matches!(self, Self::Box | Self::Lasso | Self::Brush)
    }

    /// Returns the mouse actions of the tool and what each does, for the hint bar and the help.
    pub fn hints(self) -> &'static [(Text, Text)] {
        const ADD: (Text, Text) = (Text("gesture-shift-drag"), Text("click-add"));
        const REMOVE: (Text, Text) = (Text("gesture-shift-ctrl-drag"), Text("click-remove"));
        const TURN: (Text, Text) = (Text("gesture-space-drag"), Text("drag-orbit"));
        match self {
            Self::Click | Self::Measure => &[],
            Self::Box => &[(Text("gesture-drag"), Text("area-box-hint")), TURN, ADD, REMOVE],
            Self::Lasso => &[(Text("gesture-drag"), Text("area-lasso-hint")), TURN, ADD, REMOVE],
            Self::Brush => &[
                (Text("gesture-drag"), Text("area-brush-hint")),
                TURN,
                (Text("gesture-shift-wheel"), Text("area-radius-hint")),
                REMOVE,
            ],
        }
    }
}
