//! All that is said of a pick, in one order: as JSON, which `docs/record.md` describes, and as rows for people.

use super::digits::{Coordinates, count, duration, number};
use super::{Hit, HitSource};
use crate::geometry::Feature;
use crate::intersect::Side;
use crate::math::CursorPosition;
use crate::scene::{Scene, View};
use glam::DVec3;
use serde::Serialize;
use serde::ser::Serializer;

/// The version of the names in records and in the hits of saved picks. In version 1, where a hit came from stood in an object of its own.
pub const RECORD_VERSION: u32 = 2;

/// All that is said of a pick. A miss has the names of [`Hit`], too, with null.
#[derive(Clone, Debug, Serialize)]
pub struct PickRecord<'a> {
    /// [`RECORD_VERSION`].
    pub version: u32,
    /// The mesh's file, or `sample:` and a name, as it was opened.
    pub file: String,
    /// Why nothing is hit; `None` for a hit.
    pub reason: Option<String>,
    /// The text of the hit's line in the file; `None` where it is not read (yet), or there is none.
    pub line_text: Option<String>,
    /// What is hit; as JSON, whether, and then its own names.
    #[serde(flatten, serialize_with = "hit_or_nulls")]
    pub hit: Option<&'a Hit>,
    /// Its place among all hits along the ray, from 0, and their number; `None` where they were not asked for.
    pub place_along_ray: Option<(usize, usize)>,
    /// Physical pixels from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// The camera, viewport and framebuffer.
    pub view: &'a View,
    /// Boxes of trees tested against the ray.
    pub boxes_tested: u64,
    /// Triangles tested against the ray.
    pub triangles_tested: u64,
    /// How long the pick took.
    pub pick_seconds: f64,
    /// How long loading the mesh took.
    pub load_seconds: f64,
    /// What was picked in.
    #[serde(skip)]
    pub scene: &'a Scene,
}

/// A label and its value.
pub type Row = (&'static str, Value);

/// What stands beside a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    /// As it is shown, with the digits that it has.
    pub text: String,
    /// Where it is one number or several of a kind, these: x, y, z.
    pub numbers: Vec<f64>,
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self { text, numbers: Vec::new() }
    }
}

impl<const N: usize> From<[f64; N]> for Value {
    fn from(numbers: [f64; N]) -> Self {
        // Adding zero takes the sign off a zero.
        Self { text: numbers.map(|x| number(x + 0.0)).join(", "), numbers: numbers.to_vec() }
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        [number].into()
    }
}

impl From<DVec3> for Value {
    fn from(v: DVec3) -> Self {
        v.to_array().into()
    }
}

impl PickRecord<'_> {
    /// Returns what people are told, in groups: where the triangle is in its file, where on it the ray met it, the triangle itself, the ray. A miss
    /// has the file and the reason in the first group, and what it cost in the last.
    pub fn rows(&self) -> [Vec<Row>; 4] {
        let Some(hit) = self.hit else {
            let reason = self.reason.clone().unwrap_or_default();
            return [
                vec![("File", self.file.clone().into()), ("No hit", reason.into())],
                vec![],
                vec![],
                self.cost_rows(),
            ];
        };
        let placed = &self.scene.objects[hit.object as usize];
        let in_world = Coordinates::within(&placed.bounds());
        let in_file = Coordinates::within(&placed.mesh.bounds());
        [self.source_rows(hit), place_rows(hit, in_world, in_file), shape_rows(hit, in_file), self.ray_rows(hit)]
    }

    /// Returns the rows as lines of text.
    pub fn text(&self) -> String {
        self.rows().iter().flatten().map(|(label, value)| format!("{label:<12} {}\n", value.text)).collect()
    }

    fn source_rows(&self, hit: &Hit) -> Vec<Row> {
        let HitSource { line, face, place_in_face, triangles_of_face, face_corners, object, group, material } =
            &hit.source;
        let place = match triangles_of_face {
            0 | 1 => face.to_string(),
            n => format!("{face}, part {} of {n} ({face_corners} corners)", place_in_face + 1),
        };
        [
            ("File", Some(self.file.clone())),
            ("Object", Some(hit.object_name.clone())),
            ("Triangle", Some(hit.triangle.to_string())),
            ("Line", line.map(|line| line.to_string())),
            ("Text", self.line_text.clone()),
            ("Face", Some(place)),
            ("Named", object.clone()),
            ("Group", group.clone()),
            ("Material", material.clone()),
        ]
        .into_iter()
        .filter_map(|(label, words)| Some((label, words?.into())))
        .collect()
    }

    fn ray_rows(&self, hit: &Hit) -> Vec<Row> {
        let mut rows: Vec<Row> = vec![
            ("t", hit.t.into()),
            ("From the eye", hit.distance.into()),
            ("From near", hit.distance_from_near.into()),
            ("Angle", format!("{:.2}° to the normal", hit.angle.to_degrees()).into()),
            ("Window", hit.window.into()),
        ];
        if let Some((index, count)) = self.place_along_ray {
            rows.push(("Hit", format!("{} of {count} along the ray", index + 1).into()));
        }
        rows.extend(self.cost_rows());
        rows
    }

    fn cost_rows(&self) -> Vec<Row> {
        let tested = format!("{}, {}", count(self.boxes_tested, "box"), count(self.triangles_tested, "triangle"));
        vec![("Tested", tested.into()), ("Took", duration(self.pick_seconds).into())]
    }
}

fn place_rows(hit: &Hit, in_world: Coordinates, in_file: Coordinates) -> Vec<Row> {
    let mut rows: Vec<Row> = vec![
        ("World", position_value(hit.point_world, in_world)),
        ("In the file", position_value(hit.point_object, in_file)),
        ("u, v, w", [hit.u, hit.v, hit.w].into()),
        ("On", feature_in_words(hit.on).into()),
        ("Side", if hit.side == Side::Front { "front" } else { "back" }.to_owned().into()),
    ];
    if !hit.shared_with.is_empty() {
        let others: Vec<_> = hit.shared_with.iter().map(u32::to_string).collect();
        rows.push(("Shared with", others.join(", ").into()));
    }
    rows
}

fn shape_rows(hit: &Hit, in_file: Coordinates) -> Vec<Row> {
    let [a, b, c] = hit.corners_object.map(|corner| position_value(corner, in_file));
    vec![
        ("Corner a", a),
        ("Corner b", b),
        ("Corner c", c),
        ("Normal", hit.normal_world.into()),
        ("ab, bc, ca", hit.edge_lengths.into()),
        ("Area", hit.area.into()),
    ]
}

fn position_value(point: DVec3, coordinates: Coordinates) -> Value {
    Value { text: coordinates.show(point), numbers: point.to_array().to_vec() }
}

fn feature_in_words(part: Feature) -> String {
    match part {
        Feature::Face => "the inside".to_owned(),
        Feature::Edge(edge) => format!("the edge {}", ["ab", "bc", "ca"][usize::from(edge % 3)]),
        Feature::Vertex(corner) => format!("the corner {}", ["a", "b", "c"][usize::from(corner % 3)]),
    }
}

/// The names of a hit, in their order.
const HIT_NAMES: [&str; 30] = [
    "object",
    "object_name",
    "triangle",
    "line",
    "face",
    "place_in_face",
    "triangles_of_face",
    "face_corners",
    "object_in_file",
    "group",
    "material",
    "point_world",
    "point_object",
    "u",
    "v",
    "w",
    "on",
    "side",
    "shared_with",
    "corners_world",
    "corners_object",
    "normal_world",
    "normal_object",
    "edge_lengths",
    "area",
    "t",
    "distance",
    "distance_from_near",
    "angle",
    "window",
];

/// Whether there is a hit, and its names with its values or null.
fn hit_or_nulls<S: Serializer>(hit: &Option<&Hit>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Found<'a> {
        hit: bool,
        #[serde(flatten)]
        values: &'a Hit,
    }
    match *hit {
        Some(values) => Found { hit: true, values }.serialize(serializer),
        None => serializer
            .collect_map(std::iter::once(("hit", Some(false))).chain(HIT_NAMES.map(|name| (name, None::<bool>)))),
    }
}
