//! Threads, files, dialogs and clocks: everything that a browser would do differently, in one place.

pub mod exporting;
pub mod folder;
pub mod fonts;
pub mod reading;
pub mod writing;

use crate::accel::Progress;
use crate::app::action::{Action, FileRequest, Job};
use crate::app::answers::{Loaded, MeshSource};
use crate::app::chooser::Purpose;
use crate::app::platform::writing::Kind;
use crate::app::texts::t;
use crate::mesh::{Format, LoadError, Mesh};
use crate::scene::{IndexedScene, Object, Scene};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;

pub use web_time::Instant;

/// The environment variable that names another folder for the settings.
pub const CONFIG_DIR_VARIABLE: &str = "PICKRAY_CONFIG_DIR";

/// Returns seconds of a steady clock, since some moment of this process.
pub fn seconds() -> f64 {
    static START: OnceLock<Instant> = OnceLock::new();
    START.get_or_init(Instant::now).elapsed().as_secs_f64()
}

/// Does some work; returns what it returns, and the seconds that it took.
pub fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = Instant::now();
    let done = work();
    (done, start.elapsed().as_secs_f64())
}

/// Returns how long some work takes that was done before, in seconds: the fastest of three times.
pub fn warm_seconds<T>(work: impl Fn() -> T) -> f64 {
    (0..3).map(|_| timed(|| std::hint::black_box(work())).1).fold(f64::INFINITY, f64::min)
}

/// Returns processor seconds that all threads of this process have used; `None` where the system does not tell.
pub fn processor_seconds() -> Option<f64> {
    #[cfg(unix)]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(used.tv_sec as f64 + 1e-9 * used.tv_nsec as f64)
    }
    #[cfg(not(unix))]
    None
}

pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

pub fn is_there(path: &Path) -> bool {
    path.exists()
}

/// Runs a job beside the window and hands its action to `deliver`, on that other thread; where the system gives no
/// thread, on this one.
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

/// A file of fewer triangles is seen when its trees are built: that takes a moment.
const SEEN_FIRST: usize = 500_000;

/// Reads or makes what is opened, each object of a file by itself; of a large file the trees are left to
/// [`build_trees`]. Blocks, so it belongs into a [`Job`]. Fails where the file cannot be read or holds no mesh, or the
/// progress was cancelled.
pub fn load(source: &MeshSource, progress: &Progress) -> Result<Loaded, LoadError> {
    let (read, seconds) = timed(|| match source {
        MeshSource::File(path) => Some(IndexedScene::open_with(path, progress)),
        MeshSource::Pasted(_) | MeshSource::Sample(_) => None,
    });
    let Some(read) = read else { return load_at_once(source, progress) };
    let indexed = read?;
    if indexed.n_triangles() < SEEN_FIRST {
        return build_trees(indexed, seconds, progress);
    }
    Ok(Loaded { scene: Scene::default(), report: None, seconds, unbuilt: Some(indexed) })
}

/// Reads a text that was pasted, or makes a sample, with its trees.
fn load_at_once(source: &MeshSource, progress: &Progress) -> Result<Loaded, LoadError> {
    let MeshSource::Pasted(text) = source else { return load_joined(source, progress) };
    let (read, seconds) = timed(|| Scene::from_bytes_with(MeshSource::PASTED, text.as_bytes(), progress));
    let (scene, report) = read?;
    Ok(Loaded { scene, report: Some(report), seconds, unbuilt: None })
}

/// Builds the trees of a file that took so many seconds to read; blocks, and fails where there is no memory or the
/// progress was cancelled.
pub fn build_trees(indexed: IndexedScene, read_seconds: f64, progress: &Progress) -> Result<Loaded, LoadError> {
    let (built, seconds) = timed(|| indexed.build_with(progress));
    let (scene, report) = built?;
    Ok(Loaded { scene, report: Some(report), seconds: read_seconds + seconds, unbuilt: None })
}

/// Does the same as [`load`], as one mesh of all.
pub fn load_joined(source: &MeshSource, progress: &Progress) -> Result<Loaded, LoadError> {
    let (read, seconds) = timed(|| match source {
        MeshSource::File(path) => Mesh::open_with(path, progress).map(|(mesh, report)| (mesh, Some(report))),
        MeshSource::Pasted(text) => {
            let read = Mesh::from_bytes_with(MeshSource::PASTED, text.as_bytes(), progress);
            read.map(|(mesh, report)| (mesh, Some(report)))
        }
        MeshSource::Sample(sample) => Ok((sample.mesh_with(progress)?, None)),
    });
    let (mesh, report) = read?;
    Ok(Loaded { scene: Scene::of(Object::new(source.name(), Arc::new(mesh))), report, seconds, unbuilt: None })
}

/// Shows the system's file dialog, and makes of the file what is asked; blocks until it is answered and that is done.
///
/// Where the system has no dialog, the action asks for the window's own.
pub fn ask_for_file(request: FileRequest) -> Action {
    if !has_file_dialog() {
        return Action::ChooseFile(request);
    }
    let mut dialog = rfd::FileDialog::new().set_title(request.title);
    if let Some(folder) = &request.folder {
        dialog = dialog.set_directory(folder);
    }
    let one = |path: Option<PathBuf>| path.map(|path| vec![path]);
    let files = match &request.purpose {
        Purpose::OpenMesh => one(of_meshes(dialog).pick_file()),
        Purpose::OpenMeshes => of_meshes(dialog).pick_files().filter(|paths| !paths.is_empty()),
        Purpose::Save(name, Kind::Mesh) => {
            let dialog = dialog.set_file_name(name).add_filter(t!("export-formats"), Kind::Mesh.endings());
            one(dialog.save_file())
        }
        Purpose::Save(name, _) => one(dialog.set_file_name(name).save_file()),
    };
    files.map_or(Action::NoFileChosen, request.then)
}

/// Has a dialog offer meshes, and all files.
fn of_meshes(dialog: rfd::FileDialog) -> rfd::FileDialog {
    let endings = Format::ENDINGS.map(|ending| [ending.to_owned(), ending.to_uppercase()]);
    let meshes = dialog.add_filter(t!("chooser-meshes"), endings.as_flattened());
    meshes.add_filter(t!("chooser-all-files"), &["*"])
}

/// Returns whether the system has a file dialog: Windows and macOS have. Elsewhere it is the one of the desktop portal,
/// which is asked for the version of its file chooser; a portal offers that only where a desktop gave it one. No bus,
/// no portal or no answer in time is no dialog. What else there may be (zenity, kdialog) does not tell whether it
/// opens, and is not counted on.
fn has_file_dialog() -> bool {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return zbus::blocking::connection::Builder::session().is_ok_and(portal_has_file_chooser);
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    true
}

/// How long a portal that has to be started first may take to answer.
#[cfg(all(unix, not(target_vendor = "apple")))]
const PORTAL_PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

/// Returns whether a portal on this bus has a file chooser.
#[cfg(all(unix, not(target_vendor = "apple")))]
fn portal_has_file_chooser(bus: zbus::blocking::connection::Builder<'_>) -> bool {
    let version = bus.method_timeout(PORTAL_PATIENCE).build().and_then(|connection| {
        connection.call_method(
            Some("org.freedesktop.portal.Desktop"),
            "/org/freedesktop/portal/desktop",
            Some("org.freedesktop.DBus.Properties"),
            "Get",
            &("org.freedesktop.portal.FileChooser", "version"),
        )
    });
    version.is_ok()
}

/// Returns the folder of the settings: `$PICKRAY_CONFIG_DIR`, else the platform's own; `None` where there is none.
pub fn config_dir() -> Option<PathBuf> {
    std::env::var_os(CONFIG_DIR_VARIABLE)
        .filter(|value| !value.is_empty())
        .map(PathBuf::from)
        .or_else(|| directories::ProjectDirs::from("", "", "pickray").map(|folders| folders.config_dir().to_path_buf()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[cfg(unix)]
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
