//! Attributes of a hit beside its point: vertices, texture coordinates, shading normal, pixel of the texture.

use crate::math::inverse_transpose;
use crate::mesh::{Format, Mesh, TEXTURE_SETS};
use crate::scene::{Object, unit};
use glam::{DMat3, DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Attributes of a hit: the vertices of its triangle, and what the mesh has at the point that is hit.
///
/// The weights u and v of a triangle's corners are not the coordinates U and V of a texture: those weigh corners, these
/// are values at the corners that the weights mix.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HitAttributes {
    /// Indices of the vertices a, b, c of the triangle in its mesh, from 0.
    pub vertices: [u32; 3],
    /// Vertex among `vertices` that is the nearest to the point, in world space.
    pub nearest_vertex: u32,
    /// Texture coordinate U, V at the point, as the file has it; `None` where the mesh has none.
    pub uv: Option<DVec2>,
    /// Texture coordinate of the second set.
    pub uv2: Option<DVec2>,
    /// Unit normal at the point, in world space, of the mesh's normals at the corners; `None` where the mesh has none,
    /// or they cancel each other.
    pub shading_normal: Option<DVec3>,
    /// Pixel of the texture at the point; `None` without a texture, and until its image is decoded.
    pub texel: Option<HitTexel>,
}

/// Pixel of a texture at the point that is hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HitTexel {
    /// Name of the image.
    pub image: String,
    /// Column and row of the pixel, from 0 at the top left.
    pub pixel: [u32; 2],
    /// Red, green, blue and opacity, sRGB, 0 to 255.
    pub color: [u8; 4],
}

impl HitAttributes {
    /// Returns the numbers of the vertices in the file that the mesh is of, if it counts them from 1 as OBJ does;
    /// `None` if they are those in the mesh, or the file does not number them.
    pub fn vertices_in_file(&self, mesh: &Mesh) -> Option<[u64; 3]> {
        let counts_from_1 = mesh.source().format() == Some(Format::Obj);
        counts_from_1.then(|| self.vertices.map(|vertex| u64::from(vertex) + 1))
    }

    /// Returns the attributes at the point of a triangle whose second and third corners `u` and `v` weigh.
    pub(super) fn at(object: &Object, triangle: u32, u: f64, v: f64) -> Self {
        let mesh = &object.mesh;
        let (vertices, corners) = (mesh.triangles()[triangle as usize], object.triangle_in_world(triangle));
        let point = corners.at(u, v);
        let distances = corners.corners().map(|corner| (corner - point).length_squared());
        let nearest = (0..3).min_by(|&i, &j| distances[i].total_cmp(&distances[j])).unwrap_or(0);
        let [uv, uv2] =
            std::array::from_fn::<_, TEXTURE_SETS, _>(|set| mesh.texture_coordinate_at(set, triangle, u, v));
        let normal_matrix = inverse_transpose(&DMat3::from_mat4(object.world_from_object));
        let in_world = |normal: DVec3| unit(normal_matrix * unit(normal)?);
        Self {
            vertices,
            nearest_vertex: vertices[nearest],
            uv,
            uv2,
            shading_normal: mesh.normal_at(triangle, u, v).and_then(in_world),
            texel: mesh.texel_at(triangle, u, v).map(|texel| HitTexel {
                image: texel.image.name().to_owned(),
                pixel: texel.pixel,
                color: texel.color,
            }),
        }
    }
}
