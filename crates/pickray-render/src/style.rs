//! Look of a picture: what is drawn, the theme, and its colours.
//!
//! Based on: Masataka Okabe and Kei Ito, "Color Universal Design", 2008, for the colours of triangles' states. They can
//! be told apart with any kind of colour blindness, and patterns and outlines repeat the distinction.

use pickray::intersect::Culling;
pub(crate) use pickray::mesh::{linear_from_srgb, srgb_from_linear};
use pickray::scene::UpAxis;
use serde::{Deserialize, Serialize};

/// Look of a picture: what it shows besides the triangles themselves, and how those are shaded.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Style {
    /// Shading of triangles: one normal each, or normals that vary over them.
    pub shading: Shading,
    /// `true` if every triangle's edges are drawn over it.
    pub edges: bool,
    /// `true` if only edges are drawn, and what lies behind is seen between them.
    pub wireframe: bool,
    /// `true` if meshes are drawn in the colours that their files give, if they give any.
    pub colors: bool,
    /// `true` if meshes are drawn with the textures of their files' materials, as far as these are decoded.
    pub textures: bool,
    /// `true` if folds and creases are darkened once the picture rests. Only OpenGL does this.
    pub occlusion: bool,
    /// `true` if a grid is drawn on the ground under the scene.
    pub grid: bool,
    /// `true` if the axes of the world are drawn: a triad in the corner, and lines in the grid.
    pub axes: bool,
    /// World axis perpendicular to the ground; neither read from a file nor written, since scenes differ.
    #[serde(skip)]
    pub up_axis: UpAxis,
    /// Theme: light or dark.
    pub theme: Theme,
    /// Sides of triangles that are not drawn, as those that picks cannot hit; neither read nor written.
    #[serde(skip)]
    pub culling: Culling,
    /// Number of samples a pixel, 1 to 16; fewer if the driver does not have as many.
    pub samples: u8,
}

impl Default for Style {
    fn default() -> Self {
        Self {
            shading: Shading::Flat,
            edges: true,
            wireframe: false,
            colors: true,
            textures: true,
            occlusion: true,
            grid: true,
            axes: true,
            up_axis: UpAxis::Y,
            theme: Theme::Light,
            culling: Culling::None,
            samples: 4,
        }
    }
}

/// Source of a triangle's normals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shading {
    /// Normal of the triangle's own plane.
    #[default]
    Flat,
    /// Normals of the triangles around each corner, except across sharp edges.
    Smooth,
}

/// Theme of a picture's colours: light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Theme {
    /// Dark colours on a light background.
    #[default]
    Light,
    /// Light colours on a dark background.
    Dark,
}

/// Colour as screens take it: red, green and blue in sRGB, 0 to 1 each.
pub type Srgb = [f32; 3];

/// Colours of a theme.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Palette {
    /// Colour of the background at the top of the picture.
    pub background_top: Srgb,
    /// Colour of the background at the bottom of the picture.
    pub background_bottom: Srgb,
    /// Colour of triangles' edges, with their opacity where triangles are large.
    pub edge: [f32; 4],
    /// Colour that is mixed into back faces.
    pub back: Srgb,
    /// Colour of the fill of selected triangles (amber).
    pub selected: Srgb,
    /// Colour of the stripes over the fill of selected triangles, of the same hue.
    pub selected_stripe: Srgb,
    /// Colour of the outlines of selected triangles.
    pub selected_outline: Srgb,
    /// Colour of the fill of marked triangles, which a tool points out (blue).
    pub marked: Srgb,
    /// Colour of the dots over the fill of marked triangles, of the same hue.
    pub marked_dot: Srgb,
    /// Colour that is mixed into the triangle under the cursor, and of its outline (sky blue).
    pub hover: Srgb,
    /// Colour of a pick's ray, and of what a tool finds, such as a contact point (magenta: no axis and no selected,
    /// marked or hovered triangle has it).
    pub ray: Srgb,
    /// Colour of the near point of a pick's ray (a lighter pink).
    pub near_point: Srgb,
    /// Colour of the far point of a pick's ray (violet).
    pub far_point: Srgb,
    /// Colour of a point on a pick's ray between its near and far point (between the colours of these).
    pub between_point: Srgb,
    /// Colour of the frustum of the camera that made a pick's ray.
    pub frustum: Srgb,
    /// Colours of vectors in a ray-triangle test: edges (brown), vectors of the ray (black or white), products
    /// (yellow). The axes and the ray have other colours.
    pub vectors: [Srgb; 3],
    /// Colours of a triangle's corners a, b and c, and of their weights and areas (violet, lime, teal).
    pub weights: [Srgb; 3],
    /// Colour of marks that show what a mistaken pick does (vermillion).
    pub mistake: Srgb,
    /// Colour of lines that no other colour is meant for (yellow).
    pub other: Srgb,
    /// Colour of the grid's lines, with their opacity.
    pub grid: [f32; 4],
    /// Colours of the world axes x, y and z (red, green, blue; nothing else has them).
    pub axes: [Srgb; 3],
}

const ORANGE: Srgb = rgb(0xE6_9F_00);
const SKY_BLUE: Srgb = rgb(0x56_B4_E9);
const BLUE: Srgb = rgb(0x00_72_B2);
const VERMILLION: Srgb = rgb(0xD5_5E_00);

impl Palette {
    /// Colours of the light theme: dark on a light background.
    pub const LIGHT: Self = Self {
        background_top: rgb(0xF3_F5_F8),
        background_bottom: rgb(0xDD_E2_E8),
        edge: [0.10, 0.12, 0.16, 0.33],
        back: rgb(0x5B_4A_7D),
        selected: ORANGE,
        selected_stripe: rgb(0xFF_C7_47),
        selected_outline: rgb(0x1A_12_00),
        marked: BLUE,
        marked_dot: rgb(0x4A_A8_DE),
        hover: SKY_BLUE,
        ray: rgb(0xB0_16_78),
        near_point: rgb(0xD9_4F_A4),
        far_point: rgb(0x6B_45_BC),
        between_point: rgb(0xA2_4A_B0),
        frustum: rgb(0x40_48_54),
        vectors: [rgb(0x7A_3E_12), rgb(0x15_18_1D), rgb(0x8A_7D_00)],
        weights: [rgb(0x6B_46_C1), rgb(0x7C_80_00), rgb(0x0F_8F_84)],
        mistake: VERMILLION,
        other: rgb(0x8A_7D_00),
        grid: [0.30, 0.34, 0.40, 0.28],
        axes: [rgb(0xC4_16_2A), rgb(0x0A_6B_45), rgb(0x1F_4F_D8)],
    };

    /// Colours of the dark theme: light on a dark background.
    pub const DARK: Self = Self {
        background_top: rgb(0x25_2A_31),
        background_bottom: rgb(0x18_1B_20),
        edge: [0.02, 0.03, 0.04, 0.33],
        back: rgb(0x4A_3D_6B),
        selected_outline: rgb(0xFF_F6_DC),
        ray: rgb(0xFF_62_C6),
        near_point: rgb(0xFF_B3_DC),
        far_point: rgb(0xB4_92_FF),
        between_point: rgb(0xDA_A2_ED),
        frustum: rgb(0xA9_B4_C2),
        vectors: [rgb(0xE8_C3_9E), rgb(0xFF_FF_FF), rgb(0xF0_E4_42)],
        weights: [rgb(0x9B_7B_EA), rgb(0xD9_E0_4A), rgb(0x2F_B7_A8)],
        mistake: rgb(0xFF_7A_1F),
        other: rgb(0xF0_E4_42),
        grid: [0.62, 0.67, 0.74, 0.20],
        axes: [rgb(0xF0_44_5A), rgb(0x5F_E3_94), rgb(0x4D_74_FF)],
        ..Self::LIGHT
    };

    /// Returns the colours of a theme.
    pub const fn of(theme: Theme) -> &'static Self {
        match theme {
            Theme::Light => &Self::LIGHT,
            Theme::Dark => &Self::DARK,
        }
    }

    /// Returns the colour of the background in the middle of the picture.
    pub(super) fn background(&self) -> Srgb {
        [0, 1, 2].map(|k| 0.5 * (self.background_top[k] + self.background_bottom[k]))
    }

    /// Returns whether a pixel (sRGB bytes) has the hue and strength of the fill of selected triangles, in any light,
    /// on a stripe or between stripes. Nothing else in a picture has them, unless an object's own colour does.
    pub fn looks_selected(pixel: [u8; 3]) -> bool {
        let [red, green, blue] = pixel.map(f32::from);
        let strength = red - blue;
        // The hue of the fill lies at (green − blue) / (red − blue) = 0.69, that of its stripes at 0.70.
        0.45 * red < strength && 0.55 * strength < green - blue && green - blue < 0.85 * strength
    }
}

/// Returns the colour of 0xRRGGBB.
const fn rgb(hex: u32) -> Srgb {
    [((hex >> 16) & 0xFF) as f32 / 255.0, ((hex >> 8) & 0xFF) as f32 / 255.0, (hex & 0xFF) as f32 / 255.0]
}

#[cfg(test)]
pub(super) mod tests {
    pub(crate) mod color_vision;

    use super::*;
    use color_vision::{VIEWERS, apart};

    #[test]
    fn only_the_colours_of_a_selection_look_selected() {
        let bytes = |color: Srgb| color.map(|c| (c * 255.0).round() as u8);
        for palette in [&Palette::LIGHT, &Palette::DARK] {
            for (selected, light) in [(palette.selected, 1.0), (palette.selected_stripe, 1.0), (palette.selected, 0.6)]
            {
                assert!(Palette::looks_selected(bytes(selected.map(|c| c * light))));
            }
            for other in [
                palette.marked, palette.hover, palette.back, palette.ray, palette.other, palette.background_top,
                [0.8; 3],
            ] {
                assert!(!Palette::looks_selected(bytes(other)), "{other:?}");
            }
        }
    }

    #[test]
    fn selection_hover_and_axes_stay_apart_for_every_kind_of_colour_vision_and_so_do_the_weights_of_a_triangle() {
        for palette in [&Palette::LIGHT, &Palette::DARK] {
            let [x, y, z] = palette.axes;
            for together in [&[palette.selected, palette.hover, x, y, z][..], &palette.weights] {
                for (place, color) in together.iter().enumerate() {
                    for (other, (viewer, rows)) in together[..place].iter().flat_map(|it| VIEWERS.map(|by| (it, by))) {
                        let apart = apart(*color, *other, rows);
                        assert!(0.06 <= apart, "{color:?} and {other:?} are {apart:.3} apart with {viewer}");
                    }
                }
            }
        }
    }

    #[test]
    fn nothing_else_has_the_colours_of_the_axes() {
        let [(_, all_cones), ..] = VIEWERS;
        for p in [&Palette::LIGHT, &Palette::DARK] {
            let others = [p.back, p.selected, p.selected_stripe, p.marked, p.marked_dot, p.hover, p.ray, p.near_point];
            let others = others.into_iter().chain([p.far_point, p.between_point, p.frustum, p.mistake, p.other]);
            for (other, axis) in
                others.chain(p.vectors).chain(p.weights).flat_map(|other| p.axes.map(|axis| (other, axis)))
            {
                let apart = apart(axis, other, all_cones);
                assert!(0.1 <= apart, "an axis {axis:?} and {other:?} are {apart:.3} apart");
            }
        }
    }
}
