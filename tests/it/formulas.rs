//! Every line of code that the ladder, the cards of mistakes, lessons and guides show, run in every state of the view:
//! the right line gives what its step shows, the wrong line what the mistake gives.

mod evaluator;

use crate::*;
use evaluator::{Names, holds, run};
use glam::{DMat4, DVec3};
use pickray::geometry::Aabb;
use pickray::intersect::ray_aabb;
use pickray::math::{CursorPosition, PixelSample, Viewport, window_from_cursor};
use pickray::pick::explain::{
    Mistake, MistakeInputs, PickTrace, PlanePoint, Step, loupe, pick_mistaken, pick_traced, pick_traced_mistaken,
};
use pickray::pick::{PickOptions, TriangleId};
use pickray::scene::Projection;
use pickray_app::app::texts::speak;
use pickray_app::app::tools::picking::mistakes::{TRIANGLE_FORMULAS, lines};
use pickray_app::language::Language;

/// A pick in one state of the view.
struct State {
    scene: Scene,
    right: PickTrace,
    inputs: MistakeInputs,
}

impl State {
    /// What the names of a step's lines stand for, in a trace, at its near or far point.
    fn names(&self, step: Step, mistake: Option<Mistake>, trace: &PickTrace, point: &PlanePoint) -> Names {
        let vector = |v: DVec3| v.to_array().to_vec();
        let matrix = |m: DMat4| m.to_cols_array().to_vec();
        let (view, object, cursor) = (&trace.view, &self.scene.objects()[0], trace.cursor);
        let (camera, ray, scale) = (view.camera, trace.ray.as_ref().expect("a ray"), self.inputs.scale_factor);
        let Viewport { x, y, width, height } = view.viewport;
        let ([x, y], [width, height]) = ([x, y].map(f64::from), [width, height].map(f64::from));
        let window: [f64; 2] = [view.framebuffer.width, view.framebuffer.height].map(f64::from);
        // A ray without a direction is cast at nothing.
        let own = trace.cast_of(Some(0)).map_or([DVec3::NAN; 2], |cast| [cast.ray.origin, cast.ray.target]);
        let [near, far] = if step == Step::Object { own } else { [ray.near.world, ray.far.world] };
        let is_in_window = step == Step::Window || mistake == Some(Mistake::DepthsMinusOneAndOne);
        let at = if is_in_window { trace.window } else { point.ndc.truncate() };
        let h = point.eye_homogeneous;
        let [fov_y, fov_x] = match camera.projection {
            Projection::Perspective { fov_y } => [fov_y, 2.0 * ((0.5 * fov_y).tan() * width / height).atan()],
            Projection::Orthographic { height: size } => [size, size * width / height],
        };
        let seen_from = if mistake == Some(Mistake::EyeAsOrigin) { camera.eye } else { point.eye };
        let corners = (0..object.mesh.n_triangles() as u32).flat_map(|it| object.mesh.triangle(it).corners());
        let last = self.inputs.last_view.expect("a view").world_from_eye();
        vec![
            ("scale factor|scale|缩放系数", vec![scale]),
            ("physical|物理像素", vec![cursor.x, cursor.y]),
            ("logical|逻辑像素|逻辑像素坐标", vec![cursor.x / scale, cursor.y / scale]),
            ("cursor x|光标 x", vec![cursor.x]),
            ("cursor y|光标 y", vec![cursor.y]),
            ("window width|窗口宽", vec![window[0]]),
            ("window height|窗口高", vec![window[1]]),
            ("viewport width|视口宽|width|宽", vec![width]),
            ("viewport height|视口高", vec![height]),
            ("height|高", vec![if step == Step::Window { window[1] } else { height }]),
            ("window x|窗口 x", vec![trace.window.x]),
            ("window y|窗口 y", vec![trace.window.y]),
            ("viewport x|视口 x", vec![x]),
            ("viewport y|视口 y", vec![y]),
            ("depth|深度", vec![point.window.z]),
            ("x", vec![at.x]),
            ("y", vec![at.y]),
            ("z", vec![point.ndc.z]),
            ("NDC", vector(point.ndc)),
            ("(X, Y, Z, W)", h.to_array().to_vec()),
            ("X", vec![h.x]),
            ("Y", vec![h.y]),
            ("Z", vec![h.z]),
            ("W", vec![h.w]),
            ("P", matrix(trace.clip_from_eye)),
            ("V", matrix(trace.eye_from_world)),
            ("V⁻¹ of the last frame|上一帧的 V⁻¹", matrix(last)),
            ("M", matrix(object.world_from_object)),
            ("mesh|网格", corners.flat_map(|corner| corner.to_array()).collect()),
            ("eye|观察坐标|视点", vector(seen_from)),
            ("world|世界坐标", vector(point.world)),
            ("object|物体坐标", vector(own[usize::from(point.window.z != ray.near.window.z)])),
            ("near|近点", if step == Step::Eye { vec![camera.near] } else { vector(near) }),
            ("far|远点", vector(far)),
            ("z of the near point|近点的 z", vec![ray.near.eye.z]),
            ("origin|起点", vector(near)),
            ("direction|方向", vector(far - near)),
            ("d", vector((ray.far.eye - ray.near.eye) / (ray.far.eye - ray.near.eye).z.abs())),
            ("fov y|垂直视场角", vec![fov_y]),
            ("fov x|水平视场角", vec![fov_x]),
        ]
    }

    /// Runs a line at the near and the far point of the right pick, holds it to what a trace has there, and returns
    /// what the line gives.
    fn check(&self, step: Step, mistake: Option<Mistake>, line: &str, trace: &PickTrace) -> Vec<f64> {
        let (name, line) = line.split_once(" = ").unwrap_or_else(|| panic!("{line} sets nothing"));
        let [right, made] = [&self.right, trace].map(|trace| trace.ray.as_ref().expect("a ray"));
        let mut given = Vec::new();
        for (point, made) in [(&right.near, &made.near), (&right.far, &made.far)] {
            let value = run(line, &self.names(step, mistake, &self.right, point), &self.right.view);
            let eye_by = |projection: DMat4| {
                let eye = projection.inverse() * point.ndc.extend(1.0);
                [(eye.truncate() / eye.w).to_array(), made.eye.to_array()].map(|eye| eye.to_vec())
            };
            let [value, expected] = match name {
                "cursor" | "光标" => {
                    let cursor = CursorPosition { x: value[0], y: value[1] };
                    let window = window_from_cursor(cursor, trace.view.framebuffer, PixelSample::Center);
                    [window, trace.window].map(|window| window.to_array().to_vec())
                }
                "aspect" | "宽高比" => eye_by(trace.view.camera.clip_from_eye(value[0])),
                "P" => eye_by(DMat4::from_cols_slice(&value)),
                "box" | "包围盒" => {
                    let aabb = Aabb::new(DVec3::from_slice(&value), DVec3::from_slice(&value[3..]));
                    let is_hit = self.right.hit.is_some() && ray_aabb(&right.pick_ray().into(), &aabb).is_some();
                    [is_hit, trace.hit.is_some()].map(|is_hit| vec![f64::from(u8::from(is_hit))])
                }
                // Only its way is given: a direction in eye space has any length.
                _ if mistake == Some(Mistake::DirectionAsPoint) => {
                    let ray = trace.ray.as_ref().expect("a ray");
                    let direction = ray.far.world - ray.near.world;
                    [DVec3::from_slice(&value), direction].map(|it| it.normalize().to_array().to_vec())
                }
                _ => {
                    let names = self.names(step, mistake, trace, made);
                    let named = names.into_iter().find(|(names, _)| names.split('|').any(|it| it == name));
                    [value, named.unwrap_or_else(|| panic!("{name} is not known")).1]
                }
            };
            // A point at infinity is a direction, for which a trace has another point on the way.
            let size = value.iter().fold(0.0, |size: f64, x| size.max(x.abs()));
            if right.t_max.is_none() && !value.iter().all(|x| x.abs() < 1e9) {
                continue;
            }
            let is_same = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-7 * (1.0 + size);
            let are_same = value.len() == expected.len() && value.iter().zip(&expected).all(is_same);
            assert!(are_same, "{mistake:?}: {name} = {line}: {value:?}, not {expected:?} in {:?}", trace.view);
            given.extend(value);
        }
        given
    }

    /// The triangle that is hit if a line says of each whether it is taken, or whether it is parallel to the ray.
    fn hit_by(&self, mistake: Mistake, line: &str, is_wrong: bool) -> Option<TriangleId> {
        let object = &self.scene.objects()[0];
        let ray = self.right.cast_of(Some(0)).expect("a cast").ray;
        let t_max = self.right.ray.as_ref().expect("a ray").t_max.unwrap_or(f64::INFINITY);
        let (mut best, mut found) = (f64::INFINITY, None);
        for triangle in 0..object.mesh.n_triangles() as u32 {
            let [a, b, c] = object.mesh.triangle(triangle).corners();
            let (d, e1, e2, s) = (ray.direction(), b - a, c - a, ray.origin - a);
            let mut det = e1.dot(d.cross(e2));
            let (u, v, t) = (s.dot(d.cross(e2)) / det, d.dot(s.cross(e1)) / det, e2.dot(s.cross(e1)) / det);
            if is_wrong {
                let [d, e1, e2] = [d, e1, e2].map(|it| object.world_from_object.transform_vector3(it));
                det = e1.dot(d.normalize().cross(e2));
            }
            let names = [("t", t), ("t max|t_max", t_max), ("best|t_best", best), ("det", det), ("size", det.abs())];
            let says = holds(line, &names.map(|(name, x)| (name, vec![x])).into(), &self.right.view);
            let is_between = 0.0 <= t && t <= t_max && t < best;
            let is_taken = if mistake == Mistake::TNotTested { says } else { !says && is_between };
            if 0.0 <= u && 0.0 <= v && u + v <= 1.0 && is_taken {
                (best, found) = (t, Some(TriangleId { object: 0, triangle }));
            }
        }
        found
    }
}

const WINDOW: FramebufferSize = FramebufferSize::new(1200, 900);

/// A cube as its file has it, mirrored, scaled, turned and moved, and tiny; seen in perspective and not, with reversed
/// depth, without a far plane, cut open, from within; in a whole picture, beside a panel and over a ladder, and split.
fn states() -> Vec<State> {
    let turned = DMat4::from_euler(glam::EulerRot::XYZ, 0.3, -0.8, 0.4);
    let placed = DMat4::from_translation(DVec3::new(2.4, 1.5, 1.2)) * turned;
    let mirrored = placed * DMat4::from_scale(DVec3::new(-0.7, 1.9, 0.6));
    let mut states = Vec::new();
    for placement in [DMat4::IDENTITY, mirrored, DMat4::from_scale(DVec3::splat(3e-4))] {
        let mesh = Sample::Cube.mesh().expect("a mesh");
        let scene = Scene::of(Object::new("cube", mesh.into()).with_transform(placement));
        for (x, y, width, height) in [(0, 0, 1200, 900), (300, 200, 900, 650), (0, 200, 1200, 700), (0, 0, 600, 900)] {
            let viewport = Viewport { x, y, width, height };
            let framed = Camera::framing(&scene.bounds(), viewport.aspect().expect("pixels"), scene.up_axis());
            let middle = framed.depth_of(framed.target);
            let height = framed.height_at(middle);
            let parallel = Camera { projection: Projection::Orthographic { height }, ..framed };
            let eye = framed.target + 1e-2 * (framed.eye - framed.target);
            let within = Camera { eye, near: -middle, far: middle, ..parallel };
            let cut = Camera { near: middle, far: 2.5 * middle, ..framed };
            for camera in [framed, Camera { far: f64::INFINITY, ..framed }, parallel, within, cut] {
                for (reversed_z, beside) in [(false, [3.25, 5.75]), (true, [-61.5, 38.25])] {
                    let view = View::new(Camera { reversed_z, ..camera }, WINDOW).with_viewport(viewport, WINDOW);
                    let before = Camera { eye: camera.eye + 0.1 * middle * DVec3::new(0.4, -0.2, 0.1), ..view.camera };
                    let inputs = MistakeInputs { scale_factor: 2.0, last_view: Some(view.with_camera(before)) };
                    let at = view.cursor_from_world(framed.target).expect("before the eye");
                    let at = CursorPosition { x: at.x + beside[0], y: at.y + beside[1] };
                    let right = pick_traced(&scene, &view, at, &PickOptions::default());
                    states.push(State { scene: scene.clone(), right, inputs });
                }
            }
        }
    }
    states
}

#[test]
fn the_lines_of_each_mistake_give_what_the_right_and_the_wrong_pick_have() {
    let mut differ = BTreeSet::new();
    for state in states() {
        let (scene, view, at, options) = (&state.scene, state.right.view, state.right.cursor, PickOptions::default());
        for language in [Language::English, Language::Chinese] {
            speak(language);
            // The two types of f32 are no formula; the numbers in f32 have tests of their own.
            for mistake in Mistake::ALL.into_iter().filter(|&mistake| mistake != Mistake::SinglePrecision) {
                let lines = lines(mistake, &view);
                let given = if mistake.step() == Step::Triangle {
                    let found = pick_mistaken(scene, &view, at, &options, mistake, &state.inputs);
                    let hits = [state.right.hit.as_ref().map(|hit| hit.id()), found.expect("a ray").hit];
                    let given = [0, 1].map(|which| state.hit_by(mistake, lines[which], which == 1));
                    assert_eq!(given, hits, "{mistake:?} in {view:?}");
                    given.map(|hit| hit.into_iter().map(|hit| f64::from(hit.triangle)).collect::<Vec<_>>())
                } else {
                    let wrong = pick_traced_mistaken(scene, &view, at, &options, mistake, &state.inputs);
                    let check = |line, trace| state.check(mistake.step(), Some(mistake), line, trace);
                    [check(lines[0], &state.right), check(lines[1], &wrong)]
                };
                let is_same = |(a, b): (&f64, &f64)| (a - b).abs() <= 1e-6 * (1.0 + a.abs());
                if given[0].len() != given[1].len() || !given[0].iter().zip(&given[1]).all(is_same) {
                    differ.insert((mistake, language == Language::Chinese));
                }
            }
        }
    }
    speak(Language::English);
    assert_eq!(differ.len(), 2 * (Mistake::ALL.len() - 1), "each shows in some state: {differ:?}");
}

/// The lines of a step's formula in the ladder, with the rule of the pixel's centre.
fn formula(language: &str, step: Step) -> Vec<String> {
    let path = root().join("assets/locales").join(language).join("ladder.ftl");
    let text = std::fs::read_to_string(path).expect("messages");
    let id = format!("\nladder-{step:?}-formula =").to_lowercase();
    let mut lines = text.split_once(&id).expect("a message").1.lines();
    let first = lines.next().into_iter();
    let lines = first.chain(lines.take_while(|line| line.starts_with(' '))).map(str::trim);
    lines.filter(|line| !line.is_empty()).map(|line| line.replace("{ $half }", " + ½")).collect()
}

/// The formulas of NDC in lessons and guides: code that begins as they do.
fn of_ndc() -> Vec<String> {
    let lessons = std::fs::read_dir(root().join("assets/lessons")).expect("lessons");
    let lessons = lessons.map(|entry| entry.expect("an entry").path());
    let guides = ["docs/learning.md", "docs/learning.zh-CN.md"].map(|path| root().join(path));
    let texts: Vec<_> = lessons.chain(guides).map(|path| std::fs::read_to_string(path).expect("text")).collect();
    let code = texts.iter().flat_map(|text| text.split('`')).map(str::trim);
    code.filter(|code| code.starts_with("x = ")).map(str::to_owned).collect()
}

#[test]
fn the_formulas_of_the_ladder_of_lessons_and_of_guides_give_what_their_steps_show() {
    let of_ndc = of_ndc();
    assert_eq!(of_ndc.len(), 4, "{of_ndc:?}");
    let read_me = std::fs::read_to_string(root().join("README.zh-CN.md")).expect("a document");
    let of_read_me = read_me.split("```text\n").nth(1).and_then(|text| text.split("```").next()).expect("formulas");
    for state in states() {
        for language in ["en", "zh-CN"] {
            for step in Step::ALL.into_iter().filter(|&step| step != Step::Triangle) {
                for line in formula(language, step) {
                    state.check(step, None, &line, &state.right);
                }
            }
        }
        for line in &of_ndc {
            state.check(Step::Ndc, None, line, &state.right);
        }
        let Some(hit) = &state.right.hit else { continue };
        let (view, at) = (&state.right.view, state.right.cursor);
        let it = loupe(&state.scene, view, at, &PickOptions::default(), hit.id()).expect("a triangle");
        let ([a, b, c], o) = (it.test.corners, it.local_ray.origin);
        let q = (o - a).cross(b - a);
        let known = [("E₁", b - a), ("E₂", c - a), ("T", o - a), ("Q", q), ("D", it.local_ray.direction())];
        let known = known.into_iter().chain([("a", a), ("b", b), ("c", c), ("o", o)]);
        let mut names: Names = known.map(|(name, v)| (name, v.to_array().to_vec())).collect();
        let numbers = [("det", it.in_f64.det), ("u", hit.u), ("v", hit.v), ("t", hit.t)];
        names.extend(numbers.map(|(name, x)| (name, vec![x])));
        for formulas in [&TRIANGLE_FORMULAS.join("\n"), of_read_me] {
            for (name, line) in formulas.split("  ").flat_map(str::lines).filter_map(|line| line.split_once(" = ")) {
                let expected = &names.iter().find(|(known, _)| *known == name.trim()).expect("a name").1;
                for (a, b) in run(line, &names, view).iter().zip(expected) {
                    assert!((a - b).abs() <= 1e-7 * b.abs().max(1e-9), "{name} = {line}: {a}, not {b}");
                }
            }
        }
    }
}
