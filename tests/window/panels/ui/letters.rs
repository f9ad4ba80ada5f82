//! Letters that the program's fonts lack.

use egui::epaint::text::{FontInsert, FontPriority, InsertFontFamily};
use egui::{Color32, Context, FontData, FontFamily, FontId, RawInput};
use pickray_app::app::platform::fonts::Font;
use pickray_app::app::theme;
use pickray_app::app::theme::letters::{MissingLetters, add_fonts};

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
        assert!(shown(&ctx, "a頭", family.clone()).iter().all(|&area| area > 20.0), "{family:?}");
    }
    assert_eq!(missing.take(), ['頭'].into(), "each is told once");
    assert!(missing.take().is_empty());

    let boxes = shown(&ctx, "頭貓", FontFamily::Proportional);
    assert_eq!(boxes[0], boxes[1], "one box is like another");
    assert_eq!(missing.take(), ['貓'].into());
    let bytes = include_bytes!("../../../data/fonts/DroidSansFallback-subset.ttf").to_vec();
    add_fonts(&ctx, vec![Font { name: "DroidSansFallback".to_owned(), bytes, index: 0 }]);
    for family in families() {
        shown(&ctx, "頭", family.clone());
        assert!(ctx.fonts_mut(|fonts| fonts.has_glyphs(&FontId::new(20.0, family.clone()), "牛頭")), "{family:?}");
        assert!(shown(&ctx, "牛頭鴨", family).iter().all(|&area| area > 20.0));
    }
    assert_eq!(missing.take(), ['鴨'].into(), "the font lacks this one");
}

#[test]
fn letters_of_chinese_are_there_at_once_and_stay_as_they_are_when_fonts_of_the_system_come() {
    let ctx = Context::default();
    theme::install(&ctx);
    let missing = MissingLetters::watch(&ctx);
    let area = |text: &str| shown(&ctx, text, FontFamily::Proportional);
    let chinese = area("牛");
    assert!(chinese[0] > 20.0 && missing.take().is_empty());
    let bytes = include_bytes!("../../../data/fonts/DroidSansFallback-subset.ttf").to_vec();
    add_fonts(&ctx, vec![Font { name: "DroidSansFallback".to_owned(), bytes: bytes.clone(), index: 0 }]);
    area("牛頭");
    assert_eq!(area("牛"), chinese);

    let family = InsertFontFamily { family: FontFamily::Proportional, priority: FontPriority::Highest };
    ctx.add_font(FontInsert::new("first", FontData::from_owned(bytes), vec![family]));
    area("牛");
    assert_ne!(area("牛"), chinese, "the other font's has another size");
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
