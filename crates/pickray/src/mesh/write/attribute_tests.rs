//! Texture coordinates, normals and textures through all writers and back.

use super::tests::written;
use super::*;
use crate::mesh::{CornerValues, Image, Load, Texture, Wrap};
use glam::{DMat4, DVec3, Vec3};

fn float(random: &mut fastrand::Rng) -> f32 {
    random.f32() * 4.0 - 2.0
}

/// Values by vertex, by corner or none, and corners without any.
fn values<const N: usize>(
    random: &mut fastrand::Rng,
    [n_vertices, n_triangles]: [u32; 2],
    value: impl Fn(&mut fastrand::Rng) -> [f32; N],
) -> CornerValues<N> {
    let kind = random.u8(..3);
    let n = if kind == 1 { n_vertices } else { random.u32(1..20) };
    let values: Vec<_> = (0..n).map(|_| value(random)).collect();
    let mut corners = || match random.u8(..8) {
        0 => [CornerValues::<N>::NONE; 3],
        _ => [(); 3].map(|()| random.u32(0..n)),
    };
    match kind {
        0 => CornerValues::default(),
        1 => CornerValues::by_vertex(values),
        _ => CornerValues::by_corner(values, (0..n_triangles).map(|_| corners()).collect::<Vec<_>>()),
    }
}

fn random_mesh(random: &mut fastrand::Rng) -> IndexedMesh {
    let counts = [random.u32(4..20), random.u32(1..30)];
    let positions: Vec<[f32; 3]> = (0..counts[0]).map(|_| [(); 3].map(|()| float(random))).collect();
    let triangles: Vec<[u32; 3]> = (0..counts[1]).map(|_| [(); 3].map(|()| random.u32(0..counts[0]))).collect();
    let mut mesh = IndexedMesh::new(&positions, &triangles).expect("a mesh");
    for set in 0..2 {
        let of_set = values(random, counts, |random| [float(random), float(random)]);
        mesh.set_texture_coordinates(set, of_set).expect("they fit");
    }
    let unit = |random: &mut fastrand::Rng| {
        Vec3::new(float(random), float(random), float(random)).normalize_or(Vec3::X).to_array()
    };
    mesh.set_normals(values(random, counts, unit)).expect("they fit");
    mesh.attributes.v_down = random.bool();
    mesh
}

fn again(parts: &[MeshPart], format: WriteFormat) -> IndexedMesh {
    let (mesh, report) = Load::bytes("t", &written(parts, format)).indexed_mesh().expect("a mesh");
    assert_eq!(report.warnings, [], "{format:?}");
    mesh
}

fn bits<const N: usize>(value: Option<[f32; N]>) -> Option<[u32; N]> {
    // Written, zero has no sign in text.
    value.map(|value| value.map(|x| (x + 0.0).to_bits()))
}

/// Asserts that the triangles `of` in a mesh have the values that all triangles of another have.
fn assert_same(mesh: &IndexedMesh, of: &[u32], other: &IndexedMesh, format: WriteFormat, at: &str) {
    let is_glb = !matches!(format, WriteFormat::Obj | WriteFormat::PlyAscii | WriteFormat::PlyBinary);
    let n_sets = if is_glb { 2 } else { 1 };
    for (there, &here) in (0..).zip(of) {
        let (a, b) = (mesh.triangles()[here as usize], other.triangles()[there as usize]);
        // A mesh that is one point has it as its origin.
        let position = |mesh: &IndexedMesh, i: u32| mesh.origin + Vec3::from(mesh.positions()[i as usize]).as_dvec3();
        let corners = |mesh: &IndexedMesh, vertices: [u32; 3]| vertices.map(|i| position(mesh, i).as_vec3());
        assert_eq!(corners(mesh, a), corners(other, b), "{at}");
        for set in 0..n_sets {
            let values = |mesh: &IndexedMesh, triangle, vertices| {
                mesh.texture_coordinates(set).map_or([None; 3], |values| values.of_triangle(triangle, vertices))
            };
            let flips = mesh.v_is_down() != other.v_is_down();
            let mut want = values(mesh, here, a).map(|uv| uv.map(|[u, v]| [u, if flips { 1.0 - v } else { v }]));
            if is_glb && mesh.texture_coordinates(set).is_some() {
                // glTF has no values that are none.
                want = want.map(|uv| uv.or(Some([0.0; 2])));
            }
            assert_eq!(values(other, there, b).map(bits), want.map(bits), "{at}");
        }
        let normals = |mesh: &IndexedMesh, triangle, vertices| {
            mesh.normals().map_or([None; 3], |values| values.of_triangle(triangle, vertices))
        };
        let is_ply = matches!(format, WriteFormat::PlyAscii | WriteFormat::PlyBinary);
        let mut want = normals(mesh, here, a);
        match mesh.normals() {
            Some(values) if is_ply && values.corners().is_some() => want = [None; 3],
            Some(_) if is_glb => want = want.map(|normal| normal.or(Some([0.0; 3]))),
            _ => {}
        }
        assert_eq!(normals(other, there, b).map(bits), want.map(bits), "{at}");
    }
}

fn left_out(mesh: &IndexedMesh, format: WriteFormat) -> LeftOut {
    mesh.write(format, &mut Vec::new()).expect("written").left_out
}

/// Returns what a mesh has and another has not.
fn lacking(mesh: &IndexedMesh, other: &IndexedMesh) -> LeftOut {
    let lacks_set = |set: usize| mesh.texture_coordinates(set).is_some() && other.texture_coordinates(set).is_none();
    LeftOut {
        texture_coordinates: lacks_set(0) || lacks_set(1),
        normals: mesh.normals().is_some() && other.normals().is_none(),
        ..LeftOut::default()
    }
}

/// Returns whether any corner lacks a texture coordinate or normal that others have.
fn has_gaps(mesh: &IndexedMesh) -> bool {
    (0..).zip(mesh.triangles()).any(|(triangle, &vertices)| {
        let lacks_uv =
            |set| mesh.texture_coordinates(set).is_some_and(|it| it.of_triangle(triangle, vertices).contains(&None));
        lacks_uv(0)
            || lacks_uv(1)
            || mesh.normals().is_some_and(|it| it.of_triangle(triangle, vertices).contains(&None))
    })
}

#[test]
fn values_of_corners_come_back_bit_for_bit() {
    let mut random = crate::work::seeded();
    let formats = [
        WriteFormat::Obj,
        WriteFormat::PlyAscii,
        WriteFormat::PlyBinary,
        #[cfg(feature = "gltf")]
        WriteFormat::Glb,
    ];
    for round in 0..300 {
        let mesh = random_mesh(&mut random);
        let n = mesh.triangles().len() as u32;
        let all: Vec<u32> = (0..n).collect();
        let some: Vec<u32> = (0..random.usize(1..9)).map(|_| random.u32(0..n)).collect();
        for format in formats {
            let at = format!("round {round}, {format:?}");
            let read = again(&[MeshPart::new(&mesh)], format);
            assert_same(&mesh, &all, &read, format, &at);
            // Of values that no corner has, none is written.
            let has_none = |triangle: &[u32; 3]| *triangle == [CornerValues::<3>::NONE; 3];
            let are_empty =
                |corners: Option<&std::sync::Arc<Vec<[u32; 3]>>>| corners.is_some_and(|it| it.iter().all(has_none));
            let sets = [0, 1].map(|set| mesh.texture_coordinates(set).and_then(CornerValues::corners));
            if !are_empty(mesh.normals().and_then(CornerValues::corners)) && !sets.into_iter().any(are_empty) {
                let has_zeros = !matches!(format, WriteFormat::Obj | WriteFormat::PlyAscii | WriteFormat::PlyBinary);
                let want = LeftOut { gaps: has_zeros && has_gaps(&mesh), ..lacking(&mesh, &read) };
                assert_eq!(left_out(&mesh, format), want, "{at}");
            }
            assert_same(&mesh, &some, &again(&[MeshPart::new(&mesh).only(&some)], format), format, &at);
        }
        for stl in [WriteFormat::StlAscii, WriteFormat::StlBinary] {
            let bare = IndexedMesh::new(mesh.positions(), mesh.triangles()).expect("a mesh");
            assert_eq!(left_out(&mesh, stl), lacking(&mesh, &bare), "round {round}");
        }
        // Two parts in one file: the second one's numbers begin behind those of the first.
        let written = again(&[MeshPart::new(&mesh), MeshPart::new(&mesh).only(&some)], WriteFormat::Obj);
        let both = [&all[..], &some].concat();
        assert_same(&mesh, &both, &written, WriteFormat::Obj, &format!("round {round}, two parts"));
    }
}

#[test]
fn normals_go_through_the_inverse_transpose() {
    let mut mesh =
        IndexedMesh::new(&[[0.0, 0.0, 0.0], [1.0, 0.0, 1.0], [0.0_f32, 1.0, 0.0]], &[[0_u32, 1, 2]]).expect("a mesh");
    let half = std::f32::consts::FRAC_1_SQRT_2;
    mesh.set_normals(CornerValues::by_vertex(vec![[-half, 0.0, half]; 3])).expect("they fit");
    // Flattened to a half, the slope of 45° has another normal.
    let part = MeshPart::new(&mesh).moved_by(DMat4::from_scale(DVec3::new(1.0, 1.0, 0.5)));
    for format in [WriteFormat::Obj, WriteFormat::PlyBinary] {
        let written = again(&[part], format);
        let normal = Vec3::from(written.normals().expect("normals").values()[0]);
        assert!((normal - Vec3::new(-1.0, 0.0, 2.0).normalize()).length() < 1e-6, "{normal} {format:?}");
    }
}

#[test]
fn a_texture_is_embedded_in_glb_and_named_in_ply() {
    let text = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3\nusemtl b\n\
                f 1/1 2/3 3/2\n";
    let png = b"\x89PNG\r\n\x1a\n and so on";
    let library = "newmtl a\nmap_Kd -s 2 4 -o 0.25 0.5 -clamp on a b.png\nnewmtl b\nKd 1 0 0\n";
    let files = [("m.obj", text.as_bytes()), ("m.mtl", library.as_bytes()), ("a b.png", &png[..])];
    let (mesh, _) = Load::files("m.obj", &files).indexed_mesh().expect("a mesh");
    let texture = *mesh.texture(0).expect("a texture");
    assert_eq!((mesh.texture(1).is_none(), texture.wrap), (true, [Wrap::Clamp; 2]));
    for (format, textures, texture_placement, colors) in [
        (WriteFormat::Obj, true, false, true),
        (WriteFormat::StlBinary, true, false, true),
        (WriteFormat::PlyAscii, false, true, false),
    ] {
        let told = left_out(&mesh, format);
        let told = (told.textures, told.texture_placement, told.colors);
        assert_eq!(told, (textures, texture_placement, colors), "{format}");
    }
    #[cfg(feature = "gltf")]
    {
        assert!(!left_out(&mesh, WriteFormat::Glb).textures);
        let with_webp = [files[0], files[1], ("a b.png", b"RIFF\x04\0\0\0WEBPVP8 ")];
        let of_webp = Load::files("m.obj", &with_webp);
        assert!(left_out(&of_webp.indexed_mesh().expect("a mesh").0, WriteFormat::Glb).textures);
    }

    let ply = written(&[MeshPart::new(&mesh)], WriteFormat::PlyBinary);
    let (of_ply, _) = Load::files("m.ply", &[("m.ply", &ply[..]), files[2]]).indexed_mesh().expect("a mesh");
    assert_eq!((of_ply.texture(1).is_none(), of_ply.source().materials()), (true, &["a b.png".to_owned()][..]));
    let encoded = |mesh: &IndexedMesh| {
        let images: &[Image] = mesh.textures().images();
        images.iter().map(|image| image.encoded().expect("bytes").into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(encoded(&of_ply), [png.to_vec()]);
    assert_eq!(of_ply.texture(0).expect("a texture").image_from_uv, Texture::V_UP);
    assert_eq!(of_ply.colors().triangles, [[255; 3], [255, 0, 0]], "that of the material");

    #[cfg(feature = "gltf")]
    {
        let glb = written(&[MeshPart::new(&mesh)], WriteFormat::Glb);
        let json = String::from_utf8_lossy(&glb);
        assert!(json.contains("\"mimeType\":\"image/png\"") && json.contains("\"wrapS\":33071"), "{json}");
        // At (u, v) of OBJ the image is at (0.25 + 2 u, 1 − 0.5 − 4 v), and glTF's v is 1 − v.
        assert!(json.contains("\"offset\":[0.25,-3.5],\"rotation\":0.0,\"scale\":[2.0,4.0]"), "{json}");
        assert!(glb.windows(png.len()).any(|bytes| bytes == png));
        Load::bytes("m.glb", &glb).indexed_mesh().expect("a mesh");
    }
}

#[cfg(feature = "gltf")]
#[test]
fn an_image_in_a_glb_is_no_file_and_a_face_without_coordinates_keeps_none() {
    let text = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl a\nf 1/1 2/2 3/3\nf 1 2 3\n";
    let library = b"newmtl a\nmap_Kd a.png\n";
    let files = [("m.obj", text.as_bytes()), ("m.mtl", library), ("a.png", b"\x89PNG\r\n\x1a\n")];
    let (mesh, _) = Load::files("m.obj", &files).indexed_mesh().expect("a mesh");
    let mut glb = Vec::new();
    assert_eq!(mesh.write(WriteFormat::Glb, &mut glb).expect("written").left_out, LeftOut::default());
    let (again, _) = Load::bytes("m.glb", &glb).indexed_mesh().expect("a mesh");
    let has_uv = |triangle: u32| {
        let values = again.texture_coordinates(0).expect("values");
        values.of_triangle(triangle, again.triangles()[triangle as usize]).map(|uv| uv.is_some())
    };
    assert_eq!([0, 1].map(has_uv), [[true; 3], [false; 3]]);
    let mut ply = Vec::new();
    assert!(again.write(WriteFormat::PlyAscii, &mut ply).expect("written").left_out.textures);
    assert!(!String::from_utf8_lossy(&ply).contains("TextureFile"));
}
