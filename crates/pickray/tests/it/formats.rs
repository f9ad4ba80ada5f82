//! The corpus of mesh files: each answers as its manifest allows, and every triangle knows where it came from.

use crate::*;
use pickray::mesh::{Format, LoadError, LoadReport};

/// The formats that are looked at, as the manifest calls them.
const READ: &[&str] = &["obj", "off", "ply", "stl", "glb", "gltf"];

/// Files whose triangles and bounds the manifest gives otherwise than they are.
const OTHERWISE: [(&str, Option<u64>, [f64; 6]); 2] = [
    // The mesh has the weight 0.5 for a target that lifts vertices by 0.2: the manifest has its base pose.
    ("assimp__MorphPrimitivesTest/MorphPrimitivesTest.gltf", None, [-0.5, 0.0, -0.5, 0.5, 0.1, 0.5]),
    // A cube from 0 to 1 that four nodes place, of which the manifest has the last.
    ("draco__cube_att/cube_att.gltf", Some(48), [-2.0, 0.0, 0.0, 4.0, 6.0, 4.0]),
];

/// Returns the entries of a folder's manifest.
pub fn manifest(folder: &Path) -> Vec<Value> {
    let text = std::fs::read_to_string(folder.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_str(&text).expect("JSON");
    manifest["files"].as_array().expect("files").clone()
}

/// Returns the entries of a folder's manifest for the files of a format.
pub fn entries(folder: &Path, format: &str) -> Vec<Value> {
    manifest(folder).into_iter().filter(|entry| entry["format"] == format).collect()
}

/// Opens a file. Returns the result, and a complaint if its manifest does not allow it.
pub fn opened(path: &Path, entry: &Value) -> (Result<(Mesh, LoadReport), LoadError>, Vec<String>) {
    let result = Mesh::open(path);
    let verdict = match &result {
        Err(_) => "reject",
        Ok((_, report)) if report.warnings.is_empty() => "load",
        Ok(_) => "warn",
    };
    let complaint = || format!("{verdict}: {:?}", result.as_ref().map(|(_, report)| &report.warnings));
    let complaints = if words(&entry["allow"]).contains(&verdict) { vec![] } else { vec![complaint()] };
    (result, complaints)
}

/// What is wrong with the answer to a file.
fn complaints(folder: &Path, entry: &Value) -> Vec<String> {
    let path = folder.join(entry["file"].as_str().expect("a file name"));
    let (result, mut complaints) = opened(&path, entry);
    let told = match &result {
        Ok((_, report)) => {
            report.warnings.iter().map(|warning| warning.problem.to_string()).collect::<Vec<_>>().join("\n")
        }
        Err(error) => error.to_string(),
    };
    if words(&entry["must_not_say"]).iter().any(|secret| told.contains(secret)) {
        complaints.push(format!("tells a secret: {told}"));
    }
    match result {
        Ok((mesh, report)) => {
            complaints.extend(other_counts(entry, &mesh, &report));
            complaints.extend(other_bounds(entry, &mesh));
            complaints.extend(other_colors(entry, &mesh));
            match report.format {
                Some(Format::Gltf | Format::Glb) => complaints.extend(lost_objects(&path, &mesh, &report)),
                _ => complaints.extend(lost(&mesh, &report)),
            }
        }
        Err(_) => {
            let why = told.replace(&*path.to_string_lossy(), "").to_lowercase();
            let says = words(&entry["says"]);
            if told.lines().count() != 1
                || !says.is_empty() && !says.iter().any(|word| why.contains(&word.to_lowercase()))
            {
                complaints.push(format!("should say one of {says:?}: {told}"));
            }
        }
    }
    complaints
}

/// The words of a list, or none.
pub fn words(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

fn other_counts(entry: &Value, mesh: &Mesh, report: &LoadReport) -> Option<String> {
    let (triangles, vertices) = (mesh.n_triangles() as u64, mesh.n_vertices() as u64);
    let told = (report.triangles, report.vertices) != (triangles, vertices);
    let otherwise = OTHERWISE.iter().any(|(file, count, _)| entry["file"] == *file && *count == Some(triangles));
    let is_known = entry["confirmed"] == true && entry["triangles"].is_u64() && !otherwise;
    let also = entry["triangles_also"].as_array().into_iter().flatten().any(|count| *count == triangles);
    let differs = is_known && entry["triangles"] != triangles && !also;
    (told || differs).then(|| {
        format!("{triangles} triangles of {vertices} vertices, not {}; the report has {report:?}", entry["triangles"])
    })
}

fn other_bounds(entry: &Value, mesh: &Mesh) -> Option<String> {
    let numbers = |list: &Value| list.as_array().map(|list| list.iter().filter_map(Value::as_f64).collect::<Vec<_>>());
    let otherwise = OTHERWISE.iter().find(|(file, ..)| entry["file"] == *file);
    let known = otherwise.map(|(.., bounds)| bounds.to_vec()).or_else(|| numbers(&entry["bbox"]))?;
    let found = [mesh.bounds().min.to_array(), mesh.bounds().max.to_array()].concat();
    let is_other = |known: &[f64]| {
        let diagonal = (0..3).map(|i| (known[3 + i] - known[i]).powi(2)).sum::<f64>().sqrt();
        let usual =
            2e-5 * diagonal + known.iter().fold(0.0, |most: f64, x| most.max(x.abs())) * f64::from(f32::EPSILON);
        let tolerance = entry["bbox_tolerance"].as_f64().unwrap_or(usual);
        found.iter().zip(known).any(|(found, known)| (found - known).abs() > tolerance)
    };
    let also = entry["bbox_also"].as_array().into_iter().flatten().filter_map(numbers);
    let all_differ = std::iter::once(known.clone()).chain(also).all(|known| is_other(&known));
    (entry["confirmed"] == true && all_differ).then(|| format!("bounds {found:?}, not {known:?}"))
}

/// Materials of other diffuse colours than the manifest has.
fn other_colors(entry: &Value, mesh: &Mesh) -> Vec<String> {
    let named = mesh.source().materials().iter().zip(mesh.colors().materials());
    let is_other = |&(name, found): &(&String, &Option<[f32; 3]>)| {
        let known: Vec<f64> = entry["kd"][name].as_array().into_iter().flatten().filter_map(Value::as_f64).collect();
        let is_same = |found: [f32; 3]| found.iter().zip(&known).all(|(&x, y)| (f64::from(x) - y).abs() < 1e-6);
        !known.is_empty() && !found.is_some_and(is_same)
    };
    named.filter(is_other).map(|(name, found)| format!("material {name} is {found:?}")).collect()
}

/// Triangles whose line or record does not hold them.
fn lost(mesh: &Mesh, report: &LoadReport) -> Vec<String> {
    let source = mesh.source();
    let is_binary = matches!(report.format, Some(Format::StlBinary | Format::PlyBinary));
    let is_lost = |&triangle: &u32| {
        let text = source.face_text(triangle).expect("a line or a record").expect("readable");
        let is_there = match report.format {
            Some(Format::StlBinary) => is_facet(mesh, triangle, &text),
            Some(Format::PlyBinary) => names_all(&whole_numbers(&text), mesh, triangle),
            Some(Format::PlyAscii | Format::Off) => {
                let numbers = text.split_whitespace().map_while(|word| word.parse().ok()).collect();
                names_all(&[numbers], mesh, triangle)
            }
            Some(Format::Obj) => text.trim_start().starts_with("f "),
            _ => text.trim_start().to_lowercase().starts_with("facet"),
        };
        !is_there || source.line(triangle).is_some() == is_binary || source.record(triangle).is_some() != is_binary
    };
    (0..mesh.n_triangles() as u32).filter(is_lost).map(|triangle| format!("triangle {triangle} is lost")).collect()
}

/// Whether the bytes of a record of STL end with the last corner of a triangle and the attribute.
fn is_facet(mesh: &Mesh, triangle: u32, hexadecimal: &str) -> bool {
    let bytes = bytes(hexadecimal);
    let numbers: Vec<f32> = bytes[..48].chunks(4).map(|x| f32::from_le_bytes([x[0], x[1], x[2], x[3]])).collect();
    let corner = mesh.triangle(triangle).c.as_vec3().to_array();
    numbers[9..] == corner || numbers.iter().any(|x| !x.is_finite())
}

/// The whole numbers of 32 bits that the bytes of a record are behind a count of 1, 2 or 4 bytes, and without one, in
/// both orders. Other properties may stand ahead of the count.
fn whole_numbers(hexadecimal: &str) -> Vec<Vec<i64>> {
    let bytes = bytes(hexadecimal);
    let all_from = |from: usize| {
        let (words, _) = bytes[from..].as_chunks::<4>();
        let numbers = |read: fn([u8; 4]) -> i32| words.iter().map(|&word| i64::from(read(word))).collect::<Vec<_>>();
        [numbers(i32::from_le_bytes), numbers(i32::from_be_bytes)]
    };
    (0..bytes.len().min(4) + 1).flat_map(all_from).collect()
}

/// Whether one of these lists has the corners of a face one after the other, all vertices of the triangle among them.
fn names_all(lists: &[Vec<i64>], mesh: &Mesh, triangle: u32) -> bool {
    let corners = mesh.triangles()[triangle as usize].map(i64::from);
    let of_face = mesh.source().face_corners(triangle) as usize;
    lists.iter().flat_map(|list| list.windows(of_face)).any(|face| corners.iter().all(|corner| face.contains(corner)))
}

/// The bytes that are told in hexadecimal.
fn bytes(hexadecimal: &str) -> Vec<u8> {
    hexadecimal.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("two digits")).collect()
}

/// What of a file's objects is not in the mesh of all of it, or came from elsewhere than it says.
fn lost_objects(path: &Path, joined: &Mesh, report: &LoadReport) -> Vec<String> {
    let (scene, of_scene) = Load::file(path).scene().expect("a scene, as there is a mesh");
    let mut complaints = Vec::new();
    if (of_scene.triangles, of_scene.vertices, of_scene.format) != (report.triangles, report.vertices, report.format) {
        complaints.push(format!("the scene is of {of_scene:?}, the mesh of {report:?}"));
    }
    let mut all = 0..joined.n_triangles() as u32;
    let size =
        joined.bounds().size().max_element() + joined.bounds().max.abs().max(joined.bounds().min.abs()).max_element();
    for object in scene.objects() {
        for triangle in 0..object.mesh.n_triangles() as u32 {
            let in_all = all.next().expect("as many triangles");
            let (here, there) = (object.mesh.source(), joined.source());
            let corners = |it: Triangle| [it.a, it.b, it.c];
            let apart = corners(object.triangle_in_world(triangle)).into_iter().zip(corners(joined.triangle(in_all)));
            let is_same = apart.map(|(a, b)| (a - b).abs().max_element()).fold(0.0, f64::max) <= 2e-7 * size
                && there.object(in_all) == Some(&object.name)
                && (here.group(triangle), here.material(triangle), here.face(triangle))
                    == (there.group(in_all), there.material(in_all), there.face(in_all))
                && [here, there].map(|source| (source.line(triangle), source.record(triangle))) == [(None, None); 2]
                && object.mesh.corner_colors(triangle) == joined.corner_colors(in_all);
            if !is_same {
                complaints.push(format!("triangle {triangle} of {} is lost", object.name));
            }
        }
    }
    complaints.extend(all.map(|triangle| format!("triangle {triangle} is in no object")));
    complaints
}

/// Checks that nothing is wrong with the answer to any file of a corpus; each of its lists is longer than `least`.
pub fn check_corpus(
    name: &str,
    least: usize,
    lists: impl Fn(&Path) -> Vec<Vec<Value>>,
    complaints: fn(&Path, &Value) -> Vec<String>,
) {
    let mut wrong = Vec::new();
    for folder in folders(name) {
        for entries in lists(&folder) {
            assert!(entries.len() > least, "{} files in {}", entries.len(), folder.display());
            for entry in entries {
                let complaints = complaints(&folder, &entry);
                wrong.extend(complaints.into_iter().map(|complaint| format!("{}: {complaint}", entry["file"])));
            }
        }
    }
    assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn every_file_of_the_corpus_answers_as_its_manifest_allows() {
    check_corpus("formats", 5, |folder| READ.iter().map(|&format| entries(folder, format)).collect(), complaints);
}
