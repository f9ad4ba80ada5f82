//! Words on measures and the places of points; measures and landmarks as text, JSON and CSV for the clipboard.

use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::texts::{Text, of_library, t};
use pickray::geometry::Feature;
use pickray::pick::{Landmarks, MeshLandmark};
use pickray::study::{MeasureKind, Measured, SurfacePoint};
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
