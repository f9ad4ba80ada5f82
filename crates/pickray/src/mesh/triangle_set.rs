//! Sets of triangles of one mesh.

use crate::work::packed;
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::sync::Arc;

const WORDS: usize = 64;

const PAGE: u32 = 64 * WORDS as u32;

/// States of [`PAGE`] triangles that follow each other, a bit each.
type StatePage = [u64; WORDS];

/// Set of triangles of a mesh, given by their indices.
///
/// Each triangle takes one bit, in pages that exist only where the set has triangles and are shared between copies. Ten
/// million triangles take 1.25 MB. A set of one triangle takes the same for any mesh, and a copy takes almost none.
///
/// ```
/// use pickray::mesh::TriangleSet;
///
/// let mut set: TriangleSet = [7, 3, 5].into_iter().collect();
/// set.subtract(&TriangleSet::all(4));
/// assert!(set.iter().eq([5, 7]));
/// ```
///
/// A set is serialized as a list of numbers, and of pairs for more than two consecutive ones: `[3, [5, 9], 12]`.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Vec<TriangleRun>", into = "Vec<TriangleRun>")]
pub struct TriangleSet {
    /// Pages of the set, up to the last one that ever held a triangle; `None` for a page without triangles.
    pages: Vec<Option<Arc<StatePage>>>,
    len: usize,
}

packed!(plain StatePage);
packed!(struct TriangleSet { pages, len });

/// Run of triangles that follow each other, as files list them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a triangle's number is needed, or the first and the last one of several")]
pub enum TriangleRun {
    /// A triangle by its index.
    One(u32),
    /// Indices of the first and the last triangle.
    FirstAndLast([u32; 2]),
}

impl From<Vec<TriangleRun>> for TriangleSet {
    fn from(runs: Vec<TriangleRun>) -> Self {
        Self::of_runs(&runs, usize::MAX)
    }
}

impl From<TriangleSet> for Vec<TriangleRun> {
    fn from(set: TriangleSet) -> Self {
        let mut runs = Self::new();
        for run in set.runs() {
            let (first, last) = run.into_inner();
            match last - first {
                0 | 1 => runs.extend((first..=last).map(TriangleRun::One)),
                _ => runs.push(TriangleRun::FirstAndLast([first, last])),
            }
        }
        runs
    }
}

impl TriangleSet {
    /// Returns the set of the triangles of `runs` that a mesh of `n` triangles has.
    pub fn of_runs(runs: &[TriangleRun], n: usize) -> Self {
        let mut set = Self::default();
        let Some(most) = n.checked_sub(1) else { return set };
        for run in runs {
            let (TriangleRun::One(first) | TriangleRun::FirstAndLast([first, _])) = *run;
            let (TriangleRun::One(last) | TriangleRun::FirstAndLast([_, last])) = *run;
            set.insert_all(first.min(last)..=first.max(last).min(most.try_into().unwrap_or(u32::MAX)));
        }
        set
    }

    /// Returns the set of the triangles below `n`.
    pub fn all(n: u32) -> Self {
        Self::of_runs(&[TriangleRun::FirstAndLast([0, u32::MAX])], n as usize)
    }

    /// Inserts all triangles of a range.
    pub fn insert_all(&mut self, triangles: RangeInclusive<u32>) {
        if triangles.is_empty() {
            return;
        }
        let (first, last) = triangles.into_inner();
        self.pages.resize(self.pages.len().max((last / PAGE) as usize + 1), None);
        let full: Arc<StatePage> = Arc::new([!0; WORDS]);
        for index in first / PAGE..=last / PAGE {
            let (page, start) = (&mut self.pages[index as usize], index * PAGE);
            self.len -= page.as_deref().map_or(0, count);
            if first <= start && start | (PAGE - 1) <= last {
                *page = Some(full.clone());
            } else {
                let words = Arc::make_mut(page.get_or_insert_with(|| Arc::new([0; WORDS])));
                for start in (first.max(start) / 64..=last.min(start | (PAGE - 1)) / 64).map(|word| 64 * word) {
                    words[place(start).1] |= bits_of(start, first, last);
                }
            }
            self.len += page.as_deref().map_or(0, count);
        }
    }

    /// Returns the runs of consecutive triangles, in ascending order.
    pub fn runs(&self) -> impl Iterator<Item = RangeInclusive<u32>> + '_ {
        let mut triangles = self.iter().peekable();
        std::iter::from_fn(move || {
            let first = triangles.next()?;
            let mut last = first;
            while let Some(next) = triangles.next_if(|&next| next == last + 1) {
                last = next;
            }
            Some(first..=last)
        })
    }

    /// Returns the last triangle of the set; `None` if it is empty.
    pub fn last(&self) -> Option<u32> {
        let mut pages = self.pages.iter().enumerate().rev();
        let (index, page) = pages.find_map(|(index, page)| Some((index, page.as_ref()?)))?;
        let word = page.iter().rposition(|&word| word != 0)?;
        Some(index as u32 * PAGE + 64 * word as u32 + page[word].ilog2())
    }

    /// Returns the set of the triangles whose bits are set in `bits`; the lowest bit of the first word is triangle 0.
    pub(crate) fn from_bits(bits: &[u64]) -> Self {
        let page = |words: &[u64]| {
            let page = std::array::from_fn(|word| words.get(word).copied().unwrap_or(0));
            words.iter().any(|&word| word != 0).then(|| Arc::new(page))
        };
        let pages: Vec<_> = bits.chunks(WORDS).map(page).collect();
        let len = pages.iter().flatten().map(|page| count(page)).sum();
        Self { pages, len }
    }

    /// Returns the number of triangles in the set.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no triangle is in the set.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns whether a triangle is in the set.
    #[inline]
    pub fn contains(&self, triangle: u32) -> bool {
        let (page, word, bit) = place(triangle);
        let page = self.pages.get(page).and_then(Option::as_ref);
        page.is_some_and(|page| page[word] >> bit & 1 == 1)
    }

    /// Returns whether all triangles of a range are in the set.
    pub fn contains_all(&self, triangles: RangeInclusive<u32>) -> bool {
        let is_empty = triangles.is_empty();
        let (first, last) = triangles.into_inner();
        let has_word = |start: u32| {
            let ((page, word, _), wanted) = (place(start), bits_of(start, first, last));
            self.pages.get(page).and_then(Option::as_ref).is_some_and(|page| page[word] & wanted == wanted)
        };
        is_empty || (first / 64..=last / 64).all(|word| has_word(64 * word))
    }

    /// Inserts a triangle; returns whether it was not in the set before.
    pub fn insert(&mut self, triangle: u32) -> bool {
        let is_new = !self.contains(triangle);
        if is_new {
            self.flip(triangle);
        }
        is_new
    }

    /// Removes a triangle; returns whether it was in the set.
    pub fn remove(&mut self, triangle: u32) -> bool {
        let is_there = self.contains(triangle);
        if is_there {
            self.flip(triangle);
        }
        is_there
    }

    /// Removes `triangle` if it is in the set, otherwise inserts it.
    pub fn flip(&mut self, triangle: u32) {
        let (index, word, bit) = place(triangle);
        if self.pages.len() <= index {
            self.pages.resize(index + 1, None);
        }
        let page = Arc::make_mut(self.pages[index].get_or_insert_with(|| Arc::new([0; WORDS])));
        page[word] ^= 1 << bit;
        self.len = if page[word] >> bit & 1 == 1 { self.len + 1 } else { self.len - 1 };
        if page[word] == 0 && page.iter().all(|&word| word == 0) {
            self.pages[index] = None;
        }
    }

    /// Inserts all triangles of `other`.
    pub fn union_with(&mut self, other: &Self) {
        self.combine(other, |a, b| a | b);
    }

    /// Removes all triangles of `other`.
    pub fn subtract(&mut self, other: &Self) {
        self.combine(other, |a, b| a & !b);
    }

    /// Removes the triangles that are not in `other`.
    pub fn intersect_with(&mut self, other: &Self) {
        self.combine(other, |a, b| a & b);
    }

    /// Removes the triangles of `other` that are in the set, and inserts those that are not.
    pub fn toggle_with(&mut self, other: &Self) {
        self.combine(other, |a, b| a ^ b);
    }

    /// Returns all triangles in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        let pages = self.pages.iter().enumerate().filter_map(|(index, page)| Some((index as u32, page.as_ref()?)));
        pages.flat_map(|(index, page)| {
            page.iter().enumerate().flat_map(move |(word, &bits)| {
                let first = index * PAGE + 64 * word as u32;
                Bits(bits).map(move |bit| first + bit)
            })
        })
    }

    /// Returns the number of bytes that the pages of the set take, pages shared with copies included.
    #[doc(hidden)]
    pub fn bytes(&self) -> usize {
        self.pages.iter().flatten().count() * size_of::<StatePage>()
            + self.pages.len() * size_of::<Option<Arc<StatePage>>>()
    }

    /// Replaces each word by `of` of the words of both sets; `of(0, 0)` must be 0.
    fn combine(&mut self, other: &Self, of: impl Fn(u64, u64) -> u64) {
        const NONE: StatePage = [0; WORDS];
        if self.pages.len() < other.pages.len() {
            self.pages.resize(other.pages.len(), None);
        }
        self.len = 0;
        for (index, page) in self.pages.iter_mut().enumerate() {
            let others = other.pages.get(index).and_then(Option::as_ref);
            if page.is_some() || others.is_some() {
                let (ours, theirs) = (page.as_deref().unwrap_or(&NONE), others.map_or(&NONE, |page| page));
                let new: StatePage = std::array::from_fn(|word| of(ours[word], theirs[word]));
                if new != *ours {
                    let is_theirs = others.filter(|theirs| ***theirs == new);
                    *page = (new != NONE).then(|| is_theirs.map_or_else(|| Arc::new(new), Arc::clone));
                }
            }
            self.len += page.as_deref().map_or(0, count);
        }
    }
}

impl PartialEq for TriangleSet {
    fn eq(&self, other: &Self) -> bool {
        let (longer, shorter) = if self.pages.len() < other.pages.len() { (other, self) } else { (self, other) };
        let (both, beyond) = longer.pages.split_at(shorter.pages.len());
        self.len == other.len && both == shorter.pages && beyond.iter().all(Option::is_none)
    }
}

impl Eq for TriangleSet {}

impl Extend<u32> for TriangleSet {
    fn extend<I: IntoIterator<Item = u32>>(&mut self, triangles: I) {
        triangles.into_iter().for_each(|triangle| _ = self.insert(triangle));
    }
}

impl FromIterator<u32> for TriangleSet {
    fn from_iter<I: IntoIterator<Item = u32>>(triangles: I) -> Self {
        let mut set = Self::default();
        set.extend(triangles);
        set
    }
}

/// Returns the page, the word and the bit of a triangle.
fn place(triangle: u32) -> (usize, usize, u32) {
    let in_page = triangle % PAGE;
    ((triangle / PAGE) as usize, (in_page / 64) as usize, in_page % 64)
}

/// Returns the bits of the triangles from `first` to `last` in the word of triangle `start`, its lowest.
fn bits_of(start: u32, first: u32, last: u32) -> u64 {
    let [low, high] = [first.max(start), last.min(start | 63)].map(|triangle| triangle % 64);
    u64::MAX >> (63 - (high - low)) << low
}

fn count(page: &StatePage) -> usize {
    page.iter().map(|word| word.count_ones() as usize).sum()
}

/// Places of the set bits of a word, from the lowest.
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

#[cfg(test)]
mod tests;
