//! Landmarks: points with names on a mesh, and the files that hold them.

mod csv;
#[cfg(feature = "landmark-files")]
mod files;
mod picked_points;
#[cfg(feature = "landmark-files")]
mod xml;

use crate::geometry::{ClosestPoint, Feature, Triangle};
use crate::mesh::Mesh;
use crate::work::OutOfMemory;
use crate::work::said::said;
use glam::{DMat4, DVec3};
use serde::{Deserialize, Serialize};

/// Version of the format that [`Landmarks`] writes.
pub const LANDMARKS_VERSION: u32 = 1;

/// Amount up to which rounding may lead weights out of 0…1: that of slivers, which rounds most.
const WEIGHT_ROUNDING: f64 = 1e-6;

/// Landmarks of a mesh, in order, as a `.landmarks.json` file holds them.
///
/// ```
/// use pickray::mesh::samples::Sample;
/// use pickray::pick::{MeshLandmark, Landmarks};
///
/// let cube = Sample::Cube.mesh()?;
/// let landmarks = Landmarks::new(vec![MeshLandmark::new(&cube, "tip", 3, [1.0, 0.0, 0.0])?]);
/// let read = Landmarks::from_csv(&landmarks.to_csv())?;
/// assert_eq!((&read, read.onto(&cube)?[0].moved), (&landmarks, 0.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Landmarks {
    /// Version of the format: [`LANDMARKS_VERSION`], or that of the file that was read.
    pub version: u32,
    /// The landmarks.
    pub landmarks: Vec<MeshLandmark>,
}

/// Point with a name.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshLandmark {
    /// Name of the landmark, perhaps empty.
    pub name: String,
    /// Position in the coordinates of the mesh, or of the scene that the file places; NaN if it was not picked yet.
    pub point: DVec3,
    /// Place of the point on a triangle; `None` where only the position is known.
    #[serde(default)]
    pub on: Option<MeshPoint>,
}

/// Place on a triangle of a mesh.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct MeshPoint {
    /// Index of the triangle.
    pub triangle: u32,
    /// Barycentric weights of the triangle's three corners.
    pub weights: [f64; 3],
}

impl MeshPoint {
    /// Returns `true` if the weights are those of a point of a triangle, to within [`WEIGHT_ROUNDING`].
    pub(crate) fn is_inside(&self) -> bool {
        let outside = |weight: f64| (weight - weight.clamp(0.0, 1.0)).abs();
        let [a, b, c] = self.weights;
        [outside(a), outside(b), outside(c), (a + b + c - 1.0).abs()].iter().all(|&by| by <= WEIGHT_ROUNDING)
    }

    /// Returns the part of the triangle that the point lies on, by the weights that are 0.
    pub fn feature(&self) -> Feature {
        match self.weights.map(|weight| weight == 0.0) {
            [false, true, true] => Feature::Vertex(0),
            [true, false, true] => Feature::Vertex(1),
            [true, true, false] => Feature::Vertex(2),
            [false, false, true] => Feature::Edge(0),
            [true, false, false] => Feature::Edge(1),
            [false, true, false] => Feature::Edge(2),
            _ => Feature::Face,
        }
    }

    /// Returns the position in object space, at a corner exactly that of the vertex, if the mesh has the triangle.
    pub fn position(&self, mesh: &Mesh) -> Option<DVec3> {
        let triangle = ((self.triangle as usize) < mesh.n_triangles()).then(|| mesh.triangle(self.triangle))?;
        let [_, u, v] = self.weights;
        Some(match self.feature() {
            Feature::Vertex(corner) => triangle.corners()[usize::from(corner)],
            _ => triangle.at(u, v),
        })
    }
}

/// Landmark that was put onto a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedLandmark {
    /// The landmark, at its place on a triangle of the mesh.
    pub landmark: MeshLandmark,
    /// Distance between the position that was given and the place on the mesh.
    pub moved: f64,
}

said! {
    /// Reason for which landmarks cannot be read, or put onto a mesh.
    #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
    #[non_exhaustive]
    pub enum LandmarkError {
        Version(version: u32) where version = *version, known = LANDMARKS_VERSION =>
            "the landmarks were saved in version {version} of the format, and this program reads version {known}",
        NoTriangle { triangle: u32, n: usize } => "there is no triangle {triangle}: the mesh has {n}, counted from 0",
        NoColumn(column: &'static str) =>
            "the table has no column {column}: its first line names the columns, of which x, y and z are needed",
        Fields { line: usize, found: usize, columns: usize } =>
            "line {line} has {found} fields, and the table has {columns} columns: put names with commas in quotes",
        NoNumber { line: usize, column: &'static str } =>
            "line {line} has no number as {column}: correct it, with a point for decimals",
        OpenQuotes(line: usize) => "the quotes in line {line} do not end: close them",
        NoXml(line: usize) => "line {line} cannot be read as XML: correct it, or save the points again",
        OtherXml(root: String) =>
            "the file holds {root}, not PickedPoints: save the picked points themselves, as .pp",
        NoJson(problem: String) => "the file holds no landmarks: {problem}",
        Markups => "the file holds markups of 3D Slicer, whose axes may differ from the mesh's: \
                    save the points as a table with the columns name, x, y and z",
        NoUtf8(line: usize) => "line {line} is not in UTF-8: save the file in that encoding",
        Ending => "files of landmarks end in .json, .csv or .pp: rename the file",
        OutOfMemory(missing: OutOfMemory) where missing = *missing =>
            "{missing}: close other programs, or split the file",
    }
}

impl MeshLandmark {
    /// Returns the landmark at a place on a triangle of a mesh.
    ///
    /// # Errors
    /// [`LandmarkError::NoTriangle`] where the mesh has no such triangle.
    pub fn new(mesh: &Mesh, name: impl Into<String>, triangle: u32, weights: [f64; 3]) -> Result<Self, LandmarkError> {
        let on = MeshPoint { triangle, weights };
        let point = on.position(mesh).ok_or(LandmarkError::NoTriangle { triangle, n: mesh.n_triangles() })?;
        Ok(Self { name: name.into(), point, on: Some(on) })
    }

    /// Returns the landmark at its place on a mesh: that of its triangle, if it lies there to within the mesh's
    /// [`rounding`](crate::mesh::IndexedMesh::rounding), or else the point of the mesh that is closest to its position.
    fn onto(&self, mesh: &Mesh) -> Option<PlacedLandmark> {
        self.on_its_triangle(mesh, &DMat4::IDENTITY).or_else(|| {
            let found = mesh.closest_point(self.point, f64::INFINITY)?;
            Some(self.moved_to(found.triangle, &mesh.triangle(found.triangle), found.closest))
        })
    }

    /// Returns the landmark at the place that it names, if this is where its position is on a mesh that stands so;
    /// weights that lead out of the triangle name none.
    pub(crate) fn on_its_triangle(&self, mesh: &Mesh, world_from_object: &DMat4) -> Option<PlacedLandmark> {
        let point = self.on.filter(MeshPoint::is_inside)?.position(mesh)?;
        let moved = world_from_object.transform_point3(point).distance(self.point);
        let DMat4 { x_axis, y_axis, z_axis, .. } = *world_from_object;
        let growth = x_axis.length().max(y_axis.length()).max(z_axis.length());
        let within = growth * mesh.rounding() + 4.0 * f64::EPSILON * self.point.abs().max_element();
        (moved <= within).then(|| PlacedLandmark { landmark: self.clone(), moved })
    }

    /// Returns the landmark at the closest point of a triangle.
    pub(crate) fn moved_to(&self, index: u32, triangle: &Triangle, closest: ClosestPoint) -> PlacedLandmark {
        let weights = weights(triangle, closest.point, closest.feature);
        let on = Some(MeshPoint { triangle: index, weights });
        let landmark = Self { name: self.name.clone(), point: closest.point, on };
        PlacedLandmark { landmark, moved: closest.distance }
    }
}

impl Landmarks {
    /// Returns landmarks in the present version of the format.
    pub fn new(landmarks: Vec<MeshLandmark>) -> Self {
        Self { version: LANDMARKS_VERSION, landmarks }
    }

    /// Returns the landmarks that have a place: those with a finite position.
    fn picked(&self) -> impl Iterator<Item = &MeshLandmark> {
        self.landmarks.iter().filter(|landmark| landmark.point.is_finite())
    }

    /// Returns the landmarks at their places on a mesh, in order. A landmark whose triangle is not there, or elsewhere,
    /// is put onto the point of the mesh closest to its position. One whose position is not finite is left out.
    ///
    /// # Errors
    /// [`LandmarkError::Version`] where the version is another.
    pub fn onto(&self, mesh: &Mesh) -> Result<Vec<PlacedLandmark>, LandmarkError> {
        Ok(self.known()?.iter().filter_map(|landmark| landmark.onto(mesh)).collect())
    }

    /// Returns the landmarks, if their version is the present one.
    pub(crate) fn known(&self) -> Result<&[MeshLandmark], LandmarkError> {
        match self.version {
            LANDMARKS_VERSION => Ok(&self.landmarks),
            other => Err(LandmarkError::Version(other)),
        }
    }
}

/// Returns the line of a place in a text, from 1.
#[cfg(feature = "landmark-files")]
fn line_at(text: &[u8], place: usize) -> usize {
    1 + text.iter().take(place).filter(|&&byte| byte == b'\n').count()
}

/// Returns the barycentric weights of a point of a triangle, which lies on this part of it.
fn weights(triangle: &Triangle, point: DVec3, on: Feature) -> [f64; 3] {
    let corners = triangle.corners();
    let mut weights = [0.0; 3];
    match on {
        Feature::Vertex(corner) => weights[usize::from(corner)] = 1.0,
        Feature::Edge(edge) => {
            let (from, to) = (usize::from(edge), (usize::from(edge) + 1) % 3);
            let way = corners[to] - corners[from];
            weights[to] = ((point - corners[from]).dot(way) / way.length_squared()).clamp(0.0, 1.0);
            weights[from] = 1.0 - weights[to];
        }
        Feature::Face => {
            let normal = triangle.scaled_normal();
            let area = |p: DVec3, q: DVec3| (p - point).cross(q - point).dot(normal) / normal.length_squared();
            (weights[1], weights[2]) = (area(triangle.c, triangle.a), area(triangle.a, triangle.b));
            weights[0] = 1.0 - weights[1] - weights[2];
        }
    }
    weights
}
