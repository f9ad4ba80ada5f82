//! The check of every pixel in the window: what the key starts, what the panels show of it, and what ends it.

use super::*;
use crate::gestures::wheel;
use pickray::{glam, study};
use pickray_app::app::tools::picking::pixel_check::{CheckAction, PixelCheck};
use pickray_app::app::tools::picking::{pick_request, pick_to_save};
use pickray_render::offscreen::Offscreen;
use pickray_render::verify::{Counts, Mismatch, Verdict};

fn app() -> Window {
    window([900.0, 700.0], 1.0)
}

fn check(harness: &Window) -> Option<&PixelCheck> {
    harness.picking().check.as_ref()
}

/// Returns the counts of a check that is done.
fn counts(harness: &Window) -> Counts {
    check(harness).and_then(|check| check.result.get()).expect("it is done").verification.counts
}

/// Returns the pixel that is inspected.
fn inspected(harness: &Window) -> Option<Mismatch> {
    check(harness)?.inspected.as_ref().map(|inspected| inspected.mismatch)
}

/// Returns where the last pick was made.
fn clicked(harness: &Window) -> Option<CursorPosition> {
    harness.desk().picked.as_ref().map(|picked| picked.trace.cursor)
}

const WRONG: &str = "This mistake gives wrong picks here.";

/// Does what the shell does: has the ids drawn that are waited for.
fn draw_ids(harness: &mut Window) {
    let (progress, scene, view, culling) = harness.picking().ids_awaited().expect("ids are waited for");
    let ids = Offscreen::new().and_then(|mut offscreen| offscreen.ids(&scene, &view, culling));
    harness.act(CheckAction::IdsRead(progress, ids.map_err(|error| error.to_string())));
}

/// Does what the shell does: has the rays cast, and hands over what came of it.
fn compare(harness: &mut Window) {
    assert_eq!(harness.state_mut().work(), 1);
    harness.rest();
}

/// Checks every pixel.
fn verify(harness: &mut Window) {
    draw_ids(harness.command(Command::VerifyPixels));
    compare(harness);
}

fn checked() -> Window {
    let mut harness = app();
    verify(&mut harness);
    harness
}

fn spoil(harness: &mut Window, mistake: Option<Mistake>) {
    harness.state_mut().update(CheckAction::Spoil(mistake));
    compare(harness);
}

#[test]
fn p_checks_every_pixel_shows_the_counts_and_p_again_closes_the_map() {
    let mut harness = app();
    harness.command(Command::VerifyPixels);
    harness.sees(&["Every pixel", "the GPU draws its ids", "Cancel"]);
    draw_ids(&mut harness);
    harness.get_by_label("a ray through each pixel's centre");
    compare(&mut harness);
    let viewport = harness.desk().view().viewport;
    let pixels = viewport.width as u64 * viewport.height as u64;
    assert_eq!((counts(&harness).pixels(), counts(&harness).real), (pixels, 0));
    harness.sees(&["0 unexplained", "The pick matches the picture everywhere."]);
    assert!(!harness.shows("Cancel"), "it has ended");
    let [agree, unexplained] = [" agree", "0 unexplained"].map(|words| harness.get_by_label_contains(words).rect());
    assert!(agree.bottom() <= unexplained.top() && agree.right() <= unexplained.left(), "two in each line");
    let legend = harness.area("verdicts");
    assert!(legend.contains_rect(harness.rect("Rays with")), "all of it is seen: {legend}");
    let [heading, first] = ["Every pixel", "The pick matches the picture everywhere."].map(|words| harness.rect(words));
    assert!(heading.bottom() <= first.top(), "{heading} lies above {first}");
    assert!(check(harness.command(Command::VerifyPixels)).is_none() && !harness.shows("Every pixel"));
}

#[test]
fn in_a_low_picture_the_legend_of_a_check_scrolls() {
    for size in [[853.0, 480.0], [640.0, 360.0], [640.0, 230.0]] {
        let mut harness = window(size, 1.5);
        harness.explain().pick(0).state_mut().jobs.clear();
        verify(&mut harness);
        let (legend, picture) = (harness.area("verdicts"), harness.picture());
        assert!(picture.expand(1.0).contains_rect(legend), "{legend} in {picture}");
    }
}

#[test]
fn a_mistake_is_found_and_its_pixels_show_both_triangles() {
    let mut harness = checked();
    spoil(&mut harness, Some(Mistake::YNotFlipped));
    harness.get_by_label(WRONG);
    let first = inspected(harness.act(CheckAction::Next(Verdict::Real))).expect("a real one");
    assert_eq!(first.verdict, Verdict::Real);
    let selected = &harness.desk().selected;
    assert!(!selected.marked.is_empty() && selected.triangles.is_empty(), "pointed out, not selected");
    for words in ["The ray hits ", "The GPU shows ", "Neither the rounding of corners"] {
        harness.get_by_label_contains(words);
    }
    assert_ne!(inspected(harness.act(CheckAction::Next(Verdict::Real))).expect("another"), first);

    // A click beside it takes it, and picks there.
    let cursor = CursorPosition::new(first.cursor.x - 1.0, first.cursor.y);
    let taken = inspected(harness.click_at(cursor)).expect("one");
    assert!(taken.cursor.distance(cursor) <= 4.0 && taken.verdict == Verdict::Real);
    assert_eq!(clicked(&harness), Some(taken.cursor));

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
    assert_eq!(clicked(&harness), Some(cursor));
}

#[test]
fn escape_stops_a_check_and_what_comes_late_is_not_shown() {
    let mut harness = app();
    draw_ids(harness.command(Command::VerifyPixels));
    let progress = check(&harness).and_then(|check| check.result.progress()).cloned().expect("under way");
    let late = harness.state_mut().jobs.pop().expect("rays are cast");
    assert!(check(harness.command(Command::Escape)).is_none() && progress.is_cancelled());
    harness.command(Command::VerifyPixels).state_mut().update(late.run());
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
        if check(harness.rest()).is_none() {
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
    assert_eq!(harness.press("File").press_part("Save pick…").state().jobs.len(), 1, "it is saved");
    let desk = harness.desk();
    let request = pick_request(desk).expect("a pick");
    assert_eq!(request.purpose, Purpose::Save("two.pick.json".into(), Kind::SavedPick));
    assert_eq!(request.folder.as_deref(), Some("/somewhere".as_ref()));
    let saved = pick_to_save(desk).expect("a pick")().expect("a saved pick");
    assert_eq!(saved.situation.objects[0].mesh, "/somewhere/two.obj");
    let (trace, differences) = saved.replay(&[desk.scene().objects()[0].mesh.clone()]).expect("the same mesh");
    assert_eq!((trace.cursor, differences), (cursor, Vec::new()));
    let told = "Saved; it can be run again.";
    harness.act(Action::Saved(Ok(told.into()), None)).get_by_label_contains(told);
}

#[test]
fn what_the_gpu_refuses_is_said() {
    let mut harness = app();
    let awaited = harness.command(Command::VerifyPixels).picking().ids_awaited();
    let (progress, ..) = awaited.expect("ids are waited for");
    let refused = Err("the GPU takes no more".to_owned());
    assert!(check(harness.act(CheckAction::IdsRead(progress, refused))).is_none());
    harness.get_by_label("the GPU takes no more");
}

#[test]
fn p_checks_with_the_mistake_that_is_shown_or_hidden_and_goes_on_with_another_one() {
    let mut harness = app();
    let of_check = |harness: &Window| check(harness).expect("a check").mistake;
    harness.state_mut().update(Action::Study(study::Change::Mistake(Some(Mistake::YNotFlipped))));
    verify(&mut harness);
    assert_eq!(of_check(&harness), Some(Mistake::YNotFlipped));
    harness.get_by_label(WRONG);

    // One that is chosen in the legend stays until the ladder shows another one.
    spoil(&mut harness, Some(Mistake::TransposedMatrix));
    assert_eq!(of_check(&harness), Some(Mistake::TransposedMatrix));
    harness.state_mut().update(Action::Study(study::Change::Mistake(None)));
    compare(&mut harness);
    assert_eq!(of_check(&harness), None);
    harness.get_by_label("The pick matches the picture everywhere.");

    // One that is to be found is not told.
    let mut harness = app();
    harness.state_mut().update(Action::Study(study::Change::HiddenMistake(Some(Mistake::YNotFlipped))));
    verify(&mut harness);
    assert_eq!(of_check(&harness), Some(Mistake::YNotFlipped));
    harness.get_by_label("With the hidden mistake.");
    assert!(harness.query_by_label_contains("y not flipped").is_none());
}
