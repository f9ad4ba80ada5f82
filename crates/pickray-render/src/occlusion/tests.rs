//! Comparison of pictures with occlusion and the same ones without.

use super::FADE_TIME;
use crate::tests::*;
use crate::{Overlay, Pen, Warp};
use pickray::intersect::Culling;
use std::time::{Duration, Instant};

const SIZE: FramebufferSize = FramebufferSize { width: 240, height: 200 };

fn style() -> Style {
    Style { edges: false, grid: false, axes: false, ..Style::default() }
}

fn sample(sample: Sample) -> Scene {
    Scene::of(Object::new("sample", sample.mesh().expect("a mesh").into()))
}

/// Returns views from a side, as [`views_by`] does.
fn views(scene: &Scene) -> [View; 3] {
    views_by(Camera::framing(&scene.bounds(), 1.2, scene.up_axis()), scene)
}

/// Returns views by a camera: in perspective, in parallel, and with the depth reversed to an infinite far plane.
fn views_by(camera: Camera, scene: &Scene) -> [View; 3] {
    let height = camera.height_at(camera.distance());
    let parallel = Camera { projection: Projection::Orthographic { height }, ..camera };
    let reversed = Camera { reversed_z: true, far: f64::INFINITY, ..camera };
    [camera, parallel.with_depth_fitted(&scene.bounds()), reversed].map(|camera| View::new(camera, SIZE))
}

/// Draws a frame with occlusion and without.
fn both(offscreen: &mut Offscreen, frame: &Frame) -> [Image; 2] {
    [true, false].map(|occlusion| {
        let style = Style { occlusion, ..frame.style.clone() };
        offscreen.draw(&Frame { style: &style, ..*frame }).expect("a picture").0
    })
}

/// Returns the mean byte of red, green and blue in pixels that show a triangle.
fn brightness(image: &Image, is_seen: &[bool]) -> f64 {
    let seen = image.pixels.iter().zip(is_seen).filter(|(_, seen)| **seen);
    let (sum, count) = seen.fold((0, 0), |(sum, count), ([r, g, b, _], _)| {
        (sum + u64::from(*r) + u64::from(*g) + u64::from(*b), count + 3)
    });
    sum as f64 / f64::from(count)
}

fn seen(offscreen: &mut Offscreen, scene: &Scene, view: &View) -> Vec<bool> {
    let ids = offscreen.ids(scene, view, Culling::None).expect("ids");
    (0..SIZE.height)
        .flat_map(|y| (0..SIZE.width).map(move |x| (x, y)))
        .map(|(x, y)| ids.at(x, SIZE.height - 1 - y).is_some())
        .collect()
}

#[test]
fn a_picture_is_as_bright_with_occlusion_as_without_whatever_it_shows() {
    let mut offscreen = offscreen();
    let selection = Selection::default();
    // A cube hides nothing from itself, and the parts of a knot lie apart.
    let folded =
        [(Sample::Teapot, true), (Sample::NoisySphere, true), (Sample::TorusKnot, false), (Sample::Cube, false)];
    for (name, is_folded) in folded {
        let scene = sample(name);
        for (view, theme) in views(&scene).iter().zip([Theme::Dark, Theme::Light, Theme::Dark]) {
            let style = Style { theme, shading: Shading::Smooth, ..style() };
            let is_seen = seen(&mut offscreen, &scene, view);
            let pictures = both(&mut offscreen, &Frame::new(&scene, view, &style, &selection));
            let [with, without] = pictures.each_ref().map(|picture| brightness(picture, &is_seen));
            assert!((with / without - 1.0).abs() < 0.0125, "{with} for {without}: {name:?}, {view:?}");
            let pixels = pictures[0].pixels.iter().zip(&pictures[1].pixels);
            let darker = pixels.filter(|(with, without)| with[1].saturating_add(20) < without[1]);
            assert_eq!(100 < darker.count(), is_folded, "{name:?}");
        }
    }
}

#[test]
fn occlusion_rounds_each_channel_once_and_none_to_even_bytes_so_that_grey_has_no_other_hue() {
    let mut offscreen = offscreen();
    let selection = Selection::default();
    let width = SIZE.width as usize;
    for (name, theme) in [(Sample::Teapot, Theme::Light), (Sample::NoisySphere, Theme::Dark)] {
        let scene = sample(name);
        let style = Style { theme, ..style() };
        let [view, ..] = views(&scene);
        let is_seen = seen(&mut offscreen, &scene, &view);
        let [with, without] = both(&mut offscreen, &Frame::new(&scene, &view, &style, &selection));
        let (mut changed, mut odd) = (0, 0);
        for (index, (now, before)) in with.pixels.iter().zip(&without.pixels).enumerate() {
            // Of a pixel at the outline some samples show the background, which is left as it is.
            let around = |k: usize| is_seen.get((index + k % 3 + k / 3 * width).wrapping_sub(width + 1));
            if now == before || !(0..9).all(|k| around(k).is_some_and(|seen| *seen)) {
                continue;
            }
            let sum = |pixel: &[u8; 4]| pixel[..3].iter().map(|x| f64::from(*x)).sum::<f64>();
            let factor = sum(now) / sum(before).max(1.0);
            let is_alike = |k: usize| now[k] == 255 || (f64::from(now[k]) - factor * f64::from(before[k])).abs() < 2.0;
            assert!((0..3).all(is_alike), "{name:?}: {before:?} became {now:?}");
            changed += 1;
            odd += (0..3).filter(|&k| now[k] % 2 == 1).count();
        }
        assert!(1000 < changed && changed < odd, "{name:?}: {odd} bytes of {changed} pixels are odd");
    }
}

/// Two squares that meet in the x axis at a right angle, seen along its bisector: a crease, or a ridge.
fn corner(is_crease: bool) -> Scene {
    let out = if is_crease { 2.0 } else { -2.0 };
    let corners =
        [[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0], [2.0, 0.0, out], [-2.0, 0.0, out], [2.0, out, 0.0], [-2.0, out, 0.0]];
    let triangles = if is_crease {
        [[0, 3, 2], [0, 2, 1], [0, 1, 4], [0, 4, 5]]
    } else {
        [[0, 2, 3], [0, 1, 2], [0, 4, 1], [0, 5, 4]]
    };
    let mesh = Mesh::from_triangles(corners.to_vec(), triangles.to_vec()).expect("a mesh");
    Scene::of(Object { color: [0.9; 3], ..Object::new("corner", mesh.into()) })
}

#[test]
fn a_crease_is_darker_than_what_is_around_and_a_ridge_is_not_in_any_projection() {
    let mut offscreen = offscreen();
    let (style, selection) = (style(), Selection::default());
    for is_crease in [true, false] {
        let scene = corner(is_crease);
        let camera =
            Camera::look_at(DVec3::new(0.7, 4.0, 4.0), DVec3::ZERO, DVec3::Y).with_depth_fitted(&scene.bounds());
        for view in views_by(camera, &scene) {
            let [with, without] = both(&mut offscreen, &Frame::new(&scene, &view, &style, &selection));
            // The factor by which the green of a place on the lower square is multiplied, this far from the line.
            let factor = |away: f64| {
                let out = if is_crease { away } else { -away };
                let cursor = view.cursor_from_world(DVec3::new(0.0, 0.0, out)).expect("seen");
                let [with, without] = [&with, &without].map(|image| f64::from(image.pixel(cursor).expect("there")[1]));
                with / without
            };
            let (near, middle, far) = (factor(0.04), factor(0.3), factor(1.4));
            let is_right = if is_crease {
                near < 0.85 * far && near < middle && middle < far
            } else {
                (near / far - 1.0).abs() < 0.02 && (middle / far - 1.0).abs() < 0.02
            };
            assert!(is_right, "{near}, {middle}, {far}: crease {is_crease}, {:?}", view.camera);
        }
    }
}

#[test]
fn background_opacity_grid_and_lines_are_as_they_are_without() {
    let mut offscreen = offscreen();
    let (scene, selection) = (sample(Sample::Teapot), Selection::default());
    let style = Style { grid: true, axes: true, ..style() };
    for view in views(&scene) {
        let [left, right] = [-1.0, 1.0].map(|side| side * scene.bounds().size().length() * view.camera.axes().x_axis);
        let middle = scene.bounds().center();
        let line = [Overlay::Lines(vec![[middle + left, middle + right]], Pen::new([1.0, 0.0, 1.0], 8.0))];
        let is_seen = seen(&mut offscreen, &scene, &view);
        for transparent in [false, true] {
            let frame = Frame { overlays: &line, transparent, ..Frame::new(&scene, &view, &style, &selection) };
            let [with, without] = both(&mut offscreen, &frame);
            let (width, mut lines, mut darker) = (SIZE.width as usize, 0, 0);
            for (index, (with, without)) in with.pixels.iter().zip(&without.pixels).enumerate() {
                assert_eq!(with[3], without[3], "opacity");
                // Two pixels around: some of a pixel's samples may show what its middle does not.
                let around = |k: usize| is_seen.get((index + k).wrapping_sub(2 * width + 2)).is_some_and(|seen| *seen);
                let is_background = (0..25).all(|k| !around(k % 5 + k / 5 * width));
                let is_line = without[..3] == [255, 0, 255];
                assert!(with == without || !is_background && !is_line, "{with:?} for {without:?} at {index}");
                lines += usize::from(is_line);
                darker += usize::from(with[1].saturating_add(20) < without[1]);
            }
            assert!(700 < lines && 100 < darker, "{lines} of the line, {darker} darker");
        }
    }
}

#[test]
fn opengl_es_darkens_what_opengl_darkens() {
    let (scene, selection, style) = (sample(Sample::Teapot), Selection::default(), style());
    for view in views(&scene) {
        // One after the other: the last one made is the one that is current.
        let [on_gl, on_es] = [OffscreenContext::new, OffscreenContext::embedded]
            .map(|make| both(&mut offscreen_on(make), &Frame::new(&scene, &view, &style, &selection)));
        let (apis, pictures) = (n_differing(&on_es[0], &on_gl[0]), n_differing(&on_es[0], &on_es[1]));
        assert!(apis < 150 && 2000 < pictures, "{apis} by the API, {pictures} by occlusion");
    }
}

/// Draws a frame again and again until nothing fades any more; returns all of its pictures.
fn faded(offscreen: &mut Offscreen, frame: &Frame) -> Vec<(Image, FrameStats)> {
    let mut pictures = vec![offscreen.draw(frame).expect("a picture")];
    while pictures.last().is_some_and(|(_, stats)| stats.fading) {
        pictures.push(offscreen.draw(frame).expect("a picture"));
    }
    pictures
}

#[test]
fn it_fades_in_once_the_camera_rests_and_no_picture_on_the_way_is_brighter_or_darker() {
    let (scene, selection) = (sample(Sample::Teapot), Selection::default());
    let (mut timed, mut at_once) = (offscreen(), offscreen());
    timed.renderer().frame_time = Some(Duration::from_secs(1000));
    for view in views(&scene) {
        at_once.context().make_current().expect("a context");
        let is_seen = seen(&mut at_once, &scene, &view);
        let style = style();
        let frame = Frame::new(&scene, &view, &style, &selection);
        let [with, without] = both(&mut at_once, &frame);
        let start = Instant::now();
        let pictures = faded(&mut timed, &frame);
        // A slow machine may need the whole time of the fading for one picture.
        let is_over = FADE_TIME < start.elapsed() && pictures.len() == 2;
        assert!((2 < pictures.len() || is_over) && pictures[0].0 == without, "{} pictures", pictures.len());
        assert!(pictures.last().is_some_and(|(picture, _)| *picture == with), "all there at last");
        let expected = brightness(&without, &is_seen);
        for (picture, stats) in &pictures {
            let bright = brightness(picture, &is_seen);
            assert!(stats.complete && (bright / expected - 1.0).abs() < 0.01, "{bright} for {expected}");
        }
        // What looks different in the same place keeps it.
        for style in [Style { edges: true, ..style.clone() }, Style { theme: Theme::Dark, ..style.clone() }] {
            let pictures = faded(&mut timed, &Frame { style: &style, ..frame });
            let [with, _] = both(&mut at_once, &Frame { style: &style, ..frame });
            assert!(pictures.len() == 1 && pictures[0].0 == with, "{} pictures", pictures.len());
        }
    }
}

#[test]
fn a_wireframe_and_a_warped_world_are_as_they_are_without() {
    let (scene, selection) = (sample(Sample::TorusKnot), Selection::default());
    let mut offscreen = offscreen();
    let [view, ..] = views(&scene);
    let (solid, wireframe) = (style(), Style { wireframe: true, ..style() });
    let warp = Some(Warp::toward_ndc(&view, 0.5));
    for (style, warp) in [(&wireframe, None), (&solid, warp)] {
        let [with, without] = both(&mut offscreen, &Frame { warp, ..Frame::new(&scene, &view, style, &selection) });
        assert!(with == without, "{style:?}");
    }
}
