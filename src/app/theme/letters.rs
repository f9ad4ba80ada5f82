//! Fonts for letters that the first ones lack: those of GB 2312, and of the system; letters without one are boxes.

use super::semibold;
use crate::app::platform::fonts::{CHINESE, Font};
use egui::epaint::text::{
    FallbackRequest, FontInsert, FontPriority, GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, InsertFontFamily,
    RasterizedGlyph,
};
use egui::{Color32, ColorImage, Context, FontData, FontFamily, Vec2};
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

/// Has an egui context load the typeface, compiled in or the system's, at the first Chinese letter it lacks.
pub(super) fn load_when_needed(ctx: &Context) {
    let Some(bytes) = CHINESE else { return };
    ctx.add_font_provider(Arc::new(|request: &FallbackRequest<'_>| {
        request.cluster.chars().next().filter(|&letter| has(letter)).map(|_| font(bytes))
    }));
}

/// Loads the Chinese typeface now, so that fonts added later have lower priority.
pub fn load(ctx: &Context) {
    if let Some(bytes) = CHINESE {
        ctx.add_font(font(bytes));
    }
}

fn has(letter: char) -> bool {
    static FONT: LazyLock<Option<FontRef<'static>>> =
        LazyLock::new(|| CHINESE.and_then(|bytes| FontRef::new(bytes).ok()));
    FONT.as_ref().is_some_and(|font| font.charmap().map(letter).is_some())
}

fn font(bytes: &'static [u8]) -> FontInsert {
    FontInsert::new("Noto Sans SC", FontData::from_static(bytes), last_of_all_families())
}

/// Returns every font family with the lowest priority, for adding a font behind those that the family has.
pub fn last_of_all_families() -> Vec<InsertFontFamily> {
    let families = [FontFamily::Proportional, FontFamily::Monospace, semibold()];
    families.map(|family| InsertFontFamily { family, priority: FontPriority::Lowest }).to_vec()
}

/// Record of the letters that the window has to show and no font contains.
#[derive(Clone, Debug, Default)]
pub struct MissingLetters(Arc<Mutex<Missing>>);

#[derive(Debug, Default)]
struct Missing {
    /// Missing letters for which no font has been looked for yet.
    new: BTreeSet<char>,
    /// All letters found missing since the start, so that a font is looked for only once.
    known: BTreeSet<char>,
}

impl MissingLetters {
    /// Makes `ctx` draw a box for each letter that no font contains; returns the record of them, empty at first.
    pub fn watch(ctx: &Context) -> Self {
        let letters = Self::default();
        let told = letters.clone();
        ctx.add_font_provider(Arc::new(move |request: &FallbackRequest<'_>| {
            told.lock().note(request.cluster);
            None::<FontInsert>
        }));
        ctx.add_glyph_rasterizer(GlyphRasterizer::new("pickray: boxes", draw_box));
        letters
    }

    /// Returns the letters that were found missing since the last call.
    pub fn take(&self) -> BTreeSet<char> {
        std::mem::take(&mut self.lock().new)
    }

    fn lock(&self) -> MutexGuard<'_, Missing> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Missing {
    fn note(&mut self, cluster: &str) {
        if let Some(letter) = cluster.chars().find(|&letter| is_visible(letter))
            && self.known.insert(letter)
        {
            self.new.insert(letter);
        }
    }
}

/// Adds `fonts` as the last choice of every font family; Chinese letters keep the program's own font.
pub fn add_fonts(ctx: &Context, fonts: Vec<Font>) {
    load(ctx);
    for font in fonts {
        let data = FontData::from_blob(Arc::new(font.bytes), font.index);
        ctx.add_font(FontInsert::new(&format!("system: {}", font.name), data, last_of_all_families()));
    }
}

fn is_visible(letter: char) -> bool {
    let directs = matches!(
        letter,
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{e0000}'..='\u{e0fff}'
    );
    !(letter.is_whitespace() || letter.is_control() || directs)
}

/// Draws the box of a letter that no font has; the `.notdef` of the program's fonts is empty.
fn draw_box(request: &GlyphRasterizerRequest<'_>) -> Option<RasterizedGlyph> {
    request.cluster.chars().next().filter(|&letter| is_visible(letter))?;
    let size = request.font_size_px;
    let [width, height, line] = [0.5, 0.7, 0.07].map(|share| (share * size).round().max(1.0) as usize);
    let is_line = |x: usize, y: usize| x < line || y < line || width <= x + line || height <= y + line;
    let pixels =
        (0..width * height).map(|i| Color32::from_white_alpha(if is_line(i % width, i / width) { 255 } else { 0 }));
    let image = ColorImage::new([width, height], pixels.collect());
    let gap = (0.08 * size).round();
    let bitmap = GlyphBitmap { image, offset_px: Vec2::new(gap, -(height as f32)), is_color: false };
    Some(RasterizedGlyph { bitmap, advance_px: width as f32 + 2.0 * gap })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    #[test]
    fn every_letter_of_the_lessons_is_in_a_font_of_the_programs_own() {
        const INTER: &[u8] = include_bytes!("../../../assets/fonts/Inter-Regular.otf");
        let inter = FontRef::new(INTER).expect("a font");
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("assets/lessons");
        let mut checked = 0;
        for path in std::fs::read_dir(folder).expect("the lessons").map(|entry| entry.expect("an entry").path()) {
            let text = std::fs::read_to_string(&path).expect("text");
            let lacks = |letter: &char| !letter.is_control() && inter.charmap().map(*letter).is_none() && !has(*letter);
            let lacking: String = text.chars().filter(lacks).collect();
            assert_eq!(lacking, "", "{}", path.display());
            checked += text.len();
        }
        assert!(checked > 10_000, "only {checked} bytes of lessons were found");
    }

    #[test]
    fn the_box_of_a_letter_has_all_four_sides_at_any_size() {
        for font_size_px in [9.0, 14.0, 20.0, 42.0] {
            let (cluster, family, subpixel_offset_px) = ("頭", &FontFamily::Proportional, 0.0);
            let request = GlyphRasterizerRequest { cluster, family, font_size_px, subpixel_offset_px };
            let image = draw_box(&request).expect("a box").bitmap.image;
            let [right, bottom] = image.size.map(|side| side - 1);
            let is_drawn = |x: usize, y: usize| image[(x, y)].a() == 255;
            assert!((0..=right).all(|x| is_drawn(x, 0) && is_drawn(x, bottom)), "{font_size_px}");
            assert!((0..=bottom).all(|y| is_drawn(0, y) && is_drawn(right, y)), "{font_size_px}");
            assert!(!is_drawn(right / 2, bottom / 2), "{font_size_px}");
        }
    }
}
