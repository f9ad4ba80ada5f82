//! Which extensions a document may require: those that change no triangle, and quantised positions.

use crate::mesh::problem::{Advice, Problem};
use crate::mesh::problems::quoted;
use crate::mesh::refusal::Refusal;

/// Beginnings of names of extensions that only change how a mesh looks.
const LOOKS: [&str; 5] = ["KHR_materials_", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "KHR_lights_punctual"];

/// Refuses the first extension that is not known.
pub fn check(required: &[String]) -> Result<(), Refusal> {
    let is_known = |name: &str| name == "KHR_mesh_quantization" || LOOKS.iter().any(|look| name.starts_with(look));
    let Some(name) = required.iter().find(|name| !is_known(name)) else { return Ok(()) };
    let by = if name.contains("draco") {
        Some("Draco")
    } else if name.contains("meshopt") {
        Some("meshopt")
    } else {
        None
    };
    let extension = quoted(name);
    Err(match by {
        Some(by) => Refusal::of(Problem::TrianglesCompressed { by, extension }, Advice::ExportUncompressed),
        None => Refusal::of(Problem::UnknownExtension { extension }, Advice::ExportWithout),
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
        for (name, why) in [
            ("KHR_draco_mesh_compression", "compressed by Draco"),
            ("EXT_meshopt_compression", "compressed by meshopt"),
            ("EXT_mesh_gpu_instancing", "extension `EXT_mesh_gpu_instancing`"),
        ] {
            let told = told(&["KHR_materials_unlit", name]).expect_err("refused");
            assert!(told.contains(why), "{told}");
        }
    }
}
