//! Reader of glTF 2 and GLB: triangles of meshes that the nodes of the default scene place, in the poses that skins and
//! morph targets have in the file.
//!
//! Based on: Khronos, glTF 2.0 Specification, version 2.0.1, 2021, and its extensions KHR_mesh_quantization,
//! KHR_node_visibility, EXT_mesh_gpu_instancing, KHR_texture_transform, EXT_meshopt_compression,
//! KHR_meshopt_compression and, with the feature `draco`, KHR_draco_mesh_compression. Cameras, lights, animations and
//! textures other than those of base colours are not read.
//! The document is read item by item, so that damage in items that make no triangle does not matter, and other damage
//! is told of its item. The types of the crate `gltf-json` refuse a damaged document as a whole.

mod accessor;
mod attributes;
mod buffers;
mod document;
#[cfg(feature = "draco")]
mod draco;
mod joined;
mod meshopt;
mod nodes;
mod poses;
mod primitives;
mod source;
mod textures;

use crate::mesh::bounds::bounds_of;
use crate::mesh::numbers::is_storable;
use crate::mesh::problem::{Advice, Kind, Problem};
use crate::mesh::read::parts::{Parts, Placed};
use crate::mesh::report::{Loaded, Problems, Refusal, Result, quoted};
use crate::mesh::source::FileText;
use crate::mesh::text::{Job, Text};
use crate::mesh::{Colors, Format, IndexedMesh, LoadReport, Node, Warning};
use crate::work::{Progress, memory, threads};
use buffers::Buffers;
use document::{Document, of_version};
use glam::{DAffine3, DMat4, DVec3};
use joined::Provenance;
use nodes::{Nodes, PlacedMesh, PosedMesh};
use poses::Poses;
use primitives::{ReadMesh, read_mesh};
use source::Source;
use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;
use textures::Materials;

/// Largest number of vertices or triangles of all placed meshes joined, in a smaller file; a scene shares its meshes.
const MOST_JOINED: u64 = 1 << 25;

type Meshes = HashMap<PosedMesh, ReadMesh>;

pub struct File {
    meshes: Meshes,
    /// Placements of meshes by nodes; each placed mesh has triangles.
    placed: Vec<PlacedMesh>,
    /// Node that was visited first, if any; `Node::other` reaches all others from it.
    node: Option<Node>,
    materials: Materials,
    text: Option<FileText>,
    beside: Arc<[FileText]>,
    /// Largest number of vertices, or of triangles, that the joined mesh of the whole file may have.
    most: u64,
    pub report: LoadReport,
}

pub fn read(job: &Job, format: Format) -> Result<File> {
    let Job { text: bytes, plan, file, companions, progress } = *job;
    let (chunk, bin) = if format == Format::Glb { chunks(bytes)? } else { (0..bytes.len(), None) };
    let mut json = memory::filled((chunk.end - chunk.start) as usize, 0)?;
    bytes.read(chunk.start, &mut json)?;
    document::write_whole_numbers(&mut json);
    let document = Document::new(&json, format == Format::Gltf)?;
    let mut source = Source::new(&document, Buffers::new(bytes, bin, companions), progress);
    source.attributes = plan.attributes;
    let mut nodes = Nodes::read(&document)?;
    let found = nodes.placed_meshes(&mut source)?;
    let mut materials = Materials::default();
    materials.text = file.filter(|_| matches!(bytes, Text::File { .. })).cloned();
    let (mut placed, mut meshes, mut poses) = (Vec::new(), HashMap::new(), Poses::default());
    let n_found = found.len();
    for (i, mut it) in found.into_iter().enumerate() {
        progress.advance(i as f32 / n_found as f32);
        progress.check()?;
        let base = match meshes.entry(it.shape) {
            Entry::Occupied(known) => known.into_mut(),
            Entry::Vacant(place) => place.insert(read_mesh(&mut source, &mut materials, (it.shape.mesh, &it.node))?),
        };
        if let Some(posed) = poses.pose(&mut source, &mut nodes, base, &mut it)? {
            meshes.insert(it.shape, posed);
        }
        nodes.place(&mut source, it, &mut placed)?;
    }
    placed.retain(|it| !meshes[&it.shape].triangles.is_empty());
    let shown: HashSet<PosedMesh> = placed.iter().map(|it| it.shape).collect();
    meshes.retain(|shape, _| shown.contains(shape));
    check_reach(&placed, &meshes)?;

    let most = source.buffers.bytes.max(MOST_JOINED);
    let why = source.problems.first_beside(Kind::Attribute).cloned();
    let mut report = report(&placed, &meshes, source.report, source.problems);
    let hidden = placed.iter().filter(|it| !it.visible);
    let triangles: u64 = hidden.clone().map(|it| meshes[&it.shape].triangles.len() as u64).sum();
    let (n_hidden, n_animations, n_transparent) = (hidden.count(), document.n_animations, materials.n_transparent);
    let n_posed = placed.iter().filter(|it| it.shape.pose.is_some()).count();
    let remarks = [
        (usize::from(document.scene.is_none()), Problem::NoScene),
        (n_posed, Problem::Posed { count: n_posed }),
        (n_hidden, Problem::HiddenByFile { count: n_hidden, triangles }),
        (n_animations, Problem::Animated { count: n_animations }),
        (n_transparent, Problem::DrawnOpaque { count: n_transparent }),
    ];
    let remarks = remarks.into_iter().filter(|&(count, _)| count > 0);
    report.remarks.extend(remarks.map(|(_, problem)| Warning::of_file(problem)));
    if placed.is_empty() {
        let LoadReport { points, polylines: lines, .. } = report;
        return Err(match why {
            Some(why) => Refusal::damaged(None, Problem::NoTrianglesBut { why: Box::new(why) }),
            None => Refusal::of(Problem::NoTrianglesInScene { points, lines }, Advice::ExportAgain),
        });
    }

    let image_files = std::mem::take(&mut materials.files);
    let (node, beside) = (nodes.into_tree(), source.buffers.files.into_iter().chain(image_files).collect());
    Ok(File { meshes, placed, node, materials, text: file.cloned(), beside, most, report })
}

/// Refuses a mesh that a node puts so far out, or makes so large, that f32 does not hold it.
fn check_reach(placed: &[PlacedMesh], meshes: &Meshes) -> Result<()> {
    for it in placed {
        let bounds = meshes[&it.shape].bounds();
        let corners = bounds.corners().map(|corner| it.world_from_object.transform_point3(corner));
        if !corners.iter().all(|corner| is_storable(corner.to_array())) {
            let node = quoted(&it.node);
            return Err(Refusal::gltf(format!("{node} places its mesh farther out than a mesh can hold")));
        }
    }
    Ok(())
}

/// Returns the report on a file, without its name and the times. A mesh counts as often as it is placed.
fn report(placed: &[PlacedMesh], meshes: &Meshes, counts: LoadReport, problems: Problems) -> LoadReport {
    let sum = |count: fn(&ReadMesh) -> usize| placed.iter().map(|it| count(&meshes[&it.shape]) as u64).sum::<u64>();
    let triangles = sum(|mesh| mesh.triangles.len());
    let mut report = LoadReport {
        vertices: sum(|mesh| mesh.positions.len()),
        triangles,
        faces: triangles + counts.faces_left_out,
        problems: problems.count(),
        ..counts
    };
    [report.warnings, report.remarks] = problems.into_lists();
    // Lines are those of texts; here they were the numbers of primitives.
    for warning in report.warnings.iter_mut().chain(&mut report.remarks) {
        warning.line = None;
    }
    report
}

impl File {
    /// Returns one mesh that joins all meshes placed by nodes, in world coordinates, and the load report.
    pub fn join(mut self, progress: &Progress) -> Result<Loaded> {
        // A mesh that stands where it is needs no copy.
        if matches!(&self.placed[..], [it] if it.world_from_object == DAffine3::IDENTITY && !it.mirrors) {
            let it = self.placed.remove(0);
            return Ok((self.indexed(it.shape, Some(&it.node)), self.report));
        }
        let report = self.report.clone();
        joined::join(self, progress).map(|mesh| (mesh, report))
    }

    /// Returns each mesh in its object space (twice if only some nodes mirror it), its placements, and the load report.
    pub fn into_parts(mut self) -> Result<Loaded<Parts<IndexedMesh>>> {
        let mut parts = Parts::<IndexedMesh> { meshes: Vec::new(), placed: Vec::new() };
        let mut places = HashMap::<_, usize>::new();
        for it in std::mem::take(&mut self.placed) {
            let mirrors = it.mirrors;
            let other = places.get(&(it.shape, !mirrors)).copied();
            let mesh = *places.entry((it.shape, mirrors)).or_insert_with(|| {
                let mesh = match other {
                    Some(other) => turned(parts.meshes[other].clone()),
                    None if mirrors => turned(self.indexed(it.shape, None)),
                    None => self.indexed(it.shape, None),
                };
                parts.meshes.push(mesh);
                parts.meshes.len() - 1
            });
            let world_from_object = DMat4::from(it.world_from_object);
            let node = self.node.as_ref().map(|node| node.other(it.met));
            parts.placed.push(Placed { name: it.node, mesh, world_from_object, visible: it.visible, node });
        }
        Ok((parts, self.report))
    }

    /// Takes a mesh in its own space, or in the world where a skin moves it; `node` is the one that places it, if any.
    fn indexed(&mut self, shape: PosedMesh, node: Option<&str>) -> IndexedMesh {
        let read = self.meshes.remove(&shape).expect("each mesh is taken once");
        let ReadMesh { origin, positions, colors, texture_coordinates, normals, triangles, primitives, .. } = read;
        let mut provenance = Provenance::default();
        for primitive in &primitives {
            provenance.push(primitive.first, node, primitive, &self.materials);
        }
        let (text, beside) = (self.text.clone(), self.beside.clone());
        let (source, materials, textures) = provenance.into_source(triangles.len(), text, beside);
        let bounds = bounds_of(origin, &positions, &[&triangles], threads::available());
        let colors = Colors { vertices: colors, materials, ..Colors::default() };
        let attributes = joined::attributes(texture_coordinates, normals);
        let mut mesh = IndexedMesh { origin, positions, triangles, bounds, source, colors, attributes, textures };
        if origin != DVec3::ZERO {
            mesh.settle_origin();
        }
        mesh
    }
}

/// Returns the mesh with its winding turned: where a node mirrors, glTF's front stays that of the mesh.
fn turned(mut mesh: IndexedMesh) -> IndexedMesh {
    mesh.triangles.iter_mut().for_each(|corners| corners.swap(1, 2));
    mesh
}

/// Numbers of bytes of the header of a GLB file, and of that of each chunk.
const HEADER: u64 = 12;
const CHUNK_HEADER: u64 = 8;
const MOST_CHUNKS: usize = 1000;

/// Byte ranges of the document and, if there is one, of its first buffer in a GLB file.
type Chunks = (Range<u64>, Option<Range<u64>>);

/// Finds the document and its buffer in a GLB file, whatever length its header gives.
fn chunks(bytes: &Text) -> Result<Chunks> {
    if bytes.len() < HEADER {
        return Err(damaged("the file ends inside its header".to_owned()));
    }
    let version = u32::from_le_bytes(four(bytes, 4)?);
    if version != 2 {
        return Err(of_version("GLB", &version.to_string()));
    }

    // The document is the first chunk; its buffer is the first BIN chunk behind it.
    let (mut at, mut json) = (HEADER, None);
    for _ in 0..MOST_CHUNKS {
        if bytes.len() - at < CHUNK_HEADER {
            break;
        }
        let length = u64::from(u32::from_le_bytes(four(bytes, at)?));
        let kind = four(bytes, at + 4)?;
        let rest = bytes.len() - at - CHUNK_HEADER;
        if length > rest {
            let what = format!("the chunk at byte {at} should have {length} bytes, and {rest} are there");
            return Err(damaged(what));
        }
        let chunk = at + CHUNK_HEADER..at + CHUNK_HEADER + length;
        at = chunk.end;
        match (&json, &kind) {
            (None, b"JSON") => json = Some(chunk),
            (None, _) => break,
            (Some(json), b"BIN\0") => return Ok((json.clone(), Some(chunk))),
            _ => {}
        }
    }
    let json = json.ok_or_else(|| damaged("its first chunk is not JSON".to_owned()))?;
    Ok((json, None))
}

fn damaged(detail: String) -> Refusal {
    Refusal::of(Problem::Gltf { detail }, Advice::ExportAgain)
}

fn four(bytes: &Text, at: u64) -> Result<[u8; 4]> {
    let mut four = [0; 4];
    bytes.read(at, &mut four)?;
    Ok(four)
}

#[cfg(test)]
mod tests;

#[cfg(test)]
mod glb_tests {
    use super::*;
    use crate::mesh::tests::assert_tells;

    fn glb(version: u32, chunks: &[(u32, &[u8; 4], &[u8])]) -> Vec<u8> {
        let mut bytes = [b"glTF".as_slice(), &version.to_le_bytes(), &[0xff; 4]].concat();
        for (length, kind, content) in chunks {
            bytes.extend([&length.to_le_bytes(), kind.as_slice(), content].concat());
        }
        bytes
    }

    fn found(bytes: &[u8]) -> Result<Chunks, String> {
        chunks(&Text::Bytes(bytes)).map_err(|refusal| refusal.into_load_error("t", 0).to_string())
    }

    #[test]
    fn the_document_comes_first_and_other_chunks_are_passed_over() {
        let whole = glb(2, &[(2, b"JSON", b"{}"), (3, b"ACME", b"abc"), (1, b"BIN\0", b"x")]);
        assert_eq!(found(&whole), Ok((20..22, Some(41..42))));
        let cut = "t: glTF: the chunk at byte 22 should have 3 bytes, and 0 are there; export the mesh again";
        assert_eq!(found(&whole[..30]), Err(cut.to_owned()));
        assert_eq!(found(&whole[..24]), Ok((20..22, None)));
    }

    #[test]
    fn headers_that_lie_are_refused() {
        for (bytes, why) in [
            (glb(1, &[]), "it is GLB of version `1`, but only version 2 is read; convert it to glTF 2.0"),
            (glb(3, &[]), "of version `3`, but only version 2 is read; export it"),
            (glb(2, &[]), "first chunk"),
            (glb(2, &[(1, b"BIN\0", b"x")]), "first chunk"),
            (glb(2, &[(u32::MAX, b"JSON", b"{}")]), "4294967295 bytes, and 2 are there"),
            (b"glTF\x02\0".to_vec(), "ends inside its header"),
        ] {
            assert_tells(&found(&bytes).expect_err("refused"), why);
        }
    }
}
