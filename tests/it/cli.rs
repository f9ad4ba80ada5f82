//! The command line, as programs and people meet it: the binary itself is run.

use crate::*;
use std::ffi::OsStr;
use std::process::Command;

#[test]
fn a_pick_in_a_binary_file_names_the_record_its_byte_and_its_bytes() {
    let corners = [
        [[-9f32, -9.0, 0.0], [-8.0, -9.0, 0.0], [-8.0, -8.0, 0.0]],
        [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [0.0, 1.0, 0.0]],
    ];
    let record = |corners: &[[f32; 3]; 3]| {
        let numbers = [0.0, 0.0, 1.0].into_iter().chain(corners.iter().copied().flatten());
        [numbers.flat_map(f32::to_le_bytes).collect(), vec![7, 0xab]].concat()
    };
    let bytes = [vec![0; 80], 2u32.to_le_bytes().to_vec(), corners.iter().flat_map(record).collect()].concat();
    let desk = Workdir::new();
    std::fs::write(desk.path("part.obj"), &bytes).expect("written");
    let pick = "pick part.obj --at 50,50 --size 100x100 --eye 0,0,4 --target 0,0,0";
    let object = desk.json(pick);
    let record = json!({ "number": 2, "offset": 134, "length": 50 });
    assert_eq!((&object["record"], &object["line"], &object["face"]), (&record, &Value::Null, &2.into()));
    let text = object["line_text"].as_str().expect("the bytes");
    assert!(text.len() == 3 * 50 - 1 && text.starts_with("00 00 00 00 00 00 00 00 00 00 80 3f 00 00 80 bf"), "{text}");
    assert!(text.ends_with("07 ab"), "{text}");
    assert!(desk.says(pick, 0, "2 at byte 134 (0x86)").stdout.contains(text));
}

#[test]
fn names_command_no_terminal() {
    let desk = Workdir::new();
    let names = "o \u{1b}[31mred\u{7}\u{9b}2J\u{202e}\nusemtl m\u{1b}[2J\n";
    let nameless = QUAD.replace("o board\ng front\nusemtl paint\n", "");
    desk.write("e.obj", &format!("mtllib x\u{1b}.mtl\n{names}{nameless}"));
    for line in [
        "info e.obj",
        "pick e.obj --at 50,20 --size 100x100 --eye 0,0,4 --target 0,0,0 --trace",
        "select e.obj --linked 0",
        "convert e.obj x.ply",
    ] {
        let ran = desk.run(line);
        let is_obeyed = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
        assert!(ran.status != Some(2) && !(ran.stdout + &ran.stderr).contains(is_obeyed), "{line}: {}", ran.stderr);
    }
    assert_eq!(desk.json("info e.obj")["objects"][0], "\u{1b}[31mred\u{7}\u{9b}2J\u{202e}");
    // A line end in a name begins no line of its own.
    let gltf = std::fs::read_to_string(root().join("tests/data/reports/gltf-node-visibility-used.gltf")).expect("text");
    desk.write("n.gltf", &gltf.replacen("{\"mesh\": 0}", "{\"mesh\": 0, \"name\": \"a\\nb\"}", 1));
    assert!(!desk.run("info n.gltf").stdout.contains("\nb"));
}

#[test]
fn a_pick_names_the_triangle_its_line_and_its_point() {
    let object = Workdir::new().json("pick quad.obj --at 50,20 --size 100x100 --eye 0,0,4 --target 0,0,0");
    let named = ["hit", "line", "face", "side", "object_in_file", "material"].map(|key| object[key].clone());
    assert_eq!(Value::from(named.to_vec()), json!([true, 8, 1, "front", "board", "paint"]));
    for key in ["triangle", "t", "u", "v", "w", "area", "distance"] {
        assert!(object[key].is_number(), "{key} is {}", object[key]);
    }
    let point: [f64; 3] = serde_json::from_value(object["point_world"].clone()).expect("a point");
    assert!(point[0].abs() < 0.1 && (0.5..1.0).contains(&point[1]) && point[2].abs() < 1e-12);
    assert!(object.get("trace").is_none() && object.get("hits").is_none());
}

/// A wavy height field.
fn grid_text(cells: usize) -> String {
    let side = cells + 1;
    let mut text: String = (0..side * side).map(|i| format!("v {} {} {}\n", i % side, i / side, i * i % 7)).collect();
    for i in (0..side * cells).filter(|i| i % side < cells) {
        text += &format!("f {0} {1} {2}\nf {1} {3} {2}\n", i + 1, i + 2, i + side + 1, i + side + 2);
    }
    text
}

/// Runs the program with an address space of `limit` kB.
#[cfg(target_os = "linux")]
fn run_within(desk: &Workdir, limit: u32, line: &str) -> Ran {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("ulimit -v {limit}; exec \"$0\" {line}"));
    command.arg(env!("CARGO_BIN_EXE_pickray")).current_dir(desk.folder()).env("LANGUAGE", "en");
    Ran::of(command.output().expect("a shell"))
}

/// Least limit of memory, to 5,000 kB, under which the program describes a tiny mesh.
#[cfg(target_os = "linux")]
fn least_space(desk: &Workdir) -> u32 {
    let (mut too_little, mut least) = (0, 5_000 << 10);
    while 5_000 < least - too_little {
        let middle = (too_little + least) / 10_000 * 5_000;
        match run_within(desk, middle, "info quad.obj --json").status {
            Some(0) => least = middle,
            _ => too_little = middle,
        }
    }
    least
}

#[cfg(target_os = "linux")]
#[test]
fn a_picture_and_landmarks_that_do_not_fit_are_refused_with_what_there_is() {
    let desk = Workdir::with(&[("many.csv", &format!("name,x,y,z\n{}", "a,0,0,0\n".repeat(1 << 20)))]);
    let limit = least_space(&desk) + 60_000;
    for (line, status, told) in [
        ("render quad.obj -o a.png --renderer cpu --size 1000x1000", 2, "MB of memory are needed and "),
        ("measure quad.obj --landmarks many.csv --json", 2, "MB of memory are needed and "),
        ("render quad.obj -o a.png --renderer cpu --size 100x100", 0, ""),
    ] {
        let ran = run_within(&desk, limit, line);
        assert!(ran.status == Some(status) && ran.stderr.contains(told), "{line}: {}", ran.stderr);
        assert!(status == 0 || ran.stderr.lines().count() == 1, "{line}: {}", ran.stderr);
    }
}

/// Whatever the limit, a mesh is loaded or refused in one line with what it takes and what there is; never does the
/// program end in any other way.
#[cfg(target_os = "linux")]
#[test]
fn a_mesh_that_does_not_fit_is_refused_with_its_size_and_what_there_is() {
    let desk = Workdir::with(&[("grid.obj", &grid_text(500))]);
    let least = least_space(&desk);
    let mut refused = 0;
    for limit in (1..22).map(|i| least + 4_000 * i) {
        let ran = run_within(&desk, limit, "info grid.obj --json");
        match ran.status {
            Some(0) => assert_eq!(ran.json()["triangles"], 500_000, "{limit}"),
            Some(2) => {
                assert_eq!(ran.stderr.lines().count(), 1, "{limit}: {}", ran.stderr);
                let available = " are available (the limit of this process, `ulimit -v`); close";
                let told = ["MB of memory are needed and ", available];
                assert!(told.iter().all(|told| ran.stderr.contains(told)), "{limit}: {}", ran.stderr);
                refused += 1;
            }
            other => panic!("{limit} kB: {other:?}: {}", ran.stderr),
        }
    }
    assert!(refused > 0);
}

/// A file whose size the system gives as 0.
#[cfg(target_os = "linux")]
#[test]
fn a_file_under_proc_is_no_empty_file() {
    let desk = Workdir::new();
    let mut command = desk.command(["info", "/proc/self/environ", "--json"]);
    command.env_clear().env("MESH", "\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
    let ran = Ran::of(command.output().expect("the binary runs"));
    assert_eq!((ran.status, &ran.json()["triangles"]), (Some(0), &1.into()), "{}", ran.stderr);
    desk.says("info /proc/self/mem", 2, "cannot be read");
    desk.write("empty.obj", "");
    desk.says("info empty.obj", 2, "the file is empty");
}

#[test]
fn a_trace_among_several_objects_tells_how_many_were_not_asked() {
    let desk = Workdir::new();
    let names = ["0.obj", "1.obj", "2.obj", "3.obj", "4.obj"];
    for (name, x) in names.into_iter().zip([-20.0, -10.0, 0.0, 10.0, 20.0]) {
        desk.write(name, &format!("v {} -1 0\nv {} -1 0\nv {x} 1 0\nf 1 2 3\n", x - 1.0, x + 1.0));
    }
    // Few objects are asked each.
    for (files, is_told) in [(&names[..], true), (&names[1..4], false)] {
        let pick = format!("pick {} --at 640,360 --eye 0,0,50 --target 0,0,0 --trace", files.join(" "));
        let text = desk.run(&pick).stdout;
        assert_eq!(text.contains("4 further objects were not asked: "), is_told, "{text}");
        assert!(text.contains("2.obj: ") && text.contains("1.obj: ") != is_told, "{text}");
        assert!(!text.contains(" more\n"), "no triangle is left out: {text}");
    }
}

#[test]
fn a_miss_is_a_clean_no_with_its_reason() {
    let desk = Workdir::new();
    let object = desk.says("pick quad.obj --at 0,0 --json", 1, r#""reason":"the ray misses every triangle""#).json();
    assert_eq!((&object["hit"], &object["triangle"]), (&Value::Bool(false), &Value::Null));
    for (options, reason) in [
        ("--at 50,50 --cull back --eye 0,0,-4 --target 0,0,0", "culled"),
        ("--at 50,50 --eye 0,0,4 --near 1 --far 2", "beyond the far plane"),
        ("--at 50,50 --eye 0,0,4 --near 5 --far 9", "nearer than the near plane"),
        ("--at 5000,50", "outside the viewport"),
    ] {
        desk.says(&format!("pick quad.obj --size 100x100 {options}"), 1, reason);
    }
}

#[test]
fn why_says_of_a_triangle_why_it_is_not_the_hit() {
    let desk = Workdir::new();
    let line = |options: &str| format!("pick quad.obj --size 100x100 --target 0,0,0 {options}");
    let beside = "Triangle 1 is beside the ray: the pixel's centre lies 0.707 pixels below";
    for (options, status, told) in [
        ("--eye 0,0,4 --at 50,50 --why 0", 0, "\nTriangle 0 is the hit.\n"),
        ("--eye 0,0,4 --at 50,50 --why 1", 0, beside),
        ("--eye 0,0,-4 --cull back --at 50,50 --why nearest", 1, "No triangle is seen.\n"),
        ("--eye 0,0,4 --at 50,50 --why 2", 2, "--why 2: there is no such triangle; the mesh has those from 0 to 1"),
    ] {
        desk.says(&line(options), status, told);
    }
    let why = &desk.run(&line("--eye 0,0,4 --at 1,50 --why nearest --json")).json()["why"];
    assert_eq!((&why["object"], &why["triangle"], &why["cut_away"]), (&0.into(), &1.into(), &Value::Null));
    assert_eq!(why["reason"]["beside"]["of"], json!({ "edge": 2 }));
    assert!(why["in_words"].as_str().is_some_and(|words| words.ends_with(" pixels left of its edge ca.")), "{why}");
    let unseen = desk.run(&line("--eye 0,0,-4 --cull back --at 50,50 --why nearest --json")).json();
    assert_eq!(unseen.as_object().expect("an object")["why"], Value::Null);
}

/// What other options change is tested beside the code, against lessons and the window.
#[test]
fn camera_options_say_what_is_seen() {
    let desk = Workdir::new();
    let pick = |options: &str| desk.json(&format!("pick quad.obj --size 100x100 {options} --target 0,0,0"));
    let x = |object: &Value| object["point_world"][0].as_f64().expect("a point");
    // Half a pixel right of the middle, of a picture 4 high.
    assert!((x(&pick("--at 50,50 --ortho 4 --eye 0,0,3")) - 0.02).abs() < 1e-12);
    assert!(x(&pick("--at 50,20 --eye 0,0,4 --up -1,0,0")) < -0.5);
    let shifted = pick("--at 90,90 --viewport 80,0,20x20 --ortho 2 --eye 0,0,3");
    assert!((x(&shifted) - 0.05).abs() < 1e-12);
    let all = pick("--at 50,50 --eye 0,0,4 --all");
    assert_eq!((all["hits"].as_array().map(Vec::len), &all["place_along_ray"]), (Some(1), &json!([0, 1])));
}

#[test]
fn bad_arguments_get_one_line_that_says_what_to_do() {
    let desk = Workdir::with(&[("empty.obj", ""), ("bad.pick.json", "{}")]);
    for line in [
        "pick quad.obj",
        "pick quad.obj --at nan,1",
        "pick quad.obj --at 1,1 --size 640",
        "pick quad.obj --at 1,1 --near 0",
        "pick quad.obj --at 1,1 --eye 1,2,3 --target 1,2,3",
        "pick quad.obj --at 1,1 --eye 0,0,0",
        "pick quad.obj --at 1,1 --ortho -1",
        "pick quad.obj --at 1,1 --ortho 2 --fov 30",
        "pick quad.obj --at 1,1 --ortho 2 --far inf",
        "pick quad.obj --at 1,1 --why",
        "pick quad.obj --at 1,1 --why that",
        "pick quad.obj --at 1,1 --frobnicate",
        "pick quad.obj --at 1,1 --save no/such/folder/a.pick.json",
        "pick missing.obj --at 1,1",
        "pick empty.obj --at 1,1",
        "pick . --at 1,1",
        "pick sample:cow --at 1,1",
        "info",
        "replay missing.pick.json",
        "replay bad.pick.json",
        "replay quad.obj",
        "pick quad.obj --at 50,50 --scale 1,0,1",
        "render quad.obj -o no/such/folder.png",
        "render quad.obj -o a.png --renderer pencil",
        "sweep quad.obj --from 0,0,1 --to 0,0,0",
        "sweep none.obj --from 0,0,1 --to 0,0,0 --radius 1",
        "bench missing.obj",
        "bench quad.obj --clicks 0",
        "bench quad.obj --cold many",
    ] {
        let ran = desk.refused(line);
        assert!(ran.stderr.len() > 30, "{line}: {}", ran.stderr);
        let ran = desk.run(&format!("{line} --json"));
        assert_eq!(ran.status, Some(2), "{line}");
        assert!(ran.json()["error"].as_str().is_some_and(|error| ran.stderr.contains(error)), "{line}");
    }
    assert_eq!(desk.text("quad.obj"), QUAD);
}

#[test]
fn info_counts_and_lists_the_warnings_with_their_lines() {
    let object = Workdir::new().done("info quad.obj --json").json();
    assert_eq!((&object["triangles"], &object["vertices"]), (&2.into(), &4.into()));
    assert_eq!(object["bounds"]["max"], json!([1.0, 1.0, 0.0]));
    assert!(object["load_seconds"].is_number());
    assert_eq!((&object["closed"], &object["defects"]["open_edges"]), (&Value::Bool(false), &4.into()));
    let warnings = object["warnings"].as_array().expect("a list");
    assert_eq!((warnings.len(), &warnings[0]["line"]), (1, &9.into()));
    assert!(warnings[0]["message"].is_string());
    Workdir::new().says("info quad.obj", 0, "line 9");
}

#[test]
fn a_picture_has_colours_and_textures_of_the_file_unless_told_otherwise_and_info_lists_them() {
    let desk = Workdir::new();
    let mut photo = pickray_render::Image::new(2, 1, [255, 0, 0, 255]);
    photo.pixels[1] = [0, 255, 0, 9];
    std::fs::write(desk.path("photo.png"), photo.to_png()).expect("a file");
    desk.write("a.mtl", "newmtl photo\nmap_Kd photo.png\nnewmtl odd\nmap_Kd odd.png\n");
    desk.write("odd.png", "RIFF____WEBP");
    let corners = "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvn 0 0 1\n";
    let faces = "usemtl photo\nf 1/1/1 2/2/1 3/3/1 4/4/1\nusemtl odd\nf 1/1 2/2 3/3\n";
    desk.write("photo.obj", &format!("mtllib a.mtl\n{corners}{faces}"));

    let object = desk.json("info photo.obj");
    assert!(object["texture_coordinates"][0].is_string() && object["texture_coordinates"][1].is_null(), "{object}");
    assert!(object["normals"].is_string());
    let image = |name: &str| {
        let images = object["images"].as_array().expect("a list");
        let image = images.iter().find(|image| image["name"] == name).unwrap_or_else(|| panic!("{name} in {object}"));
        json!([image["kind"], image["size"], image["problem"]])
    };
    assert_eq!(image("photo.png"), json!(["PNG", [2, 1], null]));
    assert_eq!(image("odd.png")[2], "is a WebP image, but only PNG and JPEG are shown");
    desk.says("info photo.obj", 0, "photo.png PNG 2x1");

    for renderer in ["gl", "cpu"] {
        let line = format!("render photo.obj -o out.png --renderer {renderer} --eye 0,0,4 --target 0,0,0 --size 80x80");
        let picture = |more: &str| {
            let told = desk.done(&format!("{line} {more}")).stderr;
            (colors(&desk, "out.png", [(28, 44), (52, 36)]), told)
        };
        let ([[red, green, _], [other_red, other_green, _]], told) = picture("");
        assert!(red > 2 * green && other_green > 2 * other_red, "{renderer}: left {red} {green}");
        assert!(told.contains("photo.png has transparent parts") && told.contains("odd.png is not shown"), "{told}");
        let ([left, right], told) = picture("--no-textures");
        assert!(left == right && !told.contains("photo.png"), "{renderer}: {left:?} {right:?}, {told}");
        desk.write("painted.obj", &QUAD.replace(" 0\n", " 0 1 0 0\n"));
        let [[red], [grey]] = ["", "--no-colors"].map(|more| {
            desk.done(&format!("{} {more}", line.replace("photo.obj", "painted.obj")));
            colors(&desk, "out.png", [(28, 44)])
        });
        assert!(red[1] < red[0] / 2 && grey[0] / 2 < grey[1], "{renderer}: {red:?} {grey:?}");
    }
}

#[test]
fn info_names_the_colours_of_materials_and_what_has_colours_of_its_own() {
    let desk = Workdir::with(&[("a.mtl", "newmtl paint\nKd 0.64 0 1\n")]);
    desk.write("painted.obj", &format!("mtllib a.mtl\nmtllib absent.mtl\n{QUAD}usemtl none\nf 1 2 3\nv 0 0 0 1 0 0\n"));
    let object = desk.json("info painted.obj");
    let materials = json!([{"name": "paint", "diffuse": [0.64, 0.0, 1.0]}, {"name": "none", "diffuse": null}]);
    assert_eq!(object["materials"], materials);
    assert_eq!(object["colors"], json!({"vertices": true, "faces": false}));
    assert_eq!(object["remarks"][0]["line"], 2);
    let pick = desk.json("pick painted.obj --at 640,360");
    assert_eq!((&pick["material"], &pick["diffuse"]), (&"paint".into(), &materials[0]["diffuse"]));
    let color = pick["color"].as_array().expect("a colour");
    let is_same = |(x, y): (&Value, f64)| (x.as_f64().expect("a number") - y).abs() < 1e-6;
    assert!(color.iter().zip([0.64, 0.0, 1.0]).all(is_same), "{color:?}");
    let remark = "remark: line 2: the material library `absent.mtl`";
    desk.done("info painted.obj").tells(&["2: paint #a300ff, none", "of vertices", remark]);
}

#[test]
fn a_saved_pick_runs_again_until_the_mesh_is_another() {
    let desk = Workdir::new();
    desk.run("pick quad.obj --at 700,300 --near 1 --save quad.pick.json");
    let size = std::fs::metadata(desk.path("quad.pick.json")).expect("the pick").len();
    assert!(size < 16_000, "{size} bytes: not every box and test is in it");
    assert_eq!(desk.json("replay quad.pick.json")["same"], true);

    // From another folder the mesh is found beside the pick.
    let elsewhere = tempfile::tempdir().expect("a folder");
    let mut from_elsewhere = desk.command([OsStr::new("replay"), desk.path("quad.pick.json").as_os_str()]);
    let ran = Ran::of(from_elsewhere.current_dir(elsewhere.path()).output().expect("the binary runs"));
    assert_eq!(ran.status, Some(0), "{}", ran.stderr);

    let mut saved = desk.value("quad.pick.json");
    // One that was saved on another system.
    let mut from_windows = saved.clone();
    from_windows["situation"]["objects"][0]["mesh"] = r"D:\meshes\quad.obj".into();
    desk.write("windows.pick.json", &from_windows.to_string());
    desk.done("replay windows.pick.json");

    // A result that was changed by hand.
    assert_eq!(saved["situation"]["planes_given"], json!({"near": true, "far": false}));
    saved["chain"]["hit"]["triangle"] = 77.into();
    desk.write("changed.pick.json", &saved.to_string());
    let ran = desk.run("replay changed.pick.json --json");
    assert_eq!((ran.status, &ran.json()["same"]), (Some(1), &Value::Bool(false)));
    assert_eq!(ran.json()["differences"][0]["step"], "result");

    desk.write("other.obj", &QUAD.replace("v 1 1 0", "v 1 1.5 0"));
    assert_eq!(desk.run("replay quad.pick.json --mesh other.obj").status, Some(2));
    std::fs::remove_file(desk.path("quad.obj")).expect("the mesh was there");
    desk.says("replay quad.pick.json", 2, "quad.obj");
}

#[test]
fn an_image_that_is_not_shown_is_told_by_info_and_by_a_pick() {
    let desk = Workdir::new();
    desk.write("m.obj", "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nusemtl m\nf 1/1 2/1 3/1\n");
    std::fs::write(desk.path("cut.png"), b"\x89PNG\r\n\x1a\nxxxx").expect("a file");
    std::fs::write(desk.path("a.webp"), b"RIFF\0\0\0\0WEBPVP8 ").expect("a file");
    for (image, why) in [
        ("none.png", "is not there"),
        ("cut.png", "is cut off: its end is missing"),
        ("a.webp", "is a WebP image, but only PNG and JPEG are shown"),
    ] {
        desk.write("m.mtl", &format!("newmtl m\nmap_Kd {image}\n"));
        let [info, pick] = ["info m.obj", "pick m.obj --at 640,400"].map(|line| desk.run(line));
        assert!(info.stdout.contains(&format!("images      1: {image} {why}")), "{}", info.stdout);
        let told = format!("the texture {image} is not shown: it {why}");
        assert!(pick.status == Some(0) && pick.stderr.contains(&told), "{}", pick.stderr);
    }
    // A picture that only glows is shown.
    let glowing = root().join("tests/data/reports/gltf-emissive-only/a.glb");
    let camera = "--eye 0.5,0.5,5 --target 0.5,0.5,0 --up y --ortho 1 --size 100x100 --near 1 --far 20";
    let pick = desk.run(&format!("pick {} --at 30,20 --json {camera}", glowing.display())).json();
    assert_eq!(pick["texel"]["color"], json!([85, 0, 200, 255]));
}

#[test]
fn info_tells_of_what_a_file_is_and_of_what_in_it_is_not_shown() {
    let desk = Workdir::new();
    let gltf = std::fs::read_to_string(root().join("tests/data/reports/gltf-node-visibility-used.gltf")).expect("text");
    desk.write("spinning.gltf", &gltf.replacen("\"meshes\"", "\"animations\": [{}, {}], \"meshes\"", 1));
    let told = "animations: 2; they are not played, and nodes stand where the file places them";
    desk.says("info spinning.gltf", 0, &format!("  remark: {told}"));
    let remarks = desk.json("info spinning.gltf")["remarks"].clone();
    assert!(remarks.as_array().is_some_and(|all| all.iter().any(|it| it["message"] == told)), "{remarks}");
    desk.write("part.obj", "ISO-10303-21;\nHEADER;\n");
    let why = "part.obj: is a STEP file; export it as STL, OBJ or glTF from the program that made it";
    desk.says("info part.obj", 2, why);
}

#[cfg(unix)]
#[test]
fn a_pick_on_a_file_of_several_objects_names_its_node_and_runs_again() {
    let desk = Workdir::new();
    let file = root().join("tests/data/formats/nasty__glb_negative_scale_1.glb");
    std::fs::copy(file, desk.path("nodes.glb")).expect("a copy");
    let (scene, report) = Load::file(desk.path("nodes.glb")).scene().expect("a scene");
    let info = desk.json("info nodes.glb");
    assert_eq!((info["triangles"].as_u64(), info["format"].as_str()), (Some(report.triangles), Some("glb")));
    assert_eq!(info["objects"].as_array().expect("names").len(), scene.objects().len());

    let pick = "pick nodes.glb --at 256,192 --size 512x384";
    let record = desk.json(&format!("{pick} --save p.pick.json"));
    let object = record["object"].as_u64().expect("a hit") as usize;
    let named = &scene.objects()[object];
    assert_eq!(record["object_name"], *named.name);
    let triangle = record["triangle"].as_u64().expect("a triangle") as u32;
    assert_eq!(record["group"].as_str(), named.mesh.source().group(triangle));

    assert_eq!(desk.json("replay p.pick.json")["same"], true);
    desk.done(&format!("{pick} --why {object}:{triangle}"));
    desk.says(&format!("{pick} --why 99:0"), 2, "99");
}

#[cfg(unix)]
#[test]
fn a_file_name_need_not_be_utf_8() {
    use std::os::unix::ffi::OsStrExt;
    let desk = Workdir::new();
    desk.write(OsStr::from_bytes(b"b\xfcste\n.obj"), QUAD);
    for (name, status) in [(b"b\xfcste\n.obj".as_slice(), 0), (b"no\xfc\n.obj", 2)] {
        let ran = desk.command([OsStr::new("info"), OsStr::from_bytes(name)]).output().expect("the binary runs");
        let ran = Ran::of(ran);
        assert!(ran.status == Some(status) && ran.stderr.lines().count() <= 1, "{}", ran.stderr);
    }
}

/// The colours of these pixels of a picture.
fn colors<const N: usize>(desk: &Workdir, name: &str, places: [(usize, usize); N]) -> [[u8; 3]; N] {
    let (pixels, width) = desk.pixels(name);
    places.map(|(x, y)| {
        let [red, green, blue, _] = pixels[y * width + x];
        [red, green, blue]
    })
}

#[test]
fn both_renderers_recolour_the_picked_triangle() {
    let desk = Workdir::new();
    for renderer in ["gl", "cpu"] {
        // The diagonal runs from the lower left to the upper right: 70, 60 is above it and 130, 140 below.
        let draw = |at: &str| {
            let view = "--size 200x200 --eye 0,0,4 --target 0,0,0 --no-edges --no-grid";
            let ran = desk.run(&format!("render quad.obj -o out.png --renderer {renderer} --json {view} {at}"));
            assert_eq!((ran.stderr.lines().count(), &ran.json()["renderer"]), (1, &renderer.into()), "{}", ran.stderr);
            let colors = colors(&desk, "out.png", [(70, 60), (130, 140)]);
            ((ran.status, ran.json()["pick"]["hit"].as_bool()), colors)
        };
        let ((drawn, plain), (hit, picked)) = (draw(""), draw("--at 70,60"));
        assert_eq!((drawn, hit, picked[1]), ((Some(0), None), (Some(0), Some(true)), plain[1]));
        let moved: i32 = (0..3).map(|k| (i32::from(picked[0][k]) - i32::from(plain[0][k])).abs()).sum();
        assert!(moved > 60, "{renderer}: {plain:?} became {picked:?}");
        assert_eq!(draw("--at 1,1"), ((Some(1), Some(false)), plain));
    }
}

#[test]
fn verify_counts_every_pixel_and_draws_the_map() {
    let desk = Workdir::new();
    let json = desk.json("verify quad.obj --size 61x47 --views 3 -o map.png");
    let count = |kind: &str| json[kind].as_u64().expect(kind);
    assert_eq!((count("pixels"), count("real"), json["views"].as_array().map(Vec::len)), (3 * 61 * 47, 0, Some(3)));
    assert_eq!(["agree", "edge", "depth", "real"].map(count).iter().sum::<u64>(), 3 * 61 * 47);
    let [middle, corner] = colors(&desk, "map.png", [(30, 23), (0, 0)]);
    assert_ne!(middle, corner);
    desk.says("verify sample:icosphere --size 80x60 --ortho 3", 0, "real   0");
}

#[test]
fn without_a_display_the_middle_of_the_mesh_is_picked_into_a_picture_or_the_nearest_beside_a_hole() {
    let desk = Workdir::new();
    let ran = desk.done("quad.obj");
    assert!(ran.stderr.contains("no window: "), "why there is no window: {}", ran.stderr);
    assert!(!ran.stderr.contains(".rs:"), "no place in somebody's source: {}", ran.stderr);
    let again = "pickray pick quad.obj --at 640,360";
    ran.tells(&["Triangle           ", "Line               8\n", "pick.png", again]);
    let [[red, green, blue]] = colors(&desk, "pick.png", [(670, 400)]);
    assert!(red > 180 && red - blue > 60 && green > blue, "orange, not {red} {green} {blue}");

    let corners = [(-9, -9), (9, -9), (9, 9), (-9, 9), (-8, -8), (8, -8), (8, 8), (-8, 8)];
    let corners = corners.map(|(x, y)| format!("v {x} {y} 0\n")).concat();
    desk.write("ring.obj", &(corners + "f 1 2 6 5\nf 2 3 7 6\nf 3 4 8 7\nf 4 1 5 8\n"));
    for (mesh, is_middle) in [("sample:torus-knot", None), ("ring.obj", Some(false)), ("quad.obj", Some(true))] {
        let object = desk.json(mesh);
        assert_eq!(object["hit"], true, "{mesh}");
        let middle = json!({"x": 640.0, "y": 360.0});
        assert!(is_middle.is_none_or(|is_middle| (object["cursor"] == middle) == is_middle), "{mesh}: {object}");
    }
    desk.done("");
    desk.refused("missing.obj");
}

#[test]
fn a_sweep_says_what_a_ball_touches_first_and_a_slide_leads_along_it() {
    let desk = Workdir::new();
    let object = desk.json("sweep quad.obj --from 0.5,-0.5,3 --to 0.5,-0.5,-1 --radius 1");
    let expected = json!({
        "contact": true, "line": 8, "triangle": 0, "t": 0.5, "feature": "face", "point": [0.5, -0.5, 0.0],
        "normal": [0.0, 0.0, 1.0], "center": [0.5, -0.5, 1.0], "slide": null,
    });
    for (key, value) in expected.as_object().expect("an object") {
        assert_eq!(&object[key], value, "{key}");
    }
    desk.says("sweep quad.obj --from 5,0,3 --to 5,0,-3 --radius 1", 1, "touches no triangle");

    let line = "sweep quad.obj --from -0.5,0,2 --to 0.5,0,0 --radius 0.5 --slide";
    let slide = &desk.run(&format!("{line} --json")).json()["slide"];
    let end: [f64; 3] = serde_json::from_value(slide["end"].clone()).expect("an end");
    assert!((end[0] - 0.5).abs() < 1e-9 && (0.5..0.51).contains(&end[2]), "{end:?}");
    assert_eq!(slide["ended"], "arrived");
    desk.done(line).tells(&["along triangle", "it arrived"]);
}
