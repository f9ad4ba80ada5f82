//! Sentences as values: each variant of an enum is a sentence with arguments, whose text is English.

use std::fmt::Display;

/// Sentence, word of a sentence, or argument of one. Its text is English.
pub trait Said: Display {
    /// Returns the name by which other languages know the sentence, and its arguments by their names; `None` for an
    /// argument that is the same in all languages.
    fn parts(&self) -> Option<Parts> {
        None
    }
}

/// Name of a sentence, and its arguments by their names.
pub type Parts = (&'static str, Vec<(&'static str, Box<dyn Said>)>);

/// Type of an argument, with a value for tests that print every sentence.
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

/// Makes examples of types.
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

/// Makes arguments of types that are the same in all languages, with an example of each.
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
example! { f64 = 7.5 }

/// Returns an English text as the beginning of a sentence: with a capital letter.
pub fn capitalized(text: &dyn Display) -> String {
    let mut text = text.to_string();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Makes an enum of sentences, or sentences of an enum that stands elsewhere. A row is a variant with its arguments and
/// its English text, which names each argument; where the arguments are not the fields themselves, `where` makes them
/// of the fields. Translations find the variant by the name of the enum followed by the name of the variant. The last
/// variant must not hold the enum itself: it is the example of an argument of this type.
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
        $(#[$meta:meta])*
        pub enum $name:ident {
            $($variant:ident $({ $($field:ident: $type:ty),+ })? => $english:literal,)+
        }
    ) => {
        $(#[$meta])*
        #[allow(missing_docs)]
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum $name {
            $(#[doc = $english] $variant $({ $($field: $type),+ })?,)+
        }

        $crate::work::said::said! {
            $name { $($variant $({ $($field),+ })? => $english,)+ }
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
pub(crate) use said;
