//! Mipmap of an image: the image at half of its size, at half of that, and so on; and its colour at a place.
//!
//! Based on: Lance Williams, "Pyramidal Parametrics", SIGGRAPH 1983. A pixel of a level is the mean of the light of all
//! that it covers of the level before, whose sizes need not be even.

use super::style::{linear_from_srgb, srgb_from_linear};
use glam::{DVec2, Vec3};
use pickray::mesh::{Image, Pixels, Texture, Wrap};
use pickray::work::memory;
use std::sync::{LazyLock, OnceLock};

/// Linear intensities of the bytes of sRGB.
static LINEAR: LazyLock<[f32; 256]> =
    LazyLock::new(|| std::array::from_fn(|byte| linear_from_srgb([byte as f32 / 255.0; 3])[0]));

/// Steps of the square root of a linear intensity; within a step no byte of sRGB is off by more than 0.55.
const STEPS: usize = 4096;

/// Bytes of sRGB by the square root of a linear intensity.
static BYTES: LazyLock<[u8; STEPS]> = LazyLock::new(|| {
    let light = |step: usize| (step as f32 / (STEPS - 1) as f32).powi(2);
    std::array::from_fn(|step| (255.0 * srgb_from_linear([light(step); 3])[0]).round() as u8)
});

fn linear([red, green, blue, _]: [u8; 4]) -> Vec3 {
    Vec3::new(LINEAR[red as usize], LINEAR[green as usize], LINEAR[blue as usize])
}

/// Returns the pixels at half size, rounded down, opaque. `None` for a single pixel, and without memory.
pub(super) fn halved(pixels: &Pixels) -> Option<Pixels> {
    let size = [pixels.width(), pixels.height()];
    let [width, height] = size.map(|n| (n / 2).max(1));
    let mut bytes = if size == [1, 1] { None } else { memory::filled(4 * width as usize * height as usize, 255).ok() }?;
    let columns: Vec<Vec<(u32, f32)>> = (0..width).map(|column| covered(column, width, size[0])).collect();
    for (row, line) in bytes.chunks_exact_mut(4 * width as usize).enumerate() {
        let rows = covered(row as u32, height, size[1]);
        for (columns, pixel) in columns.iter().zip(line.chunks_exact_mut(4)) {
            let of_row = |row| columns.iter().map(move |(column, weight)| *weight * linear(pixels.get([*column, row])));
            let mean: Vec3 = rows.iter().map(|(row, weight)| *weight * of_row(*row).sum::<Vec3>()).sum();
            let step = |light: f32| (light.clamp(0.0, 1.0).sqrt() * (STEPS - 1) as f32).round() as usize;
            pixel[..3].copy_from_slice(&mean.to_array().map(|light| BYTES[step(light)]));
        }
    }
    Pixels::new(width, height, bytes)
}

/// Returns the pixels among `of` in a line that a pixel among `n` covers, each with its share of the pixel.
fn covered(pixel: u32, n: u32, of: u32) -> Vec<(u32, f32)> {
    let each = f64::from(of) / f64::from(n);
    let (start, end) = (f64::from(pixel) * each, f64::from(pixel + 1) * each);
    let share = |k: u32| end.min(f64::from(k + 1)) - start.max(f64::from(k));
    let all = (start as u32..(end.ceil() as u32).min(of)).map(|k| (k, (share(k) / each) as f32));
    all.filter(|(_, share)| *share > 1e-6).collect()
}

/// Image with its smaller levels, which are made when the first of them is asked for.
pub(super) struct Mipmap {
    image: Image,
    smaller: OnceLock<Vec<Pixels>>,
}

impl Mipmap {
    pub(super) fn new(image: &Image) -> Self {
        Self { image: image.clone(), smaller: OnceLock::new() }
    }

    pub(super) fn is_of(&self, image: &Image) -> bool {
        self.image.is(image)
    }

    /// Returns the linear colour of a texture at a coordinate, as OpenGL filters it; `changes` are the coordinate's to
    /// the next pixel, to the right and upwards. `None` until the image is decoded.
    pub(super) fn color(&self, texture: &Texture, uv: DVec2, changes: [DVec2; 2]) -> Option<Vec3> {
        let pixels = self.image.pixels()?;
        let size = DVec2::new(f64::from(pixels.width()), f64::from(pixels.height()));
        let [right, up] = changes.map(|change| (texture.image_from_uv.transform_vector2(change) * size).length());
        let level = right.max(up).log2();
        // Of places at infinity there is no level.
        if level.is_nan() || level <= 0.0 {
            let is_nearest = texture.nearest;
            let place = texture.image_from_uv.transform_point2(uv);
            let nearest = || linear(pixels.get(texture.pixel(uv, pixels)));
            return Some(if is_nearest { nearest() } else { blended(pixels, texture.wrap, place) });
        }
        let smaller = self.smaller.get_or_init(|| std::iter::successors(halved(pixels), halved).collect());
        let level = level.min(smaller.len() as f64);
        let [first, next] = [level.floor(), level.ceil()].map(|level| {
            let level = if level < 1.0 { pixels } else { &smaller[level as usize - 1] };
            blended(level, texture.wrap, texture.image_from_uv.transform_point2(uv))
        });
        Some(first.lerp(next, level.fract() as f32))
    }
}

/// Returns the linear colour at a place between pixels' centres; the image is from (0, 0) to (1, 1).
fn blended(pixels: &Pixels, wrap: [Wrap; 2], place: DVec2) -> Vec3 {
    let [width, height] = [pixels.width(), pixels.height()];
    let place = place * DVec2::new(f64::from(width), f64::from(height)) - 0.5;
    let (first, share) = (place.floor() + 0.5, (place - place.floor()).as_vec2());
    let pixel = |right: f64, down: f64| {
        let [column, row] = [wrap[0].pixel(first.x + right, width), wrap[1].pixel(first.y + down, height)];
        linear(pixels.get([column, row]))
    };
    let [above, below] = [0.0, 1.0].map(|down| pixel(0.0, down).lerp(pixel(1.0, down), share.x));
    above.lerp(below, share.y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::seeded;

    #[test]
    fn half_an_image_has_the_mean_light_of_what_it_covers_whatever_its_size() {
        let mut random = seeded();
        for [width, height] in [[2, 2], [3, 5], [7, 1], [1, 4], [16, 9], [5, 2], [2, 1]] {
            let mut bytes: Vec<u8> = (0..4 * width * height).map(|_| random.u8(..)).collect();
            bytes[3] = 0;
            let whole = Pixels::new(width, height, bytes).expect("pixels");
            let half = halved(&whole).expect("smaller");
            assert_eq!([half.width(), half.height()], [width, height].map(|n| (n / 2).max(1)));
            let mean = |pixels: &Pixels| {
                let (w, h) = (pixels.width(), pixels.height());
                let sum: Vec3 = (0..w * h).map(|k| linear(pixels.get([k % w, k / w]))).sum();
                sum / (w * h) as f32
            };
            assert!((mean(&whole) - mean(&half)).abs().max_element() < 0.004, "{width} × {height}");
            assert!(!half.is_transparent());
        }
        assert!(halved(&Pixels::new(1, 1, vec![9; 4]).expect("a pixel")).is_none());
    }

    #[test]
    fn levels_go_down_to_one_pixel_of_the_mean_of_black_and_white() {
        let bytes = (0..13 * 6).flat_map(|k| if (k % 13 + k / 13) % 2 == 0 { [255; 4] } else { [0, 0, 0, 255] });
        let pixels = Pixels::new(13, 6, bytes.collect()).expect("pixels");
        let last = std::iter::successors(halved(&pixels), halved).last().expect("a level");
        assert_eq!([last.width(), last.height()], [1, 1]);
        assert!(last.get([0, 0])[0].abs_diff(188) <= 2, "half of the light, {:?}", last.get([0, 0]));
    }
}
