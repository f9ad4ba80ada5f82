//! `pickray info`: contents of a file, and what is wrong with it.

use super::input::Input;
use super::output::{self, Coordinates, Output};
use super::{CliError, Outcome};
use crate::app::texts::{Language, language, of_library::said};
use clap::Args;
use glam::DVec3;
use pickray::geometry::Aabb;
use pickray::mesh::problem::Need;
use pickray::mesh::{
    CornerValues, Defects, Format, Image, ImageKind, JoinedVertices, Load, LoadError, LoadReport, Mesh, Warning,
};
use pickray::scene::UpAxis;
use serde::Serialize;
use std::ffi::OsString;
use std::fmt::Write;

/// Describe a file: counts, bounds, colours, defects, and every problem with its line
#[derive(Debug, Args)]
pub struct InfoArgs {
    /// The meshes: OBJ, OFF, PLY, STL or glTF files, or sample:NAME
    #[arg(required = true, value_name = "FILE")]
    files: Vec<OsString>,
}

#[derive(Serialize)]
struct InfoResult<'a> {
    triangles: usize,
    vertices: usize,
    /// Number of vertices after vertices at the same position are joined, which is done to look for defects.
    joined_vertices: usize,
    bounds: Aabb,
    size: DVec3,
    up_axis: UpAxis,
    /// Offset that is added to the single-precision positions; zero if the mesh is near the origin.
    origin: DVec3,
    /// Names of the file's objects: in glTF one for each node, in other formats each name once.
    objects: Vec<String>,
    groups: &'a [String],
    materials: Vec<Material<'a>>,
    colors: Colored,
    /// Sets of texture coordinates of "vertices" or of "corners"; null for a set that is not there.
    texture_coordinates: [Option<&'static str>; 2],
    normals: Option<&'static str>,
    images: Vec<TextureImage<'a>>,
    /// `true` if the surface is closed, so that it has an inside.
    closed: bool,
    defects: Defects,
    load_seconds: f64,
    #[serde(flatten, serialize_with = "ReportCounts::serialize")]
    report: &'a LoadReport,
}

#[derive(Serialize)]
struct Material<'a> {
    name: &'a str,
    /// Colour of the material, sRGB, 0 to 1; null if no file gives one.
    diffuse: Option<[f32; 3]>,
}

#[derive(Serialize)]
struct Colored {
    vertices: bool,
    faces: bool,
}

#[derive(Serialize)]
struct TextureImage<'a> {
    name: &'a str,
    /// Kind of the image; null if it is not there, or of no known kind.
    kind: Option<&'static str>,
    /// Width and height in pixels; null if the image cannot be shown.
    size: Option<[u32; 2]>,
    /// Reason why the image is not shown; null if it is.
    problem: Option<String>,
}

/// Parts of the load report that the mesh does not have.
#[derive(Serialize)]
#[serde(remote = "LoadReport")]
struct ReportCounts {
    #[serde(rename = "file")]
    name: String,
    format: Option<Format>,
    encoding: Option<String>,
    bytes: u64,
    lines: u64,
    faces: u64,
    polygons: u64,
    faces_left_out: u64,
    points: u64,
    polylines: u64,
    curves_and_surfaces: u64,
    material_libraries: Vec<String>,
    problems: u64,
    read_seconds: f64,
    build_seconds: f64,
    warnings: Vec<Warning>,
    remarks: Vec<Warning>,
}

#[derive(Serialize)]
struct FileTotals<'a> {
    files: &'a [InfoResult<'a>],
}

pub fn run(args: &InfoArgs, output: &Output) -> Result<Outcome, CliError> {
    let inputs = args.files.iter().map(|file| Input::load_joined(file)).collect::<Result<Vec<_>, _>>()?;
    let results = inputs.iter().map(result).collect::<Result<Vec<_>, _>>()?;
    match &results[..] {
        [one] => output.result(one, || text(one))?,
        files => output.result(&FileTotals { files }, || files.iter().map(text).collect::<Vec<_>>().join("\n"))?,
    }
    Ok(Outcome::Done)
}

fn result(input: &Input) -> Result<InfoResult<'_>, CliError> {
    let (mesh, report) = (input.mesh(), &input.reports[0]);
    let source = mesh.source();
    let size = Need::Defects { triangles: mesh.n_triangles() };
    let no_room = |missing| LoadError::OutOfMemory { name: input.name(), size: size.clone(), missing };
    let joined = JoinedVertices::of(mesh).map_err(no_room)?;
    let defects = Defects::of_joined(mesh, &joined).map_err(no_room)?;
    Ok(InfoResult {
        triangles: mesh.n_triangles(),
        vertices: mesh.n_vertices(),
        joined_vertices: joined.n_positions(),
        bounds: mesh.bounds(),
        size: mesh.bounds().size(),
        up_axis: input.scene().up_axis(),
        origin: mesh.origin(),
        objects: objects(input)?,
        groups: source.groups(),
        materials: materials(mesh),
        colors: Colored { vertices: mesh.colors().has_vertices(), faces: mesh.colors().has_triangles() },
        texture_coordinates: [0, 1].map(|set| mesh.texture_coordinates(set).map(values_of)),
        normals: mesh.normals().map(values_of),
        images: mesh.textures().images().iter().map(TextureImage::of).collect(),
        closed: defects.is_closed(),
        defects,
        load_seconds: report.load_seconds(),
        report,
    })
}

fn text(info: &InfoResult) -> String {
    let report = info.report;
    let (faces, polygons) = (report.faces, report.polygons);
    let joined = match info.joined_vertices {
        joined if joined < info.vertices => format!(", joined by position: {joined}"),
        _ => String::new(),
    };
    let coordinates = Coordinates::within(&info.bounds);
    let names = |names: &[String]| (!names.is_empty()).then(|| format!("{}: {}", names.len(), shortened(names)));
    let materials: Vec<String> = info.materials.iter().map(Material::in_words).collect();
    let colored = match (info.colors.vertices, info.colors.faces) {
        (true, true) => Some("of vertices and faces"),
        (true, false) => Some("of vertices"),
        (false, true) => Some("of faces"),
        (false, false) => None,
    };
    let of = |values: Option<&str>| values.map(|values| format!("of {values}"));
    let [first, second] = info.texture_coordinates;
    let images: Vec<String> = info.images.iter().map(TextureImage::in_words).collect();
    let skipped = |n, what| (n > 0).then(|| output::count(n, what));

    let mut text = format!("{}\n", report.name);
    for (name, value) in [
        ("format", report.format.map(|format| format.to_string())),
        ("encoding", report.encoding.clone()),
        ("triangles", Some(format!("{} from {faces} faces, {polygons} of them polygons", info.triangles))),
        ("vertices", Some(format!("{}{joined}", info.vertices))),
        ("from", Some(coordinates.show(info.bounds.min))),
        ("to", Some(coordinates.show(info.bounds.max))),
        ("size", Some(coordinates.show(info.size))),
        ("up", (info.up_axis != UpAxis::default()).then(|| "z, as is usual in this format".to_owned())),
        ("objects", names(&info.objects)),
        ("groups", names(info.groups)),
        ("materials", names(&materials)),
        ("colours", colored.map(str::to_owned)),
        ("uv", of(first)),
        ("uv2", of(second)),
        ("normals", of(info.normals)),
        ("images", names(&images)),
        ("left out", skipped(report.faces_left_out, "face")),
        ("skipped", skipped(report.points, "point statement")),
        ("skipped", skipped(report.polylines, "line statement")),
        ("skipped", skipped(report.curves_and_surfaces, "curve or surface statement")),
        ("surface", Some(surface(info))),
        ("loaded in", Some(format!("{:.3} s, of which the tree {:.3} s", info.load_seconds, report.build_seconds))),
    ] {
        value.iter().for_each(|value| output::row(&mut text, 11, name, value));
    }
    let of_kind = |kind, list| std::iter::repeat(kind).zip(list);
    for (kind, told) in of_kind("warning", &report.warnings).chain(of_kind("remark", &report.remarks)) {
        let colon = if language() == Language::Chinese { "：" } else { ": " };
        let place = told.place().map(|place| said(&place) + colon).unwrap_or_default();
        let _ = writeln!(text, "  {kind}: {place}{}", said(&told.problem));
    }
    text
}

fn values_of<const N: usize>(values: &CornerValues<N>) -> &'static str {
    if values.corners().is_some() { "corners" } else { "vertices" }
}

impl<'a> TextureImage<'a> {
    fn of(image: &'a Image) -> Self {
        let kind = image.kind().and_then(|kind| match kind {
            ImageKind::Png => Some("PNG"),
            ImageKind::Jpeg => Some("JPEG"),
            ImageKind::Other(name) => Some(name),
            _ => None,
        });
        // Only decoding tells all damage; the pixels are not kept.
        let decoded = image.encoded().map(|bytes| Image::of_encoded(image.name(), bytes.into_owned()));
        let size = decoded.and_then(|it| match it.decode() {
            Ok(pixels) => Ok([pixels.width(), pixels.height()]),
            Err(problem) => Err(problem.clone()),
        });
        let problem = size.as_ref().err().map(|problem| said(problem));
        Self { name: image.name(), kind, size: size.ok(), problem }
    }

    fn in_words(&self) -> String {
        match (self.size, &self.problem) {
            (Some([width, height]), _) => format!("{} {} {width}x{height}", self.name, self.kind.unwrap_or_default()),
            (None, problem) => format!("{} {}", self.name, problem.as_deref().unwrap_or_default()),
        }
    }
}

impl Material<'_> {
    fn in_words(&self) -> String {
        match self.diffuse {
            Some(diffuse) => format!("{} {}", self.name, output::hex_color(diffuse)),
            None => self.name.to_owned(),
        }
    }
}

fn objects(input: &Input) -> Result<Vec<String>, LoadError> {
    let is_gltf = matches!(input.reports[0].format, Some(Format::Gltf | Format::Glb));
    let placed = match input.sources().next().filter(|_| is_gltf) {
        Some(file) => Load::file(file).indexed_scene()?.drawable(),
        None => None,
    };
    Ok(match placed {
        Some(scene) => scene.objects().iter().map(|object| object.name.clone()).collect(),
        None => input.mesh().source().objects().to_vec(),
    })
}

fn materials(mesh: &Mesh) -> Vec<Material<'_>> {
    let diffuse = mesh.colors().materials().iter().copied().chain(std::iter::repeat(None));
    mesh.source().materials().iter().zip(diffuse).map(|(name, diffuse)| Material { name, diffuse }).collect()
}

fn surface(info: &InfoResult) -> String {
    let defects = &info.defects;
    let mut words = vec![if info.closed { "closed" } else { "not closed" }.to_owned()];
    for (n, what) in [
        (defects.zero_area, "triangle without area"),
        (defects.duplicates, "duplicate triangle"),
        (defects.open_edges, "open edge"),
        (defects.crowded_edges, "edge of more than two triangles"),
        (defects.turned_edges, "edge between triangles that disagree on the front"),
        (defects.unused_vertices, "vertex of no triangle"),
    ] {
        if n > 0 {
            words.push(format!("{what}: {n}"));
        }
    }
    words.join(", ")
}

/// Returns the first of many names. Semicolons part names that have commas themselves.
fn shortened(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let first = &names[..names.len().min(SHOWN)];
    let between = if first.iter().any(|name| name.contains(", ")) { "; " } else { ", " };
    let joined = first.join(between);
    if names.len() > SHOWN { format!("{joined}{between}…") } else { joined }
}
