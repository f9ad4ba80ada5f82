//! The ray tree, walked in every way, against whole numbers of any length.

use super::numbers::Numbers;
use crate::exact_rays;
use crate::queries::{check_ray, exact};
use glam::DVec3;
use pickray::accel::RayTree;
use pickray::geometry::Ray;
use pickray::mesh::Mesh;

fn point(p: [f32; 3]) -> DVec3 {
    DVec3::from(p.map(f64::from))
}

/// Checks what the bytes make.
pub fn check(bytes: &[u8]) {
    let mut numbers = Numbers::new(bytes, 0.0..=f64::MAX);
    let vertices = 3 + u32::from(numbers.byte()) % 30;
    let positions: Vec<[f32; 3]> =
        (0..vertices).map(|_| [numbers.single(), numbers.single(), numbers.single()]).collect();
    let count = 1 + u32::from(numbers.byte()) % 60;
    let mut corner = |index: u32| (u32::from(numbers.byte()) + index) % vertices;
    let triangles: Vec<[u32; 3]> = (0..count).map(|index| std::array::from_fn(|_| corner(index))).collect();
    let tree = RayTree::build(&positions, &triangles).expect("memory");
    let trees = [tree.clone().portable(), tree];
    for _ in 0..6 {
        let aim = point(positions[usize::from(numbers.byte()) % positions.len()]);
        let ray = ray_at(&mut numbers, aim);
        let expected = exact(&exact_rays::hits(&positions, &triangles, [ray.origin, ray.target].map(|p| p.to_array())));
        trees.iter().for_each(|tree| check_ray(tree, &ray, &expected, || format!("{positions:?} {triangles:?}")));
    }

    // The same about another place, as a mesh that may have an origin of its own.
    let place = numbers.point();
    let moved: Vec<[f64; 3]> = positions.iter().map(|&p| (point(p) + place).to_array()).collect();
    let Ok(mesh) = Mesh::new(&moved, &triangles) else { return };
    let corners: Vec<[f64; 3]> = (0..vertices).map(|vertex| mesh.vertex(vertex).to_array()).collect();
    for _ in 0..4 {
        let aim = DVec3::from(corners[usize::from(numbers.byte()) % corners.len()]);
        let ray = ray_at(&mut numbers, aim);
        let ends = [ray.origin, ray.target].map(|p| p.to_array());
        // Beyond, a difference of two coordinates may have no number.
        if ends.as_flattened().iter().chain(corners.as_flattened()).all(|x| x.abs() < 1e300) {
            let expected = exact(&exact_rays::hits_moved((&corners, [0.0; 3], &triangles), ends, false));
            check_ray(&mesh, &ray, &expected, || format!("{corners:?} {triangles:?}"));
        }
    }
}

/// A ray to `aim`, from it, along an axis to it, or anywhere.
fn ray_at(numbers: &mut Numbers, aim: DVec3) -> Ray {
    match numbers.byte() % 4 {
        0 => Ray::between(numbers.point(), aim),
        1 => Ray::between(aim, numbers.point()),
        2 => {
            let mut origin = aim;
            origin[usize::from(numbers.byte()) % 3] = numbers.number();
            Ray::between(origin, aim)
        }
        _ => Ray::between(numbers.point(), numbers.point()),
    }
}
