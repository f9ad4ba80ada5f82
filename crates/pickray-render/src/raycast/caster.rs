//! Caster of rays: what they meet, and the colour that is seen along them.

use crate::frame::Frame;
use crate::grid::Grid;
use crate::mipmap::Mipmap;
use crate::normals::PackedNormals;
use crate::shading::{Shader, Surface};
use crate::style::{Palette, Shading};
use glam::{DMat3, DMat4, DVec2, DVec3, Vec3};
use pickray::RayOptions;
use pickray::intersect::Side;
use pickray::math::PickRay;
use pickray::pick::{self, Hit, TriangleId};
use pickray::scene::{Object, Projection, Sightlines};
use std::collections::HashSet;

/// Cosine of the angle between the planes of neighbouring pixels' triangles from which their border is sampled (18°).
const BEND_COSINE: f32 = 0.951;

/// Colour of a pixel, and the NDC depth of the surface at its centre; infinite if there is none.
#[derive(Clone, Copy)]
pub(super) struct Pixel {
    pub(super) color: Vec3,
    pub(super) depth: f32,
}

/// Surface that the ray through a pixel's centre meets first, and the colour seen.
#[derive(Clone, Copy, Default)]
pub(super) struct Center {
    color: Vec3,
    /// Triangle that the ray hits, the unit normal of its plane on the viewer's side in eye space, and the ray's
    /// parameter at the hit. `None` if the ray hits no opaque surface.
    surface: Option<(TriangleId, Vec3, f64)>,
}

impl Center {
    /// Returns whether the two places show more than one surface, or a bent one.
    pub(super) fn borders(&self, other: &Self) -> bool {
        match (self.surface, other.surface) {
            (Some((id, normal, _)), Some((other, other_normal, _))) => {
                id.object != other.object || (id != other && normal.dot(other_normal) < BEND_COSINE)
            }
            (None, None) => false,
            _ => true,
        }
    }
}

pub(super) struct Caster<'a> {
    frame: &'a Frame<'a>,
    shader: Shader<'a>,
    grid: Option<Grid>,
    sightlines: Sightlines,
    /// Matrices from each object's space to clip space.
    clip_from_object: Vec<DMat4>,
    /// Normals of each object; `None` for an object that is not shaded smoothly.
    normals: Vec<Option<PackedNormals>>,
    images: Vec<Mipmap>,
    eye_from_world: DMat3,
    /// Direction to the viewer in eye space, if all lines of sight are parallel; `None` in perspective.
    toward_viewer: Option<DVec3>,
    marked: HashSet<TriangleId>,
    /// Depths between which the lines of a wireframe fade, in world units along the view; `None` if they do not fade.
    fading_depths: Option<[f64; 2]>,
    size: DVec2,
    corner: DVec2,
}

impl<'a> Caster<'a> {
    pub(super) fn new(frame: &'a Frame<'a>) -> Self {
        let view = frame.view;
        let clip_from_world = view.opengl_clip_from_eye() * view.camera.eye_from_world();
        let objects = frame.scene.objects();
        let smooth = frame.style.shading == Shading::Smooth;
        let normals = |object: &Object| smooth.then(|| PackedNormals::of(&object.mesh));
        let mut images: Vec<Mipmap> = Vec::new();
        for image in objects.iter().filter(|_| frame.style.textures).flat_map(|object| object.mesh.textures().images())
        {
            if !images.iter().any(|known| known.is_of(image)) {
                images.push(Mipmap::new(image));
            }
        }
        Self {
            frame,
            shader: Shader {
                palette: Palette::of(frame.style.theme),
                edges: frame.style.edges,
                wireframe: frame.style.wireframe,
                scale: frame.scale_factor as f32,
            },
            grid: Grid::of(frame),
            sightlines: view.sightlines(),
            clip_from_object: objects.iter().map(|object| clip_from_world * object.world_from_object).collect(),
            normals: objects.iter().map(normals).collect(),
            images,
            eye_from_world: view.camera.axes().transpose(),
            toward_viewer: matches!(view.camera.projection, Projection::Orthographic { .. }).then_some(DVec3::Z),
            marked: frame.marked.iter().copied().collect(),
            fading_depths: frame.fading_depths(),
            size: DVec2::new(f64::from(view.viewport.width), f64::from(view.viewport.height)),
            corner: DVec2::new(f64::from(view.viewport.x), f64::from(view.viewport.y)),
        }
    }

    /// Returns the mean of a pixel's samples, or its centre, with the ground over it, and its centre's depth.
    pub(super) fn pixel(&self, corner: DVec2, at: &Center, samples: &[DVec2]) -> Pixel {
        let places: Vec<DVec2> = samples.iter().map(|offset| corner + offset).collect();
        let sum: Vec3 = self.centers(&places).iter().map(|center| center.color).sum();
        let mut color = if samples.is_empty() { at.color } else { sum / samples.len() as f32 };

        let center = corner + 0.5;
        let Some(ray) = self.ray(center) else { return Pixel { color, depth: f32::INFINITY } };
        // Between the edges of a wireframe the ground and the lines behind are seen.
        let t = at.surface.filter(|_| !self.shader.wireframe).map(|(_, _, t)| t);
        if let Some(ground) = self.ground(center, &ray, t.unwrap_or(f64::INFINITY)) {
            let [red, green, blue, opacity] = ground.map(|c| c as f32);
            color = color.lerp(Vec3::new(red, green, blue), opacity);
        }
        Pixel { color, depth: t.map_or(f32::INFINITY, |t| self.depth(&ray, t)) }
    }

    fn ray(&self, place: DVec2) -> Option<PickRay> {
        self.sightlines.ray(self.corner + place)
    }

    /// Returns the NDC depth of a point of a ray, larger if it is farther away.
    fn depth(&self, ray: &PickRay, t: f64) -> f32 {
        let window = self.frame.view.window_from_world(ray.near + t * (ray.far - ray.near));
        let depth = window.map_or(f64::INFINITY, |window| 2.0 * window.z - 1.0);
        (if self.frame.view.camera.reversed_z { -depth } else { depth }) as f32
    }

    /// Returns the colour and opacity of the ground, if the ray meets it before `t`.
    fn ground(&self, center: DVec2, ray: &PickRay, t: f64) -> Option<[f64; 4]> {
        let grid = self.grid.as_ref()?;
        let meet = |ray: &PickRay| {
            let direction = ray.far - ray.near;
            let t = (grid.center - ray.near).dot(grid.normal) / direction.dot(grid.normal);
            let from_middle = ray.near + t * direction - grid.center;
            (t, DVec2::new(from_middle.dot(grid.axes[0]), from_middle.dot(grid.axes[1])))
        };
        let (at, from_middle) = meet(ray);
        // The ground before the near plane is drawn too, that behind the eye is not.
        let camera = &self.frame.view.camera;
        let eye = match camera.projection {
            Projection::Perspective { .. } => {
                let (near, far) = (camera.depth_of(ray.near), camera.depth_of(ray.far));
                -near / (far - near)
            }
            Projection::Orthographic { .. } => f64::NEG_INFINITY,
        };
        if !(eye < at && at < t && from_middle.length() < grid.reach) {
            return None;
        }
        let change = |offset: DVec2| Some((meet(&self.ray(center + offset)?).1 - from_middle) / grid.cell);
        let (right, above) = (change(DVec2::X)?, change(DVec2::Y)?);
        let cells = grid.center_in_cells + from_middle / grid.cell;
        Some(grid.color(cells, right, above, from_middle.length() / grid.reach, self.frame))
    }

    fn options(&self) -> RayOptions {
        self.frame.style.culling.into()
    }

    /// Returns what is seen at places, in pixels of the viewport; neighbours in a row are found together.
    pub(super) fn centers(&self, places: &[DVec2]) -> Vec<Center> {
        let sights: Vec<_> = places.iter().map(|place| (*place, self.ray(*place))).collect();
        if self.shader.wireframe {
            return sights.into_iter().map(|(place, ray)| self.center(place, ray, None)).collect();
        }
        let mut centers = Vec::with_capacity(places.len());
        let rays = sights.iter().map(|(_, ray)| *ray);
        pick::closest_of_each(self.frame.scene, rays, self.options(), |hit| {
            let (place, ray) = sights[centers.len()];
            centers.push(self.center(place, ray, hit));
        });
        centers
    }

    /// Returns what is seen at a place, along its ray, which first meets `hit`.
    fn center(&self, place: DVec2, ray: Option<PickRay>, hit: Option<Hit>) -> Center {
        let palette = self.shader.palette;
        let height = (place.y / self.size.y) as f32;
        let background = Vec3::from(palette.background_bottom).lerp(Vec3::from(palette.background_top), height);
        let nothing = Center { color: background, surface: None };
        let Some(ray) = ray else { return nothing };
        if !self.shader.wireframe {
            let Some(hit) = hit else { return nothing };
            let placed = &self.frame.scene.objects()[hit.object as usize];
            let plane = self.plane(placed, &hit, self.toward_viewer(&ray));
            let color = self.surface(place, &ray, &hit).0;
            return Center { color, surface: Some((hit.id(), plane, hit.t)) };
        }

        // Hits come nearest first. Each covers its share of the colours behind it.
        let (mut color, mut seen) = (Vec3::ZERO, 1.0);
        for hit in self.frame.scene.all_hits(&ray.into(), self.options().range(..=ray.t_max)) {
            let (surface, opacity) = self.surface(place, &ray, &hit);
            color += seen * opacity * surface;
            seen *= 1.0 - opacity;
        }
        Center { color: color + seen * background, surface: None }
    }

    /// Returns the direction to the viewer in eye space, not normalised.
    fn toward_viewer(&self, ray: &PickRay) -> DVec3 {
        self.toward_viewer.unwrap_or_else(|| self.eye_from_world * (ray.near - ray.far))
    }

    /// Returns the colour of a hit, and the share of it that hides what is behind.
    fn surface(&self, place: DVec2, ray: &PickRay, hit: &Hit) -> (Vec3, f32) {
        let placed = &self.frame.scene.objects()[hit.object as usize];
        let toward_viewer = self.toward_viewer(ray);
        let id = hit.id();
        let clip_from_object = &self.clip_from_object[hit.object as usize];
        let slopes = self.slopes(place, clip_from_object, placed, hit.triangle);
        let heights = slopes.map(|(_, slope)| 1.0 / slope.length().max(f64::MIN_POSITIVE));
        let from_edges = [0, 1, 2].map(|k| (slopes[k].0.abs() * heights[k]) as f32);
        let (color, opacity) = self.shader.color(&Surface {
            normal: self.normal(placed, hit, toward_viewer),
            toward_viewer: unit(toward_viewer).unwrap_or(Vec3::Z),
            front: hit.side == Side::Front,
            color: self.color(placed, hit, slopes.map(|(_, slope)| slope)),
            pixel: (place / self.frame.scale_factor).as_vec2(),
            from_edges: from_edges.into(),
            heights: Vec3::from(heights.map(|height| height as f32)),
            selected: self.frame.selection.contains(id),
            marked: self.marked.contains(&id),
            hovered: self.frame.hover == Some(id),
            far: self.far(placed, hit),
        });
        (Vec3::from(color), opacity)
    }

    /// Returns the depth of a hit, 0 for the nearest and 1 for the farthest of the scene; 0 without a wireframe.
    fn far(&self, placed: &Object, hit: &Hit) -> f32 {
        let Some([nearest, farthest]) = self.fading_depths else { return 0.0 };
        let depth = self.frame.view.camera.depth_of(placed.triangle_in_world(hit.triangle).at(hit.u, hit.v));
        ((depth - nearest) / (farthest - nearest)).clamp(0.0, 1.0) as f32
    }

    /// Returns the linear colour of the surface at a hit: that which the mesh's file gives, times that of the texture,
    /// as far as they are shown; the object's if there is neither. `slopes` are those of the corners' weights.
    fn color(&self, placed: &Object, hit: &Hit, slopes: [DVec2; 3]) -> Vec3 {
        let own = self.frame.style.colors.then(|| placed.mesh.linear_color_at(hit.triangle, hit.u, hit.v)).flatten();
        let own = own.map(Vec3::from);
        match self.texel(placed, hit, slopes) {
            Some(texel) => texel * own.unwrap_or(Vec3::ONE),
            None => own.unwrap_or(placed.color.into()),
        }
    }

    /// Returns the linear colour of the texture at a hit; `None` if there is none to be shown.
    fn texel(&self, placed: &Object, hit: &Hit, slopes: [DVec2; 3]) -> Option<Vec3> {
        if self.images.is_empty() {
            return None;
        }
        let mesh = &placed.mesh;
        let texture = mesh.texture(hit.triangle)?;
        let coordinates = mesh.texture_coordinates(texture.set as usize)?;
        let [a, b, c] = coordinates.of_triangle(hit.triangle, mesh.triangles()[hit.triangle as usize]);
        let [a, b, c] = [a?, b?, c?].map(|uv| DVec2::from(uv.map(f64::from)));
        let sum = |weights: [f64; 3]| weights[0] * a + weights[1] * b + weights[2] * c;
        let changes = [0, 1].map(|axis| sum(slopes.map(|slope| slope[axis])));
        let image = &mesh.textures().images()[texture.image as usize];
        let mipmap = self.images.iter().find(|mipmap| mipmap.is_of(image))?;
        mipmap.color(texture, sum([1.0 - hit.u - hit.v, hit.u, hit.v]), changes)
    }

    /// Returns the unit normal in eye space: the plane's on the viewer's side, or the smooth one of the side seen.
    fn normal(&self, placed: &Object, hit: &Hit, toward_viewer: DVec3) -> Vec3 {
        if let Some(normals) = &self.normals[hit.object as usize] {
            let weights = [1.0 - hit.u - hit.v, hit.u, hit.v];
            let corners = weights.iter().enumerate().map(|(k, weight)| *weight * normals.unpacked(hit.triangle, k));
            let in_object: DVec3 = corners.sum();
            let normals_matrix = DMat3::from_mat4(placed.world_from_object).inverse().transpose();
            let mirrored = if placed.is_mirrored() { -1.0 } else { 1.0 };
            let side = if hit.side == Side::Front { mirrored } else { -mirrored };
            if let Some(normal) = unit(self.eye_from_world * (normals_matrix * in_object) * side) {
                return normal;
            }
        }
        self.plane(placed, hit, toward_viewer)
    }

    /// Returns the unit normal of the triangle that was hit, on the viewer's side, in eye space.
    fn plane(&self, placed: &Object, hit: &Hit, toward_viewer: DVec3) -> Vec3 {
        let corners = placed.triangle_in_world(hit.triangle);
        let normal = self.eye_from_world * (corners.b - corners.a).cross(corners.c - corners.a);
        let normal = if normal.dot(toward_viewer) < 0.0 { -normal } else { normal };
        unit(normal).unwrap_or(Vec3::Z)
    }

    /// Returns the weight of each corner at a place, and how it grows from pixel to pixel, to the right and upwards.
    fn slopes(&self, place: DVec2, clip_from_object: &DMat4, placed: &Object, triangle: u32) -> [(f64, DVec2); 3] {
        let triangle = placed.mesh.triangle(triangle);
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| {
            let clip = *clip_from_object * corner.extend(1.0);
            DVec3::new(clip.x, clip.y, clip.w)
        });
        // A weight is the ratio of two functions that are linear on the screen: these are the numerators.
        let ndc = 2.0 * place / self.size - 1.0;
        let functions = [b.cross(c), c.cross(a), a.cross(b)];
        let sum: DVec3 = functions.iter().sum();
        let at = DVec3::new(ndc.x, ndc.y, 1.0);
        let total = sum.dot(at);
        functions.map(|function| {
            let weight = function.dot(at) / total;
            (weight, (function.truncate() - weight * sum.truncate()) / total * 2.0 / self.size)
        })
    }
}

fn unit(v: DVec3) -> Option<Vec3> {
    let largest = v.abs().max_element();
    (largest > 0.0 && v.is_finite()).then(|| (v / largest).normalize().as_vec3())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_direction_of_any_length_has_length_one() {
        for length in [1e-300, 1.0, 1e200] {
            let direction = unit(DVec3::new(0.0, -3.0, 4.0) * length).expect("it is not zero");
            assert!(direction.abs_diff_eq(Vec3::new(0.0, -0.6, 0.8), 1e-6), "{direction} of {length}");
        }
        assert_eq!((unit(DVec3::ZERO), unit(DVec3::NAN)), (None, None));
    }
}
