//! Compressed glTF: files that hold one scene in several ways, and files whose compressed data lie.
//!
//! The scene is a waving sheet of 63 vertices that three instances place. It was encoded by meshoptimizer's own encoder
//! and by Draco's.

use crate::fuzzed::gltf::{check, glb};
use crate::*;
use serde_json::json;

/// The files that are compressed, and whether their colours are those of the plain file to the bit.
const COMPRESSED: [(&str, bool); 4] =
    [("meshopt_ext", true), ("meshopt_khr", false), ("draco_edgebreaker", true), ("draco_sequential", true)];

fn bytes_of(name: &str) -> Vec<u8> {
    let path = root().join(format!("tests/data/formats/nasty__glb_{name}_1.glb"));
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The document and the buffer of a GLB.
fn parts(glb: &[u8]) -> (Value, Vec<u8>) {
    let length = u32::from_le_bytes(*glb[12..].first_chunk().expect("a length")) as usize;
    (serde_json::from_slice(&glb[20..20 + length]).expect("JSON"), glb[28 + length..].to_vec())
}

fn loaded(bytes: &[u8]) -> Result<Scene, String> {
    Load::bytes("t.glb", bytes).scene().map(|(scene, _)| scene).map_err(|error| error.to_string())
}

/// What a file answers after `change` has changed its document and its buffer.
fn changed(name: &str, change: impl FnOnce(&mut Value, &mut Vec<u8>)) -> Result<Scene, String> {
    let (mut document, mut buffer) = parts(&bytes_of(name));
    change(&mut document, &mut buffer);
    loaded(&glb(document.to_string().as_bytes(), &buffer))
}

/// The triangles of a mesh, zeros without a sign, each with the colours of its corners and from its smallest corner on,
/// in some fixed order.
fn triangles(mesh: &Mesh) -> Vec<[([u32; 3], [u8; 3]); 3]> {
    let mut all: Vec<_> = (0..mesh.n_triangles() as u32)
        .map(|triangle| {
            let colors = mesh.corner_colors(triangle).expect("colours");
            let mut corners = [0, 1, 2].map(|k| {
                let position = mesh.positions()[mesh.triangles()[triangle as usize][k] as usize];
                (position.map(|x| (x + 0.0).to_bits()), colors[k].map(|x| (x * 255.0).round() as u8))
            });
            let first = (0..3).min_by_key(|&k| corners[k]).expect("three");
            corners.rotate_left(first);
            corners
        })
        .collect();
    all.sort_unstable();
    all
}

#[test]
fn one_scene_is_the_same_however_it_is_compressed() {
    let plain = loaded(&bytes_of("compressed_plain")).expect("a scene");
    let (mesh, known) = (&plain.objects()[0].mesh, triangles(&plain.objects()[0].mesh));
    assert_eq!((plain.objects().len(), mesh.n_vertices(), known.len()), (3, 63, 96));
    for (name, exact) in COMPRESSED {
        if name.starts_with("draco") && !cfg!(feature = "draco") {
            let told = loaded(&bytes_of(name)).expect_err("not read");
            assert!(told.contains("by Draco (`KHR_draco_mesh_compression`), which is not read"), "{told}");
            continue;
        }
        let scene = loaded(&bytes_of(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(scene.objects().len(), 3, "{name}");
        let found = &scene.objects()[0].mesh;
        assert_eq!((found.n_vertices(), found.bounds()), (63, mesh.bounds()), "{name}");
        for (found, known) in triangles(found).iter().zip(&known) {
            for ((found, color), (known, known_color)) in found.iter().zip(known) {
                assert_eq!(found, known, "{name}");
                let apart = (0..3).map(|k| color[k].abs_diff(known_color[k])).max();
                assert!(apart <= Some(if exact { 0 } else { 6 }), "{name}: {color:?}, not {known_color:?}");
            }
        }
        // Rotations of whole numbers are decoded to one unit in the last place.
        for (found, known) in scene.objects().iter().zip(plain.objects()) {
            let apart = found.world_from_object - known.world_from_object;
            assert!(apart.to_cols_array().iter().all(|x| x.abs() < 1.5e-4), "{name}: {apart}");
        }
    }
}

#[test]
fn views_that_lie_of_their_compression_are_refused_by_name() {
    let lie = |name: &str, of: &str, key: &str, value: Value| {
        changed(name, |document, _| {
            let view = &mut document["bufferViews"][0];
            let within = if of.is_empty() { view } else { &mut view["extensions"][of] };
            within[key] = value;
        })
        .map(drop)
        .expect_err(key)
    };
    let [ext, khr] = ["EXT_meshopt_compression", "KHR_meshopt_compression"];
    let layout = "the compressed data of buffer view 0 are of another layout than it says";
    let damaged = "buffer view 0 is compressed by meshopt, and its compressed data are damaged";
    for (of, key, value, why) in [
        (ext, "count", json!(64), layout),
        (ext, "count", json!(u64::MAX), layout),
        (ext, "byteStride", json!(0), layout),
        (ext, "byteStride", json!(6), layout),
        (ext, "byteStride", json!(252), layout),
        (ext, "mode", json!("INDICES"), layout),
        (ext, "filter", json!("OCTAHEDRAL"), layout),
        (ext, "filter", json!("QUATERNION"), layout),
        ("", "byteLength", json!(768), layout),
        (ext, "mode", json!("VERTICES"), "buffer view 0 cannot be read: unknown variant `VERTICES`"),
        (ext, "byteLength", json!(0), damaged),
        (ext, "byteLength", json!(40), damaged),
        (ext, "byteOffset", json!(1), damaged),
        (ext, "byteOffset", json!(u64::MAX), "buffer view 0 reaches beyond the end of buffer 0"),
        (ext, "byteLength", json!(1_u64 << 40), "buffer view 0 reaches beyond the end of buffer 0"),
        (ext, "buffer", json!(7), "buffer view 0 names buffer 7, which is not there"),
        (ext, "buffer", json!(1), "buffer 1 has no address, and no BIN chunk holds it"),
    ] {
        let told = lie("meshopt_ext", of, key, value.clone());
        assert!(told.contains(why), "{key} {value}: {told}");
    }
    // Both names at once, or an element count that no bytes stand for.
    let told = lie("meshopt_ext", "", "extensions", json!({ext: {}, khr: {}}));
    assert!(told.contains("buffer view 0 cannot be read"), "{told}");
    let many = changed("meshopt_khr", |document, _| {
        document["bufferViews"][0]["extensions"][khr]["count"] = json!(1 << 30);
        document["bufferViews"][0]["byteLength"] = json!(12_u64 << 30);
    });
    assert!(many.expect_err("too many").contains("its compressed data are damaged"));
}

#[test]
fn a_few_compressed_bytes_do_not_make_data_without_end() {
    // Elements that never change take a byte for each 256 of them.
    let n = 256 * 30_000_u64;
    let stream = [vec![0xa1], vec![0xaa; 30_000], vec![0; 24]].concat();
    let of_views = |n_views: usize| {
        let view = |i: usize| {
            let extension = json!({"buffer": 0, "byteLength": stream.len() - i, "byteStride": 4, "mode": "ATTRIBUTES",
                "count": n - 256 * i as u64, "byteOffset": 0});
            json!({"buffer": 1, "byteLength": 4 * (n - 256 * i as u64), "byteStride": 4,
                "extensions": {"KHR_meshopt_compression": extension}})
        };
        let accessor =
            |i| json!({"bufferView": i, "componentType": 5121, "normalized": true, "count": 1000, "type": "VEC3"});
        let primitives: Vec<_> = (0..n_views).map(|i| json!({"attributes": {"POSITION": i}})).collect();
        let document = json!({"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
            "meshes": [{"primitives": primitives}], "accessors": (0..n_views).map(accessor).collect::<Vec<_>>(),
            "bufferViews": (0..n_views).map(view).collect::<Vec<_>>(),
            "buffers": [{"byteLength": stream.len()}, {"byteLength": 4 * n}]});
        loaded(&glb(document.to_string().as_bytes(), &stream))
    };
    assert_eq!(of_views(1).map(|scene| scene.objects()[0].mesh.n_triangles()), Ok(333));
    let told = of_views(3).expect_err("too many bytes");
    assert!(told.contains("buffer view 2 would make") && told.contains("stand for 67108864 at most"), "{told}");
}

#[cfg(feature = "draco")]
#[test]
fn primitives_that_lie_of_their_compression_are_refused_by_name() {
    let lie = |pointer: &str, value: Value| {
        let told = changed("draco_edgebreaker", |document, _| {
            *document.pointer_mut(pointer).expect(pointer) = value;
        });
        told.map(drop).expect_err(pointer)
    };
    let extension = "/meshes/0/primitives/0/extensions/KHR_draco_mesh_compression";
    let layout = "the compressed data of waves, primitive 0 are of another layout than it says";
    let of_colors = "the compressed data of accessor 1 are of another layout";
    let damaged = "buffer view 0 is compressed by Draco, and its compressed data are damaged";
    for (pointer, value, why) in [
        (&*format!("{extension}/attributes/POSITION"), json!(9), layout),
        (&format!("{extension}/bufferView"), json!(9), "waves, primitive 0 names buffer view 9, which is not there"),
        (&format!("{extension}/bufferView"), json!(1), "buffer view 1 is compressed by Draco, and"),
        ("/bufferViews/0/byteLength", json!(300), damaged),
        ("/accessors/2/count", json!(285), layout),
        ("/accessors/1/type", json!("VEC2"), "accessor 1 holds `VEC2`, which are no colours"),
        ("/accessors/0/count", json!(1_u64 << 60), "the bytes that are there stand for 67108864 at most"),
        (&format!("{extension}/attributes/COLOR_0"), json!(2), of_colors),
    ] {
        let told = lie(pointer, value.clone());
        assert!(told.contains(why), "{pointer} {value}: {told}");
    }
    let told = changed("draco_edgebreaker", |document, _| {
        document["meshes"][0]["primitives"][0].as_object_mut().expect("a primitive").remove("indices");
    });
    assert!(told.expect_err("no indices").contains(layout));
}

#[cfg(feature = "draco")]
#[test]
fn primitives_may_share_accessors_and_streams() {
    let [one, other] = ["draco_edgebreaker", "draco_sequential"].map(|name| parts(&bytes_of(name)));
    // The second stream stands behind the first file's buffer; a primitive names it with the accessors of the first.
    let mut document = one.0;
    let (start, length) = (one.1.len(), &other.0["bufferViews"][0]["byteLength"]);
    document["buffers"][0]["byteLength"] = json!(start + other.1.len());
    document["bufferViews"]
        .as_array_mut()
        .expect("views")
        .push(json!({"buffer": 0, "byteOffset": start, "byteLength": length}));
    let first = document["meshes"][0]["primitives"][0].clone();
    let mut second = first.clone();
    second["extensions"] = other.0["meshes"][0]["primitives"][0]["extensions"].clone();
    second["extensions"]["KHR_draco_mesh_compression"]["bufferView"] = json!(3);
    document["meshes"][0]["primitives"] = json!([first, second, first, second]);
    let scene = loaded(&glb(document.to_string().as_bytes(), &[one.1, other.1].concat())).expect("a scene");
    let mesh = &scene.objects()[0].mesh;
    assert_eq!((mesh.n_vertices(), mesh.n_triangles()), (2 * 63, 4 * 96));
    let plain = loaded(&bytes_of("compressed_plain")).expect("a scene");
    let mut known = triangles(&plain.objects()[0].mesh).repeat(4);
    known.sort_unstable();
    assert!(triangles(mesh) == known, "other triangles");
}

#[test]
fn damaged_compressed_files_are_read_or_refused() {
    let mut random = seeded();
    let files = COMPRESSED.map(|(name, _)| parts(&bytes_of(name)));
    for number in 0..1_500 {
        let (document, buffer) = &files[random.usize(..files.len())];
        let mut buffer = buffer.clone();
        for _ in 0..random.usize(1..4) {
            let at = random.usize(..buffer.len());
            buffer[at] = [random.u8(..), 0, 0xff, buffer[at] ^ 1 << random.u8(..8)][random.usize(..4)];
        }
        let file = glb(document.to_string().as_bytes(), &buffer);
        let told = std::panic::catch_unwind(|| check(&file));
        assert!(told.is_ok(), "file {number} fails");
    }
}

#[cfg(feature = "draco")]
#[test]
fn accessors_that_count_fewer_or_more_vertices_than_the_stream_are_read() {
    for name in ["less", "more"] {
        let path = format!("{}/../../tests/data/reports/draco-accessor-count/{name}.glb", env!("CARGO_MANIFEST_DIR"));
        let (mesh, report) = Load::file(path).indexed_mesh().expect(name);
        assert_eq!((mesh.triangles().len(), mesh.positions().len(), report.problems), (2, 4, 0), "{name}");
    }
}
