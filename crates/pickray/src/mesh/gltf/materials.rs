//! Names and colours of materials, each read when a primitive first uses it.

use super::document::{Document, name_of};
use crate::mesh::problem::{Item, List};
use crate::mesh::refusal::Refusal;
use crate::mesh::srgb_from_linear;
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::{HashMap, HashSet};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct MaterialItem {
    name: Option<String>,
    pbr_metallic_roughness: Option<Surface>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Surface {
    base_color_factor: Option<[f32; 4]>,
    base_color_texture: Option<IgnoredAny>,
}

pub struct Material {
    /// Name of the material, made different from those of all other materials.
    pub name: String,
    /// Base colour in sRGB, or `None` if the file gives none.
    pub color: Option<[f32; 3]>,
}

/// Materials that primitives use, by their indices in the document.
#[derive(Default)]
pub struct Materials {
    used: HashMap<u32, Material>,
    names: HashSet<String>,
    /// Number of the used materials that have a texture.
    pub n_textured: usize,
}

impl Materials {
    /// Reads the material `index` of the document, unless it was read before. The item `by` refers to this material.
    pub fn read(&mut self, document: &Document, index: u32, by: &Item) -> Result<(), Refusal> {
        if self.used.contains_key(&index) {
            return Ok(());
        }
        let item: MaterialItem = document.get(List::Materials, index, by)?;
        let mut name = name_of(item.name.as_deref(), List::Materials, index).to_string();
        while self.names.contains(&name) {
            name = format!("{name} ({})", List::Materials.item(index));
        }
        self.names.insert(name.clone());
        let surface = item.pbr_metallic_roughness;
        self.n_textured += usize::from(surface.as_ref().is_some_and(|it| it.base_color_texture.is_some()));
        let factor = surface.and_then(|surface| surface.base_color_factor);
        let color = factor.map(|[r, g, b, _]| srgb_from_linear([r, g, b]));
        self.used.insert(index, Material { name, color });
        Ok(())
    }

    pub fn get(&self, index: u32) -> &Material {
        &self.used[&index]
    }
}
