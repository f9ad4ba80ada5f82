//! Shapes and their own measures; a pair of shapes is the business of [`crate::intersect`].

mod aabb;
mod obb;
mod ray;
mod sphere;
mod triangle;

pub use aabb::Aabb;
pub use obb::Obb;
pub use ray::Ray;
pub use sphere::Sphere;
pub use triangle::Triangle;
