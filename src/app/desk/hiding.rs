//! Hiding and showing of objects, their parts and triangles. Rays go through hidden triangles, `Object::hidden`, which
//! the vertex shader does not draw; other objects cost nothing more.

use super::objects::is_all_hidden;
use super::picked::{self, Picked};
use super::{Desk, changing, selecting};
use crate::app::keys::{Command, chord_in_words, name_of};
use crate::app::listed::Listed;
use crate::app::texts::{of_library, t};
use pickray::pick::TriangleIds;
use pickray::scene::Object;
use pickray::study::{Change, Objects};

/// Hides the selected triangles or, without any or if commands act on objects, the objects of the selected row.
pub(in crate::app) fn hide(desk: &mut Desk) {
    match selected_triangles(desk) {
        Some(triangles) => make(desk, &[Change::HideTriangles(triangles)]),
        None => change_row(desk, hide_row),
    }
}

pub(in crate::app) fn isolate(desk: &mut Desk) {
    match selected_triangles(desk) {
        Some(triangles) => {
            let mut others = selecting::all_triangles(desk);
            others.subtract(&triangles);
            make(desk, &[Change::HideTriangles(others)]);
        }
        None => change_row(desk, |desk, row| reveal(desk, row, Change::Isolate(row.objects()), true)),
    }
}

/// Returns the triangles that commands on the selection mean; `None` if they mean objects.
fn selected_triangles(desk: &Desk) -> Option<TriangleIds> {
    let are_meant = desk.workspace.picks() && !desk.selected.means_objects && !desk.selected.triangles.is_empty();
    are_meant.then(|| desk.selected.triangles.triangles().clone())
}

fn change_row(desk: &mut Desk, change: fn(&mut Desk, Listed)) {
    if !desk.workspace.picks() {
        return;
    }
    let Some(row) = desk.selected_row() else { return desk.tell(t!("objects-none-selected")) };
    change(desk, row);
    tell_if_all(desk);
}

/// Tells the person how to show objects again, if all objects are hidden.
pub(super) fn tell_if_all(desk: &mut Desk) {
    if desk.opened().iter().all(|object| !object.visible || is_all_hidden(object)) {
        desk.tell(t!("objects-all-hidden", chord = chord_in_words(Command::ShowAllObjects)));
    }
}

pub(in crate::app) fn hide_row(desk: &mut Desk, row: Listed) {
    let change = match row {
        Listed::Objects(objects) => Change::Hide(objects),
        Listed::Part { .. } => Change::HideTriangles(desk.triangles_of(row)),
    };
    make(desk, &[change]);
}

/// Shows the objects or the part that a row stands for. The other parts of a hidden object stay hidden.
pub(in crate::app) fn show_row(desk: &mut Desk, row: Listed) {
    let was_seen = desk.objects_of(row).any(|(_, object)| object.visible);
    reveal(desk, row, Change::Show(row.objects()), !was_seen);
}

/// Shows a row's objects and a part's triangles, perhaps alone. Triangles hidden one by one stay so, unless all are.
fn reveal(desk: &mut Desk, row: Listed, objects: Change, alone: bool) {
    let mut others = TriangleIds::default();
    let mut shown = TriangleIds::default();
    match row {
        Listed::Objects(_) => {
            let hidden = desk.objects_of(row).filter(|(_, object)| is_all_hidden(object));
            hidden.for_each(|(index, object)| shown.union_with(&TriangleIds::of(index, object.hidden.clone())));
        }
        Listed::Part { object, .. } => {
            shown = desk.triangles_of(row);
            if alone {
                others = desk.triangles_of(Objects::one(object).into());
            }
        }
    }
    make(desk, &[objects, Change::HideTriangles(others), Change::ShowTriangles(shown)]);
}

/// Makes changes in one step. Deselects what they hide; inspects nothing if the ray then hits another triangle.
pub(in crate::app) fn make(desk: &mut Desk, changes: &[Change]) {
    selecting::step(desk, |desk| {
        let inspected = desk.picked.as_ref().and_then(Picked::id);
        changes.iter().for_each(|change| changing::apply(desk, change));
        let hidden = desk.study.hidden_triangles();
        if inspected != desk.picked.as_ref().and_then(Picked::id) {
            picked::forget(desk);
        }
        selecting::change(desk, |selection| selection.remove(hidden));
    });
}

impl Desk {
    /// Returns the name of a command that hides or isolates, with what it affects; the bare name if that is nothing.
    pub fn hiding_in_words(&self, command: Command) -> String {
        let (command, row) = (name_of(command), self.selected_row().filter(|_| self.workspace.picks()));
        if let Some(triangles) = selected_triangles(self) {
            return t!("hiding-triangles", command = command, count = triangles.len() as u64);
        }
        let row = row.and_then(|meant| self.files.objects.rows.iter().find(|row| row.listed == meant));
        let name = row.map(|row| of_library::mesh_name(&row.name));
        name.map_or_else(|| command.to_owned(), |name| t!("hiding-object", command = command, name = name))
    }

    /// Returns two numbers: of hidden objects, and of hidden triangles in visible objects.
    pub fn n_hidden(&self) -> [usize; 2] {
        let hidden = |object: &&Object| !object.visible;
        let n_objects = self.opened().iter().filter(hidden).count();
        let n_triangles = self.opened().iter().filter(|object| object.visible).map(|object| object.hidden.len()).sum();
        [n_objects, n_triangles]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::*;

    fn press(state: &mut State, command: Command) -> [usize; 2] {
        state.command(command);
        state.desk.n_hidden()
    }

    #[test]
    fn selected_triangles_are_hidden_isolated_and_shown_and_all_is_undone() {
        let mut state = after(|it| it.pick(MIDDLE));
        assert_eq!((state.inspected(), state.selected()), (Some(0), vec![0]));
        assert_eq!(press(&mut state, Command::HideObjects), [0, 1]);
        assert!(state.selected().is_empty(), "what is not seen is not selected");
        assert_eq!(state.inspected(), None, "what was behind was not clicked");
        assert_eq!(press(state.pick(MIDDLE), Command::IsolateObjects), [0, 2]);
        assert_eq!(state.selected(), [1]);
        assert_eq!(press(&mut state, Command::Undo), [0, 1]);
        assert_eq!(press(&mut state, Command::Undo), [0, 1], "the click");
        assert_eq!(press(&mut state, Command::Undo), [0, 0]);
        assert_eq!((state.inspected(), state.selected()), (Some(0), vec![0]));
        for hidden in [[0, 1], [0, 1], [0, 2]] {
            assert_eq!(press(&mut state, Command::Redo), hidden);
        }
        assert_eq!(state.inspected(), Some(1));
        assert_eq!(press(&mut state, Command::ShowAllObjects), [0, 0]);
        assert_eq!(state.inspected(), None, "what is shown before it was not clicked either");
        assert_eq!(press(&mut state, Command::Undo), [0, 2]);
        assert_eq!(state.inspected(), Some(1));
    }

    #[test]
    fn the_eye_of_the_list_is_undone_too_and_a_row_means_its_objects() {
        let mut state = state();
        assert_eq!(state.change([Change::Hide(Objects::one(0))]).desk.n_hidden(), [1, 0]);
        assert_eq!(press(&mut state, Command::Undo), [0, 0]);
        assert_eq!(press(&mut state, Command::Redo), [1, 0]);
        state.change([Change::ShowAll]).pick(MIDDLE).act(Action::SelectRow(Objects::one(0).into()));
        assert_eq!(press(&mut state, Command::HideObjects), [1, 0]);
        assert!(state.told().contains("Alt+H"));
    }

    #[test]
    fn a_file_that_hides_all_that_it_has_tells_how_it_is_shown() {
        let mut state = state();
        let mut scene = state.desk.scene().clone();
        scene.object_mut(0).visible = false;
        state.act(Action::Open(MeshSource::File("hidden.glb".into()))).answer(Ok(loaded_scene(scene)));
        assert_eq!(state.desk.n_hidden(), [1, 0]);
        assert!(state.told().contains("Alt+H"));
        assert_eq!(state.change([Change::ShowAll]).desk.n_hidden(), [0, 0]);
    }

    #[test]
    fn random_steps_forwards_and_back_are_those_of_a_model() {
        let mut random = seeded();
        let mut state = state();
        let present = |state: &State| (state.selected(), state.desk.study.hidden_triangles(), state.desk.n_hidden()[0]);
        let mut states = vec![present(&state)];
        let mut at = 0;
        for _ in 0..300 {
            let before = present(&state);
            match random.u32(0..8) {
                0 => _ = press(&mut state, Command::HideObjects),
                1 => _ = press(&mut state, Command::IsolateObjects),
                2 => _ = press(&mut state, Command::ShowAllObjects),
                3 => _ = press(&mut state, Command::InvertSelection),
                4 | 5 => selecting::step(&mut state.desk, |desk| {
                    let id = TriangleId { object: 0, triangle: random.u32(0..3) };
                    desk.selected.means_objects = false;
                    selecting::change(desk, |selection| selection.toggle([id]));
                }),
                6 if at > 0 => {
                    press(&mut state, Command::Undo);
                    at -= 1;
                    assert_eq!(present(&state), states[at]);
                    continue;
                }
                _ if at + 1 < states.len() => {
                    press(&mut state, Command::Redo);
                    at += 1;
                    assert_eq!(present(&state), states[at]);
                    continue;
                }
                _ => continue,
            }
            if present(&state) != before {
                at += 1;
                states.truncate(at);
                states.push(present(&state));
            }
        }
    }
}
