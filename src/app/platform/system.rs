//! Platform functions of a desktop, whose system has threads and files.

use super::loading;
use crate::app::action::{Action, Job};
use crate::app::answers::{LoadResult, MeshSource, Shape};
use crate::app::arrangement::Figure;
use crate::app::job::Task;
use crate::app::texts::of_library::said;
use pickray::mesh::Image;
use pickray::work::Progress;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

pub fn is_folder(path: &Path) -> bool {
    path.is_dir()
}

pub fn is_there(path: &Path) -> bool {
    path.exists()
}

/// Returns `false`: a page alone may be a frame in another site's page.
pub fn is_embedded() -> bool {
    false
}

/// Returns `false`: a browser alone is asked for media.
pub fn matches(_: &str) -> bool {
    false
}

/// Returns `None`: only a page has an address.
pub fn address_of(_: &str, _: Option<Figure>) -> Option<String> {
    None
}

/// Returns `None`: lessons lie beside a page only.
pub fn mesh_of_lessons(_: &str) -> Option<PathBuf> {
    None
}

pub fn own_config_dir() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "pickray").map(|folders| folders.config_dir().to_path_buf())
}

/// Reads or makes a mesh, as [`loading::load`] does; never `None`.
pub async fn load(source: MeshSource, shape: Shape, progress: Arc<Progress>) -> Option<LoadResult> {
    Some(loading::load(&source, shape, &progress).map_err(|error| said(&error)))
}

/// Decodes an image of a texture; never `None`.
pub async fn decode(image: Image) -> Option<Image> {
    // The image keeps what is wrong with it.
    let _ = image.decode();
    Some(image)
}

/// Does a task on the thread of the job that asks for it; `None` if the task was stopped.
pub(crate) async fn perform<T: Task>(task: T, progress: Arc<Progress>) -> Option<T::Answer> {
    task.run(&progress)
}

/// Runs a job, and `deliver` with its action, on another thread, or on this one if none can be started.
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

/// Returns the text of bytes in an encoding; `None` if they are not valid in it, or it is not known.
pub fn decode_name(encoding: &str, bytes: &[u8]) -> Option<String> {
    let tables = encoding_rs::Encoding::for_label(encoding.as_bytes())?;
    tables.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

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
