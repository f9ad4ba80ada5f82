//! What is drawn of a view by matrices: the picture of their camera, in every clip space and handedness, by OpenGL and
//! on the CPU.

use crate::any_camera::{CLIP_SPACES, by_matrices};
use crate::*;
use pickray::RayOptions;
use pickray::math::ClipSpace;
use pickray::scene::navigation::toggle_projection;
use pickray_render::ids::IdBuffer;
use pickray_render::verify;

const FRAMEBUFFER: FramebufferSize = FramebufferSize::new(110, 84);
const VIEWPORT: Viewport = Viewport { x: 9, y: 7, width: 90, height: 70 };

/// A teapot and a mirrored cube beside it, far enough from the origin that matrices must not cancel.
fn scene() -> Scene {
    let object = |sample: Sample, transform: DMat4| {
        Object::new(sample.name(), sample.mesh().expect("a sample").into()).with_transform(transform)
    };
    let at = DMat4::from_translation(DVec3::new(300.0, -200.0, 50.0));
    let beside = DMat4::from_translation(DVec3::new(2.0, 0.5, -1.0)) * DMat4::from_scale(DVec3::new(-0.7, 1.2, 0.5));
    [object(Sample::Teapot, at), object(Sample::Cube, at * beside)].into_iter().collect()
}

/// Perspective, orthographic, without a far plane, and with a near plane that cuts the scene.
fn cameras(scene: &Scene) -> [Camera; 4] {
    let bounds = scene.bounds();
    let camera = Camera::framing(&bounds, 1.3, UpAxis::Y);
    let flat = toggle_projection(&camera, 0.8).with_depth_fitted(&bounds);
    [camera, flat, Camera { far: f64::INFINITY, ..camera }, Camera { near: camera.distance(), ..camera }]
}

/// A view by a camera whose depth runs as in the clip space.
fn by_camera(camera: Camera, space: ClipSpace) -> View {
    let camera = Camera { reversed_z: space.far < space.near, ..camera };
    View::new(camera, FRAMEBUFFER).with_viewport(VIEWPORT, FRAMEBUFFER)
}

/// The share of pixels whose colours are far from each other.
fn differing_pixels(a: &Image, b: &Image) -> f64 {
    n_differing(a, b, 24) as f64 / a.pixels.len() as f64
}

/// The picture by OpenGL, and the one by ray casting, with grid, triad and a box.
fn pictures(offscreen: &mut Offscreen, scene: &Scene, view: &View) -> [Image; 2] {
    let overlays = [Overlay::aabb(&scene.bounds(), Pen::new([1.0, 0.2, 0.1], 2.0))];
    let (style, selection) = (Style { grid: true, ..Style::default() }, Selection::default());
    let frame = Frame { overlays: &overlays, ..Frame::new(scene, view, &style, &selection) };
    drawn(offscreen, &frame)
}

#[test]
fn pictures_of_gpu_and_cpu_are_those_of_the_camera() {
    let (mut offscreen, scene) = (offscreen(), scene());
    for camera in &cameras(&scene)[..2] {
        for (space, looks_along_z) in CLIP_SPACES.into_iter().zip([false, true].into_iter().cycle()) {
            let expected = by_camera(*camera, space);
            let view = by_matrices(&expected, space, looks_along_z, DMat4::IDENTITY);
            let [expected, drawn] = [expected, view].map(|view| pictures(&mut offscreen, &scene, &view));
            for (by, (expected, drawn)) in ["OpenGL", "rays"].into_iter().zip(expected.iter().zip(&drawn)) {
                let share = differing_pixels(expected, drawn);
                assert!(share < 0.005, "{share} differ by {by} in {space:?} of {:?}", camera.projection);
            }
        }
    }
}

#[test]
fn every_pixel_is_verified_in_every_clip_space_off_centre_and_mirrored() {
    let (mut offscreen, scene) = (offscreen(), scene());
    let off_centre = DMat4::from_translation(DVec3::new(0.2, -0.1, 0.0));
    let mirror = DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.0));
    for camera in cameras(&scene) {
        for (space, lens) in CLIP_SPACES.into_iter().zip([DMat4::IDENTITY, off_centre, mirror].into_iter().cycle()) {
            for (culling, looks_along_z) in [(Culling::None, true), (Culling::Back, false), (Culling::Front, true)] {
                let view = by_matrices(&by_camera(camera, space), space, looks_along_z, lens);
                let ids = offscreen.ids(&scene, &view, culling).expect("ids");
                let counts = verify::compare(&scene, &view, &ids).counts;
                assert_eq!(counts.real, 0, "{counts:?} in {space:?} of {camera:?}");
                assert!(counts.edge + counts.depth < counts.pixels() / 50, "{counts:?} in {space:?}");
                assert!(shows_what_rays_hit(&scene, &view, &ids), "{space:?}");
            }
        }
    }
}

/// Whether nearly every pixel has the triangle that the ray of the matrices hits.
fn shows_what_rays_hit(scene: &Scene, view: &View, ids: &IdBuffer) -> bool {
    let agrees = |column: i32, row: i32| {
        let ray = view.ray(DVec2::new(f64::from(column) + 0.5, f64::from(row) + 0.5)).expect("a line of sight");
        let options = RayOptions::from(ids.culling).range(..=ray.t_max);
        scene.closest_hit(&ray.into(), options).map(|hit| hit.id()) == ids.at(column as u32, row as u32)
    };
    let Viewport { x, y, width, height } = VIEWPORT;
    let pixels = (x..x + width).flat_map(|column| (y..y + height).map(move |row| (column, row)));
    let n_agreeing = pixels.filter(|&(column, row)| agrees(column, row)).count();
    n_agreeing as f64 > 0.98 * f64::from(width * height)
}

#[test]
fn a_kept_picture_is_drawn_anew_where_the_matrices_change_and_their_camera_does_not() {
    let (mut offscreen, scene) = (offscreen(), scene());
    let (style, selection) = (Style::default(), Selection::default());
    let expected = by_camera(cameras(&scene)[0], ClipSpace::WGPU);
    let mirror = DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.0));
    let [plain, mirrored] = [DMat4::IDENTITY, mirror].map(|lens| by_matrices(&expected, ClipSpace::WGPU, false, lens));
    assert_eq!(plain.camera, mirrored.camera);
    let [first, second] = [plain, mirrored]
        .map(|view| offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture"));
    assert_eq!(second.1.triangles_drawn, first.1.triangles_drawn);
    assert!(differing_pixels(&first.0, &second.0) > 0.05);
}
