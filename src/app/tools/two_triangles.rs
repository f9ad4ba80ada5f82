//! The bench of two triangles: two that were clicked, or two free ones whose corners are dragged, and all that decides whether they meet.

mod cases;

pub use cases::Case;

pub(in crate::app) mod panel;

use super::CollideAction;
use crate::app::input::Drag;
use crate::app::keys::Key;
use crate::app::state::State;
use crate::geometry::{Aabb, Triangle};
use crate::intersect::{
    TriangleAabbTrace, TriangleTriangleTrace, moller_interval, triangle_aabb_traced, triangle_triangle_traced,
};
use crate::math::CursorPosition;
use crate::mesh::Mesh;
use crate::pick::TriangleId;
use crate::scene::{Object, View};
use glam::{DMat4, DVec3};
use std::sync::Arc;

/// How close to a corner the mouse grips it, in logical pixels.
pub const GRIP: f64 = 11.0;

/// What the bench holds.
#[derive(Debug, Default)]
pub struct TwoTriangles {
    /// Whether the triangles are free, not the mesh's.
    pub free: bool,
    /// The mesh's triangles that were clicked, p and q.
    pub clicked: [Option<TriangleId>; 2],
    /// The free ones, p and q, in world space.
    pub free_pair: Option<[Triangle; 2]>,
    /// Which of the two the next click gives: 0 for p, 1 for q.
    pub next: usize,
    /// What the library says of the two, once there are two.
    pub seen: Option<Seen>,
    /// Which of the two is compared with the other's box: 0 for p, 1 for q.
    pub boxed: usize,
    /// Whether that box is drawn.
    pub shows_box: bool,
    /// The corner of a free triangle under the mouse, or gripped by it: which triangle, which corner.
    pub corner: Option<[usize; 2]>,
    grip: Option<Grip>,
}

/// What the library says of a pair of triangles.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen {
    /// The exact decision.
    pub trace: TriangleTriangleTrace,
    /// What the classic interval test says.
    pub interval: bool,
    /// p against q's box, and q against p's.
    pub boxes: [TriangleAabbTrace; 2],
}

/// A corner that the mouse has gripped, and where it was.
#[derive(Clone, Copy, Debug)]
struct Grip {
    triangle: usize,
    corner: usize,
    at: DVec3,
}

/// What can be done on the bench.
#[derive(Clone, Debug)]
pub enum Action {
    /// Take free triangles (the clicked ones, where there are two), or those of the mesh.
    Free(bool),
    /// Arrange the free triangles in this way.
    Case(Case),
    /// Compare p (0) or q (1) with the other's box.
    Boxed(usize),
    /// Draw that box.
    ShowBox(bool),
    /// Forget what was clicked.
    Clear,
}

impl From<Action> for crate::app::state::Action {
    fn from(action: Action) -> Self {
        Self::Collide(CollideAction::TwoTriangles(action))
    }
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

/// Whether a key is the bench's: T takes the triangles free, or back.
pub(in crate::app) fn takes_key(key: Key) -> bool {
    key == Key::Char('t')
}

pub(in crate::app) fn key_pressed(state: &mut State) {
    update(state, Action::Free(!state.collide.two_triangles.free));
}

pub(in crate::app) fn update(state: &mut State, action: Action) {
    let bench = &mut state.collide.two_triangles;
    match action {
        Action::Free(free) => {
            if free && let Some(seen) = &bench.seen {
                bench.free_pair = Some([seen.trace.p, seen.trace.q]);
            }
            bench.free = free;
            super::enter(state);
        }
        Action::Case(case) => {
            let pair = case.pair(&state.settings.style, &mesh_bounds(state));
            let bench = &mut state.collide.two_triangles;
            bench.free = true;
            bench.free_pair = Some(pair);
            super::enter(state);
        }
        Action::Boxed(which) => bench.boxed = which.min(1),
        Action::ShowBox(shows) => bench.shows_box = shows,
        Action::Clear => clear(state),
    }
}

fn mesh_bounds(state: &State) -> Aabb {
    state.scene.objects.first().map_or(Aabb::EMPTY, Object::bounds)
}

pub(in crate::app) fn mesh_changed(state: &mut State) {
    let TwoTriangles { boxed, shows_box, .. } = state.collide.two_triangles;
    state.collide.two_triangles = TwoTriangles { boxed, shows_box, ..TwoTriangles::default() };
}

pub(in crate::app) fn enter(state: &mut State) {
    if state.scene.objects.is_empty() {
        return;
    }
    let bench = &mut state.collide.two_triangles;
    if bench.free {
        let crossing = Case::Crossing.pair(&state.settings.style, &mesh_bounds(state));
        state.collide.two_triangles.free_pair.get_or_insert(crossing);
    } else if bench.clicked == [None; 2] {
        // What was selected is what was picked.
        let mut selected = state.selection.iter();
        bench.clicked = [selected.next(), selected.next()];
        bench.next = usize::from(bench.clicked[0].is_some() && bench.clicked[1].is_none());
    }
    look(state);
}

/// Has the library look at the pair, and shows it in the scene.
fn look(state: &mut State) {
    let bench = &mut state.collide.two_triangles;
    let in_scene = |id: TriangleId| Some(state.scene.objects.get(id.object as usize)?.triangle_in_world(id.triangle));
    let pair = match (bench.free, bench.clicked) {
        (true, _) => bench.free_pair,
        (false, [Some(p), Some(q)]) => in_scene(p).zip(in_scene(q)).map(|(p, q)| [p, q]),
        (false, _) => None,
    };
    bench.seen = pair.as_ref().map(Seen::of);
    state.collide.marked.clear();
    if !bench.free {
        state.collide.marked.extend(bench.clicked.iter().flatten());
    }
    let free = pair.filter(|_| bench.free);
    state.scene.objects.truncate(1);
    if let Some(mesh) = state.scene.objects.first_mut() {
        mesh.visible = free.is_none();
    }
    for (triangle, (name, color)) in free.iter().flatten().zip(FREE) {
        state.scene.objects.extend(object(name, color, triangle));
    }
}

/// What the free triangles are called, and their linear colours: reddish purple and sky blue, as their outlines.
const FREE: [(&str, [f32; 3]); 2] = [("p", [0.60, 0.19, 0.39]), ("q", [0.09, 0.46, 0.81])];

/// A free triangle as an object; none where it has no area that a mesh could show.
fn object(name: &str, color: [f32; 3], triangle: &Triangle) -> Option<Object> {
    let place = triangle.a;
    let local = triangle.corners().map(|corner| (corner - place).as_vec3().to_array());
    let mesh = Mesh::from_triangles(local.to_vec(), vec![[0, 1, 2]]).ok()?;
    Some(Object { color, ..Object::new(name, Arc::new(mesh)).with_transform(DMat4::from_translation(place)) })
}

pub(in crate::app) fn click(state: &mut State, view: &View, cursor: CursorPosition) {
    if state.collide.two_triangles.free {
        return;
    }
    let Some(hit) = super::pick(state, view, cursor) else { return };
    let bench = &mut state.collide.two_triangles;
    bench.clicked[bench.next] = Some(hit.id());
    bench.next = 1 - bench.next;
    look(state);
}

/// Forgets what was clicked; Esc.
pub(in crate::app) fn clear(state: &mut State) {
    let bench = &mut state.collide.two_triangles;
    if !bench.free {
        bench.clicked = [None; 2];
        bench.next = 0;
        look(state);
    }
}

pub(in crate::app) fn hover(state: &mut State, cursor: Option<CursorPosition>) {
    let view = state.view;
    let under = cursor.and_then(|cursor| corner_at(state, &view, cursor));
    state.collide.two_triangles.corner = under;
    if state.collide.two_triangles.free {
        state.hover = None;
    }
}

/// The corner of a free triangle within the mouse's grip: the closest on the screen, of those the nearest.
fn corner_at(state: &State, view: &View, cursor: CursorPosition) -> Option<[usize; 2]> {
    let bench = &state.collide.two_triangles;
    let pair = bench.free_pair.as_ref().filter(|_| bench.free)?;
    let mut closest: Option<([usize; 2], f64)> = None;
    for (i, triangle) in pair.iter().enumerate() {
        for (j, &corner) in triangle.corners().iter().enumerate() {
            let Some(seen) = view.cursor_from_world(corner) else { continue };
            let distance = (seen.x - cursor.x).hypot(seen.y - cursor.y);
            if distance <= closest.map_or(GRIP * state.scale_factor, |(_, least)| least) {
                closest = Some(([i, j], distance));
            }
        }
    }
    closest.map(|(corner, _)| corner)
}

/// Drags the corner that was gripped, in the plane that faces the camera; whether there is one.
pub(in crate::app) fn drag(
    state: &mut State,
    drag: Drag,
    view: &View,
    from: CursorPosition,
    to: CursorPosition,
    begins: bool,
) -> bool {
    if begins {
        let gripped = corner_at(state, view, from).filter(|_| drag == Drag::Orbit);
        let bench = &mut state.collide.two_triangles;
        bench.corner = gripped;
        bench.grip = gripped.zip(bench.free_pair).map(|([triangle, corner], pair)| Grip {
            triangle,
            corner,
            at: pair[triangle].corners()[corner],
        });
    }
    let bench = &mut state.collide.two_triangles;
    let (Some(Grip { triangle, corner, at }), Some(pair)) = (bench.grip, &mut bench.free_pair) else { return false };
    let depth = view.camera.depth_of(at);
    if let (Some(gripped), Some(now)) = (view.point_under(from, depth), view.point_under(to, depth)) {
        let moved = at + (now - gripped);
        if moved.is_finite() {
            let mut corners = pair[triangle].corners();
            corners[corner] = moved;
            let [a, b, c] = corners;
            pair[triangle] = Triangle { a, b, c };
            look(state);
        }
    }
    true
}
