//! End of the program when its X11 display dies: exit status 2 and one line on stderr.
//!
//! Xlib itself ends the process when its connection breaks, by calling `exit(1)` on whichever thread uses it; but
//! status 1 means a miss here. During `exit` the C library runs the destructors of that thread. The destructor in this
//! file ends the process as the program does for any other error.

use super::output::Output;
use crate::app::{self, AppError, texts};
use std::cell::Cell;

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

/// Runs the window, and meanwhile ends the program with status 2 if its display dies. What a command says after it is
/// in the same language as before.
pub fn run_window(options: app::Options, output: &Output) -> Result<(), AppError> {
    OPEN.with(|open| open.0.set(Some(output.json)));
    let _watch = Watch;
    let language = texts::language();
    let ran = app::run(options);
    texts::speak(language);
    ran
}
