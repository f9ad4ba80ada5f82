//! Reads the material libraries (MTL) that an OBJ file names, for the diffuse colour of each material, `Kd`.
//!
//! Based on: Alias|Wavefront, MTL material format, 1995. The first of several definitions of a material is taken, as
//! the format says. Departures from it: a name may hold blanks; backslashes part folders; spectral curves and CIE XYZ
//! are not computed; black is not taken for a colour if the material has a texture, as many programs write black beside
//! textures. Colours are taken for sRGB, as nearly all programs do.

use crate::mesh::beside::NotBeside;
use crate::mesh::companions::{Companion, Companions};
use crate::mesh::encoding::{Texts, utf_16};
use crate::mesh::numbers::{PADDING, number};
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::problems::{Problems, quoted};
use crate::mesh::source::FileText;
use crate::mesh::text::{MARK, is_blank, words};
use std::borrow::Cow;
use std::collections::HashMap;
use std::io;
use std::sync::Arc;

/// Most bytes that are read of all material libraries of a mesh together.
const MOST_BYTES: u64 = 16 << 20;

/// A diffuse colour, sRGB, 0 to 1.
type Diffuse = [f32; 3];

/// Returns the file names in `statement`, the text behind the word `mtllib`. Each name ends with `.mtl` and may hold
/// blanks; text behind the last `.mtl` is a name, too.
pub fn file_names(statement: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    let mut rest = statement.trim_ascii();
    while !rest.is_empty() {
        let is_end = |&end: &usize| is_blank(rest[end]) && ends_with_mtl(&rest[..end]);
        let end = (0..rest.len()).find(is_end).unwrap_or(rest.len());
        names.push(&rest[..end]);
        rest = rest[end..].trim_ascii_start();
    }
    names
}

fn ends_with_mtl(name: &[u8]) -> bool {
    name.last_chunk().is_some_and(|end: &[u8; 4]| end.eq_ignore_ascii_case(b".mtl"))
}

/// Returns the diffuse colour of each of `materials`, `None` where no library gives one, and the libraries that exist
/// as files on disk. `libraries` holds the line and the file name of each `mtllib` statement of the mesh. Without
/// `companions`, the files that may be opened beside the mesh, no library is opened. If `materials` is empty, no
/// library is read.
pub fn colors(
    materials: &[String],
    libraries: &[(u32, String)],
    texts: &Texts,
    companions: Option<&dyn Companions>,
    problems: &mut Problems,
) -> (Vec<Option<Diffuse>>, Arc<[FileText]>) {
    let (mut colors, mut files) = (vec![None; materials.len()], Vec::new());
    let Some(companions) = companions else { return (colors, Arc::default()) };
    let mut wanted: HashMap<&str, usize> = materials.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let mut bytes_left = MOST_BYTES;
    let (mut n_textured, mut first_textured) = (0, None);
    for (line, name) in libraries {
        let opened = open(companions, name, texts);
        files.extend(opened.as_ref().ok().and_then(Companion::file));
        if materials.is_empty() {
            continue;
        }
        let found_as = opened.as_ref().ok().and_then(|library| library.found_as.as_ref().map(quoted));
        let text = match opened.and_then(|library| read(library, bytes_left)) {
            Ok(text) => text,
            Err(why) => {
                let why = Box::new(why);
                problems.add(Kind::Library, *line, || Problem::LibraryNotRead { library: quoted(name), why });
                continue;
            }
        };
        if let Some(found) = found_as {
            problems.add(Kind::LibraryElsewhere, *line, || Problem::LibraryElsewhere { library: quoted(name), found });
        }
        bytes_left -= text.len() as u64;
        for defined in definitions(&text) {
            let Some(material) = wanted.remove(&*texts.text(defined.material)) else { continue };
            if defined.has_texture {
                n_textured += 1;
                first_textured.get_or_insert(*line);
            }
            match defined.diffuse {
                Some(Ok([0.0, 0.0, 0.0])) if defined.has_texture => {}
                Some(Ok(color)) => colors[material] = Some(color),
                Some(Err(at)) => problems.add(Kind::Color, *line, || {
                    let [material, library] = [&materials[material], name].map(quoted);
                    Problem::MaterialColor { line: at, library, material }
                }),
                None => {}
            }
        }
    }
    if let Some(line) = first_textured {
        problems.add(Kind::Texture, line, || Problem::TexturesNotShown { count: n_textured });
    }
    (colors, files.into())
}

/// Opens the material library that a mesh calls `name`, or returns the reason why it is not read.
fn open<'a>(companions: &'a dyn Companions, name: &str, texts: &Texts) -> Result<Companion<'a>, Problem> {
    let name = name.replace('\\', "/");
    let opened = companions.open(&name).or_else(|why| match companions.open_elsewhere(&name, texts) {
        Err(NotBeside::Several) => Err(NotBeside::Several),
        elsewhere => elsewhere.map_err(|_| why),
    });
    opened.map_err(|error| match error {
        NotBeside::Refused(error) => refused(&error),
        NotBeside::NotGiven => Problem::NotGiven,
        error => error.why(),
    })
}

/// Returns the text of a library, UTF-16 turned into UTF-8, or the reason why it is not read; `most` limits its bytes.
fn read(library: Companion<'_>, most: u64) -> Result<Cow<'_, [u8]>, Problem> {
    let text = library.into_bytes(most).map_err(|error| refused(&error))?.ok_or(Problem::LibraryTooLarge)?;
    if !utf_16::has_mark(&text) {
        return Ok(text);
    }
    let text = utf_16::to_utf_8(&text).map_err(|_| Problem::LibraryTooLarge)?;
    if text.len() as u64 <= most { Ok(text.into()) } else { Err(Problem::LibraryTooLarge) }
}

fn refused(error: &io::Error) -> Problem {
    if error.kind() == io::ErrorKind::NotFound { Problem::Absent } else { Problem::Refused }
}

/// A `newmtl` statement and the first `Kd` behind it.
struct Definition<'a> {
    material: &'a [u8],
    /// `true` if the material has a `map_Kd` statement, which names a texture.
    has_texture: bool,
    /// Colour in the first `Kd` statement, or `Err` with the line number, from 1, of a `Kd` statement that cannot be
    /// read. `None` if the material has no `Kd` statement.
    diffuse: Option<Result<Diffuse, usize>>,
}

/// Returns the materials in a library, in its order; those without a name are left out.
fn definitions(text: &[u8]) -> Vec<Definition<'_>> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let mut all: Vec<Definition<'_>> = Vec::new();
    let mut is_named = false;
    for (i, line) in text.split(|&byte| byte == b'\n').enumerate() {
        let line = line.trim_ascii();
        let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
        let (word, rest) = line.split_at(end);
        match word {
            b"newmtl" => {
                let material = rest.trim_ascii();
                is_named = !material.is_empty();
                if is_named {
                    all.push(Definition { material, has_texture: false, diffuse: None });
                }
            }
            b"Kd" if is_named => {
                let last = all.last_mut().expect("a named one");
                last.diffuse.get_or_insert_with(|| diffuse(rest).ok_or(i + 1));
            }
            b"map_Kd" if is_named => all.last_mut().expect("a named one").has_texture = true,
            _ => {}
        }
    }
    all
}

/// Returns the colour behind `Kd`: three numbers, or one for a grey; `None` if they cannot be read.
fn diffuse(statement: &[u8]) -> Option<Diffuse> {
    let end = statement.iter().position(|&byte| byte == b'#').unwrap_or(statement.len());
    let padded = [&statement[..end], &[b'\n'; PADDING]].concat();
    let mut read = words(&padded[..end], 0).map(|(at, word)| match number(&padded, at) {
        Some((value, number_end)) if number_end == at + word.len() && value.is_finite() => Some(value as f32),
        _ => None,
    });
    let red = read.next()??;
    let color = match read.next() {
        None => [red; 3],
        Some(green) => [red, green?, read.next()??],
    };
    Some(color.map(|x| x.clamp(0.0, 1.0)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::companions::Folder;

    #[test]
    fn names_of_libraries_may_hold_blanks_and_stand_several_in_a_line() {
        for (statement, names) in [
            (" a.mtl", &["a.mtl"][..]),
            ("my colours.mtl  B.MTL ", &["my colours.mtl", "B.MTL"]),
            ("materials\\x.mtl\t./y.mtl", &["materials\\x.mtl", "./y.mtl"]),
            ("no ending", &["no ending"]),
            ("a.mtl.mtl é.mtl rest", &["a.mtl.mtl", "é.mtl", "rest"]),
            ("  ", &[]),
        ] {
            let found: Vec<_> = file_names(statement.as_bytes()).into_iter().map(str::from_utf8).collect();
            assert_eq!(found, names.iter().map(|name| Ok(*name)).collect::<Vec<_>>(), "{statement}");
        }
    }

    #[test]
    fn the_first_colour_of_a_material_is_taken_and_clamped() {
        let text = b"\xef\xbb\xbfKd 1 1 1\nnewmtl a b \r\n\tKd 7 -1 0.5 # bright\r\nKd 0 0 0\nnewmtl grey\nKd 0.5\n\
                     newmtl\nKd 1 1 1\nnewmtl odd\nKd xyz 1 1 1\nnewmtl none";
        let all: Vec<_> = definitions(text).into_iter().map(|it| (it.material, it.diffuse)).collect();
        let want =
            [("a b", Some(Ok([1.0, 0.0, 0.5]))), ("grey", Some(Ok([0.5; 3]))), ("odd", Some(Err(10))), ("none", None)];
        assert_eq!(all, want.map(|(name, diffuse)| (name.as_bytes(), diffuse)));
        for odd in [&b"nan inf 0"[..], b"1 2", b"", b"red green blue", b"1e999 0 0", b"0.1,0.2,0.3"] {
            assert_eq!(diffuse(odd), None, "{}", odd.escape_ascii());
        }
    }

    #[test]
    fn damaged_libraries_give_colours_within_range_or_none() {
        let seed = 21;
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..3000 {
            let mut text = b"\xef\xbb\xbfnewmtl a b\r\nKd 0.5 0.25 1e0 # c\nnewmtl d\nKd 1\n".to_vec();
            for _ in 0..random.usize(1..9) {
                let at = random.usize(..text.len());
                match random.u8(..3) {
                    0 => text[at] = random.u8(..),
                    1 => text.truncate(at.max(1)),
                    _ => text.insert(at, b"\\\n\r#-.e \t\0"[random.usize(..10)]),
                }
            }
            let colors = definitions(&text).into_iter().filter_map(|it| it.diffuse?.ok());
            assert!(colors.flatten().all(|x| (0.0..=1.0).contains(&x)), "seed {seed}: {}", text.escape_ascii());
        }
    }

    #[test]
    fn nothing_outside_of_the_folder_is_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let folder = folder.path();
        std::fs::create_dir_all(folder.join("mesh/below")).expect("folders");
        for file in ["outside.mtl", "mesh/inside.mtl", "mesh/below/x.mtl"] {
            std::fs::write(folder.join(file), "newmtl a\nKd 1 0 0\n").expect("a file");
        }
        let inside = folder.join("mesh");
        let companions = Folder::new(&inside);
        #[cfg_attr(not(unix), expect(unused_mut, reason = "there is one name more on Unix"))]
        let mut names = vec![
            ("inside.mtl", Ok(18)),
            ("below\\x.mtl", Ok(18)),
            ("./below/../inside.mtl", Ok(18)),
            ("absent.mtl", Err(Problem::Absent)),
            (".", Err(Problem::IsFolder)),
            ("../outside.mtl", Err(Problem::OutsideFolderOfMesh)),
            ("../below/x.mtl", Err(Problem::OutsideFolderOfMesh)),
            ("/dev/zero", Err(Problem::OutsideFolderOfMesh)),
            ("C:\\a.mtl", Err(Problem::OutsideFolderOfMesh)),
        ];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(folder.join("outside.mtl"), folder.join("mesh/link.mtl")).expect("a link");
            std::os::unix::fs::symlink("below/x.mtl", folder.join("mesh/good.mtl")).expect("a link");
            names.extend([("link.mtl", Err(Problem::OutsideFolderOfMesh)), ("good.mtl", Ok(18))]);
        }
        for (name, want) in names {
            let read =
                |most| open(&companions, name, &Texts::default()).and_then(|library| Ok(read(library, most)?.len()));
            assert_eq!(read(18), want, "{name}");
            assert_eq!(read(17), want.and(Err(Problem::LibraryTooLarge)), "{name}");
        }
    }
}
