//! The way from the pixel to the triangle: each space that the cursor goes through, with the matrices between them.

use crate::app::action::Action;
use crate::app::desk::{Desk, Picked};
use crate::app::numbers;
use crate::app::panels::rows;
use crate::app::theme::{Colors, SPACE, heavy};
use crate::intersect::{RayTriangleOutcome, Rejection};
use crate::pick::{CastTrace, ObjectOutcome, PickTrace, RayTrace, TriangleTest};
use egui::{Color32, FontId, Frame, Grid, Label, Margin, RichText, ScrollArea, Ui};
use glam::DMat4;

/// The most that the list of triangle tests is high, in logical pixels.
const TESTS_HEIGHT: f32 = 170.0;

/// The most triangle tests that are listed.
const TESTS_LISTED: usize = 64;

/// The least height of a card, in logical pixels: that of the one for eye space, so that all are of one height.
const CARD_HEIGHT: f32 = 226.0;

pub fn show(ui: &mut Ui, desk: &Desk, _: &mut Vec<Action>) {
    ScrollArea::horizontal().auto_shrink(false).show(ui, |ui| {
        Frame::new().inner_margin(Margin::same(10)).show(ui, |ui| match &desk.picked {
            Some(picked) => {
                ui.horizontal_top(|ui| steps(ui, desk, picked));
            }
            None => {
                rows::note(ui, "Click into the picture: every step from the pixel to the triangle is shown here, with its numbers.");
            }
        });
    });
}

fn steps(ui: &mut Ui, desk: &Desk, picked: &Picked) {
    let trace = &picked.trace;
    from_pixel(ui, desk, trace);
    let ray = match &trace.ray {
        Ok(ray) => ray,
        Err(why) => {
            card(ui, "No ray", 200.0, &format!("The chain ends here: {why}."), |_| {});
            return;
        }
    };
    spaces(ui, trace, ray);
    for object in &trace.objects {
        if let ObjectOutcome::Tested(cast) = &object.outcome {
            in_object(ui, trace, cast, &object.name);
        }
    }
}

fn from_pixel(ui: &mut Ui, desk: &Desk, trace: &PickTrace) {
    card(ui, "Cursor", 190.0, "The mouse, in physical pixels from the top left of the window; y runs down.", |ui| {
        table(ui, &[("x", trace.cursor.x), ("y", trace.cursor.y)]);
        small(ui, &format!("scale factor {}", numbers::number(desk.scale_factor)));
    });
    let viewport = trace.view.viewport;
    let text = "The centre of that pixel, from the bottom left; y runs up. The viewport does not begin at 0, 0.";
    card(ui, "Window coordinates", 210.0, text, |ui| {
        table(ui, &[("x", trace.window.x), ("y", trace.window.y)]);
        small(ui, &format!("viewport {}, {}  {} × {}", viewport.x, viewport.y, viewport.width, viewport.height));
        small(ui, &format!("framebuffer {} × {}", trace.view.framebuffer.width, trace.view.framebuffer.height));
    });
}

fn spaces(ui: &mut Ui, trace: &PickTrace, ray: &RayTrace) {
    let text = "The viewport is stretched to −1…1. The depth range gives the ray its two ends: one on the near plane, one on the far plane.";
    card(ui, "NDC", 250.0, text, |ui| {
        pair(ui, &numbers::column3(ray.near.ndc), &numbers::column3(ray.far.ndc));
    });
    let text = "NDC leave a factor open, which is w; it is taken as 1 and divided out again in eye space.";
    card(ui, "Clip space", 250.0, text, |ui| {
        pair(ui, &numbers::column(ray.near.clip), &numbers::column(ray.far.clip));
    });
    let text = "The inverse of the projection takes clip space back to eye space.";
    match &trace.eye_from_clip {
        Some(inverse) => matrix(ui, "eye from clip", text, inverse),
        None => card(ui, "eye from clip", 200.0, "The projection has no inverse.", |_| {}),
    }
    let text = "The eye is at 0, 0, 0 and looks along −z. Divided by w, which is 0 for a point at infinity.";
    card(ui, "Eye space", 290.0, text, |ui| {
        pair(ui, &numbers::column(ray.near.eye_homogeneous), &numbers::column(ray.far.eye_homogeneous));
        small(ui, "divided by w");
        pair(ui, &numbers::column3(ray.near.eye), &numbers::column3(ray.far.eye));
    });
    matrix(
        ui,
        "world from eye",
        "The inverse of the view matrix: where the camera stands and how it is turned.",
        &trace.world_from_eye,
    );
    card(ui, "World space", 270.0, "The two points between which everything lies that the pixel can show.", |ui| {
        pair(ui, &numbers::column3(ray.near.world), &numbers::column3(ray.far.world));
        let depth = if ray.reversed_z { "depth runs backwards: 1 is near" } else { "depth 0 is near, 1 is far" };
        small(ui, depth);
    });
}

fn in_object(ui: &mut Ui, trace: &PickTrace, cast: &CastTrace, name: &str) {
    let text = "The inverse of the model transform; the direction is not normalised, so that t is the same number in every space.";
    matrix(ui, "object from world", text, &cast.object_from_world);
    card(
        ui,
        "Ray in object space",
        290.0,
        &format!("The file's own coordinates, of {name}. t is 0 at the near point and 1 at the far point."),
        |ui| {
            pair(ui, &numbers::column3(cast.ray.origin), &numbers::column3(cast.ray.target));
            if let Some(hit) = &cast.hit {
                table(ui, &[("t", hit.t), ("u", hit.u), ("v", hit.v)]);
            }
        },
    );
    let counts = format!(
        "{} and {} were tested. Signs are decided exactly; u, v and t are quotients by det.",
        numbers::plural(cast.counts.boxes, "box", "boxes"),
        numbers::plural(cast.counts.triangles, "triangle", "triangles")
    );
    card(ui, "Triangles tested", 600.0, &counts, |ui| {
        ScrollArea::vertical().max_height(TESTS_HEIGHT).show(ui, |ui| tests(ui, trace, cast));
    });
}

fn tests(ui: &mut Ui, trace: &PickTrace, cast: &CastTrace) {
    let closest = trace.hit.as_ref().map(|hit| hit.triangle);
    let shown = &cast.triangles[..cast.triangles.len().min(TESTS_LISTED)];
    let column = |number: fn(&TriangleTest) -> f64| numbers::aligned(&shown.iter().map(number).collect::<Vec<_>>());
    let columns = [
        ("det", column(|test| test.report.det)),
        ("u det", column(|test| test.report.u_det)),
        ("v det", column(|test| test.report.v_det)),
        ("t det", column(|test| test.report.t_det)),
    ];
    ui.spacing_mut().interact_size.y = 16.0;
    Grid::new("tests").spacing([14.0, 2.0]).min_row_height(16.0).show(ui, |ui| {
        small(ui, "triangle");
        for (name, _) in &columns {
            small(ui, name);
        }
        small(ui, "outcome");
        ui.end_row();
        for (row, test) in shown.iter().enumerate() {
            ui.label(RichText::new(numbers::count(u64::from(test.triangle))).monospace());
            for (_, column) in &columns {
                ui.label(RichText::new(&column[row]).monospace());
            }
            let (text, color) = outcome(ui, test, closest == Some(test.triangle));
            ui.label(RichText::new(text).color(color));
            ui.end_row();
        }
    });
    let more = (cast.triangles.len() - shown.len()) as u64 + cast.triangles_left_out;
    if more > 0 {
        small(ui, &format!("and {} more", numbers::count(more)));
    }
}

fn outcome(ui: &Ui, test: &TriangleTest, is_closest: bool) -> (String, Color32) {
    let colors = Colors::of(ui);
    match &test.report.outcome {
        RayTriangleOutcome::Hit(_) if is_closest => ("the closest hit".to_owned(), colors.accent),
        RayTriangleOutcome::Hit(_) => ("hit, not the closest".to_owned(), colors.text),
        RayTriangleOutcome::Miss(why) => (reason(*why).to_owned(), colors.weak),
    }
}

fn reason(why: Rejection) -> &'static str {
    match why {
        Rejection::NotFinite => "not finite",
        Rejection::ZeroDirection => "the ray has no direction",
        Rejection::Degenerate => "has no area",
        Rejection::Coplanar => "the ray lies in its plane",
        Rejection::Parallel => "the ray is parallel to it",
        Rejection::Culled => "shows its back",
        Rejection::OutsideU => "passed beyond ca: u < 0",
        Rejection::OutsideV => "passed beyond ab: v < 0",
        Rejection::OutsideW => "passed beyond bc: w < 0",
        Rejection::Behind => "before the near plane: t < 0",
    }
}

fn card(ui: &mut Ui, title: &str, width: f32, explanation: &str, numbers: impl FnOnce(&mut Ui)) {
    let colors = Colors::of(ui);
    let frame = Frame::new().fill(colors.sunken).corner_radius(6).inner_margin(Margin::same(10));
    frame.show(ui, |ui| {
        ui.vertical(|ui| {
            ui.set_width(width);
            ui.set_min_height(CARD_HEIGHT);
            ui.label(RichText::new(title).font(FontId::new(13.5, heavy())).color(colors.accent));
            ui.add(Label::new(RichText::new(explanation).small().color(colors.weak)).wrap());
            ui.add_space(SPACE);
            numbers(ui);
        });
    });
}

fn matrix(ui: &mut Ui, title: &str, explanation: &str, matrix: &DMat4) {
    let text = numbers::matrix(matrix);
    let letters = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = ui.fonts_mut(|fonts| fonts.glyph_width(&egui::TextStyle::Monospace.resolve(ui.style()), '0'));
    card(ui, title, width * letters as f32 + 4.0, explanation, |ui| {
        ui.label(RichText::new(text).monospace());
    });
}

fn pair(ui: &mut Ui, near: &str, far: &str) {
    let weak = Colors::of(ui).weak;
    ui.horizontal_top(|ui| {
        for (name, column) in [("near", near), ("far", far)] {
            ui.vertical(|ui| {
                ui.label(RichText::new(name).small().color(weak));
                ui.add(Label::new(RichText::new(column).monospace()).extend());
            });
            ui.add_space(2.0 * SPACE);
        }
    });
}

fn table(ui: &mut Ui, values: &[(&str, f64)]) {
    let written = numbers::aligned(&values.iter().map(|(_, value)| *value).collect::<Vec<_>>());
    for ((name, _), value) in values.iter().zip(written) {
        ui.label(RichText::new(format!("{name}  {value}")).monospace());
    }
}

fn small(ui: &mut Ui, text: &str) {
    let weak = Colors::of(ui).weak;
    ui.label(RichText::new(text).small().color(weak));
}
