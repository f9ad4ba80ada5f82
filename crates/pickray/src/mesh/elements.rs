//! Elements: lists of records with the same properties, as text or as binary data. PLY and OFF files are made of them.

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

pub use ascii::Body;
pub use by_words::FirstWord;
pub use data::{Data, Job};
pub use element::{Element, Fields, Rest, Value, count_of};
pub use number::{ByteOrder, Number};
