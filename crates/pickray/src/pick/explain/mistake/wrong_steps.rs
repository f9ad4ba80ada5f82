//! Steps of a pick with one of them replaced by a mistake.
//!
//! Numbers before the mistake are right, computed in twice the precision. The mistaken step and the numbers that depend
//! on it are computed as most programs do, by plain inverses.

use super::{Mistake, MistakeInputs};
use crate::accel::RayOptions;
use crate::geometry::{Ray, Triangle};
use crate::intersect::Culling;
use crate::math::{CursorPosition, FramebufferSize, PixelSample, window_from_cursor};
use crate::mesh::MeshHit;
use crate::pick::explain::MollerTrumboreSteps;
use crate::pick::explain::in_single_precision::{SingleChain, SinglePoint};
use crate::pick::ray_trace::{PlanePoint, RayChain, RayTrace};
use crate::pick::steps::{RightSteps, Steps};
use crate::pick::{ObjectRay, PickObserver, Unpickable};
use crate::scene::{Object, View};
use glam::{DMat4, DVec2, DVec3};

/// Epsilon of the mistake [`AbsoluteEpsilon`](Mistake::AbsoluteEpsilon): the value in the code of Möller and Trumbore's
/// article.
pub(super) const EPSILON: f64 = 1e-6;

/// Steps of a pick, all right except for one that a mistake replaces.
#[derive(Clone, Debug)]
pub(crate) struct Mistaken<'a> {
    pub(in crate::pick) mistake: Mistake,
    inputs: MistakeInputs,
    /// Values of the view that the rays are cast in.
    chain: &'a RayChain,
}

impl<'a> Mistaken<'a> {
    /// Returns the steps with a mistake, in the view that `chain` was made for.
    pub(in crate::pick) fn new(mistake: Mistake, inputs: &MistakeInputs, chain: &'a RayChain) -> Self {
        Self { mistake, inputs: *inputs, chain }
    }
}

impl Steps for Mistaken<'_> {
    fn window(&self, view: &View, cursor: CursorPosition, sample: PixelSample) -> DVec2 {
        let right = RightSteps.window(view, cursor, sample);
        let (column, row) = cursor.pixel();
        // From the edge of the pixel's row to the place in it that is looked through.
        let in_pixel = right.y - right.y.floor();
        match self.mistake {
            Mistake::YNotFlipped => right.with_y(row + in_pixel),
            Mistake::FlippedByViewportHeight => right.with_y(f64::from(view.viewport.height) - 1.0 - row + in_pixel),
            Mistake::LogicalPixels => {
                let scale = self.inputs.scale_factor;
                let logical = CursorPosition { x: cursor.x / scale, y: cursor.y / scale };
                window_from_cursor(logical, view.framebuffer, sample)
            }
            Mistake::PixelCorner => DVec2::new(column, right.y.floor()),
            _ => right,
        }
    }

    fn ray(&self, view: &View, window: DVec2) -> Option<RayTrace> {
        let chain = self.chain;
        let right = chain.ray(window)?;
        let each = |point: &dyn Fn(&PlanePoint) -> PlanePoint| RayTrace {
            near: point(&right.near),
            far: point(&right.far),
            ..right
        };
        Some(match self.mistake {
            Mistake::ViewportOffsetIgnored => {
                let offset = DVec2::new(f64::from(view.viewport.x), f64::from(view.viewport.y));
                through(chain, window, window + offset)?
            }
            Mistake::WindowTakenForViewport => {
                let FramebufferSize { width, height } = view.framebuffer;
                let share = window / DVec2::new(f64::from(width), f64::from(height));
                through(chain, window, view.viewport.window_from_ndc(2.0 * share - DVec2::ONE))?
            }
            Mistake::DepthsMinusOneAndOne => {
                each(&|point| at_ndc_z(chain, point, chain.clip_space.ndc_depth(2.0 * point.window.z - 1.0)))
            }
            Mistake::DepthTakenForNdc => each(&|point| at_ndc_z(chain, point, point.window.z)),
            Mistake::NoDivisionByW => each(&|point| at_eye(chain, point, point.eye_homogeneous.truncate())),
            Mistake::InversesInWrongOrder => each(&|point| in_wrong_order(chain, point)),
            Mistake::TransposedMatrix => each(&|point| {
                let eye_homogeneous = chain.eye_from_clip.transpose() * point.clip;
                let eye = eye_homogeneous.truncate() / eye_homogeneous.w;
                PlanePoint { eye_homogeneous, ..at_eye(chain, point, eye) }
            }),
            Mistake::WindowAspect => {
                let FramebufferSize { width, height } = view.framebuffer;
                let x = f64::from(width) / f64::from(height) / view.viewport.aspect()?;
                each(&|point| widened(chain, point, DVec2::new(x, 1.0)))
            }
            Mistake::HorizontalFieldOfView => {
                let aspect = view.viewport.aspect()?;
                each(&|point| widened(chain, point, DVec2::splat(aspect)))
            }
            Mistake::EyeAsOrigin => RayTrace { near: PlanePoint { world: view.camera.eye, ..right.near }, ..right },
            Mistake::FarPointAsDirection => {
                let far = PlanePoint { world: right.near.world + right.far.world, ..right.far };
                RayTrace { far, t_max: None, ..right }
            }
            Mistake::NoDivisionByWInWorld => {
                each(&|point| PlanePoint { world: (chain.world_from_eye * point.eye_homogeneous).truncate(), ..*point })
            }
            Mistake::ViewOfLastFrame => {
                let last = self.inputs.last_view.unwrap_or(*view).world_from_eye();
                each(&|point| PlanePoint { world: last.transform_point3(point.eye), ..*point })
            }
            Mistake::DirectionNormalized => RayTrace { t_max: None, ..right },
            Mistake::SinglePrecision => {
                let single = SingleChain::new(&view.clip_from_eye(), &chain.world_from_eye, view);
                each(&|point| in_double(&single.point(point.window)))
            }
            _ => right,
        })
    }

    fn object_ray(&self, object: &Object, ray: &Ray) -> Result<ObjectRay, Unpickable> {
        let right = ObjectRay::new(object, ray)?;
        Ok(match self.mistake {
            Mistake::ModelMatrixForgotten => {
                let in_world = right.with_ray(*ray);
                ObjectRay { object_from_world: DMat4::IDENTITY, mirrored: false, ..in_world }
            }
            Mistake::DirectionNormalized => {
                let Ray { origin, .. } = right.ray;
                let target = origin + right.ray.direction().normalize_or_zero();
                right.with_ray(Ray::between(origin, target))
            }
            Mistake::SinglePrecision => {
                let matrix = right.object_from_world.as_mat4();
                let [near, far] =
                    [ray.origin, ray.target].map(|point| matrix.transform_point3(point.as_vec3()).as_dvec3());
                right.with_ray(Ray::between(near, far))
            }
            _ => right,
        })
    }

    fn allows_tree(&self) -> bool {
        use Mistake::{DirectionNormalized, ModelMatrixForgotten, SinglePrecision, TNotTested};
        !matches!(self.mistake, ModelMatrixForgotten | DirectionNormalized | TNotTested | SinglePrecision)
    }

    fn closest<O: PickObserver>(
        &self,
        object: &Object,
        ray: &ObjectRay,
        options: RayOptions<Option<u32>>,
        observer: &mut O,
    ) -> Option<MeshHit> {
        let all = || ray.all(object, options).into_iter();
        match self.mistake {
            Mistake::TNotTested => farthest_behind(object, ray, options.culling)
                .or_else(|| ray.closest(object, options.range(..), observer)),
            Mistake::AbsoluteEpsilon => all().find(|hit| !is_taken_for_parallel(object, ray, hit.triangle)),
            Mistake::SinglePrecision => all().find(|hit| is_met_in_f32(object, ray, hit.triangle)),
            _ => RightSteps.closest(object, ray, options, observer),
        }
    }
}

/// Returns the ray through another point of the window than the one that it is said to go through.
fn through(chain: &RayChain, said: DVec2, window: DVec2) -> Option<RayTrace> {
    let ray = chain.ray(window)?;
    let seen_at = |point: PlanePoint| PlanePoint { window: said.extend(point.window.z), ..point };
    Some(RayTrace { near: seen_at(ray.near), far: seen_at(ray.far), ..ray })
}

/// Returns the point of the same line of sight at another z in NDC; what is not moved stays as it is.
fn at_ndc_z(chain: &RayChain, point: &PlanePoint, z: f64) -> PlanePoint {
    if z == point.ndc.z {
        return *point;
    }
    PlanePoint::new(point.window, point.ndc.with_z(z), &chain.eye_from_clip, &chain.world_from_eye)
}

/// Returns the point with these coordinates in eye space.
fn at_eye(chain: &RayChain, point: &PlanePoint, eye: DVec3) -> PlanePoint {
    PlanePoint { eye, world: chain.world_from_eye.transform_point3(eye), ..*point }
}

/// Returns the point by a projection that sees `factors` times as much to the sides and upwards.
fn widened(chain: &RayChain, point: &PlanePoint, factors: DVec2) -> PlanePoint {
    let factors = factors.extend(1.0);
    let eye_homogeneous = point.eye_homogeneous * factors.extend(1.0);
    PlanePoint { eye_homogeneous, ..at_eye(chain, point, point.eye * factors) }
}

/// Returns the point by the inverse of the view first, then that of the projection, and the division last.
fn in_wrong_order(chain: &RayChain, point: &PlanePoint) -> PlanePoint {
    let turned = chain.world_from_eye * point.clip;
    let world = chain.eye_from_clip * turned;
    PlanePoint {
        eye_homogeneous: turned,
        eye: turned.truncate() / turned.w,
        world: world.truncate() / world.w,
        ..*point
    }
}

fn in_double(point: &SinglePoint) -> PlanePoint {
    let ndc = point.ndc.as_dvec3();
    PlanePoint {
        window: point.window.as_dvec3(),
        ndc,
        clip: ndc.extend(1.0),
        eye_homogeneous: point.eye_homogeneous.as_dvec4(),
        eye: point.eye.as_dvec3(),
        world: point.world.as_dvec3(),
    }
}

/// Returns the hit of the line with the smallest t, where that is below zero.
fn farthest_behind(object: &Object, ray: &ObjectRay, culling: Culling) -> Option<MeshHit> {
    let Ray { origin, .. } = ray.ray;
    let backwards = ray.with_ray(Ray::between(origin, origin - ray.ray.direction()));
    let turned = |hit: MeshHit| MeshHit { t: -hit.t, side: hit.side.opposite(), ..hit };
    let hits =
        backwards.all(object, RayOptions::default().skip(None)).into_iter().map(turned).filter(|hit| hit.t < 0.0);
    hits.filter(|hit| !culling.culls(hit.side)).next_back()
}

/// Returns `true` if an absolute epsilon makes a ray parallel to a triangle, with a direction of unit length and
/// corners in the world.
fn is_taken_for_parallel(object: &Object, ray: &ObjectRay, triangle: u32) -> bool {
    let direction = object.world_from_object.transform_vector3(ray.ray.direction()).normalize_or_zero();
    let Triangle { a, b, c } = object.triangle_in_world(triangle);
    (b - a).dot(direction.cross(c - a)).abs() < EPSILON
}

/// Returns `true` if Möller and Trumbore's test in f32 meets a triangle.
fn is_met_in_f32(object: &Object, ray: &ObjectRay, triangle: u32) -> bool {
    let points = [ray.ray.origin, ray.ray.target].map(|point| point.as_vec3());
    let Triangle { a, b, c } = object.mesh.triangle(triangle);
    MollerTrumboreSteps::in_f32(points, [a, b, c].map(|corner| corner.as_vec3())).failed.is_none()
}
