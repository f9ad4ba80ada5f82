//! Pick that is inspected, with its hit and its record.

use super::history::Inspection;
use super::{Desk, objects, selecting};
use crate::app::action::Action;
use crate::app::answers::MeshSource;
use crate::app::input::ClickMode;
use crate::app::job::Pending;
use crate::app::platform::{abilities::OPENS_AGAIN, timed};
use crate::app::texts::{of_library::line_text_error, t};
use pickray::math::CursorPosition;
use pickray::pick::explain::{PickRecord, PickTrace, RECORD_VERSION};
use pickray::pick::{self, Hit, HitDetails, TriangleId};
use pickray::scene::View;
use pickray::study::{Click, Study};
use pickray::work::Progress;
use std::hint::black_box;

/// Pick that is inspected, with what the panels show of it.
#[derive(Debug)]
pub struct Picked {
    /// Trace of every step from the cursor to the hit.
    pub trace: PickTrace,
    /// Time that the pick takes without recording its trace, in seconds.
    pub seconds: f64,
    /// Hit that is inspected: the closest, or one behind it that was asked for.
    pub hit: Option<HitDetails>,
    /// Index of the inspected hit among all along the ray, from 0, and their number; `None` until they were asked for.
    pub place: Option<(usize, usize)>,
    /// Text of the triangle's line in its file, or why there is none; idle if there is no file.
    pub line_text: Pending<Result<String, String>>,
}

impl Picked {
    /// Returns the triangle that is inspected; `None` if nothing was hit.
    pub fn id(&self) -> Option<TriangleId> {
        self.hit.as_ref().map(HitDetails::id)
    }

    /// Makes the pick of a study's last click; `None` if the study has no click.
    pub fn of(study: &Study) -> Option<Self> {
        let trace = study.trace()?;
        let PickTrace { view, cursor, options, .. } = &trace;
        let seconds = timed(|| black_box(pick::pick(study.scene(), view, *cursor, options))).1;
        Some(Self { hit: trace.hit.clone(), trace, seconds, place: None, line_text: Pending::Idle })
    }

    /// Returns the record of this pick of `study`. `file` names its files, which took `load_seconds` to load.
    pub fn record_of<'a>(&'a self, study: &'a Study, file: String, load_seconds: f64) -> PickRecord<'a> {
        PickRecord {
            version: RECORD_VERSION,
            file,
            reason: self.trace.miss.map(|miss| miss.to_string()),
            line_text: self.line_text.get().and_then(|text| text.as_ref().ok()).cloned(),
            hit: self.hit.as_ref(),
            place_along_ray: self.place,
            cursor: self.trace.cursor,
            up_axis: study.up_axis(),
            view: &self.trace.view,
            boxes_tested: self.trace.counts.boxes,
            triangles_tested: self.trace.counts.triangles,
            pick_seconds: self.seconds,
            load_seconds,
            scene: study.scene(),
        }
    }

    /// Returns the record of this pick of the desk, as the commands copy it.
    pub fn record<'a>(&'a self, desk: &'a Desk) -> PickRecord<'a> {
        let source = desk.files.sources.get(self.id().map_or(0, |id| id.object as usize)).map(MeshSource::argument);
        let file = source.map(|source| source.to_string_lossy().into_owned()).unwrap_or_default();
        self.record_of(&desk.study, file, desk.files.load_seconds)
    }
}

/// Picks at `cursor` and inspects the hit; the selection stays.
pub(in crate::app) fn pick(desk: &mut Desk, view: &View, cursor: CursorPosition) {
    desk.study.click(view, cursor);
    renew(desk);
}

pub(in crate::app) fn forget(desk: &mut Desk) {
    desk.study.forget_click();
    renew(desk);
}

pub(in crate::app) fn click(desk: &mut Desk, view: &View, cursor: CursorPosition, mode: ClickMode) {
    selecting::step(desk, |desk| {
        pick(desk, view, cursor);
        let id = desk.picked.as_ref().and_then(Picked::id);
        selecting::change(desk, |selection| selecting::apply(selection, mode, id));
        mean_object(desk);
    });
}

/// Lets commands on objects act on the inspected one if there are several and at most one triangle is selected.
pub(in crate::app) fn mean_object(desk: &mut Desk) {
    light_row(desk);
    desk.selected.means_objects = desk.selected.triangles.len() <= 1 && desk.files.objects.has_several();
}

/// Selects the row of the inspected triangle in the list of objects.
pub(super) fn light_row(desk: &mut Desk) {
    if let Some(id) = desk.picked.as_ref().and_then(Picked::id) {
        let row = desk.row_of(id);
        objects::select(desk, row);
    }
}

/// Makes the last pick again, if any of its inputs has changed.
pub(in crate::app) fn renew(desk: &mut Desk) {
    let study = &desk.study;
    let is_new = desk.picked.renew(study.pick_revision(), || {
        let mut picked = Picked::of(study)?;
        // After a miss of all boxes the ladder goes on to the space of the first object.
        if picked.trace.objects.is_empty()
            && let Some(first) = study.scene().objects().iter().position(|object| object.visible)
        {
            picked.trace.ask(study.scene(), first as u32);
        }
        Some(picked)
    });
    if is_new {
        read_line(desk);
    }
}

/// Inspects the hit at `index` of `hits`, which holds all hits along the ray of the last pick.
pub(in crate::app) fn choose_hit(desk: &mut Desk, hits: &[Hit], index: usize) {
    if let Some(picked) = desk.picked.get_mut() {
        hits.get(index).into_iter().for_each(|hit| picked.trace.ask(desk.study.scene(), hit.object));
        let PickTrace { view, cursor, options, .. } = &picked.trace;
        let describe = |hit| pick::describe(desk.study.scene(), view, *cursor, options, hit);
        picked.place = Some((index, hits.len()));
        picked.hit = hits.get(index).and_then(describe);
        read_line(desk);
    }
}

/// Returns the view, cursor and chosen hit of the inspected pick; `None` if no pick is inspected.
pub(in crate::app) fn inspection(desk: &Desk) -> Option<Inspection> {
    let Picked { trace, place, .. } = desk.picked.as_ref()?;
    Some(Inspection { view: trace.view, cursor: trace.cursor, place: place.map(|(index, _)| index) })
}

/// Makes an inspected pick again; with `None`, inspects nothing.
pub(in crate::app) fn restore(desk: &mut Desk, inspection: Option<Inspection>) {
    let Some(Inspection { view, cursor, place }) = inspection else { return forget(desk) };
    pick(desk, &view, cursor);
    choose_place(desk, place);
    light_row(desk);
}

/// Inspects the hit at this index among all along the last pick's ray; with `None`, leaves what is inspected.
pub(in crate::app) fn choose_place(desk: &mut Desk, place: Option<usize>) {
    if let Some((index, Click { view, cursor, .. })) = place.zip(desk.study.last_click().copied()) {
        let hits = pick::pick_all(desk.study.scene(), &view, cursor, desk.study.options());
        choose_hit(desk, &hits, index);
    }
}

/// Begins to read the text of the picked triangle's line, or the bytes of its record in a binary file.
pub(in crate::app) fn read_line(desk: &mut Desk) {
    let Some(picked) = desk.picked.get_mut() else { return };
    picked.line_text.stop();
    let Some(id) = picked.id() else { return };
    let Some(object) = desk.study.scene().objects().get(id.object as usize) else { return };
    let source = object.mesh.source();
    if source.line(id.triangle).is_some() || source.record(id.triangle).is_some() {
        let mesh = object.mesh.clone();
        let pasted = match desk.files.sources.get(id.object as usize) {
            Some(MeshSource::Pasted(text)) => Some(text.clone()),
            _ => None,
        };
        let read = move |_: &Progress| match (pasted, mesh.source().line(id.triangle)) {
            (Some(text), Some(line)) => Some(Ok(text.lines().nth(line as usize - 1)?.to_owned())),
            _ => Some(mesh.source().face_text(id.triangle)?.map_err(|error| line_text_error(&error, OPENS_AGAIN))),
        };
        picked.line_text.begin(&mut desk.files.jobs, read, Action::LineRead);
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
