//! Places that clicks take, measures and landmarks in words, and these as text, JSON and CSV for the clipboard.

use crate::app::desk::Desk;
use crate::app::input::nearest;
use crate::app::numbers;
use crate::app::texts::{Text, choices, of_library, t};
use glam::DVec3;
use pickray::RayOptions;
use pickray::geometry::Feature;
use pickray::math::CursorPosition;
use pickray::pick::{Features, Landmarks, MeshLandmark};
use pickray::scene::View;
use pickray::study::{Annotations, MeasureKind, Measured, SurfacePoint};
use serde_json::{Value, json};
use std::fmt::Write;

/// Kinds of measures, each with its name and its explanation, in the order of their buttons.
pub const KINDS: [(MeasureKind, Text, Text); 3] = [
    (MeasureKind::Distance, Text("measure-distance"), Text("measure-distance-about")),
    (MeasureKind::Path, Text("measure-path"), Text("measure-path-about")),
    (MeasureKind::Angle, Text("measure-angle"), Text("measure-angle-about")),
];

pub fn kind_in_words(kind: MeasureKind) -> &'static str {
    KINDS.iter().find(|(known, ..)| *known == kind).map_or("", |(_, name, _)| name.shown())
}

/// Returns a value with its unit, in as many digits as the size of the meshes asks for.
pub fn value_in_words(desk: &Desk, value: &Measured) -> String {
    let length = |x: f64| {
        let text = rounded(x, numbers::decimals_at(desk.bounds().size().max_element(), 5));
        match desk.length_unit() {
            "" => text,
            unit => format!("{text} {unit}"),
        }
    };
    match value {
        Measured::Distance(distance) if distance.length == 0.0 => t!("measure-one-point", zero = length(0.0)),
        Measured::Distance(distance) => length(distance.length),
        Measured::Path(x) => length(*x),
        Measured::Angle(Some(radians)) => format!("{}°", rounded(radians.to_degrees(), 4)),
        Measured::Angle(None) => t!("measure-no-angle").to_owned(),
    }
}

/// Returns a number with at most so many decimals; one that these leave nothing of has an exponent.
fn rounded(x: f64, decimals: usize) -> String {
    let text = numbers::fixed(x, decimals);
    let is_lost = x != 0.0 && text.parse() == Ok(0.0);
    if is_lost || !x.is_finite() { numbers::number(x) } else { text.replace('-', "−") }
}

/// Returns what a point lies on: a vertex, an edge or a triangle and, with several objects, whose.
pub fn point_in_words(desk: &Desk, point: &SurfacePoint) -> Option<String> {
    let object = desk.scene().objects().get(point.object as usize)?;
    let vertices = object.mesh.triangles().get(point.on.triangle as usize)?.map(|vertex| vertex.to_string());
    let words = match point.on.feature() {
        Feature::Vertex(corner) => t!("measure-vertex", index = &vertices[usize::from(corner)]),
        Feature::Edge(edge) => {
            let [from, to] = [edge, (edge + 1) % 3].map(usize::from);
            t!("measure-edge", from = &vertices[from], to = &vertices[to])
        }
        Feature::Face => t!("triangle-number", index = point.on.triangle.to_string()),
    };
    Some(match desk.opened().len() {
        ..2 => words,
        _ => t!("selection-row-of", row = words, object = of_library::mesh_name(&object.name)),
    })
}

/// Returns a line for each measure and landmark, in the language of the window.
pub fn as_text(desk: &Desk) -> String {
    let mut text = String::new();
    let place = |point: &SurfacePoint| {
        let at = point.position(desk.scene())?;
        Some(format!("{} ({}, {}, {})", point_in_words(desk, point)?, at.x, at.y, at.z))
    };
    let places = |points: &[SurfacePoint]| points.iter().filter_map(place).collect::<Vec<_>>().join(" – ");
    for measure in &desk.annotations.measures {
        let Some(value) = measure.value(desk.scene()) else { continue };
        let (kind, value) = (kind_in_words(measure.kind), value_in_words(desk, &value));
        text += &t!("measure-line", what = kind, value = value, points = places(&measure.points));
        text.push('\n');
    }
    for (number, landmark) in (1..).zip(&desk.annotations.landmarks) {
        let name = t!("measure-landmark", number = number.to_string(), name = &landmark.name);
        text += &t!("measure-line-landmark", what = name, point = places(&[landmark.at]));
        text.push('\n');
    }
    text
}

/// Returns what was measured as a JSON object. An angle is in degrees, or null where it is not defined.
pub fn measured_as_json(measured: &Measured) -> Value {
    match measured {
        Measured::Distance(distance) => json!({ "distance": distance.length, "along": distance.along }),
        Measured::Path(length) => json!({ "length": length }),
        Measured::Angle(angle) => json!({ "angle": angle.map(f64::to_degrees) }),
    }
}

/// Returns measures and landmarks as one JSON object; `unit` is null where it is not known.
pub fn as_json(desk: &Desk) -> String {
    let point = |point: &SurfacePoint| {
        json!({
            "point": point.position(desk.scene()), "object": point.object, "triangle": point.on.triangle,
            "weights": point.on.weights, "vertex": point.vertex(desk.scene()),
        })
    };
    let measures = desk.annotations.measures.iter().filter_map(|measure| {
        let mut value = measured_as_json(&measure.value(desk.scene())?);
        value["points"] = measure.points.iter().map(point).collect();
        Some(value)
    });
    let landmarks = desk.annotations.landmarks.iter().map(|landmark| {
        let mut value = point(&landmark.at);
        value["name"] = landmark.name.clone().into();
        value
    });
    let unit = Some(desk.length_unit()).filter(|unit| !unit.is_empty());
    let (measures, landmarks) = (measures.collect::<Value>(), landmarks.collect::<Value>());
    format!("{:#}", json!({ "unit": unit, "measures": measures, "landmarks": landmarks }))
}

/// Returns a table of the measures and, below it, one of the landmarks as their files have it.
pub fn as_csv(desk: &Desk) -> String {
    let mut text = String::new();
    if !desk.annotations.measures.is_empty() {
        text += "kind,value,unit,x,y,z,points\n";
    }
    let joined = |numbers: [f64; 3], by: &str| numbers.map(|x| x.to_string()).join(by);
    for measure in &desk.annotations.measures {
        let Some((value, points)) = measure.value(desk.scene()).zip(measure.positions(desk.scene())) else { continue };
        let unit = desk.length_unit();
        let _ = match value {
            Measured::Distance(it) => write!(text, "distance,{},{unit},{},", it.length, joined(it.along.into(), ",")),
            Measured::Path(length) => write!(text, "path,{length},{unit},,,,"),
            Measured::Angle(Some(angle)) => write!(text, "angle,{},deg,,,,", angle.to_degrees()),
            Measured::Angle(None) => write!(text, "angle,,deg,,,,"),
        };
        let points: Vec<_> = points.into_iter().map(|point| joined(point.into(), " ")).collect();
        let _ = writeln!(text, "{}", points.join("; "));
    }
    let landmarks = landmarks(desk);
    if !landmarks.landmarks.is_empty() {
        text += if text.is_empty() { "" } else { "\n" };
        text += &landmarks.to_csv();
    }
    text
}

/// Returns the landmarks in coordinates of their files.
pub fn landmarks(desk: &Desk) -> Landmarks {
    let files = desk.study.scene_of_files();
    let landmark = |(index, landmark): (usize, &pickray::study::Landmark)| -> Option<MeshLandmark> {
        let object = landmark.at.id().object_in(&files)?;
        let mut landmark = landmark.landmark(&object.mesh).ok()?;
        landmark.point = object.world_from_object.transform_point3(landmark.point);
        if landmark.name.is_empty() {
            landmark.name = (index + 1).to_string();
        }
        Some(landmark)
    };
    Landmarks::new(desk.annotations.landmarks.iter().enumerate().filter_map(landmark).collect())
}

const SNAP_DISTANCE: f64 = 12.0;

/// Distance within which the mouse is at the end of a measure, in logical pixels.
const END: f64 = 8.0;

choices! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Snap {
        Off => t!("measure-snap-off"),
        Corners => t!("measure-snap-corners"),
        #[default]
        CornersAndEdges => t!("measure-snap-edges"),
    }
}

impl Snap {
    pub fn about(self) -> &'static str {
        match self {
            Self::Off => t!("measure-snap-off-about"),
            Self::Corners => t!("measure-snap-corners-about"),
            Self::CornersAndEdges => t!("measure-snap-edges-about"),
        }
    }

    pub(super) fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    fn features(self) -> Option<Features> {
        (self != Self::Off).then_some(Features { corners: true, edges: self == Self::CornersAndEdges })
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    pub point: SurfacePoint,
    /// Position in world space.
    pub position: DVec3,
    /// End of a measure, or landmark, that has this place; `None` where a click takes a new place.
    pub end: Option<End>,
}

/// Measure or landmark, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Measure(usize),
    Landmark(usize),
}

impl Mark {
    /// Returns the points of the mark; none if there is no such mark.
    pub fn points(self, annotations: &Annotations) -> &[SurfacePoint] {
        match self {
            Self::Measure(index) => annotations.measures.get(index).map_or(&[], |measure| &measure.points),
            Self::Landmark(index) => annotations.landmarks.get(index).map_or(&[], |it| std::slice::from_ref(&it.at)),
        }
    }
}

/// Point of a measure, or a landmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub mark: Mark,
    /// Index of the point in the measure; 0 for a landmark.
    pub index: usize,
}

impl End {
    pub(super) fn point_mut(self, annotations: &mut Annotations) -> Option<&mut SurfacePoint> {
        match self.mark {
            Mark::Measure(mark) => annotations.measures.get_mut(mark)?.points.get_mut(self.index),
            Mark::Landmark(mark) => Some(&mut annotations.landmarks.get_mut(mark)?.at),
        }
    }
}

pub fn marks(annotations: &Annotations) -> impl Iterator<Item = Mark> {
    let measures = (0..annotations.measures.len()).map(Mark::Measure);
    measures.chain((0..annotations.landmarks.len()).map(Mark::Landmark))
}

/// Returns the end seen nearest to `cursor` in the picture; `None` if none is near. `reach` scales how near.
pub fn end_at(desk: &Desk, view: &View, cursor: CursorPosition, reach: f64) -> Option<End> {
    let ends = marks(&desk.annotations).flat_map(|mark| {
        let points = mark.points(&desk.annotations).iter().enumerate();
        points.map(move |(index, point)| (End { mark, index }, point))
    });
    let most = reach * END * desk.shown.scale_factor;
    let distance = |point: &SurfacePoint| {
        let position = point.position(desk.scene())?;
        let at = view.cursor_from_world(position)?;
        // Whether it is seen takes a ray, and is asked of near ones alone.
        let distance = at.distance(cursor);
        (distance <= most && is_seen(desk, view, point)).then_some(distance)
    };
    nearest(ends, |(_, point)| distance(point), most).map(|(end, _)| end)
}

/// Share of the way from the near plane to a point at whose end a surface counts as the point's own.
const ON_SURFACE: f64 = 1e-6;

/// Returns `true` if `view` shows a point of the scene and no surface lies before it.
pub fn is_seen(desk: &Desk, view: &View, point: &SurfacePoint) -> bool {
    let Some(position) = point.position(desk.scene()).filter(|&position| view.shows(position)) else { return false };
    // Through the very point: the ray of its pixel's centre meets a steep surface beside the point, perhaps before it.
    let window = view.window_from_world(position).map(DVec3::truncate);
    let Some(ray) = window.and_then(|window| view.ray(window)) else { return false };
    let way = ray.far - ray.near;
    let t = (position - ray.near).dot(way) / way.length_squared();
    let before = RayOptions::from(&desk.options()).skip(Some(point.id())).range(..=t * (1.0 - ON_SURFACE));
    (0.0..=ray.t_max * (1.0 + ON_SURFACE)).contains(&t) && !desk.scene().any_hit(&ray.into(), before)
}

/// Returns the place that a click at `cursor` takes; `None` if there is no surface.
pub fn aim(desk: &Desk, view: &View, cursor: CursorPosition, snap: Snap, reach: f64) -> Option<Aim> {
    let at_end = end_at(desk, view, cursor, reach).and_then(|end| {
        let point = *end.mark.points(&desk.annotations).get(end.index)?;
        Some(Aim { point, position: point.position(desk.scene())?, end: Some(end) })
    });
    at_end.or_else(|| onto_surface(desk, view, cursor, snap))
}

/// Returns the place of the surface at `cursor`, whatever is measured there; `None` if there is no surface.
pub(super) fn onto_surface(desk: &Desk, view: &View, cursor: CursorPosition, snap: Snap) -> Option<Aim> {
    let snap = snap.features().map(|features| (SNAP_DISTANCE * desk.shown.scale_factor, features));
    let point = SurfacePoint::seen_at(desk.scene(), view, cursor, snap, &desk.options())?;
    Some(Aim { point, position: point.position(desk.scene())?, end: None })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_but_zero_is_written_as_zero() {
        for (x, decimals, text) in [
            (0.0, 3, "0"),
            (1.25, 3, "1.25"),
            (1.23456, 3, "1.235"),
            (0.0004, 3, "4.000e−4"),
            (5_600_000.5, 1, "5600000.5"),
            (5.729_577_951_308_233e-8, 4, "5.730e−8"),
        ] {
            assert_eq!(rounded(x, decimals), text);
        }
    }
}
