//! Saved picks, which can be run again: their inputs, the coordinates of the cursor in each space, and their results.

use crate::intersect::Side;
use crate::mesh::Mesh;
use crate::pick::explain::{Miss, PickTrace, RayTrace};
use crate::pick::{HitDetails, NoRay};
use crate::study::situation::Situation;
use crate::work::said::said;
use glam::{DMat4, DVec2};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::sync::Arc;

/// Largest difference between equal numbers, relative to the largest beside them: sines differ between machines.
const SAME: f64 = 1.0 / (1_u64 << 32) as f64;

/// Version of the format that [`SavedPick`] writes.
pub const SAVED_VERSION: u32 = 3;

/// Pick with all inputs needed to make it again, as it stands in a `.pick.json` file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SavedPick {
    /// Version of the format: [`SAVED_VERSION`], the only one that is read.
    #[serde(deserialize_with = "present_version")]
    pub version: u32,
    /// Inputs of the pick.
    pub situation: Situation,
    /// Steps of the pick: the matrices, the ray with its points in each space, and the result.
    pub chain: Chain,
}

/// Steps of a pick from the cursor to its result, which are compared when the pick is made again.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Chain {
    /// Window coordinates of the point of the pixel that the ray goes through: physical pixels from the lower left.
    pub window: DVec2,
    /// View matrix, from world to eye space.
    pub eye_from_world: DMat4,
    /// Projection matrix, from eye to clip space.
    pub clip_from_eye: DMat4,
    /// Ray with its near and far point in every space from window to world, or the reason why there is no ray.
    pub ray: Result<RayTrace, NoRay>,
    /// Hit that the pick found; `None` for a miss.
    pub hit: Option<HitDetails>,
    /// Reason of a miss; `None` where there is a hit.
    pub miss: Option<Miss>,
}

said! {
    @english
    /// Error of a saved pick that cannot be run again.
    #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
    #[non_exhaustive]
    pub enum ReplayError {
        Version(version: u32) =>
            "was saved in version {version} of the format, and this program reads version {SAVED_VERSION}: save the \
             pick again",
        OtherMesh(path: String) =>
            "{path} is not the mesh that was picked: restore the original file, or save the pick again",
        NumberOfMeshes { needed: usize, given: usize } => "{needed} meshes are needed and {given} were given",
    }
}

/// Step of a pick at which the saved pick and the present one differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Name of the step that differs.
    pub step: String,
    /// Text of the step's value in the saved pick.
    pub saved: String,
    /// Value of the step as it is now.
    pub now: String,
}

impl SavedPick {
    /// Returns a pick to be saved, made of its situation and its trace.
    pub fn new(situation: Situation, trace: &PickTrace) -> Self {
        Self { version: SAVED_VERSION, situation, chain: Chain::of(trace) }
    }

    /// Runs the pick again on `meshes`, one for each object; returns the present trace, and its differences from the
    /// saved one, in the order of the steps. No difference means the same pick.
    ///
    /// # Errors
    /// [`ReplayError`] when the meshes or the version are not those of the saved pick.
    pub fn replay(&self, meshes: &[Arc<Mesh>]) -> Result<(PickTrace, Vec<Difference>), ReplayError> {
        if self.version != SAVED_VERSION {
            return Err(ReplayError::Version(self.version));
        }
        let now = self.situation.pick_traced(meshes)?;
        let differences = differences(&self.chain, &Chain::of(&now));
        Ok((now, differences))
    }
}

impl Chain {
    /// Returns the steps of a traced pick that are saved and compared.
    pub fn of(trace: &PickTrace) -> Self {
        let PickTrace { window, eye_from_world, clip_from_eye, ray, hit, miss, .. } = trace.clone();
        Self { window, eye_from_world, clip_from_eye, ray, hit, miss }
    }

    /// Returns the result in a few words: side, index and line of the triangle, or the reason of the miss.
    pub fn result_in_words(&self) -> String {
        let Some(HitDetails { object, triangle, side, source, .. }) = &self.hit else {
            return self.miss.map_or_else(String::new, |miss| miss.to_string());
        };
        let side = if *side == Side::Front { "front" } else { "back" };
        let line = source.line.map(|line| format!(", line {line}")).unwrap_or_default();
        format!("{side} of triangle {triangle} of object {object}{line}, face {}", source.face)
    }
}

fn present_version<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u32, D::Error> {
    match u32::deserialize(deserializer)? {
        SAVED_VERSION => Ok(SAVED_VERSION),
        other => Err(D::Error::custom(ReplayError::Version(other))),
    }
}

/// Returns the steps in which two chains part, in their order.
fn differences(saved: &Chain, now: &Chain) -> Vec<Difference> {
    let mut list = Differences(Vec::new());
    list.numbers("window coordinates", &saved.window.to_array(), &now.window.to_array());
    list.numbers("view matrix", &saved.eye_from_world.to_cols_array(), &now.eye_from_world.to_cols_array());
    list.numbers("projection matrix", &saved.clip_from_eye.to_cols_array(), &now.clip_from_eye.to_cols_array());
    let ray_or_reason = |chain: &Chain| chain.ray.map_or_else(|why| why.to_string(), |_| "a ray".into());
    list.words("ray", ray_or_reason(saved), ray_or_reason(now));
    if let (Ok(saved), Ok(now)) = (&saved.ray, &now.ray) {
        for (plane, saved, now) in [("near", &saved.near, &now.near), ("far", &saved.far, &now.far)] {
            for (space, saved, now) in [
                ("NDC", saved.ndc, now.ndc),
                ("eye space", saved.eye, now.eye),
                ("world space", saved.world, now.world),
            ] {
                list.numbers(&format!("{plane} point, {space}"), &saved.to_array(), &now.to_array());
            }
        }
    }
    list.words("result", saved.result_in_words(), now.result_in_words());
    if let (Some(saved), Some(now)) = (&saved.hit, &now.hit) {
        list.numbers("t", &[saved.t], &[now.t]);
        list.numbers("barycentric weights", &[saved.u, saved.v, saved.w], &[now.u, now.v, now.w]);
        list.numbers("point", &saved.point_world.to_array(), &now.point_world.to_array());
    }
    list.0
}

struct Differences(Vec<Difference>);

impl Differences {
    fn numbers(&mut self, step: &str, saved: &[f64], now: &[f64]) {
        let largest = saved.iter().chain(now).fold(0.0_f64, |largest, x| largest.max(x.abs()));
        if saved.iter().zip(now).any(|(a, b)| (a - b).abs() > SAME * largest) {
            self.0.push(Difference { step: step.into(), saved: format!("{saved:?}"), now: format!("{now:?}") });
        }
    }

    fn words(&mut self, step: &str, saved: String, now: String) {
        if saved != now {
            self.0.push(Difference { step: step.into(), saved, now });
        }
    }
}
