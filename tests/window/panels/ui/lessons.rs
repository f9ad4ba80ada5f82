//! The list of lessons, their pages, and the cards over the picture; the symptoms that lead to a page, and the function
//! to copy.

use super::*;
use pickray::pick::explain::{CodeLanguage, FunctionEnd, whole_function};
use pickray_app::app::tools::picking::ladder::step_name;

/// Returns a window with the first page of a lesson.
fn page(size: [f32; 2], lesson: &str) -> Window {
    let mut harness = window(size, 1.0);
    let index = builtin().iter().position(|other| other.name == lesson).expect("a lesson");
    harness.learn(LEARN).learn(LearningAction::Open(index));
    harness
}

/// Returns where words are painted.
fn at(harness: &Window, words: &str) -> Rect {
    let all = painted(harness);
    let found = all.iter().find(|painted| painted.words.contains(words));
    found.unwrap_or_else(|| panic!("{words} is not there")).place
}

/// Returns whether words are painted whole in the panel of the lesson, which clips what lies below its fold.
fn is_whole(harness: &Window, words: &str) -> bool {
    let all = painted(harness);
    all.iter().any(|painted| painted.words.contains(words) && painted.clip.contains_rect(painted.place))
}

#[test]
fn a_page_begins_at_its_top_and_a_goal_below_the_fold_is_scrolled_to() {
    let mut harness = page([1280.0, 480.0], "one-pixel-two-depths");
    let title = at(&harness, "One pixel, two depths");
    assert!(is_whole(harness.learn(TELL).frames(60), "Goal"));
    assert!(!painted(&harness).iter().any(|painted| painted.place == title), "else there was nothing to scroll");
    assert_eq!(at(harness.learn(LearningAction::Page(1)), "One pixel, two depths").top(), title.top());
}

#[test]
fn tab_brings_the_lessons_below_the_fold_into_view() {
    let mut harness = window([1280.0, 480.0], 1.0);
    let last = format!("{}  ", builtin().len());
    assert!(!is_whole(harness.learn(LEARN), &last), "else there is nothing to scroll");
    let mut tabs = (0..200).map(|_| {
        harness.key_press(egui::Key::Tab);
        is_whole(harness.frames(2), &last)
    });
    assert!(tabs.any(|is_seen| is_seen), "the last lesson is never seen");
}

#[test]
fn what_a_hint_says_and_the_way_on_from_a_goal_reached_are_scrolled_to() {
    let whole = |harness: &Window, words: [&str; 2]| words.map(|words| assert!(is_whole(harness, words), "{words}"));
    let mut harness = page([1280.0, 620.0], "half-a-pixel");
    harness.learn(LadderAction::Open(Step::Window)).learn(TELL).frames(60);
    for hint in ["What must lie between", "until an edge passes there"] {
        whole(harness.learn(LearningAction::Hint).frames(60), [hint, "Next ›"]);
    }
    let mut harness = page([1280.0, 620.0], "one-pixel-two-depths");
    harness.learn(LadderAction::Open(Step::Window)).learn(TELL).frames(60);
    harness.learn(Action::Study(Change::Near(Plane::At(8.5)))).frames(60);
    whole(&harness, ["✓ Reached", "Next ›"]);
}

#[test]
fn a_goal_is_whole_though_the_bar_of_the_panel_comes_with_it() {
    for lesson in ["a-plane-at-infinity", "half-a-pixel"] {
        let mut harness = page([1280.0, 720.0], lesson);
        harness.learn(LadderAction::Open(Step::Eye)).learn(TELL).frames(60);
        assert!(is_whole(&harness, "A hint (2 left)"), "{lesson}");
    }
}

#[test]
fn after_an_answer_the_goal_and_the_way_on_are_whole_on_every_page() {
    in_each_language(|language| {
        // As narrow as one of the usual small screens, and as low as the other.
        let mut harness = window([1280.0, 768.0], 1.0);
        harness.learn(LEARN);
        for (number, lesson) in builtin().iter().enumerate() {
            for (index, page) in lesson.pages.iter().enumerate().filter(|(_, page)| page.prediction.is_some()) {
                let check = |harness: &Window, when: &str| {
                    let is_last = index + 1 == lesson.pages.len();
                    let way_on = Text(if is_last { "lesson-next-lesson" } else { "lesson-page-on" }).shown();
                    let goal = Text("lesson-goal").shown();
                    for words in [way_on, goal] {
                        let is_missing = words == goal && page.goal.conditions.is_empty();
                        let place = format!("{}, {}, {language:?}, {when}", lesson.name, page.id);
                        assert!(is_missing || is_whole(harness, words), "{words} on {place}");
                    }
                };
                let open = || LearningAction::OpenPage(number, index);
                harness.learn(open()).learn(TELL).learn(LadderAction::Open(Step::Ndc)).frames(10);
                check(&harness, "answered, then a step opened");
                check(harness.learn(open()).learn(TELL).frames(10), "answered with a step open");
                harness.learn(LadderAction::Open(Step::Ndc));
            }
        }
    });
}

#[test]
fn the_ladder_without_an_open_step_leaves_the_height_of_the_window_to_the_words() {
    let mut harness = page([1280.0, 800.0], "whose-space");
    let below_panel = |harness: &Window| {
        let words = at(harness, "Whose space");
        let steps = Step::ALL.map(step_name).map(|name| harness.button(name));
        let clip = painted(harness).into_iter().find(|it| it.place == words).expect("words").clip;
        (steps.iter().any(|step| clip.left() < step.right()), clip.bottom() > steps[0].bottom())
    };
    let picture = harness.picture();
    assert_eq!(below_panel(&harness), (false, true));
    for expected in [(true, false), (false, true)] {
        harness.learn(LadderAction::Open(Step::World));
        assert_eq!((below_panel(&harness), harness.picture()), (expected, picture));
    }
}

#[test]
fn the_setup_is_unfolded_on_pages_whose_goal_is_reached_there() {
    for (lesson, is_unfolded) in [("whose-space", true), ("a-plane-at-infinity", true), ("y-the-other-way", false)] {
        let harness = page([1280.0, 1200.0], lesson);
        assert_eq!((harness.query_all_by_label("Near plane").count() > 0), is_unfolded, "{lesson}");
    }
}

#[test]
fn the_start_of_a_wrong_ray_has_its_name_in_the_free_view_unless_the_mistake_is_to_be_found() {
    let mut harness = with_mistake([1280.0, 720.0], true);
    let is_named = |harness: &Window| painted(harness).iter().any(|it| it.words.contains("Wrong start"));
    assert!(is_named(&harness));
    assert!(!is_named(harness.learn(MistakeAction::Hide)) && harness.desk().study.hidden().is_some());
}

#[test]
fn a_place_that_is_predicted_is_seen_or_said_to_be_outside() {
    let (seen, outside) = ("the disc in the picture", "a place outside the picture");
    for (height, lesson, index, said) in [
        (720.0, "y-the-other-way", 1, seen),
        (720.0, "two-screens", 0, seen),
        (720.0, "whose-space", 2, seen),
        // The lower a window, the larger is the share of the ladder, and the lower lies the window's middle row.
        (480.0, "y-the-other-way", 1, outside),
    ] {
        page([1280.0, height], lesson).learn(LearningAction::Page(index)).learn(TELL).sees(&[said]);
    }
}

#[test]
fn a_step_with_dots_says_at_once_why_and_opened_says_it_too() {
    let mut harness = page([1280.0, 720.0], "y-the-other-way");
    let why = |harness: &Window| {
        painted(harness).iter().filter(|painted| painted.words == "Shown after your prediction.").count()
    };
    assert_eq!(why(&harness), Step::ALL.len() - 1);
    assert_eq!(why(harness.learn(LadderAction::Open(Step::Window))), Step::ALL.len());
    assert_eq!(why(harness.learn(TELL)), 0);
}

/// Returns a window with a mistake shown, in one view or two.
fn with_mistake(size: [f32; 2], splits: bool) -> Window {
    let mut harness = window(size, 1.0);
    harness.explain();
    if splits {
        harness.learn(Action::Command(Command::NextRayView));
    }
    harness.pick(0).learn(MistakeAction::Show(Some(Mistake::YNotFlipped)));
    harness
}

/// Returns where the card of the mistake lies.
fn card(harness: &Window) -> Rect {
    let heading = at(harness, "With “y not flipped”");
    let card = harness.ctx.layer_id_at(heading.center()).expect("a card");
    egui::AreaState::load(&harness.ctx, card.id).expect("its place").rect()
}

#[test]
fn what_a_card_does_not_take_goes_to_the_picture_behind_it() {
    let harness = with_mistake([1280.0, 720.0], false);
    let card = at(&harness, "With “y not flipped”");
    let mut buttons = harness.get_all_by_role_and_label(Role::Button, "×").map(|node| node.rect().center());
    let close = buttons.find(|at| (at.y - card.center().y).abs() < 12.0).expect("a button");
    let is_covered = |at: Pos2| panels::is_covered(&harness.ctx, at);
    assert!(!is_covered(card.center()) && is_covered(close), "{card:?} {close:?}");

    let mut harness = window([1280.0, 720.0], 1.0);
    harness.learn(Action::Command(Command::NextHit));
    let words = at(&harness, "Nothing has been picked yet: click first, then Tab goes to the hits behind.");
    let close = harness.button("×").center();
    let is_covered = |at: Pos2| panels::is_covered(&harness.ctx, at);
    assert!(harness.picture().contains_rect(words) && is_covered(close));
    assert!(!is_covered(words.center()) && !is_covered(words.left_center()), "{words:?} {close:?}");
}

#[test]
fn a_card_keeps_off_what_both_views_are_for_and_off_the_strip() {
    for (size, splits) in [([1280.0, 720.0], false), ([1280.0, 720.0], true), ([853.0, 480.0], true)] {
        let harness = with_mistake(size, splits);
        let (place, desk) = (card(&harness), harness.desk());
        let covers = |at: CursorPosition| place.contains(Pos2::new(at.x as f32, at.y as f32));
        // The smaller picture has no place without any.
        if size[0] > 1000.0 {
            let cursor = desk.picked.as_ref().expect("a pick").trace.cursor;
            let effect = harness.picking().explain.mistakes.effect(desk);
            let lands = effect.and_then(|effect| effect.lands).expect("it lands");
            let lands = desk.view().cursor_from_world(lands).expect("before the camera");
            assert!(!covers(cursor) && !covers(lands), "{place:?} {cursor:?} {lands:?}");
            for words in ["Pick here", "The pick from the side"].into_iter().filter(|_| splits) {
                let caption = painted(&harness).into_iter().find(|painted| painted.words == words).expect("it");
                assert!(!place.intersects(caption.place), "{words} at {} below {place}", caption.place);
            }
        }
        let strip = harness.button("Lasso");
        assert!(!splits || strip.right() < place.left(), "{strip} and {place} in {size:?}");
    }
}

#[test]
fn the_names_of_mistakes_stay_where_they_are_when_pixels_are_told() {
    let mut harness = window([1280.0, 720.0], 1.0);
    let chips = |harness: &Window| {
        let names = ["y not flipped", "flipped by the viewport's height", "logical pixels", "pixel corner"];
        names.map(|name| {
            let label = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().unwrap_or_default();
            let mut buttons = harness.get_all_by_role(Role::Button);
            buttons.find(|node| label(node).starts_with(name)).expect(name).rect()
        })
    };
    let before = chips(harness.explain().pick(0).learn(LadderAction::Open(Step::Window)));
    assert_eq!(chips(harness.learn(MistakeAction::Show(Some(Mistake::YNotFlipped)))), before);
    at(&harness, " px");
}

#[test]
fn titles_of_lessons_and_how_far_they_have_come_do_not_cover_each_other() {
    in_each_language(|_| {
        for width in [560.0, 1280.0] {
            let mut harness = window([width, 1800.0], 1.0);
            harness.go_to(Workspace::Learn);
            let labels: Vec<_> = painted(&harness).into_iter().map(|it| (it.words, it.place)).collect();
            let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            let is_count = |text: &str| text.split_once('/').is_some_and(|(a, b)| is_number(a) && is_number(b));
            let is_title = |text: &str| text.split_once("  ").is_some_and(|(number, _)| is_number(number));
            let counts: Vec<_> = labels.iter().filter(|(text, _)| is_count(text)).collect();
            let titles: Vec<_> = labels.iter().filter(|(text, _)| is_title(text)).collect();
            assert!(counts.len() == titles.len() && 8 < titles.len(), "{labels:?}");
            for (title, place) in titles {
                let covered = counts.iter().find(|(_, count)| count.shrink(0.5).intersects(*place));
                assert!(covered.is_none(), "{title} at {place} covers {covered:?}");
                assert!(0.0 < place.left() && place.right() < width, "{title} at {place} of {width}");
            }
        }
    });
}

#[test]
fn a_symptom_leads_to_the_step_with_its_mistake_and_to_the_page_about_it() {
    let mut harness = window([1280.0, 900.0], 1.0);
    harness.show(Action::Command(Command::ToggleExplain)).press_unseen("Begin from a symptom");
    harness.press_unseen("“It goes up when I go down”").press_unseen("Window: y not flipped");
    let picking = harness.picking();
    let effects = picking.explain.mistakes.effects(harness.desk());
    assert_eq!((picking.explain.ladder.open, effects.is_empty()), (Some(Step::Window), false));
    assert_eq!(harness.desk().study.mistake(), Some(Mistake::YNotFlipped));
    let desk = harness.press_unseen("Lesson: y the other way, page 2").desk();
    let page = desk.page.as_ref().map(|page| (page.lesson.as_str(), page.page.as_str()));
    assert_eq!((desk.workspace, page), (Workspace::Learn, Some(("y-the-other-way", "not-turned"))));
}

#[test]
fn the_whole_function_is_copied_with_the_numbers_of_the_pick() {
    let mut harness = window([1280.0, 900.0], 1.0);
    harness.show(Action::Command(Command::ToggleExplain)).press_unseen("Whole function");
    assert!(!harness.shows("Rust, glam"), "nothing was clicked");
    let copy = |harness: &mut Window| {
        harness.state_mut().effects.clear();
        let app = harness.frames(3).press_unseen("Rust, glam").state();
        app.copied().last().expect("a copy").to_string()
    };
    let in_triangle = copy(harness.pick(0));
    let picked = harness.desk().picked.as_ref().expect("a pick");
    let code = |end| whole_function(&picked.trace, end, CodeLanguage::Rust, &ToString::to_string).expect("a ray");
    let (ray, triangle) =
        (code(FunctionEnd::Ray(Some(0))), code(FunctionEnd::Triangle(picked.hit.as_ref().expect("a hit"))));
    assert!(ray.contains("pub fn pick_ray") && ray.contains("// This pick:") && !ray.contains("meet_triangle"));
    assert!(triangle.contains("pub fn meet_triangle"));
    assert_eq!((in_triangle, copy(harness.press_unseen("the ray"))), (triangle, ray));
    speak(Language::Chinese);
    let in_chinese = copy(&mut harness);
    speak(Language::English);
    assert!(in_chinese.contains("// 这次拾取："), "{in_chinese}");
}

#[test]
fn the_rows_of_the_lessons_are_of_one_height_and_react_all_over() {
    for size in [[390.0, 844.0], [1280.0, 720.0], [1366.0, 768.0], [1920.0, 1080.0]] {
        in_each_language(|language| {
            let mut harness = window(size, 1.0);
            harness.learn(LEARN).learn(Action::Detent(Detent::Half));
            let row = |lesson: &pickray_app::lesson::Lesson| -> Rect {
                let mut named = harness.query_all_by_label_contains(&lesson.words(language).title);
                named.find(|node| node.accesskit_node().role() == Role::Button).expect("a row").rect()
            };
            let rows: Vec<_> = builtin().iter().map(row).collect();
            assert_eq!(rows.len(), 13);
            for (above, below) in rows.iter().zip(&rows[1..]) {
                assert!(above.size() == rows[0].size() && above.bottom() <= below.top(), "{rows:?} at {size:?}");
            }
            let panel = painted(&harness).into_iter().find(|it| it.words.contains("1  ")).expect("a row").clip;
            assert!(rows[0].height() < 140.0 && 0.85 * panel.width() < rows[0].width(), "{} at {size:?}", rows[0]);
            for at in [rows[0].left_top() + egui::vec2(2.0, 2.0), rows[0].right_bottom() - egui::vec2(2.0, 2.0)] {
                harness.hover_at(at);
                harness.frames(2).drag_at(at);
                harness.frames(2).drop_at(at);
                let page = harness.frames(2).desk().page.as_ref().map(|page| page.lesson.clone());
                assert_eq!(page.as_ref(), Some(&builtin()[0].name), "{at} at {size:?}");
                harness.learn(LearningAction::List);
            }
        });
    }
}
