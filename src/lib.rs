//! Click a triangle: exact ray picking in triangle meshes.
//!
//! The way of a pick: a cursor position in physical pixels becomes window coordinates ([`math`]), which are unprojected at
//! depth 0 and at depth 1 into a [`geometry::Ray`] of two points; the ray is taken into the space of each object of a
//! [`scene`], walks the tree of its [`mesh`] ([`accel`]) and meets triangles there ([`intersect`]); the closest one is the
//! [`pick`]'s answer.

pub mod math;

pub mod geometry;

pub mod intersect;

pub mod accel;

pub mod mesh;

pub mod scene;

pub mod pick;

pub mod collide;

#[cfg(feature = "lesson")]
pub mod lesson;

#[cfg(feature = "render")]
pub mod render;

#[cfg(feature = "app")]
pub mod app;

#[cfg(feature = "app")]
pub mod cli;

/// The README's examples run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
