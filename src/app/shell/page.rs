//! What the page around the canvas tells the window.

use super::Shell;
use super::frame_log::FrameLog;
use crate::app::action::Action;
use crate::app::keys::Key;
use crate::app::platform::page::events::PageEvent;
use crate::app::platform::page::link;
use crate::app::settings::{LanguageChoice, Settings};
use crate::app::texts::Language;
use crate::app::update::update;
use egui_winit::winit::event_loop::ActiveEventLoop;

impl Shell {
    /// Does what the page's address asks for.
    pub(super) fn follow_address(&mut self) {
        self.frame_log = link::wants_frame_log().then(FrameLog::in_console);
        if let Some(language) = link::language() {
            let language = match Language::of_locale(&language) {
                Language::Chinese => LanguageChoice::Chinese,
                _ => LanguageChoice::English,
            };
            let settings = Settings { language, ..self.state.desk.settings.clone() };
            update(&mut self.state, Action::Settings(settings));
        }
        if let Some(action) = link::action() {
            update(&mut self.state, action);
        }
    }

    pub(super) fn page_event(&mut self, event_loop: &ActiveEventLoop, event: PageEvent) {
        match event {
            PageEvent::Action(action) => update(&mut self.state, *action),
            PageEvent::Pasted(text) => {
                if self.panels_take(Key::Char('v'))
                    && let Some(canvas) = &mut self.canvas
                {
                    canvas.input.egui_input_mut().events.push(egui::Event::Paste(text));
                } else {
                    update(&mut self.state, Action::Pasted(text));
                }
            }
            PageEvent::ContextLost => self.context_is_lost = true,
            PageEvent::ContextRestored => {
                if let Some(canvas) = &mut self.canvas {
                    match canvas.restore() {
                        Ok(()) => self.context_is_lost = false,
                        Err(error) => self.fail(event_loop, error),
                    }
                }
            }
        }
    }
}
