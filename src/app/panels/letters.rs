//! Letters that no font of the program contains. They are drawn as boxes and collected, so that fonts with them can be
//! looked for.
//!
//! Chinese letters load a font that is compiled in or, on a page, one that is fetched. For other letters a job looks
//! for fonts of the system.

use crate::app::platform::fonts::Font;
use crate::app::theme::chinese;
use egui::epaint::text::{
    FallbackRequest, FontInsert, GlyphBitmap, GlyphRasterizer, GlyphRasterizerRequest, RasterizedGlyph,
};
use egui::{Color32, ColorImage, Context, FontData, Vec2};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    chinese::load(ctx);
    for font in fonts {
        let data = FontData::from_blob(Arc::new(font.bytes), font.index);
        ctx.add_font(FontInsert::new(&format!("system: {}", font.name), data, chinese::last_of_all_families()));
    }
}

/// Returns `true` if a letter leaves a mark: spaces and what directs other letters do not.
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
