//! `pickray collide`: whether and where two meshes meet. `pickray sweep`: what a ball touches or slides along.

use super::camera::PlacementArgs;
use super::input::Input;
use super::output::{self, Coordinates, Output};
use super::{CliError, Outcome, values};
use crate::app::platform::timed;
use clap::Args;
use glam::{DMat4, DVec3};
use pickray::accel::{PairCounts, PairFinder};
use pickray::collide::{ContactMesh, MeshContact, SceneContact, SlideEnd, SlidePath, contact, first_contact, slide};
use pickray::geometry::{Feature, Sphere};
use pickray::intersect::TriangleIntersection;
use pickray::mesh::Mesh;
use pickray::scene::Object;
use serde::{Serialize, Serializer};
use std::ffi::OsString;
use std::fmt::Write;

/// Say which triangles of two meshes meet, and along which curves
///
/// A mesh that is given twice, in one place, is compared with itself. Neighbours that share only corners or an edge
/// then make no pair.
#[derive(Debug, Args)]
pub struct CollideArgs {
    /// The first mesh: an OBJ, OFF, PLY, STL or glTF file, or sample:NAME
    a: OsString,
    /// The second mesh; the same file finds where a mesh cuts through itself
    b: OsString,
    /// Stop at the first pair that meets, which is fastest
    #[arg(long)]
    first: bool,
    /// List every pair and curve, however many
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    placement: PlacementArgs,
}

/// Answer as JSON; points are in world space.
#[derive(Serialize)]
struct CollideResult<'a> {
    meet: bool,
    a: MeshResult,
    b: MeshResult,
    /// `true` if a mesh is compared with itself in the same place; mere neighbours are then no pairs.
    itself: bool,
    first: bool,
    pairs: Pairs<'a>,
    curves: Vec<CurveResult<'a>>,
    /// Intersections of pairs of coplanar or degenerate triangles; of equal intersections only one is listed.
    flat: &'a [TriangleIntersection],
    /// Intersections of the pairs of triangles that meet in a single point, in world space.
    points: &'a [DVec3],
    counts: PairCounts,
    contact_seconds: f64,
    build_seconds: f64,
    load_seconds: f64,
}

#[derive(Serialize)]
struct MeshResult {
    file: String,
    triangles: usize,
    /// Transform from the mesh into the world, row by row.
    transform: [f64; 16],
}

/// Pairs of triangles that meet. There may be many more than triangles: each is made when it is written.
struct Pairs<'a> {
    pairs: &'a [[u32; 2]],
    a: &'a Mesh,
    b: &'a Mesh,
}

impl Serialize for Pairs<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (of_a, of_b) = (self.a.source(), self.b.source());
        let pair = |&[i, j]: &[u32; 2]| PairResult { a: i, b: j, line_a: of_a.line(i), line_b: of_b.line(j) };
        serializer.collect_seq(self.pairs.iter().map(pair))
    }
}

#[derive(Serialize)]
struct PairResult {
    a: u32,
    b: u32,
    line_a: Option<u32>,
    line_b: Option<u32>,
}

#[derive(Serialize)]
struct CurveResult<'a> {
    closed: bool,
    length: f64,
    points: &'a [DVec3],
}

const LISTED: usize = 10;

pub fn run(args: &CollideArgs, output: &Output) -> Result<Outcome, CliError> {
    let (world_from_a, world_from_b) = args.placement.transforms()?;
    let a = Input::load_joined(&args.a)?;
    // A file named twice is read once.
    let other = if same_mesh(args) { None } else { Some(Input::load_joined(&args.b)?) };
    let b = other.as_ref().unwrap_or(&a);
    refuse_unplaceable(&a, &world_from_a, b, &world_from_b)?;

    let ready = |input: &Input| ContactMesh::new(input.mesh().clone());
    let ((ready_a, ready_other), build_seconds) = timed(|| (ready(&a), other.as_ref().map(ready)));

    let itself = other.is_none() && world_from_a == world_from_b;
    let (placed_a, placed_b) = ((&ready_a, &world_from_a), (ready_other.as_ref().unwrap_or(&ready_a), &world_from_b));
    let finder = &mut PairFinder::new();
    const CHECKED: &str = "both transforms have been found to be affine and invertible";
    let only = |(pair, counts): (Option<[u32; 2]>, PairCounts)| MeshContact {
        pairs: pair.into_iter().collect(),
        counts,
        ..MeshContact::default()
    };
    let (contact, contact_seconds) = timed(|| match (itself, args.first) {
        (true, true) => only(ready_a.first_self_contact()),
        (true, false) => ready_a.self_contact(),
        (false, true) => only(first_contact(finder, placed_a, placed_b).expect(CHECKED)),
        (false, false) => contact(finder, placed_a, placed_b).expect(CHECKED),
    });

    let mesh = |input: &Input, world_from_mesh: DMat4| MeshResult {
        file: input.name(),
        triangles: input.mesh().n_triangles(),
        transform: world_from_mesh.transpose().to_cols_array(),
    };
    let result = CollideResult {
        meet: !contact.pairs.is_empty(),
        a: mesh(&a, world_from_a),
        b: mesh(b, world_from_b),
        itself,
        first: args.first,
        pairs: Pairs { pairs: &contact.pairs, a: a.mesh(), b: b.mesh() },
        curves: contact
            .curves
            .iter()
            .map(|curve| CurveResult { closed: curve.closed, length: curve.length(), points: &curve.points })
            .collect(),
        flat: &contact.flat,
        points: &contact.points,
        counts: contact.counts,
        contact_seconds,
        build_seconds,
        load_seconds: a.load_seconds() + other.as_ref().map_or(0.0, Input::load_seconds),
    };
    output.result(&result, || result.text(if args.all { usize::MAX } else { LISTED }))?;
    for input in [Some(&a), other.as_ref()].into_iter().flatten() {
        input.note_problems(output);
    }
    Ok(if result.meet { Outcome::Done } else { Outcome::No })
}

fn same_mesh(args: &CollideArgs) -> bool {
    let real = |file: &OsString| std::fs::canonicalize(file).ok();
    args.a == args.b || real(&args.a).is_some_and(|path| real(&args.b) == Some(path))
}

/// Refuses transforms that have no inverse, and those that lead beyond the largest numbers.
fn refuse_unplaceable(a: &Input, world_from_a: &DMat4, b: &Input, world_from_b: &DMat4) -> Result<(), CliError> {
    let placed = |input: &Input, transform: &DMat4| Object::new("", input.mesh().clone()).with_transform(*transform);
    let (object_a, object_b) = (placed(a, world_from_a), placed(b, world_from_b));
    let beyond = "these transforms take a mesh beyond the largest numbers (1e75): give smaller ones";
    if object_a.bounds().is_empty() || object_b.bounds().is_empty() {
        return Err(CliError(beyond.to_owned()));
    }
    for (object, file, options) in
        [(&object_a, a.name(), "--transform-a"), (&object_b, b.name(), "--transform or --scale")]
    {
        if object.object_from_world().is_none() {
            return Err(CliError(format!(
                "{options} flattens {file} (the matrix has no inverse in double precision): give one that leaves it \
                 three dimensions"
            )));
        }
    }
    let b_in_a = object_a.object_from_world().map(|a_from_world| placed(b, &(a_from_world * *world_from_b)).bounds());
    if b_in_a.is_some_and(|bounds| !bounds.is_empty()) { Ok(()) } else { Err(CliError(beyond.to_owned())) }
}

impl CollideResult<'_> {
    fn text(&self, listed: usize) -> String {
        let (a, b) = (&self.a.file, &self.b.file);
        let mut text = match (self.itself, self.meet) {
            (true, true) => format!("{a} cuts through itself\n"),
            (true, false) => format!("{a} does not cut through itself\n"),
            (false, true) => format!("{a} and {b} meet\n"),
            (false, false) => format!("{a} and {b} do not meet\n"),
        };
        let mut row = |name: &str, value: String| output::row(&mut text, 14, name, value);
        if self.itself {
            row("compared", "with itself: neighbours count where they share more than corners or an edge".to_owned());
        }
        let Pairs { pairs, a, b } = self.pairs;
        if self.meet && !self.first {
            row("pairs", pairs.len().to_string());
            let closed = self.curves.iter().filter(|curve| curve.closed).count();
            row("curves", format!("{}: {closed} closed, {} open", self.curves.len(), self.curves.len() - closed));
            for (name, n, what) in [("coplanar", self.flat.len(), "part"), ("touching", self.points.len(), "point")] {
                if n > 0 {
                    row(name, output::count(n as u64, what));
                }
            }
        }
        let PairCounts { box_box, triangle_box, triangle_triangle } = self.counts;
        row("box tests", format!("{box_box}, and {triangle_box} of a triangle against a box"));
        row("triangle tests", triangle_triangle.to_string());
        row("time", format!("{:.3} ms; the trees {:.3} ms", 1e3 * self.contact_seconds, 1e3 * self.build_seconds));

        let coordinates = Coordinates::within(&a.bounds());
        list(&mut row, listed, &self.curves, "curve", |CurveResult { closed, length, points }| {
            let start = points.first().map(|&point| coordinates.show(point)).unwrap_or_default();
            let kind = if *closed { "closed" } else { "open" };
            let points = output::count(points.len() as u64, "point");
            format!("{kind}, {points}, length {}, from {start}", output::number(*length))
        });
        let named = |mesh: &Mesh, triangle: u32| {
            let place = mesh.source().place(triangle).map(|place| format!(" ({place})")).unwrap_or_default();
            format!("triangle {triangle}{place}")
        };
        list(&mut row, listed, pairs, "pair", |&[i, j]| format!("{} and {}", named(a, i), named(b, j)));
        text
    }
}

/// Adds a row for each of a list, or for the first `listed` and a row that counts the others.
fn list<T>(row: &mut impl FnMut(&str, String), listed: usize, all: &[T], what: &str, words: impl Fn(&T) -> String) {
    all.iter().take(listed).for_each(|one| row(what, words(one)));
    if all.len() > listed {
        row("", format!("and {} more; --all lists them", output::count((all.len() - listed) as u64, what)));
    }
}

/// Move a ball through a mesh, and say what it touches first or how it slides
#[derive(Debug, Args)]
pub struct SweepArgs {
    /// The mesh: an OBJ, OFF, PLY, STL or glTF file, or sample:NAME
    file: OsString,
    /// Start of the ball's centre, in the file's coordinates
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    from: DVec3,
    /// End of the ball's centre if nothing is in its way
    #[arg(long, value_name = "X,Y,Z", value_parser = values::point3, allow_hyphen_values = true)]
    to: DVec3,
    /// The ball's radius, 0 or more
    #[arg(long, value_name = "R", value_parser = values::not_negative, allow_hyphen_values = true)]
    radius: f64,
    /// Slide along what it meets, and say where that ends
    #[arg(long)]
    slide: bool,
}

/// Sweep as JSON; what only a contact has is null without one.
#[derive(Serialize)]
struct SweepResult {
    contact: bool,
    file: String,
    from: DVec3,
    to: DVec3,
    radius: f64,
    triangle: Option<u32>,
    line: Option<u32>,
    face: Option<u32>,
    /// Fraction of the way, 0 to 1, at which the ball touches the mesh; null without a contact.
    t: Option<f64>,
    /// Centre of the ball when it touches the mesh; null without a contact.
    center: Option<DVec3>,
    point: Option<DVec3>,
    normal: Option<DVec3>,
    feature: Option<Feature>,
    overlapping: Option<bool>,
    sweep_seconds: f64,
    load_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    slide: Option<SlidePath>,
}

pub fn sweep(args: &SweepArgs, output: &Output) -> Result<Outcome, CliError> {
    let input = Input::load_joined(&args.file)?;
    let (sphere, displacement) = (Sphere { center: args.from, radius: args.radius }, args.to - args.from);
    let (hit, sweep_seconds) = timed(|| input.scene().sweep(&sphere, displacement));

    let mesh = input.mesh();
    let result = SweepResult {
        contact: hit.is_some(),
        file: input.name(),
        from: args.from,
        to: args.to,
        radius: args.radius,
        triangle: hit.map(|hit| hit.triangle),
        line: hit.and_then(|hit| mesh.source().line(hit.triangle)),
        face: hit.map(|hit| mesh.source().face(hit.triangle)),
        t: hit.map(|hit| hit.contact.t),
        center: hit.map(|hit| args.from + hit.contact.t * displacement),
        point: hit.map(|hit| hit.contact.point),
        normal: hit.map(|hit| hit.contact.normal),
        feature: hit.map(|hit| hit.contact.feature),
        overlapping: hit.map(|hit| hit.contact.overlapping),
        sweep_seconds,
        load_seconds: input.load_seconds(),
        slide: args.slide.then(|| slide(input.scene(), &sphere, displacement)),
    };
    input.finish(output, hit.is_some(), &result, || {
        let mut text = contact_text(&input, hit.as_ref());
        if let Some(path) = &result.slide {
            text += &slide_text(&input, path);
        }
        text
    })
}

fn contact_text(input: &Input, hit: Option<&SceneContact>) -> String {
    let Some(SceneContact { triangle, contact, .. }) = hit else {
        return format!("the ball touches no triangle of {} on its way\n", input.name());
    };
    let (source, coordinates) = (input.mesh().source(), Coordinates::within(&input.mesh().bounds()));
    let mut text = format!("triangle {triangle} of {}\n", input.name());
    let mut row = |name: &str, value: String| output::row(&mut text, 11, name, value);
    let line = source.line(*triangle).map(|line| format!("line {line}, ")).unwrap_or_default();
    row("source", format!("{line}face {}", source.face(*triangle)));
    match contact.overlapping {
        true => row("t", "0: the ball overlaps it from the start".to_owned()),
        false => row("t", format!("{} of the way", output::number(contact.t))),
    }
    row("point", coordinates.show(contact.point));
    row("normal", output::vector(contact.normal));
    row("touches", feature_text(contact.feature).to_owned());
    text
}

fn feature_text(feature: Feature) -> &'static str {
    match feature {
        Feature::Face => "the face",
        Feature::Edge(0) => "the edge from its first corner to its second",
        Feature::Edge(1) => "the edge from its second corner to its third",
        Feature::Edge(_) => "the edge from its third corner to its first",
        Feature::Vertex(0) => "its first corner",
        Feature::Vertex(1) => "its second corner",
        Feature::Vertex(_) => "its third corner",
    }
}

fn slide_text(input: &Input, path: &SlidePath) -> String {
    let coordinates = Coordinates::within(&input.mesh().bounds());
    let mut text = String::from("slide\n");
    for step in &path.steps {
        let met = step.contact.map(|hit| format!(", along triangle {}", hit.triangle)).unwrap_or_default();
        let _ = writeln!(text, "  to {}{met}", coordinates.show(step.to));
    }
    let ended = match path.ended {
        SlideEnd::Arrived => "it arrived",
        SlideEnd::Blocked => "the surfaces leave no way to go on",
        SlideEnd::Spent => "it reached the most bounces",
        SlideEnd::Stuck => "it overlaps the mesh at the start and stays there",
    };
    let _ = writeln!(text, "  ends at {}: {ended}", coordinates.show(path.end));
    text
}
