//! Landmarks as picked points of `MeshLab`: XML of a root `PickedPoints` with an element `point` for each.

use super::{Landmarks, MeshLandmark};
use glam::DVec3;
use std::fmt::Write;

impl Landmarks {
    /// Returns the landmarks as `MeshLab`'s picked points, XML of a `.pp` file: names and positions.
    /// A landmark whose position is not finite is one that is not active.
    pub fn to_picked_points(&self) -> String {
        let mut xml = String::from("<!DOCTYPE PickedPoints>\n<PickedPoints>\n");
        for MeshLandmark { name, point, .. } in &self.landmarks {
            let (name, active) = (escaped(name), u8::from(point.is_finite()));
            let DVec3 { x, y, z } = if point.is_finite() { *point } else { DVec3::ZERO };
            let _ = writeln!(xml, r#" <point active="{active}" name="{name}" x="{x}" y="{y}" z="{z}"/>"#);
        }
        xml + "</PickedPoints>\n"
    }
}

/// Returns a text as the value of an attribute in XML, without characters that XML cannot hold.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '"' => escaped += "&quot;",
            '\t' | '\n' | '\r' => _ = write!(escaped, "&#{};", u32::from(character)),
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => {}
            _ => escaped.push(character),
        }
    }
    escaped
}
