//! Filters of attributes, which follow decoding: each element is made of fewer bits than it has.
//!
//! Based on: Khronos, glTF extension KHR_meshopt_compression, 2025, appendix B. Numbers out of the ranges that it gives
//! yield some number.

/// Turns each vector of four `$int` by a function of its numbers, which gives numbers of type `$out`.
macro_rules! filter {
    ($name:ident, $int:ty, $out:ty, $of:expr) => {
        pub fn $name(bytes: &mut [u8]) {
            const SIZE: usize = size_of::<$int>();
            for element in bytes.as_chunks_mut::<{ 4 * SIZE }>().0 {
                let parts = element.as_chunks::<SIZE>().0;
                let numbers = [0, 1, 2, 3].map(|k| <$int>::from_le_bytes(parts[k]));
                let decoded: [$out; 4] = $of(numbers);
                element.as_chunks_mut::<SIZE>().0.iter_mut().zip(decoded).for_each(|(to, it)| *to = it.to_le_bytes());
            }
        }
    };
}

filter!(octahedral8, i8, i8, |[x, y, one, rest]: [i8; 4]| {
    let [x, y, z] = direction([x, y, one].map(f32::from)).map(|x| (x * 127.0).round() as i8);
    [x, y, z, rest]
});
filter!(octahedral16, i16, i16, |[x, y, one, rest]: [i16; 4]| {
    let [x, y, z] = direction([x, y, one].map(f32::from)).map(|x| (x * 32767.0).round() as i16);
    [x, y, z, rest]
});
filter!(quaternion, i16, i16, rotation);
filter!(color8, u8, u8, |[y, co, cg, alpha]: [u8; 4]| {
    rgba(y.into(), (co as i8).into(), (cg as i8).into(), alpha.into()).map(|x| (x * 255.0).round() as u8)
});
filter!(color16, u16, u16, |[y, co, cg, alpha]: [u16; 4]| {
    rgba(y.into(), (co as i16).into(), (cg as i16).into(), alpha.into()).map(|x| (x * 65535.0).round() as u16)
});

/// Returns the unit vector of a point on the octahedron, whose coordinates are in units of `one`.
fn direction([x, y, one]: [f32; 3]) -> [f32; 3] {
    let (x, y) = (x / one, y / one);
    let z = 1.0 - x.abs() - y.abs();
    let back = z.min(0.0);
    let (x, y) = (x - back.copysign(x), y - back.copysign(y));
    let length = (x * x + y * y + z * z).sqrt();
    [x, y, z].map(|x| x / length)
}

/// Returns the quaternion of three of its components, in the order that the last number gives with the scale.
fn rotation([x, y, z, one]: [i16; 4]) -> [i16; 4] {
    let scale = std::f32::consts::FRAC_1_SQRT_2 / f32::from(one | 3);
    let small = [x, y, z].map(|x| f32::from(x) * scale);
    let largest = (1.0 - small.iter().map(|x| x * x).sum::<f32>()).max(0.0).sqrt();
    let mut rotation = [0; 4];
    for (k, x) in [largest, small[0], small[1], small[2]].into_iter().enumerate() {
        rotation[((one & 3) as usize + k) % 4] = (x * 32767.0).round() as i16;
    }
    rotation
}

/// Returns a colour of luma, chroma and alpha, from 0 to 1; the highest bit of alpha gives the number of bits.
fn rgba(y: i32, co: i32, cg: i32, alpha: i32) -> [f32; 4] {
    let all = (2 << alpha.checked_ilog2().unwrap_or(0)) - 1;
    let alpha = alpha & (all >> 1);
    [y + co - cg, y + cg, y - co - cg, alpha << 1 | alpha & 1].map(|x| x as f32 / all as f32)
}

/// Turns whole numbers of 24 bits with an exponent of 8 bits into floating-point numbers.
pub fn exponential(bytes: &mut [u8]) {
    for number in bytes.as_chunks_mut::<4>().0 {
        let coded = i32::from_le_bytes(*number);
        let (exponent, mantissa) = (coded >> 24, coded << 8 >> 8);
        let power = f64::from_bits(((exponent + 1023) as u64) << 52);
        *number = ((f64::from(mantissa) * power) as f32).to_le_bytes();
    }
}
