//! The check of every pixel in the window: what the key starts, what the panels show of it, and what ends it.

use crate::ui::{App, pressed, wheel, window};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use pickray::glam;
use pickray::math::CursorPosition;
use pickray::pick::explain::Mistake;
use pickray::study;
use pickray_app::app::action::Action;
use pickray_app::app::chooser::Purpose;
use pickray_app::app::input::ClickMode;
use pickray_app::app::keys::Command;
use pickray_app::app::platform::writing::Kind;
use pickray_app::app::tools::picking::pixel_check::CheckAction;
use pickray_app::app::tools::picking::{Picking, pick_request, pick_to_save};
use pickray_render::offscreen::Offscreen;
use pickray_render::verify::Verdict;

fn app() -> Harness<'static, App> {
    window([900.0, 700.0], 1.0)
}

/// Does what the shell does: has the ids drawn that are waited for.
fn draw_ids(harness: &mut Harness<'static, App>) {
    let (progress, scene, view, culling) =
        harness.state().state.tools.get::<Picking>().ids_awaited().expect("ids are waited for");
    let ids = Offscreen::new().and_then(|mut offscreen| offscreen.ids(&scene, &view, culling));
    let ids = ids.map_err(|error| error.to_string());
    harness.state_mut().update(CheckAction::IdsRead(progress, ids).into());
    harness.run();
}

/// Does what the shell does: has the rays cast, and hands over what came of it.
fn compare(harness: &mut Harness<'static, App>) {
    assert_eq!(harness.state_mut().work(), 1);
    harness.run();
}

fn press_p(harness: &mut Harness<'static, App>) {
    harness.state_mut().update(Action::Command(Command::VerifyPixels));
    harness.run();
}

fn checked() -> Harness<'static, App> {
    let mut harness = app();
    press_p(&mut harness);
    draw_ids(&mut harness);
    compare(&mut harness);
    harness
}

fn spoil(harness: &mut Harness<'static, App>, mistake: Option<Mistake>) {
    harness.state_mut().update(CheckAction::Spoil(mistake).into());
    compare(harness);
}

#[test]
fn p_checks_every_pixel_shows_the_counts_and_p_again_closes_the_map() {
    let mut harness = app();
    press_p(&mut harness);
    harness.get_by_label("Every pixel");
    harness.get_by_label("the GPU draws its ids");
    draw_ids(&mut harness);
    harness.get_by_label("a ray through each pixel's centre");
    compare(&mut harness);
    let app = harness.state();
    let counts =
        app.state.tools.get::<Picking>().check.as_ref().and_then(|check| check.result.get()).expect("it is done");
    let counts = counts.verification.counts;
    let viewport = app.state.desk.view().viewport;
    assert_eq!(counts.pixels(), viewport.width as u64 * viewport.height as u64);
    assert_eq!(counts.real, 0);
    harness.get_by_label("0 unexplained");
    harness.get_by_label_contains(" agree");
    harness.get_by_label("The pick matches the picture everywhere.");
    let legend = egui::AreaState::load(&harness.ctx, egui::Id::unique("verdicts")).expect("a legend").rect();
    assert!(legend.contains_rect(harness.get_by_label("Rays with").rect()), "all of it is seen: {legend}");
    let [heading, first] =
        ["Every pixel", "The pick matches the picture everywhere."].map(|words| harness.get_by_label(words).rect());
    assert!(heading.bottom() <= first.top(), "{heading} lies above {first}");
    press_p(&mut harness);
    assert!(harness.state().state.tools.get::<Picking>().check.is_none());
    assert!(harness.query_by_label("Every pixel").is_none());
}

#[test]
fn the_menu_starts_it() {
    let mut harness = app();
    harness.get_by_label("View").click();
    harness.run();
    harness.get_by_label_contains("Verify every pixel").click();
    harness.run();
    assert!(harness.state().state.is_working());
}

#[test]
fn a_mistake_is_found_and_its_pixels_show_both_triangles() {
    let mut harness = checked();
    spoil(&mut harness, Some(Mistake::YNotFlipped));
    harness.get_by_label("This mistake gives wrong picks here.");
    let app = harness.state_mut();
    app.update(CheckAction::Next(Verdict::Real).into());
    let check = app.state.tools.get::<Picking>().check.as_ref().expect("a check");
    let first = check.inspected.as_ref().expect("a real one").mismatch;
    assert_eq!(first.verdict, Verdict::Real);
    assert!(
        !app.state.desk.selected.marked.is_empty() && app.state.desk.selected.triangles.is_empty(),
        "pointed out, not selected"
    );
    harness.run();
    harness.get_by_label_contains("The ray hits ");
    harness.get_by_label_contains("The GPU shows ");
    harness.get_by_label_contains("Neither the GPU's rounding");

    // The next one is another one, and the first comes again after the last.
    let app = harness.state_mut();
    app.update(CheckAction::Next(Verdict::Real).into());
    let second = app
        .state
        .tools
        .get::<Picking>()
        .check
        .as_ref()
        .and_then(|check| check.inspected.as_ref())
        .expect("another")
        .mismatch;
    assert_ne!(first, second);

    // A click beside it takes it, and picks there.
    let (view, cursor) = (*app.state.desk.view(), CursorPosition::new(first.cursor.x - 1.0, first.cursor.y));
    app.update(pressed(cursor, view, ClickMode::Replace, false));
    let taken = app
        .state
        .tools
        .get::<Picking>()
        .check
        .as_ref()
        .and_then(|check| check.inspected.as_ref())
        .expect("one")
        .mismatch;
    assert!((taken.cursor.x - cursor.x).hypot(taken.cursor.y - cursor.y) <= 4.0);
    assert_eq!(taken.verdict, Verdict::Real);
    assert_eq!(app.state.desk.picked.as_ref().map(|picked| picked.trace.cursor), Some(taken.cursor));

    // Without the error nothing is left of it.
    spoil(&mut harness, None);
    harness.get_by_label("0 unexplained");
    assert!(harness.state().state.desk.selected.marked.is_empty());
}

#[test]
fn a_click_on_an_edge_says_how_near_it_is() {
    let mut harness = checked();
    let app = harness.state_mut();
    app.update(CheckAction::Next(Verdict::Edge).into());
    let inspected = app.state.tools.get::<Picking>().check.as_ref().and_then(|check| check.inspected.clone());
    // Whether there is one depends on the GPU; where there is none, nothing is shown.
    let edges = app
        .state
        .tools
        .get::<Picking>()
        .check
        .as_ref()
        .and_then(|check| check.result.get())
        .map(|r| r.verification.counts.edge);
    assert_eq!(inspected.is_some(), edges != Some(0));
    if let Some(inspected) = inspected {
        assert!(inspected.reason().contains("from an edge of triangle"), "{}", inspected.reason());
    }
    let (view, cursor) = (*app.state.desk.view(), CursorPosition::new(5.0, 60.0));
    app.update(pressed(cursor, view, ClickMode::Replace, false));
    assert!(
        app.state.tools.get::<Picking>().check.as_ref().is_some_and(|check| check.inspected.is_none()),
        "nothing differs there"
    );
    assert_eq!(app.state.desk.picked.as_ref().map(|picked| picked.trace.cursor), Some(cursor));
}

#[test]
fn escape_stops_a_check_and_what_comes_late_is_not_shown() {
    let mut harness = app();
    press_p(&mut harness);
    draw_ids(&mut harness);
    let app = harness.state_mut();
    let progress = app
        .state
        .tools
        .get::<Picking>()
        .check
        .as_ref()
        .and_then(|check| check.result.progress())
        .cloned()
        .expect("under way");
    let late = app.jobs.pop().expect("rays are cast");
    app.update(Action::Command(Command::Escape));
    assert!(progress.is_cancelled() && app.state.tools.get::<Picking>().check.is_none());
    press_p(&mut harness);
    harness.state_mut().update(late.run());
    assert!(harness.state().state.is_working(), "the answer to the first check is not the second one's");
}

#[test]
fn a_map_of_what_is_no_longer_seen_is_dropped() {
    type Change = fn(&mut App);
    let changes: [(&str, Change); 4] = [
        ("the camera", |app| app.update(Action::Zoom(wheel(CursorPosition::new(300.0, 300.0), 0.9)))),
        ("the size", |app| {
            let (mut viewport, framebuffer) = (app.state.desk.view().viewport, app.state.desk.view().framebuffer);
            viewport.width -= 1;
            app.update(Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
        }),
        ("the scene", |app| app.update(Action::Study(study::Change::Moved(glam::DVec3::X)))),
        ("the projection", |app| app.update(Action::Command(Command::ToggleOrthographic))),
    ];
    let mut harness = checked();
    for (what, change) in changes {
        harness.run();
        if harness.state().state.tools.get::<Picking>().check.is_none() {
            press_p(&mut harness);
            draw_ids(&mut harness);
            compare(&mut harness);
        }
        let app = harness.state_mut();
        app.update(Action::Hover(None));
        assert!(app.state.tools.get::<Picking>().check.is_some(), "before {what} changes");
        change(app);
        app.update(Action::Hover(None));
        assert!(app.state.tools.get::<Picking>().check.is_none(), "after {what} changed");
        app.update(Action::Study(study::Change::Reset));
    }
}

#[test]
fn a_pick_is_saved_with_all_that_a_replay_needs() {
    let mut harness = app();
    harness.state_mut().update(Action::Command(Command::SavePick));
    assert!(harness.state().jobs.is_empty(), "there is no pick yet");
    let app = harness.state_mut();
    let (view, cursor) = (*app.state.desk.view(), CursorPosition::new(300.0, 300.0));
    app.update(pressed(cursor, view, ClickMode::Replace, false));
    app.jobs.clear();
    harness.get_by_label("File").click();
    harness.run();
    harness.get_by_label_contains("Save pick…").click();
    harness.run();
    assert_eq!(harness.state().jobs.len(), 1, "it is saved");
    let desk = &harness.state().state.desk;
    let request = pick_request(desk).expect("a pick");
    assert_eq!(request.purpose, Purpose::Save("two.pick.json".into(), Kind::SavedPick));
    assert_eq!(request.folder.as_deref(), Some("/somewhere".as_ref()));
    let saved = pick_to_save(desk).expect("a pick")().expect("a saved pick");
    assert_eq!(saved.situation.objects[0].mesh, "/somewhere/two.obj");
    let mesh = harness.state().state.desk.scene().objects()[0].mesh.clone();
    let (trace, differences) = saved.replay(&[mesh]).expect("the same mesh");
    assert_eq!((trace.cursor, differences), (cursor, Vec::new()));
    harness.state_mut().update(Action::Saved(Ok("Saved; it can be run again.".into()), None));
    harness.run();
    harness.get_by_label_contains("Saved; it can be run again.");
}

#[test]
fn what_the_gpu_refuses_is_said() {
    let mut harness = app();
    press_p(&mut harness);
    let (progress, ..) = harness.state().state.tools.get::<Picking>().ids_awaited().expect("ids are waited for");
    let refused = Err("the GPU takes no more".to_owned());
    harness.state_mut().update(CheckAction::IdsRead(progress, refused).into());
    harness.run();
    assert!(harness.state().state.tools.get::<Picking>().check.is_none());
    harness.get_by_label("the GPU takes no more");
}

/// The mistake in the rays of the check.
fn in_the_rays(harness: &Harness<'static, App>) -> Option<Mistake> {
    harness.state().state.tools.get::<Picking>().check.as_ref().expect("a check").mistake
}

#[test]
fn p_checks_with_the_mistake_that_is_shown_and_goes_on_with_another_one() {
    let mut harness = app();
    harness.state_mut().update(Action::Study(study::Change::Mistake(Some(Mistake::YNotFlipped))));
    press_p(&mut harness);
    draw_ids(&mut harness);
    compare(&mut harness);
    assert_eq!(in_the_rays(&harness), Some(Mistake::YNotFlipped));
    harness.get_by_label("This mistake gives wrong picks here.");

    // One that is chosen in the legend stays until the ladder shows another one.
    spoil(&mut harness, Some(Mistake::TransposedMatrix));
    assert_eq!(in_the_rays(&harness), Some(Mistake::TransposedMatrix));
    harness.state_mut().update(Action::Study(study::Change::Mistake(None)));
    compare(&mut harness);
    assert_eq!(in_the_rays(&harness), None);
    harness.get_by_label("The pick matches the picture everywhere.");
}

#[test]
fn p_checks_with_a_mistake_that_is_to_be_found_and_does_not_tell_it() {
    let mut harness = app();
    harness.state_mut().update(Action::Study(study::Change::HiddenMistake(Some(Mistake::YNotFlipped))));
    press_p(&mut harness);
    draw_ids(&mut harness);
    compare(&mut harness);
    assert_eq!(in_the_rays(&harness), Some(Mistake::YNotFlipped));
    harness.get_by_label("With the hidden mistake.");
    assert!(harness.query_by_label_contains("y not flipped").is_none());
}
