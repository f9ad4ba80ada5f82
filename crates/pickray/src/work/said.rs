//! Translatable messages as values: each variant of an enum is a sentence with arguments, whose text is English.

use std::fmt::Display;

/// Part of a translatable message: a sentence, a word, or an argument. Its own text is English.
pub trait Said: Display {
    /// Returns the name by which other languages know the sentence, and its arguments by their names; `None` for an
    /// argument that is the same in all languages.
    fn parts(&self) -> Option<Parts> {
        None
    }
}

/// Name by which translations find a sentence, and the arguments of the sentence with their names.
pub type Parts = (&'static str, Vec<(&'static str, Box<dyn Said>)>);

/// Type of an argument of sentences, with an example value for tests that print every sentence.
pub trait Example {
    fn example() -> Self;
}

impl<T: Said> Said for Box<T> {
    fn parts(&self) -> Option<Parts> {
        (**self).parts()
    }
}

impl<T: Example> Example for Box<T> {
    fn example() -> Self {
        Self::new(T::example())
    }
}

/// Implements `Example` for each type, with the given value as the example.
macro_rules! example {
    ($($type:ty = $value:expr),+ $(,)?) => {
        $(impl $crate::work::said::Example for $type {
            fn example() -> Self {
                $value
            }
        })+
    };
}
pub(crate) use example;

/// Implements `Said` and `Example` for types whose text is the same in all languages.
macro_rules! same_in_all_languages {
    ($($type:ty = $value:expr),+ $(,)?) => {
        $(impl Said for $type {})+
        example! { $($type = $value),+ }
    };
}

same_in_all_languages! {
    &'static str = "some",
    String = "`quoted`".to_owned(),
    i64 = -71,
    u32 = 72,
    u64 = 73,
    usize = 74,
}
example! { f64 = 7.5, u8 = 75 }

/// Returns an English text as the beginning of a sentence: with a capital letter.
pub fn capitalized(text: &dyn Display) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Defines an enum whose variants are sentences, or makes sentences of the variants of an enum defined elsewhere.
///
/// Each row gives a variant, its arguments and its English text, in which the arguments appear by name, and which is
/// the variant's documentation. If the arguments are not the fields themselves, `where` computes them from the fields.
/// Translations find a variant by the name of the enum followed by the name of the variant. After `@english`, there are
/// no translations: messages to programmers. The last variant is the example value, so does not contain the enum.
#[doc(hidden)]
#[macro_export]
macro_rules! said {
    (@arguments [$($field:ident)*] []) => {
        vec![$((stringify!($field), Box::new($field.clone()) as Box<dyn $crate::work::said::Said>)),*]
    };
    (@arguments [$($field:ident)*] [$($argument:ident)+]) => {
        $crate::work::said::said!(@arguments [$($argument)+] [])
    };
    (@example $field:ident) => {
        $crate::work::said::Example::example()
    };
    (
        $(@$only:ident)?
        $(#[$meta:meta])*
        pub enum $name:ident {
            $(
                $(#[$note:meta])*
                $variant:ident
                $({ $($(#[$help:meta])? $field:ident: $type:ty),+ })?
                $(($(#[$from:meta])? $item:ident: $of:ty))?
                $(where $($argument:ident = $value:expr),+)? => $english:literal,
            )+
        }
    ) => {
        $(#[$meta])*
        #[allow(missing_docs)]
        pub enum $name {
            $(
                $(#[$note])*
                #[doc = $english]
                $variant $({ $($(#[$help])? $field: $type),+ })? $(($(#[$from])? $of))?,
            )+
        }

        $crate::work::said::said! {
            $(@$only)? $name {
                $($variant $({ $($field),+ })? $(($item))? $(where $($argument = $value),+)? => $english,)+
            }
        }
    };
    (
        @english $name:ident {
            $(
                $variant:ident $({ $($field:ident),+ })? $(($($item:ident),+))?
                $(where $($argument:ident = $value:expr),+)? => $english:literal,
            )+
        }
    ) => {
        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                match self {
                    $(Self::$variant $({ $($field),+ })? $(($($item),+))? => {
                        $($(let $argument = $value;)+)?
                        write!(f, $english)
                    })+
                }
            }
        }
    };
    (
        $name:ident {
            $(
                $variant:ident $({ $($field:ident),+ })? $(($($item:ident),+))?
                $(where $($argument:ident = $value:expr),+)? => $english:literal,
            )+
        }
    ) => {
        $crate::work::said::said! {
            @english $name {
                $($variant $({ $($field),+ })? $(($($item),+))? $(where $($argument = $value),+)? => $english,)+
            }
        }

        impl $crate::work::said::Said for $name {
            fn parts(&self) -> Option<$crate::work::said::Parts> {
                Some(match self {
                    $(Self::$variant $({ $($field),+ })? $(($($item),+))? => {
                        $($(let $argument = $value;)+)?
                        let arguments = $crate::work::said::said!(
                            @arguments [$($($field)+)? $($($item)+)?] [$($($argument)+)?]
                        );
                        (concat!(stringify!($name), stringify!($variant)), arguments)
                    })+
                })
            }
        }

        impl $name {
            const EVERY: &[fn() -> Self] = &[$(
                || Self::$variant
                    $({ $($field: $crate::work::said::said!(@example $field)),+ })?
                    $(($($crate::work::said::said!(@example $item)),+))?
            ),+];

            #[allow(dead_code, reason = "tests alone call it in some crates")]
            pub(crate) fn every() -> Vec<Box<dyn $crate::work::said::Said>> {
                Self::EVERY.iter().map(|make| Box::new(make()) as Box<dyn $crate::work::said::Said>).collect()
            }
        }

        impl $crate::work::said::Example for $name {
            fn example() -> Self {
                Self::EVERY[Self::EVERY.len() - 1]()
            }
        }
    };
}
pub use said;
