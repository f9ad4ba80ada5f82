//! Event loop of the window, and its frames. A frame is drawn only after an event. It runs the panels, and turns the
//! stored input into gestures. If these change anything, it runs the panels again before it draws.
//!
//! A press goes either to a panel or to the picture, by the layout of the last frame, which the user saw. egui's own
//! answer (`EventResponse::consumed`) lags a frame behind if the mouse jumps. So presses are stored until the panels
//! have run.

#[cfg(not(target_arch = "wasm32"))]
mod blend;
mod canvas;
mod display;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod drops;
mod effects;
mod events;
mod frame;
mod frame_log;
#[cfg(all(unix, not(target_vendor = "apple")))]
mod libraries;
#[cfg(target_arch = "wasm32")]
mod page;
mod start;

use crate::app::action::Action;
use crate::app::arrangement::Pane;
use crate::app::desk::Desk;
use crate::app::input::touch::Fingers;
use crate::app::input::{Button, Gesture, Pointer, Press};
use crate::app::keys::{Command, Layout};
use crate::app::theme::letters::MissingLetters;
use crate::app::update::{State, update};
use crate::app::{AppError, panels, platform};
use canvas::Canvas;
use display::Event;
#[cfg(not(target_arch = "wasm32"))]
pub use effects::write_over;
use egui_winit::winit;
use events::Finger;
use frame_log::FrameLog;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::{self, Mesh};
use pickray_render::{Frame, Palette, Style, Theme};
#[cfg(not(target_arch = "wasm32"))]
pub use start::run;
#[cfg(target_arch = "wasm32")]
pub use start::spawn;
use std::path::PathBuf;
use std::sync::Arc;
use winit::application::ApplicationHandler;
use winit::event::{ElementState, MouseButton, StartCause, WindowEvent};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::window::WindowId;

/// Input of mouse, fingers and keys since the last frame, done in its order once the panels have run.
#[derive(Debug)]
enum Input {
    Press(Press),
    Release {
        button: Button,
        seconds: f64,
        after_frame: u64,
    },
    Move(CursorPosition),
    /// Event of a finger, with the id of the finger.
    Finger(u64, Finger),
    Action(Action),
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
            Event::Accessibility(event) => self.answer_assistant(event.window_event),
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
            WindowEvent::Focused(false) if platform::page::events::field_has_focus() => return,
            WindowEvent::CloseRequested => update(&mut self.state, Action::Command(Command::Quit)),
            WindowEvent::KeyboardInput { event: key, is_synthetic: false, .. } if self.bench_key(key) => {
                self.request_redraw();
                return;
            }
            WindowEvent::KeyboardInput { event: key, is_synthetic: false, .. }
                if key.state == ElementState::Pressed =>
            {
                if let Some(command) = self.key_pressed(key) {
                    self.inputs.push(Input::Action(Action::Command(command)));
                    self.request_redraw();
                    return;
                }
            }
            WindowEvent::CursorMoved { position, .. } => self.mouse_moved(CursorPosition::new(position.x, position.y)),
            WindowEvent::MouseInput { state, button, .. } => self.mouse_button(*state, *button),
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
    fn mouse_moved(&mut self, to: CursorPosition) {
        self.cursor = Some(to);
        self.by_finger = false;
        self.hover_moved = true;
        self.inputs.push(Input::Move(to));
    }

    /// Keeps a press or a release for the next frame, with the view and the frame that are seen at that moment.
    fn mouse_button(&mut self, state: ElementState, button: MouseButton) {
        let button = match button {
            MouseButton::Left => Button::Left,
            MouseButton::Middle => Button::Middle,
            MouseButton::Right => Button::Right,
            _ => return,
        };
        let Some(at) = self.cursor else { return };
        self.inputs.push(match state {
            ElementState::Pressed if self.in_picture(at) => Input::Press(self.press_at(button, at)),
            ElementState::Pressed => return,
            ElementState::Released => {
                let after_frame = self.state.desk.shown.frame.as_ref().map_or(0, |frame| frame.frame_number);
                Input::Release { button, seconds: platform::seconds(), after_frame }
            }
        });
    }

    fn press_at(&self, button: Button, cursor: CursorPosition) -> Press {
        let desk = &self.state.desk;
        let (modifiers, pane) = (desk.pointer.modifiers, desk.pane_at(cursor));
        Press { button, cursor, modifiers, pane, view: *desk.view_of(pane), seconds: platform::seconds() }
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

    /// Draws one frame, or nothing if the window has no pixels; clicks since the last frame are handled before.
    fn frame(&mut self, event_loop: &ActiveEventLoop) -> Result<(), AppError> {
        #[cfg(target_arch = "wasm32")]
        if self.page.context_is_lost {
            return Ok(());
        }
        let Some(canvas) = &self.canvas else { return Ok(()) };
        let size = canvas.window.inner_size();
        if size.width == 0 || size.height == 0 {
            return Ok(());
        }
        let framebuffer = FramebufferSize { width: size.width, height: size.height };

        let (used_before, began) = (platform::processor_seconds(), platform::seconds());
        self.tick();
        let (shown, panel) = (*self.state.desk.view(), self.state.desk.shows_side_panel());
        let (mut output, acted) = self.run_panels(framebuffer);
        let moved = self.resolve_inputs() | self.take_dropped();
        let hovered = self.hover(shown != *self.state.desk.view());
        self.perform(event_loop);
        if acted || moved || hovered || panel != self.state.desk.shows_side_panel() {
            let (again, _) = self.run_panels(framebuffer);
            output.append(again);
        }

        self.draw(framebuffer, output, used_before)?;
        self.provide();
        self.perform(event_loop);
        #[cfg(target_arch = "wasm32")]
        self.tell_page();
        self.fingers.wait_longer(platform::seconds() - began);
        self.sleep(event_loop);
        Ok(())
    }

    /// Carries out the input since the last frame, in its order; returns `true` if there was any.
    fn resolve_inputs(&mut self) -> bool {
        // A press held by a widget (a grip over the picture, a slider) is the panels', wherever it was.
        let held_by_panels = self.egui.egui_is_using_pointer();
        let scale = self.state.desk.shown.scale_factor;
        let mut any = false;
        for event in std::mem::take(&mut self.inputs) {
            let action = match event {
                Input::Press(press) if !held_by_panels => {
                    self.take_keyboard_back();
                    self.pointer.press(press, scale);
                    Some(Action::Press)
                }
                Input::Press(_) => None,
                Input::Move(to) => self.pointer.motion(to, scale).map(Action::Gesture),
                Input::Finger(id, finger) => {
                    any |= matches!(finger, Finger::Down { .. });
                    self.resolve_finger(id, finger, held_by_panels).map(Action::Gesture)
                }
                Input::Release { button, seconds, after_frame } => {
                    let gesture = self.pointer.release(button, seconds);
                    if matches!(gesture, Some(Gesture::Click { press, .. }) if press.button == Button::Left) {
                        self.click_after_frame = Some(after_frame);
                    }
                    gesture.map(Action::Gesture)
                }
                // A command before it may have opened a sheet.
                Input::Action(Action::Command(command)) if !self.state.takes(command) => None,
                Input::Action(action) => Some(action),
                Input::FocusLost => {
                    let ended = [self.pointer.cancel(), self.fingers.cancel()].into_iter().flatten();
                    ended.for_each(|gesture| update(&mut self.state, Action::Gesture(gesture)));
                    Some(Action::KeysUp)
                }
            };
            if let Some(action) = action {
                update(&mut self.state, action);
                any = true;
            }
        }
        if let Some(gesture) = self.fingers.rest(platform::seconds()) {
            update(&mut self.state, Action::Gesture(gesture));
            any = true;
        }
        any
    }

    /// Draws the picture, and the panels over it; `used_before` is the processor's time until the frame, in seconds.
    fn draw(
        &mut self,
        framebuffer: FramebufferSize,
        output: egui::FullOutput,
        used_before: Option<f64>,
    ) -> Result<(), AppError> {
        let Some(canvas) = &mut self.canvas else { return Ok(()) };
        let style = style_of(&self.state.desk, &self.egui);
        let (desk, palette) = (&self.state.desk, Palette::of(style.theme));
        let tool = self.state.tools.in_use(desk);
        let (overlays, swarm) = (tool.overlays(desk, Pane::Picking, palette), tool.swarm(desk, palette));
        let second_view = desk.is_split().then(|| {
            (desk.shown.second_view.view, desk.second_view_warp(), tool.overlays(desk, Pane::SecondView, palette))
        });
        let changed = std::mem::take(&mut self.state.desk.selected.changed).to_vec();
        let desk = &self.state.desk;
        let frame = Frame {
            scale_factor: desk.shown.scale_factor,
            changed: &changed,
            marked: &desk.selected.marked,
            hover: desk.pointer.hover,
            locating: desk.locating(),
            swarm: swarm.as_ref(),
            overlays: &overlays,
            ..Frame::new(desk.drawn_scene(), desk.view(), &style, &desk.selected.triangles)
        };
        let beside =
            second_view.as_ref().map(|&(ref view, warp, ref overlays)| Frame { view, warp, overlays, ..frame });
        let frames: Vec<Frame> = std::iter::once(frame).chain(beside).collect();
        canvas.renderer.set_fading(!desk.settings.reduces_motion());
        let stats = canvas.renderer.draw_panes(&frames)?;

        self.show(framebuffer, output, stats, used_before)
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

fn style_of(desk: &Desk, egui: &egui::Context) -> Style {
    let theme = match egui.theme() {
        egui::Theme::Dark => Theme::Dark,
        egui::Theme::Light => Theme::Light,
    };
    let (culling, up_axis) = (desk.options().culling, desk.study.up_axis());
    Style { theme, culling, up_axis, ..desk.settings.style.clone() }
}
