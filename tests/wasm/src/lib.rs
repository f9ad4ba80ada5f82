//! Reads OBJ text, picks in the mesh, and returns all that it found as numbers.
//!
//! A host without a system, such as node, writes the text where [`text`] says and reads what [`answers`] leaves behind.

use glam::{DMat4, DVec2, DVec3};
use pickray::accel::{AabbTree, PairFinder};
use pickray::geometry::{Aabb, Frustum, HalfSpace, Ray, Sphere};
use pickray::intersect::Culling;
use pickray::math::{ClipSpace, Viewport, pick_ray_in};
use pickray::mesh::{Defects, Indices, Load, Mesh, Positions, RegionTest};
use pickray::work::Progress;
use std::cell::RefCell;

/// Pixels on each side of the picture.
const SIDE: i32 = 40;

thread_local! {
    static TEXT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static ANSWERS: RefCell<Vec<f64>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a text of so many bytes and returns where it is.
#[unsafe(no_mangle)]
pub extern "C" fn text(length: usize) -> *mut u8 {
    TEXT.with_borrow_mut(|text| {
        text.resize(length, 0);
        text.as_mut_ptr()
    })
}

/// Works the text through and returns where the numbers are that came of it.
#[unsafe(no_mangle)]
pub extern "C" fn answers() -> *const f64 {
    let answers = TEXT.with_borrow(|text| all_answers(text));
    ANSWERS.replace(answers);
    ANSWERS.with_borrow(|answers| answers.as_ptr())
}

/// How many numbers there are.
#[unsafe(no_mangle)]
pub extern "C" fn answers_len() -> usize {
    ANSWERS.with_borrow(Vec::len)
}

/// What the library says of the mesh in an OBJ text.
pub fn all_answers(text: &[u8]) -> Vec<f64> {
    let (mesh, report) = Load::bytes("text.obj", text).mesh().expect("a mesh");
    let mut numbers = vec![report.lines as f64, report.vertices as f64, report.triangles as f64];
    let defects = Defects::of(&mesh).expect("memory");
    numbers.extend([defects.open_edges as f64, defects.unused_vertices as f64]);
    let fits = mesh.bounding_fits(500, &Progress::default()).expect("nobody stops it");
    numbers.extend(fits.iter().map(|fit| fit.counts.in_vain() as f64));
    picture(&mesh, &mut numbers);

    // The same far out, from f64 in memory, seen from where it was.
    let far = DVec3::new(500_000.0, 0.0, 4_500_000.0);
    let positions: Vec<[f64; 3]> =
        (0..mesh.n_vertices() as u32).map(|vertex| (mesh.vertex(vertex) + far).to_array()).collect();
    let moved = Mesh::new(Positions::from(&positions).z_up(), mesh.triangles()).expect("a mesh");
    numbers.extend(moved.origin().to_array());
    picture(&moved, &mut numbers);
    from_near_zero(&moved, &mut numbers);
    along_axes(&mesh, &mut numbers);
    regions(&mesh, &mut numbers);
    pairs(&mesh, &mut numbers);
    numbers
}

/// The hits of rays through each pixel of a picture of the mesh, as wgpu would draw it, and all of them through some.
fn picture(mesh: &Mesh, numbers: &mut Vec<f64>) {
    let Aabb { min, max } = mesh.bounds();
    let (middle, reach) = (0.5 * (min + max), (max - min).length());
    let modelview = DMat4::from_translation(-middle - 2.0 * reach * DVec3::Z);
    let (near, far) = (0.5 * reach, 8.0 * reach);
    let projection = DMat4::from_cols_array_2d(&[
        [2.0, 0.0, 0.0, 0.0],
        [0.0, 2.0, 0.0, 0.0],
        [0.0, 0.0, far / (near - far), -1.0],
        [0.0, 0.0, near * far / (near - far), 0.0],
    ]);
    let viewport = Viewport { x: 0, y: 0, width: SIDE, height: SIDE };
    for pixel in 0..SIDE * SIDE {
        let window = DVec2::new(f64::from(pixel % SIDE) + 0.5, f64::from(pixel / SIDE) + 0.5);
        let ray = pick_ray_in(window, &modelview, &projection, viewport, ClipSpace::WGPU).expect("a ray");
        let ray = Ray::between(ray.near, ray.far);
        match mesh.closest_hit(&ray, Culling::Back) {
            Some(hit) => numbers.extend([f64::from(hit.triangle), hit.t, hit.u, hit.v]),
            None => numbers.push(-1.0),
        }
        if pixel % 7 == 0 {
            numbers.extend(mesh.all_hits(&ray, Culling::None).iter().map(|hit| f64::from(hit.triangle)));
        }
    }
}

/// The hits of rays from near zero at corners and edges far out, whose way loses nothing on the way to the mesh.
fn from_near_zero(mesh: &Mesh, numbers: &mut Vec<f64>) {
    let at_a_thousand = [[1000.0_f64, 0.0, 0.0], [1001.0, 0.0, 0.0], [1000.0, 1.0, 0.0]];
    let small = Mesh::new(&at_a_thousand, Indices::IN_ORDER).expect("a mesh");
    let mut tell = |mesh: &Mesh, origin: DVec3, direction: DVec3| {
        let ray = Ray::from_direction(origin, direction).expect("a direction");
        let hits = mesh.all_hits(&ray, Culling::None);
        numbers.extend(hits.iter().flat_map(|hit| [f64::from(hit.triangle), hit.t, hit.u, hit.v]));
        numbers.push(-1.0);
    };
    tell(&small, DVec3::new(3.6, 0.4, -2.0), DVec3::new(996.4, 0.09999999999999998, 2.0));
    tell(&small, DVec3::new(1.2, -1.2, 5.0), DVec3::new(999.0, 2.0, -5.0));
    for triangle in (0..mesh.n_triangles() as u32).step_by(31) {
        let [a, b, _] = mesh.triangle(triangle).corners();
        for (aim, part) in [(a, 0.1), (b, 0.7), (0.5 * (a + b), 1.0 / 3.0)] {
            let origin = part * DVec3::new(11.0, -7.0, 13.0);
            tell(mesh, origin, part * (aim - origin));
        }
    }
}

/// The hits of rays along and almost along each axis, both ways, through vertices, from outside, within and far away.
fn along_axes(mesh: &Mesh, numbers: &mut Vec<f64>) {
    for vertex in (0..mesh.n_vertices() as u32).step_by(97) {
        let at = mesh.vertex(vertex);
        for axis in [DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(1.0, -0.0, 1e-40), DVec3::new(-1e-9, 1.0, 0.0)] {
            for (reach, direction) in [(10.0, axis), (0.1, -axis), (1e4, axis), (1e20, -axis)] {
                let ray = Ray::from_direction(at - reach * direction, direction).expect("a direction");
                match mesh.closest_hit(&ray, Culling::None) {
                    Some(hit) => numbers.extend([f64::from(hit.triangle), hit.t, hit.u, hit.v]),
                    None => numbers.push(-1.0),
                }
                numbers.extend(mesh.all_hits(&ray, Culling::None).iter().map(|hit| f64::from(hit.triangle)));
            }
        }
    }
}

/// What lies in a ball and in a frustum around a part of the mesh, and what is closest to points about it.
fn regions(mesh: &Mesh, numbers: &mut Vec<f64>) {
    let Aabb { min, max } = mesh.bounds();
    let (middle, size) = (0.5 * (min + max), max - min);
    let ball = Sphere { center: min + 0.25 * size, radius: 0.25 * size.length() };
    let planes = [DVec3::ONE, DVec3::new(-1.0, 0.5, 0.0), DVec3::new(0.0, -1.0, 0.25)];
    let frustum = Frustum::new(planes.map(|normal| HalfSpace::new(normal, normal.dot(middle)))).expect("finite planes");
    for test in [RegionTest::Touching, RegionTest::Inside] {
        numbers.extend(mesh.triangles_in(&ball, test).into_iter().map(f64::from));
        numbers.extend(mesh.triangles_in(&frustum, test).into_iter().map(f64::from));
    }
    for corner in mesh.bounds().corners() {
        let found = mesh.closest_point(corner, f64::INFINITY).expect("a point");
        numbers.extend([f64::from(found.triangle), found.closest.distance]);
    }
}

/// The pairs of triangles in which the mesh meets itself, moved by a quarter of its size.
fn pairs(mesh: &Mesh, numbers: &mut Vec<f64>) {
    let tree = AabbTree::build(mesh.positions(), mesh.triangles());
    let moved = glam::DAffine3::from_translation(0.25 * mesh.bounds().size());
    let mut pairs = Vec::new();
    PairFinder::new().all(&tree, &tree, &moved, |a, b| pairs.push([a, b]));
    pairs.sort_unstable();
    numbers.extend(pairs.as_flattened().iter().map(|&triangle| f64::from(triangle)));
}
