//! Triangles in sight: where they are few, they are drawn rather than a simplified mesh.

use super::frame::Frame;
use super::kept::Part;
use super::triangle_state::runs;
use glam::DVec2;
use pickray::math::Viewport;
use pickray::mesh::RegionTest;

/// Largest number of runs of triangles in sight that are drawn in place of simplified meshes, each by a call.
const MOST_RUNS: usize = 512;

/// Number of triangles out of sight that are drawn between others rather than begin another run.
const GAP: usize = 32;

/// Returns runs of triangles among which are all in sight, if these are `most` at most, in not too many runs.
pub(super) fn in_sight(frame: &Frame, most: usize) -> Option<Vec<Part>> {
    let view = frame.view;
    let Viewport { x, y, width, height } = view.viewport;
    let outline =
        [[x, y], [x + width, y], [x + width, y + height], [x, y + height]].map(|[x, y]| DVec2::new(x.into(), y.into()));
    let (mut parts, mut left) = (Vec::new(), most);
    let shown = frame.scene.objects().iter().enumerate().filter(|(_, object)| object.visible);
    for (index, object) in shown {
        let frustum = view.frustum(&outline, &object.world_from_object)?;
        let found = object.mesh.some_triangles_in(&frustum, RegionTest::Touching, left)?;
        left -= found.len();
        parts.extend(runs(&found, GAP).into_iter().map(|(first, end)| (index, first..end)));
        // A tree without boxes is not built yet.
        if object.mesh.tree().bounds().is_empty() || MOST_RUNS < parts.len() {
            return None;
        }
    }
    frame.warp.is_none().then_some(parts)
}
