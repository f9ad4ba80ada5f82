//! Companion files of a mesh on disk, in the folder of the mesh file and in folders below it.

use super::{Companion, Companions, Contents, last_name, normal};
use crate::mesh::beside::{NotBeside, find_beside, folder_of, open_beside, open_in_folder_beside, stays_inside};
use crate::mesh::encoding::Texts;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::ffi::{OsStr, OsString};
use std::fs::{File, Metadata};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Largest number of names in a folder that are looked at.
const MOST_LISTED: usize = 1 << 16;

/// Names in a folder by their texts in lower case; `None` where several have the same.
type Listing = HashMap<String, Option<OsString>>;

pub struct Folder<'a> {
    path: &'a Path,
    stem: Cow<'a, str>,
    /// Names in each folder that was listed, by its path and the encoding of names: a mesh may name very many files.
    listed: RefCell<HashMap<(PathBuf, Option<&'static str>), Listing>>,
}

impl<'a> Folder<'a> {
    pub fn new(path: &'a Path) -> Self {
        Self { path, stem: Cow::default(), listed: RefCell::default() }
    }

    pub fn of(mesh: &'a Path) -> Self {
        let stem = mesh.file_stem().unwrap_or_default().to_string_lossy();
        Self { stem, ..Self::new(folder_of(mesh)) }
    }

    fn open_at(&self, name: impl AsRef<OsStr>) -> Result<Companion<'_>, NotBeside> {
        Self::opened(open_beside(self.path, name)?)
    }

    fn opened((path, file, metadata): (PathBuf, File, Metadata)) -> Result<Companion<'static>, NotBeside> {
        Ok(Companion { path, found_as: None, contents: Contents::File(file, metadata) })
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

    /// Returns the path below the folder of the file that is found by `name`, and the name told of it, if another.
    fn found(folder: &Folder, name: &str) -> Option<(PathBuf, Option<String>)> {
        let companion = folder.open_elsewhere(name, &Texts::default()).ok()?;
        let top = folder.path.canonicalize().expect("a folder");
        Some((companion.path.strip_prefix(top).expect("inside").to_owned(), companion.found_as))
    }

    #[test]
    fn a_file_is_found_in_another_case_at_its_path_then_by_its_last_name_beside_the_mesh() {
        let top = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(top.path().join("Sub")).expect("a folder");
        for name in ["case.MTL", "both.mtl", "Sub/Ö.mtl", "Sub/case.mtl", "one.mtl", "ONE.mtl"] {
            std::fs::write(top.path().join(name), name).expect("a file");
        }
        let folder = Folder::new(top.path());
        for (name, want) in [
            ("CASE.mtl", "case.MTL"),
            ("sub/ö.MTL", "Sub/Ö.mtl"),
            ("./SUB/../sub/Case.mtl", "Sub/case.mtl"),
            ("C:/Users/x/both.mtl", "both.mtl"),
            ("/home/x/Both.mtl", "both.mtl"),
            ("../elsewhere/case.mtl", "case.MTL"),
            ("nowhere/one.mtl", "one.mtl"),
        ] {
            assert_eq!(found(&folder, name), Some((want.into(), Some(want.to_owned()))), "{name}");
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
        let folder = Folder::new(top.path());
        let companion = folder.open_elsewhere(&texts.text(name), &texts).expect("it is there");
        assert_eq!((companion.found_as, companion.path.file_name()), (None, Some(OsStr::from_bytes(name))));
    }

    #[cfg(unix)]
    #[test]
    fn no_folder_outside_is_listed() {
        let top = tempfile::tempdir().expect("a folder");
        for inside in ["mesh", "outside"] {
            std::fs::create_dir(top.path().join(inside)).expect("a folder");
        }
        std::fs::write(top.path().join("outside/a.mtl"), "").expect("a file");
        std::os::unix::fs::symlink("../outside", top.path().join("mesh/Link")).expect("a link");
        let inside = top.path().join("mesh");
        let folder = Folder::new(&inside);
        assert!(folder.open_elsewhere("link/A.mtl", &Texts::default()).is_err());
        assert!(folder.listed.borrow()[&("Link".into(), None)].is_empty());
    }
}
