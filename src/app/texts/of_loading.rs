//! What the library says of a file that it reads, in the language of the window: its sentences are found again by their
//! English.

use super::messages::Messages;
use super::{Language, filled, language, messages, t, text};
use crate::mesh::LoadError;
use fluent_bundle::FluentValue;
use std::sync::LazyLock;

/// The id of a sentence of the library, whose arguments are [`NAMES`].
struct Sentence(&'static str);

/// The names of the arguments of sentences.
const NAMES: [&str; 4] = ["a", "b", "c", "d"];

/// What stands for each argument while a sentence is taken apart.
const PLACES: [char; 4] = ['\u{1}', '\u{2}', '\u{3}', '\u{4}'];

/// The sentences; the first that fits is the one.
const SENTENCES: &[Sentence] = &[
    Sentence("said-left-out"),
    Sentence("said-not-used"),
    Sentence("said-counts-back-ignored"),
    Sentence("said-index-out-of-range-ignored"),
    Sentence("said-other-index"),
    Sentence("said-empty-field"),
    Sentence("said-few-corners"),
    Sentence("said-crosses"),
    Sentence("said-material-statement"),
    Sentence("said-free-form"),
    Sentence("said-command"),
    Sentence("said-unknown"),
    Sentence("said-vertex-rest"),
    Sentence("said-face-rest"),
    Sentence("said-value-unreadable"),
    Sentence("said-negative-list"),
    Sentence("said-three-numbers"),
    Sentence("said-too-large"),
    Sentence("said-not-finite"),
    Sentence("said-decimal-comma"),
    Sentence("said-hexadecimal"),
    Sentence("said-no-number"),
    Sentence("said-two-slashes"),
    Sentence("said-no-corner"),
    Sentence("said-corner-count"),
    Sentence("said-corners-missing"),
    Sentence("said-index-zero"),
    Sentence("said-vertex-out-of-range"),
    Sentence("said-vertex-out-of-range-from-zero"),
    Sentence("said-vertex-out-of-any-range"),
    Sentence("said-vertex-counts-back"),
    Sentence("said-vertex-unusable"),
    Sentence("said-no-vertex-usable"),
    Sentence("said-facet-corners"),
    Sentence("said-facet-end"),
    Sentence("said-stray-vertex"),
    Sentence("said-library-not-read"),
    Sentence("said-library-absent"),
    Sentence("said-library-refused"),
    Sentence("said-library-large"),
    Sentence("said-library-outside"),
    Sentence("said-material-color"),
    Sentence("said-more"),
    Sentence("said-kind-vertex-numbers"),
    Sentence("said-kind-vertex-range"),
    Sentence("said-kind-vertex-rest"),
    Sentence("said-kind-face-corners"),
    Sentence("said-kind-face-index"),
    Sentence("said-kind-face-range"),
    Sentence("said-kind-face-vertex"),
    Sentence("said-kind-empty-field"),
    Sentence("said-kind-other-index"),
    Sentence("said-kind-other-range"),
    Sentence("said-kind-polygon"),
    Sentence("said-kind-unknown"),
    Sentence("said-kind-free-form"),
    Sentence("said-kind-command"),
    Sentence("said-kind-material"),
    Sentence("said-kind-library"),
    Sentence("said-kind-color"),
    Sentence("said-kind-facet-corners"),
    Sentence("said-kind-facet-end"),
    Sentence("said-kind-stray-vertex"),
    Sentence("said-kind-face-rest"),
    Sentence("said-kind-value"),
    Sentence("said-kind-negative-list"),
    Sentence("said-kind-pose"),
    Sentence("said-kind-weights"),
    Sentence("said-word-texture"),
    Sentence("said-word-normal"),
    Sentence("said-word-vertices"),
    Sentence("said-word-triangles"),
    Sentence("said-word-faces"),
    Sentence("said-word-strips"),
    Sentence("said-word-bytes"),
    Sentence("said-word-values"),
    Sentence("said-word-displacements"),
    Sentence("said-word-joints"),
    Sentence("said-word-weights"),
    Sentence("said-word-matrices"),
    Sentence("said-word-positions"),
    Sentence("said-word-colors"),
    Sentence("said-word-indices"),
    Sentence("said-empty"),
    Sentence("said-no-face-usable"),
    Sentence("said-no-faces"),
    Sentence("said-only-vertices"),
    Sentence("said-nothing-found-why"),
    Sentence("said-nothing-found"),
    Sentence("said-header-counts"),
    Sentence("said-header-counts-alone"),
    Sentence("said-bytes-behind"),
    Sentence("said-bytes-behind-records"),
    Sentence("said-no-facet"),
    Sentence("said-no-records"),
    Sentence("said-header-end"),
    Sentence("said-header-format"),
    Sentence("said-header-statement"),
    Sentence("said-header-encoding"),
    Sentence("said-header-count"),
    Sentence("said-header-type"),
    Sentence("said-header-list"),
    Sentence("said-header-twice"),
    Sentence("said-header-many"),
    Sentence("said-header-coordinate"),
    Sentence("said-off-counts"),
    Sentence("said-save-again"),
    Sentence("said-correct"),
    Sentence("said-export-faces"),
    Sentence("said-export-with-faces"),
    Sentence("said-export-again"),
    Sentence("said-choose-obj"),
    Sentence("said-material-library"),
    Sentence("said-choose-its-obj"),
    Sentence("said-endless"),
    Sentence("said-copy-part"),
    Sentence("said-shortened"),
    Sentence("said-load-later"),
    Sentence("said-long-statement"),
    Sentence("said-too-many"),
    Sentence("said-write-too-many"),
    Sentence("said-write-too-far"),
    Sentence("said-write-no-room"),
    Sentence("said-write-nothing"),
    Sentence("said-git-lfs"),
    Sentence("said-git-lfs-pull"),
    Sentence("said-blender-export"),
    Sentence("said-convert"),
    Sentence("said-unpack"),
    Sentence("said-utf-16"),
    Sentence("said-save-utf-8"),
    Sentence("said-web-page"),
    Sentence("said-download-failed"),
    Sentence("said-xml"),
    Sentence("said-binary"),
    Sentence("said-object-file"),
    Sentence("said-program-or-object"),
    Sentence("said-four-dimensions"),
    Sentence("said-any-dimensions"),
    Sentence("said-is-file"),
    Sentence("said-is-an-file"),
    Sentence("said-compressed"),
    Sentence("said-archive"),
    Sentence("said-pdf"),
    Sentence("said-picture"),
    Sentence("said-program"),
    Sentence("said-script"),
    Sentence("said-folder"),
    Sentence("said-device"),
    Sentence("said-for-text"),
    Sentence("said-for-sample"),
    Sentence("said-memory-room"),
    Sentence("said-memory-none"),
    Sentence("said-limit-machine"),
    Sentence("said-limit-address"),
    Sentence("said-limit-data"),
    Sentence("said-limit-group"),
    Sentence("said-no-lines"),
    Sentence("said-unreadable-again"),
    Sentence("said-changed"),
    Sentence("said-gl-refused"),
    Sentence("said-gl-framebuffer"),
    Sentence("said-gltf-compressed"),
    Sentence("said-gltf-extension"),
    Sentence("said-gltf-version"),
    Sentence("said-gltf-header"),
    Sentence("said-gltf-first-chunk"),
    Sentence("said-gltf-not-utf-8"),
    Sentence("said-gltf-json"),
    Sentence("said-gltf-other-json"),
    Sentence("said-gltf-absent"),
    Sentence("said-gltf-short"),
    Sentence("said-gltf-no-address"),
    Sentence("said-gltf-not-base64"),
    Sentence("said-gltf-network"),
    Sentence("said-gltf-no-folder"),
    Sentence("said-gltf-outside"),
    Sentence("said-gltf-unreadable-file"),
    Sentence("said-gltf-unreadable"),
    Sentence("said-gltf-unfit"),
    Sentence("said-gltf-component"),
    Sentence("said-gltf-mode"),
    Sentence("said-gltf-replaces-more"),
    Sentence("said-gltf-replaces-absent"),
    Sentence("said-gltf-no-bytes"),
    Sentence("said-gltf-beyond"),
    Sentence("said-gltf-stride"),
    Sentence("said-gltf-circle"),
    Sentence("said-gltf-two-parents"),
    Sentence("said-gltf-not-finite"),
    Sentence("said-gltf-not-affine"),
    Sentence("said-gltf-no-rotation"),
    Sentence("said-gltf-far-out"),
    Sentence("said-gltf-matrix-count"),
    Sentence("said-gltf-value-count"),
    Sentence("said-gltf-no-joints"),
    Sentence("said-gltf-joints-not-finite"),
    Sentence("said-gltf-posed-far-out"),
    Sentence("said-gltf-matrix-row"),
    Sentence("said-gltf-skin-unfit"),
    Sentence("said-gltf-weight-count"),
    Sentence("said-gltf-joints-absent"),
    Sentence("said-gltf-weightless"),
    Sentence("said-gltf-weights-sum"),
    Sentence("said-gltf-posed"),
    Sentence("said-gltf-vertices-not-finite"),
    Sentence("said-gltf-vertices-absent"),
    Sentence("said-gltf-left-over"),
    Sentence("said-gltf-none-usable"),
    Sentence("said-gltf-flat"),
    Sentence("said-gltf-unfolds"),
    Sentence("said-gltf-no-scene"),
    Sentence("said-gltf-no-triangles-in-scene"),
    Sentence("said-gltf-no-triangles"),
    Sentence("said-gltf-export"),
    Sentence("said-gltf-convert-old"),
    Sentence("said-gltf-put-bytes"),
    Sentence("said-gltf-open"),
    Sentence("said-gltf-instance"),
    Sentence("said-gltf-put-it"),
    Sentence("said-gltf-put-file"),
    Sentence("said-gltf-uncompressed"),
    Sentence("said-gltf-without"),
    Sentence("said-gltf-with-accessor"),
    Sentence("said-gltf-primitive"),
    Sentence("said-gltf-chunk"),
    Sentence("said-gltf-document"),
    Sentence("said-gltf-the-scene"),
    Sentence("said-gltf-scene"),
    Sentence("said-gltf-skin"),
    Sentence("said-gltf-node"),
    Sentence("said-gltf-mesh"),
    Sentence("said-gltf-material"),
    Sentence("said-gltf-accessor"),
    Sentence("said-gltf-view"),
    Sentence("said-gltf-buffer"),
];

/// Why there is no mesh.
pub fn load_error(error: &LoadError) -> String {
    match error {
        LoadError::Unreadable { path, error } => {
            t!("file-unreadable", path = path.display().to_string(), problem = error.to_string())
        }
        LoadError::NotAMesh { name, what, advice } => {
            t!("load-not-a-mesh", name = name, what = said(what), advice = said(advice))
        }
        LoadError::NoMesh { name, line: None, what, advice } => {
            t!("load-no-mesh", name = name, what = said(what), advice = said(advice))
        }
        LoadError::NoMesh { name, line: Some(line), what, advice } => {
            t!("load-no-mesh-on-line", name = name, line = line.to_string(), what = said(what), advice = said(advice))
        }
        LoadError::TooLarge { name, what } => t!("load-too-large", name = name, what = said(what)),
        LoadError::OutOfMemory { name, size, missing } => {
            t!("load-out-of-memory", name = name, size = said(size), missing = said(&missing.to_string()))
        }
        LoadError::Cancelled { name } => t!("load-cancelled", name = name),
    }
}

/// A sentence of the library; as it is where it is none of those known.
pub fn said(english: &str) -> String {
    if language() == Language::English {
        return english.to_owned();
    }
    static TEMPLATES: LazyLock<Vec<String>> = LazyLock::new(|| SENTENCES.iter().map(template).collect());
    let found =
        SENTENCES.iter().zip(&*TEMPLATES).find_map(|(sentence, template)| Some((sentence, fit(template, english)?)));
    let Some((Sentence(id), parts)) = found else { return english.to_owned() };
    if parts.iter().all(Option::is_none) {
        return text(id).to_owned();
    }
    let parts = parts.map(|part| part.map(said).unwrap_or_default());
    let arguments: Vec<_> = NAMES.into_iter().zip(parts.iter().map(|part| part.as_str().into())).collect();
    let Ok(arguments) = <[_; NAMES.len()]>::try_from(arguments) else { return english.to_owned() };
    filled(id, arguments)
}

/// The English of a sentence, with [`PLACES`] for its arguments.
fn template(Sentence(id): &Sentence) -> String {
    let english: &Messages = messages(Language::English);
    let places = PLACES.map(String::from);
    let values = places.iter().map(|place| FluentValue::from(place.as_str()));
    let arguments = NAMES.into_iter().zip(values).collect();
    english.filled(id, &arguments).unwrap_or_default()
}

/// What stands in the places of a template where a text is that one otherwise: each as short as it can be, and never
/// empty.
fn fit<'a>(template: &str, text: &'a str) -> Option<[Option<&'a str>; NAMES.len()]> {
    let mut parts = [None; NAMES.len()];
    let mut words = template.split(PLACES);
    let places: Vec<usize> = template.chars().filter_map(|c| PLACES.iter().position(|place| *place == c)).collect();
    let mut rest = text.strip_prefix(words.next()?)?;
    for (i, (place, word)) in places.iter().zip(words).enumerate() {
        let is_last = i + 1 == places.len();
        let length = match word {
            "" => rest.len(),
            _ if is_last => rest.len().checked_sub(word.len()).filter(|_| rest.ends_with(word))?,
            _ => rest.find(word)?,
        };
        let (part, after) = rest.split_at(length);
        parts[*place] = Some(part).filter(|part| !part.is_empty());
        parts[*place]?;
        rest = &after[word.len()..];
    }
    rest.is_empty().then_some(parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::app::texts::speak;
    use crate::mesh::Mesh;
    use crate::scene::Scene;

    fn is_chinese(text: &str) -> bool {
        text.chars().any(|letter| ('\u{4e00}'..='\u{9fff}').contains(&letter))
    }

    #[test]
    fn every_warning_of_a_damaged_file_is_said_in_chinese() {
        let statements = [
            "v 1 2",
            "v 1,5 0 0",
            "v 0x1p3 0 0",
            "v x 0 0",
            "v nan 0 0",
            "v 1e39 0 0",
            "v 0 0 0 1 1 1 1 1",
            "f 1 2",
            "f 0 1 2",
            "f 1 2 99",
            "f -99 1 2",
            "f 1 2 99999999999",
            "f 1.5 2 3",
            "f 1/1/1/1 2 3",
            "f 1/x 2 3",
            "f 1/ 2 3",
            "f 1/77 2 3",
            "f 1/-77 2 3",
            "f 1//77 2 3",
            "f 1//-77 2 3",
            "f 4 5 6",
            "curv 0 1 1 2",
            "call other.obj",
            "newmtl red",
            "nonsense",
            "f 1 2 8 7",
        ];
        let mut text =
            "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1e39 0 0\nv 1e39 0 0\nv 1e39 0 0\nv 1 1 0\nv 0 2 0\nf 1 2 3\n".to_owned();
        for statement in statements {
            // More of each than are listed.
            text += &format!("{statement}\n").repeat(25);
        }
        speak(Language::Chinese);
        let (_, report) = Mesh::from_bytes("damaged.obj", text.as_bytes()).expect("a mesh");
        let all = report.warnings.iter().chain(&report.remarks);
        let mut n_said = 0;
        for warning in all {
            let words = said(&warning.message);
            assert!(is_chinese(&words) && !words.contains(" is ") && !words.contains(" are "), "{}", warning.message);
            n_said += 1;
        }
        assert!(n_said > 200, "{n_said}");
    }

    #[test]
    fn every_remark_on_material_libraries_is_said_in_chinese() {
        let folder = tempfile::tempdir().expect("a folder");
        let materials: String = (0..25).map(|i| format!("newmtl {i}\nKd red\n")).collect();
        std::fs::write(folder.path().join("a.mtl"), materials).expect("a file");
        let libraries: String = (0..25).map(|i| format!("mtllib absent {i}.mtl\n")).collect();
        let faces: String = (0..25).map(|i| format!("usemtl {i}\nf 1 2 3\n")).collect();
        let text = format!("mtllib . a.mtl\nmtllib ..\nmtllib a.mtl\n{libraries}v 0 0 0\nv 1 0 0\nv 0 1 0\n{faces}");
        let path = folder.path().join("mesh.obj");
        std::fs::write(&path, text).expect("a file");
        speak(Language::Chinese);
        let (_, report) = Mesh::open(&path).expect("a mesh");
        assert_eq!((report.warnings.len(), report.remarks.len()), (0, 42));
        for remark in &report.remarks {
            let words = said(&remark.message);
            assert!(
                is_chinese(&words) && [" is ", " it ", " are "].iter().all(|word| !words.contains(word)),
                "{words}"
            );
        }
    }

    #[test]
    fn every_warning_of_damaged_stl_is_said_in_chinese() {
        let good = "facet\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendfacet\n";
        let damaged = ["facet\nendfacet\n", "vertex 1 2 3\n", "colour\n", "facet\n"].map(|part| part.repeat(25));
        let ascii = format!("solid\n{good}{}", damaged.concat());
        let binary = [&[0; 80][..], &[9, 0, 0, 0], &[0; 50]].concat();
        speak(Language::Chinese);
        let mut n_said = 0;
        for bytes in [ascii.as_bytes(), &binary] {
            let (_, report) = Mesh::from_bytes("damaged.stl", bytes).expect("a mesh");
            for warning in &report.warnings {
                let words = said(&warning.message);
                assert!(is_chinese(&words) && !words.contains(" is ") && !words.contains(" a "), "{words}");
                n_said += 1;
            }
        }
        assert!(n_said > 80, "{n_said}");
    }

    /// What is said of a document with these items, whose only buffer is 40 bytes of zero.
    fn said_of_gltf(items: &str) -> String {
        let zeros = "A".repeat(54);
        let buffers = format!(r#""buffers":[{{"byteLength":40,"uri":"data:;base64,{zeros}"}}]"#);
        let text = format!(r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],{buffers},{items}}}"#);
        let error = Scene::from_bytes("damaged.gltf", text.as_bytes()).map(drop).expect_err("no mesh");
        load_error(&error)
    }

    #[test]
    fn what_is_wrong_with_gltf_is_said_in_chinese() {
        speak(Language::Chinese);
        let mesh = |primitive: &str, items: &str| {
            format!(r#""nodes":[{{"mesh":0}}],"meshes":[{{"primitives":[{{{primitive}}}]}}],{items}"#)
        };
        let position = r#""attributes":{"POSITION":0}"#;
        let accessor = |rest: &str, views: &str| {
            mesh(
                position,
                &format!(r#""accessors":[{{"componentType":5126,"type":"VEC3",{rest}}}],"bufferViews":[{views}]"#),
            )
        };
        let triangle = |primitive: &str, items: &str| {
            let accessors = r#"{"componentType":5126,"type":"VEC3","count":3,"bufferView":0}"#;
            let views = r#""bufferViews":[{"buffer":0,"byteLength":40}]"#;
            mesh(&format!("{position},{primitive}"), &format!(r#""accessors":[{accessors}{items}],{views}"#))
        };
        let skinned = |skin: &str, index: u32| {
            let accessors = r#"{"componentType":5126,"type":"VEC3","count":3,"bufferView":0},
                {"componentType":5126,"type":"MAT4","count":0,"bufferView":0},
                {"componentType":5121,"type":"VEC4","count":2,"bufferView":0}"#;
            let views = r#"{"buffer":0,"byteLength":40}"#;
            let attributes = r#""attributes":{"POSITION":0,"JOINTS_0":2,"WEIGHTS_0":2}"#;
            let items =
                mesh(attributes, &format!(r#""accessors":[{accessors}],"bufferViews":[{views}],"skins":[{skin}]"#));
            items.replace(r#"{"mesh":0}"#, &format!(r#"{{"mesh":0,"skin":{index}}}"#))
        };
        let documents = [
            r#""extensionsRequired":["KHR_draco_mesh_compression"]"#.to_owned(),
            r#""extensionsRequired":["ACME_gizmo"]"#.to_owned(),
            r#""nodes":[{"mesh":1}]"#.to_owned(),
            r#""nodes":[7]"#.to_owned(),
            r#""nodes":[{"children":[0]}]"#.to_owned(),
            r#""nodes":[{"children":[1,1]},{}]"#.to_owned(),
            r#""nodes":[{"rotation":[0,0,0,0]}]"#.to_owned(),
            r#""nodes":[{"matrix":[1,0,0,1,0,1,0,0,0,0,1,0,0,0,0,1]}]"#.to_owned(),
            r#""nodes":[{"scale":[1e200,1,1],"children":[1]},{"scale":[1e200,1,1]}]"#.to_owned(),
            r#""nodes":[{}]"#.to_owned(),
            mesh(r#""attributes":{},"mode":9"#, r#""a":0"#),
            accessor(r#""count":3"#, ""),
            accessor(r#""count":3,"bufferView":0"#, r#"{"buffer":0,"byteLength":41}"#),
            accessor(r#""count":4,"bufferView":0"#, r#"{"buffer":0,"byteLength":40}"#),
            accessor(r#""count":3,"bufferView":0"#, r#"{"buffer":0,"byteLength":40,"byteStride":4}"#),
            accessor(r#""count":3,"bufferView":0"#, r#"{"buffer":1,"byteLength":40}"#),
            mesh(position, r#""accessors":[{"componentType":5126,"type":"VEC2","count":3}]"#),
            mesh(position, r#""accessors":[{"componentType":7,"type":"VEC3","count":3}]"#),
            triangle(r#""indices":0"#, ""),
            triangle(r#""material":3"#, ""),
            triangle(r#""indices":1"#, r#",{"componentType":5121,"type":"SCALAR","count":5000000000,"bufferView":0}"#),
            triangle(r#""attributes":{"POSITION":0}"#, ""),
            triangle(
                r#""indices":1"#,
                r#",{"componentType":5121,"type":"SCALAR","count":9000000,
                "sparse":{"count":1,"indices":{"bufferView":0,"componentType":5121},"values":{"bufferView":0}}}"#,
            ),
            skinned(r#"{"joints":[0]}"#, 7),
            skinned(r#"{"joints":[]}"#, 0),
            skinned(r#"{"joints":[0,0],"inverseBindMatrices":1}"#, 0),
            skinned(r#"{"joints":[0],"inverseBindMatrices":0}"#, 0),
            skinned(r#"{"joints":[0],"inverseBindMatrices":2}"#, 0),
        ];
        for document in documents {
            let words = said_of_gltf(&document);
            let is_english = [" is ", " has ", " names ", " which ", " and "].iter().any(|word| words.contains(word));
            assert!(is_chinese(&words) && !is_english, "{document} is said as {words}");
        }
        let shared = r#"{"asset":{"version":"2.0"},"buffers":[{"byteLength":9,"uri":"#;
        let views = r#"}],"nodes":[{"mesh":0}],"meshes":[{"primitives":[{"attributes":{"POSITION":0}}]}],
            "accessors":[{"componentType":5126,"type":"VEC3","count":3,"bufferView":0}],
            "bufferViews":[{"buffer":0,"byteLength":9}]}"#;
        let addresses = [r#""http://a/b""#, r#""data:,x""#, r#""data:;base64,AAAA""#, r#""a.bin""#, "null"];
        let texts = addresses.map(|address| format!("{shared}{address}{views}").into_bytes());
        let others = [
            b"{\"a\":1}".to_vec(),
            b"{\"asset\":{\"version\":\"1.0\"}}".to_vec(),
            b"{\"nodes\":{\"a\":{}}}".to_vec(),
            b"{\"asset\":{\"version\":\"3.0\"}}".to_vec(),
            b"{\xff}".to_vec(),
            b"glTF\x01\0\0\0\0\0\0\0".to_vec(),
        ];
        for bytes in texts.into_iter().chain(others) {
            let words = load_error(&Mesh::from_bytes("a.gltf", &bytes).map(drop).expect_err("no mesh"));
            let is_english = [" is ", " has ", " lies ", " which ", " and "].iter().any(|word| words.contains(word));
            assert!(is_chinese(&words) && !is_english, "{words}");
        }
    }

    #[test]
    fn every_warning_of_damaged_gltf_is_said_in_chinese() {
        let corners = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, f32::NAN].into_iter().chain([f32::NAN; 9]);
        let bin: Vec<u8> = corners.flat_map(f32::to_le_bytes).chain([0, 1, 9, 0, 1]).collect();
        let json = br#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0,"scale":[1,1,0]}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0},"indices":1},{"attributes":{"POSITION":2}}]}],
            "accessors":[{"componentType":5126,"type":"VEC3","count":3,"bufferView":0},
            {"componentType":5121,"type":"SCALAR","count":5,"bufferView":1},
            {"componentType":5126,"type":"VEC3","count":3,"bufferView":0,"byteOffset":36}],
            "buffers":[{"byteLength":77}],
            "bufferViews":[{"buffer":0,"byteLength":72},{"buffer":0,"byteOffset":72,"byteLength":5}]}"#;
        let chunk = |kind: &[u8], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), kind, bytes].concat();
        let glb = [b"glTF\x02\0\0\0\0\0\0\0".to_vec(), chunk(b"JSON", json), chunk(b"BIN\0", &bin)].concat();
        speak(Language::Chinese);
        let (_, report) = Scene::from_bytes("damaged.glb", &glb).expect("a scene");
        let all: Vec<String> =
            report.warnings.iter().chain(&report.remarks).map(|warning| said(&warning.message)).collect();
        assert_eq!(all.len(), 7, "{all:?}");
        assert!(
            all.iter().all(|words| is_chinese(words) && !words.contains("the ") && !words.contains(" its ")),
            "{all:?}"
        );
    }

    #[test]
    fn every_warning_of_an_odd_skin_is_said_in_chinese() {
        let corners = [0.0f32, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
        let mut bin: Vec<u8> = corners.into_iter().flat_map(f32::to_le_bytes).collect();
        bin.extend([9, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        bin.extend([100, 100, 0, 0, 0, 0, 0, 0, 255, 0, 0, 0]);
        bin.extend([0; 64]);
        let json = br#"{"asset":{"version":"2.0"},"nodes":[{"mesh":0,"skin":0,"weights":[1]},{"mesh":1,"skin":0}],
            "meshes":[{"primitives":[{"attributes":{"POSITION":0,"JOINTS_0":1,"WEIGHTS_0":2}}]},
            {"primitives":[{"attributes":{"POSITION":0}}]}],
            "skins":[{"joints":[0],"inverseBindMatrices":3}],
            "accessors":[{"componentType":5126,"type":"VEC3","count":3,"bufferView":0},
            {"componentType":5121,"type":"VEC4","count":3,"bufferView":0,"byteOffset":36},
            {"componentType":5121,"type":"VEC4","count":3,"bufferView":0,"byteOffset":48},
            {"componentType":5126,"type":"MAT4","count":1,"bufferView":0,"byteOffset":60}],
            "buffers":[{"byteLength":124}],"bufferViews":[{"buffer":0,"byteLength":124}]}"#;
        let chunk = |kind: &[u8], bytes: &[u8]| [&(bytes.len() as u32).to_le_bytes(), kind, bytes].concat();
        let glb = [b"glTF\x02\0\0\0\0\0\0\0".to_vec(), chunk(b"JSON", json), chunk(b"BIN\0", &bin)].concat();
        speak(Language::Chinese);
        let (_, report) = Scene::from_bytes("odd.glb", &glb).expect("a scene");
        let all: Vec<String> =
            report.warnings.iter().chain(&report.remarks).map(|warning| said(&warning.message)).collect();
        assert_eq!(all.len(), 8, "{all:?}");
        let is_english = |words: &str| ["the ", " its ", " and ", " has "].iter().any(|word| words.contains(word));
        assert!(all.iter().all(|words| is_chinese(words) && !is_english(words)), "{all:?}");
    }

    #[test]
    fn every_warning_of_damaged_ply_is_said_in_chinese() {
        let header = |format: &str, faces: u32| {
            format!(
                "ply\nformat {format} 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n\
                 property int n\nelement face {faces}\nproperty list char int vertex_index\nend_header\n"
            )
        };
        let vertices = "0 0 0 1\n1 0 0 1\n0 1 0 x\nnan 0 0 1 7\n";
        let faces = ["3 0 1 2", "x", "-1", "2 0 1", "3 0 1", "3 0 x 2", "3 0 1 4", "3 0 1 -7", "3 3 3 3", "3 0 1 2 9"];
        let faces: String = faces.iter().flat_map(|face| std::iter::repeat_n(format!("{face}\n"), 25)).collect();
        let ascii = header("ascii", 999) + vertices + &faces;
        let mut binary = header("binary_big_endian", 2).into_bytes();
        binary.extend(
            [[0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [0; 4]]
                .as_flattened()
                .iter()
                .flat_map(|x: &i32| (*x as f32).to_be_bytes()),
        );
        let behind = [&binary[..], &[3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2].repeat(2)[..], b"more"].concat();
        binary.extend([3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0xff]);
        speak(Language::Chinese);
        let mut n_said = 0;
        for bytes in [ascii.as_bytes(), &binary, &behind] {
            let (_, report) = Mesh::from_bytes("damaged.ply", bytes).expect("a mesh");
            for warning in report.warnings.iter().chain(&report.remarks) {
                let words = said(&warning.message);
                assert!(is_chinese(&words) && !words.contains(" is ") && !words.contains(" a "), "{words}");
                n_said += 1;
            }
        }
        assert!(n_said > 100, "{n_said}");
    }

    #[test]
    fn why_there_is_no_mesh_is_said_in_chinese() {
        speak(Language::Chinese);
        let heads: [&[u8]; 36] = [
            b"",
            b"v 0 0 0\n",
            b"f 1 2 3\n",
            b"nothing\n",
            b"# words\n",
            b"newmtl a\nKd 1 1 1\n",
            b"version https://git-lfs.github.com",
            b"ply\n",
            b"ply\nelement vertex x\n",
            b"ply\nelement vertex 1\nproperty real x\n",
            b"ply\nelement vertex 1\nproperty list float int x\n",
            b"ply\nformat xml 1.0\n",
            b"ply\nvertices 1\n",
            b"ply\nend_header\n",
            b"ply\nformat ascii 1.0\nend_header\n",
            b"ply\nformat ascii 1.0\nelement vertex 1\nend_header\n",
            b"ply\nformat ascii 1.0\nelement a 1\nelement a 1\nend_header\n",
            b"ply\nformat ascii 1.0\nelement face 9\nproperty list char int vertex_index\nend_header\n",
            b"solid a",
            &[0; 84],
            b"glTF",
            b"OFF\n",
            b"4OFF\n",
            b"nOFF\n",
            b"OFF BINARY\n",
            b"BLENDER",
            b"\x1f\x8b",
            b"PK\x03\x04",
            b"%PDF",
            b"\x89PNG",
            b"\x7fELF",
            b"MZ\x90",
            b"\x4c\x01",
            b"#!/bin/sh",
            b"<!DOCTYPE html>",
            b"\xff\xfev\0",
        ];
        for head in heads {
            let error = Mesh::from_bytes("file.obj", head).map(drop).expect_err("no mesh");
            let words = load_error(&error);
            assert!(
                is_chinese(&words) && !words.contains(" is ") && !words.contains(" a "),
                "{error} is said as {words}"
            );
        }
    }

    #[test]
    fn why_a_mesh_is_not_written_is_said_in_chinese() {
        use crate::accel::OutOfMemory;
        use crate::mesh::{WriteError, WriteFormat};
        speak(Language::Chinese);
        let format = WriteFormat::StlBinary;
        for error in [
            WriteError::NoTriangles,
            WriteError::TooFar { format, vertex: 3, position: glam::DVec3::splat(1e300) },
            WriteError::TooMany { format, what: "triangles", count: 5_000_000_000, limit: 4_294_967_295 },
            WriteError::TooMany { format, what: "bytes", count: 5_000_000_000, limit: 4_294_967_295 },
            WriteError::OutOfMemory(OutOfMemory { needed: 1 << 40, room: None }),
        ] {
            let words = said(&error.to_string());
            assert!(
                is_chinese(&words) && !words.contains("the ") && !words.contains("triangle"),
                "{error} is said as {words}"
            );
        }
    }

    #[test]
    fn english_is_what_the_library_says() {
        let error = Mesh::from_bytes("file.obj", b"f 1 2 3\n").map(drop).expect_err("no mesh");
        assert_eq!(load_error(&error), error.to_string());
    }

    #[test]
    fn a_sentence_is_taken_apart_where_its_arguments_stand() {
        let fits = |template: &str, text| fit(template, text).map(|parts| parts.map(Option::unwrap_or_default));
        assert_eq!(fits("no places", "no places"), Some([""; 4]));
        assert_eq!(fits("no places", "no places here"), None);
        assert_eq!(fits("\u{1} of \u{2}", "3 of 4 of 5"), Some(["3", "4 of 5", "", ""]));
        assert_eq!(fits("\u{2}; end", "a; b; end"), Some(["", "a; b", "", ""]));
        assert_eq!(fits("x \u{1} y", "x  y"), None, "an argument is never empty");
    }
}
