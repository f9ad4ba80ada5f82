//! Why a pick found nothing.

use super::{NoRay, PickOptions, Sight, TriangleId, cast};
use crate::intersect::Culling;
use crate::math::PickRay;
use crate::scene::{Object, Projection, Scene, View};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Why a pick found nothing: what would have to be otherwise for the triangle named to be hit, the first that applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Miss {
    /// The cursor has no line of sight.
    NoRay(NoRay),
    /// There are no objects, or none that is visible and has an invertible transform.
    NothingToHit,
    /// Only backs are there, and they are culled.
    Culled(TriangleId),
    /// All that is there is beyond the far plane.
    BeyondFar(TriangleId),
    /// All that is there is between the eye and the near plane; in orthographic views, anywhere before it.
    BeforeNear(TriangleId),
    /// All that is there is hidden.
    Hidden(TriangleId),
    /// The line of sight passes everything by.
    Beside,
}

impl fmt::Display for Miss {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let named = |f: &mut fmt::Formatter, id: &TriangleId, what: &str| {
            write!(f, "triangle {} of object {} is there, {what}", id.triangle, id.object)
        };
        match self {
            Self::NoRay(why) => why.fmt(f),
            Self::NothingToHit => f.write_str("there is no object that could be hit"),
            Self::Culled(id) => named(f, id, "but its back is seen and backs are culled"),
            Self::BeyondFar(id) => named(f, id, "but beyond the far plane"),
            Self::BeforeNear(id) => named(f, id, "but before the near plane"),
            Self::Hidden(id) => named(f, id, "but its object is hidden"),
            Self::Beside => f.write_str("the ray passes every triangle"),
        }
    }
}

impl Miss {
    /// Why a pick that found nothing did so.
    pub(super) fn diagnose(scene: &Scene, view: &View, sight: &Result<Sight, NoRay>, options: &PickOptions) -> Self {
        let ray = match sight {
            Ok(sight) => sight.ray,
            Err(why) => return Self::NoRay(*why),
        };
        let without_end = PickRay { t_max: f64::INFINITY, ..ray };
        // From the near plane back to the eye, which is at this t; parallel lines of sight go on.
        let to_eye = match view.camera.projection {
            Projection::Perspective { .. } => (view.camera.eye - ray.near).length() / (ray.far - ray.near).length(),
            Projection::Orthographic { .. } => f64::INFINITY,
        };
        let backwards = PickRay { far: 2.0 * ray.near - ray.far, t_max: to_eye, ..ray };
        let found = |scene: &Scene, ray: &PickRay, culling: Culling| {
            let (object, hit) = cast::closest(scene, ray, culling, &mut ())?;
            Some(TriangleId { object, triangle: hit.triangle })
        };
        let any = Culling::None;
        let hidden_shown = || {
            let shown = |object: &Object| Object { visible: true, ..object.clone() };
            found(&Scene { objects: scene.objects.iter().map(shown).collect() }, &ray, options.culling)
        };
        let pickable = |object: &Object| object.visible && object.object_from_world().is_some();
        None.or_else(|| found(scene, &ray, any).map(Self::Culled))
            .or_else(|| found(scene, &without_end, any).map(Self::BeyondFar))
            .or_else(|| found(scene, &backwards, any).map(Self::BeforeNear))
            .or_else(|| hidden_shown().map(Self::Hidden))
            .unwrap_or(if scene.objects.iter().any(pickable) { Self::Beside } else { Self::NothingToHit })
    }
}
