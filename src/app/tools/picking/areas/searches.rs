//! Searches for what commands select (a connected part, a flat region, a ring of neighbours, a material, an object),
//! and for a stroke's triangles that cover no pixel's centre ("subpixel"); for large meshes in the background.

use super::{AreaAction, Areas};
use crate::app::desk::Desk;
use crate::app::desk::selecting::{self, Selecting};
use crate::app::input::ClickMode;
use crate::app::job::Task;
use crate::app::keys::Command;
use crate::app::texts::t;
use pickray::mesh::{Adjacency, Mesh, TriangleSet};
use pickray::pick::{ScreenArea, ScreenRegion, SelectOptions, TriangleId, TriangleIds, with_material};
use pickray::scene::{Scene, View};
use pickray::work::{Progress, packed};
use std::sync::Arc;

/// Most triangles of a mesh whose neighbours are found at once, not in the background.
const FEW_TRIANGLES: usize = 100_000;

/// Least and greatest angle of a flat region that the wheel may set, in degrees.
const ANGLES: [f64; 2] = [0.1, 180.0];

/// Flat region that was selected last: its first triangle, and the selection that it made.
#[derive(Clone, Copy, Debug)]
pub struct Flat {
    seed: TriangleId,
    selecting: Selecting,
}

/// Command of connected triangles, with the triangle that it begins from and what it does to the selection.
#[derive(Clone, Copy, Debug)]
pub struct ConnectedQuery {
    command: Command,
    seed: Option<TriangleId>,
    mode: ClickMode,
}

pub(in crate::app) struct FindNeighbours(pub Arc<Mesh>);

packed!(struct FindNeighbours { 0 });

impl Task for FindNeighbours {
    type Answer = Option<Adjacency>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        progress.begin("finding neighbours", 0.0..1.0);
        let found = Adjacency::of_with(&self.0, progress).ok();
        (found.is_some() || progress.check().is_ok()).then_some(found)
    }
}

impl Areas {
    /// Selects the connected part or flat region around the seed, or changes the selection by a ring of neighbours.
    pub(super) fn select_connected(&mut self, desk: &mut Desk, command: Command) {
        let seed = seed(desk);
        let has_seed = if is_ring(command) { !desk.selected.triangles.is_empty() } else { seed.is_some() };
        if !has_seed {
            let told = if is_ring(command) { t!("area-nothing-selected") } else { t!("area-no-seed") };
            return desk.tell(told);
        }
        let adds = desk.pointer.modifiers.shift && !is_ring(command);
        let mode = if adds { ClickMode::Add } else { ClickMode::Replace };
        self.connecting.stop();
        self.connect(desk, ConnectedQuery { command, seed, mode });
    }

    /// Runs a command of connected triangles; neighbours that are not known are found first.
    pub(super) fn connect(&mut self, desk: &mut Desk, query: ConnectedQuery) {
        let needed: Vec<u32> = match query.seed {
            Some(id) if !is_ring(query.command) => vec![id.object],
            _ => desk.selected.triangles.triangles().by_object().map(|(object, _)| object).collect(),
        };
        let objects = needed.into_iter().filter_map(|object| desk.study.scene().objects().get(object as usize));
        let missing = objects.map(|object| &object.mesh).find(|mesh| mesh.kept_adjacency().is_none()).cloned();
        let Some(mesh) = missing else { return self.take_connected(desk, query) };
        if mesh.n_triangles() <= FEW_TRIANGLES {
            return match mesh.adjacency() {
                Ok(_) => self.connect(desk, query),
                Err(error) => desk.complain(error.to_string()),
            };
        }
        let task = FindNeighbours(mesh.clone());
        desk.begin(&mut self.connecting, task, move |answer| AreaAction::Connected(answer, query, mesh));
    }

    fn take_connected(&mut self, desk: &mut Desk, ConnectedQuery { command, seed, mode }: ConnectedQuery) {
        let found = match (command, seed) {
            (Command::Grow | Command::Shrink, _) => rings(desk, command),
            (Command::SelectFlat, Some(seed)) => flat(desk, seed, self.angle),
            (_, Some(seed)) => of_object(desk, seed.object, |_, adjacency| adjacency.linked(seed.triangle)),
            _ => return,
        };
        let selecting = selecting::select(desk, mode, found);
        self.flat = seed.filter(|_| command == Command::SelectFlat).map(|seed| Flat { seed, selecting });
    }

    /// Divides the greatest angle of the last flat region by `factor`, and selects the region anew.
    pub(super) fn turn_flat(&mut self, desk: &mut Desk, factor: f64) {
        let Some(Flat { seed, selecting }) = self.flat else { return };
        let angle = (self.angle / factor).clamp(ANGLES[0], ANGLES[1]);
        let anew = selecting.anew(desk, flat(desk, seed, angle));
        self.flat = anew.map(|selecting| Flat { seed, selecting });
        if anew.is_some() {
            self.angle = angle;
        }
    }
}

/// Selects all triangles with the material of the triangle under the mouse, else of the inspected triangle.
pub(super) fn select_material(desk: &mut Desk) {
    let Some(seed) = seed(desk) else { return desk.tell(t!("area-no-seed")) };
    let source = desk.study.scene().objects()[seed.object as usize].mesh.source();
    let Some(name) = source.material(seed.triangle) else { return desk.tell(t!("area-no-material")) };
    selecting::select(desk, ClickMode::Replace, with_material(desk.study.scene(), name));
}

/// Selects all triangles of the object under the mouse, else of the row commands act on, else of the inspected one.
pub(super) fn select_object(desk: &mut Desk) {
    let meant = desk.selected.row.filter(|_| desk.selected.means_objects && desk.pointer.hover.is_none());
    let Some(row) = meant.or_else(|| Some(desk.row_of(seed(desk)?))) else {
        return desk.tell(t!("area-no-seed"));
    };
    let mut found = desk.triangles_of(row);
    found.intersect_with(&selecting::all_triangles(desk));
    selecting::select(desk, ClickMode::Replace, found);
}

fn is_ring(command: Command) -> bool {
    matches!(command, Command::Grow | Command::Shrink)
}

/// Returns the triangle under the mouse, else the one that is inspected.
fn seed(desk: &Desk) -> Option<TriangleId> {
    desk.pointer.hover.or_else(|| desk.picked.as_ref().and_then(|picked| picked.id()))
}

fn flat(desk: &Desk, seed: TriangleId, degrees: f64) -> TriangleIds {
    of_object(desk, seed.object, |mesh, adjacency| adjacency.flat_region(mesh, seed.triangle, degrees.to_radians()))
}

/// Returns the triangles that `found` finds by neighbours in the mesh of an object, if these are known; none is hidden.
fn of_object(desk: &Desk, index: u32, found: impl Fn(&Mesh, &Adjacency) -> TriangleSet) -> TriangleIds {
    let object = desk.study.scene().objects().get(index as usize);
    let shown = object.and_then(|object| {
        let mut triangles = found(&object.mesh, object.mesh.kept_adjacency()?);
        triangles.subtract(&object.hidden);
        Some(triangles)
    });
    TriangleIds::of(index, shown.unwrap_or_default())
}

fn rings(desk: &Desk, command: Command) -> TriangleIds {
    let (mut ids, grows) = (TriangleIds::default(), command == Command::Grow);
    for (index, triangles) in desk.selected.triangles.triangles().by_object() {
        ids.union_with(&of_object(desk, index, |_, adjacency| {
            if grows { adjacency.grow(triangles) } else { adjacency.shrink(triangles) }
        }));
    }
    ids
}

/// Most triangles, times regions, that are looked through at once, not in the background.
const FEW_TIMES_REGIONS: usize = 100_000;

/// Task that searches the regions of an ended stroke for triangles that cover no pixel's centre.
pub(in crate::app) struct FindSubpixelTriangles {
    pub scene: Scene,
    pub view: View,
    pub regions: Vec<ScreenRegion>,
    pub options: SelectOptions,
    /// Triangles that the stroke has already found.
    pub found: TriangleIds,
}

packed!(struct FindSubpixelTriangles { scene, view, regions, options, found });

impl Task for FindSubpixelTriangles {
    type Answer = TriangleIds;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        let mut subpixel = TriangleIds::default();
        for region in &self.regions {
            let Ok(area) = ScreenArea::new(&self.view, region) else { continue };
            subpixel.union_with(&area.seen_between_pixels(&self.scene, &self.options, &self.found, progress).ok()?);
        }
        Some(subpixel)
    }
}

impl Areas {
    /// Adds an ended stroke's subpixel triangles to its selection: at once among few, else in the background.
    pub(super) fn find_subpixel(&mut self, desk: &mut Desk, find: FindSubpixelTriangles, selecting: Selecting) {
        self.subpixel.stop();
        if find.options.through || find.regions.is_empty() {
            return;
        }
        let n: usize = find.scene.objects().iter().map(|object| object.mesh.n_triangles()).sum();
        let all = find.found.clone();
        if n * find.regions.len() <= FEW_TIMES_REGIONS {
            let subpixel = find.run(&Progress::default()).unwrap_or_default();
            return add_subpixel(desk, &subpixel, all, selecting);
        }
        desk.begin(&mut self.subpixel, find, move |answer| AreaAction::SubpixelFound(answer, all, selecting));
    }
}

/// Adds triangles found late to the step of their stroke, if nothing was selected since.
pub(super) fn add_subpixel(desk: &mut Desk, subpixel: &TriangleIds, mut all: TriangleIds, selecting: Selecting) {
    if !subpixel.is_empty() {
        all.union_with(subpixel);
        selecting.anew(desk, all);
    }
}
