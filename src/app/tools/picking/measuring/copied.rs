//! Measures and landmarks as text, JSON and CSV, for the clipboard.

use super::words::{kind_in_words, point_in_words, value_in_words};
use crate::app::desk::Desk;
use crate::app::texts::t;
use pickray::pick::{Landmarks, MeshLandmark};
use pickray::study::{Measured, SurfacePoint};
use serde_json::{Value, json};
use std::fmt::Write;

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
        let vertex = point.vertex(desk.scene());
        json!({
            "point": point.position(desk.scene()), "object": point.object, "triangle": point.on.triangle,
            "weights": point.on.weights, "vertex": vertex,
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
    let all = json!({ "unit": unit, "measures": measures, "landmarks": landmarks });
    format!("{all:#}")
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
