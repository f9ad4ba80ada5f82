//! Looks of a mesh: colours that a file gives to vertices, faces and materials, in sRGB and as linear intensities; the
//! textures of materials, how texture coordinates lead to their pixels, and the image files that a mesh file names.

pub mod attributes;
pub mod image;

use crate::mesh::companions::{Companions, find};
use crate::mesh::encoding::Texts;
use crate::mesh::looks::image::{Encoded, Image, Pixels};
use crate::mesh::problem::Problem;
use crate::mesh::report::quoted;
use crate::mesh::source::FileText;
use crate::mesh::{IndexedMesh, Mesh};
use crate::work::packed;
use crate::work::packed::{Packed, Packer, Unpacker, packed_arrays};
use glam::{DAffine2, DMat2, DVec2};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Colour in sRGB: 8 bits each of red, green and blue.
pub type Srgb8 = [u8; 3];

/// White: the colour of vertices or faces that a file leaves uncoloured while it colours others.
pub(super) const WHITE: Srgb8 = [255; 3];

/// Colours of a mesh. Vertices without a colour are white if others have one, and so are triangles.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Colors {
    /// Colours of vertices and of triangles, one for each, or none at all.
    pub(super) vertices: Vec<Srgb8>,
    pub(super) triangles: Vec<Srgb8>,
    /// Diffuse colours of [`Source::materials`](super::Source::materials), sRGB, 0 to 1; `None` where unknown.
    pub(super) materials: Vec<Option<[f32; 3]>>,
}
packed!(struct Colors { vertices, triangles, materials });

impl Colors {
    /// Returns the diffuse colours of [`Source::materials`](super::Source::materials), sRGB, 0 to 1; `None` if unknown.
    pub fn materials(&self) -> &[Option<[f32; 3]>] {
        &self.materials
    }

    /// Returns whether vertices have colours.
    pub fn has_vertices(&self) -> bool {
        !self.vertices.is_empty()
    }

    /// Returns whether triangles have colours, which the file gives to faces.
    pub fn has_triangles(&self) -> bool {
        !self.triangles.is_empty()
    }

    /// Returns whether any material has a known colour.
    pub fn has_materials(&self) -> bool {
        self.materials.iter().any(Option::is_some)
    }

    /// Returns whether neither vertices nor triangles nor materials have colours.
    pub fn is_empty(&self) -> bool {
        !self.has_vertices() && !self.has_triangles() && !self.has_materials()
    }
}

impl IndexedMesh {
    /// Returns the colours that the file gives to vertices, faces and materials.
    pub fn colors(&self) -> &Colors {
        &self.colors
    }

    /// Returns the diffuse colour of a triangle's material, sRGB, 0 to 1, or `None` if it is not known.
    pub fn diffuse(&self, triangle: u32) -> Option<[f32; 3]> {
        *self.colors.materials.get(self.source.material_index(triangle)? as usize)?
    }

    /// Returns the colours of a triangle's corners, sRGB, 0 to 1: the colours of vertex, face and material multiplied;
    /// `None` if the triangle has none of these.
    pub fn corner_colors(&self, triangle: u32) -> Option<[[f32; 3]; 3]> {
        let of_bytes = |color: Srgb8| color.map(|byte| f32::from(byte) / 255.0);
        let Colors { vertices, triangles, .. } = &self.colors;
        let face = triangles.get(triangle as usize).map(|&color| of_bytes(color));
        let material = self.diffuse(triangle);
        let corners =
            self.triangles[triangle as usize].map(|vertex| vertices.get(vertex as usize).map(|&c| of_bytes(c)));
        let times = |a: Option<[f32; 3]>, b: Option<[f32; 3]>| match (a, b) {
            (Some(a), Some(b)) => Some([0, 1, 2].map(|i| a[i] * b[i])),
            (a, b) => a.or(b),
        };
        let [a, b, c] = corners.map(|corner| times(corner, times(face, material)));
        Some([a?, b?, c?])
    }

    /// Returns the colour at a point of a triangle, sRGB, 0 to 1, or `None` if the triangle has none. It mixes the
    /// corners' colours as light is mixed. `u` and `v` are barycentric: the weights of the second and the third corner.
    pub fn color_at(&self, triangle: u32, u: f64, v: f64) -> Option<[f32; 3]> {
        self.linear_color_at(triangle, u, v).map(srgb_from_linear)
    }

    /// Returns the colour of [`color_at`](Self::color_at) as linear intensities, 0 to 1.
    #[doc(hidden)]
    pub fn linear_color_at(&self, triangle: u32, u: f64, v: f64) -> Option<[f32; 3]> {
        let [a, b, c] = self.corner_colors(triangle)?.map(linear_from_srgb);
        let [w, u, v] = [1.0 - u - v, u, v].map(|weight| weight as f32);
        Some([0, 1, 2].map(|i| w * a[i] + u * b[i] + v * c[i]))
    }
}

/// Returns the linear intensities of an sRGB colour; all values are from 0 to 1.
pub fn linear_from_srgb(color: [f32; 3]) -> [f32; 3] {
    color.map(|c| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
}

/// Returns the sRGB colour of linear intensities, which are clamped to 0 to 1. White is exactly 1.
pub fn srgb_from_linear(color: [f32; 3]) -> [f32; 3] {
    color.map(|c| {
        let c = c.clamp(0.0, 1.0);
        if c <= 0.003_130_8 { c * 12.92 } else { 1.0 + 1.055 * (c.powf(1.0 / 2.4) - 1.0) }
    })
}

/// Way in which a texture goes on beyond the edges of its image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Wrap {
    /// The image is repeated.
    #[default]
    Repeat,
    /// The image is repeated, every other time mirrored.
    Mirror,
    /// The edge is drawn out.
    Clamp,
}
packed!(enum Wrap [Repeat, Mirror, Clamp]);

impl Wrap {
    /// Returns the index, from 0, of the pixel among `n` at a place in pixels; 0 if `n` is 0.
    pub fn pixel(self, place: f64, n: u32) -> u32 {
        let last = f64::from(n.saturating_sub(1));
        let pixel = place.floor();
        let pixel = match self {
            Self::Repeat => pixel.rem_euclid(f64::from(n)),
            Self::Mirror => {
                let pixel = pixel.rem_euclid(2.0 * f64::from(n));
                pixel.min(2.0 * last + 1.0 - pixel)
            }
            Self::Clamp => pixel,
        };
        pixel.clamp(0.0, last) as u32
    }
}

/// Texture of a material: its colour at each point of a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Texture {
    /// Index of the image in [`Textures::images`].
    pub image: u32,
    /// Set of texture coordinates, 0 or 1.
    pub set: u32,
    /// Ways in which the image goes on to the sides, and upwards and downwards.
    pub wrap: [Wrap; 2],
    /// `true` if pixels are drawn as squares where they are large, and not blended.
    pub nearest: bool,
    /// Map from texture coordinates to the image, whose top left corner is (0, 0), and bottom right corner (1, 1).
    pub image_from_uv: DAffine2,
}
packed!(struct Texture { image, set, wrap, nearest, image_from_uv });
packed_arrays!([Wrap; 2]);

impl Texture {
    /// Map from texture coordinates to the image where V runs upwards, as in OBJ and PLY.
    pub const V_UP: DAffine2 = DAffine2 { matrix2: DMat2::from_diagonal(DVec2::new(1.0, -1.0)), translation: DVec2::Y };

    /// Returns column and row, from the top left, of the pixel at a texture coordinate in an image of this size.
    /// Between two pixels it is that of the larger coordinates: where V runs upwards, the upper one.
    pub fn pixel(&self, uv: DVec2, pixels: &Pixels) -> [u32; 2] {
        let size = [pixels.width(), pixels.height()];
        let [x, y] = self.image_from_uv.transform_point2(uv).to_array();
        let [x, y] = [x * f64::from(size[0]), y * f64::from(size[1])];
        let y = if self.image_from_uv.matrix2.determinant() < 0.0 { y.next_down() } else { y };
        [self.wrap[0].pixel(x, size[0]), self.wrap[1].pixel(y, size[1])]
    }
}

/// Textures of a mesh's materials, and their images.
#[derive(Clone, Debug, Default)]
pub struct Textures {
    /// Textures of [`Source::materials`](super::Source::materials); shorter if the last ones have none.
    pub(super) materials: Vec<Option<Texture>>,
    pub(super) images: Vec<Image>,
}
packed!(struct Textures { materials, images });

impl Textures {
    /// Returns the textures of materials, in the order of their names; empty if no material has one.
    pub(super) fn new(materials: Vec<Option<Texture>>, images: Vec<Image>) -> Self {
        if materials.iter().all(Option::is_none) { Self::default() } else { Self { materials, images } }
    }

    /// Returns the textures of [`Source::materials`](super::Source::materials), `None` for a material without one;
    /// shorter if the last ones have none.
    pub fn materials(&self) -> &[Option<Texture>] {
        &self.materials
    }

    /// Returns the images of the textures, each once. Meshes of one file share them.
    pub fn images(&self) -> &[Image] {
        &self.images
    }
}

/// Pixel of a texture that lies at a point of a triangle.
#[derive(Clone, Copy, Debug)]
pub struct Texel<'a> {
    /// Image of the texture.
    pub image: &'a Image,
    /// Column and row of the pixel in the image, from 0 at the top left.
    pub pixel: [u32; 2],
    /// Red, green, blue and opacity, in sRGB, of the pixel.
    pub color: [u8; 4],
}

impl IndexedMesh {
    /// Returns the textures of the mesh's materials.
    pub fn textures(&self) -> &Textures {
        &self.textures
    }

    /// Returns the texture of a triangle's material; `None` if it has none.
    pub fn texture(&self, triangle: u32) -> Option<&Texture> {
        let materials = &self.textures.materials;
        if materials.is_empty() {
            return None;
        }
        materials.get(self.source.material_index(triangle)? as usize)?.as_ref()
    }

    /// Returns the texture's pixel at a point of a triangle, whose second and third corners `u` and `v` weigh; `None`
    /// without texture or texture coordinates, and until the image [is decoded](Image::pixels).
    pub fn texel_at(&self, triangle: u32, u: f64, v: f64) -> Option<Texel<'_>> {
        let texture = self.texture(triangle)?;
        let image = &self.textures.images[texture.image as usize];
        let pixels = image.pixels()?;
        let uv = self.texture_coordinate_at(texture.set as usize, triangle, u, v)?;
        let pixel = texture.pixel(uv, pixels);
        Some(Texel { image, pixel, color: pixels.get(pixel) })
    }

    /// Returns a problem for each material whose texture is not shown on triangles without texture coordinates.
    pub(super) fn textures_without_coordinates(&self) -> impl Iterator<Item = Problem> {
        let mut counts = vec![0; self.textures.materials.len()];
        let all = if counts.is_empty() { &[][..] } else { self.triangles() };
        for (triangle, &vertices) in (0..).zip(all) {
            let values = self.texture_coordinates(0);
            let has_all = values.is_some_and(|values| !values.of_triangle(triangle, vertices).contains(&None));
            let material = if has_all { None } else { self.source.material_index(triangle) };
            if let Some(count) = material.and_then(|material| counts.get_mut(material as usize)) {
                *count += 1;
            }
        }
        let materials = self.source.materials().iter().zip(&self.textures.materials).zip(counts);
        materials
            .filter(|((_, texture), count)| texture.is_some() && *count > 0)
            .map(|((name, _), count)| Problem::TextureWithoutCoordinates { material: quoted(name), count })
    }
}

impl Mesh {
    /// Gives [`Source::materials`](super::Source::materials) these textures, which name `images` by their index.
    #[doc(hidden)]
    pub fn set_textures(&mut self, materials: Vec<Option<Texture>>, images: Vec<Image>) {
        Arc::make_mut(&mut self.indexed).textures = Textures { materials, images };
    }
}

pub struct TextureFiles<'a> {
    companions: &'a dyn Companions,
    pub images: Vec<Image>,
    pub files: Vec<FileText>,
    by_name: HashMap<Vec<String>, u32>,
    by_path: HashMap<PathBuf, u32>,
}

impl<'a> TextureFiles<'a> {
    pub fn new(companions: &'a dyn Companions) -> Self {
        let (by_name, by_path) = Default::default();
        Self { companions, images: Vec::new(), files: Vec::new(), by_name, by_path }
    }

    /// Returns the index of the image called `name`, and tells why it is not shown if it is new. The file is looked for
    /// from the folder of the mesh on, then from `folder` below it. MeshLab writes `<this>` for the name of the mesh.
    pub fn index_of(&mut self, name: &str, folder: &str, texts: &Texts, tell: impl FnOnce(Problem)) -> u32 {
        let name = &name.replace("<this>", self.companions.stem());
        let mut names = vec![name.replace('\\', "/")];
        if !folder.is_empty() {
            names.push(format!("{folder}/{}", names[0]));
        }
        if let Some(&index) = self.by_name.get(&names) {
            return index;
        }

        // Different names may lead to one file, whose image is shared.
        let new = self.images.len() as u32;
        let found = find(self.companions, |all, name| all.open_image(name), &names, texts);
        let known = found.as_ref().ok().and_then(|companion| self.by_path.get(&companion.path).copied());
        if let Some(known) = known.filter(|&known| self.images[known as usize].name() == name) {
            self.by_name.insert(names, known);
            return known;
        }
        let image = found.and_then(|companion| {
            if let Some(known) = known {
                return Ok(self.images[known as usize].named(name.clone()));
            }
            self.by_path.insert(companion.path.clone(), new);
            self.files.extend(companion.file.clone());
            let image = Image::new(name.clone(), Ok(Encoded::of(companion)?));
            image.decodable().map(|_| image)
        });
        let image = image.unwrap_or_else(|why| {
            tell(Problem::TextureNotShown { image: quoted(name), why: Box::new(why.clone()) });
            Image::new(name.clone(), Err(why))
        });
        self.images.push(image);
        self.by_name.insert(names, new);
        new
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::Load;

    #[test]
    fn a_corner_has_the_product_of_what_is_given_or_none() {
        let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\nf 3 2 1\n";
        let (mut mesh, _) = Load::bytes("t.obj", text).indexed_mesh().expect("a mesh");
        assert!(mesh.colors().is_empty());
        assert_eq!(mesh.corner_colors(0), None);
        mesh.colors.materials = vec![None, Some([0.5, 1.0, 0.25])];
        assert_eq!(mesh.corner_colors(0), None);
        assert_eq!(mesh.corner_colors(1), Some([[0.5, 1.0, 0.25]; 3]));
        mesh.colors.vertices = vec![[255, 0, 0], [0, 255, 0], [0, 0, 255]];
        assert_eq!(mesh.corner_colors(0), Some([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]));
        assert_eq!(mesh.corner_colors(2), Some([[0.0, 0.0, 0.25], [0.0, 1.0, 0.0], [0.5, 0.0, 0.0]]));
        // Half the light of each is brighter than half the number, and a corner's own colour comes back.
        assert_eq!(mesh.color_at(0, 0.5, 0.0).expect("a colour").map(|x| (x * 255.0).round()), [188.0, 188.0, 0.0]);
        assert_eq!(mesh.color_at(1, 0.0, 1.0).expect("a colour").map(|x| (x * 4.0).round()), [0.0, 0.0, 1.0]);
        mesh.colors.triangles = vec![[255, 255, 51]; 3];
        assert_eq!(mesh.corner_colors(0).expect("colours")[2], [0.0, 0.0, 0.2]);
    }

    #[test]
    fn srgb_and_linear_are_inverse() {
        for step in 0..=255_u8 {
            let c = f32::from(step) / 255.0;
            let back = srgb_from_linear(linear_from_srgb([c; 3]))[0];
            assert!((back - c).abs() < 0.1 / 255.0, "{c} came back as {back}");
        }
    }

    #[test]
    fn pixels_beyond_the_image_go_on_as_the_wrap_says() {
        let places = [-9, -5, -4, -1, 0, 3, 4, 7, 8, 13];
        for (wrap, want) in [
            (Wrap::Repeat, [3, 3, 0, 3, 0, 3, 0, 3, 0, 1]),
            (Wrap::Mirror, [0, 3, 3, 0, 0, 3, 3, 0, 0, 2]),
            (Wrap::Clamp, [0, 0, 0, 0, 0, 3, 3, 3, 3, 3]),
        ] {
            assert_eq!(places.map(|place| wrap.pixel(f64::from(place) + 0.5, 4)), want, "{wrap:?}");
            assert_eq!(wrap.pixel(0.5, 0), 0, "{wrap:?}");
            for odd in [1e300, -1e300, f64::MAX] {
                assert!(wrap.pixel(odd, 4) < 4);
            }
        }
    }
}
