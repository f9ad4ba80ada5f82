//! Sphere sweeps and mesh-mesh contact on a scene.
