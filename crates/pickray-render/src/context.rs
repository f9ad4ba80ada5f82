//! OpenGL contexts: for a window, and offscreen, without any display. This is the only file that uses the crate glutin.
//!
//! OpenGL 3.3 core is asked for first, then OpenGL ES 3.0. The final error lists every refusal and says what to do.

use glow::HasContext;
use glutin::config::{Api, Config, ConfigTemplateBuilder};
use glutin::context::{
    ContextApi, ContextAttributes, ContextAttributesBuilder, GlProfile, PossiblyCurrentContext, Version,
};
use glutin::display::{Display, DisplayApiPreference, GetGlDisplay};
use glutin::prelude::*;
use glutin::surface::{Surface, SurfaceAttributesBuilder, SwapInterval, WindowSurface};
use raw_window_handle::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle, RawWindowHandle};
use std::ffi::c_void;
use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

/// An API to ask for: its name, how a context and how a configuration asks for it.
type WantedApi = (&'static str, ContextApi, Option<GlProfile>, Api);

/// The APIs that are asked for, the preferred one first.
const WANTED: [WantedApi; 2] = [
    ("OpenGL 3.3 core", ContextApi::OpenGl(Some(Version::new(3, 3))), Some(GlProfile::Core), Api::OPENGL),
    ("OpenGL ES 3.0", ContextApi::Gles(Some(Version::new(3, 0))), None, Api::GLES3),
];

/// Error when no OpenGL context can be made; its message lists the attempts, each with its refusal, and advice.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct ContextError {
    /// Attempts to make a context, one line each: the API or device that was asked, and its answer.
    pub tried: Vec<String>,
    offscreen: bool,
}

impl ContextError {
    fn message(&self) -> String {
        let tried = if self.tried.is_empty() { "no driver answered".to_owned() } else { self.tried.join("; ") };
        let place = if self.offscreen { "offscreen" } else { "for a window" };
        let advice = match (self.offscreen, cfg!(windows)) {
            (true, true) => "draw on the CPU, or in a window",
            (true, false) => {
                "install Mesa's software OpenGL (Debian, Ubuntu: apt install libegl1 libgl1-mesa-dri), or draw on the \
                 CPU"
            }
            (false, true) => {
                "install the driver of the graphics card's maker; where that has none, as over a remote desktop, put \
                 opengl32.dll and libgallium_wgl.dll of Mesa for Windows beside the program"
            }
            (false, false) => {
                "install a driver for the graphics card or Mesa's software OpenGL (Debian, Ubuntu: apt install libgl1 \
                 libegl1 libgl1-mesa-dri)"
            }
        };
        format!("no OpenGL 3.3 and no OpenGL ES 3.0 {place}: {tried}; {advice}")
    }
}

/// Hook that hands errors of GLX to glutin, boxed as `winit::platform::x11::register_xlib_error_hook` takes it.
pub type XlibErrorHook = Box<dyn Fn(*mut c_void, *mut c_void) -> bool + Send + Sync>;

/// Framebuffer configuration for a window, with an OpenGL context that works with it, found by [`WindowConfig::find`].
#[derive(Debug)]
pub struct WindowConfig {
    config: Config,
    context: PossiblyCurrentContext,
    api: &'static str,
}

impl WindowConfig {
    /// Returns the best framebuffer configuration of a display for a context: 8-bit RGB, with no depth buffer and no
    /// multisampling.
    ///
    /// The handle `window` is needed only on Windows, where the window is made before its configuration is chosen;
    /// elsewhere it is `None`. `register_xlib_error_hook` is used on X11 only.
    ///
    /// # Errors
    /// When no API of the display gives OpenGL 3.3 or OpenGL ES 3.0.
    pub fn find(
        display: &impl HasDisplayHandle,
        window: Option<&dyn HasWindowHandle>,
        register_xlib_error_hook: fn(XlibErrorHook),
    ) -> Result<Self, ContextError> {
        let mut tried = Vec::new();
        let display = display.display_handle().map_err(|error| refused(&[format!("no display: {error}")], false))?;
        let window = window.and_then(|window| window.window_handle().ok()).map(|handle| handle.as_raw());
        for (name, preference) in display_apis(display.as_raw(), window, register_xlib_error_hook) {
            // SAFETY: the handle is borrowed from a live display, which outlives the context's window.
            #[allow(unsafe_code, reason = "glutin takes raw handles")]
            let opened = unsafe { Display::new(display.as_raw(), preference) };
            match opened {
                Ok(display) => match Self::on_display(&display, window, name, &mut tried) {
                    Some(found) => return Ok(found),
                    None => continue,
                },
                Err(error) => tried.push(format!("{name}: {error}")),
            }
        }
        Err(refused(&tried, false))
    }

    fn on_display(
        display: &Display,
        window: Option<RawWindowHandle>,
        name: &str,
        tried: &mut Vec<String>,
    ) -> Option<Self> {
        for (api, context_api, profile, renderable) in WANTED {
            let mut template = template(renderable);
            if let Some(window) = window {
                template = template.compatible_with_native_window(window);
            }
            // SAFETY: the window handle, where there is one, is that of a live window of the caller.
            #[allow(unsafe_code, reason = "glutin takes raw handles")]
            let configs = unsafe { display.find_configs(template.build()) };
            let best = match configs {
                Ok(configs) => configs.min_by_key(|config| {
                    (!config.hardware_accelerated(), config.num_samples(), config.depth_size(), config.alpha_size())
                }),
                Err(error) => {
                    tried.push(format!("{api} by {name}: {error}"));
                    continue;
                }
            };
            let Some(config) = best else {
                tried.push(format!("{api} by {name}: no configuration for a window"));
                continue;
            };
            let attributes = attributes(context_api, profile, window);
            // SAFETY: as above.
            #[allow(unsafe_code, reason = "glutin takes raw handles")]
            let context = unsafe { display.create_context(&config, &attributes) };
            match context {
                Ok(context) => return Some(Self { config, context: context.treat_as_possibly_current(), api }),
                Err(error) => tried.push(format!("{api} by {name}: {error}")),
            }
        }
        None
    }

    /// Returns the configuration for `glutin_winit::finalize_window`, which makes a window with its X11 visual.
    pub fn config(&self) -> &Config {
        &self.config
    }
}

/// Returns the ways to OpenGL on a display, the preferred one first, each with its name.
fn display_apis(
    display: RawDisplayHandle,
    window: Option<RawWindowHandle>,
    register_xlib_error_hook: fn(XlibErrorHook),
) -> Vec<(&'static str, DisplayApiPreference)> {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    {
        let _ = window;
        let mut apis = Vec::new();
        if matches!(display, RawDisplayHandle::Xlib(_) | RawDisplayHandle::Xcb(_)) {
            apis.push(("GLX", DisplayApiPreference::Glx(Box::new(register_xlib_error_hook))));
        }
        apis.push(("EGL", DisplayApiPreference::Egl));
        apis
    }
    #[cfg(windows)]
    {
        let _ = (display, register_xlib_error_hook);
        vec![("WGL", DisplayApiPreference::Wgl(window)), ("EGL", DisplayApiPreference::Egl)]
    }
    #[cfg(target_vendor = "apple")]
    {
        let _ = (display, window, register_xlib_error_hook);
        vec![("CGL", DisplayApiPreference::Cgl)]
    }
}

/// OpenGL context that draws into a window.
///
/// All GL objects made in the context (those of the renderer and of the panels' painter) must be dropped before the
/// context, while it is current.
pub struct WindowContext {
    // Dropped in this order: the functions, the surface, the context, and last the window that they draw into.
    gl: Arc<glow::Context>,
    surface: Surface<WindowSurface>,
    context: PossiblyCurrentContext,
    _window: Arc<dyn HasWindowHandle>,
}

impl fmt::Debug for WindowContext {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WindowContext").finish_non_exhaustive()
    }
}

impl WindowContext {
    /// Returns a current context on `window`, which `glutin_winit::finalize_window` made for this configuration; `size`
    /// is the window's inner size in physical pixels (0 counts as 1).
    ///
    /// # Errors
    /// When the driver refuses the surface.
    pub fn new(
        config: WindowConfig,
        window: Arc<dyn HasWindowHandle>,
        size: (u32, u32),
        vsync: bool,
    ) -> Result<Self, ContextError> {
        let WindowConfig { config, context, api } = config;
        let refuse = |error: &dyn fmt::Display| refused(&[format!("{api}: no surface on the window: {error}")], false);
        let handle = window.window_handle().map_err(|error| refuse(&error))?.as_raw();
        let (width, height) = non_zero(size);
        let attributes = SurfaceAttributesBuilder::<WindowSurface>::new().build(handle, width, height);
        let display = config.display();
        // SAFETY: the window is kept alive in this value, behind the surface in the order of dropping.
        #[allow(unsafe_code, reason = "glutin takes raw handles")]
        let surface = unsafe { display.create_window_surface(&config, &attributes) }.map_err(|error| refuse(&error))?;
        context.make_current(&surface).map_err(|error| refuse(&error))?;
        let gl = load(&display);
        // Windows without a driver gives 1.1, whatever is asked for.
        let glow::Version { major, minor, is_embedded, .. } = *gl.version();
        if (major, minor) < if is_embedded { (3, 0) } else { (3, 3) } {
            return Err(refused(&[format!("{api}: the system has OpenGL {major}.{minor} alone")], false));
        }
        let interval = if vsync { SwapInterval::Wait(NonZeroU32::MIN) } else { SwapInterval::DontWait };
        // A driver that does not allow the choice keeps its own.
        let _ = surface.set_swap_interval(&context, interval);
        Ok(Self { gl, surface, context, _window: window })
    }

    /// Returns the GL functions of the context, shared by everything that draws into the window.
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }

    /// Makes this context the current one of the thread.
    ///
    /// # Errors
    /// When the context or the window is lost.
    pub fn make_current(&self) -> Result<(), ContextError> {
        self.context.make_current(&self.surface).map_err(|error| refused(&[error.to_string()], false))
    }

    /// Shows in the window what was drawn: swaps its buffers.
    ///
    /// # Errors
    /// When the context or the window is lost.
    pub fn swap(&self) -> Result<(), ContextError> {
        self.surface.swap_buffers(&self.context).map_err(|error| refused(&[error.to_string()], false))
    }

    /// Resizes the drawing surface to the window's inner size in physical pixels; ignores 0, a minimised window.
    pub fn resize(&self, width: u32, height: u32) {
        if let (Some(width), Some(height)) = (NonZeroU32::new(width), NonZeroU32::new(height)) {
            self.surface.resize(&self.context, width, height);
        }
    }
}

/// OpenGL context with no window and no display: it draws into framebuffer objects only.
#[derive(Debug)]
pub struct OffscreenContext {
    // Dropped in this order: the functions before the context.
    gl: Arc<glow::Context>,
    #[cfg(not(target_vendor = "apple"))]
    context: glutin::api::egl::context::PossiblyCurrentContext,
}

impl OffscreenContext {
    /// Returns a context, made current, on the first EGL device that gives one; graphics cards are tried before
    /// software renderers.
    ///
    /// # Errors
    /// When no device gives OpenGL 3.3 or OpenGL ES 3.0.
    #[cfg(not(target_vendor = "apple"))]
    pub fn new() -> Result<Self, ContextError> {
        Self::of(&WANTED)
    }

    /// Returns an offscreen OpenGL ES context, for tests on machines where OpenGL would be chosen.
    #[cfg(all(test, not(target_vendor = "apple")))]
    pub(super) fn embedded() -> Result<Self, ContextError> {
        Self::of(&WANTED[1..])
    }

    #[cfg(not(target_vendor = "apple"))]
    fn of(wanted: &[WantedApi]) -> Result<Self, ContextError> {
        use glutin::api::egl::device::Device;
        let mut tried = Vec::new();
        let mut devices: Vec<Device> = match Device::query_devices() {
            Ok(devices) => devices.collect(),
            Err(error) => return Err(refused(&[format!("EGL: {error}")], true)),
        };
        devices.sort_by_key(|device| device.extensions().contains("EGL_MESA_device_software"));
        for (index, device) in devices.iter().enumerate() {
            let name = format!("EGL device {index} ({})", device.name().unwrap_or("unnamed"));
            if let Some(found) = Self::on_device(device, wanted, &name, &mut tried) {
                return Ok(found);
            }
        }
        Err(refused(&tried, true))
    }

    /// Always fails, since there is no EGL on this system; the caller then draws on the CPU.
    ///
    /// # Errors
    /// Always.
    #[cfg(target_vendor = "apple")]
    pub fn new() -> Result<Self, ContextError> {
        Err(refused(&["EGL: not on this system".to_owned()], true))
    }

    #[cfg(not(target_vendor = "apple"))]
    fn on_device(
        device: &glutin::api::egl::device::Device,
        wanted: &[WantedApi],
        name: &str,
        tried: &mut Vec<String>,
    ) -> Option<Self> {
        // SAFETY: no raw display handle is passed.
        #[allow(unsafe_code, reason = "glutin takes raw handles")]
        let display = match unsafe { glutin::api::egl::display::Display::with_device(device, None) } {
            Ok(display) => display,
            Err(error) => {
                tried.push(format!("{name}: {error}"));
                return None;
            }
        };
        for &(api, context_api, profile, renderable) in wanted {
            let template = template(renderable).with_surface_type(glutin::config::ConfigSurfaceTypes::empty()).build();
            let attributes = attributes(context_api, profile, None);
            // SAFETY: neither call is given a window handle.
            #[allow(unsafe_code, reason = "glutin takes raw handles")]
            let made = unsafe {
                display
                    .find_configs(template)
                    .map(|mut configs| configs.next())
                    .and_then(|config| config.map(|config| display.create_context(&config, &attributes)).transpose())
            };
            match made.and_then(|made| made.map(|context| context.make_current_surfaceless()).transpose()) {
                Ok(Some(context)) => return Some(Self { gl: load(&display), context }),
                Ok(None) => tried.push(format!("{api} on {name}: no configuration")),
                Err(error) => tried.push(format!("{api} on {name}: {error}")),
            }
        }
        None
    }

    /// Returns the GL functions of the context.
    pub fn gl(&self) -> &Arc<glow::Context> {
        &self.gl
    }

    /// Makes this context the current one of the thread again, after another one was made current.
    ///
    /// # Errors
    /// When the context is lost.
    pub fn make_current(&self) -> Result<(), ContextError> {
        #[cfg(not(target_vendor = "apple"))]
        self.context.make_current_surfaceless().map_err(|error| refused(&[error.to_string()], true))?;
        Ok(())
    }
}

/// Returns a template of configurations for an API, with a bare framebuffer: the renderer has a target of its own.
fn template(api: Api) -> ConfigTemplateBuilder {
    ConfigTemplateBuilder::new().with_api(api).with_depth_size(0).with_stencil_size(0).with_alpha_size(0)
}

fn attributes(api: ContextApi, profile: Option<GlProfile>, window: Option<RawWindowHandle>) -> ContextAttributes {
    let attributes = ContextAttributesBuilder::new().with_context_api(api);
    match profile {
        Some(profile) => attributes.with_profile(profile).build(window),
        None => attributes.build(window),
    }
}

fn load(display: &impl GlDisplay) -> Arc<glow::Context> {
    // SAFETY: the loader belongs to the display of the context that was just made current on this thread.
    #[allow(unsafe_code, reason = "glow asks the driver for its functions")]
    let gl = unsafe { glow::Context::from_loader_function_cstr(|name| display.get_proc_address(name)) };
    Arc::new(gl)
}

fn refused(tried: &[String], offscreen: bool) -> ContextError {
    ContextError { tried: tried.to_vec(), offscreen }
}

fn non_zero((width, height): (u32, u32)) -> (NonZeroU32, NonZeroU32) {
    (NonZeroU32::new(width).unwrap_or(NonZeroU32::MIN), NonZeroU32::new(height).unwrap_or(NonZeroU32::MIN))
}

#[cfg(test)]
mod tests;
