//! Oracle of textbook formulas, which shares no code with the product: random cameras, clicks and mistakes, and their
//! lines, printed as seven programs print them.

use fastrand::Rng;
use glam::{DMat4, DQuat, DVec2, DVec3, DVec4, EulerRot};
use pickray::pick::explain::{Mistake, Mistake::*};
use std::fmt::Write;

/// Mistakes of the oracle, in the order of the steps.
pub(super) const MISTAKES: [Mistake; 20] = [
    YNotFlipped, FlippedByViewportHeight, LogicalPixels, ViewportOffsetIgnored, OffsetInLogicalPixels,
    WindowTakenForViewport, NdcWithoutMinusOne, DepthsMinusOneAndOne, DepthTakenForNdc, NoDivisionByW,
    InversesInWrongOrder, TransposedMatrix, WindowAspect, HorizontalFieldOfView, EyeAsOrigin, FarPointAsDirection,
    NoDivisionByWInWorld, CameraMatrixAsView, DirectionAsPoint, ModelMatrixForgotten,
];

fn between(random: &mut Rng, low: f64, high: f64) -> f64 {
    low + (high - low) * random.f64()
}

/// Camera and click, by the textbook.
#[derive(Clone, Debug)]
pub(super) struct Case {
    p: DMat4,
    v: DMat4,
    pub m: Option<DMat4>,
    window: DVec2,
    corner: DVec2,
    size: DVec2,
    scale: f64,
    mouse: DVec2,
    /// NDC depths of the near and the far plane that the matrix fits, the true ones first.
    pub depths: Vec<[f64; 2]>,
    pub is_perspective: bool,
}

pub(super) type Line = (DVec3, DVec3);

impl Case {
    pub fn random(random: &mut Rng) -> Self {
        let window = DVec2::new(between(random, 700.0, 2600.0), between(random, 500.0, 1500.0)).floor();
        let offset = if random.bool() { 1.0 } else { 0.0 };
        let corner = (offset * DVec2::new(between(random, 20.0, 300.0), between(random, 20.0, 200.0))).floor();
        let rest = offset * DVec2::new(between(random, 1.0, 90.0), between(random, 1.0, 90.0));
        let size = (window - corner - rest).floor();
        let mouse = DVec2::new(between(random, 0.0, size.x), between(random, 0.0, size.y)).floor();
        let mouse = DVec2::new(corner.x + mouse.x, window.y - corner.y - size.y + mouse.y);
        let kind = random.usize(..5);
        // A near distance that is round may tell the range of depth.
        let round = random.choice([0.05, 0.1, 0.5, 1.0]).filter(|_| random.bool());
        let n = round.unwrap_or_else(|| between(random, 0.05, 1.0));
        let f = n * between(random, 100.0, 2000.0);
        let b = between(random, 0.8, 3.5);
        let a = b * size.y / size.x;
        let rows = |z: [f64; 2], w: [f64; 2], x: f64, y: f64| {
            DMat4::from_cols_array_2d(&[[x, 0., 0., 0.], [0., y, 0., 0.], [0., 0., z[0], w[0]], [0., 0., z[1], w[1]]])
        };
        let (p, depths) = match kind {
            0 | 1 => (rows([-(f + n) / (f - n), -2.0 * f * n / (f - n)], [-1.0, 0.0], a, b), [-1.0, 1.0]),
            2 => (rows([-f / (f - n), -f * n / (f - n)], [-1.0, 0.0], a, b), [0.0, 1.0]),
            3 => (rows([0.0, n], [-1.0, 0.0], a, b), [1.0, 0.0]),
            _ => (rows([-2.0 / (f - n), -(f + n) / (f - n)], [0.0, 1.0], 0.2 * a, 0.2 * b), [-1.0, 1.0]),
        };
        let others: &[_] = match kind {
            0..=2 => &[[-1.0, 1.0], [0.0, 1.0]],
            4 => &[[-1.0, 1.0], [0.0, 1.0], [1.0, -1.0], [1.0, 0.0]],
            _ => &[],
        };
        let turn = |random: &mut Rng| {
            let (x, y) = (between(random, -1.4, 1.4), between(random, -3.1, 3.1));
            DQuat::from_euler(EulerRot::XYZ, x, y, 0.0)
        };
        let mut place = |low: f64, high: f64| DVec3::from_array([(); 3].map(|()| between(random, low, high)));
        let (eye, moved, scale) = (place(-9.0, 9.0), place(-5.0, 5.0), place(0.5, 2.0));
        let v = DMat4::from_rotation_translation(turn(random), eye).inverse();
        let m = DMat4::from_scale_rotation_translation(DVec3::new(scale.x, scale.y, scale.x), turn(random), moved);
        let m = random.bool().then_some(m);
        let scale = random.choice([1.0, 1.25, 1.5, 2.0, 3.0]).expect("one");
        let depths = [&[depths][..], others].concat();
        Self { p, v, m, window, corner, size, scale, mouse, depths, is_perspective: kind < 4 }
    }

    /// Returns origin and direction of the ray with mistakes, in object space; `None` where there is none. `half` is
    /// what is added to whole pixels: ½ for their centre. The ray starts at the near point, or with 1 at the eye in the
    /// same direction, with 2 at the eye towards the far point, and from 3 on in quarters back to the near point.
    pub fn ray(&self, mistakes: &[Mistake], half: f64, start: usize, depths: [f64; 2]) -> Option<Line> {
        let has = |mistake| mistakes.contains(&mistake);
        let mouse = self.mouse / if has(LogicalPixels) { self.scale } else { 1.0 };
        let height = if has(FlippedByViewportHeight) { self.size.y } else { self.window.y };
        let y = if has(YNotFlipped) { mouse.y + half } else { height - mouse.y - half };
        let window = DVec2::new(mouse.x + half, y);
        let share = match () {
            () if has(ViewportOffsetIgnored) => window / self.size,
            () if has(OffsetInLogicalPixels) => (window - self.corner / self.scale) / self.size,
            () if has(WindowTakenForViewport) => window / self.window,
            () => (window - self.corner) / self.size,
        };
        let ndc = 2.0 * share - if has(NdcWithoutMinusOne) { 0.0 } else { 1.0 };
        let depth = |z: f64| {
            let [low, high] = [depths[0].min(depths[1]), depths[0].max(depths[1])];
            let depth = (z - low) / (high - low);
            match () {
                () if has(DepthTakenForNdc) => depth,
                () if has(DepthsMinusOneAndOne) => low + (high - low) * (2.0 * depth - 1.0),
                () => z,
            }
        };
        let inverse = if has(TransposedMatrix) { self.p.inverse().transpose() } else { self.p.inverse() };
        let world = if has(CameraMatrixAsView) { self.v } else { self.v.inverse() };
        let aspect = (self.window.x / self.window.y) / (self.size.x / self.size.y);
        let divided = |v: DVec4| v.truncate() / v.w;
        // Without a far plane, the point halfway in depth. With a wrong inverse, the far point is not at infinity.
        let is_endless = self.is_perspective && depths[0] == 1.0;
        let far = if is_endless && !has(InversesInWrongOrder) && !has(TransposedMatrix) { 0.5 } else { depths[1] };
        let both = [depths[0], far].map(|z| {
            let mut clip = ndc.extend(depth(z)).extend(1.0);
            // A point at infinity gives way to another one of the line.
            if has(TransposedMatrix) && (inverse * clip).w == 0.0 {
                clip.z = 0.5;
            }
            let mut eye = inverse * clip;
            if has(WindowAspect) {
                eye.x *= aspect;
            }
            if has(HorizontalFieldOfView) {
                (eye.x, eye.y) = (eye.x * self.size.x / self.size.y, eye.y * self.size.x / self.size.y);
            }
            let in_eye = match () {
                () if has(NoDivisionByW) => eye.truncate(),
                () if has(InversesInWrongOrder) => divided(world * clip),
                () => divided(eye),
            };
            let in_world = match () {
                () if has(NoDivisionByWInWorld) => (world * eye).truncate(),
                () if has(InversesInWrongOrder) => divided(inverse * world * clip),
                () => world.transform_point3(in_eye),
            };
            [in_eye, in_world]
        });
        let [[near_in_eye, near], [far_in_eye, far]] = both;
        let ahead = match () {
            () if has(FarPointAsDirection) => near + far,
            () if has(DirectionAsPoint) => {
                let in_eye = far_in_eye - near_in_eye;
                near + world.transform_point3(in_eye / in_eye.z.abs())
            }
            () => far,
        };
        let eye = self.v.inverse().w_axis.truncate();
        let origin = if 0 < start || has(EyeAsOrigin) { eye } else { near };
        let is_from_eye = start == 2 || start != 1 && has(EyeAsOrigin);
        let ahead = ahead.lerp(near, 0.25 * start.saturating_sub(2) as f64);
        let direction = ahead - if is_from_eye { eye } else { near };
        if direction.length() < 1e-9 * (near.length() + far.length()) || !direction.is_finite() || !origin.is_finite() {
            return None;
        }
        let object = if has(ModelMatrixForgotten) { DMat4::IDENTITY } else { self.m.unwrap_or_default().inverse() };
        Some((object.transform_point3(origin), object.transform_vector3(direction).normalize()))
    }

    /// Returns how far the lines of two rays are from each other, as an angle.
    fn apart(&self, a: Line, b: Line) -> f64 {
        a.1.cross(b.1).length() + (a.0 - b.0).cross(b.1).length() / (1.0 + a.0.length().min(b.0.length()))
    }

    /// Returns how far the nearest ray with these mistakes is from a line.
    pub fn off(&self, line: Line, mistakes: &[Mistake]) -> f64 {
        let n_of_parallel = if mistakes.contains(&EyeAsOrigin) { 7 } else { 1 };
        let n_starts = if self.is_perspective { 3 } else { n_of_parallel };
        // A y that is not flipped may count from the top of the viewport, too.
        let up = DVec2::Y * (2.0 * self.corner.y + self.size.y - self.window.y);
        let from_top = mistakes.contains(&YNotFlipped).then(|| Self { mouse: self.mouse + up, ..self.clone() });
        // The pixel's centre, and its left corners.
        let row = DVec2::Y * if mistakes.contains(&LogicalPixels) { self.scale } else { 1.0 };
        let mut least = f64::INFINITY;
        for case in from_top.iter().chain([self]) {
            let below = Self { mouse: case.mouse + row, ..case.clone() };
            for (case, half) in [(case, 0.5), (case, 0.0), (&below, 0.0)] {
                let rays = self
                    .depths
                    .iter()
                    .flat_map(|depths| (0..n_starts).filter_map(move |start| case.ray(mistakes, half, start, *depths)));
                least = rays.map(|ray| self.apart(line, ray)).fold(least, f64::min);
            }
        }
        least
    }

    /// Returns by how much the digits may change how far a line is from the ray with these mistakes.
    pub fn bound(&self, line: Line, mistakes: &[Mistake], digits: usize) -> f64 {
        let error = 5.0 * 10_f64.powi(-(digits.min(7) as i32));
        let off = self.off(line, mistakes);
        let mut changes = 0.0;
        for k in 0..48 {
            let mut moved = self.clone();
            let matrix = [Some(&mut moved.p), Some(&mut moved.v), moved.m.as_mut()].into_iter().flatten().nth(k / 16);
            let Some(matrix) = matrix else { continue };
            matrix.col_mut(k / 4 % 4)[k % 4] *= 1.0 + error;
            changes += (moved.off(line, mistakes) - off).abs();
        }
        let of_ray = (0..6).map(|k| {
            let (mut origin, mut direction) = line;
            let vector = if k < 3 { &mut origin } else { &mut direction };
            vector[k % 3] *= 1.0 + error;
            (self.off((origin, direction), mistakes) - off).abs()
        });
        changes + of_ray.sum::<f64>()
    }

    /// Returns every single mistake and every pair of different steps, and how far it is from a line.
    pub fn candidates(&self, line: Line) -> Vec<(Vec<Mistake>, f64)> {
        let mut all: Vec<_> = MISTAKES.into_iter().map(|mistake| vec![mistake]).collect();
        for (index, first) in MISTAKES.into_iter().enumerate() {
            let later = MISTAKES[index + 1..].iter().filter(|second| first.step() != second.step());
            all.extend(later.map(|second| vec![first, *second]));
        }
        all.into_iter().map(|mistakes| (mistakes.clone(), self.off(line, &mistakes))).collect()
    }
}

/// Writes a number with so many digits, as `%g` does.
fn number(x: f64, digits: usize) -> String {
    let written = format!("{x:.*e}", digits - 1);
    let (mantissa, exponent) = written.split_once('e').expect("an exponent");
    match exponent.parse::<i32>().expect("a number") {
        0 if !mantissa.contains('.') => mantissa.to_owned(),
        e if (-5..digits as i32).contains(&e) => {
            let text = format!("{x:.*}", (digits as i32 - 1 - e).max(0) as usize);
            if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
        }
        _ => written,
    }
}

/// Writes a case as one of seven programs prints it.
pub(super) fn print(case: &Case, (origin, direction): Line, format: usize, digits: usize) -> String {
    let n = |x: f64| number(x, digits);
    let list = |numbers: &[f64], between: &str| numbers.iter().map(|x| n(*x)).collect::<Vec<_>>().join(between);
    let columns = |m: DMat4| m.to_cols_array_2d();
    let groups = |m: [[f64; 4]; 4], open: &str, between: &str, close: &str, glue: &str| {
        m.map(|group| format!("{open}{}{close}", list(&group, between))).join(glue)
    };
    let matrix = |m: DMat4| match format {
        0 => format!("mat4x4({})", groups(columns(m), "(", ", ", ")", ", ")),
        1 => {
            let axes = columns(m).map(|column| format!("Vec4({})", list(&column, ", ")));
            format!("Mat4 {{ x_axis: {}, y_axis: {}, z_axis: {}, w_axis: {} }}", axes[0], axes[1], axes[2], axes[3])
        }
        2 => format!("Matrix4 {{ elements: [{}] }}", list(&m.to_cols_array(), ", ")),
        3 => format!("[{}]", groups(columns(m.transpose()), "[", "  ", "]", "\n ")),
        4 => format!("\n{}", groups(columns(m.transpose()), "", "\t", "", "\n")),
        5 => format!("{{ {} }};", groups(columns(m.transpose()), "{ ", "f, ", "f }", ", ")),
        _ => format!("[{}]", list(&m.to_cols_array(), ", ")),
    };
    let labels = [
        ["projection", "view", "model"],
        ["clip_from_view", "view_from_world", "world_from_local"],
        ["camera.projectionMatrix", "camera.matrixWorldInverse", "mesh.matrixWorld"],
        ["P", "V", "M"],
        ["projectionMatrix", "worldToCameraMatrix", "localToWorldMatrix"],
        ["P", "V", "M"],
        ["proj", "viewMatrix", "M"],
    ][format];
    let Case { window, corner, size, scale, mouse, .. } = case;
    let mut text = format!("window size: {} x {}\n", window.x, window.y);
    let _ = writeln!(text, "viewport: {}, {}, {}, {}\nscale factor: {scale}", corner.x, corner.y, size.x, size.y);
    let _ = writeln!(text, "mouse: {}, {}  (physical pixels, from the top left)", mouse.x, mouse.y);
    for (label, m) in labels.iter().zip([Some(case.p), Some(case.v), case.m]) {
        let _ = m.map(|m| writeln!(text, "{label} = {}", matrix(m)));
    }
    let space = if case.m.is_some() { "object" } else { "world" };
    for (what, vector) in [("origin", origin), ("direction", direction)] {
        let _ = writeln!(text, "ray {what} ({space}) = ({})", list(&vector.to_array(), ", "));
    }
    text
}
