//! Fingers on the picture: one acts as a mouse button, two move the camera, and one that rests lists the hits.

use super::{Button, Gesture, Pinch, Pointer, Press};
use crate::app::arrangement::Pane;
use crate::app::keys::Modifiers;
use pickray::math::CursorPosition;
use pickray::scene::View;

/// Time after which a resting finger lists the hits, in seconds.
pub const LONG_PRESS_SECONDS: f64 = 0.5;

#[derive(Clone, Debug)]
struct HeldFinger {
    id: u64,
    at: CursorPosition,
    pane: Pane,
}

#[derive(Debug, Default)]
pub struct Fingers {
    /// Fingers in the order in which they came; only the first two count.
    down: Vec<HeldFinger>,
    /// State of the press while a single finger is down.
    one: Pointer,
    /// Pinch of the first two fingers; `None` while fewer are down.
    two: Option<Pinch>,
    /// `true` once a resting finger has listed the hits; the fingers then do nothing more until all are up.
    listed: bool,
}

impl Fingers {
    pub fn is_none(&self) -> bool {
        self.down.is_empty()
    }

    /// Takes a finger that comes down; `now` returns the present view of a pane, from which a pinch begins.
    pub fn press(&mut self, id: u64, press: &Press, scale_factor: f64, now: impl Fn(Pane) -> View) -> Option<Gesture> {
        self.down.retain(|finger| finger.id != id);
        self.down.push(HeldFinger { id, at: press.cursor, pane: press.pane });
        if self.down.len() > 1 {
            return self.take_hold(now);
        }
        self.listed = false;
        self.one.press(Press { button: Button::Finger, ..*press }, scale_factor);
        None
    }

    pub fn motion(&mut self, id: u64, to: CursorPosition, scale_factor: f64) -> Option<Gesture> {
        let index = self.down.iter().position(|finger| finger.id == id)?;
        self.down[index].at = to;
        match &mut self.two {
            Some(pinch) => {
                *pinch.to.get_mut(index)? = to;
                Some(Gesture::Pinch(*pinch))
            }
            None => self.one.motion(to, scale_factor),
        }
    }

    /// Takes a finger that goes up; the last one's tap is a left click. `now` returns the present view of a pane.
    pub fn release(&mut self, id: u64, seconds: f64, now: impl Fn(Pane) -> View) -> Option<Gesture> {
        let rested = self.rest(seconds);
        self.remove(id)?;
        if !self.is_none() {
            return rested.or(self.take_hold(now));
        }
        self.two = None;
        let released = self.one.release(Button::Finger, seconds).map(|gesture| match gesture {
            Gesture::Click { press, double } => {
                Gesture::Click { press: Press { button: Button::Left, ..press }, double }
            }
            other => other,
        });
        rested.or(released)
    }

    /// Forgets a finger that the system has taken for a gesture of its own. `now` returns the present view of a pane.
    pub fn lose(&mut self, id: u64, now: impl Fn(Pane) -> View) -> Option<Gesture> {
        self.remove(id)?;
        self.take_hold(now)
    }

    /// Forgets all fingers, as when the window loses the focus.
    pub fn cancel(&mut self) -> Option<Gesture> {
        self.down.clear();
        self.two = None;
        self.one.cancel()
    }

    /// Returns a right click if the single finger has rested long enough at a time on the clock of [`Press::seconds`].
    pub fn rest(&mut self, seconds: f64) -> Option<Gesture> {
        self.rests_at().filter(|&at| at <= seconds)?;
        let press = self.one.held.take()?.press;
        self.one.cancel();
        self.listed = true;
        Some(Gesture::Click { press: Press { button: Button::Right, ..press }, double: false })
    }

    /// Returns when the single finger will have rested long enough, on that clock; `None` if no finger rests.
    pub fn rests_at(&self) -> Option<f64> {
        let resting = self.one.held.as_ref().filter(|held| held.clicks && !held.dragging)?;
        Some(resting.press.seconds + LONG_PRESS_SECONDS)
    }

    /// Delays the right click of a resting finger, after a slow frame, in which its motion is reported late.
    pub fn wait_longer(&mut self, seconds: f64) {
        if let Some(held) = &mut self.one.held {
            held.press.seconds += seconds;
        }
    }

    fn remove(&mut self, id: u64) -> Option<HeldFinger> {
        let index = self.down.iter().position(|finger| finger.id == id)?;
        Some(self.down.remove(index))
    }

    /// Takes hold anew with the fingers that are down now; ends the drag of the one before.
    fn take_hold(&mut self, now: impl Fn(Pane) -> View) -> Option<Gesture> {
        let ended = self.one.cancel();
        self.two = None;
        match &self.down[..] {
            _ if self.listed => {}
            [] => {}
            &[HeldFinger { at: cursor, pane, .. }] => {
                let (button, modifiers, view) = (Button::Finger, Modifiers::NONE, now(pane));
                self.one.hold(Press { button, cursor, modifiers, pane, view, seconds: 0.0 });
            }
            [first, second, ..] => {
                let from = [first.at, second.at];
                self.two = Some(Pinch { pane: first.pane, view: now(first.pane), from, to: from });
            }
        }
        ended
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::input::DragTo;
    use crate::app::input::tests::{at, here, view};

    const PLACE: CursorPosition = CursorPosition { x: 100.0, y: 100.0 };

    /// Hand of a person on the picture, and the view as it is meanwhile.
    struct Hand {
        fingers: Fingers,
        view: View,
    }

    impl Hand {
        fn new() -> Self {
            Self { fingers: Fingers::default(), view: view(5.0) }
        }

        /// Returns a hand of which one finger came down.
        fn touching(seconds: f64) -> Self {
            let mut hand = Self::new();
            hand.down(1, PLACE, seconds);
            hand
        }

        fn down(&mut self, id: u64, cursor: CursorPosition, seconds: f64) -> Option<Gesture> {
            let press = Press { cursor, ..here(Button::Finger, Modifiers::NONE, seconds) };
            self.fingers.press(id, &press, 1.0, |_| self.view)
        }

        fn to(&mut self, id: u64, cursor: CursorPosition) -> Option<Gesture> {
            self.fingers.motion(id, cursor, 1.0)
        }

        fn up(&mut self, id: u64, seconds: f64) -> Option<Gesture> {
            self.fingers.release(id, seconds, |_| self.view)
        }

        fn tap(&mut self, cursor: CursorPosition, seconds: f64) -> Option<Gesture> {
            self.down(1, cursor, seconds);
            self.up(1, seconds + 0.1)
        }
    }

    fn clicked(gesture: Option<Gesture>) -> Option<(Button, bool)> {
        match gesture {
            Some(Gesture::Click { press, double }) => Some((press.button, double)),
            _ => None,
        }
    }

    #[test]
    fn a_tap_is_a_left_click_where_and_with_the_view_in_which_the_finger_came_down() {
        let mut hand = Hand::touching(0.0);
        assert_eq!(hand.to(1, at(107.0, 107.0)), None, "it rolls");
        hand.view = view(9.0);
        let Some(Gesture::Click { press, double }) = hand.up(1, 0.2) else { panic!("no click") };
        assert_eq!((press.button, press.cursor, press.view, double), (Button::Left, PLACE, view(5.0), false));
    }

    #[test]
    fn a_second_tap_soon_and_near_is_a_double_click() {
        let mut hand = Hand::new();
        let taps = [(0.0, 100.0), (0.3, 120.0), (0.6, 120.0), (0.8, 200.0), (3.0, 200.0)];
        let doubles = taps.map(|(seconds, x)| clicked(hand.tap(at(x, 100.0), seconds)).map(|click| click.1));
        assert_eq!(doubles, [false, true, false, false, false].map(Some));
    }

    #[test]
    fn a_finger_that_leaves_its_place_drags_and_clicks_no_more() {
        let mut hand = Hand::touching(0.0);
        let Some(Gesture::Drag(DragTo { press, to, begins })) = hand.to(1, at(111.0, 100.0)) else { panic!("no drag") };
        assert_eq!((press.button, to, begins), (Button::Finger, at(111.0, 100.0), true));
        assert_eq!(hand.fingers.rests_at(), None, "it does not rest");
        hand.to(1, PLACE);
        assert_eq!(hand.up(1, 0.3), Some(Gesture::DragEnds));
    }

    #[test]
    fn a_finger_that_rests_lists_the_hits_while_it_is_held_and_does_nothing_after() {
        let mut hand = Hand::touching(2.0);
        let due = hand.fingers.rests_at().expect("it may rest");
        assert_eq!(hand.fingers.rest(due - 0.01), None);
        assert_eq!(clicked(hand.fingers.rest(due)), Some((Button::Right, false)));
        assert_eq!((hand.fingers.rest(due + 1.0), hand.fingers.rests_at()), (None, None), "it is listed once");
        assert_eq!(hand.to(1, at(300.0, 100.0)), None);
        assert_eq!(hand.down(2, at(200.0, 100.0), 3.0), None);
        assert_eq!(hand.to(2, at(300.0, 300.0)), None);
        assert_eq!((hand.up(1, 3.1), hand.up(2, 3.2)), (None, None));
        assert_eq!(clicked(hand.tap(PLACE, 3.3)), Some((Button::Left, false)), "the next is a finger again");
    }

    #[test]
    fn a_long_press_that_nobody_looked_at_in_time_lists_all_the_same() {
        assert_eq!(clicked(Hand::touching(0.0).up(1, 0.7)), Some((Button::Right, false)));
    }

    #[test]
    fn a_tap_is_a_tap_however_long_a_frame_keeps_its_end() {
        let mut hand = Hand::touching(2.0);
        hand.fingers.wait_longer(0.9);
        assert_eq!(hand.fingers.rest(3.0), None);
        assert_eq!(clicked(hand.up(1, 3.0)), Some((Button::Left, false)));
    }

    #[test]
    fn two_fingers_take_hold_of_the_view_as_it_is_then_and_no_click_comes_of_them() {
        let mut hand = Hand::touching(0.0);
        hand.to(1, at(200.0, 100.0));
        hand.view = view(7.0);
        assert_eq!(hand.down(2, at(300.0, 100.0), 0.1), Some(Gesture::DragEnds), "a tool lets go");
        let Some(Gesture::Pinch(pinch)) = hand.to(2, at(400.0, 100.0)) else { panic!("no pinch") };
        assert_eq!((pinch.view, pinch.from), (view(7.0), [at(200.0, 100.0), at(300.0, 100.0)]));
        assert_eq!((pinch.middles(), pinch.factor()), ([at(250.0, 100.0), at(300.0, 100.0)], 0.5));
        assert_eq!((hand.up(1, 0.2), hand.up(2, 0.25)), (None, None));
    }

    #[test]
    fn two_fingers_that_come_and_go_at_once_do_nothing() {
        let mut hand = Hand::new();
        assert_eq!((hand.down(1, PLACE, 0.0), hand.down(2, at(300.0, 100.0), 0.0)), (None, None));
        assert_eq!(hand.fingers.rests_at(), None, "two rest as long as they like");
        assert_eq!((hand.up(2, 0.1), hand.up(1, 0.1)), (None, None));
        assert_eq!(clicked(hand.tap(PLACE, 0.2)), Some((Button::Left, false)));
    }

    #[test]
    fn a_finger_that_is_left_of_two_orbits_and_one_that_comes_again_pinches() {
        let mut hand = Hand::touching(0.0);
        hand.down(2, at(300.0, 100.0), 0.1);
        hand.to(1, at(150.0, 100.0));
        hand.view = view(6.0);
        hand.up(2, 0.2);
        assert_eq!(hand.fingers.rests_at(), None);
        assert_eq!(hand.to(1, at(155.0, 100.0)), None, "it may roll when the other goes up");
        let Some(Gesture::Drag(DragTo { press, .. })) = hand.to(1, at(190.0, 100.0)) else { panic!("no drag") };
        assert_eq!((press.cursor, press.view), (at(150.0, 100.0), view(6.0)));
        assert_eq!(hand.down(3, at(300.0, 100.0), 0.3), Some(Gesture::DragEnds));
        assert!(matches!(hand.to(3, at(310.0, 100.0)), Some(Gesture::Pinch(_))));
    }

    #[test]
    fn a_third_finger_waits_until_one_of_two_is_up() {
        let mut hand = Hand::new();
        for id in [1, 2, 3] {
            hand.down(id, at(100.0 * id as f64, 100.0), 0.0);
        }
        assert_eq!(hand.to(3, at(300.0, 200.0)), None);
        hand.up(1, 0.1);
        let Some(Gesture::Pinch(pinch)) = hand.to(3, at(300.0, 250.0)) else { panic!("no pinch") };
        assert_eq!(pinch.from, [at(200.0, 100.0), at(300.0, 200.0)]);
    }

    #[test]
    fn a_finger_that_is_lost_ends_its_drag_and_does_not_click() {
        let mut hand = Hand::touching(0.0);
        assert_eq!(hand.fingers.lose(1, |_| view(5.0)), None);
        assert_eq!((hand.up(1, 0.1), hand.fingers.rests_at()), (None, None));
        hand.down(1, PLACE, 0.2);
        hand.to(1, at(200.0, 100.0));
        assert_eq!(hand.fingers.lose(1, |_| view(5.0)), Some(Gesture::DragEnds));
        assert!(hand.fingers.is_none());
    }

    #[test]
    fn fingers_elsewhere_are_nobody() {
        let mut hand = Hand::new();
        assert_eq!((hand.to(7, at(1.0, 1.0)), hand.up(7, 0.0)), (None, None));
        hand.down(1, PLACE, 0.0);
        hand.fingers.cancel();
        assert_eq!((hand.to(1, at(200.0, 100.0)), hand.up(1, 0.1)), (None, None));
    }
}
