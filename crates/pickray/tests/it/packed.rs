//! A scene that went over to another instance of the program as bytes is the one that was packed, and no tree was
//! built for it.

use crate::allocations::largest_allocation;
use crate::*;
use pickray::accel::RayTree;
use pickray::mesh::{Node, Source};

/// Rays at each scene.
const RAYS: usize = 200;
/// At most so many triangles of a mesh are asked where they come from.
const ASKED: usize = 500;

/// Packs and unpacks, without building a tree.
fn handed_over(scene: &Scene) -> Scene {
    let bytes = scene.to_packed();
    let built = RayTree::builds();
    let unpacked = Scene::from_packed(&bytes).expect("a scene");
    assert_eq!(RayTree::builds(), built);
    unpacked
}

/// All scenes in the files of the repository, and those that lie beside it.
fn scenes() -> impl Iterator<Item = (String, Scene)> {
    let files = ["formats", "obj"].into_iter().flat_map(folders).flat_map(|folder| files_below(&folder));
    files.filter_map(|path| {
        let (scene, _) = Load::file(&path).scene().ok()?;
        Some((path.display().to_string(), scene))
    })
}

/// Which of the values are one: the index of the first like each.
fn likes<T>(values: &[T], is_like: impl Fn(&T, &T) -> bool) -> Vec<usize> {
    values.iter().map(|value| values.iter().position(|other| is_like(other, value)).expect("itself")).collect()
}

/// All nodes, from those of objects up, in the order of objects.
fn nodes(scene: &Scene) -> Vec<Node> {
    let upwards = |object: &Object| std::iter::successors(object.node.clone(), Node::parent);
    scene.objects().iter().flat_map(upwards).collect()
}

fn meshes(scene: &Scene) -> Vec<Arc<Mesh>> {
    scene.objects().iter().map(|object| object.mesh.clone()).collect()
}

/// All that a source says of a triangle.
fn told(source: &Source, triangle: u32) -> String {
    let names = (source.object(triangle), source.group(triangle), source.material(triangle));
    let place = (source.line(triangle), source.record(triangle), source.place(triangle));
    let face = (source.face(triangle), source.place_in_face(triangle), source.triangles_of_face(triangle));
    format!("{names:?} {place:?} {face:?}")
}

fn same_mesh(a: &Mesh, b: &Mesh, context: &str) {
    let bits = |mesh: &Mesh| bytemuck::cast_slice::<_, u32>(mesh.positions()).to_vec();
    assert_eq!(bits(a), bits(b), "{context}");
    assert_eq!((a.triangles(), a.bounds(), a.origin()), (b.triangles(), b.bounds(), b.origin()), "{context}");
    assert_eq!((a.colors(), a.tree_cost_ratio()), (b.colors(), b.tree_cost_ratio()), "{context}");
    let (of_a, of_b) = (a.source(), b.source());
    assert_eq!((of_a.format(), of_a.path()), (of_b.format(), of_b.path()), "{context}");
    assert!(of_a.files().eq(of_b.files()), "{context}");
    let names = |source: &Source| [source.objects(), source.groups(), source.materials()].map(<[_]>::to_vec);
    assert_eq!(names(of_a), names(of_b), "{context}");
    for triangle in (0..a.n_triangles()).step_by(a.n_triangles().div_ceil(ASKED)).map(|i| i as u32) {
        assert_eq!(told(of_a, triangle), told(of_b, triangle), "{context}");
        assert_eq!((a.diffuse(triangle), a.corner_colors(triangle)), (b.diffuse(triangle), b.corner_colors(triangle)));
    }
    let text = |source: &Source| source.face_text(0).map(|text| text.map_err(|error| error.to_string()));
    assert_eq!(text(of_a), text(of_b), "{context}");
}

/// All that is known of hits, to the last bit.
fn bits<'a>(hits: impl IntoIterator<Item = &'a Hit>) -> Vec<(TriangleId, [u64; 3], Side)> {
    hits.into_iter().map(|hit| (hit.id(), [hit.t, hit.u, hit.v].map(f64::to_bits), hit.side)).collect()
}

/// Compares what both answer to rays; returns the number of hits.
fn same_hits(a: &Scene, b: &Scene, random: &mut Rng, context: &str) -> usize {
    let size = a.bounds().size().max_element();
    let mut hits = 0;
    for _ in 0..RAYS {
        let object = &a.objects()[random.usize(0..a.objects().len())];
        let corners = object.triangle_in_world(random.usize(0..object.mesh.n_triangles()) as u32);
        let target = corners.centroid();
        let ray = Ray::between(target + size * vector(random), target);
        for culling in [Culling::None, Culling::Back, Culling::Front] {
            let [all, others] = [a, b].map(|scene| bits(&scene.all_hits(&ray, culling)));
            assert_eq!(others, all, "{context}, {ray:?}");
            let [closest, other] = [a, b].map(|scene| bits(&scene.closest_hit(&ray, culling)));
            assert_eq!((&other[..], &closest[..]), (&closest[..], &all[..all.len().min(1)]), "{context}, {ray:?}");
            hits += all.len();
        }
    }
    hits
}

fn same_scene(a: &Scene, b: &Scene, context: &str) -> usize {
    assert_eq!((a.objects().len(), a.bounds(), a.files()), (b.objects().len(), b.bounds(), b.files()), "{context}");
    let placed = |object: &Object| {
        let bits = object.world_from_object.to_cols_array().map(f64::to_bits);
        (object.name.clone(), bits, object.color, object.visible)
    };
    assert!(a.objects().iter().map(placed).eq(b.objects().iter().map(placed)), "{context}");

    let (of_a, of_b) = (nodes(a), nodes(b));
    assert!(of_a.iter().map(Node::name).eq(of_b.iter().map(Node::name)), "{context}");
    assert_eq!(likes(&of_a, Node::eq), likes(&of_b, Node::eq), "{context}");
    let (of_a, of_b) = (meshes(a), meshes(b));
    let shared = likes(&of_a, Arc::ptr_eq);
    assert_eq!(shared, likes(&of_b, Arc::ptr_eq), "{context}");
    for (i, _) in shared.iter().enumerate().filter(|&(i, first)| i == *first) {
        same_mesh(&of_a[i], &of_b[i], context);
    }
    let built = RayTree::builds();
    let hits = same_hits(a, b, &mut seeded(), context);
    assert_eq!(RayTree::builds(), built, "{context}: a tree over objects comes with the others");
    hits
}

#[test]
fn the_scene_of_every_file_is_handed_over_whole_and_builds_no_tree() {
    let (mut n, mut hits, mut of_nodes, mut shared) = (0, 0, 0, 0);
    for (file, scene) in scenes() {
        let unpacked = handed_over(&scene);
        hits += same_scene(&scene, &unpacked, &file);
        n += 1;
        of_nodes += usize::from(scene.objects().iter().any(|object| object.node.is_some()));
        shared += usize::from(scene.objects().windows(2).any(|two| Arc::ptr_eq(&two[0].mesh, &two[1].mesh)));
    }
    assert!(n > 50 && hits > n * RAYS / 2, "{hits} hits of {n} scenes");
    assert!(of_nodes > 10 && shared > 1, "{of_nodes} with nodes, {shared} that share meshes");
}

#[test]
fn duplicates_digits_far_out_and_objects_that_are_hidden_mirrored_or_flat_are_handed_over() {
    let corners = [[6_378_137.25, 0.125, 7.0], [6_378_138.5, 0.25, 7.5], [6_378_137.75, 1.125, 8.0]];
    let copies: Vec<[u32; 3]> = (0..4_000).map(|i| [[0, 1, 2], [2, 1, 0], [1, 2, 0]][i % 3]).collect();
    let mesh = Arc::new(Mesh::new(&corners, &copies).expect("a mesh"));
    assert_ne!(mesh.origin(), DVec3::ZERO);
    let mut scene: Scene = (0..9).map(|i| Object::new(format!("object {i}"), mesh.clone())).collect();
    scene.object_mut(1).visible = false;
    scene.object_mut(2).world_from_object = DMat4::from_scale(DVec3::new(-1.0, 0.5, 3.0));
    scene.object_mut(3).world_from_object = DMat4::from_scale(DVec3::new(1.0, 0.0, 1.0));
    scene.object_mut(4).color = [0.25, -0.0, 1.0];
    assert!(same_scene(&scene, &handed_over(&scene), "made here") > 4_000 * RAYS / 2);
    assert!(handed_over(&Scene::new()).objects().is_empty());
}

#[test]
fn a_mesh_that_was_handed_over_moves_as_the_original() {
    let mut original = Sample::TorusKnot.mesh().expect("a sample");
    let rest = original.positions().to_vec();
    let sway = |by: f32| rest.iter().map(|&[x, y, z]| [x + by * (3.0 * y).sin(), y, z]).collect::<Vec<_>>();
    let scene = |mesh: &Mesh| Scene::of(Object::new("knot", Arc::new(mesh.clone())));
    // Once as built, once with the ways up the tree that an update makes.
    for turn in ["before any update", "after one"] {
        let mut unpacked = Mesh::clone(&handed_over(&scene(&original)).objects()[0].mesh);
        let built = RayTree::builds();
        for mesh in [&mut original, &mut unpacked] {
            mesh.update(200, &sway(0.1)[200..260]).expect("finite");
        }
        same_scene(&scene(&original), &scene(&unpacked), turn);
        assert_eq!(RayTree::builds(), built, "{turn}");
        for mesh in [&mut original, &mut unpacked] {
            mesh.refit(&sway(0.3)).expect("finite");
            mesh.update(0, &rest[..100]).expect("finite");
        }
        same_scene(&scene(&original), &scene(&unpacked), turn);
    }
}

/// A scene of all kinds of lists, small enough to be cut off anywhere.
fn small() -> Scene {
    let obj = "o a\nusemtl m\nv 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 4 3\n\ng b\nf 1 2 3\nf 1 2 3\n";
    let (scene, _) = Load::files("a.obj", &[("a.obj", obj)]).scene().expect("a scene");
    let first = &scene.objects()[0];
    let mut scene: Scene = (0..5).map(|_| first.clone()).collect();
    scene.object_mut(4).mesh = Sample::Cube.mesh().expect("a sample").into();
    scene
}

#[test]
fn bytes_that_are_cut_off_longer_or_of_another_version_are_no_scene() {
    let bytes = small().to_packed();
    assert!(Scene::from_packed(&bytes).is_some());
    for end in 0..bytes.len() {
        assert!(Scene::from_packed(&bytes[..end]).is_none(), "{end} of {}", bytes.len());
    }
    assert!(Scene::from_packed(&[&bytes[..], &[0]].concat()).is_none());
    let version = bytes.iter().position(u8::is_ascii_digit).expect("a version");
    let mut other = bytes;
    other[version] ^= 1;
    assert!(Scene::from_packed(&other).is_none());
}

#[test]
fn changed_bytes_neither_panic_nor_take_much_memory() {
    let bytes = small().to_packed();
    let mut random = seeded();
    let mut scenes = 0;
    for flip in 0..10_000 {
        let mut changed = bytes.clone();
        for _ in 0..=flip % 3 {
            changed[random.usize(0..bytes.len())] ^= 1 << random.usize(0..8);
        }
        let largest = largest_allocation(|| scenes += u32::from(Scene::from_packed(&changed).is_some()));
        assert!(largest <= 8 * bytes.len(), "flip {flip}: {largest} bytes at once");
    }
    assert!(scenes > 1_000, "{scenes} scenes: most flips are of numbers");
}
