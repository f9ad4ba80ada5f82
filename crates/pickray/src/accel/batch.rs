//! Batches of questions, one for each ray or point of a slice. Answers are written to slices or columns of the caller.

use super::{EightRays, PACKET, TriangleHit, set_each};
use crate::geometry::{ExactRay, Ray};
use crate::intersect::Side;
use crate::work::{Progress, threads};
use glam::DVec3;
use std::ops::Range;

/// Number of questions of a batch in one job.
const CHUNK: usize = 256;
/// Number of questions of a batch, a divisor of [`CHUNK`], of which one asks whether to stop.
const STRIDE: usize = 16;
/// Number of questions of a batch for which one more thread is worth starting.
const PER_THREAD: usize = 1024;

/// Rays of a batch, each read by its index: a slice or `Vec` of [`Ray`], or [`OriginsAndDirections`].
pub trait Rays: Sync {
    /// Returns the number of rays.
    fn n_rays(&self) -> usize;

    /// Returns ray `index`, or `None` if its numbers make no ray, which counts as a miss.
    fn ray(&self, index: usize) -> Option<Ray>;

    /// Returns `[origin, from, to]` of ray `index`, of points `origin + t (to - from)`; `None` if they make no ray.
    #[doc(hidden)]
    #[inline]
    fn line(&self, index: usize) -> Option<[DVec3; 3]> {
        let ExactRay { origin, from, to, .. } = self.ray(index)?.exact();
        Some([origin, from, to])
    }

    /// Fills `rays` with the [`line`](Self::line) of each of the eight rays from `first` on; returns `false` if the
    /// numbers of one of them make no ray.
    #[doc(hidden)]
    #[inline]
    fn eight(&self, first: usize, rays: &mut EightRays) -> bool {
        set_each(rays, |lane| {
            let [origin, from, to] = self.line(first + lane)?;
            Some(ExactRay { origin, from, to, lost: None })
        })
    }
}

impl<R: AsRef<[Ray]> + Sync + ?Sized> Rays for R {
    fn n_rays(&self) -> usize {
        self.as_ref().len()
    }

    #[inline]
    fn ray(&self, index: usize) -> Option<Ray> {
        Some(self.as_ref()[index])
    }
}

/// Rays as two slices of vectors in f32 or f64, read in place: [`Ray::from_direction`] makes ray i of the two at i.
#[derive(Clone, Copy, Debug)]
pub struct OriginsAndDirections<'a, T> {
    /// Origin of each ray.
    pub origins: &'a [[T; 3]],
    /// Direction of each ray, which need not be normalised. There are as many directions as origins.
    pub directions: &'a [[T; 3]],
}

impl<T: Copy + Into<f64> + Sync> Rays for OriginsAndDirections<'_, T> {
    fn n_rays(&self) -> usize {
        assert_eq!(self.origins.len(), self.directions.len(), "a ray has an origin and a direction");
        self.origins.len()
    }

    #[inline]
    fn ray(&self, index: usize) -> Option<Ray> {
        Ray::from_direction(self.origins.point(index), self.directions.point(index))
    }

    #[inline]
    fn eight(&self, first: usize, [origins, from, to, ..]: &mut EightRays) -> bool {
        *from = [[0.0; PACKET]; 3];
        for (rows, points) in [(origins, self.origins), (to, self.directions)] {
            let Some(points) = points[first..].first_chunk::<PACKET>() else { return false };
            for (k, row) in rows.iter_mut().enumerate() {
                for (number, point) in row.iter_mut().zip(points) {
                    *number = point[k].into();
                }
            }
        }
        true
    }
}

/// Points of a batch, each read by its index: a slice or `Vec` of [`DVec3`], or of arrays of three f32 or f64.
pub trait Points: Sync {
    /// Returns the number of points.
    fn n_points(&self) -> usize;

    /// Returns point `index`.
    fn point(&self, index: usize) -> DVec3;
}

impl Points for [DVec3] {
    fn n_points(&self) -> usize {
        self.len()
    }

    fn point(&self, index: usize) -> DVec3 {
        self[index]
    }
}

impl<T: Copy + Into<f64> + Sync> Points for [[T; 3]] {
    fn n_points(&self) -> usize {
        self.len()
    }

    #[inline]
    fn point(&self, index: usize) -> DVec3 {
        DVec3::from(self[index].map(Into::into))
    }
}

/// Implements [`Points`] for owners and borrowers of a list, by the list.
macro_rules! points_of {
    ($($owner:ty),*) => {$(
        impl<P> Points for $owner
        where
            [P]: Points,
            Self: Sync,
        {
            fn n_points(&self) -> usize {
                self[..].n_points()
            }

            #[inline]
            fn point(&self, index: usize) -> DVec3 {
                self[..].point(index)
            }
        }
    )*};
}
points_of!(Vec<P>, &Vec<P>, &mut Vec<P>, &[P], &mut [P]);

/// Memory for the answers of a batch, one answer for each question, in the order of the questions: a `&mut` slice or
/// `&mut Vec` of as many answers, or columns such as [`HitColumns`]. The caller owns the memory; nothing is allocated.
pub trait Answers<A>: Sized + Send {
    /// Part of the memory.
    type Part: Answers<A, Part = Self::Part>;

    /// Returns the number of answers that there is room for.
    fn n_answers(&self) -> usize;

    /// Splits the memory in two: for the first `n` answers, and for the rest.
    fn split(self, n: usize) -> (Self::Part, Self::Part);

    /// Writes the answer of question `index`.
    fn write(&mut self, index: usize, answer: A);
}

impl<'a, A: Send + 'a, V: AsRef<[A]> + AsMut<[A]> + Send + ?Sized> Answers<A> for &'a mut V {
    type Part = &'a mut [A];

    fn n_answers(&self) -> usize {
        (**self).as_ref().len()
    }

    fn split(self, n: usize) -> (Self::Part, Self::Part) {
        self.as_mut().split_at_mut(n)
    }

    #[inline]
    fn write(&mut self, index: usize, answer: A) {
        (**self).as_mut()[index] = answer;
    }
}

/// Hits of a batch of rays as one slice for each value, all of the same length, as array libraries hold them.
#[derive(Debug)]
pub struct HitColumns<'a> {
    /// Index of the triangle that each ray hits; −1 for a miss.
    pub triangles: &'a mut [i64],
    /// Parameter t of each ray at its hit, which is at `origin + t * direction`; NaN for a miss.
    pub t: &'a mut [f64],
    /// Barycentric weight of the triangle's second corner at each hit; NaN for a miss.
    pub u: &'a mut [f64],
    /// Barycentric weight of the triangle's third corner at each hit; NaN for a miss.
    pub v: &'a mut [f64],
    /// Side of the triangle that each ray meets: 1 for the front, −1 for the back, 0 for a miss.
    pub sides: &'a mut [i8],
}

impl Answers<Option<TriangleHit>> for HitColumns<'_> {
    type Part = Self;

    fn n_answers(&self) -> usize {
        let n = self.triangles.len();
        let lengths = [self.t.len(), self.u.len(), self.v.len(), self.sides.len()];
        assert_eq!(lengths, [n; 4], "columns have one length");
        n
    }

    fn split(self, n: usize) -> (Self, Self) {
        let (triangles, other_triangles) = self.triangles.split_at_mut(n);
        let (t, other_t) = self.t.split_at_mut(n);
        let (u, other_u) = self.u.split_at_mut(n);
        let (v, other_v) = self.v.split_at_mut(n);
        let (sides, other_sides) = self.sides.split_at_mut(n);
        let rest = Self { triangles: other_triangles, t: other_t, u: other_u, v: other_v, sides: other_sides };
        (Self { triangles, t, u, v, sides }, rest)
    }

    #[inline]
    fn write(&mut self, index: usize, answer: Option<TriangleHit>) {
        self.triangles[index] = answer.map_or(-1, |hit| hit.triangle.into());
        (self.t[index], self.u[index], self.v[index]) =
            answer.map_or([f64::NAN; 3], |hit| [hit.t, hit.u, hit.v]).into();
        self.sides[index] = answer.map_or(0, |hit| if hit.side == Side::Front { 1 } else { -1 });
    }
}

/// Answers of a batch with any number of answers for each question, stored end to end.
#[derive(Clone, Debug, PartialEq)]
pub struct Lists<A> {
    /// For each question, the index in `answers` behind its last answer. Its first is where those before end, or at 0.
    pub ends: Vec<usize>,
    /// All answers, question by question.
    pub answers: Vec<A>,
}

impl<A> Lists<A> {
    /// Returns the answers to one ray or point, by its index. Panics if the index is too large.
    pub fn of(&self, question: usize) -> &[A] {
        let begin = if question == 0 { 0 } else { self.ends[question - 1] };
        &self.answers[begin..self.ends[question]]
    }
}

/// Writes `answer(i)` for each question i below `n`, on all cores if `n` is large.
pub(crate) fn answer_each<A>(n: usize, answers: impl Answers<A>, answer: impl Fn(usize) -> A + Sync) {
    answer_each_with(n, answers, |index, _| answer(index));
}

/// Calls [`answer_each`] for answers that take long, which check the progress themselves.
pub(crate) fn answer_each_with<A>(n: usize, answers: impl Answers<A>, answer: impl Fn(usize, &Progress) -> A + Sync) {
    answer_chunks(n, answers, |questions, progress, answers| {
        for index in questions.clone().take_while(goes_on(progress)) {
            answers.write(index - questions.start, answer(index, progress));
        }
    });
}

/// Number of packets in a row that did not go together, after which only some are asked, as asking takes time.
const PATIENCE: usize = 2;
/// Number of packets of which one is asked whether it goes together, after [`PATIENCE`] that did not.
const SELDOM: usize = 4;

/// Writes the answer of each of `n` questions, on all cores if `n` is large. `together` answers [`PACKET`] questions in
/// a row, or returns `false` if they have too little in common; `alone` then answers them one by one.
pub(crate) fn answer_packets<A: Copy + Default>(
    n: usize,
    answers: impl Answers<A>,
    together: impl Fn(usize, &mut [A; PACKET]) -> bool + Sync,
    alone: impl Fn(usize) -> A + Sync,
) {
    answer_chunks(n, answers, |questions, progress, answers| {
        let (mut apart, first) = (0, questions.start);
        for begin in questions.clone().step_by(PACKET).take_while(goes_on(progress)) {
            let packet = begin..questions.end.min(begin + PACKET);
            let is_asked = packet.len() == PACKET && (apart < PATIENCE || apart % SELDOM == 0);
            let mut room = [A::default(); PACKET];
            if is_asked && together(begin, &mut room) {
                apart = 0;
                packet.zip(&room).for_each(|(index, answer)| answers.write(index - first, *answer));
            } else {
                apart += 1;
                packet.for_each(|index| answers.write(index - first, alone(index)));
            }
        }
    });
}

/// Calls `answer` on all cores with each chunk of questions, the progress to check, and the room for the answers.
fn answer_chunks<A, T: Answers<A>>(n: usize, rest: T, answer: impl Fn(Range<usize>, &Progress, &mut T::Part) + Sync) {
    assert_eq!(rest.n_answers(), n, "there is room for one answer a question");
    let progress = Progress::of_thread();
    // Only this thread is asked whether to stop; other threads read it from `progress`.
    if progress.check().is_err() {
        return;
    }
    let mut rest = Some(rest.split(0).1);
    let chunks = (0..n).step_by(CHUNK).map_while(move |first| {
        let (chunk, others) = rest.take()?.split(CHUNK.min(n - first));
        rest = Some(others);
        Some((first, chunk))
    });
    threads::for_each(threads_for(n), chunks, |(first, mut answers)| {
        answer(first..n.min(first + CHUNK), &progress, &mut answers);
    });
}

/// Returns whether to go on to a question, asked now and then.
fn goes_on(progress: &Progress) -> impl Fn(&usize) -> bool {
    |question| question % STRIDE != 0 || progress.check().is_ok()
}

/// Calls `list` with each question below `n` and a vector for its answers, on all cores if `n` is large.
pub(crate) fn list_each<A: Send>(n: usize, list: impl Fn(usize, &mut Vec<A>) + Sync) -> Lists<A> {
    let mut all = Lists { ends: Vec::with_capacity(n), answers: Vec::new() };
    list_chunks(n, list, |chunk| {
        let before = all.answers.len();
        all.ends.extend(chunk.ends.iter().map(|end| before + end));
        all.answers.extend(chunk.answers);
    });
    all
}

/// Calls `list` as [`list_each`] does, and `take` with the lists of some questions at a time, in order, on any thread.
pub fn list_chunks<A: Send>(n: usize, list: impl Fn(usize, &mut Vec<A>) + Sync, take: impl FnMut(Lists<A>) + Send) {
    let progress = Progress::of_thread();
    let of_chunk = |first: usize| {
        let (mut ends, mut answers) = (Vec::with_capacity(CHUNK), Vec::new());
        for question in (first..n.min(first + CHUNK)).take_while(goes_on(&progress)) {
            list(question, &mut answers);
            ends.push(answers.len());
        }
        Lists { ends, answers }
    };
    threads::in_order(threads_for(n), (0..n).step_by(CHUNK), of_chunk, take);
}

fn threads_for(n: usize) -> usize {
    (n / PER_THREAD).clamp(1, threads::available())
}

#[cfg(test)]
mod tests;
