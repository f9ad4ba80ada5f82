//! Triangles of egui, blended into a picture without a GPU, as egui's painter does by OpenGL.
//!
//! Based on: Juan Pineda, A Parallel Algorithm for Polygon Rasterization, 1988 (edge functions). Of pixels on a common
//! edge each belongs to one triangle.

use egui::epaint::{ImageData, Mesh, Primitive, Vertex};
use egui::{ClippedPrimitive, Color32, ColorImage, TextureId, TexturesDelta, Vec2};
use pickray_render::Image;
use std::collections::HashMap;

/// Blends primitives into a picture that has `pixels_per_point` pixels to a point. Takes the textures.
pub fn blend(image: &mut Image, primitives: &[ClippedPrimitive], textures: &mut TexturesDelta, pixels_per_point: f32) {
    let mut known: HashMap<TextureId, ColorImage> = HashMap::new();
    for (id, delta) in textures.set.iter().flat_map(|(id, parts)| parts.iter().map(move |part| (id, part))) {
        let ImageData::Color(part) = &delta.image;
        let Some([left, top]) = delta.pos else {
            known.insert(*id, ColorImage::clone(part));
            continue;
        };
        let Some(whole) = known.get_mut(id) else { continue };
        let ([width, height], row_of_whole) = (part.size, whole.size[0]);
        for row in 0..height {
            let at = (top + row) * row_of_whole + left;
            whole.pixels[at..at + width].copy_from_slice(&part.pixels[row * width..(row + 1) * width]);
        }
    }
    textures.clear();
    for ClippedPrimitive { clip_rect, primitive } in primitives {
        let Primitive::Mesh(mesh) = primitive else { continue };
        let Some(texture) = known.get(&mesh.texture_id) else { continue };
        let [low, high] = [clip_rect.min, clip_rect.max].map(|corner| (corner.to_vec2() * pixels_per_point).round());
        triangles(mesh).for_each(|corners| triangle(image, texture, corners, pixels_per_point, [low, high]));
    }
}

fn triangles(mesh: &Mesh) -> impl Iterator<Item = [Vertex; 3]> {
    mesh.indices.as_chunks().0.iter().map(|corners: &[u32; 3]| corners.map(|corner| mesh.vertices[corner as usize]))
}

/// Blends the pixels whose centres a triangle covers, between the corners of a rectangle.
fn triangle(image: &mut Image, texture: &ColorImage, corners: [Vertex; 3], pixels_per_point: f32, clip: [Vec2; 2]) {
    let mut corners = corners.map(|corner| (corner.pos.to_vec2() * pixels_per_point, corner));
    let side = |from: Vec2, to: Vec2, point: Vec2| (to - from).rot90().dot(point - from);
    let area = side(corners[0].0, corners[1].0, corners[2].0);
    if area == 0.0 || !area.is_finite() {
        return;
    }
    if area < 0.0 {
        corners.swap(1, 2);
    }

    let [a, b, c] = corners.map(|(place, _)| place);
    let low = a.min(b).min(c).max(clip[0]).max(Vec2::ZERO);
    let high = a.max(b).max(c).min(clip[1]).min(Vec2::new(image.width as f32, image.height as f32));
    let is_owner = |from: Vec2, to: Vec2| (to - from).y < 0.0 || (to - from).y == 0.0 && (to - from).x > 0.0;
    let edges = [(b, c), (c, a), (a, b)];
    for row in low.y as u32..high.y.ceil().max(0.0) as u32 {
        for column in low.x as u32..high.x.ceil().max(0.0) as u32 {
            let center = Vec2::new(column as f32, row as f32) + Vec2::splat(0.5);
            let sides = edges.map(|(from, to)| side(from, to, center));
            let inside = edges.iter().zip(sides).all(|(&(from, to), s)| 0.0 < s || s == 0.0 && is_owner(from, to));
            let is_clipped =
                center.x < clip[0].x || center.y < clip[0].y || center.x > clip[1].x || center.y > clip[1].y;
            if !inside || is_clipped {
                continue;
            }

            let weights = sides.map(|side| side / area.abs());
            let mixed = |of: fn(&Vertex) -> [f32; 4]| {
                let of = corners.map(|(_, corner)| of(&corner));
                [0, 1, 2, 3].map(|k| (0..3).map(|corner| weights[corner] * of[corner][k]).sum::<f32>())
            };
            let color = mixed(|corner| corner.color.to_array().map(f32::from));
            let [u, v, ..] = mixed(|corner| [corner.uv.x, corner.uv.y, 0.0, 0.0]);
            let texel = texel(texture, u, v).to_array().map(f32::from);
            let source = [0, 1, 2, 3].map(|k| color[k] * texel[k] / 255.0);
            let pixel = &mut image.pixels[row as usize * image.width as usize + column as usize];
            let kept = 1.0 - source[3] / 255.0;
            *pixel = [0, 1, 2, 3].map(|k| (source[k] + kept * f32::from(pixel[k])).round().clamp(0.0, 255.0) as u8);
        }
    }
}

/// Returns the texel at these coordinates, from 0 to 1: letters are laid out so that a texel is a pixel.
fn texel(texture: &ColorImage, u: f32, v: f32) -> Color32 {
    let [width, height] = texture.size;
    let [x, y] = [(u, width), (v, height)].map(|(t, n)| ((t * n as f32).max(0.0) as usize).min(n.saturating_sub(1)));
    texture.pixels.get(y * width + x).copied().unwrap_or(Color32::TRANSPARENT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::update::tests::seeded;
    use egui::epaint::ImageDelta;
    use egui::{Pos2, Rect, TextureOptions};

    const ID: TextureId = TextureId::Managed(0);

    /// Returns textures of one white texel, and of a second one that is set later.
    fn textures(second: Color32) -> TexturesDelta {
        let mut textures = TexturesDelta::default();
        let part = |pixels: &[Color32]| ColorImage::new([pixels.len(), 1], pixels.to_vec());
        let whole = ImageDelta::full(part(&[Color32::WHITE; 2]), TextureOptions::NEAREST);
        let later = ImageDelta::partial([1, 0], part(&[second]), TextureOptions::NEAREST);
        textures.set.entry(ID).or_default().extend([whole, later]);
        textures
    }

    fn primitive(corners: &[[f32; 3]], triangles: &[u32], color: Color32, clip_rect: Rect) -> ClippedPrimitive {
        let vertex = |&[x, y, u]: &[f32; 3]| Vertex { pos: Pos2::new(x, y), uv: Pos2::new(u, 0.5), color };
        let vertices = corners.iter().map(vertex).collect();
        let mesh = Mesh { indices: triangles.to_vec(), vertices, texture_id: ID };
        ClippedPrimitive { clip_rect, primitive: Primitive::Mesh(mesh) }
    }

    #[test]
    fn triangles_that_share_edges_cover_each_pixel_once() {
        let mut random = seeded();
        let half = Color32::from_rgba_premultiplied(100, 0, 0, 128);
        for _ in 0..200 {
            // A fan around a point in eighths, where edges often pass through centres of pixels.
            let eighth = |random: &mut fastrand::Rng, most: u32| random.u32(0..8 * most) as f32 / 8.0;
            let middle = [4.0 + eighth(&mut random, 8), 4.0 + eighth(&mut random, 8), 0.0];
            let corners = [[0.0, 0.0, 0.0], [16.0, 0.0, 0.0], [16.0, 16.0, 0.0], [0.0, 16.0, 0.0], middle];
            let mut triangles = [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]];
            triangles.iter_mut().for_each(|corners| random.shuffle(corners));
            let fan = primitive(&corners, triangles.as_flattened(), half, Rect::EVERYTHING);
            let mut image = Image::new(16, 16, [0, 0, 200, 255]);
            blend(&mut image, &[fan], &mut textures(Color32::WHITE), 1.0);
            assert_eq!(image, Image::new(16, 16, [100, 0, 100, 255]));
        }
    }

    #[test]
    fn pixels_take_their_texel_within_the_clip_rectangle_alone() {
        let corners = [[-4.0, -4.0, 0.0], [8.0, -4.0, 1.5], [8.0, 8.0, 1.5], [-4.0, 8.0, 0.0]];
        let clip = Rect::from_min_max(Pos2::new(0.5, 1.0), Pos2::new(3.0, 2.0));
        let quad = primitive(&corners, &[0, 1, 2, 0, 2, 3], Color32::WHITE, clip);
        let mut image = Image::new(8, 6, [0, 0, 0, 255]);
        blend(&mut image, &[quad], &mut textures(Color32::from_rgb(9, 8, 7)), 2.0);
        for (index, pixel) in image.pixels.iter().enumerate() {
            let (x, y) = (index % 8, index / 8);
            // u is 0.5 at the left edge of the picture: all of it shows the second texel.
            let shown = (1..6).contains(&x) && (2..4).contains(&y);
            assert_eq!(*pixel, if shown { [9, 8, 7, 255] } else { [0, 0, 0, 255] }, "{x} {y}");
        }
    }
}
