//! Which triangles share edges, and what is reached over them, beside building the tree:
//! `cargo bench -p pickray --bench neighbours`.
//!
//! A torus of a million and of ten million triangles, in rows, in rows with vertices of its own for each triangle as
//! in STL, and in no order. An item is a triangle of the mesh.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pickray::accel::RayTree;
use pickray::mesh::{Adjacency, IndexedMesh, JoinedVertices, Mesh, TriangleSet};
use pickray::work::Progress;
use std::f32::consts::TAU;
use std::fmt;

fn main() {
    divan::main();
}

#[derive(Clone, Copy)]
enum Order {
    Rows,
    Split,
    None,
}

#[derive(Clone, Copy)]
struct Torus {
    millions: u32,
    order: Order,
}

impl fmt::Display for Torus {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let order = match self.order {
            Order::Rows => "in rows",
            Order::Split => "as in STL",
            Order::None => "in no order",
        };
        write!(f, "{} M, {order}", self.millions)
    }
}

fn tori() -> impl Iterator<Item = Torus> {
    [1, 10].into_iter().flat_map(|millions| {
        [Order::Rows, Order::Split, Order::None].into_iter().map(move |order| Torus { millions, order })
    })
}

impl Torus {
    fn indexed(self) -> IndexedMesh {
        let n = f64::from(500_000 * self.millions).sqrt() as u32;
        let position = |k: u32| {
            let [(sin, cos), (up, out)] = [k / n, k % n].map(|i| (i as f32 / n as f32 * TAU).sin_cos());
            [(2.0 + out) * cos, up, (2.0 + out) * sin]
        };
        let vertex = |i: u32, j: u32| (i % n) * n + j % n;
        let square = |k: u32| {
            let (i, j) = (k / n, k % n);
            let [a, b, c, d] = [vertex(i, j), vertex(i, j + 1), vertex(i + 1, j + 1), vertex(i + 1, j)];
            [[a, b, c], [a, c, d]]
        };
        let positions: Vec<_> = (0..n * n).map(position).collect();
        let mut triangles: Vec<_> = (0..n * n).flat_map(square).collect();
        match self.order {
            Order::Rows => IndexedMesh::new(&positions, &triangles),
            Order::Split => {
                let own: Vec<_> = triangles.iter().flatten().map(|&vertex| positions[vertex as usize]).collect();
                let triangles: Vec<_> = (0..triangles.len() as u32).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
                IndexedMesh::new(&own, &triangles)
            }
            Order::None => {
                fastrand::Rng::with_seed(1).shuffle(&mut triangles);
                IndexedMesh::new(&positions, &triangles)
            }
        }
        .expect("a mesh")
    }

    fn mesh(self) -> Mesh {
        self.indexed().build().expect("memory")
    }
}

#[divan::bench(args = tori(), sample_count = 3, sample_size = 1)]
fn build_tree(bencher: Bencher, torus: &Torus) {
    let mesh = torus.indexed();
    let n = ItemsCount::new(mesh.triangles().len());
    bencher.counter(n).bench_local(|| RayTree::build(black_box(mesh.positions()), mesh.triangles()));
}

#[divan::bench(args = tori(), sample_count = 3, sample_size = 1)]
fn join_vertices(bencher: Bencher, torus: &Torus) {
    let mesh = torus.indexed();
    let n = ItemsCount::new(mesh.triangles().len());
    bencher.counter(n).bench_local(|| JoinedVertices::of(black_box(&mesh)));
}

#[divan::bench(args = tori(), sample_count = 3, sample_size = 1)]
fn adjacency(bencher: Bencher, torus: &Torus) {
    let mesh = torus.indexed();
    let n = ItemsCount::new(mesh.triangles().len());
    bencher.counter(n).bench_local(|| Adjacency::of_with(black_box(&mesh), &Progress::default()));
}

#[divan::bench(args = tori(), sample_count = 5, sample_size = 1)]
fn linked(bencher: Bencher, torus: &Torus) {
    let adjacency = Adjacency::of_with(&torus.indexed(), &Progress::default()).expect("memory");
    let n = ItemsCount::new(adjacency.n_triangles());
    bencher.counter(n).bench_local(|| assert_eq!(adjacency.linked(black_box(7)).len(), adjacency.n_triangles()));
}

/// Half of the torus.
#[divan::bench(args = tori(), sample_count = 5, sample_size = 1)]
fn flat_region(bencher: Bencher, torus: &Torus) {
    let mesh = torus.mesh();
    let adjacency = mesh.adjacency().expect("memory");
    let n = ItemsCount::new(mesh.n_triangles());
    bencher.counter(n).bench_local(|| adjacency.flat_region(&mesh, black_box(7), 1.57));
}

/// All of it.
#[divan::bench(args = tori(), sample_count = 5, sample_size = 1)]
fn shrink(bencher: Bencher, torus: &Torus) {
    let adjacency = Adjacency::of_with(&torus.indexed(), &Progress::default()).expect("memory");
    let all = TriangleSet::all(adjacency.n_triangles() as u32);
    let n = ItemsCount::new(adjacency.n_triangles());
    bencher.counter(n).bench_local(|| adjacency.shrink(black_box(&all)));
}
