//! Behaviour through the public face: one binary, one module a subject.

mod data;
mod float_rays;
mod layers;
mod navigation;
mod picking;
mod rational;
mod ray_tree;
mod ray_triangle;
mod slide;
mod swept_sphere_triangle;
