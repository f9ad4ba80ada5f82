//! Texture coordinates or normals of a part to be written, numbered from 0 without gaps.

use super::part::{MeshPart, NOT_USED};
use crate::mesh::CornerValues;
use crate::work::{OutOfMemory, memory};

/// Values of a part, of which those that are finite are written: all of a whole mesh, or those that the part uses.
pub struct NumberedValues<'a, const N: usize> {
    part: MeshPart<'a>,
    values: Option<&'a CornerValues<N>>,
    /// For each value its number in the part, or [`NOT_USED`].
    numbers: Vec<u32>,
    pub n: u32,
}

impl<'a, const N: usize> NumberedValues<'a, N> {
    pub fn new(part: MeshPart<'a>, values: Option<&'a CornerValues<N>>) -> Result<Self, OutOfMemory> {
        let all = values.map_or(&[][..], CornerValues::values);
        let mut numbers = memory::filled(all.len(), if part.is_whole() { 0 } else { NOT_USED })?;
        if let Some(values) = values.filter(|_| !part.is_whole()) {
            for triangle in part.triangles() {
                let indices = values.indices(triangle, part.mesh.triangles()[triangle as usize]);
                for index in indices.into_iter().filter(|&index| index != CornerValues::<N>::NONE) {
                    numbers[index as usize] = 0;
                }
            }
        }
        let mut n = 0;
        for (number, value) in numbers.iter_mut().zip(all).filter(|(number, _)| **number != NOT_USED) {
            *number = if value.iter().all(|x| x.is_finite()) { n } else { NOT_USED };
            n += u32::from(*number != NOT_USED);
        }
        Ok(Self { part, values, numbers, n })
    }

    /// Returns the values to be written, in the order of their numbers.
    pub fn written(&self) -> impl Iterator<Item = [f32; N]> {
        let all = self.values.map_or(&[][..], CornerValues::values);
        self.numbers.iter().zip(all).filter(|(number, _)| **number != NOT_USED).map(|(_, value)| *value)
    }

    /// Returns the numbers of the values at the corners of a triangle.
    pub fn corners(&self, triangle: u32) -> [Option<u32>; 3] {
        let Some(values) = self.values else { return [None; 3] };
        let indices = values.indices(triangle, self.part.mesh.triangles()[triangle as usize]);
        indices.map(|index| self.numbers.get(index as usize).copied().filter(|&number| number != NOT_USED))
    }
}
