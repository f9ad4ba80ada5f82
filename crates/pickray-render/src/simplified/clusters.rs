//! Clusters of vertices: cells of a grid, cut in several where surfaces in one cell face several ways; and the open
//! edges of a mesh, along which cells are finer.

use glam::{DVec3, Vec3};
use pickray::mesh::{JoinedVertices, Mesh};
use std::collections::HashMap;

/// Number of cells along the longest side of the largest grid.
const MOST_CELLS: f64 = (1 << 20) as f64;

/// Number of cells along open edges to a cell elsewhere.
const FINENESS: u8 = 2;

/// Mark of cells along open edges.
const FINE: u32 = 1 << 31;

/// Number of triangles of which the area is estimated.
const AREA_SAMPLES: usize = 1 << 16;

/// Number of grids that are tried until one has about as many cells as are asked for.
const TRIES: usize = 5;

/// Least mean of a cell's unit normals for its vertices to be one cluster, connected or not.
const LEAST_NORMAL: f32 = 0.9;

/// Least length of the mean of the unit normals of connected vertices in a cell for them to be one cluster.
const LEAST_NORMAL_OF_PIECE: f32 = 0.5;

pub(super) struct Clusters {
    /// Least corner of the grid, relative to the mesh's origin.
    min: DVec3,
    /// Length of the sides of cells, but for those along open edges.
    pub(super) side: f64,
    of_vertices: Vec<u32>,
    cells: Vec<[u32; 3]>,
}

impl Clusters {
    /// Returns clusters for about `most` triangles; `None` if the mesh has no area.
    pub(super) fn of(mesh: &Mesh, joined: &JoinedVertices, open: &[[u32; 3]], most: usize) -> Option<Self> {
        let mut finenesses = vec![0; mesh.n_vertices()];
        mesh.triangles().as_flattened().iter().for_each(|&vertex| finenesses[vertex as usize] = 1);
        let used = mesh.positions().iter().zip(&finenesses).filter(|(_, is_used)| **is_used > 0);
        let (min, max) = used.fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(min, max), (&position, _)| {
            (min.min(position.into()), max.max(position.into()))
        });
        let (min, size) = (min.as_dvec3(), (max.as_dvec3() - min.as_dvec3()).max_element());
        // A plane at random meets 1.5 cells for each square of their side, with two triangles for each.
        let side = (3.0 * area(mesh) / most as f64).sqrt();
        open.iter().for_each(|edge| edge[..2].iter().for_each(|&vertex| finenesses[vertex as usize] = FINENESS));
        let mut clusters = Self { min, side, of_vertices: Vec::new(), cells: Vec::new() };
        let mut is_split = false;
        for _ in 0..TRIES {
            clusters.side = clusters.side.max(size / MOST_CELLS);
            if !(clusters.side.is_normal() && ((1.0 / clusters.side) as f32).is_normal()) {
                return None;
            }
            clusters.find_cells(mesh, &finenesses);
            // Those along open edges come on top.
            let ratio = |clusters: &Self| {
                2.0 * clusters.cells.iter().filter(|[x, ..]| x & FINE == 0).count() as f64 / most as f64
            };
            if is_split || (0.75..1.3).contains(&ratio(&clusters)) {
                clusters.split(mesh, joined);
                if is_split || ratio(&clusters) < 1.3 {
                    break;
                }
                is_split = true;
            }
            clusters.side *= ratio(&clusters).sqrt();
        }
        Some(clusters)
    }

    /// Makes a cluster of each cell; the cells of vertices are as fine as `finenesses` say, 0 for those of no triangle.
    fn find_cells(&mut self, mesh: &Mesh, finenesses: &[u8]) {
        let (min, per_length) = (self.min.as_vec3(), (1.0 / self.side) as f32);
        let mut cells = Triples::new();
        let cell_of = |(&position, &fineness): (&[f32; 3], &u8)| {
            let [x, y, z] = ((Vec3::from(position) - min) * (per_length * f32::from(fineness))).as_uvec3().to_array();
            match fineness {
                0 => 0,
                1 => cells.number([x, y, z]),
                _ => cells.number([x | FINE, y, z]),
            }
        };
        self.of_vertices = mesh.positions().iter().zip(finenesses).map(cell_of).collect();
        self.cells = cells.all;
    }

    /// Cuts cells whose surfaces face several ways into a cluster for each of six directions.
    fn split(&mut self, mesh: &Mesh, joined: &JoinedVertices) {
        // Surfaces of a cell face several ways if its mean normal is short.
        let per_length = (1.0 / self.side) as f32;
        let normal_of = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|vertex| Vec3::from(mesh.positions()[vertex as usize]) * per_length);
            (b - a).cross(c - a)
        };
        let mut sums = vec![(Vec3::ZERO, 0.0_f32); self.cells.len()];
        for triangle in mesh.triangles() {
            let normal = normal_of(triangle);
            let area = normal.length();
            for vertex in triangle {
                let (sum, areas) = &mut sums[self.of_vertices[*vertex as usize] as usize];
                *sum += normal;
                *areas += area;
            }
        }
        let mut is_split: Vec<bool> =
            sums.iter().map(|(normal, areas)| normal.length() < LEAST_NORMAL * areas).collect();
        if !is_split.contains(&true) {
            return;
        }

        // In these cells: the normal of each position, and the pieces of connected ones.
        let mut normals = vec![Vec3::ZERO; joined.n_positions()];
        let mut pieces = Pieces::new(joined.n_positions());
        for triangle in mesh.triangles() {
            let cells = triangle.map(|vertex| self.of_vertices[vertex as usize]);
            if !cells.iter().any(|&cell| is_split[cell as usize]) {
                continue;
            }
            let (normal, corners) = (normal_of(triangle), triangle.map(|vertex| joined.number(vertex)));
            for (k, next) in [(0, 1), (1, 2), (2, 0)] {
                normals[corners[k] as usize] += normal;
                if cells[k] == cells[next] {
                    pieces.join(corners[k], corners[next]);
                }
            }
        }

        // How much each piece faces one way.
        let in_split: Vec<u32> = (0..)
            .zip(&self.of_vertices)
            .filter(|(_, cell)| is_split[**cell as usize])
            .map(|(vertex, _)| vertex)
            .collect();
        let mut facing = vec![(Vec3::ZERO, 0.0_f32); joined.n_positions()];
        for &vertex in &in_split {
            let normal = normals[joined.number(vertex) as usize];
            let (sum, areas) = &mut facing[pieces.of(joined.number(vertex)) as usize];
            *sum += normal;
            *areas += normal.length();
        }

        // A piece that faces one way is a cluster; of another, the vertices whose normals are near one half axis are.
        let mut whole = vec![u32::MAX; joined.n_positions()];
        let mut cut: HashMap<(u32, usize), u32> = HashMap::new();
        for vertex in in_split {
            let (normal, piece) = (normals[joined.number(vertex) as usize], pieces.of(joined.number(vertex)));
            let (sum, areas) = facing[piece as usize];
            let cluster = if LEAST_NORMAL_OF_PIECE * areas <= sum.length() {
                &mut whole[piece as usize]
            } else {
                let axis = normal.abs().max_position();
                cut.entry((piece, 2 * axis + usize::from(normal[axis] < 0.0))).or_insert(u32::MAX)
            };
            if *cluster == u32::MAX {
                let cell = self.of_vertices[vertex as usize];
                // The first of a cell keeps its number.
                *cluster = if std::mem::take(&mut is_split[cell as usize]) { cell } else { self.cells.len() as u32 };
                if *cluster != cell {
                    self.cells.push(self.cells[cell as usize]);
                }
            }
            self.of_vertices[vertex as usize] = *cluster;
        }
    }

    pub(super) fn n(&self) -> usize {
        self.cells.len()
    }

    pub(super) fn of_vertex(&self, vertex: u32) -> u32 {
        self.of_vertices[vertex as usize]
    }

    /// Returns the place of a vertex relative to the least corner of the grid.
    pub(super) fn place(&self, mesh: &Mesh, vertex: u32) -> DVec3 {
        Vec3::from(mesh.positions()[vertex as usize]).as_dvec3() - self.min
    }

    /// Returns the place nearest to a given one in the cell of a cluster.
    pub(super) fn within(&self, cluster: usize, place: DVec3) -> DVec3 {
        let [x, y, z] = self.cells[cluster];
        let side = if x & FINE == 0 { self.side } else { self.side / f64::from(FINENESS) };
        let least = DVec3::from([x & !FINE, y, z].map(f64::from)) * side;
        place.clamp(least, least + side)
    }

    /// Returns a place relative to the mesh's origin.
    pub(super) fn local(&self, place: DVec3) -> [f32; 3] {
        (place + self.min).as_vec3().to_array()
    }
}

/// Pieces of surfaces within a cell: sets of connected positions.
struct Pieces {
    parents: Vec<u32>,
}

impl Pieces {
    fn new(n: usize) -> Self {
        Self { parents: (0..n as u32).collect() }
    }

    fn of(&mut self, mut position: u32) -> u32 {
        while self.parents[position as usize] != position {
            let next = self.parents[self.parents[position as usize] as usize];
            self.parents[position as usize] = next;
            position = next;
        }
        position
    }

    fn join(&mut self, a: u32, b: u32) {
        let [a, b] = [a, b].map(|position| self.of(position));
        self.parents[a.max(b) as usize] = a.min(b);
    }
}

/// Returns the area of a mesh's triangles, estimated from some of them.
fn area(mesh: &Mesh) -> f64 {
    let n = mesh.n_triangles();
    let samples = n.min(AREA_SAMPLES);
    let area = |k: usize| {
        let triangle = mesh.triangles()[k * (n / samples) + hash(k as u32) as usize % (n / samples)];
        let [a, b, c] = triangle.map(|vertex| Vec3::from(mesh.positions()[vertex as usize]).as_dvec3());
        0.5 * (b - a).cross(c - a).length()
    };
    (0..samples).map(area).sum::<f64>() * (n as f64 / samples as f64)
}

/// Returns the open edges of a mesh, each as its two vertices, in the order of its triangle, and the triangle.
///
/// In a closed surface, each neighbour of a vertex follows it in one triangle and precedes it in another. So each
/// vertex sums hashes of its neighbours: plus for one that follows, minus for one that precedes. Where the sum is zero
/// there is no open edge, and only the edges of the other vertices are compared.
pub(super) fn open_edges(mesh: &Mesh, joined: &JoinedVertices) -> Vec<[u32; 3]> {
    let mut sums = vec![0_u32; joined.n_positions()];
    for triangle in mesh.triangles() {
        let [a, b, c] = triangle.map(|vertex| joined.number(vertex));
        let [of_a, of_b, of_c] = [a, b, c].map(|number| hash(number + 1));
        for (number, behind, before) in [(a, of_b, of_c), (b, of_c, of_a), (c, of_a, of_b)] {
            let sum = &mut sums[number as usize];
            *sum = sum.wrapping_add(behind).wrapping_sub(before);
        }
    }
    let mut open: HashMap<(u32, u32), Vec<[u32; 3]>> = HashMap::new();
    for (index, &[a, b, c]) in (0..).zip(mesh.triangles()) {
        for [from, to] in [[a, b], [b, c], [c, a]] {
            let ends = [from, to].map(|vertex| joined.number(vertex));
            if ends[0] != ends[1] && ends.iter().all(|&end| sums[end as usize] != 0) {
                match open.get_mut(&(ends[1], ends[0])).and_then(Vec::pop) {
                    Some(_) => {}
                    None => open.entry((ends[0], ends[1])).or_default().push([from, to, index]),
                }
            }
        }
    }
    // In an order that is the same each time, as sums of rounded numbers depend on it.
    let mut edges: Vec<_> = open.into_values().flatten().collect();
    edges.sort_unstable();
    edges
}

/// Mark of an empty slot.
const EMPTY: u32 = u32::MAX;

/// Different triples in the order in which they came, and a table in which they are looked up.
pub(super) struct Triples {
    pub(super) all: Vec<[u32; 3]>,
    slots: Vec<u32>,
}

impl Triples {
    pub(super) fn new() -> Self {
        Self { all: Vec::new(), slots: vec![EMPTY; 1 << 12] }
    }

    /// Returns the number of a triple, which is the next number if the triple is new.
    pub(super) fn number(&mut self, triple: [u32; 3]) -> u32 {
        if self.slots.len() < 4 * self.all.len() {
            self.slots = vec![EMPTY; 4 * self.slots.len()];
            for index in 0..self.all.len() {
                let slot = self.slot_of(self.all[index]);
                self.slots[slot] = index as u32;
            }
        }
        let slot = self.slot_of(triple);
        if self.slots[slot] == EMPTY {
            self.slots[slot] = self.all.len() as u32;
            self.all.push(triple);
        }
        self.slots[slot]
    }

    fn slot_of(&self, triple: [u32; 3]) -> usize {
        let mixed = triple.iter().fold(0, |mixed: u32, &x| (mixed.rotate_left(5) ^ x).wrapping_mul(0x9e37_79b9));
        let mut slot = hash(mixed) as usize & (self.slots.len() - 1);
        while self.slots[slot] != EMPTY && self.all[self.slots[slot] as usize] != triple {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        slot
    }
}

/// Returns a number scattered over 32 bits without visible pattern, a bijection: Chris Wellons' `lowbias32`.
pub(super) fn hash(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}
