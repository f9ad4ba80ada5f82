//! Words on measures: values with their unit, and the places of points.

use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::texts::{Text, of_library, t};
use pickray::geometry::Feature;
use pickray::study::{MeasureKind, Measured, SurfacePoint};

/// Number of digits of a length behind the first one of the mesh's size.
const DIGITS: i32 = 5;

/// Number of decimals of an angle in degrees.
const DECIMALS: usize = 4;

/// Kinds of measures, each with its explanation, in the order of their buttons.
pub const KINDS: [(MeasureKind, Text); 3] = [
    (MeasureKind::Distance, Text("measure-distance-about")),
    (MeasureKind::Path, Text("measure-path-about")),
    (MeasureKind::Angle, Text("measure-angle-about")),
];

pub fn kind_in_words(kind: MeasureKind) -> &'static str {
    match kind {
        MeasureKind::Distance => t!("measure-distance"),
        MeasureKind::Path => t!("measure-path"),
        MeasureKind::Angle => t!("measure-angle"),
    }
}

/// Returns a value with its unit, in as many digits as the size of the meshes asks for.
pub fn value_in_words(desk: &Desk, value: &Measured) -> String {
    let length = |x: f64| {
        let text = rounded(x, numbers::decimals_at(desk.bounds().size().max_element(), DIGITS));
        match desk.length_unit() {
            "" => text,
            unit => format!("{text} {unit}"),
        }
    };
    match value {
        Measured::Distance(distance) if distance.length == 0.0 => t!("measure-one-point", zero = length(0.0)),
        Measured::Distance(distance) => length(distance.length),
        Measured::Path(x) => length(*x),
        Measured::Angle(Some(radians)) => format!("{}°", rounded(radians.to_degrees(), DECIMALS)),
        Measured::Angle(None) => t!("measure-no-angle").to_owned(),
    }
}

/// Returns a number with at most so many decimals; one that these leave nothing of has an exponent.
fn rounded(x: f64, decimals: usize) -> String {
    let text = numbers::fixed(x, decimals);
    let is_lost = x != 0.0 && text.parse() == Ok(0.0);
    if is_lost || !x.is_finite() { numbers::number(x) } else { text.replace('-', "−") }
}

/// Returns what a point lies on: a vertex, an edge or a triangle, by their numbers. With several objects also the name
/// of the point's own.
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
