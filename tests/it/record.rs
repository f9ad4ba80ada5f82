//! The record of a pick: the same names in the same order wherever it is written.

use crate::cli::{Desk, Ran};
use crate::data::root;
use pickray::mesh::Mesh;
use pickray::pick::{SAVED_VERSION, SavedPick};
use serde::de::{Deserialize, Deserializer, IgnoredAny, MapAccess, Visitor};
use std::ffi::OsStr;
use std::fmt;

/// The names of a JSON object, in their order.
#[derive(Debug, PartialEq)]
struct Names(Vec<String>);

impl Names {
    fn of(json: &str) -> Vec<String> {
        serde_json::from_str::<Self>(json).expect("a JSON object").0
    }
}

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Collect;
        impl<'de> Visitor<'de> for Collect {
            type Value = Names;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Names, A::Error> {
                let mut names = Vec::new();
                while let Some((name, IgnoredAny)) = map.next_entry()? {
                    names.push(name);
                }
                Ok(Names(names))
            }
        }
        deserializer.deserialize_map(Collect)
    }
}

#[test]
fn the_documents_names_are_those_of_the_record_in_their_order() {
    let document = std::fs::read_to_string(root().join("docs/record.md")).expect("docs/record.md");
    let documented = |heading: &str| -> Vec<String> {
        let section = document.split("\n## ").find(|section| section.starts_with(heading)).expect("a section");
        let names = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
        names.map(str::to_owned).collect()
    };
    let desk = Desk::new();
    let [hit, miss] = ["700,300", "0,0"].map(|at| desk.run(&format!("pick quad.obj --at {at} --json")).stdout);
    assert_eq!(documented("Names"), Names::of(&hit));
    assert_eq!(Names::of(&miss), Names::of(&hit), "a miss has the same");
    let more = desk.run("pick quad.obj --at 700,300 --all --trace --why 1 --json").stdout;
    assert_eq!([documented("Names"), documented("On request")].concat(), Names::of(&more));
}

#[test]
fn the_hit_of_a_saved_pick_has_the_records_names() {
    let desk = Desk::new();
    let record = Names::of(&desk.run("pick quad.obj --at 700,300 --json --save quad.pick.json").stdout);
    let text = std::fs::read_to_string(desk.path("quad.pick.json")).expect("the pick");
    let saved: SavedPick = serde_json::from_str(&text).expect("a saved pick");
    assert_eq!(saved.version, SAVED_VERSION);
    let hit = Names::of(&serde_json::to_string(&saved.chain.hit).expect("JSON"));
    let from = record.iter().position(|name| *name == hit[0]).expect("the record holds the hit");
    assert_eq!(hit, record[from..from + hit.len()]);
}

#[test]
fn picks_saved_in_earlier_versions_are_run_again() {
    (1..SAVED_VERSION).for_each(is_run_again);
}

fn is_run_again(version: u32) {
    let folder = root().join("tests/data/picks");
    let text = std::fs::read_to_string(folder.join(format!("version_{version}.pick.json"))).expect("a saved pick");
    let saved: SavedPick = serde_json::from_str(&text).expect("a saved pick");
    let source = &saved.chain.hit.as_ref().expect("a hit").source;
    assert_eq!((saved.version, source.line, source.place_in_face), (version, Some(8), 1));
    assert_eq!((source.object.as_deref(), source.group.as_deref()), (Some("board"), Some("front")));
    let (mesh, _) = Mesh::open(&folder.join("quad.obj")).expect("a mesh");
    let (trace, differences) = saved.replay(&[mesh.into()]).expect("the same mesh");
    assert_eq!(differences, []);
    assert_eq!(trace.hit.expect("a hit").source, *source);

    let pick = folder.join(format!("version_{version}.pick.json"));
    let ran = Ran::of(Desk::new().command([OsStr::new("replay"), pick.as_os_str()]).output().expect("the binary runs"));
    assert_eq!((ran.status, ran.stderr.as_str()), (Some(0), ""));
}

#[test]
fn a_pick_of_a_version_to_come_is_refused() {
    let text = include_str!("../data/picks/version_1.pick.json").replace("\"version\": 1", "\"version\": 4");
    let desk = Desk::new();
    desk.write("later.pick.json", &text);
    std::fs::copy(root().join("tests/data/picks/quad.obj"), desk.path("quad.obj")).expect("a copy");
    let ran = desk.run("replay later.pick.json");
    assert_eq!((ran.status, ran.stderr.contains("reads versions 1 to 3")), (Some(2), true), "{}", ran.stderr);
}
