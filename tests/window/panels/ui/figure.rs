//! Figures of articles: one part of the window alone, in little room.

use super::sheet::{faults, rect_of};
use super::*;
use egui::Vec2;
use pickray_app::app::arrangement::Figure;
use pickray_app::app::tools::picking::learning::LearningAction;
use std::collections::BTreeSet;

/// Sizes of figures, from a telephone's to a wide column's.
const SIZES: [[f32; 2]; 6] =
    [[320.0, 300.0], [320.0, 600.0], [540.0, 400.0], [600.0, 400.0], [640.0, 480.0], [900.0, 600.0]];

/// Room that the harness leaves of a size.
fn room(size: [f32; 2]) -> Vec2 {
    Vec2::from(size) - Vec2::splat(16.0)
}

fn figure(size: [f32; 2], part: Figure, touched: bool) -> Harness<'static, App> {
    let mut harness = window(size, 1.0);
    if touched {
        harness.state_mut().update(Action::Touched(None));
    }
    harness.state_mut().update(Action::ShowAlone(part));
    harness.pick(0);
    harness.run_steps(4);
    harness
}

#[test]
fn each_part_has_room_at_every_size_and_nothing_is_cut() {
    let mut found = BTreeSet::new();
    for (size, part, touched) in SIZES
        .into_iter()
        .flat_map(|size| Figure::ALL.map(|part| (size, part)))
        .flat_map(|(size, part)| [false, true].map(|touched| (size, part, touched)))
    {
        let mut harness = figure(size, part, touched);
        let at = format!("{part:?} at {size:?}, touched {touched}");
        let mut shown = |harness: &mut Harness<'static, App>, at: &str| {
            harness.run_steps(4);
            faults(harness, size, at, &mut found);
            let picture = harness.state().picture;
            if picture.width() < 200.0
                || picture.height() < 110.0
                || picture.area() < 0.35 * room(size).x * room(size).y
            {
                found.insert(format!("{at}: the picture is {:?}", picture.size()));
            }
            harness.get_by_label("Open the whole page in a new tab");
            for absent in ["File", "Menu", "Objects (1)", "Open the sheet", "Click", "Explain"] {
                assert!(!harness.shows(absent), "{at}: {absent}");
            }
        };
        shown(&mut harness, &at);
        match part {
            Figure::Picture => {
                assert_eq!(harness.state().picture.size(), room(size));
                assert!(!harness.shows("Window"));
            }
            Figure::Ladder if size[0] < 900.0 => {
                harness.press_and_show("Next step");
                harness.get_by_label("Window");
                shown(&mut harness, &format!("{at}, the next step"));
            }
            Figure::Ladder => {
                let world = rect_of(&harness.get_by_role_and_label(Role::Button, "World")).expect("a step of the row");
                assert!(!harness.shows("Next step") && world.top() > harness.state().picture.bottom());
            }
            Figure::Lesson => {
                harness.state_mut().update(Action::Command(Command::Show(Workspace::Learn)));
                let n_lessons = harness.tool::<Picking>().learning.lessons().count();
                for lesson in 0..n_lessons {
                    harness.state_mut().update(LearningAction::OpenPage(lesson, 0).into());
                    harness.state_mut().work();
                    shown(&mut harness, &format!("{at}, lesson {lesson}"));
                }
            }
        }
    }
    assert!(found.is_empty(), "{} faults:\n{}", found.len(), found.into_iter().collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_figure_leads_from_page_to_page_and_to_the_whole_page() {
    let mut harness = figure([640.0, 480.0], Figure::Lesson, false);
    harness.state_mut().update(Action::Command(Command::Show(Workspace::Learn)));
    harness.state_mut().update(LearningAction::OpenPage(0, 0).into());
    harness.state_mut().work();
    harness.run_steps(4);
    assert!(!harness.shows("‹ Lessons"), "it is one lesson");
    harness.press_and_show("Next ›");
    harness.get_by_label_contains("Page 2 of");
    assert!(harness.desk().messages.last.is_none(), "nobody asked to restore anything");
}
