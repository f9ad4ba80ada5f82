//! `pickray verify`: a check of every pixel of a picture, its ray against the triangle that the GPU shows there.

use super::input::SceneArgs;
use super::output::{self, Output};
use super::pick::CULLINGS;
use super::{CliError, Outcome, camera, values};
use crate::app::platform::writing::{Kind, Target};
use clap::Args;
use pickray::intersect::Culling;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::pick::TriangleId;
use pickray::scene::{Scene, UpAxis, View};
use pickray_render::offscreen::Offscreen;
use pickray_render::verify::{Counts, Mismatch, Verdict, Verification, compare};
use serde::Serialize;
use std::path::PathBuf;

const LISTED: usize = 20;

/// Compare every pixel's ray with the triangle that the GPU shows there
#[derive(Debug, Args)]
#[command(after_help = "Exit status 0 when no difference is real, 1 when one is, 2 when it cannot be checked.")]
pub struct VerifyArgs {
    /// Number of views to check: the camera's, then others around its target, with clip planes around the mesh
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    views: u32,
    /// Write the map of the view with the most differences as a PNG file
    #[arg(short, long, value_name = "DIFF.png")]
    output: Option<PathBuf>,
    /// Replace an existing file that is not a PNG picture
    #[arg(long)]
    force: bool,
    /// Sides that cannot be hit and are not drawn
    #[arg(long, default_value = "none", value_parser = values::one_of(CULLINGS))]
    cull: Culling,
    #[command(flatten)]
    scene: SceneArgs,
}

#[derive(Serialize)]
struct VerifyResult {
    size: FramebufferSize,
    driver: String,
    subpixel_bits: u32,
    depth_bits: u32,
    pixels: u64,
    /// Axis about which the views are turned.
    up_axis: UpAxis,
    /// Numbers of pixels by verdict, of all views together.
    #[serde(flatten)]
    counts: Counts,
    views: Vec<ViewResult>,
    /// Pixels at which ray and GPU differ by more than rounding explains; a limited number is listed.
    differences: Vec<MismatchRow>,
    output: Option<String>,
}

#[derive(Serialize)]
struct ViewResult {
    view: View,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Serialize)]
struct MismatchRow {
    view: usize,
    #[serde(flatten)]
    mismatch: Mismatch,
    picked_line: Option<u32>,
    shown_line: Option<u32>,
}

pub fn run(args: &VerifyArgs, output: &Output) -> Result<Outcome, CliError> {
    let map = args.output.as_ref().map(|path| Target::new(path, Kind::Picture).forced(args.force));
    let (input, map) = args.scene.open(map, None)?;
    let (bounds, first) = (input.scene().bounds(), *input.study.view());
    let mut offscreen = Offscreen::new()?;
    let mut result = VerifyResult {
        size: first.framebuffer,
        driver: offscreen.driver(),
        subpixel_bits: 0,
        depth_bits: 0,
        pixels: 0,
        up_axis: input.study.up_axis(),
        counts: Counts::default(),
        views: Vec::new(),
        differences: Vec::new(),
        output: args.output.as_ref().map(|path| path.display().to_string()),
    };

    let mut worst: Option<Verification> = None;
    for (index, view) in
        camera::views_around(first, bounds, input.study.up_axis()).take(args.views as usize).enumerate()
    {
        let ids = offscreen.ids(input.scene(), &view, args.cull)?;
        let verification = compare(input.scene(), &view, &ids);
        (result.subpixel_bits, result.depth_bits) = (ids.subpixel_bits, ids.depth_bits);
        result.add(index, view, &verification, input.scene());
        let badness = |v: &Verification| (v.counts.real, v.counts.depth + v.counts.edge);
        if worst.as_ref().is_none_or(|worst| badness(worst) < badness(&verification)) {
            worst = Some(verification);
        }
    }

    if let (Some(target), Some(worst)) = (&map, &worst) {
        target.write(&worst.picture().to_png())?;
    }
    input.finish(output, result.counts.real == 0, &result, || result.text())
}

impl VerifyResult {
    fn add(&mut self, index: usize, view: View, verification: &Verification, scene: &Scene) {
        self.counts += verification.counts;
        self.pixels += verification.counts.pixels();
        self.views.push(ViewResult { view, counts: verification.counts });
        let line = |id: Option<TriangleId>| id.and_then(|id| id.object_in(scene)?.mesh.source().line(id.triangle));
        let real = verification.mismatches.iter().filter(|mismatch| mismatch.verdict == Verdict::Real);
        let room = LISTED - self.differences.len().min(LISTED);
        self.differences.extend(real.take(room).map(|mismatch| MismatchRow {
            view: index,
            mismatch: *mismatch,
            picked_line: line(mismatch.picked),
            shown_line: line(mismatch.shown),
        }));
    }

    fn text(&self) -> String {
        let Counts { agree, edge, depth, real } = self.counts;
        let FramebufferSize { width, height } = self.size;
        let mut text = format!(
            "{} pixels in {} of {width}x{height}, by {}\n\
             agree  {agree}\n\
             edge   {edge}  (within the GPU's rounding of corners to 1/{} pixel)\n\
             depth  {depth}  (within the rounding of its {} bits of depth)\n\
             real   {real}\n",
            self.pixels,
            output::count(self.views.len() as u64, "view"),
            self.driver,
            1_u64 << self.subpixel_bits.min(63),
            self.depth_bits,
        );
        let name = |id: Option<TriangleId>, line: Option<u32>| match (id, line) {
            (None, _) => "nothing".to_owned(),
            (Some(id), None) => format!("triangle {}", id.triangle),
            (Some(id), Some(line)) => format!("triangle {} of line {line}", id.triangle),
        };
        for MismatchRow { view, mismatch, picked_line, shown_line } in &self.differences {
            let Mismatch { cursor: CursorPosition { x, y }, picked, shown, .. } = mismatch;
            let (picked, shown) = (name(*picked, *picked_line), name(*shown, *shown_line));
            text += &format!("view {view} at {x},{y}: the ray hits {picked}, the GPU shows {shown}\n");
        }
        if let Some(output) = &self.output {
            text += &format!("{output}: the map of the view with the most differences\n");
        }
        text
    }
}
