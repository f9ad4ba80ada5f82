//! Letters that the program's fonts lack.

use egui::{Color32, Context, FontFamily, FontId, RawInput};
use pickray::app::panels::{MissingLetters, add_fonts};
use pickray::app::platform::fonts::Font;
use pickray::app::theme;

/// Shows a text, and returns the area of its glyphs in the texture of letters, each in pixels.
fn shown(ctx: &Context, text: &str, family: FontFamily) -> Vec<f32> {
    let mut areas = Vec::new();
    ctx.run_ui(RawInput::default(), |ui| {
        let galley = ui.painter().layout_no_wrap(text.to_owned(), FontId::new(20.0, family.clone()), Color32::WHITE);
        let glyphs = galley.rows.iter().flat_map(|row| row.row.glyphs.iter());
        areas = glyphs.map(|glyph| glyph.uv_rect.size.x * glyph.uv_rect.size.y).collect();
    })
    .drop_without_applying_deltas();
    areas
}

fn families() -> [FontFamily; 3] {
    [FontFamily::Proportional, FontFamily::Monospace, theme::heavy()]
}

#[test]
fn a_letter_that_no_font_has_is_a_box_until_a_font_is_found_that_has_it() {
    let ctx = Context::default();
    theme::install(&ctx);
    let missing = MissingLetters::watch(&ctx);
    for family in families() {
        assert!(shown(&ctx, "a牛", family.clone()).iter().all(|&area| area > 20.0), "{family:?}");
    }
    assert_eq!(missing.take(), ['牛'].into(), "each is told once");
    assert!(missing.take().is_empty());

    let boxes = shown(&ctx, "牛頭", FontFamily::Proportional);
    assert_eq!(boxes[0], boxes[1], "one box is like another");
    assert_eq!(missing.take(), ['頭'].into());
    let bytes = include_bytes!("../../data/fonts/DroidSansFallback-subset.ttf").to_vec();
    add_fonts(&ctx, vec![Font { name: "DroidSansFallback".to_owned(), bytes, index: 0 }]);
    for family in families() {
        shown(&ctx, "牛", family.clone());
        assert!(ctx.fonts_mut(|fonts| fonts.has_glyphs(&FontId::new(20.0, family.clone()), "牛頭")), "{family:?}");
        assert!(shown(&ctx, "牛頭猫", family).iter().all(|&area| area > 20.0));
    }
    assert_eq!(missing.take(), ['猫'].into(), "the font lacks this one");
}

#[test]
fn what_the_program_writes_and_what_leaves_no_mark_is_not_looked_for() {
    let ctx = Context::default();
    theme::install(&ctx);
    let missing = MissingLetters::watch(&ctx);
    for family in families() {
        shown(&ctx, "Triangle 12, Größe α²…\tкорова\u{200b}\u{2009}\u{feff}\r\n", family);
    }
    assert!(missing.take().is_empty());
}
