//! Tests of lessons in the window.

mod hints;
mod own_scene;

use super::*;
use crate::app::tools::picking;
use crate::app::update::tests::*;
use crate::language::Language;
use crate::lesson::{self, LessonText};
use pickray::pick::{self};
use std::path::PathBuf;

impl State {
    /// Does this, and reads the sample that is asked for.
    fn learn(&mut self, action: LearningAction) -> &mut Self {
        self.act(action);
        match self.desk.files.loading.as_ref().map(|loading| loading.source.clone()) {
            Some(MeshSource::Sample(sample)) => self.load(sample.mesh().expect("a mesh")),
            _ => self,
        }
    }

    fn lessons(&self) -> &Learning {
        &self.picking().learning
    }

    /// Returns where the last pick was made.
    fn clicked(&self) -> Option<CursorPosition> {
        self.desk.picked.as_ref().map(|picked| picked.trace.cursor)
    }

    fn is_solved(&self) -> bool {
        self.page().is_solved
    }

    fn page(&self) -> &OpenPage {
        self.lessons().open.as_ref().expect("a page is open")
    }

    /// Opens a page of a built-in lesson, and has its truth told.
    fn begin(&mut self, lesson: &str, page: &str) -> &mut Self {
        let index = named(lesson);
        let number = builtin()[index].pages.iter().position(|other| other.id == page).expect("a page");
        self.learn(LearningAction::Open(index)).learn(LearningAction::Page(number)).learn(TELL);
        assert!(!self.is_solved(), "{lesson}, {page}");
        self
    }
}

/// Has what a page asks about told.
const TELL: LearningAction = LearningAction::Predict(Predicted::Nothing);

/// Returns the number of a built-in lesson.
fn named(lesson: &str) -> usize {
    builtin().iter().position(|other| other.name == lesson).expect("a lesson")
}

const WINDOW: FramebufferSize = FramebufferSize::new(1280, 720);

/// Returns a window with lessons, as wide and high as theirs.
fn learning() -> State {
    let mut state = state();
    state.lay_out(Viewport::new(1280, 720), WINDOW).go_to(Workspace::Learn);
    state
}

#[test]
fn a_page_is_solved_in_the_window_by_its_changes_and_not_before_its_prediction() {
    let mut state = learning();
    let lesson = &builtin()[0];
    state.learn(LearningAction::Open(0));
    for (number, page) in lesson.pages.iter().enumerate() {
        state.learn(LearningAction::Page(number)).change(page.solution.iter().cloned());
        let is_open = page.prediction.is_none() && !page.goal.conditions.is_empty();
        assert_eq!(state.is_solved(), is_open, "{}", page.id);
        state.learn(LearningAction::Page(number)).learn(TELL);
        assert!(state.page().truth.is_some() == page.prediction.is_some() && !state.is_solved(), "{}", page.id);
        assert!(state.change(page.solution.iter().cloned()).is_solved(), "{}", page.id);
        assert!(state.desk.settings.progress.is_solved(lesson, number), "{}", page.id);
    }
}

#[test]
fn a_page_that_a_symptom_leads_to_asks_anew_and_one_that_is_leafed_back_to_does_not() {
    let mut state = learning();
    state.learn(LearningAction::OpenPage(0, 0)).learn(TELL).learn(LearningAction::Page(1));
    assert_eq!(state.learn(LearningAction::Page(0)).page().predicted, Some(Predicted::Nothing));
    for (lesson, page) in [(0, 0), (3, 1), (0, 0), (1, 0)] {
        let open = state.learn(LearningAction::OpenPage(lesson, page)).page();
        assert!(open.start.is_some() && open.predicted.is_none(), "lesson {lesson}, page {page}");
        state.learn(TELL);
    }
}

/// Returns the distance of the middle between the first two hits, with the far plane at infinity: there `t` counts
/// distances to the near plane.
fn middle_of_hits(state: &State) -> f64 {
    let trace = state.trace();
    let hits = pick::pick_all(state.desk.scene(), &trace.view, trace.cursor, &trace.options);
    trace.view.camera.near * (1.0 + 0.5 * (hits[0].t + hits[1].t))
}

#[test]
fn a_page_that_asks_for_a_triangle_takes_one_behind_by_tab_click_or_list() {
    for (lesson, page, near, then) in [
        ("one-pixel-two-depths", "a-whole-line", None, None),
        // The front wall is nearer than is asked for, the rear one is not.
        ("a-plane-at-infinity", "no-far-plane", Some(2.5), None),
        ("a-plane-at-infinity", "backwards", Some(10.0), None),
        ("why-not-this-one", "behind", None, Some(Culling::None)),
        ("why-not-this-one", "culled", None, Some(Culling::Back)),
    ] {
        for way in ["Tab", "Alt+click", "the list"] {
            let mut state = learning();
            state.begin(lesson, page);
            if let Some(times) = near {
                let near = middle_of_hits(&state) / times;
                state.change([Change::Near(Plane::At(near))]);
            }
            assert!(!state.is_solved(), "{page} before {way}");
            let (at, view) = (state.trace().cursor, state.trace().view);
            match way {
                "Tab" => state.command(Command::NextHit),
                "Alt+click" => state.act(pressed(at, view, ClickMode::Behind, false)),
                _ => state.act(right_click(at, view)).act(picking::HitsAction::Choose(1)),
            };
            assert_eq!(state.is_solved(), then.is_none(), "{page} by {way}");
            if let Some(culling) = then {
                state.change([Change::Culling(culling)]).command(Command::WhyNot);
            }
            assert!(state.is_solved(), "{page} by {way}");
        }
    }
}

#[test]
fn a_hit_behind_is_no_way_round_a_page_about_the_closest_one() {
    let mut state = learning();
    assert_eq!(state.begin("half-a-pixel", "the-corner").command(Command::NextHit).rank(), Some((1, 2)));
    assert!(!state.is_solved());
}

#[test]
fn a_mistake_that_hits_what_is_cut_away_shows_also_where_nothing_else_is_hit() {
    let mut state = learning();
    state.begin("one-pixel-two-depths", "minus-one-and-one");
    state.change([Change::Far(Plane::At(50.0)), Change::Near(Plane::At(12.0))]);
    assert!(state.desk.picked.as_ref().is_some_and(|picked| picked.hit.is_none()) && state.is_solved());
}

#[test]
fn a_page_that_hides_a_mistake_opens_no_ladder_for_the_picks_of_later() {
    let mut state = learning();
    let lesson = builtin().iter().position(|lesson| lesson.pages[0].hidden_mistake.is_some()).expect("a lesson");
    let before = state.desk.settings.panels;
    state.learn(LearningAction::Open(lesson));
    assert!(state.desk.study.hidden().is_some() && state.desk.picked.is_some());
    assert_eq!(state.desk.settings.panels.explain, before.explain);
}

#[test]
fn the_ladder_covers_what_is_asked_but_not_numbers_that_the_reveal_changes() {
    let mut state = learning();
    // The question of “why-w” is about a far plane elsewhere; the numbers of now are what it is answered from.
    for (lesson, n_covered) in [("y-the-other-way", Step::ALL.len() - 1), ("why-w", 0)] {
        let learning = state.learn(LearningAction::Open(named(lesson))).lessons();
        assert_eq!(Step::ALL.into_iter().filter(|&step| learning.covers(step)).count(), n_covered, "{lesson}");
    }
}

#[test]
fn the_click_of_a_page_and_what_was_told_of_it_go_with_the_picture() {
    let [low, high] = [(281, 407), (150, 538)].map(|(y, height)| Viewport { x: 0, y, width: 980, height });
    let [there, mut moved] = [low, high].map(|viewport| {
        let mut state = learning();
        state.lay_out(viewport, WINDOW).learn(LearningAction::Open(0)).learn(TELL);
        state
    });
    let asked = |state: &State| (state.trace().cursor, state.page().truth);
    let before = asked(&moved);
    assert_ne!(asked(moved.lay_out(low, WINDOW)), before);
    let of = |trace: &pick::explain::PickTrace| {
        (trace.cursor, trace.view, trace.window, trace.hit.as_ref().map(|hit| hit.id()))
    };
    assert_eq!(of(moved.trace()), of(there.trace()));
    let [a, b] = [&moved, &there].map(|state| (state.page().truth, state.page().asked_at, state.page().start.clone()));
    assert_eq!(a, b);
    assert_eq!(moved.desk.selected.triangles.iter().next(), moved.inspected_id());
    assert!(!moved.is_solved());
    assert_eq!(moved.learn(LearningAction::BeginAgain).trace().cursor, there.trace().cursor);
}

#[test]
fn a_click_of_the_reader_is_at_its_place_in_a_resized_picture_and_a_hit_behind_is_still_inspected() {
    let mut state = learning();
    let (whole, viewport) = (Viewport::new(1280, 720), Viewport { x: 0, y: 281, width: 980, height: 407 });
    state.begin("one-pixel-two-depths", "a-whole-line").lay_out(viewport, WINDOW);
    assert!(!state.is_solved(), "that the picture is another one solves nothing");
    state.command(Command::NextHit);
    assert!(state.is_solved(), "the pixel is that which the page begins with");
    assert!(state.lay_out(whole, WINDOW).rank().is_some_and(|(index, _)| index == 1));
    let own = CursorPosition { x: 611.5, y: 402.0 };
    let (view, id) = (state.view(), state.pick(own).inspected_id());
    let low = view.with_viewport(viewport, WINDOW);
    state.lay_out(viewport, WINDOW);
    assert_eq!((state.trace().cursor, state.trace().view), (lesson::fitted_cursor(own, &view, &low), low));
    assert!(id.is_some() && state.inspected_id() == id);
    state.lay_out(whole, WINDOW);
    assert_eq!((state.trace().cursor.pixel(), state.trace().view), (own.pixel(), view), "it comes back to its pixel");
}

#[test]
fn a_place_that_was_predicted_goes_with_the_picture() {
    let mut state = learning();
    let place = |y: f64| Predicted::Place(CursorPosition { x: 640.0, y });
    state.learn(LearningAction::Open(0)).learn(LearningAction::Page(1)).learn(LearningAction::Predict(place(540.0)));
    state.lay_out(Viewport { x: 0, y: 360, width: 1280, height: 360 }, WINDOW);
    assert_eq!(state.page().predicted, Some(place(270.0)));
}

#[test]
fn one_who_leafs_back_finds_what_was_predicted_until_the_lesson_is_begun_again() {
    let mut state = learning();
    let (number, place) = (Predicted::Number(123.0), Predicted::Place(CursorPosition { x: 600.0, y: 400.0 }));
    let truth = state.learn(LearningAction::Open(0)).learn(LearningAction::Predict(number)).page().truth;
    assert_eq!(state.learn(LearningAction::Page(1)).page().predicted, None);
    state.learn(LearningAction::Predict(place)).learn(LearningAction::Page(0));
    assert_eq!((state.page().predicted, state.page().truth), (Some(number), truth));
    assert_eq!(state.learn(LearningAction::Page(1)).page().predicted, Some(place));
    assert!(state.desk.study.mistake().is_some(), "what reveals the truth was done again");
    for action in [LearningAction::BeginAgain, LearningAction::Page(1)] {
        assert_eq!(state.learn(action).page().predicted, None);
    }
}

#[test]
fn the_line_of_code_is_that_of_the_coordinate_that_is_wrong() {
    use crate::app::tools::picking::mistakes::lines;
    use pick::explain::Mistake::{DepthsMinusOneAndOne, ViewportOffsetIgnored};
    let mut view = state().view();
    for (x, y, letter) in [(300, 24, 'x'), (0, 24, 'y'), (0, 0, 'x')] {
        let view = view.with_viewport(Viewport { x, y, width: 900, height: 500 }, view.framebuffer);
        assert!(lines(ViewportOffsetIgnored, &view).iter().all(|line| line.starts_with(letter)), "{x}, {y}");
    }
    assert_eq!(lines(DepthsMinusOneAndOne, &view)[0], "near = unproject(x, y, 0)");
    view.camera.reversed_z = true;
    assert_eq!(lines(DepthsMinusOneAndOne, &view)[0], "far = unproject(x, y, 0)");
}

#[test]
fn a_page_whose_picture_begins_beside_a_panel_has_the_panel_at_the_left_until_it_is_left() {
    let mut state = learning();
    let (viewport, framebuffer) = (Viewport { x: 0, y: 200, width: 900, height: 500 }, FramebufferSize::new(1200, 730));
    state.lay_out(viewport, framebuffer).begin("the-drawer-moved-my-viewport", "middle-of-what");
    assert!(state.desk.panel_is_left() && !state.desk.settings.panels.left);
    let beside = Viewport { x: 300, ..viewport };
    assert_eq!(state.lay_out(beside, framebuffer).trace().view.viewport, beside);
    assert_eq!(state.learn(LearningAction::Page(1)).trace().view.viewport, beside);
    assert!(!state.begin("y-the-other-way", "two-origins").desk.panel_is_left());
    assert_eq!(state.lay_out(viewport, framebuffer).trace().view.viewport, viewport);
}

#[test]
fn arrows_that_would_tell_the_answer_of_the_next_page_are_left_out() {
    let mut state = learning();
    for (lesson, page, shown) in [
        ("two-screens", "half-the-way", false),
        ("two-screens", "where-it-hardly-shows", true),
        ("parallel-rays", "whose-eye", false),
        ("parallel-rays", "where-it-is-right", true),
    ] {
        assert_eq!(state.begin(lesson, page).lessons().shows_arrows(), shown, "{page}");
    }
    assert!(state.learn(LearningAction::List).lessons().shows_arrows());
}

/// Returns a lesson of one page as from a file, with this title; an error where `goal` is no field.
fn read_lesson(name: &str, title: &str, goal: &str) -> Result<Lesson, LessonError> {
    let json = format!(
        r#"{{ "version": 1, "languages": ["en"], "pages": [{{
            "id": "only", "situation": {{ "sample": "cube", "size": [1280, 720] }},
            "goal": [{{ "field": "{goal}", "is": true }}], "solution": [{{ "pick": [640, 360] }}] }}] }}"#
    );
    let words = format!("# {title}\n\nS.\n\n## only\n\nText.\n\n### goal\n\nG.\n");
    let path = PathBuf::from(format!("{name}.lesson.json"));
    let words = vec![(Language::English, words.into())];
    lesson::parse(&LessonText { path, json: json.into(), words }, &Default::default())
}

fn titles_of_found(state: &State) -> Vec<&str> {
    let found = state.lessons().lessons().skip(builtin().len());
    found.map(|lesson| lesson.words(Language::English).title.as_str()).collect()
}

fn mesh_name(state: &State) -> &str {
    &state.desk.scene().objects()[0].name
}

#[test]
fn a_lesson_that_is_given_is_read_beside_the_window_which_tells_what_is_wrong_with_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("a.lesson.json");
    std::fs::write(&path, "{}").expect("a file");
    for given in [path.as_path(), folder.path()] {
        let mut state = learning();
        state.idle().act(Action::Open(MeshSource::File(given.to_owned())));
        let n_jobs = state.desk.files.jobs.len();
        assert_eq!((n_jobs, state.complains()), (1, false), "nothing is read before the window is there");
        while !state.desk.files.jobs.is_empty() {
            state.run_job();
        }
        assert!(state.complains() && state.told().contains("a.lesson.json:1: missing field"), "{}", state.told());
    }
}

#[test]
fn the_crosshair_predicts_a_click_and_picks_nothing() {
    let mut state = learning();
    let before = state.learn(LearningAction::Open(0)).learn(LearningAction::Page(1)).clicked();
    for command in [Command::ToggleCrosshair, Command::MoveCrosshair(-10, 0), Command::PickAtCrosshair] {
        assert_eq!(state.page().predicted, None);
        state.command(command);
    }
    let crosshair = state.desk.pointer.crosshair.expect("a crosshair");
    assert!(matches!(state.page().truth, Some(Truth::Place(_))), "{:?}", state.page().truth);
    assert_eq!((state.page().predicted, state.clicked()), (Some(Predicted::Place(crosshair)), before));
    assert_eq!(state.command(Command::PickAtCrosshair).clicked(), Some(crosshair), "then it picks again");
    assert_eq!(state.page().predicted, Some(Predicted::Place(crosshair)));
}

#[test]
fn the_keyboard_is_called_to_the_lesson_where_it_is_shown_and_to_the_panels_elsewhere() {
    let mut state = learning();
    for (before, called) in [
        (None, (1, false)),
        (Some(Command::ToggleSidePanel), (1, true)),
        (Some(Command::ToggleSidePanel), (2, false)),
        (Some(Command::Show(Workspace::Pick)), (2, true)),
    ] {
        before.into_iter().for_each(|command| _ = state.command(command));
        state.desk.files.effects.clear();
        let calls = state.command(Command::FocusPanels).lessons().keyboard_calls;
        assert_eq!((calls, state.desk.files.effects.contains(&Effect::FocusPanels)), called, "after {before:?}");
    }
}

#[test]
fn a_lesson_is_opened_where_it_was_left_until_it_is_begun_again() {
    let mut state = learning();
    let solution = builtin()[0].pages[0].solution.iter().cloned();
    state.learn(LearningAction::Open(0)).learn(LearningAction::Predict(Predicted::Number(1.0))).change(solution);
    assert!(state.learn(LearningAction::Page(1)).learn(LearningAction::List).lessons().open.is_none());
    state.desk.files.effects.clear();
    let seen = |state: &State| (state.page().page, state.desk.settings.progress.n_solved(&builtin()[0]));
    assert_eq!(seen(state.learn(LearningAction::Open(0))), (1, 1));
    assert!(state.desk.files.effects.contains(&Effect::SaveSettings));
    assert_eq!(seen(state.learn(LearningAction::BeginAgain)), (0, 0));
    assert!(!state.is_solved() && state.page().predicted.is_none());
}

#[test]
fn a_lesson_that_is_read_again_replaces_itself_and_is_opened() {
    let mut state = learning();
    for title in ["First", "Second"] {
        state.learn(LearningAction::Read(vec![read_lesson("mine", title, "hit")]));
        assert_eq!(titles_of_found(&state), [title]);
        assert_eq!(state.page().lesson, builtin().len());
        assert_eq!(mesh_name(&state), "Cube");
    }
}

#[test]
fn a_wrong_lesson_is_told_of_once_and_the_others_are_there() {
    let mut state = learning();
    for _ in 0..2 {
        let read = vec![read_lesson("wrong", "Wrong", "no.field"), read_lesson("mine", "Mine", "hit")];
        assert_eq!(titles_of_found(state.learn(LearningAction::Read(read))), ["Mine"]);
        let problems = &state.lessons().problems;
        assert!(problems.len() == 1 && problems[0].contains("wrong.lesson.json"), "{problems:?}");
        assert!(state.complains() && state.told() == problems[0], "{}", state.told());
    }
    let mended = LearningAction::Read(vec![read_lesson("wrong", "Mended", "hit")]);
    assert!(state.learn(mended).lessons().problems.is_empty());
}

#[test]
fn a_folder_of_meshes_is_told_as_one_and_opens_no_lesson() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("cow.obj"), "").expect("written");
    let mut state = state();
    let source = || MeshSource::File(folder.path().to_owned());
    for action in [Action::Open(source()), Action::Dropped(source())] {
        state.act(action).run_job();
        let told = state.desk.messages.last.take().expect("a word");
        assert!(told.is_error && told.text.contains("is a folder with one mesh, cow.obj"), "{}", told.text);
        assert_eq!(state.desk.workspace, Workspace::Pick);
    }
    std::fs::write(folder.path().join("flip.lesson.json"), "").expect("written");
    state.act(Action::Open(source())).run_job();
    assert_eq!((state.desk.workspace, state.desk.files.jobs.len()), (Workspace::Learn, 1), "its lessons are read");
}
