//! Reads the material libraries (MTL) of an OBJ file, for the colour of each material, `Kd`, and its texture, `map_Kd`.
//!
//! Based on: Alias|Wavefront, MTL material format, 1995. The first of several definitions of a material is taken, as
//! the format says. Departures from it: a name may hold blanks; backslashes part folders; spectral curves and CIE XYZ
//! are not computed; black beside a texture, as many programs write it, is no colour. Colours are taken for sRGB.

use crate::mesh::IndexedMesh;
use crate::mesh::companions::{Companion, Companions, find};
use crate::mesh::encoding::{MARK, Texts, has_utf_16_mark, utf_8_of_utf_16};
use crate::mesh::looks::{Texture, TextureFiles, Textures, Wrap};
use crate::mesh::numbers::{PADDING, number};
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::report::{Problems, quoted};
use crate::mesh::text::{is_blank, words};
use glam::{DAffine2, DMat2, DVec2};
use std::borrow::Cow;
use std::collections::HashMap;

/// Most bytes that are read of all material libraries of a mesh together.
const MOST_BYTES: u64 = 16 << 20;

/// Most places in the name of a file at which options are looked for.
const MOST_OPTIONS: usize = 16;

/// Returns the file names behind `mtllib`: each ends with `.mtl`, but for the last one perhaps, and may hold blanks.
pub fn file_names(statement: &[u8]) -> Vec<&[u8]> {
    let mut names = Vec::new();
    let mut rest = statement.trim_ascii();
    while !rest.is_empty() {
        let is_mtl = |name: &[u8]| name.last_chunk().is_some_and(|end: &[u8; 4]| end.eq_ignore_ascii_case(b".mtl"));
        let is_end = |&end: &usize| is_blank(rest[end]) && is_mtl(&rest[..end]);
        let end = (0..rest.len()).find(is_end).unwrap_or(rest.len());
        names.push(&rest[..end]);
        rest = rest[end..].trim_ascii_start();
    }
    names
}

/// Sets looks of materials from `libraries`, line and name of each `mtllib`; none without `companions` or materials.
pub fn set_looks(
    mesh: &mut IndexedMesh,
    libraries: &[(u32, String)],
    texts: &Texts,
    companions: Option<&dyn Companions>,
    keeps_textures: bool,
    problems: &mut Problems,
) {
    let materials = mesh.source.materials();
    let colors = &mut mesh.colors.materials;
    *colors = vec![None; materials.len()];
    let Some(companions) = companions else { return };
    let mut files = Vec::new();
    let mut wanted: HashMap<&str, usize> = materials.iter().enumerate().map(|(i, name)| (name.as_str(), i)).collect();
    let mut bytes_left = MOST_BYTES;
    let (mut textures, mut images) = (vec![None; materials.len()], TextureFiles::new(companions));
    let mut n_unread = 0;
    for (line, name) in libraries {
        let opened = find(companions, |all, name| all.open(name), &[name.replace('\\', "/")], texts);
        files.extend(opened.as_ref().ok().and_then(|library| library.file.clone()));
        if materials.is_empty() {
            continue;
        }
        let found_as = opened.as_ref().ok().and_then(|library| library.found_as.clone());
        let text = match opened.and_then(|library| read(library, bytes_left)) {
            Ok(text) => text,
            Err(why) => {
                let why = Box::new(why);
                n_unread += 1;
                problems.add(Kind::Library, *line, || Problem::LibraryNotRead { library: quoted(name), why });
                continue;
            }
        };

        // Textures are looked for from the folder of the library on.
        let path = found_as.as_ref().unwrap_or(name).replace('\\', "/");
        let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
        if let Some(found) = found_as.as_ref().map(quoted) {
            problems.add(Kind::LibraryElsewhere, *line, || Problem::LibraryElsewhere { library: quoted(name), found });
        }
        bytes_left -= text.len() as u64;

        // Names in a library may be in another encoding than those in the mesh.
        let all = definitions(&text);
        let files = all.iter().filter_map(|it| Some(it.texture.as_ref()?.file));
        let own = Texts::of(all.iter().map(|it| it.material).chain(files));
        let own = if own.encoding().and(texts.encoding()).is_some() { texts } else { &own };
        for defined in &all {
            let of_mesh = wanted.remove(&*texts.text(defined.material));
            let found = of_mesh.or_else(|| wanted.remove(&*own.text(defined.material)));
            let Some(material) = found else { continue };
            if let Some(map) = defined.texture.filter(|_| keeps_textures) {
                let tell = |problem| problems.add(Kind::Texture, *line, || problem);
                let image = images.index_of(&own.text(map.file), folder, own, tell);
                textures[material] = Some(Texture { image, ..map.texture });
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

    // A library that is not read may define the others.
    if let (Some((line, _)), 0) = (libraries.last(), n_unread) {
        let mut undefined: Vec<usize> = wanted.into_values().collect();
        undefined.sort_unstable();
        for material in undefined {
            let problem = || Problem::MaterialUndefined { material: quoted(&materials[material]) };
            problems.add(Kind::MaterialUndefined, *line, problem);
        }
    }
    files.extend(images.files);
    mesh.textures = Textures::new(textures, images.images);
    mesh.source.beside = files.into();
}

/// Returns the text of a library, UTF-16 turned into UTF-8, or the reason why it is not read; `most` limits its bytes.
fn read(library: Companion<'_>, most: u64) -> Result<Cow<'_, [u8]>, Problem> {
    let text = library.into_bytes(most)?.ok_or(Problem::LibraryTooLarge)?;
    if !has_utf_16_mark(&text) {
        return Ok(text);
    }
    let text = utf_8_of_utf_16(&text).map_err(|_| Problem::LibraryTooLarge)?;
    if text.len() as u64 <= most { Ok(text.into()) } else { Err(Problem::LibraryTooLarge) }
}

/// A `newmtl` statement, and the first `Kd` and `map_Kd` behind it.
struct Definition<'a> {
    material: &'a [u8],
    /// `true` if the material has a `map_Kd` statement, which names a texture.
    has_texture: bool,
    /// Texture in the first `map_Kd` statement, if it names a file.
    texture: Option<Map<'a>>,
    /// Colour in the first `Kd` statement, if any; `Err` with its line, from 1, where it cannot be read.
    diffuse: Option<Result<[f32; 3], usize>>,
}

/// Returns the materials in a library, in its order; those without a name are left out.
fn definitions(text: &[u8]) -> Vec<Definition<'_>> {
    let text = text.strip_prefix(MARK).unwrap_or(text);
    let mut all: Vec<Definition<'_>> = Vec::new();
    let mut is_named = false;
    let (mut line_number, mut ahead) = (0, 0);
    for line in text.split_inclusive(|byte| b"\r\n".contains(byte)) {
        // A line feed behind a carriage return ends no line of its own.
        line_number += usize::from((ahead, line) != (b'\r', b"\n"));
        ahead = line[line.len() - 1];
        let line = line.trim_ascii();
        let (word, rest) = first_word(line);
        match &word.to_ascii_lowercase()[..] {
            b"newmtl" => {
                is_named = !rest.is_empty();
                if is_named {
                    all.push(Definition { material: rest, has_texture: false, texture: None, diffuse: None });
                }
            }
            b"kd" if is_named => {
                let last = all.last_mut().expect("a named one");
                last.diffuse.get_or_insert_with(|| diffuse(rest).ok_or(line_number));
            }
            b"map_kd" if is_named => {
                let last = all.last_mut().expect("a named one");
                if !std::mem::replace(&mut last.has_texture, true) {
                    last.texture = map(rest);
                }
            }
            _ => {}
        }
    }
    all
}

/// File of a `map_Kd` statement, and the texture that it makes of the image 0.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Map<'a> {
    file: &'a [u8],
    texture: Texture,
}

/// Returns the file of a `map_Kd` statement and the options ahead of it or behind it; `None` if it names no file.
fn map(statement: &[u8]) -> Option<Map<'_>> {
    let mut options = Options { wrap: [Wrap::Repeat; 2], offset: DVec2::ZERO, scale: DVec2::ONE };
    let mut rest = options.read(statement.trim_ascii());
    let begins = |&at: &usize| is_blank(rest[at - 1]) && rest[at] == b'-';
    for at in (1..rest.len()).filter(begins).take(MOST_OPTIONS) {
        let mut with_last = options;
        if with_last.read(&rest[at..]).is_empty() {
            (options, rest) = (with_last, rest[..at].trim_ascii_end());
            break;
        }
    }
    let file = rest.strip_prefix(b"\"").and_then(|rest| rest.strip_suffix(b"\"")).unwrap_or(rest);
    let Options { wrap, offset, scale } = options;
    let moved = DAffine2 { matrix2: DMat2::from_diagonal(scale), translation: offset };
    let texture = Texture { image: 0, set: 0, wrap, nearest: false, image_from_uv: Texture::V_UP * moved };
    (!file.is_empty()).then_some(Map { file, texture })
}

#[derive(Clone, Copy)]
struct Options {
    wrap: [Wrap; 2],
    offset: DVec2,
    scale: DVec2,
}

impl Options {
    /// Reads the options at the beginning of a text; returns what stands behind them.
    fn read<'a>(&mut self, mut rest: &'a [u8]) -> &'a [u8] {
        let mut ignored = DVec2::ZERO;
        while rest.starts_with(b"-") {
            let (option, behind) = first_word(rest);
            let (most, numbers) = match &option.to_ascii_lowercase()[..] {
                b"-o" => (3, &mut self.offset),
                b"-s" => (3, &mut self.scale),
                b"-t" => (3, &mut ignored),
                b"-mm" => (2, &mut ignored),
                b"-bm" | b"-boost" | b"-texres" => (1, &mut ignored),
                b"-clamp" => {
                    let (word, behind) = first_word(behind);
                    self.wrap = [if word.eq_ignore_ascii_case(b"on") { Wrap::Clamp } else { Wrap::Repeat }; 2];
                    rest = behind;
                    continue;
                }
                b"-blendu" | b"-blendv" | b"-cc" | b"-colorspace" | b"-imfchan" | b"-type" => {
                    (_, rest) = first_word(behind);
                    continue;
                }
                _ => break,
            };

            // Fewer numbers may follow; the third is that of the depth of a texture, which images do not have.
            rest = behind;
            for i in 0..most {
                let (word, behind) = first_word(rest);
                let number = str::from_utf8(word).ok().and_then(|word| word.parse::<f64>().ok());
                let Some(number) = number.filter(|number| number.is_finite()) else { break };
                rest = behind;
                if i < 2 {
                    numbers[i] = number;
                }
            }
        }
        rest
    }
}

fn first_word(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().position(u8::is_ascii_whitespace).unwrap_or(text.len());
    (&text[..end], text[end..].trim_ascii_start())
}

/// Returns the colour behind `Kd`: three numbers, or one for a grey; `None` if they cannot be read.
fn diffuse(statement: &[u8]) -> Option<[f32; 3]> {
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
    fn lines_end_in_any_way_and_words_may_be_capitals() {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["NEWMTL a", "", "KD 1 0 0", "Map_KD t.png", "newmtl b", "Kd x"].join(end);
            let all = definitions(text.as_bytes()).into_iter();
            let all: Vec<_> = all.map(|it| (it.material, it.diffuse, it.texture.map(|map| map.file))).collect();
            let a = (&b"a"[..], Some(Ok([1.0, 0.0, 0.0])), Some(&b"t.png"[..]));
            assert_eq!(all, [a, (b"b", Some(Err(6)), None)], "{end:?}");
        }
    }

    #[test]
    fn options_of_a_texture_stand_ahead_of_its_file_whose_name_may_hold_blanks() {
        let up = Texture { image: 0, set: 0, wrap: [Wrap::Repeat; 2], nearest: false, image_from_uv: Texture::V_UP };
        let read =
            |text: &'static str| map(text.as_bytes()).map(|it| (str::from_utf8(it.file).expect("text"), it.texture));
        for (text, file) in [
            (" a.png", "a.png"),
            ("\tmy wood, dark.jpg \r", "my wood, dark.jpg"),
            (r"textures\old\a.png", r"textures\old\a.png"),
            ("\"a b.png\"", "a b.png"),
            ("-bm 0.5 -imfchan r -blendu off -mm 0 1 -texres 512 -t 1 1 1 a.png", "a.png"),
            ("-strange.png", "-strange.png"),
            ("-o 0 0 2.png", "2.png"),
            ("-colorspace sRGB -IMFCHAN r x.png", "x.png"),
            ("my -s file.png", "my -s file.png"),
            ("a -b.png -bm 1 -t 0", "a -b.png"),
        ] {
            assert_eq!(read(text), Some((file, up)), "{text}");
        }
        let (file, texture) = read("-clamp on -s 2 4 1 -o 0.25 0.5 a b.png").expect("a texture");
        assert_eq!((file, texture.wrap), ("a b.png", [Wrap::Clamp; 2]));
        assert_eq!(texture.image_from_uv.transform_point2(DVec2::new(1.0, 0.125)), DVec2::new(2.25, 0.0));
        assert_eq!(read("\"a b.png\" -s 2 4 1 -o 0.25 0.5 -CLAMP ON"), Some((file, texture)));
        let (_, texture) = read("-s 3 -o nan a").expect("a texture");
        assert_eq!(texture.image_from_uv.transform_point2(DVec2::ONE), DVec2::new(3.0, 0.0));
        for text in ["", "  ", "-s 1 1 1", "-clamp on", "-clamp"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn damaged_libraries_give_colours_within_range_or_none() {
        let mut random = crate::work::seeded();
        for _ in 0..3000 {
            let mut text =
                b"\xef\xbb\xbfnewmtl a b\r\nKd 0.5 0.25 1e0 # c\nmap_Kd -o 1 2 -clamp on a b\nnewmtl d\nKd 1\n"
                    .to_vec();
            for _ in 0..random.usize(1..9) {
                let at = random.usize(..text.len());
                match random.u8(..3) {
                    0 => text[at] = random.u8(..),
                    1 => text.truncate(at.max(1)),
                    _ => text.insert(at, b"\\\n\r#-.e \t\0"[random.usize(..10)]),
                }
            }
            let colors = definitions(&text).into_iter().filter_map(|it| it.diffuse?.ok());
            assert!(colors.flatten().all(|x| (0.0..=1.0).contains(&x)), "{}", text.escape_ascii());
        }
    }
}
