//! Texture coordinates, normals and images of PLY files: in words and in bytes, by vertex and by corner.

use super::tests::{ORDERS, Record, file, load_as};
use crate::mesh::problem::Problem;
use crate::mesh::tests::WHOLE;
use crate::mesh::text::{BUFFER, Plan};
use crate::mesh::{IndexedMesh, Load, LoadReport, Wrap};
use glam::DVec3;

/// Vertices of a face, the texture coordinates in its list, and the number of its texture.
type Face = (Vec<i32>, Option<Vec<[f32; 2]>>, i64);

/// A header and the records behind it, with what they should come out as.
struct Made {
    header: String,
    records: Vec<Record>,
    /// Texture coordinate, normal and position of each vertex; the first counts if coordinates are by vertex.
    vertices: Vec<([f32; 2], [f32; 3], [f32; 3])>,
    faces: Vec<Face>,
    by_corner: bool,
    /// `true` if some faces have too few corners, and some corners name a vertex that is not there.
    is_odd: bool,
}

/// Returns a file of vertices and faces, with or without colours, among elements and properties that nobody knows. All
/// records of an element are of one length, or of several.
fn made(random: &mut fastrand::Rng) -> Made {
    let [by_corner, has_colors, list_first, all_alike, is_odd] = [(); 5].map(|()| random.bool());
    let of = ["float", "double"][random.usize(..2)];
    let names = [["s", "t"], ["u", "v"], ["texture_u", "texture_v"]][random.usize(..3)];
    let (n, n_faces) = (random.i32(4..30), random.usize(1..40));
    let number = |random: &mut fastrand::Rng| f64::from(random.f32() * 4.0 - 2.0);
    let colors = |of: &str| ["red", "green", "blue"].map(|name| format!("property {of} {name}\n")).concat();
    let (of_vertices, of_faces) = if has_colors { (colors("ushort"), colors("uchar")) } else { Default::default() };
    let list = "property list uchar float texcoord\nproperty int texnumber\n";
    let [ahead, behind] = [by_corner && list_first, by_corner && !list_first].map(|is| if is { list } else { "" });
    let header = format!(
        "comment TextureFile a b.png\ncomment TextureFile c.jpg\nelement camera 2\nproperty int id\n\
         property list uchar float lens\nelement vertex {n}\nproperty list ushort uchar tags\n\
         property {of} {}\nproperty float x\nproperty short y\nproperty double z\n\
         property {of} nx\nproperty {of} ny\nproperty float nz\nproperty {of} {}\n{of_vertices}\
         element edge 1\nproperty int a\nelement face {n_faces}\n{of_faces}{ahead}\
         property list ushort int vertex_indices\n{behind}property float quality\n",
        names[0], names[1]
    );
    let cameras = [vec![("int", 7.0), ("uchar", 0.0)], vec![("int", 7.0), ("uchar", 1.0), ("float", 0.5)]];
    let (mut records, mut vertices, mut faces) = (cameras.to_vec(), Vec::new(), Vec::new());
    for _ in 0..n {
        let tags = if all_alike { 1 } else { random.u8(..3) };
        let [u, v, x, z, nx, ny, nz] = [(); 7].map(|()| number(random));
        let y = random.i16(-99..99).into();
        let types = [of, "float", "short", "double", of, of, "float", of];
        let mut record: Record = vec![("ushort", tags.into())];
        record.extend((0..tags).map(|tag| ("uchar", tag.into())));
        record.extend(types.into_iter().zip([u, x, y, z, nx, ny, nz, v]));
        record.extend([(); 3].iter().filter(|()| has_colors).map(|()| ("ushort", random.u16(..).into())));
        records.push(record);
        vertices.push(([u, v].map(|x| x as f32), [nx, ny, nz].map(|x| x as f32), [x, y, z].map(|x| x as f32)));
    }
    records.push(vec![("int", 1.0)]);
    for _ in 0..n_faces {
        let n_corners = if all_alike { 3 } else { random.usize(if is_odd { 0..6 } else { 3..6 }) };
        let beyond = i32::from(is_odd);
        let corners: Vec<i32> = (0..n_corners).map(|_| random.i32(-beyond..n + beyond)).collect();
        let uvs: Vec<[f32; 2]> = corners.iter().map(|_| [number(random) as f32, number(random) as f32]).collect();
        let image = random.i64(-1..3);
        let is_wrong = !all_alike && n_corners > 0 && random.u8(..8) == 0;
        let length = 2 * n_corners - usize::from(is_wrong);
        let mut of_list = vec![("uchar", length as f64)];
        of_list.extend(uvs.as_flattened()[..length].iter().map(|&x| ("float", f64::from(x))));
        of_list.push(("int", image as f64));
        let mut of_corners = vec![("ushort", n_corners as f64)];
        of_corners.extend(corners.iter().map(|&corner| ("int", f64::from(corner))));
        let mut record: Record =
            [(); 3].iter().filter(|()| has_colors).map(|()| ("uchar", random.u8(..).into())).collect();
        match (by_corner, list_first) {
            (false, _) => record.extend(of_corners),
            (true, true) => record.extend([of_list, of_corners].concat()),
            (true, false) => record.extend([of_corners, of_list].concat()),
        }
        record.push(("float", 0.5));
        records.push(record);
        faces.push((corners, (!is_wrong).then_some(uvs), image));
    }
    Made { header, records, vertices, faces, by_corner, is_odd }
}

impl Made {
    fn check(&self, mesh: &IndexedMesh, at: &str) {
        // A mesh that is one point has it as its origin.
        let are_as_given = || mesh.positions().iter().eq(self.vertices.iter().map(|vertex| &vertex.2));
        assert!(mesh.origin() != DVec3::ZERO || are_as_given(), "{at}");
        let texture = mesh.texture_coordinates(0);
        assert_eq!(texture.is_some_and(|it| it.corners().is_none()), !self.by_corner, "{at}");
        for (i, &vertices) in (0..).zip(mesh.triangles()) {
            let (corners, uvs, image) = &self.faces[mesh.source().face(i) as usize - 1];
            let found = texture.map_or([None; 3], |texture| texture.of_triangle(i, vertices));
            let normals = mesh.normals().expect("normals").of_triangle(i, vertices);
            for k in 0..3 {
                let (uv, normal, _) = self.vertices[vertices[k] as usize];
                assert_eq!(normals[k], Some(normal), "{at}");
                if self.by_corner {
                    // Some corner of the face is this vertex with this coordinate.
                    let is_there = |place: usize| {
                        corners[place] == vertices[k] as i32 && found[k] == uvs.as_ref().map(|uvs| uvs[place])
                    };
                    assert!((0..corners.len()).any(is_there), "triangle {i}, {at}");
                } else {
                    assert_eq!(found[k], Some(uv), "{at}");
                }
            }
            let number = if self.by_corner { *image } else { 0 };
            let material = [None, Some("a b.png"), Some("c.jpg"), Some("2")][(number + 1) as usize];
            assert_eq!(mesh.source().material(i), material, "{at}");
        }
    }
}

#[test]
fn every_corner_has_the_values_that_the_file_was_made_of_in_words_and_in_bytes_in_pieces_of_any_size() {
    let mut random = crate::work::seeded();
    let problems = |report: &LoadReport| report.warnings.iter().map(|it| it.problem.clone()).collect::<Vec<_>>();
    for round in 0..300 {
        let made = made(&mut random);
        let written = |order| file(order, &made.header, &made.records);
        let Ok((whole, of_whole)) = load_as(&written(None), WHOLE) else { continue };
        let n_wrong = made.faces.iter().filter(|(_, uvs, _)| made.by_corner && uvs.is_none()).count() as u64;
        let lists = Problem::TexcoordLists { count: n_wrong };
        let told = problems(&of_whole);
        assert!(made.is_odd || told == if n_wrong > 0 { vec![lists] } else { vec![] }, "round {round}: {told:?}");
        for order in ORDERS {
            for (threads, pieces, step) in [(1, 1, BUFFER), (2, 4, 64), (1, 9, 7), (3, 40, 1000)] {
                let plan = Plan { threads, pieces, step, ..WHOLE };
                let at = format!("round {round}, {order:?}, {plan:?}");
                let (mesh, report) = load_as(&written(order), plan).expect("a mesh");
                made.check(&mesh, &at);
                assert_eq!((mesh.triangles(), mesh.colors()), (whole.triangles(), whole.colors()), "{at}");
                assert_eq!((&problems(&report), report.faces), (&told, of_whole.faces), "{at}");
                for i in 0..mesh.triangles().len() as u32 {
                    let of = |mesh: &IndexedMesh| (mesh.source().face(i), mesh.source().place_in_face(i));
                    assert_eq!(of(&mesh), of(&whole), "{at}");
                    let lines = [mesh.source().line(i), whole.source().line(i)];
                    assert_eq!(lines[0], lines[1].filter(|_| order.is_none()), "{at}");
                }
            }
        }
        // In words, also where lines break elsewhere, unless colours of faces stand ahead of their corners.
        if !made.is_odd && !made.header.contains("uchar red") {
            let text = String::from_utf8(written(None)).expect("text");
            let (header, body) = text.split_once("end_header\n").expect("a header");
            let torn = format!("{header}end_header\n{}\n", body.split_whitespace().collect::<Vec<_>>().join("\n"));
            made.check(&load_as(torn.as_bytes(), WHOLE).expect("a mesh").0, &format!("round {round}, torn"));
        }
    }
}

const SQUARE: &str = "ply\nformat ascii 1.0\ncomment TextureFile photo one.png\nelement vertex 3\nproperty float x\n\
                      property float y\nproperty float z\nproperty float s\nproperty float t\nelement face 1\n\
                      property list uchar int vertex_index\nend_header\n0 0 0 0.5 1\n1 0 0 nan 0\n\
                      0 1 0 0.25 x\n3 0 1 2\n";

#[test]
fn values_that_are_no_numbers_are_told_once_and_leave_the_mesh() {
    let (mesh, report) = load_as(SQUARE.as_bytes(), WHOLE).expect("a mesh");
    let values = mesh.texture_coordinates(0).expect("values").of_triangle(0, [0, 1, 2]);
    assert_eq!(values, [Some([0.5, 1.0]), None, None]);
    assert_eq!(report.warnings.len(), 1);
    let told = (report.warnings[0].line, report.warnings[0].problem.to_string());
    let want = "texture values that are not finite numbers: 2, the first is here; corners with them have none";
    assert_eq!(told, (Some(14), want.to_owned()));
}

#[test]
fn the_image_of_a_file_is_found_beside_it_or_said_to_be_missing() {
    let png = b"\x89PNG\r\n\x1a\n and so on";
    for (name, bytes, why) in [
        ("photo one.png", &png[..], None),
        ("Photo One.PNG", png, None),
        ("other.png", png, Some("was not opened or dropped together with the mesh")),
        ("photo one.png", b"\xabKTX 20\xbb....", Some("is a KTX2 image, but only PNG and JPEG are shown")),
        ("photo one.png", b"", Some("is not a PNG or JPEG image")),
    ] {
        let square = SQUARE.replace("nan 0", "1 0").replace("25 x", "25 0");
        let files = [("m.ply", square.as_bytes()), (name, bytes)];
        let (mesh, report) = Load::files("m.ply", &files).indexed_mesh().expect("a mesh");
        let said: Vec<String> = report.remarks.iter().map(|remark| remark.problem.to_string()).collect();
        let want = why.map(|why| format!("the texture `photo one.png` is not shown: it {why}"));
        assert_eq!(said, Vec::from_iter(want));
        assert_eq!((mesh.source().material(0), mesh.source().materials().len()), (Some("photo one.png"), 1));
        let texture = mesh.texture(0).expect("a texture");
        assert_eq!((texture.image, texture.wrap), (0, [Wrap::Repeat; 2]));
        assert_eq!(mesh.textures().images()[0].problem().is_some(), why.is_some());
    }
    let numbered = "ply\nformat ascii 1.0\ncomment TextureFile a.png\nelement vertex 3\nproperty float x\n\
         property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\n\
         property int texnumber\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 7\n";
    let (_, report) = Load::files("m.ply", &[("m.ply", numbered)]).indexed_mesh().expect("a mesh");
    let told = report.remarks[0].problem.to_string();
    assert_eq!(told, "faces name the texture 7, but there are 1, counted from 0; these faces have none");
    let (mesh, report) = Load::files("m.ply", &[("m.ply", SQUARE)]).attributes(false).indexed_mesh().expect("a mesh");
    assert!(mesh.texture_coordinates(0).is_none() && mesh.texture(0).is_none() && mesh.source().materials().is_empty());
    assert_eq!((report.warnings.len(), report.remarks.len()), (0, 0));
}

#[test]
fn an_image_may_be_named_after_the_mesh_and_without_coordinates_it_is_told() {
    let header = "ply\nformat ascii 1.0\ncomment TEXTUREFILE <this>_A.png\nelement vertex 3\nproperty float x\n\
                  property float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\n\
                  end_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n";
    let files = [("a/m.1.ply", header.as_bytes()), ("a/m.1_A.png", b"\x89PNG\r\n\x1a\n")];
    let (mesh, report) = Load::files("a/m.1.ply", &files).indexed_mesh().expect("a mesh");
    let image = &mesh.textures().images()[0];
    assert_eq!((image.name(), image.problem().is_none()), ("m.1_A.png", true));
    let told: Vec<_> = report.remarks.iter().map(|remark| remark.problem.to_string()).collect();
    let want = "`<this>_A.png` has a texture, which is not shown on triangles without texture coordinates: 1";
    assert_eq!(told, [want]);
}
