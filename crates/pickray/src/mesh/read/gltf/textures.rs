//! Materials: names, base colours and textures of these, each read when a primitive first uses it. Images lie in
//! buffers, in files beside the document or in it. Damage in them is told, and the mesh is read without.
//!
//! Based on: Khronos, glTF 2.0 Specification, version 2.0.1, 2021, sections 3.8 and 3.9, and its extensions
//! KHR_materials_pbrSpecularGlossiness, whose diffuse colour and texture stand in for a base colour and its texture,
//! and KHR_texture_transform, whose words and example say how a rotation turns; the shader in its text turns the other
//! way. The light that a surface gives off stands in for a base colour that is black.

use super::buffers::{decode, has_scheme};
use super::document::{Item, List, without_place};
use super::source::{Source, View, Within};
use crate::mesh::companions::{Companion, not_opened};
use crate::mesh::looks::attributes::TEXTURE_SETS;
use crate::mesh::looks::image::{Encoded, Image};
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::report::{Refusal, Result, quoted};
use crate::mesh::source::FileText;
use crate::mesh::{Texture, Wrap, percent_decoded, srgb_from_linear};
use glam::{DAffine2, DMat2, DVec2};
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeMap;
use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::fmt::Display;
use std::path::PathBuf;
use std::sync::Arc;

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
    /// Texture of the base colour; its image is one of [`Materials::images`].
    pub texture: Option<Texture>,
}

/// Materials of a document, and the images of their textures, each read when it is first used.
#[derive(Default)]
pub struct Materials {
    used: HashMap<u32, Material>,
    names: HashSet<String>,
    pub n_transparent: usize,
    pub images: Vec<Image>,
    pub files: Vec<FileText>,
    /// File of the document, if it is one on disk.
    pub text: Option<FileText>,
    /// Index in `images`, and sampler, of each texture, by its index in the document; `None` for a damaged one.
    textures: HashMap<u32, Option<(u32, Sampler)>>,
    samplers: HashMap<u32, Sampler>,
    /// Indices in `images`, by the index in the document and by the place.
    known: HashMap<u32, u32>,
    places: HashMap<Place, u32>,
    copied: u64,
}

impl Materials {
    pub fn read(&mut self, source: &mut Source, index: u32, by: &dyn Display) -> Result<&Material> {
        if self.used.contains_key(&index) {
            return Ok(self.get(index));
        }
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
            Some(texture) => {
                let read = self.texture(source, &texture, of);
                or_told(source, read)?.flatten()
            }
            None => None,
        };
        Ok(self.used.entry(index).or_insert(Material { name, color, texture }))
    }

    pub fn get(&self, index: u32) -> &Material {
        &self.used[&index]
    }
}

/// Number of times that images may copy the bytes of all buffers.
const MOST_COPIES: u64 = 4;

/// Code of the filter that draws pixels as squares.
const NEAREST: u32 = 9728;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct TextureInfo {
    index: u32,
    #[serde(default)]
    tex_coord: u32,
    #[serde(default)]
    extensions: InfoExtensions,
}

#[derive(Default, Deserialize)]
struct InfoExtensions {
    #[serde(rename = "KHR_texture_transform", default)]
    transform: Transform,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Transform {
    offset: DVec2,
    rotation: f64,
    scale: DVec2,
    tex_coord: Option<u32>,
}

impl Default for Transform {
    fn default() -> Self {
        Self { offset: DVec2::ZERO, rotation: 0.0, scale: DVec2::ONE, tex_coord: None }
    }
}

impl Transform {
    fn image_from_uv(&self) -> DAffine2 {
        let (sin, cos) = self.rotation.sin_cos();
        let turn = DMat2::from_cols_array(&[cos, -sin, sin, cos]);
        DAffine2::from_mat2_translation(turn * DMat2::from_diagonal(self.scale), self.offset)
    }
}

#[derive(Deserialize)]
struct TextureItem {
    source: Option<u32>,
    sampler: Option<u32>,
    /// Extensions, some of which give an image of another format in a `source` of their own.
    #[serde(default)]
    extensions: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ImageItem {
    uri: Option<String>,
    buffer_view: Option<u32>,
    name: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct SamplerItem {
    mag_filter: Option<u32>,
    wrap_s: Option<u32>,
    wrap_t: Option<u32>,
}

#[derive(Clone, Copy, Default)]
struct Sampler {
    wrap: [Wrap; 2],
    nearest: bool,
}

/// Place of an encoded image that several items may name.
#[derive(PartialEq, Eq, Hash)]
enum Place {
    Beside(PathBuf),
    /// Bytes in a buffer, from the first to before the second.
    Within(Within, [u64; 2]),
}

impl Materials {
    /// Returns the texture that the material `by` uses; `None` if it is not shown.
    fn texture(&mut self, source: &mut Source, info: &RawValue, by: Item) -> Result<Option<Texture>> {
        let TextureInfo { index, tex_coord, extensions: InfoExtensions { transform } } =
            serde_json::from_str(info.get()).map_err(|error| unreadable(by, without_place(&error)))?;
        let found = match self.textures.get(&index) {
            Some(&known) => known,
            None => {
                let read = self.image_and_sampler(source, index, by);
                let found = or_told(source, read)?;
                self.textures.insert(index, found);
                found
            }
        };
        let Some((image, Sampler { wrap, nearest })) = found else { return Ok(None) };
        let set = transform.tex_coord.unwrap_or(tex_coord);
        if set as usize >= TEXTURE_SETS {
            tell(source, not_shown(&self.images[image as usize], Problem::TextureSet { set }));
            return Ok(None);
        }
        Ok(Some(Texture { image, set, wrap, nearest, image_from_uv: transform.image_from_uv() }))
    }

    fn image_and_sampler(&mut self, source: &mut Source, index: u32, by: Item) -> Result<(u32, Sampler)> {
        let (document, name) = (source.document, List::Textures.item(index));
        let item: TextureItem = document.get(name, &by)?;
        let sampler = match item.sampler {
            Some(index) => match self.samplers.entry(index) {
                Entry::Occupied(known) => *known.get(),
                Entry::Vacant(place) => {
                    let read =
                        document.get::<SamplerItem>(List::Samplers.item(index), &name).map(|item| sampler(&item));
                    *place.insert(or_told(source, read)?.unwrap_or_default())
                }
            },
            None => Sampler::default(),
        };
        // Khronos' own extensions stand ahead of those of several vendors.
        let other = || item.extensions.values().rev().find_map(|it| u32::try_from(it.get("source")?.as_u64()?).ok());
        let image = item.source.or_else(other).ok_or_else(|| unreadable(name, "missing field `source`".to_owned()))?;
        Ok((self.image(source, image, name)?, sampler))
    }

    /// Returns the place in `images` of the image `index` of the document, and tells why it is not shown if it is not.
    fn image(&mut self, source: &mut Source, index: u32, by: Item) -> Result<u32> {
        if let Some(&known) = self.known.get(&index) {
            return Ok(known);
        }
        let mut name = List::Images.item(index).to_string();
        let next = self.images.len() as u32;
        let mut first = next;
        let found = self.encoded(source, (index, by), &mut name, &mut first);
        let encoded = match found.map_err(Refusal::into_problem) {
            Ok(encoded) => encoded,
            Err(Ok(problem)) => Err(Problem::ImageDamaged { why: problem.into_detail() }),
            Err(Err(refusal)) => return Err(refusal),
        };
        let new = match self.images.get(first as usize) {
            Some(first) if first.name() != name => first.named(name),
            Some(_) => {
                self.known.insert(index, first);
                return Ok(first);
            }
            None => Image::new(name, encoded),
        };
        self.known.insert(index, next);
        if let Err(why) = new.decodable() {
            tell(source, not_shown(&new, why));
        }
        self.images.push(new);
        Ok(next)
    }

    /// Returns the encoded image `index`, and sets its name; if one at its place is known, sets `first` to its index.
    fn encoded(
        &mut self,
        source: &mut Source,
        (index, by): (u32, Item),
        name: &mut String,
        first: &mut u32,
    ) -> Result<Result<Encoded, Problem>> {
        let own = List::Images.item(index);
        let item: ImageItem = source.document.get(own, &by)?;
        let (data, file) = match item.uri.as_deref() {
            Some(uri) if uri.starts_with("data:") => (uri.get(5..), None),
            file => (None, file),
        };
        let decoded = file.map(|uri| percent_decoded(uri).unwrap_or_else(|| uri.to_owned()));
        *name = own.name(decoded.as_deref().or(item.name.as_deref()));
        if let Some(data) = data {
            let bytes = decode(data)?.ok_or(Problem::ImageUnknown);
            return Ok(bytes.map(|bytes| Encoded::Bytes(Arc::new(bytes))));
        }

        // Images at one place in a file are one image.
        let next = *first;
        let places = &mut self.places;
        let mut is_known = |place: Place| {
            *first = *places.entry(place).or_insert(next);
            *first < next
        };
        if let Some(uri) = file {
            let companion = match beside(source, uri) {
                Ok(companion) if is_known(Place::Beside(companion.path.clone())) => return Ok(Err(Problem::Absent)),
                Ok(companion) => companion,
                Err(problem) => return Ok(Err(problem)),
            };
            self.files.extend(companion.file.clone());
            return Ok(Encoded::of(companion));
        }
        let Some(view) = item.buffer_view else { return Ok(Err(Problem::Absent)) };
        let view = source.view(view, &own)?;
        if is_known(Place::Within(view.within, [view.start, view.start + view.length])) {
            return Ok(Err(Problem::Absent));
        }
        self.in_view(source, &view, own)
    }

    /// Returns the image in a view: its place in a file on disk, or else a copy of its bytes.
    fn in_view(&mut self, source: &mut Source, view: &View, by: Item) -> Result<Result<Encoded, Problem>> {
        let place = source.bytes(view.within, &by)?.place(view.start);
        let file = place.and_then(|(file, _)| match file {
            0 => self.text.as_ref(),
            beside => source.buffers.files.get(beside - 1),
        });
        if let (Some(file), Some((_, start))) = (file, place) {
            return Ok(Ok(Encoded::File(file.clone(), Some((start, start + view.length)))));
        }
        self.copied = self.copied.saturating_add(view.length);
        if self.copied > source.buffers.bytes.saturating_mul(MOST_COPIES) {
            return Ok(Err(Problem::ImageLarge));
        }
        Ok(Ok(Encoded::Bytes(Arc::new(source.read(view, &by)?))))
    }
}

fn tell(source: &mut Source, problem: Problem) {
    source.problems.add(Kind::Texture, source.n_primitives, || problem);
}

/// Returns what was read, or tells the problem for which it is ignored.
fn or_told<T>(source: &mut Source, read: Result<T>) -> Result<Option<T>> {
    match read.map_err(Refusal::into_problem) {
        Ok(read) => Ok(Some(read)),
        Err(Ok(problem)) => {
            tell(source, problem.ignored());
            Ok(None)
        }
        Err(Err(refusal)) => Err(refusal),
    }
}

fn not_shown(image: &Image, why: Problem) -> Problem {
    Problem::TextureNotShown { image: quoted(image.name()), why: Box::new(why) }
}

fn unreadable(item: Item, why: String) -> Refusal {
    Refusal::gltf(format!("{item} cannot be read: {why}"))
}

fn sampler(item: &SamplerItem) -> Sampler {
    let wrap = |code| match code {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    };
    Sampler { wrap: [item.wrap_s, item.wrap_t].map(wrap), nearest: item.mag_filter == Some(NEAREST) }
}

fn beside<'a>(source: &Source<'_, 'a, '_>, uri: &str) -> Result<Companion<'a>, Problem> {
    let name = percent_decoded(uri).filter(|_| !has_scheme(uri)).ok_or(Problem::OutsideFolderOfMesh)?;
    let companions = source.buffers.companions.ok_or(Problem::NotGiven)?;
    companions.open_image(&name).map_err(not_opened)
}

#[cfg(test)]
mod tests;
