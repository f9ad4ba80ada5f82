//! Keyword that an OFF file begins with: it says which data each vertex has beside its position.

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keyword {
    pub has_texture: bool,
    pub has_colors: bool,
    pub has_normals: bool,
    pub dimensions: Dimensions,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dimensions {
    #[default]
    Three,
    Four,
    /// Any number of dimensions, which the file states.
    Any,
}

impl Keyword {
    /// Returns the keyword that `word` spells, and the digits that some writers put right behind the keyword; `None` if
    /// `word` is no keyword. A keyword is `OFF` with any of the prefixes `ST`, `C`, `N`, `4` and `n`, in this order.
    /// Capitals matter for `N` alone.
    pub fn of(word: &[u8]) -> Option<(Self, &[u8])> {
        let mut rest = word;
        let mut has = |prefixes: &[&[u8]]| {
            let behind = prefixes.iter().find_map(|prefix| rest.strip_prefix(*prefix));
            behind.map(|behind| rest = behind).is_some()
        };
        let has_texture = has(&[b"ST", b"st"]);
        let has_colors = has(&[b"C", b"c"]);
        let has_normals = has(&[b"N"]);
        let dimensions = match [has(&[b"4"]), has(&[b"n"])] {
            [_, true] => Dimensions::Any,
            [true, false] => Dimensions::Four,
            [false, false] => Dimensions::Three,
        };
        let (off, digits) = rest.split_at_checked(3)?;
        let is_keyword = off.eq_ignore_ascii_case(b"OFF") && digits.iter().all(u8::is_ascii_digit);
        is_keyword.then_some((Self { has_texture, has_colors, has_normals, dimensions }, digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_come_in_their_order() {
        let plain = Keyword::default();
        let of = |word: &'static str| Keyword::of(word.as_bytes()).map(|(keyword, digits)| (keyword, digits.len()));
        let all = Keyword { has_texture: true, has_colors: true, has_normals: true, dimensions: Dimensions::Four };
        for (word, keyword) in [
            ("OFF", plain),
            ("off", plain),
            ("Off", plain),
            ("STCN4OFF", all),
            ("NOFF", Keyword { has_normals: true, ..plain }),
            ("4nOFF", Keyword { dimensions: Dimensions::Any, ..plain }),
            ("coff", Keyword { has_colors: true, ..plain }),
        ] {
            assert_eq!(of(word), Some((keyword, 0)), "{word}");
        }
        assert_eq!(of("OFF490"), Some((plain, 3)));
        for other in ["OFFS", "NCOFF", "OF", "", "XOFF", "OFF8x", "OFF-8"] {
            assert_eq!(of(other), None, "{other}");
        }
    }
}
