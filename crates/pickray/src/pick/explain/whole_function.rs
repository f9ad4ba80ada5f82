//! Code of the way from the cursor to the ray as one function to copy, with the numbers of a pick below it.

use crate::math::{ClipY, PixelSample, Viewport};
use crate::pick::HitDetails;
use crate::pick::explain::{PickTrace, RayTrace};
use crate::work::said::said;
use glam::{DMat4, DVec3};

/// Programming language, with the library for vectors that its functions use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum CodeLanguage {
    /// C++ with GLM.
    #[default]
    Cpp,
    /// JavaScript with three.js.
    JavaScript,
    /// Rust with glam.
    Rust,
    /// Python with NumPy.
    Python,
}

impl CodeLanguage {
    /// All languages.
    pub const ALL: [Self; 4] = [Self::Cpp, Self::JavaScript, Self::Rust, Self::Python];

    /// Returns the names of the language and its library, such as `Rust, glam`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Cpp => "C++, GLM",
            Self::JavaScript => "JavaScript, three.js",
            Self::Rust => "Rust, glam",
            Self::Python => "Python, NumPy",
        }
    }

    /// Returns the code of two functions: the ray in object space through a pixel's middle, and its test on a triangle.
    const fn functions(self) -> [&'static str; 2] {
        macro_rules! functions {
            ($ending:literal) => {
                [
                    include_str!(concat!("../../../../../assets/functions/pick_ray.", $ending)),
                    include_str!(concat!("../../../../../assets/functions/meet_triangle.", $ending)),
                ]
            };
        }
        match self {
            Self::Cpp => functions!("cpp"),
            Self::JavaScript => functions!("mjs"),
            Self::Rust => functions!("rs"),
            Self::Python => functions!("py"),
        }
    }

    const fn comment(self) -> &'static str {
        if matches!(self, Self::Python) { "# " } else { "// " }
    }

    /// Returns code for a few numbers together, as this language has them.
    fn tuple(self, numbers: &[f64]) -> String {
        let written = written(numbers);
        match self {
            Self::Cpp => format!("{{{written}}}"),
            Self::Python => format!("({written})"),
            Self::JavaScript | Self::Rust => format!("[{written}]"),
        }
    }

    fn matrix(self, matrix: &DMat4) -> String {
        let columns = written(&matrix.to_cols_array());
        match self {
            Self::Cpp => format!("glm::dmat4({columns})"),
            Self::JavaScript => format!("new Matrix4().fromArray([{columns}])"),
            Self::Rust => format!("DMat4::from_cols_array(&[{columns}])"),
            Self::Python => {
                let rows = [0, 1, 2, 3].map(|row| format!("[{}]", written(&matrix.row(row).to_array())));
                format!("[{}]", rows.join(", "))
            }
        }
    }

    /// Returns code that calls the first function with the numbers of a pick of an object with this model matrix.
    fn call(self, trace: &PickTrace, ray: &RayTrace, model: DMat4) -> String {
        let (Viewport { x, y, width, height }, clip_space) = (trace.view.viewport, trace.view.clip_space());
        let [x, y, width, height] = [x, y, width, height].map(f64::from);
        // Where y of NDC points downwards, it counts from the upper edge.
        let viewport = match clip_space.y {
            ClipY::Up => [x, y, width, height],
            ClipY::Down => [x, y + height, width, -height],
        };
        // Halfway stands in for a far plane at infinity: the point twice as far as the near one.
        let far = if ray.t_max.is_some() { ray.far.ndc.z } else { 0.5 * (clip_space.near + clip_space.far) };
        let [viewport, planes] = [self.tuple(&viewport), self.tuple(&[ray.near.ndc.z, far])];
        let cursor = [trace.cursor.x, trace.cursor.y];
        let (name, cursor) = match self {
            Self::JavaScript => ("pickRay", self.tuple(&cursor)),
            Self::Rust => ("pick_ray", format!("DVec2::new({})", written(&cursor))),
            Self::Cpp | Self::Python => ("pick_ray", self.tuple(&cursor)),
        };
        let matrices = [trace.clip_from_eye, trace.eye_from_world, model].map(|matrix| self.matrix(&matrix));
        let matrices = matrices.join(",\n    ");
        let matrices = if self == Self::Rust { format!("[{matrices}]") } else { matrices };
        let height = f64::from(trace.view.framebuffer.height);
        format!("{name}({cursor}, {height:?}, {viewport}, {planes},\n    {matrices})")
    }

    /// Returns code that calls the second function with the ray that `ray` calls for, a triangle and the largest t.
    fn triangle_call(self, ray: &str, corners: &[DVec3; 3], t_max: Option<f64>) -> String {
        let (name, infinity) = match self {
            Self::Cpp => ("meet_triangle", "INFINITY"),
            Self::JavaScript => ("meetTriangle", "Infinity"),
            Self::Rust => ("meet_triangle", "f64::INFINITY"),
            Self::Python => ("meet_triangle", "np.inf"),
        };
        let corners = corners.map(|corner| self.tuple(&corner.to_array())).join(", ");
        let corners = if self == Self::Cpp { format!("{{{{{corners}}}}}") } else { format!("[{corners}]") };
        let t_max = t_max.map_or_else(|| infinity.to_owned(), |t_max| written(&[t_max]));
        format!("{name}({ray},\n    {corners}, {t_max})")
    }
}

said! {
    /// Comment of a function to copy.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub enum CodeComment {
        RayThroughPixel => "The ray through a pixel in the space of an object, as two points: t = 0 on the near \
            plane, t = 1 on the far plane.",
        AboutCursor => "cursor: physical pixels from the top left of the window. viewport: x and y of its lower left \
            corner, width, height.",
        AboutPlanes => "planes: NDC z of near and far, -1 and 1; reversed 1 and -1; for a far plane at infinity 0, \
            twice as far as the near.",
        AboutMatrices => "projection, view, model: camera.projectionMatrix, camera.matrixWorldInverse, \
            object.matrixWorld.",
        MiddleOfPixel => "the middle of the pixel",
        CornerOfPixel => "the corner of the pixel",
        ToEyeSpace => "to eye space; divides by w",
        ToWorld => "to the world",
        ToObject => "to the object",
        TriangleTest => "Moller-Trumbore test of a triangle, from both sides: t of the ray; u and v, the weights of \
            corners b and c.",
        SmallestT => "The hit is the smallest t of all triangles. No t is too large where the far plane is at \
            infinity.",
        Parallel => "parallel, or no area",
        ThisPick => "This pick:",
        Window { numbers: String } => "window {numbers}",
        Ndc { numbers: String } => "NDC    {numbers}",
        World { near: String, far: String } => "world  near {near}   far {far}",
        Object { near: String, far: String } => "object near {near}   far {far}",
        Hit { t: String, u: String, v: String } => "hit    t {t}   u {u}   v {v}",
    }
}

/// End of the way that a function to copy goes from the cursor.
#[derive(Clone, Copy, Debug)]
pub enum FunctionEnd<'a> {
    /// Ray, in the space of the object of this index, or of the first object of the trace where it is `None` or not in
    /// the trace. Without any object, object space is world space.
    Ray(Option<u32>),
    /// Intersection with the triangle of a hit of the trace's ray, on an object that is in the trace.
    Triangle(&'a HitDetails),
}

/// Returns the code of a function that computes the ray of a pick in object space from the cursor, or of two functions,
/// the second of which intersects the ray with a triangle. Comments follow: a call for this pick, and the results.
/// `say` gives the words of a comment: `&ToString::to_string` for English. `None` where the pick has no ray, or where
/// the object of the triangle is not in the trace; [`PickTrace::ask`] adds it.
pub fn whole_function(
    trace: &PickTrace,
    end: FunctionEnd<'_>,
    language: CodeLanguage,
    say: &dyn Fn(&CodeComment) -> String,
) -> Option<String> {
    let ray = trace.ray.as_ref().ok()?;
    let transform_of = |object: u32| {
        trace.objects.iter().find(|traced| traced.object == object).map(|traced| traced.world_from_object)
    };
    let (model, hit) = match end {
        FunctionEnd::Ray(object) => {
            let first = trace.objects.first().map(|traced| traced.world_from_object);
            (object.and_then(transform_of).or(first).unwrap_or(DMat4::IDENTITY), None)
        }
        FunctionEnd::Triangle(hit) => (transform_of(hit.object)?, Some(hit)),
    };

    // The functions, and a call with the numbers of this pick.
    let [ray_function, triangle_function] = language.functions();
    let mut code = ray_function.to_owned();
    if trace.options.sample == PixelSample::Corner {
        let middle = CodeComment::MiddleOfPixel.to_string();
        code = code.replace("half = 0.5", "half = 0.0").replace(&middle, &CodeComment::CornerOfPixel.to_string());
    }
    let mut call = language.call(trace, ray, model);

    // Its results, space by space.
    let points = [ray.near.world, ray.far.world];
    let shown = |points: [DVec3; 2]| points.map(|point| written(&point.to_array()));
    let [near, far] = shown(points);
    let mut results = vec![
        CodeComment::Window { numbers: written(&trace.window.to_array()) },
        CodeComment::Ndc { numbers: written(&ray.near.ndc.truncate().to_array()) },
        CodeComment::World { near, far },
    ];
    let object_from_world = model.inverse();
    let [near, far] = shown(points.map(|point| object_from_world.transform_point3(point)));
    results.push(CodeComment::Object { near, far });
    if let Some(HitDetails { t, u, v, corners_object, .. }) = hit {
        code += triangle_function;
        call = language.triangle_call(&call, corners_object, ray.t_max);
        let [t, u, v] = [t, u, v].map(|number| written(&[*number]));
        results.push(CodeComment::Hit { t, u, v });
    }

    let mark = language.comment();
    let lines = [vec![say(&CodeComment::ThisPick), call], results.iter().map(say).collect()].concat().join("\n");
    let lines: String = lines.lines().map(|line| format!("{mark}{line}\n")).collect();
    Some(format!("{}\n{lines}", in_words(&code, mark, say)))
}

fn in_words(code: &str, mark: &str, say: &dyn Fn(&CodeComment) -> String) -> String {
    let comments: Vec<_> = CodeComment::EVERY.iter().map(|make| make()).collect();
    let line = |line: &str| {
        let (before, words) = line.split_once(mark)?;
        let comment = comments.iter().find(|comment| comment.to_string() == words)?;
        Some(format!("{before}{mark}{}", say(comment)))
    };
    code.lines().map(|it| line(it).unwrap_or_else(|| it.to_owned()) + "\n").collect()
}

fn written(numbers: &[f64]) -> String {
    // Rounding leaves zeros of both signs.
    numbers.iter().map(|number| format!("{:?}", number + 0.0)).collect::<Vec<_>>().join(", ")
}
