//! Effects outside the window's state (clipboard, GPU, settings file) that it asks for and the shell carries out.

use super::display::Event;
use super::{Shell, style_of};
use crate::app::action::{Action, Effect, Job, Message};
use crate::app::arrangement::Pane;
use crate::app::desk::preparing;
use crate::app::settings::PictureOptions;
use crate::app::texts::{self, of_library, t};
use crate::app::tools::picking::Picking;
use crate::app::tools::picking::pixel_check::CheckAction;
use crate::app::update::{State, update};
use crate::app::{panels, platform, theme};
use egui::epaint::ClippedShape;
use egui::{ClippedPrimitive, Context, Pos2, RawInput, Rect, TexturesDelta, Theme, Vec2};
use egui_winit::winit::event_loop::ActiveEventLoop;
use pickray::math::{FramebufferSize, Viewport};
use pickray::mesh::Mesh;
use pickray_render::{Frame, Palette, Style};
use std::io::Write;
use std::sync::Arc;

impl Shell {
    /// Carries out the effects that the state has queued, and starts its queued background jobs.
    pub(super) fn perform(&mut self, event_loop: &ActiveEventLoop) {
        for effect in std::mem::take(&mut self.state.desk.files.effects) {
            match effect {
                Effect::Copy(text) => self.egui.copy_text(text),
                Effect::OpenAddress(address) => self.egui.open_url(egui::OpenUrl::new_tab(address)),
                // Nobody may listen.
                Effect::Paste => self.paste(),
                Effect::TellTerminal(text) => drop(writeln!(std::io::stderr().lock(), "pickray: {text}")),
                Effect::TakePicture(to_clipboard) => self.take_picture(to_clipboard),
                Effect::FocusPanels => self.give_keyboard_to_panels(),
                Effect::SaveSettings => self.save_settings(),
                Effect::Quit => {
                    self.save_settings();
                    event_loop.exit();
                }
            }
        }
        for job in std::mem::take(&mut self.state.desk.files.jobs) {
            let proxy = self.proxy.clone();
            // An event that cannot be sent has nobody left to hear it: the window is closed.
            platform::run(job, move |action| {
                let _ = proxy.send_event(Event::Action(Box::new(action)));
            });
        }
    }

    /// Provides for the next frame what the last one lacked, and tells what it could not show.
    pub(super) fn provide(&mut self) {
        self.provide_normals();
        self.provide_simplified();
        self.follow_textures();
        self.provide_texts();
        self.provide_fonts();
        self.read_ids();
        self.tell_refused();
    }

    /// Draws triangle ids on the GPU if a check of every pixel waits for them and all meshes are uploaded.
    fn read_ids(&mut self) {
        let is_uploaded = self.state.desk.shown.frame.as_ref().is_some_and(|frame| frame.uploaded >= 1.0);
        let (Some(canvas), true) = (&mut self.canvas, is_uploaded) else { return };
        let Some((progress, scene, view, culling)) = self.state.tools.get::<Picking>().ids_awaited() else { return };
        let ids = canvas.renderer.ids(&scene, &view, culling).map_err(|error| of_library::render_error(&error));
        update(&mut self.state, CheckAction::IdsRead(progress, ids).into());
        self.request_redraw();
    }

    #[cfg(target_arch = "wasm32")]
    fn paste(&mut self) {
        let proxy = self.proxy.clone();
        platform::page::read_text(move |text| {
            let refused = || Action::Tell(Message::error(t!("page-not-pasted")));
            let _ = proxy.send_event(Event::Action(Box::new(text.map_or_else(refused, Action::Pasted))));
        });
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn paste(&mut self) {
        let Some(canvas) = &mut self.canvas else { return };
        let text = canvas.input.clipboard_text().unwrap_or_default();
        canvas.window.request_redraw();
        update(&mut self.state, Action::Pasted(text));
    }

    /// Draws the picture as the settings have it, and copies it or hands it on to be saved.
    fn take_picture(&mut self, to_clipboard: bool) {
        let Some(canvas) = &mut self.canvas else { return };
        let desk = &self.state.desk;
        let PictureOptions { scale, overlays, transparent } = desk.settings.picture;
        let (width, height) = desk.picture_size(scale);
        let style = style_of(desk, &self.egui);
        let style = Style { grid: style.grid && overlays, axes: style.axes && overlays, ..style };
        let (tool, palette) = (self.state.tools.in_use(desk), Palette::of(style.theme));
        let swarm = tool.swarm(desk, palette);
        let lines = |pane| if overlays { tool.overlays(desk, pane, palette) } else { Vec::new() };
        let [lines, second_view_lines] = [Pane::Picking, Pane::SecondView].map(lines);

        let size = FramebufferSize { width, height };
        let [view, second_view] = [desk.view(), &desk.shown.second_view.view].map(|view| {
            let viewport = within_picture(view.viewport, desk.shown.picture, i32::from(scale));
            view.with_viewport(viewport, size)
        });
        let frame = Frame {
            scale_factor: desk.shown.scale_factor * f64::from(scale),
            marked: &desk.selected.marked,
            swarm: swarm.as_ref(),
            overlays: &lines,
            transparent,
            ..Frame::new(desk.drawn_scene(), &view, &style, &desk.selected.triangles)
        };
        let beside = Frame { view: &second_view, warp: desk.second_view_warp(), overlays: &second_view_lines, ..frame };
        let frames = [frame, beside];
        let frames = if desk.is_split() { &frames[..] } else { &frames[..1] };

        let mut words = overlays.then(|| Words::over(&self.state, self.egui.theme(), scale)).flatten();
        let taken = canvas
            .renderer
            .picture_of_panes(frames, || words.iter_mut().for_each(|words| words.paint(canvas.painter.gl(), size)))
            .map_err(|error| t!("picture-not-made", problem = of_library::render_error(&error)));
        canvas.window.request_redraw();

        match taken {
            Ok(_) if to_clipboard && !platform::copies_pictures() => {
                update(&mut self.state, Action::Tell(Message::error(t!("picture-not-copied"))));
            }
            Ok(image) if to_clipboard => {
                let size = [image.width as usize, image.height as usize];
                self.egui.copy_image(egui::ColorImage::from_rgba_unmultiplied(size, image.pixels.as_flattened()));
                update(&mut self.state, Action::Tell(Message::word(t!("copied-picture"))));
            }
            taken => update(&mut self.state, Action::PictureTaken(taken)),
        }
    }

    /// Presses Tab in egui: the first widget gets the focus, and Tab goes on from there until Esc.
    fn give_keyboard_to_panels(&mut self) {
        let Some(canvas) = &mut self.canvas else { return };
        for pressed in [true, false] {
            canvas.input.egui_input_mut().events.push(egui::Event::Key {
                key: egui::Key::Tab,
                physical_key: None,
                pressed,
                repeat: false,
                modifiers: egui::Modifiers::NONE,
            });
        }
        canvas.window.request_redraw();
    }

    fn provide_normals(&mut self) {
        let Some(canvas) = &mut self.canvas else { return };
        let desk = &mut self.state.desk;
        if let Some((mesh, normals)) = desk.files.normals.take_ready() {
            let provided = normals.map_or(Ok(0), |normals| canvas.renderer.provide_normals(&mesh, &normals));
            // The picture drawn just now was flat.
            canvas.window.request_redraw();
            match provided {
                // A mesh whose normals are not there or find no room stays flat, and is not tried again in each frame.
                Ok(0) if desk.drawn_scene().objects().iter().any(|object| object.mesh.looks_as(&mesh)) => {
                    self.kept_flat = Some(mesh);
                }
                Ok(_) => {}
                Err(error) => update(&mut self.state, Action::Tell(Message::error(of_library::render_error(&error)))),
            }
        }
        let is_kept_flat = |mesh: &Arc<Mesh>| self.kept_flat.as_ref().is_some_and(|flat| flat.looks_as(mesh));
        let wanted = canvas
            .renderer
            .meshes_without_normals(self.state.desk.drawn_scene())
            .find(|mesh| !is_kept_flat(mesh))
            .cloned();
        if let Some(mesh) = wanted.filter(|_| self.state.desk.files.normals.is_idle()) {
            update(&mut self.state, Action::ComputeNormals(mesh));
        }
    }

    fn provide_simplified(&mut self) {
        let (Some(canvas), desk) = (&mut self.canvas, &mut self.state.desk) else { return };
        if let Some(simplified) = desk.files.simplified.take_ready() {
            for (mesh, simplified) in simplified {
                canvas.renderer.provide_simplified(&mesh, simplified);
            }
            canvas.window.request_redraw();
        }
        let wanted = canvas.renderer.meshes_to_simplify(desk.drawn_scene());
        let wanted: Vec<_> = wanted.map(|(mesh, most)| (mesh.clone(), most as u32)).collect();
        if !wanted.is_empty() && desk.files.simplified.is_idle() {
            update(&mut self.state, Action::Simplify(wanted));
        }
    }

    /// Starts to decode the next image of a texture, and tells of each that the GPU does not show as it is, once.
    fn follow_textures(&mut self) {
        if let Some(image) = preparing::next_image(&self.state.desk).cloned() {
            update(&mut self.state, Action::DecodeImage(image));
        }
        let Some(canvas) = &self.canvas else { return };
        let limited: Vec<_> = canvas.renderer.limited_textures().map(|(image, limit)| (image.clone(), limit)).collect();
        for (image, limit) in &limited {
            if !self.told_images.iter().any(|told| told.is(image)) {
                update(&mut self.state, Action::ImageLimited(image.name().to_owned(), *limit));
                self.request_redraw();
            }
        }
        self.told_images = limited.into_iter().map(|(image, _)| image).collect();
    }

    /// Adds the fonts that a job has found to egui, then starts to search fonts with the letters that are missing.
    fn provide_fonts(&mut self) {
        if let Some(fonts) = self.state.desk.files.fonts.take_ready() {
            theme::letters::add_fonts(&self.egui, fonts);
            self.request_redraw();
        }
        if self.state.desk.files.fonts.is_idle() {
            let letters = self.missing_letters.take();
            if !letters.is_empty() {
                update(&mut self.state, Action::FindFonts(letters));
            }
        }
    }

    /// Starts fetching the texts of the present language, once, if they are not loaded; tells if they do not come.
    fn provide_texts(&mut self) {
        if !texts::are_there() && !std::mem::replace(&mut self.texts_asked, true) {
            let fetch = async {
                platform::fetch_chinese().await;
                let missing = || Action::Tell(Message::word(t!("texts-missing")));
                if texts::is_chinese_there() { Action::Nothing } else { missing() }
            };
            self.state.desk.files.jobs.push(Job::waiting(fetch));
        }
    }

    fn tell_refused(&mut self) {
        let Some(canvas) = &self.canvas else { return };
        let Some((mesh, error)) = canvas.renderer.refused().next() else { return };
        if self.told_refused.as_ref().is_some_and(|told| told.looks_as(mesh)) {
            return;
        }
        self.told_refused = Some(mesh.clone());
        let text = of_library::render_error(error);
        update(&mut self.state, Action::Tell(Message::error(text)));
        self.request_redraw();
    }

    fn save_settings(&mut self) {
        if let Some(canvas) = &self.canvas {
            let size = canvas.window.inner_size().to_logical::<f64>(canvas.window.scale_factor());
            if size.width > 0.0 && size.height > 0.0 && !canvas.window.is_maximized() {
                update(&mut self.state, Action::WindowSize(size.width, size.height));
            }
        }
        let settings = self.state.desk.settings_to_keep();
        #[cfg(target_arch = "wasm32")]
        let settings = self.page.visit.as_ref().map_or_else(|| settings.clone(), |visit| visit.kept(&settings));
        if let Some(Err(text)) = self.config_dir.as_deref().map(|folder| settings.save(folder)) {
            update(&mut self.state, Action::Tell(Message::error(text)));
        }
    }
}

/// Returns where a part of the window's picture is in a picture of its own, so many times as large.
fn within_picture(part: Viewport, whole: Viewport, scale: i32) -> Viewport {
    let [x, y, width, height] = [part.x - whole.x, part.y - whole.y, part.width, part.height].map(|side| scale * side);
    Viewport { x, y, width, height }
}

/// Writes the text and marks over a desk's picture into an image of all of its framebuffer, without a GPU.
#[cfg(not(target_arch = "wasm32"))]
pub fn write_over(image: &mut pickray_render::Image, state: &State, theme: pickray_render::Theme) {
    let theme = if theme == pickray_render::Theme::Dark { Theme::Dark } else { Theme::Light };
    if let Some(mut words) = Words::over(state, theme, 1) {
        super::blend::blend(image, &words.primitives, &mut words.textures, words.pixels_per_point);
    }
}

/// Tessellated text and marks, to be painted over a saved picture.
pub struct Words {
    primitives: Vec<ClippedPrimitive>,
    textures: TexturesDelta,
    pixels_per_point: f32,
}

impl Words {
    /// Returns the text and marks for a picture `scale` times the window's; `None` if it has no pixel.
    pub fn over(state: &State, theme: Theme, scale: u8) -> Option<Self> {
        let (desk, Viewport { x, y, width, height }) = (&state.desk, state.desk.shown.picture);
        if desk.shown.picture.is_empty() {
            return None;
        }
        let framebuffer = desk.view().framebuffer;
        let in_points = |x: i32, y: i32| Vec2::new(x as f32, y as f32) / desk.shown.scale_factor as f32;
        let corner = in_points(x, framebuffer.height as i32 - y - height);
        let area = Rect::from_min_size(corner.to_pos2(), in_points(width, height));
        let whole = in_points(framebuffer.width as i32, framebuffer.height as i32);
        let pixels_per_point = desk.shown.scale_factor as f32 * f32::from(scale);
        let ctx = Context::default();
        theme::install(&ctx);
        ctx.set_theme(theme);
        ctx.set_pixels_per_point(pixels_per_point);
        let screen_rect = Some(Rect::from_min_size(Pos2::ZERO, whole));
        let mut shapes: Vec<ClippedShape> = Vec::new();
        let output = ctx.run_ui(RawInput { screen_rect, ..RawInput::default() }, |ui| {
            shapes = panels::written_over(ui, state, area);
        });
        for shape in &mut shapes {
            shape.clip_rect = shape.clip_rect.translate(-corner);
            shape.shape.translate(-corner);
        }
        let primitives = ctx.tessellate(shapes, pixels_per_point);
        Some(Self { primitives, textures: output.textures_delta, pixels_per_point })
    }

    /// Paints the text and marks over the bound framebuffer of `size`. Paints nothing if the driver refuses a painter.
    pub fn paint(&mut self, gl: &Arc<glow::Context>, size: FramebufferSize) {
        let Ok(mut painter) = egui_glow::Painter::new(gl.clone(), "", None, false) else { return };
        let size = [size.width, size.height];
        painter.paint_and_update_textures(size, self.pixels_per_point, &self.primitives, &mut self.textures);
        painter.destroy();
    }
}
