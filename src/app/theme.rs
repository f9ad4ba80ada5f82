//! Look of the panels: colours for light and for dark, one scale of spaces, and typefaces.
//!
//! Text has WCAG's contrast of 4.5 : 1 on every surface behind it (a test computes it), and no meaning depends on red
//! against green. Amber is only for the selection; what is on, asks to be clicked or runs is grey.

pub mod letters;

use crate::app::texts::{Language, language};
use egui::epaint::Shadow;
use egui::style::{ScrollStyle, Selection, Visuals, WidgetVisuals, Widgets};
use egui::{
    Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke, TextStyle, Theme, Vec2,
};
use pickray_render::{Palette, Srgb};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Colors {
    /// Background of panels and menus.
    pub panel: Color32,
    /// Background of buttons and cards on a panel.
    pub raised: Color32,
    /// Background of a button or card under the mouse.
    pub hovered: Color32,
    /// Background of text fields and tables of numbers.
    pub sunken: Color32,
    /// Colour of separators and outlines.
    pub line: Color32,
    pub text: Color32,
    /// Colour of labels, explanations and bars.
    pub weak: Color32,
    /// Colour of text about the triangle that is hit or those that are selected; used for nothing else.
    pub selected: Color32,
    /// Colour of links, and of the numbers of a point under the mouse; also the colour of hovering.
    pub link: Color32,
    /// Background of the words of a switch that is on.
    pub switched_on: Color32,
    pub error: Color32,
    pub warning: Color32,
}

pub const DARK: Colors = Colors {
    panel: Color32::from_rgb(0x1b, 0x1e, 0x24),
    raised: Color32::from_rgb(0x2a, 0x2f, 0x38),
    hovered: Color32::from_rgb(0x33, 0x3a, 0x46),
    sunken: Color32::from_rgb(0x13, 0x15, 0x1a),
    line: Color32::from_rgb(0x3a, 0x41, 0x4d),
    text: Color32::from_rgb(0xe9, 0xec, 0xf1),
    weak: Color32::from_rgb(0xae, 0xb6, 0xc4),
    selected: Color32::from_rgb(0xf5, 0xb3, 0x2f),
    link: Color32::from_rgb(0x86, 0xca, 0xf3),
    switched_on: Color32::from_rgb(0x3f, 0x47, 0x56),
    error: Color32::from_rgb(0xff, 0x9b, 0x91),
    warning: Color32::from_rgb(0xe8, 0xdc, 0x6a),
};

pub const LIGHT: Colors = Colors {
    panel: Color32::from_rgb(0xf6, 0xf7, 0xf9),
    raised: Color32::from_rgb(0xe7, 0xea, 0xef),
    hovered: Color32::from_rgb(0xd8, 0xdd, 0xe5),
    sunken: Color32::from_rgb(0xff, 0xff, 0xff),
    line: Color32::from_rgb(0xc9, 0xcf, 0xd9),
    text: Color32::from_rgb(0x17, 0x1a, 0x20),
    weak: Color32::from_rgb(0x4e, 0x57, 0x66),
    selected: Color32::from_rgb(0x84, 0x4b, 0x00),
    link: Color32::from_rgb(0x00, 0x58, 0x8c),
    switched_on: Color32::from_rgb(0xc9, 0xd0, 0xdb),
    error: Color32::from_rgb(0xa3, 0x1d, 0x12),
    warning: Color32::from_rgb(0x5f, 0x56, 0x00),
};

impl Colors {
    pub fn of(ui: &egui::Ui) -> &'static Self {
        if ui.visuals().dark_mode { &DARK } else { &LIGHT }
    }
}

/// Returns the colours of the picture in the theme that `ui` is shown in.
pub fn palette(ui: &egui::Ui) -> &'static Palette {
    Palette::of(if ui.visuals().dark_mode { pickray_render::Theme::Dark } else { pickray_render::Theme::Light })
}

pub fn color32(color: Srgb) -> Color32 {
    let [red, green, blue] = color.map(|c| (255.0 * c).round() as u8);
    Color32::from_rgb(red, green, blue)
}

/// Unit of spacing, in logical pixels; every other spacing is a multiple.
pub const SPACE: f32 = 4.0;

/// Side of what a finger presses, in logical pixels.
pub const FINGER: f32 = 40.0;
pub const LABEL_WIDTH: f32 = 112.0;

/// Returns the typeface of headings; in Chinese, whose letters have one weight, that of other text.
pub fn heavy() -> FontFamily {
    if language() == Language::Chinese { FontFamily::Proportional } else { semibold() }
}

fn semibold() -> FontFamily {
    FontFamily::Name("heavy".into())
}

pub fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    letters::load_when_needed(ctx);
    for (theme, colors, visuals) in [(Theme::Dark, &DARK, Visuals::dark()), (Theme::Light, &LIGHT, Visuals::light())] {
        ctx.style_mut_of(theme, |style| {
            style.visuals = dressed(visuals, colors);
            style.text_styles = text_styles();
            let spacing = &mut style.spacing;
            spacing.item_spacing = Vec2::new(2.0 * SPACE, SPACE);
            spacing.menu_margin = Margin::same(6);
            spacing.window_margin = Margin::same(14);
            spacing.menu_width = 220.0;
            // As wide as a small picture: tooltips of the side panel stand there.
            spacing.tooltip_width = 320.0;
            spacing.indent = 14.0;
            spacing.scroll = ScrollStyle { bar_width: 8.0, ..ScrollStyle::solid() };
            style.always_scroll_the_only_direction = true;
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.4;
            style.animation_time = 0.0;
        });
    }
    // Ctrl and plus is a key of selections; the scale is the system's.
    ctx.options_mut(|options| options.zoom_with_keyboard = false);
}

/// Makes all that is pressed as large as a finger needs, or as small as a mouse allows.
pub fn fit_targets(ui: &mut egui::Ui, for_fingers: bool) {
    let side = if for_fingers { FINGER } else { 24.0 };
    if ui.spacing().interact_size.y == side {
        return;
    }
    ui.ctx().all_styles_mut(|style| {
        let spacing = &mut style.spacing;
        spacing.interact_size = if for_fingers { Vec2::splat(side) } else { Vec2::new(32.0, side) };
        spacing.button_padding = if for_fingers { Vec2::new(17.0, 6.0) } else { Vec2::new(2.0 * SPACE, 3.0) };
        (spacing.icon_width, spacing.icon_width_inner) = if for_fingers { (22.0, 14.0) } else { (16.0, 10.0) };
    });
    ui.reset_style();
}

pub fn is_for_fingers(ui: &egui::Ui) -> bool {
    ui.ctx().global_style().spacing.interact_size.y == FINGER
}

/// Makes what is pressed in rows of `ui` no higher than this, in logical pixels, where no finger presses it.
pub fn flatten(ui: &mut egui::Ui, height: f32) {
    if !is_for_fingers(ui) {
        ui.spacing_mut().interact_size.y = height;
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let faces: [(&str, &'static [u8]); 3] = [
        ("Inter", include_bytes!("../../assets/fonts/Inter-Regular.otf")),
        ("Inter SemiBold", include_bytes!("../../assets/fonts/Inter-SemiBold.otf")),
        ("JetBrains Mono", include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf")),
    ];
    for (name, bytes) in faces {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let fallbacks = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let family =
        |first: &[&str]| first.iter().map(|&name| name.to_owned()).chain(fallbacks.clone()).collect::<Vec<_>>();
    let proportional = family(&["Inter", "JetBrains Mono"]);
    let monospace = family(&["JetBrains Mono", "Inter"]);
    let headings = family(&["Inter SemiBold", "Inter", "JetBrains Mono"]);
    fonts.families.insert(FontFamily::Proportional, proportional);
    fonts.families.insert(FontFamily::Monospace, monospace);
    fonts.families.insert(semibold(), headings);
    fonts
}

fn text_styles() -> std::collections::BTreeMap<TextStyle, FontId> {
    [
        (TextStyle::Small, FontId::new(11.5, FontFamily::Proportional)),
        (TextStyle::Body, FontId::new(13.5, FontFamily::Proportional)),
        (TextStyle::Button, FontId::new(13.5, FontFamily::Proportional)),
        (TextStyle::Heading, FontId::new(14.5, semibold())),
        (TextStyle::Monospace, FontId::new(12.5, FontFamily::Monospace)),
    ]
    .into()
}

fn dressed(base: Visuals, colors: &Colors) -> Visuals {
    let corner_radius = CornerRadius::same(5);
    let widget = |fill: Color32, outline: Color32, text: Color32| WidgetVisuals {
        bg_fill: fill,
        weak_bg_fill: fill,
        bg_stroke: Stroke::new(1.0, outline),
        corner_radius,
        fg_stroke: Stroke::new(1.25, text),
        expansion: 0.0,
    };
    let shadow = Shadow { offset: [0, 4], blur: 18, spread: 0, color: Color32::from_black_alpha(70) };
    Visuals {
        override_text_color: None,
        weak_text_color: Some(colors.weak),
        widgets: Widgets {
            noninteractive: widget(colors.panel, colors.line, colors.text),
            inactive: widget(colors.raised, colors.line, colors.text),
            hovered: widget(colors.hovered, colors.weak, colors.text),
            active: widget(colors.hovered, colors.text, colors.text),
            open: widget(colors.hovered, colors.line, colors.text),
        },
        selection: Selection { bg_fill: colors.switched_on, stroke: Stroke::new(1.25, colors.text) },
        hyperlink_color: colors.link,
        faint_bg_color: colors.raised.gamma_multiply(0.5),
        extreme_bg_color: colors.sunken,
        code_bg_color: colors.sunken,
        warn_fg_color: colors.warning,
        error_fg_color: colors.error,
        window_corner_radius: CornerRadius::same(8),
        window_fill: colors.panel,
        window_stroke: Stroke::new(1.0, colors.line),
        window_shadow: shadow,
        popup_shadow: shadow,
        window_highlight_topmost: false,
        menu_corner_radius: CornerRadius::same(6),
        panel_fill: colors.panel,
        indent_has_left_vline: false,
        slider_trailing_fill: true,
        ..base
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::texts::speak;

    #[test]
    fn headings_are_of_one_weight_for_latin_and_chinese_letters_beside_each_other() {
        assert_ne!(heavy(), FontFamily::Proportional);
        speak(Language::Chinese);
        assert_eq!(heavy(), FontFamily::Proportional);
    }

    /// Returns the relative luminance after WCAG 2.1.
    fn luminance(color: Color32) -> f64 {
        let linear = |byte: u8| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.04045 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read_on_every_surface() {
        for colors in [DARK, LIGHT] {
            for surface in [colors.panel, colors.raised, colors.hovered, colors.sunken, colors.switched_on] {
                for text in [colors.text, colors.weak, colors.selected, colors.link, colors.error, colors.warning] {
                    let ratio = contrast(text, surface);
                    assert!(4.5 <= ratio, "{text:?} on {surface:?} is {ratio:.2} : 1");
                }
            }
        }
    }

    #[test]
    fn of_the_colours_of_panels_only_that_of_the_selection_looks_like_it() {
        let looks_selected = |color: Color32| Palette::looks_selected([color.r(), color.g(), color.b()]);
        for (colors, base) in [(DARK, Visuals::dark()), (LIGHT, Visuals::light())] {
            assert!(looks_selected(colors.selected));
            let others = [colors.panel, colors.raised, colors.hovered, colors.sunken, colors.line, colors.text];
            let others = others.into_iter().chain([colors.weak, colors.link, colors.switched_on]);
            others.chain([colors.error, colors.warning]).for_each(|color| assert!(!looks_selected(color), "{color:?}"));
            let visuals = format!("{:?}", dressed(base, &colors));
            assert!(!visuals.contains(&format!("{:?}", colors.selected)), "a widget has the selection's colour");
        }
    }

    #[test]
    fn every_sign_that_the_panels_write_is_in_the_typefaces() {
        let ctx = egui::Context::default();
        install(&ctx);
        ctx.run_ui(egui::RawInput::default(), |_| {}).drop_without_applying_deltas();
        let signs = "−×·…→←↑↓⁻¹₀₁₂°²³αβγθπµ≤≥≈∞▸▾✓✕";
        ctx.fonts_mut(|fonts| {
            for family in [FontFamily::Proportional, FontFamily::Monospace] {
                assert!(fonts.has_glyphs(&FontId::new(13.0, family.clone()), signs), "{family:?}");
            }
        });
    }
}
