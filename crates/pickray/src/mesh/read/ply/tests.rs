use super::*;
use crate::mesh::LoadError;
use crate::mesh::tests::{Loaded, WHOLE, assert_tells, assert_told, read, stops};
use crate::mesh::text::{BUFFER, Plan};
use glam::DVec3;

fn load_as(bytes: &[u8], plan: Plan) -> Result<Loaded, LoadError> {
    read(load, bytes, plan)
}

fn loaded(bytes: &[u8]) -> Loaded {
    load_as(bytes, WHOLE).expect("a mesh")
}

pub(super) fn load_in(bytes: &[u8], pieces: usize, step: usize) -> Loaded {
    load_as(bytes, Plan { pieces, step, ..WHOLE }).expect("a mesh")
}

/// Numbers of a record, each with its type.
pub(super) type Record = Vec<(&'static str, f64)>;

/// Returns a file of these records: in words, or in bytes of an order.
pub(super) fn file(order: Option<ByteOrder>, header: &str, records: &[Record]) -> Vec<u8> {
    let format = match order {
        None => "ascii",
        Some(ByteOrder::LittleEndian) => "binary_little_endian",
        Some(ByteOrder::BigEndian) => "binary_big_endian",
    };
    let mut file = format!("ply\nformat {format} 1.0\n{header}end_header\n").into_bytes();
    for record in records {
        if order.is_none() {
            let words: Vec<String> = record.iter().map(|(_, x)| x.to_string()).collect();
            file.extend(format!("{}\n", words.join(" ")).bytes());
            continue;
        }
        for &(of, x) in record {
            let mut bytes = match of {
                "uchar" => vec![x as u8],
                "short" => (x as i16).to_le_bytes().to_vec(),
                "ushort" => (x as u16).to_le_bytes().to_vec(),
                "int" => (x as i32).to_le_bytes().to_vec(),
                "float" => (x as f32).to_le_bytes().to_vec(),
                _ => x.to_le_bytes().to_vec(),
            };
            if order == Some(ByteOrder::BigEndian) {
                bytes.reverse();
            }
            file.extend(bytes);
        }
    }
    file
}

fn vertices<const N: usize>(positions: [[f64; 3]; N]) -> Vec<Record> {
    positions.map(|position| position.map(|x| ("float", x)).to_vec()).to_vec()
}

/// Returns a list of corners behind their number.
fn list(count: &'static str, corners: &[i32]) -> Record {
    let corners_of = corners.iter().map(|&corner| ("int", corner.into()));
    std::iter::once((count, corners.len() as f64)).chain(corners_of).collect()
}

const ORDERS: [Option<ByteOrder>; 3] = [None, Some(ByteOrder::LittleEndian), Some(ByteOrder::BigEndian)];

/// Returns a file of vertices and faces with colours among elements and properties that nobody knows; with
/// `has_polygons`, some faces have more corners.
fn random_file(random: &mut fastrand::Rng, order: Option<ByteOrder>, has_polygons: bool) -> Vec<u8> {
    let (vertices, faces) = (random.i32(3..40), random.i32(1..60));
    let header = format!(
        "element camera 2\nproperty int id\nproperty list uchar float lens\nelement vertex {vertices}\n\
         property list ushort uchar tags\nproperty double z\nproperty float x\nproperty short y\nproperty ushort r\n\
         property ushort g\nproperty ushort b\nelement edge 1\nproperty int a\nelement face {faces}\n\
         property uchar red\nproperty uchar green\nproperty uchar blue\n\
         property list ushort int vertex_index\nproperty float quality\n"
    );
    let mut records: Vec<Record> = Vec::new();
    for lenses in [0, 2] {
        let lens = std::iter::repeat_n(("float", 0.5), lenses);
        records.push([("int", 7.0), ("uchar", lenses as f64)].into_iter().chain(lens).collect());
    }
    for vertex in 0..vertices {
        let tags = if has_polygons { random.u16(..3) } else { 1 };
        let mut record = vec![("ushort", tags.into())];
        record.extend((0..tags).map(|tag| ("uchar", tag.into())));
        record.push(("double", f64::from(vertex) + 0.125));
        record.push(("float", f64::from(random.i32(-99..99)) * 0.25));
        record.push(("short", random.i16(-99..99).into()));
        record.extend([(); 3].map(|()| ("ushort", random.u16(..).into())));
        records.push(record);
    }
    records.push(vec![("int", 1.0)]);
    for _ in 0..faces {
        let mut record = [(); 3].map(|()| ("uchar", random.u8(..).into())).to_vec();
        let corners = if has_polygons { random.u16(..6) } else { 3 };
        // Some corners name a vertex that is not there.
        let corner = |_| random.i32(-1..=vertices) * random.i32(0..9).signum();
        record.extend(list("ushort", &(0..corners).map(corner).collect::<Vec<_>>()));
        record.push(("float", 0.5));
        records.push(record);
    }
    file(order, &header, &records)
}

#[test]
fn words_and_bytes_in_either_order_make_the_same_mesh_in_pieces_of_any_size() {
    let seed = 13;
    for round in 0..120 {
        let file = |order| random_file(&mut fastrand::Rng::with_seed(seed + round / 2), order, round % 2 == 0);
        let Ok((whole, report)) = load_as(&file(None), WHOLE) else { continue };
        for order in ORDERS {
            for (threads, pieces, step) in [(1, 1, BUFFER), (2, 4, 64), (1, 9, 7), (3, 40, 1000)] {
                let plan = Plan { threads, pieces, step, ..WHOLE };
                let (mesh, other) = load_as(&file(order), plan).expect("a mesh");
                let at = format!("seed {seed}, round {round}, {order:?}, {plan:?}");
                assert_eq!((mesh.positions(), mesh.triangles()), (whole.positions(), whole.triangles()), "{at}");
                assert_eq!(mesh.colors(), whole.colors(), "{at}");
                let problems = |report: &LoadReport| {
                    report.warnings.iter().map(|warning| warning.problem.clone()).collect::<Vec<_>>()
                };
                assert_eq!((problems(&other), other.faces), (problems(&report), report.faces), "{at}");
                for i in 0..mesh.triangles().len() as u32 {
                    let of = |mesh: &IndexedMesh| (mesh.source().face(i), mesh.source().place_in_face(i));
                    assert_eq!(of(&mesh), of(&whole), "{at}");
                    let lines = [mesh.source().line(i), whole.source().line(i)];
                    assert_eq!(lines[0], lines[1].filter(|_| order.is_none()), "{at}");
                }
            }
        }
    }
}

#[test]
fn every_face_of_a_binary_file_knows_its_bytes() {
    let header = "element face 3\nproperty uchar flags\nproperty list uchar int vertex_indices\nelement vertex 4\n\
                  property float x\nproperty float y\nproperty float z\n";
    let corners = [&[0, 1, 2][..], &[0, 1, 2, 3], &[2, 1, 0]];
    let faces = corners.map(|corners| [vec![("uchar", 9.0)], list("uchar", corners)].concat());
    let square = vertices([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]]);
    let written = |records: &[Record]| file(Some(ByteOrder::BigEndian), header, records);
    let start = written(&[]).len() as u64;
    let (mesh, report) = loaded(&[&written(&[&faces[..], &square].concat())[..], b"more"].concat());
    let source = mesh.source();
    let record = |triangle| source.record(triangle).map(|record| (record.number, record.offset - start, record.length));
    assert_eq!([0, 1, 2, 3].map(record), [(1, 0, 14), (2, 14, 18), (2, 14, 18), (3, 32, 14)].map(Some));
    assert_eq!((source.line(0), source.place_in_face(2), report.lines, report.polygons), (None, 1, 0, 1));
    assert_eq!((&report.remarks[0].problem, report.warnings.len()), (&Problem::BytesBehindRecords { count: 4 }, 0));
}

#[test]
fn strips_are_triangles_that_turn_in_turn() {
    let header = "element vertex 5\nproperty float x\nproperty float y\nproperty float z\n\
                  element tristrips 2\nproperty list int int vertex_indices\n";
    let strips: [&[i32]; 2] = [&[0, 1, 2, 3, 3, -1, -1, 4, -1, 1, 2, 4], &[2, 3, 9, 0]];
    for order in ORDERS {
        let corners = vertices([0.0, 1.0, 2.0, 3.0, 4.0].map(|x| [x, x * x, 0.0]));
        let start = file(order, header, &corners).len() as u64;
        let strips = strips.map(|strip| list("int", strip));
        let (mesh, report) = loaded(&file(order, header, &[&corners[..], &strips].concat()));
        assert_eq!(mesh.triangles(), [[0, 1, 2], [2, 1, 3], [2, 3, 3], [1, 2, 4]]);
        let out_of_range = "vertex index 9 is out of range: there are 5 vertices, counted from 0; the face is left out";
        if order.is_none() {
            assert_eq!([0, 2, 3].map(|i| mesh.source().line(i)), [Some(15); 3]);
            assert_told(&report, &[(16, out_of_range); 2]);
        } else {
            let record =
                |i| mesh.source().record(i).map(|record| (record.number, record.offset - start, record.length));
            assert_eq!([0, 1, 2, 3].map(record), [(1, 4, 12), (2, 8, 12), (3, 12, 12), (4, 40, 12)].map(Some));
            assert_told(&report, &[5, 6].map(|record| (record, out_of_range)));
        }
    }
}

const POSITIONS: &str = "property float x\nproperty float y\nproperty float z\n";

fn ascii(properties: &str, vertices: &str, faces: &str) -> Vec<u8> {
    let count = |lines: &str| lines.lines().filter(|line| !line.trim().is_empty()).count();
    let (n_vertices, n_faces) = (count(vertices), count(faces));
    format!(
        "ply\nformat ascii 1.0\nelement vertex {n_vertices}\n{POSITIONS}{properties}element face {n_faces}\n\
         property list uchar int vertex_indices\nend_header\n{vertices}{faces}"
    )
    .into_bytes()
}

const CORNER: &str = "0 0 0\n1 0 0\n0 1 0\n";

#[test]
fn what_is_odd_on_a_line_is_told_with_it() {
    let faces =
        "3 0 1 2\nx 0 1 2\n-1\n2 0 1\n\n3 0 1\n3 0 1.5 2\n3 0 1 6\n3 0 1 -7\n4294967295 0 1 2\n3 0 1 2 0.5\n3 4 4 4\n";
    let vertices = "0 0 0 7\n1 0 0\n0 1 0 7 9\n1 x 0 7\nnan 0 0 7\n1\n";
    let (mesh, report) = loaded(&ascii("property int quality\n", vertices, faces));
    assert_eq!(mesh.triangles(), [[0, 1, 2]; 2]);
    assert_eq!((mesh.source().line(1), mesh.source().face(1), report.faces_left_out), (Some(27), 10, 9));
    let expected = [
        (12, "the value of `quality` cannot be read"),
        (13, "`9` after the coordinates is ignored"),
        (14, "`x` is not a number"),
        (15, "`nan` is not a finite number"),
        (16, "a vertex needs three numbers, and this one has 1"),
        (18, "`x` is not a number of corners"),
        (19, "`-1` is not a number of corners"),
        (20, "a face needs at least three corners, and this one has 2"),
        (22, "the face should have 3 corners but has 2"),
        (23, "`1.5` is not a corner: vertex indices are whole numbers"),
        (24, "vertex index 6 is out of range: there are 6 vertices, counted from 0"),
        (25, "vertex index `-7` is out of range"),
        (26, "the face should have 4294967295 corners but has 3"),
        (27, "`0.5` after the face is ignored"),
        (28, "none of its vertices can be used"),
    ];
    assert_told(&report, &expected);
}

#[test]
fn rows_may_stand_on_any_lines_and_each_triangle_knows_its_own() {
    let vertices = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n";
    let whole = String::from_utf8(ascii("", vertices, "4 0 1 2 3\n3 2 1 0\n")).expect("text");
    let torn = |faces: &str| whole.replace("4 0 1 2 3\n3 2 1 0\n", faces);
    for (text, lines) in [
        (torn("4 0 1\n2 3\n\n3 2\n1 0\n"), [14, 14, 17]),
        (torn("4 0 1 2 3 3 2 1 0"), [14; 3]),
        (whole.replace(vertices, "0 0 0 1 0 0\n1\n1 0 0 1 0\n"), [13, 13, 14]),
    ] {
        for plan in [WHOLE, Plan { pieces: 5, step: 7, ..WHOLE }] {
            let (mesh, report) = load_as(text.as_bytes(), plan).expect("a mesh");
            assert_eq!(mesh.triangles(), [[0, 1, 2], [0, 2, 3], [2, 1, 0]], "{text}");
            assert_eq!([0, 1, 2].map(|i| mesh.source().line(i)), lines.map(Some), "{text}");
            assert_eq!((report.problems, report.lines), (0, text.lines().count() as u64), "{text}");
        }
    }
}

#[test]
fn a_colour_may_stand_ahead_of_the_corners_also_one_word_a_line() {
    let colors = "property uchar red\nproperty uchar green\nproperty uchar blue\n";
    let text = String::from_utf8(ascii("", CORNER, "255 9 8 3 0 1 2\n")).expect("text");
    let text = text.replace("property list", &format!("{colors}property list"));
    let (header, words) = text.split_once("end_header\n").expect("a header");
    let torn = format!("{header}end_header\n{}", words.replace(' ', "\n"));
    for text in [&text, &torn] {
        let (mesh, report) = loaded(text.as_bytes());
        assert_eq!((mesh.triangles(), report.problems), (&[[0, 1, 2]][..], 0), "{text}");
        assert_eq!(mesh.colors.triangles, [[255, 9, 8]], "{text}");
    }
    let refused = load_as(text.replace("8 3 0 1 2", "").as_bytes(), WHOLE).expect_err("no corners").to_string();
    assert_tells(&refused, "the value of `blue` cannot be read");
}

#[test]
fn an_odd_line_of_the_header_is_remarked_upon_in_words_and_in_bytes() {
    for order in ORDERS {
        let header = format!(
            "Created by somebody\nelement vertex 3\n{POSITIONS}element face 1\nproperty list uchar int vertex_index\n"
        );
        let records = [vertices([0.0, 1.0, 2.0].map(|x| [x, x * x, 0.0])), vec![list("uchar", &[0, 1, 2])]].concat();
        let (mesh, report) = loaded(&file(order, &header, &records));
        assert_eq!((mesh.triangles().len(), report.problems), (1, 0));
        let told = "`Created by somebody` is not a statement of a PLY header; it is ignored".to_owned();
        let remarks: Vec<_> = report.remarks.iter().map(|it| (it.line, it.problem.to_string())).collect();
        assert_eq!(remarks, [(Some(3), told)], "{order:?}");
    }
}

#[test]
fn colours_of_every_name_and_type_are_read() {
    let named = |of: &str, names: [&str; 3]| names.map(|name| format!("property {of} {name}\n")).concat();
    for (properties, colour) in [
        (named("uchar", ["red", "green", "blue"]), "255 128 0"),
        (named("float", ["r", "g", "b"]), "1 0.5 0"),
        (named("ushort", ["diffuse_red", "diffuse_green", "diffuse_blue"]), "65535 32896 0"),
    ] {
        let vertices = CORNER.replace('\n', &format!(" {colour}\n"));
        let (mesh, report) = loaded(&ascii(&properties, &vertices, "3 0 1 2\n"));
        assert_eq!((&mesh.colors().vertices[..], report.problems), (&[[255, 128, 0]; 3][..], 0), "{properties}");
        assert!(mesh.colors().triangles.is_empty());
    }
}

#[test]
fn a_mesh_of_doubles_far_out_keeps_its_shape() {
    let header = "element vertex 3\nproperty double x\nproperty double y\nproperty double z\n\
                  element face 1\nproperty list uchar int vertex_indices\n";
    for order in ORDERS {
        let corners = [(0.0, 0.0), (0.015625, 0.0), (0.0, 0.015625)]
            .map(|(x, y)| [6_378_137.0 + x, 4_500_000.0 + y, 0.5].map(|x| ("double", x)).to_vec());
        let (mesh, _) = loaded(&file(order, header, &[&corners[..], &[list("uchar", &[0, 1, 2])]].concat()));
        let corner = mesh.origin() + DVec3::from(mesh.positions()[1].map(f64::from));
        assert_eq!(corner, DVec3::new(6_378_137.015625, 4_500_000.0, 0.5), "{order:?}");
    }
}

#[test]
fn counts_that_lie_are_told_and_allocate_nothing() {
    let text = String::from_utf8(ascii("", CORNER, "3 0 1 2\n3 0 1 2\n")).expect("text");
    let (mesh, report) = loaded(text.replace("face 2", "face 4294967295").as_bytes());
    assert_eq!(mesh.triangles().len(), 2);
    let message = "the header counts 4294967295 faces, but the file has 2 complete ones; these are loaded";
    assert_told(&report, &[(0, message)]);
    let why = |text: &str| load_as(text.as_bytes(), WHOLE).map(drop).expect_err("no mesh").to_string();
    let no_vertices = why(&text.replace("vertex 3", "vertex 18446744073709551615"));
    let message = "t: the header counts 18446744073709551615 vertices, but the file has 5 complete ones; \
                   correct the file, or export it again";
    assert_eq!(no_vertices, message);
    let message = "t: there are no faces, only 3 vertices; pickray picks triangles: export the mesh with its faces";
    assert_eq!(why(&text.replace("face 2", "face 0")), message);

    let header = format!("element vertex 3\n{POSITIONS}element face 7\nproperty list uint int vertex_indices\n");
    let corners = vertices([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let faces = [3, 0, 1, 2, -1, 0, 1, 2].map(|x| ("int", f64::from(x))).to_vec();
    let (mesh, report) = loaded(&file(Some(ByteOrder::LittleEndian), &header, &[corners, vec![faces]].concat()));
    assert_eq!((mesh.triangles().len(), report.warnings.len()), (1, 1));
}

#[test]
fn a_vertex_that_is_nowhere_is_told_by_its_record() {
    let header = format!("element vertex 4\n{POSITIONS}element face 2\nproperty list uchar int vertex_indices\n");
    let corners = vertices([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, f64::NEG_INFINITY, 0.0]]);
    let faces = [[0, 1, 2], [3, 1, 2]].map(|corners| list("uchar", &corners));
    let file = file(Some(ByteOrder::LittleEndian), &header, &[&corners[..], &faces].concat());
    for pieces in [1, 3] {
        let (mesh, report) = load_as(&file, Plan { pieces, ..WHOLE }).expect("a mesh");
        assert_eq!(mesh.triangles(), [[0, 1, 2], [1, 1, 1]]);
        let message = "`-inf` is not a finite number; the vertex is not used, and faces with it cannot be hit";
        assert_told(&report, &[(4, message)]);
    }
}

#[test]
fn reading_stops_when_asked_to() {
    for order in ORDERS {
        assert!(stops(load, &random_file(&mut fastrand::Rng::with_seed(1), order, true)));
    }
}

const HEADER: &str = "ply\nformat binary_big_endian 1.0\ncomment end_header is not here\nobj_info\n\n\
                      element vertex 3\nproperty uchar red\nproperty float64 z\nproperty int32 x\n\
                      property  short y\nproperty char blue\nproperty uchar green\n\
                      element face 7\nproperty float quality\nproperty list uint16 int vertex_index\nend_header\n";

fn header(text: &str, step: usize) -> Result<(Header, Encoding), (Option<u32>, String)> {
    read_header(&Text::Bytes(text.as_bytes()), step).map_err(|error| match error {
        Refusal::NoMesh { line, what, .. } => (line, what.to_string()),
        other => panic!("{other:?}"),
    })
}

#[test]
fn a_header_says_what_stands_behind_it_however_its_lines_end() {
    for (end, step) in [("\n", 1 << 16), ("\r\n", 1 << 16), ("\r", 1 << 16), ("\n", 1), ("\r\n", 3), ("\r", 1)] {
        let text = HEADER.replace('\n', end);
        let (found, encoding) = header(&(text.clone() + "\n1 2"), step).expect("a header");
        assert_eq!((found.length, found.n_lines), (text.len() as u64, 16), "{end:?} {step}");
        assert_eq!(encoding, Some(ByteOrder::BigEndian));
        let [vertex, face] = &found.elements[..] else { panic!("{found:?}") };
        assert_eq!((vertex.count, vertex.least_length()), (3, 17));
        let none = (None, None);
        let (texture, normal) = none;
        assert_eq!(vertex.fields, Fields::Vertex { position: [2, 3, 1], color: Some([0, 5, 4]), texture, normal });
        assert_eq!(face.fields, Fields::Face { corners: 1, color: None, texture: None, image: None });
        assert_eq!(face.least_length(), 6);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_line() {
    for (good, bad, line, told) in [
        ("face 7", "face -4", Some(13), "`-4` is not a number of records"),
        ("face 7", "vertex 7", None, "the header has two elements called `vertex`"),
        ("float quality", "real quality", Some(14), "`real` is not a type of number"),
        ("int vertex_index", "float vertex_index", None, "`vertex_index` is not a list of whole numbers"),
        ("list uint16", "list float", Some(15), "`vertex_index` is not a list of whole numbers"),
        ("format binary_big_endian 1.0\n", "", None, "the header has no format line"),
        ("binary_big_endian", "xml", Some(2), "`xml` is not a PLY format"),
        ("float64 z", "float64 depth", None, "the vertices have no number called `z`"),
        ("end_header\n", "", None, "the header has no end (`end_header`)"),
        ("end_header\n", "end\n", Some(16), "`end` is not a statement of a PLY header"),
        ("element vertex 3\n", "", Some(6), "`property uchar red` is not a statement of a PLY header"),
        ("element face 7", "element face", Some(13), "`element face` is not a statement of a PLY header"),
    ] {
        let text = HEADER.replacen(good, bad, 1);
        let text = if good.starts_with("end") { text } else { text.replace("is not here", "") };
        assert_eq!(header(&text, 64).map(drop), Err((line, told.to_owned())), "{bad}");
    }
    let many = "property int a\n".repeat(MOST + 1);
    let (line, _) = header(&format!("ply\nelement vertex 1\n{many}"), 1 << 16).expect_err("too many");
    assert_eq!(line, Some(MOST as u32 + 2));
}
