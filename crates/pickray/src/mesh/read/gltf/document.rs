//! Document of glTF: JSON whose items are read one by one, so that an error names the item that is wrong; the lists
//! that hold them, and what messages call them.

use crate::mesh::encoding::MARK;
use crate::mesh::problem::{Advice, Problem};
use crate::mesh::report::{Refusal, Result, quoted};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, IgnoredAny};
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt::{self, Display};
use std::rc::Rc;

#[derive(Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Root<'a> {
    asset: Option<Asset>,
    scene: Option<u32>,
    #[serde(borrow)]
    scenes: Vec<&'a RawValue>,
    nodes: Vec<&'a RawValue>,
    meshes: Vec<&'a RawValue>,
    materials: Vec<&'a RawValue>,
    accessors: Vec<&'a RawValue>,
    buffer_views: Vec<&'a RawValue>,
    buffers: Vec<&'a RawValue>,
    skins: Vec<&'a RawValue>,
    #[serde(deserialize_with = "if_list")]
    textures: Vec<&'a RawValue>,
    #[serde(deserialize_with = "if_list")]
    images: Vec<&'a RawValue>,
    #[serde(deserialize_with = "if_list")]
    samplers: Vec<&'a RawValue>,
    animations: Option<&'a RawValue>,
    extensions_required: Vec<String>,
}

/// Reads a list that matters only for looks: anything else counts as an empty one.
fn if_list<'de: 'a, 'a, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<&'a RawValue>, D::Error> {
    let text = <&'a RawValue>::deserialize(deserializer)?;
    Ok(serde_json::from_str(text.get()).unwrap_or_default())
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Asset {
    version: String,
    min_version: Option<String>,
}

/// Document of glTF 2, checked to require no extension that is unknown to this reader.
pub struct Document<'a> {
    pub text: &'a str,
    /// `true` if the text is a file of its own, so that errors give its lines; `false` if it is a chunk of a GLB file.
    has_lines: bool,
    lists: [Vec<&'a RawValue>; 11],
    /// Index of the default scene, or else of the first, if there is one.
    pub scene: Option<u32>,
    pub n_animations: usize,
    /// Number of bytes of all items that were read so far.
    #[cfg(test)]
    pub parsed: std::cell::Cell<usize>,
}

impl<'a> Document<'a> {
    pub fn new(text: &'a [u8], has_lines: bool) -> Result<Self> {
        let text = text.strip_prefix(MARK).unwrap_or(text);
        // Some writers fill a chunk up with zeros.
        let end = text.iter().rposition(|&byte| byte != 0).map_or(0, |last| last + 1);
        let text = &text[..end];
        let text = std::str::from_utf8(text)
            .map_err(|error| Refusal::gltf(format!("its JSON is not UTF-8 at byte {}", error.valid_up_to())))?;
        let root: Root = serde_json::from_str(text).map_err(|error| match other_version(text) {
            Some(version) => of_version("glTF", &version),
            None => {
                let line = has_lines.then_some(error.line() as u32);
                damaged(line, format!("its JSON cannot be read: {}", without_place(&error)))
            }
        })?;

        // Refuse other versions by name, and needed extensions that are not read.
        let Some(asset) = &root.asset else {
            return Err(Refusal::NotAMesh(Problem::IsOtherJson, Advice::Choose));
        };
        let needed = asset.min_version.as_ref().unwrap_or(&asset.version);
        if needed.split('.').next() != Some("2") || asset.min_version.as_ref().is_some_and(|least| least != "2.0") {
            return Err(of_version("glTF", needed));
        }
        check_extensions(&root.extensions_required)?;
        let scene = root.scene.or((!root.scenes.is_empty()).then_some(0));
        let animations = root.animations.and_then(|it| serde_json::from_str::<Vec<IgnoredAny>>(it.get()).ok());
        Ok(Self {
            text,
            has_lines,
            lists: [
                root.scenes, root.nodes, root.meshes, root.materials, root.accessors, root.buffer_views, root.buffers,
                root.skins, root.textures, root.images, root.samplers,
            ],
            scene,
            n_animations: animations.map_or(0, |list| list.len()),
            #[cfg(test)]
            parsed: std::cell::Cell::default(),
        })
    }

    pub fn count(&self, list: List) -> u32 {
        self.lists[list as usize].len() as u32
    }

    pub fn get<T: DeserializeOwned>(&self, item: Item, by: &dyn Display) -> Result<T> {
        let Some(raw) = self.lists[item.list as usize].get(item.index as usize) else { return Err(item.is_absent(by)) };
        #[cfg(test)]
        self.parsed.set(self.parsed.get() + raw.get().len());
        serde_json::from_str(raw.get()).map_err(|error| {
            damaged(self.line_of(raw, error.line()), format!("{item} cannot be read: {}", without_place(&error)))
        })
    }

    /// Returns the error that says `detail` of an item, with the line where the item begins.
    pub fn refused(&self, item: Item, detail: String) -> Refusal {
        let line = self.lists[item.list as usize].get(item.index as usize).and_then(|raw| self.line_of(raw, 1));
        damaged(line, detail)
    }

    /// Returns the line of the text that is the `nth` line of an item, both from 1.
    fn line_of(&self, raw: &RawValue, nth: usize) -> Option<u32> {
        // An item is a part of the text.
        let ahead = raw.get().as_ptr() as usize - self.text.as_ptr() as usize;
        self.has_lines.then(|| (memchr::memchr_iter(b'\n', &self.text.as_bytes()[..ahead]).count() + nth) as u32)
    }
}

/// Writes whole numbers of JSON, which some exporters give as `5.0`, without decimals, with spaces in their place.
pub fn write_whole_numbers(json: &mut [u8]) {
    let mut at = 0;
    let mut in_string = false;
    while let Some(next) = memchr::memchr3(b'"', b'\\', b'.', &json[at..]) {
        let found = at + next;
        at = found + 1;
        match json[found] {
            b'"' => in_string = !in_string,
            b'\\' => at = (at + 1).min(json.len()),
            _ if in_string => {}
            _ => {
                let end = at + json[at..].iter().take_while(|&&digit| digit == b'0').count();
                let goes_on = json.get(end).is_some_and(|next| next.is_ascii_digit() || matches!(next, b'e' | b'E'));
                if at < end && !goes_on {
                    json[found..end].fill(b' ');
                }
                at = end;
            }
        }
    }
}

fn damaged(line: Option<u32>, detail: String) -> Refusal {
    Refusal::damaged(line, Problem::Gltf { detail })
}

pub fn of_version(format: &'static str, version: &str) -> Refusal {
    let is_old = matches!(version.split('.').next(), Some("0" | "1"));
    let advice = if is_old { Advice::ConvertGltf } else { Advice::ExportGltf2 };
    Refusal::of(Problem::OtherVersion { format, version: quoted(version) }, advice)
}

/// Returns the version of a document other than glTF 2: as it says, or 1.0 where it has maps and not lists.
fn other_version(text: &str) -> Option<String> {
    let document: HashMap<String, &RawValue> = serde_json::from_str(text).ok()?;
    let asset = document.get("asset").and_then(|asset| serde_json::from_str::<Value>(asset.get()).ok());
    let is_map = |list: &str| document.get(list).is_some_and(|list| list.get().starts_with('{'));
    let version = match asset.unwrap_or_default().get("version") {
        Some(Value::String(version)) => version.clone(),
        Some(Value::Number(version)) => version.to_string(),
        _ if is_map("nodes") || is_map("meshes") => "1.0".to_owned(),
        _ => return None,
    };
    Some(version).filter(|version| version.split('.').next() != Some("2"))
}

/// Beginnings of names of extensions that only change how a mesh looks.
const LOOKS: [&str; 6] =
    ["KHR_materials_", "KHR_technique", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_punctual"];

/// Extensions that change triangles and are read.
const READ: [&str; 5] = [
    "KHR_mesh_quantization",
    "KHR_node_visibility",
    "EXT_mesh_gpu_instancing",
    "EXT_meshopt_compression",
    "KHR_meshopt_compression",
];

pub const DRACO: &str = "KHR_draco_mesh_compression";

/// Words in the names of extensions that compress triangles, and the names of the compressions.
const COMPRESSIONS: [(&str, &str); 2] = [("draco", "Draco"), ("meshopt", "meshopt")];

pub fn check_extensions(required: &[String]) -> Result<()> {
    let is_read = |name: &str| READ.contains(&name) || cfg!(feature = "draco") && name == DRACO;
    let is_known = |name: &str| is_read(name) || LOOKS.iter().any(|look| name.starts_with(look));
    let Some(name) = required.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let extension = quoted(name);
    Err(match COMPRESSIONS.into_iter().find(|(word, _)| name.contains(word)) {
        Some((_, by)) => Refusal::of(Problem::TrianglesCompressed { by, extension }, Advice::ExportUncompressed),
        None => Refusal::of(Problem::UnknownExtension { extension }, Advice::ExportWithout),
    })
}

/// Returns the message of an error without the line and column, which count within an item.
pub fn without_place(error: &serde_json::Error) -> String {
    let told = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    told.strip_suffix(&place).unwrap_or(&told).to_owned()
}

/// Number of bytes of the longest name that is not cut off: each of many primitives may tell it.
const LONGEST_NAME: usize = 256;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum List {
    Scenes,
    Nodes,
    Meshes,
    Materials,
    Accessors,
    Views,
    Buffers,
    Skins,
    Textures,
    Images,
    Samplers,
}

const WORDS: [&str; 11] =
    ["scene", "node", "mesh", "material", "accessor", "buffer view", "buffer", "skin", "texture", "image", "sampler"];

impl List {
    pub fn item(self, index: u32) -> Item {
        Item { list: self, index }
    }
}

/// Item of a list of the document; its text is what messages call it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item {
    pub list: List,
    pub index: u32,
}

impl Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", WORDS[self.list as usize], self.index)
    }
}

impl Item {
    pub fn is_absent(self, by: &dyn Display) -> Refusal {
        Refusal::gltf(format!("{by} names {self}, which is not there"))
    }

    /// Returns the name that the document gives the item, cut off if it is long, or else its list and index.
    pub fn name(self, given: Option<&str>) -> String {
        match given {
            None | Some("") => self.to_string(),
            Some(name) if name.len() <= LONGEST_NAME => name.to_owned(),
            Some(name) => {
                let end = (0..=LONGEST_NAME).rev().find(|&end| name.is_char_boundary(end)).unwrap_or(0);
                format!("{}…", &name[..end])
            }
        }
    }
}

/// Items of one list, each parsed once: parsing long ones for each reference could take quadratic time.
pub struct Items<T> {
    list: List,
    read: HashMap<u32, Rc<T>>,
}

impl<T: DeserializeOwned> Items<T> {
    pub fn of(list: List) -> Self {
        Self { list, read: HashMap::new() }
    }

    pub fn get(&mut self, document: &Document, index: u32, by: &dyn Display) -> Result<Rc<T>> {
        if let Some(item) = self.read.get(&index) {
            return Ok(Rc::clone(item));
        }
        let item = Rc::new(document.get(self.list.item(index), by)?);
        self.read.insert(index, Rc::clone(&item));
        Ok(item)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::tests::assert_tells;

    fn told<T>(result: Result<T>) -> String {
        result.map(drop).expect_err("refused").into_load_error("t", 0).to_string()
    }

    #[test]
    fn a_refusal_names_the_item_and_its_line() {
        let text = b"{\"asset\":{\"version\":\"2.0\"},\n\"images\": 7,\n\"nodes\":[\n {},\n {\"a\": 1,\n \
                     \"mesh\":\"x\"}]}\0\0";
        #[derive(Debug, Deserialize)]
        struct Node {
            mesh: Option<u32>,
        }
        let document = Document::new(text, true).expect("a document");
        assert_eq!(document.get::<Node>(List::Nodes.item(0), &List::Scenes.item(0)).expect("a node").mesh, None);
        let node = |index| document.get::<Node>(List::Nodes.item(index), &List::Scenes.item(0)).map(drop);
        let no_end = Err(document.refused(List::Nodes.item(1), "it has no end".to_owned()));
        for (refused, line, why) in [
            (node(1), ":6", "node 1 cannot be read: invalid type: string \"x\", expected u32"),
            (node(2), "", "scene 0 names node 2, which is not there"),
            (no_end, ":5", "it has no end"),
        ] {
            assert_eq!(told(refused), format!("t{line}: glTF: {why}; correct the file, or export it again"));
        }
    }

    #[test]
    fn decimals_of_whole_numbers_are_taken_out_of_numbers_alone() {
        for (json, want) in [
            (r#"{"a": 5.0, "b": [1.00,-2.0]}"#, r#"{"a": 5  , "b": [1   ,-2  ]}"#),
            (r#"["2.0","\\",3.0,"\"4.0"]"#, r#"["2.0","\\",3  ,"\"4.0"]"#),
            (r#"[1.05,1.0e3,2.50,7.,8.0"#, r#"[1.05,1.0e3,2.50,7.,8  "#),
        ] {
            let mut bytes = json.as_bytes().to_vec();
            write_whole_numbers(&mut bytes);
            assert_eq!(String::from_utf8(bytes).as_deref(), Ok(want));
        }
    }

    #[test]
    fn gltf_1_is_told_by_its_version_and_its_maps() {
        let advice =
            "of version `1.0`, but only version 2 is read; convert it to glTF 2.0, with gltf-pipeline for instance";
        for text in [
            r#"{"asset":{"version":"1.0"},"scene":"s","scenes":{"s":{"nodes":["n"]}},"nodes":{"n":{"meshes":["m"]}}}"#,
            r#"{"asset":{"generator":"old"},"scene":"s","nodes":{"n":{}}}"#,
            r#"{"scene":"s","meshes": {"m":{}}}"#,
            r#"{"asset":{"version":1.0},"nodes":{}}"#,
            r#"{"asset":{"version":"1.0"}}"#,
        ] {
            let told = told(Document::new(text.as_bytes(), true));
            assert!(told.ends_with(advice), "{told}");
        }
    }

    #[test]
    fn other_versions_and_other_json_are_refused() {
        for (text, why) in [
            (r#"{"asset":{"version":"1.0"}}"#, "of version `1.0`"),
            (r#"{"asset":{"version":"2.0","minVersion":"2.9"}}"#, "of version `2.9`"),
            (r#"{"asset":{}}"#, "missing field `version`"),
            (r#"{"asset":{"version":"3.0"},"nodes":{}}"#, "`3.0`, but only version 2 is read; export it as glTF 2"),
            (r#"{"asset":{"version":"2.0"},"nodes":{}}"#, "its JSON cannot be read: invalid type: map"),
            (r#"{"asset":{"version":2.0},"nodes":[]}"#, "its JSON cannot be read: invalid type: floating point"),
            (r#"{"asset":{"version":"2.0"},"scene":"0"}"#, "its JSON cannot be read: invalid type: string \"0\""),
            (r#"{"camera":1}"#, "but not glTF"),
            (r#"{"asset""#, "t:1: glTF: its JSON cannot be read"),
            ("{\"a\": \u{0}", "cannot be read"),
        ] {
            assert_tells(&told(Document::new(text.as_bytes(), true)), why);
        }
    }

    #[test]
    fn what_changes_triangles_is_refused_by_name() {
        let told = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            check_extensions(&names).map_err(|refusal| refusal.into_load_error("t", 0).to_string())
        };
        assert_eq!(told(&["KHR_mesh_quantization", "KHR_materials_unlit", "KHR_texture_transform"]), Ok(()));
        assert_eq!(told(&["KHR_technique_webgl", "KHR_techniques_webgl"]), Ok(()));
        assert_eq!(told(&["KHR_node_visibility", "EXT_mesh_gpu_instancing"]), Ok(()));
        assert_eq!(told(&["EXT_meshopt_compression", "KHR_meshopt_compression"]), Ok(()));
        assert_eq!(told(&[DRACO]).is_ok(), cfg!(feature = "draco"));
        for (name, why) in [
            #[cfg(not(feature = "draco"))]
            (DRACO, "compressed by Draco"),
            ("EXT_draco_point_compression", "compressed by Draco"),
            ("EXT_meshopt_compression_2", "compressed by meshopt"),
            ("KHR_gaussian_splatting", "extension `KHR_gaussian_splatting`"),
        ] {
            assert_tells(&told(&["KHR_materials_unlit", name]).expect_err("refused"), why);
        }
    }
}
