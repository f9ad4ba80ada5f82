//! Colours that a file gives to vertices, faces and materials, in sRGB and as linear intensities.

use super::IndexedMesh;
use crate::work::packed;

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
    ///
    /// # Panics
    /// When the mesh has no such triangle.
    pub fn diffuse(&self, triangle: u32) -> Option<[f32; 3]> {
        *self.colors.materials.get(self.source.material_index(triangle)? as usize)?
    }

    /// Returns the colours of a triangle's corners, sRGB, 0 to 1: the colours of vertex, face and material multiplied;
    /// `None` if the triangle has none of these.
    ///
    /// # Panics
    /// When the mesh has no such triangle.
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
    ///
    /// # Panics
    /// When the mesh has no such triangle.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{Load, Mesh};

    fn mesh(text: &str) -> IndexedMesh {
        Load::bytes("t.obj", text.as_bytes()).indexed_mesh().expect("a mesh").0
    }

    #[test]
    fn a_corner_has_the_product_of_what_is_given_or_none() {
        let mut mesh = mesh("v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl a\nf 1 2 3\nusemtl b\nf 1 2 3\nf 3 2 1\n");
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
    fn a_mesh_of_lists_has_no_colours() {
        let mesh =
            Mesh::from_triangles(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]]).expect("a mesh");
        assert!(mesh.colors().is_empty());
    }

    #[test]
    fn srgb_and_linear_are_inverse() {
        for step in 0..=255_u8 {
            let c = f32::from(step) / 255.0;
            let back = srgb_from_linear(linear_from_srgb([c; 3]))[0];
            assert!((back - c).abs() < 0.1 / 255.0, "{c} came back as {back}");
        }
    }
}
