//! Code of the way from the cursor to the ray as one function to copy, with the numbers of a pick below it.

use crate::math::{ClipY, PixelSample, Viewport};
use crate::pick::explain::PickTrace;
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

    /// Returns the code of the function that computes the ray in object space from the cursor, through the middle of a
    /// pixel.
    pub const fn function(self) -> &'static str {
        match self {
            Self::Cpp => include_str!("../../../assets/functions/pick_ray.cpp"),
            Self::JavaScript => include_str!("../../../assets/functions/pick_ray.mjs"),
            Self::Rust => include_str!("../../../assets/functions/pick_ray.rs"),
            Self::Python => include_str!("../../../assets/functions/pick_ray.py"),
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

    /// Returns code that calls the function with the numbers of a pick.
    fn call(self, inputs: &Inputs) -> String {
        let Inputs { cursor, height, viewport, planes, matrices } = inputs;
        let [viewport, planes] = [self.tuple(viewport), self.tuple(planes)];
        let (name, cursor) = match self {
            Self::JavaScript => ("pickRay", self.tuple(cursor)),
            Self::Rust => ("pick_ray", format!("DVec2::new({})", written(cursor))),
            Self::Cpp | Self::Python => ("pick_ray", self.tuple(cursor)),
        };
        let matrices = matrices.map(|matrix| self.matrix(&matrix)).join(",\n    ");
        let matrices = if self == Self::Rust { format!("[{matrices}]") } else { matrices };
        format!("{name}({cursor}, {height:?}, {viewport}, {planes},\n    {matrices})")
    }
}

/// Arguments that the function takes.
struct Inputs {
    cursor: [f64; 2],
    height: f64,
    viewport: [f64; 4],
    planes: [f64; 2],
    matrices: [DMat4; 3],
}

/// Returns the code of a function that computes the ray in an object's space from the cursor, followed by comments: its
/// call for this pick, and the results. The object is the one of index `object`, or the first in the trace where
/// `object` is `None` or not in the trace; without any, object space is world space. `None` where the pick has no ray.
pub fn whole_function(trace: &PickTrace, object: Option<u32>, language: CodeLanguage) -> Option<String> {
    let ray = trace.ray.as_ref().ok()?;
    let named = trace.objects.iter().find(|traced| Some(traced.object) == object);
    let model = named.or(trace.objects.first()).map_or(DMat4::IDENTITY, |traced| traced.world_from_object);
    let Viewport { x, y, width, height } = trace.view.viewport;
    let [x, y, width, height] = [x, y, width, height].map(f64::from);
    let inputs = Inputs {
        cursor: [trace.cursor.x, trace.cursor.y],
        height: trace.view.framebuffer.height.into(),
        // Where y of NDC points downwards, it counts from the upper edge.
        viewport: match trace.view.clip_space().y {
            ClipY::Up => [x, y, width, height],
            ClipY::Down => [x, y + height, width, -height],
        },
        planes: [ray.near.ndc.z, if ray.t_max.is_some() { ray.far.ndc.z } else { midway(trace) }],
        matrices: [trace.clip_from_eye, trace.eye_from_world, model],
    };
    let function = match trace.options.sample {
        PixelSample::Center => language.function().to_owned(),
        PixelSample::Corner => language.function().replace("half = 0.5", "half = 0.0").replace("middle", "corner"),
    };
    let [near, far] = [ray.near.world, ray.far.world];
    let object_from_world = model.inverse();
    let numbers = [
        "This pick:".to_owned(),
        language.call(&inputs),
        format!("window {}", written(&trace.window.to_array())),
        format!("NDC    {}", written(&ray.near.ndc.truncate().to_array())),
        format!("world  {}", both([near, far])),
        format!("object {}", both([near, far].map(|point| object_from_world.transform_point3(point)))),
    ];
    let lines = numbers.iter().flat_map(|part| part.lines()).map(|line| format!("{}{line}\n", language.comment()));
    Some(format!("{function}\n{}", lines.collect::<String>()))
}

/// Returns the NDC z that stands in for a far plane at infinity: that of the point twice as far as the near one.
fn midway(trace: &PickTrace) -> f64 {
    let space = trace.view.clip_space();
    0.5 * (space.near + space.far)
}

fn both([near, far]: [DVec3; 2]) -> String {
    format!("near {}   far {}", written(&near.to_array()), written(&far.to_array()))
}

/// Returns numbers as text with all their digits.
fn written(numbers: &[f64]) -> String {
    // Rounding leaves zeros of both signs.
    numbers.iter().map(|number| format!("{:?}", number + 0.0)).collect::<Vec<_>>().join(", ")
}
