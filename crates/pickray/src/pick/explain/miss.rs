//! Misses: why a pick found nothing.

use crate::intersect::Culling;
use crate::math::PickRay;
use crate::mesh::{MeshHit, TriangleSet};
use crate::pick::explain::cut_away::cut_away;
use crate::pick::steps::{RightSteps, Steps};
use crate::pick::{NoRay, ObjectRay, PickObserver, PickOptions, Sight, TriangleId, Unpickable, cast};
use crate::scene::{Object, Scene, View};
use crate::work::said::{example, said};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Reason for which a pick found nothing: the first one that applies. A triangle given would be hit but for that
/// reason.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Miss {
    /// Cursor that has no line of sight.
    NoRay(NoRay),
    /// Scene without objects, or with none that is visible and has an invertible transform.
    NothingToHit,
    /// Triangle whose back would be hit if backs were not culled.
    Culled(TriangleId),
    /// Triangle beyond the far plane, with nothing to hit before it.
    BeyondFar(TriangleId),
    /// Triangle between the eye and the near plane, with nothing to hit beyond the near plane; in orthographic views, a
    /// triangle anywhere before the near plane.
    BeforeNear(TriangleId),
    /// Triangle that would be hit if hidden triangles were shown.
    Hidden(TriangleId),
    /// Line of sight that passes everything by.
    Beside,
}

said! {
    Miss {
        NoRay(why) => "{why}",
        NothingToHit => "there is no object that could be hit",
        Culled(id) where triangle = id.triangle, object = id.object =>
            "triangle {triangle} of object {object} is there, but its back is seen and backs are culled",
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
    /// Returns the reason for which a pick found nothing.
    pub(super) fn diagnose(scene: &Scene, view: &View, sight: &Result<Sight, NoRay>, options: &PickOptions) -> Self {
        let ray = match sight {
            Ok(sight) => sight.ray,
            Err(why) => return Self::NoRay(*why),
        };
        let without_end = PickRay { t_max: f64::INFINITY, ..ray };
        let any = PickOptions { culling: Culling::None, ..*options };
        let found = |ray: &PickRay| Some(cast::closest(scene, ray, &any, &mut ())?.id());
        let hidden_shown = || Some(cast::closest_by(&HiddenShown, scene, &ray, options, &mut ())?.id());
        let is_included = |object: &Object| object.visible && object.mask & options.mask != 0;
        let pickable = |object: &Object| is_included(object) && object.object_from_world().is_some();
        None.or_else(|| found(&ray).map(Self::Culled))
            .or_else(|| found(&without_end).map(Self::BeyondFar))
            .or_else(|| cut_away(scene, view, &ray, &any).map(|cut| Self::BeforeNear(cut.id)))
            .or_else(|| hidden_shown().map(Self::Hidden))
            .unwrap_or(if scene.objects().iter().any(pickable) { Self::Beside } else { Self::NothingToHit })
    }
}

/// Steps of a pick for which hidden objects and triangles are shown.
struct HiddenShown;

impl HiddenShown {
    fn shown(object: &Object) -> Cow<'_, Object> {
        if object.visible && object.hidden.is_empty() {
            return Cow::Borrowed(object);
        }
        Cow::Owned(Object { visible: true, hidden: TriangleSet::default(), ..object.clone() })
    }
}

impl Steps for HiddenShown {
    fn object_ray(&self, object: &Object, ray: &PickRay) -> Result<ObjectRay, Unpickable> {
        ObjectRay::new(&Self::shown(object), ray)
    }

    fn closest(
        &self,
        object: &Object,
        ray: &ObjectRay,
        t_max: f64,
        culling: Culling,
        observer: &mut impl PickObserver,
    ) -> Option<MeshHit> {
        RightSteps.closest(&Self::shown(object), ray, t_max, culling, observer)
    }
}
