//! `pickray measure`: distances, paths and angles of points of a scene, and landmarks, without a window.

use super::input::{Input, SceneArgs};
use super::output::{self, Coordinates, Output, count, number, one_line};
use super::pick::PickHow;
use super::{CliError, Outcome, values};
use crate::app::platform::reading::{self, MOST_LANDMARKS};
use crate::app::platform::writing::{Kind, Target};
use crate::app::texts::of_library::said;
use crate::app::tools::picking::measuring::measured_as_json;
use clap::Args;
use glam::{DVec2, DVec3};
use pickray::geometry::measure::Distance;
use pickray::math::CursorPosition;
use pickray::pick::{Features, LandmarkError, Landmarks, MeshPoint, PlacedLandmark, TriangleId};
use pickray::scene::{Object, Scene};
use pickray::study::{MeasureKind, Measured, SurfacePoint};
use pickray::work::memory;
use serde::Serialize;
use serde_json::{Value, json};
use std::fmt::Display;
use std::path::PathBuf;

const SNAPS: [(&str, Features); 2] =
    [("corners", Features { corners: true, edges: false }), ("edges", Features { corners: true, edges: true })];

/// Bytes of memory for a landmark that is listed, as text or JSON, while the lists grow.
const BYTES_PER_ROW: usize = 2 * size_of::<End>();
const POINTS: &str = "a point is vertex:N, triangle:N, X,Y,Z, at:X,Y or landmark:NAME";

/// Measure a distance, a path or an angle between points, or put landmarks onto a mesh
///
/// A point is vertex:N or triangle:N (its centroid, or triangle:N:U,V with the weights of its second and third corner),
/// counted from 0, of another object as vertex:2:15; X,Y,Z, which is a place in the world, or point:X,Y,Z where X is
/// below 0; at:X,Y, what a pick at that pixel hits; or landmark:NAME or landmark:N of --landmarks.
#[derive(Debug, Args)]
pub struct MeasureArgs {
    #[command(flatten)]
    what: WhatArgs,
    /// Write the landmarks on the mesh as JSON, CSV or picked points, by the extension of OUT
    #[arg(short, long, value_name = "OUT", requires = "landmarks")]
    output: Option<PathBuf>,
    /// Replace an existing file
    #[arg(long, requires = "output")]
    force: bool,
    /// Snap at:X,Y to the nearest visible corner or, with `edges`, else to the nearest visible edge
    #[arg(long, value_name = "WHAT", value_parser = values::one_of(SNAPS))]
    snap: Option<Features>,
    /// Largest distance of --snap, in pixels
    #[arg(long, value_name = "PIXELS", default_value = "12", value_parser = values::not_negative,
        allow_hyphen_values = true)]
    radius: f64,
    #[command(flatten)]
    how: PickHow,
    #[command(flatten)]
    scene: SceneArgs,
}

/// Points to measure between, or a file of landmarks.
#[derive(Debug, Args)]
#[group(required = true, multiple = true)]
struct WhatArgs {
    /// The distance between two points
    #[arg(long, value_names = ["A", "B"], num_args = 2, value_parser = asked, allow_hyphen_values = true,
        conflicts_with_all = ["path", "angle"])]
    distance: Option<Vec<Asked>>,
    /// The length of the path through two or more points
    #[arg(long, value_names = ["A", "B"], num_args = 2.., value_parser = asked, conflicts_with = "angle")]
    path: Option<Vec<Asked>>,
    /// The angle at the second of three points, in degrees
    #[arg(long, value_names = ["A", "B", "C"], num_args = 3, value_parser = asked, allow_hyphen_values = true)]
    angle: Option<Vec<Asked>>,
    /// Landmarks of the mesh, from .json, .csv or MeshLab's .pp; lists them with how far each was moved
    #[arg(long, value_name = "IN")]
    landmarks: Option<PathBuf>,
}

/// Point that an option asks for, with its text.
#[derive(Clone, Debug)]
struct Asked {
    text: String,
    point: Point,
}

#[derive(Clone, Debug)]
enum Point {
    /// Index of an object and of a vertex of its mesh.
    Vertex(TriangleId),
    Triangle(TriangleId, [f64; 3]),
    Place(DVec3),
    Cursor(DVec2),
    Landmark(String),
}

fn asked(text: &str) -> Result<Asked, String> {
    let (kind, rest) = text.split_once(':').unwrap_or(("point", text));
    let point = match kind {
        "vertex" => Point::Vertex(values::triangle(rest).map_err(|told| told.replace("triangle", "vertex"))?),
        "triangle" => {
            let (id, weights) =
                rest.rsplit_once(':').filter(|(_, weights)| weights.contains(',')).unwrap_or((rest, ""));
            let id = values::triangle(id)?;
            let DVec2 { x: u, y: v } =
                if weights.is_empty() { DVec2::splat(1.0 / 3.0) } else { values::point2(weights)? };
            if u < 0.0 || v < 0.0 || u + v > 1.0 {
                return Err("U and V are at least 0 each, and at most 1 together".to_owned());
            }
            Point::Triangle(id, [1.0 - u - v, u, v])
        }
        "point" => Point::Place(values::point3(rest).map_err(|told| format!("{told}; {POINTS}"))?),
        "at" => Point::Cursor(values::point2(rest)?),
        "landmark" => Point::Landmark(rest.to_owned()),
        _ => return Err(POINTS.to_owned()),
    };
    Ok(Asked { text: text.to_owned(), point })
}

#[derive(Clone, Debug, Default, Serialize)]
struct End {
    asked: String,
    /// Position in world space; null if the pick hits nothing, or the landmark was not picked.
    point: Option<DVec3>,
    /// Object, triangle and barycentric weights of a point on a surface.
    object: Option<u32>,
    triangle: Option<u32>,
    weights: Option<[f64; 3]>,
    vertex: Option<u32>,
    /// Distance by which a landmark was moved onto the mesh, where the files place it.
    #[serde(skip_serializing_if = "Option::is_none")]
    moved: Option<f64>,
}

#[derive(Serialize)]
struct MeasureResult<'a> {
    #[serde(flatten)]
    value: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    points: Option<&'a [End]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    landmarks: Option<&'a [End]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    output: Option<String>,
}

pub fn run(args: &MeasureArgs, output: &Output) -> Result<Outcome, CliError> {
    let refused = |path| move |error: LandmarkError| CliError::about(path, said(&error));
    let target = args.output.as_deref().map(|path| {
        Landmarks::new(Vec::new()).to_text(path).map_err(refused(path))?;
        Ok::<_, CliError>(Target::new(path, Kind::Landmarks).forced(args.force))
    });
    let (mut input, target) = args.scene.open(target.transpose()?, &args.what.landmarks)?;
    args.how.apply(&mut input.study)?;
    let scene = input.scene();
    let mut read = Landmarks::new(Vec::new());
    if let Some(path) = args.what.landmarks.as_deref() {
        read = Landmarks::from_bytes(path, &reading::read(path, MOST_LANDMARKS)?).map_err(refused(path))?;
        // Refuse an unknown version even if the file has no landmarks.
        let none = Landmarks { version: read.version, landmarks: Vec::new() };
        none.onto(input.mesh()).map_err(refused(path))?;
        let rows = (read.landmarks.len() * BYTES_PER_ROW) as u64;
        memory::check(rows).map_err(LandmarkError::OutOfMemory).map_err(refused(path))?;
    }
    let files = input.study.scene_of_files();
    let mut landmarks = Vec::with_capacity(read.landmarks.len());
    for landmark in &mut read.landmarks {
        let placed = Landmarks::new(vec![landmark.clone()]).onto_scene(&files).map_or(None, |mut placed| placed.pop());
        landmarks.push(match placed {
            Some((object, PlacedLandmark { landmark: placed, moved })) => {
                *landmark = placed;
                let on = landmark.on.expect("put onto a mesh");
                End { moved: Some(moved), ..End::on(&landmark.name, scene, SurfacePoint { object, on })? }
            }
            None => End { asked: landmark.name.clone(), ..End::default() },
        });
    }
    if let Some(target) = &target {
        let text = read.to_text(target.path()).map_err(refused(target.path()))?;
        target.write(text.as_bytes())?;
    }

    let coordinates = Coordinates::of_lengths(scene);
    let asked = args.what.measured();
    let points = asked.map(|(_, asked)| asked.iter().map(|asked| asked.find(args, &input, &landmarks)).collect());
    let points: Option<Vec<End>> = points.transpose()?;
    let (value, words, is_known) = match asked.zip(points.as_ref()) {
        Some(((kind, _), ends)) => {
            let points: Option<Vec<DVec3>> = ends.iter().map(|end| end.point).collect();
            answer(kind, points.and_then(|points| Measured::of(kind, &points)), coordinates)
        }
        None => (None, count(landmarks.len() as u64, "landmark"), true),
    };
    let listed = value.is_none().then_some(&landmarks[..]);
    let written = target.map(|target| target.path().display().to_string());
    let result = MeasureResult { value, points: points.as_deref(), landmarks: listed, output: written };
    input.finish(output, is_known, &result, || text(&result, &words, coordinates))
}

/// Returns a measure as JSON, with null where it has no value, in words, and whether it has a value.
fn answer(kind: MeasureKind, measured: Option<Measured>, digits: Coordinates) -> (Option<Value>, String, bool) {
    let name = match kind {
        MeasureKind::Distance => "distance",
        MeasureKind::Path => "length",
        MeasureKind::Angle => "angle",
    };
    let is_too_large = match measured {
        Some(Measured::Distance(Distance { length, .. }) | Measured::Path(length)) => !length.is_finite(),
        _ => false,
    };
    let measured = measured.filter(|_| !is_too_large);
    let words = match measured {
        Some(Measured::Distance(Distance { length: 0.0, .. })) => "distance 0: both points coincide".to_owned(),
        Some(Measured::Distance(Distance { length, along })) => {
            format!("distance {}, along {}", digits.length(length), digits.show(along))
        }
        Some(Measured::Path(0.0)) => "length 0: all points coincide".to_owned(),
        Some(Measured::Path(length)) => format!("length {}", digits.length(length)),
        Some(Measured::Angle(Some(angle))) => format!("angle {} degrees", number(angle.to_degrees())),
        Some(Measured::Angle(None)) => "no angle: its second point coincides with another".to_owned(),
        None if is_too_large => format!("no {name}: it is larger than any number"),
        None => format!("no {name}: a point is missing"),
    };
    let value = measured.as_ref().map_or_else(|| json!({ name: null }), measured_as_json);
    (Some(value), words, !matches!(measured, None | Some(Measured::Angle(None))))
}

impl WhatArgs {
    fn measured(&self) -> Option<(MeasureKind, &[Asked])> {
        use MeasureKind::{Angle, Distance, Path};
        let kinds = [(Distance, &self.distance), (Path, &self.path), (Angle, &self.angle)];
        kinds.into_iter().find_map(|(kind, points)| Some((kind, points.as_deref()?)))
    }
}

impl Asked {
    /// Returns the point in the scene of a command. Fails if there is no such object, triangle, vertex or landmark.
    fn find(&self, args: &MeasureArgs, input: &Input, landmarks: &[End]) -> Result<End, CliError> {
        let (scene, study) = (input.scene(), &input.study);
        let none = |what: &str, n: &dyn Display, has: usize| {
            CliError(format!("{}: there is no {what} {n}: there are {has}, counted from 0", self.text))
        };
        let object = |id: &TriangleId| {
            let object = scene.objects().get(id.object as usize);
            object.ok_or_else(|| none("object", &id.object, scene.objects().len()))
        };
        let on = match &self.point {
            Point::Vertex(id) => {
                let (vertex, Object { mesh, world_from_object, .. }) = (id.triangle, object(id)?);
                if vertex as usize >= mesh.n_vertices() {
                    return Err(none("vertex", &vertex, mesh.n_vertices()));
                }
                // A vertex of no triangle has a place, and nothing else.
                let Some(triangle) = mesh.triangles().iter().position(|corners| corners.contains(&vertex)) else {
                    let point = Some(world_from_object.transform_point3(mesh.vertex(vertex)));
                    return Ok(End { point, object: Some(id.object), vertex: Some(vertex), ..self.end() });
                };
                let corner = mesh.triangles()[triangle].iter().position(|&corner| corner == vertex);
                let weights = [0, 1, 2].map(|k| f64::from(u8::from(corner == Some(k))));
                SurfacePoint { object: id.object, on: MeshPoint { triangle: triangle as u32, weights } }
            }
            Point::Triangle(id, weights) => {
                let n = object(id)?.mesh.n_triangles();
                if id.triangle as usize >= n {
                    return Err(none("triangle", &id.triangle, n));
                }
                SurfacePoint { object: id.object, on: MeshPoint { triangle: id.triangle, weights: *weights } }
            }
            Point::Place(place) => return Ok(End { point: Some(*place), ..self.end() }),
            Point::Cursor(at) => {
                let (cursor, view, options) = (CursorPosition::new(at.x, at.y), study.view(), study.options());
                let snap = args.snap.map(|features| (args.radius, features));
                match SurfacePoint::seen_at(scene, view, cursor, snap, options) {
                    Some(point) => point,
                    None => return Ok(self.end()),
                }
            }
            Point::Landmark(name) if args.what.landmarks.is_none() => {
                return Err(CliError(format!("landmark:{name}: add --landmarks FILE, which says where it is")));
            }
            Point::Landmark(name) => {
                // A name comes before a number, since a landmark may be called 3.
                let named = landmarks.iter().find(|landmark| landmark.asked == *name);
                let numbered = || name.parse().ok().and_then(|n: usize| landmarks.get(n));
                let found = named.or_else(numbered).ok_or_else(|| none("landmark", name, landmarks.len()))?;
                if found.point.is_none() {
                    let told = format!("{}: was not picked: pick it first, or name another landmark", self.text);
                    return Err(CliError(told));
                }
                return Ok(End { asked: self.text.clone(), ..found.clone() });
            }
        };
        End::on(&self.text, scene, on)
    }

    fn end(&self) -> End {
        End { asked: self.text.clone(), ..End::default() }
    }
}

impl End {
    /// Returns a point of a surface that the scene has. Fails if it is too far from the origin.
    fn on(asked: &str, scene: &Scene, at: SurfacePoint) -> Result<Self, CliError> {
        let too_far = || CliError(format!("{asked}: has coordinates that are not finite"));
        let point = Some(at.position(scene).ok_or_else(too_far)?);
        let SurfacePoint { object, on: MeshPoint { triangle, weights } } = at;
        let (object, triangle, weights) = (Some(object), Some(triangle), Some(weights));
        Ok(Self { asked: asked.to_owned(), point, object, triangle, weights, vertex: at.vertex(scene), moved: None })
    }
}

fn text(result: &MeasureResult, words: &str, coordinates: Coordinates) -> String {
    let ends = result.points.or(result.landmarks).unwrap_or_default();
    let mut text = format!("{words}\n");
    let names = ends.iter().enumerate().map(|(n, end)| match &result.value {
        Some(_) => end.asked.clone(),
        None => one_line(&format!("{n} {}", end.asked)),
    });
    let names: Vec<String> = names.collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
    let missing = if result.value.is_some() { "hits nothing" } else { "not picked" };
    let several = ends.iter().any(|end| end.object.is_some_and(|object| object > 0));
    for (name, end) in names.iter().zip(ends) {
        let of = |n: u32| if several { format!("{}:{n}", end.object.unwrap_or(0)) } else { n.to_string() };
        let mut words = end.point.map_or_else(|| missing.to_owned(), |point| coordinates.show(point));
        for (what, n) in [("vertex", end.vertex), ("triangle", end.triangle)] {
            words += &n.map(|n| format!(", {what} {}", of(n))).unwrap_or_default();
        }
        words += &end.moved.map(|moved| format!(", moved {}", coordinates.coordinate(moved))).unwrap_or_default();
        output::row(&mut text, width, name, words);
    }
    if let Some(output) = &result.output {
        output::row(&mut text, width, "written", output);
    }
    text
}
