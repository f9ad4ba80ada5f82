//! Reasons why a pick did not hit a triangle that somebody expected, or hit nothing.
//!
//! The reasons are found by the same code that picks.

pub(crate) mod sentence;

use crate::accel::RayOptions;
use crate::geometry::Ray;
use crate::intersect::{Culling, RayTriangleOutcome, Rejection, Side};
use crate::math::{CursorPosition, PickRay, PixelSample};
use crate::pick::explain::TriangleTest;
use crate::pick::steps::RightSteps;
use crate::pick::window_outline::{Nearest, NothingLeft, OutlinePart, Projector};
use crate::pick::{NoRay, ObjectRay, PickOptions, Sight, TriangleId, Unpickable, cast};
use crate::scene::{Object, Projection, Scene, View};
use crate::work::said::{example, said};
use glam::DVec2;
use serde::{Deserialize, Serialize};

/// Reason why a pick did not hit a triangle, or the answer that it did. As text it is one sentence, and one more where
/// the near plane cut a triangle away.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WhyNot {
    /// Triangle that was asked about.
    #[serde(flatten)]
    pub id: TriangleId,
    /// Point of the pixel that the line of sight goes through.
    pub sample: PixelSample,
    /// Reason why the triangle is not the hit: the first that applies.
    pub reason: WhyNotReason,
    /// Triangle that the line of sight meets last before the near plane, but not behind the eye of a perspective view.
    /// With the near plane nearer to the eye, it would be hit first. Triangles whose visible side is culled do not
    /// count. `None` where no triangle is cut away.
    pub cut_away: Option<CutAway>,
}

/// Reason why a triangle was not hit. Variants stand roughly in the order of the search; the first that applies counts.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum WhyNotReason {
    /// Cursor that has no line of sight.
    NoRay {
        /// Reason why the cursor has no line of sight.
        why: NoRay,
    },
    /// Triangle whose object is hidden, or cannot be picked.
    Unpickable {
        /// Reason why the object cannot be picked.
        why: Unpickable,
    },
    /// Triangle that is hidden individually, in a visible object.
    Hidden,
    /// Triangle whose corners, or the ray in the object's space, are not finite.
    NotFinite,
    /// Ray whose two points are the same in the object's space, so that it has no direction.
    ZeroDirection,
    /// Triangle whose corners lie on a line.
    NoArea,
    /// Triangle that the ray is parallel to.
    Parallel {
        /// `true` if the ray lies in the triangle's plane, which is seen edge-on.
        in_plane: bool,
    },
    /// Triangle that the line of sight meets before the near plane, or that lies wholly before it.
    BeforeNear {
        /// Distance along the ray from the near plane back to the triangle, in world units; `None` where the line of
        /// sight does not meet the triangle.
        distance: Option<f64>,
        /// `true` if the triangle is also behind the eye of a perspective view.
        behind_eye: bool,
    },
    /// Triangle that the line of sight meets beyond the far plane, or that lies wholly beyond it.
    BeyondFar {
        /// Distance along the ray from the far plane on to the triangle, in world units; `None` where the line of sight
        /// does not meet the triangle.
        distance: Option<f64>,
    },
    /// Triangle that the line of sight misses, passing beside it.
    Beside {
        /// Distance of the sample from the part of the triangle between near and far plane, in physical pixels; 0 where
        /// the distance is lost in rounding.
        pixels: f64,
        /// Vector to the sample from the nearest point of the triangle between both planes, in physical pixels, y up.
        offset: DVec2,
        /// Part of the triangle's outline that is nearest to the sample: an edge, a corner, or a cut by either plane.
        of: OutlinePart,
    },
    /// Triangle that the ray meets on a side that is culled.
    Culled {
        /// Side that the triangle shows.
        side: Side,
    },
    /// Triangle that the ray meets after another one.
    Nearer {
        /// Triangle that is hit instead.
        triangle: TriangleId,
        /// Distance along the ray by which the hit is nearer than the triangle asked about, in world units, at least
        /// one step of t; 0 where the ray meets both at exactly the same t and hits the one of the lower id.
        distance: f64,
    },
    /// No reason: the triangle asked about is the hit.
    Hit,
}

/// Returns the reason why the pick under this cursor did not hit the triangle `id`, or the answer that it did. `None`
/// where the scene has no such triangle.
///
/// ```
/// use glam::DVec3;
/// use pickray::pick::explain::{WhyNotReason, why_not};
/// use pickray::{Camera, CursorPosition, FramebufferSize, Mesh, Object, PickOptions, Scene, TriangleId, View};
///
/// let mesh = Mesh::from_triangles(vec![[-1., -1., 0.], [1., -1., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// let scene = Scene::of(Object::new("triangle", mesh.into()));
/// let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
/// let view = View::new(camera, FramebufferSize { width: 640, height: 480 });
///
/// let id = TriangleId { object: 0, triangle: 0 };
/// let ask = |x, y| why_not(&scene, &view, CursorPosition { x, y }, &PickOptions::default(), id).expect("a triangle");
/// assert_eq!(ask(320.0, 240.0).reason, WhyNotReason::Hit);
/// let beside = ask(320.0, 400.0).to_string();
/// assert_eq!(beside, "Triangle 0 is beside the ray: the pixel's centre lies 44.6 pixels below its edge ab.");
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
pub fn why_not(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    id: TriangleId,
) -> Option<WhyNot> {
    id.object_in(scene)?;
    let (reason, cut_away) = match Sight::new(view, cursor, options) {
        Err(why) => (WhyNotReason::NoRay { why }, None),
        Ok(sight) => {
            let reason = Question { scene, view, sight: &sight, options, id }.answer();
            (reason, cut_away(scene, view, &sight.ray, options))
        }
    };
    Some(WhyNot { id, sample: options.sample, reason, cut_away })
}

struct Question<'a> {
    scene: &'a Scene,
    view: &'a View,
    sight: &'a Sight,
    options: &'a PickOptions,
    id: TriangleId,
}

impl Question<'_> {
    fn answer(&self) -> WhyNotReason {
        let object = &self.scene.objects()[self.id.object as usize];
        if object.mask & self.options.mask == 0 {
            return WhyNotReason::Unpickable { why: Unpickable::Masked };
        }
        let object_ray = match ObjectRay::new(object, &self.sight.ray.into()) {
            Ok(object_ray) => object_ray,
            Err(why) => return WhyNotReason::Unpickable { why },
        };
        if object.hidden.contains(self.id.triangle) {
            return WhyNotReason::Hidden;
        }
        let test = TriangleTest::new(&object.mesh, &object_ray, self.id.triangle, Culling::None);
        match test.report.outcome {
            RayTriangleOutcome::Hit(hit) => self.met(hit.t, object_ray.side_in_world(hit.side)),
            RayTriangleOutcome::Miss(why) => self.missed(why, &test),
        }
    }

    fn distance(&self, t: f64) -> f64 {
        t * Ray::from(self.sight.ray).direction().length()
    }

    /// Returns why the triangle, which the line of sight meets beyond the near plane, is not the hit.
    fn met(&self, t: f64, side: Side) -> WhyNotReason {
        let ray = &self.sight.ray;
        if t > ray.t_max {
            return WhyNotReason::BeyondFar { distance: Some(self.distance(t - ray.t_max)) };
        }
        if self.options.culling.culls(side) {
            return WhyNotReason::Culled { side };
        }
        let query = cast::Query::seen(ray, self.options);
        match cast::closest(self.scene, &query) {
            Some(hit) if hit.id() != self.id => {
                let pair = [hit.id(), self.id];
                let is_nearer = || cast::order_exactly(&RightSteps, self.scene, &query.ray, pair).is_lt();
                let apart = if t == hit.t && is_nearer() { t.next_up() } else { t } - hit.t;
                WhyNotReason::Nearer { triangle: hit.id(), distance: self.distance(apart) }
            }
            _ => WhyNotReason::Hit,
        }
    }

    fn missed(&self, why: Rejection, test: &TriangleTest) -> WhyNotReason {
        match why {
            Rejection::NotFinite => WhyNotReason::NotFinite,
            Rejection::ZeroDirection => WhyNotReason::ZeroDirection,
            Rejection::Degenerate => WhyNotReason::NoArea,
            Rejection::Coplanar => WhyNotReason::Parallel { in_plane: true },
            Rejection::Parallel => WhyNotReason::Parallel { in_plane: false },
            Rejection::Behind => {
                let t = test.t_behind();
                WhyNotReason::BeforeNear {
                    distance: t.map(|t| self.distance(-t)),
                    behind_eye: t.is_some_and(|t| -t > t_to_eye(self.view, &self.sight.ray)),
                }
            }
            Rejection::Culled | Rejection::OutsideU | Rejection::OutsideV | Rejection::OutsideW => self.beside(),
        }
    }

    /// Returns how far beside the triangle the sample is, unless the planes leave nothing of it.
    fn beside(&self) -> WhyNotReason {
        let object = &self.scene.objects()[self.id.object as usize];
        let projector = Projector::new(object, self.view, self.sight.ray.reversed);
        let Some(clip) = projector.clip(&object.mesh.triangle(self.id.triangle)) else {
            return WhyNotReason::NotFinite;
        };
        let has_eye = matches!(self.view.camera.projection, Projection::Perspective { .. });
        match projector.outline(&clip).map(|outline| outline.nearest(self.sight.window)) {
            Ok(Some(Nearest { pixels, offset, part })) => WhyNotReason::Beside { pixels, offset, of: part },
            Ok(None) => WhyNotReason::NotFinite,
            Err(NothingLeft::BeforeNear) => {
                let behind_eye = has_eye && clip.iter().all(|corner| corner.w <= 0.0);
                WhyNotReason::BeforeNear { distance: None, behind_eye }
            }
            Err(NothingLeft::BeyondFar) => WhyNotReason::BeyondFar { distance: None },
        }
    }
}

said! {
    /// Reason why a pick hit nothing: the first one that applies. A triangle that a reason holds is the one that the
    /// line of sight meets first where that reason is set aside.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum Miss {
        NoRay(why: NoRay) => "{why}",
        NothingToHit => "there is no object to hit",
        Culled(id: TriangleId) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but the side that is seen is culled",
        /// Nothing is before the far plane:
        BeyondFar(id: TriangleId) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but beyond the far plane",
        /// Nothing is beyond the near plane; in a perspective, the triangle is also beyond the eye:
        BeforeNear(id: TriangleId) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but nearer than the near plane",
        /// The triangle or its object is hidden:
        Hidden(id: TriangleId) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but it is hidden",
        Beside => "the ray misses every triangle",
    }
}
example! { TriangleId = TriangleId { object: 76, triangle: 77 } }

impl Miss {
    /// Returns the reason why a pick along `sight` hit nothing.
    pub(super) fn diagnose(scene: &Scene, view: &View, sight: &Result<Sight, NoRay>, options: &PickOptions) -> Self {
        let ray = match sight {
            Ok(sight) => sight.ray,
            Err(why) => return Self::NoRay(*why),
        };
        let without_end = PickRay { t_max: f64::INFINITY, ..ray };
        let any = PickOptions { culling: Culling::None, ..*options };
        let found = |ray: &PickRay| Some(cast::closest(scene, &cast::Query::seen(ray, &any))?.id());
        let is_included = |object: &Object| object.visible && object.mask & options.mask != 0;
        let pickable = |object: &Object| is_included(object) && object.object_from_world().is_some();
        None.or_else(|| found(&ray).map(Self::Culled))
            .or_else(|| found(&without_end).map(Self::BeyondFar))
            .or_else(|| cut_away(scene, view, &ray, &any).map(|cut| Self::BeforeNear(cut.id)))
            .or_else(|| hit_if_shown(scene, &ray, options).map(Self::Hidden))
            .unwrap_or(if scene.objects().iter().any(pickable) { Self::Beside } else { Self::NothingToHit })
    }
}

/// Returns the triangle that would be hit if hidden objects and triangles were shown, where a pick hits nothing.
fn hit_if_shown(scene: &Scene, ray: &PickRay, options: &PickOptions) -> Option<TriangleId> {
    let hides = |(_, object): &(u32, &Object)| !object.visible || !object.hidden.is_empty();
    let shown = |(index, object): (u32, &Object)| {
        let shown = Object::from(object.mesh.clone()).with_transform(object.world_from_object);
        (index, Object { mask: object.mask, ..shown })
    };
    let (indices, shown): (Vec<_>, Vec<_>) = (0..).zip(scene.objects()).filter(hides).map(shown).unzip();
    let hit = cast::closest(&shown.into(), &cast::Query::seen(ray, options))?;
    Some(TriangleId { object: indices[hit.object as usize], ..hit.id() })
}

/// Triangle that the line of sight meets before the near plane, so that it is neither drawn nor picked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CutAway {
    /// Triangle that is cut away.
    #[serde(flatten)]
    pub id: TriangleId,
    /// Distance along the ray from the near plane back to the triangle, in world units.
    pub distance: f64,
}

/// Returns the last triangle that the line of sight meets before the near plane, but not behind the eye of a
/// perspective view. Of equally near triangles, returns the one of the lower id. Triangles whose visible side is culled
/// do not count. `None` where no triangle is cut away.
pub(super) fn cut_away(scene: &Scene, view: &View, ray: &PickRay, options: &PickOptions) -> Option<CutAway> {
    // The same line from its other end, 1 - t along, has the same near and far point, so that hits are decided alike.
    let backwards = PickRay { near: ray.far, far: ray.near, t_max: 1.0 + t_to_eye(view, ray), ..*ray };
    let length = (ray.far - ray.near).length();
    let mut nearest: Option<CutAway> = None;
    for hit in cast::all(scene, &cast::Query::seen(&backwards, RayOptions::from(options).culling(Culling::None))) {
        let id = hit.id();
        if hit.t < 1.0 || options.culling.culls(hit.side.opposite()) {
            continue;
        }
        // A distance that rounds to 0 tells nothing: let the exact test say on which side of the near plane the hit is.
        let placed = &scene.objects()[hit.object as usize];
        let Ok(object_ray) = ObjectRay::new(placed, &Ray::from(*ray)) else { continue };
        let test = TriangleTest::new(&placed.mesh, &object_ray, hit.triangle, Culling::None);
        let Some(t) = test.t_behind() else { continue };
        let found = CutAway { id, distance: -t * length };
        if nearest.is_none_or(|nearest| (found.distance, id) < (nearest.distance, nearest.id)) {
            nearest = Some(found);
        }
    }
    nearest
}

/// Returns the distance from the ray's near point back to the eye, in ray lengths; infinite in an orthographic view.
pub(super) fn t_to_eye(view: &View, ray: &PickRay) -> f64 {
    match view.camera.projection {
        Projection::Perspective { .. } => (view.camera.eye - ray.near).length() / (ray.far - ray.near).length(),
        Projection::Orthographic { .. } => f64::INFINITY,
    }
}
