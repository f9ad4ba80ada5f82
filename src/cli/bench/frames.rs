//! Times that OpenGL takes for a frame.

use super::measure::Percentiles;
use super::seconds;
use crate::app::platform::timed;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::samples::Sample;
use pickray::pick::{PickOptions, Selection, TriangleId, pick};
use pickray::scene::{Object, Scene, View};
use pickray::work::Progress;
use pickray_render::offscreen::{Offscreen, OffscreenError};
use pickray_render::{Frame, SimplifiedMesh, Style};
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
/// Time of a frame beyond which a simplified mesh is drawn while things move, as in the window.
const FRAME_TIME: Duration = Duration::from_millis(50);

#[derive(Serialize)]
pub struct FrameResult {
    pub driver: String,
    pub size: FramebufferSize,
    pub frames: usize,
    /// Seconds that the first frame took, including the time to send the mesh to the GPU.
    pub first_seconds: f64,
    pub seconds: Percentiles,
    /// Times of frames in which only the hovered triangle changes; null if fewer than two can be hovered.
    pub hover_seconds: Option<Percentiles>,
    /// Times of such frames of a cube, measured alternately with those of the mesh.
    pub cube_hover_seconds: Option<Percentiles>,
    pub gpu_bytes: u64,
    /// Frames while the camera moves; null if all triangles are drawn in time.
    pub moving: Option<MovingResult>,
}

/// Frames in which simplified meshes are drawn, as in the window while the camera moves.
#[derive(Serialize)]
pub struct MovingResult {
    pub triangles: u64,
    pub seconds: Percentiles,
    pub simplified_seconds: f64,
    pub gpu_bytes: u64,
}

/// Measures frames of views in turn as the window draws them, until the GPU has finished each. Fails without OpenGL.
pub fn measure(scene: &Scene, views: &[View]) -> Result<FrameResult, OffscreenError> {
    let images = scene.objects().iter().flat_map(|object| object.mesh.textures().images());
    // One that cannot be decoded is not drawn.
    images.for_each(|image| _ = image.decode());
    let mut offscreen = Offscreen::new()?;
    // Style of a moving view, as the window draws it.
    let (style, selection) = (Style { occlusion: false, ..Style::default() }, Selection::default());
    let (first, stats) = offscreen.draw_timed(&Frame::new(scene, &views[0], &style, &selection))?;
    let (times, _) = draw_in_turn(&mut offscreen, scene, views.iter().cycle().skip(1), &style)?;
    let [hover, cube_hover] = measure_hover(&mut offscreen, scene, &views[0])?;
    let moving = measure_moving(&mut offscreen, scene, views, &style)?;
    Ok(FrameResult {
        size: views[0].framebuffer,
        frames: times.len(),
        first_seconds: first.as_secs_f64(),
        seconds: Percentiles::of(times).expect("frames were drawn"),
        hover_seconds: Percentiles::of(hover),
        cube_hover_seconds: Percentiles::of(cube_hover),
        gpu_bytes: stats.gpu_bytes,
        moving,
        driver: offscreen.driver(),
    })
}

/// Draws a scene from views in turn; returns the seconds of each frame, and the number of triangles in the last.
fn draw_in_turn<'a>(
    offscreen: &mut Offscreen,
    scene: &Scene,
    views: impl Iterator<Item = &'a View>,
    style: &Style,
) -> Result<(Vec<f64>, u64), OffscreenError> {
    let (start, mut times, mut triangles) = (Instant::now(), Vec::new(), 0);
    for view in views.take(FRAMES) {
        if times.len() >= LEAST_FRAMES && start.elapsed() > ENOUGH {
            break;
        }
        let (time, stats) = offscreen.draw_timed(&Frame::new(scene, view, style, &Selection::default()))?;
        times.push(time.as_secs_f64());
        triangles = stats.triangles_drawn;
    }
    Ok((times, triangles))
}

/// Measures frames in which only the hover changes; returns the seconds for the scene and for a cube.
fn measure_hover(offscreen: &mut Offscreen, scene: &Scene, view: &View) -> Result<[Vec<f64>; 2], OffscreenError> {
    let mut cube_offscreen = Offscreen::new()?;
    let mesh = Sample::Cube.mesh().expect("a mesh");
    let cube = Scene::of(Object::new("cube", mesh.into()));
    let (style, selection) = (Style::default(), Selection::default());
    let mut sides = [(offscreen, scene, *view), (&mut cube_offscreen, &cube, super::views(&cube, view.framebuffer)[0])]
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

/// Measures frames while the camera moves; `None` if all triangles are drawn in time.
fn measure_moving(
    offscreen: &mut Offscreen,
    scene: &Scene,
    views: &[View],
    style: &Style,
) -> Result<Option<MovingResult>, OffscreenError> {
    let selection = Selection::default();
    offscreen.renderer().set_frame_time(Some(FRAME_TIME));
    // How many triangles there is time for is measured as all are drawn.
    for view in views.iter().cycle().take(LEAST_FRAMES) {
        offscreen.draw_timed(&Frame::new(scene, view, style, &selection))?;
        while !offscreen.draw_timed(&Frame::new(scene, view, style, &selection))?.1.complete {}
    }
    let wanted: Vec<_> =
        offscreen.renderer().meshes_to_simplify(scene).map(|(mesh, most)| (mesh.clone(), most)).collect();
    let (mut simplified_seconds, mut gpu_bytes) = (0.0, 0);
    for (mesh, most) in wanted {
        let (simplified, seconds) = timed(|| SimplifiedMesh::of_with(&mesh, most, &Progress::default()));
        simplified_seconds += seconds;
        gpu_bytes += offscreen.renderer().provide_simplified(&mesh, simplified.ok().flatten());
    }
    if gpu_bytes == 0 {
        return Ok(None);
    }
    let (times, triangles) = draw_in_turn(offscreen, scene, views.iter().cycle(), style)?;
    let seconds = Percentiles::of(times).expect("frames were drawn");
    Ok(Some(MovingResult { triangles, seconds, simplified_seconds, gpu_bytes }))
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

    /// Returns what a frame costs while the camera moves; `None` if all triangles are drawn in time.
    pub fn moving_text(&self) -> Option<String> {
        let MovingResult { triangles, seconds: times, simplified_seconds, gpu_bytes } = self.moving.as_ref()?;
        let [median, p99, made] = [times.median, times.p99, *simplified_seconds].map(seconds);
        let bytes = *gpu_bytes as f64 / 1e6;
        Some(format!("{median} median, {p99} p99 of {triangles} triangles, made in {made}, {bytes:.1} MB on the GPU"))
    }
}
