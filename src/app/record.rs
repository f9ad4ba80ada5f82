//! The record of a hit: the rows of the inspector, the same as text, and as JSON.

use crate::app::desk::Picked;
use crate::app::job::Pending;
use crate::app::numbers;
use crate::geometry::Feature;
use crate::intersect::Side;
use crate::math::CursorPosition;
use crate::pick::{Hit, HitSource};
use crate::scene::{Scene, View};
use glam::DVec3;
use serde::Serialize;

/// A label and its value.
pub type Row = (&'static str, Value);

/// What stands beside a label.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// Words, or a number in words.
    Words(String),
    /// One number or several of a kind: x, y, z.
    Numbers(Vec<f64>),
}

impl From<String> for Value {
    fn from(words: String) -> Self {
        Self::Words(words)
    }
}

impl From<f64> for Value {
    fn from(number: f64) -> Self {
        Self::Numbers(vec![number])
    }
}

impl From<DVec3> for Value {
    fn from(v: DVec3) -> Self {
        Self::Numbers(v.to_array().to_vec())
    }
}

impl Value {
    /// The value with all of its digits, as it is copied.
    pub fn text(&self) -> String {
        match self {
            Self::Words(words) => words.clone(),
            Self::Numbers(numbers) => numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" "),
        }
    }
}

/// Where the triangle is in its file.
pub fn origin(picked: &Picked, hit: &Hit) -> Vec<Row> {
    let HitSource { line, face, place_in_face, triangles_of_face, face_corners, object, group, material } = &hit.source;
    let mut rows: Vec<Row> =
        vec![("Object", hit.object_name.clone().into()), ("Triangle", numbers::count(u64::from(hit.triangle)).into())];
    if let Some(line) = line {
        rows.push(("Line", numbers::count(u64::from(*line)).into()));
    }
    match &picked.line_text {
        Pending::Idle => {}
        Pending::Awaited(_) => rows.push(("Text", "…".to_owned().into())),
        Pending::Ready(Ok(text)) => rows.push(("Text", text.clone().into())),
        Pending::Ready(Err(problem)) => rows.push(("Text", format!("({problem})").into())),
    }
    let mut place = numbers::count(u64::from(*face));
    if *triangles_of_face > 1 {
        place += &format!(", part {} of {triangles_of_face} ({face_corners} corners)", place_in_face + 1);
    }
    rows.push(("Face", place.into()));
    for (label, name) in [("Named", object), ("Group", group), ("Material", material)] {
        if let Some(name) = name {
            rows.push((label, name.clone().into()));
        }
    }
    rows
}

/// Where on the triangle the ray met it.
pub fn place(hit: &Hit) -> Vec<Row> {
    let mut rows: Vec<Row> = vec![
        ("World", hit.point_world.into()),
        ("In the file", hit.point_object.into()),
        ("Weights", Value::Numbers(vec![hit.w, hit.u, hit.v])),
        ("On", on(hit).into()),
        ("Side", side(hit.side).to_owned().into()),
    ];
    if !hit.shared_with.is_empty() {
        let others: Vec<_> = hit.shared_with.iter().map(|&other| numbers::count(u64::from(other))).collect();
        rows.push(("Shared with", others.join("  ").into()));
    }
    rows
}

/// The triangle itself.
pub fn shape(hit: &Hit) -> Vec<Row> {
    let [a, b, c] = hit.corners_object;
    vec![
        ("Corner a", a.into()),
        ("Corner b", b.into()),
        ("Corner c", c.into()),
        ("Normal", hit.normal_world.into()),
        ("ab, bc, ca", Value::Numbers(hit.edge_lengths.to_vec())),
        ("Area", hit.area.into()),
    ]
}

/// The ray that found it, and what that cost.
pub fn ray(picked: &Picked, hit: &Hit) -> Vec<Row> {
    let mut rows: Vec<Row> = vec![
        ("t", hit.t.into()),
        ("From the eye", hit.distance.into()),
        ("From near", hit.distance_from_near.into()),
        ("Angle", format!("{:.2}° to the normal", hit.angle.to_degrees()).into()),
        ("Window", hit.window.into()),
    ];
    if let Some((index, count)) = picked.place {
        rows.push(("Hit", format!("{} of {count} along the ray", index + 1).into()));
    }
    rows.extend(cost(picked));
    rows
}

/// What the pick cost.
pub fn cost(picked: &Picked) -> Vec<Row> {
    let counts = &picked.trace.counts;
    let tested = format!(
        "{}, {}",
        numbers::plural(counts.boxes, "box", "boxes"),
        numbers::plural(counts.triangles, "triangle", "triangles")
    );
    vec![("Took", numbers::duration(picked.seconds).into()), ("Tested", tested.into())]
}

/// What is said of a side.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Front => "front",
        Side::Back => "back",
    }
}

fn on(hit: &Hit) -> String {
    const EDGES: [&str; 3] = ["ab", "bc", "ca"];
    const CORNERS: [&str; 3] = ["a", "b", "c"];
    match hit.on {
        Feature::Face => "the inside".to_owned(),
        Feature::Edge(edge) => format!("the edge {}", EDGES[usize::from(edge % 3)]),
        Feature::Vertex(corner) => format!("the corner {}", CORNERS[usize::from(corner % 3)]),
    }
}

/// The whole record as lines of text; `None` without a hit.
pub fn text(picked: &Picked) -> Option<String> {
    let hit = picked.hit.as_ref()?;
    let rows = [origin(picked, hit), place(hit), shape(hit), ray(picked, hit)].concat();
    Some(rows.iter().map(|(label, value)| format!("{label:<12} {}\n", value.text())).collect())
}

#[derive(Serialize)]
struct Json<'a> {
    #[serde(flatten)]
    hit: &'a Hit,
    line: Option<u32>,
    line_text: Option<&'a str>,
    pick_seconds: f64,
    boxes_tested: u64,
    triangles_tested: u64,
    cursor: CursorPosition,
    view: &'a View,
    objects: Vec<&'a str>,
}

/// The whole record as JSON; `None` without a hit.
pub fn json(scene: &Scene, picked: &Picked) -> Option<String> {
    let hit = picked.hit.as_ref()?;
    let record = Json {
        hit,
        line: hit.source.line,
        line_text: match &picked.line_text {
            Pending::Ready(Ok(text)) => Some(text),
            _ => None,
        },
        pick_seconds: picked.seconds,
        boxes_tested: picked.trace.counts.boxes,
        triangles_tested: picked.trace.counts.triangles,
        cursor: picked.cursor,
        view: &picked.view,
        objects: scene.objects.iter().map(|object| object.name.as_str()).collect(),
    };
    serde_json::to_string_pretty(&record).ok()
}
