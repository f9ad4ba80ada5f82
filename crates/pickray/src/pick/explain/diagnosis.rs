//! Diagnosis of a ray that another program computed: which mistakes, alone or in pairs, give the same line.
//!
//! Lines are compared, not end points. Two are the same if they differ by no more than the digits allow. For that
//! bound, each number is moved by its possible error, and the changes of the difference, along itself, are added up.

use super::mistake::{Mistake, MistakeInputs, Mistaken, Step, at_depth, is_ray};
use crate::math::{self, ClipSpace, ClipY, CursorPosition, FramebufferSize, PickRay, PixelSample, Viewport};
use crate::pick::steps::Steps;
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

/// Relative error up to which a distance is one of a single digit, as people choose it.
const ROUND: f64 = 1e-5;

/// Number of rows and of columns of clicks that are tried to tell explanations apart, and the difference that tells.
const CLICKS: u32 = 7;
const TELLING: f64 = 4e-3;

/// Ray that another program computed, with the numbers that it was computed from.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GivenRay {
    /// Projection, view and model matrix (the identity for a ray in world space) by columns; origin and direction.
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
    /// Three mistakes whose lines come nearest, if none gives the line, with angle and pixels to the given ray.
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
#[derive(Clone, Copy, Debug, Default)]
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
    /// Line that it computes, and the difference from the given one.
    line: Line,
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
        let shift = 2.0 * given.viewport.window_from_ndc(DVec2::ZERO).y - f64::from(given.framebuffer.height);
        let shifts: &[f64] = if is_flipped { &[0.0] } else { &[0.0, shift] };
        shifts.iter().flat_map(|shift| steps.map(|step| step + DVec2::Y * *shift)).collect()
    }
}

/// Numbers as they were given, or with one of them moved, and what is computed from them once.
struct Setting {
    given: Line,
    /// Views in the clip spaces that the projection may lead to, with the steps of a pick.
    views: Vec<(View, Mistaken)>,
    world_from_object: DMat4,
}

impl Setting {
    fn new(given: &GivenRay, numbers: &[f64; 54], spaces: &[ClipSpace]) -> Self {
        let [projection, eye_from_world, model] = [0, 16, 32].map(|k| DMat4::from_cols_slice(&numbers[k..k + 16]));
        let [origin, direction] = [48, 51].map(|k| DVec3::from_slice(&numbers[k..]));
        let inputs = MistakeInputs { scale_factor: given.scale_factor, last_view: None };
        let view = |space: &_| {
            let view = View::from_matrices(eye_from_world, projection, *space, given.viewport, given.framebuffer);
            // A mistake that changes no ray.
            (view, Mistaken::new(&view, Mistake::TNotTested, &inputs))
        };
        Self {
            given: Line { origin, direction: direction.normalize_or_zero() },
            views: spaces.iter().map(view).collect(),
            world_from_object: model,
        }
    }

    /// Returns the line that a way computes for a cursor; `None` where it computes no ray.
    fn line(&self, cursor: CursorPosition, way: &Way) -> Option<Line> {
        let (view, right) = &self.views[way.space];
        let mut steps = right.clone();
        if way.has(Mistake::CameraMatrixAsView) {
            (steps.chain.world_from_eye, steps.chain.in_world) = (view.eye_from_world(), None);
        }
        steps.mistake = way.mistakes.first().copied().unwrap_or(right.mistake);
        let mut ray = steps.chain.ray(steps.window(view, cursor, PixelSample::Center) + way.beside)?;
        let is_step = |mistake: &&Mistake| !matches!(mistake, Mistake::CameraMatrixAsView | Mistake::EyeAsOrigin);
        for &mistake in way.mistakes.iter().filter(is_step) {
            steps.mistake = mistake;
            ray = steps.applied_to(view, &ray)?;
        }
        // The ray from where the way has it begin, in world and in object space.
        let ray = Some(ray).filter(|ray| 2 <= way.start || is_ray(&ray.pick_ray()))?;
        let [near, far, eye] = [ray.near.world, ray.far.world, view.camera.eye];
        let origin = if way.start == 0 { near } else { eye };
        let direction = if way.start < 2 { far - near } else { far.lerp(near, 0.25 * (way.start - 2) as f64) - eye };
        let is_world = way.has(Mistake::ModelMatrixForgotten);
        let matrix = if is_world { DMat4::IDENTITY } else { self.world_from_object.inverse() };
        let (origin, direction) = (matrix.transform_point3(origin), matrix.transform_vector3(direction));
        Some(Line { origin, direction: direction.try_normalize()? }).filter(|_| origin.is_finite())
    }
}

/// Returns what makes a view's clip space unlikely: an impossible depth range, or a near distance not round or behind.
fn unlikeliness((view, _): &(View, Mistaken)) -> [bool; 3] {
    let (Camera { near, far, projection, .. }, matrix) = (view.camera, view.clip_from_eye());
    let is_parallel = matches!(projection, Projection::Orthographic { .. });
    let is_before_eye = 0.0 < if is_parallel { far } else { near };
    // Depth at infinity lies at the far plane or little beyond it.
    let at_infinity = (matrix.z_axis.z / matrix.z_axis.w).clamp(-1.0, 1.0).round();
    let is_possible = is_before_eye && (is_parallel || at_infinity == view.clip_space().far);
    let digit = near.abs() / 10_f64.powf(near.abs().log10().floor());
    let is_round = (digit - digit.round()).abs() < ROUND * digit;
    [!is_possible, !is_round, near < 0.0]
}

/// Comparison of a given ray with the rays of all ways.
struct Comparison<'a> {
    given: &'a GivenRay,
    printed: Setting,
    /// Settings in each of which one number is greater by its error. Ones in the last row of a matrix are exact.
    moved: Vec<Setting>,
    /// Unit of differences in place: the height of the picture where rays lead.
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
        let least = printed.views.iter().map(unlikeliness).min();
        printed.views.retain(|it| Some(unlikeliness(it)) == least);
        let spaces: Vec<_> = printed.views.iter().map(|(view, _)| view.clip_space()).collect();
        let camera = printed.views[0].0.camera;
        let size = camera.height_at(camera.distance()) / printed.world_from_object.x_axis.truncate().length();
        let is_perspective = matches!(camera.projection, Projection::Perspective { .. });
        let is_exact = |k: usize| k < 48 && k % 4 == 3 && given.numbers[k].abs() == 1.0;
        let moved = (0..54).filter(|&k| 0.0 < given.errors[k] && !is_exact(k)).map(|k| {
            let mut numbers = given.numbers;
            numbers[k] += given.errors[k];
            Setting::new(given, &numbers, &spaces)
        });
        let [error, length] = [&given.errors, &given.numbers].map(|it| DVec3::from_slice(&it[51..]).length());
        Self { given, moved: moved.collect(), printed, size, is_perspective, coarseness: error / length }
    }

    /// Returns the size of a difference of lines in direction and in place.
    fn size_of(&self, [direction, place]: [DVec3; 2]) -> f64 {
        direction.length() + place.length() / self.size
    }

    /// Returns the way with these mistakes whose line is the nearest to the given one.
    fn nearest(&self, mistakes: Vec<Mistake>) -> Option<Way> {
        use Mistake::{DepthTakenForNdc, DepthsMinusOneAndOne, EyeAsOrigin};
        let way = Way { mistakes, ..Way::default() };
        // Programs take the eye's ray to some depth of the line, which another mistake may move.
        let moves = |it: &Mistake| it.step() == Step::Eye || [DepthsMinusOneAndOne, DepthTakenForNdc].contains(it);
        let starts = match (way.has(EyeAsOrigin), self.is_perspective) {
            (true, _) if way.mistakes.iter().any(moves) => 2..3,
            (true, _) => 1..7,
            (false, true) => 0..3,
            (false, false) => 0..1,
        };
        let (way, given, n_spaces) = (&way, self.given, self.printed.views.len());
        let ways = starts.flat_map(|start| (0..n_spaces).map(move |space| Way { start, space, ..way.clone() }));
        let ways = ways.flat_map(|way| way.places(given).into_iter().map(move |at| Way { beside: at, ..way.clone() }));
        let ways = ways.filter_map(|way| {
            let line = self.printed.line(self.given.cursor, &way)?;
            // Of equal lines, one that runs as the given ray does, in the first space.
            let is_turned = line.direction.dot(self.printed.given.direction) < 0.0;
            let rank = way.space + if is_turned { n_spaces } else { 0 };
            let off = self.size_of(line.off(&self.printed.given)) + SAME_LINE * rank as f64;
            off.is_finite().then_some(Way { line, off, ..way })
        });
        let mut ways: Vec<_> = ways.collect();
        ways.sort_by(|a, b| a.off.total_cmp(&b.off));
        // Of some that are nearly as near, one that the digits allow for, where these are enough to tell lines apart.
        let most = SPREAD * ways.first()?.off.min(TOO_COARSE);
        ways.iter().take_while(|way| way.off <= most).find(|way| self.is_same(way)).or(ways.first()).cloned()
    }

    /// Returns `true` if a way gives another line than those of the others that have fewer of its mistakes.
    fn counts(&self, way: &Way, others: &[Way]) -> bool {
        let is_part = |it: &&Way| it.mistakes.len() < way.mistakes.len() && it.mistakes.iter().all(|one| way.has(*one));
        others.iter().filter(is_part).all(|other| SAME_LINE < self.size_of(way.line.off(&other.line)))
    }

    /// Returns `true` if the line of a way is the given one, as far as the digits tell; few leave the right one room.
    fn is_same(&self, way: &Way) -> bool {
        let printed = self.printed.given.off(&way.line);
        let mut most = [OF_F32 * printed[0].length(), OF_F32 * self.size * printed[1].length()];
        for moved in &self.moved {
            let off = moved.line(self.given.cursor, way).map_or(printed, |line| moved.given.off(&line));
            most = [0, 1].map(|k| most[k] + (off[k] - printed[k]).dot(printed[k]).abs());
        }
        let room = if TOO_COARSE < self.coarseness && way.mistakes.is_empty() { 2.0 } else { 1.0 };
        printed.iter().zip(most).all(|(off, most)| off.length_squared() <= room * most)
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
        // Sort the ways by how near their lines come, then let the digits decide which of them give the same line.
        let ways: Vec<_> = combinations(self.is_perspective).into_iter().filter_map(|it| self.nearest(it)).collect();
        let mut near: Vec<_> = ways.iter().filter(|way| self.counts(way, &ways)).cloned().collect();
        near.sort_by(|a, b| a.off.total_cmp(&b.off));
        let mut same: Vec<_> = near.iter().filter(|way| self.is_same(way)).cloned().collect();
        // The digits may be fewer for one line than for another: what is much farther off is another line.
        let most = SPREAD * same.first().map_or(0.0, |nearest| nearest.off).max(self.coarseness);
        let is_coarse = TOO_COARSE < self.coarseness;
        same.retain(|way| way.off <= most || is_coarse && way.mistakes.is_empty());
        same.sort_by_key(|way| way.mistakes.len());

        // The right way is the first, if it is there. With few digits others may be as good, or it is far off.
        let is_right = same.first().is_some_and(|way| way.mistakes.is_empty());
        let is_far = is_right && SPREAD * self.coarseness < same[0].off;
        let is_lost = is_coarse && (is_far || 2 - usize::from(is_right) < same.len());
        let (verdict, way) = match same.first() {
            Some(way) if !is_lost => (if is_right { Verdict::Right } else { Verdict::Found }, way.clone()),
            _ => (Verdict::Unknown, Way::default()),
        };
        let found = if verdict == Verdict::Found { same } else { Vec::new() };
        let single = near.iter().filter(|way| verdict == Verdict::Unknown && way.mistakes.len() == 1);
        let nearest = single.take(3).map(|way| (way.mistakes.clone(), self.distance(&way.line)));
        let line = self.printed.line(self.given.cursor, &Way { space: way.space, ..Way::default() });
        let (angle, pixels) = line.map(|line| self.distance(&line)).unzip();
        Diagnosis {
            verdict,
            mistakes: found.iter().map(|way| way.mistakes.clone()).collect(),
            telling_click: self.telling_click(&found),
            nearest: nearest.map(|(mistakes, (angle, pixels))| (mistakes, angle, pixels)).collect(),
            remarks: self.remarks(&way, line, verdict, is_lost),
            view: self.printed.views[way.space].0,
            right: line.map(|line| self.in_world(&line)),
            given: self.in_world(&self.printed.given),
            angle,
            pixels: pixels.flatten(),
        }
    }

    fn remarks(&self, way: &Way, right: Option<Line>, verdict: Verdict, is_lost: bool) -> Vec<&'static str> {
        let Some(right) = right else { return vec!["no_inverse"] };
        let (view, given) = (&self.printed.views[way.space].0, &self.printed.given);
        let (eye, axes, matrix) = (view.camera.eye, DMat3::from_mat4(view.eye_from_world()), view.clip_from_eye());
        let window = math::window_point(self.given.cursor, self.given.framebuffer);
        let aspect = (matrix.y_axis.y / matrix.x_axis.x).abs() / view.aspect();
        let from_eye = |line: &Line| self.in_world(line)[0].distance(eye);
        let all = [
            ("few_digits", is_lost),
            ("backwards", verdict == Verdict::Right && right.direction.dot(given.direction) < 0.0),
            ("from_eye", self.is_perspective && from_eye(given) < 0.25 * from_eye(&right)),
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
            (pairs.filter(|(a, b)| TELLING < self.size_of(a.off(b))).count(), click)
        });
        clicks.filter(|(told, _)| 0 < *told).max_by_key(|(told, _)| *told).map(|(_, click)| click)
    }
}

/// Returns no mistake, each one that can change the line of a ray, and each pair of those in different steps.
fn combinations(is_perspective: bool) -> Vec<Vec<Mistake>> {
    use Mistake::*;
    // Those that move no line, or by less than half a pixel. In a perspective so does the eye, and else depth alone.
    let free = [BoundsNotRebuilt, DirectionNormalized, NearPutAtEye, PixelCorner, ViewOfLastFrame];
    let is_free = |it: &Mistake| free.contains(it) || is_perspective && *it == EyeAsOrigin;
    let mistakes: Vec<_> = Mistake::ALL.into_iter().filter(|it| it.step() < Step::Triangle && !is_free(it)).collect();
    let mut combinations = vec![Vec::new()];
    for &first in &mistakes {
        let moves = is_perspective || ![DepthsMinusOneAndOne, DepthTakenForNdc].contains(&first);
        combinations.extend(moves.then(|| vec![first]));
        combinations.extend(mistakes.iter().filter(|it| first.step() < it.step()).map(|second| vec![first, *second]));
    }
    combinations
}
