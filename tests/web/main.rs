//! The web page, as a person meets it in Chromium. It is built before, by `scripts/web target/page`.

mod browser;
mod class;
mod embed;
#[path = "../program.rs"]
mod program;
mod telephone;
mod visit;

use browser::{How, Page, decoded, is_at_rest, pixel};
use pickray::math::{CursorPosition, FramebufferSize};
use pickray::mesh::{Load, WriteFormat, samples::Sample};
use pickray::pick::explain::Mistake;
use pickray::scene::{Object, Scene};
use pickray::study::{Change, Study};
use pickray_app::situation_text;
use pickray_render::Palette;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;

/// A place on the teapot as the page shows it first, in logical pixels.
const ON_TEAPOT: (f64, f64) = (330.0, 330.0);

/// A place of the page where there is nothing to point at.
const NOWHERE: (f64, f64) = (500.0, 15.0);

/// The size of a window in which lessons and the picture beside their panels are not small.
const LARGE: (u32, u32) = (1280, 800);

/// Number of times that a menu is opened and its entry clicked, at most, until a file comes of it.
const MENU_TRIES: usize = 5;
/// Entries of the File menu.
const SAVE_PICK: (f64, f64) = (60.0, 124.0);
const SAVE_SITUATION: (f64, f64) = (60.0, 148.0);

/// An entry of the Edit menu.
const COPY_LINK: (f64, f64) = (80.0, 172.0);

/// Waits until a triangle is picked, and all is drawn.
fn wait_for_pick(page: &Page) -> Value {
    page.wait("a triangle is picked", |frame| frame["picked"].is_object() && is_at_rest(frame))
}

/// Returns whether a pixel of the page has the colour of what is selected, at a place in logical pixels.
fn is_selected_at(page: &Page, (x, y): (f64, f64), scale: f64) -> bool {
    Palette::looks_selected(pixel(&page.screenshot(), (x * scale) as u32, (y * scale) as u32))
}

#[test]
fn a_click_recolours_the_triangle_under_it_at_every_scale() {
    for scale in [1.0, 1.5, 2.0] {
        let page = Page::open_as(How { scale, ..How::default() });
        let first = page.last_frame();
        assert_eq!(first["scale_factor"], scale);
        assert_eq!(
            first["framebuffer"],
            page.run("const canvas = document.getElementById('pickray'); return [canvas.width, canvas.height]")
        );
        assert!(!is_selected_at(&page, ON_TEAPOT, scale));
        page.click(ON_TEAPOT);
        let frame = wait_for_pick(&page);
        assert_eq!((&frame["selected"], &frame["trees_built"]), (&json!(1), &json!(0)), "the worker builds trees");
        assert!(is_selected_at(&page, ON_TEAPOT, scale), "at scale {scale}");
        page.close();
    }
}

#[test]
fn every_pixel_is_hit_by_its_ray_as_the_gpu_shows_it() {
    let page = Page::open();
    page.key("p");
    let frame = page.wait("every pixel is checked", |frame| frame["verified"].is_object());
    let counts = &frame["verified"];
    assert_eq!(counts["real"], 0, "{counts}");
    assert!(counts["agree"].as_u64() > Some(100_000), "{counts}");
    page.close();
}

#[test]
fn dropped_files_are_read_with_those_that_they_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).expect("written");
        path
    };
    let library = write("colours.mtl", b"newmtl red\nKd 1 0 0\n");
    let mesh =
        write("square.obj", b"mtllib colours.mtl\nusemtl red\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3 4\n");
    let page = Page::open();
    page.drop_files(&[&mesh, &library]);
    let frame = page.wait("the square is drawn", |frame| frame["mesh"] == "square.obj" && is_at_rest(frame));
    assert_eq!(frame["trees_built"], 0);
    let [r, g, b] = pixel(&page.screenshot(), ON_TEAPOT.0 as u32, ON_TEAPOT.1 as u32);
    assert!(r > 2 * g.max(b), "it is red, as its library says: {r} {g} {b}");
    page.click(ON_TEAPOT);
    wait_for_pick(&page);
    page.close();
}

#[test]
fn a_gltf_is_read_with_its_buffer_and_its_texture_is_decoded_by_the_browser_and_not_multiplied_with_its_opacity() {
    let folder = tempfile::tempdir().expect("a folder");
    // Red, nearly transparent, and green.
    let mut pixels = pickray_render::Image::new(2, 1, [255, 0, 0, 9]);
    pixels.pixels[1] = [0, 255, 0, 255];
    std::fs::write(folder.path().join("photo.png"), pixels.to_png()).expect("written");
    let numbers = [-1_f32, -1., 0., 1., -1., 0., 1., 1., 0., -1., 1., 0., 0., 1., 1., 1., 1., 0., 0., 0.];
    let mut bytes: Vec<u8> = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    bytes.extend([0_u16, 1, 2, 0, 2, 3].iter().flat_map(|index| index.to_le_bytes()));
    std::fs::write(folder.path().join("square.bin"), &bytes).expect("written");
    let document = json!({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "indices": 2, "material": 0}]}],
        "materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
        "textures": [{"source": 0}], "images": [{"uri": "photo.png"}],
        "buffers": [{"uri": "square.bin", "byteLength": bytes.len()}],
        "bufferViews": [
            {"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 32},
            {"buffer": 0, "byteOffset": 80, "byteLength": 12},
        ],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [-1, -1, 0], "max": [1, 1, 0]},
            {"bufferView": 1, "componentType": 5126, "count": 4, "type": "VEC2"},
            {"bufferView": 2, "componentType": 5123, "count": 6, "type": "SCALAR"},
        ],
    });
    std::fs::write(folder.path().join("square.gltf"), document.to_string()).expect("written");
    let page = Page::open();
    let paths = ["square.gltf", "square.bin", "photo.png"].map(|name| folder.path().join(name));
    page.drop_files(&paths.each_ref().map(|path| &**path));
    page.wait("the square is drawn", |frame| frame["mesh"] == "square.gltf" && is_at_rest(frame));
    let has = |x: f64, wanted: usize| {
        let channels = pixel(&page.screenshot(), x as u32, ON_TEAPOT.1 as u32);
        (0..3).all(|k| k == wanted || 2 * u32::from(channels[k]) < u32::from(channels[wanted]))
    };
    page.wait_until("its left half is red, and its right half green", || has(260.0, 0) && has(420.0, 1));
    page.close();
}

#[test]
fn a_load_of_a_million_triangles_is_stopped_and_what_was_there_stays() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("million.ply");
    let mut bytes = Vec::new();
    let mesh = Sample::NoisySphere.mesh().expect("memory");
    let part = [pickray::mesh::MeshPart::new(&mesh)];
    let format = WriteFormat::from_ending("ply").expect("PLY is written");
    pickray::mesh::write_meshes(&part, format, &mut bytes, &Default::default()).expect("it is written");
    std::fs::write(&path, bytes).expect("written");
    let page = Page::open();
    page.drop_files(&[&path]);
    let frame = page.wait("it is being read", |frame| frame["loading"] == true);
    page.key("Escape");
    let stopped = page.wait("it is stopped", |frame| frame["loading"] == false);
    assert_eq!(stopped["mesh"], "Teapot");
    assert!(frame["frame_number"].as_u64() < stopped["frame_number"].as_u64(), "the page draws meanwhile");
    page.click(ON_TEAPOT);
    wait_for_pick(&page);

    // The next worker reads it to its end.
    page.drop_files(&[&path]);
    page.wait("its tree is built", |frame| {
        let (done, stage) = (frame["progress"][0].as_f64().unwrap_or_default(), &frame["progress"][1]);
        assert!(done < 1.0 || stage != "", "{done} {stage}");
        stage == "building the tree" && done < 1.0
    });
    let frame = page.wait("it is drawn", |frame| frame["mesh"] == "million.ply" && is_at_rest(frame));
    assert_eq!(frame["trees_built"], 0);
    // A buffer that is drawn from waits, and all of the page with it, until that is done.
    let drawn =
        "return lines.map(JSON.parse).filter(({ uploaded }) => uploaded < 1).map((frame) => frame.triangles_drawn)";
    let drawn = page.run(drawn);
    let drawn = drawn.as_array().expect("a list");
    assert!(!drawn.is_empty() && drawn.iter().all(|drawn| drawn == 0), "it is drawn once it is there: {drawn:?}");

    // While the camera moves, the simplified mesh is drawn that the worker has made, and all of it once it rests.
    let all = mesh.n_triangles() as u64;
    // It may be over before it can be asked for: all frames are looked at.
    let frames = "return lines.map(JSON.parse).map((it) => [it.frame_number, it.triangles_drawn, it.complete])";
    let frames = || page.run(frames).as_array().cloned().expect("a list");
    let is_light = |frame: &Value| frame[2] == false && frame[1].as_u64().is_some_and(|n| 0 < n && n < all / 10);
    let since = page.last_frame()["frame_number"].as_u64();
    let as_it_moves = || frames().into_iter().find(|frame| since < frame[0].as_u64() && is_light(frame));
    page.wait_until("few triangles are drawn as it moves", || {
        page.wheel(ON_TEAPOT, 10.0);
        as_it_moves().is_some()
    });
    let before = as_it_moves().and_then(|frame| frame[0].as_u64());
    page.settle();
    let is_whole = |frame: &Value| before < frame[0].as_u64() && frame[1] == all;
    assert!(frames().iter().any(is_whole), "all of it at last: {:?}", frames());
    page.close();
}

/// Returns the line of a situation in which a pixel of the torus knot was picked by a wrong ray.
fn situation_with_mistake() -> String {
    let mesh = Arc::new(Sample::TorusKnot.mesh().expect("memory"));
    let scene = Scene::of(Object::new(Sample::TorusKnot.name(), mesh));
    let mut study = Study::new(scene, FramebufferSize { width: 800, height: 600 });
    study.click(&study.view().clone(), CursorPosition { x: 400.0, y: 210.0 });
    study.apply(&Change::Mistake(Some(Mistake::YNotFlipped))).expect("it is shown");
    let situation = study.situation(["sample:torus-knot"]).expect("a pick");
    situation_text::to_line(&situation)
}

#[test]
fn a_link_opens_its_pick_with_the_mistake_and_a_broken_one_changes_nothing() {
    let line = situation_with_mistake();
    let page = Page::open_as(How { address: &format!("?frame-log&lang=en#{line}"), ..How::default() });
    let is_there = |frame: &Value| frame["mesh"] == "Torus knot" && frame["picked"].is_object() && is_at_rest(frame);
    let picked = page.wait("the knot is picked", is_there)["picked"].clone();
    for (what, link) in [("again", line.clone()), ("in a mailing", format!("{line}).&utm_source=mail"))] {
        page.key("Escape");
        page.key("Escape");
        page.wait("nothing is picked", |frame| frame["picked"].is_null());
        page.run(&format!("const link = document.createElement('a'); link.href = '#{link}'; link.click();"));
        assert_eq!(page.wait(&format!("it is clicked {what}"), is_there)["picked"], picked);
    }
    for broken in ["pickray3:AAAA".to_owned(), "pickray9:AAAA".to_owned(), format!("pickray3:{}", "A".repeat(70_000))] {
        let before = page.last_frame()["frame_number"].as_u64();
        page.run(&format!("location.hash = '#{broken}'"));
        let frame = page.wait("it is told", |frame| frame["frame_number"].as_u64() > before && is_at_rest(frame));
        assert_eq!((&frame["mesh"], &frame["picked"]), (&json!("Torus knot"), &picked), "{broken:.20}");
    }
    page.close();
}

#[test]
fn a_lesson_is_taken_to_its_tick_by_keys_and_mouse() {
    let page = Page::open_as(How { size: LARGE, ..How::default() });
    page.key("F4");
    page.settle();
    page.shift_key("K");
    page.settle();
    page.key("Enter");
    let is_page = |frame: &Value| frame["lesson"]["page"] == "two-origins" && is_at_rest(frame);
    page.wait("the first page is open", is_page);
    page.settle();
    for digit in ["3", "6", "0"] {
        page.key(digit);
    }
    page.key("Enter");
    let frame = page.wait("it is predicted", |frame| frame["lesson"]["predicted"] == true && is_at_rest(frame));
    let middle = frame["framebuffer"][1].as_f64().expect("a height") / 2.0;
    page.click((480.0, middle));
    page.wait("it has its tick", |frame| frame["lesson"]["solved"] == true);
    let told = "return document.getElementById('told').textContent";
    page.wait_until("it is read out", || page.run(told).as_str().is_some_and(|told| told.contains("✓ Reached")));
    page.close();
}

/// Clicks, and has something of the pick saved by an entry of the menu; returns where.
fn saved(page: &Page, entry: (f64, f64), name: &str) -> PathBuf {
    page.click(ON_TEAPOT);
    wait_for_pick(page);
    // Software may draw a large page so slowly that the second click comes before the menu is there.
    for _ in 0..MENU_TRIES {
        page.click((20.0, 15.0));
        page.settle();
        page.click(entry);
        if let Some(path) = page.downloaded(name) {
            return path;
        }
    }
    page.download(name)
}

#[test]
fn names_in_an_old_encoding_are_decoded_by_the_browser() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("gbk.obj");
    // 左, and 红 and 绿.
    let text =
        b"o \xd7\xf3\nv -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nusemtl \xba\xec\nf 1 2 3 4\nusemtl \xc2\xcc\nf 4 3 2\n";
    std::fs::write(&path, text).expect("written");
    let page = Page::open();
    page.drop_files(&[&path]);
    page.wait("the square is drawn", |frame| frame["mesh"] == "gbk.obj" && is_at_rest(frame));
    let pick = saved(&page, SAVE_PICK, "gbk.pick.json");
    let saved = std::fs::read_to_string(&pick).expect("text");
    assert!(saved.contains('左') && saved.contains('红'), "{saved}");
    let replayed = pickray(folder.path(), &["replay", pick.to_str().expect("Unicode")]);
    assert!(replayed.starts_with("the same"), "by its name, since a page knows no path: {replayed}");
    page.close();
}

/// Runs the program here, with no display.
fn pickray(folder: &Path, arguments: &[&str]) -> String {
    let mut program = Command::new(program::pickray());
    let program = program.args(arguments).current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    let output = program.output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_picture_is_that_of_the_program_but_for_smoothing() {
    let page = Page::open_as(How { size: LARGE, ..How::default() });
    let file = saved(&page, SAVE_SITUATION, "teapot.situation.json");
    page.mouse("mouseMoved", NOWHERE, 0);
    page.settle();
    let frame = page.wait("it is at rest", |frame| frame["hover"].is_null() && is_at_rest(frame));
    let seen = page.screenshot();
    let folder = tempfile::tempdir().expect("a folder");
    pickray(folder.path(), &[file.to_str().expect("Unicode")]);
    let drawn = decoded(&std::fs::read(folder.path().join("pick.png")).expect("it is written"));
    assert_eq!((seen.width, seen.height), (drawn.width, drawn.height));
    let [x, y, width, height] =
        ["x", "y", "width", "height"].map(|side| frame["viewport"][side].as_u64().expect("a number") as u32);
    let top = seen.height - y - height;
    // Below stands the message that it was saved.
    let height = height - 100;
    let (mut differing, mut far_off) = (0, 0);
    for row in top..top + height {
        for column in x..x + width {
            let (a, b) = (pixel(&seen, column, row), pixel(&drawn, column, row));
            let off = (0..3).map(|i| a[i].abs_diff(b[i])).max().expect("three");
            differing += u32::from(off > 3);
            far_off += u32::from(off > 60);
        }
    }
    let all = width * height;
    assert!(differing < all / 20 && far_off < all / 1000, "of {all} pixels {differing} differ, {far_off} by much");
    page.close();
}

#[test]
fn a_context_that_was_lost_comes_back_with_all_that_was_there() {
    let page = Page::open();
    page.click(ON_TEAPOT);
    let picked = wait_for_pick(&page);
    page.mouse("mouseMoved", (300.0, 200.0), 0);
    page.settle();
    let before = page.screenshot();
    page.run(
        "const canvas = document.getElementById('pickray');
         canvas.addEventListener('webglcontextlost', () => globalThis.isLost = true);
         globalThis.loser = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
         loser.loseContext();",
    );
    page.wait_until("the page knows", || page.run("return globalThis.isLost") == true);
    page.wait_until("it says so", || page.note().starts_with("The browser has taken the graphics away."));
    let number = page.last_frame()["frame_number"].clone();
    page.run("loser.restoreContext()");
    page.wait("it is drawn again", |frame| {
        is_at_rest(frame) && frame["picked"] == picked["picked"] && frame["frame_number"] != number
    });
    assert_eq!(page.note(), "");
    let after = page.screenshot();
    let differing = before.pixels.iter().zip(&after.pixels).filter(|(a, b)| a != b).count();
    assert!(differing < before.pixels.len() / 1000, "{differing} pixels differ");
    page.close();
}

#[test]
fn the_page_is_as_dark_as_the_browser_and_chinese_letters_come_when_they_are_asked_for() {
    let letters = "return performance.getEntriesByType('resource').some((entry) => entry.name.includes('NotoSansSC'))";
    let brightness = |page: &Page| {
        let image = page.screenshot();
        let [r, g, b] = pixel(&image, image.width - 20, image.height - 60);
        u32::from(r) + u32::from(g) + u32::from(b)
    };
    let page = Page::open_as(How { dark: true, ..How::default() });
    assert_eq!((page.run(letters), brightness(&page) < 200), (json!(false), true));
    page.close();
    let page = Page::open_as(How { address: "?frame-log&lang=zh-CN", ..How::default() });
    let start = std::time::Instant::now();
    while page.run(letters) != json!(true) {
        assert!(start.elapsed().as_secs() < 60, "no letters were fetched");
    }
    assert!(brightness(&page) > 600);
    page.close();
}

#[test]
fn what_is_copied_is_on_the_clipboard_and_what_is_pasted_is_opened() {
    let page = Page::open();
    let permissions = json!({"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]});
    page.devtools("Browser.grantPermissions", permissions);
    page.click(ON_TEAPOT);
    wait_for_pick(&page);
    page.shift_key("C");
    page.wait_until("the pick is on the clipboard", || {
        let line = page.run_async("return await navigator.clipboard.readText()");
        let situation = situation_text::from_line(line.as_str().expect("text"));
        situation.is_ok_and(|situation| situation.objects[0].mesh == "sample:teapot")
    });
    page.click((58.0, 15.0));
    page.settle();
    page.click(COPY_LINK);
    page.wait_until("a link is on the clipboard, in no language", || {
        let link = page.run_async("return await navigator.clipboard.readText()");
        let Some((address, line)) = link.as_str().expect("text").split_once('#') else { return false };
        address == page.address_of("?frame-log=") && situation_text::from_line(line).is_ok()
    });
    let mesh = "v -1 -1 0\\nv 1 -1 0\\nv 0 1 0\\nf 1 2 3\\n";
    page.run(&format!(
        "const data = new DataTransfer(); data.setData('text/plain', '{mesh}');
         document.dispatchEvent(new ClipboardEvent('paste', {{clipboardData: data, bubbles: true}}));"
    ));
    page.wait("the pasted mesh is open", |frame| frame["mesh"] == "Pasted mesh" && is_at_rest(frame));
    page.close();
}

#[test]
fn a_browser_without_simd_gets_one_line_and_is_not_asked_to_fetch_the_program() {
    let page = Page::open();
    // As one of before 2023, which knows no instruction of SIMD: all of them begin with 0xfd.
    page.reload_after(
        "const validate = WebAssembly.validate;
         WebAssembly.validate = (bytes) => !bytes.includes(0xfd) && validate(bytes);",
    );
    page.wait_until("it is told", || {
        page.note() == "pickray: this browser is older than 2023 and has no SIMD in WebAssembly: use a newer one"
    });
    let fetched = page.run("return performance.getEntriesByType('resource').map((entry) => entry.name)");
    assert!(!fetched.to_string().contains("pickray_bg.wasm"), "{fetched}");
    page.close();
}

#[test]
fn a_page_that_cannot_run_where_it_is_says_why_in_one_line() {
    let page = Page::open();
    page.embed("sandbox='allow-scripts'");
    page.enter_frame(true);
    page.wait_until("a sandbox is told of", || page.note().contains("allow-same-origin"));
    let folder = browser::folder().canonicalize().expect("it is there");
    page.go_to(&format!("file://{}/index.html?lang=zh-CN", folder.display()));
    page.wait_until("a file is told of", || page.note().contains("python3 -m http.server"));
    assert!(page.note().starts_with("pickray: 浏览器"), "{}", page.note());
    assert_eq!(
        page.run("return [document.documentElement.lang, document.title]"),
        json!(["zh-CN", "pickray：单击三角形"])
    );
    // Without scripts the document says what it has to, and nothing else.
    let document = std::fs::read_to_string(folder.join("index.html")).expect("text");
    let body = &document[document.find("<body>").expect("a body")..];
    assert!(body.contains("allow scripts") && body.contains("允许此网页使用脚本") && !body.contains("on its way"));
}

#[test]
fn a_link_on_ones_own_mesh_waits_for_it_whatever_is_there_first() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("own.obj");
    std::fs::write(&path, "v -1 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n").expect("written");
    let (scene, _) = Load::file(&path).scene().expect("a mesh");
    let mut study = Study::new(scene, FramebufferSize { width: 800, height: 600 });
    study.click(&study.view().clone(), CursorPosition { x: 400.0, y: 300.0 });
    let line = situation_text::to_line(&study.situation(["own.obj"]).expect("a pick"));
    let page = Page::open_as(How { address: &format!("?frame-log&lang=en#{line}"), ..How::default() });
    let frame = page.settle();
    assert_eq!((&frame["mesh"], &frame["picked"]), (&json!("Teapot"), &Value::Null));
    let other = folder.path().join("other.obj");
    std::fs::write(&other, "v -2 -1 0\nv 1 -1 0\nv 0 1 0\nf 1 2 3\n").expect("written");
    page.drop_files(&[&other]);
    let frame = page.wait("another is shown", |frame| frame["mesh"] == "other.obj" && is_at_rest(frame));
    assert_eq!(frame["picked"], Value::Null);
    page.drop_files(&[&path]);
    let frame = wait_for_pick(&page);
    assert_eq!((&frame["mesh"], &frame["message"]), (&json!("own.obj"), &json!("Restored the situation.")));
    page.close();
}

#[test]
fn what_the_browser_does_not_copy_is_shown_selected_and_not_said_to_be_copied() {
    let page = Page::open();
    page.click(ON_TEAPOT);
    wait_for_pick(&page);
    let is_shown = || {
        let selected = "const field = document.activeElement;
            return field.value?.slice(field.selectionStart, field.selectionEnd) ?? ''";
        let line = page.run(selected);
        situation_text::from_line(line.as_str().expect("text")).is_ok()
    };
    let is_closed = || page.note().is_empty() && page.run("return document.activeElement.id") == "pickray";
    page.run("navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));");
    page.shift_key("C");
    page.wait_until("it is shown", is_shown);
    assert_eq!(page.settle()["message"], Value::Null);
    let metrics = json!({"width": 460, "height": 700, "deviceScaleFactor": 1, "mobile": false});
    page.devtools("Emulation.setDeviceMetricsOverride", metrics);
    page.wait_until("all of it is seen in a narrow window", || {
        let place = "const { left, right } = document.getElementById('note').getBoundingClientRect();
            return [innerWidth, left >= 0 && right <= innerWidth]";
        page.run(place) == json!([460, true])
    });
    page.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
    assert!(is_shown());
    page.run("document.activeElement.dispatchEvent(new ClipboardEvent('copy'));");
    page.wait_until("it goes once it is copied", is_closed);
    // As where the page came over plain HTTP.
    page.run("Object.defineProperty(navigator, 'clipboard', { value: undefined });");
    page.shift_key("C");
    page.wait_until("it is shown", is_shown);
    // As where another window, or what is around the frame, has the focus for a while.
    page.run(
        "document.hasFocus = () => false;
         document.activeElement.dispatchEvent(new FocusEvent('blur'));
         delete document.hasFocus;",
    );
    assert!(is_shown());
    page.key("Escape");
    page.wait_until("it is closed", is_closed);
    page.close();
}

#[test]
fn an_embedded_page_takes_neither_place_nor_keyboard_of_its_article_and_a_pinch_is_its_own() {
    let page = Page::open();
    page.embed("");
    page.enter_frame(true);
    page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string());
    let in_article = |script: &str| {
        page.enter_frame(false);
        let value = page.run(script);
        page.enter_frame(true);
        value
    };
    assert_eq!(in_article("return [scrollY, document.activeElement.tagName]"), json!([0, "BODY"]));

    const FOCUSED: &str = "return document.activeElement.id || document.activeElement.tagName";
    in_article("document.getElementById('before').focus();");
    page.key("Tab");
    assert_eq!(in_article(FOCUSED), "IFRAME");
    page.key("Tab");
    assert_eq!(in_article(FOCUSED), "after", "Tab leaves it");
    in_article("document.getElementById('before').focus();");
    for key in ["Tab", "k", "Enter"] {
        page.key(key);
    }
    let picked = wait_for_pick(&page)["picked"].clone();
    page.key("Tab");
    page.wait("the next hit is there", |frame| frame["picked"].is_object() && frame["picked"] != picked);
    while page.settle()["picked"].is_object() {
        page.key("Escape");
    }
    page.key("Tab");
    assert_eq!(in_article(FOCUSED), "after", "it leaves it where nothing is picked");

    let place = in_article(
        "const frame = document.querySelector('iframe'); frame.scrollIntoView();
         const { x, y } = frame.getBoundingClientRect(); return [x, y]",
    );
    let [x, y] = [0, 1].map(|axis| place[axis].as_f64().expect("a number") + 250.0);
    page.run("addEventListener('wheel', (event) => globalThis.wheel = event, true);");
    page.mouse("mouseMoved", (x, y), 0);
    page.settle();
    let before = page.screenshot();
    let pinch = json!({"type": "mouseWheel", "x": x, "y": y, "deltaX": 0, "deltaY": -20, "modifiers": 2});
    page.devtools("Input.dispatchMouseEvent", pinch);
    page.settle();
    assert_eq!(page.run("return [wheel.defaultPrevented, devicePixelRatio]"), json!([true, 1]));
    let zoomed = page.screenshot();
    assert_ne!(zoomed, before, "it zooms the picture");
    let scrolled = in_article("return scrollY");
    page.wheel((x, y), 60.0);
    page.settle();
    assert_eq!(in_article("return scrollY"), scrolled, "the wheel is the page's");
    let zoomed = page.screenshot();
    // In Safari it is an event of its own.
    page.run(
        "for (const name of ['gesturestart', 'gesturechange']) {
             const gesture = Object.assign(new Event(name, { cancelable: true }), { scale: 1.2 });
             document.getElementById('pickray').dispatchEvent(gesture);
         }",
    );
    page.settle();
    assert_ne!(page.screenshot(), zoomed);
    page.enter_frame(false);
    page.close();
}

#[test]
fn a_worker_that_cannot_be_fetched_is_told_of() {
    let page = Page::open();
    page.reload_after(
        "const Known = Worker;
         globalThis.Worker = class extends Known {
             constructor(_, options) { super('missing.js', options); }
         };",
    );
    let is_told = |frame: &Value| {
        frame["loading"] == false && frame["message"].as_str().is_some_and(|told| told.contains("cannot be fetched"))
    };
    page.wait("it is told", is_told);
}

#[test]
fn where_storage_is_denied_settings_are_those_of_the_visit() {
    let page = Page::open();
    page.reload_after(
        "Object.defineProperty(globalThis, 'localStorage', {
             get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); }
         });",
    );
    page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string());
    let with_grid = page.screenshot();
    page.key("g");
    assert_eq!(page.settle()["message"], Value::Null);
    assert_ne!(page.screenshot(), with_grid);
    page.close();
}

#[test]
fn the_first_picture_is_framed_for_the_room_that_the_panels_leave_however_late_frames_come() {
    let page = Page::open();
    page.reload_after(
        "const soon = requestAnimationFrame;
         globalThis.requestAnimationFrame = (frame) => setTimeout(() => soon(frame), 400);",
    );
    page.devtools(
        "Emulation.setDeviceMetricsOverride",
        json!({"width": 460, "height": 700, "deviceScaleFactor": 1, "mobile": false}),
    );
    page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string());
    page.settle();
    let first = page.screenshot();
    page.key("Home");
    page.settle();
    assert_eq!(page.screenshot(), first);
    page.close();
}

#[test]
fn the_page_follows_the_language_and_a_wish_for_less_motion() {
    let fades = "return lines.some((line) => JSON.parse(line).fading)";
    let page = Page::open();
    assert_eq!(page.run(fades), true);
    assert_eq!(page.run("return document.documentElement.lang"), "en");
    let media = json!({"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]});
    page.devtools("Emulation.setEmulatedMedia", media);
    page.go_to(&page.address_of("?frame-log&lang=zh-CN#pickray3:e30"));
    page.wait("its mesh is drawn", |frame| is_at_rest(frame) && frame["mesh"].is_string());
    let frame = page.settle();
    assert_eq!(frame["message"], "这个快照被截断或已损坏：请完整地重新复制。", "from the first word on");
    assert_eq!(page.run(fades), false);
    assert_eq!(page.run("return document.documentElement.lang"), "zh-CN");
    page.close();
}
