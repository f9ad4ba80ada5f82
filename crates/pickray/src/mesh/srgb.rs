//! Conversion of colours between sRGB, which screens take, and linear intensities, in which light adds up.

/// Returns the linear intensities of an sRGB colour; all values are from 0 to 1.
pub fn linear_from_srgb(color: [f32; 3]) -> [f32; 3] {
    color.map(|c| if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) })
}

/// Returns the sRGB colour of linear intensities, which are clamped to 0 to 1. White is exactly 1.
pub fn srgb_from_linear(color: [f32; 3]) -> [f32; 3] {
    color.map(|c| {
        let c = c.clamp(0.0, 1.0);
        if c <= 0.003_130_8 { c * 12.92 } else { 1.0 + 1.055 * (c.powf(1.0 / 2.4) - 1.0) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn srgb_and_linear_are_inverse() {
        for step in 0..=255_u8 {
            let c = f32::from(step) / 255.0;
            let back = srgb_from_linear(linear_from_srgb([c; 3]))[0];
            assert!((back - c).abs() < 0.1 / 255.0, "{c} came back as {back}");
        }
    }
}
