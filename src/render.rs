//! Pictures of a scene: drawn by OpenGL into a context that somebody else made, or ray-cast on the CPU.

pub mod context;
