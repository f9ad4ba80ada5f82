//! Text of files whose bytes are not UTF-8: whole files in UTF-16, names in another encoding, and URIs that write bytes
//! as `%` and two hexadecimal digits.
//! The encoding of names is guessed from pairs of bytes in all names of a file, and decoded by the function given to
//! [`set_name_decoder`]. Names of different bytes always become different texts.
//! In encodings of two bytes a letter, the codes of frequent letters lie in a small range, which others seldom hit.
//! Detectors made for whole pages need more text than a few names (chardetng took four Chinese names for Russian).

use crate::work::{OutOfMemory, memory};
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// The byte-order mark of UTF-8.
pub const MARK: &[u8] = b"\xef\xbb\xbf";

/// Function that returns the text of bytes in the encoding of a label, or `None` if they are not valid in it.
pub type Decode = fn(&str, &[u8]) -> Option<String>;

/// Decoder of names, with the language that their reader reads.
static DECODER: OnceLock<(Decode, String)> = OnceLock::new();

/// Sets the function that decodes names which are not UTF-8, for the whole process. Returns whether it was set: only
/// the first call has an effect. Without a function, each byte of such a name is read as a letter of Latin-1, since the
/// library has no tables of encodings.
/// `decode` is given a label of the [Encoding Standard](https://encoding.spec.whatwg.org) and bytes. It returns `None`
/// if the bytes are not valid in that encoding. `language` is the tag of the user's language, such as `en`. Where names
/// may be in several encodings, the encoding of this language is preferred; an empty tag prefers none.
///
/// ```
/// // With the crate encoding_rs:
/// // let encoding = encoding_rs::Encoding::for_label(label.as_bytes())?;
/// // encoding.decode_without_bom_handling_and_without_replacement(bytes).map(Into::into)
/// fn decode(label: &str, bytes: &[u8]) -> Option<String> {
///     (label == "windows-1252" && bytes.is_ascii()).then(|| String::from_utf8_lossy(bytes).into_owned())
/// }
/// assert!(pickray::mesh::set_name_decoder(decode, "en"));
/// ```
pub fn set_name_decoder(decode: Decode, language: &str) -> bool {
    DECODER.set((decode, language.to_owned())).is_ok()
}

fn decode(encoding: &str, bytes: &[u8]) -> Option<String> {
    DECODER.get().map_or_else(|| Some(latin_1(bytes)), |(decode, _)| decode(encoding, bytes))
}

/// Decoded texts of the names in a file. By default all names are UTF-8.
#[derive(Default)]
pub struct Texts {
    encoding: Option<&'static str>,
    /// Decoded texts of the names that are not ASCII, by the bytes of the name. Empty if all names are UTF-8.
    known: HashMap<Vec<u8>, String>,
    bytes: HashMap<String, Vec<u8>>,
}

impl Texts {
    pub fn of<'a>(names: impl Iterator<Item = &'a [u8]> + Clone) -> Self {
        let is_utf_8 = |name: &[u8]| str::from_utf8(name).is_ok();
        if names.clone().all(is_utf_8) {
            return Self::default();
        }
        let names: BTreeSet<&[u8]> = names.filter(|name| !name.is_ascii()).collect();
        let all = names.iter().copied().collect::<Vec<_>>().join(&b'\n');
        // Letters of another encoding are seldom UTF-8 by chance: where most names are, the others are damaged.
        let n_utf_8 = names.iter().filter(|name| is_utf_8(name)).count();
        let is_damaged = 2 * n_utf_8 > names.len();
        let guessed = |(decode, language): &(Decode, String)| likeliest(&all, *decode, language);
        let encoding = (!is_damaged).then(|| DECODER.get().map_or("ISO-8859-1", guessed));
        let mut texts = Self { encoding, ..Self::default() };
        // The number of the last name that is written so: some encodings write one letter in several ways.
        let mut taken = HashMap::<String, usize>::new();
        for name in names {
            let mut text = texts.decoded(name);
            if let Some(&last) = taken.get(&text) {
                let numbered = |n: usize| format!("{text} ({n})");
                let n = (last + 1..).find(|&n| !taken.contains_key(&numbered(n))).expect("a number that is free");
                let own = numbered(n);
                taken.insert(text, n);
                text = own;
            }
            taken.insert(text.clone(), 1);
            texts.bytes.insert(text.clone(), name.to_vec());
            texts.known.insert(name.to_vec(), text);
        }
        texts
    }

    /// Returns the label of the names' encoding, or `None` where all or most of them are UTF-8.
    pub fn encoding(&self) -> Option<&'static str> {
        self.encoding
    }

    pub fn text(&self, name: &[u8]) -> String {
        self.known.get(name).cloned().unwrap_or_else(|| self.decoded(name))
    }

    /// Returns what a decoded name would be in other encodings: a few bytes may be names in several.
    pub fn in_other_encodings(&self, text: &str) -> impl Iterator<Item = String> {
        let bytes = self.encoding.and_then(|_| self.bytes.get(text));
        bytes.into_iter().flat_map(|bytes| labels().filter_map(|label| decode(label, bytes)))
    }

    fn decoded(&self, name: &[u8]) -> String {
        let by_encoding = self.encoding.and_then(|encoding| decode(encoding, name));
        let utf_8 = || str::from_utf8(name).ok().map(str::to_owned);
        by_encoding.or_else(utf_8).unwrap_or_else(|| latin_1(name))
    }
}

/// Returns the text of bytes but for half a letter at their end; at worst as UTF-8 with invalid bytes replaced.
pub fn lossy(encoding: Option<&str>, bytes: &[u8]) -> String {
    let whole = bytes.split_last().map_or(bytes, |(_, ahead)| ahead);
    let decoded = encoding.and_then(|it| decode(it, bytes).or_else(|| decode(it, whole)));
    decoded.unwrap_or_else(|| String::from_utf8_lossy(bytes).into_owned())
}

fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

pub const UTF_16: &str = "UTF-16";

pub fn has_utf_16_mark(text: &[u8]) -> bool {
    text.starts_with(b"\xff\xfe") || text.starts_with(b"\xfe\xff")
}

/// Returns a text in UTF-16 as UTF-8 without its mark; an unpaired surrogate becomes three bytes with its number.
pub fn utf_8_of_utf_16(text: &[u8]) -> Result<Vec<u8>, OutOfMemory> {
    let unit = if text.starts_with(b"\xff\xfe") { u16::from_le_bytes } else { u16::from_be_bytes };
    let (pairs, _) = text.get(2..).unwrap_or_default().as_chunks();
    let mut utf_8 = Vec::new();
    memory::reserve(&mut utf_8, 3 * pairs.len())?;
    for letter in char::decode_utf16(pairs.iter().map(|&pair| unit(pair))) {
        match letter {
            Ok(letter) => utf_8.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes()),
            Err(half) => {
                let half = half.unpaired_surrogate();
                utf_8.extend([0xe0 | (half >> 12) as u8, 0x80 | (half >> 6 & 0x3f) as u8, 0x80 | (half & 0x3f) as u8]);
            }
        }
    }
    Ok(utf_8)
}

struct OfPairs {
    name: &'static str,
    /// Prefixes, such as `zh`, of the tags of languages that are written in this encoding.
    languages: &'static [&'static str],
    is_frequent: fn(u8, u8) -> bool,
}

/// Encodings of two bytes a letter. Of equally likely ones, that of the reader's language is taken, else the first.
const OF_PAIRS: [OfPairs; 4] = [
    OfPairs {
        name: "Big5",
        languages: &["zh-TW", "zh-HK", "zh-MO", "zh-Hant"],
        is_frequent: |a, _| (0xa4..=0xc6).contains(&a),
    },
    // The first level of GB 2312.
    OfPairs { name: "GBK", languages: &["zh"], is_frequent: |a, b| (0xb0..=0xd7).contains(&a) && b > 0xa0 },
    // Kana, and the first level of JIS X 0208.
    OfPairs { name: "Shift_JIS", languages: &["ja"], is_frequent: |a, _| matches!(a, 0x82 | 0x83 | 0x88..=0x97) },
    OfPairs { name: "EUC-KR", languages: &["ko"], is_frequent: |a, b| (0xb0..=0xc8).contains(&a) && b > 0xa0 },
];

/// Least share of frequent pairs with which an encoding of two bytes a letter is taken.
const LEAST: f32 = 0.7;

fn labels() -> impl Iterator<Item = &'static str> {
    OF_PAIRS.iter().map(|it| it.name).chain(["windows-1251", "windows-1252"])
}

/// Returns the label of the likeliest encoding of names, parted by line ends, for a user of this language.
fn likeliest(names: &[u8], decode: Decode, language: &str) -> &'static str {
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

/// Returns `uri` with the bytes that `%20` and the like stand for; `None` if it is not UTF-8 or holds a zero byte.
pub fn percent_decoded(uri: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((&byte, behind)) = rest.split_first() {
        let digits = behind.get(..2).filter(|digits| byte == b'%' && digits.iter().all(u8::is_ascii_hexdigit));
        let code = digits.and_then(|digits| u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok());
        bytes.push(code.unwrap_or(byte));
        rest = if code.is_some() { &behind[2..] } else { behind };
    }
    String::from_utf8(bytes).ok().filter(|path| !path.contains('\0'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use encoding_rs::Encoding;

    fn decode(label: &str, bytes: &[u8]) -> Option<String> {
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

    fn texts(names: &[&[u8]]) -> (Option<&'static str>, Vec<String>) {
        let texts = Texts::of(names.iter().copied());
        (texts.encoding(), names.iter().map(|name| texts.text(name)).collect())
    }

    #[test]
    fn names_of_different_bytes_are_different_texts_whatever_they_are() {
        let mut random = crate::work::seeded();
        for _ in 0..300 {
            let names: BTreeSet<Vec<u8>> = (0..random.usize(2..40))
                .map(|_| (0..random.usize(1..4)).map(|_| [b'a', b'\'', random.u8(..)][random.usize(..3)]).collect())
                .collect();
            let of_all = Texts::of(names.iter().map(|name| &name[..]));
            let distinct: BTreeSet<String> = names.iter().map(|name| of_all.text(name)).collect();
            assert_eq!(distinct.len(), names.len(), "{names:?}");
        }
    }

    #[test]
    fn names_of_one_text_are_numbered_however_many_they_are() {
        set_name_decoder(decode, "");
        // あ of Shift_JIS, and both ways to write ∵.
        let name = |n: usize| {
            let ways = (0..12).flat_map(|bit| [*b"\x81\xe6", *b"\x87\x9a"][n >> bit & 1]);
            b"\x82\xa0".repeat(40).into_iter().chain(ways).collect::<Vec<u8>>()
        };
        let names: Vec<_> = (0..1 << 12).map(name).collect();
        let of_all = Texts::of(names.iter().map(|name| &name[..]));
        let texts: BTreeSet<_> = names.iter().map(|name| of_all.text(name)).collect();
        assert_eq!((of_all.encoding(), texts.len()), (Some("Shift_JIS"), names.len()));
        assert!(texts.iter().any(|text| text.ends_with("∵ (4096)")));
    }

    #[test]
    fn names_in_utf_8_are_taken_as_they_are_also_beside_a_damaged_one() {
        assert_eq!(texts(&["红".as_bytes(), b"red"]), (None, vec!["红".to_owned(), "red".to_owned()]));
        let cut_off = &"绿色".as_bytes()[..5];
        let (encoding, found) = texts(&["红".as_bytes(), "蓝".as_bytes(), cut_off]);
        assert_eq!((encoding, &found[..2]), (None, &["红".to_owned(), "蓝".to_owned()][..]));
        assert!(found[2].starts_with('ç'), "{found:?}");
    }

    #[test]
    fn both_orders_of_bytes_are_read_and_a_half_of_a_pair_is_kept() {
        let units: Vec<u16> = "\u{feff}v 红 🐄\r\n".encode_utf16().chain([0xd83d, 0x41]).collect();
        for (bytes, order) in [(u16::to_le_bytes as fn(u16) -> [u8; 2], "little"), (u16::to_be_bytes, "big")] {
            let mut text: Vec<u8> = units.iter().flat_map(|&unit| bytes(unit)).collect();
            assert!(has_utf_16_mark(&text));
            text.push(7);
            let want = ["v 红 🐄\r\n".as_bytes(), b"\xed\xa0\xbdA"].concat();
            assert_eq!(utf_8_of_utf_16(&text).expect("room"), want, "{order}");
        }
        assert_eq!(utf_8_of_utf_16(b"\xff\xfe").expect("room"), b"");
    }

    #[test]
    fn two_digits_behind_a_percent_sign_are_a_byte_and_other_percent_signs_stay() {
        for (uri, expected) in [
            ("a%20b", Some("a b")),
            ("%E7%BD%91%e6%a0%bc", Some("网格")),
            ("100%", Some("100%")),
            ("%4", Some("%4")),
            ("%+1", Some("%+1")),
            ("%ff", None),
            ("a%00b", None),
        ] {
            assert_eq!(percent_decoded(uri).as_deref(), expected, "{uri}");
        }
    }
}
