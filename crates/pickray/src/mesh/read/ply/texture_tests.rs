//! Texture coordinates, normals and images of PLY files: in words and in bytes, by vertex and by corner.

use super::ByteOrder;
use super::tests::{Record, file, load_in};
use crate::mesh::problem::Problem;
use crate::mesh::{IndexedMesh, Load, Wrap};

/// Vertices of a face, the texture coordinates in its list, and the number of its texture.
type Face = (Vec<u32>, Option<Vec<[f32; 2]>>, i64);

/// A header and the records behind it, with what they should come out as.
struct Made {
    header: String,
    records: Vec<Record>,
    /// Texture coordinate and normal of each vertex, if they are by vertex.
    vertices: Vec<([f32; 2], [f32; 3])>,
    faces: Vec<Face>,
    by_corner: bool,
}

fn made(random: &mut fastrand::Rng) -> Made {
    let by_corner = random.bool();
    let of = ["float", "double"][random.usize(..2)];
    let names = [["s", "t"], ["u", "v"], ["texture_u", "texture_v"]][random.usize(..3)];
    let n = random.u32(4..30);
    let number = |random: &mut fastrand::Rng| f64::from(random.f32() * 4.0 - 2.0);
    let mut header = format!(
        "comment TextureFile a b.png\ncomment TextureFile c.jpg\nelement vertex {n}\n\
         property {of} {}\nproperty float x\nproperty double y\nproperty float z\n\
         property {of} nx\nproperty {of} ny\nproperty float nz\nproperty {of} {}\n",
        names[0], names[1]
    );
    let (mut records, mut vertices, mut faces) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..n {
        let [u, v, x, y, z, nx, ny, nz] = [(); 8].map(|()| number(random));
        let types = [of, "float", "double", "float", of, of, "float", of];
        records.push(types.into_iter().zip([u, x, y, z, nx, ny, nz, v]).collect());
        vertices.push(([u, v].map(|x| x as f32), [nx, ny, nz].map(|x| x as f32)));
    }
    let n_faces = random.usize(1..40);
    let list_first = random.bool();
    let list = "property list uchar float texcoord\nproperty int texnumber\n";
    header += &format!("element face {n_faces}\n");
    header += if by_corner && list_first { list } else { "" };
    header += "property list uchar int vertex_indices\n";
    header += if by_corner && !list_first { list } else { "" };
    let all_alike = random.bool();
    for _ in 0..n_faces {
        let corners: Vec<u32> = (0..if all_alike { 3 } else { random.u32(3..6) }).map(|_| random.u32(0..n)).collect();
        let uvs: Vec<[f32; 2]> = corners.iter().map(|_| [number(random) as f32, number(random) as f32]).collect();
        let image = random.i64(-1..3);
        let is_wrong = !all_alike && random.u8(..8) == 0;
        let length = 2 * corners.len() - usize::from(is_wrong);
        let mut of_list = vec![("uchar", length as f64)];
        of_list.extend(uvs.as_flattened()[..length].iter().map(|&x| ("float", f64::from(x))));
        of_list.push(("int", image as f64));
        let mut record = vec![("uchar", corners.len() as f64)];
        record.extend(corners.iter().map(|&corner| ("int", f64::from(corner))));
        records.push(match (by_corner, list_first) {
            (false, _) => record,
            (true, true) => [of_list, record].concat(),
            (true, false) => [record, of_list].concat(),
        });
        faces.push((corners, (!is_wrong).then_some(uvs), image));
    }
    Made { header, records, vertices, faces, by_corner }
}

impl Made {
    fn check(&self, mesh: &IndexedMesh, at: &str) {
        let texture = mesh.texture_coordinates(0);
        assert_eq!(texture.is_some_and(|it| it.corners().is_none()), !self.by_corner, "{at}");
        for (i, &vertices) in (0..).zip(mesh.triangles()) {
            let (corners, uvs, image) = &self.faces[mesh.source().face(i) as usize - 1];
            let found = texture.map_or([None; 3], |texture| texture.of_triangle(i, vertices));
            let normals = mesh.normals().expect("normals").of_triangle(i, vertices);
            for k in 0..3 {
                assert_eq!(normals[k], Some(self.vertices[vertices[k] as usize].1), "{at}");
                if self.by_corner {
                    // Some corner of the face is this vertex with this coordinate.
                    let is_there =
                        |place: usize| corners[place] == vertices[k] && found[k] == uvs.as_ref().map(|uvs| uvs[place]);
                    assert!((0..corners.len()).any(is_there), "triangle {i}, {at}");
                } else {
                    assert_eq!(found[k], Some(self.vertices[vertices[k] as usize].0), "{at}");
                }
            }
            let number = if self.by_corner { *image } else { 0 };
            let material = [None, Some("a b.png"), Some("c.jpg"), Some("2")][(number + 1) as usize];
            assert_eq!(mesh.source().material(i), material, "{at}");
        }
    }
}

#[test]
fn every_corner_has_the_values_that_the_file_was_made_of() {
    let mut random = crate::work::seeded();
    for round in 0..300 {
        let made = made(&mut random);
        for order in [None, Some(ByteOrder::LittleEndian), Some(ByteOrder::BigEndian)] {
            let file = file(order, &made.header, &made.records);
            for (pieces, step) in [(1, 1 << 16), (1, 500), (3, 400)] {
                let (mesh, report) = load_in(&file, pieces, step);
                let at = format!("round {round}, {order:?}, {pieces} pieces");
                made.check(&mesh, &at);
                let n_wrong = made.faces.iter().filter(|(_, uvs, _)| made.by_corner && uvs.is_none()).count() as u64;
                let told: Vec<_> = report.warnings.iter().map(|warning| &warning.problem).collect();
                let want = Problem::TexcoordLists { count: n_wrong };
                assert_eq!(told, if n_wrong > 0 { vec![&want] } else { vec![] }, "{at}");
            }
        }
        // In words, also where lines break elsewhere.
        let text = String::from_utf8(file(None, &made.header, &made.records)).expect("text");
        let (header, body) = text.split_once("end_header\n").expect("a header");
        let torn = format!("{header}end_header\n{}\n", body.split_whitespace().collect::<Vec<_>>().join("\n"));
        made.check(&load_in(torn.as_bytes(), 1, 1 << 16).0, &format!("round {round}, torn"));
    }
}

const SQUARE: &str = "ply\nformat ascii 1.0\ncomment TextureFile photo one.png\nelement vertex 3\nproperty float x\n\
                      property float y\nproperty float z\nproperty float s\nproperty float t\nelement face 1\n\
                      property list uchar int vertex_index\nend_header\n0 0 0 0.5 1\n1 0 0 nan 0\n\
                      0 1 0 0.25 x\n3 0 1 2\n";

#[test]
fn values_that_are_no_numbers_are_told_once_and_leave_the_mesh() {
    let (mesh, report) = load_in(SQUARE.as_bytes(), 1, 1 << 16);
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
