//! Click a triangle: exact ray picking in triangle meshes.
//!
//! # Quick start
//!
//! ```
//! use pickray::glam::DVec3;
//! use pickray::{Camera, CursorPosition, FramebufferSize, Mesh, PickOptions, Scene, View, pick, pick_described};
//!
//! let mesh = Mesh::from_triangles(vec![[-1., -1., 0.], [1., -1., 0.], [0., 1., 0.]], vec![[0, 1, 2]])?;
//! let scene = Scene::of(mesh.into());
//! let camera = Camera::look_at(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO, DVec3::Y);
//! let view = View::new(camera, FramebufferSize::new(640, 480));
//!
//! let (cursor, options) = (CursorPosition::new(320.0, 240.0), PickOptions::default());
//! let hit = pick(&scene, &view, cursor, &options).expect("a triangle under the cursor");
//! assert_eq!((hit.object, hit.triangle), (0, 0));
//!
//! let details = pick_described(&scene, &view, cursor, &options).expect("a hit");
//! assert_eq!(details.normal_world, DVec3::Z);
//! # Ok::<(), pickray::mesh::MeshError>(())
//! ```
//!
//! [`View::from_matrices`] takes the matrices of another renderer, in its own [`ClipSpace`]; [`coordinates`] has a
//! table of engines. [`Scene::closest_hit`] takes a ray of your own in world space, and [`Mesh::closest_hit`] a ray in
//! the space of a mesh. [`coming_from`] shows the calls of three-mesh-bvh, Embree, parry, Open3D, trimesh and bvh
//! beside those of pickray, and [`stability`] says what later versions keep.
//!
//! # Entry points
//!
//! - a cursor and a renderer: [`View::from_matrices`] and [`pick`](mod@pick)
//! - a ray, [between two points](Ray::between) or [from an origin along a direction](Ray::from_direction):
//!   [`Mesh::closest_hit`] and [`Scene::closest_hit`], or `any_hit`, `count_hits`, `all_hits` and `visit_hits` of
//!   both; [`RayOptions`] hold culling, a range of t, a triangle to skip and a mask
//! - many rays or points: [`Mesh::closest_hits`], [`Scene::closest_hits`] and similar methods, written into your own
//!   memory
//! - a hit: object, triangle, t, u, v and side, with nothing allocated; [`describe`] tells point, normal, line of
//!   the file and the rest, as [`pick_described`] does at once
//! - vertices: [`Mesh::new`] takes arrays of points, a flat list of numbers or a vertex buffer, in f32 or f64, with
//!   indices of 32 or 16 bits or none
//! - a mesh file: [`Mesh::open`], and [`Load`] for bytes in memory, progress, or the objects of a file as a scene
//! - a mesh that moves: [`Mesh::refit`] and [`update`](Mesh::update) keep the tree,
//!   [`tree_cost_ratio`](Mesh::tree_cost_ratio) tells when a new one pays: `examples/moving_mesh.rs`
//! - thousands of objects: a [`Scene`] of objects that share meshes has a tree over the objects; it is updated as
//!   objects move, one by one or [all at once](scene::Scene::set_transforms): `examples/game_of_instances.rs`
//! - a mesh whose tree is not to be built again: [`Mesh::save`] and [`Mesh::restore`]
//! - a mesh to write to a file: [`IndexedMesh::write`](mesh::IndexedMesh::write) and
//!   [`write_meshes`](mesh::write_meshes) write OBJ, PLY, STL and, with the feature `gltf`, GLB
//! - a point: [`Mesh::contains`] and [`signed_distance`](Mesh::signed_distance) of a closed mesh, decided exactly, and
//!   [`closest_point`](Mesh::closest_point) of any
//! - other questions: triangles in a box, a sphere or a frustum; spheres that move and slide; meshes
//!   against meshes; bounding volumes; pairs among many boxes ([`BroadPhase`](accel::BroadPhase))
//! - a cursor to snap: [`nearest_feature`](pick::nearest_feature) gives the visible corner or edge nearest to it
//! - lengths and angles: [`geometry::measure`](mod@geometry::measure)
//! - points with names: [`Landmarks`](pick::Landmarks), as JSON and CSV
//! - a pick to explain, or to teach with: [`pick::explain`](mod@pick::explain)
//! - no operating system: all of the library works on `wasm32-unknown-unknown`; `scripts/wasm` runs it under node
//! - OpenGL of your own: the crate `pickray-render` draws into your context, in a browser too (WebGL 2), or into a
//!   context that it creates
//!
//! # How a pick works
//!
//! A cursor position in physical pixels becomes window coordinates ([`math`]), which are unprojected at depth 0 and at
//! depth 1 into a [`Ray`] of two points; the ray is transformed to the space of each object of a [`scene`]; the tree of
//! the object's [`mesh`] ([`accel`]) finds the triangles that the ray meets ([`intersect`]); the closest triangle is
//! the answer of [`pick`](mod@pick).
//!
//! # Layers
//!
//! A module uses only modules before it.
//!
//! | module | holds |
//! |---|---|
//! | [`work`] | progress, threads, memory, translatable messages |
//! | [`math`] | spaces and viewports, clip spaces, `project` and `unproject`, exact predicates |
//! | [`geometry`] | rays, triangles, boxes, spheres, closest points |
//! | [`intersect`] | one function for each pair of shapes |
//! | [`accel`] | the ray tree, the tree of boxes, sweep-and-prune |
//! | [`mesh`] | the indexed mesh with its tree, the readers of OBJ, OFF, PLY, STL and glTF, the writers, samples |
//! | [`scene`] | objects with transforms, cameras and views |
//! | [`pick`](mod@pick) | screen or ray to hit, its details and its trace |
//! | [`study`] | all inputs of a pick and the questions asked about it; saved picks |
//! | [`collide`] | sphere sweeps, slides and contact |
//!
//! # Features
//!
//! | feature | adds |
//! |---|---|
//! | `parallel` | reading, building and batches over all cores, or as many as [`with_threads`] says |
//! | `gltf` | files of glTF and GLB: [`Load`] and [`Mesh::open`] take them |
//! | `draco` | those that Draco compresses, and `gltf`; without it they are refused by name |
//! | `images` | pixels of textures: PNG and JPEG are decoded |
//! | `landmark-files` | files of [`Landmarks`](pick::Landmarks): JSON, CSV and MeshLab's picked points (`.pp`) |
//!
//! All vectors and matrices are those of [`glam`], in f64; arrays become vectors by `into()` and matrices by
//! [`matrix_from_columns`](math::matrix_from_columns).

#![cfg_attr(docsrs, feature(doc_cfg))]

pub use glam;

pub mod work;

pub mod math;

pub mod geometry;

pub mod intersect;

pub mod accel;

pub mod mesh;

pub mod scene;

pub mod pick;

pub mod study;

pub mod collide;

pub use accel::RayOptions;
pub use geometry::{Aabb, Ray, Triangle};
pub use intersect::{Culling, Side, ray_triangle};
pub use math::{
    ClipSpace, CursorPosition, FramebufferSize, PickRay, Viewport, pick_ray, pick_ray_in, project, unproject,
};
pub use mesh::{Load, Mesh, MeshHit};
pub use pick::{Hit, HitDetails, PickOptions, TriangleId, describe, pick, pick_all, pick_described};
pub use scene::{Camera, Object, Scene, View};
pub use work::with_threads;

/// Returns every sentence and word that the library can show, with sample arguments, for tests of their translations.
#[doc(hidden)]
pub fn every_sentence() -> Vec<Box<dyn work::said::Said>> {
    use mesh::{InFile, LineTextError, LoadError, Place, WriteError, problem};
    use pick::explain::{CodeComment, Miss, OutlinePart, Words, sentence};
    [
        work::memory::Missing::every(),
        work::Limit::every(),
        problem::Problem::every(),
        problem::Advice::every(),
        problem::Kind::every(),
        problem::Word::every(),
        problem::Need::every(),
        LoadError::every(),
        InFile::every(),
        LineTextError::every(),
        WriteError::every(),
        Place::every(),
        scene::PlaneError::every(),
        pick::NoRay::every(),
        pick::Unpickable::every(),
        pick::AreaError::every(),
        pick::SelectionError::every(),
        pick::LandmarkError::every(),
        Miss::every(),
        CodeComment::every(),
        Words::every(),
        sentence::Why::every(),
        sentence::Named::every(),
        math::PixelSample::every(),
        sentence::Pixels::every(),
        sentence::Way::every(),
        OutlinePart::every(),
        study::ChangeError::every(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// The examples of both READMEs run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme(#[doc = include_str!("../../../README.md")] ());

#[cfg(any(doc, doctest))]
#[doc = include_str!("../../../docs/coming-from.md")]
pub mod coming_from {}

#[cfg(doc)]
#[doc = include_str!("../../../docs/coordinates.md")]
pub mod coordinates {}

#[cfg(doc)]
#[doc = include_str!("../../../docs/stability.md")]
pub mod stability {}
