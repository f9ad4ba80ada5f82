//! Record of a pick: all its results in one order, as JSON, which `docs/record.md` describes, and as rows of text for
//! people.

use crate::geometry::Feature;
use crate::intersect::Side;
use crate::math::CursorPosition;
use crate::mesh::Record;
use crate::pick::explain::digits::{Coordinates, count, duration, hex_color, number};
use crate::pick::{HitDetails, HitSource, HitTexel};
use crate::scene::{Object, Scene, UpAxis, View};
use glam::{DMat4, DVec3};
use serde::Serialize;
use serde::ser::Serializer;

/// Version of the names of fields in records and in the hits of saved picks. In version 1, the source of a hit was a
/// JSON object of its own.
pub const RECORD_VERSION: u32 = 2;

/// Record of a pick with all its results. In JSON, a miss has the fields of [`HitDetails`], too, each with the value
/// null.
#[derive(Clone, Debug, Serialize)]
pub struct PickRecord<'a> {
    /// Version of the names of the fields: [`RECORD_VERSION`].
    pub version: u32,
    /// File of the mesh, or `sample:` and a name, as it was opened.
    pub file: String,
    /// Reason why nothing is hit; `None` for a hit.
    pub reason: Option<String>,
    /// Text of the hit's line in the file, or the bytes of its record in hexadecimal; `None` where the line is not read
    /// (yet), or does not exist.
    pub line_text: Option<String>,
    /// Hit of the pick; `None` for a miss. In JSON, it becomes `hit`, true or false, followed by the names of its
    /// fields.
    #[serde(flatten, serialize_with = "hit_or_nulls")]
    pub hit: Option<&'a HitDetails>,
    /// Index of the hit among all hits along the ray, from 0, and the number of these hits; `None` where only the
    /// closest hit was asked for.
    pub place_along_ray: Option<(usize, usize)>,
    /// Cursor of the pick: physical pixels from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// Axis taken as up when the camera was framed; a camera that the user placed does not depend on it.
    pub up_axis: UpAxis,
    /// View of the pick: camera, viewport and framebuffer.
    pub view: &'a View,
    /// Number of boxes of trees tested against the ray.
    pub boxes_tested: u64,
    /// Number of triangles tested against the ray.
    pub triangles_tested: u64,
    /// Time that the pick takes with mesh and tree in the caches, in seconds.
    pub pick_seconds: f64,
    /// Time that loading the mesh took, in seconds.
    pub load_seconds: f64,
    /// Scene that was picked in.
    #[serde(skip)]
    pub scene: &'a Scene,
}

/// Group of rows of a record, with a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Heading of the group; empty for the first group.
    pub title: &'static str,
    /// Rows of the group.
    pub rows: Vec<Row>,
}

/// Row of a record: a label, a value and an explanation of the value.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Label of the row, a word or two.
    pub label: &'static str,
    /// Value that stands beside the label.
    pub value: Value,
    /// Explanation of the value, with its space and unit.
    pub about: &'static str,
}

impl Row {
    /// Returns a row of a label, its value and an explanation of the value.
    pub fn new(label: &'static str, value: impl Into<Value>, about: &'static str) -> Self {
        Self { label, value: value.into(), about }
    }
}

/// Value that stands beside a label: text, and the numbers or the colour behind it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Value {
    /// Text of the value as it is shown, with as many digits as are significant.
    pub text: String,
    /// Numbers of the value, one or several of the same kind, such as x, y, z; empty where it has none.
    pub numbers: Vec<f64>,
    /// Colour in sRGB, each component 0 to 1, where the value is a colour; `None` where it is not.
    pub color: Option<[f32; 3]>,
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self { text, ..Self::default() }
    }
}

impl<const N: usize> From<[f64; N]> for Value {
    fn from(numbers: [f64; N]) -> Self {
        // Adding zero takes the sign off a zero.
        Self { text: numbers.map(|x| number(x + 0.0)).join(", "), numbers: numbers.to_vec(), color: None }
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
    /// Returns the record as rows for people, in groups: which triangle is hit, where the ray met it and how large it
    /// is; its weights; its corners; the ray; what the pick cost. For a miss, there are the file, the reason and the
    /// cost.
    pub fn groups(&self) -> Vec<Group> {
        let group = |title, rows| Group { title, rows };
        let cost = group("Cost", self.cost_rows());
        let Some(hit) = self.hit else {
            let reason = self.reason.clone().unwrap_or_default();
            let rows =
                vec![Row::new("File", self.file.clone(), FILE), Row::new("No hit", reason, "Why nothing is hit.")];
            return vec![group("", rows), cost];
        };
        let object = &self.scene.objects()[hit.object as usize];
        let in_world = Coordinates::within(&object.bounds());
        let in_file = Coordinates::within(&object.mesh.bounds());
        let mut first = self.source_rows(hit);
        first.extend(color_rows(hit));
        first.extend(texel_row(hit));
        if let Some((index, count)) = self.place_along_ray {
            let text = format!("{} of {count} along the ray", index + 1);
            first.push(Row::new("Hit", text, "Which of all hits along the ray this is, the nearest first."));
        }
        first.push(Row::new(
            "Point",
            position_value(hit.point_world, in_world),
            "Where the ray meets the triangle, in world space: the file's units.",
        ));
        if object.world_from_object != DMat4::IDENTITY {
            let about = "The same point in object space: the file's own coordinates.";
            first.push(Row::new("Point in the file", position_value(hit.point_object, in_file), about));
        }
        first.push(Row::new(
            "Normal",
            hit.normal_world,
            "Unit normal of the front, in world space; 0, 0, 0 for a triangle without area.",
        ));
        if let Some(normal) = hit.attributes.shading_normal {
            let about = "Unit normal of the mesh's normals at the corners, weighed by w, u and v, in world space.";
            first.push(Row::new("Shading normal", normal, about));
        }
        first.extend([
            Row::new("Area", hit.area, "The triangle's area, in the square of the file's units."),
            Row::new(
                "Side",
                if hit.side == Side::Front { "Front" } else { "Back" }.to_owned(),
                "The side that is seen: the front is where the corners run counter-clockwise in the picture.",
            ),
        ]);
        vec![
            group("", first),
            group("Barycentric", weight_rows(hit)),
            group("Corners", corner_rows(hit, object, in_file)),
            group("Ray", self.ray_rows(hit)),
            cost,
        ]
    }

    /// Returns the rows of all groups as lines of text.
    pub fn text(&self) -> String {
        let rows = self.groups().into_iter().flat_map(|group| group.rows);
        rows.map(|row| format!("{:<18} {}\n", row.label, row.value.text)).collect()
    }

    fn source_rows(&self, hit: &HitDetails) -> Vec<Row> {
        let HitSource { line, record, face, place_in_face, triangles_of_face, face_corners, object, group, material } =
            &hit.source;
        let place = match triangles_of_face {
            0 | 1 => face.to_string(),
            n => format!("{face}, part {} of {n} ({face_corners} corners)", place_in_face + 1),
        };
        [
            ("File", Some(self.file.clone()), FILE),
            (
                "Object",
                Some(hit.object_name.clone()),
                "The object of the scene: its file, its node in glTF, or the sample.",
            ),
            ("Triangle", Some(hit.triangle.to_string()), "Its index in the mesh, from 0."),
            ("Line", line.map(|line| line.to_string()), "The line of the file on which its face begins, from 1."),
            ("Text", line.and(self.line_text.clone()), "That line, as it stands in the file."),
            (
                "Record",
                record.map(record_in_words),
                "The record of the binary file that is its face, from 1, and the byte where it begins.",
            ),
            ("Bytes", record.and(self.line_text.clone()), "That record, in hexadecimal."),
            ("Face", Some(place), "The polygon of the file that it is of, from 1, as the file's readers count them."),
            ("Object in the file", object.clone(), "The name after o or solid."),
            ("Group", group.clone(), "The names after g, or the mesh and primitive of glTF."),
            ("Material", material.clone(), "The name after usemtl."),
        ]
        .into_iter()
        .filter_map(|(label, words, about)| Some(Row::new(label, words?, about)))
        .collect()
    }

    fn ray_rows(&self, hit: &HitDetails) -> Vec<Row> {
        let mut rows = vec![
            Row::new(
                "t",
                hit.t,
                "Where along the ray: 0 on the near plane, 1 on the far plane (at infinity: twice as far from the eye \
                 as the near point), the same number in every space.",
            ),
            Row::new(
                "From the eye",
                hit.distance,
                "Distance from the eye, in world units; in orthographic views from the plane through it.",
            ),
            Row::new(
                "From near",
                hit.distance_from_near,
                "Distance from the near plane along the ray, in world units.",
            ),
            Row::new(
                "Angle to the ray",
                format!("{:.2}°", hit.angle.to_degrees()),
                "Between the ray and the triangle's normal line: 0° is head on.",
            ),
        ];
        if let Some([x, y, depth]) = hit.window.map(|window| window.to_array()) {
            rows.extend([
                Row::new(
                    "Window x, y",
                    [x, y],
                    "The point in window coordinates: physical pixels from the lower left.",
                ),
                Row::new(
                    "Depth",
                    depth,
                    "Its window depth: 0 on the near plane, 1 on the far plane; reversed depth the other way round.",
                ),
            ]);
        }
        rows
    }

    fn cost_rows(&self) -> Vec<Row> {
        let tested = format!("{}, {}", count(self.boxes_tested, "box"), count(self.triangles_tested, "triangle"));
        vec![
            Row::new("Tested", tested, "Boxes of the tree and triangles that were tested against the ray."),
            Row::new("Took", duration(self.pick_seconds), "How long the pick takes with mesh and tree in the caches."),
        ]
    }
}

fn record_in_words(record: Record) -> String {
    format!("{} at byte {} (0x{:x})", record.number, record.offset, record.offset)
}

const FILE: &str = "The mesh's file or sample, as it was opened.";

fn color_rows(hit: &HitDetails) -> impl Iterator<Item = Row> {
    let rows = [
        ("Material colour", hit.diffuse, "The diffuse colour of its material, in sRGB."),
        (
            "Colour",
            hit.color,
            "The colour of the mesh at the point, in sRGB: corners, face and material, as far as the file colours \
             them.",
        ),
    ];
    rows.into_iter().filter_map(|(label, color, about)| Some(Row::new(label, color_value(color?), about)))
}

fn weight_rows(hit: &HitDetails) -> Vec<Row> {
    let mut rows = vec![
        Row::new(
            "Barycentric u v w",
            [hit.u, hit.v, hit.w],
            "Weights of the corners b, c and a at the point; w is 1 − u − v.",
        ),
        Row::new("Place", feature_in_words(hit.on), "The part of the triangle that the ray meets, decided exactly."),
    ];
    for (label, uv) in [("Texture U V", hit.attributes.uv), ("Second U V", hit.attributes.uv2)] {
        let about = "Texture coordinates that the file has at the corners, mixed by w, u and v. U and V are places in \
                     a picture; u and v are shares of this triangle.";
        rows.extend(uv.map(|uv| Row::new(label, uv.to_array(), about)));
    }
    if !hit.shared_with.is_empty() {
        let others: Vec<_> = hit.shared_with.iter().map(u32::to_string).collect();
        rows.push(Row::new(
            "Shared with",
            others.join(", "),
            "Other triangles met in the same point of that edge or corner.",
        ));
    }
    rows
}

fn texel_row(hit: &HitDetails) -> Option<Row> {
    let HitTexel { image, pixel: [column, row], color } = hit.attributes.texel.as_ref()?;
    let [red, green, blue, _] = color.map(|byte| f32::from(byte) / 255.0);
    let color = color_value([red, green, blue]);
    let value = Value { text: format!("{} ({column}, {row}) {image}", color.text), ..color };
    let about = "The pixel of its texture at the point: colour, column and row from the top left, image.";
    Some(Row::new("Texel", value, about))
}

/// Returns the numbers of a triangle's vertices in its mesh and, where the file counts from 1, in the file.
fn vertices_in_words(hit: &HitDetails, object: &Object) -> String {
    let of_mesh = hit.attributes.vertices.map(|vertex| vertex.to_string()).join(", ");
    match hit.attributes.vertices_in_file(&object.mesh) {
        Some(of_file) => format!("{of_mesh} (v {})", of_file.map(|vertex| vertex.to_string()).join(", ")),
        None => of_mesh,
    }
}

fn corner_rows(hit: &HitDetails, object: &Object, in_file: Coordinates) -> Vec<Row> {
    let about = "In object space: the file's own coordinates.";
    let corners = ["Corner a", "Corner b", "Corner c"].into_iter().zip(hit.corners_object);
    let mut rows: Vec<_> =
        corners.map(|(label, corner)| Row::new(label, position_value(corner, in_file), about)).collect();
    let about = "Of a, b and c in the mesh, from 0; in brackets as OBJ counts them, from 1.";
    rows.push(Row::new("Vertices", vertices_in_words(hit, object), about));
    let about = "Which of them is the nearest to the point, in world space.";
    rows.push(Row::new("Nearest vertex", hit.attributes.nearest_vertex.to_string(), about));
    rows.push(Row::new("Edge lengths", hit.edge_lengths, "Of ab, bc and ca, in world units."));
    rows
}

fn position_value(point: DVec3, coordinates: Coordinates) -> Value {
    Value { text: coordinates.show(point), ..point.into() }
}

fn color_value(color: [f32; 3]) -> Value {
    Value { text: hex_color(color), color: Some(color), ..Value::default() }
}

fn feature_in_words(part: Feature) -> String {
    match part {
        Feature::Face => "Inside the triangle".to_owned(),
        Feature::Edge(edge) => format!("On edge {}", ["ab", "bc", "ca"][usize::from(edge % 3)]),
        Feature::Vertex(corner) => format!("At corner {}", ["a", "b", "c"][usize::from(corner % 3)]),
    }
}

/// Names of a hit's fields, in their order.
const HIT_NAMES: [&str; 39] = [
    "object", "object_name", "triangle", "line", "record", "face", "place_in_face", "triangles_of_face",
    "face_corners", "object_in_file", "group", "material", "diffuse", "color", "point_world", "point_object", "u", "v",
    "w", "vertices", "nearest_vertex", "uv", "uv2", "shading_normal", "texel", "on", "side", "shared_with",
    "corners_world", "corners_object", "normal_world", "normal_object", "edge_lengths", "area", "t", "distance",
    "distance_from_near", "angle", "window",
];

/// Writes `hit`, true or false, and the names of a hit with its values or null.
fn hit_or_nulls<S: Serializer>(hit: &Option<&HitDetails>, serializer: S) -> Result<S::Ok, S::Error> {
    #[derive(Serialize)]
    struct Found<'a> {
        hit: bool,
        #[serde(flatten)]
        values: &'a HitDetails,
    }
    match *hit {
        Some(values) => Found { hit: true, values }.serialize(serializer),
        None => serializer
            .collect_map(std::iter::once(("hit", Some(false))).chain(HIT_NAMES.map(|name| (name, None::<bool>)))),
    }
}
