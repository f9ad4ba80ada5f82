//! Threads, files, dialogs and clocks: everything that a browser would do differently, in one place.

pub mod reading;
pub mod writing;

use crate::accel::Progress;
use crate::app::action::Action;
use crate::app::answers::{Asked, Loaded, MeshSource, Saved};
use crate::app::job::Job;
use crate::mesh::{LoadError, Mesh};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;
use std::time::Duration;

use writing::{Kind, Target};

pub use web_time::Instant;

/// The environment variable that names another folder for the settings.
pub const CONFIG_DIR_VARIABLE: &str = "PICKRAY_CONFIG_DIR";

/// Seconds of a steady clock, since some moment of this process.
pub fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Runs a job beside the window and hands its action to `deliver`, on that other thread; where the system gives no thread, on this one.
pub fn run(job: Job, deliver: impl FnOnce(Action) + Send + 'static) {
    run_on(Builder::new(), job, deliver);
}

fn run_on(thread: Builder, job: Job, deliver: impl FnOnce(Action) + Send + 'static) {
    // A thread that does not start takes its closure with it: the work stays here until then.
    let work = Arc::new(Mutex::new(Some(move || deliver(job.run()))));
    let theirs = Arc::clone(&work);
    let take = |work: &Mutex<Option<_>>| work.lock().unwrap_or_else(PoisonError::into_inner).take();
    let spawned = thread.name("pickray worker".to_owned()).spawn(move || take(&theirs).map(|work| work()));
    if spawned.is_err()
        && let Some(work) = take(&work)
    {
        work();
    }
}

/// Reads or makes a mesh; blocks, so it belongs into a [`Job`].
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

/// No person closes a dialog this fast: it never opened (no desktop portal, no zenity), which rfd does not tell apart.
const NEVER_OPENED: Duration = Duration::from_millis(250);

/// Shows the system's dialog for an OBJ file; blocks until it is answered.
pub fn ask_for_file(folder: Option<PathBuf>) -> Asked {
    let start = Instant::now();
    let mut dialog = rfd::FileDialog::new().set_title("Open a mesh").add_filter("Wavefront OBJ", &["obj", "OBJ"]);
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    match dialog.add_filter("All files", &["*"]).pick_file() {
        Some(path) => Asked::File(path),
        None if start.elapsed() < NEVER_OPENED => Asked::NoDialog,
        None => Asked::Nothing,
    }
}

/// Shows the system's dialog for a file to write `contents` to; blocks until it is answered and the file is written.
///
/// Where no dialog answers, the contents go to a new file called `name`, or `name` with a number, in the folder that the program was started in.
pub fn save_file(folder: Option<PathBuf>, name: &str, contents: impl FnOnce() -> Result<Vec<u8>, String>) -> Saved {
    let start = Instant::now();
    let mut dialog = rfd::FileDialog::new().set_title("Save the pick").set_file_name(name);
    if let Some(folder) = folder {
        dialog = dialog.set_directory(folder);
    }
    let chosen = dialog.save_file();
    if chosen.is_none() && start.elapsed() >= NEVER_OPENED {
        return Saved::Nothing;
    }
    let contents = match contents() {
        Ok(contents) => contents,
        Err(problem) => return Saved::Failed(problem),
    };
    match chosen {
        Some(path) => match Target::new(&path, Kind::SavedPick).write(&contents) {
            Ok(()) => Saved::At(path),
            Err(error) => Saved::Failed(error.to_string()),
        },
        None => write_new(&std::env::current_dir().unwrap_or_default(), name, &contents),
    }
}

/// Writes a file that is not there yet.
fn write_new(folder: &Path, name: &str, contents: &[u8]) -> Saved {
    let (stem, ending) = name.split_once('.').unwrap_or((name, ""));
    let numbered = (2..1000).map(|n| format!("{stem}-{n}.{ending}"));
    for name in std::iter::once(name.to_owned()).chain(numbered) {
        let path = folder.join(name);
        match writing::write_new(&path, contents) {
            Ok(()) => return Saved::Undirected(path),
            Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
            Err(error) => return Saved::Failed(format!("{}: {error}", path.display())),
        }
    }
    Saved::Failed(format!("{}: there are a thousand files of the name {name}", folder.display()))
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
    fn a_new_file_takes_the_first_name_that_is_free() {
        let folder = tempfile::tempdir().expect("a folder");
        for name in ["cow.pick.json", "cow-2.pick.json", "cow-3.pick.json"] {
            let path = folder.path().join(name);
            assert_eq!(write_new(folder.path(), "cow.pick.json", name.as_bytes()), Saved::Undirected(path.clone()));
            assert_eq!(std::fs::read_to_string(path).expect("it is there"), name);
        }
        let nowhere = folder.path().join("nowhere");
        assert!(matches!(write_new(&nowhere, "cow.pick.json", b""), Saved::Failed(_)));
    }

    #[cfg(target_pointer_width = "64")]
    #[test]
    fn where_there_is_no_thread_the_present_one_does_the_work() {
        let (send, receive) = std::sync::mpsc::channel();
        let here = std::thread::current().id();
        let job = Job::new(move || Action::Dropping(std::thread::current().id() == here));
        // No system has room for a stack of this size.
        run_on(Builder::new().stack_size(1 << 60), job, move |action| send.send(action).expect("listening"));
        assert!(matches!(receive.try_recv(), Ok(Action::Dropping(true))));
    }

    #[test]
    fn a_job_is_done_on_another_thread() {
        let (send, receive) = std::sync::mpsc::channel();
        let here = std::thread::current().id();
        let job = Job::new(move || Action::Dropping(std::thread::current().id() != here));
        run(job, move |action| send.send(action).expect("still listening"));
        let delivered = receive.recv_timeout(Duration::from_secs(10));
        assert!(matches!(delivered, Ok(Action::Dropping(true))), "{delivered:?}");
    }
}
