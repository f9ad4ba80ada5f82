//! Pseudorandom numbers, the same from the same seed on every machine.
//!
//! Based on: Guy L. Steele, Doug Lea and Christine H. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA
//! 2014, figure 16, without splitting.

/// SplitMix64 pseudorandom generator; holds its state, which may begin as any seed.
#[derive(Clone, Debug)]
pub struct SplitMix(pub u64);

impl SplitMix {
    /// Returns the next pseudorandom number, any of 64 bits.
    pub fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// Returns a pseudorandom number from `least` to below `most`.
    pub fn between(&mut self, least: f64, most: f64) -> f64 {
        // The upper 53 bits are a number from 0 to below 1.
        least + (most - least) * (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}
