//! What the program ends with when its display dies: status 2 and a line.
//!
//! Xlib ends the process itself when its connection breaks, by `exit(1)` from wherever it is in use, and 1 means a miss
//! here. On its way out the C library runs the destructors of this thread: the one here ends the process as the program
//! does for any other error.

use super::output::Output;
use crate::app::{self, AppError};
use std::cell::Cell;

thread_local! {
    static OPEN: Open = const { Open(Cell::new(None)) };
}

/// Holds, while a window is open on this thread, whether results are JSON.
struct Open(Cell<Option<bool>>);

impl Drop for Open {
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

/// Runs the window, and watches over its display meanwhile.
pub fn run_window(options: app::Options, output: &Output) -> Result<(), AppError> {
    OPEN.with(|open| open.0.set(Some(output.json)));
    let _watch = Watch;
    app::run(options)
}
