//! Typeface for Chinese: the letters of GB 2312 in one weight. It is loaded once one of its letters is shown.

use super::semibold;
use crate::app::platform::fonts::CHINESE;
use egui::epaint::text::{FallbackRequest, FontInsert, FontPriority, InsertFontFamily};
use egui::{Context, FontData, FontFamily};
use skrifa::{FontRef, MetadataProvider};
use std::sync::{Arc, LazyLock};

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
}
