//! The split picture: what is written in its two views.

use super::{App, pick, window};
use egui::{Rect, Shape};
use egui_kittest::Harness;
use pickray::app::action::Action;
use pickray::app::keys::{ClickMode, Command};
use pickray::app::panels::area_of;

/// The texts painted in the last frame within a rectangle, with where they stand and the rectangle that they are clipped to.
fn texts(harness: &Harness<'_, App>, area: Rect) -> Vec<(String, Rect, Rect)> {
    fn add(shape: &Shape, clip: Rect, texts: &mut Vec<(String, Rect, Rect)>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, texts)),
            Shape::Text(text) => texts.push((text.galley.text().to_owned(), text.visual_bounding_rect(), clip)),
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for clipped in &harness.output().shapes {
        add(&clipped.shape, clipped.clip_rect, &mut texts);
    }
    texts.retain(|(_, place, _)| area.contains(place.center()));
    texts
}

#[test]
fn every_point_of_the_ray_has_its_name_in_the_free_view_and_none_is_cut_or_covers_another() {
    for (size, scale) in [([1280.0, 720.0], 1.5), ([1280.0, 720.0], 1.0), ([853.0, 480.0], 1.5), ([700.0, 900.0], 2.0)]
    {
        let mut harness = window(size, scale);
        pick(&mut harness, 0, ClickMode::Replace);
        harness.state_mut().update(Action::Command(Command::NextRayView));
        harness.run();
        let desk = &harness.state().state.desk;
        let [picking, aside] = [&desk.view, &desk.aside.view].map(|view| area_of(desk, view));
        let written = texts(&harness, aside);
        for name in ["The pick from aside", "Eye", "Near point", "Far point", "Hit"] {
            let places: Vec<_> = written.iter().filter(|(text, ..)| text == name).collect();
            assert_eq!(places.len(), 1, "{name} at {size:?}: {written:?}");
        }
        for (k, (text, place, clip)) in written.iter().enumerate() {
            assert!(clip.contains_rect(*place) && aside.contains_rect(*place), "{text} at {place} in {aside}");
            for (other, other_place, _) in &written[..k] {
                assert!(!place.intersects(*other_place), "{text} and {other} at {size:?}");
            }
        }
        let beside: Vec<_> = texts(&harness, picking).into_iter().map(|(text, ..)| text).collect();
        assert_eq!(beside, ["Pick here"], "the ray is shown in the other view");
    }
}

#[test]
fn r_and_the_switch_of_the_bar_go_through_the_same_three() {
    use egui_kittest::kittest::Queryable;
    let mut harness = window([1280.0, 720.0], 1.0);
    for (name, split) in [("Ray", false), ("Two views", true), ("Ray", false)] {
        assert_eq!(harness.state().state.desk.is_split(), split);
        harness.get_by_label(name).click();
        harness.run();
    }
}
