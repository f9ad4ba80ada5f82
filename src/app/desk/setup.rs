//! All that goes into a pick beside the mesh, the view and the cursor, as the person has set it: used while picking,
//! and not in benches.

use super::{Desk, navigate, picked};
use crate::app::action::SetupAction;
use crate::app::texts::{of_library, t};
use crate::app::workspace::Workspace;
use crate::pick::{PickOptions, PlanesGiven};
use crate::scene::{Camera, ClipPlanes, Placement, Projection};
use glam::DMat4;

/// What goes into a pick.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Setup {
    /// The clip planes that were typed; others are fitted.
    pub planes: ClipPlanes,
    /// The model transform, as its fields show it.
    pub placement: Placement,
    /// Culling, and the sample of the pixel.
    pub options: PickOptions,
    /// What is wrong with what was typed last; the last good value stays.
    pub problem: Option<String>,
}

impl Setup {
    /// Which clip planes were typed.
    pub fn planes_given(&self) -> PlanesGiven {
        PlanesGiven::of(&self.planes)
    }
}

impl Desk {
    /// How the window picks.
    pub fn options(&self) -> PickOptions {
        match self.workspace {
            Workspace::Pick | Workspace::Learn => self.setup.options,
            Workspace::Collide => PickOptions::default(),
        }
    }
}

/// Sets an input, and makes the last pick again with it.
pub(in crate::app) fn act(desk: &mut Desk, action: SetupAction) {
    let before = desk.setup.clone();
    desk.setup.problem = None;
    let problem = match action {
        SetupAction::Projection(projection) => set_projection(desk, projection),
        SetupAction::Planes(planes) => set_planes(desk, planes),
        SetupAction::Placement(placement) => set_placement(desk, placement),
        SetupAction::Options(options) => {
            desk.setup.options = options;
            None
        }
        SetupAction::Cursor(cursor) => {
            if let Some(picked) = &mut desk.picked {
                picked.cursor = cursor;
            }
            None
        }
        SetupAction::Reset => {
            desk.setup = Setup::default();
            arrange(desk);
            navigate::refit(desk);
            None
        }
    };
    if problem.is_some() {
        desk.setup = Setup { problem, ..before };
        return;
    }
    pick_again(desk);
}

/// Places all objects of the file as it is set: each where the file has it, and then moved as one.
pub(in crate::app) fn arrange(desk: &mut Desk) {
    move_all(desk, &desk.setup.placement.matrix());
}

/// Moves all objects of the file from where it places them.
pub(super) fn move_all(desk: &mut Desk, by: &DMat4) {
    for (index, placed) in (0..desk.opened().len() as u32).zip(&desk.placed) {
        let mut object = desk.scene.object_mut(index);
        object.visible = true;
        object.world_from_object = *by * *placed;
    }
}

fn set_projection(desk: &mut Desk, projection: Projection) -> Option<String> {
    if !projection.is_open() {
        return Some(match projection {
            Projection::Perspective { .. } => t!("setup-angle-range").to_owned(),
            Projection::Orthographic { .. } => t!("setup-height-range").to_owned(),
        });
    }
    desk.view.camera.projection = projection;
    navigate::refit(desk);
    None
}

fn set_planes(desk: &mut Desk, planes: ClipPlanes) -> Option<String> {
    match desk.view.camera.with_planes(&planes, &desk.bounds()) {
        Ok(_) => {
            desk.setup.planes = planes;
            navigate::refit(desk);
            None
        }
        Err(error) => Some(of_library::planes(error)),
    }
}

fn set_placement(desk: &mut Desk, placement: Placement) -> Option<String> {
    let before = std::mem::replace(&mut desk.setup.placement, placement);
    arrange(desk);
    // What the file has flattened itself cannot be picked either way.
    if desk.opened().iter().all(|object| object.object_from_world().is_none()) {
        desk.setup.placement = before;
        arrange(desk);
        return Some(t!("setup-no-inverse").to_owned());
    }
    navigate::refit(desk);
    None
}

/// Makes the pick that is inspected again, with the inputs as they are now.
fn pick_again(desk: &mut Desk) {
    let Some(before) = desk.picked.as_ref() else { return };
    let cursor = before.cursor;
    let camera = Camera { projection: desk.view.camera.projection, ..before.view.camera };
    let camera = camera.with_planes(&desk.setup.planes, &desk.bounds()).unwrap_or(camera);
    let view = before.view.with_camera(camera);
    picked::pick(desk, &view, cursor);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::action::Action;
    use crate::app::keys::{ClickMode, Command};
    use crate::app::update::tests::{MIDDLE, click, state};
    use crate::app::update::{State, update};
    use crate::intersect::Culling;
    use crate::pick::{TriangleId, pick_traced};
    use crate::scene::navigation::StandardView;
    use crate::scene::{Object, Scene};
    use glam::DVec3;

    fn set(state: &mut State, action: SetupAction) {
        update(state, Action::Setup(action));
    }

    fn planes(near: Option<f64>, far: Option<f64>) -> SetupAction {
        SetupAction::Planes(ClipPlanes { near, far, reversed_z: false })
    }

    fn triangle(state: &State) -> Option<u32> {
        state.desk.picked.as_ref()?.id().map(|id| id.triangle)
    }

    /// The distance of z = 0, where the first of three triangles lies, from the eye.
    fn distance(state: &State) -> f64 {
        state.desk.view.camera.depth_of(DVec3::ZERO)
    }

    #[test]
    fn with_everything_at_its_default_the_trace_is_that_of_the_library_bit_for_bit() {
        let mut state = state();
        click(&mut state, MIDDLE, ClickMode::Replace);
        let mesh = state.desk.scene.objects()[0].mesh.clone();
        let scene = Scene::of(Object::new("three.obj", mesh));
        let camera = state.desk.view.camera.with_depth_fitted(&scene.bounds());
        let view = state.desk.view.with_camera(camera);
        let expected = pick_traced(&scene, &view, MIDDLE, &PickOptions::default());
        assert_eq!(state.desk.picked.expect("a pick").trace, expected);
    }

    #[test]
    fn a_near_plane_cuts_triangles_away_and_a_far_plane_those_behind() {
        let mut state = state();
        click(&mut state, MIDDLE, ClickMode::Replace);
        assert_eq!(triangle(&state), Some(0));
        let first = distance(&state);
        set(&mut state, planes(Some(first + 0.25), None));
        assert_eq!(triangle(&state), Some(1), "the last pick is made again");
        assert_eq!(state.desk.pick_id(&state.desk.view, MIDDLE).map(|id| id.triangle), Some(1));
        set(&mut state, planes(Some(first + 0.25), Some(first + 0.3)));
        assert_eq!(triangle(&state), None);
        assert_eq!(state.desk.selection.iter().next().map(|id| id.triangle), Some(0), "the selection stays");
        update(&mut state, Action::Command(Command::ViewFrom(StandardView::Front)));
        assert_eq!(state.desk.view.camera.near, first + 0.25, "planes that were typed stay when the camera moves");
        set(&mut state, SetupAction::Reset);
        assert_eq!(triangle(&state), Some(0));
    }

    #[test]
    fn depth_may_run_backwards_and_without_end_and_the_hit_is_the_same() {
        let mut state = state();
        click(&mut state, MIDDLE, ClickMode::Replace);
        let hit = |state: &State| state.desk.picked.as_ref().and_then(|picked| picked.hit.clone()).expect("a hit");
        let before = hit(&state);
        for reversed_z in [false, true] {
            let planes = ClipPlanes { near: None, far: Some(f64::INFINITY), reversed_z };
            set(&mut state, SetupAction::Planes(planes));
            assert_eq!(state.desk.setup.problem, None);
            let ray = state.desk.picked.as_ref().expect("a pick").trace.ray.expect("a ray");
            assert_eq!((ray.t_max, ray.reversed_z), (None, reversed_z));
            assert!((hit(&state).point_world - before.point_world).length() < 1e-9);
        }
        update(&mut state, Action::Command(Command::ToggleOrthographic));
        assert!(state.desk.view.camera.far.is_finite(), "an orthographic view has no infinite far plane");
        update(&mut state, Action::Command(Command::ToggleOrthographic));
        assert_eq!(state.desk.view.camera.far, f64::INFINITY);
    }

    #[test]
    fn what_allows_no_picture_is_refused_with_the_reason_and_the_last_good_value_stays() {
        let mut state = state();
        set(&mut state, planes(Some(1.0), Some(9.0)));
        let good = (state.desk.setup.clone(), state.desk.view);
        for (bad, reason) in [
            (planes(Some(9.0), Some(9.0)), "closer than the far plane"),
            (planes(Some(0.0), None), "before the eye"),
            (planes(Some(f64::NAN), None), "finite"),
            (SetupAction::Projection(Projection::Perspective { fov_y: 3.2 }), "between 0° and 180°"),
            (SetupAction::Projection(Projection::Orthographic { height: 0.0 }), "above 0"),
            (
                SetupAction::Placement(Placement { scale: DVec3::new(1.0, 0.0, 1.0), ..Default::default() }),
                "scale of 0",
            ),
        ] {
            set(&mut state, bad);
            let problem = state.desk.setup.problem.clone().expect("a reason");
            assert!(problem.contains(reason), "{problem}");
            assert_eq!((Setup { problem: None, ..state.desk.setup.clone() }, state.desk.view), good);
            assert_eq!(state.desk.scene.objects()[0].world_from_object, glam::DMat4::IDENTITY);
        }
        set(&mut state, planes(Some(2.0), Some(9.0)));
        assert_eq!(state.desk.setup.problem, None);
    }

    #[test]
    fn a_mesh_that_is_moved_is_picked_where_it_is_seen_and_goes_back_in_benches() {
        let mut state = state();
        let placement = Placement { translate: DVec3::new(0.0, 0.0, 3.0), ..Placement::default() };
        set(&mut state, SetupAction::Placement(placement));
        click(&mut state, MIDDLE, ClickMode::Replace);
        let hit = state.desk.picked.as_ref().and_then(|picked| picked.hit.clone()).expect("a hit");
        assert!((hit.point_world.z - 3.0).abs() < 1e-9 && hit.point_object.z.abs() < 1e-9, "{hit:?}");
        update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
        assert_eq!(state.desk.scene.objects()[0].world_from_object, glam::DMat4::IDENTITY);
        update(&mut state, Action::Command(Command::Show(Workspace::Pick)));
        assert_eq!(state.desk.scene.objects()[0].world_from_object, placement.matrix());
    }

    #[test]
    fn backs_are_not_hit_where_they_are_culled_and_a_mirror_makes_fronts_of_them() {
        let mut state = state();
        update(&mut state, Action::Command(Command::ViewFrom(StandardView::Back)));
        click(&mut state, MIDDLE, ClickMode::Replace);
        assert_eq!(triangle(&state), Some(2));
        let culled = PickOptions { culling: Culling::Back, ..PickOptions::default() };
        set(&mut state, SetupAction::Options(culled));
        assert_eq!(triangle(&state), None);
        assert_eq!(state.desk.pick_id(&state.desk.view, MIDDLE), None);
        let mirrored = Placement { scale: DVec3::new(-1.0, 1.0, 1.0), ..Placement::default() };
        set(&mut state, SetupAction::Placement(mirrored));
        assert_eq!(state.desk.pick_id(&state.desk.view, MIDDLE), Some(TriangleId { object: 0, triangle: 2 }));
        update(&mut state, Action::Command(Command::Show(Workspace::Collide)));
        assert_eq!(state.desk.options(), PickOptions::default(), "benches ask for both sides");
    }
}
