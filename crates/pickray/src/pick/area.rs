//! Selection of triangles by areas of the picture: what a rectangle, lasso or brush takes, and what is near a cursor.
//!
//! Each object has one matrix in f64, from its space to the picture. All decisions with that matrix are exact.
//!
//! Triangles in a box of the tree that lies wholly inside a region are taken untested. Visible are the triangles that
//! rays through the centres of pixels hit first, cast as a pick casts its ray. Triangles that cover no pixel's centre
//! are tested after them, by the line of sight to their centroid.

mod between_pixels;
mod nearest_feature;
mod outline;
mod projected;
mod screen_region;
mod shadow;
mod shapes;

pub use nearest_feature::{Features, NearestFeature, nearest_feature};
pub use screen_region::{AreaError, ScreenRegion};

use crate::intersect::Culling;
use crate::mesh::{RegionTest, TriangleSet};
use crate::pick::{NoRay, TriangleId, TriangleIds, cast};
use crate::scene::{Instance, Object, Scene, View};
use crate::work::{Cancelled, Progress, packed, threads, uncancelled};
use between_pixels::{BetweenPixels, centers, picture};
use glam::DVec2;
use outline::{Boxes, Outline, Shape};
use projected::Projection;
use screen_region::Rectangle;
use shapes::{Disc, Lasso};
use std::ops::ControlFlow;

const ROWS_IN_JOB: usize = 8;
const TRIANGLES_IN_JOB: usize = 4096;

/// Options of a selection in a region. By default, it takes visible triangles that touch the region, front or back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SelectOptions {
    /// Relation to the region that makes a triangle count: touching it, inside of it, or with the centroid inside.
    pub test: RegionTest,
    /// `true` to take also triangles that are hidden behind others or face away from the viewer.
    pub through: bool,
    /// Sides from which triangles are visible; not used where `through` is `true`.
    pub culling: Culling,
}

impl Default for SelectOptions {
    fn default() -> Self {
        Self { test: RegionTest::Touching, through: false, culling: Culling::None }
    }
}

packed!(struct SelectOptions { test, through, culling });

/// Triangles of a scene that a selection in a region takes, and objects that it leaves out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ScreenSelection {
    /// Triangles that the selection takes.
    pub triangles: TriangleIds,
    /// Indices of visible objects that were left out: their transform has no inverse, as where a scale is 0, or their
    /// projection to the picture is not finite.
    pub skipped: Vec<u32>,
}

/// Returns the triangles of visible objects in a region of a view's picture, except those hidden one by one.
///
/// The region's volume is all that is seen through the region between the near and the far plane. Selection *through*
/// takes the triangles that this volume meets ([`RegionTest::Touching`]), contains as a whole ([`RegionTest::Inside`]),
/// or contains the centroid of ([`RegionTest::Centroid`]).
///
/// Selection of what is *visible* takes two kinds of these triangles. Those of the first kind are hit first by the ray
/// of a pixel's centre in the region, as [`pick`](crate::pick::pick) casts it. Those of the second kind cover no
/// pixel's centre anywhere in the picture, but are hit first by the line of sight to their centroid.
///
/// Everything is decided exactly for these numbers: the corners that [`Mesh::triangle`](crate::mesh::Mesh::triangle)
/// gives, the coordinates of the region, and the matrix in f64 from object space to the picture. So triangles that
/// share an edge are decided alike on it, and a rectangle takes what a lasso of its corners takes. The outline of a
/// lasso belongs to its region: triangles that touch it touch the region, and centroids on it are inside. A triangle
/// lies inside a lasso as a whole if its centroid does and the outline does not pass between its corners. Where a ray
/// decides, the decision is that of a pick, whose ray in f64 may pass the corner of a region on the other side.
///
/// # Errors
/// [`AreaError`] where the region is invalid or lies beside the picture, or where the view has no picture.
///
/// ```
/// use glam::DVec3;
/// use pickray::mesh::samples::Sample;
/// use pickray::pick::{ScreenRegion, SelectOptions, select_in};
/// use pickray::{Camera, CursorPosition, FramebufferSize, Object, Scene, View};
///
/// let scene = Scene::of(Object::new("cube", Sample::Cube.mesh()?.into()));
/// let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
/// let view = View::new(camera, FramebufferSize::new(640, 480));
/// let region = ScreenRegion::Disc { center: CursorPosition::new(320.0, 240.0), radius: 20.0 };
///
/// let visible = select_in(&scene, &view, &region, &SelectOptions::default())?;
/// assert_eq!(visible.triangles.len(), 2);
/// let through = SelectOptions { through: true, ..SelectOptions::default() };
/// assert_eq!(select_in(&scene, &view, &region, &through)?.triangles.len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn select_in(
    scene: &Scene,
    view: &View,
    region: &ScreenRegion,
    options: &SelectOptions,
) -> Result<ScreenSelection, AreaError> {
    let area = ScreenArea::new(view, region)?;
    let triangles = if options.through {
        area.through(scene, options.test)
    } else {
        uncancelled(|progress| {
            let mut seen = area.seen_at_pixels(scene, options, progress)?;
            seen.union_with(&area.seen_between_pixels(scene, options, &seen, progress)?);
            Ok(seen)
        })
    };
    let skipped = (0..).zip(scene.objects()).filter(|(_, object)| object.visible && area.placed(object).is_none());
    Ok(ScreenSelection { triangles, skipped: skipped.map(|(index, _)| index).collect() })
}

/// Region of a view's picture, checked and clipped to the viewport. Its methods are the parts of [`select_in`]:
/// [`seen_at_pixels`](Self::seen_at_pixels) gives a first answer quickly,
/// [`seen_between_pixels`](Self::seen_between_pixels) the rest, in time that grows with the number of triangles.
#[derive(Clone, Debug)]
pub struct ScreenArea {
    view: View,
    outline: Outline,
}

impl ScreenArea {
    /// Returns a region of a view's picture, clipped to the viewport.
    ///
    /// # Errors
    /// [`AreaError`] where the region is invalid or lies beside the picture, or where the view has no picture.
    pub fn new(view: &View, region: &ScreenRegion) -> Result<Self, AreaError> {
        if view.viewport.is_empty() {
            return Err(NoRay::EmptyViewport.into());
        }
        let picture = picture(view);
        let window = 0.5 * (picture.min + picture.max);
        let has_ray = view.ray(DVec2::new(window.x, f64::from(view.framebuffer.height) - window.y)).is_some();
        let depths = view.clip_space().depths().filter(|_| has_ray).ok_or(NoRay::Singular)?;
        let frame = region.bounds()?.common(&picture);
        if frame.is_empty() {
            return Err(AreaError::OffPicture);
        }
        let shape = match region {
            ScreenRegion::Rectangle { .. } => Shape::Frame,
            ScreenRegion::Lasso(points) => Shape::Lasso(Lasso::new(points, &frame)),
            ScreenRegion::Disc { center, radius } => Shape::Disc(Disc { center: (*center).into(), radius: *radius }),
        };
        Ok(Self { view: *view, outline: Outline { depths, frame, shape } })
    }

    /// Returns the triangles that touch the volume seen through the region, lie inside it, or have their centroid in
    /// it, whichever `test` asks for. Triangles behind others are included.
    pub fn through(&self, scene: &Scene, test: RegionTest) -> TriangleIds {
        let mut all = TriangleIds::default();
        for (index, object) in (0..).zip(scene.objects()) {
            let Some((_, projection)) = self.placed(object) else { continue };
            let (mesh, boxes) = (&object.mesh, Boxes::new(&self.outline, &projection));
            let mut bits = vec![0_u64; mesh.n_triangles().div_ceil(64)];
            let takes = |triangle: u32| self.outline.takes(&projection, &mesh.triangle(triangle), test);
            let _ = mesh.visit_triangles_placed(
                |aabb| boxes.place(aabb),
                takes,
                &mut (),
                |triangle| {
                    bits[triangle as usize / 64] |= 1 << (triangle % 64);
                    ControlFlow::Continue(())
                },
            );
            let mut triangles = TriangleSet::from_bits(&bits);
            triangles.subtract(&object.hidden);
            all.union_with(&TriangleIds::of(index, triangles));
        }
        all
    }

    /// Returns the triangles that the ray of a pixel's centre in the region hits first, and that the region takes by
    /// the test of `options`. Runs on all cores with the feature `parallel`.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    pub fn seen_at_pixels(
        &self,
        scene: &Scene,
        options: &SelectOptions,
        progress: &Progress,
    ) -> Result<TriangleIds, Cancelled> {
        let projections: Vec<_> = scene.objects().iter().map(|object| Some(self.placed(object)?.1)).collect();
        let takes = |id: &TriangleId| {
            let mesh = &scene.objects()[id.object as usize].mesh;
            let projection = projections[id.object as usize].as_ref();
            projection.is_some_and(|it| self.outline.takes(it, &mesh.triangle(id.triangle), options.test))
        };
        let sightlines = self.view.sightlines();
        let Rectangle { min, max } = self.outline.frame;
        let height = f64::from(self.view.framebuffer.height);
        let rows: Vec<f64> = centers(min.y, max.y).collect();
        progress.begin("casting the rays of pixels", 0.0..0.5);
        let found = threads::try_each(rows.chunks(ROWS_IN_JOB).collect(), progress, |rows: &[f64]| {
            let mut ids: Vec<TriangleId> = Vec::new();
            let places = rows.iter().flat_map(|&y| centers(min.x, max.x).map(move |x| DVec2::new(x, y)));
            let places = places.filter(|place| self.outline.holds(*place));
            let rays = places.map(|place| sightlines.ray(DVec2::new(place.x, height - place.y)));
            cast::closest_of_each(scene, rays, options.culling, |hit| {
                ids.extend(hit.map(|hit| hit.id()).filter(|id| ids.last() != Some(id)));
            });
            ids.sort_unstable();
            ids.dedup();
            ids.retain(takes);
            ids
        })?;
        Ok(found.into_iter().flatten().collect())
    }

    /// Returns the triangles that the region takes by the test of `options`, that cover no pixel's centre, and that the
    /// line of sight to their centroid meets first. Triangles in `known` are skipped. Runs on all cores with the
    /// feature `parallel`.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    pub fn seen_between_pixels(
        &self,
        scene: &Scene,
        options: &SelectOptions,
        known: &TriangleIds,
        progress: &Progress,
    ) -> Result<TriangleIds, Cancelled> {
        let mut waiting = self.through(scene, options.test);
        waiting.subtract(known);
        let sightlines = self.view.sightlines();
        let mut all = TriangleIds::default();
        let (n_waiting, mut done) = (waiting.len() as f32, 0);
        for (index, triangles) in waiting.by_object() {
            let object = &scene.objects()[index as usize];
            let Some((instance, projection)) = self.placed(object) else { continue };
            let (culling, sightlines) = (options.culling, &sightlines);
            let between = BetweenPixels { area: self, scene, culling, sightlines, object, instance, projection };
            let share = |done: usize| 0.5 + 0.5 * done as f32 / n_waiting;
            progress.begin("looking between the centres of pixels", share(done)..share(done + triangles.len()));
            done += triangles.len();
            let candidates: Vec<u32> = triangles.iter().collect();
            let found =
                threads::try_each(candidates.chunks(TRIANGLES_IN_JOB).collect(), progress, |some: &[u32]| {
                    some.iter().copied().filter(|&triangle| between.is_seen(triangle)).collect::<Vec<_>>()
                })?;
            all.union_with(&TriangleIds::of(index, found.into_iter().flatten().collect()));
        }
        Ok(all)
    }

    /// Returns an object's instance for rays and its projection to the picture; `None` if it is hidden or has none.
    fn placed(&self, object: &Object) -> Option<(Instance, Projection)> {
        Instance::new(object).zip(Projection::new(&self.view, &object.world_from_object))
    }
}
