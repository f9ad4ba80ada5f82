//! Published crates: each holds what is compiled in, and no more of the tests than the code reads.

use crate::layers::rust_files;
use crate::*;
use std::process::Command;

/// Files of the repository that a source file of an unpacked crate compiles in, by their paths in the crate. Where a
/// macro puts a path together, these are all files that begin alike.
fn compiled_in(package: &Path, source: &Path, text: &str) -> Vec<String> {
    let calls = ["include_str!(", "include_bytes!("].into_iter().flat_map(|call| text.split(call).skip(1));
    let named = calls.filter_map(|rest| rest.split('"').nth(1)).flat_map(|path| {
        let (folder, start) = path.rsplit_once('/').unwrap_or((".", path));
        let folder = source.with_file_name(folder).canonicalize().unwrap_or_default();
        let inside = folder.strip_prefix(package);
        let inside = inside.unwrap_or_else(|_| panic!("{}: {path} lies outside of its package", source.display()));
        let entries = std::fs::read_dir(root().join(inside)).unwrap_or_else(|error| panic!("{path}: {error}"));
        let files = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
        let names = files.map(|file| file.file_name().and_then(|name| name.to_str()).expect("Unicode").to_owned());
        let names: Vec<_> = names.filter(|name| name.starts_with(start)).collect();
        assert!(!names.is_empty(), "{}: no file begins with {path}", source.display());
        names.into_iter().map(|name| inside.join(name).to_str().expect("Unicode").to_owned()).collect::<Vec<_>>()
    });
    named.collect()
}

#[cfg(target_os = "linux")]
#[test]
fn each_crate_holds_all_that_is_compiled_in_of_the_tests_only_what_the_code_reads_and_no_pictures() {
    let made = tempfile::tempdir().expect("a folder");
    let out = made.path().canonicalize().expect("a folder");
    let run = |command: &mut Command| {
        let output = command.current_dir(&out).env("CARGO_TARGET_DIR", out.join("target")).output().expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    run(Command::new(root().join("scripts/crate")).arg(&out).args(["--no-verify", "--offline"]));
    for (package, least, others) in [
        ("pickray", 6, ["LICENSE-MIT", "README.md"]),
        ("pickray-render", 15, ["LICENSE-MIT", "src/lib.rs"]),
        ("pickray-app", 30, ["README.zh-CN.md", "assets/fonts/OFL.txt"]),
    ] {
        let name = format!("{package}-{}", env!("CARGO_PKG_VERSION"));
        let list = run(Command::new("tar").args(["-xvf", &format!("{name}.crate")]));
        let list: BTreeSet<_> = list.lines().map(|path| &path[name.len() + 1..]).collect();
        let folder = out.join(name);
        let files = rust_files(&folder.join("src")).into_iter();
        let sources: Vec<_> = files.map(|path| (std::fs::read_to_string(&path).expect("a file"), path)).collect();
        let read = sources.iter().flat_map(|(text, _)| text.split('"'));
        let read: BTreeSet<_> = read.filter_map(|text| Some(&text[text.find("tests/data/")?..])).collect();
        // A name that is filled in stands for all files of its folder.
        let is_of = |path: &str, name: &str| name.split_once('{').is_some_and(|(folder, _)| path.starts_with(folder));
        let named = |path| read.iter().copied().find(|name| is_of(path, name)).unwrap_or(path);
        let held: BTreeSet<_> = list.iter().filter(|path| path.starts_with("tests/")).map(|path| named(path)).collect();
        assert_eq!(held, read, "`include` of {package} has what the tests beside the code read");
        let needed = sources.iter().flat_map(|(text, path)| compiled_in(&folder, path, text));
        let needed: BTreeSet<_> = needed.collect();
        let is_picture = |path: &str| path.ends_with(".png") || path.ends_with(".gif");
        let pictures: Vec<_> = list.iter().filter(|path| is_picture(path) && !needed.contains(**path)).collect();
        assert!(pictures.is_empty(), "{pictures:?}");
        assert!(needed.len() >= least, "{package} compiles in {needed:?}");
        for path in needed.iter().map(String::as_str).chain(others) {
            assert!(list.contains(path), "{package} holds no {path}");
        }
    }
}
