//! Example values for all types of arguments, for tests that print every sentence.

use crate::mesh::problem::{Item, Kind, List, Problem, Use, Word};

pub trait Example {
    fn example() -> Self;
}

pub fn example<T: Example>() -> T {
    T::example()
}

macro_rules! example {
    ($($type:ty = $value:expr),+ $(,)?) => {
        $(impl Example for $type {
            fn example() -> Self {
                $value
            }
        })+
    };
}

example! {
    i64 = -71,
    u32 = 72,
    u64 = 73,
    usize = 74,
    String = "`quoted`".to_owned(),
    &'static str = "some",
    Word = Word::Vertices,
    Use = Use::Joints,
    List = List::Nodes,
    Kind = Kind::FaceIndex,
    Item = Item::At { list: List::Nodes, index: 75 },
    Box<Item> = Box::new(Item::example()),
    Box<Problem> = Box::new(Problem::NoVertexUsable),
}
