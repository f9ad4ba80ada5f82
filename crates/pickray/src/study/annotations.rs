//! Annotations of a scene: measures and landmarks. No pick depends on them.

use crate::collide::SceneClosest;
use crate::geometry::Feature;
use crate::geometry::measure::{Distance, angle, distance, path_length};
use crate::math::CursorPosition;
use crate::mesh::Mesh;
use crate::pick::{
    Features, LandmarkError, Landmarks, MeshLandmark, MeshPoint, PickOptions, PlacedLandmark, TriangleId,
};
use crate::pick::{nearest_feature, pick};
use crate::scene::{Object, Scene, View};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Measures and landmarks of a scene, each in order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Annotations {
    /// Measures between points of the scene.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub measures: Vec<Measure>,
    /// Points with names.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub landmarks: Vec<Landmark>,
}

/// Point of an object's surface. It moves with the object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SurfacePoint {
    /// Index of the object in the scene.
    pub object: u32,
    /// Place on the object's mesh.
    pub on: MeshPoint,
}

/// Landmark of an object in a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Landmark {
    /// Name of the landmark, perhaps empty.
    pub name: String,
    /// Place of the landmark.
    pub at: SurfacePoint,
}

/// Kind of a measure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MeasureKind {
    /// Distance of two points.
    #[default]
    Distance,
    /// Length of the way through two or more points.
    Path,
    /// Angle at the second of three points.
    Angle,
}

impl MeasureKind {
    /// Returns `true` if a measure of this kind is made of so many points.
    pub fn takes(self, n_points: usize) -> bool {
        match self {
            Self::Distance => n_points == 2,
            Self::Path => n_points >= 2,
            Self::Angle => n_points == 3,
        }
    }
}

/// Measure between points of a scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measure {
    /// Kind of the measure.
    pub kind: MeasureKind,
    /// Points, in order: two of a distance, three of an angle.
    pub points: Vec<SurfacePoint>,
}

/// Value of a measure, in units of world space.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Measured {
    /// Distance of two points, with its parts along the axes.
    Distance(Distance),
    /// Length of a path.
    Path(f64),
    /// Angle in radians; `None` where its second point is one with another.
    Angle(Option<f64>),
}

impl SurfacePoint {
    /// Returns the point of what is seen at `cursor`: with `snap`, a radius in physical pixels and features, the one of
    /// [`nearest_feature`]; without, or where there is none, that of the hit of a pick. `None` where nothing is hit.
    pub fn seen_at(
        scene: &Scene,
        view: &View,
        cursor: CursorPosition,
        snap: Option<(f64, Features)>,
        options: &PickOptions,
    ) -> Option<Self> {
        let near = |(radius, features)| nearest_feature(scene, view, cursor, radius, features, options);
        let near = snap.and_then(near).map(|near| (near.triangle, near.weights));
        let hit = || pick(scene, view, cursor, options).map(|hit| (hit.id(), [1.0 - hit.u - hit.v, hit.u, hit.v]));
        let (TriangleId { object, triangle }, weights) = near.or_else(hit)?;
        Some(Self { object, on: MeshPoint { triangle, weights } })
    }

    /// Returns the triangle that the point lies on.
    pub fn id(&self) -> TriangleId {
        TriangleId { object: self.object, triangle: self.on.triangle }
    }

    /// Returns the index of the vertex that the point is; `None` where it is none, or the scene has no such triangle.
    pub fn vertex(&self, scene: &Scene) -> Option<u32> {
        let Feature::Vertex(corner) = self.on.feature() else { return None };
        let triangles = scene.objects().get(self.object as usize)?.mesh.triangles();
        triangles.get(self.on.triangle as usize).map(|vertices| vertices[usize::from(corner)])
    }

    /// Returns the position in world space; `None` where the scene has no such triangle, or a coordinate is not finite.
    pub fn position(&self, scene: &Scene) -> Option<DVec3> {
        let object = scene.objects().get(self.object as usize)?;
        let point = object.world_from_object.transform_point3(self.on.position(&object.mesh)?);
        point.is_finite().then_some(point)
    }
}

impl Landmarks {
    /// Returns the landmarks on the visible meshes of a scene, each with the index of the object that it lies on, or
    /// else is closest to. Positions are in world space: files are right in
    /// [`Study::scene_of_files`](crate::study::Study::scene_of_files).
    ///
    /// # Errors
    /// [`LandmarkError::Version`] where the version is another.
    pub fn onto_scene(&self, scene: &Scene) -> Result<Vec<(u32, PlacedLandmark)>, LandmarkError> {
        let placed = |landmark: &MeshLandmark| {
            let on = |(index, object): (u32, &Object)| {
                Some((index, landmark.on_its_triangle(&object.mesh, &object.world_from_object)?))
            };
            let visible = (0..).zip(scene.objects()).filter(|(_, object)| object.visible);
            visible.filter_map(on).min_by(|(_, a), (_, b)| a.moved.total_cmp(&b.moved)).or_else(|| {
                let SceneClosest { object, triangle, closest } = scene.closest_point(landmark.point, f64::INFINITY)?;
                let corners = scene.objects()[object as usize].triangle_in_world(triangle);
                Some((object, landmark.moved_to(triangle, &corners, closest)))
            })
        };
        Ok(self.known()?.iter().filter_map(placed).collect())
    }
}

impl Landmark {
    /// Returns the landmark of the object's mesh, with its position in object space.
    ///
    /// # Errors
    /// [`LandmarkError::NoTriangle`] where the mesh has no such triangle.
    pub fn landmark(&self, mesh: &Mesh) -> Result<MeshLandmark, LandmarkError> {
        MeshLandmark::new(mesh, self.name.clone(), self.at.on.triangle, self.at.on.weights)
    }
}

impl Measured {
    /// Returns the measure of points in world space; `None` unless the kind [takes](MeasureKind::takes) as many.
    pub fn of(kind: MeasureKind, points: &[DVec3]) -> Option<Self> {
        kind.takes(points.len()).then(|| match kind {
            MeasureKind::Distance => Self::Distance(distance(points[0], points[1])),
            MeasureKind::Path => Self::Path(path_length(points)),
            MeasureKind::Angle => Self::Angle(angle(points[0], points[1], points[2])),
        })
    }
}

impl Measure {
    /// Returns the positions of the points in world space; `None` where one of them is not in the scene.
    pub fn positions(&self, scene: &Scene) -> Option<Vec<DVec3>> {
        self.points.iter().map(|point| point.position(scene)).collect()
    }

    /// Returns the value in a scene; `None` where one of the points is not there, or their number is not the kind's.
    pub fn value(&self, scene: &Scene) -> Option<Measured> {
        Measured::of(self.kind, &self.positions(scene)?)
    }
}

impl Annotations {
    /// Returns `true` if there are neither measures nor landmarks.
    pub fn is_empty(&self) -> bool {
        self.measures.is_empty() && self.landmarks.is_empty()
    }

    /// Removes what is not in a scene, as in a file that is damaged or belongs to other meshes.
    pub fn retain_in(&mut self, scene: &Scene) {
        let is_in = |point: &SurfacePoint| point.on.is_inside() && point.position(scene).is_some();
        self.measures.retain(|measure| measure.points.iter().all(is_in) && measure.value(scene).is_some());
        self.landmarks.retain(|landmark| is_in(&landmark.at));
    }
}
