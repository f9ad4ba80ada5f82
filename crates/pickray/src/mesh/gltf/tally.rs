//! Tally of what reading a document yields besides meshes.

use super::accessor::Use;
use super::materials::Materials;
use super::unfolding::Unfolded;
use crate::mesh::problem::{Kind, Problem};
use crate::mesh::problems::Problems;
use crate::mesh::refusal::Refusal;

/// Everything that reading a document yields besides its meshes.
#[derive(Default)]
pub struct Tally {
    pub materials: Materials,
    pub problems: Problems,
    pub counts: LeftOut,
    pub unfolded: Unfolded,
    /// Number of primitives that were read so far.
    pub primitives: u32,
}

impl Tally {
    /// Reports a problem with the primitive that was read last; `detail` says in English what is wrong, and where.
    pub fn tell(&mut self, kind: Kind, detail: impl FnOnce() -> String) {
        self.problems.add(kind, self.primitives, || Problem::Gltf { detail: detail() });
    }

    /// Returns what was made of an accessor, or tells why these values are left out, and returns none.
    pub fn or_left_out<T: Default>(&mut self, made: Result<T, Refusal>, what: Use) -> Result<T, Refusal> {
        match made.map_err(Refusal::into_problem) {
            Ok(made) => Ok(made),
            Err(Ok(why)) => {
                self.tell(Kind::Attribute, || format!("{}; the {what} are left out", why.into_detail()));
                Ok(T::default())
            }
            Err(Err(refusal)) => Err(refusal),
        }
    }
}

/// Counts of what the meshes of a document leave out: primitives made of points, primitives made of lines, and unusable
/// triangles.
#[derive(Clone, Copy, Default)]
pub struct LeftOut {
    pub points: u64,
    pub polylines: u64,
    /// Number of triangles of primitives whose vertices are all unusable.
    pub left_out: u64,
}
