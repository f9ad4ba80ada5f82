//! Triangles in boxes, balls and frusta, and the closest point, of every triangle by exact rationals.

use crate::closest_point::squared_to_triangle;
use crate::rational::{Point, clipped, dot, exact};
use crate::*;
use pickray::geometry::{Frustum, HalfSpace};
use pickray::mesh::{Region, RegionTest};

/// How far a point lies within a half-space, times the length of its normal.
fn slack(half_space: &HalfSpace, point: &Point) -> BigRational {
    rational(half_space.offset) - dot(&exact(half_space.normal), point)
}

/// Whether something of a triangle is left when what lies beyond each plane is cut off.
fn is_left_by_planes(corners: &[Point; 3], half_spaces: &[HalfSpace]) -> bool {
    let cut = |polygon: Vec<Point>, half_space| clipped(&polygon, |corner| slack(half_space, corner));
    !half_spaces.iter().fold(corners.to_vec(), cut).is_empty()
}

fn sides(aabb: &Aabb) -> Vec<HalfSpace> {
    let of_axis = |axis: DVec3| [HalfSpace::new(axis, axis.dot(aabb.max)), HalfSpace::new(-axis, -axis.dot(aabb.min))];
    DVec3::AXES.into_iter().flat_map(of_axis).collect()
}

/// Whether the triangle passes, by rationals.
fn passes(region: Region, test: RegionTest, triangle: &Triangle) -> bool {
    let corners = triangle.corners().map(exact);
    let third = BigRational::new(1.into(), 3.into());
    let centroid: Point = std::array::from_fn(|k| (&corners[0][k] + &corners[1][k] + &corners[2][k]) * &third);
    let by_planes = |half_spaces: &[HalfSpace]| match test {
        RegionTest::Touching => is_left_by_planes(&corners, half_spaces),
        RegionTest::Inside => {
            corners.iter().all(|corner| half_spaces.iter().all(|it| !slack(it, corner).is_negative()))
        }
        RegionTest::Centroid => half_spaces.iter().all(|it| !slack(it, &centroid).is_negative()),
    };
    match region {
        Region::Box(aabb) => by_planes(&sides(aabb)),
        Region::Frustum(frustum) => by_planes(frustum.half_spaces()),
        Region::Sphere(sphere) => {
            let (center, radius) = (exact(sphere.center), rational(sphere.radius));
            let within = |squared: BigRational| squared <= &radius * &radius;
            let holds = |point: &Point| {
                let way: Point = std::array::from_fn(|k| &point[k] - &center[k]);
                within(dot(&way, &way))
            };
            match test {
                RegionTest::Touching => within(squared_to_triangle(&center, &corners)),
                RegionTest::Inside => corners.iter().all(holds),
                RegionTest::Centroid => holds(&centroid),
            }
        }
    }
}

/// A mesh of up to some triangles that share corners, some of them twice, turned or without area; of whole numbers, or
/// any, or far out.
pub fn mesh(random: &mut Rng, kind: usize, most: usize) -> Mesh {
    let far = [DVec3::ZERO, DVec3::ZERO, DVec3::new(6_378_137.0, 4_500_000.0, 0.0)][kind];
    let n_positions = random.usize(4..60);
    let mut coordinate = || match kind {
        0 => f64::from(random.i32(-6..=6)),
        1 => (random.f64() - 0.5) * 12.0,
        _ => f64::from(random.i32(-48..=48)) / 8.0,
    };
    let positions: Vec<[f64; 3]> =
        (0..n_positions).map(|_| (far + DVec3::new(coordinate(), coordinate(), coordinate())).to_array()).collect();
    let mut triangles: Vec<[u32; 3]> = Vec::new();
    for _ in 0..random.usize(1..most) {
        let earlier = triangles.get(random.usize(..triangles.len().max(1))).copied();
        match (random.u8(..8), earlier) {
            (0, Some([a, b, c])) => triangles.extend([[a, b, c], [b, c, a], [a, c, b]].repeat(random.usize(1..4))),
            (1, Some([a, _, _])) => triangles.push([a, a, random.u32(..n_positions as u32)]),
            _ => triangles.push(std::array::from_fn(|_| random.u32(..n_positions as u32))),
        }
    }
    Mesh::new(&positions, triangles).expect("a mesh")
}

/// A point of the mesh's kind near it.
fn point(random: &mut Rng, mesh: &Mesh, whole: bool) -> DVec3 {
    let mut coordinate = || if whole { f64::from(random.i32(-7..=7)) } else { (random.f64() - 0.5) * 14.0 };
    mesh.origin() + DVec3::new(coordinate(), coordinate(), coordinate())
}

fn check(mesh: &Mesh, region: Region, told: &str) -> usize {
    let mut found = 0;
    for test in [RegionTest::Touching, RegionTest::Inside, RegionTest::Centroid] {
        let triangles = mesh.triangles_in(region, test);
        let all = 0..mesh.n_triangles() as u32;
        let expected: Vec<u32> = all.filter(|&index| passes(region, test, &mesh.triangle(index))).collect();
        assert_eq!(triangles, expected, "{told}: {region:?} {test:?}");
        assert_eq!(mesh.any_triangle_in(region, test), !expected.is_empty(), "{told}: {region:?} {test:?}");
        assert_eq!(mesh.some_triangles_in(region, test, expected.len()), Some(expected), "{told}: {region:?} {test:?}");
        if !triangles.is_empty() {
            assert_eq!(mesh.some_triangles_in(region, test, triangles.len() - 1), None, "{told}: {region:?} {test:?}");
        }
        found += triangles.len();
    }
    found
}

#[test]
fn boxes_balls_and_frusta_hold_what_rationals_say_also_when_a_mesh_has_moved() {
    let mut random = seeded();
    let mut found = [0; 3];
    for round in 0..90 {
        let told = format!("round {round}");
        let mut mesh = mesh(&mut random, round % 3, 120);
        if round % 6 == 1 {
            let mut moved = || (0..mesh.n_vertices()).map(|_| [0; 3].map(|_| random.i32(-6..=6) as f32)).collect();
            let moved: [Vec<[f32; 3]>; 2] = [moved(), moved()];
            moved.iter().for_each(|moved| mesh.refit(moved).expect("finite positions"));
        }
        let whole = round % 2 == 0;
        let [p, q, r] = [0; 3].map(|_| point(&mut random, &mesh, whole));
        found[0] += check(&mesh, Region::Box(&Aabb::new(p.min(q), p.max(q))), &told);
        let radius = if whole { f64::from(random.i32(0..9)) } else { random.f64() * 9.0 };
        found[1] += check(&mesh, Region::Sphere(&Sphere { center: r, radius }), &told);

        // Up to seven planes through points near the mesh, of which more than one may be the same.
        let half_spaces = (0..random.usize(1..8)).map(|_| {
            let normal = point(&mut random, &mesh, true) - mesh.origin();
            let through = point(&mut random, &mesh, whole);
            let offset = normal.dot(through) + f64::from(random.i32(0..60));
            HalfSpace::new(normal, offset)
        });
        let frustum = Frustum::new(half_spaces.collect::<Vec<_>>()).expect("finite");
        found[2] += check(&mesh, Region::Frustum(&frustum), &told);
    }
    assert!(found.iter().all(|&found| found > 200), "{found:?}");
}

#[test]
fn each_triangle_is_told_once_and_regions_without_points_hold_none() {
    let mesh = mesh(&mut seeded(), 1, 120);
    let all: Vec<u32> = (0..mesh.n_triangles() as u32).collect();
    let everything = Frustum::new([]).expect("no planes");
    for region in [
        Region::Frustum(&everything),
        Region::Box(&Aabb::new(DVec3::NEG_INFINITY, DVec3::INFINITY)),
        Region::Sphere(&Sphere { center: DVec3::ZERO, radius: 1e200 }),
    ] {
        let mut told = Vec::new();
        mesh.for_each_triangle_in(region, RegionTest::Inside, |triangle| told.push(triangle));
        told.sort_unstable();
        assert_eq!(told, all, "{region:?}");
    }
    let nothing = Frustum::new([HalfSpace::new(DVec3::X, -99.0), HalfSpace::new(-DVec3::X, -99.0)]).expect("finite");
    for region in [
        Region::Frustum(&nothing),
        Region::Box(&Aabb::EMPTY),
        Region::Box(&Aabb::new(DVec3::NAN, DVec3::ONE)),
        Region::Sphere(&Sphere { center: DVec3::ZERO, radius: -1.0 }),
        Region::Sphere(&Sphere { center: DVec3::ZERO, radius: f64::INFINITY }),
        Region::Sphere(&Sphere { center: DVec3::NAN, radius: 1.0 }),
    ] {
        mesh.for_each_triangle_in(region, RegionTest::Touching, |triangle| panic!("{triangle} in {region:?}"));
    }
}

#[test]
fn the_closest_point_of_a_mesh_is_that_of_its_closest_triangle() {
    let mut random = seeded();
    for round in 0..150 {
        let mesh = mesh(&mut random, round % 3, 120);
        let at = point(&mut random, &mesh, round % 2 == 0);
        let of_triangle = |index: u32| (mesh.triangle(index).closest_point(at), index);
        let by_distance = |(closest, index): &(pickray::geometry::ClosestPoint, u32)| (closest.distance, *index);
        let all = (0..mesh.n_triangles() as u32).map(of_triangle);
        let (expected, index) =
            all.min_by(|p, q| by_distance(p).partial_cmp(&by_distance(q)).expect("numbers")).expect("a triangle");
        let found = mesh.closest_point(at, f64::INFINITY).expect("there is one");
        assert_eq!((found.triangle, found.closest), (index, expected), "round {round}");
        assert_eq!(mesh.closest_point(at, expected.distance), Some(found));
        assert_eq!(mesh.closest_point(at, expected.distance.next_down()), None);
    }
    assert_eq!(mesh(&mut random, 0, 120).closest_point(DVec3::NAN, 1.0), None);
}
