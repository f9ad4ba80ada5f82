//! The display of a test: an X server of its own, and the Wayland compositor on it.

use super::awaited;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// Advice where there is no X server for tests.
const INSTALL: &str = "install Xvfb and Mesa's software OpenGL (Debian, Ubuntu: apt install xvfb libgl1 libegl1 \
                       libgl1-mesa-dri libxkbcommon-x11-0 libxcursor1 libxi6 libxrandr2)";

/// Advice where there is no Wayland compositor for tests.
const INSTALL_WESTON: &str = "install Weston (Debian, Ubuntu: apt install weston)";

/// An X server with nothing on it, or with a Wayland compositor whose window is the screen of the program.
pub struct Display {
    pub server: Child,
    pub name: String,
    pub compositor: Option<Compositor>,
}

/// Wayland compositor in a window of an X server, in which mouse and keys are those of the server. It shows each window
/// without a frame and as large as its own, so that places and pixels are the same in both.
pub struct Compositor {
    pub process: Child,
    /// Folder of the socket.
    pub runtime: tempfile::TempDir,
}

impl Compositor {
    pub const SOCKET: &str = "wayland-pickray";
    /// Size of its window at scale 1.
    pub const SIZE: [u32; 2] = [1280, 800];

    pub fn start(display: &str, [width, height]: [u32; 2], scale: f64) -> Self {
        let runtime = tempfile::tempdir().expect("a folder");
        let settings = runtime.path().join("weston.ini");
        std::fs::write(&settings, "[core]\nidle-time=0\n").expect("the settings are written");
        Self::hide_mouse(&runtime.path().join("blank/cursors"));
        let process = Command::new("weston")
            .args(["--backend=x11-backend.so", "--shell=kiosk-shell.so", "--use-pixman"])
            .args([format!("--width={width}"), format!("--height={height}"), format!("--scale={scale}")])
            .args([format!("--socket={}", Self::SOCKET), format!("--config={}", settings.display())])
            .env("DISPLAY", display)
            .env("XDG_RUNTIME_DIR", runtime.path())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("weston cannot be started ({error}): {INSTALL_WESTON}"));
        let compositor = Self { process, runtime };
        let socket = compositor.runtime.path().join(Self::SOCKET);
        awaited(|| socket.exists().then_some(())).expect("weston comes up");
        compositor
    }

    /// Writes mice of one transparent pixel: the compositor draws the mouse into its window, over what tests look at.
    fn hide_mouse(cursors: &Path) {
        // A file of one picture, as xcursor(3) has it: its table, then size, hot spot, delay and pixel.
        let words = [16, 0x1_0000, 1, 0xfffd_0002, 24, 28, 36, 0xfffd_0002, 24, 1, 1, 1, 0, 0, 0, 0_u32];
        let bytes = [b"Xcur".as_slice(), &words.map(u32::to_le_bytes).concat()].concat();
        std::fs::create_dir_all(cursors).expect("a folder");
        for name in ["default", "left_ptr", "pointer", "crosshair", "text", "grab", "grabbing", "move", "ew-resize"] {
            std::fs::write(cursors.join(name), &bytes).expect("the cursor is written");
        }
    }
}

impl Drop for Compositor {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Returns `true` if all tests are to show their windows on Wayland.
pub fn on_wayland() -> bool {
    std::env::var("PICKRAY_WINDOWS_ON").is_ok_and(|system| system == "wayland")
}

/// Returns `true`, and says so, where all tests go by Wayland and the test is about X11 alone.
pub fn is_left_to_x11() -> bool {
    if on_wayland() {
        println!("not tested on Wayland: it is about X11, or about fractional scales, which Weston 10 has not");
    }
    on_wayland()
}

/// Returns `true` if there is a Wayland compositor to test on; says what to install if not.
pub fn has_compositor() -> bool {
    let answer = Command::new("weston").arg("--version").stdout(Stdio::null()).status();
    if let Err(error) = &answer {
        println!("not tested on Wayland, as weston cannot be started ({error}): {INSTALL_WESTON}");
    }
    answer.is_ok()
}

impl Display {
    /// Starts one of this size on the first free number.
    pub fn start([width, height]: [u32; 2]) -> Self {
        let screen = format!("{width}x{height}x24");
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", &screen, "-nolisten", "tcp", "-noreset"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap_or_else(|error| panic!("Xvfb cannot be started ({error}): {INSTALL}"));
        let mut number = String::new();
        let stdout = server.stdout.take().expect("a pipe");
        BufReader::new(stdout).read_line(&mut number).expect("the number of the display");
        assert!(!number.trim().is_empty(), "Xvfb gave no display: {INSTALL}");
        Self { server, name: format!(":{}", number.trim()), compositor: None }
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        self.compositor = None;
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
