//! Trees over triangles and sweep-and-prune; knows no meshes, files or scenes.
