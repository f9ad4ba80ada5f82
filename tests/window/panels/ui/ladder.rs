//! What is seen of the ladder without scrolling, and where it gives way.

use super::*;
use pickray::glam::DVec2;
use pickray::math::{ClipSpace, DepthFormat, DepthRange, depth_step};
use pickray_app::app::tools::picking;
use pickray_app::app::tools::picking::ladder::{DepthSteps, RayPoint};

/// Returns a window with a pick and a step of its ladder open.
fn opened(step: Step) -> Window {
    opened_in(window([1280.0, 720.0], 1.0), step)
}

fn opened_in(mut harness: Window, step: Step) -> Window {
    harness.explain().pick(0).show(LadderAction::Open(step));
    harness
}

/// Returns where the words with these in them are seen whole.
fn seen(harness: &Window, words: &str) -> Vec<Rect> {
    let all = painted(harness);
    let whole = all.iter().filter(|painted| painted.words.contains(words) && painted.clip.contains_rect(painted.place));
    whole.map(|painted| painted.place).collect()
}

#[test]
fn below_t_the_last_step_says_that_it_is_no_distance_without_being_scrolled() {
    in_each_language(|language| {
        let (name, words) = match language {
            Language::Chinese => ("三角形", "近点到远点的全程"),
            _ => ("Triangle", "of the way from near to far"),
        };
        let harness = opened(Step::Triangle);
        let step = harness.button(name);
        let in_ladder = seen(&harness, words).into_iter().filter(|place| step.bottom() < place.top()).count();
        assert_eq!(in_ladder, 1, "{language:?}");
    });
}

#[test]
fn the_point_whose_numbers_the_mouse_is_over_is_pointed_out_and_no_longer() {
    let mut harness = opened(Step::World);
    let near = harness.query_all_by_label("near").next().expect("numbers").rect().center();
    for (at, pointed) in [(near, Some(RayPoint::Near)), (harness.picture().center(), None)] {
        harness.hover_at(at);
        assert_eq!(harness.frames(3).picking().explain.ladder.pointed, pointed);
    }
}

#[test]
fn the_step_world_says_what_it_is_in_f32_without_being_scrolled() {
    assert_eq!(seen(&opened(Step::World), "In f32").len(), 1);
}

#[test]
fn the_names_of_mistakes_stay_where_they_are_from_click_to_click() {
    for step in [Step::Window, Step::Ndc, Step::Eye, Step::World, Step::Object] {
        let mut harness = opened(step);
        let name = match step {
            Step::Window => "y not flipped",
            Step::Ndc => "viewport offset ignored",
            Step::Eye => "no division by w",
            Step::World => "eye as origin",
            _ => "model matrix forgotten",
        };
        let cursors = [(500.0, 250.0), (433.0, 201.0), (11.0, 44.0), (520.0, 99.0), (302.0, 301.0), (12.0, 349.0)];
        let at = cursors.map(|(x, y)| {
            harness.show(Action::Study(Change::Cursor(DVec2::new(x, y))));
            lowest(&harness, name).map(|it| it.rect().min).expect("a name")
        });
        assert!(at.iter().all(|place| *place == at[0]), "{step:?}: {at:?}");
    }
}

#[test]
fn the_step_ndc_has_the_steps_of_depth_between_the_planes_of_the_pick() {
    let harness = opened(Step::Ndc);
    let trace = &harness.desk().picked.as_ref().expect("a pick").trace;
    let (near, far) = (trace.view.camera.near, trace.view.camera.far);
    let range = DepthRange::Perspective { near, far };
    let steps = DepthSteps::of(&harness.desk().view().camera).expect("a range");
    for (k, distance) in [near, 0.5 * (near + far), far].into_iter().enumerate() {
        let fixed = depth_step(range, ClipSpace::OPENGL, DepthFormat::Fixed24, distance).expect("a step");
        let reversed = depth_step(range, ClipSpace::WGPU.reversed(), DepthFormat::Float32, distance).expect("a step");
        assert_eq!((steps.distances[k], steps.steps[0][k], steps.steps[4][k]), (distance, fixed, reversed));
    }
    let rows = ["24 bits, −1 → 1", "24 bits, 0 → 1", "float, 0 → 1", "float, 1 → −1", "float, 1 → 0"];
    for row in rows {
        assert_eq!(seen(&harness, row).len(), 1, "{row} is seen whole");
    }
}

#[test]
fn the_last_step_of_the_row_has_the_depth_of_the_hit_whole() {
    in_each_language(|_| {
        let harness = opened(Step::Triangle);
        let hit = &harness.desk().picked.as_ref().and_then(|picked| picked.hit.as_ref()).expect("a hit");
        let (name, depth) = (Text("ladder-depth").shown(), hit.window.expect("seen").z);
        let all = painted(&harness);
        let shown = all.iter().find_map(|it| Some((it, it.words.strip_prefix(name)?.trim().parse::<f64>().ok()?)));
        let (it, number) = shown.expect("a depth");
        assert!((number - depth).abs() < 1e-4 && it.clip.contains_rect(it.place), "{} in {}", it.place, it.clip);
    });
}

#[test]
fn the_right_and_the_wrong_numbers_are_whole_on_a_small_screen_in_a_lesson_too() {
    in_each_language(|language| {
        let (near, far) = if language == Language::Chinese { ("近 ", "   远 ") } else { ("near ", "   far ") };
        for mistake in [Mistake::YNotFlipped, Mistake::NoDivisionByW, Mistake::TransposedMatrix, Mistake::EyeAsOrigin] {
            for workspace in [Workspace::Pick, Workspace::Learn] {
                let mut harness = opened(mistake.step());
                harness.show(Action::Command(Command::Show(workspace))).pick(0);
                harness.show(MistakeAction::Show(Some(mistake)));
                let all = painted(&harness);
                let is_points = |words: &str| words.starts_with(near) && words.contains(far) && !words.contains('W');
                let numbers: Vec<_> = all.iter().filter(|it| is_points(&it.words)).collect();
                assert_eq!(numbers.len(), 2, "right and wrong: {mistake:?}, {language:?}");
                for it in numbers {
                    let is_whole = it.clip.contains_rect(it.place);
                    assert!(is_whole, "{}: {} in {}, {mistake:?}, {language:?}", it.words, it.place, it.clip);
                }
            }
        }
    });
}

#[test]
fn the_table_of_tested_triangles_is_there_only_if_a_triangle_was_tested() {
    let mut harness = opened(Step::Triangle);
    let outcomes = |harness: &Window| harness.query_all_by_label("outcome").count();
    assert_eq!(outcomes(&harness), 1);
    harness.miss().frames(4);
    assert_eq!((seen(&harness, "No triangle was hit").len(), outcomes(&harness)), (1, 0));
}

#[test]
fn the_mistakes_of_a_step_stand_in_one_line_and_those_of_world_in_three() {
    for (step, line) in [
        (Step::World, &["eye as origin", "far point taken as direction", "view of the last frame"][..]),
        (Step::Object, &["model matrix forgotten", "direction normalised"]),
        (Step::Triangle, &["t not tested", "absolute epsilon", "f32"]),
    ] {
        let mut harness = opened(step);
        for mistake in [None, Mistake::ALL.into_iter().find(|mistake| mistake.step() == step)] {
            let taken = MistakeAction::Show(mistake);
            harness.show(taken);
            let places = line.iter().map(|name| {
                let named = harness.query_all_by_label_contains(name);
                let mut chips = named.filter(|node| node.accesskit_node().role() == Role::Button);
                chips.next().unwrap_or_else(|| panic!("{name} is not there")).rect()
            });
            let places: Vec<_> = places.collect();
            let in_first_line = |place: &&Rect| step != Step::World || place.top() == places[0].top();
            let in_line: Vec<_> = places.iter().filter(in_first_line).collect();
            assert!(in_line.iter().all(|place| place.top() == places[0].top()), "{places:?} with {mistake:?}");
            let lowest = places[0].bottom() + if step == Step::World { places[0].height() + 8.0 } else { 4.0 };
            assert!(2 <= in_line.len() && places.iter().all(|place| place.top() <= lowest), "{places:?}");
            assert!(places.iter().all(|place| place.right() <= 1280.0), "{places:?}");
        }
    }
}

#[test]
fn the_right_and_the_wrong_line_of_code_are_seen_whole_without_being_scrolled() {
    for mistake in Mistake::ALL.into_iter().filter(|mistake| mistake.step() != Step::Triangle) {
        let mut harness = opened(mistake.step());
        harness.show(MistakeAction::Show(Some(mistake)));
        let view = harness.view();
        for line in picking::mistakes::lines(mistake, &view) {
            assert!(!seen(&harness, line).is_empty(), "{mistake:?}: {line}");
        }
        let numbers = seen(&harness, "near ");
        let edge = numbers.iter().map(|place| place.bottom()).fold(0.0, f32::max);
        assert!(mistake.step() == Step::Cursor || 600.0 < edge, "{mistake:?}: {numbers:?}");
    }
}

#[test]
fn in_a_small_window_no_number_of_the_row_is_cut() {
    in_each_language(|language| {
        let mut harness = window([640.0, 480.0], 2.0);
        harness.explain().pick(0).show(Action::Study(Change::Cursor(DVec2::new(366.0, 140.0))));
        let of_row: Vec<_> = painted(&harness).into_iter().filter(|it| it.clip.height() < 105.0).collect();
        assert!(of_row.len() > 30, "{}", of_row.len());
        for it in of_row {
            let is_whole = it.clip.left() <= it.place.left() && it.place.right() <= it.clip.right();
            assert!(is_whole && it.place.height() < 20.0, "{language:?}: {} at {} in {}", it.words, it.place, it.clip);
        }
    });
}

#[test]
fn in_a_low_window_a_step_begins_with_its_words_and_the_mistakes_beside_them() {
    for (step, mistake) in [
        (Step::Window, "y not flipped"),
        (Step::Ndc, "viewport offset ignored"),
        (Step::Eye, "no division by w"),
        (Step::World, "eye as origin"),
        (Step::Object, "model matrix forgotten"),
    ] {
        let harness = opened_in(window([853.0, 480.0], 1.5), step);
        let [heading, name] = ["Often wrong here", mistake].map(|words| seen(&harness, words).len());
        assert_eq!((heading, name), (1, 1), "{step:?}");
    }
}

#[test]
fn the_upper_edge_of_the_ladder_is_dragged_in_a_lesson_too() {
    let mut harness = window([1280.0, 720.0], 1.0);
    harness.show(LEARN).pick(0);
    let before = harness.picture();
    let edge = before.center_bottom();
    harness.hover_at(edge);
    harness.frames(2).drag(edge, edge - egui::vec2(0.0, 60.0));
    let moved = before.bottom() - harness.picture().bottom();
    assert!((moved - 60.0).abs() < 8.0, "{moved}");
}

#[test]
fn a_first_click_among_the_lessons_stays_under_the_mouse() {
    let mut harness = window([1280.0, 720.0], 1.0);
    harness.show(LEARN);
    let before = harness.picture();
    assert_eq!((seen(&harness, "Click in the picture").len(), harness.pick(0).state().picture), (1, before));
}
