//! Tests of whole documents: what of them becomes a mesh, under which names, and at what cost.

pub mod making;

use super::buffers::Buffers;
use super::document::{Document, List};
use super::primitives::read_mesh;
use super::source::Source;
use super::textures::Materials;
use crate::mesh::problem::Problem;
use crate::mesh::tests::assert_tells;
use crate::mesh::text::Text;
use crate::mesh::{IndexedMesh, Load, LoadError, LoadReport};
use crate::work::Progress;
use glam::DVec3;

const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.25]];

/// Returns a document whose buffer 0 has 100 bytes: four corners with a colour of three bytes each, and six indices of
/// a byte; accessors 0, 1 and 2.
fn document(rest: &str) -> String {
    let mut bytes = Vec::new();
    for corner in CORNERS {
        bytes.extend(corner.into_iter().flat_map(f32::to_le_bytes));
        bytes.extend([255, 55, 0, 0]);
    }
    bytes.extend([0, 1, 2, 2, 1, 3]);
    bytes.resize(100, 0);
    let data = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, bytes);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":100,"uri":"data:;base64,{data}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":64,"byteStride":16}},{{"buffer":0,"byteOffset":64,"byteLength":6}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":4,"type":"VEC3"}},
        {{"bufferView":0,"byteOffset":12,"componentType":5121,"normalized":true,"count":4,"type":"VEC3"}},
        {{"bufferView":1,"componentType":5121,"count":6,"type":"SCALAR"}}],{rest}}}"#
    )
}

/// Primitives of all corners in a row, and of those that indices name.
const BARE: &str = r#"{"attributes":{"POSITION":0}}"#;
const INDEXED: &str = r#"{"attributes":{"POSITION":0},"indices":2}"#;

/// Returns the lists of nodes and of one mesh of these primitives.
fn lists(nodes: &str, primitives: &str) -> String {
    format!(r#""nodes":[{nodes}],"meshes":[{{"primitives":[{primitives}]}}]"#)
}

fn of_primitives(primitives: &str) -> String {
    lists(r#"{"mesh":0}"#, primitives)
}

fn loaded(rest: &str) -> Result<(IndexedMesh, LoadReport), LoadError> {
    Load::bytes("t.gltf", document(rest).as_bytes()).indexed_mesh()
}

#[track_caller]
fn assert_refused(text: &str, why: &str) {
    assert_tells(&making::refused(text.as_bytes()), why);
}

#[test]
fn animations_are_told_of_and_those_that_are_no_list_do_not_matter() {
    let remarks = |animations: &str| {
        let mesh = of_primitives(INDEXED);
        let (_, report) = loaded(&format!(r#"{mesh},"scenes":[{{"nodes":[0]}}]{animations}"#)).expect("a mesh");
        assert_eq!(report.problems, 0);
        report.remarks.iter().map(|remark| remark.problem.to_string()).collect::<Vec<_>>()
    };
    let told = "animations: 2; they are not played, and nodes stand where the file places them";
    assert_eq!(remarks(r#","animations":[{"channels":[],"samplers":[]},{}]"#), [told]);
    for none in ["", r#","animations":[]"#, r#","animations":{"a":1}"#, r#","animations":null"#] {
        assert_eq!(remarks(none), [""; 0], "{none}");
    }
}

#[test]
fn triangles_are_named_by_node_mesh_primitive_and_material() {
    let (mesh, report) = loaded(
        r#""nodes":[{"name":"left","mesh":0},{"mesh":0,"translation":[5,0,0]}],
        "materials":[{"name":"red"},{},{"name":"red"}],
        "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":2,"material":2},
        {"attributes":{"POSITION":0},"mode":5,"material":0},{"attributes":{"POSITION":0},"mode":6,"material":1},
        {"attributes":{"POSITION":0},"mode":1}]}]"#,
    )
    .expect("a mesh");
    // The primitives of a mesh share its vertices.
    assert_eq!((report.vertices, report.triangles, report.polylines), (8, 12, 1));
    assert_eq!(report.remarks[0].problem, Problem::NoScene);
    let source = mesh.source();
    let names =
        |i: u32| (source.object(i).unwrap(), source.group(i).unwrap(), source.material(i).unwrap(), source.face(i));
    assert_eq!(names(1), ("left", "mesh 0, primitive 0", "red", 2));
    assert_eq!(names(9), ("node 1", "mesh 0, primitive 1", "red (material 0)", 2));
    assert_eq!(names(10), ("node 1", "mesh 0, primitive 2", "material 1", 1));
    let corners: Vec<_> = mesh.triangles()[..6].to_vec();
    assert_eq!(corners, [[0, 1, 2], [2, 1, 3], [0, 1, 2], [1, 3, 2], [1, 2, 0], [2, 3, 0]]);
    assert_eq!(mesh.bounds().max, DVec3::new(6.0, 1.0, 0.25));
}

#[test]
fn linear_colours_become_srgb() {
    let materials = r#""materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0.2140411,0,0.5]}}],"#;
    let primitives = r#"{"attributes":{"POSITION":0},"indices":2},
        {"attributes":{"POSITION":0,"COLOR_0":1},"indices":2,"material":0}"#;
    let (mesh, _) = loaded(&(materials.to_owned() + &of_primitives(primitives))).expect("a mesh");
    assert_eq!(mesh.colors().vertices[..5], [[255; 3], [255; 3], [255; 3], [255; 3], [255, 128, 0]]);
    let [red, green, blue] = mesh.colors().materials()[0].expect("a colour");
    assert!((red, blue) == (1.0, 0.0) && (green - 0.5).abs() < 1e-6, "{green}");
}

#[test]
fn what_stands_far_out_keeps_its_shape() {
    let placed = |node: &str| loaded(&lists(node, BARE));
    let (mesh, _) = placed(r#"{"mesh":0,"translation":[500000.125,4500000.25,10]}"#).expect("a mesh");
    let mesh = mesh.build().expect("a tree");
    assert_eq!(mesh.triangle(0).b, DVec3::new(500_001.125, 4_500_000.25, 10.0));
    for (scale, why) in [
        ("[1e39,1,1]", "places its mesh farther out"),
        ("[1e-50,1e-50,1e-50]", "single precision rounds to a point; scale it up"),
    ] {
        assert_tells(&placed(&format!(r#"{{"mesh":0,"scale":{scale}}}"#)).expect_err(scale).to_string(), why);
    }
}

#[test]
fn few_bytes_do_not_make_a_mesh_without_end() {
    // Each of many accessors names the same bytes a million times.
    let accessors = [r#"{"componentType":5126,"count":1000000,"type":"VEC3","sparse":{"count":1,
        "indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}}}"#; 40];
    let primitives: Vec<_> = (0..40).map(|i| format!(r#"{{"attributes":{{"POSITION":{i}}}}}"#)).collect();
    let text = document(&of_primitives(&primitives.join(",")))
        .replace(r#""accessors":["#, &format!(r#""accessors":[{},"#, accessors.join(",")));
    assert_refused(&text, "mesh 0, primitive 1 with accessor 1 would make 2000000 vertices, and");

    // A strip of a million triangles, which many nodes place: too many for one mesh, and few for a scene, which shares
    // them.
    let nodes = [r#"{"mesh":0}"#; 40].join(",");
    let text = document(&lists(&nodes, r#"{"attributes":{"POSITION":0},"mode":5}"#))
        .replace(r#""accessors":["#, &format!(r#""accessors":[{},"#, accessors[0]));
    assert_refused(&text, "vertices are more than the 33554432");
}

/// Returns a document of one mesh, whose primitives are these, and of a buffer of positions of one byte each.
fn of_small_positions(n: usize, primitives: &[String]) -> String {
    let bytes: Vec<u8> = (0..3 * n).map(|i| (i * i % 251) as u8).collect();
    let data = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, &bytes);
    format!(
        r#"{{"asset":{{"version":"2.0"}},"buffers":[{{"byteLength":{0},"uri":"data:;base64,{data}"}}],
        "bufferViews":[{{"buffer":0,"byteLength":{0}}}],"nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{1}]}}],
        "accessors":[{{"bufferView":0,"componentType":5120,"count":{n},"type":"VEC3"}},
        {{"componentType":5125,"count":4000000,"type":"SCALAR",
        "sparse":{{"count":1,"indices":{{"bufferView":0,"componentType":5121}},"values":{{"bufferView":0}}}}}}]}}"#,
        bytes.len(),
        primitives.join(",")
    )
}

#[test]
fn triangles_without_bytes_of_their_own_are_bounded() {
    let strip = r#"{"attributes":{"POSITION":0},"mode":5}"#.to_owned();
    // Variants of one part share its vertices, and are as many as real files have.
    let (mesh, report) = Load::bytes("t.gltf", of_small_positions(100, &vec![strip.clone(); 1000]).as_bytes())
        .indexed_mesh()
        .expect("a mesh");
    assert_eq!((report.vertices, mesh.triangles().len()), (100, 98_000));
    let why = "glTF: mesh 0, primitive 34 would make 1049930 triangles, and the bytes that are there stand for 1048576 \
               at most; place one mesh by several nodes instead of repeating it";
    assert_refused(&of_small_positions(30_000, &vec![strip; 100]), why);
    let sparse = r#"{"attributes":{"POSITION":0},"indices":1}"#.to_owned();
    let why = "mesh 0, primitive 0 with accessor 1 would make 1333333 triangles";
    assert_refused(&of_small_positions(100, &[sparse]), why);
}

#[test]
fn reading_stops_when_asked_to() {
    let progress = Progress::default();
    progress.cancel();
    let text = document(&of_primitives(BARE));
    let loaded = Load::bytes("t.gltf", text.as_bytes()).progress(&progress).indexed_mesh();
    assert!(matches!(loaded, Err(LoadError::Cancelled { .. })));
}

#[test]
fn an_item_is_read_once_however_often_it_is_named() {
    let extras = "x".repeat(2000);
    let primitives = [INDEXED; 200].join(",");
    let text = document(&of_primitives(&primitives))
        .replace(r#""bufferView":"#, &format!(r#""extras":"{extras}","bufferView":"#));
    let text = text.replace(r#""buffer":0"#, &format!(r#""buffer":0,"extras":"{extras}""#));
    let document = Document::new(text.as_bytes(), false).expect("a document");
    let (whole, progress) = (Text::Bytes(text.as_bytes()), Progress::default());
    let mut source = Source::new(&document, Buffers::new(&whole, None, None), &progress);
    let mesh = read_mesh(&mut source, &mut Materials::default(), (0, &List::Nodes.item(0))).expect("a mesh");
    assert_eq!((mesh.triangles.len(), mesh.positions.len()), (400, 4));
    assert!(document.parsed.get() <= text.len(), "{} bytes of {} were read", document.parsed.get(), text.len());
}

#[test]
fn a_long_name_is_cut_off_before_it_is_told_of_each_primitive() {
    let name = "é".repeat(10_000);
    let rest = format!(
        r#""nodes":[{{"name":"{name}","mesh":0}}],"materials":[{{"name":"{name}"}}],
        "meshes":[{{"name":"{name}","primitives":[{}]}}]"#,
        [r#"{"attributes":{"POSITION":0},"indices":2,"material":0}"#; 200].join(",")
    );
    let (mesh, _) = loaded(&rest).expect("a mesh");
    let source = mesh.source();
    let names = [source.objects(), source.groups(), source.materials()].concat();
    assert_eq!(names.len(), 202);
    assert!(names.iter().all(|name| name.starts_with("ééé") && name.len() < 300));
    assert!(names[1].ends_with("…, primitive 0"), "{}", names[1]);
}

#[test]
fn no_two_materials_have_one_name() {
    let materials = r#"{"name":"a (material 2)"},{"name":"a"},{"name":"a"},{"name":"a (material 2)"}"#;
    let primitives = [0, 1, 2, 3].map(|i| format!(r#"{{"attributes":{{"POSITION":0}},"material":{i}}}"#)).join(",");
    let rest = format!(r#""materials":[{materials}],{}"#, of_primitives(&primitives));
    let (mesh, _) = loaded(&rest).expect("a mesh");
    let want = ["a (material 2)", "a", "a (material 2) (material 2)", "a (material 2) (material 3)"];
    assert_eq!(mesh.source().materials(), want);
}
