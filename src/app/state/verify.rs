//! The check of every pixel: the GPU's ids first, then the rays in the background, then the map, until something moves.

use super::{Effect, State};
use crate::accel::Progress;
use crate::app::numbers;
use crate::math::CursorPosition;
use crate::pick::TriangleId;
use crate::render::ids::IdBuffer;
use crate::render::verify::{Evidence, Fault, Mismatch, Verdict, Verification};
use crate::scene::{Object, Scene, View};
use std::sync::Arc;

/// How near a click must come to a pixel that differs to ask for that one, in logical pixels: as far as a click may wander.
const REACH: f64 = crate::app::input::SLOP_LOGICAL;

/// A check of every pixel of a view, running or done.
#[derive(Clone, Debug)]
pub struct PixelCheck {
    /// Which check it is: an answer to an older one is not waited for.
    pub number: u64,
    /// The objects as they are checked.
    pub scene: Arc<Scene>,
    /// From where they are seen.
    pub view: View,
    /// The deliberate error of the rays.
    pub fault: Fault,
    /// How far the rays have come, and the way to stop them.
    pub progress: Arc<Progress>,
    /// What the GPU shows, once it has been asked.
    pub ids: Option<Arc<IdBuffer>>,
    /// What came of it.
    pub result: Option<Checked>,
    /// The pixel that the person asked about.
    pub inspected: Option<Inspected>,
}

/// What came of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The verdict about each pixel.
    pub verification: Arc<Verification>,
    /// How long the rays took, in seconds.
    pub seconds: f64,
}

/// A pixel about which ray and GPU differ, with the triangle of each.
#[derive(Clone, Debug)]
pub struct Inspected {
    /// The pixel.
    pub mismatch: Mismatch,
    /// What the ray hits; `None` where it hits nothing.
    pub picked: Option<Candidate>,
    /// What the GPU shows; `None` where it shows nothing.
    pub shown: Option<Candidate>,
    /// The two triangles, each once.
    pub marked: Vec<TriangleId>,
}

/// One of the two triangles of a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Where it is, to this pixel.
    pub evidence: Evidence,
    /// The line of its face.
    pub line: Option<u32>,
    /// Where its corners are seen; `None` where one lies behind the eye.
    pub corners: Option<[CursorPosition; 3]>,
}

/// What is compared in the background.
#[derive(Clone, Debug)]
pub struct Comparison {
    /// The number of the check.
    pub number: u64,
    /// The objects.
    pub scene: Arc<Scene>,
    /// From where they are seen.
    pub view: View,
    /// What the GPU shows.
    pub ids: Arc<IdBuffer>,
    /// The deliberate error of the rays.
    pub fault: Fault,
    /// To tell how far it has come, and whether to stop.
    pub progress: Arc<Progress>,
}

/// What happens to a check.
#[derive(Debug)]
pub enum CheckAction {
    /// The GPU has drawn the ids of the check of this number, or why it has not.
    IdsRead(u64, Result<IdBuffer, String>),
    /// The rays of the check of this number are cast; `None` where they were stopped.
    Compared(u64, Option<Checked>),
    /// Check again with this deliberate error.
    Spoil(Fault),
    /// Inspect the next pixel of this verdict.
    Next(Verdict),
    /// Stop, or close the map.
    Close,
}

impl PixelCheck {
    /// Whether the GPU or the rays are still at it.
    pub fn is_running(&self) -> bool {
        self.result.is_none()
    }

    fn stop(&self) {
        self.progress.cancel();
    }
}

impl State {
    /// The check that waits for the GPU's ids: its number and what to draw.
    pub fn ids_awaited(&self) -> Option<(u64, Arc<Scene>, View)> {
        let check = self.check.as_ref().filter(|check| check.ids.is_none())?;
        Some((check.number, Arc::clone(&check.scene), check.view))
    }

    /// Whether a check is running, whose progress is to be shown.
    pub fn is_checking(&self) -> bool {
        self.check.as_ref().is_some_and(PixelCheck::is_running)
    }

    /// The two triangles of the pixel that is inspected.
    pub(in crate::app) fn marked_by_check(&self) -> &[TriangleId] {
        self.check.as_ref().and_then(|check| check.inspected.as_ref()).map_or(&[], |inspected| &inspected.marked)
    }
}

pub(in crate::app) fn update(state: &mut State, action: CheckAction) {
    match action {
        CheckAction::IdsRead(number, ids) => ids_read(state, number, ids),
        CheckAction::Compared(number, checked) => compared(state, number, checked),
        CheckAction::Spoil(fault) => spoil(state, fault),
        CheckAction::Next(verdict) => next(state, verdict),
        CheckAction::Close => {
            close(state);
        }
    }
}

/// Starts a check of what is seen now, or ends the one that is there.
pub(in crate::app) fn toggle(state: &mut State) {
    if close(state) {
        return;
    }
    if state.bench().is_some() {
        state.tell("Pixels are verified in the Pick workspace (F2).");
        return;
    }
    if state.scene.objects.is_empty() || state.view.viewport.is_empty() {
        state.tell("There is nothing to verify: open a mesh first.");
        return;
    }
    state.checks += 1;
    state.check = Some(PixelCheck {
        number: state.checks,
        scene: Arc::new(state.scene.clone()),
        view: state.view,
        fault: Fault::None,
        progress: Arc::default(),
        ids: None,
        result: None,
        inspected: None,
    });
}

/// Stops the check or closes its map; whether there was one.
pub(in crate::app) fn close(state: &mut State) -> bool {
    let check = state.check.take();
    if let Some(check) = &check {
        check.stop();
    }
    check.is_some()
}

/// Drops a check of what is no longer seen: the camera, the picture's place or an object is another.
pub(in crate::app) fn drop_stale(state: &mut State) {
    let is_stale = |check: &PixelCheck| check.view != state.view || !is_same(&check.scene, &state.scene);
    if state.check.as_ref().is_some_and(|check| state.bench().is_some() || is_stale(check)) {
        close(state);
    }
}

/// Whether both scenes are the same picture.
fn is_same(a: &Scene, b: &Scene) -> bool {
    let is_same = |(a, b): (&Object, &Object)| {
        Arc::ptr_eq(&a.mesh, &b.mesh) && a.world_from_object == b.world_from_object && a.visible == b.visible
    };
    a.objects.len() == b.objects.len() && a.objects.iter().zip(&b.objects).all(is_same)
}

fn ids_read(state: &mut State, number: u64, ids: Result<IdBuffer, String>) {
    let Some(check) = state.check.as_mut().filter(|check| check.number == number) else { return };
    match ids {
        Ok(ids) => {
            check.ids = Some(Arc::new(ids));
            compare(state);
        }
        Err(problem) => {
            close(state);
            state.complain(problem);
        }
    }
}

/// Has the rays cast in the background.
fn compare(state: &mut State) {
    let Some(check) = &state.check else { return };
    let Some(ids) = &check.ids else { return };
    let comparison = Comparison {
        number: check.number,
        scene: Arc::clone(&check.scene),
        view: check.view,
        ids: Arc::clone(ids),
        fault: check.fault,
        progress: Arc::clone(&check.progress),
    };
    state.effects.push(Effect::Compare(comparison));
}

fn compared(state: &mut State, number: u64, checked: Option<Checked>) {
    let Some(check) = state.check.as_mut().filter(|check| check.number == number) else { return };
    match checked {
        Some(checked) => check.result = Some(checked),
        None => state.check = None,
    }
}

/// Checks the same picture again with a deliberate error of the rays, to see that it is found.
fn spoil(state: &mut State, fault: Fault) {
    let Some(check) = state.check.as_mut().filter(|check| check.fault != fault) else { return };
    check.stop();
    state.checks += 1;
    check.number = state.checks;
    check.fault = fault;
    check.progress = Arc::default();
    check.result = None;
    check.inspected = None;
    compare(state);
}

/// Inspects the pixel that differs under or beside a cursor, if a map is shown and there is one; where to pick.
pub(in crate::app) fn inspect(state: &mut State, view: &View, cursor: CursorPosition) -> CursorPosition {
    let reach = REACH * state.scale_factor;
    let Some(check) = state.check.as_mut().filter(|check| check.view == *view) else { return cursor };
    let Some(checked) = &check.result else { return cursor };
    let mismatch = checked.verification.near(cursor, reach).copied();
    check.inspected = mismatch.map(|mismatch| inspected(check, &checked.verification, mismatch));
    mismatch.map_or(cursor, |mismatch| mismatch.cursor)
}

/// Inspects the pixel of a verdict that follows the inspected one, around to the first.
fn next(state: &mut State, verdict: Verdict) {
    let Some(check) = &mut state.check else { return };
    let Some(checked) = &check.result else { return };
    let present = check.inspected.as_ref().map(|inspected| inspected.mismatch);
    let all = &checked.verification.mismatches;
    let after = present.and_then(|present| all.iter().position(|mismatch| *mismatch == present)).map_or(0, |k| k + 1);
    let of_verdict = |mismatch: &&Mismatch| mismatch.verdict == verdict;
    let found = all[after..].iter().find(of_verdict).or_else(|| all.iter().find(of_verdict)).copied();
    check.inspected = found.map(|mismatch| inspected(check, &checked.verification, mismatch));
}

fn inspected(check: &PixelCheck, verification: &Verification, mismatch: Mismatch) -> Inspected {
    let candidate = |evidence: Evidence| {
        let id = evidence.triangle;
        let object = check.scene.objects.get(id.object as usize)?;
        let triangle = object.triangle_in_world(id.triangle);
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| check.view.cursor_from_world(corner));
        let corners = a.zip(b).zip(c).map(|((a, b), c)| [a, b, c]);
        Some(Candidate { evidence, line: object.mesh.source().line(id.triangle), corners })
    };
    let [picked, shown] = verification.evidence(&check.scene, &mismatch).map(|evidence| evidence.and_then(candidate));
    let mut marked: Vec<_> = [mismatch.picked, mismatch.shown].into_iter().flatten().collect();
    marked.dedup();
    Inspected { mismatch, picked, shown, marked }
}

impl Inspected {
    /// Why the pixel is classed as it is, in words.
    pub fn reason(&self) -> String {
        let candidates = || [&self.picked, &self.shown].into_iter().flatten().map(|candidate| candidate.evidence);
        match self.mismatch.verdict {
            Verdict::Agree => "Ray and GPU name the same triangle.".to_owned(),
            Verdict::Edge => match candidates().find(|e| e.from_edge.abs() <= e.edge_error) {
                Some(e) => format!(
                    "The pixel's centre lies {:.2e} pixels from an edge of triangle {}, and the GPU may be off by {:.2e}: \
                     either answer is right.",
                    e.from_edge.abs(),
                    numbers::count(u64::from(e.triangle.triangle)),
                    e.edge_error
                ),
                None => "The pixel's centre lies on an edge, as finely as the GPU places edges.".to_owned(),
            },
            Verdict::Depth => {
                let depths: Vec<_> = candidates().collect();
                match depths[..] {
                    [a, b] => format!(
                        "The two depths differ by {:.2e}, and the GPU may be off by {:.2e}: either answer is right.",
                        (a.depth - b.depth).abs(),
                        a.depth_error + b.depth_error
                    ),
                    _ => "The depth lies as close to a clip plane as the GPU may be off: either answer is right."
                        .to_owned(),
                }
            }
            Verdict::Real => {
                "Neither the GPU's rounding of corners nor that of depths explains it: one is wrong.".to_owned()
            }
        }
    }
}
