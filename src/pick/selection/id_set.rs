//! A set of triangles as bits, in pages that are made where something is in them: ten million ids flip in a few dozen
//! milliseconds, and one costs the same whatever the mesh.

use crate::pick::TriangleId;
use std::collections::BTreeMap;

/// Words of a page.
const WORDS: usize = 64;

/// Triangles of a page.
const PAGE: u32 = 64 * WORDS as u32;

/// A set of ids, by object, then triangle.
#[derive(Clone, Debug, Default)]
pub(super) struct IdSet {
    /// Of each object its pages; the last is the last in which something was.
    objects: BTreeMap<u32, Vec<Option<Box<Page>>>>,
    len: usize,
}

/// The states of [`PAGE`] triangles that follow each other, a bit each.
type Page = [u64; WORDS];

impl IdSet {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn contains(&self, id: TriangleId) -> bool {
        let (page, word, bit) = place(id);
        let pages = self.objects.get(&id.object);
        let page = pages.and_then(|pages| pages.get(page)?.as_ref());
        page.is_some_and(|page| page[word] >> bit & 1 == 1)
    }

    /// Takes out what of these is in, and puts in what is not; they are sorted and distinct.
    pub(super) fn flip(&mut self, ids: &[TriangleId]) {
        for run in ids.chunk_by(|a, b| a.object == b.object && place(*a).0 == place(*b).0) {
            let (index, ..) = place(run[0]);
            let pages = self.objects.entry(run[0].object).or_default();
            if pages.len() <= index {
                pages.resize_with(index + 1, || None);
            }
            let page = pages[index].get_or_insert_with(|| Box::new([0; WORDS]));
            let before = count(page);
            for &id in run {
                let (_, word, bit) = place(id);
                page[word] ^= 1 << bit;
            }
            let after = count(page);
            if after == 0 {
                pages[index] = None;
            }
            self.len = self.len - before + after;
        }
    }

    /// Returns all ids in their order, as a list.
    pub(super) fn to_vec(&self) -> Vec<TriangleId> {
        let mut ids = Vec::with_capacity(self.len);
        self.iter().for_each(|id| ids.push(id));
        ids
    }

    /// Returns all ids in their order.
    pub(super) fn iter(&self) -> impl DoubleEndedIterator<Item = TriangleId> + ExactSizeIterator + '_ {
        let ids = self.objects.iter().flat_map(|(&object, pages)| {
            let pages = pages.iter().enumerate().filter_map(|(index, page)| Some((index, page.as_ref()?)));
            pages.flat_map(move |(index, page)| {
                page.iter().enumerate().flat_map(move |(word, &bits)| {
                    let first = index as u32 * PAGE + 64 * word as u32;
                    Bits(bits).map(move |bit| TriangleId { object, triangle: first + bit })
                })
            })
        });
        Counted { inner: ids, left: self.len }
    }
}

/// Page, word and bit of a triangle.
fn place(id: TriangleId) -> (usize, usize, u32) {
    let in_page = id.triangle % PAGE;
    ((id.triangle / PAGE) as usize, (in_page / 64) as usize, in_page % 64)
}

/// Returns how many bits of a page are set.
fn count(page: &Page) -> usize {
    page.iter().map(|word| word.count_ones() as usize).sum()
}

/// The places of the set bits of a word, from the lowest.
struct Bits(u64);

impl Iterator for Bits {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let bit = self.0.trailing_zeros();
        (self.0 != 0).then(|| {
            self.0 &= self.0 - 1;
            bit
        })
    }
}

impl DoubleEndedIterator for Bits {
    fn next_back(&mut self) -> Option<u32> {
        let bit = 63_u32.checked_sub(self.0.leading_zeros())?;
        self.0 ^= 1 << bit;
        Some(bit)
    }
}

/// An iterator whose length is known.
struct Counted<I> {
    inner: I,
    left: usize,
}

impl<I: Iterator> Iterator for Counted<I> {
    type Item = I::Item;

    fn next(&mut self) -> Option<I::Item> {
        let item = self.inner.next()?;
        self.left -= 1;
        Some(item)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left, Some(self.left))
    }

    // Nested loops are several times as fast from within as from one `next` to another.
    fn fold<B, F: FnMut(B, I::Item) -> B>(self, init: B, f: F) -> B {
        self.inner.fold(init, f)
    }
}

impl<I: DoubleEndedIterator> DoubleEndedIterator for Counted<I> {
    fn next_back(&mut self) -> Option<I::Item> {
        let item = self.inner.next_back()?;
        self.left -= 1;
        Some(item)
    }
}

impl<I: Iterator> ExactSizeIterator for Counted<I> {}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn it_is_the_set_that_a_tree_of_ids_is_forwards_and_backwards() {
        let seed = fastrand::u64(..);
        println!("seed {seed}");
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut set, mut expected) = (IdSet::default(), BTreeSet::new());
        for _ in 0..200 {
            let reach = [100, 5000, 3 * PAGE, 40 * PAGE, u32::MAX][random.usize(0..5)];
            let ids: BTreeSet<_> = (0..random.usize(0..300))
                .map(|_| TriangleId {
                    object: [0, 1, 7, u32::MAX][random.usize(0..4)],
                    triangle: random.u32(0..=reach - 1),
                })
                .collect();
            // Some of what is in goes out again.
            let ids: BTreeSet<_> = ids.into_iter().chain(expected.iter().copied().step_by(3)).collect();
            set.flip(&ids.iter().copied().collect::<Vec<_>>());
            expected = &expected ^ &ids;
            assert!(set.iter().eq(expected.iter().copied()) && set.iter().rev().eq(expected.iter().rev().copied()));
            assert_eq!((set.len(), set.iter().len()), (expected.len(), expected.len()));
            assert!(set.to_vec().into_iter().eq(expected.iter().copied()));
            assert!(ids.iter().all(|id| set.contains(*id) == expected.contains(id)));
        }
        let all: Vec<_> = expected.into_iter().collect();
        set.flip(&all);
        assert!(set.len() == 0 && set.iter().next().is_none() && set.iter().next_back().is_none());
    }

    #[test]
    fn ends_meet_in_the_middle() {
        let ids: Vec<_> = (0..10).map(|k| TriangleId { object: 0, triangle: 777 * k }).collect();
        let mut set = IdSet::default();
        set.flip(&ids);
        let (mut iter, mut seen) = (set.iter(), Vec::new());
        while let Some(front) = iter.next() {
            seen.push(front);
            seen.extend(iter.next_back());
        }
        seen.sort_unstable();
        assert_eq!(seen, ids);
    }
}
