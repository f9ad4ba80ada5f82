//! Tests of a file of several objects in the window: Setup moves them as one, benches take the first, and situations
//! hold all.

use super::*;
use crate::app::action::Sheet;
use crate::app::tools::picking::pick_to_save;
use crate::app::tools::two_meshes::{MeshPose, TwoMeshes, TwoMeshesAction};
use pickray::mesh::LoadError;

/// Returns a triangle that two nodes place and one flattens: the second stands nearest to a viewer in front.
fn state() -> State {
    let corners = [0.0, -0.5].map(|z| [[-1.0, -1.0, z], [1.0, -1.0, z], [0.0, 1.0, z]]).as_flattened().to_vec();
    let mesh = Arc::new(Mesh::from_triangles(corners, vec![[0, 1, 2], [3, 4, 5]]).expect("a mesh"));
    let node = |name: &str, placed: DMat4| Object::new(name, mesh.clone()).with_transform(placed);
    let scene: Scene = [
        node("flat", DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0))),
        node("near", DMat4::from_translation(DVec3::new(0.1, 0.0, 2.0))),
        node("far", DMat4::from_translation(DVec3::new(0.0, 0.0, -2.0))),
    ]
    .into_iter()
    .collect();
    state_of_file("nodes.glb", loaded_scene(scene))
}

fn transforms(state: &State) -> Vec<DMat4> {
    state.desk.scene().objects().iter().map(|object| object.world_from_object).collect()
}

fn visible(state: &State) -> Vec<bool> {
    state.desk.scene().objects().iter().map(|object| object.visible).collect()
}

#[test]
fn of_objects_behind_each_other_the_one_that_is_inspected_is_asked() {
    let corners = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Arc::new(Mesh::from_triangles(corners, vec![[0, 1, 2]]).expect("a mesh"));
    let place = |i: u32| DMat4::from_translation(DVec3::new(0.0, 0.0, -f64::from(i)));
    let scene: Scene = (0..40).map(|i| Object::new(format!("{i}"), mesh.clone()).with_transform(place(i))).collect();
    let mut state = state_of_file("nodes.glb", loaded_scene(scene));
    assert!(state.pick(MIDDLE).trace().objects_left_out > 10, "few are asked");
    (0..30).for_each(|_| _ = state.click(MIDDLE, ClickMode::Behind));
    assert_eq!(state.inspected_id().map(|id| id.object), Some(30));
    assert_eq!(state.trace().cast_of(Some(30)).expect("an object").object_from_world, place(30).inverse());
}

#[test]
fn setup_moves_all_objects_from_where_the_file_places_them() {
    let mut state = state();
    let placed = transforms(&state);
    assert_eq!(state.pick(MIDDLE).inspected_id(), Some(TriangleId { object: 1, triangle: 0 }));
    let placement = Placement { translate: DVec3::X, rotate: DVec3::new(0.0, 0.1, 0.0), ..Placement::default() };
    assert_eq!(state.change(placing(placement)).desk.messages.refused, None);
    let placement = *state.desk.study.placement();
    let by = placement.matrix();
    assert_eq!(transforms(&state), placed.iter().map(|node| by * *node).collect::<Vec<_>>());
    assert!(state.change([Change::Scaled(DVec3::new(1.0, 0.0, 1.0))]).desk.messages.refused.is_some());
    assert_eq!((transforms(&state)[1], *state.desk.study.placement()), (by * placed[1], placement));
    assert_eq!(transforms(state.change([Change::Reset])), placed);
}

#[test]
fn benches_show_the_object_that_is_selected_and_all_come_back_when_they_are_left() {
    let mut state = state();
    let placed = transforms(&state);
    state.pick(MIDDLE).go_to(Workspace::Collide);
    for tool in ["sphere", "two_triangles", "two_meshes", "many_bodies", "bounds", "box_tree"] {
        state.act(Action::UseTool(tool)).idle();
        assert_eq!((transforms(&state)[0], transforms(&state)[1]), (placed[0], DMat4::IDENTITY));
        let only_one = [false, tool != "many_bodies", false];
        assert_eq!(visible(&state)[..3], only_one, "{tool}");
        assert_eq!(state.desk.opened().len(), 3);
        assert!(state.desk.scene().objects().len() <= 3 || tool == "two_meshes", "{tool}");
    }
    state.act(Action::UseTool("two_meshes"));
    assert_eq!(state.desk.scene().objects().len(), 4, "the second mesh stands behind");
    let second = state.tools.get::<TwoMeshes>().second.as_ref().expect("a second one");
    assert_eq!((second.name.as_str(), second.of_scene), ("far", true), "the next object");
    let place = MeshPose { translation: DVec3::new(0.0, 7.0, 0.0), ..MeshPose::default() };
    state.act(TwoMeshesAction::Place(place, true));
    assert_eq!(transforms(&state)[..3], [placed[0], DMat4::IDENTITY, placed[2]], "the others stay");
    assert_eq!(transforms(&state)[3].w_axis.y, 7.0);
    state.go_to(Workspace::Pick);
    assert_eq!((transforms(&state), visible(&state)), (placed, vec![true; 3]));
    assert_eq!(state.inspected_id(), Some(TriangleId { object: 1, triangle: 0 }));
    state.act(Action::SelectRow(Objects::one(2).into())).go_to(Workspace::Collide);
    assert_eq!((visible(&state)[2], transforms(&state)[2]), (true, DMat4::IDENTITY), "a row of the list, too");
    assert_eq!(state.tools.get::<TwoMeshes>().second.as_ref().map(|second| second.name.as_str()), Some("flat"));
}

#[test]
fn keys_hide_isolate_and_show_the_objects_that_are_meant() {
    let mut state = state();
    let press = |state: &mut State, command| {
        state.command(command);
        visible(state)
    };
    assert_eq!(press(state.pick(MIDDLE), Command::HideObjects), [true, false, true]);
    assert_eq!(state.pick(MIDDLE).inspected_id().map(|id| id.object), Some(2), "what was behind is seen");
    assert_eq!(press(&mut state, Command::IsolateObjects), [false, false, true]);
    assert_eq!(press(&mut state, Command::HideObjects), [false; 3]);
    assert!(state.told().contains("Alt+H"));
    assert_eq!(press(&mut state, Command::ShowAllObjects), [true; 3]);
    let rows: Vec<&str> = state.desk.files.objects.rows.iter().map(|row| row.name.as_str()).collect();
    assert_eq!(rows, ["flat", "near", "far"]);
    state.act(Action::FrameRow(Objects::one(1).into()));
    assert!(state.desk.shown.pivot.abs_diff_eq(DVec3::new(0.1, 0.0, 1.75), 1e-9), "{}", state.desk.shown.pivot);
}

#[test]
fn hiding_names_what_it_affects_which_is_what_was_selected_last() {
    let mut state = state();
    let words = |state: &State| state.desk.hiding_in_words(Command::HideObjects);
    assert_eq!(words(&state), "Hide");
    assert_eq!(words(state.pick(MIDDLE)), "Hide object near");
    assert_eq!(words(state.act(Action::SelectRow(Objects::one(2).into()))), "Hide object far");
    assert_eq!(words(state.command(Command::SelectAll)), "Hide 6 triangles");
    assert_eq!(words(state.act(Action::SelectRow(Objects::one(0).into()))), "Hide object flat");
    assert_eq!(visible(state.command(Command::HideObjects)), [false, true, true]);
}

#[test]
fn a_number_means_a_triangle_of_the_object_that_is_inspected() {
    let mut state = state();
    let go = |state: &mut State, text: &str| {
        state.act(Action::EditPlace { text: text.to_owned(), submit: true });
        state.desk.selected.triangles.iter().collect::<Vec<_>>()
    };
    assert_eq!(go(&mut state, "1"), [TriangleId { object: 0, triangle: 1 }]);
    assert_eq!(go(state.pick(MIDDLE), "triangle 1"), [TriangleId { object: 1, triangle: 1 }]);
    go(&mut state, "9");
    assert!(matches!(&state.desk.messages.sheet, Some(Sheet::GoTo { problem: Some(_), .. })));
}

/// Returns a window into which these triangles were opened from files, one after the other as they were asked for.
fn opened(files: &[(&str, f32)], adds: bool) -> State {
    let mut state = State::new(Settings::default());
    let sources = files.iter().map(|(name, _)| MeshSource::File((*name).into())).collect();
    state.act(Action::OpenAll { sources, adds });
    files.iter().for_each(|file| read_next(&mut state, Some(file.1)));
    state
}

/// Answers for the file that is being read: a triangle of this size, or that it cannot be read.
fn read_next(state: &mut State, size: Option<f32>) {
    let source = state.desk.files.loading.as_ref().expect("a file is being read").source.clone();
    let result = match size {
        Some(size) => {
            let corners = vec![[0.0, 0.0, 0.0], [size, 0.0, 0.0], [0.0, size, 0.0]];
            let mesh = Mesh::from_triangles(corners, vec![[0, 1, 2]]).expect("a mesh");
            Ok(Loaded { seconds: 0.5, ..loaded(mesh) })
        }
        None => Err(LoadError::Cancelled { name: source.name() }.to_string()),
    };
    state.answer(result);
}

fn names(state: &State) -> Vec<&str> {
    state.desk.opened().iter().map(|object| object.name.as_str()).collect()
}

#[test]
fn several_files_are_one_scene_each_where_its_file_has_it() {
    let mut state = opened(&[("a.obj", 1.0), ("b.ply", 2.0), ("c.stl", 3.0)], false);
    assert_eq!(names(&state), ["a.obj", "b.ply", "c.stl"]);
    assert!(state.desk.files.loading.is_none() && transforms(&state).iter().all(|placed| *placed == DMat4::IDENTITY));
    assert_eq!((state.desk.files.sources[2].name().as_str(), state.desk.files.load_seconds), ("c.stl", 1.5));
    // Another comes beside them, moved as they are, and what is picked stays.
    state.lay_out(Viewport::new(600, 400), FramebufferSize::new(600, 400));
    let at = state.desk.view().cursor_from_world(DVec3::new(0.2, 0.2, 0.0)).expect("before the camera");
    let before = state.pick(at).inspected_id().expect("a hit");
    let saved = pick_to_save(&state.desk).expect("a pick")().expect("a situation");
    let saved = serde_json::to_string(&saved).expect("JSON");
    assert!(["a.obj", "b.ply", "c.stl"].iter().all(|name| saved.contains(&format!("/{name}\""))), "{saved}");
    state.change(placing(Placement { translate: DVec3::Z, ..Placement::default() }));
    state.act(Action::Add(MeshSource::File("d.obj".into())));
    read_next(&mut state, Some(4.0));
    assert_eq!(names(&state), ["a.obj", "b.ply", "c.stl", "d.obj"]);
    assert_eq!(transforms(&state)[3], transforms(&state)[0]);
    assert_eq!(state.desk.selected.triangles.iter().collect::<Vec<_>>(), [before]);
    assert!(state.desk.bounds().corners().into_iter().all(|corner| state.desk.view().shows(corner)));
    // And others in their place.
    state.act(Action::Open(MeshSource::File("e.obj".into())));
    read_next(&mut state, Some(1.0));
    assert_eq!((names(&state), state.n_selected()), (vec!["e.obj"], 0));
}

#[test]
fn a_file_that_cannot_be_read_is_told_of_and_the_others_are_opened() {
    let mut state = opened(&[("old.obj", 1.0)], false);
    let sources = ["broken.obj", "b.ply", "gone.obj", "c.stl"].map(|name| MeshSource::File(name.into())).to_vec();
    state.act(Action::OpenAll { sources, adds: false });
    for size in [None, Some(1.0), None, Some(2.0)] {
        read_next(&mut state, size);
    }
    assert_eq!(names(&state), ["b.ply", "c.stl"], "what was open before is not");
    assert!(state.complains());
    let sources = ["d.obj", "e.obj"].map(|name| MeshSource::File(name.into())).to_vec();
    state.act(Action::OpenAll { sources, adds: true }).act(Action::CancelLoading);
    assert!(state.desk.files.loading.is_none() && state.desk.files.waiting.is_empty());
}

#[test]
fn a_file_that_can_hardly_be_seen_beside_the_others_is_told_of() {
    let told = |files: &[(&str, f32)]| opened(files, false).desk.messages.last.map(|message| message.text);
    assert_eq!(told(&[("a.obj", 1.0), ("b.obj", 30.0)]), None);
    let word = told(&[("a.obj", 1.0), ("b.obj", 5000.0)]).expect("a word");
    assert!(word.contains("a.obj") && word.contains("5000"), "{word}");
}
