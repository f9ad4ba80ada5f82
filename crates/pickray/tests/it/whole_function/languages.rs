//! Runs the function that is offered to copy, for picks of every kind, and compares what it prints with their traces.

use glam::{DMat4, DQuat, DVec3};
use pickray::math::{ClipSpace, CursorPosition, FramebufferSize, PixelSample, Viewport};
use pickray::mesh::samples::Sample;
use pickray::pick::PickOptions;
use pickray::pick::explain::{CodeLanguage, FunctionEnd, PickTrace, pick_traced, whole_function};
use pickray::scene::{Camera, Object, Projection, Scene, View};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

const FRAMEBUFFER: FramebufferSize = FramebufferSize::new(1280, 720);
const VIEWPORT: Viewport = Viewport { x: 300, y: 24, width: 980, height: 666 };

/// How far a number may be from that of the trace, of the largest beside it.
pub const TOLERANCE: f64 = 1e-9;

/// The object whose space the ray is taken to: it is moved, turned and stretched.
pub const OBJECT: u32 = 1;

fn scene() -> Scene {
    let mesh = |sample: Sample| sample.mesh().expect("a mesh").into();
    let turn = DQuat::from_euler(glam::EulerRot::XYZ, 0.3, -0.8, 0.4);
    let placed = DMat4::from_scale_rotation_translation(DVec3::new(0.7, -1.9, 0.6), turn, DVec3::new(2.4, 1.5, 1.2));
    let cube = Object::new("cube", mesh(Sample::Cube)).with_transform(placed);
    Scene::from(vec![Object::new("teapot", mesh(Sample::Teapot)), cube])
}

/// Picks in views of every kind that the function has to know.
pub fn traces() -> Vec<PickTrace> {
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
pub fn expected(trace: &PickTrace) -> [DVec3; 2] {
    let ray = trace.cast_of(Some(OBJECT)).expect("it was tested").ray;
    [ray.origin, ray.target]
}

/// The functions, and the call that stands in their comment.
fn parts(trace: &PickTrace, end: FunctionEnd<'_>, language: CodeLanguage) -> (String, String) {
    let text = whole_function(trace, end, language, &ToString::to_string).expect("a ray");
    let mark = if language == CodeLanguage::Python { "# " } else { "// " };
    let (functions, comment) = text.split_once(&format!("\n{mark}This pick:\n")).expect("the numbers of the pick");
    let lines = comment.lines().map(|line| line.strip_prefix(mark).expect("a comment"));
    let call: Vec<_> = lines.take_while(|line| !line.starts_with("window")).collect();
    (functions.to_owned(), call.join("\n"))
}

/// A folder for the programs of a language.
pub fn folder(language: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole_function").join(language);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// What a program that was started says; a test fails where there is none, or it fails.
pub fn run(command: &mut Command, needs: &str) -> String {
    let named = format!("{command:?}");
    let Output { status, stdout, stderr } =
        command.output().unwrap_or_else(|error| panic!("{named}: {error}. This test needs {needs}: install it"));
    let errors = String::from_utf8_lossy(&stderr);
    assert!(status.success(), "{named}: {errors}\nThis test needs {needs}: install it");
    String::from_utf8(stdout).expect("text")
}

fn assert_prints(printed: &str, expected: &[f64], what: &str) {
    let numbers: Vec<f64> = printed.split_whitespace().map(|number| number.parse().expect(printed)).collect();
    assert_eq!(numbers.len(), expected.len(), "{what}: {printed}");
    for (number, expected) in numbers.iter().zip(expected) {
        let size = expected.abs().max(1.0);
        assert!((number - expected).abs() <= TOLERANCE * size, "{what}: {numbers:?} is not {expected:?}");
    }
}

/// Program that prints what a call returns.
pub struct Printing<'a> {
    pub name: String,
    pub functions: &'a str,
    pub call: &'a str,
    /// `true` if the call returns t, u and v, `false` if the two points of a ray.
    pub of_triangle: bool,
}

/// Runs two programs for each pick, made of the functions and their call: as far as the ray, and as far as the
/// triangle.
pub fn check(language: CodeLanguage, run: impl Fn(Printing<'_>) -> String) {
    for (index, trace) in traces().iter().enumerate() {
        let [near, far] = expected(trace);
        let hit = trace.hit.as_ref().expect("a hit");
        let ray = [near.to_array(), far.to_array()].concat();
        let ends = [(FunctionEnd::Ray(Some(OBJECT)), ray), (FunctionEnd::Triangle(hit), vec![hit.t, hit.u, hit.v])];
        for (end, expected) in ends {
            let of_triangle = matches!(end, FunctionEnd::Triangle(_));
            let name = format!("pick{index}{}", if of_triangle { "hit" } else { "ray" });
            let (functions, call) = parts(trace, end, language);
            let what = format!("{}, {name}", language.name());
            assert_prints(&run(Printing { name, functions: &functions, call: &call, of_triangle }), &expected, &what);
        }
    }
}
