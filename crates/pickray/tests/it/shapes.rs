//! Meshes that several subjects ask.

use crate::*;

pub fn mesh(positions: &[[f32; 3]], triangles: &[[u32; 3]]) -> Arc<Mesh> {
    Arc::new(Mesh::from_triangles(positions.to_vec(), triangles.to_vec()).expect("a mesh"))
}

/// A cube of side 2 around zero.
pub fn cube() -> Arc<Mesh> {
    Arc::new(Sample::Cube.mesh().expect("a sample"))
}

/// A grid of `n` by `n` squares, counter-clockwise as seen from above, whose corners at x and y are placed.
pub fn grid<P>(n: u32, mut place: impl FnMut(u32, u32) -> P) -> (Vec<P>, Vec<[u32; 3]>) {
    let positions = (0..(n + 1) * (n + 1)).map(|k| place(k % (n + 1), k / (n + 1))).collect();
    let square = |k: u32| {
        let a = k / n * (n + 1) + k % n;
        [[a, a + 1, a + n + 2], [a, a + n + 2, a + n + 1]]
    };
    (positions, (0..n * n).flat_map(square).collect())
}

/// A ring of 2 × `around` × `across` triangles.
pub fn torus(around: u32, across: u32) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let turn = |i: u32, n: u32| (std::f64::consts::TAU * f64::from(i) / f64::from(n)).sin_cos();
    let position = |k: u32| {
        let ((sin, cos), (height, out)) = (turn(k / across, around), turn(k % across, across));
        let radius = 1.0 + 0.4 * out;
        [radius * cos, 0.4 * height, radius * sin]
    };
    let vertex = |i: u32, j: u32| i % around * across + j % across;
    let quad = |k: u32| {
        let (i, j) = (k / across, k % across);
        let [a, b, c, d] = [vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1), vertex(i + 1, j)];
        [[a, b, c], [a, c, d]]
    };
    ((0..around * across).map(position).collect(), (0..around * across).flat_map(quad).collect())
}
