//! What allocates nothing, or little: counted by the allocator of this binary, on the thread that asks.

#![expect(unsafe_code, reason = "an allocator is unsafe")]

use crate::*;
use pickray::pick::pick;
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::hint::black_box;

/// The system's allocator, which counts how often each thread asks it, and keeps the most bytes that it asked for.
struct Counting;

thread_local! {
    static COUNT: Cell<u64> = const { Cell::new(0) };
    static LARGEST: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: all is done by the system's allocator; the count neither allocates nor has a destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        LARGEST.set(LARGEST.get().max(layout.size()));
        // SAFETY: what the caller promises is passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: it was allocated by the system's allocator.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// How often this thread allocates while `work` runs.
fn allocations<T>(work: impl FnOnce() -> T) -> u64 {
    let before = COUNT.get();
    black_box(work());
    COUNT.get() - before
}

/// The most bytes that this thread allocates at once while `work` runs.
pub fn largest_allocation<T>(work: impl FnOnce() -> T) -> usize {
    LARGEST.set(0);
    black_box(work());
    LARGEST.get()
}

#[test]
fn a_pick_allocates_nothing() {
    let mesh = Sample::TorusKnot.mesh().expect("a sample");
    let knot = Object::new("knot", mesh.into());
    let mirrored = knot.clone().with_transform(DMat4::from_scale(DVec3::new(-1.0, 1.0, 1.1)));
    let scene = Scene::from(vec![knot, mirrored]);
    let framebuffer = FramebufferSize::new(40, 30);
    let by_camera = View::new(Camera::framing(&scene.bounds(), 4.0 / 3.0, scene.up_axis()), framebuffer);
    let by_matrices = View::from_matrices(
        by_camera.eye_from_world(),
        by_camera.clip_from_eye(),
        by_camera.clip_space(),
        by_camera.viewport,
        framebuffer,
    );
    let mut hits = 0;
    for culling in [Culling::None, Culling::Back, Culling::Front] {
        let options = PickOptions { culling, ..PickOptions::default() };
        for (x, y) in (0..40).flat_map(|x| (0..30).map(move |y| (x, y))) {
            let cursor = CursorPosition::new(f64::from(x), f64::from(y));
            for view in [by_camera, by_matrices] {
                assert_eq!(allocations(|| pick(&scene, &view, cursor, &options)), 0, "{cursor:?}");
            }
            hits += u32::from(pick(&scene, &by_camera, cursor, &options).is_some());
        }
        let ray = by_camera.ray(DVec2::new(20.0, 15.0)).expect("a ray").into();
        assert_eq!(allocations(|| (scene.closest_hit(&ray, &options), scene.any_hit(&ray, &options))), 0);
    }
    assert!(hits > 200, "only {hits} hits: the test aims badly");
}

#[test]
fn a_refit_and_all_updates_but_the_first_allocate_nothing() {
    let mut mesh = Sample::TorusKnot.mesh().expect("a sample");
    let rest = mesh.positions().to_vec();
    let moved: Vec<_> = rest.iter().map(|&[x, y, z]| [x + 0.1 * y.sin(), y, z]).collect();
    let in_f64: Vec<_> = moved.iter().map(|p| p.map(f64::from)).collect();
    assert_eq!(allocations(|| mesh.refit(&moved).expect("finite")), 0);
    assert_eq!(allocations(|| mesh.refit(&in_f64).expect("finite")), 0);
    mesh.update(100, &rest[100..200]).expect("finite");
    assert_eq!(allocations(|| mesh.update(150, &rest[150..400]).expect("finite")), 0);
}

#[test]
fn a_small_mesh_is_built_and_read_without_asking_the_system_what_memory_there_is() {
    let corners = || vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let text = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    let build = || Mesh::from_triangles(corners(), vec![[0, 1, 2]]).expect("a mesh");
    let read = || Load::bytes("t.obj", text).mesh().expect("a mesh");
    // What is asked once is asked now.
    build();
    // The system's answers are some ten files, each in several strings.
    let (built, read) = (allocations(build), allocations(read));
    assert!(built <= 40 && read <= 80, "{built} allocations to build, {read} to read");
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| vec![1_u8; 100]), 1);
    assert_eq!(largest_allocation(|| [vec![1_u8; 100], vec![1_u8; 10]]), 100);
}
