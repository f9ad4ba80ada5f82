//! Tools of the window: picking, and benches, each on an algorithm of the library, with a folder and an entry below.

pub mod bounds;
pub mod box_tree;
pub mod many_bodies;
pub mod picking;
pub mod sphere;
pub mod two_meshes;
pub mod two_triangles;

use crate::app::tool::Toolbox;

impl Default for Toolbox {
    fn default() -> Self {
        Self::of_tools(vec![
            Box::<picking::Picking>::default(),
            Box::<sphere::Sphere>::default(),
            Box::<two_meshes::TwoMeshes>::default(),
            Box::<many_bodies::ManyBodies>::default(),
            Box::<two_triangles::TwoTriangles>::default(),
            Box::<bounds::Bounds>::default(),
            Box::<box_tree::BoxTree>::default(),
        ])
    }
}

#[cfg(test)]
pub(in crate::app) mod tests;
