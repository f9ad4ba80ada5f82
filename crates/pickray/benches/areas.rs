//! Areas of the picture, and features near a cursor, on a sphere with waves, of a million and of ten million triangles:
//! `cargo bench -p pickray --features parallel --bench areas`. An item is a triangle that is taken.
//! With `PICKRAY_AREAS_TO=FOLDER` the sphere of a million, its view and two regions are written there, for
//! `benches/peers/three-mesh-bvh`.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::{Mesh, RegionTest, WriteFormat};
use pickray::pick::{Features, PickOptions, ScreenArea, ScreenRegion, SelectOptions, TriangleIds, nearest_feature};
use pickray::scene::{Camera, Object, Scene, UpAxis, View};
use pickray::work::Progress;
use serde_json::json;
use std::error::Error;
use std::f64::consts::TAU;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::sync::OnceLock;

const SIZE: FramebufferSize = FramebufferSize { width: 1920, height: 1080 };
/// Of the rings, and half of it of the points of a ring.
const RINGS: [u32; 2] = [707, 2236];

fn main() -> Result<(), Box<dyn Error>> {
    match std::env::var_os("PICKRAY_AREAS_TO") {
        Some(folder) => write_for_peers(Path::new(&folder)),
        None => {
            divan::main();
            Ok(())
        }
    }
}

/// Writes what another library can be measured on, with what is taken here.
fn write_for_peers(folder: &Path) -> Result<(), Box<dyn Error>> {
    let (scene, view) = scene(RINGS[0]);
    let mut mesh = BufWriter::new(File::create(folder.join("waves.ply"))?);
    scene.objects()[0].mesh.write(WriteFormat::PlyBinary, &mut mesh)?;
    mesh.flush()?;
    let region = |name: &str, region: &ScreenRegion| {
        let taken = ScreenArea::new(view, region)?.through(scene, RegionTest::Touching).len();
        let points: Vec<[f64; 2]> = match region {
            ScreenRegion::Rectangle { from: a, to: b } => vec![[a.x, a.y], [b.x, a.y], [b.x, b.y], [a.x, b.y]],
            ScreenRegion::Lasso(points) => points.iter().map(|point| [point.x, point.y]).collect(),
            ScreenRegion::Disc { .. } => Vec::new(),
        };
        Ok::<_, Box<dyn Error>>(json!({ "name": name, "points": points, "taken": taken }))
    };
    let input = json!({
        "clip_from_world": (view.clip_from_eye() * view.eye_from_world()).to_cols_array(),
        "size": [SIZE.width, SIZE.height],
        "regions": [region("rectangle", &rectangle())?, region("lasso of 200 points", &lasso())?],
    });
    Ok(std::fs::write(folder.join("areas.json"), input.to_string())?)
}

/// The sphere of so many rings that fills the picture.
fn scene(rings: u32) -> &'static (Scene, View) {
    static SCENES: [OnceLock<(Scene, View)>; 2] = [const { OnceLock::new() }; 2];
    SCENES[usize::from(rings == RINGS[1])].get_or_init(|| {
        let point = |i: u32| {
            let (ring, of_ring) = (f64::from(i / rings) / f64::from(rings), f64::from(i % rings) / f64::from(rings));
            let radius = 1.0 + 0.02 * (40.0 * ring).sin() * (60.0 * TAU * of_ring).cos();
            let ((sin, cos), (y, x)) = ((0.5 * TAU * ring).sin_cos(), (TAU * of_ring).sin_cos());
            [radius * sin * x, radius * cos, radius * sin * y]
        };
        let positions: Vec<[f64; 3]> = (0..(rings + 1) * rings).map(point).collect();
        let quad = |i: u32| {
            let next = i / rings * rings + (i + 1) % rings;
            [[i, next, i + rings], [next, next + rings, i + rings]]
        };
        let triangles: Vec<[u32; 3]> = (0..rings * rings).flat_map(quad).collect();
        let mesh = Mesh::new(&positions, triangles).expect("a mesh");
        let scene = Scene::of(Object::new("waves", mesh.into()));
        let camera = Camera::framing(&scene.bounds(), 16.0 / 9.0, UpAxis::Y);
        (scene, View::new(camera, SIZE))
    })
}

fn beside_middle(x: f64, y: f64) -> CursorPosition {
    CursorPosition::new(960.0 + x, 540.0 + y)
}

/// A rectangle around a quarter of the triangles, front and back.
fn rectangle() -> ScreenRegion {
    ScreenRegion::Rectangle { from: beside_middle(-160.0, -170.0), to: beside_middle(160.0, 170.0) }
}

/// A lasso of 200 points in that rectangle, as wavy as a hand draws it.
fn lasso() -> ScreenRegion {
    let point = |i: u32| {
        let angle = TAU * f64::from(i) / 200.0;
        let far = 0.9 + 0.1 * (7.0 * angle).sin();
        beside_middle(far * 160.0 * angle.cos(), far * 170.0 * angle.sin())
    };
    ScreenRegion::Lasso((0..200).map(point).collect())
}

fn through(bencher: Bencher, rings: u32, region: &ScreenRegion, test: RegionTest) {
    let (scene, view) = scene(rings);
    let select = || ScreenArea::new(view, black_box(region)).expect("a region").through(scene, test);
    bencher.counter(ItemsCount::new(select().len())).bench_local(select);
}

#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn rectangle_through(bencher: Bencher, rings: u32) {
    through(bencher, rings, &rectangle(), RegionTest::Touching);
}

#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn rectangle_that_encloses(bencher: Bencher, rings: u32) {
    through(bencher, rings, &rectangle(), RegionTest::Inside);
}

#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn lasso_through(bencher: Bencher, rings: u32) {
    through(bencher, rings, &lasso(), RegionTest::Touching);
}

/// A brush as wide as 40 pixels.
#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn brush_through(bencher: Bencher, rings: u32) {
    through(
        bencher,
        rings,
        &ScreenRegion::Disc { center: beside_middle(0.0, 0.0), radius: 20.0 },
        RegionTest::Touching,
    );
}

/// What the pixels of a brush as wide as 40 pixels see.
#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn brush_at_pixels(bencher: Bencher, rings: u32) {
    at_pixels(bencher, rings, &ScreenRegion::Disc { center: beside_middle(0.0, 0.0), radius: 20.0 });
}

/// What a quarter of the picture's pixels see.
#[divan::bench(args = RINGS, sample_count = 3, sample_size = 1)]
fn quarter_at_pixels(bencher: Bencher, rings: u32) {
    at_pixels(bencher, rings, &quarter());
}

/// What is seen besides between the centres of these pixels.
#[divan::bench(args = RINGS, sample_count = 1, sample_size = 1)]
fn quarter_between_pixels(bencher: Bencher, rings: u32) {
    let (scene, view) = scene(rings);
    let area = ScreenArea::new(view, &quarter()).expect("a region");
    let between =
        || area.seen_between_pixels(scene, &SelectOptions::default(), &TriangleIds::default(), &Progress::default());
    bencher.bench_local(|| between().expect("nobody cancels"));
}

fn quarter() -> ScreenRegion {
    ScreenRegion::Rectangle { from: beside_middle(-480.0, -270.0), to: beside_middle(480.0, 270.0) }
}

fn at_pixels(bencher: Bencher, rings: u32, region: &ScreenRegion) {
    let (scene, view) = scene(rings);
    let area = ScreenArea::new(view, region).expect("a region");
    let seen = || area.seen_at_pixels(scene, &SelectOptions::default(), &Progress::default());
    bencher.bench_local(|| seen().expect("nobody cancels"));
}

/// Cursors all over the picture, half of them on the sphere.
fn cursors() -> Vec<CursorPosition> {
    (0..96).map(|i| CursorPosition::new(60.0 + 150.0 * f64::from(i % 12), 65.0 + 130.0 * f64::from(i / 12))).collect()
}

fn snap(bencher: Bencher, scene: &Scene, view: &View, features: Features) {
    let (cursors, options) = (cursors(), PickOptions::default());
    bencher.counter(ItemsCount::new(cursors.len())).bench_local(|| {
        let near = |cursor: &CursorPosition| nearest_feature(scene, view, *cursor, 12.0, features, &options);
        black_box(&cursors).iter().filter_map(near).count()
    });
}

/// The visible corner nearest to a cursor, within 12 pixels. An item is a cursor.
#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn snap_to_corners(bencher: Bencher, rings: u32) {
    let (scene, view) = scene(rings);
    snap(bencher, scene, view, Features { corners: true, edges: false });
}

#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn snap_to_edges(bencher: Bencher, rings: u32) {
    let (scene, view) = scene(rings);
    snap(bencher, scene, view, Features { corners: false, edges: true });
}

/// Corners and edges where two triangles before the sphere hide all of it, so that nothing is near most cursors.
#[divan::bench(args = RINGS, sample_count = 10, sample_size = 1)]
fn snap_behind_a_wall(bencher: Bencher, rings: u32) {
    let (scene, view) = scene(rings);
    let corner = |(x, y): (f64, f64)| view.point_under(CursorPosition::new(x, y), 0.2).expect("a picture").to_array();
    let corners = [(-99.0, -99.0), (-99.0, 1200.0), (2100.0, 1200.0), (2100.0, -99.0)].map(corner);
    let wall = Mesh::new(&corners, &[[0_u32, 1, 2], [0, 2, 3]]).expect("a mesh");
    let scene: Scene = scene.objects().iter().cloned().chain([Object::new("wall", wall.into())]).collect();
    let mut view = *view;
    view.camera.near = 0.1;
    snap(bencher, &scene, &view, Features::default());
}
