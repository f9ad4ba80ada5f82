//! Folders of files that tests write.

use std::path::Path;
use tempfile::TempDir;

/// Writes files into a folder, those with longer names into folders of it.
pub fn write_files<B: AsRef<[u8]>>(folder: &Path, files: &[(&str, B)]) {
    for (name, bytes) in files {
        let path = folder.join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("folders");
        std::fs::write(path, bytes).expect("a file");
    }
}

/// Returns a new folder with these files, which goes with the value.
pub fn folder_of<B: AsRef<[u8]>>(files: &[(&str, B)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    write_files(folder.path(), files);
    folder
}
