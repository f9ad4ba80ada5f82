//! Tests of a mesh that is seen and turned while its tree is built.

use super::*;
use crate::app::tools::tests::draw;
use pickray_render::offscreen::Offscreen;

/// Returns a window that has read a file and builds its tree, as it does for a large one.
fn state() -> State {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("two.obj");
    std::fs::write(&path, "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nv 0 0 -1\nf 1 2 3\nf 1 4 3\n").expect("written");
    let unbuilt = Some(Load::file(&path).indexed_scene().expect("a mesh"));
    let mut state = State::new(Settings::default());
    state.act(Action::Open(MeshSource::File(path)));
    let read = Loaded { scene: Scene::default(), report: None, seconds: 0.5, unbuilt };
    let answer = answer_load(&state, Ok(read));
    state.idle().act(Action::Loaded(answer));
    state.lay_out(Viewport { x: 100, y: 20, width: 500, height: 380 }, FramebufferSize::new(600, 400));
    state.look_from(StandardView::Front);
    state
}

#[test]
fn a_mesh_is_drawn_and_turned_ahead_of_its_tree_and_stays_on_the_gpu_when_that_comes() {
    let mut offscreen = Offscreen::new().unwrap_or_else(|error| panic!("{error}"));
    let mut state = state();
    assert!(state.desk.scene().objects().is_empty() && state.is_working() && !state.desk.has_lost_sight());
    let (seen, _) = draw(&mut offscreen, &mut state);
    assert_eq!(seen.triangles_drawn, 2, "{seen:?}");
    let view = state.view();
    state.act(dragged(view, MIDDLE, CursorPosition { x: 380.0, y: 170.0 }, true));
    let turned = state.desk.view().camera;
    assert_ne!(turned, view.camera);
    draw(&mut offscreen, &mut state);
    // The tree is built.
    state.run_job();
    assert_eq!((state.desk.scene().objects().len(), state.desk.view().camera), (1, turned), "the camera stays");
    assert!(state.desk.files.loading.is_none() && !state.desk.files.reports.is_empty());
    assert!(0.5 < state.desk.files.load_seconds, "reading counts");
    let (swapped, _) = draw(&mut offscreen, &mut state);
    assert_eq!((swapped.triangles_drawn, swapped.bytes_uploaded), (0, 0), "{swapped:?}");
}

#[test]
fn a_click_waits_for_the_tree_and_says_so_and_the_mouse_hovers_nothing() {
    let mut state = state();
    for bench in [false, true] {
        if bench {
            state.go_to(Workspace::Collide);
        }
        assert!(state.hover(MIDDLE).desk.pointer.hover.is_none());
        let swarm = state.tools.in_use(&state.desk).swarm(&state.desk, &pickray_render::Palette::DARK);
        assert!(swarm.is_none(), "no sphere flies through what it cannot touch");
    }
    state.go_to(Workspace::Pick).pick(NOTHING).pick(MIDDLE);
    assert_eq!(state.told(), "The click waits until the tree is built.");
    assert!(state.desk.selected.triangles.is_empty() && state.desk.picked.is_none());
    let view = state.view();
    state.act(dragged(view, MIDDLE, CursorPosition { x: 600.0, y: 170.0 }, true)).run_job();
    assert_eq!(state.selected(), [0], "in the view of the click");
}

#[test]
fn what_is_seen_goes_when_its_tree_is_not_wanted_or_another_file_comes() {
    for action in [Action::CancelLoading, Action::Open(MeshSource::File("other.obj".into()))] {
        let mut state = state();
        let job = state.desk.files.jobs.pop().expect("the tree is built");
        state.pick(MIDDLE).act(action);
        assert!(state.desk.drawn_scene().objects().is_empty() && state.desk.awaited().is_none());
        state.act(job.run());
        assert!(state.desk.scene().objects().is_empty() && state.desk.selected.triangles.is_empty());
    }
}
