//! Tests of a file whose mesh has parts, the `o` objects of an OBJ: each is a row of the list of objects and a set of
//! triangles.

use super::*;
use crate::app::listed::Listed;
use pickray::geometry::Aabb;
use pickray::pick::checksum;

const FILE: Listed = Listed::Objects(Objects { first: 0, last: 0 });
const OUTER: Listed = Listed::Part { object: 0, name: Some(0) };
const INNER: Listed = Listed::Part { object: 0, name: Some(1) };

/// Text of three triangles behind each other; the first and the last are `outer`, the one between them is `inner`.
const TEXT: &str = "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv -1 -1 -0.5\nv 1 -1 -0.5\nv 0 1 -0.5\nv -1 -1 -1\nv 1 -1 -1\n\
                    v 0 1 -1\no outer\nf 1 2 3\no inner\nf 4 5 6\no outer\nf 7 8 9\n";

fn mesh(text: &str) -> Mesh {
    Load::bytes("three.obj", text.as_bytes()).mesh().expect("a mesh").0
}

fn state() -> State {
    state_of(mesh(TEXT))
}

/// Returns `true` if the object is seen, and which of its triangles are hidden.
fn hidden(state: &State) -> (bool, Vec<u32>) {
    let object = &state.desk.opened()[0];
    (object.visible, object.hidden.iter().collect())
}

/// Returns for each row `true` if its eye is open.
fn eyes(state: &State) -> Vec<bool> {
    state.desk.files.objects.rows.iter().map(|row| state.desk.is_any_seen(row)).collect()
}

#[test]
fn undo_and_redo_light_the_row_of_what_is_inspected_again() {
    let mut state = state();
    state.pick(MIDDLE).click(MIDDLE, ClickMode::Behind);
    for (command, row) in [(Command::Undo, OUTER), (Command::Redo, INNER)] {
        assert_eq!(state.command(command).desk.selected.row, Some(row));
    }
}

#[test]
fn parts_are_listed_below_their_file_and_are_no_objects_of_the_scene() {
    let state = state();
    let list = &state.desk.files.objects;
    let rows: Vec<_> = list.rows.iter().map(|row| (row.depth, &*row.name, row.listed, row.n_triangles)).collect();
    assert_eq!(rows, [(0, "three.obj", FILE, 3), (1, "outer", OUTER, 2), (1, "inner", INNER, 1)]);
    assert_eq!((list.n_objects, &list.shown[..], list.rows[0].n_below), (2, &[0, 1, 2][..], 2));
    assert_eq!(state.desk.opened().len(), 1);
    let nameless = mesh(&TEXT.replace("o ", "# "));
    assert_eq!(checksum(&state.desk.opened()[0].mesh), checksum(&nameless), "links and saved picks stay as they are");
}

#[test]
fn a_hit_means_its_part_which_is_hidden_isolated_and_undone() {
    let mut state = state();
    let meant = |state: &State| (state.inspected(), state.desk.selected_row());
    assert_eq!(meant(state.pick(MIDDLE)), (Some(0), Some(OUTER)));
    assert_eq!(meant(state.command(Command::NextHit)), (Some(1), Some(INNER)), "also one behind");
    assert_eq!(meant(state.command(Command::NextHit)), (Some(2), Some(OUTER)));
    let seen = |state: &State| (hidden(state), state.selected(), state.inspected());
    let nothing_else = ((true, vec![0, 2]), vec![], None);
    assert_eq!(seen(state.command(Command::HideObjects)), nothing_else, "what is not seen is not selected");
    assert_eq!(seen(state.command(Command::Undo)), ((true, vec![]), vec![2], Some(2)), "in one step");
    state.command(Command::IsolateObjects);
    assert_eq!((hidden(&state), state.selected()), ((true, vec![1]), vec![2]));
    state.command(Command::Undo).act(Action::GoTo(TriangleId { object: 0, triangle: 1 }));
    assert_eq!(state.desk.selected_row(), Some(INNER), "a triangle that was gone to lights its row");
    assert_eq!(hidden(&state), (true, vec![]));
}

#[test]
fn eyes_hide_and_show_parts_and_their_file() {
    let mut state = state();
    for (row, shown, seen, triangles, open) in [
        (INNER, false, true, vec![1], [true, true, false]),
        (FILE, false, false, vec![1], [false; 3]),
        (FILE, true, true, vec![1], [true, true, false]),
        (FILE, false, false, vec![1], [false; 3]),
        // A part of a file that is not seen is shown alone.
        (INNER, true, true, vec![0, 2], [true, false, true]),
        (INNER, false, true, vec![0, 1, 2], [false; 3]),
        // A file of which all parts are hidden is shown as a whole.
        (FILE, true, true, vec![], [true; 3]),
    ] {
        state.act(Action::ShowRow(row, shown));
        assert_eq!((hidden(&state), eyes(&state)), ((seen, triangles), open.to_vec()), "{row:?} {shown}");
    }
    assert_eq!(eyes(state.command(Command::Undo)), [false; 3]);
    assert_eq!(eyes(state.command(Command::ShowAllObjects)), [true; 3]);
    assert_eq!(state.desk.n_hidden(), [0, 0]);
    for row in [OUTER, INNER] {
        state.act(Action::SelectRow(row)).command(Command::HideObjects);
    }
    assert!(state.told().contains("Alt+H"), "nothing is left");
}

#[test]
fn the_same_object_is_the_part_of_the_hit_or_the_row_that_is_meant() {
    let mut state = state();
    assert!(state.command(Command::SelectObject).selected().is_empty(), "nothing is meant yet");
    assert_eq!(state.pick(MIDDLE).command(Command::SelectObject).selected(), [0, 2]);
    assert_eq!(state.act(Action::SelectRow(INNER)).command(Command::SelectObject).selected(), [1]);
    state.act(Action::SelectRow(FILE)).change([Change::HideTriangles([TriangleId { object: 0, triangle: 0 }].into())]);
    assert_eq!(state.command(Command::SelectObject).selected(), [1, 2], "without what is hidden");
}

#[test]
fn a_part_is_pointed_out_and_gone_to_by_the_box_around_its_triangles() {
    let mut state = state();
    state.change([Change::Moved(DVec3::X)]).act(Action::PointOutRow(Some(INNER)));
    let inner = Aabb::new(DVec3::new(0.0, -1.0, -0.5), DVec3::new(2.0, 1.0, -0.5));
    assert_eq!(state.desk.pointer.row, Some((INNER, inner)));
    state.act(Action::FrameRow(INNER));
    assert_eq!((state.desk.shown.pivot, state.desk.selected_row()), (DVec3::new(1.0, 0.0, -0.5), Some(INNER)));
    assert_eq!(state.act(Action::PointOutRow(None)).desk.pointer.row, None);
}
