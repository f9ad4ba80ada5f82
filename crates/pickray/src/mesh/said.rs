//! Sentences about a file, as values: each variant of an enum is a sentence with arguments, whose text is English.

pub(in crate::mesh) mod examples;

use std::fmt::Display;

/// Sentence or word of a message, or an argument of a sentence.
pub trait Said: Display {
    /// Returns the name by which other languages know the sentence; `None` for an argument that is the same in all of
    /// them.
    fn name(&self) -> Option<&'static str> {
        None
    }

    /// Returns the arguments of the sentence by their names.
    fn arguments(&self) -> Vec<(&'static str, &dyn Said)> {
        Vec::new()
    }
}

impl Said for &'static str {}
impl Said for String {}
impl Said for i64 {}
impl Said for u32 {}
impl Said for u64 {}
impl Said for usize {}

impl<T: Said> Said for Box<T> {
    fn name(&self) -> Option<&'static str> {
        (**self).name()
    }

    fn arguments(&self) -> Vec<(&'static str, &dyn Said)> {
        (**self).arguments()
    }
}

/// Makes an enum of sentences. A row is a variant with its arguments and its English text, which names each argument;
/// translations find the variant by the name of the enum followed by the name of the variant.
macro_rules! said {
    (
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($variant:ident $({ $($argument:ident: $type:ty),+ })? => $english:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[allow(missing_docs)]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $english] $variant $({ $($argument: $type),+ })?,)+
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $({ $($argument),+ })? => write!(f, $english),)+
                }
            }
        }

        impl $crate::mesh::said::Said for $name {
            fn name(&self) -> Option<&'static str> {
                Some(match self {
                    $(Self::$variant { .. } => concat!(stringify!($name), stringify!($variant)),)+
                })
            }

            fn arguments(&self) -> Vec<(&'static str, &dyn $crate::mesh::said::Said)> {
                match self {
                    $(Self::$variant $({ $($argument),+ })? => vec![$($((stringify!($argument), $argument)),+)?],)+
                }
            }
        }

        impl $name {
            /// Returns one value of each variant, for tests that print all sentences.
            #[doc(hidden)]
            pub fn every() -> Vec<Self> {
                vec![$(Self::$variant $({ $($argument: $crate::mesh::said::examples::example()),+ })?),+]
            }
        }
    };
}
pub(super) use said;
