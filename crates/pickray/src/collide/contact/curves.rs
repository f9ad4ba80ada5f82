//! Joining of segments into curves: ends of segments are matched by the vertices, edges and faces of the meshes that
//! they lie on, not by their coordinates.

use crate::geometry::Feature;
use crate::intersect::{FeaturePoint, Featured, TriangleIntersection};
use crate::work::packed;
use glam::DVec3;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};

/// Curve along which two meshes cut each other, in world space; or one mesh itself, in its own space.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Curve {
    /// Points of the curve in order; a closed curve does not repeat its first point at the end.
    pub points: Vec<DVec3>,
    /// `true` if the last point is joined to the first.
    pub closed: bool,
}

packed!(struct Curve { points, closed });

impl Curve {
    /// Returns the length of the curve, from its first point to its last, and back to the first if it is closed.
    pub fn length(&self) -> f64 {
        let steps: f64 = self.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        match (self.points.first(), self.points.last()) {
            (Some(first), Some(last)) if self.closed => steps + last.distance(*first),
            _ => steps,
        }
    }
}

/// Part of a mesh: a vertex, an edge (lower vertex first) or a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum MeetingFeature {
    Vertex(u32),
    Edge(u32, u32),
    Face(u32),
}

impl MeetingFeature {
    fn new(feature: Feature, (triangle, corners): (u32, [u32; 3])) -> Self {
        match feature {
            Feature::Face => Self::Face(triangle),
            Feature::Vertex(i) => Self::Vertex(corners[usize::from(i)]),
            Feature::Edge(i) => {
                let (p, q) = (corners[usize::from(i)], corners[(usize::from(i) + 1) % 3]);
                Self::Edge(p.min(q), p.max(q))
            }
        }
    }
}

/// Parts of both meshes on which a point lies. Segments that end in the same parts end in the same point.
type MeetingParts = (MeetingFeature, MeetingFeature);

#[derive(Default)]
pub(super) struct Joiner {
    points: Vec<DVec3>,
    places: HashMap<MeetingParts, usize>,
    /// Segments, each listed once as the indices of its two ends in `points`, the lower index first.
    segments: Vec<[usize; 2]>,
    known: HashSet<[usize; 2]>,
    /// `true` if both triangles of each pair belong to the same mesh, so that neither comes first.
    one_mesh: bool,
    touched: Vec<usize>,
    flat: Vec<TriangleIntersection>,
}

impl Joiner {
    pub(super) fn of_one_mesh() -> Self {
        Self { one_mesh: true, ..Self::default() }
    }

    /// Adds the intersection `shared` of the triangles `p` and `q`, each its index and its corners' welded indices.
    pub(super) fn add(&mut self, shared: Featured, p: (u32, [u32; 3]), q: (u32, [u32; 3])) {
        match shared {
            Featured::Flat(flat) => self.flat.push(flat),
            Featured::Point(point) => {
                let point = self.point_index(point, p, q);
                self.touched.push(point);
            }
            Featured::Segment([start, end]) => {
                let (start, end) = (self.point_index(start, p, q), self.point_index(end, p, q));
                let segment = [start.min(end), start.max(end)];
                if start != end && self.known.insert(segment) {
                    self.segments.push(segment);
                }
            }
        }
    }

    fn point_index(&mut self, point: FeaturePoint, p: (u32, [u32; 3]), q: (u32, [u32; 3])) -> usize {
        let (on_p, on_q) = (MeetingFeature::new(point.on_p, p), MeetingFeature::new(point.on_q, q));
        let place = if self.one_mesh { (on_p.min(on_q), on_p.max(on_q)) } else { (on_p, on_q) };
        *self.places.entry(place).or_insert_with(|| {
            self.points.push(point.point);
            self.points.len() - 1
        })
    }

    /// Returns the curves, the flat intersections and the touching points on no curve, mapped by `to_world`.
    pub fn finish(self, to_world: impl Fn(DVec3) -> DVec3) -> (Vec<Curve>, Vec<TriangleIntersection>, Vec<DVec3>) {
        let mut at: Vec<Vec<usize>> = vec![Vec::new(); self.points.len()];
        for (index, segment) in self.segments.iter().enumerate() {
            segment.iter().for_each(|&point| at[point].push(index));
        }
        let mut touched: Vec<usize> = self.touched.iter().copied().filter(|&point| at[point].is_empty()).collect();
        touched.sort_unstable();
        touched.dedup();

        // Follow the curves from points where they end or branch; what is left after that is closed.
        let mut used = vec![false; self.segments.len()];
        let mut curves = Vec::new();
        let open = (0..self.points.len()).filter(|&point| at[point].len() != 2);
        for start in open.chain(0..self.points.len()) {
            while let Some(&first) = at[start].iter().find(|&&segment| !used[segment]) {
                curves.push(self.follow(start, first, &at, &mut used));
            }
        }
        let in_world = |points: &[usize]| points.iter().map(|&point| to_world(self.points[point])).collect();
        let curves = curves
            .into_iter()
            .map(|mut points| {
                let closed = points.len() > 2 && points.first() == points.last();
                if closed {
                    points.pop();
                }
                Curve { points: in_world(&points), closed }
            })
            .collect();
        let touched = in_world(&touched);
        (curves, self.flat.into_iter().map(|shared| moved(shared, &to_world)).collect(), touched)
    }

    /// Returns the points from `start` on along `segment`, until the curve ends, branches or comes back.
    fn follow(&self, start: usize, mut segment: usize, at: &[Vec<usize>], used: &mut [bool]) -> Vec<usize> {
        let mut points = vec![start];
        let mut present = start;
        loop {
            used[segment] = true;
            let [p, q] = self.segments[segment];
            present = if p == present { q } else { p };
            points.push(present);
            let next = at[present].iter().find(|&&next| !used[next]);
            match next {
                Some(&next) if at[present].len() == 2 && present != start => segment = next,
                _ => return points,
            }
        }
    }
}

fn moved(shared: TriangleIntersection, to_world: impl Fn(DVec3) -> DVec3) -> TriangleIntersection {
    match shared {
        TriangleIntersection::Point(point) => TriangleIntersection::Point(to_world(point)),
        TriangleIntersection::Segment(start, end) => TriangleIntersection::Segment(to_world(start), to_world(end)),
        TriangleIntersection::Polygon(corners) => {
            TriangleIntersection::Polygon(corners.into_iter().map(to_world).collect())
        }
    }
}
