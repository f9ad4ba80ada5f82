//! Snapping: the visible corner or edge of a triangle that is nearest to the cursor in the picture.
//!
//! Boxes of the trees and candidates wait together, by their least distance from the cursor. So candidates come in the
//! order of their distance, and the first visible one is the answer. Each costs one ray. Whatever hides one casts a
//! [`Shadow`], in which boxes are left out unopened.

use super::outline::{Boxes, Outline};
use super::projected::Projection;
use super::shadow::Shadow;
use super::{ScreenArea, ScreenRegion};
use crate::accel::{Below, Inside, RayOptions, TreeBox};
use crate::geometry::{Aabb, Feature, Ray, Triangle};
use crate::intersect::{Culling, Side};
use crate::math::predicates::{Sign, orient_along};
use crate::math::{CursorPosition, cursor_from_window};
use crate::pick::{Hit, PickOptions, Sight, TriangleId, cast};
use crate::scene::{Instance, Object, Scene, Sightlines, View};
use glam::{DAffine3, DMat4, DVec2, DVec3, DVec4};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};

/// Distance within which a triangle does not hide a point, relative to the largest coordinates added: 32 roundings.
const SLACK: f64 = 16.0 * f64::EPSILON;

/// Multiple of that distance by which a box lies in a shadow at least.
const SLACKS_IN_SHADOW: f64 = 16.0;

/// Most shadows that are kept, the latest ones.
const MOST_SHADOWS: usize = 4;

/// Kinds of features that a cursor may snap to; by default both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features {
    /// `true` for corners of triangles.
    pub corners: bool,
    /// `true` for edges of triangles, also those inside a face of the file.
    pub edges: bool,
}

impl Default for Features {
    fn default() -> Self {
        Self { corners: true, edges: true }
    }
}

/// Corner or edge near the cursor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NearestFeature {
    /// Triangle that has the corner or edge.
    pub triangle: TriangleId,
    /// The corner or edge of the triangle.
    pub feature: Feature,
    /// The corner, or the point of the edge that is nearest in the picture, in world space.
    pub point_world: DVec3,
    /// The same point in object space.
    pub point_object: DVec3,
    /// Barycentric weights of the point, of the triangle's three corners.
    pub weights: [f64; 3],
    /// Distance of the point from the pixel's sample in the picture, in physical pixels.
    pub pixels: f64,
}

/// Returns the visible corner nearest to the pixel's sample in the picture or, where no corner lies within the radius,
/// the nearest visible edge. The radius is in physical pixels and belongs to the disc; it is finite. `None` where
/// neither is within it, and where the cursor has no line of sight.
///
/// Features of what a pick with the same options may hit count, and those of triangles without area. An edge counts
/// if its point nearest in the picture is visible, of the part between near and far plane. A point is visible if the
/// line of sight to it meets nothing before it that a pick may hit. Triangles that pass through the point do not hide
/// it, to within 32 roundings of the coordinates. Distances are rounded. Of equally near features, that of the lowest
/// [`TriangleId`] is returned, then the first of the triangle.
///
/// Time grows with the number of hidden corners that are nearer than the visible one, not with the size of the scene.
///
/// ```
/// use glam::DVec3;
/// use pickray::geometry::Feature;
/// use pickray::mesh::samples::Sample;
/// use pickray::pick::{Features, PickOptions, nearest_feature};
/// use pickray::{Camera, CursorPosition, FramebufferSize, Object, Scene, View};
///
/// let scene = Scene::of(Object::new("cube", Sample::Cube.mesh()?.into()));
/// let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
/// let view = View::new(camera, FramebufferSize::new(640, 480));
/// let corner = view.cursor_from_world(DVec3::ONE).expect("before the eye");
///
/// let cursor = CursorPosition::new(corner.x + 5.0, corner.y + 5.0);
/// let near = |radius| nearest_feature(&scene, &view, cursor, radius, Features::default(), &PickOptions::default());
/// let found = near(12.0).expect("a corner");
/// assert_eq!((found.point_world, matches!(found.feature, Feature::Vertex(_))), (DVec3::ONE, true));
/// assert_eq!(near(3.0), None);
/// # Ok::<(), pickray::mesh::LoadError>(())
/// ```
pub fn nearest_feature(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    radius: f64,
    features: Features,
    options: &PickOptions,
) -> Option<NearestFeature> {
    let sight = Sight::new(view, cursor, options).ok()?;
    let center = cursor_from_window(sight.window, view.framebuffer);
    let area = ScreenArea::new(view, &ScreenRegion::Disc { center, radius }).ok()?;
    let center = center.into();
    let mut search = Search {
        scene,
        options,
        disc: FeatureDisc { view, outline: &area.outline, sides: area.outline.sides(), center, radius },
        sightlines: view.sightlines(),
        world: PlacedSpace::new(view, &area.outline, DMat4::IDENTITY, 0.0),
        placed: HashMap::new(),
        waiting: BinaryHeap::new(),
        shadows: Vec::new(),
        hidden: None,
    };
    let corners = features.corners.then_some([0, 1, 2].map(Feature::Vertex));
    let edges = features.edges.then_some([0, 1, 2].map(Feature::Edge));
    [corners, edges].into_iter().flatten().find_map(|kind| search.nearest(kind))
}

struct FeatureDisc<'a> {
    view: &'a View,
    outline: &'a Outline,
    sides: [DVec4; 6],
    center: DVec2,
    radius: f64,
}

/// Space of an object, or the world, with its projection to the picture.
struct PlacedSpace<'a> {
    projection: Projection,
    boxes: Boxes<'a>,
    world_from_object: DAffine3,
    /// Distance, in world space, up to which rounding moves a point of the object.
    slack: f64,
}

/// Next step of a search; candidates come after boxes, and by their ids.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Step {
    OpenObjects(u32),
    OpenTriangles(u32, TreeBox),
    Try(TriangleId, Feature),
}

/// Place of a feature that is nearest to the cursor in the picture.
struct Foot {
    /// Place in physical pixels from the top left of the framebuffer.
    place: DVec2,
    pixels: f64,
    weights: [f64; 3],
    point_object: DVec3,
}

struct Search<'a> {
    scene: &'a Scene,
    options: &'a PickOptions,
    disc: FeatureDisc<'a>,
    sightlines: Sightlines,
    world: Option<PlacedSpace<'a>>,
    placed: HashMap<u32, PlacedSpace<'a>>,
    /// Steps by the least distance that they may lead to: the bits of a number that is not negative are in its order.
    waiting: BinaryHeap<Reverse<(u64, Step)>>,
    shadows: Vec<Shadow>,
    /// Point in world space that was found hidden last.
    hidden: Option<DVec3>,
}

impl<'a> PlacedSpace<'a> {
    fn new(view: &View, outline: &'a Outline, world_from_object: DMat4, slack: f64) -> Option<Self> {
        let projection = Projection::new(view, &world_from_object)?;
        let boxes = Boxes::new(outline, &projection);
        Some(Self { projection, boxes, world_from_object: DAffine3::from_mat4(world_from_object), slack })
    }
}

impl FeatureDisc<'_> {
    /// Returns the key of a box: its least distance from the cursor. `None` where no part of it is near and visible.
    fn key(&self, space: &PlacedSpace, shadows: &[Shadow], aabb: &Aabb) -> Option<u64> {
        let pixels = space.boxes.distance(aabb, self.center).filter(|&pixels| pixels <= self.radius)?;
        let slack = SLACKS_IN_SHADOW * space.slack;
        let is_hidden = shadows.iter().any(|shadow| shadow.holds(&space.world_from_object, aabb, slack));
        (!is_hidden).then_some(pixels.to_bits())
    }

    /// Returns the place of a corner or an edge that is nearest to the cursor; `None` where it is not within the disc.
    fn foot(&self, projection: &Projection, triangle: &Triangle, feature: Feature) -> Option<Foot> {
        let corners = triangle.corners();
        let (first, second) = match feature {
            Feature::Vertex(corner) => (usize::from(corner), usize::from(corner)),
            Feature::Edge(edge) => (usize::from(edge), (usize::from(edge) + 1) % 3),
            Feature::Face => return None,
        };
        // From the lower end, so that an edge is equally far for all triangles that share it.
        let is_ordered = corners[first].to_array() <= corners[second].to_array();
        let (first, second) = if is_ordered { (first, second) } else { (second, first) };

        // The part in the frame and between the planes, before the division by w.
        let ends = [first, second].map(|corner| projection.at(corners[corner]));
        let (mut low, mut high) = (0.0_f64, 1.0_f64);
        for side in &self.sides {
            let [at_first, at_second] = ends.map(|end| side.dot(end));
            if at_first < 0.0 && at_second < 0.0 {
                return None;
            } else if at_first < 0.0 {
                low = low.max(at_first / (at_first - at_second));
            } else if at_second < 0.0 {
                high = high.min(at_first / (at_first - at_second));
            }
        }
        if low > high {
            return None;
        }

        // The nearest place in the picture, and the share of the edge that is seen there.
        let [from, to] = [low, high].map(|share| ends[0].lerp(ends[1], share));
        let [start, end] = [from, to].map(|point| point.truncate().truncate() / point.w);
        let along = end - start;
        let length_squared = along.length_squared();
        let is_point = length_squared == 0.0;
        let seen = if is_point { 0.0 } else { (self.center - start).dot(along) / length_squared }.clamp(0.0, 1.0);
        let place = start + seen * along;
        let pixels = place.distance(self.center);
        let (to_end, to_start) = (seen * from.w, (1.0 - seen) * to.w);
        let share = low + (high - low) * (to_end / (to_end + to_start));
        let mut weights = [0.0; 3];
        weights[first] += 1.0 - share;
        weights[second] += share;
        let point_object = corners[first] + share * (corners[second] - corners[first]);
        (pixels <= self.radius && share.is_finite()).then_some(Foot { place, pixels, weights, point_object })
    }
}

impl Search<'_> {
    /// Returns the first visible one of the features, all of one kind, of all triangles.
    fn nearest(&mut self, kind: [Feature; 3]) -> Option<NearestFeature> {
        self.waiting.clear();
        if self.scene.tree().is_some() {
            self.waiting.push(Reverse((0, Step::OpenObjects(0))));
        } else {
            (0..self.scene.objects().len() as u32).for_each(|object| self.enter(object));
        }
        while let Some(Reverse((_, step))) = self.waiting.pop() {
            match step {
                Step::OpenObjects(opened) => self.open_objects(opened),
                Step::OpenTriangles(object, opened) => self.open_triangles(object, opened, kind),
                Step::Try(triangle, feature) => {
                    if let Some(found) = self.seen(triangle, feature) {
                        return Some(found);
                    }
                }
            }
        }
        None
    }

    /// Lets the tree of an object wait, if a ray may hit the object.
    fn enter(&mut self, index: u32) {
        let object = &self.scene.objects()[index as usize];
        if self.options.mask & object.mask == 0 || Instance::new(object).is_none() {
            return;
        }
        let new = || PlacedSpace::new(self.disc.view, self.disc.outline, object.world_from_object, slack(object));
        let Some(space) = self.placed.remove(&index).or_else(new) else { return };
        let key = self.disc.key(&space, &self.shadows, &object.mesh.bounds());
        if let Some((key, root)) = key.zip(object.mesh.tree().root_box()) {
            self.waiting.push(Reverse((key, Step::OpenTriangles(index, root))));
            self.placed.insert(index, space);
        }
    }

    fn open_objects(&mut self, opened: u32) {
        let Some((tree, space)) = self.scene.tree().zip(self.world.as_ref()) else { return };
        let mut entered = Vec::new();
        tree.open(opened, |below, aabb| match below {
            Below::Node(inner) => {
                let is_finite = aabb.min.is_finite();
                let key = if is_finite { self.disc.key(space, &self.shadows, &aabb) } else { Some(0) };
                self.waiting.extend(key.map(|key| Reverse((key, Step::OpenObjects(inner)))));
            }
            Below::Item(object) => entered.push(object),
        });
        entered.into_iter().for_each(|object| self.enter(object));
    }

    fn open_triangles(&mut self, index: u32, opened: TreeBox, kind: [Feature; 3]) {
        let object = &self.scene.objects()[index as usize];
        let (mesh, space) = (&object.mesh, &self.placed[&index]);
        mesh.tree().open(opened, |inside| match inside {
            Inside::Box(inner, Aabb { min, max }) => {
                // Rounded as corners of triangles are, a box in object space holds what it held.
                let aabb = Aabb::new(mesh.origin() + min, mesh.origin() + max);
                let key = self.disc.key(space, &self.shadows, &aabb);
                self.waiting.extend(key.map(|key| Reverse((key, Step::OpenTriangles(index, inner)))));
            }
            Inside::Triangle(triangle) if !object.hidden.contains(triangle) => {
                let (id, triangle) = (TriangleId { object: index, triangle }, mesh.triangle(triangle));
                for feature in kind {
                    let foot = self.disc.foot(&space.projection, &triangle, feature);
                    self.waiting.extend(foot.map(|it| Reverse((it.pixels.to_bits(), Step::Try(id, feature)))));
                }
            }
            Inside::Triangle(_) => {}
        });
    }

    /// Returns a feature if it is visible. What hides it casts a shadow for those that come after.
    fn seen(&mut self, id: TriangleId, feature: Feature) -> Option<NearestFeature> {
        let objects = self.scene.objects();
        let (object, space) = (&objects[id.object as usize], &self.placed[&id.object]);
        let triangle = object.mesh.triangle(id.triangle);
        let Foot { place, pixels, weights, point_object } = self.disc.foot(&space.projection, &triangle, feature)?;
        let point = object.world_from_object.transform_point3(point_object);
        let height = f64::from(self.disc.view.framebuffer.height);
        let sight = self.sightlines.ray(DVec2::new(place.x, height - place.y))?;
        if self.hidden == Some(point) || shows_culled_side(object, &triangle, &sight.into(), self.options.culling) {
            return None;
        }
        let (aabb, slack_in_shadow) = (Aabb::new(point_object, point_object), SLACKS_IN_SHADOW * space.slack);
        let is_in_shadow = |shadow: &Shadow| shadow.holds(&space.world_from_object, &aabb, slack_in_shadow);

        // All hits but those of triangles through the point hide it. Few rays need more than their closest one.
        let options = RayOptions::from(self.options).range(..1.0);
        let query = cast::Query::new(&Ray::between(sight.near, point), options);
        let hides = |hit: &Hit| {
            let hit_object = &objects[hit.object as usize];
            let closest = hit_object.triangle_in_world(hit.triangle).closest_point(point);
            closest.distance > space.slack + slack(hit_object)
        };
        let hiding = || {
            let closest = cast::closest(self.scene, &query)?;
            let others = || cast::all(self.scene, &query).into_iter().find(hides);
            Some(closest).filter(hides).or_else(others)
        };
        if self.shadows.iter().any(is_in_shadow) {
            self.hidden = Some(point);
            return None;
        }
        if let Some(hit) = hiding() {
            self.hidden = Some(point);
            let triangle = objects[hit.object as usize].triangle_in_world(hit.triangle);
            if let Some(shadow) = Shadow::new(self.disc.view, &self.sightlines, &triangle) {
                self.shadows.truncate(MOST_SHADOWS - 1);
                self.shadows.insert(0, shadow);
            }
            return None;
        }
        Some(NearestFeature { triangle: id, feature, point_world: point, point_object, weights, pixels })
    }
}

/// Returns `true` if a triangle in object space shows a side that is culled to a line of sight in world space.
fn shows_culled_side(object: &Object, triangle: &Triangle, sight: &Ray, culling: Culling) -> bool {
    let Some(instance) = Instance::new(object).filter(|_| culling != Culling::None) else { return false };
    let sight = instance.object_from_world.transform_vector3(sight.direction());
    let side = match orient_along(sight, triangle.a, triangle.b, triangle.c) {
        Sign::Zero => return false,
        Sign::Positive => Side::Back,
        Sign::Negative => Side::Front,
    };
    culling.culls(if instance.mirrored { side.opposite() } else { side })
}

/// Returns the distance in world space up to which two points of an object that rounding moves apart are one.
fn slack(object: &Object) -> f64 {
    let Aabb { min, max } = object.mesh.bounds();
    let DAffine3 { matrix3, translation } = DAffine3::from_mat4(object.world_from_object);
    SLACK * (matrix3.abs() * min.abs().max(max.abs()) + translation.abs()).max_element()
}
