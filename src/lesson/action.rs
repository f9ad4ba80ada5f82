//! What a learner does on a page, as lessons write it down: the steps of a solution, of a reveal and of a situation.

use crate::intersect::Culling;
use crate::math::PixelSample;
use crate::pick::Mistake;
use crate::scene::PlaneError;
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// One thing done. In a file it is an object of one name and its value: `{"near": 2.5}`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A click: physical pixels from the top left of the framebuffer.
    Pick(DVec2),
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
    /// The question why the triangle of this number is not the hit.
    WhyNot(u32),
    /// The mistake that is shown beside the right pick; none puts it away.
    Mistake(Option<Mistake>),
    /// The guess which mistake is hidden.
    NameMistake(Mistake),
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
    /// As close to the mesh as it goes, as long as nobody gives a distance.
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
    /// The distance given; `None` where it is fitted.
    pub fn distance(self) -> Option<f64> {
        match self {
            Self::At(distance) => Some(distance),
            Self::Named(PlaneName::Infinite) => Some(f64::INFINITY),
            Self::Named(PlaneName::Fitted) => None,
        }
    }
}

/// Why an action cannot be done.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ActionError {
    /// A clip plane cannot be there.
    #[error("{0}")]
    Planes(#[from] PlaneError),
    /// An angle or a height that gives no picture.
    #[error("an angle must lie between 0 and 180 degrees, and a height above 0")]
    Projection,
    /// A camera without a direction, or far too far away.
    #[error("the camera sees nothing from there: its eye and its target must be two points")]
    Camera,
    /// A model transform that leaves nothing to hit.
    #[error("the mesh is scaled or moved so that nothing can be hit")]
    Placement,
    /// The mesh has no such triangle.
    #[error("the mesh has no triangle {0}")]
    NoTriangle(u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn actions_are_written_as_they_are_read() {
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
            r#"{"why_not":7}"#,
            r#"{"mistake":"y_not_flipped"}"#,
            r#"{"mistake":null}"#,
            r#"{"name_mistake":"pixel_corner"}"#,
        ] {
            let action: Action = serde_json::from_str(text).expect(text);
            assert_eq!(serde_json::to_string(&action).expect("JSON"), text);
        }
        assert!(serde_json::from_str::<Action>(r#"{"near":"far away"}"#).is_err());
        assert!(serde_json::from_str::<Action>(r#"{"jump":1}"#).is_err());
    }
}
