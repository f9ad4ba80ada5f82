//! The visible features near a cursor, by rationals and every triangle, with nothing of the library but its matrices.
//!
//! All is decided in homogeneous coordinates of the picture: the points of a line of sight have the same x, y and w up
//! to a factor.

use crate::areas::oracle::{Number, Place, Projected, frame, nearest, projected, rows, slacks};
use crate::*;
use pickray::geometry::Feature;
use pickray::math::PixelSample;

/// Closeness, relative to what is compared, in which rounding may decide.
const CLOSE: f64 = 1e-9;

#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Seen {
    Yes,
    No,
    /// Rounding may decide.
    Unclear,
}

pub struct Candidate {
    pub id: TriangleId,
    pub feature: Feature,
    /// The square of the distance, in pixels.
    pub squared: Number,
    pub seen: Seen,
}

impl Candidate {
    pub fn pixels(&self) -> f64 {
        self.squared.to_f64().expect("a number").sqrt()
    }
}

struct Placed {
    id: TriangleId,
    corners: [Projected; 3],
    /// Twice its area times the three w: above 0 where the front is seen.
    turn: Number,
    /// The least and the greatest x and y of the picture, where all of it is before the eye.
    around: Option<[Number; 4]>,
}

pub struct Oracle<'a> {
    view: &'a View,
    culling: Culling,
    place: Place,
    triangles: Vec<Placed>,
    /// `true` if nothing is rounded on the way to the library's answer.
    is_exact: bool,
}

impl<'a> Oracle<'a> {
    pub fn new(scene: &Scene, view: &'a View, cursor: CursorPosition, options: &PickOptions, is_exact: bool) -> Self {
        let inset = if options.sample == PixelSample::Center { 0.5 } else { 0.0 };
        let place = [cursor.x.floor() + inset, cursor.y.floor() + 1.0 - inset].map(rational);
        let mut triangles = Vec::new();
        for (object, placed) in (0..).zip(scene.objects()) {
            if !placed.visible || placed.mask & options.mask == 0 || placed.object_from_world().is_none() {
                continue;
            }
            let rows = rows(view, &placed.world_from_object);
            for triangle in (0..placed.mesh.n_triangles() as u32).filter(|it| !placed.hidden.contains(*it)) {
                let corners = placed.mesh.triangle(triangle).corners().map(|corner| projected(&rows, corner));
                let turn = determinant(corners.each_ref());
                let around = corners.iter().all(|corner| corner[3].is_positive()).then(|| {
                    let axis = |k: usize| corners.each_ref().map(|corner| &corner[k] / &corner[3]);
                    let least = |k| axis(k).into_iter().min().expect("three");
                    let most = |k| axis(k).into_iter().max().expect("three");
                    [least(0), least(1), most(0), most(1)]
                });
                triangles.push(Placed { id: TriangleId { object, triangle }, corners, turn, around });
            }
        }
        Self { view, culling: options.culling, place, triangles, is_exact }
    }

    /// All features of a kind within the radius.
    pub fn candidates(&self, kind: [Feature; 3], radius: f64) -> Vec<Candidate> {
        let limit = rational(radius) * rational(radius);
        let mut found = Vec::new();
        for placed in &self.triangles {
            for feature in kind {
                let Some((point, squared, is_clear)) = self.foot(&placed.corners, feature) else { continue };
                if squared <= limit {
                    let seen = self.seen(placed, &point);
                    let seen = if is_clear || seen == Seen::No { seen } else { Seen::Unclear };
                    found.push(Candidate { id: placed.id, feature, squared, seen });
                }
            }
        }
        found
    }

    /// Returns the point of a feature nearest in the picture, its squared distance, and if rounding does not matter.
    fn foot(&self, corners: &[Projected; 3], feature: Feature) -> Option<(Projected, Number, bool)> {
        let (from, to) = match feature {
            Feature::Vertex(k) => (&corners[usize::from(k)], &corners[usize::from(k)]),
            Feature::Edge(k) => (&corners[usize::from(k)], &corners[(usize::from(k) + 1) % 3]),
            Feature::Face => unreachable!("faces are not asked for"),
        };
        let (mut low, mut high) = (Number::zero(), Number::one());
        let mut is_clear = true;
        let frame = frame(self.view);
        let slacks = |point| slacks(self.view, &frame, point);
        for (at_from, at_to) in slacks(from).into_iter().zip(slacks(to)) {
            is_clear &= self.is_exact || [&at_from, &at_to].iter().all(|at| at.abs() > rational(CLOSE));
            if at_from.is_negative() && at_to.is_negative() {
                return None;
            }
            let share = || &at_from / (&at_from - &at_to);
            if at_from.is_negative() {
                low = low.max(share());
            } else if at_to.is_negative() {
                high = high.min(share());
            }
        }
        if low > high {
            return None;
        }
        let at = |share: &Number| -> Projected { std::array::from_fn(|k| &from[k] + share * (&to[k] - &from[k])) };
        let (start, end) = (at(&low), at(&high));
        let seen = |point: &Projected| -> Place { [&point[0] / &point[3], &point[1] / &point[3]] };
        let (share, squared) = nearest(&self.place, &seen(&start), &seen(&end));

        // The share before the division by w: weights of both ends by the inverse of their w.
        let (of_start, of_end) = ((Number::one() - &share) * &end[3], &share * &start[3]);
        let share = &of_end / (of_start + &of_end);
        let point = std::array::from_fn(|k| &start[k] + &share * (&end[k] - &start[k]));
        Some((point, squared, is_clear))
    }

    fn is_culled(&self, placed: &Placed) -> bool {
        match self.culling {
            Culling::None => false,
            Culling::Back => placed.turn.is_negative(),
            Culling::Front => placed.turn.is_positive(),
        }
    }

    /// Judges whether the line of sight to a point of a triangle meets nothing before it.
    fn seen(&self, of: &Placed, point: &Projected) -> Seen {
        if self.is_culled(of) {
            return Seen::No;
        }
        let mut seen = Seen::Yes;
        let is_near = |turn: &Number| !turn.is_zero() && turn.abs() < rational(CLOSE);
        if !self.is_exact && self.culling != Culling::None && is_near(&of.turn) {
            seen = Seen::Unclear;
        }
        for placed in self.triangles.iter().filter(|placed| !self.is_culled(placed)) {
            match self.hides(placed, point) {
                Seen::Yes => return Seen::No,
                Seen::Unclear => seen = Seen::Unclear,
                Seen::No => {}
            }
        }
        seen
    }

    /// Judges whether a triangle hides a point.
    fn hides(&self, placed: &Placed, point: &Projected) -> Seen {
        if placed.turn.is_zero() {
            return Seen::No;
        }
        if let Some([left, top, right, bottom]) = &placed.around {
            let ([x, y, _, w], margin) = (point, rational(1e-6));
            let (x, y) = (x / w, y / w);
            if x < left - &margin || x > right + &margin || y < top - &margin || y > bottom + &margin {
                return Seen::No;
            }
        }
        let [a, b, c] = &placed.corners;
        let weights = [[point, b, c], [a, point, c], [a, b, point]].map(|of| determinant(of) / &placed.turn);
        let sum = &weights[0] + &weights[1] + &weights[2];
        let least = weights.iter().min().expect("three") / sum.abs().max(rational(1e-30));
        let depth = (0..3).map(|k| &weights[k] * &placed.corners[k][2]).sum::<Number>();
        let space = self.view.clip_space();
        let away = rational(space.far - space.near);
        // How far it is before the point and beyond the near plane, in depths that grow away from the eye.
        let before = (&point[2] - &depth) * &away / &point[3];
        let beyond = (depth - rational(space.near) * &point[3]) * &away / &point[3];
        let (close, at_depth) = (rational(CLOSE), rational(CLOSE * 1e-2));
        if self.is_exact {
            let is_met = !least.is_negative() && before.is_positive() && !beyond.is_negative();
            return if is_met { Seen::Yes } else { Seen::No };
        }
        if least < -&close || before.is_zero() || before < -&at_depth || beyond < -&at_depth {
            Seen::No
        } else if least > close && before > at_depth && beyond > at_depth {
            Seen::Yes
        } else {
            Seen::Unclear
        }
    }
}

/// The determinant of x, w and y, which is that of x, y up and w.
fn determinant([a, b, c]: [&Projected; 3]) -> Number {
    let minor = |i: usize, j: usize| &b[i] * &c[j] - &b[j] * &c[i];
    &a[1] * minor(0, 3) - &a[0] * minor(1, 3) - &a[3] * minor(0, 1)
}
