//! The typeface of Chinese: the letters of GB 2312 in one weight. It is loaded once a letter of it is shown.

use super::heavy;
use egui::epaint::text::{FallbackRequest, FontInsert, FontPriority, InsertFontFamily};
use egui::{Context, FontData, FontFamily};
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

const NOTO_SANS_SC: &[u8] = include_bytes!("../../../assets/fonts/NotoSansSC-Regular.otf");

/// Has an egui context load the typeface when it is to show one of its letters that the others lack.
pub(super) fn load_when_needed(ctx: &Context) {
    ctx.add_font_provider(Arc::new(|request: &FallbackRequest<'_>| {
        request.cluster.chars().next().filter(|&letter| has(letter)).map(|_| font())
    }));
}

/// Loads the typeface now, so that fonts added later come after it.
pub fn load(ctx: &Context) {
    ctx.add_font(font());
}

fn has(letter: char) -> bool {
    static FONT: LazyLock<Option<FontRef<'static>>> = LazyLock::new(|| FontRef::new(NOTO_SANS_SC).ok());
    FONT.as_ref().is_some_and(|font| font.charmap().map(letter).is_some())
}

fn font() -> FontInsert {
    FontInsert::new("Noto Sans SC", FontData::from_static(NOTO_SANS_SC), last_of_all_families())
}

/// Every family, behind the fonts that it has.
pub fn last_of_all_families() -> Vec<InsertFontFamily> {
    let families = [FontFamily::Proportional, FontFamily::Monospace, heavy()];
    families.map(|family| InsertFontFamily { family, priority: FontPriority::Lowest }).to_vec()
}
