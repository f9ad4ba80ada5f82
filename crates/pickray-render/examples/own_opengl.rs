//! A scene in an OpenGL context of one's own: a picture in one's own framebuffer, and the pick beside it.
//!
//!     cargo run -p pickray-render --example own_opengl
//!
//! The context is made by EGL with no window and no display. A window's does as well: all that the renderer wants is a
//! `glow::Context`.

use glow::HasContext;
use pickray::glam::{DMat4, DVec3};
use pickray::math::perspective;
use pickray::mesh::samples::Sample;
use pickray::pick::Selection;
use pickray::{ClipSpace, Culling, CursorPosition, FramebufferSize, Object, PickOptions, Scene, View, Viewport, pick};
use pickray_render::{Frame, Palette, Renderer, Style};
use std::error::Error;
use std::sync::Arc;

const WIDTH: i32 = 320;
const HEIGHT: i32 = 240;

#[cfg(not(target_vendor = "apple"))]
mod egl {
    use glutin::api::egl::context::PossiblyCurrentContext;
    use glutin::api::egl::device::Device;
    use glutin::api::egl::display::Display;
    use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
    use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
    use glutin::display::GlDisplay;
    use std::error::Error;
    use std::sync::Arc;

    /// A context of OpenGL 3.3, current on this thread, and its functions.
    pub fn context() -> Result<(PossiblyCurrentContext, Arc<glow::Context>), Box<dyn Error>> {
        let mut tried =
            String::from("no OpenGL 3.3; install Mesa's (Debian, Ubuntu: apt install libegl1 libgl1-mesa-dri)");
        for device in Device::query_devices().into_iter().flatten() {
            match context_on(&device) {
                Ok(made) => return Ok(made),
                Err(error) => tried += &format!("; {}: {error}", device.name().unwrap_or("unnamed device")),
            }
        }
        Err(tried.into())
    }

    #[allow(unsafe_code, reason = "glutin takes raw handles")]
    fn context_on(device: &Device) -> Result<(PossiblyCurrentContext, Arc<glow::Context>), Box<dyn Error>> {
        let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
        let api = ContextApi::OpenGl(Some(Version::new(3, 3)));
        let attributes = ContextAttributesBuilder::new().with_context_api(api).build(None);
        // SAFETY: no handle of a window or a display is passed.
        let (display, context) = unsafe {
            let display = Display::with_device(device, None)?;
            let config = display.find_configs(template)?.next().ok_or("no configuration")?;
            let context = display.create_context(&config, &attributes)?;
            (display, context)
        };
        let context = context.make_current_surfaceless()?;
        // SAFETY: the functions are those of the context that was just made current.
        let gl = unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
        Ok((context, Arc::new(gl)))
    }
}

#[cfg(target_vendor = "apple")]
mod egl {
    /// There is no EGL here: always the error.
    pub fn context() -> Result<((), std::sync::Arc<glow::Context>), Box<dyn std::error::Error>> {
        Err("there is no EGL on this system; take the context of a window".into())
    }
}

/// Binds a framebuffer of one colour: where the picture goes is the caller's choice.
#[allow(unsafe_code, reason = "OpenGL calls")]
fn bind_framebuffer(gl: &glow::Context) -> Result<(), String> {
    // SAFETY: the context is current.
    unsafe {
        let (color, framebuffer) = (gl.create_renderbuffer()?, gl.create_framebuffer()?);
        gl.bind_renderbuffer(glow::RENDERBUFFER, Some(color));
        gl.renderbuffer_storage(glow::RENDERBUFFER, glow::RGBA8, WIDTH, HEIGHT);
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        gl.framebuffer_renderbuffer(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::RENDERBUFFER, Some(color));
    }
    Ok(())
}

/// The colour of a pixel of that framebuffer, counted from the lower left.
#[allow(unsafe_code, reason = "an OpenGL call")]
fn color_at(gl: &glow::Context, column: i32, row: i32) -> [u8; 3] {
    let mut rgba = [0; 4];
    let pixels = glow::PixelPackData::Slice(Some(&mut rgba));
    // SAFETY: the context is current, and one pixel fits into the slice.
    unsafe { gl.read_pixels(column, row, 1, 1, glow::RGBA, glow::UNSIGNED_BYTE, pixels) };
    [rgba[0], rgba[1], rgba[2]]
}

/// Draws, picks, selects, draws again, and compares the pixel and its id with the pick.
pub fn main() -> Result<(), Box<dyn Error>> {
    // Dropped last: the renderer's objects are the context's.
    let (_context, gl) = egl::context()?;
    bind_framebuffer(&gl)?;
    let mut renderer = Renderer::new(Arc::clone(&gl))?;
    renderer.set_upload_budget(usize::MAX);

    // The matrices that one's own scene is drawn with.
    let view = View::from_matrices(
        DMat4::from_translation(DVec3::new(0.0, 0.0, -4.0)),
        perspective(0.8, f64::from(WIDTH) / f64::from(HEIGHT), 0.1, 100.0),
        ClipSpace::OPENGL,
        Viewport::new(WIDTH, HEIGHT),
        FramebufferSize::new(WIDTH as u32, HEIGHT as u32),
    );
    let scene = Scene::of(Object::new("ball", Sample::Icosphere.mesh()?.into()));
    let (style, mut selection) = (Style { edges: false, ..Style::default() }, Selection::default());
    renderer.draw(&Frame::new(&scene, &view, &style, &selection))?;
    let (column, row) = (150, 131);
    assert!(!Palette::looks_selected(color_at(&gl, column, row)));

    // The cursor counts from the upper left, to the pixel's centre.
    let cursor = CursorPosition::new(f64::from(column) + 0.5, f64::from(HEIGHT - row) - 0.5);
    let hit = pick(&scene, &view, cursor, &PickOptions::default()).ok_or("nothing is there")?;
    let changed = selection.replace([hit.id()]).to_vec();
    let stats = renderer.draw(&Frame { changed: &changed, ..Frame::new(&scene, &view, &style, &selection) })?;
    let color = color_at(&gl, column, row);
    println!("triangle {} is selected with {} byte uploaded: {color:?}", hit.triangle, stats.bytes_uploaded);
    assert!(Palette::looks_selected(color));

    let ids = renderer.ids(&scene, &view, Culling::None)?;
    assert_eq!(ids.at(column as u32, row as u32), Some(hit.id()));
    Ok(())
}
