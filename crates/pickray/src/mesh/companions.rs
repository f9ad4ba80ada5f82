//! Companions of a mesh: files that it names, such as buffers, in its folder, or in memory and given with it.

use crate::mesh::beside::{NotBeside, find_beside, folder_of, open_beside, open_in_folder_beside, stays_inside};
use crate::mesh::encoding::Texts;
use crate::mesh::problem::{Advice, Problem};
use crate::mesh::source::FileText;
use crate::mesh::text::{SharedFile, Text};
use crate::work::memory;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Folder, or set of files in memory, in which the files that a mesh file names are opened.
pub trait Companions {
    /// Opens the file that the mesh file calls `name`, which is not trusted: nothing outside the folder is opened.
    fn open(&self, name: &str) -> Result<Companion<'_>, NotBeside>;

    /// Opens the image that the mesh file calls `name`. On disk it may also lie in a folder beside the mesh's folder.
    fn open_image(&self, name: &str) -> Result<Companion<'_>, NotBeside> {
        self.open(name)
    }

    /// Returns the name of the mesh file without its folder and ending.
    fn stem(&self) -> &str;

    /// Opens a file at `name` in another case, or beside the mesh by its last name in any; `texts` decodes names.
    fn open_elsewhere(&self, name: &str, texts: &Texts) -> Result<Companion<'_>, NotBeside>;
}

/// Opens the first of the files called `names` that is there, else the file that `names[0]` names elsewhere.
pub fn find<'a>(
    companions: &'a dyn Companions,
    open: fn(&'a dyn Companions, &str) -> Result<Companion<'a>, NotBeside>,
    names: &[String],
    texts: &Texts,
) -> Result<Companion<'a>, Problem> {
    let opened = open(companions, &names[0]).or_else(|why| {
        let mut others = names[1..].iter().cloned().chain(texts.in_other_encodings(&names[0]));
        if let Some(other) = others.find_map(|name| open(companions, &name).ok()) {
            return Ok(other);
        }
        match companions.open_elsewhere(&names[0], texts) {
            Err(NotBeside::Several) => Err(NotBeside::Several),
            elsewhere => elsewhere.map_err(|_| why),
        }
    });
    opened.map_err(not_opened)
}

/// Returns the problem with a file that is not opened, which completes a sentence that begins with the file.
pub fn not_opened(error: NotBeside) -> Problem {
    match error {
        NotBeside::Refused(error) if error.kind() == ErrorKind::NotFound => Problem::Absent,
        NotBeside::Refused(_) => Problem::Refused,
        NotBeside::NotGiven => Problem::NotGiven,
        error => error.why(),
    }
}

/// Returns a path in one spelling: parted by `/`, without `.`, `..` and empty parts.
fn normal(path: &str) -> String {
    let mut parts = Vec::new();
    for part in path.split(['/', '\\']) {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

fn last_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

pub struct Companion<'a> {
    /// Path of the opened file, the same for all names that lead to this file.
    pub path: PathBuf,
    /// Path of the file, if it is another than was asked for; folders that a file in memory lacks make no other.
    pub found_as: Option<String>,
    /// Identity of the file on disk, with which it can be read again later; `None` for a file in memory.
    pub file: Option<FileText>,
    pub text: Text<'a>,
}

impl<'a> Companion<'a> {
    /// Returns all bytes of the file, or `None` if there are more than `most` bytes.
    pub fn into_bytes(self, most: u64) -> Result<Option<Cow<'a, [u8]>>, Problem> {
        match self.text {
            text if text.len() > most => Ok(None),
            Text::Bytes(bytes) => Ok(Some(Cow::Borrowed(bytes))),
            text => {
                let mut bytes = memory::filled(text.len() as usize, 0).map_err(|_| Problem::Refused)?;
                text.read(0, &mut bytes).map_err(|_| Problem::Refused)?;
                Ok(Some(Cow::Owned(bytes)))
            }
        }
    }
}

/// Files in memory, as a browser hands over dropped files, one of which is the mesh. As names have often lost their
/// folders, a path that no file has is looked up in any case, then by its last name, first in the same case.
pub struct Files<'a> {
    all: Vec<(String, &'a [u8])>,
    /// Indices into `all` by each of the four [`keys`] of a path; `None` where several files have the same key.
    places: [HashMap<String, Option<usize>>; 4],
    folder: String,
    stem: String,
}

impl<'a> Files<'a> {
    /// Returns `given` files as companions of the mesh called `name`, which one of them has to have, and its bytes.
    pub fn new(name: &str, given: &[(&'a str, &'a [u8])]) -> Result<(Self, &'a [u8]), (Problem, Advice)> {
        let mut meshes = given.iter().filter(|(other, _)| *other == name);
        let mesh = match (meshes.next(), meshes.next()) {
            (Some(&(_, bytes)), None) => bytes,
            (None, _) => return Err((Problem::Absent, Advice::Choose)),
            _ => return Err((Problem::NameOfSeveral, Advice::LeaveOne)),
        };
        let all: Vec<_> = given.iter().map(|&(name, bytes)| (normal(name), bytes)).collect();
        let mut places: [HashMap<_, _>; 4] = Default::default();
        for (i, (path, _)) in all.iter().enumerate() {
            for (key, places) in keys(path).into_iter().zip(&mut places) {
                places.entry(key).and_modify(|place| *place = None).or_insert(Some(i));
            }
        }
        let path = normal(name);
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder).to_owned();
        let name = last_name(&path);
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem).to_owned();
        Ok((Self { all, places, folder, stem }, mesh))
    }
}

impl Companions for Files<'_> {
    fn open(&self, name: &str) -> Result<Companion<'_>, NotBeside> {
        if !stays_inside(name.replace('\\', "/")) {
            return Err(NotBeside::Outside);
        }
        let path = normal(&format!("{}/{name}", self.folder));
        if path == self.folder {
            return Err(NotBeside::NotAFile(Problem::IsFolder));
        }
        let keys = keys(&path);
        let mut of_keys = keys.iter().zip(&self.places).enumerate();
        let found = of_keys.find_map(|(i, (key, places))| places.get(key).map(|place| (i, place)));
        let (key, place) = found.ok_or(NotBeside::NotGiven)?;
        let (path, bytes) = &self.all[place.ok_or(NotBeside::Several)?];
        // That files have lost their folders is usual.
        let found_as = matches!(key, 1 | 3).then(|| path.clone());
        Ok(Companion { path: PathBuf::from(path), found_as, file: None, text: Text::Bytes(bytes) })
    }

    fn stem(&self) -> &str {
        &self.stem
    }

    fn open_elsewhere(&self, name: &str, _: &Texts) -> Result<Companion<'_>, NotBeside> {
        let companion = self.open(last_name(name))?;
        Ok(Companion { found_as: companion.path.to_str().map(str::to_owned), ..companion })
    }
}

/// Returns the keys by which a path is found, the surest first.
fn keys(path: &str) -> [String; 4] {
    let name = last_name(path);
    [path.to_owned(), path.to_lowercase(), name.to_owned(), name.to_lowercase()]
}

const MOST_LISTED: usize = 1 << 16;

/// Names in a folder by their texts in lower case; `None` where several have the same.
type Listing = HashMap<String, Option<OsString>>;

/// Companion files of a mesh on disk, in the folder of the mesh file and in folders below it.
pub struct Folder<'a> {
    path: &'a Path,
    stem: Cow<'a, str>,
    /// Names in each folder that was listed, by its path and the encoding of names: a mesh may name very many files.
    listed: RefCell<HashMap<(PathBuf, Option<&'static str>), Listing>>,
}

impl<'a> Folder<'a> {
    pub fn of(mesh: &'a Path) -> Self {
        let stem = mesh.file_stem().unwrap_or_default().to_string_lossy();
        Self { path: folder_of(mesh), stem, listed: RefCell::default() }
    }

    fn open_at(&self, name: impl AsRef<OsStr>) -> Result<Companion<'_>, NotBeside> {
        Self::opened(open_beside(self.path, name)?)
    }

    fn opened((path, file, metadata): (PathBuf, File, Metadata)) -> Result<Companion<'static>, NotBeside> {
        let identity = FileText::new(&path, &metadata);
        let text = Text::File { file: SharedFile::new(file), len: metadata.len() };
        Ok(Companion { path, found_as: None, file: Some(identity), text })
    }

    /// Returns the path of the only file whose path equals `path` but for the case of letters.
    fn in_any_case(&self, path: &str, texts: &Texts) -> Result<PathBuf, NotBeside> {
        let path = normal(path);
        path.split('/').try_fold(PathBuf::new(), |found, part| Ok(found.join(self.entry(&found, part, texts)?)))
    }

    fn entry(&self, folder: &Path, name: &str, texts: &Texts) -> Result<OsString, NotBeside> {
        let mut listed = self.listed.borrow_mut();
        let names = listed.entry((folder.to_owned(), texts.encoding())).or_insert_with(|| self.list(folder, texts));
        match names.get(&name.to_lowercase()) {
            Some(Some(name)) => Ok(name.clone()),
            Some(None) => Err(NotBeside::Several),
            None => Err(NotBeside::Refused(ErrorKind::NotFound.into())),
        }
    }

    /// Returns the names in a folder; none where it cannot be read or lies elsewhere.
    fn list(&self, folder: &Path, texts: &Texts) -> Listing {
        let mut names = Listing::new();
        let entries = find_beside(self.path, folder).ok().and_then(|folder| folder.read_dir().ok());
        for entry in entries.into_iter().flatten().flatten().take(MOST_LISTED) {
            let name = entry.file_name();
            // Names on disk are seldom in the encoding of the mesh where they are UTF-8.
            let text = name.to_str().map_or_else(|| texts.text(name.as_encoded_bytes()), str::to_owned).to_lowercase();
            names.entry(text).and_modify(|known| *known = None).or_insert(Some(name));
        }
        names
    }
}

impl Companions for Folder<'_> {
    fn open(&self, name: &str) -> Result<Companion<'_>, NotBeside> {
        self.open_at(name)
    }

    fn open_image(&self, name: &str) -> Result<Companion<'_>, NotBeside> {
        match self.open_at(name) {
            Err(NotBeside::Outside) => Self::opened(open_in_folder_beside(self.path, name)?),
            opened => opened,
        }
    }

    fn stem(&self) -> &str {
        &self.stem
    }

    fn open_elsewhere(&self, name: &str, texts: &Texts) -> Result<Companion<'_>, NotBeside> {
        let alone = last_name(name);
        let at_path = if stays_inside(name) { self.in_any_case(name, texts) } else { Err(NotBeside::Outside) };
        let path = match at_path {
            Ok(path) => path,
            Err(NotBeside::Several) => return Err(NotBeside::Several),
            Err(_) if find_beside(self.path, alone).is_ok() => alone.into(),
            Err(_) => self.in_any_case(alone, texts)?,
        };
        let parts: Vec<_> = path.iter().map(|part| texts.text(part.as_encoded_bytes())).collect();
        let found = parts.join("/");
        Ok(Companion { found_as: (found != name).then_some(found), ..self.open_at(path)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::work::folder_of;

    /// Returns the path that the mesh at `mesh` finds by each name among these files, whose bytes are their names.
    fn found(mesh: &str, given: &[&str], name: &str) -> Result<String, String> {
        let given: Vec<_> = given.iter().map(|name| (*name, name.as_bytes())).collect();
        let (files, _) = Files::new(mesh, &given).expect("it is among them");
        let companion = files.open(name).map_err(|error| error.why().to_string())?;
        let bytes = companion.into_bytes(u64::MAX).expect("in memory").expect("few");
        Ok(String::from_utf8(bytes.into_owned()).expect("a name"))
    }

    #[test]
    fn a_file_is_found_from_the_folder_of_the_mesh_else_by_its_last_name_and_in_another_case_last() {
        let given = ["/set/m.obj", "set/a.mtl", "set/A.mtl", "a.mtl", "set/sub/b.mtl", "C.MTL", "d\\ö.mtl"];
        for (name, want) in [
            ("a.mtl", "set/a.mtl"),
            ("./A.mtl", "set/A.mtl"),
            ("sub/../a.mtl", "set/a.mtl"),
            ("SUB\\B.mtl", "set/sub/b.mtl"),
            ("lost/b.mtl", "set/sub/b.mtl"),
            ("c.mtl", "C.MTL"),
            ("textures\\Ö.MTL", "d\\ö.mtl"),
            ("M.OBJ", "/set/m.obj"),
        ] {
            assert_eq!(found("/set/m.obj", &given, name).as_deref(), Ok(want), "{name}");
        }
    }

    #[test]
    fn a_name_of_none_or_of_several_files_or_of_the_folder_finds_nothing() {
        let given = ["m.obj", "1/a.mtl", "2/a.mtl", "b.mtl", "B.mtl", "twice.mtl", "twice.mtl"];
        for (name, why) in [
            ("a.mtl", "has the name of several files"),
            ("B.MTL", "has the name of several files"),
            ("twice.mtl", "has the name of several files"),
            ("c.mtl", "is not there"),
            ("", "is a folder"),
            ("1/..", "is a folder"),
        ] {
            assert_eq!(found("m.obj", &given, name), Err(why.to_owned()), "{name}");
        }
        assert_eq!(found("m.obj", &given, "2/a.mtl").as_deref(), Ok("2/a.mtl"));
    }

    #[test]
    fn a_file_is_found_elsewhere_by_its_last_name_beside_the_mesh_first() {
        let given = ["set/m.obj", "set/a.mtl", "a.mtl", "x/B.mtl", "1/c.mtl", "2/c.mtl"];
        let files: Vec<_> = given.iter().map(|name| (*name, name.as_bytes())).collect();
        let (files, _) = Files::new("set/m.obj", &files).expect("a mesh");
        let found = |name| files.open_elsewhere(name, &Texts::default()).map(|it| it.found_as);
        for (name, want) in [("C:/x/a.mtl", "set/a.mtl"), ("../A.MTL", "set/a.mtl"), ("/b.mtl", "x/B.mtl")] {
            assert_eq!(found(name).expect(name).as_deref(), Some(want), "{name}");
        }
        assert!(matches!(found("/x/c.mtl"), Err(NotBeside::Several)));
        assert!(["..", "/", "/x/d.mtl"].iter().all(|name| found(name).is_err()));
    }

    #[test]
    fn a_name_that_leaves_the_folder_of_the_mesh_finds_nothing_even_if_it_was_given() {
        for name in ["../a.mtl", "..\\a.mtl", "x/../../a.mtl", "/a.mtl", "\\a.mtl", "C:\\a.mtl", "C:a.mtl", ".."] {
            let (files, _) = Files::new("set/m.obj", &[("set/m.obj", b""), ("a.mtl", b"")]).expect("a mesh");
            assert!(matches!(files.open(name), Err(NotBeside::Outside)), "{name}");
        }
    }

    /// Returns the path below the folder of the file that is found by `name`, and the name told of it, if another.
    fn found_in(folder: &Folder, name: &str) -> Option<(PathBuf, Option<String>)> {
        let companion = folder.open_elsewhere(name, &Texts::default()).ok()?;
        let top = folder.path.canonicalize().expect("a folder");
        Some((companion.path.strip_prefix(top).expect("inside").to_owned(), companion.found_as))
    }

    #[test]
    fn a_file_is_found_in_another_case_at_its_path_then_by_its_last_name_beside_the_mesh() {
        let names = ["case.MTL", "both.mtl", "Sub/Ö.mtl", "Sub/case.mtl", "one.mtl", "ONE.mtl"];
        let top = folder_of(&names.map(|name| (name, name)));
        let mesh = top.path().join("m.obj");
        let folder = Folder::of(&mesh);
        for (name, want) in [
            ("CASE.mtl", "case.MTL"),
            ("sub/ö.MTL", "Sub/Ö.mtl"),
            ("./SUB/../sub/Case.mtl", "Sub/case.mtl"),
            ("C:/Users/x/both.mtl", "both.mtl"),
            ("/home/x/Both.mtl", "both.mtl"),
            ("../elsewhere/case.mtl", "case.MTL"),
            ("nowhere/one.mtl", "one.mtl"),
        ] {
            assert_eq!(found_in(&folder, name), Some((want.into(), Some(want.to_owned()))), "{name}");
        }
        for name in ["absent.mtl", "C:/ö.mtl", "..", "sub/", ""] {
            assert!(folder.open_elsewhere(name, &Texts::default()).is_err(), "{name}");
        }
        // A system that does not tell cases apart has one file of that name.
        let several = folder.open_elsewhere("/x/One.mtl", &Texts::default()).map(drop);
        assert!(matches!(several, Err(NotBeside::Several) | Ok(())), "{several:?}");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_name_in_the_encoding_of_the_mesh_is_found_and_is_nothing_to_speak_of() {
        use std::os::unix::ffi::OsStrExt;
        let top = tempfile::tempdir().expect("a folder");
        let name = b"\xba\xec.mtl";
        std::fs::write(top.path().join(OsStr::from_bytes(name)), "").expect("a file");
        let texts = Texts::of([&name[..]].into_iter());
        let mesh = top.path().join("m.obj");
        let folder = Folder::of(&mesh);
        let companion = folder.open_elsewhere(&texts.text(name), &texts).expect("it is there");
        assert_eq!((companion.found_as, companion.path.file_name()), (None, Some(OsStr::from_bytes(name))));
    }

    #[cfg(unix)]
    #[test]
    fn no_folder_outside_is_listed() {
        let top = folder_of(&[("mesh/m.obj", ""), ("outside/a.mtl", "")]);
        std::os::unix::fs::symlink("../outside", top.path().join("mesh/Link")).expect("a link");
        let mesh = top.path().join("mesh/m.obj");
        let folder = Folder::of(&mesh);
        assert!(folder.open_elsewhere("link/A.mtl", &Texts::default()).is_err());
        assert!(folder.listed.borrow()[&("Link".into(), None)].is_empty());
    }
}
