//! Distance of colours as they are seen, with every kind of colour vision.

use crate::style::{Srgb, linear_from_srgb};
use glam::Vec3;

/// Colours as seen by viewers with all kinds of cones and by viewers who lack one: for each a name, and the rows of a
/// matrix on linear RGB.
///
/// Based on: Gustavo Machado, Manuel Oliveira and Leandro Fernandes, "A Physiologically-based Model for Simulation
/// of Color Vision Deficiency", 2009, at full severity.
pub(crate) const VIEWERS: [(&str, [Vec3; 3]); 4] = [
    ("all cones", [Vec3::X, Vec3::Y, Vec3::Z]),
    (
        "no L",
        [
            Vec3::new(0.152_286, 1.052_583, -0.204_868),
            Vec3::new(0.114_503, 0.786_281, 0.099_216),
            Vec3::new(-0.003_882, -0.048_116, 1.051_998),
        ],
    ),
    (
        "no M",
        [
            Vec3::new(0.367_322, 0.860_646, -0.227_968),
            Vec3::new(0.280_085, 0.672_501, 0.047_413),
            Vec3::new(-0.011_820, 0.042_940, 0.968_881),
        ],
    ),
    (
        "no S",
        [
            Vec3::new(1.255_528, -0.076_749, -0.178_779),
            Vec3::new(-0.078_411, 0.930_809, 0.147_602),
            Vec3::new(0.004_733, 0.691_367, 0.303_900),
        ],
    ),
];

/// Returns how far apart a viewer, given by a matrix's rows, sees two colours, in OKLab, where black and white are 1
/// apart.
///
/// Based on: Björn Ottosson, "A perceptual color space for image processing", 2020.
pub(crate) fn apart(a: Srgb, b: Srgb, rows: [Vec3; 3]) -> f32 {
    let seen = |color: Srgb| {
        let light = Vec3::from(linear_from_srgb(color));
        let light = Vec3::from(rows.map(|row| row.dot(light).clamp(0.0, 1.0)));
        let cones = Vec3::new(
            Vec3::new(0.412_221_5, 0.536_332_5, 0.051_446).dot(light),
            Vec3::new(0.211_903_5, 0.680_699_5, 0.107_397).dot(light),
            Vec3::new(0.088_302_46, 0.281_718_8, 0.629_978_7).dot(light),
        )
        .map(f32::cbrt);
        Vec3::new(
            Vec3::new(0.210_454_25, 0.793_617_8, -0.004_072_047).dot(cones),
            Vec3::new(1.977_998_5, -2.428_592_2, 0.450_593_7).dot(cones),
            Vec3::new(0.025_904_037, 0.782_771_77, -0.808_675_77).dot(cones),
        )
    };
    seen(a).distance(seen(b))
}
