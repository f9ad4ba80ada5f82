//! Random numbers and renderers for tests.

// What most tests of pictures name: they begin with all that is here.
pub(crate) use crate::{Frame, Style};
pub(crate) use glam::DVec3;
pub(crate) use pickray::math::{CursorPosition, FramebufferSize};
pub(crate) use pickray::mesh::Mesh;
pub(crate) use pickray::pick::Selection;
pub(crate) use pickray::scene::{Camera, Object, Scene, UpAxis, View};

#[cfg(feature = "offscreen")]
pub(crate) use crate::{FrameStats, Image, Shading, Theme, context::OffscreenContext, offscreen::Offscreen};
#[cfg(feature = "offscreen")]
pub(crate) use pickray::{mesh::Load, mesh::samples::Sample, pick::TriangleId, scene::Projection};

/// Returns random numbers of a new seed, which is printed.
pub(crate) fn seeded() -> fastrand::Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::Rng::with_seed(seed)
}

/// Returns an OBJ file's mesh, with a colour a vertex, by their numbers, and materials that its triangles have in turn.
#[cfg(feature = "offscreen")]
pub(crate) fn painted(
    corners: &[[f32; 3]],
    triangles: &[[u32; 3]],
    n_materials: usize,
    mut color: impl FnMut(usize) -> [f32; 3],
) -> Mesh {
    let mut text = String::new();
    for (index, [x, y, z]) in corners.iter().enumerate() {
        let [red, green, blue] = color(index);
        text += &format!("v {x} {y} {z} {red} {green} {blue}\n");
    }
    for (index, [a, b, c]) in triangles.iter().enumerate() {
        text += &format!("usemtl m{}\nf {} {} {}\n", index % n_materials, a + 1, b + 1, c + 1);
    }
    Load::bytes("painted.obj", text.as_bytes()).mesh().expect("a mesh").0
}

#[cfg(feature = "offscreen")]
pub(crate) fn context() -> OffscreenContext {
    OffscreenContext::new().unwrap_or_else(|error| panic!("{error}"))
}

#[cfg(feature = "offscreen")]
pub(crate) fn offscreen() -> Offscreen {
    offscreen_on(OffscreenContext::new)
}

/// Returns the number of pixels of which a channel differs by more than 3 steps, as two drivers may round.
#[cfg(feature = "offscreen")]
pub(crate) fn n_differing(a: &Image, b: &Image) -> usize {
    let differ = |(a, b): &(&[u8; 4], &[u8; 4])| (0..4).any(|k| 3 < a[k].abs_diff(b[k]));
    a.pixels.iter().zip(&b.pixels).filter(differ).count()
}

/// Returns a renderer on a context that is made like this; its context is the one that is current.
#[cfg(feature = "offscreen")]
pub(crate) fn offscreen_on(make: impl FnOnce() -> Result<OffscreenContext, crate::context::ContextError>) -> Offscreen {
    let context = make().unwrap_or_else(|error| panic!("{error}"));
    Offscreen::on(context).unwrap_or_else(|error| panic!("{error}"))
}
