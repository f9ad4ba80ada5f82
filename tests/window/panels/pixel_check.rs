//! The check of every pixel in the window: what the key starts, what the panels show of it, and what ends it.

use crate::ui::{App, Steps, wheel, window};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use pickray::glam;
use pickray::math::CursorPosition;
use pickray::pick::explain::Mistake;
use pickray::study;
use pickray_app::app::action::Action;
use pickray_app::app::chooser::Purpose;
use pickray_app::app::keys::Command;
use pickray_app::app::platform::writing::Kind;
use pickray_app::app::tools::picking::pixel_check::{CheckAction, PixelCheck};
use pickray_app::app::tools::picking::{Picking, pick_request, pick_to_save};
use pickray_render::offscreen::Offscreen;
use pickray_render::verify::{Counts, Mismatch, Verdict};

fn app() -> Harness<'static, App> {
    window([900.0, 700.0], 1.0)
}

fn check<'a>(harness: &'a Harness<'static, App>) -> Option<&'a PixelCheck> {
    harness.tool::<Picking>().check.as_ref()
}

/// Returns the counts of a check that is done.
fn counts(harness: &Harness<'static, App>) -> Counts {
    check(harness).and_then(|check| check.result.get()).expect("it is done").verification.counts
}

/// Returns the pixel that is inspected.
fn inspected(harness: &Harness<'static, App>) -> Option<Mismatch> {
    check(harness)?.inspected.as_ref().map(|inspected| inspected.mismatch)
}

/// Does what the shell does: has the ids drawn that are waited for.
fn draw_ids(harness: &mut Harness<'static, App>) {
    let (progress, scene, view, culling) = harness.tool::<Picking>().ids_awaited().expect("ids are waited for");
    let ids = Offscreen::new().and_then(|mut offscreen| offscreen.ids(&scene, &view, culling));
    harness.act(CheckAction::IdsRead(progress, ids.map_err(|error| error.to_string())));
}

/// Does what the shell does: has the rays cast, and hands over what came of it.
fn compare(harness: &mut Harness<'static, App>) {
    assert_eq!(harness.state_mut().work(), 1);
    harness.run();
}

/// Checks every pixel.
fn verify(harness: &mut Harness<'static, App>) {
    harness.command(Command::VerifyPixels);
    draw_ids(harness);
    compare(harness);
}

fn checked() -> Harness<'static, App> {
    let mut harness = app();
    verify(&mut harness);
    harness
}

fn spoil(harness: &mut Harness<'static, App>, mistake: Option<Mistake>) {
    harness.state_mut().update(CheckAction::Spoil(mistake).into());
    compare(harness);
}

#[test]
fn p_checks_every_pixel_shows_the_counts_and_p_again_closes_the_map() {
    let mut harness = app();
    harness.command(Command::VerifyPixels);
    harness.get_by_label("Every pixel");
    harness.get_by_label("the GPU draws its ids");
    draw_ids(&mut harness);
    harness.get_by_label("a ray through each pixel's centre");
    compare(&mut harness);
    let viewport = harness.desk().view().viewport;
    let pixels = viewport.width as u64 * viewport.height as u64;
    assert_eq!((counts(&harness).pixels(), counts(&harness).real), (pixels, 0));
    harness.get_by_label("0 unexplained");
    harness.get_by_label_contains(" agree");
    harness.get_by_label("The pick matches the picture everywhere.");
    let legend = harness.area("verdicts");
    assert!(legend.contains_rect(harness.get_by_label("Rays with").rect()), "all of it is seen: {legend}");
    let [heading, first] =
        ["Every pixel", "The pick matches the picture everywhere."].map(|words| harness.get_by_label(words).rect());
    assert!(heading.bottom() <= first.top(), "{heading} lies above {first}");
    harness.command(Command::VerifyPixels);
    assert!(check(&harness).is_none());
    assert!(!harness.shows("Every pixel"));
}

#[test]
fn a_mistake_is_found_and_its_pixels_show_both_triangles() {
    let mut harness = checked();
    spoil(&mut harness, Some(Mistake::YNotFlipped));
    harness.get_by_label("This mistake gives wrong picks here.");
    harness.act(CheckAction::Next(Verdict::Real));
    let first = inspected(&harness).expect("a real one");
    assert_eq!(first.verdict, Verdict::Real);
    let selected = &harness.desk().selected;
    assert!(!selected.marked.is_empty() && selected.triangles.is_empty(), "pointed out, not selected");
    for words in ["The ray hits ", "The GPU shows ", "Neither the rounding of corners"] {
        harness.get_by_label_contains(words);
    }
    harness.act(CheckAction::Next(Verdict::Real));
    assert_ne!(inspected(&harness).expect("another"), first);

    // A click beside it takes it, and picks there.
    let cursor = CursorPosition::new(first.cursor.x - 1.0, first.cursor.y);
    harness.click_at(cursor);
    let taken = inspected(&harness).expect("one");
    assert!(taken.cursor.distance(cursor) <= 4.0 && taken.verdict == Verdict::Real);
    assert_eq!(harness.desk().picked.as_ref().map(|picked| picked.trace.cursor), Some(taken.cursor));

    // Without the error nothing is left of it.
    spoil(&mut harness, None);
    harness.get_by_label("0 unexplained");
    assert!(harness.desk().selected.marked.is_empty());
}

#[test]
fn a_click_on_an_edge_says_how_near_it_is() {
    let mut harness = checked();
    harness.act(CheckAction::Next(Verdict::Edge));
    // Whether there is one depends on the GPU; where there is none, nothing is shown.
    let inspected = check(&harness).and_then(|check| check.inspected.clone());
    assert_eq!(inspected.is_some(), counts(&harness).edge != 0);
    if let Some(inspected) = inspected {
        assert!(inspected.reason().contains("from an edge of triangle"), "{}", inspected.reason());
    }
    let cursor = CursorPosition::new(5.0, 60.0);
    harness.click_at(cursor);
    assert!(check(&harness).is_some_and(|check| check.inspected.is_none()), "nothing differs there");
    assert_eq!(harness.desk().picked.as_ref().map(|picked| picked.trace.cursor), Some(cursor));
}

#[test]
fn escape_stops_a_check_and_what_comes_late_is_not_shown() {
    let mut harness = app();
    harness.command(Command::VerifyPixels);
    draw_ids(&mut harness);
    let progress = check(&harness).and_then(|check| check.result.progress()).cloned().expect("under way");
    let late = harness.state_mut().jobs.pop().expect("rays are cast");
    harness.command(Command::Escape);
    assert!(progress.is_cancelled() && check(&harness).is_none());
    harness.command(Command::VerifyPixels);
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
        if check(&harness).is_none() {
            verify(&mut harness);
        }
        harness.state_mut().update(Action::Hover(None));
        assert!(check(&harness).is_some(), "before {what} changes");
        change(harness.state_mut());
        harness.state_mut().update(Action::Hover(None));
        assert!(check(&harness).is_none(), "after {what} changed");
        harness.state_mut().update(Action::Study(study::Change::Reset));
    }
}

#[test]
fn a_pick_is_saved_with_all_that_a_replay_needs() {
    let mut harness = app();
    harness.state_mut().update(Action::Command(Command::SavePick));
    assert!(harness.state().jobs.is_empty(), "there is no pick yet");
    let cursor = CursorPosition::new(300.0, 300.0);
    harness.click_at(cursor).state_mut().jobs.clear();
    harness.press("File").press_part("Save pick…");
    assert_eq!(harness.state().jobs.len(), 1, "it is saved");
    let desk = harness.desk();
    let request = pick_request(desk).expect("a pick");
    assert_eq!(request.purpose, Purpose::Save("two.pick.json".into(), Kind::SavedPick));
    assert_eq!(request.folder.as_deref(), Some("/somewhere".as_ref()));
    let saved = pick_to_save(desk).expect("a pick")().expect("a saved pick");
    assert_eq!(saved.situation.objects[0].mesh, "/somewhere/two.obj");
    let mesh = harness.desk().scene().objects()[0].mesh.clone();
    let (trace, differences) = saved.replay(&[mesh]).expect("the same mesh");
    assert_eq!((trace.cursor, differences), (cursor, Vec::new()));
    harness.act(Action::Saved(Ok("Saved; it can be run again.".into()), None));
    harness.get_by_label_contains("Saved; it can be run again.");
}

#[test]
fn what_the_gpu_refuses_is_said() {
    let mut harness = app();
    harness.command(Command::VerifyPixels);
    let (progress, ..) = harness.tool::<Picking>().ids_awaited().expect("ids are waited for");
    let refused = Err("the GPU takes no more".to_owned());
    harness.act(CheckAction::IdsRead(progress, refused));
    assert!(check(&harness).is_none());
    harness.get_by_label("the GPU takes no more");
}

#[test]
fn p_checks_with_the_mistake_that_is_shown_and_goes_on_with_another_one() {
    let mut harness = app();
    harness.state_mut().update(Action::Study(study::Change::Mistake(Some(Mistake::YNotFlipped))));
    verify(&mut harness);
    assert_eq!(check(&harness).expect("a check").mistake, Some(Mistake::YNotFlipped));
    harness.get_by_label("This mistake gives wrong picks here.");

    // One that is chosen in the legend stays until the ladder shows another one.
    spoil(&mut harness, Some(Mistake::TransposedMatrix));
    assert_eq!(check(&harness).expect("a check").mistake, Some(Mistake::TransposedMatrix));
    harness.state_mut().update(Action::Study(study::Change::Mistake(None)));
    compare(&mut harness);
    assert_eq!(check(&harness).expect("a check").mistake, None);
    harness.get_by_label("The pick matches the picture everywhere.");
}

#[test]
fn p_checks_with_a_mistake_that_is_to_be_found_and_does_not_tell_it() {
    let mut harness = app();
    harness.state_mut().update(Action::Study(study::Change::HiddenMistake(Some(Mistake::YNotFlipped))));
    verify(&mut harness);
    assert_eq!(check(&harness).expect("a check").mistake, Some(Mistake::YNotFlipped));
    harness.get_by_label("With the hidden mistake.");
    assert!(harness.query_by_label_contains("y not flipped").is_none());
}
