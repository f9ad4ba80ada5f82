//! Tests of fingers, from the touch to the state.

use super::*;
use crate::app::input::touch::Fingers;

/// Hand of a person at a window.
struct Hand {
    state: State,
    fingers: Fingers,
}

impl Hand {
    fn camera(&self) -> Camera {
        self.state.desk.view().camera
    }

    fn take(&mut self, gesture: Option<Gesture>) {
        gesture.into_iter().for_each(|gesture| _ = self.state.act(Action::Gesture(gesture)));
    }

    fn down(&mut self, id: u64, cursor: CursorPosition) {
        let desk = &self.state.desk;
        let (button, modifiers, pane) = (Button::Finger, desk.pointer.modifiers, desk.pane_at(cursor));
        let press = Press { button, cursor, modifiers, pane, view: *desk.view_of(pane), seconds: 0.0 };
        let gesture = self.fingers.press(id, &press, 1.0, |pane| *desk.view_of(pane));
        self.take(gesture);
    }

    fn to(&mut self, id: u64, cursor: CursorPosition) {
        let gesture = self.fingers.motion(id, cursor, 1.0);
        self.take(gesture);
    }

    fn up(&mut self, id: u64) {
        let desk = &self.state.desk;
        let gesture = self.fingers.release(id, 0.1, |pane| *desk.view_of(pane));
        self.take(gesture);
    }
}

fn beside(x: f64, y: f64) -> CursorPosition {
    CursorPosition { x: MIDDLE.x + x, y: MIDDLE.y + y }
}

#[test]
fn two_fingers_carry_the_surface_under_their_midpoint_and_zoom_there() {
    let mut hand = Hand { state: state(), fingers: Fingers::default() };
    let before = hand.camera();
    let view = hand.state.desk.view();
    let surface = hand.state.desk.pick_point(view, beside(20.0, 10.0)).expect("a surface");
    let under = view.point_under(beside(20.0, 10.0), before.depth_of(surface)).expect("a point");
    hand.down(1, beside(-20.0, 10.0));
    hand.down(2, beside(60.0, 10.0));
    for step in 1..=10 {
        let by = f64::from(step);
        hand.to(1, beside(-20.0 - 3.0 * by, 10.0 + 2.0 * by));
        hand.to(2, beside(60.0 + 5.0 * by, 10.0 + 4.0 * by));
    }
    let seen = hand.state.desk.view().cursor_from_world(under).expect("before the camera");
    assert!(seen.distance(beside(30.0, 40.0)) < 1e-6, "{seen:?}");
    let fingers = beside(-50.0, 30.0).distance(beside(110.0, 50.0)) / 80.0;
    let nearer = before.depth_of(under) / hand.camera().depth_of(under);
    assert!((nearer / fingers - 1.0).abs() < 1e-6, "{nearer} times as near, fingers {fingers} times as far apart");
    assert!(hand.camera().forward().dot(before.forward()) > 1.0 - 1e-12, "it does not turn");
    hand.up(2);
    hand.up(1);
    assert!(hand.state.desk.selected.triangles.is_empty(), "nothing was picked");
}
