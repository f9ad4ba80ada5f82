//! Record of the pick that is inspected, the line of its triangle in a file, and the choice among its hits.

use super::history::Inspection;
use super::{Desk, objects};
pub(in crate::app) use super::{Picked, click, inspect as pick, renew};
use crate::app::action::Action;
use crate::app::answers::MeshSource;
use crate::app::platform::OPENS_AGAIN;
use crate::app::texts::{of_library::line_text_error, t};
use pickray::pick::explain::{PickRecord, PickTrace, RECORD_VERSION};
use pickray::pick::{self, Hit};
use pickray::study::{Click, Study};
use pickray::work::Progress;

impl Picked {
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

pub(in crate::app) fn forget(desk: &mut Desk) {
    desk.study.forget_click();
    renew(desk);
}

impl Desk {
    /// Selects the row of the inspected triangle in the list of objects.
    pub(super) fn light_row(&mut self) {
        if let Some(id) = self.picked.as_ref().and_then(Picked::id) {
            let row = self.row_of(id);
            objects::select(self, row);
        }
    }

    /// Begins to read the text of the picked triangle's line, or the bytes of its record in a binary file.
    pub(super) fn read_line(&mut self) {
        let Some(picked) = &mut self.picked else { return };
        picked.line_text.stop();
        let Some(id) = picked.id() else { return };
        let Some(object) = self.study.scene().objects().get(id.object as usize) else { return };
        let source = object.mesh.source();
        if source.line(id.triangle).is_some() || source.record(id.triangle).is_some() {
            let mesh = object.mesh.clone();
            let pasted = match self.files.sources.get(id.object as usize) {
                Some(MeshSource::Pasted(text)) => Some(text.clone()),
                _ => None,
            };
            let read = move |_: &Progress| match (pasted, mesh.source().line(id.triangle)) {
                (Some(text), Some(line)) => Some(Ok(text.lines().nth(line as usize - 1)?.to_owned())),
                _ => Some(mesh.source().face_text(id.triangle)?.map_err(|error| line_text_error(&error, OPENS_AGAIN))),
            };
            picked.line_text.begin(&mut self.files.jobs, read, Action::LineRead);
        }
    }
}

/// Inspects the hit at `index` of `hits`, which holds all hits along the ray of the last pick.
pub(in crate::app) fn choose_hit(desk: &mut Desk, hits: &[Hit], index: usize) {
    if let Some(picked) = &mut desk.picked {
        hits.get(index).into_iter().for_each(|hit| picked.trace.ask(desk.study.scene(), hit.object));
        let PickTrace { view, cursor, options, .. } = &picked.trace;
        let describe = |hit| pick::describe(desk.study.scene(), view, *cursor, options, hit);
        picked.place = Some((index, hits.len()));
        picked.hit = hits.get(index).and_then(describe);
        desk.read_line();
    }
}

/// Makes an inspected pick again; with `None`, inspects nothing.
pub(in crate::app) fn restore(desk: &mut Desk, inspection: Option<Inspection>) {
    let Some(Inspection { view, cursor, place }) = inspection else { return forget(desk) };
    pick(desk, &view, cursor);
    choose_place(desk, place);
    desk.light_row();
}

/// Inspects the hit at this index among all along the last pick's ray; with `None`, leaves what is inspected.
pub(in crate::app) fn choose_place(desk: &mut Desk, place: Option<usize>) {
    if let Some((index, Click { view, cursor, .. })) = place.zip(desk.study.last_click().copied()) {
        let hits = pick::pick_all(desk.study.scene(), &view, cursor, desk.study.options());
        choose_hit(desk, &hits, index);
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
