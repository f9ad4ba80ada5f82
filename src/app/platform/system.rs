//! Platform functions of a desktop: its system has threads, files and perhaps a file dialog; Chinese is compiled in.

use super::meshes;
use super::writing::Kind;
use crate::app::action::{Action, FileRequest, Job};
use crate::app::answers::{LoadResult, MeshSource, Shape};
use crate::app::arrangement::Figure;
use crate::app::chooser::Purpose;
use crate::app::job::Task;
use crate::app::texts::{of_library::said, t};
use pickray::mesh::{Format, Image};
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

/// Reads or makes a mesh, as [`meshes::load`] does; never `None`.
pub async fn load(source: MeshSource, shape: Shape, progress: Arc<Progress>) -> Option<LoadResult> {
    Some(meshes::load(&source, shape, &progress).map_err(|error| said(&error)))
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

/// Shows the system's file dialog, or else asks for the window's list; returns the action, and blocks till then.
pub async fn ask_for_file(request: FileRequest) -> Action {
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
        Purpose::OpenMeshes => of_all_that_opens(dialog).pick_files().filter(|paths| !paths.is_empty()),
        Purpose::Save(name, Kind::Mesh) => {
            let dialog = dialog.set_file_name(name).add_filter(t!("export-formats"), Kind::Mesh.endings());
            one(dialog.save_file())
        }
        Purpose::Save(name, _) => one(dialog.set_file_name(name).save_file()),
    };
    files.map_or(Action::Nothing, |paths| Action::FilesChosen(request, paths))
}

/// Returns a dialog that offers all that the window opens, then meshes, then all files.
fn of_all_that_opens(dialog: rfd::FileDialog) -> rfd::FileDialog {
    let texts = ["lesson.json", "situation.json", "pick.json", "selection.json", "landmarks.json", "csv", "pp"]
        .map(str::to_owned);
    let endings: Vec<String> = endings_of_meshes().into_iter().chain(texts).collect();
    of_meshes(dialog.add_filter(t!("chooser-all-that-opens"), &endings))
}

fn of_meshes(dialog: rfd::FileDialog) -> rfd::FileDialog {
    let meshes = dialog.add_filter(t!("chooser-meshes"), &endings_of_meshes());
    meshes.add_filter(t!("chooser-all-files"), &["*"])
}

fn endings_of_meshes() -> Vec<String> {
    Format::ENDINGS.iter().flat_map(|ending| [ending.to_string(), ending.to_uppercase()]).collect()
}

/// Returns `true` if the system has a file dialog: Windows and macOS have; elsewhere a desktop portal that tells the
/// version of its file chooser. Other programs (zenity, kdialog) do not tell whether they open.
fn has_file_dialog() -> bool {
    #[cfg(all(unix, not(target_vendor = "apple")))]
    return zbus::blocking::connection::Builder::session().is_ok_and(portal_has_file_chooser);
    #[cfg(not(all(unix, not(target_vendor = "apple"))))]
    true
}

/// Time that a portal may take to answer, which may have to be started first.
#[cfg(all(unix, not(target_vendor = "apple")))]
const PORTAL_PATIENCE: std::time::Duration = std::time::Duration::from_secs(5);

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

/// Returns the Chinese messages as pairs of file name and text; always `Some`, since they are compiled in.
pub fn chinese_texts() -> Option<&'static [(&'static str, &'static str)]> {
    Some(TEXTS)
}

/// Does nothing, since the compiled-in messages need no fetching.
pub async fn fetch_chinese() {}

macro_rules! files {
    ($($name:literal)+) => {
        &[$(($name, include_str!(concat!("../../../assets/locales/zh-CN/", $name, ".ftl")))),+]
    };
}

const TEXTS: &[(&str, &str)] = files! {
    "areas" "bounds" "box-tree" "chooser" "commands" "diagnosis" "files" "inspector" "keys" "ladder" "lessons" "library"
    "many-bodies" "measure" "menu" "messages" "mistakes" "panels" "picking" "problems" "record" "report" "settings"
    "setup" "sphere" "two-meshes" "two-triangles" "verify" "why-not"
};

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
