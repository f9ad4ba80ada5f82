//! Meshes with their trees as bytes: they answer as before, and what somebody changed is refused or answers soundly.

use crate::fuzzed::saved_mesh::{HEAD, check_changed, rays};
use crate::queries::{check_ray, of_one};
use crate::*;
use pickray::mesh::{Indices, Positions, RestoreError};

fn assert_answers_alike(random: &mut Rng, a: &Mesh, b: &Mesh) {
    for ray in rays(random, a) {
        check_ray(b, &ray, &of_one(a.all_hits(&ray, Culling::None)), String::new);
        let points = [ray.origin, ray.target].map(|point| [a, b].map(|mesh| mesh.closest_point(point, f64::INFINITY)));
        assert!(points.iter().all(|[a, b]| a == b), "{ray:?}");
    }
}

/// A mesh of equal triangles, more than a leaf holds, some apart, at map coordinates.
fn with_duplicates() -> Mesh {
    let corners: Vec<[f64; 3]> =
        (0..40).map(|i| [5e6 + f64::from(i % 7), 4e6 + f64::from(i % 3), f64::from(i * i % 11)]).collect();
    let triangles: Vec<u32> =
        (0..200u32).flat_map(|i| if i % 2 == 0 { [0, 1, 2] } else { [i % 40, 3, (i * 7) % 40] }).collect();
    Mesh::new(Positions::from(&corners), Indices::from(&triangles)).expect("a mesh")
}

#[test]
fn a_mesh_that_was_saved_answers_as_before_and_goes_on_moving() {
    let mut random = seeded();
    let samples = [Sample::Triangle, Sample::Cube, Sample::Icosphere, Sample::TorusKnot];
    let meshes = samples.map(|sample| sample.mesh().expect("a mesh")).into_iter().chain([with_duplicates()]);
    for mesh in meshes {
        let mut again = Mesh::restore(&mesh.save()).expect("the bytes are as they were");
        assert_eq!((again.origin(), again.positions()), (mesh.origin(), mesh.positions()));
        assert_eq!(again.bounds(), mesh.bounds());
        assert_answers_alike(&mut random, &mesh, &again);
        assert_eq!(Mesh::restore(&again.save()).expect("again").triangles(), mesh.triangles());

        let moved: Vec<[f64; 3]> =
            (0..mesh.n_vertices() as u32).map(|i| (mesh.vertex(i) * DVec3::new(1.0, 1.5, 0.5)).to_array()).collect();
        let mut fresh = mesh.clone();
        again.refit(&moved).expect("memory");
        fresh.refit(&moved).expect("memory");
        assert_answers_alike(&mut random, &fresh, &again);
    }
}

#[test]
fn bytes_that_are_cut_off_damaged_or_of_another_version_are_refused() {
    let saved = Sample::Icosphere.mesh().expect("a mesh").save();
    let refused = |bytes: &[u8]| Mesh::restore(bytes).expect_err("it is no saved mesh");
    assert_eq!(refused(b"OFF 3 1 0"), RestoreError::NotSaved);
    assert_eq!(refused(&[]), RestoreError::NotSaved);
    for version in [3, 5] {
        let mut other = saved.clone();
        other[HEAD - 1] = version;
        assert_eq!(refused(&other), RestoreError::Version(version));
    }
    for n in (HEAD..saved.len()).step_by(997) {
        assert_eq!(refused(&saved[..n]), RestoreError::Damaged, "{n} bytes");
    }
    let mut random = seeded();
    for _ in 0..2_000 {
        let mut damaged = saved.clone();
        damaged[random.usize(HEAD..saved.len())] ^= 1 << random.u32(0..8);
        assert_eq!(refused(&damaged), RestoreError::Damaged);
    }
}

#[test]
fn any_two_bits_that_flip_are_found() {
    let saved = Sample::Cube.mesh().expect("a mesh").save();
    let mut random = seeded();
    let flip_all = |places: &[usize]| {
        let mut damaged = saved.clone();
        places.iter().for_each(|place| damaged[place / 8] ^= 1 << (place % 8));
        assert_eq!(Mesh::restore(&damaged).err(), Some(RestoreError::Damaged), "{places:?}");
    };
    // The highest bit of a word, and each of the next word's.
    for word in HEAD / 8..saved.len() / 8 - 1 {
        (0..64).for_each(|bit| flip_all(&[64 * word + 63, 64 * (word + 1) + bit]));
    }
    let sample: Vec<_> = (0..110).map(|_| random.usize(8 * HEAD..8 * saved.len())).collect();
    for (k, p) in sample.iter().enumerate() {
        sample[..k].iter().filter(|q| *q != p).for_each(|q| flip_all(&[*p, *q]));
    }
}

#[test]
fn bytes_that_somebody_changed_on_purpose_are_refused_or_make_a_sound_mesh() {
    let mut random = seeded();
    let meshes = [Sample::Cube.mesh().expect("a mesh"), Sample::Icosphere.mesh().expect("a mesh"), with_duplicates()];
    let saved = meshes.each_ref().map(Mesh::save);
    let mut accepted = 0;
    for round in 0..6_000 {
        let (mesh, saved) = (&meshes[round % 3], &saved[round % 3]);
        // The origin, the root and the first count, the other two before the tree's, its own lines, or anything.
        let of_triangles = 36 + 12 * mesh.n_vertices();
        let of_duplicates = of_triangles + 8 + 12 * mesh.n_triangles();
        let spans = [
            0..36,
            of_triangles..of_triangles + 8,
            of_duplicates..of_duplicates + 16,
            saved.len() / 2..saved.len(),
            0..saved.len(),
        ];
        let span = spans[random.usize(..5)].clone();
        let changes: Vec<_> =
            (0..random.usize(1..4)).map(|_| (random.usize(span.clone()), 1 << random.u8(0..8))).collect();
        accepted += u32::from(check_changed(saved, &changes));
    }
    assert!((100..5_900).contains(&accepted), "{accepted} were accepted");
}
