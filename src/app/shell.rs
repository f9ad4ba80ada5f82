//! Event loop of the window. Events are stored; the next frame runs the panels, turns the stored input into gestures,
//! and draws. Without an event there is no frame.
//!
//! A press goes either to a panel or to the picture. This is decided once, by the layout of the last frame, which the
//! user saw. egui's own answer (`EventResponse::consumed`) lags a frame behind if the mouse jumps and presses without a
//! frame between. So presses are stored until the panels have run. They go to the picture only if the panels do not use
//! the mouse.

#[cfg(not(target_arch = "wasm32"))]
mod blend;
mod canvas;
mod display;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod drops;
mod effects;
mod fingers;
mod frame;
mod frame_log;
mod keyboard;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod libraries;
#[cfg(target_arch = "wasm32")]
mod page;
mod start;
mod words;

use crate::app::AppError;
use crate::app::action::Action;
use crate::app::input::touch::Fingers;
use crate::app::input::{Button, PIXELS_PER_LINE, Pointer, Press, Wheel, zoom_factor};
use crate::app::keys::{Chord, Command, Key, Layout, Modifiers};
use crate::app::panels::{self, MissingLetters};
use crate::app::platform;
use crate::app::update::{State, update};
use canvas::Canvas;
use display::Event;
#[cfg(not(target_arch = "wasm32"))]
use egui_winit::accesskit_winit;
use egui_winit::winit;
use fingers::Finger;
use frame_log::FrameLog;
use pickray::math::CursorPosition;
use pickray::mesh::{self, Mesh};
#[cfg(not(target_arch = "wasm32"))]
pub use start::run;
#[cfg(target_arch = "wasm32")]
pub use start::spawn;
use std::path::PathBuf;
use std::sync::Arc;
use winit::application::ApplicationHandler;
use winit::event::{ElementState, MouseButton, MouseScrollDelta, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::WindowId;
#[cfg(not(target_arch = "wasm32"))]
pub use words::write_over;

/// Input of mouse, fingers and keys since the last frame, done in its order once the panels have run.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "there are a few in a frame, each moved once or twice")]
enum Input {
    Press {
        press: Press,
        in_picture: bool,
    },
    Release {
        button: Button,
        seconds: f64,
        after_frame: u64,
    },
    Move(CursorPosition),
    /// Event of a finger, with the id of the finger.
    Finger(u64, Finger),
    Zoom {
        wheel: Wheel,
        in_picture: bool,
    },
    Command(Command),
    BenchKey(Key, bool),
    FocusLost,
}

struct Shell {
    proxy: EventLoopProxy<Event>,
    state: State,
    egui: egui::Context,
    canvas: Option<Canvas>,
    /// Letters that the window has to show and no font contains.
    missing_letters: MissingLetters,
    /// `true` once the texts of a language have been requested because they were missing.
    texts_asked: bool,
    config_dir: Option<PathBuf>,
    frame_log: Option<FrameLog>,
    pointer: Pointer,
    fingers: Fingers,
    inputs: Vec<Input>,
    layout: Layout,
    dropped: Vec<PathBuf>,
    cursor: Option<CursorPosition>,
    /// `true` from a touch until the mouse moves; meanwhile nothing counts as under the mouse.
    by_finger: bool,
    hover_moved: bool,
    /// Rectangle that the panels left to the picture in the last frame, in egui's points.
    picture: egui::Rect,
    title: String,
    click_after_frame: Option<u64>,
    /// Mesh that stays flat-shaded, because its smooth normals were not computed or did not fit on the GPU.
    kept_flat: Option<Arc<Mesh>>,
    /// Mesh that the GPU could not take, once the user has been told so.
    told_refused: Option<Arc<Mesh>>,
    /// Images of textures that the GPU does not show as they are, of which the user has been told.
    told_images: Vec<mesh::Image>,
    wake: Option<platform::Instant>,
    /// Time of the last [`Action::Tick`]; `None` unless an animation runs.
    ticked: Option<platform::Instant>,
    failure: Option<AppError>,
    #[cfg(target_arch = "wasm32")]
    page: page::OfPage,
}

impl ApplicationHandler<Event> for Shell {
    fn resumed(&mut self, event_loop: &ActiveEventLoop) {
        if self.canvas.is_some() {
            return;
        }
        match Canvas::open(event_loop, self.proxy.clone(), &self.egui, self.state.desk.settings.window) {
            Ok(canvas) => {
                canvas.window.request_redraw();
                self.canvas = Some(canvas);
                self.perform(event_loop);
            }
            Err(error) => self.fail(event_loop, error),
        }
    }

    fn new_events(&mut self, _: &ActiveEventLoop, cause: StartCause) {
        if matches!(cause, StartCause::ResumeTimeReached { .. }) {
            self.request_redraw();
        }
    }

    #[cfg_attr(not(target_arch = "wasm32"), expect(unused_variables, reason = "a page alone has a context to lose"))]
    fn user_event(&mut self, event_loop: &ActiveEventLoop, event: Event) {
        match event {
            Event::Action(action) => update(&mut self.state, *action),
            #[cfg(target_arch = "wasm32")]
            Event::Page(event) => self.page_event(event_loop, event),
            #[cfg(not(target_arch = "wasm32"))]
            Event::Accessibility(event) => {
                let Some(canvas) = &mut self.canvas else { return };
                match event.window_event {
                    accesskit_winit::WindowEvent::InitialTreeRequested => self.egui.enable_accesskit(),
                    accesskit_winit::WindowEvent::ActionRequested(request) => {
                        canvas.input.on_accesskit_action_request(request);
                    }
                    accesskit_winit::WindowEvent::AccessibilityDeactivated => self.egui.disable_accesskit(),
                }
            }
        }
        self.request_redraw();
    }

    fn window_event(&mut self, event_loop: &ActiveEventLoop, _: WindowId, event: WindowEvent) {
        match &event {
            WindowEvent::RedrawRequested => {
                if let Err(error) = self.frame(event_loop) {
                    self.fail(event_loop, error);
                }
                return;
            }
            WindowEvent::Destroyed => {
                // Requests to the window would go to none any longer.
                self.close();
                self.fail(event_loop, AppError::WindowLost);
                return;
            }
            // The keyboard stays the window's.
            #[cfg(target_arch = "wasm32")]
            WindowEvent::Focused(false) if platform::page::field::has_focus() => return,
            WindowEvent::CloseRequested => update(&mut self.state, Action::Command(Command::Quit)),
            WindowEvent::KeyboardInput { event: key, is_synthetic: false, .. } if self.bench_key(key) => {
                self.request_redraw();
                return;
            }
            WindowEvent::KeyboardInput { event: key, is_synthetic: false, .. }
                if key.state == ElementState::Pressed =>
            {
                if let Some(command) = self.key_pressed(key) {
                    self.inputs.push(Input::Command(command));
                    self.request_redraw();
                    return;
                }
            }
            _ => self.note(&event),
        }
        self.perform(event_loop);
        let Some(canvas) = &mut self.canvas else { return };
        let answer = canvas.input.on_window_event(&canvas.window, &event);
        if answer.repaint {
            canvas.window.request_redraw();
        }
    }

    fn exiting(&mut self, _: &ActiveEventLoop) {
        self.close();
        #[cfg(target_arch = "wasm32")]
        if let (Some(error), Some(failed)) = (self.failure.take(), self.page.failed.take()) {
            failed(error);
        }
    }
}

impl Shell {
    /// Keeps an event for the next frame, or does at once what needs no frame.
    fn note(&mut self, event: &WindowEvent) {
        match *event {
            WindowEvent::Resized(size) => {
                if let Some(canvas) = &self.canvas {
                    canvas.context.resize(size.width, size.height);
                    canvas.window.request_redraw();
                }
            }
            WindowEvent::CursorMoved { position, .. } => {
                let at = CursorPosition { x: position.x, y: position.y };
                self.cursor = Some(at);
                self.by_finger = false;
                self.hover_moved = true;
                self.inputs.push(Input::Move(at));
            }
            WindowEvent::CursorLeft { .. } => {
                self.cursor = None;
                self.hover_moved = true;
            }
            WindowEvent::MouseInput { state, button, .. } => self.mouse_button(state, button),
            WindowEvent::Touch(ref touch) => self.note_touch(touch),
            WindowEvent::MouseWheel { delta, .. } => {
                let lines = match delta {
                    // Some systems turn the wheel sideways while Shift is held.
                    MouseScrollDelta::LineDelta(x, y) => f64::from(if y == 0.0 { x } else { y }),
                    MouseScrollDelta::PixelDelta(by) => by.y / (PIXELS_PER_LINE * self.state.desk.shown.scale_factor),
                };
                self.zoom_by(zoom_factor(lines));
            }
            WindowEvent::PinchGesture { delta, .. } if delta.is_finite() => self.zoom_by((-delta).exp()),
            WindowEvent::ModifiersChanged(modifiers) => {
                let modifiers = keyboard::modifiers_of(modifiers.state());
                update(&mut self.state, Action::Modifiers(modifiers));
            }
            WindowEvent::Focused(false) => {
                update(&mut self.state, Action::Modifiers(Modifiers::NONE));
                self.inputs.push(Input::FocusLost);
                self.request_redraw();
            }
            WindowEvent::HoveredFile(_) => update(&mut self.state, Action::Dropping(true)),
            WindowEvent::HoveredFileCancelled => update(&mut self.state, Action::Dropping(false)),
            WindowEvent::DroppedFile(ref path) => {
                update(&mut self.state, Action::Dropping(false));
                // Several dropped files come as an event each, and are taken together.
                self.dropped.push(path.clone());
                self.request_redraw();
            }
            _ => {}
        }
    }

    fn mouse_button(&mut self, state: ElementState, button: MouseButton) {
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Middle => Button::Middle,
            MouseButton::Right => Button::Right,
            _ => return,
        };
        let Some(at) = self.cursor else { return };
        self.inputs.push(match state {
            ElementState::Pressed => Input::Press { press: self.press_at(button, at), in_picture: self.in_picture(at) },
            ElementState::Released => {
                let after_frame = self.state.desk.shown.frame.as_ref().map_or(0, |frame| frame.frame_number);
                Input::Release { button, seconds: platform::seconds(), after_frame }
            }
        });
    }

    /// Returns a press at this moment, with the view that is seen at its place.
    fn press_at(&self, button: Button, cursor: CursorPosition) -> Press {
        let desk = &self.state.desk;
        let (modifiers, pane) = (desk.pointer.modifiers, desk.pane_at(cursor));
        Press { button, cursor, modifiers, pane, view: *desk.view_of(pane), seconds: platform::seconds() }
    }

    fn zoom_by(&mut self, factor: f64) {
        if let Some(at) = self.cursor {
            let wheel = Wheel { cursor: at, factor, modifiers: self.state.desk.pointer.modifiers };
            self.inputs.push(Input::Zoom { wheel, in_picture: self.in_picture(at) });
        }
    }

    /// Returns `true` if no panel, sheet, menu or button lay over a place in the last frame, nor takes the click.
    fn in_picture(&self, at: CursorPosition) -> bool {
        let scale = self.egui.pixels_per_point();
        let point = egui::pos2(at.x as f32 / scale, at.y as f32 / scale);
        // A panel's edge can be gripped from the picture's side too.
        let grip = self.egui.global_style().interaction.resize_grab_radius_side;
        let is_covered = panels::is_covered(&self.egui, point);
        let (mut within, window) = (self.picture.shrink(grip), self.egui.content_rect());
        // No panel stands beyond the window's own edge.
        if self.picture.left() <= window.left() {
            within.min.x = self.picture.left();
        }
        if window.right() <= self.picture.right() {
            within.max.x = self.picture.right();
        }
        within.contains(point) && !is_covered && !egui::Popup::is_any_open(&self.egui)
    }

    /// Passes a key on to the tool in use, if it is one of its own; returns `true` if it was.
    fn bench_key(&mut self, event: &winit::event::KeyEvent) -> bool {
        let Some(key) = keyboard::key_of(event, &mut self.layout) else { return false };
        let down = event.state == ElementState::Pressed;
        let modifiers = self.state.desk.pointer.modifiers;
        let is_taken = modifiers.command
            || Chord { modifiers, key }.is_left_to_browser()
            || self.state.desk.messages.sheet.is_some()
            || panels::focus(&self.egui).takes(key);
        if !self.state.tools.in_use(&self.state.desk).takes_key(key) || (down && is_taken) {
            return false;
        }
        if !event.repeat {
            self.inputs.push(Input::BenchKey(key, down));
        }
        true
    }

    /// Returns the command of a key, unless the key is the panels'.
    fn key_pressed(&mut self, event: &winit::event::KeyEvent) -> Option<Command> {
        let key = keyboard::key_of(event, &mut self.layout)?;
        let chord = Chord { modifiers: self.state.desk.pointer.modifiers, key };
        let command = self.state.command_of(chord, panels::focus(&self.egui))?;
        let repeats = matches!(command, Command::MoveCrosshair(..) | Command::NextHit | Command::Undo | Command::Redo);
        (repeats || !event.repeat).then_some(command)
    }

    fn close(&mut self) {
        if let Some(mut canvas) = self.canvas.take() {
            canvas.close();
        }
    }

    fn request_redraw(&self) {
        if let Some(canvas) = &self.canvas {
            canvas.window.request_redraw();
        }
    }

    fn fail(&mut self, event_loop: &ActiveEventLoop, error: AppError) {
        self.failure = Some(error);
        event_loop.exit();
    }
}
