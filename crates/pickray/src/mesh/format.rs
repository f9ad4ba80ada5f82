//! Formats of meshes, and other kinds of files that are no meshes, recognised by the first bytes of a file.

use crate::mesh::encoding::MARK;
use crate::mesh::encoding::has_utf_16_mark;
use crate::mesh::problem::{Advice, Problem};
use crate::work::packed;
use crate::work::said::said;
use memchr::{memchr2, memmem};
use serde::{Deserialize, Serialize};

/// Number of bytes at the beginning of a file that are looked at to find its format.
pub const HEAD: usize = 4096;
/// Number of bytes at the end of an archive in which the names of its files are looked for.
pub const TAIL: usize = 64 << 10;

said! {
    @english
    /// Format of a mesh file that can be read. The first bytes of a file decide its format, not its name.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    #[non_exhaustive]
    pub enum Format {
        Obj => "OBJ",
        Off => "OFF",
        PlyAscii => "ascii PLY",
        PlyBinary => "binary PLY",
        StlAscii => "ascii STL",
        StlBinary => "binary STL",
        Gltf => "glTF",
        Glb => "GLB",
    }
}
packed!(enum Format [Obj, Off, PlyAscii, PlyBinary, StlAscii, StlBinary, Gltf, Glb]);

impl Format {
    /// Endings of the names of mesh files, without the dot.
    pub const ENDINGS: [&str; 6] = ["obj", "off", "ply", "stl", "gltf", "glb"];

    /// Returns the format of a mesh file, decided by its first bytes; `bytes` are all bytes of the file. `None` if the
    /// file is no mesh, or is a text without a statement of OBJ.
    pub fn of_bytes(bytes: &[u8]) -> Option<Self> {
        let head = &bytes[..bytes.len().min(HEAD)];
        let format = sniff(head, bytes.len() as u64).ok()?;
        (format != Self::Obj || has_statement(head)).then_some(format)
    }
}

/// Problem of a file that is no mesh, and advice what to do about it.
type NotMesh = (Problem, Advice);

const UTF_16: NotMesh = (Problem::IsUtf16, Advice::SaveUtf8);

/// Other kinds of files by their first bytes, behind white space and a byte-order mark.
const SIGNATURES: [(&[&[u8]], Problem, Advice); 35] = [
    (&[b"version https://git-lfs"], Problem::IsGitLfs, Advice::GitLfsPull),
    (&[b"Kaydara FBX", b"; FBX"], Problem::IsAnFileOf { program: "FBX" }, Advice::Convert),
    (&[b"BLENDER"], Problem::IsFileOf { program: "Blender" }, Advice::ExportFromBlender),
    (&[b"xof "], Problem::IsFileOf { program: "DirectX" }, Advice::Convert),
    (&[b"#VRML"], Problem::IsFileOf { program: "VRML" }, Advice::Convert),
    (&[b"AC3Db"], Problem::IsAnFileOf { program: "AC3D" }, Advice::Convert),
    (&[b"#usda", b"PXR-USDC"], Problem::IsFileOf { program: "USD" }, Advice::Convert),
    (&[b"Ogawa"], Problem::IsAnFileOf { program: "Alembic" }, Advice::Convert),
    (&[b"0\nSECTION", b"0\r\nSECTION"], Problem::IsFileOf { program: "DXF" }, Advice::Convert),
    (&[b"DRACO"], Problem::IsFileOf { program: "Draco" }, Advice::ExportUncompressed),
    (&[b"ISO-10303-21;"], Problem::IsFileOf { program: "STEP" }, Advice::ExportFromItsProgram),
    (
        &[b"DBRep_DrawableShape", b"CASCADE Topology"],
        Problem::IsFileOf { program: "BREP" },
        Advice::ExportFromItsProgram,
    ),
    (&[b"**ABCDEFGHIJKLMNOPQRSTUVWXYZ"], Problem::IsFileOf { program: "Parasolid" }, Advice::ExportFromItsProgram),
    (&[b"3D Geometry File Format"], Problem::IsFileOf { program: "Rhino" }, Advice::ExportFromItsProgram),
    (&[b"AC10"], Problem::IsFileOf { program: "DWG" }, Advice::ExportFromItsProgram),
    (&[b"\xff\xfe\xff\x0eS\0k\0e"], Problem::IsFileOf { program: "SketchUp" }, Advice::ExportFromItsProgram),
    (&[b"//Maya ASCII", b"FOR4", b"FOR8"], Problem::IsFileOf { program: "Maya" }, Advice::ExportFromItsProgram),
    (&[b"# vtk DataFile"], Problem::IsFileOf { program: "VTK" }, Advice::ExportSurface),
    (&[b"$MeshFormat"], Problem::IsFileOf { program: "Gmsh" }, Advice::ExportSurface),
    (&[b"# .PCD", b"VERSION .7\nFIELDS"], Problem::IsFileOf { program: "PCD" }, Advice::MakeMesh),
    (&[b"LASF"], Problem::IsFileOf { program: "LAS" }, Advice::MakeMesh),
    (&[b"ASTM-E57"], Problem::IsAnFileOf { program: "E57" }, Advice::MakeMesh),
    (&[b"\x1f\x8b"], Problem::IsCompressed { by: "gzip" }, Advice::Unpack),
    (&[b"BZh"], Problem::IsCompressed { by: "bzip2" }, Advice::Unpack),
    (&[b"\xfd7zXZ"], Problem::IsCompressed { by: "xz" }, Advice::Unpack),
    (&[b"\x28\xb5\x2f\xfd"], Problem::IsCompressed { by: "zstd" }, Advice::Unpack),
    (&[b"PK\x03\x04"], Problem::IsArchive { format: "ZIP" }, Advice::Unpack),
    (&[b"7z\xbc\xaf"], Problem::IsArchive { format: "7z" }, Advice::Unpack),
    (&[b"Rar!"], Problem::IsArchive { format: "RAR" }, Advice::Unpack),
    (&[b"%PDF"], Problem::IsPdf, Advice::Choose),
    (&[b"\x89PNG", b"\xff\xd8\xff", b"GIF8"], Problem::IsPicture, Advice::Choose),
    (&[b"\x7fELF"], Problem::IsProgramOrObject, Advice::Choose),
    (&[b"MZ\x90"], Problem::IsProgram, Advice::Choose),
    (&[b"\x4c\x01", b"\x64\x86"], Problem::IsObjectFile, Advice::Choose),
    (&[b"#!"], Problem::IsScript, Advice::Choose),
];

/// XML documents by what their elements begin with.
const OF_XML: [(&[&[u8]], Problem, Advice); 4] = [
    (&[b"<COLLADA"], Problem::IsFileOf { program: "COLLADA" }, Advice::Convert),
    (&[b"<X3D"], Problem::IsAnFileOf { program: "X3D" }, Advice::Convert),
    (&[b"<VTKFile"], Problem::IsFileOf { program: "VTK" }, Advice::ExportSurface),
    (&[b"<amf"], Problem::IsAnFileOf { program: "AMF" }, Advice::ExportFromItsProgram),
];

const OF_ZIP: [(&[&[u8]], Problem, Advice); 2] = [
    (&[b"3dmodel.model"], Problem::IsFileOf { program: "3MF" }, Advice::ExportFromItsProgram),
    (&[b".usda", b".usdc", b".usdz"], Problem::IsFileOf { program: "USDZ" }, Advice::Convert),
];

/// Returns the format by a file's first [`HEAD`] bytes and length, or what else it is. Text of no known kind is OBJ.
pub fn sniff(head: &[u8], length: u64) -> Result<Format, NotMesh> {
    let counted = head.get(80..84).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes);

    // Also where the header begins as a text does: one with letters for these bytes would be longer than 8 GB.
    if counted.is_some_and(|count| length == 84 + 50 * u64::from(count)) {
        return Ok(Format::StlBinary);
    }
    let text = head.strip_prefix(MARK).unwrap_or(head).trim_ascii_start();
    if let Some((_, what, advice)) = SIGNATURES.iter().find(|(begins, ..)| begins.iter().any(|it| text.starts_with(it)))
    {
        return Err((what.clone(), *advice));
    }
    if has_utf_16_mark(head) {
        return Err(UTF_16);
    }
    if begins_solid(text) {
        let is_binary = head.get(..84).is_some_and(|header| header.contains(&0));
        return Ok(if is_binary { Format::StlBinary } else { Format::StlAscii });
    }
    if let Some(format) = ply_header(text) {
        return Ok(format);
    }
    if let Some(format) = off_format(text) {
        return format;
    }
    if text.starts_with(b"glTF") {
        return gltf(Format::Glb);
    }
    if text.starts_with(b"<") {
        let html = text.windows(5).any(|word| word.eq_ignore_ascii_case(b"<html"));
        return Err(match naming(&OF_XML, text).filter(|_| !html) {
            Some(known) => known,
            None if html || text.len() >= 5 && text[1] == b'!' => (Problem::IsWebPage, Advice::Download),
            None => (Problem::IsXml, Advice::Convert),
        });
    }
    if text.starts_with(b"{") {
        return gltf(Format::Gltf);
    }
    if text.starts_with(b"[") {
        return Err((Problem::IsOtherJson, Advice::Choose));
    }
    if let Some(program) = by_layout(head, length) {
        return Err(program);
    }
    let behind_comments = behind_comments(text);
    if begins_solid(behind_comments) {
        return Ok(Format::StlAscii);
    }
    if let Some(format) = off_format(behind_comments) {
        return format;
    }
    if has_statement(head) || !head.contains(&0) {
        return Ok(Format::Obj);
    }
    if has_record(head) {
        return Ok(Format::StlBinary);
    }

    // English text in UTF-16 has a zero in every second byte.
    let zeros = |from: usize| head.iter().skip(from).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    if 4 * even.max(odd) > head.len() && 16 * even.min(odd) < head.len() {
        return Err(UTF_16);
    }
    Err((Problem::IsBinary, Advice::Choose))
}

/// Returns the kind of file that a ZIP archive is, such as 3MF, by names in its last bytes; `None` if it is unknown.
pub fn sniff_archive(tail: &[u8]) -> Option<NotMesh> {
    naming(&OF_ZIP, tail)
}

fn naming(known: &[(&[&[u8]], Problem, Advice)], bytes: &[u8]) -> Option<NotMesh> {
    let is_in = |name: &&[u8]| memmem::find(bytes, name).is_some();
    let (_, what, advice) = known.iter().find(|(names, ..)| names.iter().any(is_in))?;
    Some((what.clone(), *advice))
}

/// Returns what a file is by its layout: IGES numbers its first line, 3DS its bytes.
fn by_layout(head: &[u8], length: u64) -> Option<NotMesh> {
    if head.get(72..80).is_some_and(|end| end[0] == b'S' && matches!(end[1..].trim_ascii_start(), b"1" | b"0000001")) {
        return Some((Problem::IsAnFileOf { program: "IGES" }, Advice::ExportFromItsProgram));
    }
    let counted = head.get(2..6).and_then(|count| count.try_into().ok()).map(u32::from_le_bytes)?;
    let is_3ds = head.starts_with(b"MM") && u64::from(counted) == length;
    is_3ds.then_some((Problem::IsFileOf { program: "3DS" }, Advice::Convert))
}

fn behind_comments(mut text: &[u8]) -> &[u8] {
    while text.starts_with(b"#") {
        let end = memchr2(b'\n', b'\r', text).unwrap_or(text.len());
        text = text[end..].trim_ascii_start();
    }
    text
}

/// Returns a format of glTF, or an error if the feature `gltf` is off.
fn gltf(format: Format) -> Result<Format, NotMesh> {
    if cfg!(feature = "gltf") { Ok(format) } else { Err((Problem::IsPerhapsGltf, Advice::BuildWithGltf)) }
}

fn begins_solid(text: &[u8]) -> bool {
    let (word, rest) = text.split_at(text.len().min(5));
    word.eq_ignore_ascii_case(b"solid") && rest.first().is_none_or(u8::is_ascii_whitespace)
}

/// Returns the format of a text that begins as PLY does, as far as the line of its format is there.
fn ply_header(text: &[u8]) -> Option<Format> {
    let behind = text.strip_prefix(b"ply")?;
    let line_end = behind.iter().position(|byte| !matches!(byte, b' ' | b'\t'))?;
    let is_binary = behind.windows(14).any(|word| word == b"format binary_");
    matches!(behind[line_end], b'\n' | b'\r').then_some(if is_binary { Format::PlyBinary } else { Format::PlyAscii })
}

/// Returns the format of a text that begins with a keyword of OFF, or why it is not read; `None` without one.
fn off_format(text: &[u8]) -> Option<Result<Format, NotMesh>> {
    let mut words = text.split(|byte| byte.is_ascii_whitespace() || *byte == b'#').filter(|word| !word.is_empty());
    let (keyword, _) = Keyword::of(words.next()?)?;
    Some(match words.next() {
        _ if keyword.has_dimensions => Err((Problem::IsOtherDimensional, Advice::Convert)),
        Some(b"BINARY") => Err((Problem::IsBinaryOff, Advice::Convert)),
        _ => Ok(Format::Off),
    })
}

/// Returns whether a record of STL stands where the first one does, although the header counts wrongly: one with a
/// normal of length 1 as far as f32 tells, or of length 0, which is usual as well, if the header counts any.
fn has_record(head: &[u8]) -> bool {
    let Some(record) = head.get(84..134) else { return false };
    let numbers: [f32; 12] = std::array::from_fn(|i| f32::from_le_bytes([0, 1, 2, 3].map(|k| record[4 * i + k])));
    let length = numbers[..3].iter().map(|x| x * x).sum::<f32>().sqrt();
    let is_counted = head[80..84] != [0; 4] && numbers.iter().all(|x| x.is_finite());
    (length - 1.0).abs() < 1e-3 || length == 0.0 && is_counted
}

fn has_statement(head: &[u8]) -> bool {
    head.split(|&byte| byte == b'\n' || byte == b'\r').any(|line| {
        let line = line.trim_ascii_start();
        let words: [&[u8]; 11] =
            [b"#", b"v ", b"v\t", b"f ", b"f\t", b"vn ", b"vt ", b"o ", b"g ", b"mtllib ", b"usemtl "];
        words.iter().any(|word| line.starts_with(word))
    })
}

/// Keyword that an OFF file begins with: it says which data each vertex has beside its position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keyword {
    pub has_texture: bool,
    pub has_colors: bool,
    pub has_normals: bool,
    /// `true` if vertices are points in four dimensions, or in as many as the file states: such files are not read.
    pub has_dimensions: bool,
}

impl Keyword {
    /// Returns the keyword that `word` spells, and the digits right behind it; `None` for none. A keyword is `OFF`
    /// with any of the prefixes `ST`, `C`, `N`, `4` and `n`, in this order. Capitals matter for `N` alone.
    pub fn of(word: &[u8]) -> Option<(Self, &[u8])> {
        let mut rest = word;
        let mut has = |prefixes: &[&[u8]]| {
            let behind = prefixes.iter().find_map(|prefix| rest.strip_prefix(*prefix));
            behind.map(|behind| rest = behind).is_some()
        };
        let has_texture = has(&[b"ST", b"st"]);
        let has_colors = has(&[b"C", b"c"]);
        let has_normals = has(&[b"N"]);
        let has_dimensions = [has(&[b"4"]), has(&[b"n"])].contains(&true);
        let (off, digits) = rest.split_at_checked(3)?;
        let is_keyword = off.eq_ignore_ascii_case(b"OFF") && digits.iter().all(u8::is_ascii_digit);
        is_keyword.then_some((Self { has_texture, has_colors, has_normals, has_dimensions }, digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sniffed(head: &[u8]) -> Result<Format, NotMesh> {
        sniff(head, head.len() as u64)
    }

    #[test]
    fn text_is_text() {
        for text in [
            "v 0 0 0\n", "# a comment", "\u{feff}v 0 0 0", "\n\n  o solid\n", "o b\0\nv 1 2 3\n", "", "x", "# <html>",
            "newmtl a\n",
        ] {
            assert_eq!(sniffed(text.as_bytes()), Ok(Format::Obj), "{text:?}");
        }
    }

    #[test]
    fn other_files_are_named() {
        let what = |head: &[u8]| match sniffed(head) {
            Err((what, _)) => what.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(what(b"<!DOCTYPE html>\n<html>"), "is a web page");
        assert_eq!(what(b"<?xml version='1.0'?><gpx>"), "is an XML document");
        assert_eq!(what(b"<?xml version='1.0'?><COLLADA>"), "is a COLLADA file");
        assert_eq!(what(b"<?xml version='1.0'?><html><X3D>"), "is a web page");
        assert_eq!(what(b"<VTKFile type='PolyData'>"), "is a VTK file");
        assert_eq!(what(b"ISO-10303-21;\nHEADER;\n"), "is a STEP file");
        assert_eq!(what(b"# vtk DataFile Version 3.0\nsolid\nASCII\n"), "is a VTK file");
        assert_eq!(what(format!("{:72}S{:7}\n", "of a part", 1).as_bytes()), "is an IGES file");
        assert_eq!(what(b"MM\x0a\0\0\0\x02\0\x0a\0"), "is a 3DS file");
        assert_eq!(what(b"\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0"), "is a SketchUp file");
        assert_eq!(what(b"  0\r\nSECTION\r\n"), "is a DXF file");
        assert_eq!(what(b"<?xml version='1.0'?><html>"), "is a web page");
        assert_eq!(what(b"OFF BINARY\n\0\0\0\x01"), "is a binary OFF file");
        assert_eq!(what(b"C4OFF\n"), "is an OFF file whose points are not three-dimensional");
        assert_eq!(what(b"nOFF 7\n"), "is an OFF file whose points are not three-dimensional");
        assert_eq!(what(b"[1, 2]"), "is a JSON document but not glTF");
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
            ("OFF8 12 0\n", Format::Off),
            ("# a comment\n\n#another\r\noff # counts\n", Format::Off),
            ("# a comment\nv 0 0 0\noff\n", Format::Obj),
            ("\u{feff}\nSTCNOFF\r\n", Format::Off),
            ("plywood\n", Format::Obj),
            ("OFFICE\n", Format::Obj),
        ] {
            assert_eq!(sniffed(head.as_bytes()), Ok(format), "{head}");
        }
    }

    #[test]
    fn stl_is_told_from_text_by_what_it_holds() {
        for text in [
            "solid cube\nfacet normal 0 0 1",
            "\u{feff}\r\n\t SOLID\r\n",
            "solid",
            "# a comment\rsolid\rfacet",
            &format!("solid {}\nfacet", "long name ".repeat(20)),
        ] {
            assert_eq!(sniffed(text.as_bytes()), Ok(Format::StlAscii), "{text:?}");
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
            assert_eq!(binary(header, count, rest), Ok(Format::StlBinary), "{header:?} {count}");
        }
        assert_ne!(binary(b"", 9, &[0xee; 50]), Ok(Format::StlBinary));
        assert_eq!(sniffed(b"solidus 1 2 3\n"), Ok(Format::Obj));
    }

    #[test]
    fn gltf_is_read_where_its_feature_is_there() {
        for (head, format) in [(b"{\"asset\":{}}".as_slice(), Format::Gltf), (b"glTF\x02\0\0\0", Format::Glb)] {
            let is_read = sniffed(head) == Ok(format);
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
            assert_eq!(sniffed(&encode("\u{feff}v 0 0 0\n")), Err(UTF_16));
            assert_eq!(sniffed(&encode("v 0 0 0\nv 1 0 0\n")), Err(UTF_16));
        }
    }
}
