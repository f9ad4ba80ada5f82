//! Opening of files: only regular ones, since a pipe may never answer and a device may never end; and of files that a
//! mesh or a lesson names, only those in its own folder or below, as it may come from anybody.

use crate::mesh::problem::Problem;
use std::ffi::OsStr;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

/// Reason why a file that another file names is not opened.
#[derive(Debug)]
pub enum NotBeside {
    /// Path outside the folder of the file that names it.
    Outside,
    /// Path of something other than a file, such as a folder, which the problem names.
    NotAFile(Problem),
    /// Error that the operating system gave when the file was opened.
    Refused(io::Error),
    /// Name that belongs to none of the files in memory.
    NotGiven,
    /// Name that several of the files in memory share.
    Several,
}

impl NotBeside {
    /// Returns the problem that tells a person why the named file was not opened.
    pub fn why(&self) -> Problem {
        match self {
            Self::Outside => Problem::OutsideFolderOfMesh,
            Self::NotAFile(what) => what.clone(),
            Self::Refused(error) => Problem::AsWritten { text: error.to_string() },
            Self::NotGiven => Problem::Absent,
            Self::Several => Problem::NameOfSeveral,
        }
    }
}

impl From<io::Error> for NotBeside {
    fn from(error: io::Error) -> Self {
        Self::Refused(error)
    }
}

impl From<NotOpened> for NotBeside {
    fn from(error: NotOpened) -> Self {
        match error {
            NotOpened::NotAFile(what) => Self::NotAFile(what),
            NotOpened::Refused(error) => Self::Refused(error),
        }
    }
}

/// Returns the folder of a file, or `.`, the current folder, if the path is a file name alone.
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Opens the file at `name`, relative to `folder`; returns its path with links followed, the open file and metadata.
///
/// # Errors
/// [`NotBeside`] unless the path, with links followed, lies in `folder` or below and is that of a file to be read.
pub fn open_beside(folder: &Path, name: impl AsRef<OsStr>) -> Result<(PathBuf, File, Metadata), NotBeside> {
    let path = find_beside(folder, name)?;
    let (file, metadata) = open_regular(&path)?;
    Ok((path, file, metadata))
}

/// Opens a file as [`open_beside`] does, also in a folder beside `folder` or below: models name images in such folders.
///
/// # Errors
/// [`NotBeside`] if the path, with links followed or without, leaves these folders, or is not that of a file.
pub fn open_in_folder_beside(folder: &Path, name: &str) -> Result<(PathBuf, File, Metadata), NotBeside> {
    let folder = folder.canonicalize()?;
    let parent = folder.parent().filter(|parent| parent.parent().is_some()).ok_or(NotBeside::Outside)?;
    if !stays_below(name, 1) {
        return Err(NotBeside::Outside);
    }
    let path = folder.join(name).canonicalize()?;
    let below = path.strip_prefix(parent).map_err(|_| NotBeside::Outside)?;
    if below.components().count() < 2 {
        return Err(NotBeside::Outside);
    }
    let (file, metadata) = open_regular(&path)?;
    Ok((path, file, metadata))
}

/// Returns the path, with links followed, of the file at `name`, a path relative to `folder`.
///
/// # Errors
/// [`NotBeside`] unless this path is there and lies in `folder` or below.
pub fn find_beside(folder: &Path, name: impl AsRef<OsStr>) -> Result<PathBuf, NotBeside> {
    let name = name.as_ref();
    if !stays_inside(name) {
        return Err(NotBeside::Outside);
    }
    let folder = folder.canonicalize()?;
    let path = folder.join(name).canonicalize()?;
    if path.starts_with(&folder) { Ok(path) } else { Err(NotBeside::Outside) }
}

/// Returns whether the path `name`, links not followed, never leaves its folder: a look-up then asks nothing outside.
pub fn stays_inside(name: impl AsRef<OsStr>) -> bool {
    stays_below(name, 0)
}

/// Returns whether the path `name` never leaves the folder that lies `depth` folders above the one it starts from.
fn stays_below(name: impl AsRef<OsStr>, mut depth: i32) -> bool {
    let name = name.as_ref();
    let is_drive = matches!(name.as_encoded_bytes(), [letter, b':', ..] if letter.is_ascii_alphabetic());
    !is_drive
        && Path::new(name).components().all(|component| {
            depth += match component {
                Component::Normal(_) => 1,
                Component::CurDir => 0,
                Component::ParentDir => -1,
                Component::RootDir | Component::Prefix(_) => return false,
            };
            depth >= 0
        })
}

/// Reason why a path could not be opened as a regular file.
#[derive(Debug)]
pub enum NotOpened {
    /// The path leads to something other than a regular file: a folder or a device.
    NotAFile(Problem),
    /// The system refuses to open the file.
    Refused(io::Error),
}

/// Opens a regular file; returns the file and its metadata.
///
/// # Errors
/// [`NotOpened`] if the file does not exist or cannot be read. A pipe or device is refused at once, without waiting.
pub fn open_regular(path: &Path) -> Result<(File, Metadata), NotOpened> {
    // Ask before opening, since opening a pipe waits for its other end, and again, since the path may lead elsewhere.
    is_regular(&std::fs::metadata(path).map_err(NotOpened::Refused)?)?;
    let file = File::open(path).map_err(NotOpened::Refused)?;
    let metadata = file.metadata().map_err(NotOpened::Refused)?;
    is_regular(&metadata)?;
    Ok((file, metadata))
}

fn is_regular(metadata: &Metadata) -> Result<(), NotOpened> {
    if metadata.is_file() {
        return Ok(());
    }
    Err(NotOpened::NotAFile(if metadata.is_dir() { Problem::IsFolder } else { Problem::IsDevice }))
}

/// Returns the bytes of a file that reports a size of 0 and yet may hold text, as below `/proc`; `None` if there are
/// more than `most`. Returns an error rather than wait for more bytes.
pub fn read_unsized(path: &Path, most: u64) -> io::Result<Option<Vec<u8>>> {
    let mut options = File::options();
    options.read(true);
    #[cfg(target_os = "linux")]
    std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, WITHOUT_WAITING);
    let mut text = Vec::new();
    options.open(path)?.take(most + 1).read_to_end(&mut text)?;
    Ok((text.len() as u64 <= most).then_some(text))
}

/// Flag `O_NONBLOCK`; on MIPS and SPARC this number is a flag that means nothing here.
#[cfg(target_os = "linux")]
const WITHOUT_WAITING: i32 = 0o4000;

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use super::*;
    use crate::work::folder_of;
    use std::os::unix::fs::symlink;

    /// Returns a folder with a file, a folder and links, in one with a file that is not to be opened.
    fn folders() -> (tempfile::TempDir, PathBuf) {
        let files = ["secret", "inside too/secret", "inside/a", "inside/deep/b"];
        let outer = folder_of(&files.map(|name| (name, name)));
        let folder = outer.path().join("inside");
        for (to, link) in [
            ("a", "to a"),
            ("deep/b", "to b"),
            ("../inside/a", "out and in"),
            ("to a", "to a link"),
            ("deep", "to deep"),
            ("../a", "deep/up"),
            ("../secret", "to secret"),
            ("to secret", "to a link to secret"),
            ("..", "to outer"),
            ("../inside too", "to inside too"),
            ("/", "to root"),
            ("to itself", "to itself"),
            ("not there", "to nothing"),
            ("/dev/zero", "to a device"),
        ] {
            symlink(to, folder.join(link)).expect("a link");
        }
        (outer, folder)
    }

    #[test]
    fn what_stays_inside_is_opened_also_by_links() {
        let (_outer, folder) = folders();
        for (name, file) in [
            ("a", "a"),
            ("./a", "a"),
            ("deep/b", "deep/b"),
            ("deep/../a", "a"),
            ("to a", "a"),
            ("to b", "deep/b"),
            ("out and in", "a"),
            ("to a link", "a"),
            ("to deep/b", "deep/b"),
            ("deep/up", "a"),
        ] {
            let (path, ..) = open_beside(&folder, name).expect(name);
            assert_eq!(path, folder.join(file).canonicalize().expect("a file"), "{name}");
            assert_eq!(find_beside(&folder, name).expect(name), path);
        }
    }

    #[test]
    fn what_lies_outside_is_not_opened_by_any_name() {
        let (outer, folder) = folders();
        let absolute = outer.path().join("secret").display().to_string();
        let own = folder.join("a").display().to_string();
        for name in [
            "../secret", "../inside/a", "deep/../../secret", "to deep/../../secret", "to secret",
            "to a link to secret", "to outer/secret", "to inside too/secret", "to root/etc/passwd", "to a device",
            &absolute, &own, "/etc/passwd", "C:/a", "..",
        ] {
            assert!(matches!(open_beside(&folder, name), Err(NotBeside::Outside)), "{name}");
        }
        for name in ["not there", "to itself", "to nothing", "a/", "a/b", "deep/not there/../../a", "a\0"] {
            assert!(matches!(open_beside(&folder, name), Err(NotBeside::Refused(_))), "{name:?}");
        }
        for name in ["deep", "to deep", ".", ""] {
            assert!(matches!(open_beside(&folder, name), Err(NotBeside::NotAFile(Problem::IsFolder))), "{name:?}");
        }
    }

    #[test]
    fn an_image_may_lie_in_a_folder_beside_and_nowhere_above() {
        let (outer, folder) = folders();
        for (name, file) in [
            ("../inside too/secret", "inside too/secret"),
            ("deep/../../inside too/secret", "inside too/secret"),
            ("to inside too/secret", "inside too/secret"),
            ("to outer/inside too/secret", "inside too/secret"),
            ("../inside/deep/b", "inside/deep/b"),
        ] {
            let (path, ..) = open_in_folder_beside(&folder, name).expect(name);
            assert_eq!(path, outer.path().join(file).canonicalize().expect("a file"), "{name}");
        }
        symlink("/etc/passwd", outer.path().join("inside too/to passwd")).expect("a link");
        let absolute = outer.path().join("inside too/secret").display().to_string();
        for name in [
            "../secret",
            "to secret",
            "to outer/secret",
            "../inside too/to passwd",
            "../../etc/passwd",
            "../..",
            "to root/etc/passwd",
            "../inside too/../../x",
            "to deep/../../inside too/../secret",
            &absolute,
            "C:/a",
            "..",
        ] {
            assert!(matches!(open_in_folder_beside(&folder, name), Err(NotBeside::Outside)), "{name}");
        }
        assert!(matches!(open_in_folder_beside(Path::new("/tmp"), "../etc/passwd"), Err(NotBeside::Outside)));
        assert!(matches!(open_in_folder_beside(&folder, "../inside too"), Err(NotBeside::Outside)));
    }

    #[test]
    fn a_folder_may_itself_be_reached_by_a_link() {
        let (outer, folder) = folders();
        let link = outer.path().join("link");
        symlink(&folder, &link).expect("a link");
        assert!(open_beside(&link, "a").is_ok() && open_beside(&link, "out and in").is_ok());
        assert!(matches!(open_beside(&link, "to secret"), Err(NotBeside::Outside)));
    }
}

#[cfg(test)]
#[cfg(target_os = "linux")]
mod tests_of_proc {
    use super::*;

    #[test]
    fn what_proc_tells_is_read_to_its_end_unless_there_is_none() {
        let status = read_unsized(Path::new("/proc/self/status"), 1 << 20).expect("readable").expect("short");
        assert!(status.starts_with(b"Name:") && status.ends_with(b"\n"));
        assert_eq!(read_unsized(Path::new("/proc/self/status"), 20).expect("readable"), None);
        assert!(read_unsized(Path::new("/proc/self/mem"), 1 << 20).is_err());
    }
}
