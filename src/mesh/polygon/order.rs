//! Things in a row that grows and shrinks anywhere, searched in logarithmic time: a treap with links to the parents.
//!
//! Based on: Raimund Seidel and Cecilia Aragon, Randomized Search Trees, 1996. Departure: things are placed beside
//! others, never by comparing keys, so that an inconsistent order cannot break the tree.

use crate::math::SplitMix;

const NONE: u32 = u32::MAX;

#[derive(Clone, Copy, Debug)]
struct Links {
    parent: u32,
    before: u32,
    after: u32,
}

/// A row of small numbers.
#[derive(Debug)]
pub struct Order {
    links: Vec<Links>,
    root: u32,
}

impl Default for Order {
    fn default() -> Self {
        Self { links: Vec::new(), root: NONE }
    }
}

impl Order {
    /// Takes everything out.
    pub fn clear(&mut self) {
        self.links.clear();
        self.root = NONE;
    }

    /// The last thing for which `goes_before` says yes, when it says yes to all up to some place in the row and no to
    /// the others.
    pub fn last_before(&self, mut goes_before: impl FnMut(u32) -> bool) -> Option<u32> {
        let (mut at, mut last) = (self.root, None);
        while at != NONE {
            if goes_before(at) {
                last = Some(at);
                at = self.links[at as usize].after;
            } else {
                at = self.links[at as usize].before;
            }
        }
        last
    }

    /// Puts `thing`, which is not in the row, behind `place`, or at the front.
    pub fn insert(&mut self, thing: u32, place: Option<u32>) {
        if self.links.len() <= thing as usize {
            self.links.resize(thing as usize + 1, Links { parent: NONE, before: NONE, after: NONE });
        }
        self.links[thing as usize] = Links { parent: NONE, before: NONE, after: NONE };
        let (mut at, mut behind) = match place {
            Some(place) if self.links[place as usize].after == NONE => (place, true),
            Some(place) => (self.links[place as usize].after, false),
            None => (self.root, false),
        };
        if at == NONE {
            self.root = thing;
            return;
        }
        while !behind && self.links[at as usize].before != NONE {
            at = self.links[at as usize].before;
        }
        self.links[thing as usize].parent = at;
        if std::mem::take(&mut behind) {
            self.links[at as usize].after = thing;
        } else {
            self.links[at as usize].before = thing;
        }
        while self.links[thing as usize].parent != NONE && priority(thing) > priority(self.links[thing as usize].parent)
        {
            self.rotate_up(thing);
        }
    }

    /// Takes `thing`, which is in the row, out of it.
    pub fn remove(&mut self, thing: u32) {
        loop {
            let Links { parent, before, after } = self.links[thing as usize];
            let up = match (before, after) {
                (NONE, only) | (only, NONE) => {
                    self.replace_child(parent, thing, only);
                    return;
                }
                (before, after) if priority(before) > priority(after) => before,
                (_, after) => after,
            };
            self.rotate_up(up);
        }
    }

    /// Puts `child` in the place of its parent, which becomes its child.
    fn rotate_up(&mut self, child: u32) {
        let parent = self.links[child as usize].parent;
        self.replace_child(self.links[parent as usize].parent, parent, child);
        let moved = if self.links[parent as usize].before == child {
            let moved = std::mem::replace(&mut self.links[child as usize].after, parent);
            self.links[parent as usize].before = moved;
            moved
        } else {
            let moved = std::mem::replace(&mut self.links[child as usize].before, parent);
            self.links[parent as usize].after = moved;
            moved
        };
        self.links[parent as usize].parent = child;
        if moved != NONE {
            self.links[moved as usize].parent = parent;
        }
    }

    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NONE {
            self.root = new;
        } else if self.links[parent as usize].before == old {
            self.links[parent as usize].before = new;
        } else {
            self.links[parent as usize].after = new;
        }
        if new != NONE {
            self.links[new as usize].parent = parent;
        }
    }
}

/// A number that looks random, always the same for one thing.
fn priority(thing: u32) -> u64 {
    SplitMix(thing.into()).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(order: &Order, at: u32) -> u32 {
        if at == NONE {
            return 0;
        }
        let links = order.links[at as usize];
        1 + depth(order, links.before).max(depth(order, links.after))
    }

    #[test]
    fn the_row_is_that_of_a_plain_list_and_stays_shallow() {
        let seed = 7;
        let mut random = fastrand::Rng::with_seed(seed);
        let (mut order, mut list) = (Order::default(), Vec::<u32>::new());
        let mut free: Vec<u32> = (0..2000).collect();
        for _ in 0..20_000 {
            if !free.is_empty() && (list.is_empty() || random.u8(..5) < 3) {
                let thing = free.swap_remove(random.usize(..free.len()));
                let place = random.usize(..=list.len());
                order.insert(thing, place.checked_sub(1).map(|before| list[before]));
                list.insert(place, thing);
            } else {
                let thing = list.remove(random.usize(..list.len()));
                order.remove(thing);
                free.push(thing);
            }
            let n = random.usize(..=list.len());
            let found = order.last_before(|thing| list[..n].contains(&thing));
            assert_eq!(found, n.checked_sub(1).map(|last| list[last]));
        }
        assert!(depth(&order, order.root) < 60);
    }
}
