//! Start of the window: its settings, the files and the situation that it is to open, and its event loop.

use super::Shell;
use super::display::{self, Event};
use super::frame_log::FrameLog;
#[cfg(target_arch = "wasm32")]
use super::page;
use crate::app::action::{Action, Message};
use crate::app::answers::MeshSource;
use crate::app::arrangement::Workspace;
use crate::app::keys::Command;
use crate::app::platform;
use crate::app::settings::Settings;
#[cfg(not(target_arch = "wasm32"))]
use crate::app::texts::{self, Language};
use crate::app::theme::letters::MissingLetters;
use crate::app::update::{State, update};
use crate::app::{AppError, Options, theme};
use egui_winit::winit;
use pickray::mesh::samples::Sample;
#[cfg(not(target_arch = "wasm32"))]
use winit::error::EventLoopError;
use winit::event_loop::{ControlFlow, EventLoop};

/// Opens the window and runs it until it is closed; see [`crate::app::run`].
#[cfg(not(target_arch = "wasm32"))]
pub fn run(options: Options) -> Result<(), AppError> {
    let event_loop = display::event_loop()?;
    texts::speak(options.language.unwrap_or_else(Language::of_system));
    let (mut settings, problem) = kept_settings();
    settings.language = options.language.or(settings.language);
    texts::speak(settings.language());
    let mut shell = Shell::new(&event_loop, options, (settings, problem))?;
    let ended = event_loop.run_app(&mut shell).map_err(|error| match error {
        // Asked for by nobody else: the display's server no longer answers.
        EventLoopError::ExitFailure(_) => AppError::DisplayLost,
        error => AppError::no_window(error),
    });
    // An error that ended the window says more than the display's own at the end.
    shell.failure.map_or(ended, Err)
}

/// Starts the window on the web page and returns at once; see [`crate::app::spawn`]. Later errors go to `failed`.
#[cfg(target_arch = "wasm32")]
pub fn spawn(options: Options, failed: impl FnOnce(AppError) + 'static) -> Result<(), AppError> {
    use winit::platform::web::EventLoopExtWebSys;
    let event_loop = display::event_loop()?;
    platform::page::spawn_local(async move {
        // Words from the start on are in the page's language, whose texts come first.
        page::speak(None).await;
        let (settings, problem) = kept_settings();
        page::speak(settings.language).await;
        let visit = page::Visit::begin(settings);
        let mut shell = match Shell::new(&event_loop, options, (visit.settings.clone(), problem)) {
            Ok(shell) => shell,
            Err(error) => return failed(error),
        };
        shell.page.failed = Some(Box::new(failed));
        shell.follow_address(visit);
        event_loop.spawn_app(shell);
    });
    Ok(())
}

/// Settings that are kept, and what is wrong with them, in the language of this thread.
type Kept = (Settings, Option<String>);

fn kept_settings() -> Kept {
    platform::config_dir().as_deref().map(Settings::load).unwrap_or_default()
}

/// Returns the state that a window begins with; the files that it was asked to open are on their way.
fn first_state(options: Options, (settings, problem): Kept) -> State {
    let mut state = State::new(settings);
    let nothing_asked_for = options.files.is_empty() && options.situation.is_none();
    if nothing_asked_for {
        update(&mut state, Action::Open(MeshSource::Sample(Sample::Teapot)));
    }
    update(&mut state, Action::OpenAll { sources: options.files, adds: false });
    update(&mut state, Action::Resume(nothing_asked_for));
    if let Some(situation) = options.situation {
        update(&mut state, Action::Situation(Box::new(Ok(situation))));
    }
    if options.learn {
        update(&mut state, Action::Command(Command::Show(Workspace::Learn)));
        options.lessons.into_iter().for_each(|file| update(&mut state, Action::Open(MeshSource::File(file))));
    }
    if let Some(text) = problem {
        update(&mut state, Action::Tell(Message::error(text)));
    }
    state
}

impl Shell {
    fn new(event_loop: &EventLoop<Event>, options: Options, kept: Kept) -> Result<Self, AppError> {
        event_loop.set_control_flow(ControlFlow::Wait);
        let frame_log = options.frame_log.as_ref().map(FrameLog::create).transpose()?;
        let state = first_state(options, kept);
        let egui = egui::Context::default();
        theme::install(&egui);
        let missing_letters = MissingLetters::watch(&egui);
        Ok(Self {
            proxy: event_loop.create_proxy(),
            state,
            egui,
            canvas: None,
            missing_letters,
            texts_asked: false,
            config_dir: platform::config_dir(),
            frame_log,
            pointer: Default::default(),
            fingers: Default::default(),
            inputs: Vec::new(),
            layout: Default::default(),
            dropped: Vec::new(),
            cursor: None,
            by_finger: false,
            hover_moved: false,
            picture: egui::Rect::NOTHING,
            title: String::new(),
            click_after_frame: None,
            kept_flat: None,
            told_refused: None,
            told_images: Vec::new(),
            wake: None,
            ticked: None,
            failure: None,
            #[cfg(target_arch = "wasm32")]
            page: Default::default(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_that_is_to_teach_begins_in_learn() {
        for learn in [false, true] {
            let state = first_state(Options { learn, ..Options::default() }, (Settings::default(), None));
            assert_eq!(state.desk.workspace == Workspace::Learn, learn);
        }
    }
}
