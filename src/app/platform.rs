//! Threads, files, dialogs and clocks: everything that a browser would do differently, in one place.

use crate::accel::Progress;
use crate::mesh::{LoadError, LoadReport, Mesh, samples::Sample};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

pub use web_time::Instant;

/// The environment variable that names another folder for the settings.
pub const CONFIG_DIR_VARIABLE: &str = "PICKRAY_CONFIG_DIR";

/// Where a mesh comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum MeshSource {
    /// A file.
    File(PathBuf),
    /// One that is made by formula.
    Sample(Sample),
}

impl MeshSource {
    /// What to call it: the file's name, or the sample's.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned(),
            Self::Sample(sample) => sample.name().to_owned(),
        }
    }
}

/// A mesh that has been read.
#[derive(Debug)]
pub struct Loaded {
    /// The mesh with its tree.
    pub mesh: Arc<Mesh>,
    /// What was found in the file; `None` for a sample.
    pub report: Option<LoadReport>,
    /// How long reading and tree building took.
    pub seconds: f64,
}

/// Seconds of a steady clock, since some moment of this process.
pub fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Runs `work` beside the window and hands what it returns to `deliver`, on that other thread.
///
/// # Errors
///
/// The system gives no thread.
pub fn spawn<T: 'static>(
    work: impl FnOnce() -> T + Send + 'static,
    deliver: impl FnOnce(T) + Send + 'static,
) -> std::io::Result<()> {
    std::thread::Builder::new().name("pickray worker".to_owned()).spawn(move || deliver(work())).map(drop)
}

/// Reads or makes a mesh; blocks, so it is called from [`spawn`].
///
/// # Errors
///
/// The file cannot be read or holds no mesh, or the progress was cancelled.
pub fn load(source: &MeshSource, progress: &Progress) -> Result<Loaded, LoadError> {
    let start = Instant::now();
    let (mesh, report) = match source {
        MeshSource::File(path) => {
            let (mesh, report) = Mesh::open_with(path, progress)?;
            (mesh, Some(report))
        }
        MeshSource::Sample(sample) => (sample.mesh(progress)?, None),
    };
    Ok(Loaded { mesh: Arc::new(mesh), report, seconds: start.elapsed().as_secs_f64() })
}

/// What came of asking for a file.
#[derive(Clone, Debug, PartialEq)]
pub enum Asked {
    /// This one.
    File(PathBuf),
    /// None: the person closed the dialog.
    Nothing,
    /// There is no dialog to be had on this system.
    NoDialog,
}

/// Shows the system's dialog for an OBJ file and delivers the answer later, from another thread.
pub fn ask_for_file(folder: Option<PathBuf>, deliver: impl FnOnce(Asked) + Send + 'static) -> std::io::Result<()> {
    // No person closes a dialog this fast: it never opened (no desktop portal, no zenity), which rfd does not tell apart.
    const NEVER_OPENED: Duration = Duration::from_millis(250);
    spawn(
        move || {
            let start = Instant::now();
            let mut dialog =
                rfd::FileDialog::new().set_title("Open a mesh").add_filter("Wavefront OBJ", &["obj", "OBJ"]);
            if let Some(folder) = folder {
                dialog = dialog.set_directory(folder);
            }
            match dialog.add_filter("All files", &["*"]).pick_file() {
                Some(path) => Asked::File(path),
                None if start.elapsed() < NEVER_OPENED => Asked::NoDialog,
                None => Asked::Nothing,
            }
        },
        deliver,
    )
}

/// The folder of the settings: `$PICKRAY_CONFIG_DIR`, else the platform's own; `None` where there is none.
pub fn config_dir() -> Option<PathBuf> {
    std::env::var_os(CONFIG_DIR_VARIABLE)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
        .or_else(|| directories::ProjectDirs::from("", "", "pickray").map(|folders| folders.config_dir().to_path_buf()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_is_delivered_from_another_thread() {
        let (send, receive) = std::sync::mpsc::channel();
        spawn(|| 6 * 7, move |answer| send.send(answer).expect("still listening")).expect("a thread");
        assert_eq!(receive.recv_timeout(Duration::from_secs(10)), Ok(42));
    }
}
