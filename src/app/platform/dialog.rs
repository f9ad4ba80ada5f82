//! File dialog of the system.

use crate::app::action::{Action, FileRequest};
use crate::app::chooser::Purpose;
use crate::app::platform::writing::Kind;
use crate::app::texts::t;
use pickray::mesh::Format;
use std::path::PathBuf;

/// Shows the system's file dialog, and returns the action for the chosen files, or without a dialog the action that
/// opens the window's own list; blocks until the dialog is closed.
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

/// Returns `true` if the system has a file dialog: Windows and macOS have. Elsewhere it is the one of the desktop
/// portal, which is asked for the version of its file chooser; a portal offers that only where a desktop gave it one.
/// No bus, no portal or no answer in time is no dialog. Other programs (zenity, kdialog) do not tell whether they open,
/// and are not counted on.
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
