//! Guess at the encoding of names from their pairs of bytes; a function of the caller decodes the names. In encodings
//! of two bytes a letter, the codes of frequent letters lie in a small range, which pairs of bytes in other encodings
//! seldom hit. Detectors made for whole pages, which count how often each letter comes, need more text than a few names
//! (chardetng took four Chinese names for Russian).

use super::Decode;

/// Encoding of two bytes a letter.
struct OfPairs {
    name: &'static str,
    /// Prefixes, such as `zh`, of the tags of languages that are written in this encoding.
    languages: &'static [&'static str],
    is_frequent: fn(u8, u8) -> bool,
}

/// Encodings of two bytes a letter. The first of equally likely ones is taken, ahead of all the one of the reader's
/// language.
const OF_PAIRS: [OfPairs; 4] = [
    OfPairs { name: "Big5", languages: &["zh-TW", "zh-HK", "zh-MO", "zh-Hant"], is_frequent: is_big5 },
    // The first level of GB 2312.
    OfPairs { name: "GBK", languages: &["zh"], is_frequent: |a, b| (0xb0..=0xd7).contains(&a) && b > 0xa0 },
    // Kana, and the first level of JIS X 0208.
    OfPairs { name: "Shift_JIS", languages: &["ja"], is_frequent: |a, _| matches!(a, 0x82 | 0x83 | 0x88..=0x97) },
    OfPairs { name: "EUC-KR", languages: &["ko"], is_frequent: |a, b| (0xb0..=0xc8).contains(&a) && b > 0xa0 },
];

fn is_big5(first: u8, _: u8) -> bool {
    (0xa4..=0xc6).contains(&first)
}

/// Least share of frequent pairs with which an encoding of two bytes a letter is taken.
const LEAST: f32 = 0.7;

/// Returns the labels of all encodings that names may be in.
pub fn labels() -> impl Iterator<Item = &'static str> {
    OF_PAIRS.iter().map(|it| it.name).chain(["windows-1251", "windows-1252"])
}

/// Returns the label of the likeliest encoding of names that are not UTF-8, for a user whose language is `language`.
/// `names` are separated by line ends.
pub fn likeliest(names: &[u8], decode: Decode, language: &str) -> &'static str {
    let is_own = |it: &OfPairs| it.languages.iter().any(|tag| language.starts_with(tag));
    let own = OF_PAIRS.iter().find(|it| is_own(it));
    // Two bytes of Big5 may well be one letter of Latin-1 and one of ASCII.
    let others = OF_PAIRS.iter().skip(1);
    let likely = own.into_iter().chain(others).filter(|it| decode(it.name, names).is_some());
    let mut best = (LEAST, None);
    for it in likely {
        let share = share(names, it.is_frequent);
        if share > best.0 {
            best = (share, Some(it.name));
        }
    }
    best.1.unwrap_or_else(|| {
        let is_word = |run: &[u8]| run.iter().all(|&byte| byte >= 0xc0);
        if names.windows(3).any(is_word) { "windows-1251" } else { "windows-1252" }
    })
}

/// Returns the share of pairs that are frequent, 0 to 1.
fn share(names: &[u8], is_frequent: fn(u8, u8) -> bool) -> f32 {
    let (mut pairs, mut frequent) = (0, 0);
    let mut rest = names;
    while let [first, behind @ ..] = rest {
        rest = behind;
        if let (0x80.., [second, behind @ ..]) = (first, behind) {
            pairs += 1;
            frequent += u32::from(is_frequent(*first, *second));
            rest = behind;
        }
    }
    frequent as f32 / pairs.max(1) as f32
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use encoding_rs::Encoding;

    pub fn decode(label: &str, bytes: &[u8]) -> Option<String> {
        let encoding = Encoding::for_label(label.as_bytes())?;
        encoding.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
    }

    #[test]
    fn few_names_tell_their_encoding_to_readers_of_any_language() {
        for (names, language, encoding) in [
            ("红\n绿\n左\n右", "en", "GBK"),
            ("材质\n木头\n门", "zh-CN", "GBK"),
            ("材質\n門\n紅", "zh-TW", "Big5"),
            ("マテリアル\n髪\n顔", "en", "Shift_JIS"),
            ("머리\n몸\n왼쪽", "ko-KR", "EUC-KR"),
            ("Körper\nStraße\nTür", "zh-CN", "windows-1252"),
            ("Körper\nStraße\nTür", "ja", "windows-1252"),
            ("Стена\nкрыша\nокно", "en", "windows-1251"),
        ] {
            let bytes = Encoding::for_label(encoding.as_bytes()).expect("an encoding").encode(names).0;
            assert_eq!(likeliest(&bytes, decode, language), encoding, "{names}, {language}");
        }
    }
}
