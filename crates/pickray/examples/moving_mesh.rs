//! A mesh that walks: its vertices come anew each frame and are picked at once, and a fresh tree is built beside the
//! frames once the old one has worn out.
//!
//!     cargo run --release -p pickray --example moving_mesh

use pickray::mesh::samples::Sample;
use pickray::mesh::{IndexedMesh, MeshError};
use pickray::work::OutOfMemory;
use pickray::{Camera, CursorPosition, FramebufferSize, Mesh, Object, PickOptions, Scene, View, pick};
use std::error::Error;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

const FRAMES: u32 = 60;

/// A fresh tree pays where rays take about so many times as long as in one.
const WORN: f64 = 1.3;

/// The vertices in a frame: they go on along x, and are twisted a little more each time.
fn walk(rest: &[[f32; 3]], frame: u32) -> Vec<[f32; 3]> {
    let time = 0.05 * frame as f32;
    let step = |&[x, y, z]: &[f32; 3]| {
        let (sin, cos) = (time * y).sin_cos();
        [cos * x - sin * z + time, y, sin * x + cos * z]
    };
    rest.iter().map(step).collect()
}

/// Has a thread build a tree when the mesh's has worn out, and takes it when it is there. Returns whether it did.
fn renew(mesh: &mut Mesh, worker: &mut Option<JoinHandle<Result<Mesh, OutOfMemory>>>) -> Result<bool, MeshError> {
    let ratio = mesh.tree_cost_ratio();
    if worker.is_none() && WORN < ratio {
        let copy = IndexedMesh::clone(mesh);
        *worker = Some(thread::spawn(|| copy.build()));
    }
    let Some(done) = worker.take_if(|worker| worker.is_finished()) else { return Ok(false) };

    // Frames went on while it was built: the swap fits it to where the vertices are now.
    mesh.swap_tree(done.join().expect("a tree is built without a panic")?)?;
    assert!(mesh.tree_cost_ratio() < ratio);
    Ok(true)
}

/// Walks until a frame after the last one has a fresh tree, and compares each pick with that in a mesh made for the
/// frame.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mesh = Sample::Teapot.mesh()?;
    let (rest, triangles) = (mesh.positions().to_vec(), mesh.triangles().to_vec());
    let mut scene = Scene::of(Object::new("walker", mesh.into()));
    let (cursor, options) = (CursorPosition::new(300.0, 210.0), PickOptions::default());
    let (mut worker, mut swaps) = (None, 0);
    for frame in 0.. {
        let positions = walk(&rest, frame.min(FRAMES));
        {
            // A guard: the scene hears of the new bounds when it is dropped.
            let mut object = scene.object_mut(0);
            let mesh = Arc::get_mut(&mut object.mesh).ok_or("somebody else holds the mesh")?;
            mesh.refit(&positions)?;
            swaps += usize::from(renew(mesh, &mut worker)?);
        }

        let view = View::new(Camera::framing(&scene.bounds(), 1.5, scene.up_axis()), FramebufferSize::new(600, 400));
        let hit = pick(&scene, &view, cursor, &options).ok_or("nothing is there")?;
        let fresh = Mesh::from_triangles(positions, triangles.clone())?;
        assert_eq!(pick(&Scene::of(Object::new("fresh", fresh.into())), &view, cursor, &options), Some(hit));
        if frame % 10 == 0 {
            let ratio = scene.objects()[0].mesh.tree_cost_ratio();
            println!("frame {frame}: triangle {}, rays take about {ratio:.2} times as long", hit.triangle);
        }
        if FRAMES < frame && worker.is_none() {
            break;
        }
    }
    println!("{swaps} trees were built beside the frames");
    assert!(0 < swaps);
    Ok(())
}
