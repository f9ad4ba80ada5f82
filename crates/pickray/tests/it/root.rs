//! The names at the root of the crate.

use crate::*;
use pickray::{ClipSpace, HitDetails, PickRay};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::fmt::Debug;

fn is_a_good_neighbour<T: Clone + Debug + Send + Sync>() {}

fn is_a_plain_value<T: Copy + Debug + PartialEq + Send + Sync + Serialize + DeserializeOwned>() {}

#[test]
fn what_people_hold_is_shared_between_threads_copied_and_printed() {
    is_a_good_neighbour::<(Object, Scene, HitDetails)>();
    fn is_shared<T: Debug + Send + Sync>() {}
    is_shared::<(Mesh, Progress)>();
}

#[test]
fn plain_values_are_copied_compared_and_serialised() {
    is_a_plain_value::<(Aabb, Camera, ClipSpace, Culling, CursorPosition, FramebufferSize, Hit, MeshHit)>();
    is_a_plain_value::<(PickOptions, PickRay, Ray, Side, Triangle, TriangleId, View, Viewport)>();
}
