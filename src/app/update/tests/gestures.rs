//! Presses, clicks and turns of the wheel of a person, for tests of the state and of the panels alike.

use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::input::{Button, CLICKS, ClickMode, Gesture, Press, Wheel};
use crate::app::keys::Modifiers;
use pickray::math::CursorPosition;
use pickray::scene::View;

/// Returns the modifiers with which a click has this mode.
pub(crate) fn modifiers_of(mode: ClickMode) -> Modifiers {
    CLICKS.iter().find(|row| row.1 == mode).expect("each mode has its row").0
}

/// Returns a press of the left button at `cursor`, with this view.
pub(crate) fn left_press(cursor: CursorPosition, view: View, modifiers: Modifiers) -> Press {
    Press { button: Button::Left, cursor, modifiers, pane: Pane::Picking, view, seconds: 0.0 }
}

/// Returns the action of a left click.
pub(crate) fn pressed(cursor: CursorPosition, view: View, mode: ClickMode, double: bool) -> Action {
    Action::Gesture(Gesture::Click { press: left_press(cursor, view, modifiers_of(mode)), double })
}

/// Returns the action of a right click.
pub(crate) fn right_click(cursor: CursorPosition, view: View) -> Action {
    let press = Press { button: Button::Right, ..left_press(cursor, view, Modifiers::NONE) };
    Action::Gesture(Gesture::Click { press, double: false })
}

/// Returns a turn of the wheel at `cursor` that multiplies the camera's distance by `factor`.
pub(crate) fn wheel(cursor: CursorPosition, factor: f64) -> Wheel {
    Wheel { cursor, factor, modifiers: Modifiers::NONE }
}
