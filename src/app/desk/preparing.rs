//! Background work that the picture waits for: normals, simplified meshes to draw while things move, and images.

use super::Desk;
use crate::app::action::{Action, Message, Normals, Simplified};
use crate::app::job::{Answer, Task};
use crate::app::platform::perform;
use crate::app::texts::{of_library, t};
use pickray::mesh::problem::Problem;
use pickray::mesh::{Image, LoadReport, Mesh};
use pickray::work::{Progress, packed};
use pickray_render::{PackedNormals, SimplifiedMesh, TextureLimit};
use std::sync::Arc;

/// Number of bytes of a message to which nothing is added.
const LONG: usize = 300;

pub(in crate::app) struct ComputeNormals(pub Arc<Mesh>);

packed!(struct ComputeNormals { 0 });

impl Task for ComputeNormals {
    type Answer = PackedNormals;

    fn run(self, progress: &Progress) -> Option<PackedNormals> {
        PackedNormals::of_with(&self.0, progress).ok()
    }
}

pub(in crate::app) fn compute_normals(desk: &mut Desk, mesh: Arc<Mesh>) {
    let compute = |progress| async move {
        let normals = perform(ComputeNormals(mesh.clone()), progress).await;
        Some((mesh, normals))
    };
    desk.files.normals.begin_waiting(&mut desk.files.jobs, compute, Action::NormalsComputed);
}

pub(in crate::app) fn normals_computed(desk: &mut Desk, answer: Answer<Normals>) {
    desk.files.normals.keep(answer);
    let is_open = |mesh| desk.drawn_scene().objects().first().is_some_and(|object| object.mesh.looks_as(mesh));
    if let Some((mesh, Some(normals))) = desk.files.normals.get()
        && is_open(mesh)
    {
        desk.files.n_positions = Some(normals.n_positions());
    }
}

pub(in crate::app) struct Simplify(pub Vec<(Arc<Mesh>, u32)>);

packed!(struct Simplify { 0 });

impl Task for Simplify {
    /// Simplified meshes in the order of the task; `None` for one that cannot be simplified.
    type Answer = Vec<Option<SimplifiedMesh>>;

    fn run(self, progress: &Progress) -> Option<Self::Answer> {
        let simplified = |(mesh, most): &(Arc<Mesh>, u32)| SimplifiedMesh::of_with(mesh, *most as usize, progress).ok();
        self.0.iter().map(simplified).collect()
    }
}

pub(in crate::app) fn simplify(desk: &mut Desk, wanted: Vec<(Arc<Mesh>, u32)>) {
    let meshes: Vec<_> = wanted.iter().map(|(mesh, _)| mesh.clone()).collect();
    let simplify = |progress| async move {
        let made = perform(Simplify(wanted), progress).await;
        // What was stopped is not tried again.
        let made = made.unwrap_or_else(|| vec![None; meshes.len()]);
        Some(meshes.into_iter().zip(made).collect::<Simplified>())
    };
    desk.files.simplified.begin_waiting(&mut desk.files.jobs, simplify, Action::Simplified);
}

/// Returns the image to decode next; `None` if one is being decoded, all are, or no textures are shown.
pub(in crate::app) fn next_image(desk: &Desk) -> Option<&Image> {
    let wanted = desk.settings.style.textures && desk.files.image.is_idle();
    let objects = desk.drawn_scene().objects().iter().filter(|object| wanted && object.visible);
    objects.flat_map(|object| object.mesh.textures().images()).find(|image| !image.is_settled())
}

pub(in crate::app) fn image_decoded(desk: &mut Desk, answer: Answer<Image>) {
    let Some(image) = desk.files.image.take(answer) else { return };
    if let Some(hit) = desk.picked.as_mut().and_then(|picked| picked.hit.as_mut()) {
        hit.renew_attributes(desk.study.scene());
    }
    if let Some(told) = not_shown(&image) {
        tell_of_image(desk, &told, true);
    } else if image.pixels().is_some_and(|pixels| pixels.is_transparent()) {
        tell_of_image(desk, &t!("texture-transparent", image = image.name()), false);
    }
}

/// Tells of images that cannot be decoded, of objects from index `first` on, and of looks that are lost otherwise.
pub(super) fn tell_absent(desk: &mut Desk, first: usize, reports: &[LoadReport]) {
    let images = desk.opened()[first..].iter().flat_map(|object| object.mesh.textures().images());
    let mut absent: Vec<String> = images.filter_map(not_shown).collect();
    absent.extend(lost_looks(reports, desk.settings.style.textures));
    absent.dedup();
    for told in absent {
        tell_of_image(desk, &told, false);
        let is_said = desk.files.said_of_images == Some(desk.messages.said);
        if let Some(message) = desk.messages.last.as_mut().filter(|_| is_said) {
            message.about_report = true;
        }
    }
}

/// Returns why an image is not shown, as a sentence; `None` if it is, or it is not known yet.
fn not_shown(image: &Image) -> Option<String> {
    let why = Box::new(image.problem()?.clone());
    Some(of_library::sentence(&Problem::TextureNotShown { image: image.name().to_owned(), why }))
}

/// Tells that materials are not opaque, once textures are switched on.
pub(in crate::app) fn textures_switched_on(desk: &mut Desk) {
    let told: Vec<_> = lost_looks(&desk.files.reports, true).collect();
    told.iter().for_each(|told| tell_of_image(desk, told, false));
}

/// Returns sentences on missing material libraries and, with `textures`, on materials that are not opaque.
fn lost_looks(reports: &[LoadReport], textures: bool) -> impl Iterator<Item = String> {
    let problems = reports.iter().flat_map(|report| &report.remarks).map(|remark| &remark.problem);
    let is_told = move |problem: &&Problem| match problem {
        Problem::LibraryNotRead { .. } => true,
        Problem::DrawnOpaque { .. } => textures,
        _ => false,
    };
    problems.filter(is_told).map(|problem| of_library::sentence(problem))
}

pub(in crate::app) fn image_limited(desk: &mut Desk, image: &str, limit: TextureLimit) {
    match limit {
        TextureLimit::MadeSmaller { width, height } => {
            tell_of_image(desk, &t!("texture-smaller", image = image, width = width, height = height), false);
        }
        TextureLimit::NoMemory => tell_of_image(desk, &t!("texture-no-memory", image = image), true),
    }
}

/// Shows a message on an image behind that on its file or others; a mere word does not replace another error.
fn tell_of_image(desk: &mut Desk, text: &str, is_error: bool) {
    let of_images = desk.files.said_of_images == Some(desk.messages.said);
    let mut message = match &desk.messages.last {
        Some(last) if of_images && LONG < last.text.len() => return,
        Some(last) if of_images || last.about_report => Message { text: format!("{} {text}", last.text), ..*last },
        Some(last) if last.is_error && !is_error => return,
        _ => Message::word(text),
    };
    message.is_error |= is_error;
    desk.messages.say(message);
    desk.files.said_of_images = Some(desk.messages.said);
}
