//! The sheet of a small window, on telephones: what is pressed is as large as a finger needs, nothing is cut, and no
//! letters are smaller than can be read.

use super::*;

/// Upright and on its side, each with the margin that the harness leaves; and a tablet.
const SCREENS: [[f32; 2]; 3] = [[390.0, 844.0], [844.0, 390.0], [768.0, 1024.0]];

/// A window of a telephone or a tablet, which fingers have touched.
fn telephone(size: [f32; 2]) -> Window {
    let mut harness = window(size, 1.0);
    harness.show(Action::Touched(None));
    harness
}

pub fn rect_of(node: &egui_kittest::Node<'_>) -> Option<Rect> {
    let bounds = node.accesskit_node().bounding_box()?;
    Some(Rect::from_min_max(
        Pos2::new(bounds.x0 as f32, bounds.y0 as f32),
        Pos2::new(bounds.x1 as f32, bounds.y1 as f32),
    ))
}

/// Collects the faults of what is shown: targets that are too small, letters, and what is out of the window.
pub fn faults(harness: &Window, size: [f32; 2], at: &str, found: &mut BTreeSet<String>) {
    let least = if harness.desk().pointer.touched { 40.0 } else { 14.0 };
    const LEAST_LETTERS: f32 = 11.0;
    for node in harness.root().children_recursive() {
        let (role, Some(rect)) = (node.accesskit_node().role(), rect_of(&node)) else { continue };
        let is_pressed = matches!(
            role,
            Role::Button | Role::CheckBox | Role::RadioButton | Role::SpinButton | Role::TextInput | Role::Link
        );
        let words = node.accesskit_node().label().or_else(|| node.accesskit_node().value()).unwrap_or_default();
        if !rect.is_positive() {
            continue;
        }
        if is_pressed && (rect.width() < least - 0.5 || rect.height() < least - 0.5) {
            found.insert(format!("{at}: {role:?} {words:?} is {:.0} × {:.0}", rect.width(), rect.height()));
        }
        if role == Role::Slider && (rect.height() < least - 0.5 || rect.width() < 50.0) {
            found.insert(format!("{at}: slider {words:?} is {:.0} × {:.0}", rect.width(), rect.height()));
        }
        if is_pressed && (rect.left() < -0.5 || size[0] + 0.5 < rect.right()) {
            found.insert(format!("{at}: {words:?} is at {rect}"));
        }
    }
    for (shape, clip) in shapes(harness) {
        let Shape::Text(text) = shape else { continue };
        let job = &text.galley.job;
        let smallest = job.sections.iter().map(|section| section.format.font_id.size).fold(99.0, f32::min);
        if smallest < LEAST_LETTERS && !job.text.is_empty() {
            found.insert(format!("{at}: letters of {smallest} in {:?}", job.text));
        }
        let place = text.galley.rect.translate(text.pos.to_vec2());
        // Words in the picture go with their points, and tables of the ladder are scrolled across.
        let is_in_picture = harness.picture().expand(1.0).contains_rect(clip);
        let is_of_table = job.sections.iter().any(|part| part.format.font_id.family.to_string() == "Monospace");
        let is_seen = !is_in_picture && !is_of_table && clip.y_range().contains(place.center().y);
        let is_cut = clip.right() + 1.0 < place.right() || place.left() < clip.left() - 1.0;
        if is_seen && is_cut && place.width() > 1.0 {
            found.insert(format!("{at}: {:?} is cut: {place} in {clip}", job.text));
        }
    }
}

#[test]
fn all_that_is_pressed_is_as_large_as_a_finger_and_nothing_is_cut() {
    let mut found = BTreeSet::new();
    let in_english = SCREENS.map(|size| (Language::English, size));
    for (language, size) in in_english.into_iter().chain([(Language::Chinese, SCREENS[0])]) {
        speak(language);
        let mut harness = telephone(size);
        let mut look = |harness: &Window, at: &str| {
            faults(harness, size, &format!("{size:?}, {language:?}, {at}"), &mut found);
        };
        look(harness.frames(4), "nothing picked");
        harness.pick(0);
        for detent in Detent::ALL {
            look(harness.show(Action::Detent(detent)), "picked");
        }
        for command in [Command::SelectByBrush, Command::ToggleExplain, Command::NextRayView, Command::NextRayView] {
            look(harness.show(Action::Command(command)), &format!("{command:?}"));
        }
        harness.show(Action::Command(Command::SelectByClick));
        for step in 0..6 {
            look(harness.press_and_show(Text("ladder-next-step").shown()), &format!("step {step}"));
        }
        for sheet in [Sheet::Help, Sheet::Settings, Sheet::Picture, Sheet::GoTo { text: "7".into(), problem: None }] {
            look(harness.show(Action::Sheet(Some(sheet.clone()))), &format!("{sheet:?}"));
        }
        harness.show(Action::Sheet(None)).show(Action::Command(Command::Show(Workspace::Collide)));
        for tool in harness.benches() {
            look(harness.show(Action::UseTool(tool)), tool);
        }
        look(harness.show(LEARN), "lessons");
        for lesson in 0..harness.picking().learning.lessons().count() {
            look(harness.learn(LearningAction::Open(lesson)), &format!("lesson {lesson}"));
        }
    }
    speak(Language::English);
    assert_none(&found);
}

#[test]
fn the_one_menu_unfolds_and_has_all_that_the_menus_have() {
    let mut found = BTreeSet::new();
    for size in &SCREENS[..2] {
        let mut harness = telephone(*size);
        harness.press_and_show("Menu");
        for (group, entry) in [
            ("File", "Samples"),
            ("Edit", "Undo"),
            ("Select", "Select all"),
            ("Help", "Keys and mouse"),
            ("View", "Reset the view"),
        ] {
            faults(harness.press_and_show(group), *size, group, &mut found);
            harness.get_by_label(entry);
            // It is folded again, so that the others are in sight.
            harness.press_and_show(group);
        }
        let is_open = harness.press_and_show("View").press_and_show("Reset the view").shows("Edit");
        assert!(!is_open, "{size:?}: it closes");
    }
    assert_none(&found);
}

#[test]
fn the_sheet_follows_the_finger_and_stays_at_the_nearest_of_three_sizes() {
    for (size, along) in [(SCREENS[0], -Vec2::Y), (SCREENS[1], -Vec2::X)] {
        let mut harness = telephone(size);
        for (by, expected) in [(0.5, Detent::Half), (0.25, Detent::Whole), (-0.1, Detent::Whole), (-0.8, Detent::Line)]
        {
            let name = if harness.desk().shows_side_panel() { "Close the sheet" } else { "Open the sheet" };
            let from = rect_of(&harness.get_by_label(name)).expect("it is shown").center();
            harness.drag(from, from + by * along * along.abs().dot(Vec2::from(size)));
            assert_eq!(harness.desk().shown.detent, expected, "{size:?}, by {by}");
        }
        for (name, expected) in [
            ("Open the sheet", Detent::Half),
            ("Make the sheet larger", Detent::Whole),
            ("Make the sheet smaller", Detent::Half),
        ] {
            assert_eq!(harness.press_and_show(name).desk().shown.detent, expected);
        }
    }
}

#[test]
fn a_swipe_over_the_ladder_leads_from_step_to_step() {
    let mut harness = picked(telephone(SCREENS[0]));
    harness.show(Action::Command(Command::ToggleExplain));
    let at = rect_of(&harness.get_by_label("Cursor")).expect("the first step").center() + Vec2::new(60.0, 60.0);
    for (by, step, why) in [
        (Vec2::new(-80.0, 5.0), Step::Window, ""),
        (Vec2::new(-80.0, -20.0), Step::Ndc, ""),
        (Vec2::new(80.0, 0.0), Step::Window, "back"),
        (Vec2::new(20.0, 0.0), Step::Window, "too short"),
        (Vec2::new(-80.0, 70.0), Step::Window, "as much down as across: it scrolls"),
    ] {
        assert_eq!(harness.drag(at, at + by).picking().explain.ladder.open, Some(step), "{by} {why}");
    }
}

#[test]
fn a_drag_of_the_slider_of_depth_is_no_swipe() {
    let mut harness = picked(telephone(SCREENS[0]));
    harness.show(Action::Command(Command::ToggleExplain)).show(Action::Detent(Detent::Whole));
    harness.show(LadderAction::Open(Step::Window)).show(LadderAction::Depth(Some(0.1)));
    let slider = rect_of(&harness.get_all_by_role(Role::Slider).next().expect("the depth")).expect("it is shown");
    let [from, to] = [0.1, 0.9].map(|part| slider.left_center() + Vec2::new(part * slider.width(), 0.0));
    let ladder = &harness.drag(from, to).picking().explain.ladder;
    assert!(to.x - from.x > 60.0 && ladder.depth.is_some_and(|depth| depth > 0.5), "{:?}", ladder.depth);
    assert_eq!(ladder.open, Some(Step::Window));
}
