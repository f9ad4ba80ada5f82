//! Text output about picks, for people to read.

pub(super) use pickray::pick::explain::{Coordinates, count, hex_color, number};

use super::output::one_line;
use glam::{DMat4, DVec3};
use pickray::accel::QueryCounts;
use pickray::intersect::{RayTriangleOutcome, Side};
use pickray::math::Viewport;
use pickray::pick::HitDetails;
use pickray::pick::explain::{CastTrace, ObjectOutcome, PickTrace, PlanePoint};
use std::fmt::{Display, Write};

/// Returns a point or direction as text: its coordinates with commas between.
pub fn vector(v: DVec3) -> String {
    // Adding zero takes the sign off a zero.
    (v + 0.0).to_array().map(number).join(", ")
}

/// Greatest width of a column of names in letters; what is longer pushes its value aside.
const WIDEST_COLUMN: usize = 40;

/// Adds a row of a name and a value to a text, the names in a column of `width` letters.
pub fn row(text: &mut String, width: usize, name: &str, value: impl Display) {
    let width = width.min(WIDEST_COLUMN);
    let _ = writeln!(text, "  {name:<width$} {}", one_line(&value.to_string()));
}

pub fn hits(hits: &[HitDetails]) -> String {
    let mut text = String::new();
    for hit in hits {
        let line = hit.source.line.map(|line| format!(" line {line}")).unwrap_or_default();
        let side = if hit.side == Side::Front { "front" } else { "back" };
        let _ = writeln!(text, "  t {:<12} triangle {}{line} {side}", number(hit.t), hit.triangle);
    }
    text
}

/// Returns the steps of a pick as text, from the cursor to the result.
pub fn steps(trace: &PickTrace) -> String {
    let mut text = String::new();
    let view = &trace.view;
    let _ = writeln!(text, "cursor        {}, {} from the top left", number(trace.cursor.x), number(trace.cursor.y));
    let _ = writeln!(text, "framebuffer   {} x {}", view.framebuffer.width, view.framebuffer.height);
    let Viewport { x, y, width, height } = view.viewport;
    let _ = writeln!(text, "viewport      {width} x {height} at {x}, {y} from the lower left");
    let _ = writeln!(text, "window        {}, {}", number(trace.window.x), number(trace.window.y));
    write_matrix(&mut text, "clip from eye (projection)", &trace.clip_from_eye);
    write_matrix(&mut text, "eye from world (view)", &trace.eye_from_world);

    match &trace.ray {
        Ok(ray) => {
            write_plane_point(&mut text, "near point, t = 0", &ray.near);
            let far = match ray.t_max {
                Some(_) => "far point, t = 1",
                None => "far plane at infinity: a direction; a point that way, t = 1",
            };
            write_plane_point(&mut text, far, &ray.far);
        }
        Err(why) => _ = writeln!(text, "no ray: {why}"),
    }

    for object in &trace.objects {
        match &object.outcome {
            ObjectOutcome::Unpickable(why) => _ = writeln!(text, "{}: {why}", object.name),
            ObjectOutcome::Tested(cast) => write_cast(&mut text, &object.name, cast),
            _ => {}
        }
    }
    if trace.objects_left_out > 0 {
        let further = count(trace.objects_left_out, "further object");
        let were = if trace.objects_left_out == 1 { "was" } else { "were" };
        let _ = writeln!(
            text,
            "{further} {were} not asked: the ray misses its box, or the box begins behind the hit, or the object \
             cannot be hit"
        );
    }
    text
}

fn write_matrix(text: &mut String, name: &str, matrix: &DMat4) {
    let _ = writeln!(text, "{name}");
    for row in 0..4 {
        let numbers = matrix.row(row).to_array().map(|x| format!("{:>17}", number(x)));
        let _ = writeln!(text, "  {}", numbers.join(" "));
    }
}

fn write_plane_point(text: &mut String, name: &str, point: &PlanePoint) {
    let _ = writeln!(text, "{name}");
    let homogeneous = point.eye_homogeneous.to_array().map(number).join(", ");
    for (space, value) in [
        ("window", vector(point.window)),
        ("NDC", vector(point.ndc)),
        ("inverse", homogeneous),
        ("eye", vector(point.eye)),
        ("world", vector(point.world)),
    ] {
        row(text, 11, space, value);
    }
}

fn write_cast(text: &mut String, name: &str, cast: &CastTrace) {
    let QueryCounts { boxes, triangles } = cast.counts;
    let _ = writeln!(text, "{name}: {} and {} tested", count(boxes, "box"), count(triangles, "triangle"));
    let _ = writeln!(text, "  near        {}", vector(cast.ray.origin));
    let _ = writeln!(text, "  far         {}", vector(cast.ray.target));
    for test in &cast.triangles {
        let outcome = match test.report.outcome {
            RayTriangleOutcome::Hit(hit) => format!("hit at t {}", number(hit.t)),
            RayTriangleOutcome::Miss(why) => format!("missed: {}", serde_json::json!(why).as_str().unwrap_or_default()),
        };
        let _ = writeln!(text, "  triangle {}: det {}, {outcome}", test.triangle, number(test.report.det));
    }
    if cast.triangles_left_out > 0 {
        let _ = writeln!(text, "  and {} more", cast.triangles_left_out);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_vector_has_no_negative_zero() {
        assert_eq!(vector(DVec3::new(-0.0, 1.0, -1e-7)), "0, 1, -1e-7");
    }
}
