//! What is asked of a thing that is not there panics, as its documentation says.

use crate::*;
use pickray::accel::{BroadPhase, SweepAndPrune};
use pickray::pick::HitSource;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The message of the panic.
fn panic_of<T>(call: impl FnOnce() -> T) -> String {
    let Err(panic) = catch_unwind(AssertUnwindSafe(call)) else { return "no panic".to_owned() };
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned())).unwrap_or_default()
}

type Question<'a> = Box<dyn Fn(u32) + 'a>;

fn asked<'a, T>(question: impl Fn(u32) -> T + 'a) -> Question<'a> {
    Box::new(move |triangle| _ = question(triangle))
}

#[test]
fn a_triangle_that_a_mesh_does_not_have_panics_and_the_last_one_does_not() {
    let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mesh = Arc::new(Mesh::from_triangles(corners, vec![[0, 1, 2], [2, 1, 0]]).expect("a mesh"));
    let (source, object) = (mesh.source(), Object::new("mesh", mesh.clone()));
    let questions: [(&str, Question); 11] = [
        ("line", asked(|triangle| source.line(triangle))),
        ("face", asked(|triangle| source.face(triangle))),
        ("place_in_face", asked(|triangle| source.place_in_face(triangle))),
        ("triangles_of_face", asked(|triangle| source.triangles_of_face(triangle))),
        ("face_triangles", asked(|triangle| source.face_triangles(triangle))),
        ("face_corners", asked(|triangle| source.face_corners(triangle))),
        ("object", asked(|triangle| source.object(triangle))),
        ("group", asked(|triangle| source.group(triangle))),
        ("material", asked(|triangle| source.material(triangle))),
        ("HitSource::of", asked(|triangle| HitSource::of(&mesh, triangle))),
        ("triangle_in_world", asked(|triangle| object.triangle_in_world(triangle))),
    ];
    for (name, question) in questions {
        question(1);
        for triangle in [2, u32::MAX] {
            let message = panic_of(|| question(triangle));
            let named = message.starts_with(&format!("triangle {triangle} of 2"));
            assert!(named || message.starts_with("index out of bounds"), "{name}({triangle}): {message}");
        }
    }
}

#[test]
fn a_box_or_an_axis_that_is_not_there_panics() {
    let mut sweep = SweepAndPrune::default();
    let id = sweep.insert(Aabb::EMPTY);
    assert!(panic_of(|| sweep.set(id + 1, Aabb::EMPTY)).starts_with("index out of bounds"));
    for axis in 0..4 {
        let messages =
            [panic_of(|| sweep.end_points(axis).len()), panic_of(|| BroadPhase::default().end_points(axis).len())];
        for message in messages {
            assert_eq!(message != "no panic", axis == 3, "{message}");
        }
    }
}
