//! The function that is offered to copy, run in its four languages: it makes the ray of the trace.

use crate::data::root;
use glam::{DMat4, DQuat, DVec3};
use pickray::math::{ClipSpace, CursorPosition, FramebufferSize, PixelSample, Viewport};
use pickray::mesh::samples::Sample;
use pickray::pick::{CodeLanguage, PickOptions, PickTrace, pick_traced, whole_function};
use pickray::scene::{Camera, Object, Projection, Scene, View};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FRAMEBUFFER: FramebufferSize = FramebufferSize::new(1280, 720);
const VIEWPORT: Viewport = Viewport { x: 300, y: 24, width: 980, height: 666 };

/// How far a number may be from that of the trace, of the largest beside it.
const TOLERANCE: f64 = 1e-9;

/// The object whose space the ray is taken to: it is moved, turned and stretched.
const OBJECT: u32 = 1;

fn scene() -> Scene {
    let mesh = |sample: Sample| sample.mesh().expect("a mesh").into();
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.8, 0.4);
    let placed = DMat4::from_scale_rotation_translation(DVec3::new(0.7, -1.9, 0.6), turn, DVec3::new(2.4, 1.5, 1.2));
    let cube = Object::new("cube", mesh(Sample::Cube)).with_transform(placed);
    Scene::from(vec![Object::new("teapot", mesh(Sample::Teapot)), cube])
}

/// Picks in views of every kind that the function has to know.
fn traces() -> Vec<PickTrace> {
    let scene = scene();
    let camera = Camera::framing(&scene.bounds(), VIEWPORT.aspect().expect("pixels"), scene.up_axis());
    let of = |camera: Camera| View::new(camera, FRAMEBUFFER).with_viewport(VIEWPORT, FRAMEBUFFER);
    let parallel = Camera { projection: Projection::Orthographic { height: 5.0 }, ..camera };
    let infinite = Camera { far: f64::INFINITY, ..camera };
    let seen = of(camera);
    let vulkan = {
        let mut to_vulkan = DMat4::from_scale(DVec3::new(1.0, -1.0, 0.5));
        to_vulkan.w_axis.z = 0.5;
        let clip_from_eye = to_vulkan * seen.clip_from_eye();
        View::from_matrices(seen.eye_from_world(), clip_from_eye, ClipSpace::VULKAN, VIEWPORT, FRAMEBUFFER)
    };
    let views = [
        seen,
        of(parallel),
        of(infinite),
        of(Camera { reversed_z: true, ..camera }),
        of(Camera { reversed_z: true, ..infinite }),
        vulkan,
    ];
    let samples = [PixelSample::Center, PixelSample::Corner];
    let pick = |(view, sample)| {
        let options = PickOptions { sample, ..PickOptions::default() };
        pick_traced(&scene, &view, CursorPosition::new(712.25, 401.75), &options)
    };
    let of_views = views.map(|view| (view, PixelSample::Center));
    of_views.into_iter().chain([(seen, samples[1])]).map(pick).collect()
}

/// The near and the far point of a trace in the space of the object.
fn expected(trace: &PickTrace) -> [DVec3; 2] {
    let ray = trace.cast_of(Some(OBJECT)).expect("it was tested").ray;
    [ray.origin, ray.target]
}

/// The function, and the call that stands in its comment.
fn parts(trace: &PickTrace, language: CodeLanguage) -> (String, String) {
    let text = whole_function(trace, Some(OBJECT), language).expect("a ray");
    let mark = if language == CodeLanguage::Python { "# " } else { "// " };
    let (function, comment) = text.split_once(&format!("\n{mark}This pick:\n")).expect("the numbers of the pick");
    let lines = comment.lines().map(|line| line.strip_prefix(mark).expect("a comment"));
    let call: Vec<_> = lines.take_while(|line| !line.starts_with("window")).collect();
    (function.to_owned(), call.join("\n"))
}

/// A folder for the programs of a language.
fn folder(language: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole_function").join(language);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What a program that was started says; a test fails where there is none, or it fails.
fn run(command: &mut Command, needs: &str) -> String {
    let named = format!("{command:?}");
    let Output { status, stdout, stderr } =
        command.output().unwrap_or_else(|error| panic!("{named}: {error}. Install {needs}, or run scripts/test"));
    let errors = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{named}: {errors}\nThis test needs {needs}: install it, or run scripts/test");
    String::from_utf8(stdout).expect("text")
}

fn assert_is_ray(printed: &str, trace: &PickTrace, what: &str) {
    let numbers: Vec<f64> = printed.split_whitespace().map(|number| number.parse().expect(printed)).collect();
    let [near, far] = expected(trace);
    let expected: Vec<_> = near.to_array().into_iter().chain(far.to_array()).collect();
    assert_eq!(numbers.len(), 6, "{what}: {printed}");
    for (number, expected) in numbers.iter().zip(&expected) {
        let size = expected.abs().max(1.0);
        assert!((number - expected).abs() <= TOLERANCE * size, "{what}: {numbers:?} is not {near} {far}");
    }
}

/// Runs a program for each pick, made of the function and its call.
fn check(language: CodeLanguage, program: impl Fn(usize, &str, &str) -> String) {
    for (index, trace) in traces().iter().enumerate() {
        let (function, call) = parts(trace, language);
        let printed = program(index, &function, &call);
        assert_is_ray(&printed, trace, &format!("{}, pick {index}", language.name()));
    }
}

#[test]
fn in_cpp_with_glm_it_makes_the_ray_of_the_trace() {
    let folder = folder("cpp");
    check(CodeLanguage::Cpp, |index, function, call| {
        let source = folder.join(format!("pick{index}.cpp"));
        let text = format!(
            "#include <cstdio>\n{function}\nint main() {{\n    for (auto point : {call})\n        \
             std::printf(\"%.17g %.17g %.17g\\n\", point.x, point.y, point.z);\n}}\n"
        );
        std::fs::write(&source, text).expect("a file");
        let program = source.with_extension("out");
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++17", "-Wall", "-Werror", "-o"]).arg(&program).arg(&source);
        run(&mut compiler, "g++ and libglm-dev");
        run(&mut Command::new(&program), "g++")
    });
}

#[test]
fn in_javascript_with_three_js_it_makes_the_ray_of_the_trace() {
    let packages = root().join("tests/three/node_modules");
    assert!(packages.join("three").is_dir(), "three.js is missing: run `npm ci` in tests/three, or scripts/test");
    // Below the packages, where node looks for them.
    let folder = packages.join(".cache");
    std::fs::create_dir_all(&folder).expect("a folder");
    check(CodeLanguage::JavaScript, |index, function, call| {
        let source = folder.join(format!("pick{index}.mjs"));
        let text = format!("{function}\nfor (const {{ x, y, z }} of {call}) console.log(x, y, z);\n");
        std::fs::write(&source, text).expect("a file");
        run(Command::new("node").arg(&source), "nodejs and npm")
    });
}

#[test]
fn in_rust_with_glam_it_makes_the_ray_of_the_trace() {
    let (folder, built) = (folder("rust"), std::env::current_exe().expect("this program"));
    let built = built.parent().expect("the folder of what was compiled");
    let is_glam = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        name.starts_with("libglam-") && name.ends_with(".rlib")
    };
    let files = std::fs::read_dir(built).expect("a folder").map(|file| file.expect("a file").path());
    let mut libraries: Vec<_> = files.filter(is_glam).collect();
    // Where there are several the latest is that of this build.
    libraries.sort_by_key(|path| std::fs::metadata(path).and_then(|file| file.modified()).ok());
    let glam = libraries.pop().expect("glam was compiled for this test");
    check(CodeLanguage::Rust, |index, function, call| {
        let source = folder.join(format!("pick{index}.rs"));
        let text = format!(
            "{function}\nfn main() {{\n    for point in {call} {{\n        \
             println!(\"{{:?}} {{:?}} {{:?}}\", point.x, point.y, point.z);\n    }}\n}}\n"
        );
        std::fs::write(&source, text).expect("a file");
        let program = source.with_extension("out");
        let mut compiler = Command::new("rustc");
        compiler.args(["--edition", "2024", "-D", "warnings", "-o"]).arg(&program).arg("-L").arg(built);
        compiler.arg("--extern").arg(format!("glam={}", glam.display())).arg(&source);
        run(&mut compiler, "Rust");
        run(&mut Command::new(&program), "Rust")
    });
}

#[test]
fn in_python_with_numpy_it_makes_the_ray_of_the_trace() {
    let folder = folder("python");
    // The first python may be one that Debian's packages are not for.
    let ran = |python: &str| Command::new(python).args(["-c", "import numpy"]).output();
    let has_numpy = |python: &&str| ran(python).is_ok_and(|ran| ran.status.success());
    let python = ["python3", "/usr/bin/python3"].into_iter().find(has_numpy);
    let python = python.expect("no python3 has NumPy: install python3-numpy, or run scripts/test");
    check(CodeLanguage::Python, |index, function, call| {
        let source = folder.join(format!("pick{index}.py"));
        std::fs::write(&source, format!("{function}\nfor point in {call}:\n    print(*point)\n")).expect("a file");
        run(Command::new(python).arg(&source), "python3-numpy")
    });
}

#[test]
fn the_numbers_below_it_are_those_of_the_trace() {
    let trace = &traces()[0];
    let ray = trace.ray.as_ref().expect("a ray");
    let [near, far] = expected(trace);
    for language in CodeLanguage::ALL {
        let text = whole_function(trace, Some(OBJECT), language).expect("a ray");
        let line = |name: &str| {
            let lines = text.lines().map(|line| line.trim_start_matches(['/', '#', ' ']));
            let line = lines.into_iter().filter_map(|line| line.strip_prefix(name)).next_back().expect(name).to_owned();
            let numbers = line.split([' ', ',']).filter_map(|word| word.parse().ok()).collect::<Vec<f64>>();
            assert!(!numbers.is_empty(), "{line}");
            numbers
        };
        let is = |name: &str, expected: &[f64]| {
            for (number, expected) in line(name).into_iter().zip(expected) {
                assert!((number - expected).abs() <= TOLERANCE * expected.abs().max(1.0), "{name} {number} {expected}");
            }
        };
        is("window ", &trace.window.to_array());
        is("NDC ", &ray.near.ndc.truncate().to_array());
        is("world ", &[ray.near.world.to_array(), ray.far.world.to_array()].concat());
        is("object ", &[near.to_array(), far.to_array()].concat());
    }
}
