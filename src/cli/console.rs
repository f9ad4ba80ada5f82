//! Console of the program, which on Windows is not always there: a double click opens a window and nothing else.
//!
//! Windows 11 24H2 opens no console then, by `consoleAllocationPolicy` in `assets/windows/pickray.manifest`; earlier
//! ones open one for a moment, until it is given back.
//!
//! When its X11 display dies, Xlib ends the process by `exit(1)` on whichever thread uses it; but status 1 means a miss
//! here. During `exit` the destructors of that thread run: the one in this file ends the process as other errors do,
//! with status 2 and one line on stderr.

use super::output::Output;
use crate::app::{self, AppError, texts};
use std::cell::Cell;

/// Gives back a console that was opened for this program alone, before its window opens.
pub fn give_back_own() {
    #[cfg(windows)]
    system::give_back_own();
}

/// Shows a message in a box if nobody can read it on stderr, since there is no console and stderr leads nowhere.
#[cfg_attr(not(windows), expect(unused_variables, reason = "elsewhere a program without a terminal has a journal"))]
pub fn show_unread(message: &str) {
    #[cfg(windows)]
    if !system::is_stderr_read() {
        let dialog = rfd::MessageDialog::new().set_level(rfd::MessageLevel::Error);
        dialog.set_title("pickray").set_description(message).show();
    }
}

thread_local! {
    static OPEN: OpenWindow = const { OpenWindow(Cell::new(None)) };
}

/// Flag, while a window is open on this thread, whether results are JSON; `None` while none is open.
struct OpenWindow(Cell<Option<bool>>);

impl Drop for OpenWindow {
    fn drop(&mut self) {
        if let Some(json) = self.0.take() {
            Output { json }.error(&AppError::DisplayLost.into());
            std::process::exit(2);
        }
    }
}

struct Watch;

impl Drop for Watch {
    fn drop(&mut self) {
        OPEN.with(|open| open.0.set(None));
    }
}

/// Runs the window; ends the program with status 2 if its display dies. Keeps the language for what follows.
pub fn run_window(options: app::Options, output: &Output) -> Result<(), AppError> {
    OPEN.with(|open| open.0.set(Some(output.json)));
    let _watch = Watch;
    let language = texts::language();
    let ran = app::run(options);
    texts::speak(language);
    ran
}

#[cfg(windows)]
#[expect(unsafe_code, reason = "std knows no consoles")]
mod system {
    use std::os::windows::io::AsRawHandle;
    use windows_sys::Win32::Storage::FileSystem::{FILE_TYPE_DISK, FILE_TYPE_PIPE, GetFileType};
    use windows_sys::Win32::System::Console::{FreeConsole, GetConsoleProcessList};

    pub fn give_back_own() {
        if processes_at_console() == 1 {
            // SAFETY: the call has no conditions; std takes what is written to no console as written.
            unsafe { FreeConsole() };
        }
    }

    pub fn is_stderr_read() -> bool {
        // SAFETY: the call takes any handle, one that leads nowhere, too.
        let kind = unsafe { GetFileType(std::io::stderr().as_raw_handle()) };
        processes_at_console() > 0 || [FILE_TYPE_DISK, FILE_TYPE_PIPE].contains(&kind)
    }

    /// Returns the number of processes at the console of this one, 0 without a console.
    fn processes_at_console() -> u32 {
        let mut first = [0];
        // SAFETY: the list has room for one process, as is said; the number of all comes back.
        unsafe { GetConsoleProcessList(first.as_mut_ptr(), 1) }
    }
}
