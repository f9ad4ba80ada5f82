//! Memory layout of the tree: nodes of one cache line, leaves of two.
//!
//! Based on: Henri Ylitie, Tero Karras and Samuli Laine, "Efficient Incoherent Ray Traversal on GPUs Through Compressed
//! Wide BVHs", High Performance Graphics 2017, section 3. Departures: one scale for the three axes and a 24-bit origin,
//! so that a node fills 64 bytes instead of 80; leaves lie between the nodes and hold the corners of their triangles,
//! each corner once.

use crate::intersect::IndexedTriangle;
use crate::work::packed;
use bytemuck::{Pod, Zeroable};
use glam::DVec3;

/// Largest number of children of a node and of corners of a leaf: the lanes of a vector register.
pub const LANES: usize = 8;
/// Largest number of triangles in a leaf.
pub const LEAF_TRIANGLES: usize = 6;
/// Number of cache lines that a leaf takes.
pub const LEAF_LINES: usize = 2;
/// Largest number of boxes that may wait on the stack of a walk: all children but one of each node on the way down.
pub const WAITING: usize = 256;

/// Unit of the tree's memory: a cache line.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Line(pub [u8; 64]);
packed!(plain Line, Node);

/// Inner node of the tree: up to eight children, as boxes on a grid of 256 steps around them.
///
/// A plane of a child lies at `origin + scale * plane`, in steps of the tree's [`Grid`](super::grid::Grid). Inner
/// children come first, then leaves; they are stored one after the other, from cache line `base` on.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Node {
    /// Planes that bound the children's boxes, one lane for each child, in rows: lower x, upper x, lower y, upper y,
    /// lower z, upper z. In lanes without a child, the lower plane is 255 and the upper plane 0.
    pub planes: [[u8; LANES]; 6],
    /// Corner from which planes are counted, in grid steps: three whole numbers of 24 bits, little endian.
    origin: [u8; 9],
    /// Number of grid steps from one plane to the next, as the upper 16 bits of a positive `f32`, little endian.
    scale: [u8; 2],
    /// Number of inner children in the lower four bits, number of all children in the upper four.
    counts: u8,
    /// Number of the cache line at which the first child begins.
    base: u32,
}

/// Reference to a node or a leaf: the number of the cache line at which it begins, with the top bit set for a leaf.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct ChildRef(pub u32);
packed!(struct ChildRef { 0 });

const LEAF_BIT: u32 = 1 << 31;
/// Exclusive upper bound of the numbers of a tree's cache lines.
pub const MAX_LINES: usize = LEAF_BIT as usize;

impl ChildRef {
    pub fn inner(line: usize) -> Self {
        debug_assert!(line < MAX_LINES);
        Self(line as u32)
    }

    pub fn leaf(line: usize) -> Self {
        debug_assert!(line < MAX_LINES);
        Self(line as u32 | LEAF_BIT)
    }

    #[inline(always)]
    pub fn is_leaf(self) -> bool {
        self.0 & LEAF_BIT != 0
    }

    #[inline(always)]
    pub fn line(self) -> usize {
        (self.0 & !LEAF_BIT) as usize
    }
}

/// Largest coordinate that the origin of a node can hold, in grid steps.
pub const ORIGIN_MAX: u32 = (1 << 24) - 1;

impl Node {
    /// Returns a node without children. Plane 0 lies at `origin`, planes are `scale` grid steps apart, and children
    /// will be stored from cache line `base` on.
    pub fn new(origin: [u32; 3], scale: f32, base: usize) -> Self {
        debug_assert!(origin.iter().all(|x| *x <= ORIGIN_MAX) && scale.to_bits() & 0x8000_ffff == 0);
        let mut bytes = [0; 9];
        for k in 0..3 {
            bytes[3 * k..3 * k + 3].copy_from_slice(&origin[k].to_le_bytes()[..3]);
        }
        let planes = [[255; LANES], [0; LANES], [255; LANES], [0; LANES], [255; LANES], [0; LANES]];
        let scale = ((scale.to_bits() >> 16) as u16).to_le_bytes();
        Self { planes, origin: bytes, scale, counts: 0, base: base as u32 }
    }

    /// Adds a child after the present ones, with the lower and upper planes of its box. All inner children have to be
    /// added before the first leaf.
    pub fn push(&mut self, lower: [u8; 3], upper: [u8; 3], is_leaf: bool) {
        let lane = self.children();
        self.set_box(lane, lower, upper);
        debug_assert!(is_leaf || lane == self.inner());
        self.counts += if is_leaf { 0x10 } else { 0x11 };
    }

    pub fn set_box(&mut self, lane: usize, lower: [u8; 3], upper: [u8; 3]) {
        for k in 0..3 {
            self.planes[2 * k][lane] = lower[k];
            self.planes[2 * k + 1][lane] = upper[k];
        }
    }

    /// Adds `lines` to the number of the cache line at which the children begin.
    pub fn move_children(&mut self, lines: usize) {
        self.base += lines as u32;
    }

    #[inline(always)]
    pub fn at(lines: &[Line], line: usize) -> &Self {
        bytemuck::cast_ref(&lines[line])
    }

    pub fn at_mut(lines: &mut [Line], line: usize) -> &mut Self {
        bytemuck::cast_mut(&mut lines[line])
    }

    #[inline(always)]
    pub fn children(&self) -> usize {
        usize::from(self.counts >> 4)
    }

    /// Returns the number of children that are inner nodes, not leaves.
    #[inline(always)]
    pub fn inner(&self) -> usize {
        usize::from(self.counts & 15)
    }

    #[inline(always)]
    pub fn child(&self, lane: usize) -> ChildRef {
        let (inner, line) = (self.inner(), self.base as usize + lane);
        if lane < inner { ChildRef(line as u32) } else { ChildRef((line + lane - inner) as u32 | LEAF_BIT) }
    }

    /// Returns the lane of the child that begins at cache line `line`.
    pub fn lane_of(&self, line: usize) -> usize {
        let place = line - self.base();
        if place < self.inner() { place } else { self.inner() + (place - self.inner()) / LEAF_LINES }
    }

    pub fn base(&self) -> usize {
        self.base as usize
    }

    #[inline(always)]
    pub fn origin(&self) -> [u32; 3] {
        std::array::from_fn(|k| {
            u32::from_le_bytes([self.origin[3 * k], self.origin[3 * k + 1], self.origin[3 * k + 2], 0])
        })
    }

    /// Returns the lower and the upper corner of the box of the child in `lane`, in grid steps.
    pub fn corners(&self, lane: usize) -> [DVec3; 2] {
        let origin = DVec3::from(self.origin().map(f64::from));
        [0, 1].map(|upper| {
            let planes = std::array::from_fn(|k| f64::from(self.planes[2 * k + upper][lane]));
            origin + f64::from(self.scale()) * DVec3::from_array(planes)
        })
    }

    #[inline(always)]
    pub fn scale(&self) -> f32 {
        f32::from_bits(u32::from(u16::from_le_bytes(self.scale)) << 16)
    }
}

/// Leaf of the tree: up to six triangles over up to eight corners.
#[derive(Clone, Copy, Debug, Pod, Zeroable)]
#[repr(C, align(64))]
pub struct Leaf {
    /// Coordinates of the corners, in rows of x, y and z, in the mesh's local space.
    pub corners: [[f32; LANES]; 3],
    /// Indices of the triangles in the list that the tree was built over.
    pub triangles: [u32; LEAF_TRIANGLES],
    /// Lanes of the triangles' corners, nine bits for each triangle: three for each corner, the first corner in the
    /// lowest bits. Three bits above these hold the number of triangles.
    pub indices: u64,
}

const COUNT_SHIFT: usize = 9 * LEAF_TRIANGLES;

impl Leaf {
    /// Returns a leaf of triangles, by index and corners; `None` if they have more than eight different corners.
    pub fn pack(triangles: &[(u32, [[f32; 3]; 3])]) -> Option<Self> {
        debug_assert!(triangles.len() <= LEAF_TRIANGLES);
        let mut leaf = Self::zeroed();
        let mut corners = [[0u32; 3]; LANES];
        let mut used = 0;
        for (place, (triangle, triangle_corners)) in triangles.iter().enumerate() {
            leaf.triangles[place] = *triangle;
            for (k, corner) in triangle_corners.iter().enumerate() {
                let bits = corner.map(f32::to_bits);
                let index = match corners[..used].iter().position(|c| *c == bits) {
                    Some(index) => index,
                    None if used == LANES => return None,
                    None => {
                        corners[used] = bits;
                        used += 1;
                        used - 1
                    }
                };
                leaf.indices |= (index as u64) << (9 * place + 3 * k);
            }
        }
        for lane in 0..LANES {
            // Unused lanes repeat a corner, so that they do not change the bounds of the leaf.
            let corner = corners[if lane < used { lane } else { 0 }];
            for (axis, bits) in leaf.corners.iter_mut().zip(corner) {
                axis[lane] = f32::from_bits(bits);
            }
        }
        leaf.indices |= (triangles.len() as u64) << COUNT_SHIFT;
        Some(leaf)
    }

    #[inline(always)]
    pub fn at(lines: &[Line], line: usize) -> &Self {
        &bytemuck::cast_slice(&lines[line..line + LEAF_LINES])[0]
    }

    pub fn at_mut(lines: &mut [Line], line: usize) -> &mut Self {
        &mut bytemuck::cast_slice_mut(&mut lines[line..line + LEAF_LINES])[0]
    }

    /// Moves the corners of the leaf; `corners_at` returns the new corners of the triangle with the given index in the
    /// leaf. Returns `None`, and moves nothing, if there are now more than eight different corners because triangles no
    /// longer share some.
    #[inline(always)]
    pub fn refit(&mut self, corners_at: impl Fn(usize) -> [[f32; 3]; 3]) -> Option<()> {
        let (mut corners, mut written) = ([[0.0; LANES]; 3], 0_u32);
        let mut apart = false;
        for place in 0..self.len() {
            let indices = self.indices >> (9 * place);
            for (shift, corner) in [0, 3, 6].into_iter().zip(corners_at(place)) {
                let lane = (indices >> shift) as usize & 7;
                let present = [0, 1, 2].map(|k: usize| f32::to_bits(corners[k][lane]));
                apart |= written >> lane & 1 != 0 && present != corner.map(f32::to_bits);
                written |= 1 << lane;
                for k in 0..3 {
                    corners[k][lane] = corner[k];
                }
            }
        }
        for axis in &mut corners {
            for lane in 0..LANES {
                axis[lane] = if written >> lane & 1 != 0 { axis[lane] } else { axis[0] };
            }
        }
        if apart {
            let mut triangles = [(0, [[0.0; 3]; 3]); LEAF_TRIANGLES];
            for (place, triangle) in triangles[..self.len()].iter_mut().enumerate() {
                *triangle = (self.triangles[place], corners_at(place));
            }
            *self = Self::pack(&triangles[..self.len()])?;
        } else {
            self.corners = corners;
        }
        Some(())
    }

    /// Returns the box around the corners: the smallest coordinates in lanes 0 to 2, the largest ones, negated, in
    /// lanes 4 to 6.
    #[inline(always)]
    pub fn bounds(&self) -> [f32; 8] {
        let mut bounds = [0.0; 8];
        for (k, axis) in self.corners.iter().enumerate() {
            let [a, b, c, d, e, f, g, h] = *axis;
            bounds[k] = smaller(smaller(smaller(a, e), smaller(b, f)), smaller(smaller(c, g), smaller(d, h)));
            bounds[k + 4] = -larger(larger(larger(a, e), larger(b, f)), larger(larger(c, g), larger(d, h)));
        }
        bounds
    }

    #[inline(always)]
    pub fn len(&self) -> usize {
        (self.indices >> COUNT_SHIFT) as usize & 7
    }

    /// Returns a mask of the lanes that hold the corners of triangle `place` of the leaf, one bit per lane.
    #[inline(always)]
    pub fn corner_bits(&self, place: usize) -> u32 {
        let indices = self.indices >> (9 * place);
        [0, 3, 6].iter().fold(0, |bits, shift| bits | 1 << (indices >> shift & 7))
    }

    #[inline(always)]
    pub fn corners_of(&self, place: usize) -> [[f32; 3]; 3] {
        self.lanes_of(place).map(|corner| self.corners.map(|axis| axis[corner]))
    }

    /// Returns the lanes that hold the corners of triangle `place` of the leaf.
    #[inline(always)]
    pub fn lanes_of(&self, place: usize) -> [usize; 3] {
        let indices = self.indices >> (9 * place);
        [0, 3, 6].map(|shift| (indices >> shift) as usize & 7)
    }

    #[inline(always)]
    pub fn triangle(&self, place: usize) -> IndexedTriangle<'_> {
        IndexedTriangle { corners: &self.corners, indices: (self.indices >> (9 * place)) as u32 }
    }
}

/// Returns the larger number, or `b` if either is NaN, as the maximum instruction of x86-64 processors does.
#[inline(always)]
pub fn larger<T: PartialOrd>(a: T, b: T) -> T {
    if a > b { a } else { b }
}

#[inline(always)]
pub fn smaller<T: PartialOrd>(a: T, b: T) -> T {
    if a < b { a } else { b }
}
