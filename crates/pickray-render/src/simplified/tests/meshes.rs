//! Meshes that are simplified in tests.

use pickray::mesh::Mesh;
use std::f32::consts::{PI, TAU};

/// Returns a mesh of a grid of n × m quads, by the place of each corner; `around` joins the last column to the first.
pub(super) fn grid(n: u32, m: u32, around: [bool; 2], place: impl Fn(f32, f32) -> [f32; 3]) -> Mesh {
    let (rows, columns) = (n + u32::from(!around[0]), m + u32::from(!around[1]));
    let corner = |k: u32| place((k / columns) as f32 / n as f32, (k % columns) as f32 / m as f32);
    let triangles = (0..n * m).flat_map(|k| {
        let [i, j] = [k / m, k % m];
        let at = |di: u32, dj: u32| (i + di) % rows * columns + (j + dj) % columns;
        [[at(0, 0), at(0, 1), at(1, 0)], [at(0, 1), at(1, 1), at(1, 0)]]
    });
    Mesh::from_triangles((0..rows * columns).map(corner).collect(), triangles.collect()).expect("a mesh")
}

/// Returns a torus knot of 2nm triangles.
pub(super) fn knot(n: u32, m: u32) -> Mesh {
    let middle = |u: f32| {
        let (t, r) = (TAU * u, 1.0 + 0.4 * (3.0 * TAU * u).cos());
        glam::Vec3::new(r * (2.0 * t).cos(), 0.4 * (3.0 * t).sin(), r * (2.0 * t).sin())
    };
    grid(n, m, [true, true], |u, v| {
        let along = (middle(u + 1e-3) - middle(u - 1e-3)).normalize();
        let side = along.cross(glam::Vec3::Y).normalize();
        let (sin, cos) = (TAU * v).sin_cos();
        (middle(u) + 0.17 * (cos * side + sin * side.cross(along))).to_array()
    })
}

/// Returns a thin closed sheet with waves: two sides 0.004 apart, of some 2n² triangles each.
pub(super) fn sheet(n: u32) -> Mesh {
    grid(2 * n + 2, n, [true, false], |u, v| {
        // Once around the cross-section: there on the upper side, back on the lower one.
        let there = (2.0 * u).min(2.0 - 2.0 * u).clamp(0.0, 1.0);
        let (x, z) = (2.0 * there - 1.0, 2.0 * v - 1.0);
        let side = if (0.001..0.499).contains(&u) { -0.002 } else { 0.002 };
        [x, 0.15 * (3.0 * x).sin() * (2.5 * z).cos() + side, z]
    })
}

/// Returns a sphere without its top and with a round hole in its side, of some 2n² triangles.
pub(super) fn shell(n: u32) -> Mesh {
    let whole = grid(n, n, [false, true], |u, v| {
        let (u, v) = (0.15 * PI + 0.85 * PI * u, TAU * v);
        let r = 1.0 + 0.03 * (5.0 * u).sin() * (7.0 * v).sin();
        [r * u.sin() * v.cos(), r * u.cos(), r * u.sin() * v.sin()]
    });
    let hole = glam::Vec3::new(1.0, 0.0, 0.0);
    let is_left = |triangle: &&[u32; 3]| {
        let near = |vertex: u32| glam::Vec3::from(whole.positions()[vertex as usize]).distance(hole) < 0.3;
        !triangle.iter().any(|&vertex| near(vertex))
    };
    let triangles = whole.triangles().iter().filter(is_left).copied().collect();
    Mesh::from_triangles(whole.positions().to_vec(), triangles).expect("a mesh")
}

/// Returns a lumpy sphere of 2n² triangles, somewhat as a scan.
pub(super) fn lump(n: u32) -> Mesh {
    grid(n, n, [false, true], |u, v| {
        let (u, v) = (PI * u, TAU * v);
        let p = glam::Vec3::new(u.sin() * v.cos(), u.cos(), u.sin() * v.sin());
        let wave = |k: f32, s: f32| (k * p.x + s).sin() * (k * p.y + 2.0 * s).sin() * (k * p.z + 3.0 * s).sin();
        ((1.0 + 0.25 * wave(3.0, 1.0) + 0.06 * wave(9.0, 0.3) + 0.02 * wave(25.0, 2.0)) * p).to_array()
    })
}

/// Returns a sphere of 2n² triangles with a rough surface.
pub(super) fn rough(n: u32) -> Mesh {
    grid(n, n, [false, true], |u, v| {
        let noise = (1e4 * (u + 3.0 * v)).sin() * (1e4 * (v - 2.0 * u)).cos();
        let (u, v, r) = (PI * u, TAU * v, 1.0 + 0.02 * noise);
        [r * u.sin() * v.cos(), r * u.cos(), r * u.sin() * v.sin()]
    })
}

/// Cuts a mesh into `n` parts, each the triangles that are nearest to one of its vertices.
pub(super) fn parts(mesh: &Mesh, n: u32) -> Vec<Mesh> {
    let place = |vertex: u32| glam::Vec3::from(mesh.positions()[vertex as usize]);
    let mut random = fastrand::Rng::with_seed(7);
    let seeds: Vec<_> = (0..n).map(|_| place(random.u32(0..mesh.n_vertices() as u32))).collect();
    let mut parts = vec![Vec::new(); n as usize];
    for triangle in mesh.triangles() {
        let distance = |seed: &usize| seeds[*seed].distance_squared(place(triangle[0]));
        let nearest = (0..seeds.len()).min_by(|a, b| distance(a).total_cmp(&distance(b))).expect("a seed");
        parts[nearest].push(*triangle);
    }
    let part = |triangles: Vec<[u32; 3]>| {
        let mut vertices = triangles.as_flattened().to_vec();
        vertices.sort_unstable();
        vertices.dedup();
        let number = |vertex: u32| vertices.binary_search(&vertex).expect("one of the part") as u32;
        let triangles = triangles.iter().map(|triangle| triangle.map(number)).collect();
        let positions = vertices.iter().map(|&vertex| mesh.positions()[vertex as usize]).collect();
        Mesh::from_triangles(positions, triangles).expect("a mesh")
    };
    parts.into_iter().filter(|part| !part.is_empty()).map(part).collect()
}
