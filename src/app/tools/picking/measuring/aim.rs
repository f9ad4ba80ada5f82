//! Place that a click takes: the end of a measure, a corner or an edge near the cursor, or the surface there.

use crate::app::desk::Desk;
use crate::app::input::nearest;
use crate::app::texts::{choices, t};
use glam::DVec3;
use pickray::RayOptions;
use pickray::math::CursorPosition;
use pickray::pick::Features;
use pickray::scene::View;
use pickray::study::{Annotations, SurfacePoint};

/// Distance within which a point snaps to a corner or an edge, in logical pixels.
const SNAP: f64 = 12.0;

/// Distance within which the mouse is at the end of a measure, in logical pixels.
const END: f64 = 8.0;

choices! {
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub enum Snap {
        Off => t!("measure-snap-off"),
        Corners => t!("measure-snap-corners"),
        #[default]
        CornersAndEdges => t!("measure-snap-edges"),
    }
}

impl Snap {
    pub fn about(self) -> &'static str {
        match self {
            Self::Off => t!("measure-snap-off-about"),
            Self::Corners => t!("measure-snap-corners-about"),
            Self::CornersAndEdges => t!("measure-snap-edges-about"),
        }
    }

    pub(super) fn next(self) -> Self {
        Self::ALL[(self as usize + 1) % Self::ALL.len()]
    }

    fn features(self) -> Option<Features> {
        (self != Self::Off).then_some(Features { corners: true, edges: self == Self::CornersAndEdges })
    }
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Aim {
    pub point: SurfacePoint,
    /// Position in world space.
    pub position: DVec3,
    /// End of a measure, or landmark, that has this place; `None` where a click takes a new place.
    pub end: Option<End>,
}

/// Measure or landmark, by its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    Measure(usize),
    Landmark(usize),
}

impl Mark {
    /// Returns the points of the mark; none if there is no such mark.
    pub fn points(self, annotations: &Annotations) -> &[SurfacePoint] {
        match self {
            Self::Measure(index) => annotations.measures.get(index).map_or(&[], |measure| &measure.points),
            Self::Landmark(index) => annotations.landmarks.get(index).map_or(&[], |it| std::slice::from_ref(&it.at)),
        }
    }
}

/// Point of a measure, or a landmark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct End {
    pub mark: Mark,
    /// Index of the point in the measure; 0 for a landmark.
    pub index: usize,
}

impl End {
    pub(super) fn point_mut(self, annotations: &mut Annotations) -> Option<&mut SurfacePoint> {
        match self.mark {
            Mark::Measure(mark) => annotations.measures.get_mut(mark)?.points.get_mut(self.index),
            Mark::Landmark(mark) => Some(&mut annotations.landmarks.get_mut(mark)?.at),
        }
    }
}

/// Returns the marks of annotations: measures, then landmarks.
pub fn marks(annotations: &Annotations) -> impl Iterator<Item = Mark> {
    let measures = (0..annotations.measures.len()).map(Mark::Measure);
    measures.chain((0..annotations.landmarks.len()).map(Mark::Landmark))
}

/// Returns the end seen nearest to `cursor` in the picture; `None` if none is near. `reach` scales how near.
pub fn end_at(desk: &Desk, view: &View, cursor: CursorPosition, reach: f64) -> Option<End> {
    let ends = marks(&desk.annotations).flat_map(|mark| {
        let points = mark.points(&desk.annotations).iter().enumerate();
        points.map(move |(index, point)| (End { mark, index }, point))
    });
    let most = reach * END * desk.shown.scale_factor;
    let distance = |point: &SurfacePoint| {
        let position = point.position(desk.scene())?;
        let at = view.cursor_from_world(position)?;
        // Whether it is seen takes a ray, and is asked of near ones alone.
        let distance = at.distance(cursor);
        (distance <= most && is_seen(desk, view, point)).then_some(distance)
    };
    nearest(ends, |(_, point)| distance(point), most).map(|(end, _)| end)
}

/// Share of the way from the near plane to a point at whose end a surface counts as the point's own.
const ON_SURFACE: f64 = 1e-6;

/// Returns `true` if `view` shows a point of the scene and no surface lies before it.
pub fn is_seen(desk: &Desk, view: &View, point: &SurfacePoint) -> bool {
    let Some(position) = point.position(desk.scene()).filter(|&position| view.shows(position)) else { return false };
    // Through the very point: the ray of its pixel's centre meets a steep surface beside the point, perhaps before it.
    let window = view.window_from_world(position).map(DVec3::truncate);
    let Some(ray) = window.and_then(|window| view.ray(window)) else { return false };
    let way = ray.far - ray.near;
    let t = (position - ray.near).dot(way) / way.length_squared();
    let before = RayOptions::from(&desk.options()).skip(Some(point.id())).range(..=t * (1.0 - ON_SURFACE));
    (0.0..=ray.t_max * (1.0 + ON_SURFACE)).contains(&t) && !desk.scene().any_hit(&ray.into(), before)
}

/// Returns the place that a click at `cursor` takes; `None` if there is no surface.
pub fn aim(desk: &Desk, view: &View, cursor: CursorPosition, snap: Snap, reach: f64) -> Option<Aim> {
    let at_end = end_at(desk, view, cursor, reach).and_then(|end| {
        let point = *end.mark.points(&desk.annotations).get(end.index)?;
        Some(Aim { point, position: point.position(desk.scene())?, end: Some(end) })
    });
    at_end.or_else(|| onto_surface(desk, view, cursor, snap))
}

/// Returns the place of the surface at `cursor`, whatever is measured there; `None` if there is no surface.
pub(super) fn onto_surface(desk: &Desk, view: &View, cursor: CursorPosition, snap: Snap) -> Option<Aim> {
    let snap = snap.features().map(|features| (SNAP * desk.shown.scale_factor, features));
    let point = SurfacePoint::seen_at(desk.scene(), view, cursor, snap, &desk.options())?;
    Some(Aim { point, position: point.position(desk.scene())?, end: None })
}
