//! Selection by commands and by number; its history, which is gone through back and forth.

use super::history::Step;
use super::picked::{self, Picked};
use super::{Desk, Selected, navigate};
pub(in crate::app) use super::{apply, change_selection as change, step};
use crate::app::action::Sheet;
use crate::app::input::ClickMode;
use crate::app::texts::t;
use pickray::mesh::TriangleSet;
use pickray::pick::{self, Selection, TriangleId, TriangleIds};
use pickray::scene::Object;

impl Selected {
    pub fn steps(&self) -> u64 {
        self.steps
    }
}

/// Selection that a tool just made, which it can replace in the same step until something else is selected.
#[derive(Clone, Copy, Debug)]
pub struct Selecting {
    mode: ClickMode,
    /// `true` if the selection changed any triangle, and so is a step of the history.
    is_step: bool,
    /// Value of `Selected::steps` right after this selection.
    steps: u64,
}

/// Selects triangles as one step of the history; `mode` tells whether they replace, extend or reduce the selection.
pub(in crate::app) fn select(desk: &mut Desk, mode: ClickMode, ids: TriangleIds) -> Selecting {
    desk.selected.means_objects = false;
    let before = desk.selected.steps;
    step(desk, |desk| change(desk, |selection| apply(selection, mode, ids)));
    let steps = desk.selected.steps;
    Selecting { mode, is_step: before < steps, steps }
}

impl Selecting {
    /// Replaces this selection by one of `ids` in the same step; `None` if something else was selected since.
    pub(in crate::app) fn anew(self, desk: &mut Desk, ids: TriangleIds) -> Option<Self> {
        if self.steps != desk.selected.steps {
            return None;
        }
        if !self.is_step {
            return Some(select(desk, self.mode, ids));
        }
        change(desk, Selection::undo);
        change(desk, |selection| {
            let steps = selection.n_undoable();
            apply(selection, self.mode, ids);
            if selection.n_undoable() == steps {
                selection.mark(0);
            }
            selection.last_step()
        });
        Some(Self { steps: desk.selected.steps, ..self })
    }
}

pub(in crate::app) fn undo(desk: &mut Desk) {
    if desk.selected.triangles.can_undo() {
        change(desk, Selection::undo);
        let step = desk.selected.history.done.pop_back().unwrap_or_default();
        go_through(desk, &step, 0);
        desk.selected.history.undone.push(step);
    }
}

pub(in crate::app) fn redo(desk: &mut Desk) {
    if desk.selected.triangles.can_redo() {
        change(desk, Selection::redo);
        let step = desk.selected.history.undone.pop().unwrap_or_default();
        go_through(desk, &step, 1);
        desk.selected.history.done.push_back(step);
    }
}

/// Flips what a step hid or showed, and restores what was inspected, measured and named before (0) or after it (1).
fn go_through(desk: &mut Desk, step: &Step, end: usize) {
    for change in step.flipped.as_ref().map(|flipped| flipped.changes(&desk.study)).unwrap_or_default() {
        // All that the step hid or showed is there, so no change fails.
        let _ = desk.study.apply(&change);
    }
    if let Some(annotated) = &step.annotated {
        desk.annotations = annotated[end].clone();
    }
    picked::restore(desk, step.inspected[end]);
}

/// Deselects all triangles, and forgets the inspected pick.
pub(in crate::app) fn clear(desk: &mut Desk) {
    step(desk, |desk| {
        change(desk, Selection::clear);
        picked::forget(desk);
    });
}

pub(in crate::app) fn select_all(desk: &mut Desk) {
    select(desk, ClickMode::Add, all_triangles(desk));
}

pub(in crate::app) fn invert(desk: &mut Desk) {
    select(desk, ClickMode::Toggle, all_triangles(desk));
}

/// Returns all triangles that are not hidden.
pub(in crate::app) fn all_triangles(desk: &Desk) -> TriangleIds {
    let mut all = TriangleIds::default();
    for (number, object) in (0..).zip(desk.scene().objects()).filter(|(_, object)| object.visible) {
        let mut seen = TriangleSet::all(object.mesh.n_triangles() as u32);
        seen.subtract(&object.hidden);
        all.union_with(&TriangleIds::of(number, seen));
    }
    all
}

/// Brings a triangle into view and picks it there, in its middle.
pub(in crate::app) fn go_to(desk: &mut Desk, id: TriangleId) {
    let Some(object) = id.object_in(desk.scene()) else { return };
    let triangle = object.triangle_in_world(id.triangle);
    navigate::face_triangle(desk, &triangle);
    let Some(cursor) = desk.view().cursor_from_world(triangle.centroid()) else { return };
    let view = *desk.view();
    picked::pick(desk, &view, cursor);
    // Behind something else the triangle is one of the further hits; seen edge-on, it is perhaps none.
    let found = desk.picked.as_ref().and_then(Picked::id);
    if found != Some(id) {
        let hits = pick::pick_all(desk.study.scene(), &view, cursor, desk.study.options());
        if let Some(index) = hits.iter().position(|hit| hit.id() == id) {
            picked::choose_hit(desk, &hits, index);
        }
    }
    desk.light_row();
}

/// Takes the text of [`Sheet::GoTo`]'s field; if `submit`, selects the triangle that it names and goes there.
pub(in crate::app) fn edit_place(desk: &mut Desk, text: String, submit: bool) {
    if !submit {
        desk.messages.sheet = Some(Sheet::GoTo { text, problem: None });
        return;
    }
    match find_triangle(desk, &text) {
        Ok(id) => {
            desk.messages.sheet = None;
            step(desk, |desk| {
                change(desk, |selection| selection.replace([id]));
                go_to(desk, id);
            });
        }
        Err(problem) => desk.messages.sheet = Some(Sheet::GoTo { text, problem: Some(problem) }),
    }
}

/// Returns the triangle that is meant by `12`, `face 12`, `line 345`, `record 12` and so on, or why there is none.
fn find_triangle(desk: &Desk, text: &str) -> Result<TriangleId, String> {
    let (number, object) = meant_object(desk).ok_or(t!("go-to-no-mesh"))?;
    let source = object.mesh.source();
    let last = object.mesh.n_triangles() as u32 - 1;
    let lowercase = text.to_lowercase();
    let words: Vec<_> = lowercase.split_whitespace().collect();
    let parse = |word: &str| word.replace(',', "").parse::<u32>().map_err(|_| not_a_number(word, &words));
    let found = |word: &str, least: u32, of: &dyn Fn(u32) -> u32, missing: fn(String) -> String| {
        let wanted = parse(word)?;
        first_of(last, wanted, of).filter(|_| least <= wanted).ok_or_else(|| missing(wanted.to_string()))
    };
    let triangle = match words.as_slice() {
        [] => return Err(t!("go-to-empty").to_owned()),
        ["face" | "面", face] => found(face, 0, &|t| source.face(t), |face| t!("go-to-no-face", face = face))?,
        ["line" | "行", line] => {
            found(line, 1, &|t| source.line(t).unwrap_or(0), |line| t!("go-to-no-line", line = line))?
        }
        ["record" | "记录", record] => {
            let number = |t| source.record(t).map_or(0, |record| record.number);
            found(record, 1, &number, |record| t!("go-to-no-record", record = record))?
        }
        [number] | ["triangle" | "三角形", number] => {
            let triangle = parse(number)?;
            if last < triangle {
                return Err(t!("go-to-last", index = last.to_string()));
            }
            triangle
        }
        _ => return Err(t!("go-to-not-understood").to_owned()),
    };
    Ok(TriangleId { object: number, triangle })
}

/// Returns the object that bare triangle numbers refer to, with its index: the inspected one's, else the first, if any.
pub(in crate::app) fn meant_object(desk: &Desk) -> Option<(u32, &Object)> {
    let number = desk.picked.as_ref().and_then(|picked| picked.id()).map_or(0, |id| id.object);
    Some((number, desk.opened().get(number as usize)?))
}

/// Returns the first triangle up to `last` with `wanted`: by bisection where `of` grows, as it mostly does.
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
    // In glTF the numbers begin again at each primitive, so that bisection may miss.
    if of(start) == wanted { Some(start) } else { (0..=last).find(|&triangle| of(triangle) == wanted) }
}

fn not_a_number(word: &str, words: &[&str]) -> String {
    match words {
        ["face" | "面", ..] => t!("go-to-not-a-face", word = word),
        ["line" | "行", ..] => t!("go-to-not-a-line", word = word),
        ["record" | "记录", ..] => t!("go-to-not-a-record", word = word),
        _ => t!("go-to-not-a-triangle", word = word),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;

    #[test]
    fn going_to_a_triangle_comes_near_it_and_never_farther_off_than_the_whole_mesh() {
        // A square of n × n squares of two triangles each.
        let square = |n: u32| {
            let corner = |k: u32| [(k % (n + 1)) as f32, (k / (n + 1)) as f32, 0.0];
            let positions = (0..(n + 1) * (n + 1)).map(corner).collect();
            let first = (0..n * n).map(|k| k / n * (n + 1) + k % n);
            let two = |a: u32| [[a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]];
            Mesh::from_triangles(positions, first.flat_map(two).collect()).expect("a mesh")
        };
        for (n, nearest, farthest) in [(1, 0.99, 1.01), (50, 0.0, 0.2)] {
            let mut state = state_of(square(n));
            let distance = |state: &State| state.desk.view().camera.distance();
            state.command(Command::FrameSelection);
            let whole = distance(&state);
            state.act(Action::GoTo(TriangleId { object: 0, triangle: n * n }));
            let share = distance(&state) / whole;
            assert!(nearest < share && share < farthest, "{share} of the distance for all of {n} × {n}");
        }
    }

    /// Returns what is found in a mesh by each text: a triangle, or what is said.
    fn found(bytes: &[u8], texts: &[&str]) -> Vec<Result<u32, String>> {
        let mut desk = state().desk;
        let (mesh, _) = Load::bytes("file", bytes).mesh().expect("a mesh");
        desk.study.open(Scene::of(Object::new("file", mesh.into())));
        texts.iter().map(|text| find_triangle(&desk, text).map(|id| id.triangle)).collect()
    }

    #[test]
    fn a_triangle_is_found_by_its_number_face_line_or_record() {
        let text = b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\nf 1 2 3\n";
        let texts = ["1", "Triangle 1", "FACE 2", "face 0", "line 5", "Line 6", "line 7", "record 1", "4", "line x"];
        let said = |text: &str| Err(text.to_owned());
        let expected = [
            Ok(1),
            Ok(1),
            Ok(2),
            said("No triangle belongs to face 0."),
            Ok(0),
            Ok(2),
            said("No face begins on line 7."),
            said("No triangle belongs to record 1."),
            said("The last triangle is 2."),
            said("\"x\" is not the number of a line."),
        ];
        assert_eq!(found(text, &texts), expected);

        let facet = |x: f32| [0.0, 0.0, 1.0, x, 0.0, 0.0, x, 1.0, 0.0, 0.0, 1.0, 0.0].map(f32::to_le_bytes).concat();
        let mut stl = vec![0; 80];
        stl.extend(3_u32.to_le_bytes());
        [1.0, f32::NAN, 2.0].iter().for_each(|&x| stl.extend([facet(x), vec![0; 2]].concat()));
        let expected = [Ok(2), Ok(1), said("No triangle belongs to record 4."), said("No face begins on line 1.")];
        assert_eq!(found(&stl, &["record 3", "记录 2", "record 4", "line 1"]), expected);
        assert_eq!(found(&stl, &["record"]), [said("\"record\" is not the number of a record.")]);
    }
}
