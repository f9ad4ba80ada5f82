//! k-DOP, a hull of fixed directions: the region between pairs of parallel planes of the same normals for every hull.
//!
//! Based on: Timothy Kay and James Kajiya, Ray Tracing Complex Scenes, SIGGRAPH 1986; James Klosowski and others,
//! Efficient Collision Detection Using Bounding Volume Hierarchies of k-DOPs, 1998 (the four sets of normals).

mod edges;
mod faces;

use super::HalfSpace;
use crate::math::double::ROUNDOFF;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// Error of `normal · point` per unit of its terms' magnitudes: products are exact, two additions round.
const PROJECTION_ERROR: f64 = 3.0 * ROUNDOFF;

/// Normals, one of each opposite pair, not unit: 3 along axes, 4 through a cube's corners, 6 through its edges.
const NORMALS: [[i8; 3]; 13] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 1, 1],
    [1, 1, -1],
    [1, -1, 1],
    [1, -1, -1],
    [1, 1, 0],
    [1, -1, 0],
    [1, 0, 1],
    [1, 0, -1],
    [0, 1, 1],
    [0, 1, -1],
];

/// Kind of k-DOP: the number and directions of its planes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KdopKind {
    /// Six planes: the faces of an axis-aligned box.
    K6,
    /// Fourteen planes: the faces of an axis-aligned box, and eight that cut its corners.
    K14,
    /// Eighteen planes: the faces of an axis-aligned box, and twelve that cut its edges.
    K18,
    /// Twenty-six planes: the faces of an axis-aligned box, eight that cut its corners, and twelve that cut its edges.
    K26,
}

impl KdopKind {
    /// All kinds of hull, from the fewest to the most planes.
    pub const ALL: [Self; 4] = [Self::K6, Self::K14, Self::K18, Self::K26];

    /// Returns one normal for each pair of parallel planes; its components are -1, 0 or 1, so its length varies.
    pub fn normals(self) -> impl ExactSizeIterator<Item = DVec3> + Clone {
        self.places().map(|place| DVec3::from_array(NORMALS[place].map(f64::from)))
    }

    /// Returns the indices of the kind's normals in [`NORMALS`].
    fn places(self) -> impl ExactSizeIterator<Item = usize> + Clone {
        const WITH_CORNERS: [usize; 13] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
        const WITH_EDGES: [usize; 9] = [0, 1, 2, 7, 8, 9, 10, 11, 12];
        match self {
            Self::K6 => &WITH_CORNERS[..3],
            Self::K14 => &WITH_CORNERS[..7],
            Self::K18 => &WITH_EDGES[..],
            Self::K26 => &WITH_CORNERS[..],
        }
        .iter()
        .copied()
    }
}

/// Closed hull of fixed directions, a k-DOP: the points with `min <= normal · point <= max` for each of its normals.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Unchecked")]
pub struct Kdop {
    pub(crate) kind: KdopKind,
    /// The bounds `[min, max]` for each normal of the kind: finite, and `min` not above `max`.
    pub(crate) slabs: Vec<[f64; 2]>,
}

#[derive(Deserialize)]
struct Unchecked {
    kind: KdopKind,
    slabs: Vec<[f64; 2]>,
}

impl TryFrom<Unchecked> for Kdop {
    type Error = String;

    fn try_from(Unchecked { kind, slabs }: Unchecked) -> Result<Self, String> {
        let expected = kind.normals().len();
        if slabs.len() != expected {
            return Err(format!("a hull of {} planes has {expected} slabs, not {}", 2 * expected, slabs.len()));
        }
        match slabs.iter().find(|[min, max]| !(min.is_finite() && max.is_finite() && min <= max)) {
            Some([min, max]) => Err(format!("the slab from {min} to {max} is not an interval of finite numbers")),
            None => Ok(Self { kind, slabs }),
        }
    }
}

impl Kdop {
    /// Returns the smallest hull of `kind` around `points`, to within a rounding, or `None` if there is no point or a
    /// point is not finite.
    ///
    /// ```
    /// use glam::DVec3;
    /// use pickray::geometry::{Kdop, KdopKind};
    ///
    /// let octahedron = [DVec3::X, DVec3::Y, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Y, DVec3::NEG_Z];
    /// let volume = |kind| Kdop::enclosing(kind, octahedron).unwrap().volume();
    /// assert!((volume(KdopKind::K6) - 8.0).abs() < 1e-12);
    /// assert!((volume(KdopKind::K14) - 4.0 / 3.0).abs() < 1e-12);
    /// ```
    pub fn enclosing(kind: KdopKind, points: impl IntoIterator<Item = DVec3>) -> Option<Self> {
        let normals: Vec<DVec3> = kind.normals().collect();
        let mut slabs = vec![[f64::INFINITY, f64::NEG_INFINITY]; normals.len()];
        let mut finite = true;
        for point in points {
            finite &= point.is_finite();
            for (normal, [min, max]) in normals.iter().zip(&mut slabs) {
                // Widened by what rounding can have taken; along an axis nothing is rounded.
                let along = normal.dot(point);
                let error = along_error(*normal, point);
                *min = min.min(if error > 0.0 { (along - error).next_down() } else { along });
                *max = max.max(if error > 0.0 { (along + error).next_up() } else { along });
            }
        }
        let any = slabs[0][0] <= slabs[0][1];
        (any && finite && slabs.iter().flatten().all(|bound| bound.is_finite())).then_some(Self { kind, slabs })
    }

    /// Returns the kind of the hull: its number of planes and their normals.
    pub fn kind(&self) -> KdopKind {
        self.kind
    }

    /// Returns `(normal, min, max)` of each pair of planes: `min <= normal · point <= max` holds in the hull.
    pub fn slabs(&self) -> impl ExactSizeIterator<Item = (DVec3, f64, f64)> + Clone {
        self.kind.normals().zip(&self.slabs).map(|(normal, &[min, max])| (normal, min, max))
    }

    /// Returns the outward normals and offsets of the planes, opposite ones side by side.
    fn planes(&self) -> impl Iterator<Item = (DVec3, f64)> {
        self.slabs().flat_map(|(normal, min, max)| [(-normal, -min), (normal, max)])
    }

    /// Returns `true` if `point` lies in the hull or on its surface, exactly. `false` if a coordinate is not finite.
    pub fn contains(&self, point: DVec3) -> bool {
        self.planes().all(|(normal, offset)| HalfSpace::new(normal, offset).contains(point))
    }
}

/// Returns the error bound of the computed `normal · point`: zero along an axis.
fn along_error(normal: DVec3, point: DVec3) -> f64 {
    let magnitudes = normal.abs() * point.abs();
    let n_terms = magnitudes.to_array().iter().filter(|&&magnitude| magnitude != 0.0).count();
    if n_terms <= 1 { 0.0 } else { PROJECTION_ERROR * magnitudes.element_sum() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hull_has_as_many_planes_as_its_kind_says_and_they_belong_to_it() {
        assert_eq!(KdopKind::ALL.map(|kind| 2 * kind.normals().len()), [6, 14, 18, 26]);
        let points = [DVec3::new(0.1, 0.2, 0.3), DVec3::new(1.1, 2.2, 3.3), DVec3::new(-4.0, 0.7, 1e-17)];
        for kind in KdopKind::ALL {
            let hull = Kdop::enclosing(kind, points).expect("a hull");
            assert!(points.iter().all(|&point| hull.contains(point)), "{kind:?}");
            assert!(!hull.contains(DVec3::new(1.1, 2.2, 3.3_f64.next_up())), "{kind:?}");
            assert!(!hull.contains(DVec3::NAN), "{kind:?}");
        }
    }

    #[test]
    fn a_hull_survives_json_and_a_damaged_one_is_refused() {
        let hull = Kdop::enclosing(KdopKind::K14, [DVec3::ZERO, DVec3::new(0.1, 0.2, -0.3)]).expect("a hull");
        let text = serde_json::to_string(&hull).expect("JSON");
        assert_eq!(serde_json::from_str::<Kdop>(&text).expect("the same hull"), hull);
        for damaged in [r#"{"kind":"k6","slabs":[[0,1],[0,1]]}"#, r#"{"kind":"k6","slabs":[[0,1],[0,1],[1,0]]}"#] {
            assert!(serde_json::from_str::<Kdop>(damaged).is_err(), "{damaged}");
        }
    }
}
