//! Reads PLY files: a header that says which elements there are, and their records, in words or in bytes.
//!
//! Based on: Greg Turk, The PLY Polygon File Format, 1994. Read beyond that format: types by their sizes (`uint8`),
//! `tristrips` as the Stanford scans have them, lines that end in any way, and lines of the header that say nothing of
//! the data. Crates that read PLY, serde-ply among them, tell neither line nor byte of a record, which every triangle
//! keeps here.

mod header;

use super::companions::Companions;
use super::elements::{AsciiBody, Data, Element, Fields, FirstWord, Job};
use super::encoding::Texts;
use super::problem::Problem;
use super::refusal::Refusal;
use super::report::Warning;
use super::source::{FileText, Named, Span};
use super::text::{Plan, Text};
use super::texture_files::TextureFiles;
use super::textures::{Texture, Textures, Wrap};
use super::{Format, IndexedMesh, LoadReport};
use crate::work::Progress;
use header::Header;

pub fn load(
    text: &Text,
    plan: Plan,
    file: Option<FileText>,
    companions: Option<&dyn Companions>,
    progress: &Progress,
) -> Result<(IndexedMesh, LoadReport), Refusal> {
    let (header, encoding) = header::read(text, plan.step)?;
    let Header { mut elements, length, n_lines, problems, mut texture_files, .. } = header;
    if !plan.attributes {
        texture_files.clear();
    }
    leave_out(&mut elements, plan.attributes, !texture_files.is_empty());
    let job = Job { text, plan, file, progress };
    let (mut mesh, mut report) = match encoding {
        None => {
            let body = AsciiBody { elements: &elements, start: length, lines_ahead: n_lines, comment: None };
            let first_word = FirstWord { at: length, lines_ahead: n_lines, n_ahead: 0 };
            job.load_words(Format::PlyAscii, &body, &[first_word])?
        }
        Some(order) => job.load(Format::PlyBinary, |reading| Data::in_bytes(reading, &elements, length, order))?,
    };
    let [_, of_header] = problems.into_lists();
    report.remarks.splice(0..0, of_header);
    if !texture_files.is_empty() {
        set_textures(&mut mesh, &mut report, &texture_files, companions);
    }
    Ok((mesh, report))
}

/// Leaves out properties that are not kept: all `attributes`, the numbers of images where there are none, and the
/// texture coordinates of vertices where faces have their own.
fn leave_out(elements: &mut [Element], attributes: bool, images: bool) {
    let by_corner = |element: &Element| matches!(element.fields, Fields::Face { texture: Some(_), .. });
    let by_vertex = attributes && !elements.iter().any(by_corner);
    for element in elements {
        match &mut element.fields {
            Fields::Vertex { texture, normal, .. } => {
                *texture = texture.filter(|_| by_vertex);
                *normal = normal.filter(|_| attributes);
            }
            Fields::Face { texture, image, .. } => {
                *texture = texture.filter(|_| attributes);
                *image = image.filter(|_| images);
            }
            Fields::Strip { .. } | Fields::Skipped => {}
        }
    }
}

/// Makes a material of each image file that the header names: of the first one for all faces, unless each face has the
/// number of its image.
fn set_textures(
    mesh: &mut IndexedMesh,
    report: &mut LoadReport,
    files: &[(u32, Vec<u8>)],
    companions: Option<&dyn Companions>,
) {
    let texts = Texts::of(files.iter().map(|(_, name)| &name[..]));
    let materials = &mut mesh.source.names[Named::Material as usize];
    if mesh.source.spans.is_empty() {
        mesh.source.spans = vec![Span { first_face: 0, names: [None, None, Some(0)] }];
        *materials = vec!["0".to_owned()];
    }
    let mut images = companions.map(TextureFiles::new);
    let mut textures = vec![None; materials.len()];
    for (material, texture) in materials.iter_mut().zip(&mut textures) {
        let number = material.parse::<usize>().ok();
        let Some((line, name)) = number.and_then(|number| files.get(number)) else {
            // A number without an image stays the name of the material.
            if let Some(number) = number {
                let problem = Problem::TextureNumber { number, count: files.len() };
                report.remarks.push(Warning::of_file(problem));
            }
            continue;
        };
        *material = texts.text(name);
        let Some(images) = &mut images else { continue };
        let image = images.index_of(material, "", &texts, |problem| {
            report.remarks.push(Warning { line: Some(*line), record: None, problem });
        });
        let (wrap, image_from_uv) = ([Wrap::Repeat; 2], Texture::V_UP);
        *texture = Some(Texture { image, set: 0, wrap, nearest: false, image_from_uv });
    }
    if let Some(images) = images {
        mesh.textures = Textures::new(textures, images.images);
        mesh.source.beside = images.files.into();
    }
    report.remarks.extend(mesh.textures_without_coordinates().map(Warning::of_file));
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod texture_tests;
