//! Names, colours and textures of materials, each read when a primitive first uses it.
//!
//! Based on: Khronos, glTF 2.0 Specification, version 2.0.1, 2021, section 3.9, and its extension
//! KHR_materials_pbrSpecularGlossiness, whose diffuse colour and texture stand in for a base colour and its texture.
//! The light that a surface gives off stands in for a base colour that is black.

use super::document::List;
use super::source::Source;
use super::textures::TextureReader;
use crate::mesh::report::Result;
use crate::mesh::{Texture, srgb_from_linear};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::fmt::Display;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MaterialItem {
    name: Option<String>,
    pbr_metallic_roughness: Option<Surface>,
    emissive_factor: Option<[f32; 3]>,
    emissive_texture: Option<Box<RawValue>>,
    alpha_mode: Option<String>,
    /// Read separately, as damage there does not matter.
    extensions: Option<Box<RawValue>>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Surface {
    #[serde(alias = "diffuseFactor")]
    base_color_factor: Option<[f32; 4]>,
    #[serde(alias = "diffuseTexture")]
    base_color_texture: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
struct Extensions {
    #[serde(rename = "KHR_materials_pbrSpecularGlossiness")]
    glossy: Option<Surface>,
}

pub struct Material {
    /// Name of the material, made different from those of all other materials.
    pub name: String,
    /// Base colour in sRGB, or `None` if the file gives none.
    pub color: Option<[f32; 3]>,
    /// Texture of the base colour; its image is one of [`TextureReader::images`].
    pub texture: Option<Texture>,
}

#[derive(Default)]
pub struct Materials {
    used: HashMap<u32, Material>,
    names: HashSet<String>,
    pub textures: TextureReader,
    pub n_transparent: usize,
}

impl Materials {
    /// Returns the material `index` of the document, which is read once. The item called `by` refers to this material.
    pub fn read(&mut self, source: &mut Source, index: u32, by: &dyn Display) -> Result<&Material> {
        let place = match self.used.entry(index) {
            Entry::Occupied(known) => return Ok(known.into_mut()),
            Entry::Vacant(place) => place,
        };
        let of = List::Materials.item(index);
        let item: MaterialItem = source.document.get(of, by)?;
        let mut name = of.name(item.name.as_deref());
        while self.names.contains(&name) {
            name = format!("{name} ({of})");
        }
        self.names.insert(name.clone());

        let surface = item.pbr_metallic_roughness.unwrap_or_default();
        let extensions = item.extensions.and_then(|text| serde_json::from_str::<Extensions>(text.get()).ok());
        let glossy = extensions.and_then(|extensions| extensions.glossy).unwrap_or_default();
        let factor = surface.base_color_factor.or(glossy.base_color_factor);
        let mut base = factor.map(|[r, g, b, _]| [r, g, b]);
        let mut texture = surface.base_color_texture.or(glossy.base_color_texture);
        let light = item.emissive_factor.unwrap_or_default();
        if base == Some([0.0; 3]) && light != [0.0; 3] {
            (base, texture) = (Some(light), item.emissive_texture);
        }
        let color = base.map(srgb_from_linear);
        self.n_transparent += usize::from(item.alpha_mode.is_some_and(|mode| mode != "OPAQUE"));
        let texture = match texture.filter(|_| source.attributes) {
            Some(texture) => self.textures.read(source, &texture, of)?,
            None => None,
        };
        Ok(place.insert(Material { name, color, texture }))
    }

    pub fn get(&self, index: u32) -> &Material {
        &self.used[&index]
    }
}
