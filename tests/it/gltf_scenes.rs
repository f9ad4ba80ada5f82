//! Scenes of glTF whose nodes place one mesh many times, hide what they place, or share their children; and accessors
//! without bytes.

use crate::*;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use pickray::geometry::Ray;
use pickray::glam::DVec3;
use pickray::mesh::{LoadError, Node};
use pickray::study::Situation;

fn report(name: &str) -> PathBuf {
    root().join("tests/data/reports").join(name)
}

/// A list of numbers: its type, its component type, and its bytes, or how many elements it has without any.
type List<'a> = (&'a str, u32, Result<Vec<u8>, u64>);

fn floats<'a, const N: usize>(shape: &'a str, list: &[[f32; N]]) -> List<'a> {
    (shape, 5126, Ok(list.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect()))
}

/// A document whose accessor 0 has the corners of a triangle; behind it stand `lists`.
fn document(rest: &str, lists: &[List]) -> String {
    let corners = floats("VEC3", &[[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    let (mut bytes, mut views, mut accessors) = (Vec::new(), Vec::new(), Vec::new());
    for (shape, component, given) in std::iter::once(&corners).chain(lists) {
        let start = bytes.len();
        let (view, count) = match given {
            Err(count) => (String::new(), *count),
            Ok(given) => {
                bytes.extend(given);
                bytes.resize(bytes.len().next_multiple_of(4), 0);
                views.push(format!(r#"{{"buffer":0,"byteOffset":{start},"byteLength":{}}}"#, given.len()));
                let lanes = if *shape == "VEC4" { 4 } else { 3 };
                let size = if *component == 5126 { 4 } else { 1 };
                (format!(r#""bufferView":{},"#, views.len() - 1), (given.len() / lanes / size) as u64)
            }
        };
        accessors.push(format!(
            r#"{{{view}"componentType":{component},"normalized":{},"count":{count},"type":"{shape}"}}"#,
            *component == 5120
        ));
    }
    let data = BASE64_STANDARD.encode(&bytes);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"accessors":[{}],"bufferViews":[{}],
        "buffers":[{{"byteLength":{},"uri":"data:;base64,{data}"}}],{rest}}}"#,
        accessors.join(","),
        views.join(","),
        bytes.len()
    )
}

const TRIANGLE: &str = r#""meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#;

/// The one mesh, placed by one node as these lists say.
fn instances(attributes: &str) -> String {
    format!(
        r#""nodes":[{{"name":"tree","mesh":0,"translation":[10,0,0],"children":[1],
        "extensions":{{"EXT_mesh_gpu_instancing":{{"attributes":{{{attributes}}}}}}}}},{{"name":"leaf","mesh":0}}],
        "scenes":[{{"nodes":[0]}}],"extensionsRequired":["EXT_mesh_gpu_instancing"],{TRIANGLE}"#
    )
}

/// Why a document is refused, as a mesh and as a scene alike.
fn refused(document: &str) -> String {
    let told = Load::bytes("t.gltf", document.as_bytes()).mesh().map(drop).expect_err("refused").to_string();
    let scene: Result<_, LoadError> = Load::bytes("t.gltf", document.as_bytes()).scene();
    assert_eq!(scene.map(drop).expect_err("refused").to_string(), told);
    told
}

fn names(scene: &Scene) -> Vec<&str> {
    scene.objects().iter().map(|object| object.name.as_str()).collect()
}

#[test]
fn instances_are_objects_that_share_the_mesh_of_their_node() {
    let path = report("gltf-instancing-used.glb");
    let (scene, told) = Load::file(&path).scene().expect("a scene");
    assert_eq!(names(&scene), ["node 0, instance 0", "node 0, instance 1", "node 0, instance 2"]);
    // The third one mirrors: its corners are in another order.
    let share = |two: &[Object]| Arc::ptr_eq(&two[0].mesh, &two[1].mesh);
    assert_eq!(scene.objects().windows(2).map(share).collect::<Vec<_>>(), [true, false]);
    let node = scene.objects()[1].node.as_ref().and_then(Node::parent).expect("its node");
    assert_eq!((node.name(), told.triangles, told.problems), ("node 0", 6, 0));
    let (mesh, _) = Mesh::open(&path).expect("a mesh");
    for bounds in [scene.bounds(), mesh.bounds()] {
        assert_eq!((bounds.min, bounds.max), (DVec3::new(10.0, 0.0, 0.0), DVec3::new(15.0, 4.0, 0.0)));
    }
    assert_eq!(mesh.n_triangles(), 6);
    assert_eq!(mesh.source().objects().len(), 3);
}

#[test]
fn an_instance_is_scaled_turned_and_moved_before_its_node_places_it() {
    let turned_and_not = [0_i8, 0, 127, 0, 0, 0, 0, 127].map(|x| x as u8).to_vec();
    let lists = [
        floats("VEC3", &[[0.0, 0.0, 0.0], [0.0, 0.0, 5.0]]),
        ("VEC4", 5120, Ok(turned_and_not)),
        floats("VEC3", &[[1.0, 1.0, 1.0], [-2.0, 1.0, 1.0]]),
    ];
    let text = document(&instances(r#""TRANSLATION":1,"ROTATION":2,"SCALE":3,"_ID":0"#), &lists);
    let (scene, _) = Load::bytes("t.gltf", text.as_bytes()).scene().expect("a scene");
    assert_eq!(names(&scene), ["tree, instance 0", "tree, instance 1", "leaf"], "children are placed once");
    let near = |found: [DVec3; 3], want: [[f64; 3]; 3]| {
        assert!(found.iter().zip(want).all(|(a, b)| (*a - DVec3::from(b)).length() < 1e-6), "{found:?}");
    };
    let corners = |index: usize| {
        let triangle = scene.objects()[index].triangle_in_world(0);
        [triangle.a, triangle.b, triangle.c]
    };
    near(corners(0), [[10.0, 0.0, 0.0], [9.0, 0.0, 0.0], [10.0, -1.0, 0.0]]);
    // One that mirrors keeps the front of its mesh.
    near(corners(1), [[10.0, 0.0, 5.0], [10.0, 1.0, 5.0], [8.0, 0.0, 5.0]]);
    near(corners(2), [[10.0, 0.0, 0.0], [11.0, 0.0, 0.0], [10.0, 1.0, 0.0]]);
    let (mesh, _) = Load::bytes("t.gltf", text.as_bytes()).mesh().expect("a mesh");
    let joined = mesh.triangle(1);
    near([joined.a, joined.b, joined.c], [[10.0, 0.0, 5.0], [10.0, 1.0, 5.0], [8.0, 0.0, 5.0]]);
}

#[test]
fn a_node_with_only_attributes_of_its_own_stands_as_often_as_they_count() {
    let text = document(&instances(r#""_ID":0"#), &[]);
    let (scene, _) = Load::bytes("t.gltf", text.as_bytes()).scene().expect("a scene");
    assert_eq!(names(&scene), ["tree, instance 0", "tree, instance 1", "tree, instance 2", "leaf"]);
}

#[test]
fn a_count_of_instances_that_lies_is_refused_before_anything_is_made() {
    let many = 1 << 50;
    let (places, three) = (floats("VEC3", &[[0.0, 0.0, 0.0], [0.0, 0.0, 5.0]]), ("VEC3", 5126, Err(3)));
    for (lists, attributes, why) in [
        (vec![("VEC3", 5126, Err(many))], r#""TRANSLATION":1"#, "node 0 would make 1125899906842626 objects, and"),
        (vec![places.clone(), three], r#""TRANSLATION":1,"SCALE":2"#, "node 0 has 2 instances and 3 scales"),
        (vec![places.clone()], r#""TRANSLATION":1,"ROTATION":0"#, "accessor 0 holds `VEC3`, which are no rotations"),
        (vec![("VEC4", 5126, Err(2))], r#""ROTATION":1"#, "node 0 has a rotation of no length"),
        (vec![floats("VEC3", &[[f32::NAN, 0.0, 0.0]])], r#""TRANSLATION":1"#, "node 0 is placed by numbers"),
        (vec![floats("VEC3", &[[3e38, 0.0, 0.0]])], r#""SCALE":1,"TRANSLATION":9"#, "names accessor 9, which is not"),
    ] {
        let told = refused(&document(&instances(attributes), &lists));
        assert!(told.contains(why), "{told}");
    }
    let text = document(&instances(r#""TRANSLATION":1"#), &[places]);
    let told = refused(&text.replace(r#""count":2"#, r#""count":1000000"#));
    assert!(told.contains("accessor 1 reaches beyond the end of buffer view 1"), "{told}");
}

/// What a ray from z = 5 down the axis hits: the object, and where.
fn hit(scene: &Scene) -> Option<(u32, f64)> {
    let ray = Ray::between(DVec3::new(0.25, 0.5, 5.0), DVec3::new(0.25, 0.5, -5.0));
    scene.closest_hit(&ray, ..=1.0).map(|hit| (hit.object, 5.0 - 10.0 * hit.t))
}

fn seen(scene: &Scene) -> Vec<bool> {
    scene.objects().iter().map(|object| object.visible).collect()
}

#[test]
fn a_node_that_the_file_hides_is_an_object_that_is_not_hit() {
    let path = report("gltf-node-visibility-used.gltf");
    let (scene, told) = Load::file(&path).scene().expect("a scene");
    assert_eq!((seen(&scene), hit(&scene)), (vec![true, false], Some((0, 0.0))));
    assert_eq!((told.triangles, told.problems), (4, 0));
    let remarks: Vec<_> = told.remarks.iter().map(|remark| (remark.line, remark.problem.to_string())).collect();
    let why = "objects that the file hides: 1, of 2 triangles; they are counted, but neither drawn nor hit until \
               they are shown";
    assert_eq!(remarks, [(None, why.to_owned())]);
    let (mesh, of_mesh) = Mesh::open(&path).expect("a mesh");
    assert_eq!((mesh.n_triangles(), of_mesh.remarks), (4, told.remarks));
}

#[test]
fn a_file_may_require_what_hides_its_nodes_and_hide_all_of_them() {
    let text = std::fs::read_to_string(report("gltf-node-visibility-used.gltf")).expect("text");
    let hidden = r#"{"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": false}}}"#;
    let text = text.replace("extensionsUsed", "extensionsRequired").replacen(r#"{"mesh": 0}"#, hidden, 1);
    let (scene, _) = Load::bytes("t.gltf", text.as_bytes()).scene().expect("a scene");
    assert_eq!((seen(&scene), hit(&scene)), (vec![false; 2], None));
    let study = Study::new(scene, FramebufferSize { width: 90, height: 60 });
    assert!(study.view().camera.eye.is_finite());
}

#[test]
fn what_the_file_hides_is_shown_on_demand_hidden_by_a_reset_and_stays_as_it_was_saved() {
    let (scene, _) = Load::file(report("gltf-node-visibility-used.gltf")).scene().expect("a scene");
    let mut study = Study::new(scene, FramebufferSize { width: 90, height: 60 });
    study.click(&study.view().clone(), pickray::math::CursorPosition::new(45.0, 30.0));
    let mut saved: Situation = study.situation(["t.gltf"; 2]).expect("a click");
    study.apply(&Change::ShowAll).expect("a change");
    assert_eq!(seen(study.scene()), [true, true]);
    study.apply(&Change::Reset).expect("a change");
    assert_eq!(seen(study.scene()), [true, false]);
    // As it was saved while nothing was known of hidden nodes.
    saved.objects[1].visible = true;
    let meshes = study.meshes();
    study.restore(&saved, &meshes).expect("the same meshes");
    assert_eq!((seen(study.scene()), hit(study.scene())), (vec![true; 2], Some((1, 1.0))));
}

#[test]
fn accessors_without_bytes_are_zeros_those_of_indices_too() {
    let of = |primitive: &str| format!(r#""nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{primitive}]}}]"#);
    let colors = ("VEC3", 5126, Err(3));
    let text = document(
        &of(r#"{"attributes":{"POSITION":0,"COLOR_0":1}},{"attributes":{"POSITION":0},"indices":2}"#),
        &[colors, ("SCALAR", 5123, Err(6))],
    );
    let (mesh, told) = Load::bytes("t.gltf", text.as_bytes()).mesh().expect("a mesh");
    assert_eq!((mesh.triangles().len(), told.problems, &mesh.triangles()[1..]), (3, 0, &[[3; 3]; 2][..]));
    assert_eq!(mesh.corner_colors(0), Some([[0.0; 3]; 3]));
    let text = document(&of(r#"{"attributes":{"POSITION":1}}"#), &[("VEC3", 5126, Err(6))]);
    let (mesh, _) = Load::bytes("t.gltf", text.as_bytes()).mesh().expect("a mesh");
    assert_eq!((mesh.n_triangles(), mesh.bounds().size()), (2, DVec3::ZERO));
    let [vectors, indices] = [("VEC3", 5126, Err(1 << 60)), ("SCALAR", 5125, Err(1 << 60))];
    for (primitive, list, why) in [
        (r#"{"attributes":{"POSITION":1}}"#, vectors.clone(), "1152921504606846976 vertices are more than"),
        (r#"{"attributes":{"POSITION":0},"indices":1}"#, indices, "384307168202282325 triangles"),
        (r#"{"attributes":{"POSITION":0,"COLOR_0":1}}"#, vectors, "has 3 vertices and 1152921504606846976 colours"),
    ] {
        let told = refused(&document(&of(primitive), &[list]));
        assert!(told.contains(why), "{told}");
    }
}

#[test]
fn compressed_data_count_where_there_is_no_fallback() {
    let path = report("gltf-draco-used-without-fallback.gltf");
    let told = Mesh::open(&path).map(drop).expect_err("refused").to_string();
    let why = "buffer view 0 is compressed by Draco, and its compressed data are damaged; correct the file, or export \
               it again";
    assert!(told.ends_with(why), "{told}");
    // Where the accessors have bytes, these are the mesh.
    let text = std::fs::read_to_string(&path).expect("text");
    let text = text.replace(r#"{"componentType": 5126"#, r#"{"bufferView": 0, "componentType": 5126"#);
    let text = text.replace(r#"{"componentType": 5123"#, r#"{"bufferView": 1, "componentType": 5123"#);
    assert_eq!(Load::bytes("t.gltf", text.as_bytes()).mesh().expect("a mesh").0.n_triangles(), 2);
    // A buffer that is there for views that are compressed alone is not for others.
    let rest = format!(r#""nodes":[{{"mesh":0}}],{TRIANGLE}"#);
    let text = document(&rest, &[]);
    let (start, end) = (text.find(r#""uri""#).expect("an address"), text.find("\"}],\"nodes").expect("its end") + 1);
    let fallback = r#""extensions":{"EXT_meshopt_compression":{"fallback":true}}"#;
    let told = refused(&format!("{}{fallback}{}", &text[..start], &text[end..]));
    assert!(told.contains("buffer 0 has no address, and no BIN chunk holds it"), "{told}");
}

#[test]
fn info_counts_nodes_that_share_a_name() {
    let desk = Workdir::new();
    let text = std::fs::read_to_string(report("gltf-node-visibility-used.gltf")).expect("a file");
    desk.write("one-name.gltf", &text.replace(r#"{"mesh": 0"#, r#"{"name": "leaf", "mesh": 0"#));
    assert_eq!(desk.json("info one-name.gltf")["objects"], json!(["leaf", "leaf"]));
    assert!(desk.run("info one-name.gltf").stdout.contains("objects     2: leaf, leaf\n"));
}
