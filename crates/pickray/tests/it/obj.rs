//! The corpus of OBJ files: each answers as its manifest allows.

use crate::formats::{check_corpus, manifest, opened};
use crate::*;
use pickray::mesh::LoadReport;

/// Files in UTF-16, with the vertices and triangles that they have in any other encoding.
const UTF_16: [(&str, [u64; 2]); 1] = [("assimp__box_UTF16BE.obj", [8, 12])];

/// What is wrong with the answer to a file.
fn complaints(folder: &Path, entry: &Value) -> Vec<String> {
    let name = entry["file"].as_str().expect("a file name");
    let (result, mut complaints) = opened(&folder.join(name), entry);
    let Ok((mesh, report)) = result else { return complaints };
    let counts = (mesh.n_vertices() as u64, mesh.n_triangles() as u64);
    // Most of the manifest's readers know no UTF-16, and found nothing.
    let known = match UTF_16.iter().find(|(file, _)| *file == name) {
        Some((_, known)) => known.map(Value::from),
        None => [entry["vertices"].clone(), entry["triangles"].clone()],
    };
    if counts != (report.vertices, report.triangles) || known[0] != counts.0 {
        complaints.push(format!("{} vertices, {} triangles; the report has {report:?}", counts.0, counts.1));
    }
    if entry["confirmed"] == true && known[1] != counts.1 {
        complaints.push(format!("{} triangles, not {}", counts.1, known[1]));
    }
    complaints.extend(wrong_shape(&mesh, &report, entry));
    complaints
}

fn wrong_shape(mesh: &Mesh, report: &LoadReport, entry: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    let found: f64 = (0..mesh.n_triangles() as u32).map(|i| 0.5 * mesh.triangle(i).scaled_normal().length()).sum();
    let is_about = |area: f64| (found - area).abs() <= 1e-6 * area;
    // The manifest's area is that of fans; where a fan does not cover its polygon, the true area may be known and is
    // less.
    let right = match (entry["area"].as_f64(), entry["area_true"].as_f64().or(entry["area_earclip"].as_f64())) {
        (Some(fans), Some(known)) => is_about(if report.polygons > 0 { known } else { fans }),
        (Some(fans), None) => is_about(fans) || report.polygons > 0 && 0.9 * fans < found && found < fans,
        (None, known) => known.is_none_or(is_about),
    };
    if !right {
        complaints.push(format!("area {found}, not {} (fans {})", entry["area_true"], entry["area"]));
    }
    // Where a coordinate is infinite in f32 there is no box.
    let bbox: Option<Vec<f64>> = entry["bbox"].as_array().and_then(|bbox| bbox.iter().map(Value::as_f64).collect());
    if let Some(known) = bbox {
        let bounds = mesh.bounds();
        let found = [bounds.min.to_array(), bounds.max.to_array()].concat();
        // The manifest's are rounded to f32, ours lie closer to the file.
        let same = found
            .iter()
            .zip(&known)
            .all(|(&found, &known)| (found as f32 - known as f32).abs() <= f32::EPSILON * known.abs() as f32);
        if !same {
            complaints.push(format!("bounds {found:?}, not {known:?}"));
        }
    }
    complaints
}

#[test]
fn every_file_of_the_corpus_answers_as_its_manifest_allows() {
    check_corpus("obj", 50, |folder| vec![manifest(folder)], complaints);
}
