//! Triangles over shared vertices, without the tree that ray queries need, and checks of positions and indices.

use crate::accel::BuildError;
use crate::geometry::Aabb;
use crate::mesh::bounds::{bounds_of, bounds_of_corners, bounds_of_points};
use crate::mesh::source::FaceStarts;
use crate::mesh::{Attributes, Colors, Indices, Mesh, MeshError, Positions, Source, Textures};
use crate::mesh::{MAX_TRIANGLES, MAX_VERTICES, origin};
use crate::work::{OutOfMemory, Progress, memory, packed, threads};
use glam::DVec3;
use std::ops::Range;

/// Checked positions and triangles, and the source of each triangle in a file.
///
/// Vertices are stored as an [`origin`](Self::origin) in f64, and [`positions`](Self::positions) in f32 relative to it,
/// so that a scan in map coordinates keeps its shape. The origin is zero for a mesh that lies near zero.
///
/// Ray queries need a [`Mesh`], which [`build`](Self::build) makes from an indexed mesh. Drawing or converting
/// triangles needs only the indexed mesh, which saves the time and the memory of the tree. Methods panic where the mesh
/// lacks the triangle whose index they are given.
///
/// ```no_run
/// use pickray::Load;
///
/// let (indexed, report) = Load::file("cow.obj").indexed_mesh()?;
/// println!("{} triangles in {} s", indexed.triangles().len(), report.read_seconds);
/// let mesh = indexed.build()?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct IndexedMesh {
    pub(super) origin: DVec3,
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) bounds: Aabb,
    pub(super) source: Source,
    pub(super) colors: Colors,
    pub(super) attributes: Attributes,
    pub(super) textures: Textures,
}
packed!(struct IndexedMesh { origin, positions, triangles, bounds, source, colors, attributes, textures });

impl IndexedMesh {
    /// Returns the mesh of the triangles that `indices` form of `positions`, counter-clockwise as seen from the front.
    ///
    /// Positions in f32 are kept bit for bit, with an origin of zero. Positions in f64 that lie so far out that f32
    /// would lose their shape get an [`origin`](Self::origin), and are stored in f32 relative to it. Each coordinate is
    /// rounded by at most 2⁻²⁴ of its distance from the origin. The error is at most 10⁻⁶ of the mesh's longest side,
    /// or 10⁻⁷ if the mesh has an origin of its own. For example, it is 4·10⁻⁸ on a mesh of size 1, and a tenth of a
    /// millimetre on a scan of two kilometres. All answers are exact for the positions that are stored.
    ///
    /// For more digits, cut the mesh into parts, each an object with an origin of its own. Or call
    /// [`ray_triangle`](crate::ray_triangle()) with the original corners of the triangle hit. Stored coordinates are at
    /// least 10⁻⁴⁵ apart, over a millionth of a mesh smaller than 10⁻³⁹. A mesh that would become a point is refused.
    ///
    /// Positions that no triangle uses may be anything: NaN becomes zero, a number beyond f32 the outermost f32.
    ///
    /// # Errors
    /// [`MeshError`] when there is no triangle, positions or indices do not come in threes, an index is out of range,
    /// a position that a triangle uses is not finite, or the mesh is too small for f32.
    pub fn new<'a>(positions: impl Into<Positions<'a>>, indices: impl Into<Indices<'a>>) -> Result<Self, MeshError> {
        let positions = positions.into();
        if positions.left_over() > 0 {
            return Err(MeshError::LeftOver { count: positions.left_over(), what: "coordinates", whole: "position" });
        }
        let triangles = indices.into().triangles(positions.len())?;
        check(positions.len(), &triangles)?;
        let origin = origin_of(&positions, &triangles)?;
        let mut local = memory::filled(positions.len(), [0.0; 3])?;
        positions.copy_local(0, origin, &mut local);
        settle_unused(&mut local, &triangles).map_err(|vertex| refusal(vertex, positions.get(vertex)))?;
        let mut mesh = Self::of_finite(origin, local, triangles);
        if positions.are_f64() {
            mesh.settle_origin();
        }
        Ok(mesh)
    }

    /// Returns the mesh of these lists, which become its own, with an origin of zero.
    pub(super) fn of_lists(mut positions: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> Result<Self, MeshError> {
        check(positions.len(), &triangles)?;
        settle_unused(&mut positions, &triangles)
            .map_err(|vertex| refusal(vertex, DVec3::from(positions[vertex].map(f64::from))))?;
        Ok(Self::of_finite(DVec3::ZERO, positions, triangles))
    }

    /// Moves the mesh's origin to where it would be if the mesh were written to a file and read again.
    pub(super) fn settle_origin(&mut self) {
        (self.origin, self.bounds) = origin::settle(self.origin, &mut self.positions, self.bounds);
    }

    /// Returns the mesh of finite positions, local to `origin`, and of triangles that fit them.
    pub(super) fn of_finite(origin: DVec3, positions: Vec<[f32; 3]>, triangles: Vec<[u32; 3]>) -> Self {
        let source = Source { starts: FaceStarts::one_each(triangles.len()), ..Source::default() };
        let bounds = bounds_of(origin, &positions, &[&triangles], threads::available());
        let (colors, attributes, textures) = Default::default();
        Self { origin, positions, triangles, bounds, source, colors, attributes, textures }
    }

    /// Builds the tree over the triangles, and returns the mesh.
    ///
    /// # Errors
    /// [`OutOfMemory`] where there is not enough memory.
    pub fn build(self) -> Result<Mesh, OutOfMemory> {
        self.build_with(&Progress::default()).map_err(BuildError::uncancelled)
    }

    /// Builds the mesh as [`build`](Self::build) does, and tells `progress` how much is done.
    ///
    /// # Errors
    /// [`BuildError`] when `progress` was cancelled, or there is not enough memory.
    pub fn build_with(self, progress: &Progress) -> Result<Mesh, BuildError> {
        Mesh::over(self.into(), progress)
    }

    /// Returns the origin, in object space, to which [`positions`](Self::positions) are local.
    pub fn origin(&self) -> DVec3 {
        self.origin
    }

    /// Returns the distance, in object space, by which rounding to f32 has moved a corner of a triangle at most: 2⁻²³
    /// of the greatest coordinates relative to the [`origin`](Self::origin). A mesh made of f32 has lost nothing of
    /// it. A point that was computed on the mesh as it was given lies no farther from the mesh as it is: a ray that
    /// begins there meets it if its origin is taken back by this distance, and leaves it if moved on by as much.
    pub fn rounding(&self) -> f64 {
        let reach = (self.bounds.min - self.origin).abs().max((self.bounds.max - self.origin).abs());
        // Two roundings, as the mesh may have changed its origin; the least f32 is that of tiny meshes.
        (f64::from(f32::EPSILON) * reach.length()).max(f64::from(f32::from_bits(2)))
    }

    /// Returns the finite positions of all vertices, in use or not, in f32, relative to the [`origin`](Self::origin).
    pub fn positions(&self) -> &[[f32; 3]] {
        &self.positions
    }

    /// Returns the triangles, one or more, as indices into [`positions`](Self::positions), counter-clockwise in front.
    pub fn triangles(&self) -> &[[u32; 3]] {
        &self.triangles
    }

    /// Returns the smallest box around all triangles, in object space. Vertices that no triangle uses may lie outside.
    pub fn bounds(&self) -> Aabb {
        self.bounds
    }

    /// Returns the smallest box around the triangles whose indices are in `runs`, in object space.
    #[doc(hidden)]
    pub fn bounds_of(&self, runs: &[Range<u32>]) -> Aabb {
        let triangles = runs.iter().map(|run| &self.triangles[run.start as usize..run.end as usize]);
        let triangles: Vec<_> = triangles.collect();
        bounds_of_corners(self.origin, &self.positions, &triangles, threads::available())
    }

    /// Returns the source of the triangles: the place in a file from which each came.
    pub fn source(&self) -> &Source {
        &self.source
    }
}

/// Makes positions that no triangle uses finite. Fails with the first vertex in use that is not finite.
pub(super) fn settle_unused(positions: &mut [[f32; 3]], triangles: &[[u32; 3]]) -> Result<(), usize> {
    if are_finite(positions.as_flattened()) {
        return Ok(());
    }
    let corners = triangles.as_flattened().iter().map(|&corner| corner as usize);
    if let Some(vertex) = corners.filter(|&corner| !are_finite(&positions[corner])).min() {
        return Err(vertex);
    }
    settle(positions);
    Ok(())
}

pub(super) fn settle(positions: &mut [[f32; 3]]) {
    for x in positions.as_flattened_mut() {
        *x = if x.is_nan() { 0.0 } else { x.clamp(f32::MIN, f32::MAX) };
    }
}

pub(super) fn are_finite(numbers: &[f32]) -> bool {
    // No early exit inside a chunk, so that it vectorises.
    numbers.chunks(1024).all(|some| some.iter().fold(true, |finite, x| finite & x.is_finite()))
}

pub(super) fn refusal(vertex: usize, position: DVec3) -> MeshError {
    let (is_finite, position) = (position.is_finite(), position.to_array());
    if is_finite { MeshError::TooFar { vertex, position } } else { MeshError::NotFinite { vertex, position } }
}

/// Returns the origin for a mesh of `positions`, as far as triangles use them: zero for f32, which keep every bit.
pub(super) fn origin_of(positions: &Positions, triangles: &[[u32; 3]]) -> Result<DVec3, MeshError> {
    if !positions.are_f64() {
        return Ok(DVec3::ZERO);
    }
    let bounds = bounds_of_points(positions.len(), |vertex| positions.get(vertex), &[triangles]);
    origin::origin_that_keeps(&bounds).map_err(|unfit| match unfit.0 {
        side if unfit.is_large() => MeshError::TooLarge { side },
        side => MeshError::TooSmall { side },
    })
}

fn check(n_positions: usize, triangles: &[[u32; 3]]) -> Result<(), MeshError> {
    if triangles.is_empty() {
        return Err(MeshError::NoTriangles);
    }
    check_counts(n_positions, triangles.len())?;
    let mut corners = triangles.as_flattened().iter().enumerate();
    match corners.find(|(_, index)| **index as usize >= n_positions) {
        None => Ok(()),
        Some((corner, &index)) => {
            Err(MeshError::IndexOutOfRange { triangle: corner / 3, index, vertices: n_positions })
        }
    }
}

fn check_counts(vertices: usize, triangles: usize) -> Result<(), MeshError> {
    for (what, count, limit) in [("vertices", vertices, MAX_VERTICES), ("triangles", triangles, MAX_TRIANGLES)] {
        if count > limit {
            return Err(MeshError::TooMany { what, count, limit });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::accel::RayTree;
    use crate::mesh::Load;
    use crate::mesh::samples::Sample;

    const CORNERS: [[f32; 3]; 3] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    const MAP: DVec3 = DVec3::new(6_378_137.0, 4_500_000.0, 120.0);

    /// Returns a unit sphere about a point, in f64.
    fn sphere(center: DVec3) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
        let (positions, triangles) = Sample::Icosphere.positions_and_triangles();
        let positions = positions.iter().map(|p| (center + DVec3::from(p.map(f64::from))).to_array());
        (positions.collect(), triangles)
    }

    #[test]
    fn a_mesh_too_large_for_the_tree_is_refused() {
        assert_eq!(check_counts(3, RayTree::MAX_TRIANGLES), Ok(()));
        let error = check_counts(3, RayTree::MAX_TRIANGLES + 1).unwrap_err();
        assert_eq!(error.to_string(), "715827883 triangles are too many: a mesh has at most 715827882");
        assert!(matches!(check_counts(usize::MAX, 1), Err(MeshError::TooMany { what: "vertices", .. })));
    }

    #[test]
    fn bad_input_is_named() {
        let error = |positions: &[[f32; 3]], triangles: &[[u32; 3]]| {
            let error = IndexedMesh::new(positions, triangles).unwrap_err();
            let of_lists = IndexedMesh::of_lists(positions.to_vec(), triangles.to_vec()).unwrap_err();
            assert_eq!(error.to_string(), of_lists.to_string());
            error
        };
        assert_eq!(error(&CORNERS, &[]), MeshError::NoTriangles);
        let out_of_range = MeshError::IndexOutOfRange { triangle: 1, index: 3, vertices: 3 };
        assert_eq!(error(&CORNERS, &[[0, 1, 2], [0, 3, 1]]), out_of_range);
        let mut corners = CORNERS;
        corners[2][1] = f32::INFINITY;
        let message = error(&corners, &[[0, 1, 2]]).to_string();
        assert_eq!(message, "vertex 2 is not finite (0, inf, 0): leave it out or correct it");
        let message = IndexedMesh::new(&[0.0_f32; 10], &[[0_u32, 1, 2]]).unwrap_err().to_string();
        assert_eq!(message, "the last 1 coordinates make no whole position: give three for each");
        let far = [[1e300, 0.0, 0.0], [-1e300, 0.0, 0.0], [0.0, 1.0, 0.0]];
        let message = IndexedMesh::new(&far, Indices::IN_ORDER).unwrap_err().to_string();
        assert!(message.starts_with("vertex 0 lies too far from the middle of the mesh (1e300, 0, 0): "), "{message}");
        let tiny = CORNERS.map(|corner| corner.map(|x| 1e-50 * f64::from(x)));
        let message = IndexedMesh::new(&tiny, Indices::IN_ORDER).unwrap_err().to_string();
        assert_eq!(message, "the longest side of the mesh is 1e-50, which f32 rounds to a point: scale it up");
    }

    #[test]
    fn a_position_that_no_triangle_uses_may_be_anything() {
        let mut positions = CORNERS.to_vec();
        positions.extend([[f32::NAN, 2.0, f32::NEG_INFINITY], [f32::INFINITY, 0.0, 0.0]]);
        let mesh = IndexedMesh::new(&positions, &[[0_u32, 1, 2]]).expect("a mesh");
        assert_eq!(mesh.positions()[3..], [[0.0, 2.0, f32::MIN], [f32::MAX, 0.0, 0.0]]);
        assert_eq!(mesh.bounds(), Aabb::new(DVec3::ZERO, DVec3::new(1.0, 1.0, 0.0)));
        let (mut positions, triangles) = sphere(MAP);
        positions.extend([[f64::NAN; 3], [-1e300; 3]]);
        let mesh = IndexedMesh::new(&positions, triangles).expect("a mesh");
        assert_ne!(mesh.origin(), DVec3::ZERO);
        assert_eq!(mesh.positions()[positions.len() - 2..], [[0.0; 3], [f32::MIN; 3]]);
    }

    #[test]
    fn positions_in_f64_make_the_mesh_that_a_file_of_them_makes() {
        for center in [DVec3::ZERO, DVec3::new(-3.0, 0.25, 7.0), MAP, DVec3::new(0.0, 1e12, 0.0)] {
            let (positions, triangles) = sphere(center);
            let mut text: String = positions.iter().map(|[x, y, z]| format!("v {x} {y} {z}\n")).collect();
            text.extend(triangles.iter().map(|t| format!("f {} {} {}\n", t[0] + 1, t[1] + 1, t[2] + 1)));
            let (from_file, _) = Load::bytes("sphere.obj", text.as_bytes()).mesh().expect("a mesh");
            let mesh = Mesh::new(&positions, &triangles).expect("a mesh");
            assert_eq!((mesh.origin(), mesh.bounds()), (from_file.origin(), from_file.bounds()));
            assert_eq!((mesh.positions(), mesh.triangles()), (from_file.positions(), from_file.triangles()));
        }
    }

    #[test]
    fn positions_in_f32_stay_bit_for_bit() {
        let (positions, triangles) = Sample::Icosphere.positions_and_triangles();
        for offset in [0.0, 6e6] {
            let positions: Vec<_> = positions.iter().map(|p| p.map(|x| x + offset)).collect();
            let mesh = IndexedMesh::new(&positions, &triangles).expect("a mesh");
            assert_eq!((mesh.origin(), mesh.positions()), (DVec3::ZERO, &positions[..]));
        }
    }
}
