//! How long OpenGL takes for a frame.

use super::measure::Percentiles;
use super::seconds;
use crate::math::FramebufferSize;
use crate::pick::Selection;
use crate::render::offscreen::{Offscreen, OffscreenError};
use crate::render::{Frame, Style};
use crate::scene::{Scene, View};
use serde::Serialize;
use std::time::{Duration, Instant};

/// Frames that are drawn after the first, if there is time.
const FRAMES: usize = 100;
/// And those that are drawn in any case.
const LEAST_FRAMES: usize = 3;
/// When to stop.
const ENOUGH: Duration = Duration::from_secs(2);

#[derive(Serialize)]
pub struct FrameResult {
    /// Who drew, in the driver's words.
    pub driver: String,
    pub size: FramebufferSize,
    /// How many, after the first.
    pub frames: usize,
    /// The first, with the mesh sent to the GPU.
    pub first_seconds: f64,
    /// The others.
    pub seconds: Percentiles,
    /// What the mesh takes on the GPU.
    pub gpu_bytes: u64,
}

/// Frames as the window draws them, each from the next of the views, complete on the GPU.
///
/// # Errors
/// When there is no OpenGL, or it does not take the mesh or the size.
pub fn measure(scene: &Scene, views: &[View]) -> Result<FrameResult, OffscreenError> {
    let mut offscreen = Offscreen::new()?;
    let (style, selection) = (Style::default(), Selection::default());
    let mut draw = |view: &View| offscreen.draw_timed(&Frame::new(scene, view, &style, &selection));
    let (first, stats) = draw(&views[0])?;
    let (start, mut times) = (Instant::now(), Vec::new());
    for view in views.iter().cycle().skip(1).take(FRAMES) {
        if times.len() >= LEAST_FRAMES && start.elapsed() > ENOUGH {
            break;
        }
        times.push(draw(view)?.0.as_secs_f64());
    }
    Ok(FrameResult {
        size: views[0].framebuffer,
        frames: times.len(),
        first_seconds: first.as_secs_f64(),
        seconds: Percentiles::of(times).expect("frames were drawn"),
        gpu_bytes: stats.gpu_bytes,
        driver: offscreen.driver(),
    })
}

impl FrameResult {
    pub fn text(&self) -> String {
        let Percentiles { median, p99, .. } = self.seconds;
        format!(
            "{} median, {} p99, {} the first; {}x{} by {}",
            seconds(median),
            seconds(p99),
            seconds(self.first_seconds),
            self.size.width,
            self.size.height,
            self.driver
        )
    }
}
