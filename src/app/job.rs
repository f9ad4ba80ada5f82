//! Values that are computed later: background work, where a [`Job`] ends in an action and a [`Pending`] knows whether
//! its answer is still wanted, and values kept until their inputs change, under the revisions of a pick or a view.
//!
//! Jobs assume no thread: `platform::run` decides where one runs. On a desktop, where jobs have threads of their own,
//! nothing that a job awaits keeps it waiting. On a page the awaited answers come from the worker and the browser.

use crate::app::texts;
use pickray::work::Progress;
use pickray::work::packed::Packed;
use std::cell::RefCell;
use std::fmt;
use std::ops::Deref;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::Arc;

/// Background work, which returns the action that hands over its result.
pub struct Job<Action>(Pin<Box<dyn Future<Output = Action> + Send>>);

impl<Action: 'static> Job<Action> {
    /// Returns a job that blocks while it works. The job's texts are in the language of the thread that calls this.
    pub fn new(work: impl FnOnce() -> Action + Send + 'static) -> Self {
        Self::waiting(async move { work() })
    }

    /// Returns a job that may await futures. The job's texts are in the language of the thread that calls this.
    pub fn waiting(work: impl Future<Output = Action> + Send + 'static) -> Self {
        let language = texts::language();
        Self(Box::pin(async move {
            texts::speak(language);
            work.await
        }))
    }

    /// Runs the job, and blocks until it is done.
    pub fn run(self) -> Action {
        pollster::block_on(self.0)
    }

    /// Runs the job as a future, so that other futures can run while it waits.
    pub async fn done(self) -> Action {
        self.0.await
    }
}

impl<Action> fmt::Debug for Job<Action> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Job")
    }
}

/// Job of its own fields alone, which a page's worker can do with copies of its meshes; `app::tasks` lists all.
pub(crate) trait Task: Packed + Send + 'static {
    type Answer: Packed + Send + 'static;

    /// Does the work; `None` if it was stopped. Blocks for as long as it takes.
    fn run(self, progress: &Progress) -> Option<Self::Answer>;
}

/// Background work that the person waits for, as it is shown over the picture.
#[derive(Debug)]
pub struct Work<'a, Action> {
    pub title: String,
    pub progress: &'a Progress,
    pub cancel: Action,
}

/// Value that a job computes: not asked for, awaited, or ready.
#[derive(Debug, Default)]
pub enum Pending<T> {
    /// Value that was not asked for, or whose job was stopped.
    #[default]
    Idle,
    /// Value that is being computed, and the progress of its job.
    Awaited(Arc<Progress>),
    Ready(T),
}

/// Answer of a job, for the [`Pending`] that began the job.
#[derive(Debug)]
pub struct Answer<T> {
    /// Progress of the job; the `Pending` compares it to tell whether it still wants this answer.
    progress: Arc<Progress>,
    /// Value of the answer; `None` if the job was stopped. Boxed, so that actions stay small.
    value: Option<Box<T>>,
}

impl<T: Send + 'static> Pending<T> {
    /// Begins a job that hands over its value by `action`, and stops an earlier one. `work` returns `None` if stopped.
    pub fn begin<Action: 'static, A: Into<Action>>(
        &mut self,
        jobs: &mut Vec<Job<Action>>,
        work: impl FnOnce(&Progress) -> Option<T> + Send + 'static,
        action: impl FnOnce(Answer<T>) -> A + Send + 'static,
    ) {
        self.begin_waiting(jobs, |progress| async move { work(&progress) }, action);
    }

    /// Begins a job whose `work` is a future, as [`begin`](Self::begin) does.
    pub fn begin_waiting<Action: 'static, A: Into<Action>, F: Future<Output = Option<T>> + Send + 'static>(
        &mut self,
        jobs: &mut Vec<Job<Action>>,
        work: impl FnOnce(Arc<Progress>) -> F,
        action: impl FnOnce(Answer<T>) -> A + Send + 'static,
    ) {
        let progress = self.expect();
        let work = work(progress.clone());
        jobs.push(Job::waiting(async move {
            // Work that was stopped before its turn is not begun.
            let value = if progress.is_cancelled() { None } else { work.await.map(Box::new) };
            action(Answer { progress, value }).into()
        }));
    }
}

impl<T> Pending<T> {
    /// Returns the job that is under way as work with a title, which `cancel` stops.
    pub fn work<Action>(&self, title: &str, cancel: impl Into<Action>) -> Option<Work<'_, Action>> {
        Some(Work { title: title.to_owned(), progress: self.progress()?, cancel: cancel.into() })
    }

    /// Begins to wait for a value that no job computes; returns the progress with which the [`Answer`] is made.
    pub fn expect(&mut self) -> Arc<Progress> {
        self.stop();
        let progress = Arc::new(Progress::default());
        *self = Self::Awaited(progress.clone());
        progress
    }

    /// Stores the value of an answer. Returns `false` if the answer is no longer wanted, or has no value.
    pub fn keep(&mut self, answer: Answer<T>) -> bool {
        match self.take(answer) {
            Some(value) => {
                *self = Self::Ready(value);
                true
            }
            None => false,
        }
    }

    /// Returns the value of an answer; `None` if the answer is no longer wanted, or has no value.
    pub fn take(&mut self, answer: Answer<T>) -> Option<T> {
        let Self::Awaited(awaited) = self else { return None };
        if !Arc::ptr_eq(awaited, &answer.progress) {
            return None;
        }
        *self = Self::Idle;
        answer.value.map(|value| *value)
    }

    /// Stops the job, and drops a value that is ready. Returns `true` if a job was under way.
    pub fn stop(&mut self) -> bool {
        match std::mem::take(self) {
            Self::Awaited(progress) => {
                progress.cancel();
                true
            }
            Self::Idle | Self::Ready(_) => false,
        }
    }

    pub fn get(&self) -> Option<&T> {
        if let Self::Ready(value) = self { Some(value) } else { None }
    }

    pub fn take_ready(&mut self) -> Option<T> {
        self.get()?;
        if let Self::Ready(value) = std::mem::take(self) { Some(value) } else { None }
    }

    pub fn progress(&self) -> Option<&Arc<Progress>> {
        if let Self::Awaited(progress) = self { Some(progress) } else { None }
    }

    pub fn is_awaited(&self) -> bool {
        self.progress().is_some()
    }

    /// Returns `true` if the value was not asked for, or its job was stopped.
    pub fn is_idle(&self) -> bool {
        matches!(self, Self::Idle)
    }
}

impl<T> Answer<T> {
    /// Returns an answer that no job computed; `progress` comes from [`Pending::expect`].
    pub fn new(progress: Arc<Progress>, value: T) -> Self {
        Self { progress, value: Some(Box::new(value)) }
    }
}

/// Value with the key that it was computed for: [revisions](pickray::study::Revision) and what else it depends on.
#[derive(Clone, Debug)]
pub struct Memo<K, T> {
    key: Option<K>,
    value: T,
    computed: u64,
}

impl<K, T: Default> Default for Memo<K, T> {
    fn default() -> Self {
        Self { key: None, value: T::default(), computed: 0 }
    }
}

impl<K: PartialEq, T> Memo<K, T> {
    /// Computes the value if `key` differs from the last key; returns `true` if it computed.
    pub fn renew(&mut self, key: K, compute: impl FnOnce() -> T) -> bool {
        if self.key.as_ref() == Some(&key) {
            return false;
        }
        (self.key, self.value) = (Some(key), compute());
        self.computed += 1;
        true
    }

    pub fn computed(&self) -> u64 {
        self.computed
    }
}

impl<K, T> Deref for Memo<K, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

/// Value that is computed when it is asked for, unless it was computed for the same key last.
#[derive(Debug)]
pub struct OnDemand<K, T>(RefCell<Memo<K, Rc<T>>>);

impl<K, T: Default> Default for OnDemand<K, T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<K: PartialEq, T> OnDemand<K, T> {
    pub fn get(&self, key: K, compute: impl FnOnce() -> T) -> Rc<T> {
        let mut memo = self.0.borrow_mut();
        memo.renew(key, || Rc::new(compute()));
        Rc::clone(&memo)
    }

    pub fn computed(&self) -> u64 {
        self.0.borrow().computed()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::study::Revision;

    /// Begins a job whose answer is put into a channel; runs it when called.
    fn begin(pending: &mut Pending<u32>, value: u32) -> impl FnOnce() -> Answer<u32> + use<> {
        let (send, receive) = std::sync::mpsc::channel();
        let mut jobs: Vec<Job<()>> = Vec::new();
        let work = move |progress: &Progress| progress.check().ok().map(|()| value);
        pending.begin(&mut jobs, work, move |answer| send.send(answer).expect("somebody listens"));
        move || {
            jobs.remove(0).run();
            receive.recv().expect("an answer")
        }
    }

    #[test]
    fn an_answer_is_kept_once_and_is_there() {
        let mut pending = Pending::Idle;
        let run = begin(&mut pending, 7);
        assert!(pending.is_awaited() && pending.get().is_none());
        assert!(pending.keep(run()));
        assert_eq!(pending.get(), Some(&7));
        assert!(!pending.stop(), "nothing is under way any longer");
        assert!(pending.is_idle());
    }

    #[test]
    fn the_answer_of_a_job_that_another_replaced_is_not_wanted() {
        let mut pending = Pending::Idle;
        let first = begin(&mut pending, 1);
        let second = begin(&mut pending, 2);
        assert_eq!(pending.take(first()), None);
        assert!(pending.is_awaited());
        assert_eq!(pending.take(second()), Some(2));
        assert!(pending.is_idle());
    }

    #[test]
    fn a_job_that_was_stopped_has_no_answer_and_none_is_wanted() {
        let mut pending = Pending::Idle;
        let run = begin(&mut pending, 1);
        assert!(pending.stop());
        assert!(!pending.keep(run()) && pending.is_idle());
        // Stopped by somebody else, who knows only the progress.
        let run = begin(&mut pending, 1);
        pending.progress().expect("under way").cancel();
        assert!(!pending.keep(run()) && pending.is_idle(), "it does not wait for ever");
    }

    #[test]
    fn a_value_is_computed_once_for_a_key() {
        let mut memo: Memo<(Revision, u32), u32> = Memo::default();
        let revision = Revision::next();
        for (key, value) in [((revision, 1), 10), ((revision, 1), 11), ((revision, 2), 12), ((Revision::next(), 2), 13)]
        {
            memo.renew(key, || value);
        }
        assert_eq!((*memo, memo.computed()), (13, 3));
    }
}
