//! Values that are kept until their inputs change: those of a pick under the revision of the pick, and those that also
//! depend on the present view under the revision of the view, too.

use std::ops::Deref;

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

    pub fn get_mut(&mut self) -> &mut T {
        &mut self.value
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
