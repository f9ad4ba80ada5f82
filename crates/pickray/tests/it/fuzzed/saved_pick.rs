//! Any bytes as a saved pick: what is read comes back from what is written, and is run again without a panic, the same
//! each time.

use super::json::damaged;
use super::numbers::Numbers;
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::Mesh;
use pickray::pick::explain::pick_traced;
use pickray::pick::{PickOptions, checksum};
use pickray::scene::{Camera, Object, Scene, View};
use pickray::study::{Chain, SavedPick, Situation};
use serde_json::Value;
use std::sync::{Arc, LazyLock};

/// More objects than this are not run again.
const MOST_OBJECTS: usize = 8;

/// A mesh, and a pick that hits it.
static SAMPLE: LazyLock<(Arc<Mesh>, Value)> = LazyLock::new(|| {
    let positions = vec![[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [1.0, 1.0, 0.0], [-1.0, 1.0, 0.5]];
    let mesh = Arc::new(Mesh::from_triangles(positions, vec![[0, 1, 2], [0, 2, 3]]).expect("a mesh"));
    let scene = Scene::of(Object::new("sample", mesh.clone()));
    let framebuffer = FramebufferSize { width: 64, height: 48 };
    let view = View::new(Camera::framing(&scene.bounds(), 64.0 / 48.0, scene.up_axis()), framebuffer);
    let (cursor, options) = (CursorPosition::new(30.0, 20.0), PickOptions::default());
    let trace = pick_traced(&scene, &view, cursor, &options);
    assert!(trace.hit.is_some(), "the sample is hit");
    let saved = SavedPick::new(Situation::new(&scene, ["sample.obj"], &view, cursor, &options), &trace);
    (mesh, serde_json::to_value(saved).expect("JSON"))
});

/// Checks the bytes themselves, and what they make of a pick.
pub fn check(bytes: &[u8]) {
    check_text(bytes);
    let mut numbers = Numbers::new(bytes, 0.0..=f64::MAX);
    let text = serde_json::to_vec(&damaged(SAMPLE.1.clone(), &mut numbers)).expect("JSON");
    check_text(&text);
}

fn check_text(text: &[u8]) {
    let Ok(mut pick) = serde_json::from_slice::<SavedPick>(text) else { return };
    let written = serde_json::to_vec(&pick).expect("a pick is JSON");
    assert_eq!(serde_json::from_slice::<SavedPick>(&written).expect("a pick"), pick);

    for object in &mut pick.situation.objects {
        object.checksum = checksum(&SAMPLE.0);
    }
    let meshes = vec![SAMPLE.0.clone(); pick.situation.objects.len().min(MOST_OBJECTS)];
    let Ok((now, _)) = pick.replay(&meshes) else { return };
    let _ = pick.situation.has_picture();
    let again = SavedPick { chain: Chain::of(&now), ..pick };
    let (_, differences) = again.replay(&meshes).expect("it was run before");
    assert_eq!(differences, []);
}
