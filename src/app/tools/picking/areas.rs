//! Areas instead of clicks: the gestures of picking whose drags select what lies in a box, a lasso or under a brush.
//!
//! While one of them is in use the left drag is its own, and the wheel with Shift sets the brush's radius; held Space
//! gives drags back to the camera. What a stroke would select is shown as selected while it lasts, as far as that
//! takes no longer than a frame may, and is one step of the history when it ends.

pub(in crate::app) mod connected;
pub(in crate::app) mod crumbs;
pub(super) mod saved;
mod stroke;

pub use connected::Flat;
pub use stroke::Stroke;

use super::{Picking, PickingAction};
use crate::app::action::Work;
use crate::app::desk::{Desk, navigate};
use crate::app::input::{Button, DragTo, NavigationPreset, Press};
use crate::app::keys::{Command, Key};
use crate::app::pane::Pane;
use crate::app::texts::Text;
use crate::app::workspace::Workspace;
use connected::Connecting;
use crumbs::Crumbs;
use pickray::mesh::RegionTest;

/// The radius of the brush, in logical pixels: at first, and as it may be.
const RADIUS: f64 = 24.0;
const RADII: [f64; 2] = [2.0, 400.0];

/// What a left drag does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AreaTool {
    /// It moves the camera, and clicks pick.
    #[default]
    Click,
    Box,
    Lasso,
    Brush,
}

impl AreaTool {
    /// All of them, in the order of the strip.
    pub const ALL: [Self; 4] = [Self::Click, Self::Box, Self::Lasso, Self::Brush];

    /// Returns the command that takes it.
    pub const fn command(self) -> Command {
        match self {
            Self::Click => Command::SelectByClick,
            Self::Box => Command::SelectByBox,
            Self::Lasso => Command::SelectByLasso,
            Self::Brush => Command::SelectByBrush,
        }
    }

    fn of(command: Command) -> Option<Self> {
        Self::ALL.into_iter().find(|tool| tool.command() == command)
    }

    /// Returns what the mouse does with it, for the last line and the help.
    pub fn hints(self) -> &'static [(Text, Text)] {
        const ADD: (Text, Text) = (Text("gesture-shift-drag"), Text("click-add"));
        const REMOVE: (Text, Text) = (Text("gesture-shift-ctrl-drag"), Text("click-remove"));
        const TURN: (Text, Text) = (Text("gesture-space-drag"), Text("drag-orbit"));
        match self {
            Self::Click => &[],
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

/// The rules by which triangles count as those of an area, in the order of the strip: each with its name, and what it
/// means.
pub const RULES: [(RegionTest, Text, Text); 3] = [
    (RegionTest::Touching, Text("area-touch"), Text("area-touch-about")),
    (RegionTest::Inside, Text("area-enclose"), Text("area-enclose-about")),
    (RegionTest::Centroid, Text("area-centre"), Text("area-centre-about")),
];

#[derive(Debug)]
pub struct Areas {
    pub tool: AreaTool,
    /// Whether what is hidden behind others is taken, too.
    pub through: bool,
    pub rule: RegionTest,
    /// The radius of the brush, in logical pixels.
    pub radius: f64,
    pub stroke: Option<Stroke>,
    /// Whether the stroke of this drag was taken back: what is left of the drag does nothing.
    taken_back: bool,
    /// The flat region whose angle the wheel sets.
    pub flat: Option<Flat>,
    /// The greatest angle of a flat region, in degrees.
    pub angle: f64,
    /// What covers no pixel, looked for when the stroke has ended.
    crumbs: Crumbs,
    /// The neighbours of a mesh, while they are found.
    connecting: Connecting,
}

impl Default for Areas {
    fn default() -> Self {
        Self {
            tool: AreaTool::Click,
            through: false,
            rule: RegionTest::Touching,
            radius: RADIUS,
            stroke: None,
            taken_back: false,
            flat: None,
            angle: 10.0,
            crumbs: Crumbs::default(),
            connecting: Connecting::default(),
        }
    }
}

/// An action on the gestures of areas.
#[derive(Debug)]
pub enum AreaAction {
    Through(bool),
    Rule(RegionTest),
    CrumbsFound(crumbs::Found),
    Connected(connected::Found),
    Read(saved::Read),
    /// Look for nothing any longer.
    Stop,
}

impl From<AreaAction> for PickingAction {
    fn from(action: AreaAction) -> Self {
        Self::Area(action)
    }
}

impl Areas {
    /// Returns whether a key is held back from others: with Space held, drags are the camera's.
    pub fn takes_key(&self, key: Key) -> bool {
        key == Key::Space && self.tool != AreaTool::Click
    }

    /// Returns whether a gesture is in use, of the command that takes it.
    pub fn is_in_use(&self, command: Command) -> Option<bool> {
        AreaTool::of(command).map(|tool| tool == self.tool)
    }

    /// Returns what is looked for beside the window.
    pub fn work(&self) -> Option<Work<'_>> {
        self.crumbs.work().or_else(|| self.connecting.work())
    }

    /// Looks for nothing any longer; returns whether anything was looked for.
    fn stop(&mut self) -> bool {
        self.crumbs.stop() | self.connecting.stop()
    }

    /// Returns what draws a press: the gesture in use, or in Blender's habits, where the left button moves no camera, a
    /// box. In the free view nothing is selected, and a drag moves its camera.
    fn tool_of(&self, desk: &Desk, drag: &DragTo) -> Option<AreaTool> {
        if drag.press.pane == Pane::Aside
            || !drag.press.button.picks()
            || drag.press.modifiers.alt
            || desk.pointer.held.contains(&Key::Space)
        {
            return None;
        }
        let navigation = desk.settings.navigation;
        let is_free = desk.workspace == Workspace::Pick
            && navigation == NavigationPreset::Blender
            && navigation.drag(&drag.press).is_none();
        match self.tool {
            AreaTool::Click => is_free.then_some(AreaTool::Box),
            tool => Some(tool),
        }
    }
}

impl Picking {
    pub(super) fn act_on_areas(&mut self, desk: &mut Desk, action: AreaAction) {
        match action {
            AreaAction::Through(through) => self.areas.through = through,
            AreaAction::Rule(rule) => self.areas.rule = rule,
            AreaAction::CrumbsFound(found) => self.crumbs_found(desk, found),
            AreaAction::Connected(found) => self.connected(desk, found),
            AreaAction::Read(read) => self.selection_read(desk, read),
            AreaAction::Stop => {
                self.areas.stop();
            }
        }
    }

    /// Runs a command of areas; returns whether it is one.
    pub(super) fn command_of_areas(&mut self, desk: &mut Desk, command: Command) -> bool {
        if let Some(tool) = AreaTool::of(command).filter(|_| desk.workspace == Workspace::Pick) {
            self.use_area_tool(desk, tool);
            return true;
        }
        match command {
            Command::ToggleThrough => self.areas.through ^= true,
            Command::SelectLinked | Command::SelectFlat | Command::Grow | Command::Shrink => {
                self.select_connected(desk, command);
            }
            Command::SelectMaterial => self.select_material(desk),
            Command::SelectObject => self.select_object(desk),
            Command::SaveSelection => saved::save(desk),
            Command::OpenSelection => saved::ask(desk),
            _ => return false,
        }
        true
    }

    /// Takes another gesture; the one in use again is put away.
    fn use_area_tool(&mut self, desk: &mut Desk, tool: AreaTool) {
        self.cancel_stroke(desk);
        self.areas.tool = if self.areas.tool == tool { AreaTool::Click } else { tool };
    }

    /// Takes a drag, where a gesture of areas is in use; whether it did.
    pub(super) fn drag_area(&mut self, desk: &mut Desk, drag: &DragTo) -> bool {
        if drag.begins {
            self.cancel_stroke(desk);
            self.areas.taken_back = false;
            let Some(tool) = self.areas.tool_of(desk, drag) else { return self.turn_meanwhile(desk, drag) };
            self.areas.flat = None;
            self.areas.crumbs.stop();
            self.areas.stroke = Some(Stroke::begin(desk, tool, drag, self.areas.radius * desk.shown.scale_factor));
        }
        let options = (self.areas.through, self.areas.rule);
        let Some(stroke) = &mut self.areas.stroke else {
            return self.areas.taken_back || self.turn_meanwhile(desk, drag);
        };
        stroke.draw(desk, drag.to, options);
        true
    }

    /// Moves the camera by a drag with Space held, in anybody's habits as the left button does in pickray's own.
    fn turn_meanwhile(&self, desk: &mut Desk, drag: &DragTo) -> bool {
        let is_meant = self.areas.tool != AreaTool::Click && desk.pointer.held.contains(&Key::Space);
        if !is_meant || !drag.press.button.picks() {
            return false;
        }
        let press = Press { button: Button::Finger, ..drag.press };
        navigate::drag(desk, &DragTo { press, ..*drag });
        true
    }

    /// Takes a stroke back where the picture that it was drawn on is another, by the wheel say.
    pub(super) fn follow_stroke(&mut self, desk: &mut Desk) {
        if self.areas.stroke.as_ref().is_some_and(|stroke| stroke.press.view != *desk.view()) {
            self.cancel_stroke(desk);
        }
    }

    /// Selects what the stroke took.
    pub(super) fn end_stroke(&mut self, desk: &mut Desk) {
        let options = (self.areas.through, self.areas.rule);
        if let Some(left) = self.areas.stroke.take().and_then(|stroke| stroke.end(desk, options)) {
            self.areas.crumbs.look_for(desk, left);
        }
    }

    /// Takes the stroke back; returns whether there was one.
    pub(super) fn cancel_stroke(&mut self, desk: &mut Desk) -> bool {
        let stroke = self.areas.stroke.take();
        if let Some(stroke) = &stroke {
            stroke.take_back(desk);
            self.areas.taken_back = true;
        }
        stroke.is_some()
    }

    /// Forgets what belongs to a mesh.
    pub(super) fn drop_area_work(&mut self) {
        self.areas.stop();
        (self.areas.stroke, self.areas.flat) = (None, None);
    }

    /// Goes back to clicks, and forgets the flat region; returns whether there was anything to put away.
    pub(super) fn put_areas_away(&mut self) -> bool {
        let was_flat = self.areas.flat.take().is_some();
        let tool = std::mem::take(&mut self.areas.tool);
        self.areas.stop() || was_flat || tool != AreaTool::Click
    }

    /// Sets the flat region's angle, or the brush's radius, by the wheel; returns whether one of them is in use.
    pub(super) fn scale_area(&mut self, desk: &mut Desk, factor: f64) -> bool {
        if self.areas.flat.is_some() {
            self.turn_flat(desk, factor);
            return true;
        }
        if self.areas.tool != AreaTool::Brush {
            return false;
        }
        self.areas.radius = (self.areas.radius / factor).clamp(RADII[0], RADII[1]);
        true
    }
}

#[cfg(test)]
mod tests;
