//! `pickray bench`: times to load, pick and draw a mesh on this machine, and the memory that it takes.

mod frames;
mod measure;

use super::camera::views_around;
use super::input::Input;
use super::output::{self, Output};
use super::{CliError, Outcome, values};
use crate::app::platform::timed;
use clap::Args;
use frames::FrameResult;
use measure::{Clock, Percentiles, sweep};
use pickray::geometry::Ray;
use pickray::intersect::Culling;
use pickray::math::{CursorPosition, FramebufferSize, SplitMix};
use pickray::pick::{PickOptions, Sight, pick};
use pickray::scene::{Camera, Scene, View};
use serde::Serialize;
use std::ffi::{OsStr, OsString};
use std::fmt::Write;
use std::hint::black_box;

const DEFAULT_MESH: &str = "sample:noisy-sphere";

/// Measure loading, picks and frames of a mesh on this machine
#[derive(Debug, Args)]
#[command(
    after_help = "A ray is Mesh::closest_hit. A click leads from the pixel to the full record of the hit. Cold times \
                  come after other data has filled the processor's caches, as when a person clicks. Other work on the \
                  machine changes the numbers."
)]
pub struct BenchArgs {
    /// The mesh: an OBJ, OFF, PLY, STL or glTF file, or sample:NAME
    #[arg(default_value = DEFAULT_MESH)]
    file: OsString,
    /// Number of hits to measure with warm caches
    #[arg(long, value_name = "N", default_value_t = 20_000,
        value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    clicks: u32,
    /// Number of hits to measure with cold caches
    #[arg(long, value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    cold: u32,
    /// Seed of the random pixels
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Size of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1280x720", value_parser = values::size)]
    size: FramebufferSize,
}

/// Measurements as JSON; all times are in seconds.
#[derive(Serialize)]
struct BenchResult {
    file: String,
    triangles: usize,
    vertices: usize,
    load_seconds: f64,
    read_seconds: f64,
    build_seconds: f64,
    first_pick_seconds: f64,
    /// `true` if the first pick, in the middle of the first view, hit a triangle.
    first_pick_hit: bool,
    clicks: ClickCounts,
    /// Times of casting rays with warm caches; null if no click hits.
    warm_ray_seconds: Option<Percentiles>,
    warm_click_seconds: Option<Percentiles>,
    cold_ray_seconds: Option<Percentiles>,
    cold_click_seconds: Option<Percentiles>,
    frame: Option<FrameResult>,
    /// Reason why no frames were measured; null if frames were measured.
    no_frame: Option<String>,
    memory: Memory,
}

#[derive(Serialize)]
struct ClickCounts {
    tried: u64,
    hits: usize,
    cold: usize,
    views: usize,
    size: FramebufferSize,
    seed: u64,
    /// Number of bytes of other data that are written through the processor's caches before each cold pick.
    swept_bytes: usize,
}

#[derive(Serialize)]
struct Memory {
    tree_bytes: usize,
    tree_bytes_per_triangle: f64,
    /// Bytes of the mesh's positions and indices.
    mesh_bytes: usize,
    mesh_bytes_per_triangle: f64,
    gpu_bytes_per_triangle: Option<f64>,
    /// Peak of the process's resident memory, up to the first pick; null if the system does not tell.
    peak_rss_bytes: Option<u64>,
}

pub fn run(args: &BenchArgs, output: &Output) -> Result<Outcome, CliError> {
    let input = Input::load_joined(&args.file)?;
    let views = views(input.scene(), args.size);
    let middle = CursorPosition::new(f64::from(args.size.width / 2), f64::from(args.size.height / 2));
    let (first_pick, first_pick_seconds) = timed(|| pick(input.scene(), &views[0], middle, &PickOptions::default()));
    let peak_rss_bytes = measure::peak_resident_bytes();

    let clicks = Clicks::that_hit(input.scene(), &views, args.seed, args.clicks as usize);
    let clock = Clock::new();
    let sweep_size = measure::sweep_bytes();
    // The first round only warms the caches.
    measured(&input, &clicks.hits, &clock, || ());
    let [warm_ray_seconds, warm_click_seconds] = measured(&input, &clicks.hits, &clock, || ());
    let n_cold = clicks.hits.len().min(args.cold as usize);
    let mut swept = vec![1; sweep_size];
    let [cold_ray_seconds, cold_click_seconds] = measured(&input, &clicks.hits[..n_cold], &clock, || sweep(&mut swept));
    let frame = frames::measure(input.scene(), &views);

    let result = BenchResult {
        file: input.name(),
        triangles: input.mesh().n_triangles(),
        vertices: input.mesh().n_vertices(),
        load_seconds: input.load_seconds(),
        read_seconds: input.reports[0].read_seconds,
        build_seconds: input.reports[0].build_seconds,
        first_pick_seconds,
        first_pick_hit: first_pick.is_some(),
        clicks: ClickCounts {
            tried: clicks.tried,
            hits: clicks.hits.len(),
            cold: n_cold,
            views: views.len(),
            size: args.size,
            seed: args.seed,
            swept_bytes: sweep_size,
        },
        warm_ray_seconds,
        warm_click_seconds,
        cold_ray_seconds,
        cold_click_seconds,
        memory: Memory::of(&input, frame.as_ref().ok(), peak_rss_bytes),
        no_frame: frame.as_ref().err().map(ToString::to_string),
        frame: frame.ok(),
    };
    input.finish(output, true, &result, || result.text(args.file == OsStr::new(DEFAULT_MESH)))
}

/// Measures clicks one after the other, each after `before`. Returns the times of rays alone and of whole clicks.
fn measured(input: &Input, clicks: &[BenchClick], clock: &Clock, mut before: impl FnMut()) -> [Option<Percentiles>; 2] {
    let ray = |click: &BenchClick| {
        black_box(input.mesh().closest_hit(black_box(&click.ray), Culling::None));
    };
    let whole = |click: &BenchClick| {
        black_box(pick(input.scene(), &click.view, black_box(click.cursor), &PickOptions::default()));
    };
    let works: [&dyn Fn(&BenchClick); 2] = [&ray, &whole];
    works.map(|work| {
        let time = |click: &BenchClick| {
            before();
            clock.time(|| work(click))
        };
        Percentiles::of(clicks.iter().map(time).collect())
    })
}

impl Memory {
    fn of(input: &Input, frame: Option<&FrameResult>, peak_rss_bytes: Option<u64>) -> Self {
        let mesh = input.mesh();
        let triangles = mesh.n_triangles() as f64;
        let tree_bytes = mesh.tree().memory();
        let mesh_bytes = size_of_val(mesh.positions()) + size_of_val(mesh.triangles());
        Self {
            tree_bytes,
            tree_bytes_per_triangle: tree_bytes as f64 / triangles,
            mesh_bytes,
            mesh_bytes_per_triangle: mesh_bytes as f64 / triangles,
            gpu_bytes_per_triangle: frame.map(|frame| frame.gpu_bytes as f64 / triangles),
            peak_rss_bytes,
        }
    }

    fn text(&self) -> String {
        let Self { tree_bytes_per_triangle: tree, mesh_bytes_per_triangle: mesh, .. } = self;
        let mut text = format!("tree {tree:.1}, mesh {mesh:.1} bytes a triangle");
        if let Some(gpu) = self.gpu_bytes_per_triangle {
            let _ = write!(text, ", on the GPU {gpu:.1}");
        }
        if let Some(peak) = self.peak_rss_bytes {
            let _ = write!(text, "; at most {:.1} MB resident up to the first pick", peak as f64 / 1e6);
        }
        text
    }
}

impl BenchResult {
    fn text(&self, is_default: bool) -> String {
        let mut text = format!("{}: {}\n", self.file, output::count(self.triangles as u64, "triangle"));
        let mut row = |name: &str, value: String| output::row(&mut text, 11, name, value);
        row("load", format!("{} and {} to build the tree", seconds(self.read_seconds), seconds(self.build_seconds)));
        let missed = if self.first_pick_hit { "" } else { ", a miss" };
        row("first pick", format!("{}{missed}", seconds(self.first_pick_seconds)));
        match &self.warm_ray_seconds {
            None => row("picks", format!("none of {} clicks hit a triangle", self.clicks.tried)),
            Some(_) => row("picks", format!("{:>9} {:>9} {:>9} {:>9}", "median", "p90", "p99", "max")),
        }

        for (name, times) in [
            ("warm ray", &self.warm_ray_seconds),
            ("warm click", &self.warm_click_seconds),
            ("cold ray", &self.cold_ray_seconds),
            ("cold click", &self.cold_click_seconds),
        ] {
            if let Some(Percentiles { median, p90, p99, max }) = times {
                let columns = [median, p90, p99, max].map(|time| format!("{:>9}", seconds(*time)));
                row(name, columns.join(" "));
            }
        }
        if let Some(words) = self.frame.as_ref().map(FrameResult::text).or(self.no_frame.clone()) {
            row("frame", words);
        }
        if let Some(words) = self.frame.as_ref().and_then(FrameResult::moving_text) {
            row("as it moves", words);
        }

        row("memory", self.memory.text());
        let ClickCounts { hits, cold, views, size: FramebufferSize { width, height }, seed, .. } = self.clicks;
        let mebibytes = self.clicks.swept_bytes >> 20;
        let clicks = format!(
            "{hits} that hit, in {views} views of {width}x{height}, seed {seed}; {cold} of them cold, each after \
             {mebibytes} MiB of other data"
        );
        row("clicks", clicks);
        if is_default {
            text += "`pickray bench FILE` measures your own mesh\n";
        }
        text
    }
}

fn seconds(time: f64) -> String {
    if time < 1e-3 {
        format!("{:.2} µs", time * 1e6)
    } else if time < 1.0 {
        format!("{:.2} ms", time * 1e3)
    } else {
        format!("{time:.2} s")
    }
}

const VIEWS: usize = 8;

/// Number of pixels tried for each click that has to hit: a thin mesh leaves most of its pictures empty.
const TRIES: u64 = 100;

/// Click on a pixel of a view, with the ray through it in world space, which is also the space of the mesh.
struct BenchClick {
    view: View,
    cursor: CursorPosition,
    ray: Ray,
}

/// Clicks on pixels that show a triangle, and the number of pixels that were tried.
struct Clicks {
    tried: u64,
    hits: Vec<BenchClick>,
}

/// Returns views around a scene; the first is the one with which the window opens.
fn views(scene: &Scene, size: FramebufferSize) -> Vec<View> {
    let (bounds, up) = (scene.bounds(), scene.up_axis());
    let aspect = f64::from(size.width) / f64::from(size.height);
    let first = View::new(Camera::framing_scene(scene, aspect, up), size);
    views_around(first, bounds, up).take(VIEWS).collect()
}

impl Clicks {
    /// Returns `wanted` clicks on random pixels of random views that hit a triangle; fewer if too many miss.
    fn that_hit(scene: &Scene, views: &[View], seed: u64, wanted: usize) -> Self {
        let mut random = SplitMix(seed);
        // The upper half of a number, times n, counts from 0 to n - 1 there.
        let mut below = |n: u32| (((random.next_u64() >> 32) * u64::from(n)) >> 32) as u32;
        let mut clicks = Self { tried: 0, hits: Vec::new() };
        while clicks.hits.len() < wanted && clicks.tried < TRIES * wanted as u64 {
            clicks.tried += 1;
            let view = views[below(views.len() as u32) as usize];
            let FramebufferSize { width, height } = view.framebuffer;
            let cursor = CursorPosition { x: f64::from(below(width)), y: f64::from(below(height)) };
            let Ok(sight) = Sight::new(&view, cursor, &PickOptions::default()) else { continue };
            let ray = Ray::between(sight.ray.near, sight.ray.far);
            if scene.objects()[0].mesh.closest_hit(&ray, Culling::None).is_some() {
                clicks.hits.push(BenchClick { view, cursor, ray });
            }
        }
        clicks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::mesh::samples::Sample;
    use pickray::scene::Object;

    #[test]
    fn the_same_seed_clicks_the_same_pixels_and_another_one_others() {
        let mesh = Sample::Cube.mesh().expect("a mesh");
        let scene = Scene::of(Object::new("cube", mesh.into()));
        let views = views(&scene, FramebufferSize { width: 320, height: 200 });
        let pixels = |seed| {
            let clicks = Clicks::that_hit(&scene, &views, seed, 500);
            clicks.hits.iter().map(|click| [click.cursor.x as u32, click.cursor.y as u32]).collect::<Vec<_>>()
        };
        assert_eq!(pixels(1).len(), 500);
        assert_eq!(pixels(1), pixels(1));
        assert_ne!(pixels(1), pixels(2));
        assert!(pixels(3).iter().all(|&[x, y]| x < 320 && y < 200));
    }

    #[test]
    fn every_view_is_clicked() {
        let mesh = Sample::Icosphere.mesh().expect("a mesh");
        let scene = Scene::of(Object::new("sphere", mesh.into()));
        let views = views(&scene, FramebufferSize { width: 320, height: 200 });
        let clicks = Clicks::that_hit(&scene, &views, 1, 500);
        for view in &views {
            let hits = clicks.hits.iter().filter(|click| click.view == *view).count();
            assert!(hits > 20, "{hits} of {} clicks hit in {view:?}", clicks.tried);
        }
    }
}
