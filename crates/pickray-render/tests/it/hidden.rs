//! Hidden triangles: no picture shows them, and no area takes them.

use crate::*;
use pickray::mesh::TriangleSet;
use pickray::pick::{ScreenRegion, SelectOptions, TriangleIds, select_in};
use pickray_render::verify::compare;

/// Returns two teapots, one of them mirrored, and a view of both.
fn scene(random: &mut fastrand::Rng) -> (Scene, View) {
    let mesh = Arc::new(Sample::Teapot.mesh().expect("a sample"));
    let mirrored = DMat4::from_translation(DVec3::new(0.5, 0.2, 0.1)) * DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.0));
    let objects = [DMat4::IDENTITY, mirrored].map(|place| Object::new("teapot", mesh.clone()).with_transform(place));
    let scene: Scene = objects.into_iter().collect();
    let camera = Camera::framing(&scene.bounds(), 1.0, scene.up_axis());
    let (up, yaw, pitch) = (scene.up_axis(), 6.0 * random.f64(), random.f64());
    let turned = pickray::scene::navigation::orbit(&camera, camera.target, up, yaw, pitch);
    let view = View::new(turned.with_depth_fitted(&scene.bounds()), FramebufferSize { width: 160, height: 120 });
    (scene, view)
}

/// Hides some triangles: a few, most, or a piece.
fn hide_some(scene: &mut Scene, random: &mut fastrand::Rng) {
    for object in 0..scene.objects().len() as u32 {
        let n = scene.objects()[object as usize].mesh.n_triangles() as u32;
        let share = [0.02, 0.5, 0.98][random.usize(0..3)];
        scene.object_mut(object).hidden = match random.u32(0..4) {
            0 => TriangleSet::default(),
            1 => {
                let first = random.u32(0..n);
                (first..random.u32(first..n) + 1).collect()
            }
            _ => (0..n).filter(|_| random.f64() < share).collect(),
        };
    }
}

#[test]
fn a_picture_without_hidden_triangles_is_that_of_a_mesh_without_them() {
    let mut random = seeded();
    let mut offscreen = offscreen();
    let style = Style { grid: false, axes: false, ..Style::default() };
    let selection = Default::default();
    for _ in 0..6 {
        let (mut with_hidden, view) = scene(&mut random);
        // Shown first, so that the picture that was kept has to be drawn anew.
        offscreen.draw(&Frame::new(&with_hidden, &view, &style, &selection)).expect("a picture");
        hide_some(&mut with_hidden, &mut random);
        let without: Scene = with_hidden.objects().iter().map(without_hidden).collect();
        let [picture, expected] = [&with_hidden, &without]
            .map(|scene| offscreen.draw(&Frame::new(scene, &view, &style, &selection)).expect("a picture").0);
        assert!(picture == expected, "the pictures differ");
    }
}

/// Returns an object of which the hidden triangles are no part.
fn without_hidden(object: &Object) -> Object {
    let mesh = &object.mesh;
    let seen = (0..mesh.n_triangles() as u32).filter(|&triangle| !object.hidden.contains(triangle));
    let triangles: Vec<_> = seen.map(|triangle| mesh.triangles()[triangle as usize]).collect();
    let positions = mesh.positions().to_vec();
    let cut = Mesh::from_triangles(positions, triangles).expect("a mesh");
    Object { mesh: Arc::new(cut), hidden: TriangleSet::default(), ..object.clone() }
}

#[test]
fn what_rays_hit_and_a_rectangle_takes_is_what_the_gpu_shows_but_for_what_is_explained() {
    let mut random = seeded();
    let mut offscreen = offscreen();
    for _ in 0..8 {
        let (mut scene, view) = scene(&mut random);
        hide_some(&mut scene, &mut random);
        let ids = offscreen.ids(&scene, &view, Culling::None).expect("a picture");
        let verification = compare(&scene, &view, &ids);
        assert_eq!(verification.counts.real, 0, "{:?}", verification.counts);
        let [from, to] = [0; 2].map(|_| [random.u32(0..=160), random.u32(0..=120)].map(f64::from).into());
        let corner = |at: DVec2| CursorPosition::new(at.x, at.y);
        let region = ScreenRegion::Rectangle { from: corner(from), to: corner(to) };
        let taken = select_in(&scene, &view, &region, &SelectOptions::default()).expect("a region").triangles;
        let (low, high) = (from.min(to), from.max(to));
        let is_within = |place: DVec2| low.cmplt(place).all() && place.cmplt(high).all();
        let explained: Vec<_> = verification.mismatches.iter().map(|mismatch| mismatch.cursor).collect();
        let (mut shown, mut n) = (TriangleIds::default(), 0);
        for (column, row) in (0..120).flat_map(|row| (0..160).map(move |column| (column, row))) {
            let center = DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5);
            let is_plain = !explained.contains(&CursorPosition::new(center.x, center.y));
            if is_within(center)
                && is_plain
                && let Some(id) = ids.at(column, 119 - row)
            {
                shown.extend([id]);
                n += 1;
            }
        }
        let mut missing = shown;
        missing.subtract(&taken);
        assert!(missing.is_empty(), "{:?} are shown at {n} pixels, and not taken", missing.to_vec());
    }
}
