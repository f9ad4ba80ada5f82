//! Textures of materials: images, and how texture coordinates lead to their pixels.

use super::image::{Image, Pixels};
use super::problem::Problem;
use super::problems::quoted;
use super::{IndexedMesh, Mesh};
use crate::work::packed;
use crate::work::packed::{Packed, Packer, Unpacker, packed_arrays};
use glam::{DAffine2, DMat2, DVec2};
use std::sync::Arc;

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
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn texture(&self, triangle: u32) -> Option<&Texture> {
        let materials = &self.textures.materials;
        if materials.is_empty() {
            return None;
        }
        materials.get(self.source.material_index(triangle)? as usize)?.as_ref()
    }

    /// Returns the pixel of a triangle's texture at a point of the triangle, whose second and third corners `u` and `v`
    /// weigh. Returns `None` where the triangle has no texture or no texture coordinates, and until its image
    /// [is decoded](Image::pixels).
    ///
    /// # Panics
    /// When the mesh has no such triangle.
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

#[cfg(test)]
mod tests {
    use super::*;

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
