//! Meshes that are written and read back: the same triangles in the same order.

use crate::*;
use pickray::glam::{DMat4, DVec3, Vec3};
use pickray::mesh::{IndexedMesh, MeshPart, WriteError, WriteFormat, Written, write_meshes};

/// Larger meshes of the corpus show nothing that smaller ones do not.
const MOST_TRIANGLES: usize = 10_000;

const FORMATS: [WriteFormat; 6] = [
    WriteFormat::Obj,
    WriteFormat::PlyAscii,
    WriteFormat::PlyBinary,
    WriteFormat::StlAscii,
    WriteFormat::StlBinary,
    WriteFormat::Glb,
];

/// The corners of all triangles, one behind the other.
fn corners(mesh: &IndexedMesh) -> Vec<DVec3> {
    let position = |&vertex: &u32| mesh.origin() + Vec3::from(mesh.positions()[vertex as usize]).as_dvec3();
    mesh.triangles().as_flattened().iter().map(position).collect()
}

/// So that the two zeros differ.
fn bits(corners: &[DVec3]) -> Vec<[u64; 3]> {
    corners.iter().map(|corner| corner.to_array().map(f64::to_bits)).collect()
}

fn in_f32(corners: &[DVec3]) -> Vec<DVec3> {
    corners.iter().map(|corner| corner.as_vec3().as_dvec3()).collect()
}

fn written(parts: &[MeshPart], format: WriteFormat) -> (Vec<u8>, Written) {
    let mut file = Vec::new();
    let written = write_meshes(parts, format, &mut file, &Progress::default()).expect("written");
    assert_eq!(written.bytes, file.len() as u64);
    (file, written)
}

fn read(file: &[u8]) -> IndexedMesh {
    Load::bytes("written", file).indexed_mesh().unwrap_or_else(|error| panic!("{error}")).0
}

/// The names of all triangles: object, group and material.
fn names(mesh: &IndexedMesh) -> Vec<[Option<&str>; 3]> {
    let source = mesh.source();
    let of = |triangle| [source.object(triangle), source.group(triangle), source.material(triangle)];
    (0..mesh.triangles().len() as u32).map(of).collect()
}

/// The colours of all corners, where they are those of vertices alone, which most formats keep.
fn vertex_colors(mesh: &IndexedMesh) -> Option<Vec<Option<[[f32; 3]; 3]>>> {
    let colors = mesh.colors();
    let others = colors.has_triangles() || colors.materials().iter().any(Option::is_some);
    let of_corners = || (0..mesh.triangles().len() as u32).map(|triangle| mesh.corner_colors(triangle)).collect();
    (colors.has_vertices() && !others).then(of_corners)
}

/// The meshes of the corpus that load, with their paths, and the samples.
fn meshes() -> impl Iterator<Item = (String, IndexedMesh)> {
    let paths = ["obj", "formats"].into_iter().flat_map(folders).flat_map(|folder| files_below(&folder));
    let of_files =
        paths.filter_map(|path| Some((path.display().to_string(), Load::file(&path).indexed_mesh().ok()?.0)));
    let of_samples = Sample::ALL.into_iter().map(|sample| {
        let (positions, triangles) = sample.positions_and_triangles();
        (sample.name().to_owned(), IndexedMesh::new(&positions, &triangles).expect("a mesh"))
    });
    of_files.chain(of_samples).filter(|(_, mesh)| mesh.triangles().len() <= MOST_TRIANGLES)
}

#[test]
fn every_mesh_of_the_corpus_comes_back_with_its_triangles_in_their_order() {
    let mut n = 0;
    for (name, mesh) in meshes() {
        let (whole, here) = ([MeshPart::new(&mesh)], corners(&mesh));
        for format in [WriteFormat::Obj, WriteFormat::PlyAscii, WriteFormat::PlyBinary, WriteFormat::StlAscii] {
            let (file, Written { rounding, .. }) = written(&whole, format);
            let again = read(&file);
            assert!(bits(&corners(&again)) == bits(&here) && rounding == 0.0, "{name} as {format}");
            let has_vertices = format != WriteFormat::StlAscii;
            assert!(!has_vertices || again.triangles() == mesh.triangles(), "{name} as {format}");
            let colors = vertex_colors(&mesh).filter(|_| has_vertices);
            assert!(colors.is_none() || vertex_colors(&again) == colors, "{name} as {format}");
            assert!(format != WriteFormat::Obj || names(&again) == names(&mesh), "{name} as {format}");
        }
        let (file, _) = written(&whole, WriteFormat::Glb);
        assert!(bits(&corners(&read(&file))) == bits(&here), "{name} as GLB");
        let (file, Written { rounding, .. }) = written(&whole, WriteFormat::StlBinary);
        let again = corners(&read(&file));
        assert!(bits(&again) == bits(&in_f32(&here)), "{name} as binary STL");
        let most = again.iter().zip(&here).map(|(a, b)| (a - b).abs().max_element()).fold(0.0, f64::max);
        assert_eq!(rounding, most, "{name} as binary STL");
        n += 1;
    }
    assert!(n > 60, "{n} meshes");
}

/// A square far out, and the triangle that mirrors its half, under two names.
fn scene() -> [IndexedMesh; 2] {
    let square =
        [[6e6 + 0.25, 1.0, 0.0], [6e6 + 1.25, 1.0, 0.0], [6e6 + 1.25, 2.0, 0.5], [6e6 + 0.25, 2.0, 0.0], [0.0; 3]];
    let far = IndexedMesh::new(&square, &[[0_u32, 1, 2], [0, 2, 3]]).expect("a mesh");
    let near = read(b"usemtl red\nv 0 0 0\nv 1 0 0\nv 0 1 1e-7\nv 9 9 9\nf 1 2 3\n");
    [far, near]
}

#[test]
fn parts_come_one_behind_the_other_moved_named_and_without_vertices_that_nobody_uses() {
    let [far, near] = &scene();
    assert_ne!(far.origin(), DVec3::ZERO);
    let turned = DMat4::from_rotation_z(0.5) * DMat4::from_scale(DVec3::new(1.0, -2.0, 1.0));
    let parts = [MeshPart::new(near).named("near").moved_by(turned), MeshPart::new(far).named("far").only(&[1])];
    let moved = |corner: DVec3| turned.transform_point3(corner);
    let expected: Vec<_> = corners(near).into_iter().map(moved).chain(corners(far)[3..].iter().copied()).collect();
    let (file, counts) = written(&parts, WriteFormat::Obj);
    let text = std::str::from_utf8(&file).expect("text");
    assert_eq!((counts.vertices, counts.triangles, counts.rounding), (7, 2, 0.0));
    assert!(text.contains("o near\nusemtl red\nf 1 2 3\n") && text.ends_with("o far\nusemtl \nf 5 6 7\n"), "{text}");
    let (file, _) = written(&parts, WriteFormat::StlAscii);
    let text = std::str::from_utf8(&file).expect("text");
    let numbers = |line: &str| -> Vec<f64> { line.split(' ').map(|x| x.parse().expect("a number")).collect() };
    let vertices = text.lines().filter_map(|line| line.trim().strip_prefix("vertex "));
    let in_text: Vec<_> = vertices.map(|line| DVec3::from_slice(&numbers(line))).collect();
    assert_eq!(bits(&in_text), bits(&expected));
    assert!(text.starts_with("solid near\n") && text.ends_with("endsolid far\n"), "{text}");
    assert!(text.contains("endsolid near\nsolid far\n"), "{text}");
    let (file, Written { rounding, .. }) = written(&parts, WriteFormat::StlBinary);
    assert_eq!(corners(&read(&file)), in_f32(&expected));
    assert!(0.0 < rounding && rounding < 1.0, "{rounding}");
    // Nodes have the transforms and the origins, so that no digit is lost. That of the first mirrors, for which the
    // corners are turned when they are written and when they are read.
    let (file, counts) = written(&parts, WriteFormat::Glb);
    let (scene, _) = Load::bytes("written", &file).scene().expect("a scene");
    let again: Vec<_> = scene.objects().iter().flat_map(|object| object.triangle_in_world(0).corners()).collect();
    assert_eq!(bits(&again), bits(&expected));
    let names = scene.objects().iter().map(|object| object.name.as_str());
    assert_eq!((names.collect(), counts.vertices, counts.triangles), (vec!["near", "far"], 7, 2));
}

#[test]
fn what_a_format_cannot_hold_is_refused() {
    let [far, _] = &scene();
    let refused = |part: MeshPart, format| {
        let progress = Progress::default();
        write_meshes(&[part], format, &mut Vec::new(), &progress).expect_err("refused").to_string()
    };
    let huge = DMat4::from_scale(DVec3::splat(1e300));
    let told = refused(MeshPart::new(far).moved_by(huge), WriteFormat::StlBinary);
    let advice = "beyond the numbers of binary STL: move or scale the mesh";
    assert!(told.starts_with("vertex 0 lies at 6") && told.ends_with(advice), "{told}");
    for format in [WriteFormat::Obj, WriteFormat::PlyBinary, WriteFormat::StlAscii, WriteFormat::Glb] {
        let told = refused(MeshPart::new(far).moved_by(huge * huge), format);
        assert!(told.contains("lies at inf") || told.contains("lies at NaN"), "{told}");
        assert_eq!(refused(MeshPart::new(far).only(&[]), format), "there is no triangle to write: name at least one");
    }
    let progress = Progress::default();
    progress.cancel();
    let stopped = write_meshes(&[MeshPart::new(far)], WriteFormat::Obj, &mut Vec::new(), &progress);
    assert!(matches!(stopped, Err(WriteError::Cancelled)));
}

#[test]
fn a_mesh_far_out_that_is_written_and_read_again_is_the_same_mesh_and_the_same_file() {
    let mut random = seeded();
    let mut far = 0;
    for round in 0..600 {
        let side = [8.0, 1.0, 0.5, 10.0, 100.0, 0.1, 1000.0, 3.0, 8.0 * random.f64()][random.usize(0..9)];
        let steps = [15.0, 16.0, 17.0, 700.0, 12_345.0, 1e6, 3e9][random.usize(0..7)];
        let shift = [0.0, 0.25, 0.5, 0.1, random.f64()][random.usize(0..5)];
        let place = side * DVec3::new(steps + shift, [0.0, -steps, steps / 3.0][random.usize(0..3)], shift);
        // A grid with bumps.
        let (positions, triangles) = grid(4, |x, y| {
            (place + side * DVec3::new(f64::from(x) / 4.0, f64::from(y) / 4.0, 0.3 * random.f64())).to_array()
        });
        let in_f32: Vec<_> = positions.iter().map(|p| p.map(|x| x as f32)).collect();
        let exact = IndexedMesh::new(&positions, &triangles).expect("a mesh");
        let rounded = IndexedMesh::new(&in_f32, &triangles).expect("a mesh");
        far += u32::from(exact.origin() != DVec3::ZERO);
        for (mesh, is_exact) in [(&exact, true), (&rounded, false)] {
            for format in FORMATS {
                let context = format!("{format}, round {round}: side {side} at {place}, exact {is_exact}");
                let (file, Written { rounding, .. }) = written(&[MeshPart::new(mesh)], format);
                let again = read(&file);
                assert!(written(&[MeshPart::new(&again)], format).0 == file, "{context}");
                assert!(rounding == 0.0 || format == WriteFormat::StlBinary, "{context}");
                if rounding == 0.0 {
                    assert_eq!(bits(&corners(&again)), bits(&corners(mesh)), "{context}");
                }
                if is_exact && rounding == 0.0 && format != WriteFormat::StlBinary {
                    assert_eq!(again.origin(), mesh.origin(), "{context}");
                }
                if is_exact && ![WriteFormat::StlAscii, WriteFormat::StlBinary].contains(&format) {
                    assert_eq!((again.positions(), again.bounds()), (mesh.positions(), mesh.bounds()), "{context}");
                }
            }
        }
    }
    assert!(far > 300, "{far}");
}

#[test]
fn zeros_keep_their_signs() {
    let positions = [[6e6 + 0.25, -0.0, 0.0], [6e6 + 1.25, -0.0, -0.0], [6e6 + 1.25, 2.0, -0.0]];
    let mesh = IndexedMesh::new(&positions, &[[0_u32, 1, 2]]).expect("a mesh");
    assert!(mesh.positions()[0][1].is_sign_negative());
    for format in FORMATS.into_iter().filter(|&format| format != WriteFormat::StlBinary) {
        let again = read(&written(&[MeshPart::new(&mesh)], format).0);
        let bits = |mesh: &IndexedMesh| mesh.positions().iter().map(|p| p.map(f32::to_bits)).collect::<Vec<_>>();
        assert_eq!(bits(&again), bits(&mesh), "{format}");
    }
}
