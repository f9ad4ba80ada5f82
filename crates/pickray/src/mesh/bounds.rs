//! Bounding box (AABB) of the triangles of a mesh.
//! The box is nearly always the box of all vertices, which is found fast as they lie in a row in memory. So that box is
//! found first, and then checked: on each of its sides, a triangle must use a vertex that lies there. Both steps
//! together take a third of the time of looking up every corner of every triangle.

use crate::geometry::Aabb;
use crate::work::threads::in_parallel;
use glam::DVec3;
use std::sync::atomic::{AtomicU32, Ordering};

/// Number of vertices, or corners, worked on at once.
const BLOCK: usize = 1 << 16;
/// Number of positions side by side in registers.
const LANES: usize = 4;
/// Bit mask with a bit for each side of the box.
const ALL_SIDES: u32 = (1 << 6) - 1;

/// Box in f32: its smallest and its largest coordinates on the three axes.
pub type Box32 = [[f32; 3]; 2];

const EMPTY: Box32 = [[f32::INFINITY; 3], [f32::NEG_INFINITY; 3]];

/// Returns the smallest box in object space around `triangles`, which are given as several slices and read by `threads`
/// threads. `positions` are finite and relative to `origin`.
pub fn bounds_of(origin: DVec3, positions: &[[f32; 3]], triangles: &[&[[u32; 3]]], threads: usize) -> Aabb {
    let of_blocks = in_parallel(threads, positions.chunks(BLOCK).collect(), box_of);
    let all = of_blocks.iter().fold(EMPTY, |all, &block| union(all, block));
    let blocks: Vec<&[[u32; 3]]> = triangles.iter().flat_map(|part| part.chunks(BLOCK)).collect();
    match sides(positions, &of_blocks, all) {
        Some(sides) if are_named(&sides, &blocks, threads) => in_f64(origin, all),
        _ => bounds_of_corners(origin, positions, triangles, threads),
    }
}

/// Returns the same box as [`bounds_of`], but looks at the triangles' corners alone: faster where the triangles use few
/// of the positions.
pub fn bounds_of_corners(origin: DVec3, positions: &[[f32; 3]], triangles: &[&[[u32; 3]]], threads: usize) -> Aabb {
    let blocks: Vec<&[[u32; 3]]> = triangles.iter().flat_map(|part| part.chunks(BLOCK)).collect();
    let of_blocks = in_parallel(threads, blocks, |triangles| {
        let corners = triangles.as_flattened().iter().map(|&corner| positions[corner as usize]);
        corners.fold(EMPTY, |all, p| union(all, [p, p]))
    });
    in_f64(origin, of_blocks.into_iter().fold(EMPTY, union))
}

fn in_f64(origin: DVec3, [min, max]: Box32) -> Aabb {
    Aabb::new(origin + DVec3::from(min.map(f64::from)), origin + DVec3::from(max.map(f64::from)))
}

/// Returns the smallest box around the finite points that triangles use. `at` returns the point of each vertex,
/// numbered from 0 to below `n`. The triangles are given as several slices.
pub fn bounds_of_points(n: usize, at: impl Fn(usize) -> DVec3, triangles: &[&[[u32; 3]]]) -> Aabb {
    let mut all = Aabb::EMPTY;
    let mut sides = [0; 6];
    for i in 0..n {
        let point = at(i);
        if !point.is_finite() {
            continue;
        }
        for k in 0..3 {
            if point[k] < all.min[k] {
                (all.min[k], sides[k]) = (point[k], i as u32);
            }
            if point[k] > all.max[k] {
                (all.max[k], sides[3 + k]) = (point[k], i as u32);
            }
        }
    }
    if sides.iter().all(|&side| triangles.iter().any(|part| names(part.as_flattened(), side))) {
        return all;
    }
    let corners = triangles.iter().flat_map(|part| part.as_flattened()).map(|&corner| at(corner as usize));
    Aabb::from_points(corners.filter(|corner| corner.is_finite()))
}

fn union([min, max]: Box32, [other_min, other_max]: Box32) -> Box32 {
    [
        std::array::from_fn(|k| if other_min[k] < min[k] { other_min[k] } else { min[k] }),
        std::array::from_fn(|k| if other_max[k] > max[k] { other_max[k] } else { max[k] }),
    ]
}

/// Returns the smallest box around finite positions; an inverted box if there are none.
pub fn box_of(positions: &[[f32; 3]]) -> Box32 {
    let groups = positions.chunks_exact(LANES);
    let rest = groups.remainder();
    let (mut min, mut max) = ([f32::INFINITY; 3 * LANES], [f32::NEG_INFINITY; 3 * LANES]);
    for group in groups {
        for (k, &x) in group.as_flattened().iter().enumerate() {
            min[k] = if x < min[k] { x } else { min[k] };
            max[k] = if x > max[k] { x } else { max[k] };
        }
    }
    let lanes = min.as_chunks::<3>().0.iter().zip(max.as_chunks::<3>().0).map(|(&min, &max)| [min, max]);
    lanes.chain(rest.iter().map(|&p| [p, p])).fold(EMPTY, union)
}

/// Returns the first vertex on each side of the box `all`, or `None` where there is no vertex.
fn sides(positions: &[[f32; 3]], of_blocks: &[Box32], all: Box32) -> Option<[u32; 6]> {
    let mut sides = [0; 6];
    for (i, side) in sides.iter_mut().enumerate() {
        let (end, k) = (i / 3, i % 3);
        let block = of_blocks.iter().position(|of_block| of_block[end][k] == all[end][k])?;
        let first = block * BLOCK;
        *side = (first + positions[first..].iter().position(|p| p[k] == all[end][k])?) as u32;
    }
    Some(sides)
}

/// Returns whether triangles name each of these vertices.
fn are_named(vertices: &[u32; 6], blocks: &[&[[u32; 3]]], threads: usize) -> bool {
    let named = AtomicU32::new(0);
    in_parallel(threads, blocks.to_vec(), |triangles| {
        for (i, &vertex) in vertices.iter().enumerate() {
            if named.load(Ordering::Relaxed) & 1 << i == 0 && names(triangles.as_flattened(), vertex) {
                named.fetch_or(1 << i, Ordering::Relaxed);
            }
        }
    });
    named.into_inner() == ALL_SIDES
}

fn names(corners: &[u32], vertex: u32) -> bool {
    // No early exit inside a chunk, so that it vectorises.
    corners.chunks(1024).any(|some| some.iter().fold(false, |found, &corner| found | (corner == vertex)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vertices_of_no_triangle_do_not_count() {
        let seed = 3;
        let mut random = fastrand::Rng::with_seed(seed);
        for n in (3..40).chain([BLOCK - 1, BLOCK, BLOCK + 5, 3 * BLOCK]) {
            let positions: Vec<[f32; 3]> =
                (0..n).map(|_| std::array::from_fn(|_| (random.f32() - 0.5) * 10.0)).collect();
            for used in [n as u32, n as u32 - 1, 3] {
                let mut triangles: Vec<[u32; 3]> = (0..used / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
                triangles.push([0, 1, used - 1]);
                let mut want = Aabb::EMPTY;
                for &corner in triangles.as_flattened() {
                    want = want.including(DVec3::from(positions[corner as usize].map(f64::from)));
                }
                let (head, tail) = triangles.split_at(triangles.len() / 2);
                for threads in [1, 3] {
                    assert_eq!(bounds_of(DVec3::ZERO, &positions, &[head, tail], threads), want);
                }
            }
        }
    }

    #[test]
    fn nothing_has_no_bounds() {
        assert!(bounds_of(DVec3::ZERO, &[], &[], 1).is_empty());
        assert!(bounds_of(DVec3::ONE, &[[1.0; 3]], &[], 1).is_empty());
    }
}
