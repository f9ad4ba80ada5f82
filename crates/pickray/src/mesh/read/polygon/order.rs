//! Sequence of numbers, changed at any place and searched in logarithmic time: a treap with links to the parents.
//!
//! Based on: Raimund Seidel and Cecilia Aragon, Randomized Search Trees, 1996. Departure: numbers are inserted next to
//! others, never by comparing keys, so that an inconsistent order cannot break the tree.

use crate::math::SplitMix;

/// Index of the node above the root, which is its child behind; as a child, it stands for no node.
const HEAD: u32 = 0;
const BEFORE: usize = 0;
const BEHIND: usize = 1;

#[derive(Clone, Copy, Debug, Default)]
struct TreapNode {
    parent: u32,
    children: [u32; 2],
}

/// Sequence of small numbers, each at most once, in an order that the caller determines.
#[derive(Debug)]
pub struct Order {
    /// Nodes of the tree: first the head above the root, then the node of each number, at index number + 1.
    nodes: Vec<TreapNode>,
}

impl Default for Order {
    fn default() -> Self {
        Self { nodes: vec![TreapNode::default()] }
    }
}

impl Order {
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(TreapNode::default());
    }

    /// Returns the last number for which `goes_before` is `true`, as it must be up to some place and not behind it.
    pub fn last_before(&self, mut goes_before: impl FnMut(u32) -> bool) -> Option<u32> {
        let (mut at, mut last) = (self.nodes[0].children[BEHIND], None);
        while at != HEAD {
            let is_before = goes_before(at - 1);
            if is_before {
                last = Some(at - 1);
            }
            at = self.nodes[at as usize].children[usize::from(is_before)];
        }
        last
    }

    /// Inserts the number `thing`, not yet there, behind the number `place`, or at the front for `None`.
    pub fn insert(&mut self, thing: u32, place: Option<u32>) {
        let node = thing + 1;
        if self.nodes.len() <= node as usize {
            self.nodes.resize(node as usize + 1, TreapNode::default());
        }
        self.nodes[node as usize] = TreapNode::default();
        let (mut at, mut side) = (place.map_or(HEAD, |place| place + 1), BEHIND);
        while self.nodes[at as usize].children[side] != HEAD {
            (at, side) = (self.nodes[at as usize].children[side], BEFORE);
        }
        self.attach(at, side, node);
        while self.parent(node) != HEAD && priority(node) > priority(self.parent(node)) {
            self.rotate_up(node);
        }
    }

    pub fn remove(&mut self, thing: u32) {
        let node = thing + 1;
        loop {
            match self.nodes[node as usize].children {
                [HEAD, only] | [only, HEAD] => return self.attach(self.parent(node), self.side(node), only),
                [before, behind] if priority(before) > priority(behind) => self.rotate_up(before),
                [_, behind] => self.rotate_up(behind),
            }
        }
    }

    /// Puts `child` in the place of its parent, which becomes its child.
    fn rotate_up(&mut self, child: u32) {
        let (parent, side) = (self.parent(child), self.side(child));
        let moved = self.nodes[child as usize].children[1 - side];
        self.attach(self.parent(parent), self.side(parent), child);
        self.attach(parent, side, moved);
        self.attach(child, 1 - side, parent);
    }

    fn attach(&mut self, parent: u32, side: usize, child: u32) {
        self.nodes[parent as usize].children[side] = child;
        self.nodes[child as usize].parent = parent;
    }

    fn parent(&self, node: u32) -> u32 {
        self.nodes[node as usize].parent
    }

    fn side(&self, node: u32) -> usize {
        usize::from(self.nodes[self.parent(node) as usize].children[BEHIND] == node)
    }
}

/// Returns the priority of a node: a number that looks random, always the same for one node.
fn priority(node: u32) -> u64 {
    SplitMix(u64::from(node) - 1).next_u64()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(order: &Order, at: u32) -> u32 {
        let below = order.nodes[at as usize].children.into_iter().filter(|&child| child != HEAD);
        1 + below.map(|child| depth(order, child)).max().unwrap_or(0)
    }

    #[test]
    fn the_row_is_that_of_a_plain_list_and_stays_shallow() {
        let mut random = crate::work::seeded();
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
        assert!(depth(&order, HEAD) < 60);
    }
}
