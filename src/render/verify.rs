//! Proof that what is picked is what is seen: for every pixel the ray through its centre against the GPU's id.
//!
//! Where the two differ, one of them may still be right in its own way: a GPU rounds corners to a subpixel grid and depths to
//! the steps of its buffer. Each difference is therefore held against the triangles involved, projected a third way
//! (in `outline`), with bounds on what the GPU may be off by. What they do not explain is a real difference.

mod outline;

use super::ids::IdBuffer;
use super::image::Image;
use crate::accel::{Cancelled, Progress};
use crate::math::{self, CursorPosition, PickRay, cursor_from_window};
use crate::pick::{self, TriangleId};
use crate::scene::{Scene, View};
use glam::{DMat4, DVec2, DVec3};
use outline::{Fineness, Projector, Sighting};
use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicUsize, Ordering};

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
    /// The pixels that differ, from the top row down.
    pub mismatches: Vec<Mismatch>,
    size: math::FramebufferSize,
    /// For the picture: whether a triangle is picked, row by row from the top; `None` outside of the viewport.
    covered: Vec<Option<bool>>,
}

/// A deliberate error of the ray, to see that it is found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    /// No error.
    #[default]
    None,
    /// The pixel's corner instead of its centre.
    HalfPixel,
    /// Rows counted from the wrong end.
    FlippedY,
    /// Matrices, and the points unprojected by their inverse, rounded to f32.
    SinglePrecision,
    /// The ray from the far to the near plane.
    SwappedPlanes,
}

/// Compares the ray through the centre of each pixel with what the GPU shows there.
///
/// # Errors
/// [`Cancelled`] when `progress` was cancelled meanwhile.
///
/// # Panics
/// When `ids` is of a framebuffer of another size.
pub fn compare(scene: &Scene, view: &View, ids: &IdBuffer, progress: &Progress) -> Result<Verification, Cancelled> {
    compare_with_fault(scene, view, ids, Fault::None, progress)
}

/// [`compare`] with a deliberate error in the rays.
///
/// # Errors
/// As there.
///
/// # Panics
/// As there.
pub fn compare_with_fault(
    scene: &Scene,
    view: &View,
    ids: &IdBuffer,
    fault: Fault,
    progress: &Progress,
) -> Result<Verification, Cancelled> {
    assert_eq!(ids.framebuffer, view.framebuffer, "ids are of the view's framebuffer");
    let size = view.framebuffer;
    let comparison = Comparison::new(scene, view, ids, fault);
    let mut rows = by_row(size.height as usize, progress, |row| comparison.row(row as u32))?;
    let mut verification =
        Verification { counts: Counts::default(), mismatches: Vec::new(), size, covered: Vec::new() };
    for row in &mut rows {
        verification.counts += row.counts;
        verification.mismatches.append(&mut row.mismatches);
        verification.covered.append(&mut row.covered);
    }
    Ok(verification)
}

impl Verification {
    /// The map of verdicts, as large as the framebuffer: grey where both agree (darker on a triangle), sky blue and yellow
    /// where an edge or a depth explains the difference, vermillion in a square of 5 pixels around a real one.
    pub fn picture(&self) -> Image {
        let mut image = Image::new(self.size.width, self.size.height, [255; 4]);
        for (pixel, covered) in image.pixels.iter_mut().zip(&self.covered) {
            *pixel = match covered {
                None => [255; 4],
                Some(false) => [232, 234, 237, 255],
                Some(true) => [188, 193, 200, 255],
            };
        }
        let (width, height) = (i64::from(self.size.width), i64::from(self.size.height));
        let by_weight = [
            (Verdict::Edge, 0, [0x56, 0xB4, 0xE9, 255]),
            (Verdict::Depth, 0, [0xF0, 0xE4, 0x42, 255]),
            (Verdict::Real, 2, [0xD5, 0x5E, 0x00, 255]),
        ];
        for (verdict, around, color) in by_weight {
            for mismatch in self.mismatches.iter().filter(|mismatch| mismatch.verdict == verdict) {
                let (column, row) = mismatch.cursor.pixel();
                let (column, row) = (column as i64, row as i64);
                for y in (row - around).max(0)..=(row + around).min(height - 1) {
                    for x in (column - around).max(0)..=(column + around).min(width - 1) {
                        image.pixels[(y * width + x) as usize] = color;
                    }
                }
            }
        }
        image
    }

    /// The verdict about the pixel under a cursor.
    pub fn at(&self, cursor: CursorPosition) -> Verdict {
        let mismatch = self.mismatches.iter().find(|mismatch| mismatch.cursor.pixel() == cursor.pixel());
        mismatch.map_or(Verdict::Agree, |mismatch| mismatch.verdict)
    }
}

struct Row {
    counts: Counts,
    mismatches: Vec<Mismatch>,
    covered: Vec<Option<bool>>,
}

/// What all pixels share.
struct Comparison<'a> {
    scene: &'a Scene,
    view: &'a View,
    ids: &'a IdBuffer,
    fault: Fault,
    /// Of each object that is drawn.
    projectors: Vec<Option<Projector<'a>>>,
    fineness: Fineness,
}

impl<'a> Comparison<'a> {
    fn new(scene: &'a Scene, view: &'a View, ids: &'a IdBuffer, fault: Fault) -> Self {
        let step = |bits: u32| 0.5_f64.powi(bits as i32);
        Self {
            scene,
            view,
            ids,
            fault,
            projectors: scene.objects.iter().map(|object| Projector::new(object, view)).collect(),
            fineness: Fineness { subpixel: step(ids.subpixel_bits), depth: step(ids.depth_bits) },
        }
    }

    /// Compares a row, counted from the top.
    fn row(&self, from_top: u32) -> Row {
        let size = self.view.framebuffer;
        let mut answer = Row { counts: Counts::default(), mismatches: Vec::new(), covered: Vec::new() };
        let row = size.height - 1 - from_top;
        for column in 0..size.width {
            let center = DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
            if !self.view.viewport.contains(center) {
                answer.covered.push(None);
                continue;
            }
            let picked = self.ray(center).and_then(|ray| pick::closest_along(self.scene, &ray));
            let picked = picked.map(|(object, hit)| TriangleId { object, triangle: hit.triangle });
            let shown = self.ids.at(column, row);
            answer.covered.push(Some(picked.is_some()));
            let verdict = if picked == shown { Verdict::Agree } else { self.judge(center, picked, shown) };
            answer.counts.count(verdict);
            if verdict != Verdict::Agree {
                let cursor = cursor_from_window(center, size);
                answer.mismatches.push(Mismatch { cursor, picked, shown, verdict });
            }
        }
        answer
    }

    /// The ray of a pick through a place, in error where an error is wanted.
    fn ray(&self, center: DVec2) -> Option<PickRay> {
        match self.fault {
            Fault::None => self.view.ray(center),
            Fault::HalfPixel => self.view.ray(center - 0.5),
            Fault::FlippedY => {
                let viewport = self.view.viewport;
                let mirrored = 2.0 * f64::from(viewport.y) + f64::from(viewport.height) - center.y;
                self.view.ray(center.with_y(mirrored))
            }
            Fault::SinglePrecision => {
                let rounded = |matrix: DMat4| matrix.as_mat4().as_dmat4();
                let (eye_from_world, clip_from_eye) = (self.view.eye_from_world(), self.view.clip_from_eye());
                let ray =
                    math::pick_ray(center, &rounded(eye_from_world), &rounded(clip_from_eye), self.view.viewport)?;
                let point = |p: DVec3| p.as_vec3().as_dvec3();
                Some(PickRay { near: point(ray.near), far: point(ray.far), ..ray })
            }
            Fault::SwappedPlanes => self.view.ray(center).map(|ray| PickRay { near: ray.far, far: ray.near, ..ray }),
        }
    }

    /// Why ray and GPU differ about a pixel.
    ///
    /// Each of the two answers is right if its triangle can be there and no triangle that must be there hides it; `None` is
    /// right if no triangle must be there. The triangles that could hide one are those along the ray, and the two themselves.
    fn judge(&self, center: DVec2, picked: Option<TriangleId>, shown: Option<TriangleId>) -> Verdict {
        let mut ids: Vec<_> = [picked, shown].into_iter().flatten().collect();
        if let Some(ray) = self.view.ray(center) {
            let hits = pick::all_along(self.scene, &ray);
            ids.extend(hits.iter().map(|(object, hit)| TriangleId { object: *object, triangle: hit.triangle }));
        }
        let sightings: Vec<(TriangleId, Sighting)> =
            ids.iter().filter_map(|&id| Some((id, self.sight(id, center)?))).collect();
        let sighting = |id: TriangleId| sightings.iter().find(|(other, _)| *other == id).map(|(_, sighting)| sighting);
        let may_be = |answer: Option<TriangleId>| match answer {
            None => !sightings.iter().any(|(_, other)| other.is_sure()),
            Some(id) => sighting(id).is_some_and(|sighting| {
                sighting.is_possible() && !sightings.iter().any(|(_, other)| other.hides(sighting))
            }),
        };
        if !may_be(picked) || !may_be(shown) {
            return Verdict::Real;
        }
        let at_edge = [picked, shown].into_iter().flatten().filter_map(sighting).any(Sighting::is_at_edge);
        if at_edge { Verdict::Edge } else { Verdict::Depth }
    }

    fn sight(&self, id: TriangleId, center: DVec2) -> Option<Sighting> {
        let projector = self.projectors.get(id.object as usize)?.as_ref()?;
        Some(projector.sight(id.triangle, center, self.fineness))
    }
}

/// What `compute` makes of each row, on all cores.
fn by_row<T: Send>(rows: usize, progress: &Progress, compute: impl Fn(usize) -> T + Sync) -> Result<Vec<T>, Cancelled> {
    progress.begin("comparing pixels", 0.0..1.0);
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, std::num::NonZero::get).min(rows.max(1));
    let mut done: Vec<(usize, T)> = std::thread::scope(|scope| {
        let work = || {
            let mut done = Vec::new();
            loop {
                let row = next.fetch_add(1, Ordering::Relaxed);
                if rows <= row || progress.is_cancelled() {
                    return done;
                }
                done.push((row, compute(row)));
                progress.advance((row + 1) as f32 / rows as f32);
            }
        };
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("a row of pixels")).collect()
    });
    progress.check()?;
    done.sort_unstable_by_key(|(row, _)| *row);
    Ok(done.into_iter().map(|(_, row)| row).collect())
}
