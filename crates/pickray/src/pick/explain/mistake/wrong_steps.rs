//! Steps of a pick with one of them replaced by a mistake.
//!
//! Numbers before the mistake are right, computed in twice the precision. The mistaken step and the numbers that depend
//! on it are computed as most programs do, by plain inverses.

use super::{Mistake, MistakeInputs};
use crate::accel::RayOptions;
use crate::geometry::{Ray, Triangle};
use crate::intersect::{Culling, ray_aabb};
use crate::math::{CursorPosition, FramebufferSize, PixelSample, window_from_cursor};
use crate::mesh::MeshHit;
use crate::pick::explain::in_single_precision::single_points;
use crate::pick::explain::loupe::moller_trumbore_steps;
use crate::pick::steps::{PlanePoint, RayChain, RayTrace, RightSteps, Steps};
use crate::pick::{ObjectRay, PickObserver, PickOptions, TriangleId, Unpickable, cast};
use crate::scene::{Object, Scene, View};
use glam::{DMat4, DVec2, DVec3, Vec3};

/// Epsilon of [`AbsoluteEpsilon`](Mistake::AbsoluteEpsilon): that in the code of Möller and Trumbore's article.
pub(super) const EPSILON: f64 = 1e-6;

/// Steps of a pick, all right except for one that a mistake replaces, in one view.
#[derive(Clone, Debug)]
pub struct Mistaken {
    pub(in crate::pick::explain) mistake: Mistake,
    pub(in crate::pick::explain) inputs: MistakeInputs,
    pub(in crate::pick::explain) chain: RayChain,
}

impl Mistaken {
    /// Returns the steps with a mistake. The matrices of the view are inverted here, once.
    pub fn new(view: &View, mistake: Mistake, inputs: &MistakeInputs) -> Self {
        Self { mistake, inputs: *inputs, chain: RayChain::new(view) }
    }

    /// Returns the triangle that the mistake takes for the hit under a cursor, in the view given to [`new`](Self::new);
    /// `None` for a miss. It is a part of [`pick_mistaken`](super::pick_mistaken), for callers who ask at every pixel.
    pub fn hit(&self, scene: &Scene, view: &View, cursor: CursorPosition, options: &PickOptions) -> Option<TriangleId> {
        let ray = self.ray(view, self.window(view, cursor, options.sample))?.pick_ray();
        Some(cast::closest_by(self, scene, &cast::Query::seen(&ray, options), &mut ())?.id())
    }

    /// Returns a ray with the mistake in its steps in NDC, eye space or world space. The ray may have a mistake of an
    /// earlier step already.
    pub(in crate::pick::explain) fn applied_to(&self, view: &View, right: &RayTrace) -> Option<RayTrace> {
        let chain = &self.chain;
        let window = right.near.window.truncate();
        let each = |point: &dyn Fn(&PlanePoint) -> PlanePoint| RayTrace {
            near: point(&right.near),
            far: point(&right.far),
            ..*right
        };
        Some(match self.mistake {
            Mistake::ViewportOffsetIgnored | Mistake::OffsetInLogicalPixels => {
                let offset = DVec2::new(f64::from(view.viewport.x), f64::from(view.viewport.y));
                let is_subtracted = self.mistake == Mistake::OffsetInLogicalPixels;
                let subtracted = if is_subtracted { offset / self.inputs.scale_factor } else { DVec2::ZERO };
                through(chain, window, window + offset - subtracted)?
            }
            Mistake::WindowTakenForViewport => {
                let FramebufferSize { width, height } = view.framebuffer;
                let share = window / DVec2::new(f64::from(width), f64::from(height));
                through(chain, window, view.viewport.window_from_ndc(2.0 * share - DVec2::ONE))?
            }
            Mistake::NdcWithoutMinusOne => {
                let ndc = view.viewport.ndc_from_window(window)?;
                through(chain, window, view.viewport.window_from_ndc(ndc + DVec2::ONE))?
            }
            Mistake::DepthsMinusOneAndOne => {
                each(&|point| at_ndc_z(chain, point, chain.clip_space.ndc_depth(2.0 * point.window.z - 1.0)))
            }
            Mistake::DepthTakenForNdc => each(&|point| at_ndc_z(chain, point, point.window.z)),
            Mistake::NoDivisionByW => each(&|point| at_eye(chain, point, point.eye_homogeneous.truncate())),
            Mistake::InversesInWrongOrder => each(&|point| {
                let turned = chain.world_from_eye * point.clip;
                let world = chain.eye_from_clip * turned;
                let [eye, world] = [turned, world].map(|point| point.truncate() / point.w);
                PlanePoint { eye_homogeneous: turned, eye, world, ..*point }
            }),
            Mistake::TransposedMatrix => {
                let transposed = chain.eye_from_clip.transpose();
                let at = |point: &PlanePoint, z: f64| {
                    PlanePoint::new(point.window, point.ndc.with_z(z), &transposed, &chain.world_from_eye)
                };
                // A point at infinity gives way to another one of the line.
                each(&|point| Some(at(point, point.ndc.z)).filter(|it| it.world.is_finite()).unwrap_or(at(point, 0.5)))
            }
            Mistake::WindowAspect => {
                let FramebufferSize { width, height } = view.framebuffer;
                let x = f64::from(width) / f64::from(height) / view.viewport.aspect()?;
                each(&|point| widened(chain, point, DVec2::new(x, 1.0)))
            }
            Mistake::HorizontalFieldOfView => {
                let aspect = view.viewport.aspect()?;
                each(&|point| widened(chain, point, DVec2::splat(aspect)))
            }
            Mistake::NearPutAtEye if view.camera.near < 0.0 => {
                let z_of_eye = view.clip_from_eye().w_axis.z;
                RayTrace { near: at_ndc_z(chain, &right.near, z_of_eye), ..*right }
            }
            Mistake::EyeAsOrigin => RayTrace { near: PlanePoint { world: view.camera.eye, ..right.near }, ..*right },
            Mistake::FarPointAsDirection => {
                let far = PlanePoint { world: right.near.world + right.far.world, ..right.far };
                RayTrace { far, t_max: None, ..*right }
            }
            Mistake::NoDivisionByWInWorld => {
                each(&|point| PlanePoint { world: (chain.world_from_eye * point.eye_homogeneous).truncate(), ..*point })
            }
            Mistake::CameraMatrixAsView => {
                let eye_from_world = view.eye_from_world();
                each(&|point| PlanePoint { world: eye_from_world.transform_point3(point.eye), ..*point })
            }
            Mistake::DirectionAsPoint => {
                let direction = right.far.eye - right.near.eye;
                let world = right.near.world + chain.world_from_eye.transform_point3(direction / direction.z.abs());
                RayTrace { far: PlanePoint { world, ..right.far }, t_max: None, ..*right }
            }
            Mistake::ViewOfLastFrame => {
                let last = self.inputs.last_view.unwrap_or(*view).world_from_eye();
                each(&|point| PlanePoint { world: last.transform_point3(point.eye), ..*point })
            }
            Mistake::DirectionNormalized => RayTrace { t_max: None, ..*right },
            Mistake::SinglePrecision => {
                let points = single_points(view, [right.near.window, right.far.window]);
                let [near, far] = points.map(|point| PlanePoint {
                    window: point.window.as_dvec3(),
                    ndc: point.ndc.as_dvec3(),
                    clip: point.ndc.as_dvec3().extend(1.0),
                    eye_homogeneous: point.eye_homogeneous.as_dvec4(),
                    eye: point.eye.as_dvec3(),
                    world: point.world.as_dvec3(),
                });
                RayTrace { near, far, ..*right }
            }
            _ => *right,
        })
    }
}

impl Steps for Mistaken {
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
        self.applied_to(view, &self.chain.ray(window)?)
    }

    fn object_ray(&self, object: &Object, ray: &Ray) -> Result<ObjectRay, Unpickable> {
        let right = ObjectRay::new(object, ray)?;
        Ok(match self.mistake {
            Mistake::ModelMatrixForgotten => {
                ObjectRay { object_from_world: DMat4::IDENTITY, ray: *ray, mirrored: false, given: None }
            }
            Mistake::DirectionNormalized => {
                let Ray { origin, .. } = right.ray;
                let target = origin + right.ray.direction().normalize_or_zero();
                with_ray(&right, Ray::between(origin, target))
            }
            Mistake::SinglePrecision => {
                let matrix = right.object_from_world.as_mat4();
                let [near, far] =
                    [ray.origin, ray.target].map(|point| matrix.transform_point3(point.as_vec3()).as_dvec3());
                with_ray(&right, Ray::between(near, far))
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
            Mistake::BoundsNotRebuilt if !meets_bounds_of_file(object, ray) => None,
            Mistake::AbsoluteEpsilon => all().find(|hit| !is_taken_for_parallel(object, ray, hit.triangle)),
            Mistake::SinglePrecision => all().find(|hit| is_met_in_f32(object, ray, hit.triangle)),
            _ => RightSteps.closest(object, ray, options, observer),
        }
    }
}

fn with_ray(right: &ObjectRay, ray: Ray) -> ObjectRay {
    ObjectRay { ray, given: None, ..*right }
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

fn at_eye(chain: &RayChain, point: &PlanePoint, eye: DVec3) -> PlanePoint {
    PlanePoint { eye, world: chain.world_from_eye.transform_point3(eye), ..*point }
}

/// Returns the point by a projection that sees `factors` times as much to the sides and upwards.
fn widened(chain: &RayChain, point: &PlanePoint, factors: DVec2) -> PlanePoint {
    let factors = factors.extend(1.0);
    let eye_homogeneous = point.eye_homogeneous * factors.extend(1.0);
    PlanePoint { eye_homogeneous, ..at_eye(chain, point, point.eye * factors) }
}

/// Returns the hit of the line with the smallest t, where that is below zero.
fn farthest_behind(object: &Object, ray: &ObjectRay, culling: Culling) -> Option<MeshHit> {
    let Ray { origin, .. } = ray.ray;
    let backwards = with_ray(ray, Ray::between(origin, origin - ray.ray.direction()));
    let turned = |hit: MeshHit| MeshHit { t: -hit.t, side: hit.side.opposite(), ..hit };
    let mut hits =
        backwards.all(object, RayOptions::default().skip(None)).into_iter().map(turned).filter(|hit| hit.t < 0.0);
    hits.rfind(|hit| !culling.culls(hit.side))
}

/// Returns `true` if the ray in world space meets the bounds that the mesh has in its file, wherever the object is.
fn meets_bounds_of_file(object: &Object, ray: &ObjectRay) -> bool {
    let Ray { origin, target, .. } = ray.ray;
    let [origin, target] = [origin, target].map(|point| object.world_from_object.transform_point3(point));
    ray_aabb(&Ray::between(origin, target), &object.mesh.bounds()).is_some()
}

/// Returns `true` if an absolute epsilon makes a ray parallel to a triangle (unit direction, corners in the world).
fn is_taken_for_parallel(object: &Object, ray: &ObjectRay, triangle: u32) -> bool {
    let direction = object.world_from_object.transform_vector3(ray.ray.direction()).normalize_or_zero();
    let Triangle { a, b, c } = object.triangle_in_world(triangle);
    (b - a).dot(direction.cross(c - a)).abs() < EPSILON
}

fn is_met_in_f32(object: &Object, ray: &ObjectRay, triangle: u32) -> bool {
    let points = [ray.ray.origin, ray.ray.target].map(|point| point.as_vec3());
    let Triangle { a, b, c } = object.mesh.triangle(triangle);
    let corners = [a, b, c].map(|corner| corner.as_vec3());
    moller_trumbore_steps(points, corners, Vec3::cross, Vec3::dot).failed.is_none()
}
