//! Traits of a tool. A tool is a folder below `tools` and a line in the list there.
//!
//! A tool in use responds to the mouse and the keys, and `update` to what the tool does not take. The tool shows the
//! result beside the picture, over it and in it. It reads and changes the [`Desk`], which all tools share, and its own
//! state. Only a tool's panel uses egui.

use crate::app::action::{Action, Work};
use crate::app::answers::MeshSource;
use crate::app::desk::Desk;
use crate::app::input::{DragTo, Press};
use crate::app::keys::{Command, Key, ToolKey};
use crate::app::pane::Pane;
use crate::app::texts::Text;
use egui::{Rect, Ui};
use pickray::math::CursorPosition;
use pickray::study::Situation;
use pickray_render::{Overlay, Palette, Swarm};
use std::any::Any;

/// Id, name and actions of a tool, which `tool!` implements.
pub trait ToolCore {
    /// Returns the id by which the settings remember the tool.
    fn id(&self) -> &'static str;

    /// Returns the words on the tool's tab.
    fn name(&self) -> &'static str;

    /// Does an action of this tool; ignores those of other types.
    fn act(&mut self, desk: &mut Desk, action: Box<dyn Any + Send>);
}

/// Implements [`ToolCore`] for a tool with its id and its name, and makes [`Action`]s of the tool's own actions. Each
/// type of these comes with the tool's method that does them.
macro_rules! tool {
    ($tool:ty, $id:literal, $name:expr, $($action:ty => $act:ident),+) => {
        impl $crate::app::tool::ToolCore for $tool {
            fn id(&self) -> &'static str {
                $id
            }

            fn name(&self) -> &'static str {
                $name
            }

            fn act(&mut self, desk: &mut $crate::app::desk::Desk, action: Box<dyn std::any::Any + Send>) {
                $(let action = match action.downcast::<$action>() {
                    Ok(action) => return self.$act(desk, *action),
                    Err(other) => other,
                };)+
                drop(action);
            }
        }

        $(impl From<$action> for $crate::app::action::Action {
            fn from(action: $action) -> Self {
                Self::tool::<$tool>(action)
            }
        })+
    };
}
pub(in crate::app) use tool;

/// Event for a tool. Those that follow from what the person does go to the tool in use.
#[derive(Debug)]
pub enum Event<'a> {
    /// Another mesh is open: the tool drops what it holds of the previous one. Sent to all tools, in use or not.
    MeshChanged,
    /// The tool comes into use, or gets another mesh: it arranges the scene, whose mesh is placed as in its file.
    Arrange,
    /// The tool comes into use after another one, and has arranged the scene.
    Enter,
    /// Another tool comes into use.
    Leave,
    Click(&'a Press),
    /// Second press of a double click. If the tool does not use it, the press is a click, and the pivot moves there.
    DoubleClick,
    RightClick(&'a Press),
    /// Press of a button in the picture, before it is known to be a click or a drag.
    Press,
    /// Mouse at a point of the picture, or with `None` outside of it.
    Hover(Option<CursorPosition>),
    /// Drag of the mouse. If the tool does not use it, the drag moves the camera.
    Drag(&'a DragTo),
    /// End of a drag, which the tool may have used.
    DragEnds,
    /// Factor of the wheel with Shift, by which the tool divides its sizes. If it does not, the wheel zooms.
    Scale(f64),
    /// Command of a key, a menu entry or a button. If the tool does not use it, `update` runs it.
    Command(Command),
    /// Esc while a drag may be under way, which is to be undone.
    CancelDrag,
    /// Esc that closes the topmost thing that the tool has open.
    Close,
    /// Esc while nothing is open: the tool forgets what was clicked.
    LetGo,
    Dropped(&'a MeshSource),
    /// Situation that names a page of a lesson, in which it is to be restored.
    Situation(Box<Situation>),
    /// Press of one of the tool's keys, which `desk.pointer.held` has until it goes up.
    Key(Key),
    /// Time since the last frame, in seconds.
    Tick(f64),
    /// Any action has been done, unless only the mouse has moved.
    Changed,
}

pub trait Tool: ToolCore + Panel + Any {
    /// Handles an event; returns `true` if the tool used it, so that it has no other effect.
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool;

    /// Returns `true` if the tool's switch for a command is on; `None` if the tool has no switch for it.
    fn is_on(&self, _: Command) -> Option<bool> {
        None
    }

    fn keys(&self) -> &'static [ToolKey] {
        &[]
    }

    /// Returns `true` if the tool takes a key now.
    fn takes_key(&self, key: Key) -> bool {
        self.keys().iter().any(|row| row.key == key)
    }

    /// Returns `true` if something moves by itself, so that frames are drawn continuously.
    fn is_moving(&self, _: &Desk) -> bool {
        false
    }

    /// Returns the job that the tool waits for, to be shown over the picture; `None` if it waits for none.
    fn work(&self) -> Option<Work<'_>> {
        None
    }

    /// Returns `true` if the tool waits for a job whose progress is shown.
    fn is_working(&self) -> bool {
        self.work().is_some()
    }
}

/// Panel of a tool. It computes and changes nothing, but reports what the person asks for as actions.
pub trait Panel {
    /// Shows the panel beside the picture, and adds to `actions` what the person asks for.
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>);

    /// Returns `true` if the panel has a foot now, to be shown by [`Panel::show_foot`].
    fn has_foot(&self, _: &Desk) -> bool {
        false
    }

    /// Shows the foot of the panel beside the picture, which stays while the rest of the panel scrolls. In a low panel,
    /// [`Panel::show`] shows the foot's contents instead ([`foot_stays`](crate::app::panels::foot_stays)).
    fn show_foot(&self, _: &mut Ui, _: &Desk, _: &mut Vec<Action>) {}

    /// Shows what the panels draw over the picture, within `area`: marks, lists and legends.
    fn show_over(&self, _: &Ui, _: &Desk, _area: Rect, _: &mut Vec<Action>) {}

    /// Returns the lines and faces that are drawn in a view of the scene over the mesh.
    fn overlays(&self, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay>;

    /// Returns the many bodies that are drawn beside the scene; `None` if there are none.
    fn swarm(&self, _: &Desk, _: &Palette) -> Option<Swarm> {
        None
    }

    /// Shows the panel below the picture.
    fn show_below(&self, _: &mut Ui, _: &Desk, _: &mut Vec<Action>) {}

    /// Returns `true` if the panel below the picture leaves the whole height of the window to the panel beside it.
    fn is_below_picture_only(&self, _: &Desk) -> bool {
        false
    }

    /// Returns what there is to be told in the one line of a sheet that is closed; `None` if hints are as good.
    fn in_one_line(&self, _: &Desk) -> Option<String> {
        None
    }

    /// Returns a hint on what to do next, for the start of the hint bar: gesture or key, and its effect.
    fn next_step(&self, _: &Desk) -> Option<(String, &'static str)> {
        None
    }

    /// Returns the tool's uses of the mouse, but for moves of the camera: gesture or key, and its effect.
    fn hints(&self) -> &'static [(Text, Text)] {
        &[]
    }
}
