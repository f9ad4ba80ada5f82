//! Times that OpenGL takes for a frame.

use super::measure::Percentiles;
use super::seconds;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::samples::Sample;
use pickray::pick::{PickOptions, Selection, TriangleId, pick};
use pickray::scene::{Object, Scene, View};
use pickray_render::offscreen::{Offscreen, OffscreenError};
use pickray_render::{Frame, Style};
use serde::Serialize;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Number of frames that are drawn after the first, if there is time.
const FRAMES: usize = 100;
/// Number of frames that are drawn after the first in any case.
const LEAST_FRAMES: usize = 3;
/// Ratio of the picture's width to the distance between hovered pixels.
const HOVERED: u32 = 32;
const ENOUGH: Duration = Duration::from_secs(2);

#[derive(Serialize)]
pub struct FrameResult {
    pub driver: String,
    pub size: FramebufferSize,
    /// Number of frames that were measured after the first.
    pub frames: usize,
    /// Seconds that the first frame took, including the time to send the mesh to the GPU.
    pub first_seconds: f64,
    /// Times of the frames after the first.
    pub seconds: Percentiles,
    /// Times of frames in which only the hovered triangle differs from the frame before; null if fewer than two
    /// triangles can be hovered.
    pub hover_seconds: Option<Percentiles>,
    /// Times of frames of a cube in which only the hovered triangle differs from the frame before. They are measured
    /// alternately with those of the mesh.
    pub cube_hover_seconds: Option<Percentiles>,
    pub gpu_bytes: u64,
}

/// Measures frames as the window draws them, of one view after the other. The time of a frame ends when the GPU has
/// finished it. Fails if there is no OpenGL, or if OpenGL does not take the mesh or the picture's size.
pub fn measure(scene: &Scene, views: &[View]) -> Result<FrameResult, OffscreenError> {
    let images = scene.objects().iter().flat_map(|object| object.mesh.textures().images());
    // One that cannot be decoded is not drawn.
    images.for_each(|image| _ = image.decode());
    let mut offscreen = Offscreen::new()?;
    // Style of a moving view, as the window draws it.
    let (style, selection) = (Style { occlusion: false, ..Style::default() }, Selection::default());
    let mut draw = |view: &View| offscreen.draw_timed(&Frame::new(scene, view, &style, &selection));
    let (first, stats) = draw(&views[0])?;
    let (start, mut times) = (Instant::now(), Vec::new());
    for view in views.iter().cycle().skip(1).take(FRAMES) {
        if times.len() >= LEAST_FRAMES && start.elapsed() > ENOUGH {
            break;
        }
        times.push(draw(view)?.0.as_secs_f64());
    }
    let [hover, cube_hover] = measure_hover(&mut offscreen, scene, &views[0])?;
    Ok(FrameResult {
        size: views[0].framebuffer,
        frames: times.len(),
        first_seconds: first.as_secs_f64(),
        seconds: Percentiles::of(times).expect("frames were drawn"),
        hover_seconds: Percentiles::of(hover),
        cube_hover_seconds: Percentiles::of(cube_hover),
        gpu_bytes: stats.gpu_bytes,
        driver: offscreen.driver(),
    })
}

/// Measures frames in which only the hover changes; returns the seconds for the scene and for a cube.
fn measure_hover(offscreen: &mut Offscreen, scene: &Scene, view: &View) -> Result<[Vec<f64>; 2], OffscreenError> {
    let mut cube_offscreen = Offscreen::new()?;
    let mesh = Sample::Cube.mesh().expect("a mesh");
    let cube = Scene::of(Object::new("cube", mesh.into()));
    let (style, selection) = (Style::default(), Selection::default());
    let mut sides =
        [(offscreen, scene, *view), (&mut cube_offscreen, &cube, super::clicks::views(&cube, view.framebuffer)[0])]
            .map(|(offscreen, scene, view)| {
                let triangles = triangles_around_middle(scene, &view);
                (offscreen, scene, view, triangles, Vec::new())
            });
    let start = Instant::now();
    // The first turn draws all, and is not counted.
    for turn in 0..=FRAMES {
        if turn > LEAST_FRAMES && start.elapsed() > ENOUGH {
            break;
        }
        for (offscreen, scene, view, triangles, times) in &mut sides {
            if triangles.len() < 2 {
                continue;
            }
            let hover = Some(triangles[turn % triangles.len()]);
            let (time, _) = offscreen.draw_timed(&Frame { hover, ..Frame::new(scene, view, &style, &selection) })?;
            if turn > 0 {
                times.push(time.as_secs_f64());
            }
        }
    }
    Ok(sides.map(|(.., times)| times))
}

/// Returns the triangles that pixels on a line through the middle of the picture show, each only once.
fn triangles_around_middle(scene: &Scene, view: &View) -> Vec<TriangleId> {
    let FramebufferSize { width, height } = view.framebuffer;
    let cursors = (1..HOVERED).map(|k| CursorPosition::new(f64::from(width * k / HOVERED), f64::from(height / 2)));
    let hits = cursors.filter_map(|cursor| Some(pick(scene, view, cursor, &PickOptions::default())?.id()));
    hits.collect::<BTreeSet<_>>().into_iter().collect()
}

impl FrameResult {
    pub fn text(&self) -> String {
        let Percentiles { median, p99, .. } = self.seconds;
        let hover =
            [&self.hover_seconds, &self.cube_hover_seconds].map(|times| times.as_ref().map(|times| times.median));
        let hover = match hover {
            [Some(here), Some(cube)] => format!("{} a hover ({} on a cube), ", seconds(here), seconds(cube)),
            _ => String::new(),
        };
        let [median, p99, first] = [median, p99, self.first_seconds].map(seconds);
        let FramebufferSize { width, height } = self.size;
        format!("{median} median, {p99} p99, {first} the first; {hover}{width}x{height} by {}", self.driver)
    }
}
