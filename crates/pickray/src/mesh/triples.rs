//! Conversions of lists of triples of numbers from the forms in which callers have them.

/// Implements `From` for `$list`, of slices of triples and of numbers in a row, as `$numbers::$variant` holds them.
macro_rules! from_triples {
    ($list:ident, $numbers:ident { $($number:ty => $variant:ident),* }) => {
        $(
            impl<'a> From<&'a [[$number; 3]]> for $list<'a> {
                fn from(triples: &'a [[$number; 3]]) -> Self {
                    Self::new($numbers::$variant(triples), 0)
                }
            }

            /// Takes a list of numbers in a row, three for each item.
            impl<'a> From<&'a [$number]> for $list<'a> {
                fn from(numbers: &'a [$number]) -> Self {
                    let (triples, rest) = numbers.as_chunks();
                    Self::new($numbers::$variant(triples), rest.len())
                }
            }
        )*

        impl<'a, T> From<&'a Vec<T>> for $list<'a>
        where
            Self: From<&'a [T]>,
        {
            fn from(list: &'a Vec<T>) -> Self {
                Self::from(&list[..])
            }
        }

        impl<'a, T, const N: usize> From<&'a [T; N]> for $list<'a>
        where
            Self: From<&'a [T]>,
        {
            fn from(list: &'a [T; N]) -> Self {
                Self::from(&list[..])
            }
        }
    };
}
pub(super) use from_triples;
