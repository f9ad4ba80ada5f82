//! Selection by gestures: left drags select the triangles in a box, in a lasso or under a brush.
//!
//! Drags with Space held move the camera; Shift and the wheel set the brush's radius. A stroke shows its triangles as
//! selected while it lasts, unless that takes too long for a frame, and makes one step of the history at its end.

pub(in crate::app) mod searches;
mod stroke;

pub use searches::{ConnectedQuery, Flat};
pub use stroke::Stroke;

use super::StripTool;
use super::saving::{self, ReadSelection};
use crate::app::action::Work;
use crate::app::arrangement::{Pane, Workspace};
use crate::app::desk::selecting::Selecting;
use crate::app::desk::{Desk, loading, navigate};
use crate::app::input::{Button, DragTo, NavigationPreset, Press};
use crate::app::job::{Answer, Pending};
use crate::app::keys::{Command, Key};
use crate::app::texts::{Text, t};
use pickray::mesh::{Adjacency, Mesh, RegionTest};
use pickray::pick::{SelectOptions, TriangleIds};
use std::sync::Arc;

/// Radius of the brush at first, in logical pixels; `RADII` are the least and the greatest.
const RADIUS: f64 = 24.0;
const RADII: [f64; 2] = [2.0, 400.0];

/// Rules that decide if a triangle belongs to an area, each with its name and explanation, as their buttons stand.
pub const RULES: [(RegionTest, Text, Text); 3] = [
    (RegionTest::Touching, Text("area-touch"), Text("area-touch-about")),
    (RegionTest::Inside, Text("area-enclose"), Text("area-enclose-about")),
    (RegionTest::Centroid, Text("area-centre"), Text("area-centre-about")),
];

#[derive(Debug)]
pub struct Areas {
    /// `true` if gestures also select triangles that are hidden behind others.
    pub through: bool,
    pub rule: RegionTest,
    /// The radius of the brush, in logical pixels.
    pub radius: f64,
    pub stroke: Option<Stroke>,
    /// Flat region that was selected last; the wheel changes its greatest angle.
    pub flat: Option<Flat>,
    /// Greatest angle between the normals of a flat region and of its first triangle, in degrees.
    pub angle: f64,
    /// Search, after a stroke, for its triangles that cover no pixel's centre.
    subpixel: Pending<TriangleIds>,
    /// Search for the neighbours of each triangle of a mesh, which some commands need.
    connecting: Pending<Option<Adjacency>>,
}

impl Default for Areas {
    fn default() -> Self {
        let (rule, subpixel, connecting) = (RegionTest::Touching, Pending::Idle, Pending::Idle);
        Self { through: false, rule, radius: RADIUS, stroke: None, flat: None, angle: 10.0, subpixel, connecting }
    }
}

#[derive(Debug)]
pub enum AreaAction {
    Through(bool),
    Rule(RegionTest),
    /// Add triangles found between the pixels to those of a stroke, in the same step of the history.
    SubpixelFound(Answer<TriangleIds>, TriangleIds, Selecting),
    /// Run the command that waited for the neighbours of a mesh.
    Connected(Answer<Option<Adjacency>>, ConnectedQuery, Arc<Mesh>),
    Read(ReadSelection),
    Stop,
}

impl Areas {
    /// Returns the progress of the search that runs in the background; `None` if none runs.
    pub fn work(&self) -> Option<Work<'_>> {
        let subpixel = self.subpixel.work(t!("area-subpixel"), AreaAction::Stop);
        subpixel.or_else(|| self.connecting.work(t!("area-connecting"), AreaAction::Stop))
    }

    fn stop(&mut self) -> bool {
        self.subpixel.stop() | self.connecting.stop()
    }

    fn options(&self, desk: &Desk) -> SelectOptions {
        SelectOptions { test: self.rule, through: self.through, culling: desk.options().culling }
    }

    /// Cancels the stroke and restores the selection from before it; returns whether there was a stroke.
    pub(super) fn cancel_stroke(&mut self, desk: &mut Desk) -> bool {
        let Some(stroke) = self.stroke.take() else { return false };
        stroke.take_back(desk);
        desk.pointer.is_drag_over = true;
        true
    }

    /// Cancels the stroke if the view that it is drawn on has changed, for example by the wheel.
    pub(super) fn follow(&mut self, desk: &mut Desk) {
        if self.stroke.as_ref().is_some_and(|stroke| stroke.press.view != *desk.view()) {
            self.cancel_stroke(desk);
        }
    }

    pub(super) fn act(&mut self, desk: &mut Desk, action: AreaAction) {
        match action {
            AreaAction::Through(through) => self.through = through,
            AreaAction::Rule(rule) => self.rule = rule,
            AreaAction::SubpixelFound(found, all, selecting) => {
                if let Some(subpixel) = self.subpixel.take(found) {
                    searches::add_subpixel(desk, &subpixel, all, selecting);
                }
            }
            AreaAction::Connected(found, query, mesh) => match self.connecting.take(found) {
                Some(Some(adjacency)) => {
                    mesh.keep_adjacency(adjacency);
                    self.connect(desk, query);
                }
                Some(None) => desk.complain(t!("area-no-memory")),
                None => {}
            },
            AreaAction::Read(read) => saving::selection_read(desk, read),
            AreaAction::Stop => _ = self.stop(),
        }
    }

    /// Runs `command` if it is one of the commands that select areas; returns whether it is.
    pub(super) fn command(&mut self, desk: &mut Desk, command: Command) -> bool {
        match command {
            Command::ToggleThrough => self.through ^= true,
            Command::SelectLinked | Command::SelectFlat | Command::Grow | Command::Shrink => {
                self.select_connected(desk, command);
            }
            Command::SelectMaterial => searches::select_material(desk),
            Command::SelectObject => searches::select_object(desk),
            Command::SaveSelection => saving::save_selection(desk),
            Command::OpenSelection => loading::ask_for_files(desk, (t!("open-selection"), desk.folder()), false),
            _ => return false,
        }
        true
    }

    /// Handles a drag if a box, lasso or brush is in use; returns whether the drag was handled.
    pub(super) fn drag(&mut self, desk: &mut Desk, tool: StripTool, drag: &DragTo) -> bool {
        if drag.begins {
            self.cancel_stroke(desk);
            desk.pointer.is_drag_over = false;
            if let Some(tool) = drawn_by(desk, tool, drag) {
                self.flat = None;
                self.subpixel.stop();
                self.stroke = Some(Stroke::begin(desk, tool, drag, self.radius * desk.shown.scale_factor));
            }
        }
        let options = self.options(desk);
        if let Some(stroke) = &mut self.stroke {
            stroke.draw(desk, drag.to, options);
            return true;
        }
        // With Space held the camera moves, in all habits as by the left button in pickray's own.
        let turns = tool.draws_areas() && desk.pointer.held.contains(&Key::Space) && drag.press.button.picks();
        if turns {
            let press = Press { button: Button::Finger, ..drag.press };
            navigate::drag(desk, &DragTo { press, ..*drag });
        }
        turns
    }

    pub(super) fn end_stroke(&mut self, desk: &mut Desk) {
        let options = self.options(desk);
        if let Some((find, selecting)) = self.stroke.take().and_then(|stroke| stroke.end(desk, options)) {
            self.find_subpixel(desk, find, selecting);
        }
    }

    /// Forgets the stroke, the flat region and the searches, as they are of no use with another mesh.
    pub(super) fn mesh_changed(&mut self) {
        self.stop();
        (self.stroke, self.flat) = (None, None);
    }

    /// Stops the searches and forgets the flat region; returns whether any of this was needed.
    pub(super) fn close(&mut self) -> bool {
        let was_flat = self.flat.take().is_some();
        self.stop() || was_flat
    }

    /// Scales, by the wheel, the last flat region's greatest angle, else the brush's radius; `false` without either.
    pub(super) fn scale(&mut self, desk: &mut Desk, tool: StripTool, factor: f64) -> bool {
        if self.flat.is_some() {
            self.turn_flat(desk, factor);
            return true;
        }
        if tool != StripTool::Brush {
            return false;
        }
        self.radius = (self.radius / factor).clamp(RADII[0], RADII[1]);
        true
    }
}

/// Returns the gesture that a drag draws: the one in use, or a box in Blender's habits; `None` if it is the camera's.
fn drawn_by(desk: &Desk, tool: StripTool, drag: &DragTo) -> Option<StripTool> {
    if drag.press.pane == Pane::SecondView
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
    match tool {
        StripTool::Click => is_free.then_some(StripTool::Box),
        tool => tool.draws_areas().then_some(tool),
    }
}

#[cfg(test)]
mod tests;
