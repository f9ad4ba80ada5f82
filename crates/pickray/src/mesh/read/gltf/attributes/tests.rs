//! Tests that compare texture coordinates and normals with those that plain walks through the lists of a document give.

use super::Attributes;
use crate::math::inverse_transpose;
use crate::mesh::read::gltf::tests::making::{self, Glb, told};
use crate::mesh::{CornerValues, IndexedMesh, Load, LoadReport};
use glam::{DMat3, DVec3};
use serde_json::{Value, json};

fn loaded(file: &[u8]) -> (IndexedMesh, LoadReport) {
    let (mesh, report) = making::loaded(file);
    mesh.attributes.check(mesh.positions.len(), mesh.triangles.len()).expect("a value for each");
    let (bare, _) = Load::bytes("t.glb", file).attributes(false).indexed_mesh().expect("a mesh");
    // Nothing else of the mesh changes.
    assert_eq!((mesh.origin, &mesh.positions, &mesh.triangles), (bare.origin, &bare.positions, &bare.triangles));
    assert_eq!((mesh.bounds, &mesh.colors), (bare.bounds, &bare.colors));
    assert!(bare.texture_coordinates(0).or(bare.texture_coordinates(1)).is_none() && bare.normals().is_none());
    (mesh, report)
}

/// Returns the values at the corners of all triangles; none for a set that is not there.
fn at_corners<const N: usize>(mesh: &IndexedMesh, values: Option<&CornerValues<N>>) -> Vec<[Option<[f32; N]>; 3]> {
    let of = |(i, &vertices): (usize, &[u32; 3])| values.map_or([None; 3], |it| it.of_triangle(i as u32, vertices));
    mesh.triangles().iter().enumerate().map(of).collect()
}

/// Returns the document of one mesh of these primitives, placed once.
fn of_mesh(glb: &Glb, primitives: Value) -> Vec<u8> {
    glb.file(json!([{"mesh": 0}]), json!([{"primitives": primitives}]), json!([]))
}

const CORNERS: [[f64; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.5]];
const UV: [[f64; 2]; 4] = [[0.0, 0.0], [1.0, 0.25], [-3.0, 0.5], [0.1, 7.0]];

/// Returns a file in the making with the accessors of the corners and of their texture coordinates.
fn square() -> (Glb, usize, usize) {
    let mut glb = Glb::default();
    let (position, uv) = (glb.floats("VEC3", &CORNERS), glb.floats("VEC2", &UV));
    (glb, position, uv)
}

#[test]
fn one_list_for_each_vertex_stays_one() {
    let (glb, position, uv) = square();
    let primitive = json!({"attributes": {"POSITION": position, "TEXCOORD_1": uv, "NORMAL": position}, "mode": 5});
    let (mesh, report) = loaded(&of_mesh(&glb, json!([primitive, primitive])));
    let uv = mesh.texture_coordinates(1).expect("coordinates");
    assert_eq!(uv, &CornerValues::by_vertex(UV.map(|uv| uv.map(|x| x as f32))));
    assert!(mesh.texture_coordinates(0).is_none() && mesh.normals().expect("normals").corners().is_none());
    assert!(mesh.v_is_down() && report.problems == 0 && mesh.positions().len() == 4);
}

/// A random list of each kind for `n` vertices, and the accessors of them.
struct Lists {
    uvs: [(usize, Vec<[f64; 2]>); 2],
    normals: Vec<[f64; 3]>,
    normal: usize,
    position: usize,
}

#[test]
fn random_primitives_in_random_places_have_the_values_of_their_accessors() {
    const N: usize = 7;
    for seed in 0..150 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut number = || f64::from((random.f64() * 4.0 - 2.0) as f32);
        let mut glb = Glb::default();
        let lists: [Lists; 2] = std::array::from_fn(|_| {
            let positions: [[f64; 3]; N] = std::array::from_fn(|_| [number(), number(), number()]);
            let uvs = std::array::from_fn(|_| {
                let list: Vec<_> = (0..N).map(|_| [number(), number()]).collect();
                let index = glb.floats("VEC2", &list);
                (index, list)
            });
            let normals: Vec<_> = (0..N).map(|_| [number(), number(), number()]).collect();
            Lists { uvs, normal: glb.floats("VEC3", &normals), normals, position: glb.floats("VEC3", &positions) }
        });
        let transforms: Vec<[f64; 9]> = (0..3).map(|_| std::array::from_fn(|_| number())).collect();
        // What each primitive has: a list of vertices, the lists of two sets and of normals, and corners by strips.
        let mut primitives = Vec::new();
        let mut want = Vec::new();
        for _ in 0..random.usize(1..6) {
            let vertices = random.usize(..2);
            let [of_first, of_second, of_normal] =
                std::array::from_fn(|_| Some(random.usize(..2)).filter(|_| random.u8(..3) > 0));
            let mode = random.usize(4..7);
            let indices: Vec<u8> = (0..3 * random.usize(1..5)).map(|_| random.u8(..N as u8)).collect();
            let view = glb.view(indices.iter().copied());
            let count = indices.len();
            let index =
                glb.accessor(json!({"bufferView": view, "componentType": 5121, "count": count, "type": "SCALAR"}));
            let mut attributes = json!({"POSITION": lists[vertices].position});
            for (set, of) in [of_first, of_second].into_iter().enumerate() {
                if let Some(of) = of {
                    attributes[format!("TEXCOORD_{set}")] = json!(lists[of].uvs[set].0);
                }
            }
            if let Some(of) = of_normal {
                attributes["NORMAL"] = json!(lists[of].normal);
            }
            primitives.push(json!({"attributes": attributes, "indices": index, "mode": mode}));
            let corners: Vec<[usize; 3]> = match mode {
                4 => (0..count / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect(),
                5 => (0..count - 2).map(|i| if i % 2 == 0 { [i, i + 1, i + 2] } else { [i, i + 2, i + 1] }).collect(),
                _ => (0..count - 2).map(|i| [i + 1, i + 2, 0]).collect(),
            };
            for corners in corners {
                let vertices = corners.map(|corner| usize::from(indices[corner]));
                let uv = [of_first, of_second].map(|of| vertices.map(|vertex| Some((of?, vertex))));
                want.push((uv, of_normal.map(|of| vertices.map(|vertex| lists[of].normals[vertex]))));
            }
        }
        let mut nodes = vec![json!({"children": [1, 2, 3]})];
        nodes.extend(transforms.iter().map(|m| {
            let column = |i: usize| [m[3 * i], m[3 * i + 1], m[3 * i + 2], 0.0];
            let matrix = [column(0), column(1), column(2), [1.0, 2.0, 3.0, 1.0]].concat();
            json!({"mesh": 0, "matrix": matrix})
        }));
        let file = glb.file(json!(nodes), json!([{"primitives": primitives}]), json!([]));
        let (joined, report) = loaded(&file);
        assert_eq!(report.problems, 0, "seed {seed}: {report:?}");
        let (parts, _) = Load::bytes("t.glb", &file).parts(0.0..1.0).expect("parts");
        for (i, transform) in transforms.iter().enumerate() {
            let matrix = DMat3::from_cols_array(transform);
            let turns = matrix.determinant() < 0.0;
            let part = &parts.meshes[parts.placed[i].mesh];
            part.attributes.check(part.positions.len(), part.triangles.len()).expect("a value for each");
            for (k, &(uvs, normals)) in want.iter().enumerate() {
                for (mesh, triangle, is_joined) in [(&joined, i * want.len() + k, true), (&**part, k, false)] {
                    let vertices = mesh.triangles()[triangle];
                    let order = if turns { [0, 2, 1] } else { [0, 1, 2] };
                    for (set, uv) in uvs.into_iter().enumerate() {
                        let values = mesh.texture_coordinates(set);
                        let found = values.map_or([None; 3], |it| it.of_triangle(triangle as u32, vertices));
                        let of = |(of, vertex): (usize, usize)| lists[of].uvs[set].1[vertex].map(|x: f64| x as f32);
                        assert_eq!(found, order.map(|k| uv[k].map(of)), "seed {seed}, {is_joined}");
                    }
                    let found = mesh.normals().map_or([None; 3], |it| it.of_triangle(triangle as u32, vertices));
                    for (found, k) in found.into_iter().zip(order) {
                        let want = normals.map(|normals| DVec3::from(normals[k]));
                        let Some((found, want)) = found.zip(want) else {
                            assert_eq!(found.is_some(), want.is_some(), "seed {seed}, {is_joined}");
                            continue;
                        };
                        // The product with a moved edge is that with the edge before, but for a factor above 0.
                        let found = DVec3::from(found.map(f64::from));
                        let back = if is_joined { matrix.transpose() * found } else { found };
                        let apart = back.normalize() - want.normalize();
                        // Numbers of f32 are off by half of 2⁻²³, and the product by as much of its terms.
                        let size = matrix.to_cols_array().iter().map(|x| x * x).sum::<f64>().sqrt();
                        let off = 2e-7 * size.max(1.0) * found.length() / back.length();
                        assert!(apart.length() < off, "seed {seed}, {is_joined}: {back} {want}");
                    }
                }
            }
        }
    }
}

#[test]
fn normals_turn_with_a_rotation_as_long_as_they_were_and_vanish_where_planes_do() {
    let turn = DMat3::from_axis_angle(DVec3::new(1.0, 2.0, -2.0).normalize(), 0.7);
    assert!((inverse_transpose(&turn) - turn).to_cols_array().iter().all(|x| x.abs() < 1e-15));
    for size in [1e-200, 1e-30, 1e30, 1e150] {
        let scaled = inverse_transpose(&(turn * size));
        assert!((scaled - turn).to_cols_array().iter().all(|x| x.abs() < 1e-15), "{size}");
    }
    // Flat along x: the plane across stays one.
    let flat = DMat3::from_diagonal(DVec3::new(0.0, 2.0, 3.0));
    let normal = inverse_transpose(&flat) * DVec3::new(5.0, 1.0, 1.0);
    assert!(normal.x > 0.0 && normal.y == 0.0 && normal.z == 0.0, "{normal}");
    let line = inverse_transpose(&DMat3::from_diagonal(DVec3::X)) * DVec3::ONE;
    assert!(!line.is_finite() && !(inverse_transpose(&DMat3::ZERO) * DVec3::ONE).is_finite());
}

#[test]
fn whole_numbers_as_coordinates_are_the_nearest_to_their_rationals() {
    for (code, size, low, high) in
        [(5120, 1, -128, 127), (5121, 1, 0, 255), (5122, 2, -32768, 32767), (5123, 2, 0, 65535)]
    {
        let list: Vec<i32> = (low..=high).step_by(if size == 1 { 1 } else { 17 }).chain([high]).collect();
        let n = list.len();
        for normalized in [false, true] {
            let mut glb = Glb::default();
            let position = glb.floats("VEC3", &vec![[0.0, 1.0, 2.0]; n]);
            let bytes = list.iter().flat_map(|&x| [x, 0]).flat_map(|x| x.to_le_bytes().into_iter().take(size));
            let view = glb.view(bytes);
            let uv = glb.accessor(json!({"bufferView": view, "componentType": code, "count": n, "type": "VEC2",
                "normalized": normalized}));
            let file = of_mesh(&glb, json!([{"attributes": {"POSITION": position, "TEXCOORD_0": uv}, "mode": 5}]));
            let (mesh, report) = loaded(&file);
            assert_eq!(report.problems, 0);
            for (&[u, v], &x) in mesh.texture_coordinates(0).expect("coordinates").values().iter().zip(&list) {
                let over = if normalized { f64::from(high) } else { 1.0 };
                let want = f64::from(x).max(if normalized { -over } else { f64::MIN });
                // All products and differences are exact.
                let off = |u: f32| (f64::from(u) * over - want).abs();
                assert!(v == 0.0 && off(u) <= off(u.next_up()) && off(u) <= off(u.next_down()), "{code} {x}: {u}");
            }
        }
    }
    // Whole numbers as normals are fractions, whatever their accessor says.
    let mut glb = Glb::default();
    let position = glb.floats("VEC3", &CORNERS);
    let view = glb.view([0, 0, 127, 0, 0, 0, 129, 0, 128, 0, 0, 0, 64, 0, 0, 0]);
    glb.views[view]["byteStride"] = json!(4);
    let normal = glb.accessor(json!({"bufferView": view, "componentType": 5120, "count": 4, "type": "VEC3"}));
    let (mesh, _) = loaded(&of_mesh(&glb, json!([{"attributes": {"POSITION": position, "NORMAL": normal}}])));
    let third = 64.0 / 127.0;
    let want = [[0.0, 0.0, 1.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0], [third, 0.0, 0.0]];
    assert_eq!(mesh.normals().expect("normals").values(), want);
}

#[test]
fn sparse_coordinates_replace_some_or_stand_among_zeros() {
    let (mut glb, position, uv) = square();
    let places = glb.view([1, 3]);
    let values = glb.view([9.0_f32, 8.0, 7.0, 6.0].iter().flat_map(|x| x.to_le_bytes()));
    let sparse =
        json!({"count": 2, "indices": {"bufferView": places, "componentType": 5121}, "values": {"bufferView": values}});
    for base in [None, Some(uv)] {
        let mut accessor = json!({"componentType": 5126, "count": 4, "type": "VEC2", "sparse": sparse});
        if let Some(base) = base {
            accessor["bufferView"] = glb.accessors[base]["bufferView"].clone();
        }
        let index = glb.accessor(accessor);
        let (mesh, _) = loaded(&of_mesh(&glb, json!([{"attributes": {"POSITION": position, "TEXCOORD_0": index}}])));
        let of = |i: usize| if base.is_some() { UV[i].map(|x| x as f32) } else { [0.0; 2] };
        let want = [of(0), [9.0, 8.0], of(2), [7.0, 6.0]];
        assert_eq!(mesh.texture_coordinates(0).expect("coordinates").values(), want);
    }
}

#[test]
fn lists_that_lie_are_told_and_left_out_and_the_mesh_is_read() {
    let (mut glb, position, uv) = square();
    let short = glb.floats("VEC2", &UV[1..]);
    let beyond =
        glb.accessor(json!({"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2", "byteOffset": 8}));
    let whole = glb.accessor(json!({"bufferView": 1, "componentType": 5125, "count": 4, "type": "VEC2"}));
    let odd = glb.accessor(json!({"bufferView": 1, "componentType": "x"}));
    let nan = glb.floats("VEC2", &[[0.0, 1.0], [f64::NAN, 1.0], [0.0, f64::INFINITY], [0.5, 0.5]]);
    for (name, index, why) in [
        ("TEXCOORD_0", json!(short), "mesh 0, primitive 0 has 4 vertices and 3 texture coordinates"),
        ("TEXCOORD_1", json!(beyond), "accessor 3 reaches beyond the end of buffer view 1"),
        ("TEXCOORD_0", json!(whole), "accessor 4 holds `u32`, which are no texture coordinates"),
        ("TEXCOORD_0", json!(position), "accessor 0 holds `VEC3`, which are no texture coordinates"),
        ("NORMAL", json!(uv), "accessor 1 holds `VEC2`, which are no normals"),
        ("NORMAL", json!(99), "mesh 0, primitive 0 names accessor 99, which is not there"),
        ("NORMAL", json!({"a": [-1]}), "mesh 0, primitive 0 names accessor 4294967295, which is not there"),
        ("NORMAL", json!(odd), "accessor 5 cannot be read: invalid type: string \"x\", expected u32"),
    ] {
        let what = if name == "NORMAL" { "normals" } else { "texture coordinates" };
        let why = format!("glTF: {why}; the {what} are left out");
        let good = if name == "NORMAL" { "TEXCOORD_0" } else { "NORMAL" };
        let other = if name == "NORMAL" { uv } else { position };
        let file = of_mesh(&glb, json!([{"attributes": {"POSITION": position, name: index, good: other}, "mode": 5}]));
        let (mesh, report) = loaded(&file);
        assert_eq!((told(&report.warnings), report.problems), (vec![why], 1));
        assert_eq!(mesh.normals().is_some(), name != "NORMAL");
        assert_eq!(mesh.texture_coordinates(0).is_some(), name == "NORMAL");
    }
    let file = of_mesh(&glb, json!([{"attributes": {"POSITION": position, "TEXCOORD_0": nan}, "mode": 5}]));
    let (mesh, report) = loaded(&file);
    let why = "glTF: mesh 0, primitive 0: 2 of its texture coordinates are not finite, the first are those of vertex \
               1; they are left out";
    assert_eq!(told(&report.warnings), [why]);
    let set = at_corners(&mesh, mesh.texture_coordinates(0));
    assert_eq!(set, [[Some([0.0, 1.0]), None, None], [None, Some([0.5, 0.5]), None]]);
}

#[test]
fn coordinates_without_bytes_of_their_own_are_bounded_and_the_mesh_is_read() {
    let n = 20_000;
    let mut glb = Glb::default();
    let positions: Vec<_> = (0..n).map(|i| [f64::from(i), 1.0, f64::from(i % 7)]).collect();
    let position = glb.floats("VEC3", &positions);
    let view = glb.view([0, 0, 1, 0, 2, 0]);
    let index = glb.accessor(json!({"bufferView": view, "componentType": 5123, "count": 3, "type": "SCALAR"}));
    let uv = |glb: &mut Glb| glb.accessor(json!({"componentType": 5126, "count": n, "type": "VEC2"}));
    let primitives: Vec<_> = (0..30)
        .map(|_| {
            let attributes = json!({"POSITION": position, "TEXCOORD_0": uv(&mut glb), "TEXCOORD_1": uv(&mut glb)});
            json!({"attributes": attributes, "mode": 5, "indices": index})
        })
        .collect();
    let (mesh, report) = loaded(&of_mesh(&glb, json!(primitives)));
    let why = "glTF: mesh 0, primitive 26 with accessor 54 would make 1060000 texture coordinates and normals, and the \
               bytes that are there stand for 1048576 at most; the texture coordinates are left out";
    assert_eq!(told(&report.warnings)[0], why);
    assert_eq!((mesh.positions().len(), mesh.triangles().len()), (600_000, 30));
    let at = at_corners(&mesh, mesh.texture_coordinates(0));
    assert!(at[25][0].is_some() && at[26][0].is_none());
}

#[test]
fn sets_of_joints_count_as_pairs() {
    let joints = |text: &str| serde_json::from_str::<Attributes>(text).expect("attributes").joints();
    let both = r#"{"WEIGHTS_1":4,"NORMAL":"x","JOINTS_0":1,"JOINTS_1":3,"WEIGHTS_0":2,"POSITION":0}"#;
    assert_eq!(joints(both), Some(vec![[1, 2], [3, 4]]));
    assert_eq!(joints(r#"{"JOINTS_0":1,"WEIGHTS_0":2,"JOINTS_1":3}"#), None);
    assert_eq!(joints(r#"{"POSITION":0,"_JOINTS":1}"#), None);
}
