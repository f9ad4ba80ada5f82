//! A file of several objects in the window: Setup moves them as one, benches take the first, and situations hold all.

use super::tests::{MIDDLE, answer_load, change, click, placing};
use super::{State, update};
use crate::app::action::{Action, Effect, Sheet};
use crate::app::answers::{Loaded, MeshSource};
use crate::app::keys::{ClickMode, Command};
use crate::app::settings::Settings;
use crate::app::tools::two_meshes::TwoMeshes;
use crate::app::workspace::Workspace;
use crate::math::{FramebufferSize, Viewport};
use crate::mesh::Mesh;
use crate::pick::{Change, TriangleId};
use crate::scene::navigation::StandardView;
use crate::scene::{Object, Placement, Scene};
use glam::{DMat4, DVec3};
use std::sync::Arc;

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
    let mut state = State::new(Settings::default());
    update(&mut state, Action::Open(MeshSource::File("nodes.glb".into())));
    let answer = answer_load(&state, Ok(Loaded { scene, report: None, seconds: 0.0, unbuilt: None }));
    update(&mut state, Action::Loaded(answer));
    let viewport = Viewport { x: 100, y: 20, width: 500, height: 380 };
    let framebuffer = FramebufferSize { width: 600, height: 400 };
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    update(&mut state, Action::Command(Command::ViewFrom(StandardView::Front)));
    state.desk.files.jobs.clear();
    state
}

fn transforms(state: &State) -> Vec<DMat4> {
    state.desk.scene().objects().iter().map(|object| object.world_from_object).collect()
}

fn visible(state: &State) -> Vec<bool> {
    state.desk.scene().objects().iter().map(|object| object.visible).collect()
}

fn picked(state: &State) -> Option<TriangleId> {
    state.desk.picked.as_ref()?.id()
}

#[test]
fn setup_moves_all_objects_from_where_the_file_places_them() {
    let mut state = state();
    let placed = transforms(&state);
    click(&mut state, MIDDLE, ClickMode::Replace);
    assert_eq!(picked(&state), Some(TriangleId { object: 1, triangle: 0 }));
    let placement = Placement { translate: DVec3::X, rotate: DVec3::new(0.0, 0.1, 0.0), ..Placement::default() };
    change(&mut state, placing(placement));
    assert_eq!(state.desk.messages.refused, None);
    let placement = *state.desk.study.placement();
    let by = placement.matrix();
    assert_eq!(transforms(&state), placed.iter().map(|node| by * *node).collect::<Vec<_>>());
    change(&mut state, [Change::Scaled(DVec3::new(1.0, 0.0, 1.0))]);
    assert!(state.desk.messages.refused.is_some());
    assert_eq!((transforms(&state)[1], *state.desk.study.placement()), (by * placed[1], placement));
    change(&mut state, [Change::Reset]);
    assert_eq!(transforms(&state), placed);
}

#[test]
fn benches_show_the_first_object_and_all_come_back_when_they_are_left() {
    let mut state = state();
    let placed = transforms(&state);
    click(&mut state, MIDDLE, ClickMode::Replace);
    update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
    for tool in ["sphere", "two_triangles", "two_meshes", "many_bodies", "bounds", "box_tree"] {
        update(&mut state, Action::UseTool(tool));
        state.desk.files.jobs.clear();
        assert_eq!(transforms(&state)[0], DMat4::IDENTITY);
        let only_first = [tool != "many_bodies", false, false];
        assert_eq!(visible(&state)[..3], only_first, "{tool}");
        assert_eq!(state.desk.opened().len(), 3);
        assert!(state.desk.scene().objects().len() <= 3 || tool == "two_meshes", "{tool}");
    }
    update(&mut state, Action::UseTool("two_meshes"));
    assert_eq!(state.desk.scene().objects().len(), 4, "the second mesh stands behind");
    assert!(state.tools.get::<TwoMeshes>().second.is_some());
    update(&mut state, Action::Command(Command::Show(Workspace::Pick)));
    assert_eq!((transforms(&state), visible(&state)), (placed, vec![true; 3]));
    assert_eq!(picked(&state), Some(TriangleId { object: 1, triangle: 0 }));
}

#[test]
fn a_situation_holds_all_objects_and_makes_the_same_pick() {
    let mut there = state();
    let placement = Placement { rotate: DVec3::new(0.1, 0.2, 0.0), ..Placement::default() };
    change(&mut there, placing(placement));
    click(&mut there, MIDDLE, ClickMode::Replace);
    update(&mut there, Action::Command(Command::CopySituation));
    let line = there.desk.files.effects.iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text.clone()),
        _ => None,
    });
    let mut here = state();
    update(&mut here, Action::Pasted(line.clone().expect("it is copied")));
    let trace = |state: &State| state.desk.picked.as_ref().expect("a pick").trace.clone();
    assert_eq!(trace(&here), trace(&there));
    assert_eq!(transforms(&here), transforms(&there));
    let shown = here.desk.study.placement();
    assert!((shown.rotate - placement.rotate).length() + shown.translate.length() < 1e-12, "{shown:?}");

    // One object more is another file.
    let mut other = super::tests::state();
    update(&mut other, Action::Pasted(line.expect("it is copied")));
    assert!(other.desk.picked.is_none(), "its mesh is asked for");
}

#[test]
fn a_number_means_a_triangle_of_the_object_that_is_inspected() {
    let mut state = state();
    let go = |state: &mut State, text: &str| {
        update(state, Action::EditPlace { text: text.to_owned(), submit: true });
        state.desk.selected.triangles.iter().collect::<Vec<_>>()
    };
    assert_eq!(go(&mut state, "1"), [TriangleId { object: 0, triangle: 1 }]);
    click(&mut state, MIDDLE, ClickMode::Replace);
    assert_eq!(go(&mut state, "triangle 1"), [TriangleId { object: 1, triangle: 1 }]);
    update(&mut state, Action::EditPlace { text: "9".to_owned(), submit: true });
    assert!(matches!(&state.desk.messages.sheet, Some(Sheet::GoTo { problem: Some(_), .. })));
}
