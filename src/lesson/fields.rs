//! Table of all fields that lessons may name.

use super::goal::Read;
use super::{Evidence, Field, FieldKind, FieldValue};
use glam::{DMat4, DVec2, DVec3};
use pickray::math::{CursorPosition, FramebufferSize, cursor_from_window};
use pickray::pick::HitDetails;
use pickray::pick::explain::{CastTrace, Mistake, PickTrace, PlanePoint, RayTrace, WhyNotReason};
use pickray::scene::{Placement, Projection, View};
use serde::Serialize;
use serde_json::Value;
use std::cmp::Reverse;

/// Fields that a goal or a prediction may name, in the order of a pick's steps from the cursor to the triangle.
pub const FIELDS: &[Field] = &[
    number("cursor.x", "px", "the cursor from the left edge, in physical pixels", |e| Some(trace(e)?.cursor.x)),
    number("cursor.y", "px", "the cursor from the top edge, in physical pixels", |e| Some(trace(e)?.cursor.y)),
    number("cursor.logical_x", "px", "the same in logical pixels", |e| Some(trace(e)?.cursor.x / e.scale_factor)),
    number("cursor.logical_y", "px", "the same in logical pixels", |e| Some(trace(e)?.cursor.y / e.scale_factor)),
    number("scale_factor", "", "physical pixels to a logical one", |e| Some(e.scale_factor)),
    number("framebuffer.width", "px", "the width of the window's framebuffer", |e| Some(framebuffer(e)?.width.into())),
    number("framebuffer.height", "px", "its height", |e| Some(framebuffer(e)?.height.into())),
    word("sample", &["center", "corner"], "the point of the pixel that the ray goes through", |e| {
        json(&trace(e)?.options.sample)
    }),
    number("window.x", "px", "the sample from the left edge: window coordinates", |e| Some(trace(e)?.window.x)),
    number("window.y", "px", "the sample from the bottom edge: window coordinates", |e| Some(trace(e)?.window.y)),
    number("viewport.x", "px", "where the picture begins, from the left edge", |e| Some(view(e)?.viewport.x.into())),
    number("viewport.y", "px", "where it begins, from the bottom edge", |e| Some(view(e)?.viewport.y.into())),
    number("viewport.width", "px", "the width of the picture", |e| Some(view(e)?.viewport.width.into())),
    number("viewport.height", "px", "the height of the picture", |e| Some(view(e)?.viewport.height.into())),
    number("ndc.x", "", "normalised device coordinates: −1 at the left, 1 at the right", |e| Some(ndc(e)?.x)),
    number("ndc.y", "", "−1 at the bottom, 1 at the top", |e| Some(ndc(e)?.y)),
    word("no_ray", &["empty_viewport", "outside_viewport", "singular"], "why there is no ray", |e| {
        json(&trace(e)?.ray.err()?)
    }),
    number("near.depth", "", "the near point's depth in window coordinates: 0, reversed 1", |e| {
        Some(near(e)?.window.z)
    }),
    number("near.ndc_z", "", "its z in NDC", |e| Some(near(e)?.ndc.z)),
    number("near.w", "", "its W in eye space, before the division", |e| Some(near(e)?.eye_homogeneous.w)),
    number("near.eye_x", "", "the near point in eye space, after the division", |e| Some(near(e)?.eye.x)),
    number("near.eye_y", "", "the same, y", |e| Some(near(e)?.eye.y)),
    number("near.eye_z", "", "the same, z: minus the near plane's distance", |e| Some(near(e)?.eye.z)),
    number("near.world_x", "", "the near point in the world", |e| Some(near(e)?.world.x)),
    number("near.world_y", "", "the same, y", |e| Some(near(e)?.world.y)),
    number("near.world_z", "", "the same, z", |e| Some(near(e)?.world.z)),
    number("near.object_x", "", "the near point in the space of the object", |e| Some(in_object(e)?[0].x)),
    number("near.object_y", "", "the same, y", |e| Some(in_object(e)?[0].y)),
    number("near.object_z", "", "the same, z", |e| Some(in_object(e)?[0].z)),
    number("far.depth", "", "the far point's depth in window coordinates: 1, reversed 0", |e| Some(far(e)?.window.z)),
    number("far.ndc_z", "", "its z in NDC", |e| Some(far(e)?.ndc.z)),
    number("far.w", "", "its W in eye space, before the division", |e| Some(far(e)?.eye_homogeneous.w)),
    number("far.eye_x", "", "the far point in eye space, after the division", |e| Some(far(e)?.eye.x)),
    number("far.eye_y", "", "the same, y", |e| Some(far(e)?.eye.y)),
    number("far.eye_z", "", "the same, z", |e| Some(far(e)?.eye.z)),
    number("far.world_x", "", "the far point in the world", |e| Some(far(e)?.world.x)),
    number("far.world_y", "", "the same, y", |e| Some(far(e)?.world.y)),
    number("far.world_z", "", "the same, z", |e| Some(far(e)?.world.z)),
    number("far.object_x", "", "the far point in the space of the object", |e| Some(in_object(e)?[1].x)),
    number("far.object_y", "", "the same, y", |e| Some(in_object(e)?[1].y)),
    number("far.object_z", "", "the same, z", |e| Some(in_object(e)?[1].z)),
    word("projection", &["perspective", "orthographic"], "the projection of the pick", |e| {
        json(&view(e)?.camera.projection)
    }),
    number("angle", "°", "the vertical angle of a perspective", |e| match view(e)?.camera.projection {
        Projection::Perspective { fov_y } => Some(fov_y.to_degrees()),
        Projection::Orthographic { .. } => None,
    }),
    number("height", "", "the height of an orthographic picture in the world", |e| match view(e)?.camera.projection {
        Projection::Perspective { .. } => None,
        Projection::Orthographic { height } => Some(height),
    }),
    number("near_plane", "", "the distance of the near plane", |e| Some(view(e)?.camera.near)),
    number("far_plane", "", "the distance of the far plane; more than any number at infinity", |e| {
        Some(view(e)?.camera.far)
    }),
    flag("far_plane.infinite", "whether the far plane is at infinity", |e| Some(view(e)?.camera.far == f64::INFINITY)),
    flag("reversed", "whether depth runs backwards", |e| Some(view(e)?.camera.reversed_z)),
    word("culling", &["none", "back", "front"], "the side that cannot be hit", |e| json(&trace(e)?.options.culling)),
    flag("model.moved", "whether the model transform moves", |e| Some(placement(e)?.translate != DVec3::ZERO)),
    flag("model.turned", "whether it turns", |e| Some(placement(e)?.rotate != DVec3::ZERO)),
    flag("model.scaled", "whether it scales", |e| Some(placement(e)?.scale != DVec3::ONE)),
    flag("model.mirrored", "whether it mirrors", |e| Some(model(e)?.determinant() < 0.0)),
    number("tested.boxes", "", "boxes of the tree that the ray was tested against", |e| {
        Some(trace(e)?.counts.boxes as f64)
    }),
    number("tested.triangles", "", "triangles that it was tested against", |e| Some(trace(e)?.counts.triangles as f64)),
    flag("hit", "whether a triangle was hit", |e| Some(trace(e)?.hit.is_some())),
    word(
        "miss",
        &["no_ray", "nothing_to_hit", "culled", "beyond_far", "before_near", "hidden", "beside"],
        "why none was",
        |e| json(&trace(e)?.miss?),
    ),
    number("hit.triangle", "", "the number of the triangle that was hit, from 0", |e| Some(hit(e)?.triangle.into())),
    word("hit.side", &["front", "back"], "the side that was hit", |e| json(&hit(e)?.side)),
    word("hit.on", &["face", "edge", "vertex"], "the part of the triangle that the ray meets", |e| json(&hit(e)?.on)),
    number("hit.t", "", "the ray's parameter: 0 at the near point, 1 at the far point", |e| Some(hit(e)?.t)),
    number("hit.u", "", "the weight of corner b", |e| Some(hit(e)?.u)),
    number("hit.v", "", "the weight of corner c", |e| Some(hit(e)?.v)),
    number("hit.w", "", "the weight of corner a", |e| Some(hit(e)?.w)),
    number(
        "hit.det",
        "",
        "Möller and Trumbore's determinant: above 0 at the front, of a mirrored object at the back",
        |e| {
            let triangle = hit(e)?.triangle;
            Some(cast(e)?.triangles.iter().find(|test| test.triangle == triangle)?.report.det)
        },
    ),
    number("hit.distance", "", "from the eye (parallel views: its plane) to the hit", |e| Some(hit(e)?.distance)),
    number("hit.depth", "", "the point's depth in window coordinates", |e| Some(hit(e)?.window?.z)),
    number(
        "read_back.step",
        "",
        "how far apart two depths of a buffer of 24 bits are at the point that was hit",
        |e| Some(trace(e)?.read_back(hit(e)?)?.step),
    ),
    number("read_back.off", "", "how far the hit's depth in such a buffer, unprojected, lies from the hit", |e| {
        Some(trace(e)?.read_back(hit(e)?)?.off)
    }),
    number("hit.angle", "°", "between the ray and the triangle's normal", |e| Some(hit(e)?.angle.to_degrees())),
    place("hit.place", "where the point that was hit is seen", |e| {
        Some(cursor_from_window(hit(e)?.window?.truncate(), framebuffer(e)?))
    }),
    number("inspected.triangle", "", "the triangle inspected: the one hit, or one behind it that was asked for", |e| {
        Some(e.inspected.as_ref()?.triangle.into())
    }),
    word("inspected.side", &["front", "back"], "its side that is met", |e| json(&e.inspected.as_ref()?.side)),
    number("inspected.t", "", "the ray's parameter there", |e| Some(e.inspected.as_ref()?.t)),
    number("inspected.depth", "", "the point's depth in window coordinates", |e| Some(e.inspected.as_ref()?.window?.z)),
    number("why_not.triangle", "", "the triangle that was asked about", |e| Some(e.why_not?.id.triangle.into())),
    word(
        "why_not.reason",
        &[
            "no_ray", "unpickable", "hidden", "not_finite", "zero_direction", "no_area", "parallel", "before_near",
            "beyond_far", "beside", "culled", "nearer", "hit",
        ],
        "why it was not the hit",
        |e| json(&e.why_not?.reason),
    ),
    number("why_not.pixels", "px", "how far beside it the sample lies", |e| match e.why_not?.reason {
        WhyNotReason::Beside { pixels, .. } => Some(pixels),
        _ => None,
    }),
    number("why_not.distance", "", "how much nearer the hit is, or how far it is beyond a plane", |e| {
        match e.why_not?.reason {
            WhyNotReason::Nearer { distance, .. } => Some(distance),
            WhyNotReason::BeforeNear { distance, .. } | WhyNotReason::BeyondFar { distance } => distance,
            _ => None,
        }
    }),
    word("mistake.name", &Mistake::NAMES, "the mistake that is shown", |e| json(&e.mistake?.mistake)),
    flag("mistake.changes", "whether it changes the answer here", |e| Some(e.mistake?.changes)),
    number("mistake.pixels_off", "px", "how far off the wrong ray lands", |e| e.mistake?.pixels_off),
    flag("mistake.hit", "whether the wrong ray hits anything", |e| Some(e.mistake?.hit.is_some())),
    number("mistake.triangle", "", "the triangle that the wrong ray hits", |e| Some(e.mistake?.hit?.triangle.into())),
    place("mistake.place", "where the wrong ray lands", |e| e.mistake?.cursor),
    flag("which_one.found", "whether the hidden mistake was named", |e| e.found),
];

pub(super) fn named(name: &str) -> Option<&'static Field> {
    FIELDS.iter().find(|field| field.name == name)
}

/// Returns the name of the field that is spelt most like `name`: it begins or ends alike, and is about as long.
pub(super) fn nearest_name(name: &str) -> &'static str {
    let same = |(a, b): &(char, char)| a.eq_ignore_ascii_case(b);
    let alike = |other: &str| {
        let before = name.chars().zip(other.chars()).take_while(same).count();
        let after = name.chars().rev().zip(other.chars().rev()).take_while(same).count();
        ((before + after).min(other.len()), Reverse(other.len().abs_diff(name.len())))
    };
    // Of equally good names the first is taken.
    FIELDS.iter().rev().max_by_key(|field| alike(field.name)).map_or("", |field| field.name)
}

const fn number(name: &'static str, unit: &'static str, meaning: &'static str, read: Read<f64>) -> Field {
    Field { name, kind: FieldKind::Number(unit, read), meaning }
}

const fn flag(name: &'static str, meaning: &'static str, read: Read<bool>) -> Field {
    Field { name, kind: FieldKind::Flag(read), meaning }
}

const fn word(name: &'static str, words: &'static [&'static str], meaning: &'static str, read: Read<Value>) -> Field {
    Field { name, kind: FieldKind::Word(words, read), meaning }
}

const fn place(name: &'static str, meaning: &'static str, read: Read<CursorPosition>) -> Field {
    Field { name, kind: FieldKind::Place(read), meaning }
}

fn trace(e: &Evidence) -> Option<&PickTrace> {
    e.trace.as_ref()
}

fn view(e: &Evidence) -> Option<&View> {
    Some(&trace(e)?.view)
}

fn framebuffer(e: &Evidence) -> Option<FramebufferSize> {
    Some(view(e)?.framebuffer)
}

fn ray(e: &Evidence) -> Option<&RayTrace> {
    trace(e)?.ray.as_ref().ok()
}

fn near(e: &Evidence) -> Option<&PlanePoint> {
    Some(&ray(e)?.near)
}

fn far(e: &Evidence) -> Option<&PlanePoint> {
    Some(&ray(e)?.far)
}

fn ndc(e: &Evidence) -> Option<DVec2> {
    Some(near(e)?.ndc.truncate())
}

fn hit(e: &Evidence) -> Option<&HitDetails> {
    trace(e)?.hit.as_ref()
}

fn cast(e: &Evidence) -> Option<&CastTrace> {
    trace(e)?.cast_of(hit(e).map(|hit| hit.object))
}

/// Returns the near and the far point of the ray in object space; `None` if no object was tested.
fn in_object(e: &Evidence) -> Option<[DVec3; 2]> {
    let ray = cast(e)?.ray;
    Some([ray.origin, ray.target])
}

fn model(e: &Evidence) -> Option<DMat4> {
    ray(e).and(e.model)
}

fn placement(e: &Evidence) -> Option<Placement> {
    Some(Placement::from_matrix(&model(e)?))
}

/// Returns the JSON of a value of an enum, whose variants are the words of a field.
fn json(variant: &impl Serialize) -> Option<Value> {
    serde_json::to_value(variant).ok()
}

/// Values of all fields at one time, which goals are checked on.
#[derive(Clone, Debug, PartialEq)]
pub struct Values(Vec<Option<FieldValue>>);

impl Values {
    pub fn of(evidence: &Evidence) -> Self {
        Self(FIELDS.iter().map(|field| field.read(evidence)).collect())
    }

    pub fn get(&self, field: &Field) -> Option<FieldValue> {
        let index = FIELDS.iter().position(|other| other.name == field.name)?;
        self.0[index]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::geometry::Feature;
    use pickray::intersect::{Culling, Side};
    use pickray::math::PixelSample;
    use pickray::pick::NoRay;
    use pickray::pick::explain::Miss;
    use serde::de::DeserializeOwned;
    use std::collections::BTreeSet;

    #[test]
    fn every_field_has_a_name_of_its_own() {
        let names: BTreeSet<_> = FIELDS.iter().map(|field| field.name).collect();
        assert_eq!(names.len(), FIELDS.len());
    }

    /// Returns the names of an enum's variants in JSON, which the error about any other name lists.
    fn variants<T: DeserializeOwned>() -> BTreeSet<String> {
        let error = serde_json::from_str::<T>("\"?\"").err().expect("no variant of that name").to_string();
        error.split('`').skip(3).step_by(2).map(str::to_owned).collect()
    }

    #[test]
    fn words_are_the_variants_of_their_enums() {
        for (name, variants) in [
            ("sample", variants::<PixelSample>()),
            ("no_ray", variants::<NoRay>()),
            ("projection", variants::<Projection>()),
            ("culling", variants::<Culling>()),
            ("miss", variants::<Miss>()),
            ("hit.side", variants::<Side>()),
            ("hit.on", variants::<Feature>()),
            ("inspected.side", variants::<Side>()),
            ("why_not.reason", variants::<WhyNotReason>()),
            ("mistake.name", variants::<Mistake>()),
        ] {
            let FieldKind::Word(words, _) = named(name).expect(name).kind else { panic!("{name} is no word") };
            assert_eq!(words.iter().map(ToString::to_string).collect::<BTreeSet<_>>(), variants, "{name}");
        }
    }

    #[test]
    fn mistakes_are_called_as_in_files() {
        for mistake in Mistake::ALL {
            assert_eq!(serde_json::to_value(mistake).expect("JSON"), mistake.name());
        }
    }

    #[test]
    fn a_name_that_is_nearly_right_leads_to_the_right_one() {
        for (wrong, right) in [
            ("hit.trangle", "hit.triangle"),
            ("hit.tt", "hit.t"),
            ("window.Y", "window.y"),
            ("mistake.pixels", "mistake.pixels_off"),
        ] {
            assert_eq!(nearest_name(wrong), right);
        }
    }
}
