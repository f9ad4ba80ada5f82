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
pub(crate) use pickray::{mesh::samples::Sample, pick::TriangleId, scene::Projection};

/// Returns random numbers of a new seed, which is printed.
pub(crate) fn seeded() -> fastrand::Rng {
    let seed = fastrand::u64(..);
    println!("seed {seed}");
    fastrand::Rng::with_seed(seed)
}

#[cfg(feature = "offscreen")]
pub(crate) fn offscreen() -> Offscreen {
    offscreen_on(OffscreenContext::new)
}

/// Returns a renderer on a context that is made like this; its context is the one that is current.
#[cfg(feature = "offscreen")]
pub(crate) fn offscreen_on(make: impl FnOnce() -> Result<OffscreenContext, crate::context::ContextError>) -> Offscreen {
    let context = make().unwrap_or_else(|error| panic!("{error}"));
    Offscreen::on(context).unwrap_or_else(|error| panic!("{error}"))
}
