//! The reader's own scene, camera and pick while lessons are open, and after they are left.

use super::*;
use std::fmt::Debug;

#[test]
fn what_a_lesson_set_is_gone_when_it_is_left_and_a_mesh_that_it_waits_for_is_awaited_no_longer() {
    let leave: [fn(&mut State) -> &mut State; 3] = [
        |state| state.act(LearningAction::List),
        |state| state.go_to(Workspace::Pick),
        |state| state.go_to(Workspace::Collide),
    ];
    for leave in leave {
        let (mut state, mut waiting) = (learning(), learning());
        let set =
            |state: &State| (*state.desk.study.planes(), *state.desk.study.placement(), *state.desk.study.options());
        state.learn(LearningAction::Open(0)).change([Change::Culling(Culling::Back)]);
        assert_ne!(set(&state), Default::default());
        assert!(waiting.act(LearningAction::Open(0)).desk.mesh_wanted().is_some(), "its mesh is read");
        assert_eq!(set(leave(&mut state)), Default::default());
        assert_eq!(leave(&mut waiting).desk.mesh_wanted(), None);
    }
}

/// Returns the scene, the camera, the pick and the selection of a window, as far as they can be compared.
fn own(state: &State) -> impl PartialEq + Debug + use<> {
    let desk = &state.desk;
    let meshes: Vec<_> = desk.study.meshes().iter().map(Arc::as_ptr).collect();
    let picked = desk.picked.as_ref().expect("a pick");
    let camera = desk.view().camera;
    let files = (desk.files.sources.clone(), desk.files.objects.rows.len());
    let set = (*desk.study.planes(), *desk.study.placement(), *desk.study.options(), desk.study.mistake());
    let selected: Vec<_> = desk.selected.triangles.iter().collect();
    (meshes, files, camera, desk.shown.pivot, set, picked.id(), picked.place, picked.trace.clone(), selected)
}

/// Returns a window in which a hit behind the first is inspected, of a mesh that was moved, with a plane that was set.
fn with_own() -> State {
    let moved = Change::Moved(DVec3::new(0.1, 0.2, 0.3));
    after(|it| {
        it.change([moved, Change::Far(Plane::At(77.0))]).pick(MIDDLE).command(Command::NextHit);
        it.look_from(StandardView::Right)
    })
}

#[test]
fn one_who_leaves_the_lessons_finds_scene_camera_pick_and_selection_as_they_were() {
    for workspace in [Workspace::Pick, Workspace::Collide] {
        let mut state = with_own();
        let before = own(&state);
        state.go_to(Workspace::Learn);
        for action in [LearningAction::Open(0), LearningAction::Page(1), LearningAction::Next, LearningAction::List] {
            state.learn(action);
        }
        assert_ne!(own(&state), before);
        assert_eq!(state.go_to(workspace).desk.scene().objects().len(), 1);
        assert!(Arc::ptr_eq(&state.desk.scene().objects()[0].mesh, &state.desk.study.meshes()[0]), "{workspace:?}");
        assert_eq!((own(state.go_to(Workspace::Pick)), state.inspected()), (before, Some(1)));
        let undone = state.command(Command::Undo).inspected();
        assert_eq!(undone, Some(0), "what was done before the lesson can be undone");
    }
}

#[test]
fn a_mesh_that_is_opened_among_the_lessons_stays_and_one_that_a_page_waits_for_does_not_come() {
    let mut state = with_own();
    state.go_to(Workspace::Learn).learn(LearningAction::Open(0)).learn(LearningAction::List);
    state.act(Action::Dropped(MeshSource::Sample(Sample::Cube))).load(Sample::Cube.mesh().expect("a mesh"));
    assert_eq!(mesh_name(state.go_to(Workspace::Pick)), "Cube");

    let mut state = with_own();
    let before = own(&state);
    assert!(state.go_to(Workspace::Learn).act(LearningAction::Open(0)).desk.files.loading.is_some());
    assert!(state.go_to(Workspace::Pick).desk.files.loading.is_none());
    assert_eq!(own(&state), before);
}

#[test]
fn a_lesson_that_was_left_goes_on_with_its_own_mesh_not_with_the_reader_s() {
    let mut state = with_own();
    let mut read = read_lesson("mine", "Mine", "hit").expect("a lesson");
    read.pages.push(Page { id: "on".into(), situation: None, ..read.pages[0].clone() });
    state.go_to(Workspace::Learn).learn(LearningAction::Read(vec![Ok(read)])).learn(LearningAction::Page(1));
    assert_eq!(mesh_name(&state), "Cube");
    assert_eq!(mesh_name(state.go_to(Workspace::Pick)), "three.obj");
    let again = state.go_to(Workspace::Learn).learn(LearningAction::OpenPage(builtin().len(), 1));
    assert_eq!(mesh_name(again), "Cube");
}

#[test]
fn a_mesh_that_is_dropped_on_a_page_is_asked_about_and_either_answer_is_followed() {
    let mut state = learning();
    // If it goes on, the page is asked of the other mesh.
    for (goes_on, mesh, predicted) in [(false, "Teapot", Some(Predicted::Nothing)), (true, "Cube", None)] {
        state.learn(LearningAction::Open(0)).learn(TELL).act(Action::Dropped(MeshSource::Sample(Sample::Cube)));
        assert!(state.lessons().other_mesh.is_some() && state.desk.files.loading.is_none());
        assert_eq!(mesh_name(&state), "Teapot");
        assert!(state.learn(LearningAction::GoOn(goes_on)).lessons().other_mesh.is_none());
        assert_eq!((mesh_name(&state), state.page().predicted), (mesh, predicted));
    }
}

#[test]
fn a_page_that_needs_its_mesh_is_left_for_another() {
    let mut state = learning();
    state.learn(LearningAction::Read(vec![read_lesson("mine", "Mine", "hit")]));
    state.act(Action::Dropped(MeshSource::Sample(Sample::Teapot))).learn(LearningAction::GoOn(true));
    assert!(state.lessons().open.is_none() && mesh_name(&state) == "Teapot");
}
