//! Random numbers whose seed is printed, so that what fails can be made again.

use fastrand::Rng;
use glam::{DQuat, DVec3};

/// A generator of a new seed, which is printed.
pub fn seeded() -> Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    Rng::with_seed(seed)
}

/// A number from −1 to 1.
pub fn signed(random: &mut Rng) -> f64 {
    2.0 * random.f64() - 1.0
}

/// A vector of coordinates from −1 to 1.
pub fn vector(random: &mut Rng) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| signed(random)))
}

/// A vector of whole coordinates up to `most` from zero.
pub fn whole(random: &mut Rng, most: i32) -> DVec3 {
    DVec3::from_array(std::array::from_fn(|_| f64::from(random.i32(-most..=most))))
}

/// A vector of unit length.
pub fn direction(random: &mut Rng) -> DVec3 {
    std::iter::repeat_with(|| vector(random)).find(|v| v.length() > 0.1).expect("a long one").normalize()
}

/// A turn by any angle about any axis.
pub fn turn(random: &mut Rng) -> DQuat {
    DQuat::from_axis_angle(direction(random), std::f64::consts::TAU * random.f64())
}
