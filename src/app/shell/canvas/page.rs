//! HTML canvas of the page, with its WebGL 2 context.

use crate::app::AppError;
use crate::app::platform::page;
use crate::app::platform::page::events::{self, PageEvent};
use crate::app::shell::display::Event;
use crate::app::texts::t;
use egui_winit::winit;
use pickray_render::Image;
use std::sync::Arc;
use web_sys::wasm_bindgen::JsCast;
use web_sys::{HtmlCanvasElement, WebGl2RenderingContext, WebGlContextAttributes};
use winit::event_loop::{ActiveEventLoop, EventLoopProxy};
use winit::platform::web::WindowAttributesExtWebSys;
use winit::window::{Window, WindowAttributes};

/// Id that the page gives its canvas.
const ID: &str = "pickray";

/// WebGL context of the canvas. It is always current; the browser shows what was drawn when the frame has ended.
pub struct WindowContext {
    gl: Arc<glow::Context>,
    canvas: HtmlCanvasElement,
}

impl WindowContext {
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }

    pub fn make_current(&self) -> Result<(), AppError> {
        Ok(())
    }

    pub fn swap(&self) -> Result<(), AppError> {
        Ok(())
    }

    pub fn resize(&self, width: u32, height: u32) {
        // Setting either clears the picture, even to the same size.
        if (self.canvas.width(), self.canvas.height()) != (width, height) {
            self.canvas.set_width(width);
            self.canvas.set_height(height);
        }
    }
}

/// Opens the window on the page's canvas, whose size the page decides. Fails without a canvas, or WebGL 2 for it.
pub fn open(event_loop: &ActiveEventLoop, _: Option<(f64, f64)>) -> Result<(WindowContext, Arc<Window>), AppError> {
    let canvas = canvas().ok_or(AppError::NoCanvas(ID))?;
    let gl = webgl(&canvas).ok_or(AppError::NoWebGl)?;
    // Keys are divided between page and browser in `events`.
    let attributes = WindowAttributes::default().with_canvas(Some(canvas.clone())).with_prevent_default(false);
    // The page's script focuses it where that takes nothing from an article around it.
    let attributes = attributes.with_active(false);
    let window = event_loop.create_window(attributes).map_err(AppError::no_window)?;
    // A page draws on one thread.
    #[allow(clippy::arc_with_non_send_sync)]
    let context = WindowContext { gl: Arc::new(glow::Context::from_webgl2_context(gl)), canvas };
    let size = window.inner_size();
    context.resize(size.width, size.height);
    Ok((context, Arc::new(window)))
}

/// Forwards the page's events to the event loop. AccessKit does not support browsers.
pub fn attend(_: &mut egui_winit::State, _: &ActiveEventLoop, _: &Window, proxy: EventLoopProxy<Event>) {
    if let Some(canvas) = canvas() {
        events::listen(&canvas, move |event| {
            // An event that cannot be sent has nobody left to hear it.
            let _ = proxy.send_event(Event::Page(event));
        });
    }
}

/// Copies, through the browser, the text and images that egui wants copied: egui-winit has no clipboard on a page.
pub fn copy(output: &mut egui::PlatformOutput, proxy: &EventLoopProxy<Event>) {
    let refused = |text: Option<String>| {
        let proxy = proxy.clone();
        // An event that cannot be sent has nobody left to hear it.
        move || drop(proxy.send_event(Event::Page(PageEvent::NotCopied(text))))
    };
    output.commands.retain(|command| match command {
        egui::OutputCommand::CopyText(text) => {
            page::copy_text(text, refused(Some(text.clone())));
            false
        }
        egui::OutputCommand::CopyImage(image) => {
            let (width, height) = (image.width() as u32, image.height() as u32);
            let pixels = image.pixels.iter().map(|pixel| pixel.to_srgba_unmultiplied()).collect();
            page::copy_png(&Image { width, height, pixels }.to_png(), refused(None));
            false
        }
        egui::OutputCommand::OpenUrl(to) => {
            if !page::open_beside(&to.url) {
                page::say_above(t!("page-not-opened"), &to.url);
            }
            false
        }
        _ => true,
    });
}

fn canvas() -> Option<HtmlCanvasElement> {
    web_sys::window()?.document()?.get_element_by_id(ID)?.dyn_into().ok()
}

/// Returns the canvas's context, bare: the renderer has a target of its own.
fn webgl(canvas: &HtmlCanvasElement) -> Option<WebGl2RenderingContext> {
    let bare = WebGlContextAttributes::new();
    bare.set_alpha(false);
    bare.set_antialias(false);
    bare.set_depth(false);
    bare.set_stencil(false);
    canvas.get_context_with_context_options("webgl2", &bare).ok()??.dyn_into().ok()
}
