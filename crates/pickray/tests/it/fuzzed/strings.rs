//! Random strings, each of which a check is run on.

use fastrand::Rng;

/// Runs a check on random strings; what is printed before a failure makes it again.
pub fn each(count: usize, check: fn(&[u8]), mut make: impl FnMut(&mut Rng) -> Vec<u8>) {
    let seed = fastrand::u64(..);
    let mut random = Rng::with_seed(seed);
    for number in 0..count {
        let bytes = make(&mut random);
        let told = std::panic::catch_unwind(|| check(&bytes));
        assert!(told.is_ok(), "string {number} of seed {seed} fails: {:?}", String::from_utf8_lossy(&bytes));
    }
}

pub fn bytes(random: &mut Rng) -> Vec<u8> {
    (0..random.usize(..600)).map(|_| random.u8(..)).collect()
}
