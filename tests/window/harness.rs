//! A display of its own for each test, the program on it, real clicks, and the pixels that come of them.

mod display;
mod log;

pub use display::{has_compositor, is_left_to_x11, on_wayland};
pub use log::{FrameLine, LessonPage};

use crate::program;
use display::{Compositor, Display};
use log::Log;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::Mesh;
use pickray::scene::{Camera, Object, Scene, View};
use pickray_render::Palette;
use std::cell::{Cell, Ref, RefCell};
use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, ExitStatus};
use std::sync::Arc;
use std::time::{Duration, Instant};
use x11rb::connection::Connection;
use x11rb::protocol::xproto::{self, ConnectionExt as _, ImageFormat, Window};
use x11rb::protocol::xtest::ConnectionExt as _;
use x11rb::rust_connection::RustConnection;

/// How long anything may take before a test gives up; a loaded machine draws a frame in a second.
const PATIENCE: Duration = Duration::from_secs(60);

/// The file of what the program says on stderr.
const TOLD: &str = "stderr.txt";

/// Returns what comes to be found in time.
pub fn awaited<T>(mut find: impl FnMut() -> Option<T>) -> Option<T> {
    let deadline = Instant::now() + PATIENCE;
    loop {
        let found = find();
        if found.is_some() || deadline < Instant::now() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// How to start the program.
#[derive(Clone, Debug, Default)]
pub struct Start {
    /// The text of the file to open.
    pub obj: String,
    /// `WINIT_X11_SCALE_FACTOR`, or the scale of the compositor's screen.
    pub scale: Option<f64>,
    /// The text of the settings.
    pub settings: Option<String>,
    /// What is named to be opened in the folder of the file, and is no mesh; the file is there, too.
    pub named: Option<String>,
    /// `WAYLAND_DISPLAY`, of a compositor that is not there.
    pub wayland: Option<String>,
    /// `true` if a compositor shows the window, and no X server.
    pub composited: bool,
    /// The size of the display, where that matters.
    pub screen: Option<[u32; 2]>,
    /// `true` if the test begins while the file is read, and has no scene.
    pub is_loading: bool,
}

/// The program in its window.
pub struct App {
    process: Child,
    connection: RustConnection,
    root: Window,
    pub window: Window,
    log: RefCell<Log>,
    mouse: Cell<CursorPosition>,
    pub folder: tempfile::TempDir,
    /// What was opened, as the library reads it.
    pub scene: Scene,
    // Dropped last: the display outlives what is on it.
    display: Display,
}

impl Drop for App {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl App {
    /// Starts the program on a file and waits until the file is seen and nothing moves.
    pub fn start(start: &Start) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("test.obj");
        std::fs::write(&file, &start.obj).expect("the file is written");
        let named = folder.path().join(start.named.as_deref().unwrap_or("test.obj"));
        let config = folder.path().join("config");
        std::fs::create_dir(&config).expect("a folder");
        if let Some(settings) = &start.settings {
            std::fs::write(config.join("settings.json"), settings).expect("the settings are written");
        }
        let log = folder.path().join("frames.jsonl");
        let mut display = Display::start(start.screen.unwrap_or([2800, 2000]));
        let told = File::create(folder.path().join(TOLD)).expect("a file");
        let mut command = Command::new(program::pickray());
        command
            .current_dir(folder.path())
            .arg(&named)
            .arg("--frame-log")
            .arg(&log)
            .env("DISPLAY", &display.name)
            .env("PICKRAY_CONFIG_DIR", &config)
            .env("WINIT_X11_SCALE_FACTOR", start.scale.unwrap_or(1.0).to_string())
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env("LANGUAGE", "en")
            // No desktop portal: what it shows is no window of the program.
            .env("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere/bus")
            .env_remove("WAYLAND_DISPLAY")
            .env_remove("WAYLAND_SOCKET")
            .stderr(told);
        if let Some(wayland) = &start.wayland {
            command.env("WAYLAND_DISPLAY", wayland);
        } else if start.composited || on_wayland() {
            let size = start.screen.unwrap_or(Compositor::SIZE);
            let compositor = Compositor::start(&display.name, size, start.scale.unwrap_or(1.0));
            let runtime = compositor.runtime.path();
            command
                .env("WAYLAND_DISPLAY", Compositor::SOCKET)
                .env("XDG_RUNTIME_DIR", runtime)
                .env("XCURSOR_PATH", runtime)
                .env("XCURSOR_THEME", "blank")
                .env_remove("DISPLAY");
            display.compositor = Some(compositor);
        }
        let process = command.spawn().expect("the program starts");
        let (connection, screen) = x11rb::connect(Some(&display.name)).expect("a connection to the display");
        let root = connection.setup().roots[screen].root;
        let read = || Scene::of(Object::new("test.obj", Arc::new(Mesh::open(&file).expect("the mesh of the test").0)));
        let scene = if start.is_loading { Scene::new() } else { read() };
        let mouse = Cell::new(CursorPosition { x: 0.0, y: 0.0 });
        let log = RefCell::new(Log::at(log));
        let mut app = Self { process, connection, root, window: 0, log, mouse, folder, scene, display };
        match start.named {
            None if start.is_loading => app.wait("the mesh to be read", |line| line.loading),
            None => app.wait("the mesh to be seen", |line| line.mesh.is_some() && !line.loading),
            Some(_) => app.wait("the word that there is none", |line| line.frame_number > 1 && !line.loading),
        };
        app.window = app.find_window();
        // There is no window manager to give the focus.
        let focus = app.connection.set_input_focus(xproto::InputFocus::PARENT, app.window, x11rb::CURRENT_TIME);
        focus.expect("sent").check().expect("taken");
        if !start.is_loading {
            app.settle();
        }
        app
    }

    /// Returns the largest window that is shown.
    fn find_window(&self) -> Window {
        let area = |&window: &Window| {
            let geometry = self.connection.get_geometry(window).ok()?.reply().ok()?;
            let attributes = self.connection.get_window_attributes(window).ok()?.reply().ok()?;
            let is_shown = attributes.map_state == xproto::MapState::VIEWABLE && 100 < geometry.width;
            is_shown.then_some(u32::from(geometry.width) * u32::from(geometry.height))
        };
        let found = awaited(|| {
            let tree = self.connection.query_tree(self.root).expect("asked").reply().expect("the tree");
            tree.children.into_iter().max_by_key(area).filter(|window| area(window).is_some())
        });
        found.expect("a window comes up")
    }

    /// Where the window's upper left corner is on the screen.
    pub fn place(&self) -> [i32; 2] {
        let asked = self.connection.translate_coordinates(self.window, self.root, 0, 0).expect("asked");
        let place = asked.reply().expect("coordinates");
        [place.dst_x.into(), place.dst_y.into()]
    }

    /// What the window is known by to window managers: its instance and its class.
    pub fn class(&self) -> String {
        let (name, kind) = (xproto::AtomEnum::WM_CLASS, xproto::AtomEnum::STRING);
        let asked = self.connection.get_property(false, self.window, name, kind, 0, 64).expect("asked");
        String::from_utf8(asked.reply().expect("the property").value).expect("UTF-8")
    }

    /// All frames drawn so far.
    pub fn frames(&self) -> Vec<FrameLine> {
        self.drawn().to_vec()
    }

    fn drawn(&self) -> Ref<'_, [FrameLine]> {
        // There is no log before the first frame.
        let _ = self.log.borrow_mut().read_on();
        Ref::map(self.log.borrow(), |log| log.frames.as_slice())
    }

    /// The last frame drawn.
    pub fn last_frame(&self) -> FrameLine {
        self.drawn().last().expect("a frame").clone()
    }

    /// Waits for the first frame of which something holds, and returns it.
    pub fn wait(&mut self, what: &str, holds: impl Fn(&FrameLine) -> bool) -> FrameLine {
        let found = awaited(|| {
            let found = self.drawn().iter().find(|line| holds(line)).cloned();
            if found.is_none()
                && let Ok(Some(status)) = self.process.try_wait()
            {
                panic!("the program ended ({status}) while the test waited for {what}: {}", self.told());
            }
            found
        });
        found.unwrap_or_else(|| panic!("waited in vain for {what}; the last frame was {:?}", self.drawn().last()))
    }

    /// Returns whether something comes to hold.
    pub fn comes_to(&self, holds: impl Fn(&Self) -> bool) -> bool {
        awaited(|| holds(self).then_some(())).is_some()
    }

    /// Waits until no frame is due soon by itself, and for a while none has come and nobody who could draw one has been
    /// working or waiting for a processor.
    pub fn settle(&self) {
        const SOON: f64 = 0.6;
        // Under Wine the program's loop never sleeps: a paint that Windows gives to winit's hidden window stays due.
        let never_sleeps = std::env::var_os("WINELOADER").is_some();
        let rest = Duration::from_millis(if never_sleeps { 1000 } else { 100 });
        let deadline = Instant::now() + PATIENCE;
        let mut last = (self.drawn().len(), Instant::now());
        while last.1.elapsed() < rest {
            assert!(Instant::now() < deadline, "the window never comes to rest");
            let frames = self.drawn();
            let is_due = frames.last().is_some_and(|frame| frame.due_in.is_some_and(|seconds| seconds < SOON));
            let compositor = self.display.compositor.as_ref().map(|compositor| compositor.process.id());
            let others = [Some(self.display.server.id()), compositor];
            let is_working = is_busy(self.process.id(), never_sleeps)
                || others.into_iter().flatten().any(|process| is_busy(process, false));
            if frames.len() != last.0 || is_due || is_working {
                last = (frames.len(), Instant::now());
            }
            drop(frames);
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// The view that the window shows after the mesh was opened: what the library says it is.
    pub fn first_view(&self) -> View {
        let line = self.last_frame();
        let [width, height] = line.framebuffer;
        let aspect = f64::from(line.viewport.width) / f64::from(line.viewport.height);
        let camera = Camera::framing_scene(&self.scene, aspect, self.scene.up_axis());
        let framebuffer = FramebufferSize { width, height };
        View::new(camera, framebuffer).with_viewport(line.viewport, framebuffer)
    }

    /// The pixel in the middle of a triangle, in the view after the mesh was opened.
    pub fn middle_of(&self, triangle: u32) -> CursorPosition {
        let corners = self.scene.objects()[0].triangle_in_world(triangle);
        let middle = (corners.a + corners.b + corners.c) / 3.0;
        self.first_view().cursor_from_world(middle).expect("the triangle is before the camera")
    }

    /// The middle of the picture.
    pub fn middle(&self) -> CursorPosition {
        let FrameLine { viewport, framebuffer, .. } = self.last_frame();
        CursorPosition {
            x: f64::from(viewport.x) + 0.5 * f64::from(viewport.width),
            y: f64::from(framebuffer[1]) - f64::from(viewport.y) - 0.5 * f64::from(viewport.height),
        }
    }

    /// Moves the mouse to a place in the window.
    pub fn move_to(&self, at: CursorPosition) {
        self.mouse.set(at);
        let asked = self.connection.translate_coordinates(self.window, self.root, at.x as i16, at.y as i16);
        let place = asked.expect("asked").reply().expect("coordinates");
        self.fake(xproto::MOTION_NOTIFY_EVENT, 0, place.dst_x, place.dst_y);
    }

    /// Moves the mouse to a place, and lets the hover come to rest.
    pub fn rest_at(&self, at: CursorPosition) {
        self.move_to(at);
        self.settle();
    }

    /// Presses or releases the left mouse button.
    pub fn button(&self, down: bool) {
        self.fake(if down { xproto::BUTTON_PRESS_EVENT } else { xproto::BUTTON_RELEASE_EVENT }, 1, 0, 0);
    }

    /// Drags the left button from where the mouse is to a place.
    pub fn drag_to(&self, to: CursorPosition) {
        let from = self.mouse.get();
        self.button(true);
        for step in 1..=10 {
            let part = f64::from(step) / 10.0;
            self.move_to(CursorPosition { x: from.x + part * (to.x - from.x), y: from.y + part * (to.y - from.y) });
            std::thread::sleep(Duration::from_millis(10));
        }
        self.button(false);
    }

    /// Turns the wheel away, by so many notches.
    pub fn wheel(&self, notches: u32) {
        for _ in 0..notches {
            self.fake(xproto::BUTTON_PRESS_EVENT, 4, 0, 0);
            self.fake(xproto::BUTTON_RELEASE_EVENT, 4, 0, 0);
        }
    }

    /// Moves the mouse, lets the hover come to rest, and clicks; the frame that the click was resolved in.
    pub fn click(&mut self, at: CursorPosition) -> FrameLine {
        self.rest_at(at);
        self.click_here()
    }

    /// Clicks where the mouse is; the frame that the click was resolved in.
    pub fn click_here(&mut self) -> FrameLine {
        let before = self.last_frame().frame_number;
        self.button(true);
        self.button(false);
        self.wait("a click", |line| line.frame_number > before && line.click_after_frame.is_some())
    }

    /// Presses or releases a key, by its X keysym.
    pub fn key(&self, keysym: u32, down: bool) {
        let (first, last) = (self.connection.setup().min_keycode, self.connection.setup().max_keycode);
        let asked = self.connection.get_keyboard_mapping(first, last - first + 1);
        let mapping = asked.expect("asked").reply().expect("the keyboard");
        let per_code = usize::from(mapping.keysyms_per_keycode);
        let index = mapping.keysyms.iter().position(|&symbol| symbol == keysym).expect("the key is on the keyboard");
        let code = first + (index / per_code) as u8;
        self.fake(if down { xproto::KEY_PRESS_EVENT } else { xproto::KEY_RELEASE_EVENT }, code, 0, 0);
    }

    /// Presses and releases a key, and lets what it does come to rest.
    pub fn press(&self, keysym: u32) {
        self.strike(keysym);
        self.settle();
    }

    /// Opens the one file that has what these keys type in its name, by the window's own list and the keyboard alone.
    pub fn open_by_list(&mut self, typed: &[u32]) {
        self.key(keysym::CONTROL, true);
        self.strike(keysym::of('o'));
        self.key(keysym::CONTROL, false);
        self.wait("the list of files", |line| line.listed > Some(1));
        typed.iter().for_each(|&key| self.strike(key));
        self.wait("one file in it", |line| line.listed == Some(1));
        self.strike(keysym::ENTER);
    }

    /// Presses and releases a key, without waiting for what it does: the place to type blinks, so that nothing comes to
    /// rest.
    pub fn strike(&self, keysym: u32) {
        self.key(keysym, true);
        self.key(keysym, false);
    }

    /// Presses a key with Ctrl, and lets what it does come to rest.
    pub fn press_with_control(&self, keysym: u32) {
        self.press_with(keysym::CONTROL, keysym);
    }

    /// Presses a key while another is held, and lets what it does come to rest.
    pub fn press_with(&self, held: u32, keysym: u32) {
        self.key(held, true);
        self.press(keysym);
        self.key(held, false);
    }

    /// The view that the window shows now, if the camera has not moved since the mesh was opened.
    pub fn view_from_first_camera(&self, first: &View) -> View {
        let line = self.last_frame();
        let [width, height] = line.framebuffer;
        first.with_viewport(line.viewport, FramebufferSize { width, height })
    }

    fn fake(&self, kind: u8, detail: u8, x: i16, y: i16) {
        self.connection.xtest_fake_input(kind, detail, 0, self.root, x, y, 0).expect("sent").check().expect("taken");
        self.connection.flush().expect("sent");
    }

    /// Resizes the window as its user would, and waits until the program has followed.
    pub fn resize(&mut self, width: u32, height: u32) {
        let size = xproto::ConfigureWindowAux::new().width(width).height(height);
        self.connection.configure_window(self.window, &size).expect("sent").check().expect("taken");
        self.wait("the new size", |line| line.framebuffer == [width, height]);
        self.settle();
    }

    /// The colour of a pixel of the window.
    pub fn pixel(&self, at: CursorPosition) -> [u8; 3] {
        let (x, y) = (at.x as i16, at.y as i16);
        let asked = self.connection.get_image(ImageFormat::Z_PIXMAP, self.window, x, y, 1, 1, u32::MAX);
        let image = asked.expect("asked").reply().expect("the pixel");
        let [blue, green, red, ..] = image.data[..] else { panic!("a pixel of {} bytes", image.data.len()) };
        [red, green, blue]
    }

    /// Whether a pixel has the selection's colour; a pixel that shall have it is waited for, since a server shows what
    /// was swapped a moment later.
    pub fn looks_selected(&self, at: CursorPosition, shall: bool) -> bool {
        self.comes_to(|app| Palette::looks_selected(app.pixel(at)) == shall) == shall
    }

    /// Returns the number of pixels of the selection's colour in a square that reaches so far from a place.
    pub fn selected_around(&self, at: CursorPosition, reach: i16) -> usize {
        let (left, top, side) = (at.x as i16 - reach, at.y as i16 - reach, 2 * reach as u16 + 1);
        let asked = self.connection.get_image(ImageFormat::Z_PIXMAP, self.window, left, top, side, side, u32::MAX);
        let image = asked.expect("asked").reply().expect("the pixels");
        let colors = image.data.chunks_exact(4).map(|pixel| [pixel[2], pixel[1], pixel[0]]);
        colors.filter(|&color| Palette::looks_selected(color)).count()
    }

    /// The processor time that the program has used, in clock ticks (100 a second).
    pub fn cpu_ticks(&self) -> u64 {
        let path = Path::new("/proc").join(self.process.id().to_string()).join("stat");
        let stat = std::fs::read_to_string(path).expect("the process");
        let fields: Vec<_> = stat.rsplit(')').next().expect("fields").split_whitespace().collect();
        fields[11].parse::<u64>().expect("user time") + fields[12].parse::<u64>().expect("system time")
    }

    /// Asks the window to close, as a window manager does, and waits for the program to end.
    pub fn quit(mut self) -> (ExitStatus, tempfile::TempDir) {
        self.key(keysym::CONTROL, true);
        self.strike(keysym::of('q'));
        self.key(keysym::CONTROL, false);
        let status = self.ended();
        (status, std::mem::replace(&mut self.folder, tempfile::tempdir().expect("a folder")))
    }

    /// Destroys the window, which is the program's; how that ends and what it says.
    pub fn destroy_window(mut self) -> (ExitStatus, String) {
        self.connection.destroy_window(self.window).expect("sent").check().expect("taken");
        (self.ended(), self.told())
    }

    /// Cuts the program off from the display, as `xkill` does; how that ends and what it says.
    pub fn cut_off(mut self) -> (ExitStatus, String) {
        self.connection.kill_client(self.window).expect("sent").check().expect("taken");
        (self.ended(), self.told())
    }

    /// Another program's connection to the display.
    pub fn connect(&self) -> RustConnection {
        x11rb::connect(Some(&self.display.name)).expect("a connection to the display").0
    }

    /// Ends the display under the program; how that ends and what it says.
    pub fn end_display(mut self) -> (ExitStatus, String) {
        self.display.server.kill().expect("the server is there");
        (self.ended(), self.told())
    }

    /// Ends the Wayland compositor under the program; how that ends and what it says.
    pub fn end_compositor(mut self) -> (ExitStatus, String) {
        self.display.compositor = None;
        (self.ended(), self.told())
    }

    fn ended(&mut self) -> ExitStatus {
        let ended = awaited(|| self.process.try_wait().expect("a process"));
        ended.unwrap_or_else(|| panic!("the program does not end: {}", self.told()))
    }

    /// What the program said on stderr.
    pub fn told(&self) -> String {
        std::fs::read_to_string(self.folder.path().join(TOLD)).expect("the file")
    }
}

/// Returns `true` if a thread of a process works, or would if it had a processor. The first thread does not count where
/// it `never_sleeps`.
fn is_busy(process: u32, never_sleeps: bool) -> bool {
    let threads = std::fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let threads = threads.filter(|thread| !never_sleeps || thread.file_name() != *process.to_string());
    let states = threads.filter_map(|thread| std::fs::read_to_string(thread.path().join("stat")).ok());
    states.into_iter().any(|stat| stat.rsplit(") ").next().is_some_and(|rest| rest.starts_with(['R', 'D'])))
}

/// X keysyms of the keys that tests press.
pub mod keysym {
    /// Returns the key of a small letter, whose code it has.
    pub const fn of(letter: char) -> u32 {
        letter as u32
    }

    pub const SHIFT: u32 = 0xffe1;
    pub const CONTROL: u32 = 0xffe3;
    pub const ALT: u32 = 0xffe9;
    pub const SPACE: u32 = 0x20;
    pub const F3: u32 = 0xffc0;
    pub const F4: u32 = 0xffc1;
    pub const F5: u32 = 0xffc2;
    pub const F6: u32 = 0xffc3;
    pub const UP: u32 = 0xff52;
    pub const DOWN: u32 = 0xff54;
    pub const PAGE_UP: u32 = 0xff55;
    pub const PAGE_DOWN: u32 = 0xff56;
    pub const ENTER: u32 = 0xff0d;
    pub const ESCAPE: u32 = 0xff1b;
}
