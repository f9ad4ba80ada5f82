//! The way of a ray through the boxes to the triangles, nearest box first.

use super::grid::{Aim, FarRay, GridRay};
use super::lanes::Lanes;
use super::layout::{ChildRef, LANES, LEAF_LINES, Leaf, Line, Node, WAITING};
use super::sink::Sink;
use super::{QueryObserver, RayTree};
use crate::geometry::Ray;
use crate::intersect::{Culling, RayBy};
use glam::DVec3;
use std::mem::MaybeUninit;

/// Gives `sink` every hit of a t that it still wants.
#[inline(always)]
pub fn walk<L: Lanes, O: QueryObserver, S: Sink>(
    tree: &RayTree,
    ray: &Ray,
    culling: Culling,
    observer: &mut O,
    sink: &mut S,
) {
    let Some(root) = tree.root else { return };
    let Aim::At(grid_ray) = GridRay::<L::Four>::aim(&tree.grid, ray) else {
        return walk_astray(tree, root, ray, culling, observer, sink);
    };
    if O::ACTIVE {
        tell_bounds(tree, ray, observer);
    }
    let aimed = L::aimed(&grid_ray);
    let lines = tree.lines.as_slice();
    let mut limit = f32::INFINITY;
    let mut room = Stack::ROOM;
    let mut stack = Stack::new(&mut room);
    let mut depths = Depths::<O>::new(root);
    let mut present = root;
    loop {
        if present.is_leaf() {
            let leaf = leaf_at(lines, present);
            let mut candidates = L::triangles(&aimed, &tree.grid.leaf_error, leaf);
            if O::ACTIVE {
                tell_triangles(leaf, !candidates, observer);
            }
            while candidates != 0 {
                let place = candidates.trailing_zeros() as usize;
                candidates &= candidates - 1;
                let index = leaf.triangles[place];
                let outcome = RayBy::<L::Four>::new(ray).meet(ray, leaf.triangle(place), culling);
                if O::ACTIVE {
                    observer.triangle_tested(index, outcome);
                }
                if let Some(hit) = outcome
                    && let Some(t) = sink.meet(index, hit)
                {
                    limit = grid_ray.limit(t);
                }
            }
        } else {
            let node = node_at(lines, present);
            let (met, entries) = L::boxes(&aimed, node, limit);
            if O::ACTIVE {
                let depth = depths.descend(present, node, met);
                tell_boxes(tree, node, met, depth, observer);
            }
            if met != 0 {
                present = stack.open(lines, node, &entries, met);
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

/// Gives `sink` every hit of a ray that the tests of [`walk`] are not for.
#[cold]
#[inline(never)]
fn walk_astray<O: QueryObserver, S: Sink>(
    tree: &RayTree,
    root: ChildRef,
    ray: &Ray,
    culling: Culling,
    observer: &mut O,
    sink: &mut S,
) {
    if tell_bounds(tree, ray, observer) {
        visit(tree, root, 1, ray, FarRay::new(&tree.grid, ray).as_ref(), culling, observer, sink);
    }
}

/// Gives `sink` every hit of triangles below `child`, whose own children are at `depth`.
#[expect(clippy::too_many_arguments, reason = "it calls itself")]
fn visit<O: QueryObserver, S: Sink>(
    tree: &RayTree,
    child: ChildRef,
    depth: u32,
    ray: &Ray,
    far_ray: Option<&FarRay>,
    culling: Culling,
    observer: &mut O,
    sink: &mut S,
) {
    let lines = tree.lines.as_slice();
    if child.is_leaf() {
        let leaf = leaf_at(lines, child);
        for place in 0..leaf.len() {
            let outcome = RayBy::<[f64; 4]>::new(ray).meet(ray, leaf.triangle(place), culling);
            observer.triangle_tested(leaf.triangles[place], outcome);
            outcome.and_then(|hit| sink.meet(leaf.triangles[place], hit));
        }
        return;
    }
    let node = node_at(lines, child);
    for lane in 0..node.children() {
        let [lower, upper] = node.corners(lane);
        let may_meet = far_ray.is_none_or(|ray| ray.may_meet(lower, upper));
        observer.box_tested(&tree.grid.aabb(lower, upper), depth, may_meet);
        if may_meet {
            visit(tree, node.child(lane), depth + 1, ray, far_ray, culling, observer, sink);
        }
    }
}

/// Tells of the bounds, and whether the ray may meet anything in them.
fn tell_bounds<O: QueryObserver>(tree: &RayTree, ray: &Ray, observer: &mut O) -> bool {
    let direction = ray.direction();
    let is_ray = ray.origin.is_finite() && direction.is_finite() && direction != DVec3::ZERO;
    let extent = tree.grid.extent();
    let may_meet = is_ray && FarRay::new(&tree.grid, ray).is_none_or(|ray| ray.may_meet(DVec3::ZERO, extent));
    observer.box_tested(&tree.bounds, 0, may_meet);
    may_meet
}

#[inline(always)]
pub(super) fn node_at(lines: &[Line], child: ChildRef) -> &Node {
    bytemuck::cast_ref(&lines[child.line()])
}

#[inline(always)]
pub(super) fn leaf_at(lines: &[Line], child: ChildRef) -> &Leaf {
    &bytemuck::cast_slice(&lines[child.line()..child.line() + LEAF_LINES])[0]
}

#[cfg(target_arch = "x86_64")]
impl RayTree {
    /// Has the first node of a walk fetched.
    #[inline(always)]
    pub(super) fn prefetch_root(&self) {
        if let Some(root) = self.root {
            prefetch(self.lines.as_slice(), root);
        }
    }
}

#[inline(always)]
fn prefetch(lines: &[Line], child: ChildRef) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        let line = lines.as_ptr().wrapping_add(child.line()).cast::<i8>();
        #[expect(unsafe_code, reason = "the instruction takes a pointer")]
        // SAFETY: it reads nothing and never faults.
        unsafe {
            _mm_prefetch::<_MM_HINT_T0>(line);
            _mm_prefetch::<_MM_HINT_T0>(line.wrapping_add(size_of::<Line>()));
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (lines, child);
}

/// A box that waits to be opened: where the ray enters it (not negative) in the upper half, so that nearer is less, and the
/// child in the lower one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Waiting(u64);

impl Waiting {
    #[inline(always)]
    fn new(entry: f32, child: ChildRef) -> Self {
        Self((u64::from(entry.to_bits()) << 32) | u64::from(child.0))
    }

    #[inline(always)]
    pub(super) fn entry(self) -> f32 {
        f32::from_bits((self.0 >> 32) as u32)
    }

    #[inline(always)]
    pub(super) fn child(self) -> ChildRef {
        ChildRef(self.0 as u32)
    }
}

/// The boxes that wait; nearer ones above farther ones of the same node. Only the first `len` are written: to fill all
/// of them takes longer than many a walk.
pub(super) struct Stack<'a> {
    entries: &'a mut Room,
    len: usize,
}

type Room = [MaybeUninit<Waiting>; WAITING];

#[expect(unsafe_code, reason = "entries below `len` are known to be written")]
impl<'a> Stack<'a> {
    /// What it takes. It lies apart, so that `len` can be kept in a register.
    pub(super) const ROOM: Room = [const { MaybeUninit::uninit() }; WAITING];

    #[inline(always)]
    pub(super) fn new(room: &'a mut Room) -> Self {
        Self { entries: room, len: 0 }
    }

    /// The nearest child of the lanes in `met`, which is not empty; the others wait. Their memory is on the way when they are opened.
    #[inline(always)]
    pub(super) fn open(&mut self, lines: &[Line], node: &Node, entries: &[f32; LANES], mut met: u32) -> ChildRef {
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

    /// Puts `waiting` among those from `bottom` up, which are in order.
    #[inline(always)]
    fn push_sorted(&mut self, bottom: usize, waiting: Waiting) {
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
    pub(super) fn pop(&mut self) -> Option<Waiting> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: it was below the old `len`, so it has been written.
        Some(unsafe { self.entries[self.len % WAITING].assume_init() })
    }
}

/// How deep the boxes lie that were met, for an observer that is active.
struct Depths<O> {
    depths: Vec<(ChildRef, u32)>,
    observer: std::marker::PhantomData<O>,
}

impl<O: QueryObserver> Depths<O> {
    fn new(root: ChildRef) -> Self {
        Self { depths: if O::ACTIVE { vec![(root, 0)] } else { Vec::new() }, observer: std::marker::PhantomData }
    }

    /// The depth of the children of `parent`, of which those in `met` will ask again.
    fn descend(&mut self, parent: ChildRef, node: &Node, met: u32) -> u32 {
        let place = self.depths.iter().rposition(|(child, _)| *child == parent).expect("its parent met it");
        let depth = self.depths.swap_remove(place).1 + 1;
        let met = (0..node.children()).filter(|lane| met >> lane & 1 != 0);
        self.depths.extend(met.map(|lane| (node.child(lane), depth)));
        depth
    }
}

/// Tells of all boxes of a node.
#[cold]
fn tell_boxes<O: QueryObserver>(tree: &RayTree, node: &Node, met: u32, depth: u32, observer: &mut O) {
    for lane in 0..node.children() {
        let [lower, upper] = node.corners(lane);
        observer.box_tested(&tree.grid.aabb(lower, upper), depth, met >> lane & 1 != 0);
    }
}

/// Tells of the triangles that are surely missed.
#[cold]
fn tell_triangles<O: QueryObserver>(leaf: &Leaf, missed: u32, observer: &mut O) {
    for place in (0..leaf.len()).filter(|place| missed >> place & 1 != 0) {
        observer.triangle_tested(leaf.triangles[place], None);
    }
}
