use super::*;
use crate::work::stoppable;
use std::cell::Cell;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

#[test]
fn each_answer_stands_where_its_question_does_on_any_number_of_threads() {
    for threads in [1, 2, 5] {
        for n in [0, 1, CHUNK, CHUNK + 1, 7 * PER_THREAD + 3] {
            crate::work::with_threads(NonZero::new(threads).expect("above 0"), || {
                let mut squares = vec![0; n];
                answer_each(n, squares.as_mut_slice(), |i| i * i);
                assert!(squares.iter().enumerate().all(|(i, square)| *square == i * i));
                let lists = list_each(n, |i, answers| answers.extend(std::iter::repeat_n(i, i % 3)));
                assert_eq!(lists.ends.len(), n);
                assert!((0..n).all(|i| lists.of(i) == vec![i; i % 3]));
            });
        }
    }
}

#[test]
fn a_batch_ends_soon_once_it_is_to_stop() {
    thread_local!(static ASKED: Cell<u32> = const { Cell::new(0) });
    let stop = || ASKED.replace(ASKED.get() + 1) >= 2;
    let n = 100_000;
    for threads in [1, 2, 5] {
        let answered = AtomicUsize::new(0);
        let answer = |i: usize| {
            answered.fetch_add(1, Ordering::Relaxed);
            std::thread::sleep(Duration::from_micros(1));
            i
        };
        let together = |first, room: &mut [usize; PACKET]| {
            *room = std::array::from_fn(|lane| answer(first + lane));
            true
        };
        let batches: [&dyn Fn(); 3] = [
            &|| answer_each(n, vec![0; n].as_mut_slice(), answer),
            &|| answer_packets(n, vec![0; n].as_mut_slice(), together, answer),
            &|| assert!(list_each(n, |i, answers| answers.push(answer(i))).ends.len() < n),
        ];
        for batch in batches {
            ASKED.set(0);
            answered.store(0, Ordering::Relaxed);
            crate::work::with_threads(NonZero::new(threads).expect("above 0"), || stoppable(stop, batch));
            assert!((1..n / 2).contains(&answered.load(Ordering::Relaxed)), "{answered:?} on {threads} threads");
            // A batch that is stopped before it begins answers nothing.
            answered.store(0, Ordering::Relaxed);
            stoppable(stop, batches[0]);
            assert_eq!(answered.load(Ordering::Relaxed), 0);
        }
    }
}

#[test]
fn packets_that_go_apart_are_soon_asked_seldom_and_each_answer_stands_where_its_question_does() {
    const PACKETS: usize = 40;
    let n = PACKETS * PACKET + 3;
    for together_from in [0, 20, PACKETS] {
        let asked = AtomicUsize::new(0);
        let mut answers = vec![0; n];
        let together = |first: usize, room: &mut [usize; PACKET]| {
            asked.fetch_add(1, Ordering::Relaxed);
            *room = std::array::from_fn(|lane| first + lane);
            first >= together_from * PACKET
        };
        answer_packets(n, answers.as_mut_slice(), together, |i| i);
        assert!(answers.into_iter().eq(0..n), "together from {together_from}");
        let seldom = |packets: usize| PATIENCE.min(packets) + packets.saturating_sub(PATIENCE) / SELDOM;
        let expected = seldom(together_from) + PACKETS - together_from;
        let asked = asked.into_inner();
        assert!(asked.abs_diff(expected) < SELDOM, "together from {together_from}: {asked} and not {expected}");
    }
}

#[test]
#[should_panic(expected = "one answer a question")]
fn answers_that_have_too_little_room_are_refused() {
    answer_each(3, [0; 2].as_mut_slice(), |i| i);
}
