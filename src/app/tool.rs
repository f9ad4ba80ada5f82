//! What a tool is: a folder below `tools` and a line in its list.
//!
//! A tool makes something of the mouse and the keys while it is in use, and shows it: beside the picture, over it and
//! in it. It reads and changes the [`Desk`], which all tools share, and what it holds itself. Only a tool's panel
//! names egui.

use crate::app::action::{Action, Work};
use crate::app::answers::MeshSource;
use crate::app::desk::Desk;
use crate::app::input::{DragTo, Press};
use crate::app::keys::{Command, Key, ToolKey};
use crate::app::texts::Text;
use crate::app::workspace::Workspace;
use egui::{Rect, Ui};
use pickray::math::CursorPosition;
use pickray_render::{Overlay, Palette, Swarm};
use std::any::Any;
use std::fmt::Debug;

/// The id, the name and the actions of a tool: `tool!` gives them.
pub trait ToolCore {
    /// Returns what the settings remember it by.
    fn id(&self) -> &'static str;

    /// Returns what its tab says.
    fn name(&self) -> &'static str;

    /// Does an action of its own.
    fn act(&mut self, desk: &mut Desk, action: Box<dyn Any + Send>);
}

/// Gives a tool its id and its name, and makes [`Action`]s of its own ones, which its `update` does.
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

/// A tool. Methods that answer with a `bool` say whether the tool made something of it, so that nobody else does.
pub trait Tool: ToolCore + Panel + Any + Debug {
    /// Returns the workspaces in which it is offered.
    fn workspaces(&self) -> &'static [Workspace] {
        &[Workspace::Collide]
    }

    /// Drops what it holds of the mesh before, since another is open. Called whether it is in use or not.
    fn mesh_changed(&mut self, _: &mut Desk) {}

    /// Arranges the scene, in which the mesh stands as its file says: it is used now, or has another mesh.
    fn arrange(&mut self, _: &mut Desk) {}

    /// Begins to be used, where another was before.
    fn enter(&mut self, _: &mut Desk) {}

    /// Ends to be used.
    fn leave(&mut self, _: &mut Desk) {}

    fn click(&mut self, _: &mut Desk, _: &Press) {}

    /// Returns whether a double click is done with its first press.
    fn is_done_with_first_press(&self) -> bool {
        false
    }

    fn right_click(&mut self, _: &mut Desk, _: &Press) {}

    /// Takes a button that went down in the picture.
    fn press(&mut self, _: &mut Desk) {}

    /// Follows the mouse to a place in the picture, or off it.
    fn hover(&mut self, _: &mut Desk, _: Option<CursorPosition>) {}

    /// Takes a drag of the mouse; what no tool takes moves the camera.
    fn drag(&mut self, _: &mut Desk, _: &DragTo) -> bool {
        false
    }

    /// Lets go of what a drag holds, since it has ended.
    fn drag_ended(&mut self, _: &mut Desk) {}

    /// Divides sizes by a factor, by which the wheel is turned with Shift; what no tool takes zooms.
    fn scale(&mut self, _: &mut Desk, _: f64) -> bool {
        false
    }

    /// Runs a command of a key, a menu entry or a button.
    fn command(&mut self, _: &mut Desk, _: Command) -> bool {
        false
    }

    /// Returns whether a switch that is the tool's is on; `None` where it is none of its.
    fn is_on(&self, _: Command) -> Option<bool> {
        None
    }

    /// Takes a drag back, at Esc.
    fn cancel_drag(&mut self, _: &mut Desk) -> bool {
        false
    }

    /// Closes the topmost thing that it has open, at Esc.
    fn close(&mut self, _: &mut Desk) -> bool {
        false
    }

    /// Forgets what was clicked, at Esc with nothing open.
    fn let_go(&mut self, _: &mut Desk) {}

    /// Takes a file that was dropped on the window.
    fn dropped(&mut self, _: &mut Desk, _: &MeshSource) -> bool {
        false
    }

    /// Returns its keys: it is told when one goes down, and the desk holds it until it goes up.
    fn keys(&self) -> &'static [ToolKey] {
        &[]
    }

    fn takes_keys(&self) -> bool {
        true
    }

    /// Returns whether a key is the tool's now.
    fn takes_key(&self, key: Key) -> bool {
        self.takes_keys() && self.keys().iter().any(|row| row.key == key)
    }

    /// Takes one of its keys, which went down.
    fn key_pressed(&mut self, _: &mut Desk, _: Key) {}

    /// Returns whether something moves by itself, so that frames follow each other.
    fn is_moving(&self, _: &Desk) -> bool {
        false
    }

    /// Moves on by so many seconds.
    fn tick(&mut self, _: &mut Desk, _: f64) {}

    /// Returns the job that it waits for, to be shown over the picture.
    fn work(&self) -> Option<Work<'_>> {
        None
    }

    /// Returns whether it waits for a job whose progress is shown.
    fn is_working(&self) -> bool {
        self.work().is_some()
    }

    /// Follows whatever happened, also while it is not in use.
    fn follow(&mut self, _: &mut Desk) {}
}

/// The panel of a tool. It computes nothing and changes nothing, but says what the person asks for.
pub trait Panel {
    /// Shows what stands beside the picture, and adds what is asked for.
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>);

    /// Returns whether it has a foot now.
    fn has_foot(&self, _: &Desk) -> bool {
        false
    }

    /// Shows the foot of the panel beside the picture, which stays while the rest scrolls. In a low panel it has no
    /// place of its own, and [`Panel::show`] shows what it holds ([`foot_stays`](crate::app::panels::foot_stays)).
    fn show_foot(&self, _: &mut Ui, _: &Desk, _: &mut Vec<Action>) {}

    /// Shows what lies over the picture, within `area`: marks in its own pixels, lists, legends.
    fn show_over(&self, _: &Ui, _: &Desk, _area: Rect, _: &mut Vec<Action>) {}

    /// Returns what is drawn in the scene over the mesh.
    fn overlays(&self, _: &Desk, _: &Palette) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns what is drawn over the mesh in the free view of a split picture.
    fn overlays_aside(&self, _: &Desk, _: &Palette) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns the many bodies that are drawn beside the scene, if it has any.
    fn swarm(&self, _: &Desk, _: &Palette) -> Option<Swarm> {
        None
    }

    fn show_below(&self, _: &mut Ui, _: &Desk, _: &mut Vec<Action>) {}

    /// Returns what is best done next, for the head of the last line: gesture or key, and a few words.
    fn next_step(&self, _: &Desk) -> Option<(String, &'static str)> {
        None
    }

    /// Returns what the mouse does beside moving the camera, for the last line and the help: gesture or key, and a few
    /// words.
    fn hints(&self) -> &'static [(Text, Text)] {
        &[]
    }
}
