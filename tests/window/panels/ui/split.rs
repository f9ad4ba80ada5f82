//! The split picture: what is written in its two views.

use super::*;
use pickray_app::app::panels::area_of;
use pickray_app::app::settings::RayView;

/// Splits the picture, closes the line that says so, and returns the areas of both views.
fn split(harness: &mut Window) -> [Rect; 2] {
    let desk = harness.command(Command::NextRayView).act(Action::CloseMessage).desk();
    [desk.view(), &desk.shown.second_view.view].map(|view| area_of(desk, view))
}

/// The texts painted in the last frame within a rectangle, with where they stand and the rectangle that they are
/// clipped to.
fn texts(harness: &Window, area: Rect) -> Vec<(String, Rect, Rect)> {
    let within = painted(harness).into_iter().filter(|it| area.contains(it.place.center()));
    within.map(|it| (it.words, it.place, it.clip)).collect()
}

/// Asserts that none of these texts lies over another.
fn assert_apart(written: &[(String, Rect, Rect)]) {
    for (k, (text, place, _)) in written.iter().enumerate() {
        for (other, other_place, _) in &written[..k] {
            assert!(!place.intersects(*other_place), "{text} and {other}: {written:?}");
        }
    }
}

#[test]
fn every_point_of_the_ray_has_its_name_in_the_free_view_and_none_is_cut_or_covers_another() {
    for (size, scale) in [([1280.0, 720.0], 1.5), ([1280.0, 720.0], 1.0), ([853.0, 480.0], 1.5), ([700.0, 900.0], 2.0)]
    {
        let mut harness = picked(window(size, scale));
        let [picking, second_view] = split(&mut harness);
        let written = texts(&harness, second_view);
        for name in ["The pick from the side", "Eye", "Near point", "Far point", "Hit"] {
            let places: Vec<_> = written.iter().filter(|(text, ..)| text == name).collect();
            assert_eq!(places.len(), 1, "{name} at {size:?}: {written:?}");
        }
        let is_whole =
            |(_, place, clip): &(_, Rect, Rect)| clip.contains_rect(*place) && second_view.contains_rect(*place);
        assert!(written.iter().all(is_whole), "{written:?} in {second_view}");
        assert_apart(&written);
        let beside: Vec<_> = texts(&harness, picking).into_iter().map(|(text, ..)| text).collect();
        assert_eq!(beside, ["Pick here"], "the ray is shown in the other view");
    }
}

#[test]
fn in_the_smallest_views_no_name_lies_below_the_slider_or_a_caption() {
    let mut harness = window([640.0, 360.0], 2.0);
    let [_, second_view] = split(harness.explain().pick(0));
    let written = texts(harness.frames(4), second_view);
    assert!(written.iter().any(|(text, ..)| text.contains("Hit")), "{written:?}");
    assert_apart(&written);
}

#[test]
fn the_setup_has_the_three_ways_to_show_the_ray_that_r_goes_through() {
    let mut harness = picked(window([1280.0, 1000.0], 1.0));
    harness.command(Command::ToggleExplain);
    for (choice, ray) in [("Two views", RayView::Split), ("Off", RayView::Off), ("One view", RayView::Ray)] {
        harness.state_mut().update(Action::Command(Command::NextRayView));
        assert_eq!(harness.desk().settings.ray, ray);
        harness.state_mut().state.desk.settings.ray = ray.next();
        assert_eq!(harness.rest().press_unseen(choice).desk().settings.ray, ray);
    }
}

#[test]
fn numbers_are_typed_as_they_are_whatever_becomes_of_their_first_digits() {
    let mut harness = picked(window([1280.0, 1600.0], 1.0));
    harness.command(Command::ToggleExplain);
    // A near plane or a scale of 0 is refused, and an angle comes back rounded.
    for (field, text) in [("Near plane", "0.25"), ("Scaled by y", "0.5"), ("Turned by x", "70.5")] {
        harness.get_by_role_and_label(Role::SpinButton, field).click();
        for letter in text.chars() {
            harness.frames(4).event(egui::Event::Text(letter.to_string()));
        }
        harness.frames(4).key_press(egui::Key::Enter);
        harness.frames(3);
    }
    let study = &harness.desk().study;
    let placement = study.placement();
    assert_eq!((study.planes().near, placement.scale.y), (Some(0.25), 0.5));
    assert!((placement.rotate.x.to_degrees() - 70.5).abs() < 1e-9, "{placement:?}");
}

#[test]
fn a_slider_leads_to_ndc_where_the_points_keep_their_names_and_the_eye_is_far_away() {
    for size in [[1280.0, 720.0], [853.0, 480.0]] {
        let mut harness = picked(window(size, 1.5));
        let [_, second_view] = split(&mut harness);
        let slider = harness.get_by_role_and_label(Role::Slider, "NDC").rect();
        assert!(second_view.contains_rect(slider), "{slider} at {size:?}");
        harness.focus(Role::Slider, "NDC").key(egui::Key::ArrowRight);
        assert!(0.0 < harness.desk().shown.second_view.ndc, "the slider leads to NDC");
        let written = texts(harness.act(Action::ScrubNdc(1.0)), second_view);
        for (name, count) in [("The pick in NDC", 1), ("Near point", 1), ("Far point", 1), ("Hit", 1), ("Eye", 0)] {
            assert_eq!(written.iter().filter(|(text, ..)| text == name).count(), count, "{name} at {size:?}");
        }
        assert!(written.iter().all(|(_, place, clip)| clip.contains_rect(*place)), "{written:?}");
    }
}

#[test]
fn measuring_and_messages_cover_neither_the_caption_nor_the_axes_of_the_free_view() {
    let mut harness = picked(window([1280.0, 720.0], 1.0));
    let [picking, second_view] = split(&mut harness);
    harness.show(Action::Command(Command::Measure));
    harness.show(Action::Tell(Message::word("Saved as picture.png.".repeat(6))));
    let options = harness.rect("Landmarks");
    assert!(picking.contains_rect(options), "{options} in {picking}");
    let corner = second_view.left_bottom();
    let axes = Rect::from_two_pos(corner, corner + egui::vec2(72.0, -72.0));
    let told = harness.get_by_label_contains("Saved as").rect();
    assert!(!told.intersects(axes), "{told} over {axes}");
}
