//! Threads, files, dialogs and clocks: all that is different in a browser, and abilities that not all systems give.

pub mod folder;
pub mod fonts;
pub mod meshes;
#[cfg(target_arch = "wasm32")]
pub mod page;
pub mod published;
pub mod reading;
#[cfg(not(target_arch = "wasm32"))]
mod system;
pub mod writing;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

#[cfg(target_arch = "wasm32")]
pub(crate) use page::perform;
#[cfg(target_arch = "wasm32")]
pub use page::{
    address_of, ask_for_file, decode, decode_name,
    files::{chinese_texts, fetch_chinese, mesh_of_lessons},
    is_embedded, is_folder, is_there, load, matches, own_config_dir, run,
};
pub use reading::is_companion;
#[cfg(not(target_arch = "wasm32"))]
pub(crate) use system::perform;
#[cfg(not(target_arch = "wasm32"))]
pub use system::{
    address_of, ask_for_file, chinese_texts, decode, decode_name, fetch_chinese, is_embedded, is_folder, is_there,
    load, matches, mesh_of_lessons, own_config_dir, run,
};
pub use web_time::Instant;

/// Environment variable that names another folder for the settings.
pub const CONFIG_DIR_VARIABLE: &str = "PICKRAY_CONFIG_DIR";

/// Greatest number of bytes of a situation in an address; other programs cut off longer addresses.
pub const LONGEST_IN_ADDRESS: usize = 64 << 10;

/// Gives the mesh readers a decoder of other names than UTF-8, and the language by which they guess the encoding.
pub fn register_encodings() {
    let language = sys_locale::get_locale().unwrap_or_default();
    // A second call changes nothing.
    pickray::mesh::set_name_decoder(decode_name, &language);
}

/// Returns the time of a steady clock, in seconds since an arbitrary moment of this process.
pub fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

/// Returns the processor time of all threads of this process, in seconds; `None` if the system does not tell.
pub fn processor_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(used.tv_sec as f64 + 1e-9 * used.tv_nsec as f64)
    }
    #[cfg(not(unix))]
    None
}

/// Returns the folder of the settings: `$PICKRAY_CONFIG_DIR`, else the platform's own. `None` if neither is known.
pub fn config_dir() -> Option<PathBuf> {
    std::env::var_os(CONFIG_DIR_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from).or_else(own_config_dir)
}

/// `true` on a page: its browser closes it and has keys of its own, and a pick has an address that shows it to others.
pub const PAGE: bool = cfg!(target_arch = "wasm32");

/// `true` if opened files have paths, by which they can be opened again; `false` on a page.
pub const OPENS_AGAIN: bool = !PAGE;

/// `true` where winit hands the window no files that are dropped on it: on Wayland.
static DROPS_NOTHING: AtomicBool = AtomicBool::new(false);

pub fn takes_drops() -> bool {
    !DROPS_NOTHING.load(Ordering::Relaxed)
}

#[cfg(all(unix, not(target_vendor = "apple")))]
pub fn take_no_drops() {
    DROPS_NOTHING.store(true, Ordering::Relaxed);
}

/// Returns `true` if the system's clipboard takes pictures. Some Wayland compositors let only text be copied.
pub fn copies_pictures() -> bool {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return arboard::Clipboard::new().is_ok();
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    true
}

/// Returns `true` if the system says that it is used by fingers; known only in a browser.
pub fn has_coarse_pointer() -> bool {
    matches("(pointer: coarse)")
}

/// Returns `true` if the system asks programs to avoid decorative motion; known only in a browser.
pub fn prefers_reduced_motion() -> bool {
    matches("(prefers-reduced-motion: reduce)")
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn work_uses_processor_time() {
        let start = Instant::now();
        let before = processor_seconds().expect("told");
        let mut used = 0.0;
        while used < 0.01 {
            used = processor_seconds().expect("told") - before;
            assert!(start.elapsed() < Duration::from_secs(60), "a minute of work took {used} s of processor time");
        }
    }
}
