//! The pick that is inspected.

use super::Desk;
use super::inspections::Inspection;
use crate::accel::Progress;
use crate::app::action::Action;
use crate::app::answers::MeshSource;
use crate::app::job::Pending;
use crate::app::platform::Instant;
use crate::app::texts::{of_loading::line_text_error, t};
use crate::math::CursorPosition;
use crate::pick::{self, Hit, HitDetails, PickRecord, PickTrace, RECORD_VERSION, TriangleId};
use crate::scene::View;

/// A pick and what is shown of it.
#[derive(Debug)]
pub struct Picked {
    /// Where the mouse was.
    pub cursor: CursorPosition,
    /// The view that was frozen at the press.
    pub view: View,
    /// Every step from the cursor to the hit.
    pub trace: PickTrace,
    /// How long the pick took with its trace, in seconds.
    pub seconds: f64,
    /// The hit that is inspected: the closest, or one behind it that was asked for.
    pub hit: Option<HitDetails>,
    /// Its place among all hits along the ray, from 0, and their number, where they were asked for.
    pub place: Option<(usize, usize)>,
    /// The text of its line in the file, or why there is none; idle where there is no file.
    pub line_text: Pending<Result<String, String>>,
}

impl Picked {
    /// The triangle that is inspected.
    pub fn id(&self) -> Option<TriangleId> {
        self.hit.as_ref().map(HitDetails::id)
    }

    /// All that is said of it.
    pub fn record<'a>(&'a self, desk: &'a Desk) -> PickRecord<'a> {
        let source = desk.source.as_ref().map(MeshSource::argument);
        PickRecord {
            version: RECORD_VERSION,
            file: source.map(|source| source.to_string_lossy().into_owned()).unwrap_or_default(),
            reason: self.trace.miss.map(|miss| miss.to_string()),
            line_text: self.line_text.get().and_then(|text| text.as_ref().ok()).cloned(),
            hit: self.hit.as_ref(),
            place_along_ray: self.place,
            cursor: self.cursor,
            view: &self.view,
            boxes_tested: self.trace.counts.boxes,
            triangles_tested: self.trace.counts.triangles,
            pick_seconds: self.seconds,
            load_seconds: desk.load_seconds,
            scene: &desk.scene,
        }
    }
}

/// Picks and inspects; the selection stays.
pub(in crate::app) fn pick(desk: &mut Desk, view: &View, cursor: CursorPosition) {
    let start = Instant::now();
    let trace = pick::pick_traced(&desk.scene, view, cursor, &desk.options());
    let seconds = start.elapsed().as_secs_f64();
    let hit = trace.hit.clone();
    desk.picked = Some(Picked { cursor, view: *view, trace, seconds, hit, place: None, line_text: Pending::Idle });
    read_line(desk);
}

/// Inspects one of all the hits along the ray of the last pick.
pub(in crate::app) fn choose_hit(desk: &mut Desk, hits: &[Hit], index: usize) {
    let options = desk.options();
    if let Some(picked) = &mut desk.picked {
        let describe = |hit| pick::describe(&desk.scene, &picked.view, picked.cursor, &options, hit);
        picked.place = Some((index, hits.len()));
        picked.hit = hits.get(index).and_then(describe);
        read_line(desk);
    }
}

/// Returns what is inspected now.
pub(in crate::app) fn inspection(desk: &Desk) -> Option<Inspection> {
    let Picked { view, cursor, place, .. } = desk.picked.as_ref()?;
    Some(Inspection { view: *view, cursor: *cursor, place: place.map(|(index, _)| index) })
}

/// Inspects what was inspected before.
pub(in crate::app) fn restore(desk: &mut Desk, inspection: Option<Inspection>) {
    desk.picked = None;
    // Benches arrange the scene otherwise.
    let Some(Inspection { view, cursor, place }) = inspection.filter(|_| desk.workspace.picks()) else {
        return;
    };
    pick(desk, &view, cursor);
    if let Some(index) = place {
        let hits = pick::all_hits(&desk.scene, &view, cursor, &desk.options());
        choose_hit(desk, &hits, index);
    }
}

/// Has the text of the picked triangle's line, or the bytes of its record, read.
pub(in crate::app) fn read_line(desk: &mut Desk) {
    let Some(picked) = &mut desk.picked else { return };
    picked.line_text.stop();
    let Some(id) = picked.id() else { return };
    let Some(object) = desk.scene.objects().get(id.object as usize) else { return };
    let source = object.mesh.source();
    if source.line(id.triangle).is_some() || source.record(id.triangle).is_some() {
        let mesh = object.mesh.clone();
        let read =
            move |_: &Progress| Some(mesh.source().face_text(id.triangle)?.map_err(|error| line_text_error(&error)));
        picked.line_text.begin(&mut desk.jobs, read, Action::LineRead);
    }
}

pub(in crate::app) fn copy_text(desk: &mut Desk) {
    let text = desk.picked.as_ref().map(|picked| picked.record(desk).text());
    copy(desk, text, t!("copied-record"));
}

pub(in crate::app) fn copy_json(desk: &mut Desk) {
    let json = desk.picked.as_ref().and_then(|picked| serde_json::to_string_pretty(&picked.record(desk)).ok());
    copy(desk, json, t!("copied-json"));
}

fn copy(desk: &mut Desk, record: Option<String>, name: &str) {
    match record {
        Some(text) => desk.copy(text, name),
        None => desk.tell(t!("no-pick-to-copy")),
    }
}
