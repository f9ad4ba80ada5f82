//! What a lesson does by itself, as its reader would do it in the window.

use crate::app::action::SetupAction;
use crate::app::desk::{Desk, navigate, picked, selecting, setup};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::mistakes::MistakeAction;
use crate::lesson::Action;
use crate::math::CursorPosition;
use crate::pick::{PickOptions, TriangleId};
use crate::scene::{Camera, ClipPlanes, Placement, Projection};
use glam::DVec2;

impl Picking {
    /// Does an action of a lesson. Places of the mouse are those of the window.
    pub(super) fn do_action(&mut self, desk: &mut Desk, action: &Action) {
        let planes = desk.setup.planes;
        let options = desk.setup.options;
        let placement = desk.setup.placement;
        let set = match *action {
            Action::Near(plane) => SetupAction::Planes(ClipPlanes { near: plane.distance(), ..planes }),
            Action::Far(plane) => SetupAction::Planes(ClipPlanes { far: plane.distance(), ..planes }),
            Action::Reversed(reversed_z) => SetupAction::Planes(ClipPlanes { reversed_z, ..planes }),
            Action::Perspective(angle) => {
                SetupAction::Projection(Projection::Perspective { fov_y: angle.to_radians() })
            }
            Action::Orthographic(height) => SetupAction::Projection(Projection::Orthographic { height }),
            Action::Culling(culling) => SetupAction::Options(PickOptions { culling, ..options }),
            Action::Sample(sample) => SetupAction::Options(PickOptions { sample, ..options }),
            Action::Moved(translate) => SetupAction::Placement(Placement { translate, ..placement }),
            Action::Turned(degrees) => {
                SetupAction::Placement(Placement { rotate: degrees.map(f64::to_radians), ..placement })
            }
            Action::Scaled(scale) => SetupAction::Placement(Placement { scale, ..placement }),
            Action::Pick(place) => return click(desk, place),
            Action::Camera(place) => {
                let camera = Camera { eye: place.eye, target: place.target, up: place.up, ..desk.view.camera };
                return navigate::look_through(desk, camera);
            }
            Action::WhyNot(triangle) => return self.ask_why_of(desk, TriangleId { object: 0, triangle }),
            Action::Mistake(mistake) => {
                self.mistakes.shown = mistake;
                return;
            }
            Action::NameMistake(mistake) => {
                return self.act_on_mistakes(desk, MistakeAction::Take(Some(mistake)));
            }
        };
        setup::act(desk, set);
    }
}

/// Clicks into the picture.
fn click(desk: &mut Desk, place: DVec2) {
    let view = desk.view;
    let cursor = CursorPosition { x: place.x, y: place.y };
    selecting::step(desk, |desk| {
        picked::pick(desk, &view, cursor);
        let id = desk.picked.as_ref().and_then(picked::Picked::id);
        selecting::change(desk, |selection| selection.replace(id));
    });
}
