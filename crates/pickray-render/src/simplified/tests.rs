#[cfg(feature = "offscreen")]
mod likeness;
mod meshes;
#[cfg(feature = "offscreen")]
mod orbit;
#[cfg(feature = "offscreen")]
mod pictures;

use super::*;
use pickray::scene::Object;

fn simplified(mesh: &Mesh, most: usize) -> Option<SimplifiedMesh> {
    SimplifiedMesh::of_with(mesh, most, &Progress::default()).expect("not cancelled")
}

#[test]
fn about_as_many_triangles_are_left_as_are_asked_for_whatever_the_mesh() {
    for mesh in [meshes::knot(500, 60), meshes::lump(200), meshes::sheet(120), meshes::rough(180)] {
        for most in [1000, 4000, 12_000] {
            let made = simplified(&mesh, most).expect("a simplified mesh");
            let n = made.sources.len();
            assert!((most / 2..most * 3 / 2).contains(&n), "{n} for {most} of {}", mesh.n_triangles());
            assert!(made.sources.iter().all(|&source| (source as usize) < mesh.n_triangles()));
        }
    }
}

#[test]
fn what_is_closed_stays_closed_and_what_is_open_keeps_its_edges() {
    for (mesh, is_closed) in [(meshes::knot(500, 60), true), (meshes::lump(200), true), (meshes::shell(200), false)] {
        let made = simplified(&mesh, 4000).expect("a simplified mesh");
        let mut open = std::collections::HashMap::new();
        for &[a, b, c] in &made.triangles {
            for [from, to] in [[a, b], [b, c], [c, a]] {
                *open.entry((from.min(to), from.max(to))).or_insert(0) += 1;
            }
        }
        let n_open = open.values().filter(|&&n| n == 1).count();
        assert_eq!(n_open == 0, is_closed, "{n_open}");
    }
}

#[test]
fn only_a_triangle_that_was_left_alone_is_found_by_its_number() {
    // A shell whose lid is a single triangle, the last one.
    let shell = meshes::shell(250);
    let triangles = shell.triangles().iter().copied().chain([[0, 85, 170]]).collect();
    let closed = Mesh::from_triangles(shell.positions().to_vec(), triangles).expect("a mesh");
    let mut made = simplified(&closed, 4000).expect("a simplified mesh");
    made.forget_corners();
    assert_eq!((made.sources[0], made.sources.last()), (u32::MAX, Some(&(shell.n_triangles() as u32))));
}

#[test]
fn meshes_that_cannot_be_simplified_are_none_without_a_word() {
    let of = |corners: Vec<[f32; 3]>| {
        let triangles = (0..corners.len() as u32 / 3).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect();
        simplified(&Mesh::from_triangles(corners, triangles).expect("a mesh"), 1000)
    };
    let n = 12_000;
    assert!(of(vec![[1.0, 2.0, 3.0]; n]).is_none(), "one point");
    assert!(of((0..n).map(|k| [k as f32, 0.0, 0.0]).collect()).is_none(), "no area");
    let apart = |k: usize| if k.is_multiple_of(3) { [1e30, 0.0, 0.0] } else { [-1e30, 1e30, (k % 3) as f32] };
    assert!(of((0..n).map(apart).collect()).is_none(), "one triangle many times, in few cells");
    let tiny = |k: usize| [k as f32, (k % 3) as f32, 0.0].map(|x| x * 1e-42);
    assert!(of((0..n).map(tiny).collect()).is_none(), "too small for f32");
    assert!(simplified(&meshes::lump(20), 200).is_some_and(|made| made.sources.len() <= 400));
    assert!(simplified(&meshes::lump(3), 4).is_none(), "few triangles already");
}

#[test]
fn a_flat_mesh_huge_coordinates_and_vertices_of_no_triangle_are_simplified() {
    let flat = |scale: f32| meshes::grid(100, 100, [false, false], move |u, v| [scale * u, scale * v, 0.0]);
    for scale in [1.0, 1e30, 1e-20] {
        let made = simplified(&flat(scale), 2000).expect("a simplified mesh");
        let area_of = |corners: [[f32; 3]; 3]| {
            let [a, b, c] = corners.map(|corner| glam::Vec3::from(corner).as_dvec3() / f64::from(scale));
            0.5 * (b - a).cross(c - a).length()
        };
        let area: f64 = made.corners().map(area_of).sum();
        assert!((1.0..1.02).contains(&area), "{area} at {scale}, with edges somewhat moved outward");
    }
    let flat = flat(1.0);
    let mut positions = flat.positions().to_vec();
    positions.extend([[f32::NAN; 3], [f32::INFINITY; 3], [-1e38; 3]]);
    let more = Mesh::from_triangles(positions, flat.triangles().to_vec()).expect("a mesh");
    let [with, without] = [&more, &flat].map(|mesh| simplified(mesh, 2000).expect("a simplified mesh").places);
    assert_eq!(with, without);
}

#[test]
fn meshes_of_a_scene_share_the_triangles_by_their_own() {
    let scene: Scene = [100, 200].map(|n| Object::from(meshes::lump(n))).into_iter().collect();
    let shares: Vec<_> = scene.objects().iter().map(|object| SimplifiedMesh::share(&scene, &object.mesh)).collect();
    assert_eq!(shares, [5000, 20_000]);
}

#[test]
fn simplifying_stops_when_it_is_cancelled() {
    let progress = Progress::default();
    progress.cancel();
    assert!(SimplifiedMesh::of_with(&meshes::lump(100), 1000, &progress).is_err());
}
