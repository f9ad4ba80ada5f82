//! The numbers of a vector: in one line at any width of the panel, with the same decimals, one click to copy them.

use super::*;

/// The numbers that stand lowest beside or below a label, from left to right, with their places.
fn numbers_of(harness: &Window, label: &str) -> Vec<(String, Rect)> {
    let label = lowest(harness, label).unwrap_or_else(|| panic!("{label} is not shown")).rect();
    let nodes = harness.root().children_recursive();
    let words = nodes.filter_map(|node| {
        let text = node.accesskit_node().value().or_else(|| node.accesskit_node().label())?;
        text.replace('−', "-").parse::<f64>().ok()?;
        Some((text, node.rect()))
    });
    let is_next = |place: &Rect| {
        let beside = (place.center().y - label.center().y).abs() < 4.0 && label.right() < place.left();
        beside || (label.bottom() <= place.top() && place.top() < label.bottom() + 8.0)
    };
    let mut found: Vec<_> = words.filter(|(_, place)| is_next(place)).collect();
    let top = found.iter().map(|(_, place)| place.top()).fold(f32::INFINITY, f32::min);
    found.retain(|(_, place)| place.top() < top + 4.0);
    found.sort_by(|a, b| a.1.left().total_cmp(&b.1.left()));
    found
}

fn decimals(text: &str) -> usize {
    text.split_once('.').map_or(0, |(_, decimals)| decimals.len())
}

#[test]
fn the_numbers_of_a_vector_stand_in_one_line_with_the_same_decimals_at_any_width() {
    in_each_language(|_| {
        for width in [600.0, 640.0, 800.0, 1280.0, 2000.0] {
            let mut harness = window([width, 1400.0], 1.0);
            harness.state_mut().state.desk.settings.open_sections.insert("Corners".to_owned());
            harness.pick(0);
            for id in ["record-point", "record-normal", "record-corner-a", "record-edge-lengths", "mesh-size"] {
                let at = format!("{id} in a window of {width}");
                let found = numbers_of(&harness, Text(id).shown());
                let [x, y, z] = &found[..] else { panic!("{at}: {found:?}") };
                for (text, place) in [x, y, z] {
                    assert_eq!(decimals(text), decimals(&x.0), "{at}: {found:?}");
                    assert!((place.top() - x.1.top()).abs() < 0.5, "{at}: {found:?}");
                }
                assert!(x.1.right() < y.1.left() && y.1.right() < z.1.left(), "{at}: {found:?}");
                assert!(z.1.right() < width - 16.0, "{at}: {found:?}");
            }
        }
    });
}

#[test]
fn a_click_on_a_vector_or_a_number_copies_all_digits() {
    let mut harness = picked(usual());
    let hit = harness.desk().picked.as_ref().and_then(|picked| picked.hit.clone()).expect("a hit");
    let point = hit.point_world.to_array().map(|x| x.to_string()).join(" ");
    for (label, copied) in [("Point", point), ("Area", hit.area.to_string())] {
        let (_, place) = numbers_of(&harness, label).remove(0);
        harness.state_mut().effects.clear();
        harness.hover_at(place.center());
        harness.drag_at(place.center());
        harness.drop_at(place.center());
        harness.rest();
        assert!(matches!(&harness.state().effects[..], [Effect::Copy(text)] if *text == copied), "{label}");
    }
}

#[test]
fn triangle_face_and_line_are_told_apart_in_one_tooltip() {
    for label in ["line 7", "Face"] {
        let mut harness = picked(usual());
        let told = Text("inspector-numbers").shown();
        let is_told = |harness: &Window| painted(harness).iter().any(|painted| painted.words == told);
        assert!(!is_told(&harness));
        lowest(&harness, label).expect("a label").hover();
        for _ in 0..60 {
            harness.step();
        }
        assert!(is_told(&harness), "{label}");
    }
}
