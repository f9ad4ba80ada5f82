//! What holds for every move of the camera, on random views of subjects tiny, huge and far from the origin.

use crate::*;
use pickray::scene::UpAxis;
use pickray::scene::navigation::{
    StandardView, center_on, frame, orbit, pan, set_pivot, toggle_projection, view_from, zoom_to,
};
use std::f64::consts::{FRAC_PI_2, PI};

const ROUNDS: usize = 2000;

/// Sizes of subjects and their offsets from the origin.
const SUBJECTS: [(f64, f64); 5] = [(1.0, 0.0), (1e-6, 0.0), (1e7, 0.0), (100.0, 5e6), (1e-3, 1.0)];

fn between(random: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * random.f64()
}

/// A view of a subject and the subject's size and middle.
struct Scenery {
    view: View,
    size: f64,
    middle: DVec3,
    /// The coordinates' own step, in which positions can be off.
    step: f64,
}

fn scenery(random: &mut Rng) -> Scenery {
    let (size, offset) = SUBJECTS[random.usize(..SUBJECTS.len())];
    let middle = offset * vector(random);
    let eye = middle + size * (0.3 + 3.0 * random.f64()) * vector(random).normalize();
    let mut camera = Camera::look_at(eye, middle + 0.2 * size * vector(random), vector(random));
    if random.bool() {
        camera.projection = Projection::Orthographic { height: size * (0.1 + random.f64()) };
    }
    let viewport = Viewport {
        x: random.i32(-50..200),
        y: random.i32(-50..200),
        width: random.i32(200..2000),
        height: random.i32(200..2000),
    };
    let framebuffer = FramebufferSize { width: 2400, height: random.u32(1..2400) };
    let step = f64::EPSILON * (size + offset);
    Scenery { view: View::new(camera, framebuffer).with_viewport(viewport, framebuffer), size, middle, step }
}

impl Scenery {
    fn with(&self, camera: Camera) -> View {
        self.view.with_camera(camera)
    }

    /// How far apart, in pixels, rounding of positions may move a point seen at `depth`.
    fn pixel_tolerance(&self, view: &View, depth: f64) -> f64 {
        let pixel = view.camera.height_at(depth) / f64::from(view.viewport.height);
        1e-6 + 1e4 * self.step / pixel
    }

    fn cursor(&self, random: &mut Rng) -> CursorPosition {
        let Viewport { x, y, width, height } = self.view.viewport;
        CursorPosition {
            x: f64::from(x) + f64::from(width) * random.f64(),
            y: f64::from(self.view.framebuffer.height) - f64::from(y) - f64::from(height) * random.f64(),
        }
    }

    /// A point before the eye, somewhere in or around the picture.
    fn pivot(&self, random: &mut Rng) -> DVec3 {
        let depth = self.view.camera.distance() * between(random, 0.5, 1.5);
        self.view.point_under(self.cursor(random), depth).expect("a viewport with pixels")
    }
}

fn assert_close(a: CursorPosition, b: CursorPosition, tolerance: f64) {
    assert!((a.x - b.x).abs() <= tolerance && (a.y - b.y).abs() <= tolerance, "{a:?} is not {b:?} within {tolerance}");
}

fn is_upright(camera: &Camera, up: UpAxis) -> bool {
    let axes = camera.axes();
    axes.x_axis.dot(up.up()).abs() < 1e-7 && axes.y_axis.dot(up.up()) > -1e-7
}

/// Runs a check on many views.
fn on_views(check: impl Fn(&mut Rng, Scenery)) {
    let mut random = seeded();
    for _ in 0..ROUNDS {
        let scenery = scenery(&mut random);
        check(&mut random, scenery);
    }
}

#[test]
fn orbiting_keeps_the_pivot_where_it_is_in_the_picture() {
    on_views(|random, scenery| {
        let up = UpAxis::ALL[random.usize(..2)];
        // A first turn takes any roll out, about the pivot as well.
        let upright = scenery.with(orbit(&scenery.view.camera, scenery.middle, up, 0.0, 0.0));
        let pivot = scenery.pivot(random);
        let (yaw, pitch) = (between(random, -7.0, 7.0), between(random, -4.0, 4.0));
        for start in [scenery.view, upright] {
            let camera = orbit(&start.camera, pivot, up, yaw, pitch);
            let (before, after) = (start.cursor_from_world(pivot), scenery.with(camera).cursor_from_world(pivot));
            let (before, after) = (before.expect("before the eye"), after.expect("before the eye"));
            let depth = start.camera.depth_of(pivot);
            assert_close(before, after, scenery.pixel_tolerance(&start, depth));
            assert!((camera.depth_of(pivot) - depth).abs() <= 1e-11 * scenery.size + 1e4 * scenery.step);
            assert!(is_upright(&camera, up));
        }
    });
}

#[test]
fn orbiting_up_to_the_pole_and_back_comes_back_the_same_way() {
    for up in UpAxis::ALL {
        let start = Camera::look_at(DVec3::new(1.0, 2.0, 5.0), DVec3::ZERO, up.up());
        for end in [PI, -PI] {
            let at_pole = orbit(&start, DVec3::ZERO, up, 0.0, end);
            assert!((at_pole.forward().dot(up.up()) + end.signum()).abs() < 1e-15);
            assert!((at_pole.axes().x_axis - start.axes().x_axis).length() < 1e-12, "the heading is kept");
            let elevation = start.axes().z_axis.dot(up.up()).asin();
            let back = orbit(&at_pole, DVec3::ZERO, up, 0.0, elevation - end.signum() * FRAC_PI_2);
            assert!((back.eye - start.eye).length() < 1e-12);
        }
    }
}

#[test]
fn yaw_turns_the_subject_to_the_right_and_pitch_lifts_the_eye() {
    let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
    let view = |camera| View::new(camera, FramebufferSize { width: 100, height: 100 });
    let front = DVec3::new(0.0, 0.0, 1.0);
    let turned = view(orbit(&camera, DVec3::ZERO, UpAxis::Y, 0.3, 0.0)).cursor_from_world(front).expect("in view");
    assert!(turned.x > 51.0);
    assert!(orbit(&camera, DVec3::ZERO, UpAxis::Y, 0.0, 0.3).eye.y > 1.0);
}

#[test]
fn panning_keeps_the_point_under_the_cursor() {
    on_views(|random, scenery| {
        let (view, pivot) = (scenery.view, scenery.pivot(random));
        let (from, to) = (scenery.cursor(random), scenery.cursor(random));
        let depth = view.camera.depth_of(pivot);
        let held = view.point_under(from, depth).expect("a point");
        let camera = pan(&view, pivot, from, to);
        let seen = scenery.with(camera).cursor_from_world(held).expect("before the eye");
        assert_close(seen, to, scenery.pixel_tolerance(&view, depth));
        assert!((camera.axes() - view.camera.axes()).to_cols_array().iter().all(|x| x.abs() < 1e-6), "turned");
    });
}

#[test]
fn zooming_keeps_the_point_under_the_cursor_and_scales_what_is_there() {
    on_views(|random, scenery| {
        let (view, pivot, cursor) = (scenery.view, scenery.pivot(random), scenery.cursor(random));
        let depth = view.camera.depth_of(pivot);
        let factor = between(random, -2.0, 2.0).exp();
        let held = view.point_under(cursor, depth).expect("a point");
        let zoomed = scenery.with(zoom_to(&view, pivot, cursor, factor));
        let seen = zoomed.cursor_from_world(held).expect("before the eye");
        assert_close(seen, cursor, scenery.pixel_tolerance(&zoomed, zoomed.camera.depth_of(held)));
        let (before, after) = (view.camera.height_at(depth), zoomed.camera.height_at(zoomed.camera.depth_of(held)));
        assert!((after / before / factor - 1.0).abs() < 1e-9 + 1e4 * scenery.step / after);
    });
}

#[test]
fn zooming_in_for_ever_never_crosses_what_is_zoomed_to_and_comes_out_again() {
    let mut random = seeded();
    for _ in 0..200 {
        let scenery = scenery(&mut random);
        let cursor = scenery.cursor(&mut random);
        let mut view = scenery.view;
        let pivot = view.point_under(cursor, view.camera.distance() * (0.5 + random.f64())).expect("a point");
        for _ in 0..1000 {
            view.camera = zoom_to(&view, pivot, cursor, 0.8);
            assert!(view.camera.depth_of(pivot) > 0.0);
            assert!(view.camera.distance() > 0.0);
            assert!(view.clip_from_eye().is_finite() && view.eye_from_world().is_finite());
        }
        for _ in 0..4000 {
            view.camera = zoom_to(&view, pivot, cursor, 1.25);
        }
        assert!(view.camera.eye.is_finite() && view.camera.target.is_finite());
        assert!(view.camera.height_at(view.camera.depth_of(pivot)) > scenery.size);
    }
}

#[test]
fn a_zoom_by_nonsense_changes_nothing() {
    let scenery = scenery(&mut Rng::with_seed(1));
    let cursor = CursorPosition { x: 10.0, y: 10.0 };
    for factor in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        assert_eq!(zoom_to(&scenery.view, scenery.middle, cursor, factor), scenery.view.camera);
    }
}

#[test]
fn framing_shows_all_of_the_bounds_and_fills_the_picture() {
    on_views(|random, scenery| {
        let half = scenery.size * vector(random).abs() * 10_f64.powi(random.i32(-3..1));
        // Some are flat, some are lines.
        let half = half * DVec3::from_array(std::array::from_fn(|_| f64::from(random.u8(0..4).min(1))));
        if half.max_element() <= 1e4 * scenery.step {
            return;
        }
        let bounds = Aabb::new(scenery.middle - half, scenery.middle + half);
        let view = scenery.with(frame(&scenery.view, &bounds));
        let mut fullest = 0.0_f64;
        for corner in bounds.corners() {
            let clip = view.clip_from_eye() * (view.eye_from_world() * corner.extend(1.0));
            let ndc = clip.truncate() / clip.w;
            assert!(clip.w > 0.0 && ndc.abs().max_element() < 1.0, "{corner} is cut off at {ndc}");
            fullest = fullest.max(ndc.x.abs()).max(ndc.y.abs());
        }
        let side_on = half.min_element() == 0.0;
        assert!(fullest > 0.8 || side_on, "the picture is filled to {fullest} only");
        let turned = (view.camera.axes() - scenery.view.camera.axes()).to_cols_array();
        assert!(turned.iter().all(|x| x.abs() < 1e-6 + 100.0 * scenery.step / half.max_element()));
    });
}

#[test]
fn bounds_of_no_size_can_be_framed() {
    let points = [DVec3::ZERO, DVec3::splat(1e-6), DVec3::splat(1e7), DVec3::new(5e5, 5.4e6, 12.0), DVec3::splat(1e30)];
    let boxes = points.map(|point| Aabb::new(point, point)).into_iter().chain([
        Aabb::EMPTY,
        Aabb::new(DVec3::splat(f64::NAN), DVec3::ONE),
        Aabb::new(DVec3::splat(-1e30), DVec3::splat(1e30)),
        Aabb::new(DVec3::splat(1e-30), DVec3::splat(2e-30)),
        Aabb::new(DVec3::splat(1e9), DVec3::splat(1e9 + 1e-6)),
    ]);
    for bounds in boxes {
        for camera in [
            Camera::framing(&bounds, 1.5, UpAxis::Y),
            toggle_projection(&Camera::framing(&bounds, 1.5, UpAxis::Y), 1.0),
        ] {
            let view = View::new(camera.framed(&bounds, 1.5), FramebufferSize { width: 300, height: 200 });
            assert!(view.camera.near < view.camera.far);
            assert!(view.ray(DVec2::new(150.0, 100.0)).is_some(), "no ray into {bounds:?}");
            if !bounds.is_empty() && bounds.min.is_finite() {
                let middle = view.cursor_from_world(bounds.center()).expect("before the eye");
                assert_close(middle, CursorPosition { x: 150.0, y: 100.0 }, 0.1);
            }
        }
    }
}

#[test]
fn fitted_planes_enclose_what_is_before_the_eye() {
    on_views(|_, scenery| {
        let half = DVec3::splat(0.5 * scenery.size);
        let bounds = Aabb::new(scenery.middle - half, scenery.middle + half);
        let camera = scenery.view.camera.with_depth_fitted(&bounds);
        assert!(camera.near < camera.far);
        let orthographic = matches!(camera.projection, Projection::Orthographic { .. });
        assert!(orthographic || camera.near > 0.0);
        for corner in bounds.corners() {
            let depth = camera.depth_of(corner);
            assert!(depth < camera.far || camera.far > 9.0 * camera.distance());
            // Only what is much closer than the target is left out.
            assert!(depth > camera.near || (!orthographic && depth < 0.0101 * camera.distance()));
        }
        let infinite = Camera { far: f64::INFINITY, ..scenery.view.camera }.with_depth_fitted(&bounds);
        assert_eq!(infinite.far == f64::INFINITY, !orthographic);
    });
}

#[test]
fn standard_views_look_along_the_axes() {
    let camera = Camera::look_at(DVec3::new(1.0, 2.0, 5.0), DVec3::ONE, DVec3::Y);
    let expected = [
        // up, side, direction to the eye, up in the picture
        (UpAxis::Y, StandardView::Front, DVec3::Z, DVec3::Y),
        (UpAxis::Y, StandardView::Back, DVec3::NEG_Z, DVec3::Y),
        (UpAxis::Y, StandardView::Right, DVec3::X, DVec3::Y),
        (UpAxis::Y, StandardView::Left, DVec3::NEG_X, DVec3::Y),
        (UpAxis::Y, StandardView::Top, DVec3::Y, DVec3::NEG_Z),
        (UpAxis::Y, StandardView::Bottom, DVec3::NEG_Y, DVec3::Z),
        (UpAxis::Z, StandardView::Front, DVec3::NEG_Y, DVec3::Z),
        (UpAxis::Z, StandardView::Back, DVec3::Y, DVec3::Z),
        (UpAxis::Z, StandardView::Right, DVec3::X, DVec3::Z),
        (UpAxis::Z, StandardView::Left, DVec3::NEG_X, DVec3::Z),
        (UpAxis::Z, StandardView::Top, DVec3::Z, DVec3::Y),
        (UpAxis::Z, StandardView::Bottom, DVec3::NEG_Z, DVec3::NEG_Y),
    ];
    for (up, side, toward_eye, in_picture) in expected {
        let seen = view_from(&camera, side, up);
        let axes = DMat3::from_cols(in_picture.cross(toward_eye), in_picture, toward_eye);
        assert!((seen.axes() - axes).to_cols_array().iter().all(|x| x.abs() < 1e-15), "{up:?} {side:?}");
        assert_eq!(seen.target, camera.target);
        assert!((seen.distance() - camera.distance()).abs() < 1e-14);
    }
}

#[test]
fn toggling_the_projection_keeps_sizes_at_the_target_and_comes_back() {
    on_views(|random, scenery| {
        let camera = Camera { projection: Projection::Perspective { fov_y: 0.7 }, ..scenery.view.camera };
        let view = scenery.with(camera);
        let flat = scenery.with(toggle_projection(&camera, 0.7));
        let at_target = view.point_under(scenery.cursor(random), camera.distance()).expect("a point");
        let (before, after) = (view.cursor_from_world(at_target), flat.cursor_from_world(at_target));
        let tolerance = scenery.pixel_tolerance(&view, camera.distance());
        assert_close(before.expect("before the eye"), after.expect("before the eye"), tolerance);
        let back = toggle_projection(&flat.camera, 0.7);
        assert_eq!(back.projection, camera.projection);
        assert!((back.eye - camera.eye).length() <= 1e-12 * scenery.size + 10.0 * scenery.step);
    });
}

#[test]
fn setting_the_pivot_leaves_the_picture_as_it_is() {
    on_views(|random, scenery| {
        let (pivot, other) = (scenery.pivot(random), scenery.pivot(random));
        let camera = set_pivot(&scenery.view.camera, pivot);
        assert!((camera.distance() / scenery.view.camera.depth_of(pivot) - 1.0).abs() < 1e-6);
        let (before, after) = (scenery.view.cursor_from_world(other), scenery.with(camera).cursor_from_world(other));
        let depth = camera.depth_of(other);
        assert_close(before.expect("seen"), after.expect("seen"), 10.0 * scenery.pixel_tolerance(&scenery.view, depth));
        let behind = camera.eye - camera.forward() * scenery.size;
        assert_eq!(set_pivot(&camera, behind), camera);
    });
}

#[test]
fn centring_on_a_point_puts_it_in_the_middle() {
    on_views(|random, scenery| {
        let point = scenery.pivot(random);
        let view = scenery.with(center_on(&scenery.view.camera, point));
        let window = view.window_from_world(point).expect("before the eye");
        let ndc = view.viewport.ndc_from_window(window.truncate()).expect("a viewport with pixels");
        let pixels = f64::from(view.viewport.height.max(view.viewport.width));
        assert!(ndc.abs().max_element() * pixels < scenery.pixel_tolerance(&view, view.camera.distance()));
    });
}
