//! Diagnosis of a ray that another program computed: which mistakes, alone or in pairs, give the same line.
//!
//! Lines are compared, not end points. A [way](Way) takes the steps of a pick, with mistakes in place of one or two.
//! Two lines are the same if their difference is no greater than the digits allow: each number is moved by its possible
//! error, and the changes of the difference are added up.

use super::mistake::{Mistake, MistakeInputs, Mistaken, at_depth, is_ray};
use crate::math::{self, ClipSpace, ClipY, CursorPosition, FramebufferSize, PickRay, PixelSample, Viewport};
use crate::pick::steps::{RayChain, Steps};
use crate::scene::{Projection, View};
use glam::{DMat3, DMat4, DVec2, DVec3};
use serde::Serialize;

/// Difference up to which two lines are the same: rounding of f64.
const SAME_LINE: f64 = 1e-9;

/// Difference that a program makes which computes in f32, whatever it prints.
const OF_F32: f64 = 4e-6;

/// Greatest ratio of the differences of lines that are the same, where the nearest differs by more than its digits.
const SPREAD: f64 = 10.0;

/// Relative error of the given direction from which it has too few digits to tell its line from others.
const TOO_COARSE: f64 = 2e-4;

/// Most lines that are compared by their digits, which limits the work, and most that are listed if none is the same.
const MOST_COMPARED: usize = 40;
const NEAREST: usize = 3;

/// Number of rows and of columns of clicks that are tried to tell explanations apart, and the angle that tells.
const CLICKS: u32 = 7;
const TELLING: f64 = 4e-3;

/// Ray that another program computed, with the numbers that it was computed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenRay {
    /// Projection, view and model matrix, column by column, and origin and direction of the ray, of any length. For a
    /// ray in world space the model matrix is the identity.
    pub numbers: [f64; 54],
    /// Greatest error of each of these numbers: half a unit of its last digit.
    pub errors: [f64; 54],
    /// Cursor of the click, in physical pixels from the top left of the framebuffer.
    pub cursor: CursorPosition,
    /// Number of physical pixels to a logical one.
    pub scale_factor: f64,
    /// Rectangle of the picture.
    pub viewport: Viewport,
    /// Size of the framebuffer.
    pub framebuffer: FramebufferSize,
    /// `true` if NDC depth from 0 to 1 is likelier than from −1 to 1, where the projection fits both.
    pub prefers_zero_to_one: bool,
}

/// Kind of a [diagnosis](Diagnosis).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The line is the right one.
    Right,
    /// Mistakes give this line.
    Found,
    /// No mistake and no pair of mistakes gives this line, or the digits are too few to tell.
    Unknown,
}

/// Answer to the question what is wrong with a ray: see [`diagnose`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Diagnosis {
    /// Kind of the answer.
    pub verdict: Verdict,
    /// Mistakes that give the given line, alone or in pairs, the best first.
    pub mistakes: Vec<Vec<Mistake>>,
    /// Mistakes whose lines come nearest, if none gives the line, each with the angle between them in radians.
    pub nearest: Vec<(Vec<Mistake>, f64)>,
    /// Observations beside: `from_eye` and `pixel_corner`, which do no harm; `backwards` on the right line;
    /// `aspect_differs` from the viewport's; `view_not_rigid`; `cursor_outside` the viewport; `few_digits` to tell.
    pub remarks: Vec<&'static str>,
    /// View by the given matrices, in the clip space that they seem to lead to.
    pub view: View,
    /// Near and far point of the right ray in world space; `None` where the matrices give no ray.
    pub right: Option<[DVec3; 2]>,
    /// Two points of the given ray in world space, the first its origin.
    pub given: [DVec3; 2],
    /// Angle between the right and the given direction, in radians.
    pub angle: Option<f64>,
    /// Distance in the picture between the right and the given ray, in pixels; `None` where one is not seen.
    pub pixels: Option<f64>,
    /// Click that tells the first two explanations apart; `None` where there is one, or no click tells.
    pub telling_click: Option<CursorPosition>,
}

/// Returns which mistakes give the ray that another program computed, or that the ray is right.
pub fn diagnose(given: &GivenRay) -> Diagnosis {
    Comparison::new(given).diagnosis()
}

/// Line in the space of the given ray, with a direction of length 1.
#[derive(Clone, Copy, Debug)]
struct Line {
    origin: DVec3,
    direction: DVec3,
}

impl Line {
    /// Returns the differences in direction and in place from another line, whichever way that one runs.
    fn off(&self, other: &Self) -> [DVec3; 2] {
        let direction = other.direction * other.direction.dot(self.direction).signum();
        [self.direction - direction, (self.origin - other.origin).reject_from_normalized(direction)]
    }
}

/// Way to compute a ray: one or two mistakes or none, and variants that are no mistakes of their own.
#[derive(Clone, Copy, Debug)]
struct Way {
    mistakes: [Option<Mistake>; 2],
    /// Place in the pixel: 0 for its centre; see [`Way::beside`].
    sample: usize,
    /// 0 for the near point; the eye as origin, with 1 the direction as from the near point, with 2 to the far point.
    start: usize,
    /// Index of the clip space.
    space: usize,
    /// Difference of the line from the given one.
    off: f64,
}

impl Way {
    const RIGHT: Self = Self { mistakes: [None; 2], sample: 0, start: 0, space: 0, off: 0.0 };

    fn has(&self, mistake: Mistake) -> bool {
        self.mistakes.contains(&Some(mistake))
    }

    /// Returns the step in the window from the centre of the cursor's pixel to the place that the way takes instead.
    fn beside(&self, cursor: CursorPosition, scale_factor: f64) -> DVec2 {
        let scale = if self.has(Mistake::LogicalPixels) { scale_factor } else { 1.0 };
        let within = (DVec2::from(cursor) / scale).fract_gl();
        let down = match self.sample {
            0 => DVec2::ZERO,
            // The upper and the lower left corner of the pixel.
            1 => DVec2::splat(-0.5),
            2 => DVec2::new(-0.5, 0.5),
            // The very point of the cursor, and half a pixel right of and below it.
            3 => within - 0.5,
            _ => within,
        };
        if self.has(Mistake::YNotFlipped) { down } else { down * DVec2::new(1.0, -1.0) }
    }
}

/// Numbers as they were given, or with one of them moved, and what is computed from them once.
struct Setting {
    given: Line,
    views: Vec<(View, RayChain)>,
    world_from_object: DMat4,
    object_from_world: DMat4,
    inputs: MistakeInputs,
}

impl Setting {
    fn new(given: &GivenRay, numbers: &[f64; 54], spaces: &[ClipSpace]) -> Self {
        let [projection, eye_from_world, model] = [0, 16, 32].map(|k| DMat4::from_cols_slice(&numbers[k..k + 16]));
        let [origin, direction] = [48, 51].map(|k| DVec3::from_slice(&numbers[k..]));
        let view =
            |space: &_| View::from_matrices(eye_from_world, projection, *space, given.viewport, given.framebuffer);
        let views = spaces.iter().map(view);
        Self {
            given: Line { origin, direction: direction.normalize_or_zero() },
            views: views.map(|view| (view, RayChain::new(&view))).collect(),
            world_from_object: model,
            object_from_world: model.inverse(),
            inputs: MistakeInputs { scale_factor: given.scale_factor, last_view: None },
        }
    }

    /// Returns the line that a way computes for a cursor; `None` where it computes no ray.
    fn line(&self, cursor: CursorPosition, way: &Way) -> Option<Line> {
        let (view, chain) = &self.views[way.space];
        // Without a mistake, one that changes no ray.
        let mistake = way.mistakes[0].unwrap_or(Mistake::TNotTested);
        let mut steps = Mistaken { mistake, inputs: self.inputs, chain: chain.clone() };
        let window = steps.window(view, cursor, PixelSample::Center);
        let mut ray = chain.ray(window + way.beside(cursor, self.inputs.scale_factor))?;
        for mistake in way.mistakes.into_iter().flatten() {
            // One inverse of the product has no order of inverses.
            if mistake != Mistake::InversesInWrongOrder || !way.has(Mistake::NoDivisionByWInWorld) {
                steps.mistake = mistake;
                ray = steps.applied_to(view, &ray)?;
            }
        }

        // The ray from where the way has it begin, in world and in object space.
        let [near, far, eye] = [ray.near.world, ray.far.world, view.camera.eye];
        if way.start < 2 && !is_ray(&PickRay::new(near, far, 1.0)) {
            return None;
        }
        let origin = if way.start == 0 { near } else { eye };
        let direction = far - if way.start == 2 { eye } else { near };
        let forgets = way.has(Mistake::ModelMatrixForgotten);
        let matrix = if forgets { DMat4::IDENTITY } else { self.object_from_world };
        let (origin, direction) = (matrix.transform_point3(origin), matrix.transform_vector3(direction));
        Some(Line { origin, direction: direction.try_normalize()? }).filter(|_| origin.is_finite())
    }
}

/// Returns the clip spaces that the projection may lead to, the likeliest first.
fn clip_spaces(given: &GivenRay) -> Vec<ClipSpace> {
    let matrix = DMat4::from_cols_slice(&given.numbers[..16]);
    // Depth at infinity tells 0 to 1 where depth is reversed, and depth at the eye where lines are parallel.
    let is_perspective = matrix.row(3).truncate() != DVec3::ZERO;
    let (slope, end) = (matrix.z_axis.z * matrix.z_axis.w.signum(), matrix.w_axis.z);
    let is_reversed = if is_perspective { 0.0 < end } else { 0.0 < matrix.z_axis.z };
    let is_zero_to_one = match (is_perspective, is_reversed) {
        (true, false) => given.prefers_zero_to_one,
        (true, true) => -0.5 < slope,
        (false, _) => -0.5 < end,
    };
    let y = if matrix.y_axis.y < 0.0 { ClipY::Down } else { ClipY::Up };
    let order =
        if is_zero_to_one { [ClipSpace::WGPU, ClipSpace::OPENGL] } else { [ClipSpace::OPENGL, ClipSpace::WGPU] };
    let spaces = order.map(|space| ClipSpace { y, ..space });
    // Where lines are parallel, the view may look along either direction.
    let reversed = spaces.map(ClipSpace::reversed);
    if is_reversed { [reversed, spaces].concat() } else { [spaces, reversed].concat() }
}

/// Comparison of a given ray with the rays of all ways.
struct Comparison<'a> {
    given: &'a GivenRay,
    printed: Setting,
    /// Settings in each of which one number is greater by its error.
    moved: Vec<Setting>,
    /// Unit of differences in place: a distance at which rays lead somewhere, or the height of a parallel view.
    size: f64,
    is_perspective: bool,
}

impl<'a> Comparison<'a> {
    fn new(given: &'a GivenRay) -> Self {
        let spaces = clip_spaces(given);
        let printed = Setting::new(given, &given.numbers, &spaces);
        let (camera, model) = (printed.views[0].0.camera, printed.world_from_object);
        let start = model.transform_point3(printed.given.origin).distance(camera.eye);
        let (is_perspective, size) = match camera.projection {
            Projection::Perspective { .. } => (true, camera.depth_of(camera.target).abs() + start),
            Projection::Orthographic { height } => (false, height),
        };
        let size = size / model.x_axis.truncate().length();
        let moved = given.errors.iter().enumerate().filter(|(_, error)| 0.0 < **error).map(|(index, error)| {
            let mut numbers = given.numbers;
            numbers[index] += error;
            Setting::new(given, &numbers, &spaces)
        });
        Self { given, moved: moved.collect(), printed, size, is_perspective }
    }

    fn line(&self, way: &Way) -> Option<Line> {
        self.printed.line(self.given.cursor, way)
    }

    /// Returns the angle between the line of a way and the given one, in radians.
    fn angle(&self, way: &Way) -> f64 {
        let direction = self.line(way).map_or(DVec3::ZERO, |line| self.printed.given.off(&line)[0]);
        2.0 * (0.5 * direction.length()).asin()
    }

    /// Returns the difference of two lines as one number.
    fn difference(&self, a: &Line, b: &Line) -> f64 {
        let [direction, place] = a.off(b);
        direction.length() + place.length() / self.size
    }

    /// Returns the way with these mistakes whose line is the nearest to the given one.
    fn nearest(&self, mistakes: [Option<Mistake>; 2]) -> Option<Way> {
        let right = Way { mistakes, ..Way::RIGHT };
        let is_between = right.has(Mistake::LogicalPixels) || DVec2::from(self.given.cursor).fract() != DVec2::ZERO;
        let n_samples = if is_between { 5 } else { 3 };
        let n_starts = if self.is_perspective { 3 } else { 1 + usize::from(right.has(Mistake::EyeAsOrigin)) };
        // Where depth begins matters for these alone, and for which way parallel lines run.
        let is_about_depth = right.has(Mistake::FarPointAsDirection) || right.has(Mistake::DirectionAsPoint);
        let is_about_depth = is_about_depth || !self.is_perspective;
        let n_spaces = if is_about_depth { self.printed.views.len() } else { 1 };
        let ways = (0..n_samples * n_starts * n_spaces).filter_map(|index| {
            let (sample, rest) = (index % n_samples, index / n_samples);
            let way = Way { sample, start: rest % n_starts, space: rest / n_starts, ..right };
            let line = self.line(&way)?;
            // Of two directions of one line, that of the given ray.
            let turned = if line.direction.dot(self.printed.given.direction) < 0.0 { SAME_LINE } else { 0.0 };
            let off = self.difference(&line, &self.printed.given) + turned;
            off.is_finite().then_some(Way { off, ..way })
        });
        ways.min_by(|a, b| a.off.total_cmp(&b.off))
    }

    /// Returns `true` if each mistake of a way changes its line: the right one, or that of the other mistake alone.
    fn counts(&self, way: &Way) -> bool {
        let line = |mistakes| self.line(&Way { mistakes, ..*way });
        let differ =
            |a: Option<Line>, b: Option<Line>| a.zip(b).is_some_and(|(a, b)| SAME_LINE < self.difference(&a, &b));
        let ([first, second], right) = (way.mistakes, line([None; 2]));
        let changes = |one, other| differ(line([one, None]), right) || differ(line(way.mistakes), line([other, None]));
        changes(first, second) && (second.is_none() || changes(second, first))
    }

    /// Returns `true` if the line of a way is the given one, as far as the digits tell.
    fn is_same(&self, way: &Way) -> bool {
        let off = |setting: &Setting| Some(setting.given.off(&setting.line(self.given.cursor, way)?));
        let Some(printed) = off(&self.printed) else { return false };
        let mut most = [DVec3::splat(OF_F32), DVec3::splat(OF_F32 * self.size)];
        for off in self.moved.iter().filter_map(off) {
            most = [0, 1].map(|k| most[k] + (off[k] - printed[k]).abs());
        }
        printed.iter().zip(most).all(|(off, most)| off.abs().cmple(most).all())
    }

    /// Returns where a line is seen in the picture, as far from the eye as rays lead; `None` where it is not seen.
    fn seen(&self, line: &Line) -> Option<DVec2> {
        let view = &self.printed.views[0].0;
        let [near, far] = self.in_world(line);
        let depth = view.camera.depth_of(view.camera.target);
        view.window_before_eye(at_depth(view, &PickRay::new(near, far, 1.0), depth)?)
    }

    /// Returns the origin of a line and another point of it in world space.
    fn in_world(&self, line: &Line) -> [DVec3; 2] {
        let points = [line.origin, line.origin + line.direction];
        points.map(|point| self.printed.world_from_object.transform_point3(point))
    }

    fn diagnosis(&self) -> Diagnosis {
        // The right line, with or without what does no harm.
        let right = self.nearest([None; 2]).filter(|way| self.is_same(way));
        let [error, length] = [&self.given.errors, &self.given.numbers].map(|it| DVec3::from_slice(&it[51..]).length());
        let is_coarse = TOO_COARSE < error / length;

        // Mistakes and pairs whose lines come near, of which the digits decide whether they are the same line.
        let sought = if right.is_some() && !is_coarse { Vec::new() } else { combinations() };
        // In a perspective, any ray may begin at the eye.
        let sought = sought.into_iter().filter(|it| !self.is_perspective || !it.contains(&Some(Mistake::EyeAsOrigin)));
        let mut near: Vec<_> = sought.filter_map(|mistakes| self.nearest(mistakes)).collect();
        near.sort_by(|a, b| a.off.total_cmp(&b.off));
        near.retain(|way| self.counts(way));
        let mut found: Vec<_> = near.iter().take(MOST_COMPARED).filter(|way| self.is_same(way)).copied().collect();
        // The digits may be fewer for one line than for another: what is much farther off is another line.
        let most = SPREAD * found.first().map_or(0.0, |nearest| nearest.off).max(error / length);
        found.retain(|way| way.off <= most);
        found.sort_by_key(|way| way.mistakes[1].is_some());
        // Where the range of depth is a guess, another range is likelier than a mistake about it.
        let alone: Vec<_> = found.iter().filter(|way| way.mistakes[1].is_none()).map(|way| way.mistakes[0]).collect();
        let is_about_range = |way: &Way| way.has(Mistake::DepthsMinusOneAndOne) || way.has(Mistake::DepthTakenForNdc);
        found.retain(|way| !is_about_range(way) || !alone.contains(&way.mistakes[1]));

        let runs_along = |line: Line| 0.0 < line.direction.dot(self.printed.given.direction);
        let is_along = right.and_then(|way| self.line(&way)).is_some_and(runs_along);
        let is_lost = is_coarse && (2 < found.len() || right.is_some() && !found.is_empty());
        let way = right.filter(|_| is_along).or_else(|| found.first().filter(|_| right.is_none()).copied());
        let (verdict, way) = match way.filter(|_| !is_lost) {
            Some(way) if right.is_some() => (Verdict::Right, way),
            Some(way) => (Verdict::Found, way),
            None => (Verdict::Unknown, right.unwrap_or(Way::RIGHT)),
        };
        let mut remarks = self.remarks(&way);
        remarks.extend(is_lost.then_some("few_digits"));
        remarks.extend((right.is_some() && !is_along).then_some("backwards"));
        if verdict != Verdict::Found {
            found.clear();
            near.retain(|way| way.mistakes[1].is_none());
            near.truncate(NEAREST);
        }
        let view = self.printed.views[way.space].0;
        let window = math::window_from_cursor(self.given.cursor, view.framebuffer, PixelSample::Center);
        let right = view.ray(window).map(|ray| [ray.near, ray.far]);
        let given = self.in_world(&self.printed.given);
        let named = |way: &Way| way.mistakes.into_iter().flatten().collect::<Vec<_>>();
        let seen = self.line(&Way { space: way.space, ..Way::RIGHT }).and_then(|line| self.seen(&line));
        let is_unknown = verdict == Verdict::Unknown;
        Diagnosis {
            verdict,
            mistakes: found.iter().map(named).collect(),
            nearest: near.iter().filter(|_| is_unknown).map(|way| (named(way), self.angle(way))).collect(),
            remarks,
            view,
            right,
            given,
            angle: right.map(|[near, far]| (far - near).angle_between(given[1] - given[0])),
            pixels: seen.and_then(|seen| Some(seen.distance(self.seen(&self.printed.given)?))),
            telling_click: self.telling_click(&found),
        }
    }

    fn remarks(&self, way: &Way) -> Vec<&'static str> {
        let (view, given) = (&self.printed.views[0].0, self.given);
        let (eye, axes) = (view.camera.eye, DMat3::from_mat4(view.eye_from_world()));
        let is_at_eye = self.in_world(&self.printed.given)[0].distance(eye) < 1e-4 * (1.0 + eye.length());
        let matrix = view.clip_from_eye();
        let aspect = (matrix.y_axis.y / matrix.x_axis.x).abs() / view.aspect();
        let all = [
            ("from_eye", self.is_perspective && is_at_eye),
            ("pixel_corner", way.sample != 0),
            ("aspect_differs", 0.01 < aspect.ln().abs()),
            ("view_not_rigid", !(axes * axes.transpose()).abs_diff_eq(DMat3::IDENTITY, 1e-3)),
            ("cursor_outside", !given.viewport.contains(math::window_point(given.cursor, given.framebuffer))),
        ];
        all.into_iter().filter(|(_, is_so)| *is_so).map(|(remark, _)| remark).collect()
    }

    /// Returns the click, of those in a grid, at which the lines of the first two ways differ most.
    fn telling_click(&self, ways: &[Way]) -> Option<CursorPosition> {
        let [first, second, ..] = ways else { return None };
        let place = |k: u32| (f64::from(k) + 0.5) / f64::from(CLICKS) * 2.0 - 1.0;
        let click = |k: u32| {
            let window = self.given.viewport.window_from_ndc(DVec2::new(place(k % CLICKS), place(k / CLICKS)));
            let click = math::cursor_from_window(window.floor(), self.given.framebuffer);
            let lines = [first, second].map(|way| self.printed.line(click, way));
            Some((click, self.difference(&lines[0]?, &lines[1]?)))
        };
        let best = (0..CLICKS * CLICKS).filter_map(click).max_by(|(_, a), (_, b)| a.total_cmp(b))?;
        (TELLING < best.1).then_some(best.0)
    }
}

/// Returns each mistake that can change the line of a ray, and each pair of those in different steps.
fn combinations() -> Vec<[Option<Mistake>; 2]> {
    use Mistake::*;
    let others = [
        AbsoluteEpsilon, BoundsNotRebuilt, DirectionNormalized, NearPutAtEye, OffsetInLogicalPixels, PixelCorner,
        SinglePrecision, TNotTested, ViewOfLastFrame,
    ];
    let mistakes: Vec<_> = Mistake::ALL.into_iter().filter(|mistake| !others.contains(mistake)).collect();
    let pairs = mistakes.iter().flat_map(|first| {
        let later = mistakes.iter().filter(|second| first.step() < second.step());
        later.map(|second| [Some(*first), Some(*second)])
    });
    mistakes.iter().map(|mistake| [Some(*mistake), None]).chain(pairs).collect()
}
