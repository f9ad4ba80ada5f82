//! Scene, pick and selection that the reader of a lesson had, set aside while the lesson shows its own meshes.

use super::history::Steps;
use super::{Desk, SecondView, loading, navigate, objects, picked, second_view};
use crate::app::answers::MeshSource;
use crate::app::listed::Listed;
use glam::DVec3;
use pickray::mesh::LoadReport;
use pickray::pick::Selection;
use pickray::scene::Camera;
use pickray::study::{Annotations, Study};
use std::mem::{replace, take};
use std::sync::Arc;

/// Scene, camera, pick and selection of before a lesson, with the files that they are of.
#[derive(Debug)]
pub struct SetAside {
    study: Study,
    annotations: Annotations,
    /// Index of the hit that was inspected among all hits along the ray, from 0; `None` if none was chosen.
    place: Option<usize>,
    triangles: Selection,
    history: Steps,
    row: Option<Listed>,
    means_objects: bool,
    pivot: DVec3,
    framed: Camera,
    second_view: SecondView,
    sources: Vec<MeshSource>,
    reports: Vec<LoadReport>,
    load_seconds: f64,
    n_positions: Option<usize>,
}

/// Sets aside what is open, picked and selected, unless that was done before. Nothing is selected from then on.
pub(in crate::app) fn begin(desk: &mut Desk) {
    if desk.files.set_aside.is_some() {
        return;
    }
    let (selected, files, shown) = (&mut desk.selected, &desk.files, &desk.shown);
    selected.changed.union_with(selected.triangles.triangles());
    let set_aside = SetAside {
        study: desk.study.clone(),
        annotations: take(&mut desk.annotations),
        place: desk.picked.as_ref().and_then(|picked| picked.place).map(|(index, _)| index),
        triangles: take(&mut selected.triangles),
        history: take(&mut selected.history),
        row: selected.row,
        means_objects: selected.means_objects,
        pivot: shown.pivot,
        framed: shown.framed,
        second_view: shown.second_view.clone(),
        sources: files.sources.clone(),
        reports: files.reports.clone(),
        load_seconds: files.load_seconds,
        n_positions: files.n_positions,
    };
    desk.files.set_aside = Some(Box::new(set_aside));
}

/// Puts back what was set aside, if any mesh was open before; returns `true` if other meshes are open from then on.
pub(in crate::app) fn give_back(desk: &mut Desk) -> bool {
    let had_some = |own: &SetAside| !own.study.scene().objects().is_empty();
    let Some(own) = desk.files.set_aside.take().map(|own| *own).filter(had_some) else { return false };
    let now = replace(&mut desk.study, own.study);
    let [own_meshes, meshes] = [&desk.study, &now].map(Study::meshes);
    let is_other = !own_meshes.iter().map(Arc::as_ptr).eq(meshes.iter().map(Arc::as_ptr));
    desk.study.set_view(desk.view().with_viewport(now.view().viewport, now.view().framebuffer));

    // What was selected is no longer, and the reader's triangles are again.
    desk.selected.changed.union_with(desk.selected.triangles.triangles());
    desk.selected.changed.union_with(own.triangles.triangles());
    (desk.selected.triangles, desk.selected.history) = (own.triangles, own.history);
    desk.annotations = own.annotations;
    desk.selected.steps += 1;

    // Files and objects.
    (desk.files.sources, desk.files.reports) = (own.sources, own.reports);
    (desk.files.load_seconds, desk.files.n_positions) = (own.load_seconds, own.n_positions);
    objects::renew(desk);
    (desk.selected.row, desk.selected.means_objects) = (own.row, own.means_objects);
    (desk.messages.refused, desk.messages.up) = (None, None);
    desk.pointer.hover = None;

    // Views, in the size that the picture has now.
    (desk.shown.pivot, desk.shown.framed) = (own.pivot, own.framed);
    let brings_look = loading::brings_look(desk.scene());
    loading::look_as_brought(desk, brings_look);
    let rectangle = desk.shown.second_view.view.viewport;
    desk.shown.second_view = own.second_view;
    let view = &mut desk.shown.second_view.view;
    *view = view.with_viewport(rectangle, now.view().framebuffer);
    picked::renew(desk);
    picked::choose_place(desk, own.place);
    navigate::refit(desk);
    second_view::divide_anew(desk, false);
    is_other
}
