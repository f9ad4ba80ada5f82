//! Walk through the tree, nearest box first, which all queries share.
//!
//! Eight rays whose hits are searched for together have a walk of their own, in `lanes/packet.rs`, on the same
//! kind of stack.

use super::RayTree;
use super::layout::{ChildRef, LANES, Leaf, Line, Node, WAITING};
use super::lines::prefetch_pair;
use std::mem::MaybeUninit;

/// Tests of boxes and leaves in a walk, which is compiled for each kind of walker with its tests inlined.
pub trait Walker<'t> {
    /// Returns a mask of the children of `node` that the query may reach at a value of at most `limit`, one bit per
    /// lane, and for each lane the least such value. `child` is the reference to `node` itself.
    fn boxes(&mut self, child: ChildRef, node: &Node, limit: f32) -> (u32, [f32; LANES]);

    /// Tests the triangles of a leaf; returns the limit for the rest of the walk, which ends if that is below 0.
    fn leaf(&mut self, leaf: &'t Leaf, limit: f32) -> f32;
}

/// Walks through the tree and calls `query` with every node and leaf that the query may reach at a value of at most
/// `limit`. The value is, for example, a distance or a ray's parameter. `query` may lower the limit on the way.
#[inline(always)]
pub fn walk<'t>(tree: &'t RayTree, query: &mut impl Walker<'t>, mut limit: f32) {
    let Some(mut present) = tree.root else { return };
    let lines = tree.lines.as_slice();
    let mut room = Stack::ROOM;
    let mut stack = Stack::new(&mut room);
    loop {
        if present.is_leaf() {
            limit = query.leaf(Leaf::at(lines, present.line()), limit);
        } else {
            let node = Node::at(lines, present.line());
            let (met, entries) = query.boxes(present, node, limit);
            if met != 0 {
                present = stack.push_children(lines, node, &entries, met);
                continue;
            }
        }
        loop {
            let Some(next) = stack.pop() else { return };
            if next.entry() <= limit {
                present = next.child();
                break;
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl RayTree {
    /// Asks the processor to fetch the root, with which every walk begins, into its caches.
    #[inline(always)]
    pub fn prefetch_root(&self) {
        if let Some(root) = self.root {
            prefetch(self.lines.as_slice(), root);
        }
    }
}

#[inline(always)]
pub fn prefetch(lines: &[Line], child: ChildRef) {
    prefetch_pair(lines.as_ptr().wrapping_add(child.line()));
}

/// Box that a walk has yet to visit, as one number, smaller for nearer boxes. The upper half is the f32 value, not
/// negative, at which the query enters the box; the lower half is the reference to its node or leaf.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Waiting(u64);

impl Waiting {
    #[inline(always)]
    pub fn new(entry: f32, child: ChildRef) -> Self {
        Self((u64::from(entry.to_bits()) << 32) | u64::from(child.0))
    }

    #[inline(always)]
    pub fn entry(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    #[inline(always)]
    pub fn child(self) -> ChildRef {
        ChildRef(self.0 as u32)
    }
}

/// Stack of the boxes that a walk has yet to visit, nearer boxes on top. Only the first `len` elements are initialised:
/// filling all of them would take too long.
pub struct Stack<'a> {
    entries: &'a mut StackRoom,
    pub len: usize,
}

pub type StackRoom = [MaybeUninit<Waiting>; WAITING];

#[expect(unsafe_code, reason = "entries below `len` are known to be written")]
impl<'a> Stack<'a> {
    /// Uninitialised memory for a stack. It is separate from the stack itself, so that `len` can be kept in a register.
    pub const ROOM: StackRoom = [const { MaybeUninit::uninit() }; WAITING];

    #[inline(always)]
    pub fn new(room: &'a mut StackRoom) -> Self {
        Self { entries: room, len: 0 }
    }

    /// Returns the nearest child in `met`, not empty; the others wait on the stack. All are prefetched.
    #[inline(always)]
    fn push_children(&mut self, lines: &[Line], node: &Node, entries: &[f32; LANES], mut met: u32) -> ChildRef {
        let lane = met.trailing_zeros() as usize;
        met &= met - 1;
        let first = node.child(lane);
        prefetch(lines, first);
        if met == 0 {
            return first;
        }
        let bottom = self.len;
        let mut nearest = Waiting::new(entries[lane], first);
        while met != 0 {
            let lane = met.trailing_zeros() as usize;
            met &= met - 1;
            let child = node.child(lane);
            prefetch(lines, child);
            let other = Waiting::new(entries[lane], child);
            self.push_sorted(bottom, nearest.max(other));
            nearest = nearest.min(other);
        }
        nearest.child()
    }

    /// Inserts `waiting` in its place among the boxes from index `bottom` up, which are sorted.
    #[inline(always)]
    pub fn push_sorted(&mut self, bottom: usize, waiting: Waiting) {
        let mut place = self.len;
        self.len += 1;
        while place > bottom {
            // SAFETY: `place - 1` is below the old `len`.
            let below = unsafe { self.entries[(place - 1) % WAITING].assume_init() };
            if below >= waiting {
                break;
            }
            self.entries[place % WAITING].write(below);
            place -= 1;
        }
        self.entries[place % WAITING].write(waiting);
    }

    #[inline(always)]
    pub fn pop(&mut self) -> Option<Waiting> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: it was below the old `len`, so it has been written.
        Some(unsafe { self.entries[self.len % WAITING].assume_init() })
    }
}
