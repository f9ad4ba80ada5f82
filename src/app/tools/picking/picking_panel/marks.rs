//! Measures and landmarks in the picture: lines and dots in the scene, words beside them, and a mark where a click
//! would take a point.

use super::measures::live;
use crate::app::desk::Desk;
use crate::app::panels::{labels, on_screen};
use crate::app::texts::t;
use crate::app::tools::picking::measuring::{Mark, is_seen, point_in_words, value_in_words};
use crate::app::tools::picking::{Picking, StripTool};
use egui::{Color32, Pos2, Rect, Shape, Stroke, Ui, Vec2};
use glam::DVec3;
use pickray::geometry::Feature;
use pickray::study::{Measured, SurfacePoint};
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

/// Width of the lines of measures, wider where one is chosen, and diameter of their ends, in logical pixels.
const LINE: f32 = 2.0;
const LIT: f32 = 3.0;
const END: f32 = 8.0;

/// Returns the lines and ends of measures, the landmarks, and the line to the place that a click would take.
pub fn overlays(picking: &Picking, desk: &Desk, palette: &Palette) -> Vec<Overlay> {
    let measuring = &picking.measuring;
    let mut overlays = Vec::new();
    let is_lit = |mark| [measuring.chosen, measuring.pointed].contains(&Some(mark));
    for (index, measure) in desk.annotations.measures.iter().enumerate() {
        let Some(points) = measure.positions(desk.scene()) else { continue };
        let pen = Pen::new(palette.other, if is_lit(Mark::Measure(index)) { LIT } else { LINE });
        overlays.extend(lines(&points, pen, palette));
    }
    for (index, landmark) in desk.annotations.landmarks.iter().enumerate() {
        let Some(point) = landmark.at.position(desk.scene()) else { continue };
        let pen = Pen::new(palette.other, if is_lit(Mark::Landmark(index)) { LIT } else { LINE });
        overlays.extend(lines(&[point], pen, palette));
    }
    if picking.tool == StripTool::Measure {
        let taken: Option<Vec<_>> = measuring.points.iter().map(|point| point.position(desk.scene())).collect();
        let taken = taken.unwrap_or_default();
        if let (Some(last), Some(aim)) = (taken.last(), measuring.aim) {
            let pen = Pen::new(palette.other, LINE).dashed(6.0).behind(Behind::Drawn);
            overlays.push(Overlay::Lines(vec![[*last, aim.position]], pen));
        }
        overlays.extend(lines(&taken, Pen::new(palette.other, LINE), palette));
        overlays.extend(aimed_edge(picking, desk, palette));
    }
    overlays
}

/// Returns a line through points, and a dot on a dark ground at each.
fn lines(points: &[DVec3], pen: Pen, palette: &Palette) -> Vec<Overlay> {
    let legs = points.windows(2).map(|leg| [leg[0], leg[1]]).collect();
    let ground = Pen::new(palette.background_bottom, END + 3.0).behind(Behind::Faint);
    let end = Pen { width: END + pen.width - LINE, ..pen };
    vec![Overlay::Lines(legs, pen), Overlay::Points(points.to_vec(), ground), Overlay::Points(points.to_vec(), end)]
}

/// Returns the edge that a click would take a point of.
fn aimed_edge(picking: &Picking, desk: &Desk, palette: &Palette) -> Option<Overlay> {
    let aim = picking.measuring.aim?;
    let Feature::Edge(edge) = aim.point.on.feature() else { return None };
    let object = aim.point.id().object_in(desk.scene())?;
    let corners = object.triangle_in_world(aim.point.on.triangle).corners();
    let [from, to] = [edge, (edge + 1) % 3].map(|corner| corners[usize::from(corner)]);
    Some(Overlay::Lines(vec![[from, to]], Pen::new(palette.hover, 3.0).behind(Behind::Drawn)))
}

/// Shows the words of measures and landmarks, and the mark and the words of the place that a click would take.
pub fn show(ui: &Ui, picking: &Picking, desk: &Desk, area: Rect, palette: &Palette) {
    let measuring = &picking.measuring;
    let mut words: Vec<(DVec3, String, Srgb)> = Vec::new();
    if picking.tool == StripTool::Measure
        && let Some(aim) = measuring.aim
    {
        aimed(ui, desk, area, aim.position, &aim.point);
        words.extend(point_in_words(desk, &aim.point).map(|text| (aim.position, text, palette.vectors[1])));
        if let (Some(value), Some(last)) = (live(measuring, desk), measuring.points.last())
            && let Some(last) = last.position(desk.scene())
        {
            words.push((0.5 * (last + aim.position), value_in_words(desk, &value), palette.other));
        }
    }
    for measure in &desk.annotations.measures {
        let Some((points, value)) = measure.positions(desk.scene()).zip(measure.value(desk.scene())) else { continue };
        let at = match value {
            Measured::Distance(_) => 0.5 * (points[0] + points[1]),
            Measured::Path(_) => points[points.len() - 1],
            Measured::Angle(_) => points[1],
        };
        words.push((at, value_in_words(desk, &value), palette.other));
    }
    for (number, landmark) in desk.annotations.landmarks.iter().enumerate() {
        // The words on what is behind would be taken for those on what is before it.
        let seen = Some(landmark.at).filter(|at| is_seen(desk, desk.view(), at));
        let Some(at) = seen.and_then(|at| at.position(desk.scene())) else { continue };
        let text = t!("measure-landmark", number = (number + 1).to_string(), name = &landmark.name);
        words.push((at, text, palette.other));
    }
    labels(ui, desk, desk.view(), area, &words, None);
}

/// Draws the mark of the place that a click would take: a square at a corner, a diamond at an edge, a cross elsewhere.
fn aimed(ui: &Ui, desk: &Desk, area: Rect, position: DVec3, point: &SurfacePoint) {
    let Some(at) = desk.view().cursor_from_world(position) else { return };
    let (painter, at) = (ui.painter().with_clip_rect(area), on_screen(desk, at));
    let closed = |corners: [Vec2; 4]| corners.map(|corner| at + 6.0 * corner).to_vec();
    let around = |corners: [(f32, f32); 4]| -> Vec<Vec<Pos2>> { vec![closed(corners.map(Vec2::from))] };
    let shapes = match point.on.feature() {
        Feature::Vertex(_) => around([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)]),
        Feature::Edge(_) => around([(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)]),
        Feature::Face => [Vec2::X, Vec2::Y].map(|arm| vec![at - 5.0 * arm, at + 5.0 * arm]).to_vec(),
    };
    for (width, color) in [(4.0, Color32::from_black_alpha(200)), (2.0, Color32::WHITE)] {
        for points in &shapes {
            painter.add(Shape::Path(egui::epaint::PathShape {
                points: points.clone(),
                closed: points.len() > 2,
                fill: Color32::TRANSPARENT,
                stroke: Stroke::new(width, color).into(),
            }));
        }
    }
}
