//! Traits of a tool, which is a folder below `tools` and a line in its list.
//!
//! Events that no tool takes are done by `update` itself: the camera, the selection's commands, sheets.
//!
//! Panels of the window know tools by the trait `Tool` alone.
//!
//! Tools make something of the mouse and the keys while they are in use, and show it: beside the picture, over it and
//! in it. They read and change the [`Desk`], which all tools share, and what they hold themselves. Only a tool's panel
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
use pickray::study::Situation;
use pickray_render::{Overlay, Palette, Swarm};
use std::any::Any;
use std::fmt::Debug;

/// Id, name and actions of a tool, which `tool!` implements.
pub trait ToolCore {
    /// Returns the id by which the settings remember the tool.
    fn id(&self) -> &'static str;

    /// Returns the words on the tool's tab.
    fn name(&self) -> &'static str;

    /// Does an action of the tool's own.
    fn act(&mut self, desk: &mut Desk, action: Box<dyn Any + Send>);
}

/// Implements [`ToolCore`] for a tool with its id and its name, and makes [`Action`]s of its own ones, which its
/// `update` does.
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

/// Tool of a workspace. Methods that return `true` made something of an event, so that nobody else does.
pub trait Tool: ToolCore + Panel + Any + Debug {
    /// Returns the workspaces in which the tool is offered.
    fn workspaces(&self) -> &'static [Workspace] {
        &[Workspace::Collide]
    }

    /// Drops what the tool holds of the mesh before, since another is open. Called whether the tool is in use or not.
    fn mesh_changed(&mut self, _: &mut Desk) {}

    /// Arranges the scene, in which the mesh stands as its file says. Called when the tool is used, or has another
    /// mesh.
    fn arrange(&mut self, _: &mut Desk) {}

    /// Begins the use of the tool, after another was in use.
    fn enter(&mut self, _: &mut Desk) {}

    /// Ends the use of the tool.
    fn leave(&mut self, _: &mut Desk) {}

    fn click(&mut self, _: &mut Desk, _: &Press) {}

    /// Returns `true` if a double click does no more than its first press did.
    fn is_done_with_first_press(&self) -> bool {
        false
    }

    fn right_click(&mut self, _: &mut Desk, _: &Press) {}

    /// Takes the press of a button in the picture.
    fn press(&mut self, _: &mut Desk) {}

    /// Follows the mouse to a place in the picture, or with `None` off it.
    fn hover(&mut self, _: &mut Desk, _: Option<CursorPosition>) {}

    /// Takes a drag of the mouse, and returns `true`; one that no tool takes moves the camera.
    fn drag(&mut self, _: &mut Desk, _: &DragTo) -> bool {
        false
    }

    /// Lets go of what a drag holds, since it has ended.
    fn drag_ended(&mut self, _: &mut Desk) {}

    /// Divides sizes by a factor, for the wheel with Shift, and returns `true`; a turn that no tool takes zooms.
    fn scale(&mut self, _: &mut Desk, _: f64) -> bool {
        false
    }

    /// Runs a command of a key, a menu entry or a button; returns `true` if the tool did.
    fn command(&mut self, _: &mut Desk, _: Command) -> bool {
        false
    }

    /// Returns `true` if a switch of the tool's is on; `None` if the command is no switch of it.
    fn is_on(&self, _: Command) -> Option<bool> {
        None
    }

    /// Takes a drag back, at Esc; returns `true` if there was one.
    fn cancel_drag(&mut self, _: &mut Desk) -> bool {
        false
    }

    /// Closes the topmost thing that the tool has open, at Esc; returns `true` if there was one.
    fn close(&mut self, _: &mut Desk) -> bool {
        false
    }

    /// Forgets what was clicked, at Esc with nothing open.
    fn let_go(&mut self, _: &mut Desk) {}

    /// Takes a file that was dropped on the window; returns `true` if the tool did.
    fn dropped(&mut self, _: &mut Desk, _: &MeshSource) -> bool {
        false
    }

    /// Opens the page of a lesson that a situation names, and restores the situation there.
    fn open_page_of(&mut self, _: &mut Desk, _: Situation) {}

    /// Returns the tool's keys: it is told when one goes down, and the desk holds it until it goes up.
    fn keys(&self) -> &'static [ToolKey] {
        &[]
    }

    fn takes_keys(&self) -> bool {
        true
    }

    /// Returns `true` if a key is the tool's now.
    fn takes_key(&self, key: Key) -> bool {
        self.takes_keys() && self.keys().iter().any(|row| row.key == key)
    }

    /// Takes one of the tool's keys, which went down.
    fn key_pressed(&mut self, _: &mut Desk, _: Key) {}

    /// Returns `true` if something moves by itself, so that frames follow each other.
    fn is_moving(&self, _: &Desk) -> bool {
        false
    }

    /// Moves on by so many seconds.
    fn tick(&mut self, _: &mut Desk, _: f64) {}

    /// Returns the job that the tool waits for, to be shown over the picture.
    fn work(&self) -> Option<Work<'_>> {
        None
    }

    /// Returns `true` if the tool waits for a job whose progress is shown.
    fn is_working(&self) -> bool {
        self.work().is_some()
    }

    /// Follows what happened; called after each action while the tool is in use, except where only the mouse has moved.
    fn follow(&mut self, _: &mut Desk) {}
}

/// Panel of a tool. It computes nothing and changes nothing, but says what the person asks for.
pub trait Panel {
    /// Shows the panel beside the picture, and adds the actions that are asked for.
    fn show(&self, ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>);

    /// Returns `true` if the panel has a foot now.
    fn has_foot(&self, _: &Desk) -> bool {
        false
    }

    /// Shows the foot of the panel beside the picture, which stays while the rest scrolls. In a low panel it has no
    /// place of its own, and [`Panel::show`] shows what it holds ([`foot_stays`](crate::app::panels::foot_stays)).
    fn show_foot(&self, _: &mut Ui, _: &Desk, _: &mut Vec<Action>) {}

    /// Shows what lies over the picture, within `area`: marks in its own pixels, lists, legends.
    fn show_over(&self, _: &Ui, _: &Desk, _area: Rect, _: &mut Vec<Action>) {}

    /// Returns the lines and faces that are drawn in the scene over the mesh.
    fn overlays(&self, _: &Desk, _: &Palette) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns the lines and faces that are drawn over the mesh in the free view of a split picture.
    fn overlays_aside(&self, _: &Desk, _: &Palette) -> Vec<Overlay> {
        Vec::new()
    }

    /// Returns the many bodies that are drawn beside the scene, if there are any.
    fn swarm(&self, _: &Desk, _: &Palette) -> Option<Swarm> {
        None
    }

    fn show_below(&self, _: &mut Ui, _: &Desk, _: &mut Vec<Action>) {}

    /// Returns what is best done next, for the head of the last line: gesture or key, and a few words.
    fn next_step(&self, _: &Desk) -> Option<(String, &'static str)> {
        None
    }

    /// Returns the uses of the mouse beside moving the camera, for the last line and the help: gesture or key, and a
    /// few words.
    fn hints(&self) -> &'static [(Text, Text)] {
        &[]
    }
}
