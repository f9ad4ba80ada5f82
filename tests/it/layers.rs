//! A module uses only modules to its left, as `docs/ARCHITECTURE.md` draws them; between crates Cargo sees to it.

use crate::data::root;
use std::path::{Path, PathBuf};

/// The sources of each crate with its layers, leftmost first. Two without a comma between them do not know each other.
const CRATES: [(&str, &str); 3] = [
    ("crates/pickray/src", "work, math, geometry, intersect, accel, mesh, scene, pick collide, study"),
    ("crates/pickray-render/src", ""),
    ("src", "situation_text language, lesson, app, cli"),
];

/// The folders of the sources of all crates.
pub fn sources() -> impl Iterator<Item = PathBuf> {
    CRATES.into_iter().map(|(folder, _)| root().join(folder))
}

/// The sources of all crates.
pub fn source_files() -> Vec<PathBuf> {
    sources().flat_map(|folder| rust_files(&folder)).collect()
}

pub fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a readable folder").map(|entry| entry.expect("an entry").path()) {
        if entry.is_dir() {
            files.extend(rust_files(&entry));
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            files.push(entry);
        }
    }
    files
}

/// A source text without its comments.
pub fn code_of(path: &Path) -> String {
    let text = std::fs::read_to_string(path).expect("source text");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).map(|line| format!("{line}\n")).collect()
}

/// The top-level modules that a source text names after `crate::`.
fn modules_used(code: &str) -> Vec<String> {
    let mut used = Vec::new();
    for rest in code.split("crate::").skip(1) {
        if let Some(list) = rest.strip_prefix('{') {
            let list = list.split('}').next().unwrap_or("");
            used.extend(list.split(',').map(|item| item.trim().split("::").next().unwrap_or("").to_owned()));
        } else {
            used.push(rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect());
        }
    }
    used
}

#[test]
fn a_module_uses_only_modules_to_its_left() {
    let mut checked = 0;
    for (folder, layers) in CRATES.into_iter().filter(|(_, layers)| !layers.is_empty()) {
        let layer_of = |module: &str| layers.split(", ").position(|layer| layer.split(' ').any(|it| it == module));
        let src = root().join(folder);
        for file in rust_files(&src) {
            let inside = file.strip_prefix(&src).expect("below src");
            let module = inside.iter().next().and_then(|first| first.to_str()).expect("a name").trim_end_matches(".rs");
            let Some(layer) = layer_of(module) else {
                assert!(["lib", "main"].contains(&module), "{} belongs to no layer", file.display());
                continue;
            };
            for used in modules_used(&code_of(&file)) {
                if let Some(other) = layer_of(&used) {
                    let is_left = other < layer || used == module;
                    assert!(is_left, "{} uses crate::{used}, which is not left of it", file.display());
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 0, "no use line was found: the check reads nothing");
}

/// Rooms beside the mesh: readers and writers know the mesh and its looks, and nobody but `mesh.rs` knows them. No
/// format knows another one.
#[test]
fn readers_and_writers_are_known_to_the_mesh_alone() {
    let mesh = root().join("crates/pickray/src/mesh");
    let rooms = ["read", "write", "read/gltf", "read/obj", "read/off", "read/ply", "read/stl"];
    let mut named = 0;
    for file in rust_files(&mesh) {
        let inside = file.strip_prefix(&mesh).expect("below mesh").to_str().expect("a name").replace('\\', "/");
        let text = std::fs::read_to_string(&file).expect("source text");
        for room in rooms {
            let path = room.replace('/', "::");
            let is_named = ["crate::mesh", "super"].iter().any(|from| text.contains(&format!("{from}::{path}::")));
            let is_within = inside.trim_end_matches(".rs").split('/').zip(room.split('/')).all(|(a, b)| a == b);
            assert!(!is_named || is_within, "{inside} names {path}");
            named += usize::from(is_named);
        }
    }
    assert!(named > 10, "no use line was found: the check reads nothing");
}

#[test]
fn glutin_is_named_in_one_file() {
    let names = |file: &PathBuf| std::fs::read_to_string(file).expect("source text").contains("glutin::");
    let naming: Vec<_> = source_files().into_iter().filter(names).collect();
    assert_eq!(naming.len(), 1, "glutin is named in {naming:?}");
}

/// Files below `src/app` that name something, as at least so many do, and may not.
fn named_outside(words: &[&str], least: usize, may: impl Fn(&str) -> bool) -> Vec<String> {
    let app = root().join("src/app");
    let mut files = rust_files(&app);
    files.push(root().join("src/app.rs"));
    let names = |file: &PathBuf| {
        let code = code_of(file);
        code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|word| words.contains(&word))
    };
    let inside = |file: &PathBuf| file.strip_prefix(&app).unwrap_or(file).to_str().expect("a name").replace('\\', "/");
    let naming: Vec<_> = files.iter().filter(|file| names(file)).map(inside).collect();
    assert!(naming.len() >= least, "{words:?} is named somewhere");
    naming.into_iter().filter(|file| !may(file)).collect()
}

#[test]
fn egui_is_named_by_panels_and_the_shell_alone() {
    let panels = |file: &str| {
        let of_tool = file.starts_with("tools/") && (file.ends_with("_panel.rs") || file.contains("_panel/"));
        of_tool
            || ["tool.rs", "theme.rs", "panels.rs", "shell.rs"].contains(&file)
            || ["panels/", "shell/", "theme/"].iter().any(|folder| file.starts_with(folder))
    };
    assert_eq!(named_outside(&["egui", "egui_winit", "egui_glow"], 3, panels), [""; 0]);
}

#[test]
fn winit_and_glow_are_named_by_the_shell_alone() {
    let shell = |file: &str| file == "shell.rs" || file.starts_with("shell/");
    assert_eq!(named_outside(&["winit", "glow", "glutin_winit"], 3, shell), [""; 0]);
}

#[test]
fn what_a_browser_does_differently_is_named_by_the_platform_and_the_shell_alone() {
    let there = |file: &str| {
        let is_in = |part: &str| file.strip_prefix(part).is_some_and(|rest| rest == ".rs" || rest.starts_with('/'));
        file.ends_with("src/app.rs") || is_in("platform") || is_in("shell")
    };
    let words = ["target_arch", "target_family", "wasm32", "wasm_bindgen", "web_sys", "js_sys"];
    assert_eq!(named_outside(&words, 1, there), [""; 0]);
    for folder in ["desk", "panels", "tools"] {
        for file in rust_files(&root().join("src/app").join(folder)) {
            let text = std::fs::read_to_string(&file).expect("source text");
            assert!(!text.contains("feature = \""), "{} asks for what it is compiled", file.display());
        }
    }
}

#[test]
fn no_line_is_longer_than_120_columns() {
    for folder in ["crates", "src", "tests", "web"] {
        for file in rust_files(&root().join(folder)) {
            let text = std::fs::read_to_string(&file).expect("source text");
            let long = text.lines().position(|line| line.chars().count() > 120);
            assert_eq!(long.map(|line| line + 1), None, "{}", file.display());
        }
    }
}
