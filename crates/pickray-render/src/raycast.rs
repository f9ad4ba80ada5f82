//! Pictures drawn without a GPU: a ray through each pixel's centre, and several through pixels at borders or of a
//! wireframe. The grid and the strokes are drawn over what the rays hit.
//!
//! Based on: Arthur Appel, Some techniques for shading machine renderings of solids, 1968. The samples of a pixel lie
//! on the rotated grid of GPUs (Direct3D 11.3 functional specification, standard multisample patterns).

use super::frame::Frame;
use super::grid::Grid;
use super::image::Image;
use super::marks;
use super::mipmap::Mipmap;
use super::normals::PackedNormals;
use super::overlay::Stroke;
use super::shading::{Shader, Surface};
use super::style::{Palette, Shading};
use glam::{DMat3, DMat4, DVec2, DVec3, Vec2, Vec3};
use pickray::RayOptions;
use pickray::intersect::Side;
use pickray::math::{FramebufferSize, PickRay};
use pickray::pick::{self, Hit, TriangleId};
use pickray::scene::{Object, Projection, Sightlines};
use pickray::work::{OutOfMemory, memory, threads, uncancelled};
use std::collections::HashSet;

/// Offsets of a pixel's samples from its lower left corner, in pixels.
const SAMPLES: [DVec2; 4] =
    [DVec2::new(0.375, 0.875), DVec2::new(0.875, 0.625), DVec2::new(0.125, 0.375), DVec2::new(0.625, 0.125)];

/// Cosine of the angle between the planes of neighbouring pixels' triangles from which their border is sampled (18°).
const BEND_COSINE: f32 = 0.951;

/// Bytes of memory for each pixel: the picture, its PNG, and what the rays of its centre and its samples meet.
const BYTES_PER_PIXEL: u64 = (2 * size_of::<[u8; 4]>() + size_of::<Pixel>() + size_of::<Center>()) as u64;

/// Bytes of memory for each triangle while its smooth normals are made.
const BYTES_PER_SMOOTH_TRIANGLE: u64 = 96;

/// Returns the picture of a frame, as large as its framebuffer, drawn on all cores.
///
/// # Panics
/// If there is not enough memory; [`try_draw`] returns an error then.
pub fn draw(frame: &Frame) -> Image {
    try_draw(frame).unwrap_or_else(|missing| panic!("{missing}"))
}

/// Returns the picture of a frame, as [`draw`] does.
///
/// # Errors
/// [`OutOfMemory`] if there is not enough memory for it.
pub fn try_draw(frame: &Frame) -> Result<Image, OutOfMemory> {
    let FramebufferSize { width, height } = frame.view.framebuffer;
    let n_pixels = u64::from(width) * u64::from(height);
    let smooth = frame.scene.objects().iter().filter(|_| frame.style.shading == Shading::Smooth);
    let n_smooth: u64 = smooth.map(|object| object.mesh.n_triangles() as u64).sum();
    memory::check(n_pixels * BYTES_PER_PIXEL + n_smooth * BYTES_PER_SMOOTH_TRIANGLE)?;
    let [red, green, blue] = Palette::of(frame.style.theme).background_bottom.map(|c| (c * 255.0).round() as u8);
    let mut image = Image { width, height, pixels: memory::filled(n_pixels as usize, [red, green, blue, 255])? };
    if frame.view.viewport.is_empty() {
        return Ok(image);
    }
    let mut canvas = Canvas::new(frame)?;
    canvas.cast(frame)?;
    for stroke in marks::strokes(frame) {
        canvas.stroke(&stroke, frame.view.camera.reversed_z);
    }
    canvas.copy_into(&mut image, frame);
    Ok(image)
}

/// Colour of a pixel, and the NDC depth of the surface at its centre; infinite if there is none.
#[derive(Clone, Copy)]
struct Pixel {
    color: Vec3,
    depth: f32,
}

/// The pixels of the viewport, row by row from the lowest.
struct Canvas {
    pixels: Vec<Pixel>,
    width: usize,
    height: usize,
}

impl Canvas {
    fn new(frame: &Frame) -> Result<Self, OutOfMemory> {
        let [width, height] = [frame.view.viewport.width, frame.view.viewport.height].map(|n| n as usize);
        let none = Pixel { color: Vec3::ZERO, depth: f32::INFINITY };
        Ok(Self { pixels: memory::filled(width * height, none)?, width, height })
    }

    /// Casts surfaces and grid: first what is at the pixels' centres, then the pixels, with more samples along borders.
    fn cast(&mut self, frame: &Frame) -> Result<(), OutOfMemory> {
        let caster = Caster::new(frame);
        let (width, height) = (self.width, self.height);
        let mut centers = memory::filled(width * height, Center::default())?;
        let corner = |index: usize| DVec2::new((index % width) as f64, (index / width) as f64);
        let rows = centers.chunks_exact_mut(width).enumerate();
        threads::for_each(threads::available(), rows, |(row, centers): (usize, &mut [Center])| {
            let places: Vec<DVec2> = (row * width..(row + 1) * width).map(|index| corner(index) + 0.5).collect();
            centers.copy_from_slice(&caster.centers(&places));
        });
        let is_border = |index: usize| {
            let (column, row) = (index % width, index / width);
            let borders = |other: usize| centers[index].borders(&centers[other]);
            (0 < column && borders(index - 1))
                || (0 < row && borders(index - width))
                || (column + 1 < width && borders(index + 1))
                || (row + 1 < height && borders(index + width))
        };
        uncancelled(|progress| {
            threads::fill(&mut self.pixels, width, progress, |index| {
                let sampled = 1 < frame.style.samples && (frame.style.wireframe || is_border(index));
                caster.pixel(corner(index), &centers[index], if sampled { &SAMPLES } else { &[] })
            })
        });
        Ok(())
    }

    /// Mixes a stroke in, as `shaders/stroke.frag` does.
    fn stroke(&mut self, stroke: &Stroke, reversed_z: bool) {
        let [from, to] = [stroke.from, stroke.to].map(|[x, y, _]| Vec2::new(x, y));
        let along = to - from;
        let length = along.length();
        let direction = if length > 0.0 { along / length } else { Vec2::X };
        let reach = stroke.half_width + stroke.ring + 1.0;
        let (low, high) = (from.min(to) - reach, from.max(to) + reach);
        let range =
            |low: f32, high: f32, n: usize| (low.max(0.0) as usize)..(high.ceil().clamp(0.0, n as f32) as usize);
        for row in range(low.y, high.y, self.height) {
            // The part of the row that the stroke comes near: a slanting line touches a few pixels of each.
            let (mut left, mut right) = (low.x, high.x);
            if along.y.abs() > along.x.abs() {
                let x = from.x + (row as f32 + 0.5 - from.y) / along.y * along.x;
                (left, right) = (left.max(x - 2.0 * reach), right.min(x + 2.0 * reach));
            }
            for column in range(left, right, self.width) {
                let place = Vec2::new(column as f32 + 0.5, row as f32 + 0.5) - from;
                let place = Vec2::new(place.dot(direction), place.dot(direction.perp()));
                let coverage = coverage(stroke, place, length);
                if coverage > 0.0 {
                    let share = if length > 0.0 { (place.x / length).clamp(0.0, 1.0) } else { 0.0 };
                    let depth = stroke.from[2] + share * (stroke.to[2] - stroke.from[2]);
                    let pixel = &mut self.pixels[row * self.width + column];
                    let before = if reversed_z { -depth <= pixel.depth } else { depth <= pixel.depth };
                    let [red, green, blue, opacity] = stroke.color;
                    let opacity = opacity * coverage * stroke.shares[usize::from(!before)];
                    pixel.color = pixel.color.lerp(Vec3::new(red, green, blue), opacity);
                }
            }
        }
    }

    /// Puts the viewport into its place in the framebuffer, whose rows run from the top.
    fn copy_into(&self, image: &mut Image, frame: &Frame) {
        let viewport = frame.view.viewport;
        for (row, line) in self.pixels.chunks_exact(self.width).enumerate() {
            let y = i64::from(image.height) - 1 - (i64::from(viewport.y) + row as i64);
            for (column, pixel) in line.iter().enumerate() {
                let x = i64::from(viewport.x) + column as i64;
                if (0..i64::from(image.width)).contains(&x) && (0..i64::from(image.height)).contains(&y) {
                    let [red, green, blue] = (pixel.color * 255.0).round().to_array().map(|c| c as u8);
                    image.pixels[y as usize * image.width as usize + x as usize] = [red, green, blue, 255];
                }
            }
        }
    }
}

/// Surface that the ray through a pixel's centre meets first, and the colour seen.
#[derive(Clone, Copy, Default)]
struct Center {
    color: Vec3,
    /// Triangle that the ray hits, the unit normal of its plane on the viewer's side in eye space, and the ray's
    /// parameter at the hit. `None` if the ray hits no opaque surface.
    surface: Option<(TriangleId, Vec3, f64)>,
}

impl Center {
    /// Returns whether the two places show more than one surface, or a bent one.
    fn borders(&self, other: &Self) -> bool {
        match (self.surface, other.surface) {
            (Some((id, normal, _)), Some((other, other_normal, _))) => {
                id.object != other.object || (id != other && normal.dot(other_normal) < BEND_COSINE)
            }
            (None, None) => false,
            _ => true,
        }
    }
}

/// Returns the share of a pixel that a stroke covers; `place` is along and across it, in pixels from its first end.
fn coverage(stroke: &Stroke, place: Vec2, length: f32) -> f32 {
    let beyond = (-place.x).max(place.x - length).max(0.0);
    let from_line = Vec2::new(beyond, place.y).length();
    let inside = if stroke.ring > 0.0 {
        stroke.ring - (from_line - stroke.half_width).abs()
    } else {
        stroke.half_width - from_line
    };
    let mut coverage = (inside + 0.5).clamp(0.0, 1.0);
    if stroke.dash > 0.0 {
        let phase = (place.x + stroke.dash_start).rem_euclid(2.0 * stroke.dash);
        coverage *= (0.5 * stroke.dash - (phase - 0.5 * stroke.dash).abs() + 0.5).clamp(0.0, 1.0);
    }
    coverage
}

struct Caster<'a> {
    frame: &'a Frame<'a>,
    shader: Shader<'a>,
    grid: Option<Grid>,
    sightlines: Sightlines,
    /// Matrices from each object's space to clip space.
    clip_from_object: Vec<DMat4>,
    /// Normals of each object; `None` for an object that is not shaded smoothly.
    normals: Vec<Option<PackedNormals>>,
    /// Images that are shown, each once.
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
    fn new(frame: &'a Frame<'a>) -> Self {
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
    fn pixel(&self, corner: DVec2, at: &Center, samples: &[DVec2]) -> Pixel {
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
    fn centers(&self, places: &[DVec2]) -> Vec<Center> {
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

        // Nearest first: each hides its share of what is behind.
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

    /// Returns the depth of a hit, from 0 for the nearest to 1 for the farthest of the scene; 0 without a wireframe,
    /// which alone asks.
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

    /// Returns the unit normal in eye space: the triangle's on the viewer's side, or the smooth one of the side that is
    /// seen.
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
        // A weight is the ratio of two functions that are linear on the screen: these are the numerators, corner by
        // corner.
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
    use crate::{Behind, Overlay, Pen, Style};
    use pickray::math::{CursorPosition, Viewport};
    use pickray::mesh::Mesh;
    use pickray::pick::Selection;
    use pickray::scene::{Camera, Scene, View};

    /// Two triangles that make the square from -1 to 1 in the plane z = 0.
    fn square() -> Scene {
        let positions = vec![[-1., -1., 0.], [1., -1., 0.], [1., 1., 0.], [-1., 1., 0.]];
        let mesh = Mesh::from_triangles(positions, vec![[0, 1, 2], [0, 2, 3]]).expect("a square");
        Scene::of(Object::new("square", mesh.into()))
    }

    fn drawn(scene: &Scene, view: &View, selection: &Selection, overlays: &[Overlay]) -> Image {
        let style = Style::default();
        draw(&Frame { overlays, ..Frame::new(scene, view, &style, selection) })
    }

    fn at(image: &Image, column: u32, row: u32) -> [u8; 4] {
        image.pixel(CursorPosition::new(column.into(), row.into())).expect("a pixel of the picture")
    }

    fn looks_selected(image: &Image, column: u32, row: u32) -> bool {
        let [r, g, b, _] = at(image, column, row);
        Palette::looks_selected([r, g, b])
    }

    #[test]
    fn the_selected_triangle_and_no_other_has_the_colour_of_a_selection() {
        let scene = square();
        let view = View::new(Camera::look_at(DVec3::Z * 4.0, DVec3::ZERO, DVec3::Y), FramebufferSize::new(120, 80));
        let mut selection = Selection::default();
        selection.replace([TriangleId { object: 0, triangle: 1 }]);
        let image = drawn(&scene, &view, &selection, &[]);
        // Triangle 1 is the upper left half of the square, triangle 0 the lower right.
        assert!(looks_selected(&image, 50, 32));
        assert!(!looks_selected(&image, 70, 48));
        assert!(!looks_selected(&image, 3, 3));
    }

    #[test]
    fn the_viewport_lies_where_it_is_in_the_framebuffer() {
        let scene = square();
        let mut view = View::new(Camera::look_at(DVec3::Z * 2.0, DVec3::ZERO, DVec3::Y), FramebufferSize::new(60, 50));
        view.viewport = Viewport { x: 20, y: 15, width: 30, height: 20 };
        let mut selection = Selection::default();
        selection.replace([0, 1].map(|triangle| TriangleId { object: 0, triangle }));
        let image = drawn(&scene, &view, &selection, &[]);
        // The square fills the viewport's height: from the top, rows 15 to 34.
        for (column, row, inside) in [(35, 16, true), (35, 33, true), (35, 12, false), (35, 37, false), (18, 25, false)]
        {
            assert_eq!(looks_selected(&image, column, row), inside, "{column}, {row}");
        }
    }

    #[test]
    fn a_picture_that_no_memory_holds_is_refused_with_its_size() {
        let (scene, selection) = (square(), Selection::default());
        let size = FramebufferSize::new(1 << 24, 1 << 24);
        let view = View::new(Camera::look_at(DVec3::Z * 4.0, DVec3::ZERO, DVec3::Y), size);
        let missing = try_draw(&Frame::new(&scene, &view, &Style::default(), &selection)).expect_err("too large");
        assert!(missing.needed > 1 << 53, "{missing}");
    }

    #[test]
    fn a_line_is_faint_behind_a_surface_and_strong_before_it() {
        let scene = square();
        let view = View::new(Camera::look_at(DVec3::Z * 4.0, DVec3::ZERO, DVec3::Y), FramebufferSize::new(61, 61));
        let redness = |z: f64, behind: Behind| {
            let (from, to) = (DVec3::new(-3.0, 0.3, z), DVec3::new(3.0, 0.3, z));
            let line = Overlay::Lines(vec![[from, to]], Pen::new([1.0, 0.0, 0.0], 3.0).behind(behind));
            let image = drawn(&scene, &view, &Selection::default(), &[line]);
            let row = view.cursor_from_world(DVec3::new(0.0, 0.3, z)).expect("in view").y as u32;
            let [red, _, blue, _] = at(&image, 30, row);
            i32::from(red) - i32::from(blue)
        };
        assert_eq!(redness(0.5, Behind::Hidden), 255);
        assert!(redness(-0.5, Behind::Hidden) < 30);
        assert!(redness(0.5, Behind::Alone) < 30 && redness(-0.5, Behind::Alone) == 255);
        let faint = redness(-0.5, Behind::Faint);
        assert!((40..120).contains(&faint), "{faint}");
    }
}
