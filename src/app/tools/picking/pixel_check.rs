//! Comparison of picking with the GPU at every pixel. First the GPU draws the ids of the triangles, then rays are cast
//! in the background. A map of the result is shown until something moves.

use super::Picking;
use crate::app::desk::Desk;
use crate::app::job::{Answer, Pending, Task};
use crate::app::platform::timed;
use crate::app::texts::t;
use pickray::intersect::Culling;
use pickray::math::CursorPosition;
use pickray::mesh::Place;
use pickray::pick::explain::{Mistake, MistakeInputs};
use pickray::scene::{Object, Scene, View};
use pickray::work::{Progress, packed};
use pickray_render::ids::IdBuffer;
use pickray_render::verify::{Mismatch, PixelEvidence, Verdict, Verification, compare_mistaken_with};
use std::sync::Arc;

/// Distance within which a click asks for a pixel that differs, in logical pixels: as far as a click may wander.
const REACH: f64 = crate::app::input::SLOP_LOGICAL;

/// Comparison of picking with the GPU at every pixel of a view, running or done.
#[derive(Debug)]
pub struct PixelCheck {
    pub scene: Arc<Scene>,
    pub view: View,
    /// Sides of triangles that are culled: neither hit by the rays nor drawn by the GPU.
    pub culling: Culling,
    /// Deliberate mistake that the rays are cast with, if any.
    pub mistake: Option<Mistake>,
    /// Mistake last found at work in the ladder; if another one is, the rays are cast anew with it.
    followed: Option<Mistake>,
    /// Ids of the triangles that the GPU shows, by pixel.
    pub ids: Pending<Arc<IdBuffer>>,
    /// Verdict on each pixel, once the rays are cast.
    pub result: Pending<Checked>,
    /// Pixel whose difference the user inspects; `None` if there is none.
    pub inspected: Option<Inspected>,
}

#[derive(Clone, Debug)]
pub struct Checked {
    pub verification: Arc<Verification>,
    /// Time that casting and comparing the rays took, in seconds.
    pub seconds: f64,
}

packed!(struct Checked { verification, seconds });

/// Task that casts the rays of a check and compares them with the ids that the GPU shows.
pub(in crate::app) struct CastRays {
    pub scene: Arc<Scene>,
    pub view: View,
    pub ids: Arc<IdBuffer>,
    pub mistake: Option<Mistake>,
    pub inputs: MistakeInputs,
}

packed!(struct CastRays { scene, view, ids, mistake, inputs });

impl Task for CastRays {
    type Answer = Checked;

    fn run(self, progress: &Progress) -> Option<Checked> {
        let Self { scene, view, ids, mistake, inputs } = self;
        let mistake = mistake.map(|mistake| (mistake, inputs));
        let (verification, seconds) = timed(|| compare_mistaken_with(&scene, &view, &ids, mistake, progress));
        Some(Checked { verification: Arc::new(verification.ok()?), seconds })
    }
}

/// Pixel about which ray and GPU differ, with the triangle of each.
#[derive(Clone, Debug)]
pub struct Inspected {
    pub mismatch: Mismatch,
    pub picked: Option<Candidate>,
    pub shown: Option<Candidate>,
}

/// Triangle that the ray hits, or that the GPU shows, at a pixel.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Numbers behind the verdict: the pixel's distance from the triangle's edges, and the depth there.
    pub evidence: PixelEvidence,
    /// Line or record of the triangle's face in its file.
    pub place: Option<Place>,
    /// Cursor positions at which the triangle's corners are seen; `None` if a corner is behind the eye.
    pub corners: Option<[CursorPosition; 3]>,
}

#[derive(Debug)]
pub enum CheckAction {
    /// Take over the triangle ids that the GPU has drawn, or the message on why it could not draw them.
    IdsRead(Arc<Progress>, Result<IdBuffer, String>),
    Compared(Answer<Checked>),
    Spoil(Option<Mistake>),
    Next(Verdict),
    Close,
}

impl PixelCheck {
    /// Returns a check of every pixel of the present picture, which waits for the ids that the GPU draws.
    fn of(desk: &Desk) -> Self {
        let (mut ids, mistake) = (Pending::Idle, desk.study.mistake_at_work());
        ids.expect();
        let (scene, view, culling) = (Arc::new(desk.scene().clone()), *desk.view(), desk.options().culling);
        Self { scene, view, culling, mistake, followed: mistake, ids, result: Pending::Idle, inspected: None }
    }

    pub fn is_running(&self) -> bool {
        self.result.get().is_none()
    }

    /// Checks the same picture again with a mistake in the rays, to see that it is found.
    fn spoil(&mut self, desk: &mut Desk, mistake: Option<Mistake>) {
        if self.mistake != mistake {
            self.mistake = mistake;
            self.inspected = None;
            self.cast_rays(desk);
        }
    }

    fn cast_rays(&mut self, desk: &mut Desk) {
        let Some(ids) = self.ids.get().cloned() else { return };
        let (scene, view, mistake) = (self.scene.clone(), self.view, self.mistake);
        let inputs = MistakeInputs { last_view: desk.study.view_before().copied(), ..desk.study.mistake_inputs() };
        desk.begin(&mut self.result, CastRays { scene, view, ids, mistake, inputs }, CheckAction::Compared);
    }

    /// Inspects the differing pixel at or near `cursor` of a map; returns where to pick: there, else at `cursor`.
    pub(super) fn inspect(&mut self, desk: &Desk, view: &View, cursor: CursorPosition) -> CursorPosition {
        let reach = REACH * desk.shown.scale_factor;
        let Some(checked) = self.result.get().filter(|_| self.view == *view) else { return cursor };
        let mismatch = checked.verification.near(cursor, reach).copied();
        self.inspected = mismatch.map(|mismatch| inspected(self, &checked.verification, mismatch));
        mismatch.map_or(cursor, |mismatch| mismatch.cursor)
    }

    fn next_pixel(&mut self, verdict: Verdict) {
        let Some(checked) = self.result.get() else { return };
        let present = self.inspected.as_ref().map(|inspected| inspected.mismatch);
        let all = &checked.verification.mismatches;
        let after = all.iter().position(|mismatch| Some(*mismatch) == present).map_or(0, |k| k + 1);
        let around = all[after..].iter().chain(all).copied();
        let found = around.into_iter().find(|mismatch| mismatch.verdict == verdict);
        self.inspected = found.map(|mismatch| inspected(self, &checked.verification, mismatch));
    }
}

impl Picking {
    /// Returns progress, scene, view and culling for the GPU to draw a check's ids; `None` if none waits for ids.
    pub fn ids_awaited(&self) -> Option<(Arc<Progress>, Arc<Scene>, View, Culling)> {
        let check = self.check.as_ref()?;
        Some((check.ids.progress()?.clone(), Arc::clone(&check.scene), check.view, check.culling))
    }

    pub(super) fn act_on_check(&mut self, desk: &mut Desk, action: CheckAction) {
        let Some(check) = &mut self.check else { return };
        match action {
            CheckAction::IdsRead(progress, Ok(ids)) => {
                if check.ids.keep(Answer::new(progress, Arc::new(ids))) {
                    check.cast_rays(desk);
                }
            }
            CheckAction::IdsRead(_, Err(problem)) => {
                self.close_check(desk);
                desk.complain(problem);
            }
            CheckAction::Compared(answer) => {
                let is_stopped = !check.result.keep(answer) && check.result.is_idle() && check.ids.get().is_some();
                self.check.take_if(|_| is_stopped);
            }
            CheckAction::Spoil(mistake) => check.spoil(desk, mistake),
            CheckAction::Next(verdict) => check.next_pixel(verdict),
            CheckAction::Close => _ = self.close_check(desk),
        }
    }

    /// Starts a check of every pixel of the present picture, or ends the present check.
    pub(super) fn toggle_check(&mut self, desk: &mut Desk) {
        if self.close_check(desk) {
            return;
        }
        if desk.scene().objects().is_empty() || desk.view().viewport.is_empty() {
            return desk.tell(t!("verify-nothing"));
        }
        self.explain.why.forget(desk);
        self.check = Some(PixelCheck::of(desk));
    }

    pub(super) fn close_check(&mut self, desk: &mut Desk) -> bool {
        let Some(mut check) = self.check.take() else { return false };
        check.result.stop();
        desk.selected.marked.clear();
        true
    }

    /// Casts the rays again for another mistake, drops the check of another picture, or lights the inspected triangles.
    pub(super) fn follow_check(&mut self, desk: &mut Desk) {
        let Some(check) = &mut self.check else { return };
        let at_work = desk.study.mistake_at_work();
        if std::mem::replace(&mut check.followed, at_work) != at_work {
            check.spoil(desk, at_work);
        }
        let is_of_picture = check.view == *desk.view() && check.culling == desk.options().culling;
        if !is_of_picture || !is_same(&check.scene, desk.scene()) {
            self.close_check(desk);
            return;
        }
        let of_pixel = |Inspected { mismatch, .. }: &Inspected| [mismatch.picked, mismatch.shown];
        let mut marked: Vec<_> = check.inspected.as_ref().map(of_pixel).into_iter().flatten().flatten().collect();
        marked.dedup();
        desk.selected.marked = marked;
    }
}

fn is_same(a: &Scene, b: &Scene) -> bool {
    let is_same = |(a, b): (&Object, &Object)| {
        let placed = |object: &Object| (object.world_from_object, object.visible);
        Arc::ptr_eq(&a.mesh, &b.mesh) && placed(a) == placed(b) && a.hidden == b.hidden
    };
    a.objects().len() == b.objects().len() && a.objects().iter().zip(b.objects()).all(is_same)
}

fn inspected(check: &PixelCheck, verification: &Verification, mismatch: Mismatch) -> Inspected {
    let candidate = |evidence: PixelEvidence| {
        let id = evidence.triangle;
        let object = check.scene.objects().get(id.object as usize)?;
        let triangle = object.triangle_in_world(id.triangle);
        let [a, b, c] = [triangle.a, triangle.b, triangle.c].map(|corner| check.view.cursor_from_world(corner));
        let corners = a.zip(b).zip(c).map(|((a, b), c)| [a, b, c]);
        Some(Candidate { evidence, place: object.mesh.source().place(id.triangle), corners })
    };
    let [picked, shown] = verification.evidence(&check.scene, &mismatch).map(|evidence| evidence.and_then(candidate));
    Inspected { mismatch, picked, shown }
}

impl Inspected {
    pub fn reason(&self) -> String {
        let candidates = || [&self.picked, &self.shown].into_iter().flatten().map(|candidate| candidate.evidence);
        match self.mismatch.verdict {
            Verdict::Agree => t!("verify-why-agree").to_owned(),
            Verdict::Edge => match candidates().find(|e| e.from_edge.abs() <= e.edge_error) {
                Some(e) => {
                    let (pixels, error) = (format!("{:.2e}", e.from_edge.abs()), format!("{:.2e}", e.edge_error));
                    t!("verify-why-edge", pixels = pixels, triangle = e.triangle.triangle.to_string(), error = error)
                }
                None => t!("verify-why-on-edge").to_owned(),
            },
            Verdict::Depth => match candidates().collect::<Vec<_>>()[..] {
                [a, b] => {
                    let difference = format!("{:.2e}", (a.depth - b.depth).abs());
                    let error = format!("{:.2e}", a.depth_error + b.depth_error);
                    t!("verify-why-depth", difference = difference, error = error)
                }
                _ => t!("verify-why-clip").to_owned(),
            },
            Verdict::Real => t!("verify-why-real").to_owned(),
        }
    }
}
