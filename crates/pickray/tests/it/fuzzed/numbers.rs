//! Numbers out of a fuzzer's bytes: such as geometry meets, and such as it stumbles over.

use glam::DVec3;
use std::ops::RangeInclusive;

/// How many earlier numbers are remembered, to come again.
const REMEMBERED: usize = 16;

/// Reads numbers until the bytes end; then all are zero.
pub struct Numbers<'a> {
    bytes: &'a [u8],
    earlier: [f64; REMEMBERED],
    count: usize,
    sizes: RangeInclusive<f64>,
}

impl<'a> Numbers<'a> {
    /// Numbers of these sizes; smaller ones become zero, and larger ones one.
    pub fn new(bytes: &'a [u8], sizes: RangeInclusive<f64>) -> Self {
        Self { bytes, earlier: [0.0; REMEMBERED], count: 0, sizes }
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        *first
    }

    /// A quarter of a small whole number, an earlier number or its neighbour, or any bits.
    pub fn number(&mut self) -> f64 {
        let kind = self.byte();
        let number = match kind % 8 {
            0..=2 => f64::from(self.byte() as i8) / 4.0,
            3 => self.again(kind),
            4 => self.again(kind).next_up(),
            5 => -self.again(kind),
            6 => f64::from(f32::from_bits(u32::from_le_bytes(std::array::from_fn(|_| self.byte())))),
            _ => f64::from_bits(u64::from_le_bytes(std::array::from_fn(|_| self.byte()))),
        };
        let number = if number.abs() < *self.sizes.start() {
            0.0
        } else if number.abs() <= *self.sizes.end() {
            number
        } else {
            1.0
        };
        self.earlier[self.count % REMEMBERED] = number;
        self.count += 1;
        number
    }

    fn again(&self, kind: u8) -> f64 {
        self.earlier[usize::from(kind / 8) % REMEMBERED]
    }

    /// A number that f32 holds; one where it is larger.
    pub fn single(&mut self) -> f32 {
        let single = self.number() as f32;
        if single.is_finite() { single } else { 1.0 }
    }

    pub fn point(&mut self) -> DVec3 {
        DVec3::new(self.number(), self.number(), self.number())
    }
}
