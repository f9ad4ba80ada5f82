//! Elements, of which PLY and OFF files consist: lists of records with the same properties, as text or as binary data.

mod ascii;
mod binary;
mod by_words;
mod data;
mod element;
mod line;
mod number;
mod part;
mod rows;
mod run;
mod shape;

pub use ascii::AsciiBody;
pub use by_words::FirstWord;
pub use data::{Data, Job};
pub use element::{Element, Fields, Rest, Value, count_of};
pub use number::{ByteOrder, Number};
