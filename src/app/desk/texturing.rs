//! Images of textures, decoded in the background one after the other; the picture shows each as it comes.

use super::Desk;
use crate::app::action::Action;
use crate::app::job::Answer;
use crate::app::message::Message;
use crate::app::platform;
use crate::app::texts::{of_library, t};
use pickray::mesh::problem::Problem;
use pickray::mesh::{Image, LoadReport};
use pickray_render::TextureLimit;

/// Number of bytes of a message to which nothing is added.
const LONG: usize = 300;

/// Returns the image to decode next; `None` if one is being decoded, all are, or no textures are shown.
pub(in crate::app) fn next(desk: &Desk) -> Option<&Image> {
    let wanted = desk.settings.style.textures && desk.files.image.is_idle();
    let objects = desk.drawn_scene().objects().iter().filter(|object| wanted && object.visible);
    objects.flat_map(|object| object.mesh.textures().images()).find(|image| !image.is_settled())
}

pub(in crate::app) fn begin(desk: &mut Desk, image: Image) {
    let decode = |progress| async move { platform::decode(image.clone(), progress).await.then_some(image) };
    desk.files.image.begin_waiting(&mut desk.files.jobs, decode, Action::ImageDecoded);
}

pub(in crate::app) fn decoded(desk: &mut Desk, answer: Answer<Image>) {
    let Some(image) = desk.files.image.take(answer) else { return };
    if let Some(hit) = desk.picked.get_mut().as_mut().and_then(|picked| picked.hit.as_mut()) {
        hit.renew_attributes(desk.study.scene());
    }
    if let Some(told) = not_shown(&image) {
        tell(desk, &told, true);
    } else if image.pixels().is_some_and(|pixels| pixels.is_transparent()) {
        tell(desk, &t!("texture-transparent", image = image.name()), false);
    }
}

/// Tells of images that cannot be decoded, of the objects from index `first` on, and of looks that are lost otherwise;
/// the load reports have them, too.
pub(super) fn tell_absent(desk: &mut Desk, first: usize, reports: &[LoadReport]) {
    let images = desk.opened()[first..].iter().flat_map(|object| object.mesh.textures().images());
    let mut absent: Vec<String> = images.filter_map(not_shown).collect();
    absent.extend(lost_looks(reports, desk.settings.style.textures));
    absent.dedup();
    for told in absent {
        tell(desk, &told, false);
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
pub(in crate::app) fn switched_on(desk: &mut Desk) {
    let told: Vec<_> = lost_looks(&desk.files.reports, true).collect();
    told.iter().for_each(|told| tell(desk, told, false));
}

/// Returns sentences on material libraries that are not there and, if `textures` are shown, on materials that are not
/// opaque.
fn lost_looks(reports: &[LoadReport], textures: bool) -> impl Iterator<Item = String> {
    let problems = reports.iter().flat_map(|report| &report.remarks).map(|remark| &remark.problem);
    let is_told = move |problem: &&Problem| match problem {
        Problem::LibraryNotRead { .. } => true,
        Problem::DrawnOpaque { .. } => textures,
        _ => false,
    };
    problems.filter(is_told).map(|problem| of_library::sentence(problem))
}

/// Tells of an image that the GPU does not show as it is.
pub(in crate::app) fn limited(desk: &mut Desk, image: &str, limit: TextureLimit) {
    match limit {
        TextureLimit::MadeSmaller { width, height } => {
            tell(desk, &t!("texture-smaller", image = image, width = width, height = height), false);
        }
        TextureLimit::NoMemory => tell(desk, &t!("texture-no-memory", image = image), true),
    }
}

/// Shows a message on an image: behind one on the file or on other images if there is one; a mere word does not take
/// the place of another error.
fn tell(desk: &mut Desk, text: &str, is_error: bool) {
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
