//! Facts about the mesh: name, counts, size, how long reading it took, and remarks on its files.

use crate::app::action::{Action, Sheet};
use crate::app::answers::MeshSource;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::panels::rows::{self, ask};
use crate::app::platform::abilities::OPENS_AGAIN;
use crate::app::texts::of_record::Row;
use crate::app::texts::{of_library, t};
use egui::{CursorIcon, Label, Sense, Ui};
use pickray::geometry::Aabb;
use pickray::mesh::Mesh;
use pickray::scene::Object;

/// Most remarks on files that are shown beside the link to all of them.
const REMARKS: usize = 3;

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let Some(name) = desk.mesh_name() else {
        return rows::no_mesh(ui, desk);
    };
    let objects = desk.opened();
    let sum = |count: fn(&Mesh) -> usize| objects.iter().map(|object| count(&object.mesh) as u64).sum::<u64>();
    let (n_triangles, n_vertices) = (sum(Mesh::n_triangles), sum(Mesh::n_vertices));
    // The names of several files stand in the list of objects.
    if desk.files.sources.iter().all(|source| Some(source) == desk.source()) {
        rows::text_row(ui, t!("mesh-name"), &of_library::mesh_name(&name), actions);
        if let Some(MeshSource::File(path)) = desk.source()
            && OPENS_AGAIN
        {
            rows::text_row(ui, t!("mesh-path"), &path.display().to_string(), actions);
        }
    }
    rows::text_row(ui, t!("mesh-triangles"), &numbers::count(n_triangles), actions);
    let mut vertices = numbers::count(n_vertices);
    if let Some(joined) = desk.files.n_positions.filter(|&joined| (joined as u64) < n_vertices && objects.len() == 1) {
        vertices = t!("mesh-vertices-joined", count = vertices, joined = numbers::count(joined as u64));
    }
    rows::text_row(ui, t!("mesh-vertices"), &vertices, actions);
    let bounds = objects.iter().map(Object::bounds).fold(Aabb::EMPTY, Aabb::union);
    let size = bounds.size().max_element();
    for (label, corner, about) in [
        (t!("mesh-size"), bounds.size(), t!("mesh-size-about")),
        (t!("mesh-from"), bounds.min, t!("mesh-from-about")),
        (t!("mesh-to"), bounds.max, t!("mesh-to-about")),
    ] {
        rows::row(ui, &Row::new(label, corner, about), Some(size), actions);
    }
    rows::text_row(ui, t!("mesh-read-in"), &numbers::duration(desk.files.load_seconds), actions);
    if !desk.files.reports.is_empty() {
        let problems: u64 = desk.files.reports.iter().map(|report| report.problems).sum();
        let remarks: Vec<_> = desk.files.reports.iter().flat_map(|report| &report.remarks).collect();
        rows::line(ui, t!("mesh-report"), |ui| {
            let opened = match (problems, remarks.is_empty()) {
                (0, true) => ui
                    .add(Label::new(t!("mesh-no-warnings")).sense(Sense::click()))
                    .on_hover_cursor(CursorIcon::PointingHand),
                // Without their number: of many of a kind only the first are listed.
                (0, false) => rows::link(ui, t!("mesh-remarks").into()),
                (n, _) => rows::link(ui, t!("mesh-warnings", count = n).into()),
            };
            let clicked = opened.on_hover_text(t!("mesh-report-show")).clicked();
            ask(actions, clicked.then_some(Action::Sheet(Some(Sheet::Report))));
        });
        // Why it may look otherwise than elsewhere: libraries that are not there, textures that are not shown.
        for remark in remarks.into_iter().take(REMARKS) {
            rows::note(ui, &of_library::said(&remark.problem));
        }
    }
}
