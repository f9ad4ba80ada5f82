//! Names and texts that are not UTF-8, and libraries of materials that are not where the mesh says.

use crate::*;
use pickray::mesh::problem::Problem;
use pickray::mesh::{LoadReport, WriteFormat, set_name_decoder};
use std::path::PathBuf;

const TWO: &str = "v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl one\nf 1 2 3\nusemtl two\nf 3 2 1\n";
const COLORS: &str = "newmtl one\nKd 1 0 0\nnewmtl two\nKd 0 1 0\n";

fn report(path: &str) -> PathBuf {
    root().join("tests/data/reports").join(path)
}

/// Opens a mesh as whoever has tables of encodings.
fn open(path: &Path) -> (Mesh, LoadReport) {
    set_name_decoder(
        |label, bytes| {
            let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
            encoding.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
        },
        "",
    );
    Mesh::open(path).expect("a mesh")
}

/// A text with `one` and `two` as other bytes.
fn named(text: &str, one: &[u8], two: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for (i, part) in text.split("one").enumerate() {
        bytes.extend_from_slice(if i > 0 { one } else { b"" });
        for (i, part) in part.split("two").enumerate() {
            bytes.extend_from_slice(if i > 0 { two } else { b"" });
            bytes.extend_from_slice(part.as_bytes());
        }
    }
    bytes
}

fn utf_16(text: &str) -> Vec<u8> {
    format!("\u{feff}{text}").encode_utf16().flat_map(u16::to_be_bytes).collect()
}

fn said(report: &LoadReport) -> Vec<String> {
    report.remarks.iter().map(|it| it.problem.to_string()).collect()
}

#[test]
fn materials_in_an_old_encoding_are_two_and_shown_as_text() {
    let (mesh, report) = open(&report("gbk-names/two-materials.obj"));
    let source = mesh.source();
    assert_eq!((mesh.n_triangles(), source.materials().len(), source.objects().len()), (2, 2, 2));
    assert_eq!((mesh.diffuse(0), mesh.diffuse(1)), (Some([1.0, 0.0, 0.0]), Some([0.0, 1.0, 0.0])));
    assert_eq!([source.materials(), source.objects()], [["红", "绿"], ["左", "右"]]);
    assert_eq!((report.encoding.as_deref(), source.encoding()), (Some("GBK"), Some("GBK")));
}

#[test]
fn names_that_are_not_utf_8_come_back_as_utf_8_from_what_is_written_and_it_is_told() {
    let (mesh, _) = open(&report("gbk-names/two-materials.obj"));
    for (format, holds_names) in [
        (WriteFormat::Obj, true),
        (WriteFormat::StlAscii, true),
        (WriteFormat::StlBinary, false),
        (WriteFormat::PlyAscii, false),
    ] {
        let mut file = Vec::new();
        assert_eq!(mesh.write(format, &mut file).expect("written").names_to_utf_8, holds_names, "{format}");
        let (again, report) = Load::bytes("again", &file).mesh().expect("a mesh");
        let names = if holds_names { mesh.source().objects() } else { &[] };
        assert_eq!((again.source().objects(), report.encoding), (names, None));
        assert!(!again.write(WriteFormat::Obj, &mut Vec::new()).expect("written").names_to_utf_8);
    }
}

#[test]
fn names_that_are_the_same_in_utf_8_are_not_said_to_be_turned_into_it() {
    for (name, is_told) in [("red", false), ("红", true)] {
        let (mesh, report) = Load::bytes("m.obj", &utf_16(&TWO.replace("one", name))).mesh().expect("a mesh");
        let written = mesh.write(WriteFormat::Obj, &mut Vec::new()).expect("written");
        assert_eq!((report.encoding.as_deref(), written.names_to_utf_8), (Some("UTF-16"), is_told), "{name}");
    }
}

#[test]
fn lines_are_shown_in_the_encoding_of_the_names() {
    let (red, green) = (b"\xba\xec", b"\xc2\xcc");
    let comments = ["f 1 2 3 # one\n", "f 3 2 1 #", &"one".repeat(600), "\n"].concat();
    let folder = folder_of(&[("m.obj", named(&[TWO, &comments].concat(), red, green))]);
    let (mesh, _) = open(&folder.path().join("m.obj"));
    // The second one is cut off within a letter.
    let lines = [8, 9].map(|line| mesh.source().line_text(line).expect("a line"));
    assert!(lines.iter().all(|line| !line.contains('\u{fffd}')), "{lines:?}");
    assert_eq!(lines, ["f 1 2 3 # 红".to_owned(), format!("f 3 2 1 #{}…", "红".repeat(495))]);
}

#[test]
fn a_letter_whose_second_half_is_a_backslash_ends_no_name() {
    // 表 and ソ of Shift_JIS, and the first half of 表 alone.
    for [one, two] in [[&b"\x95\x5c"[..], b"\x83\x5c"], [b"\x95\x5c", b"\x95"], [b"a\x95\x5c", b"a\x95\x5cb"]] {
        let library = named(COLORS, one, two);
        let mesh = [b"mtllib m.mtl\n", &named(TWO, one, two)[..]].concat();
        let (mesh, _) = Load::files("m.obj", &[("m.obj", &mesh), ("m.mtl", &library)]).mesh().expect("a mesh");
        assert_eq!(mesh.colors().materials(), [Some([1.0, 0.0, 0.0]), Some([0.0, 1.0, 0.0])], "{one:x?} {two:x?}");
    }
}

#[test]
fn solids_of_an_old_encoding_are_two() {
    let solid = "solid one\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\n\
                 endfacet\nendsolid one\n";
    let text = [solid, &solid.replace("one", "two")].concat();
    let (mesh, report) = Load::bytes("m.stl", &named(&text, b"\xba\xec", b"\xc2\xcc")).mesh().expect("a mesh");
    assert_eq!((mesh.source().objects().len(), report.encoding.is_some()), (2, true));
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_is_found_whose_name_on_disk_is_in_the_encoding_of_the_mesh() {
    use std::os::unix::ffi::OsStrExt;
    let name = b"\xd1\xd5\xc9\xab.mtl";
    let text = [b"mtllib ", &name[..], b"\n", &named(TWO, b"\xba\xec", b"\xc2\xcc")].concat();
    let folder = folder_of(&[("m.obj", text)]);
    let library = folder.path().join(std::ffi::OsStr::from_bytes(name));
    std::fs::write(&library, named(COLORS, b"\xba\xec", b"\xc2\xcc")).expect("written");
    let (mesh, report) = open(&folder.path().join("m.obj"));
    assert_eq!((mesh.diffuse(1), said(&report)), (Some([0.0, 1.0, 0.0]), vec![]));
    assert!(mesh.source().files().any(|file| file.ends_with(library.file_name().expect("a name"))));
    // Unpacked by who knew its encoding, it has its name in UTF-8.
    std::fs::rename(&library, folder.path().join("颜色.mtl")).expect("moved");
    let (mesh, report) = open(&folder.path().join("m.obj"));
    assert_eq!((mesh.diffuse(1), said(&report)), (Some([0.0, 1.0, 0.0]), vec![]));
}

#[test]
fn text_in_utf_16_is_read_with_its_libraries_and_its_lines() {
    let (mesh, report) = open(&report("obj-utf16.obj"));
    assert_eq!((mesh.n_triangles(), report.encoding.as_deref()), (2, Some("UTF-16")));
    assert_eq!(mesh.source().materials(), ["红", "绿"]);
    assert_eq!(mesh.source().line_text(2).expect("a line"), "o 左");
    let line = mesh.source().line(1).expect("a line");
    assert_eq!(mesh.source().line_text(line).expect("a line"), "f 4 5 6");

    let mesh = utf_16(&format!("mtllib m.mtl\n{}", TWO.replace("one", "红")));
    let library = utf_16(&COLORS.replace("one", "红"));
    let (mesh, _) = Load::files("m.obj", &[("m.obj", &mesh), ("m.mtl", &library)]).mesh().expect("a mesh");
    assert_eq!((mesh.diffuse(0), mesh.source().material(0)), (Some([1.0, 0.0, 0.0]), Some("红")));
    let solid = utf_16(
        "solid 红\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n",
    );
    assert_eq!(Load::bytes("m.stl", &solid).mesh().expect("a mesh").0.source().object(0), Some("红"));
}

#[test]
fn black_beside_a_texture_is_no_colour_and_textures_that_are_missing_are_named() {
    let (mesh, report) = open(&report("black-kd/scan.obj"));
    assert_eq!((mesh.diffuse(0), mesh.diffuse(1)), (None, None));
    let missing = |name| format!("the texture `{name}` is not shown: it is not there");
    assert_eq!(said(&report), ["scan.jpg", "b.jpg"].map(missing));
    let black = [("m.obj", format!("mtllib m.mtl\n{TWO}")), ("m.mtl", COLORS.replace("1 0 0", "0 0 0"))];
    let (mesh, report) = Load::files("m.obj", &black).mesh().expect("a mesh");
    assert_eq!((mesh.diffuse(0), said(&report)), (Some([0.0; 3]), vec![]));
}

#[test]
fn a_library_of_another_system_or_in_another_case_is_found_beside_the_mesh_and_it_is_said() {
    let (mesh, found) = open(&report("mtl-absolute/winabs.obj"));
    assert_eq!((mesh.diffuse(0), mesh.diffuse(1)), (Some([1.0, 0.0, 0.0]), Some([0.0, 0.0, 1.0])));
    let elsewhere = Problem::LibraryElsewhere {
        library: r"`C:\Users\someone\Desktop\sp.mtl`".to_owned(),
        found: "`sp.mtl`".to_owned(),
    };
    assert_eq!((found.remarks[0].line, &found.remarks[0].problem), (Some(1), &elsewhere));

    for name in ["CASE.MTL", "case.mtl", "/home/x/case.mtl", r"D:\x\Case.mtl", "../x/case.mtl"] {
        let text = format!("mtllib {name}\n{TWO}");
        let files = [("set/m.obj", &*text), ("set/CASE.MTL", COLORS)];
        let folder = folder_of(&files);
        let on_disk = open(&folder.path().join("set/m.obj"));
        let in_memory = Load::files("set/m.obj", &files).mesh().expect("a mesh");
        let loose = Load::files("m.obj", &[("m.obj", &*text), ("CASE.MTL", COLORS)]).mesh().expect("a mesh");
        for (mesh, report) in [on_disk, in_memory, loose] {
            assert_eq!(mesh.diffuse(1), Some([0.0, 1.0, 0.0]));
            assert_eq!(report.remarks.len(), usize::from(name != "CASE.MTL"));
            assert!(said(&report).iter().all(|it| it.contains("CASE.MTL` is read in its place")), "{report:?}");
        }
    }
}

#[test]
fn an_image_is_found_by_the_encoding_of_its_library_whatever_that_of_the_mesh() {
    let open = |label, material: &str, image: &str| {
        let encoding = encoding_rs::Encoding::for_label(label).expect("an encoding");
        let vertices = "v 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\n";
        let mesh = format!("mtllib m.mtl\n{vertices}usemtl {material}\nf 1/1 2/1 3/1\n");
        let library = format!("newmtl {material}\nmap_Kd {image}\n");
        let library = encoding.encode(&library).0;
        let folder = folder_of(&[("m.obj", mesh.as_bytes()), ("m.mtl", &library), (image, b"\x89PNG\r\n\x1a\n")]);
        said(&open(&folder.path().join("m.obj")).1)
    };
    for (label, image) in [
        ("GBK", "贴图材质文件.png"),
        ("windows-1251", "текстура.png"),
        ("Shift_JIS", "テクスチャ髪.png"),
        ("Big5", "材質貼圖檔案.png"),
    ] {
        assert_eq!(open(label.as_bytes(), "m", image), [""; 0], "{label} {image}");
    }
    assert_eq!(open(b"GBK", "红", "绿.png"), [""; 0], "a material of both encodings");
}
