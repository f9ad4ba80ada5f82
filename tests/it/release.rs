//! What is given out: the version is one, the crate is small, and the desktop finds what it is told of.

use crate::data::root;
use crate::layers::rust_files;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

fn text(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The numbers of a version.
fn numbers(version: &str) -> Vec<u32> {
    version.split('.').map(|part| part.parse().expect("a number")).collect()
}

#[test]
fn the_changelog_tells_of_the_version_or_of_what_comes_after_the_last_one() {
    let changelog = text("CHANGELOG.md");
    let headings: Vec<_> = changelog.lines().filter_map(|line| line.strip_prefix("## ")).collect();
    let version = env!("CARGO_PKG_VERSION");
    let mut released = headings.as_slice();
    if headings.first() == Some(&"[Unreleased]") {
        released = &headings[1..];
    } else {
        assert!(headings[0].starts_with(&format!("[{version}]")), "{version} is not the first of {headings:?}");
    }
    for heading in released {
        let (name, date) = heading.split_once(" - ").unwrap_or_else(|| panic!("## {heading} has no date"));
        let name = name.trim_matches(['[', ']']);
        assert!(numbers(name) <= numbers(version), "{name} is released, and the manifest has {version}");
        assert!(date.len() == 10 && numbers(&date.replace('-', ".")).len() == 3, "## {heading}: year-month-day");
    }
}

/// The paths of what a source file compiles in, from its package's folder; of those that a macro puts together, the
/// folder.
fn compiled_in(package: &Path, source: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(source).expect("a file");
    let folder = source.parent().expect("a folder").strip_prefix(package).expect("a file of the package");
    let calls = ["include_str!(", "include_bytes!("].into_iter().flat_map(|call| text.split(call).skip(1));
    let named = calls.filter_map(|rest| rest.split('"').nth(1)).map(|path| {
        let mut parts: Vec<_> = folder.iter().map(|part| part.to_str().expect("Unicode")).collect();
        for part in path.split('/') {
            match part {
                ".." => assert!(parts.pop().is_some(), "{}: {path} lies outside of its package", source.display()),
                part => parts.push(part),
            }
        }
        parts.join("/")
    });
    named.collect()
}

/// The files that `cargo package` puts into a crate.
fn packed(package: &str) -> BTreeSet<String> {
    let mut command = Command::new(env!("CARGO"));
    command.current_dir(root()).args(["package", "--list", "--offline", "--allow-dirty", "--package", package]);
    let output = command.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("UTF-8").lines().map(str::to_owned).collect()
}

#[test]
fn each_crate_holds_all_that_is_compiled_in_of_the_tests_only_what_the_code_reads_and_no_pictures() {
    for (package, folder, least, others) in [
        ("pickray", "crates/pickray", 6, ["LICENSE-MIT", "README.md"]),
        ("pickray-render", "crates/pickray-render", 20, ["LICENSE-MIT", "src/lib.rs"]),
        ("pickray-app", "", 30, ["README.zh-CN.md", "assets/fonts/OFL.txt"]),
    ] {
        let (list, folder) = (packed(package), root().join(folder));
        let files = rust_files(&folder.join("src"));
        let sources: String = files.iter().map(|path| std::fs::read_to_string(path).expect("a file")).collect();
        let read = sources.split('"').filter_map(|text| Some(text[text.find("tests/data/")?..].to_owned()));
        let held = list.iter().filter(|path| path.starts_with("tests/")).cloned().collect::<BTreeSet<_>>();
        assert_eq!(held, read.collect(), "`include` of {package} has what the tests beside the code read");
        let pictures: Vec<_> = list.iter().filter(|path| path.ends_with(".png") || path.ends_with(".gif")).collect();
        assert!(pictures.is_empty(), "{pictures:?}");
        let mut needed: BTreeSet<_> = files.iter().flat_map(|path| compiled_in(&folder, path)).collect();
        for part in needed.clone().iter().filter(|path| path.ends_with(['/', '.'])) {
            needed.remove(part);
            let inside = &part[..=part.rfind('/').expect("a folder")];
            let entries = std::fs::read_dir(folder.join(inside)).unwrap_or_else(|error| panic!("{part}: {error}"));
            let files = entries.map(|entry| entry.expect("an entry")).filter(|entry| entry.path().is_file());
            let files = files.map(|file| format!("{inside}{}", file.file_name().to_str().expect("Unicode")));
            let files: Vec<_> = files.filter(|file| file.starts_with(part)).collect();
            assert!(!files.is_empty(), "{package} compiles in {part}…, which no file begins with");
            needed.extend(files);
        }
        assert!(needed.len() >= least, "{package} compiles in {needed:?}");
        for path in needed.iter().map(String::as_str).chain(others) {
            assert!(list.contains(path), "{package} holds no {path}");
        }
    }
}

#[test]
fn the_desktop_file_names_types_that_the_system_or_the_package_knows() {
    let own = text("assets/linux/pickray.xml");
    let own: BTreeSet<_> = own.split("type=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let desktop = text("assets/linux/pickray.desktop");
    let named = desktop.lines().find_map(|line| line.strip_prefix("MimeType=")).expect("types");
    let named: BTreeSet<_> = named.split_terminator(';').collect();
    let system = BTreeSet::from(["model/obj", "model/stl", "model/gltf+json", "model/gltf-binary"]);
    let own: BTreeSet<_> = own.into_iter().filter(|kind| kind.contains('/') && *kind != "application/json").collect();
    assert_eq!(named, own.union(&system).copied().collect());
}
