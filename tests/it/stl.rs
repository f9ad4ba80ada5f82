//! The corpus of STL files: each answers as its manifest allows, and every triangle knows where it came from.

use crate::data::{root, shared};
use pickray::mesh::{Format, LoadError, LoadReport, Mesh};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The folders of files with a manifest: the selection that is kept, and the whole where it is there.
fn folders() -> Vec<PathBuf> {
    let all = shared().map(|data| data.join("formats")).filter(|folder| folder.is_dir());
    std::iter::once(root().join("tests/data/stl")).chain(all).collect()
}

/// What the manifest of a folder says of STL files.
fn entries(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    let is_stl = |entry: &&Value| entry["file"].as_str().is_some_and(|name| name.ends_with(".stl"));
    manifest["files"].as_array().expect("files").iter().filter(is_stl).cloned().collect()
}

/// What a file answers, in the manifest's words.
fn verdict(result: &Result<(Mesh, LoadReport), LoadError>) -> &'static str {
    match result {
        Err(_) => "reject",
        Ok((_, report)) if report.warnings.is_empty() => "load",
        Ok(_) => "warn",
    }
}

/// What is wrong with the answer to a file.
fn complaints(folder: &Path, entry: &Value) -> Vec<String> {
    let mut complaints = Vec::new();
    let result = Mesh::open(&folder.join(entry["file"].as_str().expect("a file name")));
    let verdict = verdict(&result);
    if !entry["allow"].as_array().expect("verdicts").iter().any(|allowed| allowed == verdict) {
        complaints.push(format!("{verdict}: {:?}", result.as_ref().map(|(_, report)| &report.warnings)));
    }
    let (mesh, report) = match result {
        Ok(loaded) => loaded,
        Err(error) => {
            let told = error.to_string();
            let says = entry["says"].as_array();
            if told.lines().count() != 1
                || says.is_some_and(|words| !words.iter().any(|w| told.contains(w.as_str().unwrap_or("\n"))))
            {
                complaints.push(told);
            }
            return complaints;
        }
    };
    let n = mesh.n_triangles() as u64;
    if (report.triangles, report.vertices, mesh.n_vertices() as u64) != (n, 3 * n, 3 * n) {
        complaints.push(format!("{n} triangles, {} vertices; the report has {report:?}", mesh.n_vertices()));
    }
    let also = entry["triangles_also"].as_array().is_some_and(|counts| counts.iter().any(|count| *count == n));
    if entry["confirmed"] == true && entry["triangles"].is_u64() && entry["triangles"] != n && !also {
        complaints.push(format!("{n} triangles, not {}", entry["triangles"]));
    }
    if let Some(known) = entry["bbox"].as_array() {
        let found = [mesh.bounds().min.to_array(), mesh.bounds().max.to_array()].concat();
        let known: Vec<f64> = known.iter().filter_map(Value::as_f64).collect();
        if found.iter().zip(&known).any(|(found, known)| *found as f32 != *known as f32) {
            complaints.push(format!("bounds {found:?}, not {known:?}"));
        }
    }
    complaints.extend(lost(&mesh, &report));
    complaints
}

/// Triangles whose line or record does not hold them.
fn lost(mesh: &Mesh, report: &LoadReport) -> Vec<String> {
    let is_lost = |&triangle: &u32| {
        let source = mesh.source();
        let text = source.face_text(triangle).expect("a line or a record").expect("readable");
        match report.format {
            Some(Format::StlBinary) => {
                let corner = mesh.triangle(triangle).c.as_vec3();
                let bytes = corner.to_array().map(f32::to_le_bytes).concat();
                let shown: Vec<String> = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
                let attribute = "00 00".len() + 1;
                let corners = &text[..text.len() - attribute];
                !(corners.ends_with(&shown.join(" ")) || has_nan(&text)) || source.line(triangle).is_some()
            }
            _ => !text.trim_start().to_lowercase().starts_with("facet") || source.record(triangle).is_some(),
        }
    };
    (0..mesh.n_triangles() as u32).filter(is_lost).map(|triangle| format!("triangle {triangle} is lost")).collect()
}

/// Whether a number in the bytes of a record is NaN or infinite.
fn has_nan(hexadecimal: &str) -> bool {
    let bytes: Vec<u8> = hexadecimal.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("two digits")).collect();
    bytes[..48].chunks(4).any(|x| !f32::from_le_bytes([x[0], x[1], x[2], x[3]]).is_finite())
}

#[test]
fn every_stl_file_of_the_corpus_answers_as_its_manifest_allows() {
    let mut wrong = Vec::new();
    for folder in folders() {
        let entries = entries(&folder);
        assert!(entries.len() > 10, "{} files in {}", entries.len(), folder.display());
        for entry in entries {
            let complaints = complaints(&folder, &entry);
            wrong.extend(complaints.into_iter().map(|complaint| format!("{}: {complaint}", entry["file"])));
        }
    }
    assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong.join("\n"));
}
