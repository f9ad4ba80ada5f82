//! What is done with lessons in the window.

use super::*;
use crate::app::action::Action;
use crate::app::answers::Loaded;
use crate::app::keys::Command;
use crate::app::tools::picking;
use crate::app::update::tests::{answer_load, state};
use crate::app::update::{State, update};
use crate::math::{FramebufferSize, Viewport};
use std::any::Any;
use std::sync::Arc;

fn act(state: &mut State, action: LearningAction) {
    update(state, picking::Action::Learning(action).into());
    if let Some(MeshSource::Sample(sample)) = state.desk.loading.as_ref().map(|loading| loading.source.clone()) {
        let mesh = Arc::new(sample.mesh(&Default::default()).expect("not cancelled"));
        let answer = answer_load(state, Ok(Loaded { mesh, report: None, seconds: 0.0 }));
        update(state, Action::Loaded(answer));
    }
    update(state, Action::Hover(None));
}

fn open(state: &State) -> &OpenPage {
    state.tools.get::<Picking>().learning.open.as_ref().expect("a page is open")
}

/// Does what a reader would do in the window.
fn do_all(state: &mut State, page: &Page) {
    for action in &page.solution {
        let State { desk, tools } = state;
        let tool: &mut dyn Any = tools.in_use_mut(desk);
        let picking: &mut Picking = tool.downcast_mut().expect("lessons are taken while picking");
        picking.do_action(desk, action);
        update(state, Action::Hover(None));
    }
}

/// A window with lessons, as wide and high as theirs.
fn learning() -> State {
    let mut state = state();
    let (viewport, framebuffer) = (Viewport::new(1280, 720), FramebufferSize::new(1280, 720));
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    update(&mut state, Action::Command(Command::Show(Workspace::Learn)));
    state
}

#[test]
fn every_lesson_can_be_solved_in_the_window_and_not_before_its_prediction() {
    let mut state = learning();
    for (index, lesson) in builtin().iter().enumerate() {
        act(&mut state, LearningAction::Open(index));
        for (number, page) in lesson.pages.iter().enumerate() {
            let place = format!("{}, page {}", lesson.name, page.id);
            act(&mut state, LearningAction::Page(number));
            if page.situation.as_ref().is_some_and(|it| it.view.viewport != state.desk.view.viewport) {
                // It was written for a picture beside a panel.
                continue;
            }
            act(&mut state, LearningAction::Predict(Predicted::Nothing));
            assert!(open(&state).truth.is_some() == page.prediction.is_some(), "{place}");
            assert!(!open(&state).is_solved, "{place} is solved when it is opened");
            do_all(&mut state, page);
            assert!(open(&state).is_solved, "{place} is not solved by its solution");
            assert!(state.desk.settings.progress.is_solved(lesson, number), "{place}");
        }
    }
}

#[test]
fn a_page_is_opened_in_the_pixels_of_the_window() {
    let mut state = learning();
    let (viewport, framebuffer) = (Viewport { x: 0, y: 200, width: 900, height: 500 }, FramebufferSize::new(1200, 730));
    update(&mut state, Action::Layout { viewport, framebuffer, scale_factor: 1.0 });
    act(&mut state, LearningAction::Open(0));
    let picked = state.desk.picked.as_ref().expect("a pick");
    assert_eq!((picked.view.viewport, picked.view.framebuffer), (viewport, framebuffer));
    let page = &builtin()[0].pages[0];
    let situation = page.situation.as_ref().expect("a situation");
    let [theirs, ours] = [(&situation.view, situation.cursor), (&picked.view, picked.cursor)].map(|(view, cursor)| {
        let window = crate::math::window_from_cursor(cursor, view.framebuffer, Default::default());
        view.viewport.ndc_from_window(window).expect("a picture").y
    });
    assert!((theirs - ours).abs() <= 2.0 / 500.0, "{theirs} {ours}");
}
