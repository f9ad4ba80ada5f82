//! Colour of a point on a triangle, from its light, state and edges. `shaders/mesh.glsl` and `light.glsl` compute the
//! same on the GPU, paragraph by paragraph and with the same names.

use super::style::{Palette, Srgb, linear_from_srgb, srgb_from_linear};
use glam::{FloatExt, Vec2, Vec3};
use std::f32::consts::FRAC_1_SQRT_2;

/// Surface that is seen in a pixel, or in a part of it.
pub(super) struct Surface {
    /// Unit normal in eye space, on the side of the viewer.
    pub normal: Vec3,
    /// Unit direction to the viewer in eye space.
    pub toward_viewer: Vec3,
    /// `true` if the front of the triangle is seen.
    pub front: bool,
    /// Linear colour of the triangle: its own from the mesh's file, its texture's, their product, or the object's.
    pub color: Vec3,
    /// Position of the shaded point in the picture, in logical pixels from the lower left.
    pub pixel: Vec2,
    /// Distances of the shaded point from the triangle's three edges in the picture, in physical pixels.
    pub from_edges: Vec3,
    /// Heights of the triangle in the picture: the distance of each edge from the opposite corner, in physical pixels.
    pub heights: Vec3,
    pub selected: bool,
    pub marked: bool,
    pub hovered: bool,
    /// Depth of the shaded point: 0 at the nearest depth of the scene's bounding box, 1 at the farthest.
    pub far: f32,
}

pub(super) struct Shader<'a> {
    pub palette: &'a Palette,
    /// `true` if edges are drawn over surfaces.
    pub edges: bool,
    /// `true` if only edges are drawn.
    pub wireframe: bool,
    /// Scale factor: number of physical pixels to a logical pixel.
    pub scale: f32,
}

/// Directions of the lights in eye space, not normalised, as in `shaders/light.glsl`.
const KEY_LIGHT: Vec3 = Vec3::new(-0.62, 0.70, 0.62);
const FILL_LIGHT: Vec3 = Vec3::new(0.85, -0.10, 0.50);
const RIM_LIGHT: Vec3 = Vec3::new(0.45, 0.55, -0.70);

/// Distances of an edge from the opposite corner, in logical pixels, between which its line grows from nothing to its
/// full strength: lines that are too dense to be told apart are no other colour of the surface.
const NO_LINE: f32 = 5.0;
const FULL_LINE: f32 = 20.0;

/// Opacity of a wireframe's surface where its lines are too dense to be drawn: far meshes do not vanish.
const VEIL: f32 = 0.25;

/// Share of the background in the farthest lines of a wireframe, which has no other front and back.
const FAINTEST: f32 = 0.55;

impl Shader<'_> {
    /// Returns the colour of a surface (sRGB), and the share of it, 0 to 1, that hides what is behind.
    pub fn color(&self, surface: &Surface) -> (Srgb, f32) {
        let Surface { normal, toward_viewer, pixel, selected, marked, hovered, .. } = *surface;
        let palette = self.palette;
        let wire = self.wireframe && !(selected || marked);

        // An edge's line gives way where those beside it are near: edge by edge, so that the rings of a tube of narrow
        // strips are seen. The lines of a wireframe, which has nothing else, do so at half the distance.
        let room = if wire { 0.5 * self.scale } else { self.scale };
        let height = surface.heights.min_element();
        let line = |k: usize| {
            let coverage = (0.55 * self.scale - surface.from_edges[k] + 0.5).clamp(0.0, 1.0);
            coverage * smoothstep(NO_LINE, FULL_LINE, surface.heights[k] / room)
        };
        let line = line(0).max(line(1)).max(line(2));
        let veil = VEIL * (1.0 - smoothstep(NO_LINE, FULL_LINE, height / room));
        let opacity = if wire { line.max(veil) } else { 1.0 };

        // The material in its light. Patterns repeat what colours say.
        let (mut light, mut shine) = (light_on(normal), shine_on(normal, toward_viewer));
        let mut base = surface.color;
        if !surface.front {
            turn_over(&mut base, &mut light, &mut shine, linear(palette.back), pixel);
        }
        if marked {
            base = linear(palette.marked).lerp(linear(palette.marked_dot), dots(pixel, 7.0, 1.7));
        }
        if selected {
            let along = (pixel.x - pixel.y) * FRAC_1_SQRT_2;
            base = linear(palette.selected).lerp(linear(palette.selected_stripe), stripes(along, 8.0, 3.0));
        }
        if marked || selected {
            (light, shine) = (0.45 + 0.55 * light, 0.0);
        }
        if hovered && !selected {
            base = base.lerp(linear(palette.hover), 0.45);
        }
        let mut color = srgb(base * light + shine);

        // A wireframe's lines, fainter where they are far, and the veil between them.
        let [red, green, blue, strength] = palette.edge;
        let edge = Vec3::new(red, green, blue);
        if wire {
            let back = if surface.front { 0.0 } else { 0.7 };
            let mut thread = srgb(surface.color.lerp(linear(palette.back), back)).lerp(edge, 0.5);
            let depth = if hovered { 0.0 } else { surface.far };
            if hovered {
                thread = Vec3::from(palette.hover);
            }
            let thread = color.lerp(edge, 0.5).lerp(thread, line);
            return (thread.lerp(Vec3::from(palette.background()), FAINTEST * depth).to_array(), opacity);
        }

        // Draw the edges. A selected triangle has an outline in their place.
        color = color.lerp(edge, if selected || !self.edges { 0.0 } else { strength * line });
        if selected {
            let outline = (1.1 * self.scale - surface.from_edges.min_element() + 0.5).clamp(0.0, 1.0);
            let outline = 0.85 * outline * smoothstep(2.5, 12.0, height / self.scale);
            color = color.lerp(Vec3::from(palette.selected_outline), outline);
        }
        (color.to_array(), opacity)
    }
}

/// Returns how much light falls on a surface with this unit normal in eye space, on the side of the viewer.
fn light_on(normal: Vec3) -> f32 {
    let key = normal.dot(KEY_LIGHT.normalize()).max(0.0);
    // It reaches round the surface, as that of a large window does.
    let fill = 0.5 + 0.5 * normal.dot(FILL_LIGHT.normalize());
    let rim = normal.dot(RIM_LIGHT.normalize()).max(0.0);
    0.045 + 0.80 * key + 0.15 * fill * fill + 0.45 * rim
}

/// Returns how much of the key light is mirrored to the viewer, who is in this unit direction.
fn shine_on(normal: Vec3, toward_viewer: Vec3) -> f32 {
    let halfway = (KEY_LIGHT.normalize() + toward_viewer).normalize_or_zero();
    0.05 * normal.dot(halfway).max(0.0).powf(32.0)
}

/// Turns the linear colour, the light and the shine of a surface into those of its back, which is striped.
fn turn_over(base: &mut Vec3, light: &mut f32, shine: &mut f32, back: Vec3, pixel: Vec2) {
    *base = base.lerp(back, 0.72);
    *light *= 1.0_f32.lerp(0.72, stripes((pixel.x + pixel.y) * FRAC_1_SQRT_2, 5.0, 1.6));
    *shine = 0.0;
}

fn linear(color: Srgb) -> Vec3 {
    Vec3::from(linear_from_srgb(color))
}

fn srgb(color: Vec3) -> Vec3 {
    Vec3::from(srgb_from_linear(color.to_array()))
}

fn smoothstep(low: f32, high: f32, x: f32) -> f32 {
    let x = ((x - low) / (high - low)).clamp(0.0, 1.0);
    x * x * (3.0 - 2.0 * x)
}

/// Returns the share of a pixel covered by stripes of `width` every `period` along x, all in pixels.
fn stripes(x: f32, period: f32, width: f32) -> f32 {
    let from_middle = (x.rem_euclid(period) - 0.5 * period).abs();
    (0.5 * width - from_middle + 0.5).clamp(0.0, 1.0)
}

/// Returns the share of a pixel covered by dots on a slanted grid.
fn dots(pixel: Vec2, period: f32, radius: f32) -> f32 {
    let turned = Vec2::new(pixel.x + pixel.y, pixel.x - pixel.y) * FRAC_1_SQRT_2;
    let from_middle = turned.map(|x| x.rem_euclid(period)) - Vec2::splat(0.5 * period);
    (radius - from_middle.length() + 0.5).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::style::tests::color_vision::{VIEWERS, apart};

    fn surface() -> Surface {
        Surface {
            normal: Vec3::Z,
            toward_viewer: Vec3::Z,
            front: true,
            color: Vec3::new(0.45, 0.47, 0.5),
            pixel: Vec2::new(10.5, 3.5),
            from_edges: Vec3::splat(50.0),
            heights: Vec3::splat(150.0),
            selected: false,
            marked: false,
            hovered: false,
            far: 0.0,
        }
    }

    #[test]
    fn a_selection_stands_out_from_a_surface_of_any_colour_in_any_light_with_every_kind_of_colour_vision() {
        let colors = (0..216).map(|k| Vec3::new((k / 36) as f32, (k / 6 % 6) as f32, (k % 6) as f32) / 5.0);
        let colors: Vec<Vec3> = colors.map(|color| linear(color.to_array())).collect();
        let normals = [Vec3::Z, Vec3::new(0.0, 0.999, 0.04), Vec3::new(0.6, -0.6, 0.52), Vec3::new(-0.8, 0.1, 0.3)];
        for palette in [&Palette::LIGHT, &Palette::DARK] {
            let shader = Shader { palette, edges: true, wireframe: false, scale: 1.0 };
            let cases = colors.iter().flat_map(|color| normals.map(|normal| (*color, normal.normalize())));
            for ((color, normal), front) in cases.flat_map(|case| [(case, true), (case, false)]) {
                let plain = Surface { color, normal, front, ..surface() };
                // Fill and stripe, and the outline beside what it is drawn over.
                let selected = [(0.5, 50.0), (4.5, 50.0), (0.5, 0.2)].map(|(x, from_edges)| {
                    let (pixel, from_edges) = (Vec2::new(x, 0.5), Vec3::splat(from_edges));
                    shader.color(&Surface { selected: true, pixel, from_edges, ..plain }).0
                });
                for (viewer, rows) in VIEWERS {
                    let plain = shader.color(&plain).0;
                    let most = selected.map(|part| apart(part, plain, rows)).into_iter().fold(0.0, f32::max);
                    assert!(0.1 <= most, "{most:.3} from {color} in light from {normal} with {viewer}");
                }
            }
        }
    }

    /// Returns a surface's colour at a pixel, bare and selected; every tenth pixel lies at the triangle's edge.
    fn bare_and_selected(shader: &Shader, color: Vec3, x: u32, y: u32) -> [Srgb; 2] {
        let from_edges = Vec3::splat(if x.is_multiple_of(10) { 0.2 } else { 50.0 });
        let pixel = Vec2::new(x as f32 + 0.5, y as f32 + 0.5);
        let plain = Surface { color, pixel, from_edges, ..surface() };
        [false, true].map(|selected| shader.color(&Surface { selected, ..plain }).0)
    }

    #[test]
    fn a_selection_is_told_from_any_chequerboard_and_from_noise_of_its_own_colours() {
        let all = (0..216).map(|k| [k / 36, k / 6 % 6, k % 6].map(|step| step as f32 / 5.0));
        let all: Vec<Srgb> = all.collect();
        let mut random = fastrand::Rng::with_seed(50);
        for palette in [&Palette::LIGHT, &Palette::DARK] {
            let shader = Shader { palette, edges: true, wireframe: false, scale: 1.0 };
            let own = [palette.selected, palette.selected_stripe, palette.selected_outline];
            // The fields of a board: selection-like colours with each other and with any colour.
            let boards = own.iter().flat_map(|one| own.iter().chain(&all).map(move |other| [*one, *other]));
            let noise = std::iter::repeat_n(own.to_vec(), 20);
            for colors in boards.map(Vec::from).chain(noise) {
                let is_board = colors.len() == 2;
                let mut pixels = Vec::new();
                for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
                    let field = if is_board { (x / 8 + y / 8) as usize % 2 } else { random.usize(..3) };
                    pixels.push(bare_and_selected(&shader, linear(colors[field]), x, y));
                }
                for (viewer, rows) in VIEWERS {
                    let mean = pixels.iter().map(|[bare, selected]| apart(*bare, *selected, rows)).sum::<f32>();
                    let mean = mean / pixels.len() as f32;
                    assert!(0.06 <= mean, "{mean:.3} a pixel from {colors:?} with {viewer}");
                }
            }
        }
    }

    #[test]
    fn a_wireframe_is_seen_through_between_its_edges() {
        let shader = Shader { palette: &Palette::LIGHT, edges: true, wireframe: true, scale: 1.0 };
        assert_eq!(shader.color(&surface()).1, 0.0);
        assert!(shader.color(&Surface { from_edges: Vec3::new(0.0, 75.0, 75.0), ..surface() }).1 > 0.9);
        assert_eq!(shader.color(&Surface { selected: true, ..surface() }).1, 1.0);
    }

    #[test]
    fn farther_lines_of_a_wireframe_are_fainter_but_for_those_under_the_mouse() {
        for palette in [&Palette::LIGHT, &Palette::DARK] {
            let shader = Shader { palette, edges: true, wireframe: true, scale: 1.0 };
            let line = Surface { from_edges: Vec3::new(0.0, 75.0, 75.0), ..surface() };
            let contrast = |far: f32, hovered: bool| {
                let (color, opacity) = shader.color(&Surface { far, hovered, ..line });
                assert!(opacity > 0.9, "it covers as much");
                Vec3::from(color).distance(Vec3::from(palette.background()))
            };
            let all = [0.0, 0.25, 0.5, 0.75, 1.0].map(|far| contrast(far, false));
            assert!(all.is_sorted_by(|near, far| near > far) && 0.05 < all[4] && all[4] < 0.5 * all[0], "{all:?}");
            assert_eq!(contrast(1.0, true), contrast(0.0, true));
        }
    }

    /// Returns places of a surface of equilateral triangles of this height in pixels, each with its weight. From an
    /// edge to the middle, an inradius away, a triangle becomes narrower in proportion.
    fn inwards(height: f32) -> impl Iterator<Item = (f32, Surface)> {
        const STEPS: usize = 400;
        (0..STEPS).map(|k| (k as f32 + 0.5) / STEPS as f32).map(move |inwards| {
            let from_edges = Vec3::new(inwards, 1.0, 1.0) * height / 3.0;
            (2.0 * (1.0 - inwards) / STEPS as f32, Surface { from_edges, heights: Vec3::splat(height), ..surface() })
        })
    }

    #[test]
    fn a_dense_wireframe_is_a_veil_in_the_light_of_the_surface_and_covers_about_as_much_as_lines_do() {
        for (palette, scale) in [(&Palette::LIGHT, 1.0), (&Palette::DARK, 2.0)] {
            let shader = Shader { palette, edges: true, wireframe: true, scale };
            let edge = Vec3::from_slice(&palette.edge[..3]);
            let bright = |normal: Vec3| {
                let heights = Vec3::splat(2.0 * scale);
                let dense = Surface { from_edges: Vec3::ZERO, heights, normal, ..surface() };
                let (color, opacity) = shader.color(&dense);
                assert_eq!(opacity, VEIL);
                color[1]
            };
            assert!(edge.y < bright(Vec3::X) && bright(Vec3::X) + 0.02 < bright(Vec3::Z), "it is lit");
            let mut last = VEIL;
            for height in 1..100 {
                let covered = inwards(height as f32 * scale).map(|(w, s)| w * shader.color(&s).1).sum::<f32>();
                assert!((covered - last).abs() < 0.06 && covered < 0.33, "{height}: {last}, then {covered}");
                assert!(height > 12 || 0.18 < covered, "{height}: {covered}");
                last = covered;
            }
        }
    }

    #[test]
    fn a_narrow_strip_has_the_line_across_its_end_and_none_along_it() {
        let shader = Shader { palette: &Palette::LIGHT, edges: true, wireframe: false, scale: 1.0 };
        // Corners at both sides of the end, 3 pixels apart, and one 60 pixels away.
        let heights = Vec3::new(60.0, 3.0, 3.0);
        let at = |from_edges: Vec3| shader.color(&Surface { from_edges, heights, ..surface() }).0;
        assert_eq!(at(Vec3::new(30.0, 0.0, 1.5)), shader.color(&surface()).0);
        assert!(at(Vec3::new(0.0, 1.5, 1.5))[1] < 0.8 * shader.color(&surface()).0[1]);
    }
}
