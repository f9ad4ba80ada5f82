//! The text of a file whose bytes are not UTF-8: its names, in one encoding found from all of them, and UTF-16.
//!
//! The encoding is told by pairs of bytes. With the feature `encodings` a crate decodes it, in a page the browser;
//! without either each byte is a letter of Latin-1. Names of different bytes are different texts in any case.

#[cfg(any(feature = "encodings", all(target_arch = "wasm32", feature = "window")))]
mod by_pairs;
#[cfg(all(target_arch = "wasm32", feature = "window", not(feature = "encodings")))]
mod in_browser;
#[cfg(not(any(feature = "encodings", all(target_arch = "wasm32", feature = "window"))))]
mod latin_1;
#[cfg(feature = "encodings")]
mod tables;
pub mod utf_16;

#[cfg(all(target_arch = "wasm32", feature = "window", not(feature = "encodings")))]
use in_browser::Encoding;
#[cfg(not(any(feature = "encodings", all(target_arch = "wasm32", feature = "window"))))]
use latin_1::Encoding;
use std::collections::{BTreeSet, HashMap, HashSet};
#[cfg(feature = "encodings")]
use tables::Encoding;

/// The texts of a file's names. By default all of them are UTF-8.
#[derive(Default)]
pub struct Texts {
    encoding: Option<Encoding>,
    /// Names that are not ASCII, where one of them is not UTF-8.
    known: HashMap<Vec<u8>, String>,
}

impl Texts {
    /// Returns the texts of these names, which are all those of a file.
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
        let mut texts = Self { encoding: (!is_damaged).then(|| Encoding::of(&all)), ..Self::default() };
        let mut taken = HashSet::new();
        for name in names {
            let mut text = texts.decoded(name);
            while !taken.insert(text.clone()) {
                text.push('\'');
            }
            texts.known.insert(name.to_vec(), text);
        }
        texts
    }

    /// Returns the encoding of the names; `None` where they are UTF-8, or most of them.
    pub fn encoding(&self) -> Option<&'static str> {
        self.encoding.as_ref().map(Encoding::name)
    }

    /// Returns the text of a name.
    pub fn text(&self, name: &[u8]) -> String {
        self.known.get(name).cloned().unwrap_or_else(|| self.decoded(name))
    }

    /// Returns the text of a name, without a copy where it is UTF-8.
    pub fn owned(&self, name: Vec<u8>) -> String {
        match String::from_utf8(name) {
            Ok(text) if self.known.is_empty() => text,
            Ok(text) => self.text(text.as_bytes()),
            Err(error) => self.text(error.as_bytes()),
        }
    }

    fn decoded(&self, name: &[u8]) -> String {
        let by_encoding = self.encoding.as_ref().and_then(|encoding| encoding.decode(name));
        let utf_8 = || str::from_utf8(name).ok().map(str::to_owned);
        by_encoding.or_else(utf_8).unwrap_or_else(|| latin_1(name))
    }
}

/// Returns bytes as text, each as the letter of its number.
fn latin_1(bytes: &[u8]) -> String {
    bytes.iter().copied().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(names: &[&[u8]]) -> (Option<&'static str>, Vec<String>) {
        let texts = Texts::of(names.iter().copied());
        (texts.encoding(), names.iter().map(|name| texts.text(name)).collect())
    }

    #[test]
    fn names_of_different_bytes_are_different_texts_whatever_they_are() {
        let seed = 43;
        let mut random = fastrand::Rng::with_seed(seed);
        for _ in 0..300 {
            let names: BTreeSet<Vec<u8>> = (0..random.usize(2..40))
                .map(|_| (0..random.usize(1..4)).map(|_| [b'a', b'\'', random.u8(..)][random.usize(..3)]).collect())
                .collect();
            let of_all = Texts::of(names.iter().map(|name| &name[..]));
            let distinct: BTreeSet<String> = names.iter().map(|name| of_all.text(name)).collect();
            assert_eq!(distinct.len(), names.len(), "seed {seed}: {names:?}");
            assert!(names.iter().all(|name| of_all.owned(name.clone()) == of_all.text(name)), "seed {seed}");
        }
    }

    #[test]
    fn names_in_utf_8_are_taken_as_they_are_also_beside_a_damaged_one() {
        assert_eq!(texts(&["红".as_bytes(), b"red"]), (None, vec!["红".to_owned(), "red".to_owned()]));
        let cut_off = &"绿色".as_bytes()[..5];
        let (encoding, found) = texts(&["红".as_bytes(), "蓝".as_bytes(), cut_off]);
        assert_eq!((encoding, &found[..2]), (None, &["红".to_owned(), "蓝".to_owned()][..]));
        assert!(found[2].starts_with('ç'), "{found:?}");
    }
}
