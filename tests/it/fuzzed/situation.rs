//! Any bytes as a situation, a line or a file: what is read comes back from what is written, and its pick is made
//! without a panic.

use super::json::damaged;
use super::numbers::Numbers;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::Mesh;
use pickray::pick::{PickOptions, checksum};
use pickray::scene::{Camera, Object, Scene, View};
use pickray::study::Situation;
use pickray_app::situation_text::{from_json, from_line, to_line};
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// A mesh, and a situation in which it is hit.
static SAMPLE: LazyLock<(Arc<Mesh>, Value)> = LazyLock::new(|| {
    let positions = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.5]];
    let mesh = Arc::new(Mesh::from_triangles(positions, vec![[0, 1, 2], [0, 2, 3]]).expect("a mesh"));
    let scene = Scene::of(Object::new("sample", mesh.clone()));
    let camera = Camera::framing(&scene.bounds(), 64.0 / 48.0, scene.up_axis());
    let view = View::new(camera, FramebufferSize { width: 64, height: 48 });
    let cursor = CursorPosition::new(30.0, 20.0);
    let situation = Situation::new(&scene, ["sample.obj"], &view, cursor, &PickOptions::default());
    (mesh, serde_json::to_value(situation).expect("JSON"))
});

/// Checks the bytes themselves as a file and as a line, and what they make of a situation.
pub fn check(bytes: &[u8]) {
    is_taken_or_refused(from_json(bytes));
    let text = String::from_utf8_lossy(bytes);
    is_taken_or_refused(from_line(&text));
    is_taken_or_refused(from_line(&format!("pickray3:{text}")));
    let mut numbers = Numbers::new(bytes, 0.0..=f64::MAX);
    let text = serde_json::to_vec(&damaged(SAMPLE.1.clone(), &mut numbers)).expect("JSON");
    is_taken_or_refused(from_json(&text));
}

fn is_taken_or_refused<E: std::fmt::Display>(read: Result<Situation, E>) {
    let mut situation = match read {
        Ok(situation) => situation,
        Err(error) => return assert_eq!(error.to_string().lines().count(), 1, "{error}"),
    };
    assert_eq!(from_line(&to_line(&situation)), Ok(situation.clone()));
    situation.objects.iter_mut().for_each(|object| object.checksum = checksum(&SAMPLE.0));
    let meshes = vec![SAMPLE.0.clone(); situation.objects.len()];
    let traced = situation.pick_traced(&meshes).expect("they are of this mesh");
    assert_eq!(traced, situation.pick_traced(&meshes).expect("as before"));
}
