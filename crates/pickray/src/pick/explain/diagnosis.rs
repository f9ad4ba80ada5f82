//! Diagnosis of a ray that another program computed: which mistakes, alone or in pairs, give the same line.
//!
//! Lines are compared, not end points. A [way](Way) takes the steps of a pick, with mistakes in place of one or two.
//! Two lines are the same if they differ by no more than the digits allow. For that bound, each number is moved by its
//! possible error, and the changes of the difference are added up.

use super::mistake::{Mistake, MistakeInputs, Mistaken, Step, at_depth, is_ray};
use crate::math::{self, ClipSpace, ClipY, CursorPosition, FramebufferSize, PickRay, PixelSample, Viewport};
use crate::pick::steps::{RayChain, Steps};
use crate::scene::{Camera, Projection, View};
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

/// Relative error up to which a distance is one of two digits, as people choose it.
const ROUND: f64 = 1e-5;

/// Most lines that are compared by their digits, which limits the work, and most that are listed if none is the same.
const MOST_COMPARED: usize = 40;
const NEAREST: usize = 3;

/// Number of rows and of columns of clicks that are tried to tell explanations apart, and the difference that tells.
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
    /// Mistakes whose lines come nearest, if none gives the line, each with its [`angle`](Self::angle) and
    /// [`pixels`](Self::pixels) to the given ray.
    pub nearest: Vec<(Vec<Mistake>, f64, Option<f64>)>,
    /// Observations beside: `few_digits` to tell; `no_inverse` of a matrix, so that no ray is right; `backwards` on the
    /// right line; `from_eye` and `pixel_corner`, which do no harm; `depth_guessed`, where another range of NDC depth
    /// fits; `aspect_differs` from the viewport's; `view_not_rigid`; `cursor_outside` the viewport.
    pub remarks: Vec<&'static str>,
    /// View by the given matrices, in the clip space that they seem to lead to.
    pub view: View,
    /// Two points of the right ray in world space, the first its near point; `None` where the matrices give no ray.
    pub right: Option<[DVec3; 2]>,
    /// Two points of the given ray in world space, the first its origin.
    pub given: [DVec3; 2],
    /// Angle between the right and the given direction, in radians.
    pub angle: Option<f64>,
    /// Distance in the picture between the right and the given ray, in pixels; `None` where one is not seen.
    pub pixels: Option<f64>,
    /// Click that tells explanations apart, as many as one click can; `None` where there is one, or no click tells.
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
#[derive(Clone, Debug, Default)]
struct Way {
    mistakes: Vec<Mistake>,
    /// Step in the window from the centre of the cursor's pixel to the place that is looked through.
    beside: DVec2,
    /// 0 for the near point as origin, 1 for the eye with the direction as from the near point. From 2 on the eye, with
    /// the direction to the far point, and in quarters back to the near point.
    start: usize,
    /// Index of the clip space.
    space: usize,
    /// Difference of the line from the given one.
    off: f64,
}

impl Way {
    fn has(&self, mistake: Mistake) -> bool {
        self.mistakes.contains(&mistake)
    }

    /// Returns the steps from the centre of the cursor's pixel to the places that the way may look through: the centre,
    /// the left corners, the very point of the cursor, and half a pixel beside that.
    fn places(&self, given: &GivenRay) -> Vec<DVec2> {
        let is_flipped = !self.has(Mistake::YNotFlipped);
        let scale = if self.has(Mistake::LogicalPixels) { given.scale_factor } else { 1.0 };
        let down = DVec2::new(1.0, if is_flipped { -1.0 } else { 1.0 });
        let within = (DVec2::from(given.cursor) / scale).fract_gl() * down;
        let steps = [DVec2::ZERO, DVec2::splat(-0.5), DVec2::new(-0.5, 0.5), within - 0.5 * down, within];
        // A y that is not flipped may count from the top of the viewport, too.
        let Viewport { y, height, .. } = given.viewport;
        let shift = 2.0 * f64::from(y) + f64::from(height) - f64::from(given.framebuffer.height);
        let shifts: &[f64] = if is_flipped { &[0.0] } else { &[0.0, shift] };
        shifts.iter().flat_map(|shift| steps.map(|step| step + DVec2::Y * *shift)).collect()
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
        Self {
            given: Line { origin, direction: direction.normalize_or_zero() },
            views: spaces.iter().map(view).map(|view| (view, RayChain::new(&view))).collect(),
            world_from_object: model,
            object_from_world: model.inverse(),
            inputs: MistakeInputs { scale_factor: given.scale_factor, last_view: None },
        }
    }

    /// Returns the line that a way computes for a cursor; `None` where it computes no ray.
    fn line(&self, cursor: CursorPosition, way: &Way) -> Option<Line> {
        let (view, chain) = &self.views[way.space];
        // Without a mistake, one that changes no ray.
        let mistake = way.mistakes.first().copied().unwrap_or(Mistake::TNotTested);
        let mut steps = Mistaken { mistake, inputs: self.inputs, chain: chain.clone() };
        let mut ray = chain.ray(steps.window(view, cursor, PixelSample::Center) + way.beside)?;
        if way.has(Mistake::CameraMatrixAsView) {
            steps.chain.world_from_eye = view.eye_from_world();
        }
        for &mistake in &way.mistakes {
            let is_said_otherwise = match mistake {
                // One inverse of the product has no order of inverses.
                Mistake::InversesInWrongOrder => way.has(Mistake::NoDivisionByWInWorld),
                Mistake::CameraMatrixAsView => way.has(Mistake::InversesInWrongOrder),
                Mistake::EyeAsOrigin => true,
                _ => false,
            };
            if !is_said_otherwise {
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
        let direction = if way.start < 2 { far - near } else { far.lerp(near, 0.25 * (way.start - 2) as f64) - eye };
        let forgets = way.has(Mistake::ModelMatrixForgotten);
        let matrix = if forgets { DMat4::IDENTITY } else { self.object_from_world };
        let (origin, direction) = (matrix.transform_point3(origin), matrix.transform_vector3(direction));
        Some(Line { origin, direction: direction.try_normalize()? }).filter(|_| origin.is_finite())
    }
}

/// Sorts views that differ in their clip space, and keeps the likeliest: those of a possible depth range and a near
/// distance that is round, as people choose it.
fn keep_likely(views: &mut Vec<(View, RayChain)>) {
    let unlikely = |(view, chain): &(View, RayChain)| {
        let (Camera { near, far, projection, reversed_z, .. }, space) = (view.camera, view.clip_space());
        let is_reversed = space.far < space.near;
        // Depth at infinity tells where reversed depth ends.
        let at_infinity = view.clip_from_eye().z_axis.z / view.clip_from_eye().z_axis.w;
        let fits = reversed_z == is_reversed && (!is_reversed || (at_infinity < -0.5) == (space.far < -0.5));
        let is_before_eye = match projection {
            Projection::Perspective { .. } => 0.0 < near && fits,
            Projection::Orthographic { .. } => 0.0 < far,
        };
        let is_possible = near < far && is_before_eye && chain.ray(DVec2::ZERO).is_some();
        let digits = near.abs() / 10_f64.powf(near.abs().log10().floor() - 1.0);
        let is_round = (digits - digits.round()).abs() < ROUND * digits;
        [!is_possible, !is_round, near < 0.0]
    };
    views.sort_by_key(unlikely);
    let best = unlikely(&views[0]);
    views.retain(|it| unlikely(it) == best);
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
    /// Relative error of the given direction.
    coarseness: f64,
}

impl<'a> Comparison<'a> {
    fn new(given: &'a GivenRay) -> Self {
        let y = if given.numbers[5] < 0.0 { ClipY::Down } else { ClipY::Up };
        let spaces = [ClipSpace::OPENGL, ClipSpace::WGPU, ClipSpace::OPENGL.reversed(), ClipSpace::WGPU.reversed()];
        let mut printed = Setting::new(given, &given.numbers, &spaces.map(|space| ClipSpace { y, ..space }));
        keep_likely(&mut printed.views);
        let spaces: Vec<_> = printed.views.iter().map(|(view, _)| view.clip_space()).collect();
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
        let [error, length] = [&given.errors, &given.numbers].map(|it| DVec3::from_slice(&it[51..]).length());
        Self { given, moved: moved.collect(), printed, size, is_perspective, coarseness: error / length }
    }

    fn line(&self, way: &Way) -> Option<Line> {
        self.printed.line(self.given.cursor, way)
    }

    /// Returns the difference of two lines as one number.
    fn difference(&self, a: &Line, b: &Line) -> f64 {
        let [direction, place] = a.off(b);
        direction.length() + place.length() / self.size
    }

    /// Returns the way with these mistakes whose line is the nearest to the given one.
    fn nearest(&self, mistakes: Vec<Mistake>) -> Option<Way> {
        let way = Way { mistakes, ..Way::default() };
        let places = way.places(self.given);
        // Programs take the eye's ray to some depth of the line, which another mistake may move.
        let moves = [Mistake::DepthsMinusOneAndOne, Mistake::DepthTakenForNdc];
        let is_moved = way.mistakes.iter().any(|mistake| moves.contains(mistake) || mistake.step() == Step::Eye);
        let starts = match (way.has(Mistake::EyeAsOrigin), self.is_perspective) {
            (true, _) if is_moved => 2..3,
            // With the right direction it is the same ray wherever the click is, and tells of no other mistake.
            (true, _) => 2 - usize::from(way.mistakes.len() == 1)..7,
            (false, true) => 0..3,
            (false, false) => 0..1,
        };
        // Where depth begins matters for these alone, and for which way parallel lines run.
        let is_about_depth = way.has(Mistake::FarPointAsDirection) || way.has(Mistake::DirectionAsPoint);
        let n_spaces = if is_about_depth || !self.is_perspective { self.printed.views.len() } else { 1 };
        let ways = (0..n_spaces * starts.len() * places.len()).filter_map(|index| {
            let (beside, rest) = (places[index % places.len()], index / places.len());
            let (start, space) = (starts.start + rest % starts.len(), rest / starts.len());
            let way = Way { beside, start, space, ..way.clone() };
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
        let line = |keeps: &dyn Fn(Mistake) -> bool| {
            let mistakes: Vec<_> = way.mistakes.iter().copied().filter(|mistake| keeps(*mistake)).collect();
            // The start is that of the mistake, or harmless.
            let is_its = way.has(Mistake::EyeAsOrigin) && !mistakes.contains(&Mistake::EyeAsOrigin);
            self.line(&Way { mistakes, start: if is_its { 0 } else { way.start }, ..way.clone() })
        };
        let differ =
            |a: Option<Line>, b: Option<Line>| a.zip(b).is_some_and(|(a, b)| SAME_LINE < self.difference(&a, &b));
        let (right, whole) = (line(&|_| false), line(&|_| true));
        let changes = |one: Mistake| differ(line(&|it| it == one), right) || differ(whole, line(&|it| it != one));
        way.mistakes.iter().all(|mistake| changes(*mistake))
    }

    /// Returns `true` if the line of a way is the given one, as far as the digits tell.
    fn is_same(&self, way: &Way) -> bool {
        let off = |setting: &Setting| Some(setting.given.off(&setting.line(self.given.cursor, way)?));
        let Some(printed) = off(&self.printed) else { return false };
        let mut most = [DVec3::splat(OF_F32), DVec3::splat(OF_F32 * self.size)];
        // Large errors change a line by more than their parts do.
        let share = if TOO_COARSE < self.coarseness { 2.0 } else { 1.0 };
        for off in self.moved.iter().filter_map(off) {
            most = [0, 1].map(|k| most[k] + share * (off[k] - printed[k]).abs());
        }
        printed.iter().zip(most).all(|(off, most)| off.abs().cmple(most).all())
    }

    /// Returns the origin of a line and another point of it in world space.
    fn in_world(&self, line: &Line) -> [DVec3; 2] {
        let points = [line.origin, line.origin + line.direction];
        points.map(|point| self.printed.world_from_object.transform_point3(point))
    }

    /// Returns the angle and the distance in the picture, as far from the eye as rays lead, to the given line.
    fn distance(&self, line: &Line) -> (f64, Option<f64>) {
        let view = &self.printed.views[0].0;
        let [(towards, seen), (given, given_seen)] = [line, &self.printed.given].map(|line| {
            let [near, far] = self.in_world(line);
            let point = at_depth(view, &PickRay::new(near, far, 1.0), view.camera.depth_of(view.camera.target));
            (far - near, point.and_then(|point| view.window_before_eye(point)))
        });
        (towards.angle_between(given), seen.zip(given_seen).map(|(a, b)| a.distance(b)))
    }

    fn diagnosis(&self) -> Diagnosis {
        // The right line, with or without what does no harm.
        let right = self.nearest(Vec::new()).filter(|way| self.is_same(way));
        let is_coarse = TOO_COARSE < self.coarseness;

        // Mistakes and pairs whose lines come near, of which the digits decide whether they are the same line.
        let sought = if right.is_some() && !is_coarse { Vec::new() } else { combinations(self.is_perspective) };
        let mut near: Vec<_> = sought.into_iter().filter_map(|mistakes| self.nearest(mistakes)).collect();
        near.sort_by(|a, b| a.off.total_cmp(&b.off));
        near.retain(|way| self.counts(way));
        let mut found: Vec<_> = near.iter().take(MOST_COMPARED).filter(|way| self.is_same(way)).cloned().collect();
        // The digits may be fewer for one line than for another: what is much farther off is another line.
        let most = SPREAD * found.first().map_or(0.0, |nearest| nearest.off).max(self.coarseness);
        found.retain(|way| way.off <= most);
        found.sort_by_key(|way| way.mistakes.len());

        let is_lost = is_coarse && (2 < found.len() || right.is_some() && !found.is_empty());
        let (verdict, way) = match (&right, found.first()) {
            (Some(way), _) if !is_lost => (Verdict::Right, way.clone()),
            (None, Some(way)) if !is_lost => (Verdict::Found, way.clone()),
            _ => (Verdict::Unknown, right.clone().unwrap_or_default()),
        };
        found.retain(|_| verdict == Verdict::Found);
        near.retain(|way| verdict == Verdict::Unknown && way.mistakes.len() == 1);
        let nearest = near.iter().take(NEAREST).filter_map(|way| {
            let (angle, pixels) = self.distance(&self.line(way)?);
            Some((way.mistakes.clone(), angle, pixels))
        });
        let line = self.line(&Way { space: way.space, ..Way::default() });
        let (angle, pixels) = line.map(|line| self.distance(&line)).unzip();
        Diagnosis {
            verdict,
            mistakes: found.iter().map(|way| way.mistakes.clone()).collect(),
            telling_click: self.telling_click(&found),
            nearest: nearest.collect(),
            remarks: self.remarks(&way, is_lost),
            view: self.printed.views[way.space].0,
            right: line.map(|line| self.in_world(&line)),
            given: self.in_world(&self.printed.given),
            angle,
            pixels: pixels.flatten(),
        }
    }

    fn remarks(&self, way: &Way, is_lost: bool) -> Vec<&'static str> {
        let right = self.line(&Way { space: way.space, ..Way::default() });
        let Some(right) = right else { return vec!["no_inverse"] };
        let (view, given) = (&self.printed.views[way.space].0, &self.printed.given);
        let (eye, axes, matrix) = (view.camera.eye, DMat3::from_mat4(view.eye_from_world()), view.clip_from_eye());
        let window = math::window_point(self.given.cursor, self.given.framebuffer);
        let is_right = way.mistakes.is_empty() && self.is_same(way);
        let aspect = (matrix.y_axis.y / matrix.x_axis.x).abs() / view.aspect();
        let all = [
            ("few_digits", is_lost),
            ("backwards", is_right && right.direction.dot(given.direction) < 0.0),
            ("from_eye", self.is_perspective && self.in_world(given)[0].distance(eye) < 1e-4 * (1.0 + eye.length())),
            ("pixel_corner", way.beside.fract() != DVec2::ZERO),
            ("depth_guessed", self.is_perspective && 1 < self.printed.views.len()),
            ("aspect_differs", 0.01 < aspect.ln().abs()),
            ("view_not_rigid", !(axes * axes.transpose()).abs_diff_eq(DMat3::IDENTITY, 1e-3)),
            ("cursor_outside", !self.given.viewport.contains(window)),
        ];
        all.into_iter().filter(|(_, is_so)| *is_so).map(|(remark, _)| remark).collect()
    }

    /// Returns the click, of those in a grid, at which most of the ways are told apart by their lines.
    fn telling_click(&self, ways: &[Way]) -> Option<CursorPosition> {
        let place = |k: u32| (f64::from(k) + 0.5) / f64::from(CLICKS) * 2.0 - 1.0;
        let clicks = (0..CLICKS * CLICKS).map(|k| {
            let window = self.given.viewport.window_from_ndc(DVec2::new(place(k % CLICKS), place(k / CLICKS)));
            let click = math::cursor_from_window(window.floor(), self.given.framebuffer);
            let lines: Vec<_> = ways.iter().filter_map(|way| self.printed.line(click, way)).collect();
            let pairs = lines.iter().enumerate().flat_map(|(k, a)| lines[..k].iter().map(move |b| (a, b)));
            // A pair counts the more, up to 1, the more it differs.
            let told: f64 = pairs.map(|(a, b)| self.difference(a, b).min(TELLING) / TELLING).sum();
            (told, click)
        });
        let (told, click) = clicks.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (1.0 <= told).then_some(click)
    }
}

/// Returns each mistake that can change the line of a ray, and each pair of those in different steps.
fn combinations(is_perspective: bool) -> Vec<Vec<Mistake>> {
    use Mistake::*;
    let others = [
        AbsoluteEpsilon, BoundsNotRebuilt, DirectionNormalized, NearPutAtEye, PixelCorner, SinglePrecision, TNotTested,
        ViewOfLastFrame,
    ];
    // Any ray of a perspective may begin at the eye.
    let is_free = |mistake: &Mistake| others.contains(mistake) || is_perspective && *mistake == EyeAsOrigin;
    let mistakes: Vec<_> = Mistake::ALL.into_iter().filter(|mistake| !is_free(mistake)).collect();
    let from = |first: &Mistake| {
        let later = mistakes.iter().filter(|second| first.step() < second.step());
        later.map(|second| vec![*first, *second]).chain([vec![*first]]).collect::<Vec<_>>()
    };
    mistakes.iter().flat_map(from).collect()
}
