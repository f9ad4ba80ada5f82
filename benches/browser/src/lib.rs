//! A mesh that a page builds and picks in, through this module's memory.
#![cfg(target_arch = "wasm32")]

use pickray::glam::DVec3;
use pickray::{Culling, Mesh, Ray};
use std::cell::RefCell;

#[derive(Default)]
struct State {
    positions: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    mesh: Option<Mesh>,
    /// Origin and direction of each ray of a batch, and the triangles that they hit.
    rays: Vec<[f64; 6]>,
    hits: Vec<u32>,
    /// Of the last hit.
    values: [f64; 3],
}

thread_local! {
    static STATE: RefCell<State> = RefCell::default();
}

/// What a ray that misses hits.
const MISS: u32 = u32::MAX;

/// Makes room for a mesh's vertices, three f32 each, and returns where they are to be written.
#[unsafe(no_mangle)]
pub extern "C" fn positions(count: usize) -> *mut [f32; 3] {
    STATE.with_borrow_mut(|state| {
        state.mesh = None;
        state.positions = vec![[0.0; 3]; count];
        state.positions.as_mut_ptr()
    })
}

/// Likewise its triangles, three indices each.
#[unsafe(no_mangle)]
pub extern "C" fn triangles(count: usize) -> *mut [u32; 3] {
    STATE.with_borrow_mut(|state| {
        state.triangles = vec![[0; 3]; count];
        state.triangles.as_mut_ptr()
    })
}

/// Makes a mesh of what was written, and returns whether it is one.
#[unsafe(no_mangle)]
pub extern "C" fn build() -> bool {
    STATE.with_borrow_mut(|state| {
        let mesh = Mesh::from_triangles(std::mem::take(&mut state.positions), std::mem::take(&mut state.triangles));
        state.mesh = mesh.ok();
        state.mesh.is_some()
    })
}

/// Returns the triangle that a ray hits first; its t, u and v lie where [`values`] says.
#[unsafe(no_mangle)]
pub extern "C" fn pick(ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64) -> u32 {
    STATE.with_borrow_mut(|state| {
        let mesh = state.mesh.as_ref().expect("a mesh was built");
        let ray = Ray::from_direction(DVec3::new(ox, oy, oz), DVec3::new(dx, dy, dz));
        match ray.and_then(|ray| mesh.closest_hit(&ray, Culling::None)) {
            Some(hit) => {
                state.values = [hit.t, hit.u, hit.v];
                hit.triangle
            }
            None => MISS,
        }
    })
}

/// Returns where t, u and v of the last hit are.
#[unsafe(no_mangle)]
pub extern "C" fn values() -> *const [f64; 3] {
    STATE.with_borrow(|state| &raw const state.values)
}

/// Makes room for the rays of a batch, six f64 each, and returns where they are to be written.
#[unsafe(no_mangle)]
pub extern "C" fn rays(count: usize) -> *mut [f64; 6] {
    STATE.with_borrow_mut(|state| {
        state.rays = vec![[0.0; 6]; count];
        state.hits = vec![MISS; count];
        state.rays.as_mut_ptr()
    })
}

/// Picks with all of them, and returns where the triangle of each is.
#[unsafe(no_mangle)]
pub extern "C" fn pick_all() -> *const u32 {
    STATE.with_borrow_mut(|state| {
        let mesh = state.mesh.as_ref().expect("a mesh was built");
        for ([ox, oy, oz, dx, dy, dz], triangle) in state.rays.iter().zip(&mut state.hits) {
            let ray = Ray::from_direction(DVec3::new(*ox, *oy, *oz), DVec3::new(*dx, *dy, *dz));
            let hit = ray.and_then(|ray| mesh.closest_hit(&ray, Culling::None));
            *triangle = hit.map_or(MISS, |hit| hit.triangle);
        }
        state.hits.as_ptr()
    })
}
