//! Bench of two triangles, clicked or with corners to drag, that shows all steps of deciding whether they meet.

mod two_triangles_panel;

use crate::app::desk::{Desk, navigate};
use crate::app::input::{DragTo, nearest};
use crate::app::keys::{Key, ToolKey};
use crate::app::texts::{Text, choices, t};
use crate::app::tool::{Event, Tool, ToolCore, tool};
use glam::{DMat4, DVec3};
use pickray::geometry::{Aabb, Triangle};
use pickray::intersect::{
    TriangleAabbTrace, TriangleTriangleTrace, moller_interval, triangle_aabb_traced, triangle_triangle_traced,
};
use pickray::math::CursorPosition;
use pickray::mesh::Mesh;
use pickray::pick::TriangleId;
use pickray::scene::{Object, UpAxis, View};
use std::sync::Arc;

pub const GRIP: f64 = 11.0;

#[derive(Debug, Default)]
pub struct TwoTriangles {
    pub free: bool,
    /// The mesh's triangles that were clicked, p and q.
    pub clicked: [Option<TriangleId>; 2],
    /// Free triangles p and q, in world space.
    pub free_pair: Option<[Triangle; 2]>,
    /// Triangle that the next click sets: 0 for p, 1 for q.
    pub next: usize,
    pub seen: Option<Seen>,
    /// Triangle that is tested against the AABB of the other one: 0 for p, 1 for q.
    pub boxed: usize,
    pub shows_box: bool,
    /// Corner of a free triangle that is under the mouse or gripped by it: index of the triangle, index of the corner.
    pub corner: Option<[usize; 2]>,
    /// Corner that the mouse has gripped, and where it was in world space.
    grip: Option<([usize; 2], DVec3)>,
}

/// Result of the library's intersection tests of two triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    pub trace: TriangleTriangleTrace,
    /// Answer of Möller's interval test: `true` if the triangles meet.
    pub interval: bool,
    /// Tests of p against q's AABB, and of q against p's.
    pub boxes: [TriangleAabbTrace; 2],
}

#[derive(Clone, Debug)]
pub enum TwoTrianglesAction {
    /// Use free triangles (`true`), at first the clicked ones; or use triangles of the mesh (`false`).
    Free(bool),
    Case(Case),
    /// Test triangle p (0) or q (1) against the AABB of the other triangle.
    Boxed(usize),
    ShowBox(bool),
}

tool!(TwoTriangles, "two_triangles", t!("two-triangles"), TwoTrianglesAction => Self::update);

impl Tool for TwoTriangles {
    fn event(&mut self, desk: &mut Desk, event: Event<'_>) -> bool {
        match event {
            Event::Key(_) => self.update(desk, TwoTrianglesAction::Free(!self.free)),
            Event::MeshChanged => {
                let Self { boxed, shows_box, .. } = *self;
                *self = Self { boxed, shows_box, ..Self::default() };
            }
            Event::Arrange => self.arrange(desk),
            Event::Enter => self.look_at_both(desk),
            Event::Click(press) if !self.free => {
                let Some(id) = desk.pick_id(&press.view, press.cursor) else { return true };
                self.clicked[self.next] = Some(id);
                self.next = 1 - self.next;
                self.decide(desk);
            }
            Event::Drag(drag) => return self.drag(desk, drag),
            // Free triangles stay.
            Event::LetGo if !self.free => {
                (self.clicked, self.next) = ([None; 2], 0);
                self.decide(desk);
            }
            Event::Hover(cursor) => {
                self.corner = cursor.and_then(|cursor| self.corner_at(desk, desk.view(), cursor, 1.0));
                if self.free {
                    desk.pointer.hover = None;
                }
            }
            _ => return false,
        }
        true
    }

    fn keys(&self, _: &Desk) -> &'static [ToolKey] {
        &[ToolKey { key: Key::Char('t'), help: Text("two-triangles-key-free"), shadows: false }]
    }
}

impl TwoTriangles {
    fn arrange(&mut self, desk: &mut Desk) {
        if desk.scene().objects().is_empty() {
            return;
        }
        if self.free {
            self.free_pair.get_or_insert(Case::Crossing.pair(desk.study.up_axis(), &mesh_bounds(desk)));
        } else if self.clicked == [None; 2] {
            // What was selected is what was picked.
            let mut selected = desk.selected.triangles.iter().filter(|id| id.object == desk.bench_index());
            self.clicked = [selected.next(), selected.next()];
            self.next = usize::from(self.clicked[0].is_some() && self.clicked[1].is_none());
        }
        self.decide(desk);
    }

    /// Drags the corner that was gripped, in the plane that faces the camera.
    fn drag(&mut self, desk: &mut Desk, drag: &DragTo) -> bool {
        let DragTo { press, to, begins } = drag;
        let view = &press.view;
        if *begins {
            let gripped = self.corner_at(desk, view, press.cursor, press.reach()).filter(|_| press.takes_hold());
            self.corner = gripped;
            self.grip =
                gripped.zip(self.free_pair).map(|(at @ [which, corner], pair)| (at, pair[which].corners()[corner]));
        }
        let (Some(([which, corner], at)), Some(pair)) = (self.grip, &mut self.free_pair) else { return false };
        let depth = view.camera.depth_of(at);
        if let (Some(gripped), Some(now)) = (view.point_under(press.cursor, depth), view.point_under(*to, depth)) {
            let moved = at + (now - gripped);
            if moved.is_finite() {
                let Triangle { a, b, c } = &mut pair[which];
                *[a, b, c][corner] = moved;
                self.decide(desk);
            }
        }
        true
    }

    fn update(&mut self, desk: &mut Desk, action: TwoTrianglesAction) {
        match action {
            TwoTrianglesAction::Free(free) => {
                if free && let Some(seen) = &self.seen {
                    self.free_pair = Some([seen.trace.p, seen.trace.q]);
                }
                self.free = free;
                self.arrange(desk);
                self.look_at_both(desk);
            }
            TwoTrianglesAction::Case(case) => {
                (self.free, self.free_pair) = (true, Some(case.pair(desk.study.up_axis(), &mesh_bounds(desk))));
                self.arrange(desk);
                self.look_at_both(desk);
            }
            TwoTrianglesAction::Boxed(which) => self.boxed = which.min(1),
            TwoTrianglesAction::ShowBox(shows) => self.shows_box = shows,
        }
    }

    fn decide(&mut self, desk: &mut Desk) {
        let pair = match (self.free, self.clicked) {
            (true, _) => self.free_pair,
            (false, [Some(p), Some(q)]) => desk.triangle(p).zip(desk.triangle(q)).map(|(p, q)| [p, q]),
            (false, _) => None,
        };
        self.seen = pair.as_ref().map(Seen::of);
        desk.point_out(self.id(), self.clicked.into_iter().flatten().filter(|_| !self.free));
        let free = pair.filter(|_| self.free);
        // Free triangles stand in the place of the mesh.
        desk.remove_added();
        let index = desk.bench_index();
        if let Some(mut mesh) = desk.scene_mut().get_mut(index) {
            mesh.visible = free.is_none();
        }
        for (triangle, (name, color)) in free.iter().flatten().zip(FREE) {
            let local = triangle.corners().map(|corner| (corner - triangle.a).as_vec3().to_array());
            let Ok(mesh) = Mesh::from_triangles(local.to_vec(), vec![[0, 1, 2]]) else { continue };
            let object = Object { color, ..Object::new(name, Arc::new(mesh)) };
            desk.scene_mut().push(object.with_transform(DMat4::from_translation(triangle.a)));
        }
    }

    /// Turns the camera to where neither triangle is seen edge on; without a pair the camera goes back.
    fn look_at_both(&self, desk: &mut Desk) {
        match &self.seen {
            Some(Seen { trace, .. }) => navigate::move_for_now(desk, |desk| {
                navigate::face_both(desk, [&trace.p, &trace.q], self.free);
            }),
            None => navigate::move_back(desk),
        }
    }

    /// Returns the free corner seen closest to `cursor`, within the mouse's grip: indices of triangle and corner.
    fn corner_at(&self, desk: &Desk, view: &View, cursor: CursorPosition, reach: f64) -> Option<[usize; 2]> {
        let pair = self.free_pair.as_ref().filter(|_| self.free)?;
        let distance = |[i, j]: [usize; 2]| Some(view.cursor_from_world(pair[i].corners()[j])?.distance(cursor));
        let corners = (0..2).flat_map(|i| (0..3).map(move |j| [i, j])).rev();
        nearest(corners, distance, reach * GRIP * desk.shown.scale_factor)
    }
}

fn mesh_bounds(desk: &Desk) -> Aabb {
    desk.bench_object().map_or(Aabb::EMPTY, Object::bounds)
}

impl Seen {
    fn of([p, q]: &[Triangle; 2]) -> Self {
        let bounds = |triangle: &Triangle| Aabb::from_points(triangle.corners());
        Self {
            trace: triangle_triangle_traced(p, q),
            interval: moller_interval(p, q),
            boxes: [triangle_aabb_traced(p, &bounds(q)), triangle_aabb_traced(q, &bounds(p))],
        }
    }
}

/// The names of the free triangles, and their linear colours: reddish purple and sky blue, as their outlines.
const FREE: [(&str, [f32; 3]); 2] = [("p", [0.60, 0.19, 0.39]), ("q", [0.09, 0.46, 0.81])];

choices! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Case {
        /// Triangles that each cross the plane of the other, and share a segment of the line where the planes meet.
        Crossing => t!("case-crossing"),
        /// Triangles that touch: a corner of q lies in the face of p.
        Touching => t!("case-touching"),
        SharedEdge => t!("case-shared-edge"),
        /// Triangles in one plane that overlap.
        Coplanar => t!("case-coplanar"),
        /// Triangles that both reach the line where their planes meet, in different places: they share no point.
        PastEachOther => t!("case-past"),
        /// Triangle q on one side of the plane of p.
        Apart => t!("case-apart"),
        /// Triangle q without area: a segment that pierces p.
        ZeroArea => t!("case-zero-area"),
    }
}

/// Place of a pair of triangles: whole steps of `step` from `origin` are exact, so that a case is what it is called.
#[derive(Clone, Copy, Debug)]
struct CaseFrame {
    origin: DVec3,
    step: f64,
    up: DVec3,
    front: DVec3,
}

/// Steps from the middle to the sides of the pairs.
const REACH: f64 = 8.0;

impl CaseFrame {
    /// Returns the frame in the middle of these bounds, a quarter to a half as large, upright by an axis.
    fn of(up: UpAxis, bounds: &Aabb) -> Self {
        let size = bounds.size().max_element();
        let size = if size.is_finite() && size > 0.0 { size } else { 1.0 };
        // A power of two, and a whole number of steps: sums of few of them are exact.
        let step = 2f64.powi((0.5 * size / REACH).log2().floor() as i32);
        let center = if bounds.is_empty() { DVec3::ZERO } else { bounds.center() };
        let origin = (center / step).round() * step;
        Self { origin, step, up: up.up(), front: up.front() }
    }

    fn triangle(&self, corners: [[f64; 3]; 3]) -> Triangle {
        let right = self.up.cross(self.front);
        let [a, b, c] = corners.map(|[x, y, z]| self.origin + self.step * (x * right + y * self.up + z * self.front));
        Triangle { a, b, c }
    }
}

impl Case {
    /// Returns p and q in world space, amid `bounds` and upright along `up`; no rounding changes the case anywhere.
    pub fn pair(self, up: UpAxis, bounds: &Aabb) -> [Triangle; 2] {
        let frame = CaseFrame::of(up, bounds);
        // p lies flat, q stands on it or over it: right, up and to the front, in steps.
        let p = [[-8.0, 0.0, 5.0], [8.0, 0.0, 5.0], [0.0, 0.0, -9.0]];
        let q = match self {
            Self::Crossing => [[-2.0, -5.0, -1.0], [10.0, 1.0, 1.0], [-4.0, 8.0, 1.0]],
            Self::Touching => [[0.0, 0.0, 1.0], [6.0, 8.0, 1.0], [-5.0, 7.0, 0.0]],
            Self::SharedEdge => [[-8.0, 0.0, 5.0], [8.0, 0.0, 5.0], [1.0, 9.0, 3.0]],
            Self::Coplanar => [[-6.0, 0.0, -4.0], [2.0, 0.0, 9.0], [9.0, 0.0, -3.0]],
            Self::PastEachOther => [[9.0, -5.0, -1.0], [14.0, 1.0, 1.0], [8.0, 8.0, 1.0]],
            Self::Apart => [[-5.0, 3.0, 3.0], [7.0, 3.0, 1.0], [0.0, 9.0, -2.0]],
            Self::ZeroArea => [[-4.0, -4.0, 1.0], [4.0, 8.0, 1.0], [0.0, 2.0, 1.0]],
        };
        [p, q].map(|corners| frame.triangle(corners))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::intersect::{TriangleIntersection, Way, triangle_triangle_traced};

    #[test]
    fn each_case_is_what_it_is_called_wherever_it_stands() {
        let places = [
            Aabb::EMPTY,
            Aabb::new(DVec3::ZERO, DVec3::splat(0.1)),
            Aabb::new(DVec3::new(500_000.3, 4e6 + 0.7, -3.1), DVec3::new(500_001.9, 4e6 + 2.3, 0.4)),
        ];
        for (bounds, up_axis) in places.iter().flat_map(|bounds| [UpAxis::Y, UpAxis::Z].map(|up| (bounds, up))) {
            for case in Case::ALL {
                let [p, q] = case.pair(up_axis, bounds);
                let trace = triangle_triangle_traced(&p, &q);
                let right = match case {
                    Case::Crossing => {
                        trace.filter_decides && matches!(trace.intersection, Some(TriangleIntersection::Segment(..)))
                    }
                    Case::Touching => matches!(trace.intersection, Some(TriangleIntersection::Point(_))),
                    Case::SharedEdge => matches!(trace.intersection, Some(TriangleIntersection::Segment(..))),
                    Case::Coplanar => {
                        matches!(trace.way, Way::Coplanar { .. })
                            && matches!(trace.intersection, Some(TriangleIntersection::Polygon(_)))
                    }
                    Case::PastEachOther => matches!(trace.way, Way::Line { .. }) && !trace.meet,
                    Case::Apart => trace.way == Way::BesideP && !trace.meet,
                    Case::ZeroArea => trace.way == Way::SegmentQ && trace.meet,
                };
                let is_agreed = moller_interval(&p, &q) == trace.meet;
                assert!(right && is_agreed, "{case:?} in {bounds:?}: {trace:?}");
            }
        }
    }
}
