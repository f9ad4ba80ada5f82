//! What is selected, by commands and by number.

use super::picked::{self, Picked};
use super::{Desk, PICK_OPTIONS, navigate};
use crate::app::action::Sheet;
use crate::pick::{self, TriangleId};

pub(in crate::app) fn undo(desk: &mut Desk) {
    let changed = desk.selection.undo();
    desk.changed.extend_from_slice(changed);
}

pub(in crate::app) fn redo(desk: &mut Desk) {
    let changed = desk.selection.redo();
    desk.changed.extend_from_slice(changed);
}

pub(in crate::app) fn clear(desk: &mut Desk) {
    let changed = desk.selection.clear();
    desk.changed.extend_from_slice(changed);
}

pub(in crate::app) fn select_all(desk: &mut Desk) {
    let all = all_triangles(desk);
    let changed = desk.selection.add(all);
    desk.changed.extend_from_slice(changed);
}

pub(in crate::app) fn invert(desk: &mut Desk) {
    let all = all_triangles(desk);
    let changed = desk.selection.toggle(all);
    desk.changed.extend_from_slice(changed);
}

fn all_triangles(desk: &Desk) -> Vec<TriangleId> {
    let visible = desk.scene.objects.iter().enumerate().filter(|(_, object)| object.visible);
    let of_object = |(object, count): (u32, u32)| (0..count).map(move |triangle| TriangleId { object, triangle });
    visible.map(|(i, object)| (i as u32, object.mesh.n_triangles() as u32)).flat_map(of_object).collect()
}

/// Brings a triangle into view and picks it there, in its middle.
pub(in crate::app) fn go_to(desk: &mut Desk, id: TriangleId) {
    let Some(object) = desk.scene.objects.get(id.object as usize) else { return };
    if object.mesh.n_triangles() <= id.triangle as usize {
        return;
    }
    let triangle = object.triangle_in_world(id.triangle);
    navigate::face_triangle(desk, &triangle);
    let middle = (triangle.a + triangle.b + triangle.c) / 3.0;
    let Some(cursor) = desk.view.cursor_from_world(middle) else { return };
    let view = desk.view;
    picked::pick(desk, &view, cursor);
    // Where something else lies in front, or the triangle is seen edge-on, it is one of the hits behind, or none.
    let found = desk.picked.as_ref().and_then(Picked::id);
    if found != Some(id) {
        let hits = pick::all_hits(&desk.scene, &view, cursor, &PICK_OPTIONS);
        let index = hits.iter().position(|hit| hit.id() == id);
        if let (Some(picked), Some(index)) = (&mut desk.picked, index) {
            picked.place = Some((index, hits.len()));
            picked.hit = hits.into_iter().nth(index);
            picked::read_line(desk);
        }
    }
}

/// Takes what was typed into the field of [`Sheet::GoToFace`].
pub(in crate::app) fn edit_face_number(desk: &mut Desk, text: String, submit: bool) {
    if !submit {
        desk.sheet = Some(Sheet::GoToFace { text, problem: None });
        return;
    }
    match find_face(desk, &text) {
        Ok(id) => {
            desk.sheet = None;
            let changed = desk.selection.replace([id]);
            desk.changed.extend_from_slice(changed);
            go_to(desk, id);
        }
        Err(problem) => desk.sheet = Some(Sheet::GoToFace { text, problem: Some(problem) }),
    }
}

/// The triangle that is meant by `12`, `face 12` or `line 345`.
fn find_face(desk: &Desk, text: &str) -> Result<TriangleId, String> {
    let Some(object) = desk.scene.objects.first() else { return Err("There is no mesh yet.".to_owned()) };
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
