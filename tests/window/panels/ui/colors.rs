//! The colours of the panels: amber is the selection's alone.

use super::languages::go_through;
use super::*;

/// The mark of a row of the selection.
const MARK: &str = "a mark";

/// The words, and the rectangles, that have the selection's colour.
fn amber(harness: &Window) -> Vec<String> {
    let looks_selected = |color: Color32| {
        let [red, green, blue, alpha] = color.to_srgba_unmultiplied();
        0 < alpha && Palette::looks_selected([red, green, blue])
    };
    let amber = |(shape, _): (&Shape, Rect)| match shape {
        Shape::Text(text) => {
            let job = &text.galley.job;
            let is_amber = job.sections.iter().any(|section| {
                let own = Some(section.format.color).filter(|color| *color != Color32::PLACEHOLDER);
                looks_selected(text.override_text_color.or(own).unwrap_or(text.fallback_color))
            });
            is_amber.then(|| job.text.clone())
        }
        Shape::Rect(rect) if looks_selected(rect.fill) || looks_selected(rect.stroke.color) => {
            let is_mark = rect.rect.size() == Vec2::splat(8.0);
            Some(if is_mark { MARK.to_owned() } else { format!("the rectangle {:?}", rect.rect) })
        }
        _ => None,
    };
    shapes(harness).into_iter().filter_map(amber).collect()
}

#[test]
fn before_a_click_nothing_is_amber_and_after_it_what_was_clicked_and_is_selected() {
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let mut harness = usual();
        harness.ctx.set_theme(theme);
        harness.rest();
        assert_eq!(amber(&harness), [""; 0]);
        harness.pick(0);
        assert_eq!(amber(&harness), ["Triangle 0", MARK]);
    }
}

#[test]
fn no_toggle_tab_hint_bar_or_heading_has_the_selections_colour() {
    let mut n_seen = 0;
    go_through([1280.0, 800.0], 1.0, &mut |harness, place| {
        let amber = amber(harness).into_iter().filter(|words| !words.starts_with("Triangle ") && words != MARK);
        let amber: Vec<_> = amber.collect();
        assert_eq!(amber, [""; 0], "{place}");
        n_seen += 1;
    });
    assert!(50 < n_seen, "{n_seen} places were looked at");
}

#[test]
fn what_is_on_in_a_menu_has_a_tick_and_no_ground_of_its_own() {
    let mut harness = usual();
    harness.press("View");
    let entry = |harness: &Window, label: &str| {
        let node = harness.get_by_label_contains(label);
        (node.accesskit_node().toggled() == Some(egui::accesskit::Toggled::True), node.rect())
    };
    let (is_on, on) = entry(&harness, "Edges over the faces");
    let (is_wire, off) = entry(&harness, "Wireframe");
    assert!(is_on && !is_wire);
    let [mut ticks, mut grounds] = [[0; 2]; 2];
    for clipped in &harness.output().shapes {
        for (k, rect) in [on, off].into_iter().enumerate() {
            match &clipped.shape {
                Shape::Path(path) if path.points.iter().all(|point| rect.contains(*point)) => ticks[k] += 1,
                Shape::Rect(ground) if rect.expand(1.0).contains_rect(ground.rect) => {
                    grounds[k] += usize::from(ground.fill != Color32::TRANSPARENT);
                }
                _ => {}
            }
        }
    }
    assert_eq!((ticks, grounds), ([1, 0], [0, 0]));
}
