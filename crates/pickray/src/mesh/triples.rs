//! Conversions from slices, vectors and arrays to borrowed lists of positions or triangles, three numbers per item.

/// Implements `From` for the type `$list`, from slices of triples and from flat slices of numbers. `$numbers::$variant`
/// is the enum variant that holds numbers of the type `$number`.
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
