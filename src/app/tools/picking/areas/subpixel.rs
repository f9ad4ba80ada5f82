//! Search, after a stroke, for its triangles that cover no pixel's centre ("subpixel"). Large meshes are searched in
//! the background.

use super::{AreaAction, Picking};
use crate::app::action::Work;
use crate::app::desk::Desk;
use crate::app::desk::selecting::Selecting;
use crate::app::job::{Answer, Pending, Task};
use crate::app::texts::t;
use pickray::pick::{ScreenArea, ScreenRegion, SelectOptions, TriangleIds};
use pickray::scene::{Scene, View};
use pickray::work::{Progress, packed};

/// Most triangles, times regions, that are looked through at once, not in the background.
const FEW_TRIANGLES: usize = 100_000;

pub type Found = Answer<TriangleIds>;

/// Search for a stroke's triangles that cover no pixel's centre, and the selection that they are added to.
#[derive(Debug, Default)]
pub(super) struct SubpixelSearch {
    found: Pending<TriangleIds>,
    /// Triangles that the stroke found at pixel centres, and the step of the history that selected them.
    before: Option<(TriangleIds, Selecting)>,
}

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

impl SubpixelSearch {
    pub(super) fn stop(&mut self) -> bool {
        self.before = None;
        self.found.stop()
    }

    pub(super) fn work(&self) -> Option<Work<'_>> {
        let cancel = AreaAction::Stop.into();
        Some(Work { title: t!("area-subpixel").to_owned(), progress: self.found.progress()?, cancel })
    }

    /// Searches for an ended stroke's triangles that cover no pixel's centre, and adds them to its selection. Searches
    /// at once among few triangles, else in the background.
    pub(super) fn look_for(&mut self, desk: &mut Desk, find: FindSubpixelTriangles, selecting: Selecting) {
        self.stop();
        if find.options.through || find.regions.is_empty() {
            return;
        }
        let n: usize = find.scene.objects().iter().map(|object| object.mesh.n_triangles()).sum();
        self.before = Some((find.found.clone(), selecting));
        if n * find.regions.len() <= FEW_TRIANGLES {
            let subpixel = find.run(&Progress::default()).unwrap_or_default();
            return self.add(desk, subpixel);
        }
        desk.begin(&mut self.found, find, AreaAction::SubpixelFound);
    }

    /// Adds triangles found late, `subpixel`, to the step of their stroke, if nothing was selected since.
    fn add(&mut self, desk: &mut Desk, subpixel: TriangleIds) {
        if let Some((mut all, selecting)) = self.before.take().filter(|_| !subpixel.is_empty()) {
            all.union_with(&subpixel);
            selecting.anew(desk, all);
        }
    }
}

impl Picking {
    pub(super) fn subpixel_found(&mut self, desk: &mut Desk, found: Found) {
        if let Some(subpixel) = self.areas.subpixel.found.take(found) {
            self.areas.subpixel.add(desk, subpixel);
        }
    }
}
