//! Reads glTF 2 and GLB: the triangles that the nodes of the default scene place, in their base pose.
//!
//! Based on: Khronos, glTF 2.0 Specification, version 2.0.1, 2021, and its extension KHR_mesh_quantization. What only makes a picture is not read:
//! textures, cameras, lights, animations, and weights of morph targets and skins. A mesh with a skin is left where its positions say.
//!
//! The document is read by a few types of this module's own, item by item, and accessors are read here: damage in what makes no triangle does not
//! matter, and other damage is told with the name of its item. The types of the crate `gltf-json` know all of glTF, and refuse a document as a whole.

mod accessor;
mod buffers;
mod document;
mod extensions;
mod glb;
mod joined;
mod materials;
mod nodes;
mod primitives;
mod provenance;
mod refusal;

use super::beside::folder_of;
use super::bounds::bounds_of;
use super::coordinates::is_storable;
use super::parts::{Parts, Placed};
use super::problems::Problems;
use super::source::FileText;
use super::text::Text;
use super::{Colors, Format, IndexedMesh, LoadError, LoadReport, Warning};
use crate::accel::{Progress, memory, threads};
use accessor::Source;
use buffers::Buffers;
use document::Document;
use glam::{DAffine3, DMat4, DVec3};
use materials::Materials;
use nodes::{PlacedMesh, placed_meshes};
use primitives::{Counts, MOST_REPEATED, ReadMesh, Tally, read_mesh};
use provenance::Provenance;
use refusal::{CORRECT, EXPORT, Refusal, quoted};
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;

/// What a file holds.
pub struct File {
    /// The meshes that are placed, by their places in the document.
    meshes: HashMap<u32, ReadMesh>,
    /// Where they are placed. Each of them has triangles.
    placed: Vec<PlacedMesh>,
    materials: Materials,
    text: Option<FileText>,
    beside: Arc<[FileText]>,
    /// The most vertices or triangles that one mesh of it may have.
    most: u64,
    report: LoadReport,
}

/// Reads a file of this format, which is `file` where there is one.
pub fn read(
    name: &str,
    bytes: &Text,
    format: Format,
    file: Option<FileText>,
    progress: &Progress,
) -> Result<File, LoadError> {
    let mut file =
        read_file(bytes, format, file, progress).map_err(|refusal| refusal.into_load_error(name, bytes.len()))?;
    file.report.name = name.to_owned();
    file.report.bytes = bytes.len();
    Ok(file)
}

fn read_file(bytes: &Text, format: Format, text: Option<FileText>, progress: &Progress) -> Result<File, Refusal> {
    let chunks = match format {
        Format::Glb => glb::chunks(bytes)?,
        _ => glb::Chunks { json: 0..bytes.len(), bin: None },
    };
    let mut json = memory::filled((chunks.json.end - chunks.json.start) as usize, 0)?;
    bytes.read(chunks.json.start, &mut json)?;
    let document = Document::new(&json, format == Format::Gltf)?;
    let (mut placed, has_scene) = placed_meshes(&document)?;
    let folder = text.as_ref().map(|text| folder_of(text.path()).to_owned());
    let mut source = Source { document: &document, buffers: Buffers::new(bytes, chunks.bin, folder), progress };
    let (mut tally, mut meshes) = (Tally::default(), HashMap::new());
    for (i, it) in placed.iter().enumerate() {
        progress.advance(i as f32 / placed.len() as f32);
        progress.check()?;
        if let Entry::Vacant(place) = meshes.entry(it.mesh) {
            place.insert(read_mesh(&mut source, &mut tally, it.mesh, &it.node)?);
        }
    }
    placed.retain(|it| !meshes[&it.mesh].triangles.is_empty());
    check_reach(&placed, &meshes)?;
    let most = source.buffers.bytes().max(MOST_REPEATED);
    let report = report(&placed, &meshes, tally.counts, tally.problems, has_scene);
    if placed.is_empty() {
        return Err(no_triangles(&report));
    }
    Ok(File { meshes, placed, materials: tally.materials, text, beside: source.buffers.files.into(), most, report })
}

/// Refuses what a node puts so far out, or makes so large, that f32 does not hold it.
fn check_reach(placed: &[PlacedMesh], meshes: &HashMap<u32, ReadMesh>) -> Result<(), Refusal> {
    for it in placed {
        let bounds = meshes[&it.mesh].bounds();
        let corners = bounds.corners().map(|corner| it.world_from_object.transform_point3(corner));
        if !corners.iter().all(|corner| is_storable(corner.to_array())) {
            let what = format!("{} places its mesh farther out than a mesh can hold", quoted(&it.node));
            return Err(Refusal::of(what, CORRECT));
        }
    }
    Ok(())
}

/// What there is to say of a file, without its name and the times. A mesh counts as often as it is placed.
fn report(
    placed: &[PlacedMesh],
    meshes: &HashMap<u32, ReadMesh>,
    counts: Counts,
    problems: Problems,
    has_scene: bool,
) -> LoadReport {
    let sum = |count: fn(&ReadMesh) -> usize| placed.iter().map(|it| count(&meshes[&it.mesh]) as u64).sum::<u64>();
    let triangles = sum(|mesh| mesh.triangles.len());
    let mut report = LoadReport {
        vertices: sum(|mesh| mesh.positions.len()),
        triangles,
        faces: triangles + counts.left_out,
        faces_left_out: counts.left_out,
        points: counts.points,
        polylines: counts.polylines,
        problems: problems.count(),
        ..LoadReport::default()
    };
    [report.warnings, report.remarks] = problems.into_lists();
    // Lines are those of texts; here they were the numbers of primitives.
    for warning in &mut report.warnings {
        warning.line = None;
    }
    if !has_scene {
        let message = "there is no scene; all nodes are loaded".to_owned();
        report.remarks.push(Warning { line: None, record: None, message });
    }
    report
}

fn no_triangles(report: &LoadReport) -> Refusal {
    let LoadReport { points, polylines, .. } = report;
    match report.warnings.first() {
        Some(first) => Refusal::of(format!("there are no triangles: {}", first.message), CORRECT),
        None => {
            let what = format!(
                "there are no triangles in its scene, only {points} primitives of points and {polylines} of lines"
            );
            Refusal::of(what, EXPORT)
        }
    }
}

impl File {
    /// One mesh of all that nodes place, in world coordinates.
    pub fn join(mut self, progress: &Progress) -> Result<(IndexedMesh, LoadReport), LoadError> {
        if let [it] = &self.placed[..]
            && it.world_from_object == DAffine3::IDENTITY
        {
            // It stands where it is: nothing needs a copy.
            let read = self.meshes.remove(&it.mesh).expect("it was placed");
            return Ok((indexed(read, Some(&it.node), &self.materials, self.text, self.beside), self.report));
        }
        let report = self.report.clone();
        let refused = |refusal: Refusal| refusal.into_load_error(&report.name, report.bytes);
        joined::join(self, progress).map_err(refused).map(|mesh| (mesh, report.clone()))
    }

    /// Each mesh in its own space, and the nodes that place it; one that is mirrored by some nodes and not by others comes twice.
    pub fn into_parts(mut self) -> (Parts<IndexedMesh>, LoadReport) {
        let mut parts = Parts::<IndexedMesh> { meshes: Vec::new(), placed: Vec::new() };
        let mut places = HashMap::<_, usize>::new();
        for it in self.placed {
            let mirrors = it.mirrors();
            let other = places.get(&(it.mesh, !mirrors)).copied();
            let mesh = *places.entry((it.mesh, mirrors)).or_insert_with(|| {
                let mesh = match other {
                    Some(other) => turned(parts.meshes[other].clone()),
                    None => {
                        let read = self.meshes.remove(&it.mesh).expect("each mesh is taken once");
                        let mesh = indexed(read, None, &self.materials, self.text.clone(), self.beside.clone());
                        if mirrors { turned(mesh) } else { mesh }
                    }
                };
                parts.meshes.push(mesh);
                parts.meshes.len() - 1
            });
            let world_from_object = DMat4::from(it.world_from_object);
            parts.placed.push(Placed { name: it.node, mesh, world_from_object });
        }
        (parts, self.report)
    }
}

/// The mesh with its corners in the other order. Where a node mirrors, the front of glTF is still that of the mesh, and so it comes out
/// counter-clockwise in the world.
fn turned(mut mesh: IndexedMesh) -> IndexedMesh {
    mesh.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    mesh
}

/// A mesh in its own space; its triangles are named by `node` where there is one.
fn indexed(
    read: ReadMesh,
    node: Option<&str>,
    materials: &Materials,
    text: Option<FileText>,
    beside: Arc<[FileText]>,
) -> IndexedMesh {
    let ReadMesh { positions, colors, triangles, primitives, .. } = read;
    let mut provenance = Provenance::default();
    for primitive in &primitives {
        provenance.push(primitive.first, node, primitive, materials);
    }
    let (source, materials) = provenance.into_source(triangles.len(), text, beside);
    let bounds = bounds_of(DVec3::ZERO, &positions, &[&triangles], threads::available());
    let colors = Colors { vertices: colors, materials, ..Colors::default() };
    IndexedMesh { origin: DVec3::ZERO, positions, triangles, bounds, source, colors }
}

#[cfg(test)]
mod tests {
    use crate::mesh::{IndexedMesh, LoadError, LoadReport, Mesh};
    use glam::DVec3;

    const CORNERS: [[f32; 3]; 4] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.25]];

    /// A document whose buffer 0 has 100 bytes: four corners with a colour of three bytes each, and six indices of a byte; accessors 0, 1 and 2.
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

    fn loaded(rest: &str) -> Result<(IndexedMesh, LoadReport), LoadError> {
        IndexedMesh::from_bytes("t.gltf", document(rest).as_bytes())
    }

    #[test]
    fn triangles_are_named_by_node_mesh_primitive_and_material() {
        let (mesh, report) = loaded(
            r#""nodes":[{"name":"left","mesh":0},{"mesh":0,"translation":[5,0,0]}],"materials":[{"name":"red"},{},{"name":"red"}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":2,"material":2},
            {"attributes":{"POSITION":0},"mode":5,"material":0},{"attributes":{"POSITION":0},"mode":6,"material":1},
            {"attributes":{"POSITION":0},"mode":1}]}]"#,
        )
        .expect("a mesh");
        // The primitives of a mesh share its vertices.
        assert_eq!((report.vertices, report.triangles, report.polylines), (8, 12, 1));
        assert_eq!(report.remarks[0].message, "there is no scene; all nodes are loaded");
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
    fn a_node_that_mirrors_keeps_the_front_of_its_mesh() {
        let rest = r#""nodes":[{"mesh":0},{"mesh":0,"scale":[-1,1,1]},{"mesh":0,"translation":[3,0,0]}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":2}]}]"#;
        let (joined, _) = loaded(rest).expect("a mesh");
        assert_eq!(joined.triangles(), [[0, 1, 2], [2, 1, 3], [4, 6, 5], [6, 7, 5], [8, 9, 10], [10, 9, 11]]);
        let (parts, _) = crate::mesh::Parts::from_bytes_with(
            "t.gltf",
            document(rest).as_bytes(),
            &crate::accel::Progress::default(),
        )
        .expect("parts");
        let placed: Vec<_> = parts.placed.iter().map(|it| (it.mesh, parts.meshes[it.mesh].triangles()[0])).collect();
        assert_eq!(placed, [(0, [0, 1, 2]), (1, [0, 2, 1]), (0, [0, 1, 2])]);
    }

    #[test]
    fn linear_colours_become_srgb() {
        let (mesh, _) = loaded(
            r#""nodes":[{"mesh":0}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[1,0.2140411,0,0.5]}}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":2},
            {"attributes":{"POSITION":0,"COLOR_0":1},"indices":2,"material":0}]}]"#,
        )
        .expect("a mesh");
        assert_eq!(
            mesh.colors().vertices[..5],
            [[255, 255, 255], [255, 255, 255], [255, 255, 255], [255, 255, 255], [255, 128, 0]]
        );
        let [red, green, blue] = mesh.colors().materials()[0].expect("a colour");
        assert!((red, blue) == (1.0, 0.0) && (green - 0.5).abs() < 1e-6, "{green}");
    }

    #[test]
    fn what_stands_far_out_keeps_its_shape() {
        let (mesh, _) = loaded(
            r#""nodes":[{"mesh":0,"translation":[500000.125,4500000.25,10]}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#,
        )
        .expect("a mesh");
        let mesh = mesh.build().expect("a tree");
        assert_eq!(mesh.triangle(0).b, DVec3::new(500_001.125, 4_500_000.25, 10.0));
        let too_far = loaded(
            r#""nodes":[{"mesh":0,"scale":[1e39,1,1]}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#,
        );
        assert!(too_far.expect_err("too far").to_string().contains("places its mesh farther out"));
    }

    #[test]
    fn few_bytes_do_not_make_a_mesh_without_end() {
        // Each of many accessors names the same bytes a million times.
        let accessors: Vec<_> = (0..40)
            .map(|_| r#"{"componentType":5126,"count":1000000,"type":"VEC3","sparse":{"count":1,"indices":{"bufferView":1,"componentType":5121},"values":{"bufferView":0}}}"#)
            .collect();
        let primitives: Vec<_> = (0..40).map(|i| format!(r#"{{"attributes":{{"POSITION":{i}}}}}"#)).collect();
        let rest = format!(r#""nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{}]}}]"#, primitives.join(","));
        let text = document(&rest).replace(r#""accessors":["#, &format!(r#""accessors":[{},"#, accessors.join(",")));
        let told = IndexedMesh::from_bytes("t.gltf", text.as_bytes()).expect_err("too many").to_string();
        assert!(told.contains("vertices are more than the 33554432"), "{told}");

        // A strip of a million triangles, which many nodes place: too many for one mesh, and few for a scene, which shares them.
        let nodes = [r#"{"mesh":0}"#; 40].join(",");
        let rest =
            format!(r#""nodes":[{nodes}],"meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"mode":5}}]}}]"#);
        let text = document(&rest).replace(r#""accessors":["#, &format!(r#""accessors":[{},"#, accessors[0]));
        let told = Mesh::from_bytes("t.gltf", text.as_bytes()).expect_err("too many").to_string();
        assert!(told.contains("vertices are more than the 33554432"), "{told}");
    }

    #[test]
    fn triangles_in_a_file_beside_tell_its_path_and_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().canonicalize().expect("a path").join("a.gltf");
        let text =
            document(r#""nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":2}]}]"#);
        let (start, data) = (text.find("data:").expect("an address"), text.find("\"}],\n").expect("its end"));
        std::fs::write(&path, format!("{}a.bin{}", &text[..start], &text[data..])).expect("a file");
        let mut bytes = vec![9; 64];
        for (i, corner) in CORNERS.iter().enumerate() {
            bytes[16 * i..][..12].copy_from_slice(bytemuck::bytes_of(corner));
        }
        bytes.extend([0, 1, 2, 2, 1, 3]);
        bytes.resize(100, 0);
        std::fs::write(path.with_file_name("a.bin"), &bytes).expect("a file");
        let (mesh, _) = IndexedMesh::open(&path).expect("a mesh");
        let source = mesh.source();
        assert_eq!(source.path(), Some(path.as_path()));
        assert_eq!(source.record_path(1), Some(path.with_file_name("a.bin").as_path()));
        let record = source.record(1).expect("a record");
        assert_eq!((record.number, record.offset, record.length), (2, 67, 3));
        assert_eq!(source.face_text(1).expect("bytes").expect("readable"), "02 01 03");
    }

    #[test]
    fn reading_stops_when_asked_to() {
        let progress = crate::accel::Progress::default();
        progress.cancel();
        let rest = r#""nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}]"#;
        let loaded = IndexedMesh::from_bytes_with("t.gltf", document(rest).as_bytes(), &progress);
        assert!(matches!(loaded, Err(LoadError::Cancelled { .. })));
    }
}
