//! Colours that a mesh's file gives: as the GPU and the CPU draw them, and what they cost.

use crate::*;
use std::fmt::Write;

const N_TRIANGLES: u64 = 5120;

/// A ball with a colour a vertex, by its place, as an OBJ file has them; or without.
fn ball(painted: bool) -> Scene {
    let mesh = Sample::Icosphere.mesh().expect("a sample");
    let mut text = String::new();
    for index in 0..mesh.n_vertices() as u32 {
        let place = mesh.vertex(index);
        let color = 0.5 + 0.5 * place.normalize();
        let color = if painted { format!(" {} {} {}", color.x, color.y, color.z) } else { String::new() };
        writeln!(text, "v {} {} {}{color}", place.x, place.y, place.z).expect("text");
    }
    for corners in mesh.triangles() {
        let [a, b, c] = corners.map(|corner| corner + 1);
        writeln!(text, "f {a} {b} {c}").expect("text");
    }
    scene(Load::bytes("ball.obj", text.as_bytes()).mesh().expect("a mesh").0)
}

fn view(scene: &Scene, from: DVec3) -> View {
    let middle = scene.bounds().center();
    let camera = Camera::look_at(middle + from * scene.bounds().size().max_element(), middle, DVec3::Y);
    View::new(camera, FramebufferSize::new(160, 120)).with_camera(camera.with_depth_fitted(&scene.bounds()))
}

#[test]
fn the_cpu_draws_the_colours_that_the_gpu_draws() {
    let mut offscreen = offscreen();
    let (painted, plain) = (ball(true), ball(false));
    let selection = Selection::default();
    let smooth = Style { shading: Shading::Smooth, edges: false, theme: Theme::Dark, ..Style::default() };
    for style in [Style::default(), smooth, Style { colors: false, ..Style::default() }] {
        // From where a ball is red, green, and blue.
        for from in [DVec3::new(2.0, 0.2, 0.3), DVec3::new(0.1, 2.0, 0.2), DVec3::new(0.2, 0.1, 2.0)] {
            let view = view(&painted, from);
            let frame = Frame::new(&painted, &view, &style, &selection);
            let pictures = drawn(&mut offscreen, &frame);
            let differs = difference(&pictures);
            assert!(differs < 1.0, "{style:?} {from}: {differs}");
            let bare = drawn(&mut offscreen, &Frame::new(&plain, &view, &style, &selection));
            let is_alike = [0, 1].map(|renderer| pictures[renderer] == bare[renderer]);
            assert_eq!(is_alike, [!style.colors; 2], "{style:?} {from}");
            let [gpu, _] = pictures;
            let strongest = (0..3).max_by(|&i, &j| from[i].total_cmp(&from[j])).expect("an axis");
            let pixel = gpu.pixel(CursorPosition::new(80.0, 60.0)).expect("a pixel");
            let mut others = (0..3).filter(|&other| other != strongest);
            let is_its_color = others.all(|other| pixel[other] + 20 < pixel[strongest]);
            assert_eq!(is_its_color, style.colors, "{style:?} {from}: {pixel:?}");
        }
    }
}

#[test]
fn colours_are_on_the_gpu_while_they_are_shown_and_come_in_slices() {
    let mut offscreen = offscreen();
    let scene = ball(true);
    assert_eq!(scene.objects()[0].mesh.n_triangles() as u64, N_TRIANGLES);
    let view = view(&scene, DVec3::ONE);
    let selection = Selection::default();
    let mut draw = |colors, budget| {
        offscreen.renderer().set_upload_budget(budget);
        let style = Style { colors, ..Style::default() };
        offscreen.draw(&Frame::new(&scene, &view, &style, &selection)).expect("a picture")
    };
    let (plain, stats) = draw(false, usize::MAX);
    let bare = stats.gpu_bytes;
    let (half, stats) = draw(true, N_TRIANGLES as usize * 6);
    assert_eq!((stats.bytes_uploaded, stats.gpu_bytes), (6 * N_TRIANGLES, bare + 12 * N_TRIANGLES));
    assert!(half == plain && stats.uploaded < 1.0, "{stats:?}");
    let (painted, stats) = draw(true, N_TRIANGLES as usize * 6);
    assert_eq!((stats.bytes_uploaded, stats.uploaded), (6 * N_TRIANGLES, 1.0));
    assert!(painted != plain);
    let (again, stats) = draw(true, usize::MAX);
    assert!(again == painted && stats.triangles_drawn == 0, "{stats:?}");
    let (off, stats) = draw(false, usize::MAX);
    assert_eq!((stats.bytes_uploaded, stats.gpu_bytes), (0, bare));
    assert!(off == plain);
}
