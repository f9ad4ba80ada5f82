//! Misses: why a pick found nothing.

use crate::intersect::Culling;
use crate::math::PickRay;
use crate::pick::explain::cut_away::cut_away;
use crate::pick::{NoRay, PickOptions, Sight, TriangleId, cast};
use crate::scene::{Object, Scene, View};
use crate::work::said::{example, said};
use serde::{Deserialize, Serialize};

/// Reason why a pick hit nothing: the first one that applies. A triangle that a reason holds is the one that the line
/// of sight meets first where that reason is set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Miss {
    /// Cursor that has no line of sight.
    NoRay(NoRay),
    /// Scene without an object that is visible, has a bit of the pick's mask and has an invertible transform.
    NothingToHit,
    /// Triangle that would be hit if the side that it shows were not culled.
    Culled(TriangleId),
    /// Triangle beyond the far plane, with nothing to hit before it.
    BeyondFar(TriangleId),
    /// Triangle between the eye and the near plane, with nothing to hit beyond the near plane; in orthographic views, a
    /// triangle anywhere before the near plane.
    BeforeNear(TriangleId),
    /// Triangle that would be hit if hidden triangles and hidden objects were shown.
    Hidden(TriangleId),
    /// Line of sight that meets no triangle.
    Beside,
}

said! {
    Miss {
        NoRay(why) => "{why}",
        NothingToHit => "there is no object that could be hit",
        Culled(id) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but the side that is seen is culled",
        BeyondFar(id) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but beyond the far plane",
        BeforeNear(id) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but before the near plane",
        Hidden(id) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but it is hidden",
        Beside => "the ray passes every triangle",
    }
}
example! { TriangleId = TriangleId { object: 76, triangle: 77 } }

impl Miss {
    /// Returns the reason why a pick along `sight` hit nothing.
    pub(super) fn diagnose(scene: &Scene, view: &View, sight: &Result<Sight, NoRay>, options: &PickOptions) -> Self {
        let ray = match sight {
            Ok(sight) => sight.ray,
            Err(why) => return Self::NoRay(*why),
        };
        let without_end = PickRay { t_max: f64::INFINITY, ..ray };
        let any = PickOptions { culling: Culling::None, ..*options };
        let found = |ray: &PickRay| Some(cast::closest(scene, &cast::Query::seen(ray, &any), &mut ())?.id());
        let is_included = |object: &Object| object.visible && object.mask & options.mask != 0;
        let pickable = |object: &Object| is_included(object) && object.object_from_world().is_some();
        None.or_else(|| found(&ray).map(Self::Culled))
            .or_else(|| found(&without_end).map(Self::BeyondFar))
            .or_else(|| cut_away(scene, view, &ray, &any).map(|cut| Self::BeforeNear(cut.id)))
            .or_else(|| hit_if_shown(scene, &ray, options).map(Self::Hidden))
            .unwrap_or(if scene.objects().iter().any(pickable) { Self::Beside } else { Self::NothingToHit })
    }
}

/// Returns the triangle that would be hit if hidden objects and triangles were shown, where a pick hits nothing.
fn hit_if_shown(scene: &Scene, ray: &PickRay, options: &PickOptions) -> Option<TriangleId> {
    let hides = |(_, object): &(u32, &Object)| !object.visible || !object.hidden.is_empty();
    let shown = |(index, object): (u32, &Object)| {
        let shown = Object::from(object.mesh.clone()).with_transform(object.world_from_object);
        (index, Object { mask: object.mask, ..shown })
    };
    let (indices, shown): (Vec<_>, Vec<_>) = (0..).zip(scene.objects()).filter(hides).map(shown).unzip();
    let hit = cast::closest(&shown.into(), &cast::Query::seen(ray, options), &mut ())?;
    Some(TriangleId { object: indices[hit.object as usize], ..hit.id() })
}
