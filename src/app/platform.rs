//! Threads, files, dialogs and clocks: everything that a browser would do differently, in one place.

pub mod abilities;
#[cfg(feature = "desktop")]
mod dialog;
pub mod exporting;
pub mod folder;
pub mod fonts;
pub mod reading;
pub mod writing;

use crate::accel::Progress;
#[cfg(not(feature = "desktop"))]
use crate::app::action::FileRequest;
use crate::app::action::{Action, Job};
use crate::app::answers::{Loaded, MeshSource};
use crate::mesh::{LoadError, Mesh};
use crate::scene::{IndexedScene, Object, Scene};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::Builder;

#[cfg(feature = "desktop")]
pub use dialog::ask_for_file;
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
    #[cfg(all(unix, feature = "desktop"))]
    {
        let used = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        Some(used.tv_sec as f64 + 1e-9 * used.tv_nsec as f64)
    }
    #[cfg(not(all(unix, feature = "desktop")))]
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

/// Has the window ask with a list of its own: here the system has no dialog.
#[cfg(not(feature = "desktop"))]
pub fn ask_for_file(request: FileRequest) -> Action {
    Action::ChooseFile(request)
}

/// Returns the folder of the settings: `$PICKRAY_CONFIG_DIR`, else the platform's own; `None` where there is none.
pub fn config_dir() -> Option<PathBuf> {
    std::env::var_os(CONFIG_DIR_VARIABLE).filter(|value| !value.is_empty()).map(PathBuf::from).or_else(own_config_dir)
}

#[cfg(feature = "desktop")]
fn own_config_dir() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "pickray").map(|folders| folders.config_dir().to_path_buf())
}

#[cfg(not(feature = "desktop"))]
fn own_config_dir() -> Option<PathBuf> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[cfg(all(unix, feature = "desktop"))]
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
