//! Reads Wavefront OBJ files.

use super::source::{Names, Source, Span};
use super::{LoadError, LoadReport, Mesh, Warning, origin};
use crate::accel::Progress;
use crate::geometry::Aabb;
use glam::DVec3;
use std::path::Path;
use std::time::Instant;

pub fn open(path: &Path, progress: &Progress) -> Result<(Mesh, LoadReport), LoadError> {
    let bytes = std::fs::read(path).map_err(|error| LoadError::Unreadable { path: path.to_owned(), error })?;
    let (mut mesh, report) = from_bytes(&path.display().to_string(), &bytes, progress)?;
    mesh.source.set_path(path);
    Ok((mesh, report))
}

#[derive(Default)]
struct Read {
    positions: Vec<[f64; 3]>,
    triangles: Vec<[u32; 3]>,
    lines: Vec<u32>,
    counts: Vec<u32>,
    left_out: Vec<(u32, u32)>,
    spans: Vec<Span>,
    names: Names,
    report: LoadReport,
}

pub fn from_bytes(name: &str, bytes: &[u8], progress: &Progress) -> Result<(Mesh, LoadReport), LoadError> {
    let start = Instant::now();
    progress.begin("reading", 0.0..0.5);
    let mut read = Read::default();
    read.report.name = name.to_owned();
    read.report.bytes = bytes.len() as u64;
    for (index, line) in String::from_utf8_lossy(bytes).lines().enumerate() {
        read.statement(index as u32 + 1, line);
        read.report.lines += 1;
    }
    if read.triangles.is_empty() {
        let first = read.report.warnings.first();
        return Err(LoadError::NoMesh {
            name: name.to_owned(),
            line: first.and_then(|warning| warning.line),
            what: first.map_or("there is no face in it", |warning| &warning.message).to_owned(),
            advice: "check that it is a Wavefront OBJ file with `f` statements".to_owned(),
        });
    }
    let bounds = Aabb::from_points(read.positions.iter().map(|&p| DVec3::from(p)));
    let origin = origin::origin_for(&bounds);
    let positions: Vec<_> = read.positions.iter().map(|&p| origin::local(p, origin)).collect();
    read.report.vertices = positions.len() as u64;
    read.report.triangles = read.triangles.len() as u64;
    read.report.problems = read.report.warnings.len() as u64;
    read.report.read_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    progress.begin("building the tree", 0.5..1.0);
    let source = Source::new(&read.counts, read.lines, read.left_out, read.spans, read.names);
    let mesh = Mesh::from_parts(origin, positions, read.triangles, source, progress)
        .map_err(|_| LoadError::Cancelled { name: name.to_owned() })?;
    read.report.build_seconds = start.elapsed().as_secs_f64();
    Ok((mesh, read.report))
}

impl Read {
    fn statement(&mut self, line: u32, text: &str) {
        let text = text.split('#').next().unwrap_or("").trim();
        let (keyword, rest) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let rest = rest.trim();
        match keyword {
            "v" => {
                let numbers: Vec<f64> = rest.split_whitespace().map_while(|number| number.parse().ok()).collect();
                let position = numbers.first_chunk::<3>().copied().unwrap_or_default();
                if numbers.len() < 3 {
                    self.warn(line, "a vertex has three numbers; zero is taken for it".to_owned());
                }
                self.positions.push(position);
            }
            "f" => self.face(line, rest),
            "o" => self.span().object = Some(intern(&mut self.names.objects, rest)),
            "g" => self.span().group = Some(intern(&mut self.names.groups, rest)),
            "usemtl" => self.span().material = Some(intern(&mut self.names.materials, rest)),
            _ => {}
        }
    }

    fn span(&mut self) -> &mut Span {
        let first_face = self.lines.len() as u32;
        let last = self.spans.last().copied();
        if last.is_none_or(|last| last.first_face != first_face) {
            let names = last.unwrap_or(Span { first_face: 0, object: None, group: None, material: None });
            self.spans.push(Span { first_face, ..names });
        }
        self.spans.last_mut().expect("one was pushed")
    }

    fn face(&mut self, line: u32, rest: &str) {
        self.report.faces += 1;
        let vertices = self.positions.len() as i64;
        let corner = |text: &str| {
            let index: i64 = text.split('/').next()?.parse().ok()?;
            let index = if index < 0 { vertices.checked_add(index)? } else { index - 1 };
            (0..vertices).contains(&index).then_some(index as u32)
        };
        let corners: Option<Vec<u32>> = rest.split_whitespace().map(corner).collect();
        match corners {
            Some(corners) if corners.len() >= 3 => {
                self.triangles.extend((2..corners.len()).map(|i| [corners[0], corners[i - 1], corners[i]]));
                self.counts.push(corners.len() as u32 - 2);
                self.lines.push(line);
                self.report.polygons += u64::from(corners.len() > 3);
            }
            _ => {
                self.report.faces_left_out += 1;
                self.left_out.push((self.lines.len() as u32, self.report.faces_left_out as u32));
                self.warn(line, format!("the face `{rest}` cannot be used and is left out"));
            }
        }
    }

    fn warn(&mut self, line: u32, message: String) {
        self.report.warnings.push(Warning { line: Some(line), message });
    }
}

fn intern(names: &mut Vec<String>, name: &str) -> u32 {
    let at = names.iter().position(|known| known == name).unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    });
    at as u32
}
