//! Areas of the picture against exact rationals, triangle by triangle, and against the rays of every pixel.

pub mod oracle;

use crate::random_views::around;
use crate::regions;
use crate::*;
use oracle::Oracle;
use pickray::math::ClipSpace;
use pickray::mesh::{RegionTest, TriangleSet};
use pickray::pick::{AreaError, NoRay, ScreenRegion, SelectOptions, pick, pick_all, select_in};

const RULES: [RegionTest; 3] = [RegionTest::Touching, RegionTest::Inside, RegionTest::Centroid];

/// Up to three objects: turned, mirrored, scaled, hidden, or flattened by a scale of 0.
fn scene(random: &mut Rng, kind: usize) -> Scene {
    let mesh = Arc::new(regions::mesh(random, kind, 14));
    let object = |random: &mut Rng| {
        let to_middle = DMat4::from_translation(-mesh.origin());
        let shift = vector(random);
        let placed = match random.u8(..9) {
            0 | 1 => DMat4::IDENTITY,
            2 => DMat4::from_translation(shift) * DMat4::from_rotation_y(random.f64() * 6.0),
            3 => DMat4::from_scale(DVec3::new(1.0, -0.5, 1.5)),
            4..8 => DMat4::from_translation(shift) * DMat4::from_scale(DVec3::splat([0.1, 0.03][random.usize(..2)])),
            _ => DMat4::from_scale(DVec3::new(1.0, 0.0, 1.0)),
        };
        let around = mesh.origin();
        let world_from_object = DMat4::from_translation(around) * placed * to_middle;
        let world_from_object = if placed == DMat4::IDENTITY { placed } else { world_from_object };
        let object = Object::new("some", mesh.clone()).with_transform(world_from_object);
        let some = (0..mesh.n_triangles() as u32).filter(|_| random.u8(..8) == 0).collect();
        let hidden = if random.bool() { some } else { TriangleSet::default() };
        Object { visible: 0 < random.u8(..8), hidden, ..object }
    };
    (0..random.usize(1..4)).map(|_| object(random)).collect()
}

/// A view near a point: from afar or from within.
fn view(random: &mut Rng, point: DVec3) -> View {
    let picture = match random.u8(..3) {
        0 => (Viewport { x: 3, y: 2, width: 17, height: 14 }, FramebufferSize::new(24, 18)),
        _ => (Viewport::new(20, 16), FramebufferSize::new(20, 16)),
    };
    let distance = [1.0, 6.0, 14.0][random.usize(..3)];
    around(random, point, distance, picture)
}

/// A region in and around a picture of 24 × 18 pixels, of whole numbers or of any.
fn region(random: &mut Rng, kind: usize, whole: bool) -> ScreenRegion {
    let mut place = || {
        let (x, y) = (random.f64() * 30.0 - 3.0, random.f64() * 24.0 - 3.0);
        if whole { CursorPosition::new(x.round(), y.round()) } else { CursorPosition { x, y } }
    };
    match kind {
        0 => ScreenRegion::Rectangle { from: place(), to: place() },
        1 => {
            let mut points: Vec<CursorPosition> = (0..7).map(|_| place()).collect();
            // There and back over the same points, as a hand does.
            let (p, q) = (points[2], points[3]);
            points.splice(3..4, [q, p, q]);
            ScreenRegion::Lasso(points)
        }
        _ => ScreenRegion::Disc { center: place(), radius: place().x.abs() * 0.4 },
    }
}

fn ids(triangles: impl IntoIterator<Item = TriangleId>) -> BTreeSet<TriangleId> {
    triangles.into_iter().collect()
}

fn pixels(view: &View) -> impl Iterator<Item = CursorPosition> {
    let FramebufferSize { width, height } = view.framebuffer;
    (0..height).flat_map(move |y| (0..width).map(move |x| CursorPosition::new(f64::from(x), f64::from(y))))
}

/// What is visible, by the rays of all pixels and those to all centroids, among `through`.
fn visible(
    scene: &Scene,
    view: &View,
    region: &ScreenRegion,
    culling: Culling,
    through: &BTreeSet<TriangleId>,
) -> (BTreeSet<TriangleId>, usize) {
    let options = PickOptions { culling, ..PickOptions::default() };
    let (mut seen, mut covering) = (BTreeSet::new(), BTreeSet::new());
    for pixel in pixels(view) {
        let both = PickOptions::default();
        covering.extend(pick_all(scene, view, pixel, &both).iter().map(|hit| hit.id()));
        if oracle::holds(region, DVec2::new(pixel.x, pixel.y) + 0.5) {
            seen.extend(pick(scene, view, pixel, &options).map(|hit| hit.id()));
        }
    }
    let is_free = |id: &&TriangleId| {
        let object = &scene.objects()[id.object as usize];
        let centroid = object.mesh.triangle(id.triangle).centroid();
        let place = view.window_from_world(object.world_from_object.transform_point3(centroid));
        let ray = place.and_then(|place| view.ray(place.truncate()));
        let hits = ray.map(|ray| scene.all_hits(&ray.into(), RayOptions::from(culling).range(..=ray.t_max)));
        let hits = hits.unwrap_or_default();
        hits.iter().find(|hit| hit.id() == **id).is_some_and(|hit| hit.t <= hits[0].t)
    };
    let subpixel: BTreeSet<_> = through.iter().filter(|id| !covering.contains(id)).filter(is_free).copied().collect();
    let found = through.iter().filter(|id| seen.contains(id) || subpixel.contains(id)).copied().collect();
    (found, subpixel.len())
}

/// Compares all that is asked of a region; returns how many triangles each rule took, and how many subpixel triangles
/// were seen.
fn check(scene: &Scene, view: &View, region: &ScreenRegion, culling: Culling, told: &str) -> [usize; 4] {
    let mut found = [0; 4];
    for (k, test) in RULES.into_iter().enumerate() {
        let asked = |through| select_in(scene, view, region, &SelectOptions { test, through, culling });
        let Some(oracle) = Oracle::new(view, region) else {
            assert_eq!(asked(true).expect_err("nothing there"), AreaError::OffPicture, "{told}: {region:?}");
            continue;
        };
        let expected = ids(oracle.through(scene, test));
        let through = asked(true).expect("on the picture");
        assert_eq!(ids(through.triangles.iter()), expected, "{told}: {test:?} {region:?} {view:?}");
        let skipped =
            (0..).zip(scene.objects()).filter(|(_, object)| object.visible && object.object_from_world().is_none());
        assert_eq!(through.skipped, skipped.map(|(index, _)| index).collect::<Vec<u32>>(), "{told}");
        let (expected, subpixel) = visible(scene, view, region, culling, &expected);
        let seen = asked(false).expect("on the picture");
        assert_eq!(ids(seen.triangles.iter()), expected, "{told}: visible, {test:?} {region:?} {view:?}");
        found[k] += through.triangles.len();
        found[3] += subpixel;
    }
    found
}

#[test]
fn regions_of_any_view_take_what_rationals_and_the_rays_of_all_pixels_say() {
    let mut random = seeded();
    let mut found = [0; 4];
    for round in 0..108 {
        let told = format!("round {round}");
        let scene = scene(&mut random, round % 3);
        let view = view(&mut random, scene.objects()[0].mesh.origin());
        let region = region(&mut random, round / 3 % 3, round % 2 == 0);
        let culling = [Culling::None, Culling::Back, Culling::Front][round / 9 % 3];
        let counts = check(&scene, &view, &region, culling, &told);
        found.iter_mut().zip(counts).for_each(|(all, of_round)| *all += of_round);
    }
    assert!(found.iter().all(|&found| found > 30), "{found:?}");
}

/// An orthographic view in which a unit is a pixel and x, y of the world are those of the picture's lower left.
fn pixel_view() -> View {
    let framebuffer = FramebufferSize::new(16, 16);
    let (eye, target) = (DVec3::new(8.0, 8.0, 16.0), DVec3::new(8.0, 8.0, 0.0));
    let camera = Camera::look_at(eye, target, DVec3::Y);
    let projection = Projection::Orthographic { height: 16.0 };
    View::new(Camera { projection, near: 8.0, far: 24.0, ..camera }, framebuffer)
}

#[test]
fn corners_and_edges_that_touch_a_region_exactly_belong_to_it() {
    let mut random = seeded();
    let view = pixel_view();
    let mut found = [0; 4];
    for round in 0..120 {
        let mut positions: Vec<[f64; 3]> = Vec::new();
        for _ in 0..25 {
            let (around, size) = ([0; 2].map(|_| random.i32(0..=16)), random.i32(1..=6));
            let corner = |_| {
                let [x, y] = around.map(|middle| f64::from(middle + random.i32(-size..=size)));
                [x, y, f64::from(random.i32(-2..=18)) * 0.5]
            };
            positions.extend([0; 3].map(corner));
        }
        let n = positions.len() as u32;
        let mut triangles: Vec<[u32; 3]> = (0..n / 3).map(|i| [3 * i, 3 * i + 1, 3 * i + 2]).collect();
        triangles.extend([[0, 1, 1], [2, 2, 2]]);
        // Walls that are seen edge-on.
        let walls = positions.iter().map(|[x, y, _]| [*x, *y, 8.0]).collect::<Vec<_>>();
        let positions = [positions, walls].concat();
        triangles.extend((0..6).map(|i| [i, i + n, i + 1]));
        let scene = Scene::of(Object::new("whole", Mesh::new(&positions, triangles).expect("a mesh").into()));
        let region = region(&mut random, round % 3, true);
        let counts = check(&scene, &view, &region, Culling::None, &format!("round {round}"));
        found.iter_mut().zip(counts).for_each(|(all, of_round)| *all += of_round);
    }
    assert!(found[..3].iter().all(|&found| found > 100), "{found:?}");
}

#[test]
fn regions_that_are_none_and_views_without_a_picture_are_told() {
    let scene = Scene::of(Object::new("cube", Sample::Cube.mesh().expect("a mesh").into()));
    let view = pixel_view();
    let told = |view: &View, region: ScreenRegion| {
        select_in(&scene, view, &region, &SelectOptions::default()).expect_err("no region")
    };
    let (p, q) = (CursorPosition::new(1.0, 2.0), CursorPosition::new(5.0, 5.0));
    let disc = |center: CursorPosition, radius: f64| ScreenRegion::Disc { center, radius };
    for (points, n) in [(vec![], 0), (vec![p], 1), (vec![p, q, p, q, q], 2)] {
        assert_eq!(told(&view, ScreenRegion::Lasso(points)), AreaError::TooFewPoints(n));
    }
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(told(&view, ScreenRegion::Lasso(vec![p, q, CursorPosition::new(bad, 1.0)])), AreaError::NotFinite);
        assert_eq!(told(&view, disc(p, bad)), AreaError::NotFinite);
        let rectangle = ScreenRegion::Rectangle { from: p, to: CursorPosition::new(2.0, bad) };
        assert_eq!(told(&view, rectangle), AreaError::NotFinite);
    }
    assert_eq!(told(&view, disc(p, -1.0)), AreaError::NotFinite);
    assert_eq!(told(&view, disc(CursorPosition::new(-5.0, 3.0), 4.0)), AreaError::OffPicture);
    let beside = [p, q, CursorPosition::new(0.0, 9.0)].map(|point| CursorPosition::new(point.x + 1e300, point.y));
    assert_eq!(told(&view, ScreenRegion::Lasso(beside.to_vec())), AreaError::OffPicture);
    let empty = view.with_viewport(Viewport::new(0, 0), view.framebuffer);
    assert_eq!(told(&empty, disc(p, 1.0)), NoRay::EmptyViewport.into());
    let flat = View::from_matrices(DMat4::ZERO, DMat4::ZERO, ClipSpace::OPENGL, view.viewport, view.framebuffer);
    assert_eq!(told(&flat, disc(p, 1.0)), NoRay::Singular.into());
    // Far beyond the picture on all sides, a lasso and a disc are all of it.
    let huge =
        [(-1e300, -1e300), (1e300, -1e300), (1e300, 1e300), (-1e300, 1e300)].map(|(x, y)| CursorPosition { x, y });
    for region in [ScreenRegion::Lasso(huge.to_vec()), disc(p, 1e200)] {
        let through = SelectOptions { through: true, ..SelectOptions::default() };
        let all = ScreenRegion::Rectangle { from: CursorPosition::new(0.0, 0.0), to: CursorPosition::new(16.0, 16.0) };
        assert_eq!(select_in(&scene, &view, &region, &through), select_in(&scene, &view, &all, &through));
    }
}
