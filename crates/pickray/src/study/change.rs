//! The changes that can be made to a study: by the window's fields, by the steps of a lesson, by options of a command.

use crate::intersect::Culling;
use crate::math::PixelSample;
use crate::pick::explain::Mistake;
use crate::pick::{TriangleId, TriangleIds};
use crate::scene::PlaneError;
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// A change of a [`Study`](crate::study::Study). In a file it is an object of one name and its value, `{"near": 2.5}`,
/// or the name alone, `"reset"`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// A click: physical pixels from the top left of the framebuffer.
    Pick(DVec2),
    /// Another cursor for the last click, seen as it was.
    Cursor(DVec2),
    /// The distance of the near plane.
    Near(Plane),
    /// The distance of the far plane.
    Far(Plane),
    /// Whether depth runs backwards.
    Reversed(bool),
    /// A perspective of this vertical angle, in degrees.
    Perspective(f64),
    /// An orthographic projection with a picture of this height in the world.
    Orthographic(f64),
    /// The side that cannot be hit.
    Culling(Culling),
    /// The point of the pixel that the ray goes through.
    Sample(PixelSample),
    /// The mesh moved by this.
    Moved(DVec3),
    /// The mesh turned about x, then y, then z, in degrees.
    Turned(DVec3),
    /// The mesh scaled by these factors.
    Scaled(DVec3),
    /// The camera put somewhere, for the next click.
    Camera(CameraPlace),
    /// The question why a triangle is not the hit: its number, or that of its object and its own, `[2, 15]`; none takes
    /// the question back.
    #[serde(with = "object_and_triangle")]
    WhyNot(Option<TriangleId>),
    /// The mistake that is shown beside the right pick; none puts it away.
    Mistake(Option<Mistake>),
    /// The mistake that is hidden, to be found; none takes it away.
    HiddenMistake(Option<Mistake>),
    /// The guess which mistake is hidden.
    NameMistake(Mistake),
    /// To be told which mistake is hidden.
    TellMistake,
    /// Physical pixels to a logical one, above 0, as mistakes with them take it; none takes those of the screen.
    ScaleFactor(Option<f64>),
    /// Objects that are seen, and can be hit.
    Show(Objects),
    /// Objects that are not seen, and cannot be hit.
    Hide(Objects),
    /// These objects alone.
    Isolate(Objects),
    /// Triangles that are not seen any longer, and cannot be hit: of each object a list of their numbers, or the first
    /// and the last one of several, `{"0": [3, [5, 9]]}`.
    HideTriangles(TriangleIds),
    /// Triangles that are seen again.
    ShowTriangles(TriangleIds),
    /// All objects, and all triangles of them.
    ShowAll,
    /// Planes, placement and options as they are when a mesh is opened; all objects and triangles are seen.
    Reset,
}

/// Objects that follow each other in a scene. In a file the first and the last one, `[2, 5]`, or the only one, `2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Numbers", into = "Numbers")]
pub struct Objects {
    /// The first one.
    pub first: u32,
    /// The last one.
    pub last: u32,
}

impl Objects {
    /// Returns one object.
    pub fn one(index: u32) -> Self {
        Self { first: index, last: index }
    }

    /// Returns whether an object is among them.
    pub fn contains(self, index: u32) -> bool {
        (self.first..=self.last).contains(&index)
    }
}

/// The numbers of objects in a file.
#[derive(Serialize, Deserialize)]
#[serde(untagged, expecting = "an object's number is needed, or that of the first and of the last one")]
enum Numbers {
    One(u32),
    FirstAndLast([u32; 2]),
}

impl From<Numbers> for Objects {
    fn from(numbers: Numbers) -> Self {
        match numbers {
            Numbers::One(index) => Self::one(index),
            Numbers::FirstAndLast([first, last]) => Self { first, last },
        }
    }
}

impl From<Objects> for Numbers {
    fn from(Objects { first, last }: Objects) -> Self {
        if first == last { Self::One(first) } else { Self::FirstAndLast([first, last]) }
    }
}

/// Where a clip plane is put.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a distance, \"infinite\" or \"fitted\" is needed")]
pub enum Plane {
    /// At this distance from the eye.
    At(f64),
    /// Where no number says.
    Named(PlaneName),
}

/// A place of a clip plane that is no number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaneName {
    /// At infinity.
    Infinite,
    /// As close to the mesh as it goes.
    Fitted,
}

/// Where a camera stands and what it looks at, in the world.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraPlace {
    /// Where it stands.
    pub eye: DVec3,
    /// What it looks at.
    pub target: DVec3,
    /// What is up in its picture.
    #[serde(default = "y_axis")]
    pub up: DVec3,
}

fn y_axis() -> DVec3 {
    DVec3::Y
}

impl Plane {
    /// Returns the distance given; `None` where it is fitted.
    pub fn distance(self) -> Option<f64> {
        match self {
            Self::At(distance) => Some(distance),
            Self::Named(PlaneName::Infinite) => Some(f64::INFINITY),
            Self::Named(PlaneName::Fitted) => None,
        }
    }
}

/// Why a change cannot be made.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ChangeError {
    /// A clip plane cannot be there.
    #[error("{0}")]
    Planes(#[from] PlaneError),
    /// An angle that gives no picture.
    #[error("an angle must lie between 0 and 180 degrees")]
    Angle,
    /// A height that gives no picture.
    #[error("a height must be above 0")]
    Height,
    /// A camera without a direction, or far too far away.
    #[error("the camera sees nothing from there: its eye and its target must be two points")]
    Camera,
    /// An up that points nowhere.
    #[error("0, 0, 0 is no direction: give one that is up in the picture")]
    Up,
    /// A model transform that leaves nothing to hit.
    #[error(
        "this leaves nothing to hit: no factor may be 0, or too small for the others, and nothing may lie beyond 1e75"
    )]
    Placement,
    /// The scene has no such objects.
    #[error("there are no objects {} to {}", .0.first, .0.last)]
    NoObjects(Objects),
    /// The scene has no such triangle.
    #[error("object {} has no triangle {}", .0.object, .0.triangle)]
    NoTriangle(TriangleId),
    /// A scale factor that no screen has.
    #[error("a scale factor must be above 0")]
    ScaleFactor,
}

/// A triangle by its number alone, where it is of the first object.
mod object_and_triangle {
    use crate::pick::TriangleId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    #[derive(Serialize, Deserialize)]
    #[serde(untagged, expecting = "a triangle's number is needed, or that of an object and its own")]
    enum Numbers {
        Triangle(u32),
        Both([u32; 2]),
    }

    pub fn serialize<S: Serializer>(id: &Option<TriangleId>, serializer: S) -> Result<S::Ok, S::Error> {
        let numbers = id.map(|TriangleId { object, triangle }| match object {
            0 => Numbers::Triangle(triangle),
            _ => Numbers::Both([object, triangle]),
        });
        numbers.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<TriangleId>, D::Error> {
        let id = |numbers| match numbers {
            Numbers::Triangle(triangle) => TriangleId { object: 0, triangle },
            Numbers::Both([object, triangle]) => TriangleId { object, triangle },
        };
        Ok(Option::<Numbers>::deserialize(deserializer)?.map(id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_written_as_they_are_read() {
        for text in [
            r#"{"pick":[480.0,320.5]}"#,
            r#"{"near":2.5}"#,
            r#"{"far":"infinite"}"#,
            r#"{"near":"fitted"}"#,
            r#"{"reversed":true}"#,
            r#"{"perspective":30.0}"#,
            r#"{"orthographic":4.0}"#,
            r#"{"culling":"back"}"#,
            r#"{"sample":"corner"}"#,
            r#"{"moved":[1.0,0.0,-2.0]}"#,
            r#"{"turned":[0.0,45.0,0.0]}"#,
            r#"{"scaled":[1.0,2.0,1.0]}"#,
            r#"{"camera":{"eye":[0.0,0.0,9.0],"target":[0.0,0.0,0.0],"up":[0.0,1.0,0.0]}}"#,
            r#"{"cursor":[480.0,320.5]}"#,
            r#"{"why_not":7}"#,
            r#"{"why_not":[2,7]}"#,
            r#"{"why_not":null}"#,
            r#"{"hidden_mistake":"pixel_corner"}"#,
            r#"{"hide":2}"#,
            r#"{"show":[2,5]}"#,
            r#"{"isolate":0}"#,
            r#""show_all""#,
            r#"{"scale_factor":2.0}"#,
            r#"{"scale_factor":null}"#,
            r#""tell_mistake""#,
            r#""reset""#,
            r#"{"mistake":"y_not_flipped"}"#,
            r#"{"mistake":null}"#,
            r#"{"name_mistake":"pixel_corner"}"#,
        ] {
            let change: Change = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&change).expect("JSON"), text);
        }
        assert!(serde_json::from_str::<Change>(r#"{"near":"far away"}"#).is_err());
        assert!(serde_json::from_str::<Change>(r#"{"jump":1}"#).is_err());
    }
}
