//! Frustum: the region seen through a part of the window, or any other region between planes.

use super::HalfSpace;
use crate::math::{ClipSpace, Unprojector, Viewport};
use glam::{DMat4, DVec2, DVec3, DVec4};

/// Region of all points that lie in every half-space of a list: convex, and not always bounded.
///
/// With the planes through the four corners of a window, or of a rectangle in it, the region is a frustum in the usual
/// sense. With other planes it can be any convex polyhedron. Tests are exact for the planes as stored.
#[derive(Clone, Debug, PartialEq)]
pub struct Frustum {
    half_spaces: Vec<HalfSpace>,
}

impl Frustum {
    /// Returns the common region of the half-spaces; all of space if there are none. `None` if a number is not finite.
    ///
    /// ```
    /// use pickray::geometry::{Frustum, HalfSpace};
    /// use pickray::glam::DVec3;
    ///
    /// let below = HalfSpace { normal: DVec3::Y, offset: 2.0 };
    /// assert!(Frustum::new([below]).is_some_and(|region| region.contains(2.0 * DVec3::Y)));
    /// assert_eq!(Frustum::new([HalfSpace { offset: f64::NAN, ..below }]), None);
    /// ```
    pub fn new(half_spaces: impl IntoIterator<Item = HalfSpace>) -> Option<Self> {
        let half_spaces: Vec<_> = half_spaces.into_iter().collect();
        half_spaces.iter().all(HalfSpace::is_finite).then_some(Self { half_spaces })
    }

    /// Returns the region seen through a convex outline in the window, between near and far plane, in object space.
    ///
    /// The outline is given by its corners in order, either way around, in window coordinates as for
    /// [`pick_ray`](crate::math::pick_ray). A rectangle has four corners, and a lasso is cut into convex pieces first.
    /// `modelview` is `eye_from_object`, `projection` is `clip_from_eye` in a clip space such as [`ClipSpace::OPENGL`].
    /// A far plane at infinity bounds nothing.
    ///
    /// `None` if the outline has no area, the viewport is empty, the product of the matrices is singular, the two
    /// depths of `clip_space` are equal, or a number is not finite.
    ///
    /// ```
    /// use glam::{DMat4, DVec2, DVec3};
    /// use pickray::geometry::Frustum;
    /// use pickray::math::{ClipSpace, Viewport, perspective};
    ///
    /// let projection = perspective(1.0, 4.0 / 3.0, 0.5, 8.0);
    /// let rectangle = [(300.0, 200.0), (340.0, 200.0), (340.0, 280.0), (300.0, 280.0)].map(DVec2::from);
    /// let viewport = Viewport::new(640, 480);
    /// let frustum = Frustum::through_window(&rectangle, &DMat4::IDENTITY, &projection, viewport, ClipSpace::OPENGL);
    /// let frustum = frustum.expect("a frustum");
    /// assert!(frustum.contains(DVec3::new(0.0, 0.0, -7.0)));
    /// assert!(!frustum.contains(DVec3::new(0.0, 0.0, -9.0)) && !frustum.contains(DVec3::new(2.0, 0.0, -7.0)));
    /// ```
    pub fn through_window(
        outline: &[DVec2],
        modelview: &DMat4,
        projection: &DMat4,
        viewport: Viewport,
        clip_space: ClipSpace,
    ) -> Option<Self> {
        Unprojector::new(modelview, projection, viewport)?;
        Self::of_outline(outline, *projection * *modelview, viewport, clip_space)
    }

    /// Returns the frustum [`through_window`](Self::through_window), also where the matrices have no inverse.
    pub(crate) fn of_outline(
        outline: &[DVec2],
        clip_from_object: DMat4,
        viewport: Viewport,
        clip_space: ClipSpace,
    ) -> Option<Self> {
        let [low, high] = clip_space.depths()?;
        let [x, y, z, w] = [0, 1, 2, 3].map(|row| clip_from_object.row(row));
        let doubled_area: f64 = edges(outline).map(|[from, to]| (from - outline[0]).perp_dot(to - outline[0])).sum();
        if doubled_area == 0.0 || !doubled_area.is_finite() {
            return None;
        }
        let up = clip_space.y_sign();
        let in_ndc = |&corner: &DVec2| viewport.ndc_from_window(corner).map(|ndc| ndc * DVec2::new(1.0, up));
        let in_ndc: Vec<DVec2> = outline.iter().map(in_ndc).collect::<Option<_>>()?;

        // Each side holds the points left of an edge that runs counter-clockwise, in x, y and w before the division.
        let turn = doubled_area.signum() * up;
        let sides = edges(&in_ndc).map(|[from, to]| {
            let along = turn * (to - from);
            (y - from.y * w) * along.x - (x - from.x * w) * along.y
        });
        let planes = sides.chain([z - low * w, high * w - z]);
        Self::new(planes.map(|row: DVec4| HalfSpace::new(-row.truncate(), row.w)))
    }

    /// Returns the half-spaces whose common region the frustum is.
    pub fn half_spaces(&self) -> &[HalfSpace] {
        &self.half_spaces
    }

    /// Returns `true` if `point` lies in the frustum or on its surface, decided exactly for its planes as stored;
    /// `false` if a number is not finite.
    pub fn contains(&self, point: DVec3) -> bool {
        point.is_finite() && self.half_spaces.iter().all(|half_space| half_space.contains(point))
    }
}

/// Returns the edges of an outline: from each corner to the next, and from the last to the first.
fn edges(outline: &[DVec2]) -> impl Iterator<Item = [DVec2; 2]> {
    outline.iter().zip(outline.iter().cycle().skip(1)).map(|(&from, &to)| [from, to])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::{orthographic, perspective, perspective_reversed, pick_ray_in};

    const VIEWPORT: Viewport = Viewport { x: 10, y: 20, width: 640, height: 480 };
    /// Map from OpenGL's depths to 0 and 1.
    const HALF_DEPTH: DMat4 =
        DMat4::from_cols_array(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.5, 1.0]);

    /// Returns a projection with the matrix to each clip space from OpenGL's.
    fn in_clip_spaces(projection: DMat4) -> [(DMat4, ClipSpace); 3] {
        let halved = HALF_DEPTH * projection;
        let down = DMat4::from_scale(DVec3::new(1.0, -1.0, 1.0));
        [(projection, ClipSpace::OPENGL), (halved, ClipSpace::WGPU), (down * halved, ClipSpace::VULKAN)]
    }

    #[test]
    fn a_frustum_holds_the_rays_of_its_pixels_and_no_others() {
        let modelview = DMat4::from_translation(DVec3::new(0.5, -0.25, 2.0)) * DMat4::from_rotation_y(0.7);
        let outline = [(100.0, 90.0), (300.0, 70.0), (380.0, 240.0), (120.0, 300.0)].map(DVec2::from);
        let backwards = [outline[3], outline[2], outline[1], outline[0]];
        let mut inside = 0;
        let projections = [
            perspective(1.0, 1.3, 0.5, 8.0),
            perspective(1.0, 1.3, 0.5, f64::INFINITY),
            perspective_reversed(1.0, 1.3, 0.5, 8.0),
            orthographic(-4.0, 4.0, -3.0, 3.0, 0.5, 8.0),
        ];
        for (projection, clip_space) in projections.into_iter().flat_map(in_clip_spaces) {
            let frustum = |outline: &[DVec2]| {
                Frustum::through_window(outline, &modelview, &projection, VIEWPORT, clip_space).expect("a frustum")
            };
            let (frustum, same) = (frustum(&outline), frustum(&backwards));
            for pixel in (0..640 * 480).step_by(1009) {
                let window = DVec2::new(f64::from(pixel % 640) + 10.5, f64::from(pixel / 640) + 20.5);
                let ray = pick_ray_in(window, &modelview, &projection, VIEWPORT, clip_space).expect("a ray");
                let is_left = |i: usize| (outline[(i + 1) % 4] - outline[i]).perp_dot(window - outline[i]) > 0.0;
                let within = (0..4).all(is_left);
                for t in [-0.01, 0.01, 0.5, 0.99, 1.01] {
                    let visible = 0.0 < t && t < ray.t_max;
                    let point = ray.near + t * (ray.far - ray.near);
                    assert_eq!(frustum.contains(point), within && visible, "{window} {t} {clip_space:?}");
                    assert_eq!(same.contains(point), within && visible);
                    inside += u32::from(within && visible);
                }
            }
        }
        assert!(inside > 1000, "{inside}");
    }

    #[test]
    fn an_outline_without_area_has_no_frustum() {
        let frustum = |outline: &[DVec2], viewport| {
            let projection = perspective(1.0, 1.3, 0.5, 8.0);
            Frustum::through_window(outline, &DMat4::IDENTITY, &projection, viewport, ClipSpace::OPENGL)
        };
        let corners = [DVec2::ZERO, DVec2::new(10.0, 10.0), DVec2::new(20.0, 20.0)];
        assert_eq!(frustum(&corners, VIEWPORT), None);
        assert_eq!(frustum(&corners[..2], VIEWPORT), None);
        assert_eq!(frustum(&[], VIEWPORT), None);
        let corners = [DVec2::ZERO, DVec2::X, DVec2::Y];
        assert!(frustum(&corners, VIEWPORT).is_some());
        assert_eq!(frustum(&corners, Viewport::new(0, 0)), None);
        assert_eq!(frustum(&[DVec2::ZERO, DVec2::X, DVec2::NAN], VIEWPORT), None);
        assert_eq!(Frustum::new([HalfSpace::new(DVec3::X, f64::NAN)]), None);
        let flat = DMat4::from_scale(DVec3::new(1.0, 1.0, 0.0));
        for (modelview, projection) in
            [(flat, DMat4::IDENTITY), (DMat4::IDENTITY, flat), (DMat4::IDENTITY, DMat4::ZERO)]
        {
            let frustum = Frustum::through_window(&corners, &modelview, &projection, VIEWPORT, ClipSpace::OPENGL);
            assert_eq!(frustum, None, "{modelview} {projection}");
        }
    }
}
