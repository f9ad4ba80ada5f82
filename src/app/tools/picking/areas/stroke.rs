//! A stroke: the drag that draws a box, a lasso or the path of a brush, and the triangles that it selects.
//!
//! `Selection::show` previews what a box or lasso would select, if that is found within `PREVIEW_SECONDS`. A preview is
//! no step of the history. A stroke keeps the view and the selection of the moment when the mouse was pressed.

use super::StripTool;
use super::searches::FindSubpixelTriangles;
use crate::app::desk::Desk;
use crate::app::desk::selecting::{self, Selecting};
use crate::app::input::{ClickMode, DragTo, Press};
use crate::app::job::Memo;
use crate::app::platform;
use crate::app::texts::{of_library, t};
use glam::DVec2;
use pickray::math::CursorPosition;
use pickray::pick::{AreaError, ScreenArea, ScreenRegion, SelectOptions, Selection, TriangleIds};
use pickray::scene::Object;
use pickray::study::Revision;
use pickray::work::Progress;

/// Longest time of a preview, in seconds; a selection that is expected to take longer is shown when the stroke ends.
const PREVIEW_SECONDS: f64 = 0.05;

/// Least distance between points of a lasso, in logical pixels; nearer ones are left out.
const LASSO_STEP: f64 = 2.0;

#[derive(Debug)]
pub struct Stroke {
    pub tool: StripTool,
    pub press: Press,
    /// Path of the mouse, in physical pixels from the top left; for a box, two opposite corners.
    pub points: Vec<DVec2>,
    /// The radius of the brush, in physical pixels.
    pub radius: f64,
    /// Number of triangles that the stroke would take; `None` if they are counted only when the stroke ends.
    pub count: Option<usize>,
    mode: ClickMode,
    before: TriangleIds,
    taken: TriangleIds,
    /// Triangles in the box or lasso of the last preview; reused at the end of the stroke if nothing has changed.
    found: Memo<(ScreenRegion, SelectOptions, Revision), TriangleIds>,
    /// Time that the last preview took in seconds, and the area of its region in square pixels.
    cost: Option<(f64, f64)>,
}

impl Stroke {
    pub(super) fn begin(desk: &Desk, tool: StripTool, drag: &DragTo, radius: f64) -> Self {
        let (press, before) = (drag.press, desk.selected.triangles.triangles().clone());
        let (points, taken, found) = (vec![press.cursor.into()], TriangleIds::default(), Memo::default());
        Self { tool, press, points, radius, count: None, mode: press.mode(), before, taken, found, cost: None }
    }

    /// Extends the stroke to the mouse position `to`, and previews the triangles that it would select.
    pub(super) fn draw(&mut self, desk: &mut Desk, to: CursorPosition, options: SelectOptions) {
        let to = DVec2::from(to);
        let last = self.points[self.points.len() - 1];
        match self.tool {
            StripTool::Box => {
                self.points.truncate(1);
                self.points.push(to);
            }
            StripTool::Lasso if to.distance(last) < LASSO_STEP * desk.shown.scale_factor => return,
            StripTool::Click | StripTool::Measure | StripTool::Lasso => self.points.push(to),
            StripTool::Brush => {
                let first = self.points.len() == 1;
                self.points.push(to);
                for dab in self.dabs(last, to, first) {
                    if let Ok(area) = ScreenArea::new(&self.press.view, &dab) {
                        self.taken.union_with(&taken_in(desk, &area, &options));
                    }
                }
                self.show(desk, self.taken.clone());
                return;
            }
        }

        // An area that is expected to take long is searched when the stroke ends.
        let Ok(region) = self.region() else { return };
        let expected = self.cost.map_or(0.0, |(seconds, size)| seconds * size_of_region(&region) / size.max(1.0));
        if expected > PREVIEW_SECONDS {
            self.count = None;
            return show(desk, &self.before);
        }
        let found = self.find(desk, region, options).unwrap_or_default();
        self.show(desk, found);
    }

    /// Selects the stroke's triangles; returns that step, and the search for subpixel ones. `None` without an area.
    pub(super) fn end(mut self, desk: &mut Desk, options: SelectOptions) -> Option<(FindSubpixelTriangles, Selecting)> {
        self.take_back(desk);
        let (regions, found) = if self.tool == StripTool::Brush {
            let ways = self.points.windows(2).enumerate();
            let dabs = ways.flat_map(|(index, way)| self.dabs(way[0], way[1], index == 0));
            (dabs.collect(), Ok(std::mem::take(&mut self.taken)))
        } else {
            let region = self.region();
            (region.iter().cloned().collect(), region.and_then(|region| self.find(desk, region, options)))
        };
        let found = found.map_err(|error| desk.tell(of_library::sentence(&error))).ok()?;
        let selecting = selecting::select(desk, self.mode, found.clone());
        let is_skipped = |object: &&Object| object.visible && object.object_from_world().is_none();
        let skipped = desk.study.scene().objects().iter().filter(is_skipped).count() as u64;
        if skipped > 0 {
            desk.tell(t!("area-objects-skipped", count = skipped));
        }
        let scene = desk.study.scene().clone();
        Some((FindSubpixelTriangles { scene, view: self.press.view, regions, options, found }, selecting))
    }

    pub(super) fn take_back(&self, desk: &mut Desk) {
        show(desk, &self.before);
    }

    /// Returns the triangles in a box or lasso, which are looked for only if they were not found last.
    fn find(&mut self, desk: &Desk, region: ScreenRegion, options: SelectOptions) -> Result<TriangleIds, AreaError> {
        let area = ScreenArea::new(&self.press.view, &region)?;
        let (size, start) = (size_of_region(&region), platform::seconds());
        if self.found.renew((region, options, desk.study.pick_revision()), || taken_in(desk, &area, &options)) {
            self.cost = Some((platform::seconds() - start, size));
        }
        Ok(TriangleIds::clone(&self.found))
    }

    fn region(&self) -> Result<ScreenRegion, AreaError> {
        match (self.tool, &self.points[..]) {
            (StripTool::Box, &[a, b]) => Ok(ScreenRegion::Rectangle { from: cursor(a), to: cursor(b) }),
            (StripTool::Lasso, points) if points.len() >= 3 => {
                Ok(ScreenRegion::Lasso(points.iter().copied().map(cursor).collect()))
            }
            _ => Err(AreaError::TooFewPoints(self.points.len())),
        }
    }

    /// Returns the discs of the brush on its way between two places; that at `from` only if `first`.
    fn dabs(&self, from: DVec2, to: DVec2, first: bool) -> Vec<ScreenRegion> {
        let n = (2.0 * from.distance(to) / self.radius.max(1.0)).ceil().max(1.0) as usize;
        let center = |k: usize| cursor(from.lerp(to, k as f64 / n as f64));
        let dab = |k: usize| ScreenRegion::Disc { center: center(k), radius: self.radius };
        (usize::from(!first)..=n).map(dab).collect()
    }

    fn show(&mut self, desk: &mut Desk, found: TriangleIds) {
        self.count = Some(found.len());
        let mut selection = Selection::of(self.before.clone());
        selecting::apply(&mut selection, self.mode, found);
        show(desk, selection.triangles());
    }
}

fn cursor(DVec2 { x, y }: DVec2) -> CursorPosition {
    CursorPosition { x, y }
}

fn size_of_region(region: &ScreenRegion) -> f64 {
    let of_points = |points: &[CursorPosition]| {
        let points = points.iter().map(|point| DVec2::from(*point));
        let low = points.clone().fold(DVec2::INFINITY, DVec2::min);
        let high = points.fold(DVec2::NEG_INFINITY, DVec2::max);
        (high - low).element_product()
    };
    match region {
        ScreenRegion::Rectangle { from, to } => of_points(&[*from, *to]),
        ScreenRegion::Lasso(points) => of_points(points),
        ScreenRegion::Disc { radius, .. } => 4.0 * radius * radius,
    }
}

/// Returns the triangles in an area: all of them, or only those that the rays of pixels hit.
fn taken_in(desk: &Desk, area: &ScreenArea, options: &SelectOptions) -> TriangleIds {
    if options.through {
        return area.through(desk.study.scene(), options.test);
    }
    area.seen_at_pixels(desk.study.scene(), options, &Progress::default()).unwrap_or_default()
}

fn show(desk: &mut Desk, ids: &TriangleIds) {
    let changed = desk.selected.triangles.show(ids);
    desk.selected.changed.union_with(&changed);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;

    #[test]
    fn the_end_of_a_stroke_takes_what_the_preview_found_unless_something_has_changed() {
        let mut desk = state().desk;
        let press = left_press(MIDDLE, *desk.view(), Modifiers::NONE);
        let to = CursorPosition::new(MIDDLE.x + 40.0, MIDDLE.y + 30.0);
        let options = SelectOptions::default();
        let mut stroke = Stroke::begin(&desk, StripTool::Box, &DragTo { press, to, begins: true }, 1.0);
        stroke.draw(&mut desk, to, options);
        let find = |stroke: &mut Stroke, desk: &Desk, options| {
            let found = stroke.region().and_then(|region| stroke.find(desk, region, options)).expect("a box");
            (found.len(), stroke.found.computed())
        };
        assert_eq!(stroke.count, Some(1));
        assert_eq!(find(&mut stroke, &desk, options), (1, 1), "nothing has changed");
        assert_eq!(find(&mut stroke, &desk, SelectOptions { through: true, ..options }), (3, 2));
        desk.study.apply(&Change::Hide(Objects::one(0))).expect("an object");
        assert_eq!(find(&mut stroke, &desk, options), (0, 3));
        stroke.end(&mut desk, options);
        assert!(desk.selected.triangles.is_empty());
    }
}
