//! JSON document of a GLB file that is written.

use super::{Geometry, attributes_of};
use crate::mesh::write::part::Numbered;
use crate::mesh::write::sink::{Sink, WriteError};
use crate::mesh::{Image, ImageKind, Texture, Wrap, linear_from_srgb};
use glam::{DAffine2, DMat4};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// Component types of glTF.
const U16: u32 = 5123;
const U32: u32 = 5125;
const F32: u32 = 5126;
/// Targets of buffer views: vertices, and indices.
const FOR_VERTICES: u32 = 34962;
const FOR_INDICES: u32 = 34963;
/// Number of bytes of a position, a normal and a colour, and of a texture coordinate.
const VECTOR: u64 = 12;
const UV: u64 = 8;

/// JSON document as it grows, and the number of bytes of data that it speaks of.
#[derive(Default)]
pub struct GlbDocument {
    lists: BTreeMap<&'static str, Vec<Value>>,
    /// Images of textures, their types and their bytes.
    encoded: Vec<(Image, &'static str, Vec<u8>)>,
    transforms: bool,
    pub data: u64,
}

impl GlbDocument {
    fn count(&self, list: &str) -> usize {
        self.lists.get(list).map_or(0, Vec::len)
    }

    /// Adds an item to a list; returns its index.
    fn push(&mut self, list: &'static str, item: Value) -> usize {
        self.lists.entry(list).or_default().push(item);
        self.count(list) - 1
    }

    pub fn add(&mut self, sink: &mut Sink, geometry: &Geometry) -> Result<(), WriteError> {
        let numbered = geometry.numbered;
        let part = numbered.part;
        let matrix = part.transform * DMat4::from_translation(part.mesh.origin());
        if !matrix.is_finite() {
            return Err(sink.too_far(0, part.position(0)));
        }
        let n_vertices = u64::from(numbered.n_vertices);
        let positions = self.view(VECTOR * n_vertices, Some(VECTOR));
        let [has_first, has_second] = geometry.texture_coordinates().map(|values| values.is_some());
        // With the place of an attribute among those that a triangle may lack.
        let others = [
            ("COLOR_0", VECTOR, !geometry.colors().is_empty(), None),
            ("NORMAL", VECTOR, geometry.normals().is_some(), Some(2)),
            ("TEXCOORD_0", UV, has_first, Some(0)),
            ("TEXCOORD_1", UV, has_second, Some(1)),
        ];
        let others: Vec<_> = others
            .into_iter()
            .filter(|&(_, _, is_there, _)| is_there)
            .map(|(name, size, _, lacked)| (name, size, self.view(size * n_vertices, Some(size)), lacked))
            .collect();

        // All primitives share the views, each with a range of its own.
        let indices = self.view(3 * geometry.bytes_of_index() * part.n_triangles() as u64, None);
        let first_material = self.count("materials") as u32;
        let (mut primitives, mut first_index) = (Vec::new(), 0);
        for primitive in &geometry.primitives {
            let mut attributes =
                json!({ "POSITION": self.vectors(positions, &primitive.vertices, VECTOR, Some(numbered)) });
            for &(name, size, view, _) in others.iter().filter(|(.., at)| at.is_none_or(|at| primitive.has[at])) {
                attributes[name] = self.vectors(view, &primitive.vertices, size, None).into();
            }
            let n_indices = 3 * primitive.n_triangles as u64;
            let indices = self.push(
                "accessors",
                json!({
                    "bufferView": indices, "byteOffset": geometry.bytes_of_index() * first_index, "count": n_indices,
                    "componentType": if geometry.is_small { U16 } else { U32 }, "type": "SCALAR",
                }),
            );
            first_index += n_indices;
            let mut value = json!({ "attributes": attributes, "indices": indices });
            if let Some(material) = primitive.material {
                value["material"] = (first_material + material).into();
            }
            primitives.push(value);
        }
        if geometry.primitives.iter().any(|primitive| primitive.material.is_some()) {
            self.add_materials(sink, geometry);
        } else {
            sink.written.left_out.textures |= !part.mesh.textures().images().is_empty();
            sink.written.left_out.colors |= part.mesh.colors().has_materials();
            sink.written.left_out.gaps |=
                part.triangles().any(|triangle| attributes_of(part.mesh, triangle) != [true; 3]);
        }

        // One node places the mesh: the transform of the part, and its origin.
        let mut node = json!({ "mesh": self.count("meshes") });
        let mut mesh = json!({ "primitives": primitives });
        if matrix != DMat4::IDENTITY {
            node["matrix"] = json!(matrix.to_cols_array());
        }
        if !part.name.is_empty() {
            node["name"] = part.name.into();
            mesh["name"] = part.name.into();
        }
        self.push("nodes", node);
        self.push("meshes", mesh);
        Ok(())
    }

    fn add_materials(&mut self, sink: &mut Sink, geometry: &Geometry) {
        let mesh = geometry.numbered.part.mesh;
        for (index, name) in mesh.source().materials().iter().enumerate() {
            let mut material = json!({ "name": name });
            if let Some(&Some(color)) = mesh.colors().materials().get(index) {
                let [red, green, blue] = linear_from_srgb(color);
                material["pbrMetallicRoughness"] =
                    json!({ "baseColorFactor": [red, green, blue, 1.0], "metallicFactor": 0.0 });
            }
            let textures = mesh.textures();
            if let Some(&Some(texture)) = textures.materials().get(index) {
                let image = &textures.images()[texture.image as usize];
                if let Some(used) = self.texture(&texture, image, mesh.v_is_down()) {
                    material["pbrMetallicRoughness"]["metallicFactor"] = 0.0.into();
                    material["pbrMetallicRoughness"]["baseColorTexture"] = used;
                } else {
                    sink.written.left_out.textures = true;
                }
            }
            self.push("materials", material);
        }
    }

    /// Adds a texture; returns what a material says of it, or `None` if its image is none that glTF has.
    fn texture(&mut self, texture: &Texture, image: &Image, v_is_down: bool) -> Option<Value> {
        let source = self.image(image)?;
        let wrap = texture.wrap.map(|wrap| match wrap {
            Wrap::Repeat => 10497,
            Wrap::Mirror => 33648,
            Wrap::Clamp => 33071,
        });
        let mut sampler = json!({ "wrapS": wrap[0], "wrapT": wrap[1] });
        if texture.nearest {
            (sampler["magFilter"], sampler["minFilter"]) = (9728.into(), 9728.into());
        }
        let sampler = self.push("samplers", sampler);
        let index = self.push("textures", json!({ "source": source, "sampler": sampler }));
        let mut used = json!({ "index": index, "texCoord": texture.set });
        let flip = if v_is_down { DAffine2::IDENTITY } else { Texture::V_UP };
        let map = texture.image_from_uv * flip;
        if map != DAffine2::IDENTITY {
            self.transforms = true;
            let (x, y) = (map.matrix2.x_axis, map.matrix2.y_axis);
            let width = x.length();
            used["extensions"] = json!({ "KHR_texture_transform": {
                "offset": map.translation.to_array(), "rotation": x.y.atan2(x.x),
                "scale": [width, if width > 0.0 { x.perp_dot(y) / width } else { y.length() }],
            } });
        }
        Some(used)
    }

    /// Adds an image, unless it is there; returns its index. `None` if it cannot be read or is neither PNG nor JPEG.
    fn image(&mut self, image: &Image) -> Option<usize> {
        if let Some(known) = self.encoded.iter().position(|(other, ..)| other.is(image)) {
            return Some(known);
        }
        let mime = match image.kind()? {
            ImageKind::Png => "image/png",
            ImageKind::Jpeg => "image/jpeg",
            ImageKind::Other(_) => return None,
        };
        self.encoded.push((image.clone(), mime, image.encoded().ok()?.into_owned()));
        Some(self.encoded.len() - 1)
    }

    /// Adds all images with their views, whose bytes come behind those of all meshes; returns these bytes.
    pub fn add_images(&mut self) -> Vec<Vec<u8>> {
        let mut all = Vec::new();
        for (image, mime, bytes) in std::mem::take(&mut self.encoded) {
            let view =
                self.push("bufferViews", json!({ "buffer": 0, "byteOffset": self.data, "byteLength": bytes.len() }));
            self.push("images", json!({ "name": image.name(), "mimeType": mime, "bufferView": view }));
            self.data += bytes.len().next_multiple_of(4) as u64;
            all.push(bytes);
        }
        all
    }

    /// Adds an accessor of two or three f32 for each vertex, with the bounds of positions; returns its index.
    fn vectors(&mut self, view: usize, vertices: &Range<u32>, size: u64, positions: Option<&Numbered>) -> usize {
        let mut accessor = json!({
            "bufferView": view, "byteOffset": size * u64::from(vertices.start), "count": vertices.len(),
            "componentType": F32, "type": if size == UV { "VEC2" } else { "VEC3" },
        });
        if let Some(numbered) = positions {
            let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
            for vertex in numbered.vertices_of(vertices.clone()) {
                for (axis, x) in numbered.part.mesh.positions()[vertex as usize].into_iter().enumerate() {
                    min[axis] = min[axis].min(x);
                    max[axis] = max[axis].max(x);
                }
            }
            accessor["min"] = json!(min);
            accessor["max"] = json!(max);
        }
        self.push("accessors", accessor)
    }

    /// Adds a view of vertices, or of indices if no `stride` is given; returns its index.
    fn view(&mut self, length: u64, stride: Option<u64>) -> usize {
        let target = if stride.is_some() { FOR_VERTICES } else { FOR_INDICES };
        let mut view = json!({ "buffer": 0, "byteOffset": self.data, "byteLength": length, "target": target });
        if let Some(stride) = stride {
            view["byteStride"] = stride.into();
        }
        self.data += length.next_multiple_of(4);
        self.push("bufferViews", view)
    }

    pub fn into_json(self) -> Value {
        let nodes: Vec<_> = (0..self.count("nodes")).collect();
        let mut json: Value = self.lists.into_iter().collect();
        json["asset"] = json!({ "version": "2.0", "generator": concat!("pickray ", env!("CARGO_PKG_VERSION")) });
        json["scene"] = 0.into();
        json["scenes"] = json!([{ "nodes": nodes }]);
        json["buffers"] = json!([{ "byteLength": self.data }]);
        if self.transforms {
            json["extensionsUsed"] = json!(["KHR_texture_transform"]);
        }
        json
    }
}
