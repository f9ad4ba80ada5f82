//! `pickray collide`: where two meshes meet, or one cuts through itself.

use super::describe::{self, Coordinates};
use super::input::Input;
use super::output::Output;
use super::{CliError, Outcome, placement};
use crate::accel::{PairCounts, PairFinder, Progress};
use crate::collide::{ContactMesh, Curve, MeshContact, contact, first_contact};
use crate::geometry::Aabb;
use crate::intersect::TriangleIntersection;
use crate::mesh::Mesh;
use crate::scene::Object;
use clap::Args;
use glam::{DMat4, DVec3};
use serde::{Serialize, Serializer};
use std::ffi::OsString;
use std::fmt::Write;
use std::time::Instant;

/// Say which triangles of two meshes meet, and along which curves
///
/// A mesh given twice in one place is compared with itself: then neighbours that share no more than their corners or edge are no pair.
#[derive(Debug, Args)]
pub struct CollideArgs {
    /// The first mesh: an OBJ file, or sample:NAME
    a: OsString,
    /// The second mesh; the same as the first for where a mesh cuts through itself
    b: OsString,
    /// Only say whether they meet, and one pair that does: the fastest
    #[arg(long)]
    first: bool,
    /// List every pair and curve, however many
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    placement: placement::PlacementArgs,
}

/// The answer as JSON. Points are in world space.
#[derive(Serialize)]
struct CollideResult<'a> {
    meet: bool,
    a: MeshResult<'a>,
    b: MeshResult<'a>,
    /// Whether it is one mesh in one place, where neighbours do not count.
    itself: bool,
    /// Whether only one pair was looked for.
    first: bool,
    pairs: Pairs<'a>,
    curves: Vec<CurveResult<'a>>,
    /// What coplanar and flat triangles share, of equal ones once.
    flat: &'a [TriangleIntersection],
    /// Where pairs touch in a point alone.
    points: &'a [DVec3],
    counts: PairCounts,
    contact_seconds: f64,
    build_seconds: f64,
    load_seconds: f64,
}

#[derive(Serialize)]
struct MeshResult<'a> {
    file: &'a str,
    triangles: usize,
    /// Its place in the world, row by row.
    transform: [f64; 16],
}

/// The pairs, which may be many more than triangles: each is made when it is written.
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

/// What was computed, and what it cost.
struct Answer {
    itself: bool,
    contact: MeshContact,
    build_seconds: f64,
    contact_seconds: f64,
}

pub fn run(args: &CollideArgs, output: &Output) -> Result<Outcome, CliError> {
    let (world_from_a, world_from_b) = args.placement.transforms()?;
    let a = Input::load(&args.a)?;
    // A file named twice is read once.
    let same = same_mesh(args);
    let b = if same { None } else { Some(Input::load(&args.b)?) };
    let second = b.as_ref().unwrap_or(&a);
    refuse_unplaceable(&a, &world_from_a, second, &world_from_b)?;

    let answer = answer(args, (&a, &world_from_a), (second, &world_from_b), same);
    let meet = !answer.contact.pairs.is_empty();
    let result = result(args, &answer, (&a, &world_from_a), (second, &world_from_b));
    output.result(&result, || text(args, &answer, &a, second))?;
    for warning in [Some(&a), b.as_ref()].into_iter().flatten().filter_map(Input::warning) {
        output.note(&warning);
    }
    Ok(if meet { Outcome::Done } else { Outcome::No })
}

/// Whether both arguments name one file or sample.
fn same_mesh(args: &CollideArgs) -> bool {
    let real = |file: &OsString| std::fs::canonicalize(file).ok();
    args.a == args.b || real(&args.a).is_some_and(|path| real(&args.b) == Some(path))
}

fn answer(
    args: &CollideArgs,
    (a, world_from_a): (&Input, &DMat4),
    (b, world_from_b): (&Input, &DMat4),
    same: bool,
) -> Answer {
    let ready = |input: &Input| {
        ContactMesh::new(input.mesh().clone(), &Progress::default()).expect("nobody holds this progress to cancel it")
    };
    let start = Instant::now();
    let first = ready(a);
    let second = (!same).then(|| ready(b));
    let build_seconds = start.elapsed().as_secs_f64();

    let itself = same && world_from_a == world_from_b;
    let start = Instant::now();
    let (placed_a, placed_b) = ((&first, world_from_a), (second.as_ref().unwrap_or(&first), world_from_b));
    let finder = &mut PairFinder::new();
    const CHECKED: &str = "both transforms have been found to be affine and invertible";
    let only = |(pair, counts): (Option<[u32; 2]>, PairCounts)| MeshContact {
        pairs: pair.into_iter().collect(),
        counts,
        ..MeshContact::default()
    };
    let contact = match (itself, args.first) {
        (true, true) => only(first.first_self_contact()),
        (true, false) => first.self_contact(),
        (false, true) => only(first_contact(finder, placed_a, placed_b).expect(CHECKED)),
        (false, false) => contact(finder, placed_a, placed_b).expect(CHECKED),
    };
    let contact_seconds = start.elapsed().as_secs_f64();
    Answer { itself, contact, build_seconds, contact_seconds }
}

/// Refuses what cannot be undone, and what leads beyond the largest numbers.
fn refuse_unplaceable(a: &Input, world_from_a: &DMat4, b: &Input, world_from_b: &DMat4) -> Result<(), CliError> {
    let placed = |input: &Input, transform: &DMat4| Object::new("", input.mesh().clone()).with_transform(*transform);
    let (object_a, object_b) = (placed(a, world_from_a), placed(b, world_from_b));
    for (object, file, options) in
        [(&object_a, &a.name, "--transform-a"), (&object_b, &b.name, "--transform or --scale")]
    {
        if object.object_from_world().is_none() {
            return Err(CliError::Usage(format!(
                "{options} flattens {file} (the matrix has no inverse in double precision): give one that leaves it three dimensions"
            )));
        }
    }
    let finite = |bounds: Aabb| bounds.min.is_finite() && bounds.max.is_finite();
    let b_in_a = object_a.object_from_world().map(|a_from_world| placed(b, &(a_from_world * *world_from_b)).bounds());
    if finite(object_a.bounds()) && finite(object_b.bounds()) && b_in_a.is_some_and(finite) {
        Ok(())
    } else {
        Err(CliError::Usage("these transforms take a mesh beyond the largest numbers: give smaller ones".to_owned()))
    }
}

fn result<'a>(
    args: &CollideArgs,
    answer: &'a Answer,
    (a, world_from_a): (&'a Input, &DMat4),
    (b, world_from_b): (&'a Input, &DMat4),
) -> CollideResult<'a> {
    let mesh = |input: &'a Input, transform: &DMat4| MeshResult {
        file: &input.name,
        triangles: input.mesh().n_triangles(),
        transform: transform.transpose().to_cols_array(),
    };
    let contact = &answer.contact;
    let curve = |curve: &'a Curve| CurveResult { closed: curve.closed, length: curve.length(), points: &curve.points };
    CollideResult {
        meet: !contact.pairs.is_empty(),
        a: mesh(a, world_from_a),
        b: mesh(b, world_from_b),
        itself: answer.itself,
        first: args.first,
        pairs: Pairs { pairs: &contact.pairs, a: a.mesh(), b: b.mesh() },
        curves: contact.curves.iter().map(curve).collect(),
        flat: &contact.flat,
        points: &contact.points,
        counts: contact.counts,
        contact_seconds: answer.contact_seconds,
        build_seconds: answer.build_seconds,
        load_seconds: a.report.load_seconds() + if same_mesh(args) { 0.0 } else { b.report.load_seconds() },
    }
}

/// How many pairs and curves are listed unless all are asked for.
const LISTED: usize = 10;

fn text(args: &CollideArgs, answer: &Answer, a: &Input, b: &Input) -> String {
    let contact = &answer.contact;
    let (counts, meets) = (&contact.counts, !contact.pairs.is_empty());
    let mut text = match (answer.itself, meets) {
        (true, true) => format!("{} cuts through itself\n", a.name),
        (true, false) => format!("{} does not cut through itself\n", a.name),
        (false, true) => format!("{} and {} meet\n", a.name, b.name),
        (false, false) => format!("{} and {} do not meet\n", a.name, b.name),
    };
    let mut row = |name: &str, value: String| {
        let _ = writeln!(text, "  {name:<14} {value}");
    };
    if answer.itself {
        row("compared", "with itself: neighbours count where they share more than corners or an edge".to_owned());
    }
    if meets && !args.first {
        row("pairs", contact.pairs.len().to_string());
        let closed = contact.curves.iter().filter(|curve| curve.closed).count();
        row("curves", format!("{}: {closed} closed, {} open", contact.curves.len(), contact.curves.len() - closed));
        for (shared, what) in [(contact.flat.len(), "coplanar"), (contact.points.len(), "touching")] {
            if shared > 0 {
                row(what, describe::count(shared as u64, if what == "coplanar" { "part" } else { "point" }));
            }
        }
    }
    row("box tests", format!("{}, and {} of a triangle against a box", counts.box_box, counts.triangle_box));
    row("triangle tests", counts.triangle_triangle.to_string());
    row("time", format!("{:.3} ms; the trees {:.3} ms", 1e3 * answer.contact_seconds, 1e3 * answer.build_seconds));
    list_curves(&mut text, args, contact, a);
    list_pairs(&mut text, args, contact, a, b);
    text
}

fn list_curves(text: &mut String, args: &CollideArgs, contact: &MeshContact, a: &Input) {
    let coordinates = Coordinates::within(&a.mesh().bounds());
    list(text, args, &contact.curves, "curve", |curve| {
        let points = describe::count(curve.points.len() as u64, "point");
        let start = curve.points.first().map(|&point| coordinates.show(point)).unwrap_or_default();
        let kind = if curve.closed { "closed" } else { "open" };
        format!("{kind}, {points}, length {}, from {start}", describe::number(curve.length()))
    });
}

fn list_pairs(text: &mut String, args: &CollideArgs, contact: &MeshContact, a: &Input, b: &Input) {
    let named = |input: &Input, triangle: u32| {
        let line = input.mesh().source().line(triangle).map(|line| format!(" (line {line})")).unwrap_or_default();
        format!("triangle {triangle}{line}")
    };
    list(text, args, &contact.pairs, "pair", |&[i, j]| format!("{} and {}", named(a, i), named(b, j)));
}

/// Adds a row for each, or for the first of many.
fn list<T>(text: &mut String, args: &CollideArgs, all: &[T], what: &str, row: impl Fn(&T) -> String) {
    let shown = if args.all { all.len() } else { all.len().min(LISTED) };
    for one in &all[..shown] {
        let _ = writeln!(text, "  {what:<14} {}", row(one));
    }
    if shown < all.len() {
        let _ = writeln!(
            text,
            "  {:<14} and {} more; --all lists them",
            "",
            describe::count((all.len() - shown) as u64, what)
        );
    }
}
