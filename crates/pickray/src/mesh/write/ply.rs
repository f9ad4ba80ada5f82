//! PLY: a header that describes the records, then the records of vertices and of faces. Texture coordinates are
//! written by vertex where all are, else as a list of each face; normals only where they are by vertex.

use super::LeftOut;
use super::part::{Numbered, counts, on_one_line};
use super::sink::{Sink, WriteError};
use crate::math::Shortest;
use crate::mesh::looks::WHITE;
use crate::mesh::{CornerValues, Image, IndexedMesh, Srgb8, Texture, Wrap};
use glam::DAffine2;
use std::fmt;
use std::io::{self, Write};

struct Layout {
    ascii: bool,
    /// `true` to write coordinates in f32, which then holds all of their digits; `false` to write them in f64.
    is_f32: bool,
    /// Two flags: whether vertices have colours, and whether faces have colours.
    colored: [bool; 2],
    has_normals: bool,
    texture: Option<TextureAt>,
    /// Images, and the names of their files; faces name images by their places in this list.
    images: Vec<(Image, String)>,
}

#[derive(Clone, Copy, PartialEq)]
enum TextureAt {
    Vertex,
    Corner,
}

/// Returns where the texture coordinates of the parts are written; `None` if there are none.
fn texture_at(parts: &[Numbered]) -> Option<TextureAt> {
    let is_by_vertex = |numbered: &Numbered| {
        let values = numbered.part.mesh.texture_coordinates(0).filter(|values| values.corners().is_none());
        let is_finite =
            |values: &CornerValues<2>, vertex: u32| values.values()[vertex as usize].iter().all(|x| x.is_finite());
        values.is_some_and(|values| numbered.vertices().all(|vertex| is_finite(values, vertex)))
    };
    parts.iter().find(|numbered| numbered.part.mesh.texture_coordinates(0).is_some())?;
    Some(if parts.iter().all(is_by_vertex) { TextureAt::Vertex } else { TextureAt::Corner })
}

/// Returns the normals of a part that are by vertex.
fn normals<'a>(numbered: &Numbered<'a>) -> Option<&'a [[f32; 3]]> {
    let normals = numbered.part.mesh.normals().filter(|normals| normals.corners().is_none());
    normals.map(CornerValues::values)
}

/// Returns the place of a triangle's image among `images`; -1 if the triangle has none of them.
fn image_of(images: &[(Image, String)], numbered: &Numbered, triangle: u32) -> i32 {
    let mesh = numbered.part.mesh;
    let image = mesh.texture(triangle).map(|texture| &mesh.textures().images()[texture.image as usize]);
    let place = image.and_then(|image| images.iter().position(|(known, _)| known.is(image)));
    place.map_or(-1, |place| place as i32)
}

/// Returns the images that are files, with their names. Notes others, and textures placed as PLY cannot say.
fn images(parts: &[Numbered], left_out: &mut LeftOut) -> Vec<(Image, String)> {
    let mut images: Vec<(Image, String)> = Vec::new();
    for part in parts.iter().map(|numbered| numbered.part) {
        let textures = part.mesh.textures();
        let usual = if part.mesh.v_is_down() { DAffine2::IDENTITY } else { Texture::V_UP };
        let is_placed = |it: &Texture| it.set > 0 || it.wrap != [Wrap::Repeat; 2] || it.image_from_uv != usual;
        left_out.texture_placement |= textures.materials().iter().flatten().any(is_placed);
        for image in textures.images() {
            match image.name_from(part.folder) {
                Some(_) if images.iter().any(|(known, _)| known.is(image)) => {}
                Some(name) => images.push((image.clone(), name)),
                None => left_out.textures = true,
            }
        }
    }
    images
}

/// Returns the colour of a triangle, which is that of its face times that of its material, if it has either.
fn color_of(mesh: &IndexedMesh, triangle: u32) -> Option<Srgb8> {
    let face = mesh.colors().triangles.get(triangle as usize).copied();
    let Some(diffuse) = mesh.diffuse(triangle) else { return face };
    let face = face.unwrap_or(WHITE);
    Some([0, 1, 2].map(|i| (f32::from(face[i]) * diffuse[i]).round() as u8))
}

/// Writes the parts as PLY: as text if `ascii`, else in little-endian binary records.
pub fn write(sink: &mut Sink, parts: &[Numbered], ascii: bool) -> Result<(), WriteError> {
    let (vertices, triangles) = counts(parts);
    sink.expect(vertices, triangles, u64::from(u32::MAX))?;
    let colors = || parts.iter().map(|numbered| numbered.part.mesh.colors());
    let colored =
        [colors().any(|it| !it.vertices.is_empty()), colors().any(|it| it.has_triangles() || it.has_materials())];
    let is_f32 = parts.iter().all(|numbered| numbered.part.is_f32(numbered.vertices()));
    let has_normals = parts.iter().any(|numbered| normals(numbered).is_some());
    let texture = texture_at(parts);
    let left_out = &mut sink.written.left_out;
    left_out.gaps = has_normals && parts.iter().any(|numbered| normals(numbered).is_none());
    let mut images = images(parts, left_out);
    if texture.is_none() && !images.is_empty() {
        (images, left_out.textures) = (Vec::new(), true);
    }
    let layout = Layout { ascii, is_f32, colored, has_normals, texture, images };
    layout.header(sink, vertices, triangles)?;

    // All vertices, part by part.
    for numbered in parts {
        for vertex in numbered.vertices() {
            let position = sink.finite(vertex, numbered.part.position(vertex))?;
            let colors = &numbered.part.mesh.colors().vertices;
            layout.position(sink, position)?;
            if layout.has_normals {
                let normal = normals(numbered).map_or([0.0; 3], |normals| normals[vertex as usize]);
                let is_finite = normal.iter().all(|x| x.is_finite());
                layout.floats(sink, if is_finite { numbered.part.normal(normal) } else { [0.0; 3] })?;
            }
            if layout.texture == Some(TextureAt::Vertex)
                && let Some(values) = numbered.part.mesh.texture_coordinates(0)
            {
                layout.floats(sink, numbered.part.uv_up(values.values()[vertex as usize]))?;
            }
            layout.end(sink, layout.colored[0], colors.get(vertex as usize).copied())?;
            sink.step()?;
        }
    }

    // All faces, whose vertices count on from part to part.
    let mut first = 0;
    for numbered in parts {
        for triangle in numbered.part.triangles() {
            let corners = numbered.corners(triangle).map(|number| first + number);
            layout.face(sink, corners)?;
            if layout.texture == Some(TextureAt::Corner) {
                let vertices = numbered.part.mesh.triangles()[triangle as usize];
                let values = numbered.part.mesh.texture_coordinates(0);
                let [a, b, c] = values.map_or([None; 3], |values| values.of_triangle(triangle, vertices));
                let all = a.zip(b).zip(c).map(|((a, b), c)| [a, b, c].map(|uv| numbered.part.uv_up(uv)));
                let count = if all.is_some() { 6 } else { 0 };
                layout.put(sink, format_args!(" {count}"), &[count])?;
                all.into_iter().flatten().try_for_each(|uv| layout.floats(sink, uv))?;
            }
            if !layout.images.is_empty() {
                let image = image_of(&layout.images, numbered, triangle);
                layout.put(sink, format_args!(" {image}"), &image.to_le_bytes())?;
            }
            layout.end(sink, layout.colored[1], color_of(numbered.part.mesh, triangle))?;
            sink.step()?;
        }
        first += numbered.n_vertices;
    }
    Ok(())
}

impl Layout {
    fn header(&self, sink: &mut Sink, vertices: u64, triangles: u64) -> io::Result<()> {
        let encoding = if self.ascii { "ascii" } else { "binary_little_endian" };
        let number = if self.is_f32 { "float" } else { "double" };
        // Few readers know indices without a sign.
        let index = if vertices <= i32::MAX as u64 { "int" } else { "uint" };
        let properties = |kind: &str, names: &[&str]| -> String {
            names.iter().map(|name| format!("property {kind} {name}\n")).collect()
        };
        let [of_vertex, of_face] = self
            .colored
            .map(|colored| if colored { properties("uchar", &["red", "green", "blue"]) } else { String::new() });
        let normals: &[&str] = if self.has_normals { &["nx", "ny", "nz"] } else { &[] };
        let texture: &[&str] = if self.texture == Some(TextureAt::Vertex) { &["s", "t"] } else { &[] };
        let vertex = properties(number, &["x", "y", "z"]) + &properties("float", &[normals, texture].concat());
        let lists = if self.texture == Some(TextureAt::Corner) { "property list uchar float texcoord\n" } else { "" };
        let image = if self.images.is_empty() { "" } else { "property int texnumber\n" };
        writeln!(sink, "ply\nformat {encoding} 1.0\ncomment pickray {}", env!("CARGO_PKG_VERSION"))?;
        for (_, name) in &self.images {
            writeln!(sink, "comment TextureFile {}", on_one_line(name))?;
        }
        write!(sink, "element vertex {vertices}\n{vertex}{of_vertex}element face {triangles}\n")?;
        write!(sink, "property list uchar {index} vertex_indices\n{lists}{image}{of_face}end_header\n")
    }

    fn put(&self, sink: &mut Sink, text: fmt::Arguments, bytes: &[u8]) -> io::Result<()> {
        if self.ascii { sink.write_fmt(text) } else { sink.write_all(bytes) }
    }

    fn position(&self, sink: &mut Sink, position: [f64; 3]) -> io::Result<()> {
        let text = Shortest(position);
        if self.is_f32 {
            self.put(sink, format_args!("{text}"), position.map(|x| (x as f32).to_le_bytes()).as_flattened())
        } else {
            self.put(sink, format_args!("{text}"), position.map(f64::to_le_bytes).as_flattened())
        }
    }

    fn floats<const N: usize>(&self, sink: &mut Sink, numbers: [f32; N]) -> io::Result<()> {
        self.put(sink, format_args!(" {}", Shortest(numbers)), numbers.map(f32::to_le_bytes).as_flattened())
    }

    fn face(&self, sink: &mut Sink, corners @ [a, b, c]: [u32; 3]) -> io::Result<()> {
        self.put(sink, format_args!("3"), &[3])?;
        self.put(sink, format_args!(" {a} {b} {c}"), corners.map(u32::to_le_bytes).as_flattened())
    }

    /// Writes the colour of a record, where records have one, and ends its line.
    fn end(&self, sink: &mut Sink, colored: bool, color: Option<Srgb8>) -> io::Result<()> {
        let color @ [red, green, blue] = color.unwrap_or(WHITE);
        if colored {
            self.put(sink, format_args!(" {red} {green} {blue}"), &color)?;
        }
        self.put(sink, format_args!("\n"), &[])
    }
}
