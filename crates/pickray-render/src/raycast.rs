//! Pictures drawn without a GPU: a ray through each pixel's centre, and several through pixels at borders or of a
//! wireframe. The grid and the strokes are drawn over what the rays hit.
//!
//! Based on: Arthur Appel, Some techniques for shading machine renderings of solids, 1968. The samples of a pixel lie
//! on the rotated grid of GPUs (Direct3D 11.3 functional specification, standard multisample patterns).

mod caster;

use super::frame::Frame;
use super::image::Image;
use super::marks;
use super::overlay::Stroke;
use super::style::{Palette, Shading};
use caster::{Caster, Center, Pixel};
use glam::{DVec2, Vec2, Vec3};
use pickray::math::FramebufferSize;
use pickray::work::{OutOfMemory, memory, threads, uncancelled};

/// Offsets of a pixel's samples from its lower left corner, in pixels.
const SAMPLES: [DVec2; 4] =
    [DVec2::new(0.375, 0.875), DVec2::new(0.875, 0.625), DVec2::new(0.125, 0.375), DVec2::new(0.625, 0.125)];

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::*;
    use crate::{Behind, Overlay, Pen};

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
