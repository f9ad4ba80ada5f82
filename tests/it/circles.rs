//! Files of the source that use each other in a circle have to be understood all at once: there are few, and they are
//! small.

use crate::layers::{rust_files, sources};
use std::collections::BTreeMap;
use std::path::Path;

/// How many files may use each other in a circle; a tool's own folder may hold more.
const MOST: usize = 2;

/// The modules of a crate by their paths, `app::tools::sphere`, with their text up to the unit tests.
fn modules(src: &Path) -> BTreeMap<String, String> {
    let mut modules = BTreeMap::new();
    for file in rust_files(src) {
        let inside = file.strip_prefix(src).expect("below src").with_extension("");
        let path: Vec<_> = inside.iter().map(|part| part.to_str().expect("a name")).collect();
        let text = std::fs::read_to_string(&file).expect("source text");
        let is_of_tests = |line: &str| line.starts_with("#[cfg(test)]") || line.starts_with("#[cfg(all(test,");
        let lines = text.lines().take_while(|line| !is_of_tests(line));
        let code = lines.map(|line| line.split("//").next().unwrap_or("").to_owned() + "\n").collect();
        if path.last() != Some(&"tests") {
            modules.insert(path.join("::"), code);
        }
    }
    modules
}

/// The paths of a `use` statement: what its braces list, each with what stands before them.
fn paths(used: &str) -> Vec<String> {
    let Some((before, rest)) = used.split_once('{') else {
        return vec![used.split(" as ").next().unwrap_or("").trim().to_owned()];
    };
    let list = &rest[..rest.rfind('}').expect("a closing brace")];
    let (mut depth, mut items) = (0, vec![String::new()]);
    for c in list.chars() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        match c {
            ',' if depth == 0 => items.push(String::new()),
            c => items.last_mut().expect("never empty").push(c),
        }
    }
    let items = items.iter().map(|item| item.trim()).filter(|item| !item.is_empty());
    items.flat_map(|item| paths(&format!("{}{item}", before.trim()))).collect()
}

/// The module that a path in `module` leads to: the longest part of it that is a file, or else the root.
fn resolve(modules: &BTreeMap<String, String>, module: &str, path: &str) -> Option<String> {
    let mut segments: Vec<&str> = path.split("::").collect();
    let mut base: Vec<&str> = module.split("::").filter(|part| *part != "lib").collect();
    match segments[0] {
        "crate" => base.clear(),
        "super" => {
            while segments.get(1) == Some(&"super") {
                segments.remove(0);
                base.pop();
            }
            base.pop();
        }
        "self" => {}
        first if modules.contains_key(&[&base[..], &[first]].concat().join("::")) => segments.insert(0, "self"),
        _ => return None,
    }
    base.extend(&segments[1..]);
    let inner = (1..=base.len()).rev().map(|length| base[..length].join("::"));
    inner.chain(["lib".to_owned()]).find(|found| modules.contains_key(found))
}

/// Which modules each uses by `use` lines. `pub use` lines, and names that the root passes on, count in the renderer
/// alone: the other crates have names for their own use in the root.
fn uses(src: &Path) -> BTreeMap<String, Vec<String>> {
    let (modules, is_renderer) = (modules(src), src.ends_with("crates/pickray-render/src"));
    let of = |(module, code): (&String, &String)| {
        let statements = code.split(';').filter_map(|statement| {
            let is_use = |line: &str| match line.trim_start().split_once("use ") {
                Some(("", _)) => true,
                Some((before, _)) => is_renderer && before.starts_with("pub") && !before.trim_end().contains(' '),
                None => false,
            };
            let start = statement.lines().position(is_use)?;
            let lines: Vec<_> = statement.lines().skip(start).map(str::trim).collect();
            Some(lines.join(" ").split_once("use ")?.1.to_owned())
        });
        let used = statements.flat_map(|used| paths(&used)).filter_map(|path| resolve(&modules, module, &path));
        (module.clone(), used.filter(|used| used != module && (is_renderer || used != "lib")).collect())
    };
    modules.iter().map(of).collect()
}

/// Everything that can be reached from a module by what it uses.
fn reached<'a>(uses: &'a BTreeMap<String, Vec<String>>, from: &'a str) -> Vec<&'a str> {
    let (mut found, mut open) = (Vec::new(), vec![from]);
    while let Some(module) = open.pop() {
        for used in &uses[module] {
            if !found.contains(&used.as_str()) {
                found.push(used);
                open.push(used);
            }
        }
    }
    found
}

#[test]
fn few_files_use_each_other_in_a_circle() {
    let mut n_uses = 0;
    for src in sources() {
        let uses = uses(&src);
        n_uses += uses.values().map(Vec::len).sum::<usize>();
        let reached: BTreeMap<&str, Vec<&str>> =
            uses.keys().map(|module| (module.as_str(), reached(&uses, module))).collect();
        for (module, found) in &reached {
            let circle: Vec<_> = found.iter().filter(|other| reached[**other].contains(module)).collect();
            let tool = |path: &str| {
                path.strip_prefix("app::tools::").and_then(|rest| rest.split("::").next()).map(str::to_owned)
            };
            let of_one_tool = tool(module).is_some() && circle.iter().all(|other| tool(other) == tool(module));
            assert!(of_one_tool || circle.len() <= MOST, "these files use each other in a circle: {circle:?}");
        }
    }
    assert!(n_uses > 500, "the use lines are read");
}

#[test]
fn paths_are_read_from_braces_within_braces() {
    let expected = ["crate::a::self", "crate::a::b::C", "crate::a::b::D", "crate::a::f"];
    assert_eq!(paths("crate::a::{self, b::{C, D as E}, f}"), expected);
}
