//! Search of the system's fonts for letters that the built-in fonts lack.

use super::Font;
use fontdb::{Database, FaceInfo, Style};
use pickray::work::Progress;
use skrifa::{FontRef, MetadataProvider};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Greatest number of fonts that are taken for one text: a font of Chinese has 20 MB.
const MOST_FONTS: usize = 8;
const REGULAR_WEIGHT: u16 = 400;

/// Returns as few fonts as have these letters together, as far as any has; `None` if stopped. Blocks.
pub async fn find(letters: BTreeSet<char>, progress: Arc<Progress>) -> Option<Vec<Font>> {
    let mut database = Database::new();
    database.load_system_fonts();
    find_in(&database, &letters, &progress)
}

/// Returns as few fonts as have all of these letters that any has, upright and regular ones first; `None` if stopped.
fn find_in(database: &Database, letters: &BTreeSet<char>, progress: &Progress) -> Option<Vec<Font>> {
    let mut faces = Vec::new();
    for face in database.faces() {
        progress.check().ok()?;
        let had = database.with_face_data(face.id, |bytes, index| letters_in(bytes, index, letters));
        faces.extend(had.filter(|had| !had.is_empty()).map(|had| (face, had)));
    }
    faces.sort_by(|(a, _), (b, _)| rank(a).cmp(&rank(b)));
    let mut missing = letters.clone();
    let mut fonts = Vec::new();
    while fonts.len() < MOST_FONTS {
        let n_had = |(_, had): &&(&FaceInfo, BTreeSet<char>)| had.intersection(&missing).count();
        // The first of those that have the most missing letters.
        let Some((face, had)) = faces.iter().rev().max_by_key(n_had).filter(|face| n_had(face) > 0) else { break };
        missing.retain(|letter| !had.contains(letter));
        let font = database.with_face_data(face.id, |bytes, index| Font {
            name: face.post_script_name.clone(),
            bytes: bytes.to_owned(),
            index,
        });
        fonts.extend(font);
    }
    Some(fonts)
}

/// Returns a key that sorts the better fonts first.
fn rank(face: &FaceInfo) -> (bool, u16, bool, &str) {
    (face.style != Style::Normal, face.weight.0.abs_diff(REGULAR_WEIGHT), face.monospaced, &face.post_script_name)
}

/// Returns the letters of these that a font can draw: pictures of letters, as emoji have them, do not count.
fn letters_in(bytes: &[u8], index: u32, letters: &BTreeSet<char>) -> BTreeSet<char> {
    let Ok(font) = FontRef::from_index(bytes, index) else { return BTreeSet::new() };
    let (map, outlines) = (font.charmap(), font.outline_glyphs());
    let has = |letter: char| map.map(letter).is_some_and(|glyph| outlines.get(glyph).is_some());
    letters.iter().copied().filter(|&letter| has(letter)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn database() -> Database {
        let mut database = Database::new();
        database.load_font_data(include_bytes!("../../../../assets/fonts/Inter-SemiBold.otf").to_vec());
        database.load_font_data(include_bytes!("../../../../assets/fonts/Inter-Regular.otf").to_vec());
        database.load_font_data(include_bytes!("../../../../tests/data/fonts/DroidSansFallback-subset.ttf").to_vec());
        database.load_font_data(b"no font".to_vec());
        database
    }

    fn names(letters: &str) -> Vec<String> {
        let fonts = find_in(&database(), &letters.chars().collect(), &Progress::default()).expect("nobody stops it");
        fonts.into_iter().map(|font| font.name).collect()
    }

    #[test]
    fn as_few_fonts_are_found_as_have_the_letters() {
        assert_eq!(names("牛頭"), ["DroidSansFallback"]);
        assert_eq!(names("ab"), ["Inter-Regular"], "the regular one");
        assert_eq!(names("牛a頭"), ["DroidSansFallback", "Inter-Regular"]);
        assert_eq!(names("\u{10ffff}"), [""; 0], "nobody has it");
    }

    #[test]
    fn a_search_can_be_stopped() {
        let stopped = Progress::default();
        stopped.cancel();
        assert_eq!(find_in(&database(), &['a'].into(), &stopped), None);
    }

    #[test]
    fn the_fonts_of_the_system_are_read() {
        // The system's fonts are not known here.
        assert!(pollster::block_on(find(['a'].into(), Arc::default())).expect("nobody stops it").len() <= 1);
    }
}
