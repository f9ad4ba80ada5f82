//! Indexed triangle meshes in object space, with their tree and where each triangle came from.
