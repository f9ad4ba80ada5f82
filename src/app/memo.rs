//! Values that are kept until their inputs change: those of a pick under the revision of the pick, and those that also
//! depend on the present view under the revision of the view, too.

use std::cell::RefCell;
use std::ops::Deref;
use std::rc::Rc;

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
