//! Outline of each mesh at the place that its file gives it, without its model matrix. Shown while a lesson's page asks
//! for it, or while the mistake of the forgotten model matrix is at work.

use crate::app::desk::Desk;
use crate::app::pane::Pane;
use crate::app::shapes::box_edges;
use crate::app::texts::t;
use crate::app::tools::picking::Picking;
use glam::{DMat4, DVec3};
use pickray::pick::explain::Mistake;
use pickray::scene::{Camera, Object, Projection};
use pickray_render::{Behind, Overlay, Palette, Pen, Srgb};

/// Most triangles of a mesh that is outlined; a larger one is shown as its AABB.
const MOST_OUTLINED: usize = 1 << 18;

/// Returns the objects that are not where their files have them, and the colour of their outlines; `None` if they are
/// not to be shown.
fn shown<'a>(picking: &Picking, desk: &'a Desk, palette: &Palette) -> Option<(impl Iterator<Item = &'a Object>, Srgb)> {
    let study = &desk.study;
    let mistake = study.mistake_at_work().filter(|_| picking.mistakes.may_tell(study) && desk.shows_ladder());
    let color = match mistake {
        Some(Mistake::ModelMatrixForgotten) => palette.mistake,
        _ if picking.learning.shows_unplaced() => palette.frustum,
        _ => return None,
    };
    let is_moved = |object: &&Object| object.visible && object.world_from_object != DMat4::IDENTITY;
    Some((desk.opened().iter().filter(is_moved), color))
}

/// Returns the outlines of meshes at the places that their files give them, as a pane's camera sees them.
pub fn overlays(picking: &Picking, desk: &Desk, pane: Pane, palette: &Palette) -> Vec<Overlay> {
    let Some((objects, color)) = shown(picking, desk, palette) else { return Vec::new() };
    let pen = Pen::new(color, 1.5).opacity(0.85).behind(Behind::Drawn);
    let camera = &desk.view_of(pane).camera;
    objects.map(|object| Overlay::Lines(outline(object, camera), pen)).collect()
}

fn outline(object: &Object, camera: &Camera) -> Vec<[DVec3; 2]> {
    let mesh = &object.mesh;
    let adjacency = if mesh.n_triangles() <= MOST_OUTLINED { mesh.adjacency().ok() } else { None };
    let Some(adjacency) = adjacency else { return box_edges(mesh.bounds().corners()).collect() };
    let eye = match camera.projection {
        Projection::Perspective { .. } => camera.eye.extend(1.0),
        Projection::Orthographic { .. } => (-camera.forward()).extend(0.0),
    };
    adjacency.outline(mesh, eye)
}

/// Returns a label for each mesh that is outlined where its file places it: point in world space, text, colour. The
/// point is at the top of the mesh's AABB.
pub fn names(picking: &Picking, desk: &Desk, palette: &Palette) -> Vec<(DVec3, String, Srgb)> {
    let Some((objects, color)) = shown(picking, desk, palette) else { return Vec::new() };
    let top = |object: &Object| {
        let bounds = object.mesh.bounds();
        DVec3 { y: bounds.max.y, ..0.5 * (bounds.min + bounds.max) }
    };
    objects.map(|object| (top(object), t!("name-unplaced").to_owned(), color)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::keys::ClickMode;
    use crate::app::tools::picking::learning::{LearningAction, Predicted};
    use crate::app::update::tests::{MIDDLE, answer_load, change, click, loaded, placing, state};
    use crate::app::update::{State, update};
    use crate::app::workspace::Workspace;
    use crate::app::{action::Action, keys::Command};
    use crate::lesson::builtin;
    use pickray::mesh::samples::Sample;
    use pickray::scene::Placement;
    use pickray::study::Change;
    use std::sync::Arc;

    fn drawn(state: &State) -> Vec<Overlay> {
        overlays(state.tools.get::<Picking>(), &state.desk, Pane::Picking, &Palette::DARK)
    }

    #[test]
    fn a_mesh_that_was_moved_is_outlined_where_its_file_has_it_while_its_matrix_is_forgotten() {
        let mut state = state();
        state.desk.settings.panels.explain = true;
        click(&mut state, MIDDLE, ClickMode::Replace);
        change(&mut state, [Change::Mistake(Some(Mistake::ModelMatrixForgotten))]);
        assert!(drawn(&state).is_empty(), "it is where its file has it");
        change(&mut state, placing(Placement { translate: DVec3::X, ..Placement::default() }));
        let bounds = state.desk.opened()[0].mesh.bounds();
        let [Overlay::Lines(lines, _)] = &drawn(&state)[..] else { panic!("{:?}", drawn(&state)) };
        assert!(2 < lines.len() && lines.iter().flatten().all(|point| bounds.contains(*point)), "{lines:?}");
        change(&mut state, [Change::Mistake(Some(Mistake::DirectionNormalized))]);
        assert!(drawn(&state).is_empty());
        change(&mut state, [Change::Mistake(None), Change::HiddenMistake(Some(Mistake::ModelMatrixForgotten))]);
        assert!(drawn(&state).is_empty(), "it would tell which is hidden");
    }

    #[test]
    fn every_page_on_whose_space_it_is_shows_the_outline_and_none_before_its_place_is_predicted() {
        let lesson = builtin().iter().position(|lesson| lesson.name == "whose-space").expect("the lesson");
        let mut state = state();
        update(&mut state, Action::Command(Command::Show(Workspace::Learn)));
        for (page, is_told) in [(0, true), (1, true), (2, false)] {
            update(&mut state, LearningAction::OpenPage(lesson, page).into());
            if state.desk.files.loading.is_some() {
                let mesh = Arc::new(Sample::Teapot.mesh().expect("a mesh"));
                let answer = answer_load(&state, Ok(loaded(mesh)));
                update(&mut state, Action::Loaded(answer));
            }
            assert_eq!(!drawn(&state).is_empty(), is_told, "page {page}");
            update(&mut state, LearningAction::Predict(Predicted::Nothing).into());
            assert_eq!(drawn(&state).len(), 1, "page {page}");
        }
        update(&mut state, LearningAction::List.into());
        assert!(drawn(&state).is_empty());
    }
}
