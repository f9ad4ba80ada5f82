//! Traits of a tool. A tool is a folder below `tools` and a line in the list there.
//!
//! Events that no tool takes are handled by `update` itself: the camera, the selection's commands, sheets.
//!
//! Panels of the window know tools only by the trait `Tool`.
//!
//! A tool in use responds to the mouse and the keys. It shows the result beside the picture, over it and in it. It
//! reads and changes the [`Desk`], which all tools share, and its own state. Only a tool's panel uses egui.

use crate::app::action::{Action, Work};
use crate::app::answers::MeshSource;
use crate::app::desk::Desk;
use crate::app::input::{DragTo, Press};
use crate::app::keys::{Command, Key, ToolKey};
use crate::app::texts::Text;
use crate::app::workspace::Workspace;
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

/// Implements [`ToolCore`] for a tool with its id and its name. Also converts the tool's own actions into [`Action`]s,
/// which the tool's `update` handles.
macro_rules! tool {
    ($tool:ty, $action:ty, $id:literal, $name:expr) => {
        impl $crate::app::tool::ToolCore for $tool {
            fn id(&self) -> &'static str {
                $id
            }

            fn name(&self) -> &'static str {
                $name
            }

            fn act(&mut self, desk: &mut $crate::app::desk::Desk, action: Box<dyn std::any::Any + Send>) {
                if let Ok(action) = action.downcast::<$action>() {
                    self.update(desk, *action);
                }
            }
        }

        impl From<$action> for $crate::app::action::Action {
            fn from(action: $action) -> Self {
                Self::tool::<$tool>(action)
            }
        }
    };
}
pub(in crate::app) use tool;

/// Tool of a workspace. Methods that return `bool` for an event return `true` if the tool used the event; it then has
/// no other effect.
pub trait Tool: ToolCore + Panel + Any {
    /// Returns the workspaces in which the tool is offered.
    fn workspaces(&self) -> &'static [Workspace] {
        &[Workspace::Collide]
    }

    /// Drops what the tool holds of the previous mesh, since another is open. Called for all tools, in use or not.
    fn mesh_changed(&mut self, _: &mut Desk) {}

    /// Arranges the scene, in which the mesh is placed as in its file. Called when the tool comes into use, or gets
    /// another mesh.
    fn arrange(&mut self, _: &mut Desk) {}

    /// Prepares the tool for use, after another tool was in use.
    fn enter(&mut self, _: &mut Desk) {}

    /// Ends the use of the tool.
    fn leave(&mut self, _: &mut Desk) {}

    fn click(&mut self, _: &mut Desk, _: &Press) {}

    /// Handles the second press of a double click, and returns `true` if it does no more. If it returns `false`, the
    /// press is a click, and the pivot moves there.
    fn double_click(&mut self, _: &mut Desk) -> bool {
        false
    }

    fn right_click(&mut self, _: &mut Desk, _: &Press) {}

    /// Handles the press of a button in the picture, before it is known to be a click or a drag.
    fn press(&mut self, _: &mut Desk) {}

    /// Handles the mouse at a point of the picture, or with `None` outside of it.
    fn hover(&mut self, _: &mut Desk, _: Option<CursorPosition>) {}

    /// Handles a drag of the mouse, and returns `true`. If it returns `false`, the drag moves the camera.
    fn drag(&mut self, _: &mut Desk, _: &DragTo) -> bool {
        false
    }

    /// Ends the drag that [`Tool::drag`] took, if there is one.
    fn drag_ended(&mut self, _: &mut Desk) {}

    /// Divides the tool's sizes by a factor, for the wheel with Shift, and returns `true`. If it returns `false`, the
    /// wheel zooms.
    fn scale(&mut self, _: &mut Desk, _: f64) -> bool {
        false
    }

    /// Runs a command of a key, a menu entry or a button; returns `false` if the tool has no such command.
    fn command(&mut self, _: &mut Desk, _: Command) -> bool {
        false
    }

    /// Returns `true` if the tool's switch for a command is on; `None` if the tool has no switch for it.
    fn is_on(&self, _: Command) -> Option<bool> {
        None
    }

    /// Undoes a drag under way when Esc is pressed; returns `true` if there was a drag.
    fn cancel_drag(&mut self, _: &mut Desk) -> bool {
        false
    }

    /// Closes the topmost thing that the tool has open when Esc is pressed; returns `true` if anything was open.
    fn close(&mut self, _: &mut Desk) -> bool {
        false
    }

    /// Forgets what was clicked when Esc is pressed and nothing is open.
    fn let_go(&mut self, _: &mut Desk) {}

    /// Opens a file that was dropped on the window; returns `false` if the tool does not take it.
    fn dropped(&mut self, _: &mut Desk, _: &MeshSource) -> bool {
        false
    }

    /// Opens the page of a lesson that a situation names, and restores the situation there.
    fn open_page_of(&mut self, _: &mut Desk, _: Situation) {}

    /// Returns the tool's keys. The tool is told when a key goes down, and `desk.pointer.held` has it until it goes up.
    fn keys(&self) -> &'static [ToolKey] {
        &[]
    }

    fn takes_keys(&self) -> bool {
        true
    }

    /// Returns `true` if the tool takes a key now.
    fn takes_key(&self, key: Key) -> bool {
        self.takes_keys() && self.keys().iter().any(|row| row.key == key)
    }

    /// Handles one of the tool's keys, which went down.
    fn key_pressed(&mut self, _: &mut Desk, _: Key) {}

    /// Returns `true` if something moves by itself, so that frames are drawn continuously.
    fn is_moving(&self, _: &Desk) -> bool {
        false
    }

    /// Continues what moves by itself for so many seconds.
    fn tick(&mut self, _: &mut Desk, _: f64) {}

    /// Returns the job that the tool waits for, to be shown over the picture; `None` if it waits for none.
    fn work(&self) -> Option<Work<'_>> {
        None
    }

    /// Returns `true` if the tool waits for a job whose progress is shown.
    fn is_working(&self) -> bool {
        self.work().is_some()
    }

    /// Updates the tool after each action while it is in use, unless only the mouse has moved.
    fn follow(&mut self, _: &mut Desk) {}
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

    /// Returns the lines and faces that are drawn in the scene over the mesh.
    fn overlays(&self, _: &Desk, _: &Palette) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns the lines and faces that are drawn over the mesh in the free view of a split picture.
    fn second_view_overlays(&self, _: &Desk, _: &Palette) -> Vec<Overlay> {
        Vec::new()
    }

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

    /// Returns the tool's uses of the mouse, for the hint bar and the help: gesture or key, and its effect. Moves of
    /// the camera are not among them.
    fn hints(&self) -> &'static [(Text, Text)] {
        &[]
    }
}
