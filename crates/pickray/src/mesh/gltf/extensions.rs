//! Extensions of glTF: those that a document may require, and those that compress triangles. A document may require
//! extensions that change no triangle, and those that this reader supports.

use crate::mesh::problem::{Advice, Problem};
use crate::mesh::problems::quoted;
use crate::mesh::refusal::Refusal;
use serde::de::{Deserialize, Deserializer, IgnoredAny};
use std::collections::BTreeMap;

/// Beginnings of names of extensions that only change how a mesh looks.
const LOOKS: [&str; 5] = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_punctual"];

/// Extensions that change triangles and are read.
const READ: [&str; 3] = ["KHR_mesh_quantization", "KHR_node_visibility", "EXT_mesh_gpu_instancing"];

/// Words in the names of extensions that compress triangles, and the names of the compressions.
const COMPRESSIONS: [(&str, &str); 2] = [("draco", "Draco"), ("meshopt", "meshopt")];

/// Names of the extensions that an item has; their contents are not read.
#[derive(Default)]
pub struct Names(pub Vec<String>);

impl<'de> Deserialize<'de> for Names {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let all = Option::<BTreeMap<String, IgnoredAny>>::deserialize(deserializer)?;
        Ok(Self(all.unwrap_or_default().into_keys().collect()))
    }
}

/// Returns an error for the first of the required extensions that this reader does not know.
pub fn check(required: &[String]) -> Result<(), Refusal> {
    let is_known = |name: &str| READ.contains(&name) || LOOKS.iter().any(|look| name.starts_with(look));
    let Some(name) = required.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let unknown = || Refusal::of(Problem::UnknownExtension { extension: quoted(name) }, Advice::ExportWithout);
    Err(compressed(std::slice::from_ref(name)).unwrap_or_else(unknown))
}

/// Returns an error if one of the named extensions compresses triangles, else `None`.
pub fn compressed(names: &[String]) -> Option<Refusal> {
    names.iter().find_map(|name| {
        let (_, by) = COMPRESSIONS.into_iter().find(|(word, _)| name.contains(word))?;
        Some(Refusal::of(Problem::TrianglesCompressed { by, extension: quoted(name) }, Advice::ExportUncompressed))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_changes_triangles_is_refused_by_name() {
        let told = |names: &[&str]| {
            let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
            check(&names).map_err(|refusal| refusal.into_load_error("t", 0).to_string())
        };
        assert_eq!(told(&["KHR_mesh_quantization", "KHR_materials_unlit", "KHR_texture_transform"]), Ok(()));
        assert_eq!(told(&["KHR_node_visibility", "EXT_mesh_gpu_instancing"]), Ok(()));
        for (name, why) in [
            ("KHR_draco_mesh_compression", "compressed by Draco"),
            ("EXT_meshopt_compression", "compressed by meshopt"),
            ("KHR_gaussian_splatting", "extension `KHR_gaussian_splatting`"),
        ] {
            let told = told(&["KHR_materials_unlit", name]).expect_err("refused");
            assert!(told.contains(why), "{told}");
        }
    }
}
