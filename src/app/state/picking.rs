//! Picks: clicks, hovering, the hits behind, the crosshair, and what they do to the selection.

use super::{Action, Sheet, State};
use crate::accel::Progress;
use crate::app::job::Pending;
use crate::app::keys::ClickMode;
use crate::app::platform::Instant;
use crate::app::record;
use crate::geometry::Aabb;
use crate::math::CursorPosition;
use crate::pick::{self, Hit, PickOptions, PickTrace, TriangleId};
use crate::scene::View;

/// A pick and what is shown of it.
#[derive(Debug)]
pub struct Picked {
    /// Where the mouse was.
    pub cursor: CursorPosition,
    /// The view that was frozen at the press.
    pub view: View,
    /// Every step from the cursor to the hit.
    pub trace: PickTrace,
    /// How long the pick took without the trace, in seconds.
    pub seconds: f64,
    /// The hit that is inspected: the closest, or one behind it that was asked for.
    pub hit: Option<Hit>,
    /// Its place among all hits along the ray, from 0, and their number, where they were asked for.
    pub place: Option<(usize, usize)>,
    /// The text of its line in the file, or why there is none; idle where there is no file.
    pub line_text: Pending<Result<String, String>>,
}

/// All hits along a ray, for the list that a right click shows.
#[derive(Clone, Debug)]
pub struct HitList {
    /// Where the mouse was.
    pub cursor: CursorPosition,
    /// The view that was frozen at the press.
    pub view: View,
    /// The hits, nearest first.
    pub hits: Vec<Hit>,
}

impl Picked {
    /// The triangle that is inspected.
    pub fn id(&self) -> Option<TriangleId> {
        self.hit.as_ref().map(Hit::id)
    }
}

pub(in crate::app) const OPTIONS: PickOptions =
    PickOptions { culling: crate::intersect::Culling::None, sample: crate::math::PixelSample::Center };

pub(in crate::app) fn click(state: &mut State, view: &View, cursor: CursorPosition, mode: ClickMode, double: bool) {
    if state.bench().is_some() {
        crate::app::tools::click(state, view, cursor);
        if let Some(hit) = pick::pick(&state.scene, view, cursor, &OPTIONS).filter(|_| double) {
            super::navigate::set_pivot(state, hit.point_world);
        }
        return;
    }
    let cursor = super::verify::inspect(state, view, cursor);
    if mode == ClickMode::Behind {
        behind(state, view, cursor);
        return;
    }
    pick(state, view, cursor);
    let hit = state.picked.as_ref().and_then(|picked| picked.hit.clone());
    let ids = hit.as_ref().map(Hit::id);
    let selection = &mut state.selection;
    let changed = match mode {
        ClickMode::Replace | ClickMode::Behind => selection.replace(ids),
        ClickMode::Add => selection.add(ids),
        ClickMode::Toggle => selection.toggle(ids),
        ClickMode::Remove => selection.remove(ids),
    };
    state.changed.extend_from_slice(changed);
    if let (true, Some(hit)) = (double, hit) {
        super::navigate::set_pivot(state, hit.point_world);
    }
}

/// Picks and inspects; the selection stays.
fn pick(state: &mut State, view: &View, cursor: CursorPosition) {
    let start = Instant::now();
    let hit = pick::pick(&state.scene, view, cursor, &OPTIONS);
    let seconds = start.elapsed().as_secs_f64();
    let trace = pick::pick_traced(&state.scene, view, cursor, &OPTIONS);
    state.picked = Some(Picked { cursor, view: *view, trace, seconds, hit, place: None, line_text: Pending::Idle });
    read_line(state);
}

/// Has the text of the picked triangle's line read.
fn read_line(state: &mut State) {
    let Some(picked) = &mut state.picked else { return };
    picked.line_text.stop();
    let Some(id) = picked.id() else { return };
    let Some(object) = state.scene.objects.get(id.object as usize) else { return };
    if let Some(line) = object.mesh.source().line(id.triangle) {
        let mesh = object.mesh.clone();
        let read = move |_: &Progress| Some(mesh.source().line_text(line).map_err(|error| error.to_string()));
        picked.line_text.begin(&mut state.jobs, read, Action::LineRead);
    }
}

pub(in crate::app) fn hover(state: &mut State, cursor: Option<CursorPosition>) {
    state.hover_picks += u64::from(cursor.is_some());
    let hit = cursor.and_then(|cursor| pick::pick(&state.scene, &state.view, cursor, &OPTIONS));
    state.hover = hit.as_ref().map(Hit::id);
    if state.bench().is_some() {
        crate::app::tools::hover(state, cursor);
    }
}

pub(in crate::app) fn list_hits(state: &mut State, view: &View, cursor: CursorPosition) {
    let hits = pick::all_hits(&state.scene, view, cursor, &OPTIONS);
    state.hits = Some(HitList { cursor, view: *view, hits });
}

/// Selects one of the list and closes it.
pub(in crate::app) fn choose(state: &mut State, index: usize) {
    let Some(list) = state.hits.take() else { return };
    if index < list.hits.len() {
        take_hit(state, &list, index);
    }
}

/// Selects and inspects a hit along a ray, the nearest or another.
fn take_hit(state: &mut State, list: &HitList, index: usize) {
    let same_ray = state.picked.as_ref().is_some_and(|picked| picked.cursor == list.cursor && picked.view == list.view);
    if !same_ray {
        pick(state, &list.view, list.cursor);
    }
    if let Some(picked) = &mut state.picked {
        picked.hit = Some(list.hits[index].clone());
        picked.place = Some((index, list.hits.len()));
    }
    read_line(state);
    let changed = state.selection.replace([list.hits[index].id()]);
    state.changed.extend_from_slice(changed);
}

/// Takes the hit behind the one inspected; at a place not picked before, the one behind the nearest.
fn behind(state: &mut State, view: &View, cursor: CursorPosition) {
    let hits = pick::all_hits(&state.scene, view, cursor, &OPTIONS);
    if hits.is_empty() {
        click(state, view, cursor, ClickMode::Replace, false);
        return;
    }
    let inspected = state.picked.as_ref().and_then(Picked::id);
    let present = inspected.and_then(|id| hits.iter().position(|hit| hit.id() == id)).unwrap_or(0);
    let next = (present + 1) % hits.len();
    take_hit(state, &HitList { cursor, view: *view, hits }, next);
}

pub(in crate::app) fn next_hit(state: &mut State) {
    match &state.picked {
        Some(picked) => {
            let (view, cursor) = (picked.view, picked.cursor);
            behind(state, &view, cursor);
        }
        None => state.tell("Nothing has been picked yet: click first, then Tab takes the hits behind."),
    }
}

pub(in crate::app) fn undo(state: &mut State) {
    let changed = state.selection.undo();
    state.changed.extend_from_slice(changed);
}

pub(in crate::app) fn redo(state: &mut State) {
    let changed = state.selection.redo();
    state.changed.extend_from_slice(changed);
}

pub(in crate::app) fn clear(state: &mut State) {
    let changed = state.selection.clear();
    state.changed.extend_from_slice(changed);
}

pub(in crate::app) fn select_all(state: &mut State) {
    let all = all_triangles(state);
    let changed = state.selection.add(all);
    state.changed.extend_from_slice(changed);
}

pub(in crate::app) fn invert(state: &mut State) {
    let all = all_triangles(state);
    let changed = state.selection.toggle(all);
    state.changed.extend_from_slice(changed);
}

fn all_triangles(state: &State) -> Vec<TriangleId> {
    let visible = state.scene.objects.iter().enumerate().filter(|(_, object)| object.visible);
    let of_object = |(object, count): (u32, u32)| (0..count).map(move |triangle| TriangleId { object, triangle });
    visible.map(|(i, object)| (i as u32, object.mesh.n_triangles() as u32)).flat_map(of_object).collect()
}

/// Brings a triangle into view and picks it there, in its middle.
pub(in crate::app) fn go_to(state: &mut State, id: TriangleId) {
    let Some(object) = state.scene.objects.get(id.object as usize) else { return };
    if object.mesh.n_triangles() <= id.triangle as usize {
        return;
    }
    let triangle = object.triangle_in_world(id.triangle);
    super::navigate::face(state, &triangle);
    let middle = (triangle.a + triangle.b + triangle.c) / 3.0;
    let Some(cursor) = state.view.cursor_from_world(middle) else { return };
    let view = state.view;
    pick(state, &view, cursor);
    // Where something else lies in front, or the triangle is seen edge-on, it is one of the hits behind, or none.
    let found = state.picked.as_ref().and_then(Picked::id);
    if found != Some(id) {
        let hits = pick::all_hits(&state.scene, &view, cursor, &OPTIONS);
        let index = hits.iter().position(|hit| hit.id() == id);
        if let (Some(picked), Some(index)) = (&mut state.picked, index) {
            picked.place = Some((index, hits.len()));
            picked.hit = hits.into_iter().nth(index);
            read_line(state);
        }
    }
}

/// Takes what was typed into the field of [`Sheet::GoToFace`].
pub(in crate::app) fn type_face(state: &mut State, text: String, go: bool) {
    if !go {
        state.sheet = Some(Sheet::GoToFace { text, problem: None });
        return;
    }
    match find_face(state, &text) {
        Ok(id) => {
            state.sheet = None;
            let changed = state.selection.replace([id]);
            state.changed.extend_from_slice(changed);
            go_to(state, id);
        }
        Err(problem) => state.sheet = Some(Sheet::GoToFace { text, problem: Some(problem) }),
    }
}

/// The triangle that is meant by `12`, `face 12` or `line 345`.
fn find_face(state: &State, text: &str) -> Result<TriangleId, String> {
    let Some(object) = state.scene.objects.first() else { return Err("There is no mesh yet.".to_owned()) };
    let source = object.mesh.source();
    let last = object.mesh.n_triangles() as u32 - 1;
    let words: Vec<_> = text.split_whitespace().collect();
    let parse = |word: &str| {
        word.replace(',', "")
            .parse::<u32>()
            .map_err(|_| format!("{word:?} is not the number of a {}.", kind_of(&words)))
    };
    let triangle = match words.as_slice() {
        [] => return Err("Type a number.".to_owned()),
        ["face", number] => {
            let face = parse(number)?;
            first_of(last, face, |t| source.face(t)).ok_or(format!("No triangle belongs to face {face}."))?
        }
        ["line", number] => {
            let line = parse(number)?;
            let line_of = |t| source.line(t).unwrap_or(0);
            first_of(last, line, line_of).filter(|_| line > 0).ok_or(format!("No face begins in line {line}."))?
        }
        [number] | ["triangle", number] => {
            let triangle = parse(number)?;
            if last < triangle {
                return Err(format!("The last triangle is {last}."));
            }
            triangle
        }
        _ => return Err("Type a number, or face 12, or line 345.".to_owned()),
    };
    Ok(TriangleId { object: 0, triangle })
}

/// The first triangle up to `last` of which something is `wanted` that grows from triangle to triangle, as faces and lines do.
fn first_of(last: u32, wanted: u32, of: impl Fn(u32) -> u32) -> Option<u32> {
    let (mut start, mut end) = (0, last);
    while start < end {
        let middle = start + (end - start) / 2;
        if of(middle) < wanted {
            start = middle + 1;
        } else {
            end = middle;
        }
    }
    (of(start) == wanted).then_some(start)
}

fn kind_of(words: &[&str]) -> &'static str {
    match words {
        ["face", ..] => "face",
        ["line", ..] => "line",
        _ => "triangle",
    }
}

pub(in crate::app) fn copy_text(state: &mut State) {
    match state.picked.as_ref().and_then(record::text) {
        Some(text) => state.copy(text, "the record of the hit"),
        None => state.tell("There is no hit to copy: click a triangle first."),
    }
}

pub(in crate::app) fn copy_json(state: &mut State) {
    match state.picked.as_ref().and_then(|picked| record::json(&state.scene, picked)) {
        Some(text) => state.copy(text, "the record of the hit as JSON"),
        None => state.tell("There is no hit to copy: click a triangle first."),
    }
}

pub(in crate::app) fn toggle_crosshair(state: &mut State) {
    state.crosshair = match state.crosshair {
        Some(_) => None,
        None => {
            let (viewport, height) = (state.view.viewport, f64::from(state.view.framebuffer.height));
            let x = f64::from(viewport.x) + 0.5 * f64::from(viewport.width);
            let y = height - (f64::from(viewport.y) + 0.5 * f64::from(viewport.height));
            Some(within_picture(&state.view, CursorPosition { x, y }))
        }
    };
    hover(state, state.crosshair);
}

pub(in crate::app) fn move_crosshair(state: &mut State, x: f64, y: f64) {
    let Some(crosshair) = state.crosshair else {
        toggle_crosshair(state);
        return;
    };
    let moved = CursorPosition { x: crosshair.x + x, y: crosshair.y + y };
    state.crosshair = Some(within_picture(&state.view, moved));
    hover(state, state.crosshair);
}

pub(in crate::app) fn pick_at_crosshair(state: &mut State) {
    match state.crosshair {
        Some(crosshair) => {
            let view = state.view;
            click(state, &view, crosshair, ClickMode::Replace, false);
        }
        None => toggle_crosshair(state),
    }
}

/// The centre of the pixel of the picture that is nearest to `at`.
pub(in crate::app) fn within_picture(view: &View, at: CursorPosition) -> CursorPosition {
    let viewport = view.viewport;
    let left = f64::from(viewport.x);
    let top = f64::from(view.framebuffer.height) - f64::from(viewport.y) - f64::from(viewport.height);
    let pixel = |x: f64, first: f64, length: i32| {
        let last = first + f64::from((length - 1).max(0));
        x.floor().clamp(first, last) + 0.5
    };
    CursorPosition { x: pixel(at.x, left, viewport.width), y: pixel(at.y, top, viewport.height) }
}

/// The box around a triangle and as much again, so that its neighbours are seen with it.
pub(in crate::app) fn surroundings(triangle: &crate::geometry::Triangle) -> Aabb {
    let bounds = Aabb::from_points([triangle.a, triangle.b, triangle.c]);
    let room = glam::DVec3::splat(1.5 * bounds.size().max_element());
    Aabb::new(bounds.min - room, bounds.max + room)
}
