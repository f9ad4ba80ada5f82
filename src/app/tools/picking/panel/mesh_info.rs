//! What the mesh is: counts, size, and what it takes on the GPU.

use crate::app::action::{Action, Sheet};
use crate::app::answers::MeshSource;
use crate::app::desk::Desk;
use crate::app::numbers;
use crate::app::panels::rows;
use crate::pick::Row;
use egui::{CursorIcon, Label, Sense, Ui};

pub fn show(ui: &mut Ui, desk: &Desk, actions: &mut Vec<Action>) {
    let Some(object) = desk.scene.objects.first() else {
        rows::note(ui, "No mesh yet.");
        return;
    };
    let mesh = &object.mesh;
    rows::text_row(ui, "Name", &object.name, actions);
    if let Some(MeshSource::File(path)) = &desk.source {
        rows::text_row(ui, "Path", &path.display().to_string(), actions);
    }
    rows::text_row(ui, "Triangles", &numbers::count(mesh.n_triangles() as u64), actions);
    rows::text_row(ui, "Vertices", &numbers::count(mesh.n_vertices() as u64), actions);
    let bounds = object.bounds();
    for (label, corner, about) in [
        ("Size", bounds.size(), "Of the box around it along x, y and z, in world units."),
        ("From", bounds.min, "The corner of that box with the least x, y and z."),
        ("To", bounds.max, "The corner with the greatest."),
    ] {
        rows::row(ui, &Row::new(label, corner, about), actions);
    }
    rows::text_row(ui, "Read in", &numbers::duration(desk.load_seconds), actions);
    if let Some(frame) = &desk.frame {
        let per_triangle = frame.gpu_bytes as f64 / mesh.n_triangles().max(1) as f64;
        let [mesh, picture] = [frame.gpu_bytes, frame.target_bytes].map(numbers::bytes);
        rows::text_row(ui, "GPU memory", &format!("{mesh} ({per_triangle:.0} B a triangle)"), actions);
        rows::text_row(ui, "Picture memory", &picture, actions);
    }
    if let Some(report) = &desk.report {
        rows::line(ui, "Report", |ui| {
            let opened = match report.problems {
                0 => ui.add(Label::new("No warnings").sense(Sense::click())).on_hover_cursor(CursorIcon::PointingHand),
                1 => ui.link("1 warning"),
                n => ui.link(format!("{} warnings", numbers::count(n))),
            };
            if opened.on_hover_text("Show the load report").clicked() {
                actions.push(Action::Sheet(Some(Sheet::Report)));
            }
        });
    }
}
