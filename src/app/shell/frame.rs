//! What a frame does around its picture: panels, hover, the swap of the buffers, and the time of the next frame.

use super::Shell;
use super::canvas::copy;
use super::frame_log::Widget;
use crate::app::action::Action;
use crate::app::settings::ThemeChoice;
use crate::app::texts::of_library;
use crate::app::update::update;
use crate::app::{AppError, panels, platform, texts};
use egui_winit::winit::event_loop::{ActiveEventLoop, ControlFlow};
use pickray::math::{FramebufferSize, Viewport};
use pickray_render::FrameStats;
use std::time::Duration;

/// Time between two drawings of the progress bar while a mesh is read or pixels are checked.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(100);

/// Time between two frames while something moves by itself.
const MOTION_INTERVAL: Duration = Duration::from_millis(16);

impl Shell {
    /// Sends an [`Action::Tick`] with the time that passed, if something moves by itself.
    pub(super) fn tick(&mut self) {
        let now = platform::Instant::now();
        if !self.state.is_moving() {
            self.ticked = None;
            return;
        }
        let passed = self.ticked.map_or(0.0, |before| (now - before).as_secs_f64());
        self.ticked = Some(now);
        update(&mut self.state, Action::Tick(passed));
    }

    /// Runs the panels on the events since the last run; returns egui's output, and `true` if they asked for anything.
    pub(super) fn run_panels(&mut self, framebuffer: FramebufferSize) -> (egui::FullOutput, bool) {
        let Some(canvas) = &mut self.canvas else { return Default::default() };
        let scale = canvas.window.scale_factor();
        let [width, height] = [framebuffer.width, framebuffer.height].map(|side| f64::from(side) / scale);
        update(&mut self.state, Action::Room(width, height));
        let desk = &self.state.desk;
        let theme = match desk.settings.theme {
            _ if desk.shown.presenting.is_some() => egui::ThemePreference::Light,
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        };
        self.egui.set_theme(theme);
        let known = theme == egui::ThemePreference::System && self.egui.system_theme().is_some();
        canvas.frame_as((!known).then(|| self.egui.theme()));

        texts::speak(desk.settings.language());
        self.egui.set_zoom_factor(desk.interface_size());
        #[cfg(target_arch = "wasm32")]
        self.page.field.take_over(&self.egui, &mut canvas.input.egui_input_mut().events);
        let input = canvas.input.take_egui_input(&canvas.window);
        let mut actions = Vec::new();
        let mut picture = egui::Rect::NOTHING;
        let output = self.egui.run_ui(input, |ui| {
            actions.clear();
            picture = panels::show(ui, &self.state, &mut actions);
        });

        self.picture = picture;
        let scale = f64::from(self.egui.pixels_per_point());
        let viewport = viewport_of(picture, scale, framebuffer);
        update(&mut self.state, Action::Layout { viewport, framebuffer, scale_factor: scale });
        let acted = !actions.is_empty();
        for action in actions {
            update(&mut self.state, action);
        }
        (output, acted)
    }

    /// Opens the files that were dropped since the last frame, as one scene; returns `true` if there were any.
    pub(super) fn take_dropped(&mut self) -> bool {
        let dropped = std::mem::take(&mut self.dropped);
        let any = !dropped.is_empty();
        if any {
            update(&mut self.state, Action::FilesDropped(dropped));
        }
        any
    }

    /// Takes the keyboard focus from any text field, because the picture was pressed.
    pub(super) fn take_keyboard_back(&self) {
        self.egui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }

    /// Picks the triangle under the mouse, else the crosshair, once a frame; `true` if anything is to be shown anew.
    pub(super) fn hover(&mut self, view_changed: bool) -> bool {
        let is_moved = std::mem::take(&mut self.hover_moved);
        if !is_moved && !view_changed {
            return std::mem::take(&mut self.state.desk.shown.panels_changed);
        }
        let before = self.state.desk.pointer.hover;
        let over = self.cursor.filter(|&at| !self.by_finger && !self.pointer.is_dragging() && self.in_picture(at));
        let crosshair = self.state.desk.pointer.crosshair.filter(|_| !is_moved);
        update(&mut self.state, Action::Hover(crosshair.or(over)));
        let panels_changed = std::mem::take(&mut self.state.desk.shown.panels_changed);
        panels_changed || before != self.state.desk.pointer.hover
    }

    /// Draws the panels over the drawn picture, and shows both; `used_before` is the processor time before, in seconds.
    pub(super) fn show(
        &mut self,
        framebuffer: FramebufferSize,
        output: egui::FullOutput,
        stats: FrameStats,
        used_before: Option<f64>,
    ) -> Result<(), AppError> {
        let Some(canvas) = &mut self.canvas else { return Ok(()) };
        let egui::FullOutput { mut platform_output, mut textures_delta, shapes, pixels_per_point, viewport_output } =
            output;
        copy(&mut platform_output, &self.proxy);
        let listed = self.frame_log.as_ref().filter(|log| log.lists_widgets);
        let widgets = listed.and_then(|_| platform_output.accesskit_update.take()).map(Widget::all_of);
        #[cfg(target_arch = "wasm32")]
        {
            let scale = pixels_per_point / canvas.window.scale_factor() as f32;
            self.page.field.follow(&self.egui, &platform_output, self.by_finger, scale);
        }
        canvas.input.handle_platform_output(&canvas.window, platform_output);

        let primitives = self.egui.tessellate(shapes, pixels_per_point);
        canvas.painter.paint_and_update_textures(
            [framebuffer.width, framebuffer.height],
            pixels_per_point,
            &primitives,
            &mut textures_delta,
        );
        canvas.window.pre_present_notify();
        canvas.context.swap()?;
        if stats.frame_number <= 1 {
            canvas.window.set_visible(true);
        }
        self.note_title();

        // What is on its way to the GPU or the picture, or fades in, is drawn on; the mesh panel tells what is there.
        let other = stats.uploaded < 1.0
            || !stats.complete
            || stats.fading
            || self.state.desk.shown.frame.as_ref().is_none_or(|before| before.gpu_bytes != stats.gpu_bytes);
        let delay = viewport_output.values().map(|viewport| viewport.repaint_delay).min().unwrap_or(Duration::MAX);
        self.wake = if other { Some(platform::Instant::now()) } else { platform::Instant::now().checked_add(delay) };
        let due_in = self.due().map(|due| due.saturating_duration_since(platform::Instant::now()).as_secs_f64());
        if let Some(log) = &mut self.frame_log {
            let used = platform::processor_seconds().zip(used_before).map(|(now, before)| now - before);
            log.write(&self.state, &stats, used, self.click_after_frame.take(), due_in, widgets)?;
        }
        update(&mut self.state, Action::Drawn(stats));
        Ok(())
    }

    fn note_title(&mut self) {
        let title = match self.state.desk.mesh_name() {
            Some(name) => format!("{} - pickray", of_library::mesh_name(&name)),
            None => "pickray".to_owned(),
        };
        if let Some(canvas) = &self.canvas
            && title != self.title
        {
            canvas.window.set_title(&title);
            self.title = title;
        }
    }

    fn due(&self) -> Option<platform::Instant> {
        let now = platform::Instant::now();
        let progress = self.state.is_working().then(|| now + PROGRESS_INTERVAL);
        let motion = self.state.is_moving().then(|| now + MOTION_INTERVAL);
        [self.wake, progress, motion, self.rests_at()].into_iter().flatten().min()
    }

    /// Sleeps until the next frame is due, or something happens.
    pub(super) fn sleep(&mut self, event_loop: &ActiveEventLoop) {
        let due = self.due();
        self.wake = None;
        match due {
            Some(due) if due <= platform::Instant::now() => {
                event_loop.set_control_flow(ControlFlow::Wait);
                self.request_redraw();
            }
            Some(due) => event_loop.set_control_flow(ControlFlow::WaitUntil(due)),
            None => event_loop.set_control_flow(ControlFlow::Wait),
        }
    }
}

/// Returns the rectangle that the panels left over, in physical pixels from the lower left, as GL has viewports.
fn viewport_of(picture: egui::Rect, scale: f64, framebuffer: FramebufferSize) -> Viewport {
    let pixel = |point: f32, most: u32| ((f64::from(point) * scale).round().clamp(0.0, f64::from(most))) as i32;
    let (left, right) = (pixel(picture.left(), framebuffer.width), pixel(picture.right(), framebuffer.width));
    let (top, bottom) = (pixel(picture.top(), framebuffer.height), pixel(picture.bottom(), framebuffer.height));
    let (y, width, height) = (framebuffer.height as i32 - bottom, (right - left).max(0), (bottom - top).max(0));
    Viewport { x: left, y, width, height }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_viewport_is_whole_pixels_at_every_scale_and_leaves_the_panels_out() {
        let framebuffer = FramebufferSize { width: 1000, height: 800 };
        for scale in [1.0, 1.25, 1.5, 1.75, 2.0] {
            let points = |pixels: f64| (pixels / scale) as f32;
            let picture = egui::Rect::from_min_max(
                egui::pos2(points(101.0), points(33.0)),
                egui::pos2(points(703.0), points(777.0)),
            );
            let viewport = viewport_of(picture, scale, framebuffer);
            assert_eq!(viewport, Viewport { x: 101, y: 23, width: 602, height: 744 }, "at {scale}");
        }
    }

    #[test]
    fn panels_that_leave_nothing_leave_an_empty_viewport() {
        let framebuffer = FramebufferSize { width: 100, height: 100 };
        let viewport = viewport_of(egui::Rect::NOTHING, 1.0, framebuffer);
        assert!(viewport.width == 0 && viewport.height == 0, "{viewport:?}");
    }
}
