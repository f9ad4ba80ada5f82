//! `pickray select`: the triangles of an area, without a window.

use super::input::{Input, SceneArgs};
use super::output::{self, Output, count, number, vector};
use super::pick::{WhatIsHit, missing};
use super::{CliError, Outcome, convert, values};
use crate::app::platform::meshes::Export;
use crate::app::platform::reading::{self, MOST_LASSO, MOST_SELECTION};
use crate::app::platform::writing::{Kind, Target};
use crate::app::texts::of_library::said;
use crate::situation_text;
use clap::Args;
use glam::DVec2;
use pickray::geometry::Aabb;
use pickray::math::CursorPosition;
use pickray::mesh::{Adjacency, Mesh, RegionTest, TriangleSet};
use pickray::pick::{
    SavedSelection, ScreenRegion, ScreenSelection, SelectOptions, TriangleId, TriangleIds, select_in, with_material,
};
use pickray::scene::Scene;
use pickray::work::Progress;
use serde::{Serialize, Serializer};
use std::path::{Path, PathBuf};

const TRIANGLES_NAMED: usize = 10;

const RULES: [(&str, RegionTest); 3] =
    [("touch", RegionTest::Touching), ("enclose", RegionTest::Inside), ("centre", RegionTest::Centroid)];

/// Select the triangles in an area of the picture, around a triangle, or of a material
#[derive(Debug, Args)]
pub struct SelectArgs {
    #[command(flatten)]
    area: AreaArgs,
    /// Also triangles hidden behind others
    #[arg(long, conflicts_with_all = ["material", "linked", "flat"])]
    through: bool,
    /// Largest difference of direction within a flat region, in degrees
    #[arg(long, value_name = "DEG", value_parser = values::not_negative, allow_hyphen_values = true, requires = "flat")]
    angle: Option<f64>,
    /// Select triangles that touch the area, lie entirely in it, or have their centroid in it
    #[arg(long, default_value = "touch", value_parser = values::one_of(RULES))]
    rule: RegionTest,
    /// Write the triangles as a mesh, by the extension of OUT, or as a saved selection, if OUT ends in .selection.json
    #[arg(short, long, value_name = "OUT")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "output")]
    force: bool,
    #[command(flatten)]
    what: WhatIsHit,
    #[command(flatten)]
    scene: SceneArgs,
}

/// Area to select, by one of these options; places are in pixels from the top left, of which the first has its centre
/// at 0.5,0.5.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct AreaArgs {
    /// Triangles in the rectangle between two corners, in pixels from the top left
    #[arg(long, value_name = "X0,Y0,X1,Y1", value_parser = values::rectangle, allow_hyphen_values = true)]
    rect: Option<[CursorPosition; 2]>,
    /// Triangles in the polygon of a file: one point per line, as 120,45.5, or a JSON list of pairs
    #[arg(long, value_name = "POINTS")]
    lasso: Option<PathBuf>,
    /// Triangles in the disc around a place, with a radius in pixels
    #[arg(long, value_name = "X,Y,R", value_parser = values::disc, allow_hyphen_values = true)]
    brush: Option<(CursorPosition, f64)>,
    /// Triangles connected by edges to this one: its number from 0, or object and number, as 2:15
    #[arg(long, value_name = "N", value_parser = values::triangle)]
    linked: Option<TriangleId>,
    /// Connected triangles that face the same way as this one, within --angle
    #[arg(long, value_name = "N", value_parser = values::triangle, requires = "angle")]
    flat: Option<TriangleId>,
    /// Triangles of this material, anywhere
    #[arg(long, value_name = "NAME")]
    material: Option<String>,
}

#[derive(Serialize)]
struct SelectResult<'a> {
    count: usize,
    triangles: SelectedNumbers<'a>,
    /// Area of the selected triangles, in squared units of the world.
    area: f64,
    /// Bounds of the selected triangles in the world; null if nothing is selected.
    bounds: Option<Aabb>,
    /// Indices of the objects that were left out because their transform has no inverse.
    #[serde(skip_serializing_if = "<[u32]>::is_empty")]
    skipped: &'a [u32],
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

/// Triangles by their numbers; with several objects each has its object's number beside it.
struct SelectedNumbers<'a> {
    triangles: &'a TriangleIds,
    of_several: bool,
}

impl Serialize for SelectedNumbers<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.of_several {
            serializer.collect_seq(self.triangles.iter())
        } else {
            serializer.collect_seq(self.triangles.iter().map(|id| id.triangle))
        }
    }
}

pub fn run(args: &SelectArgs, output: &Output) -> Result<Outcome, CliError> {
    // A saved selection has no format of meshes.
    let of_mesh = args.output.as_deref().filter(|path| !situation_text::is_selection(path));
    let format = of_mesh.map(|path| convert::format(path, false)).transpose()?;
    let kind = if of_mesh.is_some() { Kind::Mesh } else { Kind::SavedSelection };
    let target = args.output.as_ref().map(|path| Target::new(path, kind).forced(args.force));
    let (mut input, target) = args.scene.open(target, &args.area.lasso)?;
    args.what.apply(&mut input.study)?;
    let ScreenSelection { triangles, skipped } = args.selected(&input)?;
    for object in &skipped {
        let name = &input.scene().objects()[*object as usize].name;
        output.note(&format!("object {object}, {name}, is left out: its transform has no inverse"));
    }
    match (&target, format) {
        (Some(target), _) if triangles.is_empty() => {
            output.note(&format!("{}: is not written, since nothing is selected", target.path().display()));
        }
        (Some(target), Some(format)) => {
            Export::of(input.scene(), Some(&triangles))
                .write(target, format, &Progress::default())
                .map_err(CliError)?;
        }
        (Some(target), None) => target.write_json(&SavedSelection::new(input.scene(), &triangles), false)?,
        (None, _) => {}
    }
    let written = target.filter(|_| !triangles.is_empty()).map(|target| target.path().display().to_string());
    let (area, bounds) = measured(input.scene(), &triangles);
    let listed = SelectedNumbers { triangles: &triangles, of_several: input.scene().objects().len() > 1 };
    let result =
        SelectResult { count: triangles.len(), triangles: listed, area, bounds, skipped: &skipped, output: written };
    input.finish(output, !triangles.is_empty(), &result, || text(&result))
}

impl SelectArgs {
    fn selected(&self, input: &Input) -> Result<ScreenSelection, CliError> {
        let (scene, study) = (input.scene(), &input.study);
        let all = |triangles| ScreenSelection { triangles, skipped: Vec::new() };
        if let Some(name) = &self.area.material {
            return of_material(scene, name).map(all);
        }
        if let Some(seed) = self.area.linked {
            return around(scene, "--linked", seed, |_, adjacency| adjacency.linked(seed.triangle)).map(all);
        }
        if let Some((seed, angle)) = self.area.flat.zip(self.angle.map(f64::to_radians)) {
            let flat = |mesh: &Mesh, adjacency: &Adjacency| adjacency.flat_region(mesh, seed.triangle, angle);
            return around(scene, "--flat", seed, flat).map(all);
        }
        let (option, region) = self.area.region()?;
        let options = SelectOptions { test: self.rule, through: self.through, culling: study.options().culling };
        let refused = |error| CliError(format!("{option}: {error}"));
        select_in(scene, study.view(), &region, &options).map_err(refused)
    }
}

impl AreaArgs {
    /// Returns the region that the options ask for, and the option or file that names it.
    fn region(&self) -> Result<(String, ScreenRegion), CliError> {
        if let Some([from, to]) = self.rect {
            return Ok(("--rect".to_owned(), ScreenRegion::Rectangle { from, to }));
        }
        if let Some((center, radius)) = self.brush {
            return Ok(("--brush".to_owned(), ScreenRegion::Disc { center, radius }));
        }
        let path = self.lasso.as_deref().expect("one of the group");
        let text = reading::read(path, MOST_LASSO)?;
        let points = points(&String::from_utf8_lossy(&text));
        let points = points.map_err(|told| CliError(format!("{}{told}", path.display())))?;
        let cursors = points.into_iter().map(|DVec2 { x, y }| CursorPosition { x, y });
        Ok((path.display().to_string(), ScreenRegion::Lasso(cursors.collect())))
    }
}

/// Returns the triangles found over edges from `seed`. Fails when there is no such triangle, or not enough memory.
fn around(
    scene: &Scene,
    option: &str,
    seed: TriangleId,
    find: impl Fn(&Mesh, &Adjacency) -> TriangleSet,
) -> Result<TriangleIds, CliError> {
    let mesh = scene.objects().get(seed.object as usize).map(|object| &object.mesh);
    let mesh = mesh.filter(|mesh| (seed.triangle as usize) < mesh.n_triangles());
    let mesh = mesh.ok_or_else(|| missing(scene, option, seed))?;
    let adjacency = mesh.adjacency().map_err(|error| CliError(format!("{option}: {error}")))?;
    Ok(TriangleIds::of(seed.object, find(mesh, adjacency)))
}

/// Returns the triangles of a material. Fails when the files name no such material.
fn of_material(scene: &Scene, name: &str) -> Result<TriangleIds, CliError> {
    let mut names: Vec<&String> = scene.objects().iter().flat_map(|object| object.mesh.source().materials()).collect();
    names.sort_unstable();
    names.dedup();
    if !names.iter().any(|known| *known == name) {
        let known: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
        let there = if known.is_empty() { "none is named".to_owned() } else { format!("take {}", known.join(", ")) };
        return Err(CliError(format!("--material {name}: there is no such material: {there}")));
    }
    Ok(with_material(scene, name))
}

/// Returns the area of triangles and a box around them, in the world; no box of no triangles.
fn measured(scene: &Scene, triangles: &TriangleIds) -> (f64, Option<Aabb>) {
    let (mut area, mut bounds) = (0.0, Aabb::EMPTY);
    for TriangleId { object, triangle } in triangles.iter() {
        let triangle = scene.objects()[object as usize].triangle_in_world(triangle);
        area += triangle.area();
        bounds = bounds.union(Aabb::from_points(triangle.corners()));
    }
    (area, (!triangles.is_empty()).then_some(bounds))
}

fn text(result: &SelectResult) -> String {
    let SelectResult { count: n, triangles: SelectedNumbers { triangles, of_several }, area, bounds, .. } = result;
    let Some(Aabb { min, max }) = bounds else { return "nothing is selected\n".to_owned() };
    let name = |id: TriangleId| match of_several {
        true => format!("{}:{}", id.object, id.triangle),
        false => id.triangle.to_string(),
    };
    let mut named: Vec<String> = triangles.iter().take(TRIANGLES_NAMED).map(name).collect();
    if TRIANGLES_NAMED < *n {
        named.push(format!("and {} more, which --json lists", n - TRIANGLES_NAMED));
    }
    let mut text = format!("{}: {}\n", count(*n as u64, "triangle"), named.join(", "));
    output::row(&mut text, 7, "area", number(*area));
    output::row(&mut text, 7, "bounds", format!("{} to {}", vector(*min), vector(*max)));
    if let Some(output) = &result.output {
        output::row(&mut text, 7, "written", output);
    }
    text
}

/// Reads a saved selection from a file. Fails if the file is none, or belongs to other meshes.
pub fn saved(path: &Path, input: &Input) -> Result<TriangleIds, CliError> {
    let text = reading::read(path, MOST_SELECTION)?;
    let saved: SavedSelection = serde_json::from_slice(&text).map_err(|error| {
        let how = "`pickray select FILE … -o NAME.selection.json` makes one";
        CliError::about(path, format!("is not a saved selection: {error}; {how}"))
    })?;
    saved.restore(input.scene()).map_err(|error| CliError::about(path, said(&error)))
}

/// Returns the points of a text: one a line, its numbers parted by a comma or blanks, or a JSON list of pairs.
fn points(text: &str) -> Result<Vec<DVec2>, String> {
    if text.trim_start().starts_with('[') {
        return serde_json::from_str(text).map_err(|error| {
            format!(":{}: not a list of points such as [[120, 45.5], [130, 50]]: {error}", error.line())
        });
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let point = |(number, line): (usize, &str)| {
        let parted = line.replace(',', " ").split_whitespace().collect::<Vec<_>>().join(",");
        values::point2(&parted).map_err(|error| format!(":{number}: not a point, such as 120,45.5: {error}"))
    };
    lines.map(point).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_lines_or_a_list_and_others_are_told_with_their_line() {
        let expected = Ok(vec![DVec2::new(1.0, 2.5), DVec2::new(-3.0, 4e1)]);
        for text in ["1,2.5\n-3 40\n", "\n 1\t2.5\r\n\r\n-3 , 4e1", "[[1, 2.5],\n [-3, 40]]"] {
            assert_eq!(points(text), expected, "{text:?}");
        }
        assert_eq!(points(""), Ok(vec![]));
        for (text, line, told) in [
            ("1,2\nx,3\n", ":2:", "\"x\" is not a number"),
            ("1,2\n\n3\n", ":3:", "2 numbers"),
            ("1,2,3\n", ":1:", "2 numbers"),
            ("1,inf\n", ":1:", "finite"),
            ("[[1, 2],\n[3]]", ":2:", "points"),
            ("[[1, 2]", ":1:", "points"),
        ] {
            let error = points(text).expect_err(text);
            assert!(error.starts_with(line) && error.contains(told) && error.lines().count() == 1, "{text:?}: {error}");
        }
    }
}
