//! Record of a pick: all its results in one order, as JSON, which `docs/record.md` describes, and as rows of text for
//! people, in which numbers have only their significant digits.

use super::figures::{Coordinates, count, duration, hex_color, number};
use crate::geometry::Feature;
use crate::intersect::Side;
use crate::math::CursorPosition;
use crate::mesh::Record;
use crate::pick::{HitDetails, HitTexel};
use crate::scene::{Object, Scene, UpAxis, View};
use crate::work::said::said;
use glam::{DMat4, DVec3};
use serde::Serialize;
use serde::ser::Serializer;

/// Version of the names of fields in records and in the hits of saved picks. In version 1, `source` was an object.
pub const RECORD_VERSION: u32 = 2;

/// Record of a pick with all its results. In JSON, a miss has the fields of [`HitDetails`], too, each of them null.
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
    /// Hit of the pick; `None` for a miss. In JSON, it becomes `hit`, true or false, followed by its fields.
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

/// Row of a record: a label, and the value that stands beside it.
pub type Row = (RowLabel, Value);

said! {
    @english
    /// Label of a row of a record; its text is a word or two.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum RowLabel {
        File => "File",
        NoHit => "No hit",
        Object => "Object",
        Triangle => "Triangle",
        Line => "Line",
        Text => "Text",
        Record => "Record",
        Bytes => "Bytes",
        Face => "Face",
        ObjectInFile => "Object in the file",
        Group => "Group",
        Material => "Material",
        MaterialColor => "Material colour",
        Color => "Colour",
        Texel => "Texel",
        Hit => "Hit",
        Point => "Point",
        PointInFile => "Point in the file",
        Normal => "Normal",
        ShadingNormal => "Shading normal",
        Area => "Area",
        Side => "Side",
        T => "t",
        FromEye => "From the eye",
        FromNear => "From near",
        AngleToRay => "Angle to the ray",
        Window => "Window x, y",
        Depth => "Depth",
        Weights => "Barycentric u v w",
        Place => "Place",
        Uv => "Texture U V",
        Uv2 => "Second U V",
        SharedWith => "Shared with",
        CornerA => "Corner a",
        CornerB => "Corner b",
        CornerC => "Corner c",
        Vertices => "Vertices",
        NearestVertex => "Nearest vertex",
        EdgeLengths => "Edge lengths",
        Tested => "Tested",
        Took => "Took",
    }
}

/// Group of rows of a record, with a heading.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// Heading of the group; empty for the first group.
    pub title: &'static str,
    /// Rows of the group.
    pub rows: Vec<Row>,
}

said! {
    /// Value of a row that is more than numbers and names.
    #[derive(Clone, Debug, PartialEq)]
    pub enum Words {
        AlongRay { number: usize, count: usize } => "{number} of {count} along the ray",
        AtByte { number: u32, offset: u64 }
            where number = *number, offset = *offset, hexadecimal = format!("0x{offset:x}") =>
            "{number} at byte {offset} ({hexadecimal})",
        PartOfFace { face: u32, part: u32, parts: u32, corners: u32 } =>
            "{face}, part {part} of {parts} ({corners} corners)",
        Front => "Front",
        Back => "Back",
        OnEdge { edge: &'static str } => "On edge {edge}",
        AtCorner { corner: &'static str } => "At corner {corner}",
        Inside => "Inside the triangle",
    }
}

/// Value that stands beside a label: text, and the words, the numbers or the colour behind it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Value {
    /// Text of the value as it is shown, with as many digits as are significant.
    pub text: String,
    /// Words that the text is made of, for other languages; `None` where it is numbers or names alone.
    pub words: Option<Words>,
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

impl From<Words> for Value {
    fn from(words: Words) -> Self {
        Self { text: words.to_string(), words: Some(words), ..Self::default() }
    }
}

impl<const N: usize> From<[f64; N]> for Value {
    fn from(numbers: [f64; N]) -> Self {
        // Adding zero takes the sign off a zero.
        Self { text: numbers.map(|x| number(x + 0.0)).join(", "), numbers: numbers.to_vec(), ..Self::default() }
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
    /// is; its weights; its corners; the ray; what the pick cost. For a miss: file, reason and cost.
    pub fn groups(&self) -> Vec<Group> {
        let group = |title, rows| Group { title, rows };
        let tested = format!("{}, {}", count(self.boxes_tested, "box"), count(self.triangles_tested, "triangle"));
        let cost = group(
            "Cost",
            vec![(RowLabel::Tested, tested.into()), (RowLabel::Took, duration(self.pick_seconds).into())],
        );
        let Some(hit) = self.hit else {
            let reason = self.reason.clone().unwrap_or_default();
            return vec![
                group("", vec![(RowLabel::File, self.file.clone().into()), (RowLabel::NoHit, reason.into())]),
                cost,
            ];
        };
        let object = &self.scene.objects()[hit.object as usize];
        vec![
            group("", self.hit_rows(hit, object)),
            group("Barycentric", weight_rows(hit)),
            group("Corners", corner_rows(hit, object)),
            group("Ray", ray_rows(hit)),
            cost,
        ]
    }

    /// Returns the rows of all groups as lines of text.
    pub fn text(&self) -> String {
        let rows = self.groups().into_iter().flat_map(|group| group.rows);
        rows.map(|(label, value)| format!("{:<18} {}\n", label.to_string(), value.text)).collect()
    }

    fn hit_rows(&self, hit: &HitDetails, object: &Object) -> Vec<Row> {
        let source = &hit.source;
        let face = match source.triangles_of_face {
            0 | 1 => source.face.to_string().into(),
            parts => {
                let (part, corners) = (source.place_in_face + 1, source.face_corners);
                Words::PartOfFace { face: source.face, part, parts, corners }.into()
            }
        };
        let record_in_words = |Record { number, offset, .. }| Words::AtByte { number, offset }.into();
        let along_ray = |(index, count): (usize, usize)| Words::AlongRay { number: index + 1, count }.into();
        let is_placed = object.world_from_object != DMat4::IDENTITY;
        let point_in_file = position_value(hit.point_object, Coordinates::within(&object.mesh.bounds()));
        let words = |words: &Option<String>| words.clone().map(Value::from);

        // What is known of a hit depends on its file; rows without a value are left out.
        present([
            (RowLabel::File, Some(self.file.clone().into())),
            (RowLabel::Object, Some(hit.object_name.clone().into())),
            (RowLabel::Triangle, Some(hit.triangle.to_string().into())),
            (RowLabel::Line, source.line.map(|line| line.to_string().into())),
            (RowLabel::Text, source.line.and(words(&self.line_text))),
            (RowLabel::Record, source.record.map(record_in_words)),
            (RowLabel::Bytes, source.record.and(words(&self.line_text))),
            (RowLabel::Face, Some(face)),
            (RowLabel::ObjectInFile, words(&source.object)),
            (RowLabel::Group, words(&source.group)),
            (RowLabel::Material, words(&source.material)),
            (RowLabel::MaterialColor, hit.diffuse.map(color_value)),
            (RowLabel::Color, hit.color.map(color_value)),
            (RowLabel::Texel, hit.attributes.texel.as_ref().map(texel_value)),
            (RowLabel::Hit, self.place_along_ray.map(along_ray)),
            (RowLabel::Point, Some(position_value(hit.point_world, Coordinates::within(&object.bounds())))),
            (RowLabel::PointInFile, is_placed.then_some(point_in_file)),
            (RowLabel::Normal, Some(hit.normal_world.into())),
            (RowLabel::ShadingNormal, hit.attributes.shading_normal.map(Value::from)),
            (RowLabel::Area, Some(hit.area.into())),
            (RowLabel::Side, Some(if hit.side == Side::Front { Words::Front } else { Words::Back }.into())),
        ])
    }
}

fn present(rows: impl IntoIterator<Item = (RowLabel, Option<Value>)>) -> Vec<Row> {
    rows.into_iter().filter_map(|(label, value)| Some((label, value?))).collect()
}

fn ray_rows(hit: &HitDetails) -> Vec<Row> {
    present([
        (RowLabel::T, Some(hit.t.into())),
        (RowLabel::FromEye, Some(hit.distance.into())),
        (RowLabel::FromNear, Some(hit.distance_from_near.into())),
        (RowLabel::AngleToRay, Some(format!("{:.2}°", hit.angle.to_degrees()).into())),
        (RowLabel::Window, hit.window.map(|window| [window.x, window.y].into())),
        (RowLabel::Depth, hit.window.map(|window| window.z.into())),
    ])
}

fn weight_rows(hit: &HitDetails) -> Vec<Row> {
    let shared: Vec<_> = hit.shared_with.iter().map(u32::to_string).collect();
    present([
        (RowLabel::Weights, Some([hit.u, hit.v, hit.w].into())),
        (RowLabel::Place, Some(feature_in_words(hit.on).into())),
        (RowLabel::Uv, hit.attributes.uv.map(|uv| uv.to_array().into())),
        (RowLabel::Uv2, hit.attributes.uv2.map(|uv| uv.to_array().into())),
        (RowLabel::SharedWith, (!shared.is_empty()).then(|| shared.join(", ").into())),
    ])
}

fn texel_value(HitTexel { image, pixel: [column, row], color }: &HitTexel) -> Value {
    let [red, green, blue, _] = color.map(|byte| f32::from(byte) / 255.0);
    let color = color_value([red, green, blue]);
    Value { text: format!("{} ({column}, {row}) {image}", color.text), ..color }
}

/// Returns the numbers of a triangle's vertices in its mesh and, where the file counts from 1, in the file.
fn vertices_in_words(hit: &HitDetails, object: &Object) -> String {
    let of_mesh = hit.attributes.vertices.map(|vertex| vertex.to_string()).join(", ");
    match hit.attributes.vertices_in_file(&object.mesh) {
        Some(of_file) => format!("{of_mesh} (v {})", of_file.map(|vertex| vertex.to_string()).join(", ")),
        None => of_mesh,
    }
}

fn corner_rows(hit: &HitDetails, object: &Object) -> Vec<Row> {
    let in_file = Coordinates::within(&object.mesh.bounds());
    let corners = [RowLabel::CornerA, RowLabel::CornerB, RowLabel::CornerC].into_iter().zip(hit.corners_object);
    let mut rows: Vec<_> = corners.map(|(label, corner)| (label, position_value(corner, in_file))).collect();
    rows.extend([
        (RowLabel::Vertices, vertices_in_words(hit, object).into()),
        (RowLabel::NearestVertex, hit.attributes.nearest_vertex.to_string().into()),
        (RowLabel::EdgeLengths, hit.edge_lengths.into()),
    ]);
    rows
}

fn position_value(point: DVec3, coordinates: Coordinates) -> Value {
    Value { text: coordinates.show(point), ..point.into() }
}

fn color_value(color: [f32; 3]) -> Value {
    Value { text: hex_color(color), color: Some(color), ..Value::default() }
}

fn feature_in_words(part: Feature) -> Words {
    match part {
        Feature::Face => Words::Inside,
        Feature::Edge(edge) => Words::OnEdge { edge: ["ab", "bc", "ca"][usize::from(edge % 3)] },
        Feature::Vertex(corner) => Words::AtCorner { corner: ["a", "b", "c"][usize::from(corner % 3)] },
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
