//! Figures of articles: one part of the window alone, in little room.

use super::sheet::{faults, rect_of};
use super::*;
use pickray_app::app::arrangement::Figure;

/// Sizes of figures, from a telephone's to a wide column's.
const SIZES: [[f32; 2]; 6] =
    [[320.0, 300.0], [320.0, 600.0], [540.0, 400.0], [600.0, 400.0], [640.0, 480.0], [900.0, 600.0]];

/// Room that the harness leaves of a size.
fn room(size: [f32; 2]) -> Vec2 {
    Vec2::from(size) - Vec2::splat(16.0)
}

fn figure(size: [f32; 2], part: Figure, touched: bool) -> Window {
    let mut harness = window(size, 1.0);
    if touched {
        harness.show(Action::Touched(None));
    }
    harness.show(Action::ShowAlone(part)).pick(0).frames(4);
    harness
}

#[test]
fn each_part_has_room_at_every_size_and_nothing_is_cut() {
    let mut found = BTreeSet::new();
    let parts = SIZES.into_iter().flat_map(|size| Figure::ALL.map(|part| (size, part)));
    for ((size, part), touched) in parts.flat_map(|part| [false, true].map(|touched| (part, touched))) {
        let mut harness = figure(size, part, touched);
        let at = format!("{part:?} at {size:?}, touched {touched}");
        let mut look = |harness: &Window, at: &str| {
            faults(harness, size, at, &mut found);
            let (picture, whole) = (harness.picture(), room(size));
            if picture.width() < 200.0 || picture.height() < 110.0 || picture.area() < 0.35 * whole.x * whole.y {
                found.insert(format!("{at}: the picture is {:?}", picture.size()));
            }
            harness.get_by_label("Open the whole page in a new tab");
            for absent in ["File", "Menu", "Objects (1)", "Open the sheet", "Click", "Explain"] {
                assert!(!harness.shows(absent), "{at}: {absent}");
            }
        };
        look(harness.frames(4), &at);
        match part {
            Figure::Picture => {
                assert_eq!(harness.picture().size(), room(size));
                assert!(!harness.shows("Window"));
            }
            Figure::Ladder if size[0] < 900.0 => {
                harness.press_and_show("Next step").sees(&["Window"]);
                look(harness.frames(4), &format!("{at}, the next step"));
            }
            Figure::Ladder => {
                let world = rect_of(&harness.get_by_role_and_label(Role::Button, "World")).expect("a step of the row");
                assert!(!harness.shows("Next step") && world.top() > harness.picture().bottom());
            }
            Figure::Lesson => {
                harness.show(LEARN);
                for lesson in 0..harness.picking().learning.lessons().count() {
                    look(harness.learn(LearningAction::OpenPage(lesson, 0)), &format!("{at}, lesson {lesson}"));
                }
            }
        }
    }
    assert_none(&found);
}

#[test]
fn a_figure_leads_from_page_to_page_and_to_the_whole_page() {
    let mut harness = figure([640.0, 480.0], Figure::Lesson, false);
    assert!(!harness.show(LEARN).learn(LearningAction::OpenPage(0, 0)).shows("‹ Lessons"), "it is one lesson");
    harness.press_and_show("Next ›").get_by_label_contains("Page 2 of");
    assert!(harness.desk().messages.last.is_none(), "nobody asked to restore anything");
}
