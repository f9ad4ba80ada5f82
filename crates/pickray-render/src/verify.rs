//! Proof that what is picked is what is seen: for every pixel, the triangle that the ray through its centre hits is
//! compared with the triangle that the GPU shows.
//!
//! Two answers that differ may both be right: a GPU rounds corners to a subpixel grid and depths to the steps of its
//! buffer. Each difference is therefore checked against the two triangles, projected in a third way (in `outline`),
//! with bounds on how far off the GPU may be. A difference that those bounds do not explain is a real one.

mod comparison;
mod outline;

use super::ids::IdBuffer;
use super::image::Image;
use comparison::{Comparison, PixelRow};
pub use outline::PixelEvidence;
use outline::{Fineness, Projector};
use pickray::math::{CursorPosition, PixelSample, window_from_cursor};
use pickray::pick::TriangleId;
use pickray::pick::explain::{Mistake, MistakeInputs};
use pickray::scene::{Scene, View};
use pickray::work::{Cancelled, Progress, packed, threads, uncancelled};
use serde::{Deserialize, Serialize};

/// Colours of verdicts that differ, which colour-blind people can tell apart: sky blue, yellow, vermillion.
///
/// Based on: Masataka Okabe and Kei Ito, Color Universal Design, 2008.
const COLORS: [(Verdict, [u8; 3]); 3] =
    [(Verdict::Edge, [0x56, 0xB4, 0xE9]), (Verdict::Depth, [0xF0, 0xE4, 0x42]), (Verdict::Real, [0xD5, 0x5E, 0x00])];

/// Opacity, of 255, of the black ring that sets a pixel that differs off from its surroundings.
const RING_OPACITY: u8 = 150;

/// Largest number of differing pixels that squares mark; more would hide what they make up together.
const MOST_MARKED: usize = 2000;

/// Opacity, of 255, of the veil where both agree that there is a triangle.
const VEIL_OPACITY: u8 = 26;

/// Verdict about a pixel: whether ray and GPU agree on its triangle, and if not, why.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Ray and GPU name the same triangle, or none.
    #[default]
    Agree,
    /// Ray and GPU differ so close to an edge that the GPU's rounding of corners explains it.
    Edge,
    /// Ray and GPU differ at depths so close that the rounding of the depth buffer explains it.
    Depth,
    /// Ray and GPU differ, and no rounding explains it: one of them is wrong.
    Real,
}

packed!(enum Verdict [Agree, Edge, Depth, Real]);

impl Verdict {
    /// Returns the colour of the verdict in maps, as sRGB bytes.
    pub fn color(self) -> [u8; 3] {
        COLORS.iter().find(|(verdict, _)| *verdict == self).map_or([188, 193, 200], |(_, color)| *color)
    }
}

/// Pixel about which ray and GPU differ.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Mismatch {
    /// Centre of the pixel, in physical pixels from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// Triangle that the ray hits; `None` if it hits none.
    pub picked: Option<TriangleId>,
    /// Triangle that the GPU shows; `None` if it shows none.
    pub shown: Option<TriangleId>,
    /// Verdict: the reason of the difference.
    pub verdict: Verdict,
}

packed!(struct Mismatch { cursor, picked, shown, verdict });

/// Numbers of pixels by verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Number of pixels of [`Verdict::Agree`].
    pub agree: u64,
    /// Number of pixels of [`Verdict::Edge`].
    pub edge: u64,
    /// Number of pixels of [`Verdict::Depth`].
    pub depth: u64,
    /// Number of pixels of [`Verdict::Real`].
    pub real: u64,
}

packed!(struct Counts { agree, edge, depth, real });

impl Counts {
    /// Returns the number of pixels that were compared: the sum of all counts.
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

/// Verdicts about the pixels of a view.
#[derive(Clone, Debug)]
pub struct Verification {
    /// Numbers of pixels by verdict, among the viewport's pixels that lie in the framebuffer.
    pub counts: Counts,
    /// Pixels where ray and GPU differ, from the top row down, each row from the left.
    pub mismatches: Vec<Mismatch>,
    view: View,
    fineness: Fineness,
    /// `true` for pixels where a triangle is picked, row by row from the top; `None` outside of the viewport.
    covered: Vec<Option<bool>>,
}

packed!(struct Verification { counts, mismatches, view, fineness, covered });

/// Compares the ray through the centre of each pixel with what the GPU shows there, and returns the verdicts.
///
/// # Panics
/// When `ids` is of a framebuffer of another size.
pub fn compare(scene: &Scene, view: &View, ids: &IdBuffer) -> Verification {
    uncancelled(|progress| compare_with(scene, view, ids, progress))
}

/// Compares as [`compare`] does, telling `progress` how far it has come.
///
/// # Errors
/// [`Cancelled`] when `progress` was cancelled meanwhile.
///
/// # Panics
/// When `ids` is of a framebuffer of another size.
pub fn compare_with(
    scene: &Scene,
    view: &View,
    ids: &IdBuffer,
    progress: &Progress,
) -> Result<Verification, Cancelled> {
    compare_mistaken_with(scene, view, ids, None, progress)
}

/// Compares as [`compare_with`] does, but casts rays with a mistake if one is given, to see that the comparison finds
/// it.
///
/// # Errors
/// [`Cancelled`] when `progress` was cancelled meanwhile.
///
/// # Panics
/// When `ids` is of a framebuffer of another size.
#[doc(hidden)]
pub fn compare_mistaken_with(
    scene: &Scene,
    view: &View,
    ids: &IdBuffer,
    mistake: Option<(Mistake, MistakeInputs)>,
    progress: &Progress,
) -> Result<Verification, Cancelled> {
    assert_eq!(ids.framebuffer, view.framebuffer, "ids are of the view's framebuffer");
    let comparison = Comparison::new(scene, view, ids, mistake);
    progress.begin("comparing pixels", 0.0..1.0);
    let mut rows: Vec<PixelRow> = (0..view.framebuffer.height).map(|_| PixelRow::default()).collect();
    threads::fill(&mut rows, 1, progress, |row| comparison.row(row as u32))?;
    let mut verification = Verification {
        counts: Counts::default(),
        mismatches: Vec::new(),
        view: *view,
        fineness: Fineness::of(ids),
        covered: Vec::new(),
    };
    for mut row in rows {
        verification.mismatches.append(&mut row.mismatches);
        verification.covered.append(&mut row.covered);
    }
    let n_compared = verification.covered.iter().flatten().count();
    verification.counts.agree = (n_compared - verification.mismatches.len()) as u64;
    for mismatch in &verification.mismatches {
        verification.counts.count(mismatch.verdict);
    }
    Ok(verification)
}

impl Verification {
    /// Returns the view that was verified.
    pub const fn view(&self) -> &View {
        &self.view
    }

    /// Returns the verdict about the pixel under a cursor; [`Verdict::Agree`] outside of the picture.
    pub fn at(&self, cursor: CursorPosition) -> Verdict {
        let mismatch = self.mismatches.iter().find(|mismatch| mismatch.cursor.pixel() == cursor.pixel());
        mismatch.map_or(Verdict::Agree, |mismatch| mismatch.verdict)
    }

    /// Returns the nearest mismatch within `reach` physical pixels of a cursor, where real differences come before all
    /// others; `None` if no mismatch is so near.
    #[doc(hidden)]
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

    /// Returns the evidence for a mismatch: first that of the triangle that the ray hits, then that of the triangle
    /// that the GPU shows. `None` for a missing triangle, or if its object is not drawn. `scene` is the scene that was
    /// verified.
    #[doc(hidden)]
    pub fn evidence(&self, scene: &Scene, mismatch: &Mismatch) -> [Option<PixelEvidence>; 2] {
        let center = window_from_cursor(mismatch.cursor, self.view.framebuffer, PixelSample::Center);
        [mismatch.picked, mismatch.shown].map(|id| {
            let triangle = id?;
            let projector = Projector::new(scene.objects().get(triangle.object as usize)?, &self.view)?;
            Some(projector.sight(triangle, center, self.fineness))
        })
    }

    /// Returns the map of verdicts, as large as the framebuffer. A pixel is grey where ray and GPU agree (darker on a
    /// triangle), sky blue where an edge explains the difference, yellow where a depth does. A real difference is a
    /// vermillion square of 5 × 5 pixels.
    pub fn picture(&self) -> Image {
        let mut image = self.ground(|covered| match covered {
            None => [255; 4],
            Some(false) => [232, 234, 237, 255],
            Some(true) => [188, 193, 200, 255],
        });
        for (verdict, [red, green, blue]) in COLORS {
            let around = if verdict == Verdict::Real { 2 } else { 0 };
            self.paint(&mut image, verdict, around, [red, green, blue, 255]);
        }
        image
    }

    /// Returns the map as a layer to lay over the picture, as large as the framebuffer, in straight alpha. It is nearly
    /// transparent where ray and GPU agree. Around each pixel that differs it has a square, 3 logical pixels wide (5
    /// for a real difference), with a dark ring around it. `scale_factor` is physical pixels to a logical one. If more
    /// than 2000 pixels differ, it colours only these pixels, without squares.
    pub fn layer(&self, scale_factor: f64) -> Image {
        let mut image = self.ground(|covered| match covered {
            Some(true) => [255, 255, 255, VEIL_OPACITY],
            Some(false) | None => [0; 4],
        });
        let unit = scale_factor.round().clamp(1.0, 8.0) as i64;
        let around = |verdict: Verdict| if verdict == Verdict::Real { 2 * unit } else { unit };
        if self.mismatches.len() <= MOST_MARKED {
            for (verdict, _) in COLORS {
                self.paint(&mut image, verdict, around(verdict) + unit, [0, 0, 0, RING_OPACITY]);
            }
            for (verdict, [red, green, blue]) in COLORS {
                self.paint(&mut image, verdict, around(verdict), [red, green, blue, 255]);
            }
        }
        // No square hides another's pixel.
        for (verdict, [red, green, blue]) in COLORS {
            self.paint(&mut image, verdict, 0, [red, green, blue, 255]);
        }
        image
    }

    /// Returns a picture with a colour for whether a triangle is picked; `None` is outside of the viewport.
    fn ground(&self, color: impl Fn(Option<bool>) -> [u8; 4]) -> Image {
        let size = self.view().framebuffer;
        let mut image = Image::new(size.width, size.height, [0; 4]);
        for (pixel, covered) in image.pixels.iter_mut().zip(&self.covered) {
            *pixel = color(*covered);
        }
        image
    }

    /// Fills squares that reach `around` pixels beyond the pixels of a verdict.
    fn paint(&self, image: &mut Image, verdict: Verdict, around: i64, color: [u8; 4]) {
        let (width, height) = (i64::from(image.width), i64::from(image.height));
        let squares = self.mismatches.iter().filter(|mismatch| mismatch.verdict == verdict);
        for Mismatch { cursor, .. } in squares {
            let (column, row) = cursor.pixel();
            let (column, row) = (column as i64, row as i64);
            for y in (row - around).max(0)..=(row + around).min(height - 1) {
                for x in (column - around).max(0)..=(column + around).min(width - 1) {
                    image.pixels[(y * width + x) as usize] = color;
                }
            }
        }
    }
}
