//! Primitives that Draco compresses, in a build without its decoder: they are refused by name.

use super::accessor::{Rows, Source};
use super::extensions::{self, DRACO};
use crate::mesh::problem::Item;
use crate::mesh::refusal::Refusal;
use serde::Deserialize;

/// Extension of a primitive; its contents are not read.
#[derive(Deserialize)]
pub struct Compression {}

impl Compression {
    /// Returns the refusal of compressed triangles.
    pub fn decode(
        &self,
        _: &mut Source,
        _: &[(String, u32)],
        _: (u32, Option<u32>),
        _: &Item,
    ) -> Result<Rows, Refusal> {
        extensions::check(&[DRACO.to_owned()]).map(|()| Rows::default())
    }
}
