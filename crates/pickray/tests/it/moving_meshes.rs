//! A mesh that is moved answers as one that is made where it is now.

use crate::queries::{check_ray, of_one};
use crate::shapes::torus;
use crate::*;
use pickray::mesh::{IndexedMesh, MeshError, Positions};

/// A walk: limbs swing, all goes on.
fn step(positions: &[[f64; 3]], frame: u32) -> Vec<[f64; 3]> {
    let time = 0.4 * f64::from(frame);
    let swing = |p: &[f64; 3]| {
        let p = DVec3::from(*p);
        let turn = 0.5 * (time + p.x).sin();
        let (sin, cos) = turn.sin_cos();
        [p.x + 0.1 * time, cos * p.y - sin * p.z, sin * p.y + cos * p.z]
    };
    positions.iter().map(swing).collect()
}

fn in_f32(positions: &[[f64; 3]]) -> Vec<[f32; 3]> {
    positions.iter().map(|p| p.map(|x| x as f32)).collect()
}

/// Compares all that a ray can be asked for; returns the hits. Both count from one origin.
fn compare(moved: &Mesh, fresh: &Mesh, rays: usize, random: &mut Rng, context: &str) -> usize {
    let (center, size) = (fresh.bounds().center(), fresh.bounds().size().max_element());
    let mut hits = 0;
    for _ in 0..rays {
        let target = fresh.triangle(random.usize(0..fresh.n_triangles()) as u32).centroid();
        let origin = center + 2.0 * size * vector(random);
        let ray = Ray::between(origin, target);
        let all = of_one(fresh.all_hits(&ray, Culling::None));
        check_ray(moved, &ray, &all, || context.to_owned());
        hits += all.len();
    }
    hits
}

#[test]
fn a_walking_mesh_answers_as_one_made_anew_in_each_frame() {
    let mut random = seeded();
    for rings in [8, 40, 264] {
        let (rest, triangles) = torus(rings, rings);
        let mut walking = Mesh::new(&rest, &triangles).expect("a mesh");
        for frame in 1..5 {
            let positions = in_f32(&step(&rest, frame));
            walking.refit(&positions).expect("finite");
            let fresh = Mesh::new(&positions, &triangles).expect("a mesh");
            assert_eq!(walking.bounds(), fresh.bounds());
            assert_eq!(walking.positions(), fresh.positions());
            assert!(walking.tree_cost_ratio() < 1.3, "{} in frame {frame}", walking.tree_cost_ratio());
            let hits = compare(&walking, &fresh, 60, &mut random, &format!("{rings} rings, frame {frame}"));
            assert!(hits > 60, "{hits}");
        }
    }
}

#[test]
fn a_refit_leaves_nothing_of_where_the_mesh_was() {
    let mut random = seeded();
    let (shape, triangles) = torus(8, 8);
    let unused = 5;
    let mut mesh = Mesh::new(&[shape.clone(), vec![[0.0; 3]; unused]].concat(), &triangles).expect("a mesh");
    for round in 0..200 {
        let reach = [0.0, 1.0, 40.0, 3e3, 6e6, 1e12, 1e17][random.usize(0..7)];
        let size = [1.0, 0.1, 8.0, 1e-3, 4096.0][random.usize(0..5)];
        let place = reach * vector(&mut random);
        let mut positions: Vec<_> = shape.iter().map(|&p| (place + size * DVec3::from(p)).to_array()).collect();
        let anywhere = |random: &mut Rng| [place, DVec3::ZERO, 1e9 * DVec3::ONE, DVec3::NAN][random.usize(0..4)];
        positions.extend((0..unused).map(|_| anywhere(&mut random).to_array()));
        let context = format!("round {round}: size {size} at {place}");
        let fresh = if random.usize(0..3) == 0 {
            mesh.refit(&in_f32(&positions)).expect("finite");
            Mesh::new(&in_f32(&positions), &triangles).expect("a mesh")
        } else {
            mesh.refit(&positions).expect("finite");
            Mesh::new(&positions, &triangles).expect("a mesh")
        };
        assert_eq!((mesh.origin(), mesh.bounds()), (fresh.origin(), fresh.bounds()), "{context}");
        assert_eq!(mesh.positions(), fresh.positions(), "{context}");
        compare(&mesh, &fresh, 5, &mut random, &context);
    }
}

#[test]
fn an_update_in_f64_keeps_its_digits_where_it_takes_the_mesh_far_out() {
    let map = DVec3::new(6_378_137.25, 4_500_000.75, 120.5);
    let (shape, triangles) = torus(8, 8);
    let there: Vec<_> = shape.iter().map(|&p| (map + DVec3::from(p)).to_array()).collect();
    for (from, to) in [(&shape, &there), (&there, &shape)] {
        let mut mesh = Mesh::new(from, &triangles).expect("a mesh");
        let half = to.len() / 2;
        mesh.update(0, &to[..half]).expect("finite");
        mesh.update(half, &to[half..]).expect("finite");
        let off = |vertex: usize| (mesh.vertex(vertex as u32) - DVec3::from(to[vertex])).abs().max_element();
        let most = (0..to.len()).skip(half).map(off).fold(0.0, f64::max);
        assert!(most < 1e-6, "{most}");
        assert!(mesh.bounds().size().max_element() < 7.0, "{:?}", mesh.bounds());
    }
}

#[test]
fn an_update_of_some_vertices_is_that_of_all() {
    let mut random = seeded();
    let (rest, triangles) = torus(40, 40);
    let mut mesh = Mesh::new(&in_f32(&rest), &triangles).expect("a mesh");
    let mut present = in_f32(&rest);
    for round in 0..30 {
        let first = random.usize(0..present.len());
        let n = random.usize(0..[4, 30, 900][round % 3]).min(present.len() - first);
        for corner in &mut present[first..first + n] {
            *corner = (DVec3::from(corner.map(f64::from)) + 0.2 * vector(&mut random)).as_vec3().to_array();
        }
        mesh.update(first, &present[first..first + n]).expect("finite");
        let fresh = Mesh::new(&present, &triangles).expect("a mesh");
        assert_eq!(mesh.bounds().union(fresh.bounds()), mesh.bounds());
        compare(&mesh, &fresh, 20, &mut random, &format!("{n} from {first}, round {round}"));
    }
}

#[test]
fn a_new_tree_is_built_beside_and_fits_a_mesh_that_moved_on() {
    let mut random = seeded();
    let (rest, triangles) = torus(40, 40);
    let mut mesh = Mesh::new(&in_f32(&rest), &triangles).expect("a mesh");
    // Neighbours apart.
    let torn: Vec<[f32; 3]> =
        in_f32(&rest).iter().enumerate().map(|(i, p)| p.map(|x| if i % 3 == 0 { -x } else { x })).collect();
    mesh.refit(&torn).expect("finite");
    let worn = mesh.tree_cost_ratio();
    let copy = IndexedMesh::clone(&mesh);
    let fresh_tree = std::thread::spawn(|| copy.build()).join().expect("no panic").expect("memory");
    for moved_on in [torn.clone(), in_f32(&step(&rest, 3))] {
        mesh.refit(&moved_on).expect("finite");
        mesh.swap_tree(fresh_tree.clone()).expect("memory");
        let fresh = Mesh::new(&moved_on, &triangles).expect("a mesh");
        assert_eq!(mesh.bounds(), fresh.bounds());
        compare(&mesh, &fresh, 100, &mut random, "");
    }
    mesh.refit(&torn).expect("finite");
    mesh.rebuild().expect("memory");
    assert!(mesh.tree_cost_ratio() == 1.0 && worn > 1.0, "{worn}");
    compare(&mesh, &Mesh::new(&torn, &triangles).expect("a mesh"), 100, &mut random, "");
}

#[test]
fn what_cannot_be_a_position_leaves_a_mesh_as_it_was() {
    let mut random = seeded();
    let (rest, triangles) = torus(8, 8);
    let mut positions = in_f32(&rest);
    positions.push([9.0; 3]);
    let mut mesh = Mesh::new(&positions, &triangles).expect("a mesh");
    let before = mesh.clone();
    let mut wrong = positions.clone();
    wrong[7] = [0.0, f32::NAN, 1.0];
    let refused = |error: MeshError| error.to_string();
    let not_finite = "vertex 7 is not finite (0, NaN, 1): leave it out or correct it";
    assert_eq!(refused(mesh.refit(&wrong).expect_err("NaN")), not_finite);
    assert_eq!(refused(mesh.update(5, &wrong[5..9]).expect_err("NaN")), not_finite);
    let far = vec![[1e300, 0.0, 0.0]; positions.len()];
    assert!(matches!(mesh.update(3, &far[..1]), Err(MeshError::TooFar { vertex: 3, .. })));
    let too_few = refused(mesh.refit(&positions[1..]).expect_err("too few"));
    assert_eq!(too_few, "64 positions were given for 65 vertices: give one for each");
    assert!(matches!(mesh.update(60, &positions[..6]), Err(MeshError::VertexCount { given: 6, wanted: 5 })));
    for (first, given) in [(65, 1), (66, 0), (66, 1), (usize::MAX, 1), (usize::MAX, 0)] {
        let error = mesh.update(first, Positions::from(&positions[..given])).expect_err("no such vertex").to_string();
        assert!(error.contains(&format!("from vertex {first} on, but there are only 65 vertices")), "{error}");
    }
    mesh.update(65, &positions[..0]).expect("nothing moves");
    let tiny: Vec<_> = positions.iter().map(|p| p.map(|x| 1e-50 * f64::from(x))).collect();
    assert!(matches!(mesh.refit(&tiny), Err(MeshError::TooSmall { .. })));
    assert!(matches!(mesh.update(0, &tiny), Err(MeshError::TooSmall { .. })));
    let huge: Vec<_> = positions.iter().map(|p| p.map(|x| 1e263 * (2.0 + f64::from(x).abs()))).collect();
    assert!(mesh.refit(&huge).expect_err("too large").to_string().ends_with("scale it down"));
    assert_eq!((mesh.positions(), mesh.bounds()), (before.positions(), before.bounds()));
    compare(&mesh, &before, 50, &mut random, "");

    // A vertex that no triangle uses may be anything, and takes nothing from the others.
    for anything in [[f32::NAN; 3], [f32::INFINITY; 3], [1e30; 3]] {
        positions[64] = anything;
        mesh.refit(&positions).expect("unused");
        assert_eq!(mesh.bounds(), before.bounds());
        compare(&mesh, &before, 50, &mut random, "");
    }
}

/// Three corners of a triangle, and a vertex that it does not use.
fn triangle_at([x, y, z]: [f64; 3], unused: [f64; 3]) -> [[f64; 3]; 4] {
    [[x, y, z], [x + 0.5, y, z], [x, y + 0.4, z], unused]
}

#[test]
fn positions_in_f32_bring_a_mesh_home_from_far_out() {
    let far = triangle_at([6_378_137.25, 4_500_000.75, 120.5], [0.0; 3]);
    let mut mesh = Mesh::new(&far, &[[0_u32, 1, 2]]).expect("a mesh");
    assert_ne!(mesh.origin(), DVec3::ZERO);
    mesh.refit(&[[0.1_f32, 0.2, 0.0], [0.6, 0.2, 0.0], [0.1, 0.6, 0.0], [0.0; 3]]).expect("finite");
    let corners = [mesh.triangle(0).a, mesh.triangle(0).b, mesh.triangle(0).c].map(|p| p.as_vec3().to_array());
    assert_eq!(corners, [[0.1, 0.2, 0.0], [0.6, 0.2, 0.0], [0.1, 0.6, 0.0]]);
}

#[test]
fn a_vertex_that_nobody_uses_keeps_no_mesh_at_its_old_origin() {
    let mut mesh = Mesh::new(&triangle_at([0.1, 0.2, 0.0], [0.3; 3]), &[[0_u32, 1, 2]]).expect("a mesh");
    let [x, y, z] = [6_378_137.25, 4_500_000.2, 120.5];
    mesh.refit(&triangle_at([x, y, z], [0.3; 3])).expect("finite");
    let ray = Ray::between(DVec3::new(x + 0.1, y + 0.02, z + 9.0), DVec3::new(x + 0.1, y + 0.02, z));
    let hit = mesh.closest_hit(&ray, Culling::None).expect("a hit");
    assert!((hit.u - 0.2).abs() < 1e-6 && (hit.v - 0.05).abs() < 1e-6, "{hit:?}");
}
