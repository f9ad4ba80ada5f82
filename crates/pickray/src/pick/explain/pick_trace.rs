//! Trace of a pick: every number on the way, as one plain value that panels, lessons, replays and tests read.

use crate::accel::{QueryCounts, QueryObserver};
use crate::geometry::{Aabb, Ray};
use crate::intersect::Culling;
use crate::math::{CursorPosition, DepthFormat, depth_step};
use crate::mesh::MeshHit;
use crate::pick::explain::{Miss, TriangleTest};
use crate::pick::steps::{PlanePoint, RayTrace, RightSteps, Steps};
use crate::pick::{HitDetails, NoRay, ObjectRay, PickObserver, PickOptions, Sight, Unpickable, cast};
use crate::scene::{Object, Scene, View};
use glam::{DMat4, DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Most boxes that an object's trace lists; more are only counted.
const BOXES_LISTED: usize = 1024;

/// Most triangle tests that an object's trace lists, its hit's always among them; more are only counted.
const TRIANGLES_LISTED: usize = 256;

/// Trace of a pick: every step from the cursor to the hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PickTrace {
    /// Cursor of the pick: physical pixels from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// View of the pick: camera, viewport and framebuffer.
    pub view: View,
    /// Options of the pick.
    pub options: PickOptions,
    /// Window coordinates of the pixel's sample: physical pixels from the lower left.
    pub window: DVec2,
    /// View matrix, from world to eye space.
    pub eye_from_world: DMat4,
    /// Inverse of the view matrix, from eye to world space.
    pub world_from_eye: DMat4,
    /// Projection matrix, from eye to clip space.
    pub clip_from_eye: DMat4,
    /// Inverse of the projection matrix, from clip to eye space; `None` where the projection matrix has no inverse.
    pub eye_from_clip: Option<DMat4>,
    /// Ray in world space, with the steps of its computation, or the reason why the pick has no ray.
    pub ray: Result<RayTrace, NoRay>,
    /// Traces of the objects that the pick tried, in the order in which it tried them; empty where the pick has no ray.
    pub objects: Vec<ObjectTrace>,
    /// Number of objects that the pick did not try, since the ray misses their boxes, they begin behind the hit, or
    /// they cannot be hit. It is 0 where there is no ray, and in a scene of few objects, each of which is tried.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub objects_left_out: u64,
    /// Numbers of boxes and triangles tested over all objects.
    pub counts: QueryCounts,
    /// Hit that the pick found; `None` for a miss.
    pub hit: Option<HitDetails>,
    /// Reason of a miss; `None` where there is a hit.
    pub miss: Option<Miss>,
}

/// Trace of a pick in one of the objects that it tried.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ObjectTrace {
    /// Index of the object in its scene.
    pub object: u32,
    /// Name of the object.
    pub name: String,
    /// Model transform of the object.
    pub world_from_object: DMat4,
    /// Test of the ray with the object, or the reason why the object was not tested.
    pub outcome: ObjectOutcome,
}

/// Outcome of the pick in one object: the trace of its test, or the reason why it could not be tested.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ObjectOutcome {
    /// Object that could not be tested, with the reason.
    Unpickable(Unpickable),
    /// Object that was tested, with the boxes and triangles tested.
    Tested(Box<CastTrace>),
}

/// Trace of a ray through the tree of an object: the boxes and triangles tested, and the hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct CastTrace {
    /// Inverse of the object's model transform.
    pub object_from_world: DMat4,
    /// `true` if the transform mirrors: the front in world space is the back in object space.
    pub mirrored: bool,
    /// Ray in object space.
    pub ray: Ray,
    /// Origin of the mesh in object space, to which the tree's boxes and triangles are relative.
    pub mesh_origin: DVec3,
    /// Ray in object space relative to the mesh's origin, with which boxes and triangles are tested.
    pub local_ray: Ray,
    /// Boxes tested, in order, the first 1024 of them.
    pub boxes: Vec<BoxTest>,
    /// Number of boxes tested beyond those listed.
    pub boxes_left_out: u64,
    /// Triangles tested, in order, the first 256 of them, the hit always among them.
    pub triangles: Vec<TriangleTest>,
    /// Number of triangles tested beyond those listed.
    pub triangles_left_out: u64,
    /// Numbers of all boxes and triangles tested.
    pub counts: QueryCounts,
    /// Closest hit of the object between the near and the far plane, its side as seen in world space; `None` if missed.
    pub hit: Option<MeshHit>,
}

/// Test of the ray against one box of an object's tree.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct BoxTest {
    /// Bounds of the box, in object space relative to the mesh's origin.
    pub aabb: Aabb,
    /// Level of the box in the tree, 0 for the root.
    pub depth: u32,
    /// `true` if the ray meets the box at a t where a closer hit than those found before is possible.
    pub met: bool,
}

/// Picks as [`pick`](crate::pick::pick) does; returns every number on the way from the cursor to the answer.
pub fn pick_traced(scene: &Scene, view: &View, cursor: CursorPosition, options: &PickOptions) -> PickTrace {
    trace_pick(&RightSteps, scene, view, cursor, options)
}

pub(super) fn trace_pick(
    steps: &impl Steps,
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
) -> PickTrace {
    let window = steps.window(view, cursor, options.sample);
    let ray = Sight::check(view, cursor).and_then(|()| steps.ray(view, window).ok_or(NoRay::Singular));
    let sight = ray.map(|ray| Sight { window, ray: ray.pick_ray() });
    let mut recorder = Recorder::new(scene, options.culling);
    let found = sight
        .ok()
        .and_then(|sight| cast::closest_by(steps, scene, &cast::Query::seen(&sight.ray, options), &mut recorder));
    let hit = sight.ok().zip(found).and_then(|(sight, hit)| HitDetails::seen(scene, view, &sight, &hit));
    let clip_from_eye = view.clip_from_eye();
    PickTrace {
        cursor,
        view: *view,
        options: *options,
        window,
        eye_from_world: view.eye_from_world(),
        world_from_eye: view.world_from_eye(),
        clip_from_eye,
        eye_from_clip: clip_from_eye.try_inverse(),
        ray,
        objects_left_out: if ray.is_ok() { (scene.objects().len() - recorder.objects.len()) as u64 } else { 0 },
        objects: recorder.objects,
        counts: recorder.counts,
        miss: hit.is_none().then(|| Miss::diagnose(scene, view, &sight, options)),
        hit,
    }
}

impl PickTrace {
    /// Tests one more object of the scene that was picked in, such as one behind the hit, and adds its trace. Does
    /// nothing where the trace has the object already, the scene lacks it, or the pick has no ray. The
    /// [`counts`](Self::counts) stay those of the pick.
    pub fn ask(&mut self, scene: &Scene, object: u32) {
        let is_asked = self.objects.iter().any(|traced| traced.object == object);
        let asked = scene.objects().get(object as usize).filter(|_| !is_asked);
        let (Ok(ray), Some(asked)) = (&self.ray, asked) else { return };
        let alone = Scene::of(asked.clone());
        let mut recorder = Recorder::new(&alone, self.options.culling);
        cast::closest_by(&RightSteps, &alone, &cast::Query::seen(&ray.pick_ray(), &self.options), &mut recorder);
        self.objects.extend(recorder.objects.into_iter().map(|traced| ObjectTrace { object, ..traced }));
        self.objects_left_out = (scene.objects().len() - self.objects.len()) as u64;
    }

    /// Returns the trace of the ray through the tree of an object, or of the first object tested where `object` is
    /// `None` or was not tested; `None` where no object was tested.
    pub fn cast_of(&self, object: Option<u32>) -> Option<&CastTrace> {
        let tested = || {
            self.objects.iter().filter_map(|traced| match &traced.outcome {
                ObjectOutcome::Tested(cast) => Some((traced.object, &**cast)),
                ObjectOutcome::Unpickable(_) => None,
            })
        };
        tested().find(|(tested, _)| Some(*tested) == object).or_else(|| tested().next()).map(|(_, cast)| cast)
    }

    /// Returns the point of the pixel's line of sight at a window depth, with its coordinates on the way to world
    /// space; `None` where there is no ray or the point is at infinity.
    pub fn point_at(&self, depth: f64) -> Option<PlanePoint> {
        let ndc = self.ray.as_ref().ok()?.near.ndc.with_z(self.view.clip_space().ndc_depth(depth));
        let point = PlanePoint::new(self.window.extend(depth), ndc, &self.eye_from_clip?, &self.world_from_eye);
        point.world.is_finite().then_some(point)
    }

    /// Returns what a depth buffer of 24 bits gives back for a hit of this pick; `None` for a hit beyond the planes.
    #[doc(hidden)]
    pub fn read_back(&self, hit: &HitDetails) -> Option<ReadBack> {
        let camera = &self.view.camera;
        let largest = f64::from((1_u32 << 24) - 1);
        let depth = (hit.window?.z * largest).round() / largest;
        let point = self.point_at(depth)?.world;
        let (clip_space, distance) = (self.view.clip_space(), camera.depth_of(hit.point_world));
        let step = depth_step(camera.depth_range(), clip_space, DepthFormat::Fixed24, distance)?;
        Some(ReadBack { depth, point, off: point.distance(hit.point_world), step })
    }
}

/// Point that a depth buffer gives back for a hit, by one unprojection of the depth in the buffer.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReadBack {
    /// Window depth of the hit, rounded as in the buffer.
    pub depth: f64,
    /// Point in world space at that depth of the pixel's line of sight.
    pub point: DVec3,
    /// Distance from the point to the hit, in world space.
    pub off: f64,
    /// Distance along the view direction to the next point that the buffer tells apart, in world space.
    pub step: f64,
}

fn is_zero(n: &u64) -> bool {
    *n == 0
}

/// Observer that writes down what a pick does.
struct Recorder<'a> {
    scene: &'a Scene,
    culling: Culling,
    objects: Vec<ObjectTrace>,
    /// Ray in the space of the last object; `None` before the first one, and where that cannot be hit.
    ray: Option<ObjectRay>,
    counts: QueryCounts,
}

impl<'a> Recorder<'a> {
    fn new(scene: &'a Scene, culling: Culling) -> Self {
        Self { scene, culling, objects: Vec::new(), ray: None, counts: QueryCounts::default() }
    }

    /// Returns the object whose turn it is, if the ray goes through it, and the ray in its space.
    fn current(&mut self) -> Option<(&Object, &ObjectRay, &mut CastTrace)> {
        let ObjectTrace { object, outcome, .. } = self.objects.last_mut()?;
        let ObjectOutcome::Tested(cast) = outcome else { return None };
        Some((&self.scene.objects()[*object as usize], self.ray.as_ref()?, cast))
    }
}

impl QueryObserver for Recorder<'_> {
    fn box_tested(&mut self, aabb: &Aabb, depth: u32, met: bool) {
        self.counts.boxes += 1;
        let Some((.., cast)) = self.current() else { return };
        cast.counts.boxes += 1;
        if cast.boxes.len() < BOXES_LISTED {
            cast.boxes.push(BoxTest { aabb: *aabb, depth, met });
        } else {
            cast.boxes_left_out += 1;
        }
    }

    fn triangle_tested(&mut self, triangle: u32, _: bool) {
        self.counts.triangles += 1;
        let culling = self.culling;
        let Some((object, ray, cast)) = self.current() else { return };
        cast.counts.triangles += 1;
        if cast.triangles.len() < TRIANGLES_LISTED {
            cast.triangles.push(TriangleTest::new(&object.mesh, ray, triangle, culling));
        } else {
            cast.triangles_left_out += 1;
        }
    }
}

impl PickObserver for Recorder<'_> {
    fn object_begins(&mut self, index: u32, ray: &Result<ObjectRay, Unpickable>) {
        let object = &self.scene.objects()[index as usize];
        self.ray = ray.ok();
        let outcome = match ray {
            Err(why) => ObjectOutcome::Unpickable(*why),
            Ok(ObjectRay { object_from_world, ray, mirrored, .. }) => ObjectOutcome::Tested(Box::new(CastTrace {
                object_from_world: *object_from_world,
                mirrored: *mirrored,
                ray: *ray,
                mesh_origin: object.mesh.origin(),
                local_ray: object.mesh.local_ray(ray),
                boxes: Vec::new(),
                boxes_left_out: 0,
                triangles: Vec::new(),
                triangles_left_out: 0,
                counts: QueryCounts::default(),
                hit: None,
            })),
        };
        self.objects.push(ObjectTrace {
            object: index,
            name: object.name.clone(),
            world_from_object: object.world_from_object,
            outcome,
        });
    }

    fn object_ends(&mut self, found: Option<&MeshHit>) {
        let culling = self.culling;
        let Some((object, ray, cast)) = self.current() else { return };
        cast.hit = found.copied();
        let Some(found) = found else { return };
        if cast.triangles.iter().all(|test| test.triangle != found.triangle) {
            // The triangle hit was tested beyond the end of the list.
            cast.triangles.pop();
            cast.triangles.push(TriangleTest::new(&object.mesh, ray, found.triangle, culling));
        }
    }
}
