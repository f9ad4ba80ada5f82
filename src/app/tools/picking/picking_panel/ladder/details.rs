//! Details of the ladder's open step: its formula with letters and numbers, its matrix, and its names elsewhere.

use super::super::explaining::CLOSE;
use super::{Shown, parts, point_in, short, weak, weights_of};
use crate::app::action::Action;
use crate::app::desk::{Desk, Picked};
use crate::app::numbers;
use crate::app::panels::fields;
use crate::app::panels::rows::{self, ask};
use crate::app::texts::{Text, of_record, t};
use crate::app::theme::{Colors, SPACE};
use crate::app::tools::picking::ladder::{DepthSteps, Ladder, LadderAction, RayPoint, loupe};
use crate::app::tools::picking::mistakes::TRIANGLE_FORMULAS;
use egui::{FontId, Label, RichText, Sense, Slider, TextStyle, Ui};
use glam::{DMat4, DVec2, DVec4};
use pickray::intersect::RayTriangleOutcome;
use pickray::math::{CursorPosition, PixelSample, Viewport};
use pickray::pick::explain::{CastTrace, Loupe, PickTrace, PlanePoint, Step};
use pickray::scene::Projection;
use pickray::study::Change;

pub(super) fn show(ui: &mut Ui, step: Step, shown: &mut Shown<'_>, actions: &mut Vec<Action>) {
    let (ladder, desk, picked) = (&shown.picking.explain.ladder, shown.desk, shown.picked);
    let trace = &picked.trace;
    ui.spacing_mut().item_spacing.y = CLOSE;

    // Below each other the parts leave room for the mistakes beside them. The first and the last step have small ones.
    let room = if matches!(step, Step::Cursor | Step::Triangle) { 580.0 } else { 900.0 };
    let is_narrow = ui.available_width() < room;
    if is_narrow {
        ui.set_max_width(WORDS_WIDTH.min(ui.available_width()));
    }
    let parts = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.x = 4.0 * SPACE;
        match step {
            Step::Cursor => cursor(ui, desk, picked, actions),
            Step::Window => window(ui, trace),
            Step::Ndc => ndc(ui, trace),
            Step::Eye => eye(ui, trace),
            Step::World => world(ui, trace),
            Step::Object => object(ui, picked),
            Step::Triangle => triangle(ui, desk, picked),
        }
    };
    if is_narrow {
        ui.vertical(parts);
    } else {
        ui.horizontal_top(parts);
    }

    // Tables and numbers for a closer look stand below the words.
    if step == Step::Triangle
        && let Some(cast) = cast(picked).filter(|cast| !cast.triangles.is_empty())
    {
        parts::tested(ui, trace, cast);
    }
    let mut below = |ui: &mut Ui| {
        single(ui, step, trace);
        let is_on_the_way = matches!(step, Step::Window | Step::Ndc | Step::Eye | Step::World);
        if is_on_the_way && between(ui, step, ladder, desk, actions) {
            shown.pointed = Some(RayPoint::Between);
        }
    };
    if ui.available_width() < 1000.0 {
        below(ui);
    } else {
        ui.horizontal(below);
    }
}

const WORDS_WIDTH: f32 = 390.0;

/// Distance in pixels below which it is a rounded zero.
const NO_PIXELS: f64 = 1e-9;

/// Widest text that a number of the row may have.
const WIDEST: &str = "−0.0000";

/// Shows the formula of a step with letters and with numbers, a sentence on it, and the names that others have for the
/// step: the messages `ladder-STEP-formula`, `ladder-STEP-about` and `ladder-STEP-known-as`, but for what is given.
fn words(ui: &mut Ui, step: Step, formula: Option<&str>, with_numbers: &str, sentence: Option<&str>) {
    let colors = Colors::of(ui);
    let text = |ending: &str| Text::composed(&format!("ladder-{step:?}-{ending}").to_lowercase()).shown();
    let [formula, sentence] =
        [(formula, "formula"), (sentence, "about")].map(|(given, ending)| given.unwrap_or_else(|| text(ending)));
    ui.vertical(|ui| {
        // At the end of a row it takes what is left.
        ui.set_max_width(WORDS_WIDTH.min(ui.available_width()));
        ui.spacing_mut().item_spacing.y = CLOSE;
        ui.add(Label::new(RichText::new(formula).font(FontId::monospace(12.5)).color(colors.text)).wrap());
        if !with_numbers.is_empty() {
            ui.add(Label::new(RichText::new(with_numbers).font(FontId::monospace(12.0)).color(colors.text)).wrap());
        }
        ui.add(Label::new(sentence).wrap());
        weak(ui, &t!("ladder-known-as", names = text("known-as")));
    });
}

fn cursor(ui: &mut Ui, desk: &Desk, picked: &Picked, actions: &mut Vec<Action>) {
    let CursorPosition { x, y } = picked.trace.cursor;
    let scale = desk.study.scale_factor();
    let [x_short, y_short, scale_short] = [x, y, scale].map(short);
    let logical = [x, y].map(|side| short(side / scale)).join(", ");
    words(ui, Step::Cursor, None, &format!("({x_short}, {y_short}) = {scale_short} × ({logical})"), None);
    ui.vertical(|ui| {
        let other_x = fields::number(ui, t!("ladder-cursor-x"), x, 1.0, "", t!("ladder-cursor-drag"));
        ask(actions, other_x.map(|x| Change::Cursor(DVec2 { x, y })));
        let other_y = fields::number(ui, t!("ladder-cursor-y"), y, 1.0, "", t!("ladder-cursor-drag"));
        ask(actions, other_y.map(|y| Change::Cursor(DVec2 { x, y })));
    });
}

fn window(ui: &mut Ui, trace: &PickTrace) {
    let (CursorPosition { x, y }, [at_x, at_y]) = (trace.cursor, trace.window.to_array().map(short));
    let height = trace.view.framebuffer.height;
    let (half, half_number) = match trace.options.sample {
        PixelSample::Center => (" + ½", " + 0.5"),
        PixelSample::Corner => ("", ""),
    };
    let numbers = format!("{at_x} = {}{half_number}\n{at_y} = {height} − 1 − {}{half_number}", x.floor(), y.floor());
    words(ui, Step::Window, Some(&t!("ladder-window-formula", half = half)), &numbers, None);
}

fn ndc(ui: &mut Ui, trace: &PickTrace) {
    let Ok(ray) = &trace.ray else { return };
    let Viewport { x, y, width, height } = trace.view.viewport;
    let ([at_x, at_y], [ndc_x, ndc_y, _]) = (trace.window.to_array().map(short), ray.near.ndc.to_array().map(short));
    let numbers = format!("{ndc_x} = 2 ({at_x} − {x}) / {width} − 1\n{ndc_y} = 2 ({at_y} − {y}) / {height} − 1");
    words(ui, Step::Ndc, None, &numbers, None);
    parts::depth_steps(ui, DepthSteps::of(&trace.view.camera));
}

fn eye(ui: &mut Ui, trace: &PickTrace) {
    let Ok(ray) = &trace.ray else { return };
    let [near, far] = [ray.near.eye_homogeneous, ray.far.eye_homogeneous];
    let is_perspective = matches!(trace.view.camera.projection, Projection::Perspective { .. });
    let sentence = match (is_perspective, ray.t_max) {
        (false, _) => Some(t!("ladder-eye-orthographic")),
        (true, None) => Some(t!("ladder-eye-infinite")),
        (true, Some(_)) => None,
    };
    words(ui, Step::Eye, None, &t!("ladder-eye-w", near = short(near.w), far = short(far.w)), sentence);
    divided(ui, &ray.near, (ray.t_max.is_some()).then_some(&ray.far));
    if let Some(inverse) = &trace.eye_from_clip {
        matrix(ui, t!("ladder-eye-matrix"), inverse, ray.near.clip, 3);
    }
}

fn divided(ui: &mut Ui, near: &PlanePoint, far: Option<&PlanePoint>) {
    ui.vertical(|ui| {
        weak(ui, t!("ladder-eye-divided"));
        for axis in 0..3 {
            let far = far.map_or_else(|| "–".to_owned(), |far| short(far.eye[axis]));
            mono(ui, &format!("{:>8}  {far:>8}", short(near.eye[axis])));
        }
    });
}

fn world(ui: &mut Ui, trace: &PickTrace) {
    let Ok(ray) = &trace.ray else { return };
    words(ui, Step::World, None, "", None);
    matrix(ui, t!("ladder-world-matrix"), &trace.world_from_eye, ray.near.eye.extend(1.0), 0);
}

fn object(ui: &mut Ui, picked: &Picked) {
    let Some((cast, ray)) = cast(picked).zip(picked.trace.ray.as_ref().ok()) else { return };
    let t = picked.hit.as_ref().map(|hit| of_record::t_in_words(hit, &picked.trace));
    words(ui, Step::Object, None, &t.map(|words| t!("ladder-object-t", words = words)).unwrap_or_default(), None);
    matrix(ui, t!("ladder-object-matrix"), &cast.object_from_world, ray.near.world.extend(1.0), 0);
    if picked.trace.objects_left_out > 0 {
        ui.vertical(|ui| {
            ui.set_max_width(WORDS_WIDTH.min(ui.available_width()));
            weak(ui, &t!("ladder-objects-left-out", count = picked.trace.objects_left_out));
        });
    }
}

/// Returns the trace of the ray through the tree of the inspected object.
pub(super) fn cast(picked: &Picked) -> Option<&CastTrace> {
    picked.trace.cast_of(picked.id().map(|id| id.object))
}

fn triangle(ui: &mut Ui, desk: &Desk, picked: &Picked) {
    let Some(loupe) = &loupe(desk) else {
        return weak(ui, t!("ladder-triangle-none"));
    };
    parts::lens(ui, loupe);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = CLOSE;
        let outcome = match loupe.test.report.outcome {
            RayTriangleOutcome::Hit(_) => t!("ladder-triangle-met"),
            RayTriangleOutcome::Miss(why) => parts::reason(why),
        };
        weak(ui, &t!("ladder-triangle-outcome", triangle = loupe.id.triangle.to_string(), outcome = outcome));
        if let Some(seen) = loupe.in_window {
            for (edge, distance) in ["bc", "ca", "ab"].into_iter().zip(seen.edge_distances) {
                mono(ui, &t!("ladder-edge", edge = edge, pixels = format!("{:>8}", pixels(distance))));
            }
        }
        if let Some(weights) = loupe.weights {
            weights_of(ui, weights);
        }
    });

    let hit = picked.hit.as_ref().filter(|hit| hit.id() == loupe.id);
    let below = hit.map(|hit| {
        let uv = of_record::uv_in_words(hit, &desk.scene().objects()[hit.object as usize]);
        let read_back = of_record::read_back_in_words(hit, &picked.trace);
        std::iter::once(of_record::t_in_words(hit, &picked.trace)).chain(uv).chain(read_back).collect()
    });
    steps(ui, loupe, below.unwrap_or_default());
    ui.vertical(|ui| {
        ui.set_max_width(ui.available_width().min(336.0));
        let [determinant, weights] = TRIANGLE_FORMULAS;
        words(ui, Step::Triangle, Some(determinant), weights, None);
    });
}

/// Shows Möller and Trumbore's numbers, in f64 and in f32, and sentences below them: what t says, where u and v lead.
fn steps(ui: &mut Ui, loupe: &Loupe, sentences: Vec<String>) {
    let (double, single) = (&loupe.in_f64, &loupe.in_f32);
    let or_none = |x: Option<f64>| x.map_or_else(|| "–".to_owned(), short);
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = CLOSE;
        mono(ui, "          f64        f32");
        for (name, in_f64, in_f32) in [
            ("det", Some(double.det), Some(f64::from(single.det))),
            ("u", double.u, single.u.map(f64::from)),
            ("v", double.v, single.v.map(f64::from)),
            ("t", double.t, single.t.map(f64::from)),
        ] {
            mono(ui, &format!("{name:<4}{:>9}  {:>9}", or_none(in_f64), or_none(in_f32)));
        }
        if !sentences.is_empty() {
            ui.set_max_width(215.0);
        }
        sentences.iter().for_each(|words| weak(ui, words));
    });
}

/// Shows a matrix, destination from source; the row under the mouse, or `usual`, is lit and written out.
fn matrix(ui: &mut Ui, name: &str, matrix: &DMat4, of: DVec4, usual: usize) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        weak(ui, name);
        let text = numbers::matrix(matrix);
        let mut places = Vec::new();
        for line in text.lines() {
            let label = RichText::new(line).font(FontId::monospace(11.0)).color(egui::Color32::PLACEHOLDER);
            places.push(ui.add(Label::new(label).sense(Sense::hover()).extend()));
        }
        // The sum takes no more width than the matrix.
        ui.set_max_width(places.iter().map(|place| place.rect.width()).fold(0.0, f32::max));
        let row = places.iter().position(egui::Response::hovered).unwrap_or(usual);
        if let Some(place) = places.get(row) {
            let stroke = egui::Stroke::new(1.0, Colors::of(ui).link);
            ui.painter().rect_stroke(place.rect.expand(1.0), 2.0, stroke, egui::StrokeKind::Outside);
            let terms: Vec<_> = (0..4).map(|k| format!("{}·{}", short(matrix.row(row)[k]), short(of[k]))).collect();
            let sum = matrix.row(row).dot(of);
            let name = ["X", "Y", "Z", "W"][row];
            weak(ui, &format!("{name} = {} = {}", terms.join(" + "), short(sum)));
        }
    });
}

/// Shows the slider of depth, and the point of the ray at that depth; returns `true` if the mouse is over its numbers.
fn between(ui: &mut Ui, step: Step, ladder: &Ladder, desk: &Desk, actions: &mut Vec<Action>) -> bool {
    let shown = ui.horizontal(|ui| {
        let between = rows::check(ui, ladder.depth.is_some(), t!("ladder-between"), t!("ladder-between-about"));
        ask(actions, between.map(|is_on| LadderAction::Depth(is_on.then_some(0.5))));
        let Some(mut depth) = ladder.depth else { return };
        let slider = Slider::new(&mut depth, 0.0..=1.0).text(t!("ladder-depth")).fixed_decimals(3);
        let slider = ui.add(slider);
        ask(actions, slider.changed().then_some(LadderAction::Depth(Some(depth))));
        let Some(point) = ladder.between(desk) else { return weak(ui, t!("ladder-at-infinity")) };
        let written: Vec<_> = point_in(step, &point).unwrap_or_default().into_iter().map(short).collect();
        let color = if ladder.is_lit(RayPoint::Between) { Colors::of(ui).link } else { Colors::of(ui).text };
        ui.add(Label::new(super::mono(&written.join("  "), color)).extend());
    });
    ladder.depth.is_some() && ui.rect_contains_pointer(shown.response.rect)
}

/// Shows a step's near and far point in f32, and by how many pixels each is off.
fn single(ui: &mut Ui, step: Step, trace: &PickTrace) {
    let Some([near, far]) = trace.in_single_precision() else { return };
    let numbers = |point: &pickray::pick::explain::SinglePoint| match step {
        Step::Window => point.window.to_array().to_vec(),
        Step::Ndc => point.ndc.to_array().to_vec(),
        Step::Eye => point.eye_homogeneous.to_array().to_vec(),
        Step::World => point.world.to_array().to_vec(),
        Step::Object => point.object.map(|object| object.to_array().to_vec()).unwrap_or_default(),
        Step::Cursor | Step::Triangle => Vec::new(),
    };
    if numbers(&near).is_empty() {
        return;
    }
    let text = |written: fn(f64) -> String, pixels: fn(f64) -> String| {
        let points = [(t!("ladder-near"), &near), (t!("ladder-far"), &far)].map(|(name, point)| {
            let written: Vec<_> = numbers(point).into_iter().map(|x| written(f64::from(x))).collect();
            let point_in_f32 = format!("{name} {}", written.join("  "));
            match point.pixels_off {
                Some(off) => t!("ladder-single-off", point = point_in_f32, pixels = pixels(off)),
                None => point_in_f32,
            }
        });
        t!("ladder-single", points = points.join("   "))
    };

    let color = Colors::of(ui).weak;
    let widest = text(|_| WIDEST.to_owned(), |_| WIDEST.to_owned());
    let widest = ui.painter().layout_no_wrap(widest, TextStyle::Small.resolve(ui.style()), color);
    ui.vertical(|ui| {
        // What stands beside it does not move with the numbers.
        ui.set_min_width(widest.size().x.min(ui.available_width()));
        ui.add(Label::new(RichText::new(text(short, pixels)).small().color(color)).wrap());
    });
}

fn mono(ui: &mut Ui, text: &str) {
    ui.add(Label::new(super::mono(text, Colors::of(ui).text)).extend());
}

/// Writes a distance in pixels in seven signs at most; one that only roundings of f64 leave is 0.
pub(super) fn pixels(distance: f64) -> String {
    short(if distance.abs() < NO_PIXELS { 0.0 } else { distance })
}
