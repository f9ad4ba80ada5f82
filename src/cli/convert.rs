//! `pickray convert`: a mesh written in another format.

use super::camera::MoveArgs;
use super::input::Input;
use super::output::{self, Output};
use super::{CliError, Outcome};
use crate::app::platform::meshes::Export;
use crate::app::platform::writing::{Kind, Target};
use clap::Args;
use pickray::mesh::{LeftOut, WriteFormat};
use pickray::work::Progress;
use serde::Serialize;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

/// Write a mesh in another format: OBJ, PLY, STL or GLB, by the extension of OUT
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// The mesh: an OBJ, OFF, PLY, STL or glTF file, or sample:NAME
    file: OsString,
    /// The file to write, which ends in .obj, .ply, .stl or .glb
    #[arg(value_name = "OUT")]
    output: PathBuf,
    /// Replace an existing file, even the input
    #[arg(long)]
    force: bool,
    /// PLY and STL as text
    #[arg(long)]
    ascii: bool,
    #[command(flatten)]
    moved: MoveArgs,
}

#[derive(Serialize)]
struct ConvertResult {
    output: String,
    format: String,
    triangles: u64,
    vertices: u64,
    bytes: u64,
    /// Largest amount by which a coordinate was rounded.
    rounding: f64,
    /// `true` if names were in another encoding in the file that was read, and are UTF-8 now.
    names_to_utf_8: bool,
    /// Attributes of the mesh that the format has no place for.
    left_out: Vec<&'static str>,
    /// Number of objects that are hidden in the file that was read, and written all the same.
    hidden_objects: u64,
}

pub fn run(args: &ConvertArgs, output: &Output) -> Result<Outcome, CliError> {
    let format = format(&args.output, args.ascii)?;
    let target = Target::new(&args.output, Kind::Mesh).forced(args.force);
    target.check()?;
    let mut input = Input::load(&[&args.file])?;
    args.moved.apply(&mut input.study)?;
    let named = input.scene().files().into_iter().filter(|file| *file != Path::new(&args.file));
    let target = target.sparing(named);
    target.check()?;
    let export = Export::of(input.scene(), None);
    let written = export.write(&target, format, &Progress::default()).map_err(CliError)?;
    let result = ConvertResult {
        output: args.output.display().to_string(),
        format: format.to_string(),
        triangles: written.triangles,
        vertices: written.vertices,
        bytes: written.bytes,
        rounding: written.rounding,
        names_to_utf_8: written.names_to_utf_8,
        left_out: words(written.left_out),
        hidden_objects: export.n_hidden(),
    };
    input.finish(output, true, &result, || text(&result))
}

fn text(result: &ConvertResult) -> String {
    let ConvertResult { output, format, triangles, vertices, bytes, rounding, .. } = result;
    let triangles = output::count(*triangles, "triangle");
    let rounded = match *rounding {
        0.0 => String::new(),
        most => format!(", coordinates rounded by at most {}", output::number(most)),
    };
    let recoded = if result.names_to_utf_8 { ", names converted to UTF-8" } else { "" };
    let hidden = match result.hidden_objects {
        0 => String::new(),
        n => format!(", with {}, visible there", output::count(n, "hidden object")),
    };
    let left_out = match &result.left_out[..] {
        [] => String::new(),
        all => format!(", without {}", all.join(", ")),
    };
    format!("{output}: {format}, {triangles}, {vertices} vertices, {bytes} bytes{rounded}{recoded}{left_out}{hidden}\n")
}

fn words(left_out: LeftOut) -> Vec<&'static str> {
    let all = [
        (left_out.textures, "textures"),
        (left_out.texture_placement, "scale, offset and clamp of textures"),
        (left_out.colors, "colours"),
        (left_out.texture_coordinates, "texture coordinates"),
        (left_out.normals, "normals"),
        (left_out.gaps, "gaps in texture coordinates and normals"),
    ];
    all.into_iter().filter_map(|(is_out, word)| is_out.then_some(word)).collect()
}

/// Returns the format that a file's ending names. Fails without one, or if it has no form that `ascii` asks for.
pub fn format(path: &Path, ascii: bool) -> Result<WriteFormat, CliError> {
    let usage = |told| CliError::about(path, told);
    let ending = path.extension().unwrap_or_default().to_string_lossy();
    let format = WriteFormat::from_ending(&ending).ok_or_else(|| {
        let endings: Vec<_> = WriteFormat::ENDINGS.iter().map(|ending| format!(".{ending}")).collect();
        usage(format!("its extension is not a format that can be written: use {}", endings.join(", ")))
    })?;
    let text = || format.as_text().ok_or_else(|| usage(format!("there is no ascii {format}: leave --ascii out")));
    if ascii { text() } else { Ok(format) }
}
