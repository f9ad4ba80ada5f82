//! Effect of a mistake: where the wrong ray lands, how far that is from where the right ray lands, and the pattern that
//! this makes all over the picture.

use super::wrong_steps::Mistaken;
use super::{Mistake, MistakeInputs};
use crate::geometry::Ray;
use crate::math::{CursorPosition, PickRay, cursor_from_window};
use crate::pick::steps::{RayChain, Steps};
use crate::pick::{Hit, PickOptions, Sight, TriangleId, cast};
use crate::scene::{Scene, View};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Distance in pixels from which a mistake shows; less is rounding of f64 over thousands of pixels.
const PIXELS_SEEN: f64 = 1e-3;

/// Distance from which a mistake shows, as a share of the distance from the eye. Less is rounding.
const DISTANCE_SEEN: f64 = 1e-6;

/// Distance in pixels between the places of two mistakes from which they can be told from each other by eye.
const PIXELS_APART: f64 = 2.0;

/// Result of a pick with a mistake, compared with the right pick under the same cursor.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MistakenPick {
    /// Mistake that was made.
    pub mistake: Mistake,
    /// Wrong ray in world space, placed relative to the object as it is drawn. `None` where there is no ray: its two
    /// points are not finite, or differ by no more than rounding.
    pub ray: Option<PickRay>,
    /// Triangle that the mistake takes for the hit; `None` for a miss.
    pub hit: Option<TriangleId>,
    /// Point in world space where the wrong ray lands: the hit that the mistake finds. Without one, it is the point of
    /// the wrong ray at the depth of the right hit or, without a right hit, of the camera's target. `None` without one.
    pub lands: Option<DVec3>,
    /// Point in world space where the correct ray, that without the mistake, lands: its hit or, without one, its point
    /// at the depth of the camera's target. `None` where it has no such point.
    pub right: Option<DVec3>,
    /// Position in the picture, or outside of it, where the point `lands` is seen through the right matrices; `None`
    /// where the point is not before the eye.
    pub cursor: Option<CursorPosition>,
    /// Distance in the picture between the right sample of the pixel and the point `lands`, in physical pixels; `None`
    /// where the point is not before the eye.
    pub pixels_off: Option<f64>,
    /// `true` if the mistake changes the result under this cursor: it hits another triangle, another point, or nothing.
    pub changes: bool,
}

/// Returns the result of a pick with a mistake, compared with the right pick; `None` where that has no ray.
///
/// ```
/// use glam::DVec3;
/// use pickray::pick::explain::{Mistake, MistakeInputs, pick_mistaken};
/// use pickray::{Camera, CursorPosition, FramebufferSize, Mesh, Object, PickOptions, Scene, View};
///
/// let mesh = Mesh::from_triangles(vec![[-1., -1., 0.], [1., -1., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
/// let scene = Scene::of(Object::new("triangle", mesh.into()));
/// let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
/// let view = View::new(camera, FramebufferSize { width: 640, height: 480 });
///
/// // 60 pixels above the middle, the mistake looks 60 pixels below it.
/// let cursor = CursorPosition { x: 320.5, y: 180.5 };
/// let (options, inputs) = (PickOptions::default(), MistakeInputs::default());
/// let wrong = pick_mistaken(&scene, &view, cursor, &options, Mistake::YNotFlipped, &inputs).expect("a ray");
/// assert!((wrong.pixels_off.unwrap() - 119.0).abs() < 1e-9);
/// # Ok::<(), pickray::mesh::MeshError>(())
/// ```
pub fn pick_mistaken(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    mistake: Mistake,
    inputs: &MistakeInputs,
) -> Option<MistakenPick> {
    Some(RightPick::new(scene, view, cursor, options)?.with(mistake, inputs, cursor))
}

/// Returns what [`pick_mistaken`] does for every mistake, in the order of [`Mistake::ALL`]; empty without a right ray.
pub fn pick_with_each_mistake(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    inputs: &MistakeInputs,
) -> Vec<MistakenPick> {
    let Some(comparison) = RightPick::new(scene, view, cursor, options) else { return Vec::new() };
    Mistake::ALL.map(|mistake| comparison.with(mistake, inputs, cursor)).to_vec()
}

/// Returns the mistakes that can be recognised by their effect under one cursor. They change the result, and land at
/// another place or on another triangle than every other mistake in `picks`.
pub fn can_be_found(picks: &[MistakenPick]) -> Vec<Mistake> {
    let is_alone = |pick: &MistakenPick| {
        picks.iter().filter(|other| other.mistake != pick.mistake).all(|other| pick.can_be_told_from(other))
    };
    picks.iter().filter(|pick| pick.changes && is_alone(pick)).map(|pick| pick.mistake).collect()
}

impl MistakenPick {
    /// Returns `true` if this pick and `other` differ visibly: in the triangles hit, or in the places where they land.
    pub fn can_be_told_from(&self, other: &Self) -> bool {
        match (self.cursor, other.cursor) {
            (Some(a), Some(b)) => self.hit != other.hit || PIXELS_APART <= a.distance(b),
            (None, None) => self.hit != other.hit,
            _ => true,
        }
    }
}

struct RightPick<'a> {
    scene: &'a Scene,
    view: &'a View,
    options: &'a PickOptions,
    chain: RayChain,
    right: Sight,
    hit: Option<Hit>,
    /// Point in world space that the right pick hits; `None` for a miss. The next field, `depth`, is the depth along
    /// the view direction at which a ray that hits nothing is taken to land.
    right_point: Option<DVec3>,
    depth: f64,
}

impl<'a> RightPick<'a> {
    fn new(scene: &'a Scene, view: &'a View, cursor: CursorPosition, options: &'a PickOptions) -> Option<Self> {
        let right = Sight::new(view, cursor, options).ok()?;
        let hit = cast::closest(scene, &cast::Query::seen(&right.ray, options));
        let right_point = hit.map(|hit| Ray::from(right.ray).at(hit.t));
        let depth = reference_depth(view, right_point);
        Some(Self { scene, view, options, chain: RayChain::new(view), right, hit, right_point, depth })
    }

    fn with(&self, mistake: Mistake, inputs: &MistakeInputs, cursor: CursorPosition) -> MistakenPick {
        let steps = Mistaken { mistake, inputs: *inputs, chain: self.chain.clone() };
        let window = steps.window(self.view, cursor, self.options.sample);
        let ray = steps.ray(self.view, window).map(|ray| ray.pick_ray()).filter(is_ray);
        let hit =
            ray.and_then(|ray| cast::closest_by(&steps, self.scene, &cast::Query::seen(&ray, self.options), &mut ()));
        let ray = ray.map(|ray| steps.as_drawn(self.scene, hit.or(self.hit).map(|hit| hit.object), &ray));
        let point_of = |ray: &PickRay, hit: Option<Hit>| match hit {
            Some(hit) => Some(Ray::from(*ray).at(hit.t)),
            None => at_depth(self.view, ray, self.depth),
        };
        let lands = ray.and_then(|ray| point_of(&ray, hit));
        let seen = lands.and_then(|point| self.view.window_before_eye(point));
        let pixels_off = seen.map(|window| (window - self.right.window).length());
        let [hit, right_hit] = [hit, self.hit].map(|hit| hit.map(|hit| hit.id()));
        let is_elsewhere = || {
            let distance = self.right_point.zip(lands).map(|(right, wrong)| (right - wrong).length());
            distance.is_some_and(|distance| DISTANCE_SEEN * self.depth.abs() < distance)
        };
        MistakenPick {
            mistake,
            ray,
            hit,
            lands,
            right: point_of(&self.right.ray, self.hit),
            cursor: seen.map(|window| cursor_from_window(window, self.view.framebuffer)),
            pixels_off,
            changes: hit != right_hit || pixels_off.is_none_or(|off| PIXELS_SEEN < off) || is_elsewhere(),
        }
    }
}

impl Mistaken {
    /// Returns a wrong ray in world space, placed as the object `hit`, or else the first object, is drawn.
    fn as_drawn(&self, scene: &Scene, hit: Option<u32>, ray: &PickRay) -> PickRay {
        let object = || scene.objects().get(hit.unwrap_or_default() as usize);
        match self.mistake {
            Mistake::ModelMatrixForgotten => object().map_or(*ray, |object| {
                let [near, far] = [ray.near, ray.far].map(|point| object.world_from_object.transform_point3(point));
                PickRay { near, far, ..*ray }
            }),
            Mistake::DirectionNormalized => {
                PickRay { far: ray.near + (ray.far - ray.near).normalize_or_zero(), ..*ray }
            }
            _ => *ray,
        }
    }
}

/// Returns `true` if the ray's two points are finite and differ by more than rounding.
pub(in crate::pick::explain) fn is_ray(ray: &PickRay) -> bool {
    let size = ray.near.abs().max(ray.far.abs()).max_element();
    ray.near.is_finite() && ray.far.is_finite() && 16.0 * f64::EPSILON * size < (ray.far - ray.near).length()
}

/// Returns the depth where rays that hit nothing are taken to land: that of `right_point`, or of the camera's target.
fn reference_depth(view: &View, right_point: Option<DVec3>) -> f64 {
    view.camera.depth_of(right_point.unwrap_or(view.camera.target))
}

/// Returns the ray's point at a finite t ≥ 0 that lies at `depth` along the view direction; `None` if there is none.
pub(in crate::pick::explain) fn at_depth(view: &View, ray: &PickRay, depth: f64) -> Option<DVec3> {
    let [near, far] = [ray.near, ray.far].map(|point| view.camera.depth_of(point));
    let t = (depth - near) / (far - near);
    (0.0 <= t && t.is_finite()).then(|| Ray::from(*ray).at(t))
}

/// Arrow in the picture from the mouse to where a mistake makes the ray land, in physical pixels from the top left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternArrow {
    /// Position of the mouse.
    pub from: CursorPosition,
    /// Position where the wrong ray is seen at the depth that it is followed to; `None` where the ray does not reach
    /// that depth, or its points are not finite or the same.
    pub to: Option<CursorPosition>,
}

/// Returns the arrows of a mistake for the cells of a grid of `columns` × `rows` cells over the picture, in rows from
/// the top. Each wrong ray is followed to the depth of `hit`, a point of world space, or else of the camera's target.
pub fn mistake_pattern(
    scene: &Scene,
    view: &View,
    options: &PickOptions,
    (mistake, inputs): (Mistake, &MistakeInputs),
    hit: Option<DVec3>,
    [columns, rows]: [u32; 2],
) -> Vec<PatternArrow> {
    let steps = Mistaken::new(view, mistake, inputs);
    let depth = reference_depth(view, hit);
    let cells = (0..rows).flat_map(|row| (0..columns).map(move |column| [column, row]));
    let arrow = |[column, row]: [u32; 2]| {
        let from = cell_center(view, [column, row], [columns, rows]);
        let ray = steps.ray(view, steps.window(view, from, options.sample)).map(|ray| ray.pick_ray());
        let ray = ray.filter(is_ray).map(|ray| steps.as_drawn(scene, None, &ray));
        let to = ray.and_then(|ray| view.cursor_from_world(at_depth(view, &ray, depth)?));
        PatternArrow { from, to }
    };
    cells.map(arrow).collect()
}

/// Returns the centre of the pixel in the middle of a cell, counted from the top left.
fn cell_center(view: &View, cell: [u32; 2], cells: [u32; 2]) -> CursorPosition {
    let viewport = view.viewport;
    let share = |k: usize| (f64::from(cell[k]) + 0.5) / f64::from(cells[k]);
    let window = DVec2::new(
        f64::from(viewport.x) + share(0) * f64::from(viewport.width),
        f64::from(viewport.y) + (1.0 - share(1)) * f64::from(viewport.height),
    );
    cursor_from_window(window.floor() + 0.5, view.framebuffer)
}
