//! Picking, from the screen to a hit: the triangle of a scene that is under the cursor.

mod area;
mod cast;
pub mod explain;
mod hit_details;
mod landmarks;
mod queries;
mod saved_selection;
mod selection;
mod steps;
mod triangle_ids;
mod window_outline;

#[doc(hidden)]
pub use area::ScreenArea;
pub use area::{
    AreaError, Features, NearestFeature, ScreenRegion, ScreenSelection, SelectOptions, nearest_feature, select_in,
};
#[doc(hidden)]
pub use cast::closest_of_each;
pub use cast::{NoRay, PickObserver, Sight};
pub use hit_details::{HitAttributes, HitDetails, HitSource, HitTexel, describe, describe_along, pick_described};
pub use landmarks::{LANDMARKS_VERSION, LandmarkError, Landmarks, MeshLandmark, MeshPoint, PlacedLandmark};
pub use queries::SceneHitColumns;
pub use saved_selection::{SAVED_SELECTION_VERSION, SavedSelection, SavedTriangles, SelectionError};
#[doc(hidden)]
pub use saved_selection::{checksum, checksums};
pub use selection::Selection;
pub use triangle_ids::{TriangleIds, with_material};
pub use window_outline::{nearest_in_pixels, nearest_in_pixels_with};

pub use crate::scene::object::{ObjectRay, Unpickable};

use crate::accel::RayOptions;
use crate::intersect::{Culling, Side};
use crate::math::{CursorPosition, PixelSample};
use crate::mesh::MeshHit;
use crate::scene::{Object, Scene, View};
use crate::work::packed;
use serde::{Deserialize, Serialize};

/// Triangle of a scene, by its indices. Triangles are ordered by object, then by index: of hits at exactly the same t,
/// the one of the lower triangle counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TriangleId {
    /// Index of the object in its scene.
    pub object: u32,
    /// Index of the triangle in the object's mesh.
    pub triangle: u32,
}

packed!(struct TriangleId { object, triangle });

impl TriangleId {
    /// Returns the object that has this triangle; `None` where the scene has no such triangle.
    #[doc(hidden)]
    pub fn object_in(self, scene: &Scene) -> Option<&Object> {
        let object = scene.objects().get(self.object as usize)?;
        ((self.triangle as usize) < object.mesh.n_triangles()).then_some(object)
    }
}

/// Hit of a ray in a scene. [`describe`] and [`describe_along`] return
/// [all that is known of it](crate::pick::HitDetails).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hit {
    /// Index of the object in its scene.
    pub object: u32,
    /// Index of the triangle in the object's mesh.
    pub triangle: u32,
    /// Parameter of the ray: 0 at its near point, 1 at its far point.
    pub t: f64,
    /// Barycentric weight of the second corner.
    pub u: f64,
    /// Barycentric weight of the third corner.
    pub v: f64,
    /// Side of the triangle that the ray meets, as seen in world space.
    pub side: Side,
}

impl Hit {
    /// Returns the id of the triangle that is hit.
    pub const fn id(&self) -> TriangleId {
        TriangleId { object: self.object, triangle: self.triangle }
    }

    /// Returns the hit in the mesh of object `object`, whose side is that seen in world space, as a hit in the scene.
    const fn new(object: u32, hit: &MeshHit) -> Self {
        let MeshHit { triangle, t, u, v, side } = *hit;
        Self { object, triangle, t, u, v, side }
    }
}

/// Options of a pick; the default picks both sides of all objects through the pixel's centre.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default)]
pub struct PickOptions {
    /// Sides that can be hit, front and back as seen in world space.
    pub culling: Culling,
    /// Point of the pixel that the ray goes through.
    pub sample: PixelSample,
    /// Bits that select objects: an object whose [mask](crate::Object::mask) has none of these bits cannot be hit.
    #[serde(skip_serializing_if = "is_all")]
    pub mask: u32,
}

packed!(struct PickOptions { culling, sample, mask });

fn is_all(mask: &u32) -> bool {
    *mask == u32::MAX
}

impl Default for PickOptions {
    fn default() -> Self {
        Self { culling: Culling::None, sample: PixelSample::default(), mask: u32::MAX }
    }
}

/// Takes the culling and the mask.
impl From<&PickOptions> for RayOptions {
    fn from(options: &PickOptions) -> Self {
        Self::default().culling(options.culling).mask(options.mask)
    }
}

/// Returns the triangle seen under the cursor: the closest hit between the near and the far plane of a visible object.
///
/// `None` for a miss, and where the cursor has no line of sight: see [`Sight::new`]. Nothing is allocated but the
/// scene's tree over many objects, when it is first needed. [`pick_described`] also returns all that is known of the
/// hit; [`describe`] returns this for a hit that was found before.
///
/// ```
/// use glam::DVec3;
/// use pickray::pick::{PickOptions, pick, pick_described};
/// use pickray::{Camera, CursorPosition, FramebufferSize, Mesh, Object, Scene, View};
///
/// let mesh = Mesh::from_triangles(vec![[-1., -1., 0.], [1., -1., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// let scene = Scene::of(Object::new("triangle", mesh.into()));
/// let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
/// let view = View::new(camera, FramebufferSize { width: 640, height: 480 });
///
/// let (cursor, options) = (CursorPosition { x: 320.0, y: 240.0 }, PickOptions::default());
/// let hit = pick(&scene, &view, cursor, &options).expect("a hit");
/// assert_eq!((hit.object, hit.triangle), (0, 0));
///
/// let details = pick_described(&scene, &view, cursor, &options).expect("a hit");
/// assert!((details.distance - 5.0).abs() < 1e-4);
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
pub fn pick(scene: &Scene, view: &View, cursor: CursorPosition, options: &PickOptions) -> Option<Hit> {
    pick_observed(scene, view, cursor, options, &mut ())
}

/// Picks as [`pick`] does, and calls `observer` for every object, box and triangle on the way. The observer `&mut ()`
/// costs nothing; [`QueryCounts`](crate::accel::QueryCounts) counts boxes and triangles.
pub fn pick_observed(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    observer: &mut impl PickObserver,
) -> Option<Hit> {
    let sight = Sight::new(view, cursor, options).ok()?;
    cast::closest_by(&steps::RightSteps, scene, &cast::Query::seen(&sight.ray, options), observer)
}

/// Returns every hit under the cursor between the near and the far plane, nearest first; hits at exactly the same t
/// by object, then by triangle.
pub fn pick_all(scene: &Scene, view: &View, cursor: CursorPosition, options: &PickOptions) -> Vec<Hit> {
    let Ok(sight) = Sight::new(view, cursor, options) else { return Vec::new() };
    cast::all(scene, &cast::Query::seen(&sight.ray, options))
}
