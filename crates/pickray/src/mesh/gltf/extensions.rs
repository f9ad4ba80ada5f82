//! Extensions of glTF: those that a document may require, and those that compress triangles. A document may require
//! extensions that change no triangle, and those that this reader supports.

use crate::mesh::problem::{Advice, Problem};
use crate::mesh::problems::quoted;
use crate::mesh::refusal::Refusal;

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

/// Extension that is read if this library is built with the feature `draco`.
pub const DRACO: &str = "KHR_draco_mesh_compression";

/// Words in the names of extensions that compress triangles, and the names of the compressions.
const COMPRESSIONS: [(&str, &str); 2] = [("draco", "Draco"), ("meshopt", "meshopt")];

/// Returns an error for the first of the required extensions that this reader does not know.
pub fn check(required: &[String]) -> Result<(), Refusal> {
    let is_read = |name: &str| READ.contains(&name) || cfg!(feature = "draco") && name == DRACO;
    let is_known = |name: &str| is_read(name) || LOOKS.iter().any(|look| name.starts_with(look));
    let Some(name) = required.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let extension = quoted(name);
    Err(match COMPRESSIONS.into_iter().find(|(word, _)| name.contains(word)) {
        Some((_, by)) => Refusal::of(Problem::TrianglesCompressed { by, extension }, Advice::ExportUncompressed),
        None => Refusal::of(Problem::UnknownExtension { extension }, Advice::ExportWithout),
    })
}

/// Extension of a primitive that Draco compresses, in a build without its decoder.
#[cfg(not(feature = "draco"))]
#[derive(serde::Deserialize)]
pub struct Compression {}

#[cfg(not(feature = "draco"))]
impl Compression {
    /// Returns the refusal of compressed triangles.
    pub fn decode(
        &self,
        _: &super::source::Source,
        _: &[(String, u32)],
        _: (u32, Option<u32>),
        _: &dyn std::fmt::Display,
    ) -> Result<super::source::Rows, Refusal> {
        check(&[DRACO.to_owned()]).map(|()| Default::default())
    }
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
            let told = told(&["KHR_materials_unlit", name]).expect_err("refused");
            assert!(told.contains(why), "{told}");
        }
    }
}
