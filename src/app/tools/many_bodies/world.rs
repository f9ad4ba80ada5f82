//! Bodies that drift and bounce in a box, and their meshes; the same seed gives the same ones on every machine.

use crate::app::texts::{choices, t};
use glam::DVec3;
use pickray::accel::{BroadPhase, Structure};
use pickray::geometry::Aabb;
use pickray::math::SplitMix;
use pickray::mesh::Mesh;
use pickray::mesh::samples::Sample;
use std::sync::{Arc, OnceLock};

/// Boxes with half sizes of 0.25 to 0.75, whose centres drift in a cube from 0 to [`side`](Self::side) and bounce.
#[derive(Clone, Debug)]
pub struct World {
    centers: Vec<DVec3>,
    half_sizes: Vec<DVec3>,
    velocities: Vec<DVec3>,
    /// Boxes of the bodies, by number of the body.
    pub boxes: Vec<Aabb>,
    /// Side length of the cube that bodies bounce in.
    pub side: f64,
    /// Search for pairs, with those of bodies whose boxes overlapped when pairs were last found.
    pub broad: BroadPhase,
    /// Number of other bodies that each body overlaps, by number of the body.
    pub overlaps: Vec<u32>,
    random: SplitMix,
}

/// Volume of the cube for each body, with which there is about one overlapping pair a body.
const ROOM: f64 = 4.0;
const LEAST_HALF: f64 = 0.25;
const MOST_HALF: f64 = 0.75;

/// Greatest speed of a body along an axis, in lengths a second.
const SPEED: f64 = 1.2;

impl World {
    /// Returns bodies of random places, sizes and velocities from `seed`, whose overlapping pairs `structure` found.
    pub fn new(n_bodies: usize, seed: u64, structure: Structure) -> Self {
        let mut random = SplitMix(seed);
        // A body smaller than the cube fits into it, however few they are.
        let side = (ROOM * n_bodies as f64).cbrt().max(ROOM);
        let mut vectors =
            |least: f64, most: f64| -> Vec<DVec3> { (0..n_bodies).map(|_| vector(&mut random, least, most)).collect() };
        let mut bodies = Self {
            half_sizes: vectors(LEAST_HALF, MOST_HALF),
            centers: vectors(0.0, side),
            velocities: vectors(-SPEED, SPEED),
            boxes: Vec::new(),
            side,
            broad: BroadPhase::with_structure(structure),
            overlaps: Vec::new(),
            random,
        };
        bodies.place_boxes();
        bodies.find_pairs();
        bodies
    }

    /// Moves the bodies on by `seconds`, 0 or more. Pairs stay as they were until [`find_pairs`](Self::find_pairs).
    pub fn drift(&mut self, seconds: f64) {
        debug_assert!(seconds >= 0.0 && seconds.is_finite(), "{seconds}");
        let side = self.side;
        for (center, velocity) in self.centers.iter_mut().zip(&mut self.velocities) {
            for k in 0..3 {
                // Unfolded, the way goes on through mirrored rooms of the same size.
                let way = center[k] + velocity[k] * seconds;
                let rooms = (way / side).floor();
                let inside = (way - rooms * side).clamp(0.0, side);
                let mirrored = rooms.rem_euclid(2.0) == 1.0;
                center[k] = if mirrored { side - inside } else { inside };
                velocity[k] = if mirrored { -velocity[k] } else { velocity[k] };
            }
        }
        self.place_boxes();
    }

    pub fn find_pairs(&mut self) {
        self.overlaps.clear();
        self.overlaps.resize(self.boxes.len(), 0);
        for &body in self.broad.update(&self.boxes).as_flattened() {
            self.overlaps[body as usize] += 1;
        }
    }

    /// Moves a random body to a random place, without finding pairs; returns its number, `None` if there is no body.
    pub fn displace_any(&mut self) -> Option<u32> {
        let last = self.centers.len().checked_sub(1)?;
        let body = (self.random.between(0.0, self.centers.len() as f64) as usize).min(last);
        self.centers[body] = vector(&mut self.random, 0.0, self.side);
        self.place_boxes();
        Some(body as u32)
    }

    /// Puts one more random body into the cube. Pairs stay as they were until [`find_pairs`](Self::find_pairs).
    pub fn add(&mut self) {
        self.half_sizes.push(vector(&mut self.random, LEAST_HALF, MOST_HALF));
        self.centers.push(vector(&mut self.random, 0.0, self.side));
        self.velocities.push(vector(&mut self.random, -SPEED, SPEED));
        self.place_boxes();
    }

    /// Removes the last body, if there is one. Pairs stay as they were until [`find_pairs`](Self::find_pairs).
    pub fn remove_last(&mut self) {
        self.half_sizes.pop();
        self.centers.pop();
        self.velocities.pop();
        self.place_boxes();
    }

    fn place_boxes(&mut self) {
        self.boxes.clear();
        self.boxes.extend(self.centers.iter().zip(&self.half_sizes).map(|(&c, &half)| Aabb::new(c - half, c + half)));
    }
}

fn vector(random: &mut SplitMix, least: f64, most: f64) -> DVec3 {
    DVec3::from([(); 3].map(|()| random.between(least, most)))
}

/// Most triangles of all bodies together, so that software draws them too.
const TRIANGLES: usize = 400_000;

choices! {
    /// Shape that all bodies are drawn in, stretched to the box of each body.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum BodyShape {
        #[default]
        Box => t!("many-bodies-boxes"),
        Ball => t!("many-bodies-balls"),
        /// The mesh that is open in the window, if it is small enough for the number of bodies; else a box.
        Open => t!("many-bodies-open-mesh"),
    }
}

impl BodyShape {
    /// Returns whether `n_bodies` bodies may have the shape, if the open mesh has `open` triangles.
    pub const fn is_small_enough(self, n_bodies: usize, open: usize) -> bool {
        match self {
            Self::Box | Self::Ball => true,
            Self::Open => n_bodies.saturating_mul(open) <= TRIANGLES,
        }
    }
}

/// Returns the mesh of bodies of a shape, the same one each time; `None` if it cannot be made.
pub(super) fn mesh(shape: BodyShape, n_bodies: usize, open: Option<&Arc<Mesh>>) -> Option<Arc<Mesh>> {
    static CUBE: OnceLock<Option<Arc<Mesh>>> = OnceLock::new();
    static BALL: OnceLock<Option<Arc<Mesh>>> = OnceLock::new();
    match (shape, open) {
        (BodyShape::Open, Some(open)) if shape.is_small_enough(n_bodies, open.n_triangles()) => Some(open.clone()),
        (BodyShape::Ball, _) => BALL.get_or_init(|| icosahedron().map(Arc::new)).clone(),
        (BodyShape::Box | BodyShape::Open, _) => CUBE.get_or_init(|| Sample::Cube.mesh().ok().map(Arc::new)).clone(),
    }
}

/// Makes an icosahedron: corners (0, ±1, ±φ) and their turns; three make a face where each is 2 from both others.
fn icosahedron() -> Option<Mesh> {
    let golden = 0.5 + 0.5 * 5f32.sqrt();
    let corners = [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)].map(|(s, t)| [0.0, s, t * golden]);
    let positions: Vec<[f32; 3]> =
        (0..3).flat_map(|turn| corners.map(|p| [p[turn % 3], p[(turn + 1) % 3], p[(turn + 2) % 3]])).collect();
    let point = |i: u32| glam::Vec3::from(positions[i as usize]);
    // The next distance is 2φ.
    let near = |i: u32, j: u32| point(i).distance(point(j)) < 2.5;
    let mut triangles = Vec::new();
    for i in 0..12 {
        for j in i + 1..12 {
            for k in j + 1..12 {
                if near(i, j) && near(j, k) && near(i, k) {
                    let outwards = (point(j) - point(i)).cross(point(k) - point(i)).dot(point(i)) > 0.0;
                    triangles.push(if outwards { [i, j, k] } else { [i, k, j] });
                }
            }
        }
    }
    Mesh::from_triangles(positions, triangles).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use pickray::mesh::Defects;

    const SEED: u64 = 7;

    /// Moves the bodies on by `seconds`, and then finds the overlapping pairs.
    fn step(world: &mut World, seconds: f64) {
        world.drift(seconds);
        world.find_pairs();
    }

    #[test]
    fn all_structures_see_the_same_pairs_and_bodies_stay_in_the_cube() {
        let structures = [Structure::BruteForce, Structure::SweepAndPrune, Structure::LinearTree];
        let mut worlds = structures.map(|structure| World::new(500, SEED, structure));
        let mut seen = 0;
        for frame in 0..80 {
            let pairs = worlds.each_mut().map(|world| {
                step(world, 0.016);
                let mut pairs = world.broad.pairs().to_vec();
                pairs.sort_unstable();
                pairs
            });
            assert!(pairs.iter().all(|other| *other == pairs[0]), "frame {frame}");
            seen += pairs[0].len();
            let side = worlds[0].side;
            assert!(worlds[0].boxes.iter().all(|aabb| {
                let center = aabb.center();
                center.min_element() >= -1e-12 && center.max_element() <= side + 1e-12
            }));
            let overlaps: u32 = worlds[0].overlaps.iter().sum();
            assert_eq!(overlaps as usize, 2 * pairs[0].len());
        }
        assert!((80 * 250..80 * 1000).contains(&seen), "{seen} pairs in 80 frames of 500 bodies");
    }

    #[test]
    fn a_seed_tells_everything_and_long_steps_end_inside() {
        let run = |seed: u64| {
            let mut world = World::new(50, seed, Structure::SweepAndPrune);
            [0.01, 3.0, 1e6, 0.0].map(|seconds| {
                step(&mut world, seconds);
                assert!(world.boxes.iter().all(|aabb| aabb.center().max_element() <= world.side + 1e-12));
                world.boxes.clone()
            })
        };
        assert_eq!(run(1), run(1));
        assert_ne!(run(1), run(2));
    }

    #[test]
    fn no_bodies_are_a_world_too() {
        let mut world = World::new(0, SEED, Structure::SweepAndPrune);
        step(&mut world, 1.0);
        world.remove_last();
        assert!(world.broad.pairs().is_empty() && world.displace_any().is_none());
    }

    #[test]
    fn the_ball_is_closed_and_has_twenty_faces() {
        let ball = icosahedron().expect("a mesh");
        assert_eq!((ball.n_triangles(), ball.n_vertices()), (20, 12));
        let defects = Defects::of(&ball).expect("memory");
        assert!(defects.is_closed() && defects.turned_edges == 0, "{defects:?}");
    }
}
