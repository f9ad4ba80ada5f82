//! Words for values and errors of the library, in the language of the window.

use super::{Text, t};
use crate::app::answers::MeshSource;
use crate::situation_text::{self, SituationError};
use pickray::math::Shortest;
use pickray::mesh::Place;
use pickray::mesh::samples::Sample;
use pickray::pick::explain::Miss;
use pickray::pick::{AreaError, NoRay, SAVED_SELECTION_VERSION, SelectionError, TriangleId, Unpickable};
use pickray::scene::PlaneError;
use pickray::study::{ChangeError, Objects, SITUATION_VERSION};
use pickray_render::RenderError;

/// Returns the text for a stage of a job, as its progress names it; an unknown name stays as it is.
pub fn stage(words: &str) -> &str {
    known_stage(words).map_or(words, |(_, text)| text.shown())
}

/// Returns a known stage of progress by its name, and its text.
pub fn known_stage(words: &str) -> Option<&'static (&'static str, Text)> {
    STAGES.iter().find(|(stage, _)| *stage == words)
}

const STAGES: [(&str, Text); 15] = [
    ("", Text("stage-starting")),
    ("making the mesh", Text("stage-making-mesh")),
    ("building the tree", Text("stage-building-tree")),
    ("fitting", Text("stage-fitting")),
    ("casting rays", Text("stage-casting")),
    ("casting rays along borders", Text("stage-casting-borders")),
    ("casting the rays of pixels", Text("stage-casting-pixels")),
    ("looking between the centres of pixels", Text("stage-between-pixels")),
    ("finding neighbours", Text("stage-neighbours")),
    ("reading", Text("stage-reading")),
    ("writing", Text("stage-writing")),
    ("comparing pixels", Text("stage-comparing")),
    ("joining corners", Text("stage-joining")),
    ("smoothing normals", Text("stage-smoothing")),
    ("looking for the nearest triangle", Text("stage-nearest")),
];

/// Returns the words for a place in a file.
pub fn place(place: Place) -> String {
    match place {
        Place::Line(line) => t!("place-line", line = line.to_string()),
        Place::Record(record) => t!("place-record", record = record.to_string()),
    }
}

pub fn sample(sample: Sample) -> &'static str {
    match sample {
        Sample::Triangle => t!("sample-triangle"),
        Sample::Cube => t!("sample-cube"),
        Sample::Icosphere => t!("sample-icosphere"),
        Sample::TorusKnot => t!("sample-torus-knot"),
        Sample::Teapot => t!("sample-teapot"),
        Sample::NoisySphere => t!("sample-noisy-sphere"),
    }
}

/// Returns the name of a mesh: a file's as it is, a sample's in the language.
pub fn mesh_name(name: &str) -> &str {
    match Sample::ALL.into_iter().find(|sample| sample.name() == name) {
        Some(found) => sample(found),
        None if name == MeshSource::PASTED => t!("mesh-pasted"),
        None if name.is_empty() => t!("mesh-nameless"),
        None => name,
    }
}

/// Returns why a cursor has no line of sight, as words within a sentence.
pub fn no_ray(why: NoRay) -> String {
    let text = match why {
        NoRay::EmptyViewport => t!("no-ray-empty-viewport"),
        NoRay::OutsideViewport => t!("no-ray-outside-viewport"),
        NoRay::Singular => t!("no-ray-singular"),
        _ => return why.to_string(),
    };
    text.to_owned()
}

/// Returns why an object cannot be hit, as words within a sentence.
pub fn unpickable(why: Unpickable) -> String {
    let text = match why {
        Unpickable::Hidden => t!("unpickable-hidden"),
        Unpickable::Masked => t!("unpickable-masked"),
        Unpickable::SingularTransform => t!("unpickable-singular"),
        _ => return why.to_string(),
    };
    text.to_owned()
}

/// Returns why a change of what goes into a pick is refused.
pub fn change(error: &ChangeError) -> String {
    match *error {
        ChangeError::Planes(error) => planes(error),
        ChangeError::Angle => t!("setup-angle-range").to_owned(),
        ChangeError::Height => t!("setup-height-range").to_owned(),
        ChangeError::Camera => t!("change-camera").to_owned(),
        ChangeError::Up => t!("change-up").to_owned(),
        ChangeError::Placement => t!("setup-no-inverse").to_owned(),
        ChangeError::NoTriangle(TriangleId { object, triangle }) => {
            t!("change-no-triangle", object = object.to_string(), triangle = triangle.to_string())
        }
        ChangeError::NoObjects(Objects { first, last }) => {
            t!("change-no-objects", first = first.to_string(), last = last.to_string())
        }
        ChangeError::ScaleFactor => t!("change-scale-factor").to_owned(),
        _ => error.to_string(),
    }
}

/// Returns why an outline selects nothing, as a sentence.
pub fn area(error: &AreaError) -> String {
    let text = match error {
        AreaError::TooFewPoints(_) => t!("area-too-few-points"),
        AreaError::OffPicture => t!("area-off-picture"),
        AreaError::NoRay(_) | AreaError::NotFinite => t!("area-no-picture"),
        _ => return error.to_string(),
    };
    text.to_owned()
}

/// Returns why a saved selection is not taken, as a sentence.
pub fn selection(error: &SelectionError) -> String {
    match error {
        SelectionError::Version(version) => {
            t!("selection-of-version", version = version.to_string(), known = SAVED_SELECTION_VERSION.to_string())
        }
        SelectionError::NoObject { object, name, n } => {
            t!("selection-no-object", name = mesh_name(name), object = object.to_string(), n = *n)
        }
        SelectionError::OtherMesh { saved, present } => {
            t!("selection-other-mesh", saved = mesh_name(saved), present = mesh_name(present))
        }
        SelectionError::NoTriangle { triangle, name, n } => {
            t!("selection-no-triangle", triangle = triangle.to_string(), name = mesh_name(name), n = n.to_string())
        }
        _ => error.to_string(),
    }
}

/// Returns why a pick found nothing, as words within a sentence.
pub fn miss(miss: Miss) -> String {
    let (text, TriangleId { object, triangle }): (fn(String, String) -> String, _) = match miss {
        Miss::NoRay(why) => return no_ray(why),
        Miss::NothingToHit => return t!("miss-nothing").to_owned(),
        Miss::Beside => return t!("miss-beside").to_owned(),
        Miss::Culled(id) => (|triangle, object| t!("miss-culled", triangle = triangle, object = object), id),
        Miss::BeyondFar(id) => (|triangle, object| t!("miss-beyond-far", triangle = triangle, object = object), id),
        Miss::BeforeNear(id) => (|triangle, object| t!("miss-before-near", triangle = triangle, object = object), id),
        Miss::Hidden(id) => (|triangle, object| t!("miss-hidden", triangle = triangle, object = object), id),
        _ => return miss.to_string(),
    };
    text(triangle.to_string(), object.to_string())
}

/// Returns why clip planes allow no picture, as a sentence.
pub fn planes(error: PlaneError) -> String {
    match error {
        PlaneError::NotFinite("near") => t!("planes-near-not-finite").to_owned(),
        PlaneError::NotFinite(_) => t!("planes-far-not-finite").to_owned(),
        PlaneError::NearBehindEye => t!("planes-near-behind-eye").to_owned(),
        PlaneError::InfiniteOrthographic => t!("planes-infinite-orthographic").to_owned(),
        PlaneError::Crossed { near, far } => {
            let [near, far] = [near, far].map(|distance| Shortest([distance]).to_string());
            t!("planes-crossed", near = near, far = far)
        }
        PlaneError::NoInverse => t!("planes-no-inverse").to_owned(),
        _ => error.to_string(),
    }
}

/// Returns why a text is no situation that can be used, as a sentence.
pub fn situation(error: &SituationError) -> String {
    match error {
        SituationError::Other => t!("situation-none", start = situation_text::start_of_line()),
        SituationError::TooLong => t!("situation-too-long", most = situation_text::LONGEST >> 10),
        SituationError::TooNew(version) => {
            t!("situation-of-version", version = version.to_string(), known = SITUATION_VERSION)
        }
        SituationError::CutOff => t!("situation-damaged").to_owned(),
        SituationError::NotOfTheForm(problem) => t!("situation-not-json", problem = problem.as_str()),
        SituationError::NoPicture => t!("situation-no-camera").to_owned(),
        SituationError::NoMesh => t!("situation-of-no-mesh").to_owned(),
        SituationError::Unreadable(problem) => format!("{problem}."),
    }
}

/// Returns why there is no picture; the words of a driver stay as they are.
#[allow(dead_code, reason = "the shell alone tells of it, which not every build has")]
pub fn render_error(error: &RenderError) -> String {
    match error {
        RenderError::Object(problem) => t!("render-object", problem = problem.as_str()),
        RenderError::Framebuffer(status) => t!("render-framebuffer", status = format!("{status:#x}")),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english_is_what_the_library_says() {
        for sample in Sample::ALL {
            assert_eq!(super::sample(sample), sample.name());
        }
        for error in [
            SituationError::Other,
            SituationError::TooLong,
            SituationError::TooNew(9),
            SituationError::CutOff,
            SituationError::NotOfTheForm("what".to_owned()),
            SituationError::NoPicture,
            SituationError::NoMesh,
            SituationError::Unreadable("where".to_owned()),
        ] {
            assert_eq!(situation(&error), error.to_string());
        }
        for error in [RenderError::Object("a buffer".to_owned()), RenderError::Framebuffer(0x8cd6)] {
            assert_eq!(render_error(&error), error.to_string());
        }
        for why in [NoRay::EmptyViewport, NoRay::OutsideViewport, NoRay::Singular] {
            assert_eq!(no_ray(why), why.to_string());
        }
        for why in [Unpickable::Hidden, Unpickable::Masked, Unpickable::SingularTransform] {
            assert_eq!(unpickable(why), why.to_string());
        }
        for error in [
            SelectionError::Version(9),
            SelectionError::NoObject { object: 3, name: "part.obj".to_owned(), n: 2 },
            SelectionError::OtherMesh { saved: "part.obj".to_owned(), present: "lid.obj".to_owned() },
            SelectionError::NoTriangle { triangle: 1234, name: "part.obj".to_owned(), n: 1200 },
        ] {
            assert_eq!(selection(&error), format!("The selection {error}."));
        }
        let id = TriangleId { object: 1, triangle: 1234 };
        let misses = [Miss::Culled(id), Miss::BeyondFar(id), Miss::BeforeNear(id), Miss::Hidden(id)];
        for why in [Miss::NoRay(NoRay::Singular), Miss::NothingToHit, Miss::Beside].into_iter().chain(misses) {
            assert_eq!(miss(why), why.to_string());
        }
        let crossed = PlaneError::Crossed { near: 2.5, far: 1e-7 };
        let others = [PlaneError::NearBehindEye, PlaneError::InfiniteOrthographic, PlaneError::NoInverse];
        let not_finite = ["near", "far"].map(PlaneError::NotFinite);
        for error in not_finite.into_iter().chain(others).chain([crossed]) {
            let said = error.to_string();
            assert_eq!(planes(error), format!("{}{}.", said[..1].to_uppercase(), &said[1..]));
        }
    }
}
