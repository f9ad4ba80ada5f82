//! Contact of two meshes: the pairs of triangles that meet, and the curves along which the meshes cut each other.
//!
//! Based on: Guigue and Devillers for the intersection of two triangles. The pairs are found with the leafless tree
//! (`accel::AabbTree`).

mod curves;

pub use curves::Curve;

use crate::accel::{AabbTree, PairCounts, PairFinder};
use crate::geometry::Triangle;
use crate::intersect::{TriangleIntersection, featured_intersection};
use crate::mesh::Mesh;
use crate::scene::{Object, Scene};
use crate::work::{Cancelled, Progress, packed, uncancelled};
use curves::Joiner;
use glam::{DAffine3, DMat3, DMat4, DVec3};
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Mesh prepared for contact tests with other meshes and with itself: its tree is built once.
#[derive(Clone, Debug)]
pub struct ContactMesh {
    mesh: Arc<Mesh>,
    made: MadeReady,
}

packed!(struct ContactMesh { mesh, made });

/// Parts of a [`ContactMesh`] that are computed from its mesh: the tree and the welded vertices.
#[derive(Clone, Debug)]
pub struct MadeReady {
    tree: AabbTree,
    /// For each vertex, the index of the first vertex at the same position, so that curves continue across seams.
    welded: Vec<u32>,
}

packed!(struct MadeReady { tree, welded });

impl ContactMesh {
    /// Makes a mesh ready for contact tests: builds the tree over it.
    pub fn new(mesh: Arc<Mesh>) -> Self {
        let made = uncancelled(|progress| Self::made_for(&mesh, progress));
        Self { mesh, made }
    }

    /// Returns the tree and the welded vertices of `mesh`, which [`of`](Self::of) takes.
    ///
    /// # Errors
    /// [`Cancelled`] when `progress` was cancelled meanwhile.
    #[doc(hidden)]
    pub fn made_for(mesh: &Mesh, progress: &Progress) -> Result<MadeReady, Cancelled> {
        let tree = AabbTree::build_with(mesh.positions(), mesh.triangles(), progress)?;
        let mut first = HashMap::with_capacity(mesh.n_vertices());
        // Adding zero makes -0 the 0 that it equals.
        let place = |position: &[f32; 3]| position.map(|x| (x + 0.0).to_bits());
        let welded =
            (0u32..).zip(mesh.positions()).map(|(i, position)| *first.entry(place(position)).or_insert(i)).collect();
        Ok(MadeReady { tree, welded })
    }

    /// Returns `mesh` prepared for contact tests, with the tree and the welded vertices that
    /// [`made_for`](Self::made_for) computed for it.
    #[doc(hidden)]
    pub fn of(mesh: Arc<Mesh>, made: MadeReady) -> Self {
        Self { mesh, made }
    }

    /// Returns the mesh.
    pub fn mesh(&self) -> &Arc<Mesh> {
        &self.mesh
    }

    /// Returns the tree of the mesh; its coordinates are relative to the mesh's origin.
    pub fn tree(&self) -> &AabbTree {
        &self.made.tree
    }

    /// Returns the pairs of triangles of the mesh that share more than common corners or a common edge, and counts of
    /// the tests made. Pairs are in ascending order, each with its lower triangle index first.
    pub fn self_contacts(&self) -> (Vec<[u32; 2]>, PairCounts) {
        let mut pairs = Vec::new();
        let counts = self.made.tree.own_pairs(|i, j| pairs.push([i, j]));
        pairs.sort_unstable();
        (pairs, counts)
    }

    /// Returns one of the pairs of [`self_contacts`](Self::self_contacts), the same one every time, and counts of the
    /// tests made. The pair is `None` if the mesh does not cut itself. The search ends with the first pair found.
    pub fn first_self_contact(&self) -> (Option<[u32; 2]>, PairCounts) {
        let (pair, counts) = self.made.tree.first_own_pair();
        (pair.map(<[u32; 2]>::from), counts)
    }

    /// Returns the contact of the mesh with itself: the pairs of [`self_contacts`](Self::self_contacts), and the curves
    /// and points that the triangles of the pairs share. Positions are in the mesh's own space.
    pub fn self_contact(&self) -> MeshContact {
        let (pairs, counts) = self.self_contacts();
        let equal = self.equal_among(pairs.iter().flatten());
        let mut seen_with_its_equal = HashSet::new();
        let mut joiner = Joiner::of_one_mesh();
        for &[i, j] in &pairs {
            // Equal triangles have the same intersection with another, and among themselves: compute each once.
            let (p, q) = (equal.lowest(i), equal.lowest(j));
            if (p, q) != (i, j) && !(p == q && seen_with_its_equal.insert(p)) {
                continue;
            }
            if let Some(shared) = featured_intersection(&self.mesh.local_triangle(i), &self.mesh.local_triangle(j)) {
                joiner.add(shared, (i, self.welded_corners(i)), (j, self.welded_corners(j)));
            }
        }
        let (curves, flat, points) = joiner.finish(|point| point + self.mesh.origin());
        MeshContact { pairs, curves, flat, points, counts }
    }

    fn equal_among<'a>(&self, triangles: impl Iterator<Item = &'a u32>) -> Equal {
        Equal::among(self.mesh.n_triangles(), triangles.copied(), |triangle| self.welded_corners(triangle))
    }

    fn welded_corners(&self, triangle: u32) -> [u32; 3] {
        self.mesh.triangles()[triangle as usize].map(|vertex| self.made.welded[vertex as usize])
    }
}

/// Contact of two meshes: all that they share, in world space; or of one mesh with itself, in its own space.
///
/// Triangles of one mesh with the same three corners are each listed in `pairs`; their common intersection with another
/// triangle is listed once in the other fields.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeshContact {
    /// Pairs of triangle indices in ascending order. Of two meshes: a triangle of the first and one of the second that
    /// share a point. Of one mesh: two triangles that share more than common corners or a common edge.
    pub pairs: Vec<[u32; 2]>,
    /// Curves along which the meshes cut each other, joined from the segments that pairs of triangles share.
    pub curves: Vec<Curve>,
    /// Intersections of pairs of triangles that are coplanar, or one of which has no area: polygons, segments, points.
    pub flat: Vec<TriangleIntersection>,
    /// Points at which pairs of triangles touch and that lie on no curve.
    pub points: Vec<DVec3>,
    /// Counts of the tests that finding the pairs took.
    pub counts: PairCounts,
}

packed!(struct MeshContact { pairs, curves, flat, points, counts });

/// Returns the map from the second mesh's space into the first's; `None` without an inverse, or for places beyond 2²⁵⁰.
fn local_from_local(a: &ContactMesh, world_from_a: &DMat4, b: &ContactMesh, world_from_b: &DMat4) -> Option<DAffine3> {
    let placed = |mesh: &ContactMesh, transform: &DMat4| Object::new("", mesh.mesh.clone()).with_transform(*transform);
    let a_from_world = placed(a, world_from_a).object_from_world()?;
    placed(b, world_from_b).object_from_world()?;
    // With equal transforms, the map between the meshes is exactly the identity.
    let object_from_object = if world_from_a == world_from_b { DMat4::IDENTITY } else { a_from_world * *world_from_b };
    if placed(b, &object_from_object).bounds().is_empty() {
        return None;
    }
    let linear = DMat3::from_mat4(object_from_object);
    let shift = linear * b.mesh.origin() - a.mesh.origin() + object_from_object.w_axis.truncate();
    Some(DAffine3::from_mat3_translation(linear, shift))
}

/// Returns the indices, in ascending order, of the visible objects of a scene that a mesh may meet: all of which the
/// mesh shares a point with a triangle, as [`contact`] and [`first_contact`] of the mesh and then the object decide it,
/// and few others. Of each object whose transform is invertible the scene's tree knows a box; where the scene has no
/// tree yet, it is built.
///
/// ```
/// use pickray::accel::PairFinder;
/// use pickray::collide::{ContactMesh, contact_candidates, first_contact};
/// use pickray::glam::{DMat4, DVec3};
/// use pickray::{Object, Scene, mesh::samples::Sample};
/// use std::sync::Arc;
///
/// let cube = Arc::new(Sample::Cube.mesh()?);
/// let at = |x: f64| DMat4::from_translation(x * DVec3::X);
/// let scene: Scene = (0..100).map(|i| Object::from(cube.clone()).with_transform(at(4.0 * f64::from(i)))).collect();
/// let (ready, mut finder) = (ContactMesh::new(cube), PairFinder::new());
/// let mut candidates = contact_candidates(&scene, (&ready, &at(9.0)));
/// candidates.retain(|&index| {
///     let other = (&ready, &scene.objects()[index as usize].world_from_object);
///     first_contact(&mut finder, (&ready, &at(9.0)), other).is_some_and(|(pair, _)| pair.is_some())
/// });
/// assert_eq!(candidates, [2]);
/// # Ok::<(), pickray::mesh::LoadError>(())
/// ```
pub fn contact_candidates(scene: &Scene, (mesh, world_from_mesh): (&ContactMesh, &DMat4)) -> Vec<u32> {
    let object = Object::new("", mesh.mesh.clone()).with_transform(*world_from_mesh);
    let mut candidates = Vec::new();
    match scene.tree() {
        Some(tree) => tree.beside(&object, |index| candidates.push(index)),
        None => {
            candidates.extend((0..).zip(scene.objects()).filter(|(_, other)| other.visible).map(|(index, _)| index))
        }
    }
    candidates.sort_unstable();
    candidates
}

/// Returns a pair of triangles that share a point, the same pair every time, and counts of the tests made. The pair
/// holds the index of a triangle of the first mesh, then of one of the second; it is `None` if the meshes do not meet.
/// The function returns `None` if a transform is not affine and invertible, or takes a mesh to coordinates beyond 2²⁵⁰
/// in the world or in the other mesh's space.
///
/// Decisions are exact in this sense: the second mesh's vertices are taken into the first's space in f64, rounded once,
/// and nothing after that is rounded. Touching counts.
pub fn first_contact(
    finder: &mut PairFinder,
    (a, world_from_a): (&ContactMesh, &DMat4),
    (b, world_from_b): (&ContactMesh, &DMat4),
) -> Option<(Option<[u32; 2]>, PairCounts)> {
    let a_from_b = local_from_local(a, world_from_a, b, world_from_b)?;
    let (pair, counts) = finder.first(a.tree(), b.tree(), &a_from_b);
    Some((pair.map(<[u32; 2]>::from), counts))
}

/// Returns the contact of two meshes, in world space: the pairs of triangles that share a point, and the curves and
/// points that the meshes share. `None` if a transform is not affine and invertible, or takes a mesh to coordinates
/// beyond 2²⁵⁰ in the world or in the other mesh's space. Decisions are exact as in [`first_contact`].
pub fn contact(
    finder: &mut PairFinder,
    (a, world_from_a): (&ContactMesh, &DMat4),
    (b, world_from_b): (&ContactMesh, &DMat4),
) -> Option<MeshContact> {
    let a_from_b = local_from_local(a, world_from_a, b, world_from_b)?;
    let mut contact = MeshContact::default();
    contact.counts = finder.all(a.tree(), b.tree(), &a_from_b, |i, j| contact.pairs.push([i, j]));
    contact.pairs.sort_unstable();
    let equal_in_a = a.equal_among(contact.pairs.iter().map(|[i, _]| i));
    let equal_in_b = b.equal_among(contact.pairs.iter().map(|[_, j]| j));
    let mut joiner = Joiner::default();
    for &[i, j] in &contact.pairs {
        if (equal_in_a.lowest(i), equal_in_b.lowest(j)) != (i, j) {
            continue;
        }
        let (p, q) = (a.mesh.local_triangle(i), moved_triangle(&a_from_b, b.mesh.local_triangle(j)));
        if let Some(shared) = featured_intersection(&p, &q) {
            joiner.add(shared, (i, a.welded_corners(i)), (j, b.welded_corners(j)));
        }
    }
    let to_world = |point: DVec3| world_from_a.transform_point3(point + a.mesh.origin());
    (contact.curves, contact.flat, contact.points) = joiner.finish(to_world);
    Some(contact)
}

/// Returns a triangle moved by a map, as the pair finder moves it.
fn moved_triangle(map: &DAffine3, triangle: Triangle) -> Triangle {
    let [a, b, c] = triangle.corners().map(|corner| crate::accel::moved_point(map, corner));
    Triangle::new(a, b, c)
}

/// Map from each triangle to the one of lowest index with the same three corners, which is tested for all.
struct Equal {
    /// Lowest index of a triangle with the same corners; triangles that have it themselves are left out.
    lowest: HashMap<u32, u32>,
}

impl Equal {
    /// Finds triangles with the same corners among `triangles`, the indices of some triangles of a mesh that has
    /// `count` of them. `corners` returns the vertices of a triangle, the same vertex for equal positions.
    fn among(count: usize, triangles: impl Iterator<Item = u32>, corners: impl Fn(u32) -> [u32; 3]) -> Self {
        let mut by_corners = Vec::new();
        let mut seen = vec![0u64; count.div_ceil(64)];
        for triangle in triangles {
            let (word, bit) = (&mut seen[triangle as usize / 64], 1 << (triangle % 64));
            if *word & bit == 0 {
                *word |= bit;
                let mut corners = corners(triangle);
                corners.sort_unstable();
                by_corners.push((corners, triangle));
            }
        }
        by_corners.sort_unstable();
        let same = by_corners.chunk_by(|(p, _), (q, _)| p == q);
        let lowest = same.flat_map(|same| same[1..].iter().map(|&(_, triangle)| (triangle, same[0].1))).collect();
        Self { lowest }
    }

    /// Returns the lowest index of a triangle with the same corners as `triangle`, which may be `triangle` itself.
    fn lowest(&self, triangle: u32) -> u32 {
        if self.lowest.is_empty() { triangle } else { *self.lowest.get(&triangle).unwrap_or(&triangle) }
    }
}
