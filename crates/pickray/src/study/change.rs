//! Changes that can be made to a study: by the window's fields, by the steps of a lesson, by options of a command.

use crate::intersect::Culling;
use crate::math::PixelSample;
use crate::pick::explain::Mistake;
use crate::pick::{TriangleId, TriangleIds};
use crate::scene::PlaneError;
use crate::work::said::{example, said};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Change of a [`Study`](crate::study::Study). In JSON it is as `{"near": 2.5}`, or a string as `"reset"`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Change {
    /// Click at a place of the picture: physical pixels from the top left of the framebuffer.
    Pick(DVec2),
    /// New cursor of the last click, in that click's view: physical pixels from the top left of the framebuffer.
    Cursor(DVec2),
    /// Distance of the near plane along the view direction.
    Near(Plane),
    /// Distance of the far plane along the view direction.
    Far(Plane),
    /// Direction of depth: `true` for 1 at the near plane and 0 at the far plane, `false` for the reverse.
    Reversed(bool),
    /// Perspective projection with this vertical field of view, in degrees.
    Perspective(f64),
    /// Orthographic projection with a picture of this height in the world.
    Orthographic(f64),
    /// Culling: the side of triangles that cannot be hit.
    Culling(Culling),
    /// Point of the pixel that the ray goes through.
    Sample(PixelSample),
    /// Shift of all objects as one, in world units.
    Moved(DVec3),
    /// Turns of all objects as one about x, then y, then z, in degrees.
    Turned(DVec3),
    /// Factors that scale all objects as one along x, y and z.
    Scaled(DVec3),
    /// New position, target and up direction of the camera, for the next click.
    Camera(CameraPlace),
    /// Question why a triangle is not the hit, by its index, or its object's and its own, `[2, 15]`; or none.
    #[serde(with = "object_and_triangle")]
    WhyNot(Option<TriangleId>),
    /// Mistake whose result is to be shown beside that of the right pick; `None` to show no mistake.
    Mistake(Option<Mistake>),
    /// Mistake to show without its name, for the user to guess; `None` to stop this.
    HiddenMistake(Option<Mistake>),
    /// Guess of the user at the hidden mistake.
    NameMistake(Mistake),
    /// Request to tell the user the hidden mistake.
    TellMistake,
    /// Number of physical pixels per logical pixel, for mistakes that confuse them; `None` to use the screen's.
    ScaleFactor(Option<f64>),
    /// Objects to show, which can be hit from then on.
    Show(Objects),
    /// Objects to hide, which cannot be hit from then on.
    Hide(Objects),
    /// Objects to show alone, all others hidden.
    Isolate(Objects),
    /// Triangles to hide, which cannot be hit from then on: for each object indices and ranges, `{"0": [3, [5, 9]]}`.
    HideTriangles(TriangleIds),
    /// Triangles to show again: for each object a list of indices, and of ranges given by their first and last index.
    ShowTriangles(TriangleIds),
    /// Request to show all objects, and all triangles of them.
    ShowAll,
    /// Return to the clip planes, placement, options and visibility that a study has when a file is opened.
    Reset,
}

/// Range of consecutive objects in a scene. In JSON it is the first and the last index, `[2, 5]`, or one, `2`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Numbers", into = "Numbers")]
pub struct Objects {
    /// Index of the first object.
    pub first: u32,
    /// Index of the last object, which is included.
    pub last: u32,
}

impl Objects {
    /// Returns the range of one object.
    pub fn one(index: u32) -> Self {
        Self { first: index, last: index }
    }

    /// Returns `true` if an object is in the range.
    pub fn contains(self, index: u32) -> bool {
        (self.first..=self.last).contains(&index)
    }
}

/// Numbers of objects in a file.
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

/// Position of a clip plane: at a distance, at infinity, or fitted to the scene.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged, expecting = "a distance, \"infinite\" or \"fitted\" is needed")]
pub enum Plane {
    /// Distance from the eye, along the view direction.
    At(f64),
    /// Position with a name instead of a distance.
    Named(PlaneName),
}

/// Position of a clip plane that is given by name, not as a distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PlaneName {
    /// Plane at infinity.
    Infinite,
    /// Plane fitted to the scene.
    Fitted,
}

/// Position, target and up direction of a camera, in world space.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CameraPlace {
    /// Position of the eye.
    pub eye: DVec3,
    /// Point that the camera looks at, in the middle of the picture.
    pub target: DVec3,
    /// Direction that is up in the picture; +y if it is left out in a file.
    #[serde(default = "y_axis")]
    pub up: DVec3,
}

fn y_axis() -> DVec3 {
    DVec3::Y
}

impl Plane {
    /// Returns the plane's distance along the view direction, perhaps infinite; `None` for a fitted plane.
    pub fn distance(self) -> Option<f64> {
        match self {
            Self::At(distance) => Some(distance),
            Self::Named(PlaneName::Infinite) => Some(f64::INFINITY),
            Self::Named(PlaneName::Fitted) => None,
        }
    }
}

said! {
    /// Error of a change that cannot be made.
    #[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
    #[non_exhaustive]
    pub enum ChangeError {
        Planes(#[from] error: PlaneError) => "{error}",
        Angle => "an angle must lie between 0 and 180 degrees",
        Height => "a height must be above 0",
        Camera => "the camera sees nothing from there: its eye and its target must be two points",
        Up => "0, 0, 0 is not a direction: give one that is up in the picture",
        Placement => "this leaves nothing to hit: no factor may be 0, or too small for the others, and nothing may lie \
            beyond 1e75",
        NoObjects(objects: Objects) where first = objects.first, last = objects.last =>
            "there are no objects {first} to {last}",
        NoTriangle(id: TriangleId) where object = id.object, triangle = id.triangle =>
            "object {object} has no triangle {triangle}",
        ScaleFactor => "a scale factor must be above 0",
    }
}
example! { Objects = Objects { first: 2, last: 5 } }

/// Serialisation of a triangle: by its number alone where it is of the first object, else with that of its object.
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
        let all = r#"
            {"pick":[480.0,320.5]} {"cursor":[480.0,320.5]} {"sample":"corner"} {"culling":"back"} {"scale_factor":2.0}
            {"near":2.5} {"near":"fitted"} {"far":"infinite"} {"reversed":true} {"perspective":30.0}
            {"camera":{"eye":[0.0,0.0,9.0],"target":[0.0,0.0,0.0],"up":[0.0,1.0,0.0]}} {"scale_factor":null} "reset"
            {"moved":[1.0,0.0,-2.0]} {"turned":[0.0,45.0,0.0]} {"scaled":[1.0,2.0,1.0]}
            {"hide":2} {"show":[2,5]} {"isolate":0} "show_all" {"why_not":7} {"why_not":[2,7]} {"why_not":null}
            {"mistake":"y_not_flipped"} {"mistake":null} {"name_mistake":"pixel_corner"} "tell_mistake"
            {"hidden_mistake":"pixel_corner"} {"orthographic":4.0}
        "#;
        for text in all.split_whitespace() {
            let change: Change = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&change).expect("JSON"), text);
        }
        assert!(serde_json::from_str::<Change>(r#"{"near":"far away"}"#).is_err());
        assert!(serde_json::from_str::<Change>(r#"{"jump":1}"#).is_err());
    }
}
