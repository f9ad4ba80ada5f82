//! Triangles sorted along a space-filling curve and cut into small clusters. The upper part of the tree is built over
//! the clusters; the lower parts, over the triangles of clusters, are built on several threads.
//!
//! Based on: J. Pantaleoni and D. Luebke, "HLBVH: Hierarchical LBVH Construction for Real-Time Ray Tracing of Dynamic
//! Geometry", High Performance Graphics 2010.

use super::binary::{Bounds, BuildItem, EMPTY, unite};
use super::{CLUSTERED, Soup};
use crate::accel::ray_tree::BuildError;
use crate::work::{Progress, memory, threads};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Largest number of triangles in a cluster, unless their centres share a cell of the curve.
const CLUSTER: usize = 128;
/// Bits of a place on the curve, the upper [`BUCKET_BITS`] for the first pass: few under Miri, where buckets are slow.
const CURVE_BITS: u32 = 30;
const BUCKET_BITS: u32 = if cfg!(miri) { 3 } else { 12 };
const CHUNK: usize = 1 << 15;

/// Clusters of triangles, each a range of `keys` with a box around it. A key holds a position along a space-filling
/// curve in its upper half, and the index of the triangle there in its lower half.
pub struct Clusters {
    pub keys: Vec<u64>,
    /// Boxes of the clusters; the id of each box is its index in `ranges`.
    pub items: Vec<BuildItem>,
    pub ranges: Vec<(u32, u32)>,
}

impl Clusters {
    pub fn of(soup: &Soup, centers: &Bounds, progress: &Progress) -> Result<Self, BuildError> {
        let curve = MortonCurve::over(centers);
        let n = soup.triangles.len();
        let chunks = n.div_ceil(CHUNK);
        let buckets = 1 << BUCKET_BITS;
        let bucket = |place: u32| (place >> (CURVE_BITS - BUCKET_BITS)) as usize;

        // Count the triangles of each bucket, then compute where each bucket begins.
        let ends: Vec<AtomicU32> = (0..buckets).map(|_| AtomicU32::new(0)).collect();
        let mut places = Vec::new();
        memory::reserve(&mut places, n)?;
        places.extend((0..n).map(|_| AtomicU32::new(0)));
        threads::run(
            chunks,
            progress,
            || vec![0u32; buckets],
            |counts, chunk| {
                counts.fill(0);
                for (triangle, to) in chunk_of(&places, chunk) {
                    let place = curve.place(&soup.bounds(triangle));
                    to.store(place, Ordering::Relaxed);
                    counts[bucket(place)] += 1;
                }
                for (end, count) in ends.iter().zip(counts).filter(|(_, count)| **count > 0) {
                    end.fetch_add(*count, Ordering::Relaxed);
                }
            },
        )?;
        let mut starts = vec![0; buckets + 1];
        for b in 0..buckets {
            starts[b + 1] = starts[b] + ends[b].load(Ordering::Relaxed);
            ends[b].store(starts[b], Ordering::Relaxed);
        }
        progress.advance(0.4 * CLUSTERED);

        let mut keys = Vec::new();
        memory::reserve(&mut keys, n)?;
        keys.extend((0..n).map(|_| AtomicU64::new(0)));
        threads::run(
            chunks,
            progress,
            || (),
            |(), chunk| {
                for (triangle, place) in chunk_of(&places, chunk) {
                    let place = place.load(Ordering::Relaxed);
                    let to = ends[bucket(place)].fetch_add(1, Ordering::Relaxed);
                    keys[to as usize].store(u64::from(place) << 32 | triangle as u64, Ordering::Relaxed);
                }
            },
        )?;
        drop(places);
        let mut keys: Vec<u64> = keys.into_iter().map(AtomicU64::into_inner).collect();
        progress.advance(0.6 * CLUSTERED);

        // Sort each bucket, and cut it into clusters.
        let mut rest = keys.as_mut_slice();
        let mut parts = Vec::new();
        for b in 0..buckets {
            let (part, behind) = rest.split_at_mut((starts[b + 1] - starts[b]) as usize);
            rest = behind;
            if !part.is_empty() {
                parts.push(Mutex::new((starts[b], part)));
            }
        }
        let found = threads::run(parts.len(), progress, Vec::new, |found: &mut Vec<(BuildItem, (u32, u32))>, job| {
            let mut part = parts[job].lock().expect("a job is done once");
            let (start, keys) = &mut *part;
            keys.sort_unstable();
            cut(keys, *start, CURVE_BITS, &mut |range, keys| {
                let mut bounds = EMPTY;
                keys.iter().for_each(|key| unite(&mut bounds, &soup.bounds(*key as u32 as usize)));
                found.push((BuildItem::new(&bounds, 0, keys.len() as u32), range));
            });
        })?;
        drop(parts);
        // Sort the clusters, so that the tree does not depend on which thread found them.
        let joined = found.into_iter().reduce(|mut all, more| {
            all.extend(more);
            all
        });
        let mut found = joined.unwrap_or_default();
        found.sort_unstable_by_key(|(_, (start, _))| *start);
        let (mut items, mut ranges) = (Vec::new(), Vec::new());
        for (item, range) in found {
            items.push(BuildItem { id: items.len() as u32, ..item });
            ranges.push(range);
        }
        progress.advance(CLUSTERED);
        Ok(Self { keys, items, ranges })
    }
}

/// Returns the elements of a job, with their places in `all`.
fn chunk_of<T>(all: &[T], chunk: usize) -> impl Iterator<Item = (usize, &T)> {
    let start = chunk * CHUNK;
    let end = all.len().min(start + CHUNK);
    all[start..end].iter().enumerate().map(move |(i, element)| (start + i, element))
}

/// Hands `found` the clusters of sorted `keys`, which begin at `start` and agree above `bits`.
fn cut(keys: &[u64], start: u32, bits: u32, found: &mut impl FnMut((u32, u32), &[u64])) {
    if keys.len() <= CLUSTER || bits == 0 {
        if !keys.is_empty() {
            found((start, start + keys.len() as u32), keys);
        }
        return;
    }
    let middle = keys.partition_point(|key| key >> (32 + bits - 1) & 1 == 0);
    cut(&keys[..middle], start, bits - 1, found);
    cut(&keys[middle..], start + middle as u32, bits - 1, found);
}

/// Morton's curve through a cube of 1024 cells a side.
struct MortonCurve {
    low: [f32; 3],
    scale: f32,
}

impl MortonCurve {
    fn over(centers: &Bounds) -> Self {
        let size = (0..3).map(|k| -centers[k + 4] - centers[k]).fold(0.0, f32::max);
        let scale = 1023.0 / size;
        Self { low: [centers[0], centers[1], centers[2]], scale: if scale.is_finite() { scale } else { 0.0 } }
    }

    #[inline(always)]
    fn place(&self, bounds: &Bounds) -> u32 {
        morton_code([0, 1, 2].map(|k| {
            let center = 0.5 * bounds[k] - 0.5 * bounds[k + 4];
            ((center - self.low[k]) * self.scale) as u32 & 1023
        }))
    }
}

/// Returns the position along Morton's curve of the grid cell with these coordinates, which have ten bits each.
#[inline(always)]
pub fn morton_code([x, y, z]: [u32; 3]) -> u32 {
    spread_bits(x) | spread_bits(y) << 1 | spread_bits(z) << 2
}

/// Returns the ten bits of `x` with two zeros before each.
#[inline(always)]
fn spread_bits(x: u32) -> u32 {
    let x = (x | x << 16) & 0x0300_00ff;
    let x = (x | x << 8) & 0x0300_f00f;
    let x = (x | x << 4) & 0x030c_30c3;
    (x | x << 2) & 0x0924_9249
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accel::ray_tree::build::survey;
    use crate::work::with_threads;
    use std::num::NonZero;

    #[test]
    fn clusters_follow_the_curve_whichever_thread_found_them() {
        let mut random = crate::work::seeded();
        let positions: Vec<[f32; 3]> = (0..6_000).map(|_| [(); 3].map(|()| random.f32())).collect();
        let triangles: Vec<[u32; 3]> = (0..5_998).map(|i| [i, i + 1, i + 2]).collect();
        let soup = Soup { positions: &positions, triangles: &triangles };
        let progress = Progress::default();
        let (_, centers) = survey(&soup, &progress).expect("nobody cancels");
        for _ in 0..20 {
            let four = NonZero::new(4).expect("above 0");
            let clusters = with_threads(four, || Clusters::of(&soup, &centers, &progress).expect("memory"));
            assert!(clusters.ranges.len() > 40, "{} clusters", clusters.ranges.len());
            assert!(clusters.ranges.is_sorted());
            assert!(clusters.items.iter().zip(0..).all(|(item, id)| item.id == id));
        }
    }

    #[test]
    fn codes_interleave() {
        assert_eq!(spread_bits(0b11_1111_1111), 0x0924_9249);
        assert_eq!(spread_bits(0b101), 0b100_0001 & 0x0924_9249);
    }
}
