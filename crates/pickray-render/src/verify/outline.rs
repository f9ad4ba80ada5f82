//! Outline of a triangle on the screen: the distance of a pixel's centre from its edges, its depth there, and bounds of
//! a GPU's errors in both.
//!
//! Based on: Marc Olano and Trey Greer, "Triangle Scan Conversion using 2D Homogeneous Coordinates", 1997 (edges and
//! depth as linear functions that need no division by w), and running error analysis (Nicholas Higham, Accuracy and
//! Stability of Numerical Algorithms, 2002, section 3.3) for what single precision does to corners.
//!
//! Corners are projected forwards here, in f64; the rays of a pick go backwards. An error in either shows as a
//! difference.

use crate::eye_relative::{EyeRelative, clip_from_unit_eye, unit_of_eye};
use crate::ids::IdBuffer;
use crate::warp::clip;
use glam::{DMat3, DMat4, DVec2, DVec3, DVec4};
use pickray::math::Viewport;
use pickray::pick::TriangleId;
use pickray::scene::{Object, Projection, View};
use pickray::work::packed;

/// Half the spacing of f32 and of f64 numbers about 1.
const F32_ROUNDING: f64 = f32::EPSILON as f64 / 2.0;
const F64_ROUNDING: f64 = f64::EPSILON / 2.0;

/// Roundings that one coordinate of a corner goes through on its way to the screen: at most 2 subtracting the centre, 5
/// each in the two matrices (the matrix's own, a product, three sums), 1 adding the offset, 3 dividing by w, 2 scaling
/// to the viewport, 3 where a clip plane cuts the edge: 21. Doubled, because corners beyond the viewport pull edges
/// with errors of their own.
const CORNER_ROUNDINGS: f64 = 42.0;

/// Roundings of a depth: slopes (8), products and sums (4), and the conversion to the buffer's format.
const DEPTH_ROUNDINGS: f64 = 16.0;

/// Roundings of world coordinates in f64: of model transform and eye, for the picture and the ray.
const WORLD_ROUNDINGS: f64 = 16.0;

/// Distance from the viewport's middle, in half viewports, up to which triangles are looked at.
const AROUND: f64 = 2.0;

/// Steps in which the GPU places corners and compares depths.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fineness {
    /// Step of the pixel positions to which the GPU rounds triangle corners, in pixels.
    pub(super) subpixel: f64,
    /// Step of the depths that the depth buffer can hold, in window depth.
    pub(super) depth: f64,
}

packed!(struct Fineness { subpixel, depth });

impl Fineness {
    pub(super) fn of(ids: &IdBuffer) -> Self {
        let step = |bits: u32| 0.5_f64.powi(bits as i32);
        Self { subpixel: step(ids.subpixel_bits), depth: step(ids.depth_bits) }
    }
}

/// Projector of an object's triangles in a view, for their outlines.
pub(super) struct Projector<'a> {
    object: &'a Object,
    view: &'a View,
    relative: EyeRelative,
    eye_from_world: DMat3,
    clip_from_eye: DMat4,
    unit: f64,
    /// Half the clip-space w of the near plane; whatever has a smaller w is too close to the eye to be drawn.
    least_w: f64,
}

/// Numbers that a verdict rests on: where a triangle lies at a pixel's centre when its corners are projected.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PixelEvidence {
    /// Triangle that the numbers are about.
    pub triangle: TriangleId,
    /// Pixels from the pixel's centre to the nearest edge, negative outside; minus infinity far from the triangle.
    pub from_edge: f64,
    /// Error of `from_edge`: by how many pixels the GPU may be off.
    pub edge_error: f64,
    /// Distance from the near plane in window depth, 0 to 1; not a number where the triangle is nowhere near.
    pub depth: f64,
    /// Error of `depth`: by how much window depth the GPU may be off.
    pub depth_error: f64,
}

impl PixelEvidence {
    /// Returns the evidence that a triangle is nowhere near.
    fn nowhere(triangle: TriangleId) -> Self {
        Self { triangle, from_edge: f64::NEG_INFINITY, edge_error: 0.0, depth: f64::NAN, depth_error: 0.0 }
    }

    /// Returns `true` if it is certain that the GPU draws the triangle at this pixel, unless another triangle hides it.
    pub(super) fn is_sure(&self) -> bool {
        self.edge_error < self.from_edge && self.depth_error < self.depth && self.depth < 1.0 - self.depth_error
    }

    /// Returns whether the GPU may draw the triangle at this pixel, if nothing hides it.
    pub(super) fn is_possible(&self) -> bool {
        -self.edge_error <= self.from_edge && -self.depth_error <= self.depth && self.depth <= 1.0 + self.depth_error
    }

    /// Returns whether the triangle surely covers the pixel, and is surely nearer there than another triangle.
    pub(super) fn hides(&self, other: &Self) -> bool {
        self.is_sure() && self.depth + self.depth_error < other.depth - other.depth_error
    }

    /// Returns whether the pixel's centre is so close to an edge that both answers, inside and outside, are right.
    pub(super) fn is_at_edge(&self) -> bool {
        self.from_edge.abs() <= self.edge_error
    }
}

/// A corner, or a place where an edge is cut: clip coordinates and bounds of the errors of x, y, z, w.
#[derive(Clone, Copy)]
struct Corner {
    clip: DVec4,
    error: DVec4,
}

impl<'a> Projector<'a> {
    /// Returns the projector of an object in a view; `None` if the object is not drawn.
    pub(super) fn new(object: &'a Object, view: &'a View) -> Option<Self> {
        let relative = EyeRelative::new(object, view).filter(|_| object.visible)?;
        let clip_from_eye = clip_from_unit_eye(view);
        let eye_from_world = view.camera.axes().transpose();
        let unit = unit_of_eye(&view.camera);
        let least_w = match view.camera.projection {
            Projection::Perspective { .. } => {
                0.5 * (clip_from_eye * DVec4::new(0.0, 0.0, -view.camera.near * unit, 1.0)).w
            }
            Projection::Orthographic { .. } => 0.0,
        };
        Some(Self { object, view, relative, eye_from_world, clip_from_eye, unit, least_w })
    }

    /// Returns where a triangle lies at a pixel's centre, in window coordinates, with bounds of the GPU's errors.
    pub(super) fn sight(&self, triangle: TriangleId, center: DVec2, fineness: Fineness) -> PixelEvidence {
        let corners = self.object.mesh.triangles()[triangle.triangle as usize].map(|vertex| self.corner(vertex));
        let viewport = self.view.viewport;
        let edge = nearest_edge(&corners, center, viewport, self.least_w, fineness);
        let (Some(ndc), Some(edge)) = (viewport.ndc_from_window(center), edge) else {
            return PixelEvidence::nowhere(triangle);
        };
        let is_inside = is_inside(&corners.map(|corner| corner.clip), ndc);
        let from_edge = if is_inside { edge.distance } else { -edge.distance };
        let (depth, depth_error) = self.depth(&corners, ndc, edge.most_off, fineness);
        PixelEvidence { triangle, from_edge, edge_error: edge.error, depth, depth_error }
    }

    /// Returns a vertex in clip space, with bounds on what single precision makes of it.
    fn corner(&self, vertex: u32) -> Corner {
        let world = self.object.world_from_object.transform_point3(self.object.mesh.vertex(vertex));
        let eye = self.eye_from_world * (world - self.view.camera.eye) * self.unit;
        let clip = self.clip_from_eye * eye.extend(1.0);

        let local = DVec3::from(self.object.mesh.positions()[vertex as usize].map(f64::from));
        let from_center = (local - self.relative.high.as_dvec3()).abs() + self.relative.low.as_dvec3().abs();
        let linear = self.relative.linear.as_dmat3();
        let in_eye = linear.abs() * from_center + self.relative.offset.as_dvec3().abs();
        let in_world = self.unit * self.world_magnitude(world);
        let in_eye = F32_ROUNDING * CORNER_ROUNDINGS * in_eye + F64_ROUNDING * WORLD_ROUNDINGS * in_world;
        let matrix = self.clip_from_eye;
        let constant = F32_ROUNDING * CORNER_ROUNDINGS * matrix.w_axis.abs();
        let error = matrix.x_axis.abs() * in_eye.x + matrix.y_axis.abs() * in_eye.y + matrix.z_axis.abs() * in_eye.z;
        Corner { clip, error: error + constant }
    }

    /// Returns the size of the numbers that are added up to a place in the world.
    fn world_magnitude(&self, world: DVec3) -> f64 {
        let matrix = &self.object.world_from_object;
        let origin = DMat3::from_mat4(*matrix).abs() * self.object.mesh.origin().abs();
        let sum = world.abs() + origin + matrix.w_axis.truncate().abs() + self.view.camera.eye.abs();
        sum.max_element() * 3.0
    }

    /// Returns the depth from the near plane at `ndc`, and the GPU's error with corners moved by `off` pixels.
    fn depth(&self, corners: &[Corner; 3], ndc: DVec2, off: f64, fineness: Fineness) -> (f64, f64) {
        let reversed = self.view.camera.reversed_z;
        let [a, b, c] = corners.map(|corner| corner.clip);
        let flat = corners.map(|corner| DVec3::new(corner.clip.x, corner.clip.y, corner.clip.w));
        let inverse = DMat3::from_cols_array_2d(&flat.map(|p| p.to_array())).transpose().inverse();

        // Pixels inside a triangle whose corners are moved have depths between those of its corners.
        let all_visible = corners.iter().all(|corner| 0.0 < corner.clip.w);
        let depths = corners.map(|corner| 0.5 + 0.5 * corner.clip.z / corner.clip.w);
        let (least, most) = if all_visible {
            depths.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(least, most), &z| (least.min(z), most.max(z)))
        } else {
            (f64::NEG_INFINITY, f64::INFINITY)
        };

        // On the plane z = (x, y, w) · slope, so that z / w is linear on the screen, and 1 / w = ndc · inverse_w.
        let slope = inverse * DVec3::new(a.z, b.z, c.z);
        let w = 1.0 / (inverse * DVec3::ONE).dot(ndc.extend(1.0));
        let least_w = corners.iter().map(|corner| corner.clip.w).filter(|w| 0.0 < *w).fold(f64::INFINITY, f64::min);
        let w = if w.is_finite() && 0.0 < w { w } else { least_w };
        let of_corners = corners.iter().map(|corner| 0.5 * (corner.error.z + corner.error.w) / w).fold(0.0, f64::max);
        let constant = fineness.depth + DEPTH_ROUNDINGS * F32_ROUNDING + of_corners;
        if !slope.is_finite() {
            // Seen from the side: any depth of the triangle may be taken.
            let (least, most) = (least.max(0.0), most.min(1.0));
            let (middle, half) = (0.5 * (least + most), 0.5 * (most - least));
            return (if reversed { 1.0 - middle } else { middle }, half + constant);
        }
        let depth = (0.5 + 0.5 * slope.dot(ndc.extend(1.0))).clamp(least, most);
        let size = DVec2::new(f64::from(self.view.viewport.width), f64::from(self.view.viewport.height));
        let a_pixel = (slope.truncate() / size).abs();
        // Interpolation adds up slopes over the framebuffer; moved corners shift the plane on the screen.
        let framebuffer = self.view.framebuffer;
        let reach = DVec2::new(f64::from(framebuffer.width), f64::from(framebuffer.height)) + size;
        let shifted = (a_pixel.length() * off).min(most - least);
        let interpolated = (DEPTH_ROUNDINGS * F32_ROUNDING * a_pixel.dot(reach)).min(most - least);
        (if reversed { 1.0 - depth } else { depth }, constant + shifted + interpolated)
    }
}

struct NearestEdge {
    distance: f64,
    error: f64,
    /// Largest number of pixels by which the GPU may misplace an end of any edge.
    most_off: f64,
}

/// Returns the edge nearest to a pixel's centre; `None` if no corner is before the eye.
fn nearest_edge(
    corners: &[Corner; 3],
    center: DVec2,
    viewport: Viewport,
    least_w: f64,
    fineness: Fineness,
) -> Option<NearestEdge> {
    let size = DVec2::new(f64::from(viewport.width), f64::from(viewport.height));
    let place = center - DVec2::new(f64::from(viewport.x), f64::from(viewport.y));
    let mut nearest: Option<NearestEdge> = None;
    let mut most_off = fineness.subpixel * std::f64::consts::SQRT_2;
    for k in 0..3 {
        let Some(ends) = cut(&corners[k], &corners[(k + 1) % 3], least_w) else { continue };
        let [(from, from_off), (to, to_off)] = ends.map(|end| on_screen(&end, size));
        // Rounding to the subpixel grid moves an end by a step on each axis at most.
        let error = from_off.max(to_off) + fineness.subpixel * std::f64::consts::SQRT_2;
        most_off = most_off.max(error);
        let along = to - from;
        let share = ((place - from).dot(along) / along.length_squared()).clamp(0.0, 1.0);
        let share = if share.is_finite() { share } else { 0.0 };
        let distance = (place - from - share * along).length();
        // Of two equally near ones, the more uncertain counts.
        if nearest.as_ref().is_none_or(|nearest| distance - error < nearest.distance - nearest.error) {
            nearest = Some(NearestEdge { distance, error, most_off });
        }
    }
    // No edge comes near: the triangle may fill the viewport, whose pixels are then deep inside.
    let nearest = nearest.unwrap_or(NearestEdge { distance: size.length(), error: 0.0, most_off });
    Some(NearestEdge { most_off, ..nearest }).filter(|_| corners.iter().any(|corner| 0.0 < corner.clip.w))
}

/// Returns the part of an edge near the viewport where w is at least `least_w`; `None` if there is none.
fn cut(a: &Corner, b: &Corner, least_w: f64) -> Option<[Corner; 2]> {
    let inside = |p: DVec4| {
        let reach = AROUND * p.w;
        [reach - p.x, reach + p.x, reach - p.y, reach + p.y, p.w - least_w]
    };
    let (start, end) = clip(inside(a.clip).into_iter().zip(inside(b.clip)))?;
    let at = |share: f64| Corner {
        clip: a.clip.lerp(b.clip, share),
        error: a.error.lerp(b.error, share) + clip_error(a, b, share),
    };
    let ends = [at(start), at(end)];
    ends.iter().all(|corner| 0.0 < corner.clip.w).then_some(ends)
}

/// Returns the error that cutting an edge adds: roundings of the larger end.
fn clip_error(a: &Corner, b: &Corner, share: f64) -> DVec4 {
    if share == 0.0 || share == 1.0 { DVec4::ZERO } else { 4.0 * F32_ROUNDING * a.clip.abs().max(b.clip.abs()) }
}

/// Returns where a corner is, in pixels from the viewport's lower left corner, and by how many pixels it may be off.
fn on_screen(corner: &Corner, size: DVec2) -> (DVec2, f64) {
    let w = corner.clip.w;
    let ndc = corner.clip.truncate().truncate() / w;
    let error = (corner.error.truncate().truncate() + ndc.abs() * corner.error.w) / w;
    let scaled = CORNER_ROUNDINGS * F32_ROUNDING * (1.0 + ndc.abs());
    ((0.5 + 0.5 * ndc) * size, (0.5 * (error + scaled) * size).length())
}

/// Returns whether the line of sight at `ndc` meets the triangle before the eye.
fn is_inside(clip: &[DVec4; 3], ndc: DVec2) -> bool {
    let [a, b, c] = clip.map(|p| DVec3::new(p.x, p.y, p.w));
    let at = ndc.extend(1.0);
    let weights = DVec3::new(b.cross(c).dot(at), c.cross(a).dot(at), a.cross(b).dot(at));
    let determinant = a.dot(b.cross(c));
    // Weights over the determinant are barycentric weights over w: all positive means inside, and before the eye.
    let weights = weights * determinant.signum();
    determinant != 0.0 && weights.min_element() >= 0.0 && weights.element_sum() > 0.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::*;

    #[test]
    fn what_f32_makes_of_a_corner_is_within_its_bound() {
        let mut random = seeded();
        for round in 0..3000 {
            let mut place = |size: f64| DVec3::from_array([(); 3].map(|()| size * (random.f64() - 0.5)));
            let (size, far) = ([1e-3, 1.0, 1e3][round % 3], [0.0, 1.0, 1e6][round / 3 % 3]);
            let (corner, origin) = (place(size).as_vec3(), place(far * size));
            // Half of them close to where the camera looks.
            let target = corner.as_dvec3() + place([1e-3, 1.0][round / 9 % 2] * size);
            let mesh = Mesh::from_triangles(vec![corner.to_array(); 3], vec![[0, 1, 2]]).expect("a mesh");
            let object = Object::new("corner", mesh.into()).with_transform(DMat4::from_translation(origin));
            let camera = Camera::look_at(origin + target + place(2.0 * size), origin + target, DVec3::Y);
            let distance = camera.distance();
            let flat = Projection::Orthographic { height: size };
            let projection = if round % 2 == 0 { flat } else { camera.projection };
            let camera = Camera { projection, near: 0.9 * distance, far: 1.1 * distance, ..camera };
            let view = View::new(camera, FramebufferSize::new(1000, 700));
            let projector = Projector::new(&object, &view).expect("it is drawn");
            let (exact, relative) = (projector.corner(0), projector.relative);
            let eye = relative.linear * ((corner - relative.high) - relative.low) + relative.offset;
            let off = (relative.clip_from_eye * eye.extend(1.0)).as_dvec4() - exact.clip;
            assert!(off.abs().cmple(exact.error).all(), "round {round}: {off}, not {}", exact.error);
        }
    }
}
