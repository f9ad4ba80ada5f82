//! Tells from the first bytes of a file what it is: a mesh in one of the formats that are read, or what else.

use super::off::keyword::{Dimensions, Keyword};
use serde::{Deserialize, Serialize};
use std::fmt;

/// How many first bytes are looked at.
pub const HEAD: usize = 4096;

/// A format of meshes that is read. The first bytes of a file decide which it is, not its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Format {
    /// Wavefront OBJ.
    Obj,
    /// OFF.
    Off,
    /// PLY in words.
    PlyAscii,
    /// PLY in records of bytes, in either order.
    PlyBinary,
    /// STL in words.
    StlAscii,
    /// STL in records.
    StlBinary,
    /// glTF 2 as a text.
    Gltf,
    /// glTF 2 with its buffer in one file.
    Glb,
}

impl Format {
    /// How the names of mesh files end, without the dot.
    pub const ENDINGS: [&str; 6] = ["obj", "off", "ply", "stl", "gltf", "glb"];
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Obj => "OBJ",
            Self::Off => "OFF",
            Self::PlyAscii => "ascii PLY",
            Self::PlyBinary => "binary PLY",
            Self::StlAscii => "ascii STL",
            Self::StlBinary => "binary STL",
            Self::Gltf => "glTF",
            Self::Glb => "GLB",
        })
    }
}

/// What the first bytes look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// A mesh. What is text in UTF-8 or any encoding that agrees with ASCII, and nothing else, passes for OBJ.
    Mesh(Format),
    /// Something else, and what to do about it.
    Other(&'static str, &'static str),
}

const CONVERT: &str = "convert it to OBJ, with Blender, MeshLab or assimp for instance";
const UTF_16: Content = Content::Other("is text in UTF-16", "save it as UTF-8, which is what OBJ readers expect");
const UNPACK: &str = "unpack it first";
pub const CHOOSE: &str = "choose an OBJ, OFF, PLY, STL or glTF file";

/// What begins with these bytes, behind white space and a byte-order mark.
const SIGNATURES: [(&[u8], &str, &str); 23] = [
    (
        b"version https://git-lfs",
        "is a pointer of Git LFS and not the file itself",
        "fetch the file with `git lfs pull`",
    ),
    (b"Kaydara FBX", "is an FBX file", CONVERT),
    (b"; FBX", "is an FBX file", CONVERT),
    (b"BLENDER", "is a Blender file", "export it as OBJ from Blender"),
    (b"xof ", "is a DirectX file", CONVERT),
    (b"#VRML", "is a VRML file", CONVERT),
    (b"AC3Db", "is an AC3D file", CONVERT),
    (b"\x1f\x8b", "is compressed by gzip", UNPACK),
    (b"BZh", "is compressed by bzip2", UNPACK),
    (b"\xfd7zXZ", "is compressed by xz", UNPACK),
    (b"\x28\xb5\x2f\xfd", "is compressed by zstd", UNPACK),
    (b"PK\x03\x04", "is a ZIP archive", UNPACK),
    (b"7z\xbc\xaf", "is a 7z archive", UNPACK),
    (b"Rar!", "is a RAR archive", UNPACK),
    (b"%PDF", "is a PDF document", CHOOSE),
    (b"\x89PNG", "is a picture", CHOOSE),
    (b"\xff\xd8\xff", "is a picture", CHOOSE),
    (b"GIF8", "is a picture", CHOOSE),
    (b"\x7fELF", "is a program or object file", CHOOSE),
    (b"MZ\x90", "is a program", CHOOSE),
    (b"\x4c\x01", "is the object file of a compiler", CHOOSE),
    (b"\x64\x86", "is the object file of a compiler", CHOOSE),
    (b"#!", "is a script", CHOOSE),
];

/// What a file is, by its first bytes, up to [`HEAD`], and its length.
pub fn sniff(head: &[u8], length: u64) -> Content {
    let counted = head.get(80..84).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);
    // Also where the header begins as the text does. In a text these bytes would be letters, and it would be longer
    // than 8 GB.
    if counted.is_some_and(|count| length == 84 + 50 * u64::from(count)) {
        return Content::Mesh(Format::StlBinary);
    }
    match head {
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => return UTF_16,
        _ => {}
    }
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    if begins_solid(text) {
        let is_binary = head.get(..84).is_some_and(|header| header.contains(&0));
        return Content::Mesh(if is_binary { Format::StlBinary } else { Format::StlAscii });
    }
    if let Some(format) = ply_header(text) {
        return Content::Mesh(format);
    }
    if let Some(content) = off_content(text) {
        return content;
    }
    if text.starts_with(b"glTF") {
        return gltf(Format::Glb);
    }
    if let Some(&(_, what, advice)) = SIGNATURES.iter().find(|(signature, ..)| text.starts_with(signature)) {
        return Content::Other(what, advice);
    }
    if text.starts_with(b"<") {
        let html = text.len() >= 5 && (text[..5].eq_ignore_ascii_case(b"<html") || text[1..].starts_with(b"!"));
        let html = html || text.windows(5).any(|word| word.eq_ignore_ascii_case(b"<html"));
        return if html {
            Content::Other("is a web page", "perhaps a download has failed: fetch the file again")
        } else {
            Content::Other("is an XML document", CONVERT)
        };
    }
    if text.starts_with(b"{") {
        return gltf(Format::Gltf);
    }
    if text.starts_with(b"[") {
        return Content::Other("is a JSON document, and not glTF", CHOOSE);
    }
    if has_statement(head) || !head.contains(&0) {
        return Content::Mesh(Format::Obj);
    }
    if has_record(head) {
        return Content::Mesh(Format::StlBinary);
    }
    // English text in UTF-16 has a zero in every second byte.
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if 4 * even.max(odd) > head.len() && 16 * even.min(odd) < head.len() {
        return UTF_16;
    }
    Content::Other("is binary data and not text", CHOOSE)
}

/// glTF, where it is read.
fn gltf(format: Format) -> Content {
    if cfg!(feature = "gltf") {
        Content::Mesh(format)
    } else {
        Content::Other("is a JSON document or GLB, perhaps glTF", "build pickray with its feature `gltf`")
    }
}

/// Whether a text begins with the word `solid`.
fn begins_solid(text: &[u8]) -> bool {
    let (word, rest) = text.split_at(text.len().min(5));
    word.eq_ignore_ascii_case(b"solid") && rest.first().is_none_or(u8::is_ascii_whitespace)
}

/// The format of a text that begins as PLY does, as far as the line of its format is there.
fn ply_header(text: &[u8]) -> Option<Format> {
    let behind = text.strip_prefix(b"ply")?;
    let line_end = behind.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let is_binary = behind.windows(14).any(|word| word == b"format binary_");
    matches!(behind[line_end], b'\n' | b'\r').then_some(if is_binary { Format::PlyBinary } else { Format::PlyAscii })
}

/// What a text is that begins with a keyword of OFF.
fn off_content(text: &[u8]) -> Option<Content> {
    let mut words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    let keyword = Keyword::of(words.next()?)?;
    Some(match keyword.dimensions {
        Dimensions::Four => Content::Other("is a 4OFF file, of points in four dimensions", CONVERT),
        Dimensions::Any => Content::Other("is an nOFF file, of points in any number of dimensions", CONVERT),
        Dimensions::Three if words.next() == Some(b"BINARY") => Content::Other("is a binary OFF file", CONVERT),
        Dimensions::Three => Content::Mesh(Format::Off),
    })
}

/// Whether a record of STL stands where the first one does, in a file whose length is not what its header says: one
/// with a normal of length 1 as far as f32 tells, or of length 0, which is usual as well, if the header counts any.
fn has_record(head: &[u8]) -> bool {
    let Some(record) = head.get(84..134) else { return false };
    let numbers: [f32; 12] = std::array::from_fn(|i| f32::from_le_bytes([0, 1, 2, 3].map(|k| record[4 * i + k])));
    let length = numbers[..3].iter().map(|x| x * x).sum::<f32>().sqrt();
    let is_counted = head[80..84] != [0; 4] && numbers.iter().all(|x| x.is_finite());
    (length - 1.0).abs() < 1e-3 || length == 0.0 && is_counted
}

/// Whether a line begins as those of an OBJ file do.
fn has_statement(head: &[u8]) -> bool {
    head.split(|&byte| byte == b'\n' || byte == b'\r').any(|line| {
        let line = line.trim_ascii_start();
        let words: [&[u8]; 11] =
            [b"#", b"v ", b"v\t", b"f ", b"f\t", b"vn ", b"vt ", b"o ", b"g ", b"mtllib ", b"usemtl "];
        words.iter().any(|word| line.starts_with(word))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniffed(head: &[u8]) -> Content {
        sniff(head, head.len() as u64)
    }

    #[test]
    fn text_is_text() {
        for text in [
            "v 0 0 0\n",
            "# a comment",
            "\u{feff}v 0 0 0",
            "\n\n  o solid\n",
            "o b\0\nv 1 2 3\n",
            "",
            "x",
            "# <html>",
            "newmtl a\n",
        ] {
            assert_eq!(sniffed(text.as_bytes()), Content::Mesh(Format::Obj), "{text:?}");
        }
    }

    #[test]
    fn other_files_are_named() {
        let what = |head: &[u8]| match sniffed(head) {
            Content::Other(what, _) => what,
            other => panic!("{other:?}"),
        };
        assert_eq!(what(b"<!DOCTYPE html>\n<html>"), "is a web page");
        assert_eq!(what(b"<?xml version='1.0'?><COLLADA>"), "is an XML document");
        assert_eq!(what(b"<?xml version='1.0'?><html>"), "is a web page");
        assert_eq!(what(b"OFF BINARY\n\0\0\0\x01"), "is a binary OFF file");
        assert_eq!(what(b"C4OFF\n"), "is a 4OFF file, of points in four dimensions");
        assert_eq!(what(b"nOFF 7\n"), "is an nOFF file, of points in any number of dimensions");
        assert_eq!(what(b"[1, 2]"), "is a JSON document, and not glTF");
        assert_eq!(what(b"PK\x03\x04\x14\0"), "is a ZIP archive");
        assert_eq!(what(&[0; 4096]), "is binary data and not text");
    }

    #[test]
    fn ply_and_off_are_told_by_their_first_words() {
        for (head, format) in [
            ("ply\nformat ascii 1.0\n", Format::PlyAscii),
            ("ply \r\ncomment none\r\nformat binary_big_endian 1.0\r\n\0\0", Format::PlyBinary),
            ("ply\rformat binary_little_endian 1.0\r", Format::PlyBinary),
            ("OFF\n1 2 3\n", Format::Off),
            ("OFF 1 2 3\n", Format::Off),
            ("\u{feff}\nSTCNOFF\r\n", Format::Off),
            ("plywood\n", Format::Obj),
            ("OFFICE\n", Format::Obj),
        ] {
            assert_eq!(sniffed(head.as_bytes()), Content::Mesh(format), "{head}");
        }
    }

    #[test]
    fn stl_is_told_from_text_by_what_it_holds() {
        for text in [
            "solid cube\nfacet normal 0 0 1",
            "\u{feff}\r\n\t SOLID\r\n",
            "solid",
            &format!("solid {}\nfacet", "long name ".repeat(20)),
        ] {
            assert_eq!(sniffed(text.as_bytes()), Content::Mesh(Format::StlAscii), "{text:?}");
        }
        let binary = |header: &[u8], count: u32, rest: &[u8]| {
            let mut file = header.to_vec();
            file.resize(80, 0);
            sniffed(&[&file, &count.to_le_bytes()[..], rest].concat())
        };
        let upwards: Vec<u8> = [0.0f32, 0.0, 1.0].into_iter().chain([0.5; 9]).flat_map(f32::to_le_bytes).collect();
        let record = [&upwards[..], &[0, 0]].concat();
        for (header, count, rest) in [
            (b"".as_slice(), 1, record.as_slice()),
            (b"solid exported\nfacet normal 0 0 1", 1, &record),
            (b"solid", 0, &[]),
            // The count is wrong, or the file is cut off.
            (b"", u32::MAX, &record),
            (b"solid", 7, &record),
            (b"", 0, &record),
            (b"", 2, &[&record[..], &record[..40]].concat()),
        ] {
            assert_eq!(binary(header, count, rest), Content::Mesh(Format::StlBinary), "{header:?} {count}");
        }
        assert_ne!(binary(b"", 9, &[0xee; 50]), Content::Mesh(Format::StlBinary));
        assert_eq!(sniffed(b"solidus 1 2 3\n"), Content::Mesh(Format::Obj));
    }

    #[test]
    fn gltf_is_read_where_its_feature_is_there() {
        for (head, format) in [(b"{\"asset\":{}}".as_slice(), Format::Gltf), (b"glTF\x02\0\0\0", Format::Glb)] {
            let is_read = sniffed(head) == Content::Mesh(format);
            assert_eq!(is_read, cfg!(feature = "gltf"), "{:?}", sniffed(head));
        }
    }

    #[test]
    fn utf_16_is_seen_with_and_without_its_mark() {
        for little_endian in [true, false] {
            let encode = |text: &str| -> Vec<u8> {
                let bytes = |unit: u16| if little_endian { unit.to_le_bytes() } else { unit.to_be_bytes() };
                text.encode_utf16().flat_map(bytes).collect()
            };
            assert_eq!(sniffed(&encode("\u{feff}v 0 0 0\n")), UTF_16);
            assert_eq!(sniffed(&encode("v 0 0 0\nv 1 0 0\n")), UTF_16);
        }
    }
}
