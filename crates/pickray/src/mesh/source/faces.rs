//! Triangles of each face, stored in a bit per triangle, or in no memory if every face is one triangle.

use crate::work::packed;

/// Number of bits of a block; the number of faces ahead of each block is kept.
const BLOCK: usize = 512;
const WORDS: usize = BLOCK / 64;

/// First triangle of each face, as a set of bits with one bit per triangle. The index of a face is the number of bits
/// set before that of its first triangle.
#[derive(Clone, Debug, Default)]
pub struct FaceStarts {
    n_triangles: u32,
    /// A bit for each triangle, set if the triangle is the first one of a face; empty if every triangle is.
    bits: Vec<u64>,
    /// For each block of [`BLOCK`] bits, the number of bits set before the block.
    ranks: Vec<u32>,
}
packed!(struct FaceStarts { n_triangles, bits, ranks });

impl FaceStarts {
    /// Returns the face starts of a mesh in which each face is one triangle.
    pub fn one_each(n_triangles: usize) -> Self {
        Self { n_triangles: n_triangles as u32, ..Self::default() }
    }

    /// Returns the face starts of a mesh of `n_triangles` triangles; `counts` gives the number of triangles of each
    /// face. A count of 0 makes no face.
    pub fn from_counts(n_triangles: usize, counts: impl Iterator<Item = u32>) -> Self {
        let mut starts = Self::one_each(n_triangles);
        starts.bits = vec![0; n_triangles.div_ceil(64)];
        let (mut at, mut n_faces) = (0, 0);
        for count in counts.filter(|&count| count > 0) {
            starts.bits[at / 64] |= 1 << (at % 64);
            at += count as usize;
            n_faces += 1;
        }
        if n_faces == n_triangles {
            return Self::one_each(n_triangles);
        }
        let mut rank = 0;
        for block in starts.bits.chunks(WORDS) {
            starts.ranks.push(rank);
            rank += block.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        starts
    }

    /// Returns the face, from 0, of a triangle.
    pub fn face(&self, triangle: u32) -> u32 {
        assert!(triangle < self.n_triangles, "triangle {triangle} of {}", self.n_triangles);
        if self.bits.is_empty() {
            return triangle;
        }
        let (word, bit) = (triangle as usize / 64, triangle % 64);
        let block = word / WORDS;
        let ahead: u32 = self.bits[block * WORDS..word].iter().map(|w| w.count_ones()).sum();
        self.ranks[block] + ahead + (self.bits[word] & (u64::MAX >> (63 - bit))).count_ones() - 1
    }

    /// Returns the number of triangles of all faces.
    pub fn n_triangles(&self) -> u32 {
        self.n_triangles
    }

    /// Returns the first triangle of a face, from 0; there must be such a face.
    pub fn first_of_face(&self, face: u32) -> u32 {
        if self.bits.is_empty() {
            return face;
        }
        let block = self.ranks.partition_point(|&rank| rank <= face) - 1;
        let (mut word, mut ahead) = (block * WORDS, face - self.ranks[block]);
        while self.bits[word].count_ones() <= ahead {
            ahead -= self.bits[word].count_ones();
            word += 1;
        }
        let from_there = (0..ahead).fold(self.bits[word], |bits, _| bits & (bits - 1));
        (word * 64) as u32 + from_there.trailing_zeros()
    }

    /// Returns the first triangle of a triangle's face.
    pub fn first_triangle(&self, triangle: u32) -> u32 {
        assert!(triangle < self.n_triangles, "triangle {triangle} of {}", self.n_triangles);
        if self.bits.is_empty() {
            return triangle;
        }
        let mut word = triangle as usize / 64;
        let mut set = self.bits[word] & (u64::MAX >> (63 - triangle % 64));
        while set == 0 {
            word -= 1;
            set = self.bits[word];
        }
        (word * 64) as u32 + 63 - set.leading_zeros()
    }

    /// Returns the index one beyond the last triangle of a triangle's face.
    pub fn end_triangle(&self, triangle: u32) -> u32 {
        let next = triangle as usize + 1;
        if self.bits.is_empty() || next >= self.n_triangles as usize {
            return next as u32;
        }
        let mut word = next / 64;
        let mut set = self.bits[word] & (u64::MAX << (next % 64));
        while set == 0 {
            word += 1;
            match self.bits.get(word) {
                Some(&bits) => set = bits,
                None => return self.n_triangles,
            }
        }
        (word * 64) as u32 + set.trailing_zeros()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_counts(counts: &[u32]) {
        let starts = FaceStarts::from_counts(counts.iter().sum::<u32>() as usize, counts.iter().copied());
        let mut first = 0;
        for (face, &count) in counts.iter().filter(|&&count| count > 0).enumerate() {
            assert_eq!(starts.first_of_face(face as u32), first);
            for triangle in first..first + count {
                assert_eq!(starts.face(triangle), face as u32);
                assert_eq!(starts.first_triangle(triangle), first);
                assert_eq!(starts.end_triangle(triangle), first + count);
            }
            first += count;
        }
    }

    #[test]
    fn every_triangle_finds_its_face() {
        assert_counts(&[1; 700]);
        assert_counts(&[2; 700]);
        assert_counts(&[1, 1, 2, 1]);
        assert_counts(&[3000, 1, 61, 700]);
        assert_counts(&[0, 3000, 0, 0, 1, 61, 700, 0]);
        assert_counts(&[1, 0, 1]);
        let seed = 11;
        let mut random = fastrand::Rng::with_seed(seed);
        let counts: Vec<u32> = (0..3000).map(|_| if random.u8(..) < 250 { random.u32(1..4) } else { 900 }).collect();
        assert_counts(&counts);
    }
}
