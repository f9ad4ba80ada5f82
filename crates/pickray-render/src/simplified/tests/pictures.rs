//! Comparison of the picture of simplified meshes with that of all triangles.

use super::likeness::Likeness;
use super::meshes;
use crate::simplified::SimplifiedMesh;
use crate::tests::*;
use glam::DMat3;
use pickray::mesh::{self, CornerValues, Pixels, Texture, TriangleSet};
use pickray::work::Progress;
use std::time::Duration;

const SIZE: FramebufferSize = FramebufferSize { width: 480, height: 400 };

pub(super) fn bare() -> Style {
    Style { grid: false, axes: false, occlusion: false, ..Style::default() }
}

pub(super) fn scene(meshes: Vec<Mesh>) -> Scene {
    meshes.into_iter().map(Object::from).collect()
}

pub(super) fn view(scene: &Scene, size: FramebufferSize, turn: f64) -> View {
    let mut camera = Camera::framing(&scene.bounds(), 1.2, UpAxis::Y);
    let turned = DMat3::from_rotation_y(turn) * DMat3::from_rotation_x(0.4 * turn.sin());
    camera.eye = camera.target + turned * (camera.eye - camera.target);
    View::new(camera.with_depth_fitted(&scene.bounds()), size)
}

/// Time of a frame: however slow the machine, each has time for all uploads.
const TIME: Duration = Duration::from_secs(1000);
/// Number of triangles drawn in a second, such that a frame has time for few.
const RATE: f64 = 65.5;

/// Renderer whose frames have time for few triangles. It makes simplified meshes as they are asked for.
pub(super) struct Timed(Offscreen);

impl Timed {
    pub(super) fn new() -> Self {
        Self(offscreen())
    }

    pub(super) fn draw(&mut self, frame: &Frame) -> (Image, FrameStats) {
        let renderer = self.0.renderer();
        (renderer.frame_time, renderer.rate) = (Some(TIME), Some(RATE));
        let drawn = self.0.draw(frame).expect("a picture");
        let renderer = self.0.renderer();
        let wanted: Vec<_> = renderer.meshes_to_simplify(frame.scene).map(|(mesh, n)| (mesh.clone(), n)).collect();
        for (mesh, most) in wanted {
            let made = SimplifiedMesh::of_with(&mesh, most, &Progress::default()).expect("not cancelled");
            renderer.provide_simplified(&mesh, made);
        }
        drawn
    }

    /// Draws a frame while the camera moves, and again once it rests; returns both pictures.
    fn moving_and_resting(&mut self, frame: &Frame) -> [(Image, FrameStats); 2] {
        let mut before = *frame.view;
        before.camera.eye *= 1.1;
        // Once until it is known what is to be simplified, and once more as it moves.
        for eye in [1.0, 1.01] {
            before.camera.eye *= eye;
            self.draw(&Frame { view: &before, ..*frame });
        }
        let moving = self.draw(&Frame { changed: &[], ..*frame });
        [moving, self.resting(frame)]
    }

    fn resting(&mut self, frame: &Frame) -> (Image, FrameStats) {
        let frame = Frame { changed: &[], ..*frame };
        let is_whole = |stats: &FrameStats| stats.complete && !stats.fading;
        std::iter::repeat_with(|| self.draw(&frame)).find(|(_, stats)| is_whole(stats)).expect("a whole picture")
    }
}

/// Asserts that the pictures of simplified meshes are like those of all triangles, with a share of the outline,
/// `least`, within two pixels, and spikes of at most so many pixels.
fn assert_alike(
    name: &str,
    [least, spikes]: [f64; 2],
    scene: &Scene,
    style: &Style,
    selection: &Selection,
    changed: &[TriangleId],
) {
    let mut timed = Timed::new();
    for turn in [0.0, 1.3, 2.9, 4.4] {
        let view = view(scene, SIZE, turn);
        let frame = Frame { transparent: true, changed, ..Frame::new(scene, &view, style, selection) };
        let [(moving, stats), (resting, whole)] = timed.moving_and_resting(&frame);
        assert!(!stats.complete && stats.triangles_drawn < 50_000 && whole.complete, "{stats:?}");
        let likeness = Likeness::new(&resting, &moving);
        println!("{name}: {likeness}, {} triangles", stats.triangles_drawn);
        let Likeness { near, spike, holes, brightness, alike, .. } = likeness;
        let is_close = least <= near && spike <= spikes && holes < 0.001;
        let is_bright = (brightness - 1.0).abs() < 0.02 && 0.95 <= alike;
        assert!(is_close && is_bright, "{name} at {turn}: {likeness}");
    }
}

#[test]
fn the_picture_while_the_camera_moves_is_like_that_of_all_triangles() {
    let lump = meshes::lump(250);
    let parts = meshes::parts(&lump, 30);
    for (name, meshes, style) in [
        ("light scan", vec![lump.clone()], Style { theme: Theme::Light, ..bare() }),
        ("smooth scan", vec![lump.clone()], Style { shading: Shading::Smooth, ..bare() }),
        ("scan without edges", vec![lump.clone()], Style { edges: false, ..bare() }),
        ("scan", vec![lump], bare()),
        ("knot", vec![meshes::knot(700, 90)], bare()),
        ("sheet", vec![meshes::sheet(180)], bare()),
        ("shell", vec![meshes::shell(250)], bare()),
        ("scan of 30 objects", parts, bare()),
    ] {
        assert_alike(name, [0.995, 4.0], &scene(meshes), &style, &Selection::default(), &[]);
    }
}

#[test]
fn the_program_that_draws_surfaces_alone_makes_the_same_picture() {
    // A shell whose inside is seen, one whose lid is a single triangle with its edges, and a lump with colours.
    let shell = meshes::shell(250);
    let triangles = shell.triangles().iter().copied().chain([[0, 85, 170]]).collect();
    let closed = Mesh::from_triangles(shell.positions().to_vec(), triangles).expect("a mesh");
    for (name, scene) in [("shell", scene(vec![shell])), ("lid", scene(vec![closed])), ("painted", painted_lump())] {
        let (selection, style) = (Selection::default(), Style { textures: false, ..bare() });
        for turn in [0.4, 3.5] {
            let view = view(&scene, SIZE, turn);
            let frame = Frame::new(&scene, &view, &style, &selection);
            let [with, without] = [true, false].map(|has_plain| {
                let mut timed = Timed::new();
                if !has_plain {
                    assert!(timed.0.renderer().objects.plain.set(None).is_ok());
                }
                let [(moving, _), _] = timed.moving_and_resting(&frame);
                let is_used = matches!(timed.0.renderer().objects.plain.get(), Some(Some(_)));
                assert_eq!(is_used, has_plain, "{name}");
                moving
            });
            let apart = |(a, b): (&[u8; 4], &[u8; 4])| (0..4).map(|k| a[k].abs_diff(b[k])).max();
            let farthest = with.pixels.iter().zip(&without.pixels).filter_map(apart).max();
            assert!(farthest <= Some(1), "{name} at {turn}: {farthest:?}");
        }
    }
}

#[test]
fn a_dense_wireframe_is_a_veil_while_the_camera_moves_too() {
    let (scene, selection, mut timed) = (scene(vec![meshes::lump(250)]), Selection::default(), Timed::new());
    let style = Style { wireframe: true, ..bare() };
    let view = view(&scene, SIZE, 0.3);
    let pictures = timed.moving_and_resting(&Frame::new(&scene, &view, &style, &selection));
    let apart = difference(pictures.each_ref().map(|(picture, _)| picture));
    assert!(apart < 2.0, "{apart} a byte");
}

#[test]
fn a_selection_and_hidden_triangles_are_seen_while_the_camera_moves() {
    let mut scene = scene(vec![meshes::lump(250)]);
    let is_in = |mesh: &Mesh, triangle: u32, axis: usize| mesh.triangle(triangle).a[axis] > 0.2;
    let mesh = scene.objects()[0].mesh.clone();
    let all = || 0..mesh.n_triangles() as u32;
    let mut selection = Selection::default();
    let ids = all().filter(|&triangle| is_in(&mesh, triangle, 0)).map(|triangle| TriangleId { object: 0, triangle });
    let changed = selection.add(ids).to_vec();
    let plain = Style { edges: false, ..bare() };
    assert_alike("selected", [0.995, 4.0], &scene, &plain, &selection, &changed);
    let hidden: TriangleSet = all().filter(|&triangle| is_in(&mesh, triangle, 1)).collect();
    scene.object_mut(0).hidden = hidden;
    // Its edge is one of clusters.
    assert_alike("hidden", [0.95, 6.0], &scene, &plain, &selection, &changed);
}

/// Returns the mean difference of a byte of red, green or blue.
fn difference([a, b]: [&Image; 2]) -> f64 {
    let bytes = |image: &Image| image.pixels.iter().flat_map(|pixel| pixel[..3].to_vec()).collect::<Vec<u8>>();
    let (a, b) = (bytes(a), bytes(b));
    a.iter().zip(&b).map(|(a, b)| f64::from(a.abs_diff(*b))).sum::<f64>() / a.len() as f64
}

/// Returns a lumpy sphere with colours of its own, and with a texture in fields of two colours.
fn painted_lump() -> Scene {
    let plain = meshes::lump(200);
    let color = |index: usize| [1.0, 0.5 + 0.4 * plain.positions()[index][1], 0.5];
    let mut mesh = painted(plain.positions(), plain.triangles(), 1, color);
    let uv: Vec<_> = mesh.positions().iter().map(|[x, y, _]| [0.5 + 0.4 * x, 0.5 + 0.4 * y]).collect();
    mesh.set_texture_coordinates(0, CornerValues::by_vertex(uv)).expect("one a vertex");
    let texture = Texture { image: 0, set: 0, wrap: Default::default(), nearest: false, image_from_uv: Texture::V_UP };
    let color =
        |k: u32| if (k % 48 / 8 + k / 48 / 8).is_multiple_of(2) { [220, 90, 90, 255] } else { [90, 90, 220, 255] };
    let pixels = Pixels::new(48, 48, (0..48 * 48).flat_map(color).collect()).expect("pixels");
    mesh.set_textures(vec![Some(texture)], vec![mesh::Image::of_pixels("fields", pixels)]);
    Scene::of(Object::new("lump", mesh.into()))
}

#[test]
fn colours_and_textures_are_seen_while_the_camera_moves() {
    let (scene, selection, mut timed) = (painted_lump(), Selection::default(), Timed::new());
    let view = view(&scene, SIZE, 0.3);
    let mut shown = Vec::new();
    for (colors, textures) in [(true, true), (true, false), (false, true), (false, false)] {
        let style = Style { colors, textures, ..bare() };
        let frame = Frame::new(&scene, &view, &style, &selection);
        let pictures = timed.moving_and_resting(&frame).map(|(picture, _)| picture);
        let apart = difference(pictures.each_ref());
        assert!(apart < 1.5, "{apart} a byte, colours {colors}, textures {textures}");
        shown.iter().for_each(|other| assert!(difference([other, &pictures[0]]) > 4.0 * apart));
        shown.push(pictures[0].clone());
    }
}

#[test]
fn the_picture_of_a_movement_gives_way_to_the_whole_and_at_once_where_nothing_fades() {
    let (scene, selection, style) = (scene(vec![meshes::lump(250)]), Selection::default(), bare());
    let view = view(&scene, SIZE, 0.3);
    let frame = Frame::new(&scene, &view, &style, &selection);
    for fades in [true, false] {
        let mut timed = Timed::new();
        timed.0.renderer().set_fading(fades);
        let [(moving, _), (whole, _)] = timed.moving_and_resting(&frame);
        let mut before = view;
        before.camera.eye *= 1.1;
        timed.draw(&Frame { view: &before, ..frame });
        assert!(timed.draw(&frame).0 == moving, "the same each time");
        let (first, stats) =
            std::iter::repeat_with(|| timed.draw(&frame)).find(|(_, stats)| stats.complete).expect("all");
        assert_eq!(stats.fading, fades);
        // It may take longer than the fading to draw this frame.
        if fades {
            let [from_moving, from_whole] = [&moving, &whole].map(|other| difference([&first, other]));
            assert!(from_moving + from_whole < 1.05 * difference([&moving, &whole]) + 0.3, "between both");
        } else {
            assert!(first == whole);
        }
        assert!(timed.resting(&frame).0 == whole);
    }
}

#[test]
fn few_triangles_in_sight_are_drawn_whole_and_many_are_not() {
    let (scene, selection, style) = (scene(vec![meshes::lump(250)]), Selection::default(), bare());
    let mut timed = Timed::new();
    for (fov_y, is_whole) in [(0.1, true), (0.7, false)] {
        let mut view = view(&scene, SIZE, 0.3);
        view.camera.projection = Projection::Perspective { fov_y };
        let [(moving, stats), (resting, _)] = timed.moving_and_resting(&Frame::new(&scene, &view, &style, &selection));
        assert_eq!(moving == resting, is_whole, "{stats:?}");
    }
}

#[test]
fn where_no_picture_is_kept_simplified_meshes_are_drawn_until_the_camera_rests() {
    let mut timed = Timed(offscreen_on(OffscreenContext::embedded));
    let (scene, selection, style) = (scene(vec![meshes::lump(250)]), Selection::default(), bare());
    let view = view(&scene, SIZE, 0.3);
    let frame = Frame::new(&scene, &view, &style, &selection);
    let [(moving, first), (resting, last)] = timed.moving_and_resting(&frame);
    assert!(timed.0.renderer().panes.iter().all(|pane| pane.kept.is_none()), "no picture is kept by OpenGL ES 3.0");
    assert!(first.triangles_drawn < 50_000 && !first.complete, "{first:?}");
    assert!(matches!(timed.0.renderer().objects.plain.get(), Some(Some(_))), "OpenGL ES has the program, too");
    assert!(last.triangles_drawn as usize == scene.objects()[0].mesh.n_triangles(), "{last:?}");
    assert!(moving != resting && difference([&moving, &resting]) < 1.0);
    assert!(timed.0.renderer().rate.is_some_and(|rate| rate != RATE), "the last frame was measured");
}

#[test]
fn what_moving_frames_need_is_compiled_at_rest_and_not_seen() {
    let (scene, selection, style) = (scene(vec![meshes::lump(250)]), Selection::default(), bare());
    let view = view(&scene, SIZE, 0.3);
    let frame = Frame::new(&scene, &view, &style, &selection);
    let mut timed = Timed::new();
    let is_compiled = |timed: &mut Timed| timed.0.renderer().objects.plain.get().is_some();
    timed.draw(&frame);
    assert!(!is_compiled(&mut timed), "a frame that shows only a part is not held up");
    let (picture, _) = timed.resting(&frame);
    assert!(is_compiled(&mut timed), "before the first frame of a movement");
    assert!(picture == offscreen().draw(&frame).expect("a picture").0, "nothing of it is seen");
}
