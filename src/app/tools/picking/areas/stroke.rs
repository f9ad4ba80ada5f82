//! A stroke: the drag that draws a box, a lasso or the path of a brush, and the triangles that it selects.
//!
//! Triangles that a box or lasso would select are shown by `Selection::show`, which makes no step of the history. They
//! are shown only if finding them is expected to take at most `PREVIEW_SECONDS`. A stroke keeps the view and the
//! selection that there were when the mouse was pressed.

use super::AreaTool;
use super::crumbs::Left;
use crate::app::desk::{Desk, selecting};
use crate::app::input::{DragTo, Press};
use crate::app::keys::ClickMode;
use crate::app::platform;
use crate::app::texts::{of_library, t};
use glam::DVec2;
use pickray::math::CursorPosition;
use pickray::mesh::RegionTest;
use pickray::pick::{AreaError, ScreenArea, ScreenRegion, SelectOptions, Selection, TriangleIds};
use pickray::scene::Object;
use pickray::work::Progress;

/// Longest time of a preview, in seconds; a selection that is expected to take longer is shown when the stroke ends.
const PREVIEW_SECONDS: f64 = 0.05;

/// Least distance between points of a lasso, in logical pixels; nearer ones are left out.
const LASSO_STEP: f64 = 2.0;

/// Stroke that is being drawn.
#[derive(Debug)]
pub struct Stroke {
    pub tool: AreaTool,
    pub press: Press,
    /// Path of the mouse, in physical pixels from the top left; for a box, two opposite corners.
    pub points: Vec<DVec2>,
    /// The radius of the brush, in physical pixels.
    pub radius: f64,
    /// Number of triangles that the stroke would take; `None` if they are found only when the stroke ends.
    pub count: Option<usize>,
    mode: ClickMode,
    /// Triangles that were selected when the stroke began.
    before: TriangleIds,
    /// Triangles that the brush has taken so far.
    taken: TriangleIds,
    /// Time that the last preview took in seconds, and the area of its region in square pixels.
    cost: Option<(f64, f64)>,
}

impl Stroke {
    pub(super) fn begin(desk: &Desk, tool: AreaTool, drag: &DragTo, radius: f64) -> Self {
        let press = drag.press;
        let before = desk.selected.triangles.triangles().clone();
        Self {
            tool,
            press,
            points: vec![DVec2::new(press.cursor.x, press.cursor.y)],
            radius,
            count: None,
            mode: press.mode(),
            before,
            taken: TriangleIds::default(),
            cost: None,
        }
    }

    /// Continues the stroke to a place of the mouse, and shows the triangles that the stroke would select.
    pub(super) fn draw(&mut self, desk: &mut Desk, to: CursorPosition, options: (bool, RegionTest)) {
        let to = DVec2::new(to.x, to.y);
        let last = self.points[self.points.len() - 1];
        match self.tool {
            AreaTool::Box => {
                self.points.truncate(1);
                self.points.push(to);
            }
            AreaTool::Lasso if to.distance(last) < LASSO_STEP * desk.shown.scale_factor => return,
            AreaTool::Click | AreaTool::Lasso => self.points.push(to),
            AreaTool::Brush => {
                let first = self.points.len() == 1;
                let dabs = self.dabs(last, to, first);
                self.points.push(to);
                for dab in dabs {
                    self.taken.union_with(&self.found_in(desk, &dab, options).unwrap_or_default());
                }
                self.show(desk, self.taken.clone());
                return;
            }
        }
        let Ok(region) = self.region() else { return };
        let area = size_of_region(&region);
        let expected = self.cost.map_or(0.0, |(seconds, of_area)| seconds * area / of_area.max(1.0));
        if expected > PREVIEW_SECONDS {
            self.count = None;
            return show(desk, &self.before);
        }
        let start = platform::seconds();
        let found = self.found_in(desk, &region, options).unwrap_or_default();
        self.cost = Some((platform::seconds() - start, area));
        self.show(desk, found);
    }

    /// Selects the triangles that the stroke takes, in one step of the history; returns the regions to be searched for
    /// triangles that cover no pixel's centre. `None` if the stroke makes no area.
    pub(super) fn end(self, desk: &mut Desk, options: (bool, RegionTest)) -> Option<Left> {
        self.take_back(desk);
        let ways = self.points.windows(2).enumerate();
        let dabs = || ways.flat_map(|(index, way)| self.dabs(way[0], way[1], index == 0));
        let regions: Vec<ScreenRegion> = match self.tool {
            AreaTool::Brush => dabs().collect(),
            _ => self.region().into_iter().collect(),
        };
        let found = match (&regions[..], self.tool) {
            (_, AreaTool::Brush) => Ok(self.taken.clone()),
            ([region], _) => self.found_in(desk, region, options),
            _ => Err(AreaError::TooFewPoints(self.points.len())),
        };
        let found = match found {
            Ok(found) => found,
            Err(error) => {
                desk.tell(of_library::sentence(&error));
                return None;
            }
        };
        let selecting = selecting::select(desk, self.mode, found.clone());
        let is_skipped = |object: &&Object| object.visible && object.object_from_world().is_none();
        let skipped = desk.study.scene().objects().iter().filter(is_skipped).count() as u64;
        if skipped > 0 {
            desk.tell(t!("area-objects-skipped", count = skipped));
        }
        let options = select_options(desk, options);
        Some(Left { regions, options, view: self.press.view, found, selecting })
    }

    /// Shows the selection as it was before the stroke.
    pub(super) fn take_back(&self, desk: &mut Desk) {
        show(desk, &self.before);
    }

    /// Returns the triangles that a region takes: through others that hide them, too, or only those that the rays of
    /// pixels hit, as `options` say.
    fn found_in(
        &self,
        desk: &Desk,
        region: &ScreenRegion,
        options: (bool, RegionTest),
    ) -> Result<TriangleIds, AreaError> {
        let (scene, options) = (desk.study.scene(), select_options(desk, options));
        let area = ScreenArea::new(&self.press.view, region)?;
        if options.through {
            return Ok(area.through(scene, options.test));
        }
        Ok(area.seen_at_pixels(scene, &options, &Progress::default()).unwrap_or_default())
    }

    /// Returns the region of a box or a lasso.
    fn region(&self) -> Result<ScreenRegion, AreaError> {
        match (self.tool, &self.points[..]) {
            (AreaTool::Box, &[a, b]) => Ok(ScreenRegion::Rectangle { from: a, to: b }),
            (AreaTool::Lasso, points) if points.len() >= 3 => Ok(ScreenRegion::Lasso(points.to_vec())),
            _ => Err(AreaError::TooFewPoints(self.points.len())),
        }
    }

    /// Returns the discs of the brush on its way between two places; that at `from` only if `first`.
    fn dabs(&self, from: DVec2, to: DVec2, first: bool) -> Vec<ScreenRegion> {
        let n = (2.0 * from.distance(to) / self.radius.max(1.0)).ceil().max(1.0) as usize;
        let dab = |k: usize| ScreenRegion::Disc { center: from.lerp(to, k as f64 / n as f64), radius: self.radius };
        (usize::from(!first)..=n).map(dab).collect()
    }

    fn show(&mut self, desk: &mut Desk, found: TriangleIds) {
        self.count = Some(found.len());
        let mut selection = Selection::of(self.before.clone());
        selecting::apply(&mut selection, self.mode, found);
        show(desk, selection.triangles());
    }
}

/// Returns the area of a box around a region, in square pixels.
fn size_of_region(region: &ScreenRegion) -> f64 {
    let of_points = |points: &[DVec2]| {
        let low = points.iter().copied().fold(DVec2::INFINITY, DVec2::min);
        let high = points.iter().copied().fold(DVec2::NEG_INFINITY, DVec2::max);
        (high - low).element_product()
    };
    match region {
        ScreenRegion::Rectangle { from, to } => of_points(&[*from, *to]),
        ScreenRegion::Lasso(points) => of_points(points),
        ScreenRegion::Disc { radius, .. } => 4.0 * radius * radius,
    }
}

fn select_options(desk: &Desk, (through, test): (bool, RegionTest)) -> SelectOptions {
    SelectOptions { test, through, culling: desk.options().culling }
}

/// Shows triangles as selected, without a step of the history.
fn show(desk: &mut Desk, ids: &TriangleIds) {
    let changed = desk.selected.triangles.show(ids);
    desk.selected.changed.union_with(&changed);
}
