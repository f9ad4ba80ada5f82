//! Morton's space-filling curve: cells of a grid in the order of the interleaved bits of their coordinates.

/// Returns the position along Morton's curve of the grid cell with these coordinates, which have ten bits each.
#[inline(always)]
pub fn morton_code([x, y, z]: [u32; 3]) -> u32 {
    spread(x) | spread(y) << 1 | spread(z) << 2
}

/// Returns the ten bits of `x` with two zeros before each.
#[inline(always)]
fn spread(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_interleave() {
        assert_eq!(spread(0b11_1111_1111), 0x0924_9249);
        assert_eq!(spread(0b101), 0b100_0001 & 0x0924_9249);
    }
}
