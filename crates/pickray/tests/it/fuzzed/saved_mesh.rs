//! A saved mesh of which somebody changed bytes: refused, or as sound as its positions and triangles.

use fastrand::Rng;
use glam::DVec3;
use pickray::mesh::{Mesh, samples::Sample};
use pickray::{Culling, Ray};

/// Where the numbers begin, and the checksum's length.
pub const HEAD: usize = 16;
const SUM: usize = 8;

/// Rays through the bounds of a mesh.
pub fn rays(random: &mut Rng, mesh: &Mesh) -> Vec<Ray> {
    let (center, size) = (mesh.bounds().center(), mesh.bounds().size().length());
    let mut vector = || DVec3::from_array(std::array::from_fn(|_| 2.0 * random.f64() - 1.0));
    (0..200).map(|_| Ray::between(center + size * vector(), center + 0.3 * size * vector())).collect()
}

/// The checksum, as whoever means harm computes it.
fn sum(bytes: &[u8]) -> u64 {
    const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    let step = |sum: u64, word: u32| (sum ^ u64::from(word)).wrapping_mul(0x0100_0000_01b3);
    let (rows, rest) = bytes.split_at(bytes.len() / 32 * 32);
    let mut sums = [BASIS; 8];
    for (place, word) in rows.chunks(4).enumerate() {
        sums[place % 8] = step(sums[place % 8], u32::from_le_bytes(word.try_into().expect("four bytes")));
    }
    let of_rows = sums.iter().flat_map(|sum| [*sum as u32, (sum >> 32) as u32]);
    of_rows.chain(rest.iter().map(|byte| u32::from(*byte))).fold(BASIS, step)
}

/// Changes anything behind the head, has the checksum agree, and asks whatever comes out of it.
pub fn check_changed(saved: &[u8], changes: &[(usize, u8)]) -> bool {
    let mut bytes = saved[..saved.len() - SUM].to_vec();
    for (place, value) in changes {
        let place = HEAD + place % (bytes.len() - HEAD);
        bytes[place] ^= value;
    }
    bytes.extend(sum(&bytes).to_le_bytes());
    let Ok(mesh) = Mesh::restore(&bytes) else { return false };

    // It is a mesh, then: that of its positions and triangles.
    let positions: Vec<[f32; 3]> = mesh.positions().to_vec();
    let fresh = Mesh::from_triangles(positions, mesh.triangles().to_vec()).expect("a mesh");
    let mut random = Rng::with_seed(7);
    for ray in rays(&mut random, &fresh).into_iter().take(20) {
        let local = Ray::between(ray.origin + mesh.origin(), ray.target + mesh.origin());
        if local.origin - mesh.origin() == ray.origin && local.target - mesh.origin() == ray.target {
            assert_eq!(mesh.all_hits(&local, Culling::None), fresh.all_hits(&ray, Culling::None), "{changes:?}");
        }
    }
    true
}

/// Checks a sample with the changes that the bytes make: a place and what is changed there, three bytes each.
pub fn check(bytes: &[u8]) {
    let saved = Sample::Cube.mesh().expect("a mesh").save();
    let changes: Vec<_> = bytes.chunks_exact(3).map(|b| (usize::from(b[0]) << 8 | usize::from(b[1]), b[2])).collect();
    check_changed(&saved, &changes);
}
