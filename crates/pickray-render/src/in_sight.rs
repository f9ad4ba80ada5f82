//! Triangles in sight: where they are few, they are drawn rather than a simplified mesh.

use super::frame::Frame;
use pickray::mesh::RegionTest;
use pickray::scene::Object;

/// Returns the triangles of each object that are in sight, in ascending order, if they are `most` at most together.
pub(super) fn in_sight(frame: &Frame, most: usize) -> Option<Vec<(usize, Vec<u32>)>> {
    // A tree without boxes is not built yet.
    let is_built = |object: &Object| !object.visible || !object.mesh.tree().bounds().is_empty();
    if frame.warp.is_some() || !frame.scene.objects().iter().all(is_built) {
        return None;
    }
    let view = frame.view;
    let outline = view.viewport.corners();
    let (mut parts, mut left) = (Vec::new(), most);
    let shown = frame.scene.objects().iter().enumerate().filter(|(_, object)| object.visible);
    for (index, object) in shown {
        let frustum = view.frustum(&outline, &object.world_from_object)?;
        let found = object.mesh.some_triangles_in(&frustum, RegionTest::Touching, left)?;
        left -= found.len();
        parts.push((index, found));
    }
    Some(parts)
}
