//! Lessons by the keyboard alone, and what is shown to a room, in a real window.

use super::harness::{App, FrameLine, LessonPage, keysym};
use super::{SQUARE, on};
use pickray::pick::explain::Step;

/// The page of lesson 1 that is open.
fn first_lesson(page: &str, predicted: bool, solved: bool) -> Option<LessonPage> {
    Some(LessonPage { name: "y-the-other-way".to_owned(), page: page.to_owned(), predicted, solved })
}

/// Waits for a frame after this one of which something holds.
fn wait_after(app: &mut App, before: &FrameLine, what: &str, holds: impl Fn(&FrameLine) -> bool) -> FrameLine {
    app.wait(what, |line| before.frame_number < line.frame_number && holds(line))
}

/// Presses Enter, and waits for the page that it leads to.
fn enter(app: &mut App, expected: &Option<LessonPage>) -> FrameLine {
    let before = app.last_frame();
    assert_ne!(&before.lesson, expected);
    app.strike(keysym::ENTER);
    wait_after(app, &before, "what Enter leads to", |line| &line.lesson == expected)
}

/// Types a number into the field that has the keyboard, which takes letters from its second frame on.
fn type_number(app: &mut App, number: &str) {
    let before = app.last_frame();
    wait_after(app, &before, "the field for a number", |line| before.frame_number + 2 < line.frame_number);
    number.bytes().for_each(|digit| app.strike(u32::from(digit)));
}

/// Moves the crosshair from the middle of the picture, where it appears, to the row half way up the window.
fn move_to_middle_row(app: &App) {
    let line = app.last_frame();
    let down = line.viewport.y + line.viewport.height / 2 - line.framebuffer[1] as i32 / 2;
    let arrow = if down < 0 { keysym::UP } else { keysym::DOWN };
    app.key(keysym::SHIFT, true);
    (0..down.abs() / 10).for_each(|_| app.strike(arrow));
    app.key(keysym::SHIFT, false);
    (0..down.abs() % 10).for_each(|_| app.strike(arrow));
    app.settle();
}

#[test]
fn a_page_is_solved_by_keys_alone_and_the_next_one_opened() {
    let mut app = App::start(&on(SQUARE));
    app.press(keysym::F4);
    assert_eq!(app.last_frame().lesson, None);
    app.press(keysym::F6);
    enter(&mut app, &first_lesson("two-origins", false, false));
    let teapot = app.wait("the teapot", |line| line.mesh.as_deref() == Some("Teapot") && !line.loading);
    assert!(teapot.picked.is_some(), "a click was made for the reader: {teapot:?}");

    // The field has the keyboard since the page was opened; Esc gives it back, F6 fetches it.
    app.press(keysym::ESCAPE);
    assert_eq!(app.last_frame().lesson, first_lesson("two-origins", false, false));
    app.strike(keysym::F6);
    type_number(&mut app, "360");
    enter(&mut app, &first_lesson("two-origins", true, false));
    app.settle();

    app.press(keysym::of('k'));
    move_to_middle_row(&app);
    assert_eq!(app.last_frame().lesson, first_lesson("two-origins", true, false));
    enter(&mut app, &first_lesson("two-origins", true, true));

    // The next page asks for a click, and leaves the keyboard to the picture.
    app.press(keysym::F6);
    let second = enter(&mut app, &first_lesson("not-turned", false, false));
    app.settle();
    enter(&mut app, &first_lesson("not-turned", true, false));
    assert_eq!(app.last_frame().picked, second.picked, "a prediction picks nothing");
}

#[test]
fn a_letter_is_the_pictures_while_a_button_has_the_keyboard_and_a_fields_while_one_types() {
    let mut app = App::start(&on(SQUARE));
    app.press(keysym::F4);
    app.strike(keysym::F6);
    app.strike(keysym::of('r'));
    app.wait("the split picture", |line| line.second_view.is_some());
    enter(&mut app, &first_lesson("two-origins", false, false));
    let before = app.wait("the teapot", |line| line.mesh.as_deref() == Some("Teapot") && !line.loading);
    app.strike(keysym::of('r'));
    // Where the next letter goes is known some frames later; what blinks in the field draws them.
    let after = wait_after(&mut app, &before, "the letter", |line| before.frame_number + 5 < line.frame_number);
    assert_eq!(after.second_view, before.second_view);
}

#[test]
fn f5_shows_it_to_a_room_in_larger_type_and_steps_with_page_down() {
    let mut app = App::start(&on(SQUARE));
    app.click(app.middle_of(0));
    app.settle();
    let before = app.last_frame();
    app.press(keysym::F5);
    let presented = app.last_frame();
    assert_eq!((before.scale_factor, presented.scale_factor), (1.0, 1.5));
    assert!(before.viewport.width < presented.viewport.width, "the inspector is gone: {presented:?}");
    let (up, down) = (keysym::PAGE_UP, keysym::PAGE_DOWN);
    for (key, expected) in [(down, Step::Cursor), (down, Step::Window), (up, Step::Cursor)] {
        app.press(key);
        assert_eq!(app.last_frame().step, Some(expected));
    }
    app.press(keysym::F5);
    assert_eq!((app.last_frame().scale_factor, app.last_frame().viewport), (1.0, before.viewport));
}
