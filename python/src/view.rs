//! Picks with the matrices that somebody draws with.

use crate::arrays::{Any, matrix, refused, table};
use crate::columns::{Answer, result};
use crate::options::{clip_space, is_point, work};
use numpy::{IntoPyArray, PyArray2};
use pickray::geometry::{Feature, Frustum, HalfSpace};
use pickray::glam::{DMat4, DVec2, DVec3, DVec4};
use pickray::math::window_point;
use pickray::pick::{Features, NearestFeature, NoRay, Sight, describe, nearest_feature};
use pickray::{CursorPosition, FramebufferSize, HitDetails, PickOptions, RayOptions, Scene, Side, View, Viewport};
use pyo3::prelude::*;
use pyo3::types::{PyFloat, PyInt, PyString};

type Found = Result<Option<HitDetails>, NoRay>;

/// Returns a rectangle as (width, height), or as (x, y, width, height) with the lower left corner.
fn viewport(value: Any) -> PyResult<Viewport> {
    match value.extract::<Vec<i32>>().as_deref() {
        Ok(&[width, height]) => Ok(Viewport::new(width, height)),
        Ok(&[x, y, width, height]) => Ok(Viewport { x, y, width, height }),
        _ => Err(refused("viewport is (width, height) or (x, y, width, height), in whole pixels".into())),
    }
}

/// Reads a projection, whose last row is 0 0 ±1 0 or 0 0 0 1; refuses one with only its last column so, as transposed.
fn projection(value: Any) -> PyResult<DMat4> {
    let matrix = matrix("projection_matrix", value)?;
    let leads_to_w = |numbers: DVec4| numbers.abs() == DVec4::Z || numbers == DVec4::W;
    if leads_to_w(matrix.w_axis) && !leads_to_w(matrix.row(3)) {
        let why = "projection_matrix makes w by its last column, as matrices for row vectors do: give its transpose";
        return Err(refused(why.into()));
    }
    Ok(matrix)
}

fn view(
    view_matrix: Any,
    projection_matrix: Any,
    within: Any,
    clip: &str,
    window: Option<(u32, u32)>,
) -> PyResult<View> {
    let viewport = viewport(within)?;
    let window = match window {
        Some((width, height)) => FramebufferSize::new(width, height),
        None if (viewport.x, viewport.y) == (0, 0) => {
            let [width, height] = [viewport.width, viewport.height].map(|n| u32::try_from(n).unwrap_or(0));
            FramebufferSize::new(width, height)
        }
        None => {
            return Err(refused("a viewport in a part of the window needs window=(width, height)".into()));
        }
    };
    let (view, projection) = (matrix("view_matrix", view_matrix)?, projection(projection_matrix)?);
    Ok(View::from_matrices(view, projection, clip_space(clip)?, viewport, window))
}

/// Where somebody clicks, and in what.
pub struct Click<'a, 'py> {
    pub view_matrix: Any<'a, 'py>,
    pub projection_matrix: Any<'a, 'py>,
    pub viewport: Any<'a, 'py>,
    pub cursor: (f64, f64),
    pub sample: &'a str,
    pub clip: &'a str,
    pub window: Option<(u32, u32)>,
}

impl Click<'_, '_> {
    /// Returns the triangle under the cursor as `pickray.Pick`, or None; `with_scene` lends the scene.
    pub fn pick(
        &self,
        options: &PickOptions,
        with_scene: impl FnOnce(&(dyn Fn(&Scene) -> Found + Sync)) -> Found + Send,
    ) -> PyResult<Option<Py<PyAny>>> {
        let py = self.viewport.py();
        let Click { view_matrix, projection_matrix, viewport, cursor: (x, y), sample, clip, window } = *self;
        let (view, cursor) = (view(view_matrix, projection_matrix, viewport, clip, window)?, CursorPosition::new(x, y));
        let point = is_point(sample)?.then(|| window_point(cursor, view.framebuffer));
        let find = |scene: &Scene| {
            let Sight { window, .. } = Sight::new(&view, cursor, options)?;
            let ray = view.ray(point.unwrap_or(window)).ok_or(NoRay::Singular)?;
            let hit = scene.closest_hit(&ray.into(), RayOptions::from(options).range(..=ray.t_max));
            Ok(hit.and_then(|hit| describe(scene, &view, cursor, options, &hit)))
        };
        match work(py, || with_scene(&find))? {
            Ok(Some(details)) => told(py, &details).map(Some),
            Ok(None) | Err(NoRay::OutsideViewport) => Ok(None),
            Err(error) => Err(no_ray(error)),
        }
    }

    /// Returns the feature near the cursor as `pickray.NearestFeature`, or None.
    pub fn nearest_feature(
        &self,
        scene: &Scene,
        radius: f64,
        features: Features,
        options: &PickOptions,
    ) -> PyResult<Option<Py<PyAny>>> {
        let py = self.viewport.py();
        let Click { view_matrix, projection_matrix, viewport, cursor: (x, y), clip, window, .. } = *self;
        let (view, cursor) = (view(view_matrix, projection_matrix, viewport, clip, window)?, CursorPosition::new(x, y));
        if !(radius.is_finite() && radius >= 0.0) {
            return Err(refused(format!("radius is a finite number of pixels, 0 or more, not {radius}")));
        }
        let find = || match Sight::new(&view, cursor, options) {
            Ok(_) => Ok(nearest_feature(scene, &view, cursor, radius, features, options)),
            Err(NoRay::OutsideViewport) => Ok(None),
            Err(error) => Err(error),
        };
        let found = work(py, find)?.map_err(no_ray)?;
        found.map(|found| told_of_feature(py, &found)).transpose()
    }
}

fn no_ray(error: NoRay) -> PyErr {
    match error {
        NoRay::Singular => refused("view_matrix and projection_matrix cannot be inverted".into()),
        error => refused(error.to_string()),
    }
}

fn told_of_feature(py: Python<'_>, found: &NearestFeature) -> Answer {
    let whole = |number: u32| PyInt::new(py, number).into_any();
    let (kind, number) = match found.feature {
        Feature::Vertex(corner) => ("corner", corner),
        Feature::Edge(edge) => ("edge", edge),
        Feature::Face => unreachable!("a face is no feature to snap to"),
    };
    let fields = [
        whole(found.triangle.triangle),
        PyString::new(py, kind).into_any(),
        whole(number.into()),
        found.point_world.to_array().to_vec().into_pyarray(py).into_any(),
        found.weights.to_vec().into_pyarray(py).into_any(),
        PyFloat::new(py, found.pixels).into_any(),
        whole(found.triangle.object),
    ];
    result(py, "NearestFeature", fields)
}

fn told(py: Python<'_>, details: &HitDetails) -> Answer {
    let vector = |vector: DVec3| vector.to_array().to_vec().into_pyarray(py).into_any();
    let number = |number: f64| PyFloat::new(py, number).into_any();
    let whole = |number: i64| PyInt::new(py, number).into_any();
    let fields = [
        whole(details.triangle.into()),
        vector(details.point_world),
        vector(details.normal_world),
        number(details.distance),
        number(details.u),
        number(details.v),
        whole(if details.side == Side::Front { 1 } else { -1 }),
        whole(details.object.into()),
    ];
    result(py, "Pick", fields)
}

/// Returns the planes through a convex outline in the window, as `triangles_in_frustum` takes them.
///
/// view_matrix, projection_matrix, viewport, clip, window: as for `Mesh.pick`. The planes are in the space from which
///     the view matrix leads: for a mesh with a model matrix pass `view_matrix @ model_matrix`.
/// outline: (k, 2) corners in order, x and y in pixels from the upper left of the window, as for `Mesh.pick`.
/// Returns planes of shape (k + 2, 4): rows (nx, ny, nz, d) of half-spaces nx·x + ny·y + nz·z <= d.
#[pyfunction]
#[pyo3(signature = (view_matrix, projection_matrix, viewport, outline, *, clip = "opengl", window = None))]
pub fn frustum<'py>(
    py: Python<'py>,
    view_matrix: Any<'_, 'py>,
    projection_matrix: Any<'_, 'py>,
    viewport: Any<'_, 'py>,
    outline: Any<'_, 'py>,
    clip: &str,
    window: Option<(u32, u32)>,
) -> PyResult<Bound<'py, PyArray2<f64>>> {
    let view = view(view_matrix, projection_matrix, viewport, clip, window)?;
    let height = f64::from(view.framebuffer.height);
    let corners = table::<2>("outline", outline)?.into_iter().map(|[x, y]| DVec2::new(x, height - y));
    let corners: Vec<DVec2> = corners.collect();
    let [eye_from_world, clip_from_eye] = [view.eye_from_world(), view.clip_from_eye()];
    let planes = Frustum::through_window(&corners, &eye_from_world, &clip_from_eye, view.viewport, view.clip_space());
    let planes = planes.ok_or_else(|| {
        let why = "the outline has no area, the viewport no pixel, the matrices no inverse, or a number is not finite";
        refused(format!("there is no frustum: {why}"))
    })?;
    let row = |plane: &HalfSpace| [plane.normal.x, plane.normal.y, plane.normal.z, plane.offset].to_vec();
    let rows: Vec<_> = planes.half_spaces().iter().map(row).collect();
    Ok(PyArray2::from_vec2(py, &rows)?)
}
