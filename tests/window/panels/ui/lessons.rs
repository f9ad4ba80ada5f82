//! The list of lessons, the symptoms that lead to them, and the function to copy.

use super::*;
use pickray::app::texts::{Language, speak};
use pickray::pick::{CodeLanguage, Mistake, Step, whole_function};

#[test]
fn titles_of_lessons_and_how_far_they_have_come_do_not_cover_each_other() {
    for language in [Language::English, Language::Chinese] {
        speak(language);
        for width in [560.0, 1280.0] {
            let mut harness = window([width, 1800.0], 1.0);
            harness.state_mut().update(Action::Command(Command::Show(Workspace::Learn)));
            harness.run();
            let nodes = harness.root().children_recursive();
            let labels: Vec<_> = nodes
                .filter_map(|node| {
                    let text = node.accesskit_node().value().or_else(|| node.accesskit_node().label())?;
                    Some((text, node.rect()))
                })
                .collect();
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let is_count = |text: &str| text.split_once('/').is_some_and(|(a, b)| is_number(a) && is_number(b));
            let is_title = |text: &str| text.split_once("  ").is_some_and(|(number, _)| is_number(number));
            let counts: Vec<_> = labels.iter().filter(|(text, _)| is_count(text)).collect();
            let titles: Vec<_> = labels.iter().filter(|(text, _)| is_title(text)).collect();
            assert_eq!((counts.len(), titles.len()), (12, 12), "{labels:?}");
            for (title, place) in titles {
                let covered = counts.iter().find(|(_, count)| count.shrink(0.5).intersects(*place));
                assert!(covered.is_none(), "{title} at {place} covers {covered:?}");
                assert!(0.0 < place.left() && place.right() < width, "{title} at {place} of {width}");
            }
        }
    }
    speak(Language::English);
}

#[test]
fn a_symptom_leads_to_the_step_with_its_mistake_and_to_the_page_about_it() {
    let mut harness = window([1280.0, 900.0], 1.0);
    harness.state_mut().update(Action::Command(Command::ToggleExplain));
    let press = |harness: &mut Harness<'static, App>, words: &str| {
        harness.get_by_label(words).click_accesskit();
        harness.run_steps(6);
    };
    harness.run_steps(3);
    press(&mut harness, "Begin from a symptom");
    press(&mut harness, "“It goes up when I go down”");
    press(&mut harness, "Window: y not flipped");
    let picking = harness.state().state.tools.get::<Picking>();
    assert_eq!((picking.ladder.open, picking.mistakes.picks.is_empty()), (Some(Step::Window), false));
    assert_eq!(harness.state().state.desk.study.mistake(), Some(Mistake::YNotFlipped));
    press(&mut harness, "Lesson: y the other way");
    assert_eq!(harness.state().state.desk.workspace, Workspace::Learn);
    let page = harness.state().state.desk.page.clone().expect("a page");
    assert_eq!((page.lesson.as_str(), page.page.as_str()), ("y-the-other-way", "not-turned"));
}

#[test]
fn the_whole_function_is_copied_with_the_numbers_of_the_pick() {
    let mut harness = window([1280.0, 900.0], 1.0);
    harness.state_mut().update(Action::Command(Command::ToggleExplain));
    harness.run_steps(3);
    harness.get_by_label("Whole function").click_accesskit();
    harness.run_steps(6);
    assert!(harness.query_by_label("Rust, glam").is_none(), "nothing was clicked");
    pick(&mut harness, 0, ClickMode::Replace);
    harness.state_mut().effects.clear();
    harness.get_by_label("Rust, glam").click_accesskit();
    harness.run_steps(3);
    let trace = &harness.state().state.desk.picked.as_ref().expect("a pick").trace;
    let expected = whole_function(trace, Some(0), CodeLanguage::Rust).expect("a ray");
    assert!(expected.contains("pub fn pick_ray") && expected.contains("// This pick:"));
    let copied = harness.state().effects.iter().find_map(|effect| match effect {
        Effect::Copy(text) => Some(text),
        _ => None,
    });
    assert_eq!(copied, Some(&expected));
}
