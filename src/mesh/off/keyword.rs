//! The word that an OFF file begins with: what its vertices have beside their positions.

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
    /// As many as the file says.
    Any,
}

impl Keyword {
    /// Returns that of a word: `OFF` behind some of `ST`, `C`, `N`, `4` and `n`, in this order; `None` for any other.
    pub fn of(word: &[u8]) -> Option<Self> {
        let mut rest = word;
        let mut has = |prefix: &[u8]| rest.strip_prefix(prefix).map(|behind| rest = behind).is_some();
        let [has_texture, has_colors, has_normals] = [b"ST".as_slice(), b"C", b"N"].map(&mut has);
        let dimensions = match [b"4", b"n"].map(|prefix| has(prefix)) {
            [_, true] => Dimensions::Any,
            [true, false] => Dimensions::Four,
            [false, false] => Dimensions::Three,
        };
        (rest == b"OFF").then_some(Self { has_texture, has_colors, has_normals, dimensions })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes_come_in_their_order() {
        let plain = Keyword::default();
        assert_eq!(Keyword::of(b"OFF"), Some(plain));
        assert_eq!(
            Keyword::of(b"STCN4OFF"),
            Some(Keyword { has_texture: true, has_colors: true, has_normals: true, dimensions: Dimensions::Four })
        );
        assert_eq!(Keyword::of(b"NOFF"), Some(Keyword { has_normals: true, ..plain }));
        assert_eq!(Keyword::of(b"4nOFF"), Some(Keyword { dimensions: Dimensions::Any, ..plain }));
        for other in ["OFFS", "NCOFF", "off", "", "XOFF"] {
            assert_eq!(Keyword::of(other.as_bytes()), None, "{other}");
        }
    }
}
