//! The program in real windows: each test has an X server of its own (Xvfb), starts the binary on a file, clicks by
//! XTEST and reads the pixels back.
#![cfg(target_os = "linux")]

mod collide;
mod drops;
mod harness;
mod learn;
#[path = "../program.rs"]
mod program;
mod split;
mod wayland;

use harness::{App, Start, is_left_to_x11, keysym};
use pickray::math::CursorPosition;
use pickray::mesh::{WriteFormat, samples::Sample};
use std::time::Duration;

/// A square of two triangles that faces +z, and another behind it.
const SQUARE: &str = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n\
                      v -1 -1 -0.2\nv 1 -1 -0.2\nv 1 1 -0.2\nv -1 1 -0.2\nf 5 6 7\nf 5 7 8\n";

fn on(obj: &str) -> Start {
    Start { obj: obj.to_owned(), ..Start::default() }
}

/// Clicks a triangle; it has the selection's colour after that and not before, and was coloured in the frame after the
/// click.
fn click_and_see(app: &mut App, triangle: u32) {
    let at = app.middle_of(triangle);
    app.rest_at(at);
    assert!(!app.looks_selected(at, false), "{:?} before the click", app.pixel(at));
    let frame = app.click_here();
    assert_eq!(frame.picked.map(|id| id.triangle), Some(triangle));
    assert_eq!(Some(frame.frame_number - 1), frame.click_after_frame, "a click in frame N is coloured in frame N + 1");
    assert!(frame.state_entries_written > 0, "the frame of the click writes the state of what changed");
    assert!(app.looks_selected(at, true), "{:?} after the click", app.pixel(at));
}

#[test]
fn a_click_recolours_the_triangle_in_the_next_frame() {
    let mut app = App::start(&on(SQUARE));
    click_and_see(&mut app, 0);
    let frame = app.last_frame();
    assert!(frame.viewport.y > 0, "the line of hints keeps the viewport off the corner: {:?}", frame.viewport);
    let other = app.middle_of(1);
    assert!(!app.looks_selected(other, false), "its neighbour is not selected");
}

#[test]
fn the_window_has_the_name_by_which_its_desktop_file_is_found() {
    if is_left_to_x11() {
        return;
    }
    let desktop = include_str!("../../assets/linux/pickray.desktop");
    let class = desktop.lines().find_map(|line| line.strip_prefix("StartupWMClass=")).expect("a class");
    assert_eq!(App::start(&on(SQUARE)).class(), format!("{class}\0{class}\0"));
}

#[test]
fn the_first_window_is_whole_on_a_small_screen() {
    for screen in [[1366, 768], [1280, 800]] {
        let app = App::start(&Start { screen: Some(screen), ..on(SQUARE) });
        let (frame, [left, top]) = (app.last_frame(), app.place());
        let [right, bottom] = [left + frame.framebuffer[0] as i32, top + frame.framebuffer[1] as i32];
        assert!(0 <= left && 0 <= top && right <= screen[0] as i32 && bottom <= screen[1] as i32, "{frame:?}");
        assert!(frame.viewport.y > 0 && frame.framebuffer[0] > 1000, "the line of hints is below: {frame:?}");
    }
}

#[test]
fn panels_at_the_left_and_below_and_a_resize_shift_the_viewport_and_the_pick_follows() {
    let settings = r#"{"panels": {"inspector": true, "left": true, "explain": true, "hints": true}, "theme": "dark"}"#;
    let mut app = App::start(&Start { settings: Some(settings.to_owned()), ..on(SQUARE) });
    let before = app.first_view();
    app.move_to(app.middle_of(0));
    app.click_here();
    app.settle();
    let viewport = app.last_frame().viewport;
    assert!(viewport.x > 200 && viewport.y > 100, "the ladder comes with the first pick: {viewport:?}");
    for (triangle, x, size) in [(1, -0.4, None), (0, 0.4, Some((901, 703)))] {
        size.into_iter().for_each(|(width, height)| app.resize(width, height));
        // The camera stays as it was; only the picture's shape is another.
        let view = app.view_from_first_camera(&before);
        let at = view.cursor_from_world(glam::DVec3::new(x, -x, 0.0)).expect("before the camera");
        app.rest_at(at);
        assert!(!app.looks_selected(at, false));
        assert_eq!(app.click_here().picked.map(|id| id.triangle), Some(triangle));
        assert!(app.looks_selected(at, true), "{:?}", app.pixel(at));
    }
}

#[test]
fn a_click_picks_what_is_under_it_at_any_scale_factor() {
    for scale in [2.0, 1.25] {
        if scale != 2.0 && is_left_to_x11() {
            return;
        }
        let mut app = App::start(&Start { scale: Some(scale), ..on(SQUARE) });
        assert_eq!(app.last_frame().scale_factor, scale);
        click_and_see(&mut app, 1);
    }
}

#[test]
fn a_click_with_shift_adds_to_the_selection_and_escape_clears_it() {
    let mut app = App::start(&on(SQUARE));
    let [first, second] = [app.middle_of(0), app.middle_of(1)];
    app.click(first);
    app.rest_at(second);
    // All at once, with no frame between: what counts is what was held at the press.
    let before = app.last_frame().frame_number;
    app.key(keysym::SHIFT, true);
    app.button(true);
    app.button(false);
    app.key(keysym::SHIFT, false);
    let frame = app.wait("a click", |line| line.frame_number > before && line.click_after_frame.is_some());
    assert_eq!(frame.selected, 2);
    assert!(app.looks_selected(first, true) && app.looks_selected(second, true));
    app.key(keysym::ESCAPE, true);
    app.key(keysym::ESCAPE, false);
    app.wait("the selection to be cleared", |line| line.frame_number > frame.frame_number && line.selected == 0);
    assert!(!app.looks_selected(first, false) && !app.looks_selected(second, false));
}

#[test]
fn a_window_that_is_destroyed_from_outside_ends_the_program_with_a_line() {
    if is_left_to_x11() {
        return;
    }
    // At rest, and while it is drawn without a pause.
    for app in [App::start(&on(SQUARE)), collide::at_bench("Many bodies")] {
        let (status, told) = app.destroy_window();
        assert_eq!((status.code(), told.lines().count()), (Some(2), 1), "{told}");
        assert!(told.contains("destroyed from outside"), "{told}");
    }
}

#[test]
fn a_display_that_is_gone_ends_the_program_with_an_error_and_not_as_a_miss() {
    if is_left_to_x11() {
        return;
    }
    // Xlib has its own word before.
    let ends: [fn(App) -> _; 2] = [App::end_display, App::cut_off];
    for end in ends {
        let (status, told) = end(App::start(&on(SQUARE)));
        let last = told.lines().last().unwrap_or_default();
        assert_eq!((status.code(), last.contains("pickray: the connection to the display")), (Some(2), true), "{told}");
    }
}

#[test]
fn a_wayland_that_does_not_answer_is_passed_over_for_x11() {
    let app = App::start(&Start { wayland: Some("/nowhere/wayland-77".to_owned()), ..on(SQUARE) });
    let (status, _) = app.quit();
    assert!(status.success(), "{status}");
}

#[test]
fn hovering_costs_at_most_one_pick_a_frame_and_uploads_nothing() {
    let app = App::start(&on(SQUARE));
    let (at, first) = (app.middle_of(0), app.last_frame());
    for step in 0..300 {
        app.move_to(CursorPosition { x: at.x - 60.0 + f64::from(step % 120), y: at.y + f64::from(step / 30) });
    }
    app.settle();
    let frames: Vec<_> = app.frames().into_iter().filter(|line| first.frame_number <= line.frame_number).collect();
    for pair in frames.windows(2) {
        assert!(pair[1].hover_picks <= pair[0].hover_picks + 1, "{pair:?}");
        assert_eq!(pair[1].bytes_uploaded, 0, "{pair:?}");
        assert!(pair[1].triangles_drawn <= 2, "{pair:?}");
        assert!(pair[1].processor_seconds.is_none_or(|used| 0.0 < used && used < 10.0), "{pair:?}");
    }
    assert!(first.target_bytes > 20 * first.viewport.width as u64 * first.viewport.height as u64, "{first:?}");
    assert!(first.hover_picks < app.last_frame().hover_picks, "something was hovered");
}

/// A wavy sheet of n × n squares of two triangles each.
fn sheet(n: usize) -> String {
    let mut obj = String::new();
    for k in 0..(n + 1) * (n + 1) {
        let [x, y] = [k % (n + 1), k / (n + 1)].map(|k| k as f64 / n as f64);
        obj += &format!("v {x} {y} {}\n", 0.1 * (7.0 * x).sin());
    }
    for k in 0..n * n {
        let a = k / n * (n + 1) + k % n + 1;
        let b = a + n + 1;
        obj += &format!("f {a} {} {}\nf {a} {} {b}\n", a + 1, b + 1, b + 1);
    }
    obj
}

#[test]
fn smooth_shading_brings_normals_to_the_gpu() {
    let settings = Some(r#"{"style": {"shading": "smooth"}}"#.to_owned());
    let [flat, smooth] = [None, settings].map(|settings| App::start(&Start { settings, ..on(SQUARE) }).last_frame());
    assert!(flat.gpu_bytes <= 4 * 40, "{flat:?}");
    assert_eq!(smooth.gpu_bytes, flat.gpu_bytes + 4 * 12);
}

#[test]
fn the_wheel_brings_what_is_under_the_mouse_nearer() {
    let app = App::start(&on(SQUARE));
    let corner = app.first_view().cursor_from_world(glam::DVec3::new(0.9, -0.9, 0.0)).expect("before the camera");
    app.press_with_control(keysym::of('a'));
    app.rest_at(corner);
    let (hover, before) = (app.last_frame().hover, app.selected_around(corner, 60));
    app.wheel(3);
    app.settle();
    let seen = app.selected_around(corner, 60);
    assert!(hover.is_some() && app.last_frame().hover == hover && before < seen, "{before} pixels before, {seen} now");
}

/// Copies a pick, lets it go and pastes it: it comes back with its camera.
fn copy_and_paste(app: &mut App) {
    let at = app.middle_of(0);
    app.click(at);
    app.key(keysym::SHIFT, true);
    app.press_with_control(keysym::of('c'));
    app.key(keysym::SHIFT, false);
    app.drag_to(CursorPosition { x: at.x + 120.0, ..at });
    app.settle();
    app.press(keysym::ESCAPE);
    app.press(keysym::ESCAPE);
    let before = app.last_frame();
    assert_eq!((before.selected, before.picked), (0, None));
    app.press_with_control(keysym::of('v'));
    let back = app.wait("the pick of before", |line| before.frame_number < line.frame_number && line.selected == 1);
    assert_eq!(back.picked.map(|id| id.triangle), Some(0));
    app.settle();
    assert!(app.looks_selected(at, true), "the camera is back, too: {:?}", app.pixel(at));
}

#[test]
fn a_situation_that_was_copied_comes_back_when_it_is_pasted() {
    copy_and_paste(&mut App::start(&on(SQUARE)));
}

#[test]
fn a_drag_and_a_click_that_jump_with_no_frame_between_keep_their_places() {
    let mut app = App::start(&on(SQUARE));
    let at = app.middle_of(0);
    // From over a panel straight into the picture, pressed and released before the panels could run.
    app.rest_at(CursorPosition { x: f64::from(app.last_frame().framebuffer[0]) - 30.0, y: at.y });
    let before = app.last_frame().frame_number;
    app.move_to(at);
    app.button(true);
    app.button(false);
    let frame = app.wait("a click", |line| line.frame_number > before && line.click_after_frame.is_some());
    assert_eq!(frame.picked.map(|id| id.triangle), Some(0));
}

#[test]
fn a_click_on_a_panel_does_not_go_through_to_the_picture() {
    let mut app = App::start(&on(SQUARE));
    let at = app.middle_of(0);
    app.click(at);
    let line = app.last_frame();
    // The foot of the panel at the right, where nothing is to be pressed.
    app.rest_at(CursorPosition { x: f64::from(line.framebuffer[0]) - 30.0, y: f64::from(line.framebuffer[1]) - 40.0 });
    app.button(true);
    app.button(false);
    app.settle();
    let after = app.last_frame();
    assert_eq!((after.selected, after.picked), (1, line.picked), "the selection stays as it is");
}

#[test]
fn a_window_at_rest_draws_nothing_and_costs_no_processor_time() {
    let mut app = App::start(&on(SQUARE));
    let at = app.middle_of(0);
    app.click(at);
    app.settle();
    let (frames, ticks) = (app.frames().len(), app.cpu_ticks());
    std::thread::sleep(Duration::from_secs(3));
    assert_eq!(app.frames().len(), frames, "frames were drawn while nothing happened");
    let used = app.cpu_ticks() - ticks;
    assert!(used <= 15, "{used} hundredths of a second of processor time in three seconds of rest");
}

#[test]
fn a_window_closed_by_its_key_remembers_its_size_and_file() {
    let mut app = App::start(&on(SQUARE));
    app.resize(1000, 720);
    app.rest_at(app.middle_of(0));
    let (status, folder) = app.quit();
    assert!(status.success(), "{status}");
    let text = std::fs::read_to_string(folder.path().join("config/settings.json")).expect("the settings");
    let settings: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(settings["window"], serde_json::json!([1000.0, 720.0]));
    assert!(settings["recent"][0].as_str().is_some_and(|path| path.ends_with("test.obj")), "{text}");
}

#[test]
fn a_window_closed_while_a_mesh_is_read_ends_and_keeps_its_settings() {
    let app = App::start(&Start { is_loading: true, ..on(&sheet(1200)) });
    let (status, folder) = app.quit();
    assert!(status.success(), "{status}");
    let frames = std::fs::read_to_string(folder.path().join("frames.jsonl")).expect("the frame log");
    assert!(frames.lines().all(|line| line.contains("\"mesh\":null")), "it was closed too late");
    assert!(folder.path().join("config/settings.json").exists());
}

#[test]
fn p_lays_a_map_without_a_real_difference_over_the_picture_and_escape_takes_it_away() {
    let mut app = App::start(&on(SQUARE));
    let at = app.middle_of(0);
    app.rest_at(CursorPosition { x: f64::from(app.last_frame().framebuffer[0]) - 30.0, y: at.y });
    let before = app.pixel(at);
    app.press(keysym::of('p'));
    let line = app.wait("the map", |line| line.verified.is_some());
    let counts = line.verified.expect("counts");
    assert_eq!((counts.real, counts.pixels()), (0, line.viewport.width as u64 * line.viewport.height as u64));
    app.settle();
    assert_ne!(app.pixel(at), before, "a veil lies over the triangle");
    app.press(keysym::ESCAPE);
    assert_eq!((app.last_frame().verified, app.pixel(at)), (None, before));
}

#[test]
fn a_file_that_is_missing_is_told_of_in_the_window_and_on_the_terminal_and_another_is_opened() {
    let mut app = App::start(&Start { named: Some("missing.obj".to_owned()), ..on(SQUARE) });
    let told = app.told();
    assert!(told.lines().count() == 1 && told.starts_with("pickray: "), "{told}");
    assert!(told.contains("missing.obj: cannot be read"), "{told}");
    assert_eq!(app.last_frame().mesh, None);
    let [width, height] = app.last_frame().framebuffer.map(f64::from);
    app.rest_at(CursorPosition { x: 0.3 * width, y: 0.3 * height });
    app.open_by_list(&[keysym::of('t')]);
    app.wait("the mesh", |line| line.mesh.as_deref() == Some("test.obj"));
}

#[test]
fn escape_takes_a_stroke_back_with_space_held_a_drag_turns_the_camera_and_h_hides_until_alt_h() {
    let mut obj = Vec::new();
    Sample::Teapot.mesh().expect("a mesh").write(WriteFormat::Obj, &mut obj).expect("written");
    let mut app = App::start(&Start { scale: Some(2.0), ..on(&String::from_utf8(obj).expect("text")) });
    let (middle, viewport) = (app.middle(), app.last_frame().viewport);
    // The corner of a pixel, in shares of half the picture's height from its middle.
    let at = |across: f64, down: f64| {
        let half = 0.5 * f64::from(viewport.height);
        CursorPosition { x: (middle.x + across * half).round(), y: (middle.y + down * half).round() }
    };
    let (spot, beside) = (at(0.1, 0.1), CursorPosition { x: f64::from(viewport.x) + 9.0, ..middle });
    app.rest_at(beside);
    let (start, first) = (app.last_frame(), app.pixel(spot));
    assert_eq!(start.scale_factor, 2.0);
    app.press(keysym::of('b'));
    app.rest_at(at(-0.3, -0.3));
    app.button(true);
    for share in [0.0, 0.2, 0.4] {
        let before = app.last_frame().frame_number;
        app.move_to(at(share, share));
        app.wait("a stroke", |line| before < line.frame_number);
        // Moves that come close behind each other may be made one.
        std::thread::sleep(Duration::from_millis(40));
    }
    // A job finds it, beside the window.
    app.wait("what the stroke would take", |line| 50 < line.selected);
    app.press(keysym::ESCAPE);
    app.move_to(at(0.5, -0.3));
    app.button(false);
    app.rest_at(beside);
    assert_eq!((app.last_frame().selected, app.pixel(spot)), (0, first), "neither selected nor turned");
    // What changes is drawn alone.
    let frames = app.frames();
    for pair in frames.windows(2).filter(|pair| start.frame_number <= pair[0].frame_number) {
        let changed = pair[0].selected.abs_diff(pair[1].selected) as u64;
        assert!(pair[1].triangles_drawn <= changed + 2, "{pair:?}");
    }

    app.press_with_control(keysym::of('a'));
    app.press(keysym::of('h'));
    assert_ne!(app.pixel(spot), first, "what is selected is hidden");
    app.press_with(keysym::ALT, keysym::of('h'));
    assert_eq!((app.last_frame().selected, app.pixel(spot)), (0, first));

    // The tool is still in use. A key that is held repeats: nothing comes to rest before it goes up.
    app.rest_at(spot);
    app.key(keysym::SPACE, true);
    app.button(true);
    for (across, down) in [(0.2, 0.1), (0.6, 0.2), (0.5, 0.3)] {
        app.move_to(at(across, down));
    }
    app.button(false);
    app.key(keysym::SPACE, false);
    app.rest_at(beside);
    assert!(app.last_frame().selected == 0 && app.pixel(spot) != first, "the camera is turned");
}
