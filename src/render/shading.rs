//! The colour of a point of a triangle: light, state, edges. `shaders/mesh.frag` says the same to the GPU.

use super::style::{Palette, Srgb, linear_from_srgb, srgb_from_linear};
use glam::{FloatExt, Vec2, Vec3};

/// What is seen in a pixel, or a part of it.
pub(super) struct Surface {
    /// The unit normal in eye space, on the side of the viewer.
    pub normal: Vec3,
    /// The unit direction to the viewer in eye space.
    pub toward_viewer: Vec3,
    /// The world's up in eye space.
    pub up: Vec3,
    /// Whether its front is seen.
    pub front: bool,
    /// Its own colour, or that of the object where it has none; linear.
    pub color: Vec3,
    /// The place in the picture in logical pixels from the lower left.
    pub pixel: Vec2,
    /// The distance from the nearest edge, in physical pixels.
    pub from_edge: f32,
    /// The triangle's smallest height in the picture, in physical pixels.
    pub height: f32,
    pub selected: bool,
    pub marked: bool,
    pub hovered: bool,
}

pub(super) struct Shader<'a> {
    pub palette: &'a Palette,
    /// Whether edges are drawn over surfaces.
    pub edges: bool,
    /// Whether only edges are drawn.
    pub wireframe: bool,
    /// Physical pixels to a logical one.
    pub scale: f32,
}

/// The direction of the key light in eye space, not normalised.
const KEY_LIGHT: Vec3 = Vec3::new(-0.35, 0.55, 1.0);

/// Share of a surface that edges cover where they are as dense as lines are drawn. Where they are denser the surface
/// takes this share of their colour instead: large triangles beside small ones make it neither darker nor brighter.
const EDGES_ON_AVERAGE: f32 = 0.3;

impl Shader<'_> {
    /// The colour (sRGB) and the share of it that hides what is behind.
    pub fn color(&self, surface: &Surface) -> (Srgb, f32) {
        let line = (0.55 * self.scale - surface.from_edge + 0.5).clamp(0.0, 1.0);
        let room = smoothstep(2.5, 12.0, surface.height / self.scale);
        let filled = surface.selected || surface.marked;
        if self.wireframe && !filled {
            return (self.wire(surface), line * room.max(0.3));
        }

        let (base, light, shine) = self.base_and_light(surface);
        let mut color = Vec3::from(srgb_from_linear((base * light + 0.05 * shine).to_array()));
        let [r, g, b, opacity] = self.palette.edge;
        if self.edges {
            let covered = if surface.selected { 0.0 } else { EDGES_ON_AVERAGE };
            color = color.lerp(Vec3::new(r, g, b), opacity * covered.lerp(line, room));
        }
        if surface.selected {
            let outline = (1.1 * self.scale - surface.from_edge + 0.5).clamp(0.0, 1.0);
            color = color.lerp(Vec3::from(self.palette.selected_outline), 0.85 * outline * room);
        }
        (color.to_array(), 1.0)
    }

    fn wire(&self, surface: &Surface) -> Srgb {
        if surface.hovered {
            return self.palette.hover;
        }
        let back = if surface.front { 0.0 } else { 0.7 };
        let color = surface.color.lerp(linear(self.palette.back), back);
        let [r, g, b, _] = self.palette.edge;
        Vec3::from(srgb_from_linear(color.to_array())).lerp(Vec3::new(r, g, b), 0.5).to_array()
    }

    /// The colour of the material (linear), how much light falls on it, and how much of that it mirrors.
    fn base_and_light(&self, surface: &Surface) -> (Vec3, f32, f32) {
        let Surface { normal, toward_viewer, pixel, .. } = *surface;
        let palette = self.palette;
        let key_direction = KEY_LIGHT.normalize();
        let key = normal.dot(key_direction).max(0.0);
        let head = normal.dot(toward_viewer).max(0.0);
        let sky = 0.5 + 0.5 * normal.dot(surface.up);
        let mut light = 0.52 * key + 0.28 * head + 0.08_f32.lerp(0.24, sky);
        let mut shine = normal.dot((key_direction + toward_viewer).normalize_or_zero()).max(0.0).powf(40.0);

        let mut base = surface.color;
        if !surface.front {
            base = base.lerp(linear(palette.back), 0.72);
            light *= 1.0_f32.lerp(0.72, stripes((pixel.x + pixel.y) * std::f32::consts::FRAC_1_SQRT_2, 5.0, 1.6));
            shine = 0.0;
        }
        if surface.marked {
            base = linear(palette.marked).lerp(linear(palette.marked_dot), dots(pixel, 7.0, 1.7));
        }
        if surface.selected {
            let along = (pixel.x - pixel.y) * std::f32::consts::FRAC_1_SQRT_2;
            base = linear(palette.selected).lerp(linear(palette.selected_stripe), stripes(along, 8.0, 3.0));
        }
        if surface.marked || surface.selected {
            (light, shine) = (0.45 + 0.55 * light, 0.0);
        }
        if surface.hovered && !surface.selected {
            base = base.lerp(linear(palette.hover), 0.45);
        }
        (base, light, shine)
    }
}

fn linear(color: Srgb) -> Vec3 {
    Vec3::from(linear_from_srgb(color))
}

fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let x = ((x - low) / (high - low)).clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// Share of a pixel covered by stripes of `width` every `period` along x, all in pixels.
fn stripes(x: f32, period: f32, width: f32) -> f32 {
    let from_middle = (x.rem_euclid(period) - 0.5 * period).abs();
    (0.5 * width - from_middle + 0.5).clamp(0.0, 1.0)
}

/// Share of a pixel covered by dots on a slanted grid.
fn dots(pixel: Vec2, period: f32, radius: f32) -> f32 {
    let turned = Vec2::new(pixel.x + pixel.y, pixel.x - pixel.y) * std::f32::consts::FRAC_1_SQRT_2;
    let from_middle = turned.map(|x| x.rem_euclid(period)) - Vec2::splat(0.5 * period);
    (radius - from_middle.length() + 0.5).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn surface() -> Surface {
        Surface {
            normal: Vec3::Z,
            toward_viewer: Vec3::Z,
            up: Vec3::Y,
            front: true,
            color: Vec3::new(0.45, 0.47, 0.5),
            pixel: Vec2::new(10.5, 3.5),
            from_edge: 50.0,
            height: 100.0,
            selected: false,
            marked: false,
            hovered: false,
        }
    }

    fn bytes(color: Srgb) -> [u8; 3] {
        color.map(|c| (c * 255.0).round() as u8)
    }

    #[test]
    fn a_selected_surface_looks_selected_in_any_light_and_others_do_not() {
        let shader = Shader { palette: &Palette::LIGHT, edges: true, wireframe: false, scale: 1.0 };
        for normal in [Vec3::Z, Vec3::new(0.0, 0.999, 0.04), Vec3::new(0.6, -0.6, 0.52)].map(Vec3::normalize) {
            for x in 0..12 {
                let pixel = Vec2::new(x as f32 + 0.5, 0.5);
                let selected = Surface { normal, pixel, selected: true, ..surface() };
                assert!(Palette::looks_selected(bytes(shader.color(&selected).0)), "{normal} {pixel}");
                let plain = Surface { normal, pixel, ..surface() };
                assert!(!Palette::looks_selected(bytes(shader.color(&plain).0)), "{normal} {pixel}");
            }
        }
    }

    #[test]
    fn a_wireframe_is_seen_through_between_its_edges() {
        let shader = Shader { palette: &Palette::LIGHT, edges: true, wireframe: true, scale: 1.0 };
        assert_eq!(shader.color(&surface()).1, 0.0);
        assert!(shader.color(&Surface { from_edge: 0.0, ..surface() }).1 > 0.9);
        assert_eq!(shader.color(&Surface { selected: true, ..surface() }).1, 1.0);
    }
    /// The mean brightness of a surface of equilateral triangles of this height in pixels, by its green.
    fn brightness(shader: &Shader, height: f32) -> f32 {
        // From an edge to the middle, an inradius away, a triangle becomes narrower in proportion.
        const STEPS: usize = 400;
        let inradius = height / 3.0;
        let rings = (0..STEPS).map(|k| (k as f32 + 0.5) / STEPS as f32);
        let weighed = rings.map(|inwards| {
            let surface = Surface { from_edge: inwards * inradius, height, ..surface() };
            2.0 * (1.0 - inwards) * shader.color(&surface).0[1]
        });
        weighed.sum::<f32>() / STEPS as f32
    }

    #[test]
    fn edges_give_way_to_their_mean_so_that_dense_ones_are_as_dark_as_those_that_can_be_seen() {
        for (palette, scale) in [(&Palette::LIGHT, 1.0), (&Palette::DARK, 2.0)] {
            let shader = Shader { palette, edges: true, wireframe: false, scale };
            let bare = brightness(&Shader { edges: false, ..shader }, 1000.0);
            let darker = |height: f32| (bare - brightness(&shader, height * scale)) / bare;
            assert!(darker(1000.0) < 0.01);
            let dense = darker(0.01);
            assert!(dense > 0.1, "{dense}");
            let mut last = darker(100.0);
            for height in (1..100).rev() {
                let now = darker(height as f32);
                assert!((now - last).abs() < 0.02, "{height}: {last} and then {now}");
                assert!(height > 10 || (now / dense - 1.0).abs() < 0.25, "{height}: {now} against {dense}");
                last = now;
            }
        }
    }
}
