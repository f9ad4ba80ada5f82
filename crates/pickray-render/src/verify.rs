//! Proof that what is picked is what is seen: for every pixel the ray through its centre against the GPU's id.
//!
//! Where the two differ, one of them may still be right in its own way: a GPU rounds corners to a subpixel grid and
//! depths to the steps of its buffer. Each difference is therefore held against the triangles involved, projected a
//! third way (in `outline`), with bounds on what the GPU may be off by. What they do not explain is a real difference.

mod comparison;
mod map;
mod outline;

use super::ids::IdBuffer;
use comparison::{Comparison, Row};
use outline::{Fineness, Projector};
use pickray::math::{CursorPosition, PixelSample, window_from_cursor};
use pickray::pick::TriangleId;
use pickray::pick::explain::{Mistake, MistakeInputs};
use pickray::scene::{Scene, View};
use pickray::work::{Cancelled, Progress, packed, threads, uncancelled};
use serde::{Deserialize, Serialize};

/// What is said about a pixel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Ray and GPU name the same triangle, or none.
    #[default]
    Agree,
    /// They differ, and the pixel's centre is as close to an edge as the GPU's rounding of corners moves it.
    Edge,
    /// They differ, and the depths are as close (to each other, or to a clip plane) as the depth buffer's rounding.
    Depth,
    /// They differ, and one of them is wrong.
    Real,
}

packed!(enum Verdict [Agree, Edge, Depth, Real]);

/// A pixel about which ray and GPU differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mismatch {
    /// The pixel's centre, from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// What the ray hits.
    pub picked: Option<TriangleId>,
    /// What the GPU shows.
    pub shown: Option<TriangleId>,
    /// Why.
    pub verdict: Verdict,
}

packed!(struct Mismatch { cursor, picked, shown, verdict });

/// How many pixels there are of each kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// See [`Verdict::Agree`].
    pub agree: u64,
    /// See [`Verdict::Edge`].
    pub edge: u64,
    /// See [`Verdict::Depth`].
    pub depth: u64,
    /// See [`Verdict::Real`].
    pub real: u64,
}

packed!(struct Counts { agree, edge, depth, real });

impl Counts {
    /// All pixels.
    pub const fn pixels(&self) -> u64 {
        self.agree + self.edge + self.depth + self.real
    }

    fn count(&mut self, verdict: Verdict) {
        match verdict {
            Verdict::Agree => self.agree += 1,
            Verdict::Edge => self.edge += 1,
            Verdict::Depth => self.depth += 1,
            Verdict::Real => self.real += 1,
        }
    }
}

impl std::ops::AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.agree += other.agree;
        self.edge += other.edge;
        self.depth += other.depth;
        self.real += other.real;
    }
}

/// The verdict about each pixel of a view.
#[derive(Clone, Debug)]
pub struct Verification {
    /// How many pixels there are of each kind: those of the viewport that lie in the framebuffer.
    pub counts: Counts,
    /// The pixels that differ, from the top row down, each row from the left.
    pub mismatches: Vec<Mismatch>,
    view: View,
    fineness: Fineness,
    /// For the picture: whether a triangle is picked, row by row from the top; `None` outside of the viewport.
    covered: Vec<Option<bool>>,
}

packed!(struct Verification { counts, mismatches, view, fineness, covered });

/// What a triangle is at a pixel's centre when its corners are projected: the numbers that a verdict rests on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evidence {
    /// The triangle.
    pub triangle: TriangleId,
    /// Distance of the pixel's centre from the nearest edge in pixels, negative outside of the triangle; minus infinity
    /// where the triangle is nowhere near.
    pub from_edge: f64,
    /// By how many pixels the GPU may be off with that edge.
    pub edge_error: f64,
    /// Distance from the near plane in window depth, 0 to 1 between the planes; not a number where the triangle is
    /// nowhere near.
    pub depth: f64,
    /// By how much the GPU may be off with that depth.
    pub depth_error: f64,
}

/// Compares the ray through the centre of each pixel with what the GPU shows there.
///
/// # Panics
/// When `ids` is of a framebuffer of another size.
pub fn compare(scene: &Scene, view: &View, ids: &IdBuffer) -> Verification {
    uncancelled(|progress| compare_with(scene, view, ids, progress))
}

/// [`compare`], telling `progress` how far it has come.
///
/// # Errors
/// [`Cancelled`] when `progress` was cancelled meanwhile.
///
/// # Panics
/// As there.
pub fn compare_with(
    scene: &Scene,
    view: &View,
    ids: &IdBuffer,
    progress: &Progress,
) -> Result<Verification, Cancelled> {
    compare_rays(scene, view, ids, None, progress)
}

/// [`compare`] with rays that are mistaken, to see that it is found.
///
/// # Panics
/// As there.
pub fn compare_mistaken(
    scene: &Scene,
    view: &View,
    ids: &IdBuffer,
    mistake: Mistake,
    inputs: &MistakeInputs,
) -> Verification {
    uncancelled(|progress| compare_mistaken_with(scene, view, ids, mistake, inputs, progress))
}

/// [`compare_mistaken`], telling `progress` how far it has come.
///
/// # Errors
/// [`Cancelled`] when `progress` was cancelled meanwhile.
///
/// # Panics
/// As there.
pub fn compare_mistaken_with(
    scene: &Scene,
    view: &View,
    ids: &IdBuffer,
    mistake: Mistake,
    inputs: &MistakeInputs,
    progress: &Progress,
) -> Result<Verification, Cancelled> {
    compare_rays(scene, view, ids, Some((mistake, *inputs)), progress)
}

fn compare_rays(
    scene: &Scene,
    view: &View,
    ids: &IdBuffer,
    mistake: Option<(Mistake, MistakeInputs)>,
    progress: &Progress,
) -> Result<Verification, Cancelled> {
    assert_eq!(ids.framebuffer, view.framebuffer, "ids are of the view's framebuffer");
    let comparison = Comparison::new(scene, view, ids, mistake);
    progress.begin("comparing pixels", 0.0..1.0);
    let mut rows: Vec<Row> = (0..view.framebuffer.height).map(|_| Row::default()).collect();
    threads::fill(&mut rows, 1, progress, |row| comparison.row(row as u32))?;
    let mut verification = Verification {
        counts: Counts::default(),
        mismatches: Vec::new(),
        view: *view,
        fineness: Fineness::of(ids),
        covered: Vec::new(),
    };
    for mut row in rows {
        verification.counts += row.counts;
        verification.mismatches.append(&mut row.mismatches);
        verification.covered.append(&mut row.covered);
    }
    Ok(verification)
}

impl Verification {
    /// The view that was verified.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// The verdict about the pixel under a cursor.
    pub fn at(&self, cursor: CursorPosition) -> Verdict {
        let mismatch = self.mismatches.iter().find(|mismatch| mismatch.cursor.pixel() == cursor.pixel());
        mismatch.map_or(Verdict::Agree, |mismatch| mismatch.verdict)
    }

    /// The differing pixel within `reach` physical pixels of a cursor, real ones first, then the nearest, if any.
    pub fn near(&self, cursor: CursorPosition, reach: f64) -> Option<&Mismatch> {
        let first = self.mismatches.partition_point(|mismatch| mismatch.cursor.y < cursor.y - reach);
        let distance = |mismatch: &Mismatch| mismatch.cursor.distance(cursor);
        self.mismatches[first..]
            .iter()
            .take_while(|mismatch| mismatch.cursor.y <= cursor.y + reach)
            .filter(|mismatch| distance(mismatch) <= reach)
            .min_by(|a, b| {
                let rank = |mismatch: &Mismatch| (mismatch.verdict != Verdict::Real, distance(mismatch));
                let (a, b) = (rank(a), rank(b));
                a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
            })
    }

    /// What the two triangles of a mismatch are at its pixel, the ray's first; `scene` is the one that was verified.
    pub fn evidence(&self, scene: &Scene, mismatch: &Mismatch) -> [Option<Evidence>; 2] {
        let center = window_from_cursor(mismatch.cursor, self.view.framebuffer, PixelSample::Center);
        [mismatch.picked, mismatch.shown].map(|id| {
            let triangle = id?;
            let projector = Projector::new(scene.objects().get(triangle.object as usize)?, &self.view)?;
            let sighting = projector.sight(triangle.triangle, center, self.fineness);
            Some(Evidence {
                triangle,
                from_edge: sighting.margin,
                edge_error: sighting.margin_error,
                depth: sighting.depth,
                depth_error: sighting.depth_error,
            })
        })
    }
}
