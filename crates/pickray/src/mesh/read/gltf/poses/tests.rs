//! Tests that compare posed meshes with positions worked out by hand and by plain sums of matrices.

use crate::mesh::read::gltf::tests::making::{Glb, TRIANGLE, loaded, refused, told};
use crate::mesh::tests::assert_tells;
use crate::mesh::{Load, Parts};
use crate::work::Progress;
use glam::{DMat3, DMat4, DVec3};
use serde_json::{Value, json};
use std::array::from_fn;

type Vertex = [f64; 3];

fn parts(file: &[u8]) -> Parts {
    let progress = Progress::default();
    let (parts, report) = Load::bytes("t.glb", file).progress(&progress).parts(0.0..1.0).expect("parts");
    parts.build_with(report, &progress, &(0.0..1.0)).expect("trees").0
}

/// Returns all corners of all triangles of the joined mesh, in the world, checked to agree with those of the scene's
/// objects to the last digits.
fn corners(file: &[u8]) -> Vec<DVec3> {
    let mesh = loaded(file).0.build().expect("a tree");
    let all: Vec<DVec3> = (0..mesh.n_triangles() as u32).flat_map(|i| mesh.triangle(i).corners()).collect();
    let parts = parts(file);
    let of_objects = parts.placed.iter().flat_map(|it| {
        let mesh = &parts.meshes[it.mesh];
        let corners = (0..mesh.n_triangles() as u32).flat_map(|i| mesh.triangle(i).corners());
        corners.map(|corner| it.world_from_object.transform_point3(corner))
    });
    let of_objects: Vec<DVec3> = of_objects.collect();
    assert!(near(&all, &of_objects), "{all:?}\n{of_objects:?}");
    all
}

/// Returns whether two lists of points are the same but for the rounding of an f32.
fn near(found: &[DVec3], want: &[DVec3]) -> bool {
    let size = want.iter().fold(0.0, |most: f64, it| most.max(it.abs().max_element()));
    found.len() == want.len() && found.iter().zip(want).all(|(a, b)| (*a - *b).abs().max_element() <= 2e-7 * size)
}

fn points(list: &[Vertex]) -> Vec<DVec3> {
    list.iter().map(|&it| DVec3::from(it)).collect()
}

fn shift(x: f64, y: f64, z: f64) -> DMat4 {
    DMat4::from_translation(DVec3::new(x, y, z))
}

/// Corners of a bar of two joints: the lower one at the foot, the upper one two up, where it bends to the left.
const BAR: [Vertex; 6] =
    [[-0.5, 0.0, 0.0], [0.5, 0.0, 0.0], [0.5, 2.0, 0.0], [-0.5, 2.0, 0.0], [0.5, 3.0, 0.0], [-0.5, 3.0, 0.0]];

fn bar_nodes(of_mesh: &Value) -> Value {
    let mut mesh = json!({"mesh": 0, "skin": 0, "translation": [7, 7, 7]});
    mesh.as_object_mut().expect("a map").extend(of_mesh.as_object().expect("a map").clone());
    let half = std::f64::consts::FRAC_1_SQRT_2;
    json!([{"children": [1, 2]}, mesh, {"children": [3]}, {"translation": [0, 2, 0], "rotation": [0, 0, half, half]}])
}

#[test]
fn a_bar_of_two_joints_bends_where_joints_and_weights_of_every_type_say() {
    let joints = [[0, 1, 9, 9]; 6];
    for joint_size in [1, 2] {
        for weight_size in [0, 1, 2] {
            let mut glb = Glb::default();
            let position = glb.floats("VEC3", &BAR);
            let joint = glb.whole(joint_size, false, &joints);
            let full = if weight_size == 1 { 255 } else { 65_535 };
            let weight = match weight_size {
                0 => glb.floats("VEC4", &[0.0, 0.0, 0.5, 0.5, 1.0, 1.0].map(|w| [1.0 - w, w, 0.0, 0.0])),
                _ => glb.whole(weight_size, true, &[0, 0, full / 5, full / 5, full, full].map(|w| [full - w, w, 0, 0])),
            };
            let inverse = glb.matrices(&[DMat4::IDENTITY, shift(0.0, -2.0, 0.0)]);
            let meshes = json!([{"primitives": [{"attributes":
                {"POSITION": position, "JOINTS_0": joint, "WEIGHTS_0": weight}}]}]);
            let skins = json!([{"joints": [2, 3], "inverseBindMatrices": inverse}]);
            let file = glb.file(bar_nodes(&json!({})), meshes, skins);
            // At the bend a vertex is between where it was and (0, 2.5), or (0, 1.5), to which the upper joint alone
            // would turn it.
            let w = if weight_size == 0 { 0.5 } else { 0.2 };
            let want = [
                [-0.5, 0.0, 0.0],
                [0.5, 0.0, 0.0],
                [0.5 - 0.5 * w, 2.0 + 0.5 * w, 0.0],
                [-0.5 + 0.5 * w, 2.0 - 0.5 * w, 0.0],
                [-1.0, 2.5, 0.0],
                [-1.0, 1.5, 0.0],
            ];
            let found = corners(&file);
            assert!(near(&found, &points(&want)), "{joint_size} {weight_size}: {found:?}");
            let (_, report) = loaded(&file);
            assert_eq!((report.warnings.len(), report.remarks.len()), (0, 1), "{report:?}");
            assert!(report.remarks[0].problem.to_string().contains("morph targets: 1;"), "{report:?}");
        }
    }
}

#[test]
fn random_skins_and_morph_targets_agree_with_plain_matrices() {
    for seed in 0..60 {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut number = || f64::from((random.f64() * 4.0 - 2.0) as f32);
        let mut point = || -> Vertex { from_fn(|_| number()) };
        let affine: [DMat4; 6] = from_fn(|_| {
            DMat4::from_translation(point().into()) * DMat4::from_mat3(DMat3::from_cols_array_2d(&from_fn(|_| point())))
        });
        let [vertices, dense, normals, normals_by]: [[Vertex; 9]; 4] = from_fn(|_| from_fn(|_| point()));
        let sparse = [(1_u8, point()), (7, point())];
        let morph = [number(), number()];
        // Two sets, whose sums are anything but 1.
        let weights: [[[f64; 4]; 9]; 2] = from_fn(|_| from_fn(|_| from_fn(|_| number().abs() + 0.01)));
        let joints: [[[u16; 4]; 9]; 2] = from_fn(|_| from_fn(|_| from_fn(|_| random.u16(..3))));

        let mut glb = Glb::default();
        let position = glb.floats("VEC3", &vertices);
        let targets = [glb.floats("VEC3", &dense), glb.sparse(9, &sparse)];
        let [normal, normal_by] = [normals, normals_by].map(|list| glb.floats("VEC3", &list));
        let sets = [0, 1].map(|set| (glb.whole(1 + set, false, &joints[set]), glb.floats("VEC4", &weights[set])));
        let inverse = glb.matrices(&affine[3..]);
        // Joint 0 below the root, joint 1 below that, joint 2 out of the scene.
        let [root, below, out] = [0, 1, 2].map(|k| affine[k].to_cols_array());
        let nodes = json!([{"children": [1, 2], "matrix": root},
            {"mesh": 0, "skin": 0, "scale": [3, 3, 3], "weights": morph}, {"children": [3], "matrix": below},
            {"translation": [1, 2, 3]}, {"children": [5], "translation": [0, 0, 9]}, {"matrix": out}]);
        let meshes = json!([{"weights": [5, 5], "primitives": [{"targets":
            [{"POSITION": targets[0], "NORMAL": normal_by}, {"POSITION": targets[1]}],
            "attributes": {"POSITION": position, "NORMAL": normal, "JOINTS_0": sets[0].0, "WEIGHTS_0": sets[0].1,
            "JOINTS_1": sets[1].0, "WEIGHTS_1": sets[1].1}}]}]);
        let file = glb.file(nodes, meshes, json!([{"joints": [2, 3, 5], "inverseBindMatrices": inverse}]));

        let first = affine[0] * affine[1];
        let world = [first, first * shift(1.0, 2.0, 3.0), shift(0.0, 0.0, 9.0) * affine[2]];
        // The matrix that moves a vertex, and the weight by which it is to be divided.
        let matrix = |i: usize| {
            let pairs = (0..8).map(|k| (joints[k / 4][i][k % 4] as usize, f64::from(weights[k / 4][i][k % 4] as f32)));
            pairs.fold((DMat4::ZERO, 0.0), |(sum, total), (joint, weight)| {
                (sum + world[joint] * affine[3 + joint] * weight, total + weight)
            })
        };
        let moved = |i: usize| {
            let given = sparse.iter().filter(|it| usize::from(it.0) == i).map(|it| morph[1] * DVec3::from(it.1));
            let vertex = DVec3::from(vertices[i]) + morph[0] * DVec3::from(dense[i]) + given.sum::<DVec3>();
            let (matrix, total) = matrix(i);
            matrix.transform_point3(vertex) / total
        };
        let (mesh, report) = loaded(&file);
        let posed = mesh.normals().expect("normals").values();
        for i in 0..9 {
            let want = DVec3::from(normals[i]) + morph[0] * DVec3::from(normals_by[i]);
            // The product with a moved edge is that with the edge before.
            let back = DMat3::from_mat4(matrix(i).0).transpose() * DVec3::from(posed[i].map(f64::from));
            let apart = (back.normalize() - want.normalize()).length();
            assert!(apart < 1e-3, "seed {seed}, vertex {i}: {back} {want}");
        }
        // The parent mirrors in half of the cases, which turns the triangles.
        let (mut found, mirrors) = (corners(&file), affine[0].determinant() < 0.0);
        found.chunks_mut(3).filter(|_| mirrors).for_each(|corners| corners.swap(1, 2));
        assert!(near(&found, &(0..9).map(moved).collect::<Vec<_>>()), "seed {seed}: {found:?}");
        let why = "glTF: mesh 0, primitive 0: the weights of 9 vertices do not add up to 1, the first is vertex 0";
        assert!(told(&report.remarks)[0].starts_with(why), "{report:?}");
    }
}

#[test]
fn weights_of_a_node_go_before_those_of_its_mesh_and_equal_poses_share_a_mesh() {
    let mut glb = Glb::default();
    let position = glb.floats("VEC3", &TRIANGLE);
    let up = glb.floats("VEC3", &[[0.0, 0.0, 0.25]; 3]);
    // Nothing is given, so that it moves nothing.
    let still = glb.accessor(json!({"componentType": 5126, "count": 3, "type": "VEC3"}));
    let nodes = json!([{"children": [1, 2, 3, 4, 5]}, {"mesh": 0}, {"mesh": 0, "weights": [1, 0]},
        {"mesh": 0, "weights": [0, 0]}, {"mesh": 0, "weights": [1, 0], "translation": [0, 0, 8]},
        {"mesh": 0, "weights": [0.5, 2]}]);
    let meshes = json!([{"weights": [0.5, 2], "primitives":
        [{"attributes": {"POSITION": position}, "targets": [{"POSITION": up}, {"POSITION": still}]}]}]);
    let file = glb.file(nodes, meshes, json!([]));
    let heights: Vec<f64> = corners(&file).chunks(3).map(|triangle| triangle[0].z).collect();
    assert_eq!(heights, [0.125, 0.25, 0.0, 8.25, 0.125]);
    let placed = parts(&file).placed;
    let same = |a: usize, b: usize| placed[a].mesh == placed[b].mesh;
    let (_, report) = loaded(&file);
    assert_eq!([same(0, 4), same(1, 3), same(0, 1), same(1, 2)], [true, true, false, false]);
    assert!(report.remarks[0].problem.to_string().contains("morph targets: 4;"), "{report:?}");
}

/// Returns a file in the making, and attributes of a triangle that goes with the first joint.
fn skinned_triangle() -> (Glb, Value) {
    let mut glb = Glb::default();
    let position = glb.floats("VEC3", &TRIANGLE);
    let joint = glb.whole(1, false, &[[0; 4]; 3]);
    let weight = glb.floats("VEC4", &[[1.0, 0.0, 0.0, 0.0]; 3]);
    (glb, json!({"POSITION": position, "JOINTS_0": joint, "WEIGHTS_0": weight}))
}

#[test]
fn a_skin_far_out_keeps_the_shape_of_its_mesh() {
    let (glb, attributes) = skinned_triangle();
    let nodes = json!([{"mesh": 0, "skin": 0, "children": [1]}, {"translation": [500_000.125, 4_500_000.25, 10]}]);
    let file = glb.file(nodes, json!([{"primitives": [{"attributes": attributes}]}]), json!([{"joints": [1]}]));
    let found = corners(&file);
    assert_eq!(found[1], DVec3::new(500_001.125, 4_500_000.25, 10.0));
    assert_eq!(found[2], DVec3::new(500_000.125, 4_500_001.25, 10.0));
}

/// Returns the file of a bar whose vertices all have these joints, with their weights, and with the JSON of what its
/// mesh's node has, of skins, and of what its primitive has. The accessors of `glb` are ahead of the bar's.
fn bar(mut glb: Glb, joints: [u16; 4], weights: &[[f64; 4]], json: [&str; 3]) -> Vec<u8> {
    let [of_mesh, skins, extra]: [Value; 3] = json.map(|text| serde_json::from_str(text).expect(text));
    let position = glb.floats("VEC3", &BAR);
    let joint = glb.whole(1, false, &[joints; 6]);
    let weight = glb.floats("VEC4", weights);
    let mut primitive = json!({"attributes": {"POSITION": position, "JOINTS_0": joint, "WEIGHTS_0": weight}});
    primitive.as_object_mut().expect("a map").extend(extra.as_object().expect("a map").clone());
    glb.file(bar_nodes(&of_mesh), json!([{"primitives": [primitive]}]), skins)
}

/// Skin of both joints.
const SKIN: &str = r#"[{"joints":[2,3]}]"#;

const LOWER: [[f64; 4]; 6] = [[1.0, 0.0, 0.0, 0.0]; 6];

#[test]
fn a_skin_that_does_not_fit_is_told_and_its_mesh_stands() {
    let told = |file: &[u8], why: &str| assert_eq!(told(&loaded(file).1.warnings), [format!("glTF: {why}")]);
    // A joint that is not there is passed over.
    let file = bar(Glb::default(), [0, 5, 0, 0], &[[0.5, 0.5, 0.0, 0.0]; 6], ["{}", SKIN, "{}"]);
    let why = "6 joints that its vertices name are not there, the first is joint 5 of vertex 0; they are ignored";
    told(&file, &format!("mesh 0, primitive 0: {why}"));
    assert_eq!(corners(&file), points(&BAR));
    // No weights at all.
    let mut weights = LOWER;
    (weights[4], weights[5]) = ([0.0; 4], [f64::NAN; 4]);
    let file = bar(Glb::default(), [1, 0, 0, 0], &weights, ["{}", SKIN, "{}"]);
    let why = "2 vertices have no weights, the first is vertex 4; they go with their first joint";
    told(&file, &format!("mesh 0, primitive 0: {why}"));
    let turned = DVec3::new(-3.0, 2.5, 0.0);
    assert!((corners(&file)[4] - turned).length() < 1e-6, "{:?}", corners(&file));
    // No joints: it stands where its node is.
    let bare = r#"{"attributes":{"POSITION":0}}"#;
    let file = bar(Glb::default(), [0; 4], &LOWER, [r#"{"name":"bar"}"#, SKIN, bare]);
    told(&file, "`bar` has a skin, and mesh 0, primitive 0 no joints and weights; it stands where its node is");
    assert_eq!(corners(&file)[0], DVec3::new(6.5, 7.0, 7.0));
    let file = bar(Glb::default(), [0; 4], &LOWER, [r#"{"weights":[1,2,3]}"#, SKIN, r#"{"targets":[{}]}"#]);
    told(&file, "`node 1` gives 3 weights, and there are 1 morph targets");
    let (mut glb, mut odd) = (Glb::default(), DMat4::IDENTITY);
    odd.w_axis.w = 2.0;
    glb.matrices(&[DMat4::IDENTITY, odd]);
    let skin = r#"[{"joints":[2,3],"inverseBindMatrices":0}]"#;
    let file = bar(glb, [0; 4], &LOWER, ["{}", skin, "{}"]);
    told(&file, "skin 0: 1 of its inverse bind matrices have a last row that is not 0 0 0 1; it is ignored");
}

#[test]
fn a_damaged_skin_is_refused_by_name() {
    let with = |skins: &str, weights: &[[f64; 4]], extra: &str| {
        let mut glb = Glb::default();
        glb.matrices(&[DMat4::IDENTITY]);
        glb.matrices(&[DMat4::IDENTITY, shift(f64::INFINITY, 0.0, 0.0)]);
        glb.floats("VEC3", &[[1e30; 3]; 6]);
        refused(&bar(glb, [0; 4], weights, [r#"{"weights":[1e30]}"#, skins, extra]))
    };
    let inverse = |accessor: u32| format!(r#"[{{"joints":[2,3],"inverseBindMatrices":{accessor}}}]"#);
    let far = "mesh 0, primitive 0: vertex 0 is posed farther out";
    for (skins, weights, extra, why) in [
        ("[]", &LOWER[..], "{}", "node 1 names skin 0, which is not there"),
        (r#"[{"joints":[]}]"#, &LOWER, "{}", "skin 0 has no joints"),
        (r#"[{"joints":"x"}]"#, &LOWER, "{}", "skin 0 cannot be read: invalid type: string"),
        (r#"[{"joints":[2,9]}]"#, &LOWER, "{}", "skin 0 names node 9, which is not there"),
        (inverse(0).as_str(), &LOWER, "{}", "skin 0 has 2 joints and 1 inverse bind matrices"),
        (inverse(1).as_str(), &LOWER, "{}", "skin 0 moves its joints by numbers that are not finite"),
        (inverse(2).as_str(), &LOWER, "{}", "accessor 2 holds `VEC3`, which are no matrices"),
        (SKIN, &LOWER[1..], "{}", "mesh 0, primitive 0 has 6 vertices and 5 weights"),
        (SKIN, &LOWER, r#"{"targets":[{"POSITION":0}]}"#, "accessor 0 holds `MAT4`, which are no displacements"),
        (SKIN, &LOWER, r#"{"targets":[{"POSITION":2}]}"#, far),
    ] {
        assert_tells(&with(skins, weights, extra), why);
    }
    // A joint in a circle that is no part of the scene.
    let (glb, attributes) = skinned_triangle();
    let nodes = json!([{"mesh": 0, "skin": 0}, {"children": [2]}, {"children": [1]}]);
    let file = glb.file(nodes, json!([{"primitives": [{"attributes": attributes}]}]), json!([{"joints": [1]}]));
    assert_tells(&refused(&file), "is met twice: nodes form a cycle");
}

#[test]
fn what_poses_say_again_and_again_is_bounded() {
    let n = 1000;
    let mut glb = Glb::default();
    let position = glb.floats("VEC3", &vec![[0.0, 1.0, 2.0]; n]);
    let joint = glb.whole(1, false, &vec![[0; 4]; n]);
    let weight = glb.floats("VEC4", &vec![[1.0; 4]; n]);
    let mut attributes = json!({"POSITION": position});
    for set in 0..600 {
        attributes[format!("JOINTS_{set}")] = json!(joint);
        attributes[format!("WEIGHTS_{set}")] = json!(weight);
    }
    let nodes = json!([{"mesh": 0, "skin": 0, "children": [1]}, {}]);
    let file = glb.file(nodes, json!([{"primitives": [{"attributes": attributes}]}]), json!([{"joints": [1]}]));
    assert_tells(&refused(&file), "primitive 0 with accessor 1 would make 1049000 values of poses");

    // Each node has a pose of its own, and so a mesh of its own.
    let up = glb.floats("VEC3", &vec![[0.0, 0.0, 1.0]; n]);
    let mut nodes = vec![json!({"children": (1..1200).collect::<Vec<_>>()})];
    nodes.extend((1..1200).map(|i| json!({"mesh": 0, "weights": [i]})));
    let meshes =
        json!([{"primitives": [{"attributes": {"POSITION": position}, "targets": [{"POSITION": up}], "mode": 5}]}]);
    assert_tells(&refused(&glb.file(json!(nodes), meshes, json!([]))), "`node 1048` would make 1049000 vertices");
}

#[test]
fn poses_of_targets_that_move_nothing_are_bounded_as_well() {
    let (mut glb, attributes) = skinned_triangle();
    let still = glb.accessor(json!({"componentType": 5126, "count": 3, "type": "VEC3"}));
    let n = 1200;
    let primitive = json!({"attributes": attributes, "targets": vec![json!({"POSITION": still}); n]});
    let mut nodes = vec![json!({"children": (1..n).collect::<Vec<_>>()})];
    nodes.extend((1..n).map(|skin| json!({"mesh": 0, "skin": skin})));
    let meshes = json!([{"weights": vec![1; n], "primitives": [primitive]}]);
    let told = refused(&glb.file(json!(nodes), meshes, json!(vec![json!({"joints": [0]}); n])));
    assert!(told.contains("primitive 0 would make") && told.contains("values of poses"), "{told}");
}

#[test]
fn normals_go_with_a_skin_and_morph_targets_that_lie_leave_them_out() {
    let mut glb = Glb::default();
    let position = glb.floats("VEC3", &BAR);
    let normal = glb.floats("VEC3", &[[0.0, 1.0, 0.0]; 6]);
    let uv = glb.floats("VEC2", &BAR.map(|[x, y, _]| [x, y]));
    let joint = glb.whole(1, false, &[[0, 1, 0, 0]; 6]);
    let weight = glb.floats("VEC4", &[0.0, 0.0, 1.0, 1.0, 1.0, 1.0].map(|w| [1.0 - w, w, 0.0, 0.0]));
    let (short, by) = (glb.floats("VEC3", &BAR[1..]), glb.floats("VEC3", &[[0.0, 0.0, 2.0]; 6]));
    let inverse = glb.matrices(&[DMat4::IDENTITY, shift(0.0, -2.0, 0.0)]);
    let posed = |target: Value| {
        let attributes = json!({"POSITION": position, "NORMAL": normal, "TEXCOORD_0": uv, "JOINTS_0": joint,
            "WEIGHTS_0": weight});
        let meshes = json!([{"weights": [0.5], "primitives": [{"attributes": attributes, "targets": [target]}]}]);
        loaded(&glb.file(bar_nodes(&json!({})), meshes, json!([{"joints": [2, 3], "inverseBindMatrices": inverse}])))
    };
    let near = |found: &[[f32; 3]], want: [Vertex; 6]| {
        let apart = |(a, b): (&[f32; 3], Vertex)| DVec3::from(a.map(f64::from)).distance(DVec3::from(b));
        found.iter().zip(want).all(|it| apart(it) < 1e-6)
    };
    // The upper joint turns to the left; a target without normals displaces none.
    for (target, z) in [(json!({}), 0.0), (json!({"NORMAL": by}), 1.0)] {
        let (mesh, report) = posed(target);
        let (up, left) = ([0.0, 1.0, z], [-1.0, 0.0, z]);
        assert!(near(mesh.normals().expect("normals").values(), [up, up, left, left, left, left]), "{mesh:?}");
        assert_eq!(mesh.texture_coordinates(0).expect("coordinates").values()[4], [0.5, 3.0]);
        assert_eq!(report.problems, 0);
    }
    let (mesh, report) = posed(json!({"NORMAL": short}));
    let why = "glTF: mesh 0, primitive 0 has 6 vertices and 5 normals; the normals are left out";
    assert_eq!(told(&report.warnings), [why]);
    assert!(mesh.normals().is_none() && mesh.texture_coordinates(0).is_some());
}
