//! Primitives that Draco compresses: indices and attributes in a stream, by ids. Whoever opens an accessor that a
//! stream stands for reads from the decoded stream, and need not know of it.
//!
//! Based on: Khronos, glTF extension KHR_draco_mesh_compression, 2018. Streams are decoded by the crate `draco-core`,
//! whose results are those of Google's decoder bit for bit. Damaged streams may give values and indices that are not
//! there: these are checked here and where indices are placed.

use super::accessor::ElementRow;
use super::document::List;
use super::source::{Rows, Source, damaged, unfit};
use crate::mesh::read::elements::Number;
use crate::mesh::report::{Refusal, Result};
use crate::work::memory;
use draco_core::{DataType, DecodeLimits, DecoderBuffer, ErrorKind, Mesh, MeshDecoder, PointAttribute, PointIndex};
use serde::Deserialize;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Display;
use std::rc::Rc;

/// Largest number of bytes of all attributes of a vertex.
const LARGEST_VERTEX: u64 = 256;

/// Largest number of bytes that decoding takes for each vertex and each triangle, as measured, without attributes.
const SCRATCH: u64 = 160;

/// Extension of a primitive: a view that holds its stream, and the ids of its attributes in the stream.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Compression {
    pub buffer_view: u32,
    attributes: BTreeMap<String, u32>,
}

impl Compression {
    /// Returns the rows of the accessors that the stream stands for: those of `named` attributes, and `indices`.
    pub fn decode(
        &self,
        source: &mut Source,
        named: &BTreeMap<String, u32>,
        (position, indices): (u32, Option<u32>),
        by: &dyn Display,
    ) -> Result<Rows> {
        let unfit = || Refusal::gltf(unfit(by));
        let indices = indices.ok_or_else(unfit)?;
        let mut wanted = vec![(indices, None)];
        let ids = named.iter().filter_map(|(name, accessor)| Some((*accessor, Some(*self.attributes.get(name)?))));
        wanted.extend(ids);
        let key = (self.buffer_view, wanted);
        if let Some(rows) = source.streams.get(&key) {
            return Ok(Rc::clone(rows));
        }
        let view = source.view(self.buffer_view, by)?;
        let stream = source.read(&view, by)?;

        // Some files count fewer vertices than their streams have, which are three for each triangle at most.
        let triangles = source.count(indices, by)? / 3;
        let most = (source.count(position, by)?.max(triangles.saturating_mul(3)), triangles);
        let mesh = self.mesh(source, &stream, most, by)?;
        let mut rows = HashMap::new();
        for &(accessor, id) in &key.1 {
            let (bytes, component, count) = match id {
                None => {
                    let mut bytes = Vec::new();
                    memory::reserve(&mut bytes, 12 * mesh.num_faces())?;
                    bytes.extend(mesh.faces().iter().flatten().flat_map(|point| point.0.to_le_bytes()));
                    (bytes, Number::U32, 3 * mesh.num_faces())
                }
                Some(id) => {
                    let attribute = mesh.attribute_by_unique_id(id).ok_or_else(unfit)?;
                    let component = component(attribute.data_type()).ok_or_else(unfit)?;
                    let bytes = values(attribute, mesh.num_points())?.ok_or_else(|| self.damaged(source))?;
                    (bytes, component, mesh.num_points())
                }
            };
            let size = bytes.len().checked_div(count).unwrap_or(0) as u64;
            let within = source.keep(bytes);
            rows.insert(accessor, ElementRow { within, start: 0, stride: size, size, count: count as u64, component });
        }
        let rows = Rc::new(rows);
        source.streams.insert(key, Rc::clone(&rows));
        Ok(rows)
    }

    /// Decodes a mesh of at most so many vertices and triangles: encoders leave out equal vertices and empty triangles.
    fn mesh(
        &self,
        source: &mut Source,
        stream: &[u8],
        (vertices, triangles): (u64, u64),
        by: &dyn Display,
    ) -> Result<Mesh> {
        source.progress.check()?;
        let things = vertices.saturating_add(triangles);
        source.admit(things.saturating_mul(12), by)?;
        memory::check(things.saturating_mul(SCRATCH))?;
        let limits = DecodeLimits::default()
            .with_max_faces(triangles)
            .with_max_decoded_bytes(vertices.saturating_mul(LARGEST_VERTEX));
        let mut mesh = Mesh::new();
        let decoded = MeshDecoder::new().decode(&mut DecoderBuffer::new(stream).with_limits(limits), &mut mesh);
        match decoded.map_err(|error| error.kind()) {
            Ok(()) if mesh.num_points() as u64 <= vertices => Ok(mesh),
            Ok(()) | Err(ErrorKind::LimitExceeded) => Err(Refusal::gltf(unfit(by))),
            Err(_) => Err(self.damaged(source)),
        }
    }

    fn damaged(&self, source: &Source) -> Refusal {
        let view = List::Views.item(self.buffer_view);
        source.document.refused(view, damaged(view, "Draco"))
    }
}

/// Returns the values of an attribute for `n` vertices, one behind the other. `None` if one of them is not there.
fn values(attribute: &PointAttribute, n: usize) -> Result<Option<Vec<u8>>> {
    let size = usize::from(attribute.num_components()) * attribute.data_type().byte_length();
    let stride = attribute.byte_stride() as usize;
    let mut bytes = Vec::new();
    memory::reserve(&mut bytes, size * n)?;
    for point in 0..n as u32 {
        let start = (attribute.mapped_index(PointIndex(point)).0 as usize).saturating_mul(stride);
        let value = attribute.buffer().data().get(start..).and_then(|rest| rest.get(..size));
        let Some(value) = value else { return Ok(None) };
        bytes.extend_from_slice(value);
    }
    Ok(Some(bytes))
}

fn component(data: DataType) -> Option<Number> {
    Some(match data {
        DataType::Int8 => Number::I8,
        DataType::Uint8 => Number::U8,
        DataType::Int16 => Number::I16,
        DataType::Uint16 => Number::U16,
        DataType::Uint32 => Number::U32,
        DataType::Float32 => Number::F32,
        _ => return None,
    })
}
