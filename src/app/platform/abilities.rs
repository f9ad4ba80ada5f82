//! The abilities that not every system gives a program: what needs one that is not there is not offered.

/// True where files have paths, by which they are chosen, opened and opened again.
pub const OPENS_FILES: bool = cfg!(feature = "desktop");

/// True where files are written.
pub const SAVES_FILES: bool = cfg!(feature = "desktop");

/// True where texts and pictures are copied for other programs, and pasted from them.
pub const HAS_CLIPBOARD: bool = cfg!(feature = "desktop");

/// True where a browser has keys of its own, which the window leaves to it.
pub const BROWSER_KEYS: bool = cfg!(not(feature = "desktop"));

/// True where there is something to quit: a page is closed by its browser.
pub const QUITS: bool = cfg!(feature = "desktop");
