//! Meshes and the rays through them.

use crate::files::{self, Triangles};
use bytemuck::{Pod, Zeroable};
use fastrand::Rng;
use glam::{DMat3, DVec2, DVec3};
use pickray::geometry::Aabb;
use pickray::math::FramebufferSize;
use pickray::mesh::Mesh;
use pickray::scene::{Camera, View};
use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_4, TAU};

/// Views that the rays come from, and the size of their pictures.
const VIEWS: usize = 8;
const SIZE: FramebufferSize = FramebufferSize { width: 1920, height: 1080 };
/// Pixels of a side of the squares whose rays are neighbours.
const WINDOW: usize = 112;
const SEED: u64 = 2024;

/// Origin and unit direction.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C)]
pub struct Ray {
    pub origin: [f32; 3],
    pub direction: [f32; 3],
}

/// The columns of an instance's matrix.
pub type Place = [[f32; 3]; 4];

/// How far apart instances are, in radii of the mesh.
const SPACING: f64 = 3.0;

/// Writes the mesh called `name`, the places of its instances, of which there are none without a `*`, and clicks on all
/// that; returns how many triangles it has.
pub fn prepare(name: &str, clicks: usize, [mesh_file, places_file, rays_file]: [&str; 3]) -> Result<usize, String> {
    let (name, count) = match name.split_once('*') {
        Some((name, count)) => (name, count.parse().map_err(|_| format!("{count:?} is no number of instances"))?),
        None => (name, 0),
    };
    let mesh = mesh_named(name)?;
    mesh.write(mesh_file)?;
    let of_mesh = bounds(&mesh.positions);
    let radius = of_mesh.min.abs().max(of_mesh.max.abs()).length();
    let places = places(count, SPACING * radius);
    let at = |place: &Place| DVec3::from(place[3].map(f64::from));
    let around = |bounds: Aabb, place| bounds.including(at(place) - radius).including(at(place) + radius);
    let bounds = if places.is_empty() { of_mesh } else { places.iter().fold(Aabb::EMPTY, around) };
    files::write(places_file, &places)?;
    files::write(rays_file, &self::clicks(&bounds, clicks))?;
    Ok(mesh.triangles.len())
}

/// Writes the mesh called `name`, the rays of [`clicks`] on it, and those of [`neighbours`]; returns how many triangles
/// it has.
pub fn prepare_slices(name: &str, [mesh_file, random_file, neighbours_file]: [&str; 3]) -> Result<usize, String> {
    let mesh = mesh_named(name)?;
    mesh.write(mesh_file)?;
    let bounds = bounds(&mesh.positions);
    files::write(random_file, &clicks(&bounds, VIEWS * WINDOW * WINDOW))?;
    files::write(neighbours_file, &neighbours(&bounds))?;
    Ok(mesh.triangles.len())
}

/// A bumpy sphere of the size that the name is, or the mesh of the file that it names.
fn mesh_named(name: &str) -> Result<Triangles, String> {
    if let Some(size) = size_named(name) {
        return Ok(noisy_sphere(size));
    }
    let (mesh, _) = Mesh::open(name).map_err(|error| error.to_string())?;
    Ok(Triangles { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec() })
}

/// The box around positions.
pub fn bounds(positions: &[[f32; 3]]) -> Aabb {
    Aabb::from_points(positions.iter().map(|p| DVec3::from(p.map(f64::from))))
}

/// Places in a cube that is filled from its middle, each turned anyhow.
fn places(count: usize, spacing: f64) -> Vec<Place> {
    let mut random = Rng::with_seed(SEED);
    let n = (count as f64).cbrt().ceil() as usize;
    let place = |i: usize| {
        let [x, y, z] = [i % n, i / n % n, i / n / n].map(|k| k as f64 - 0.5 * (n - 1) as f64);
        let shift = DVec3::from(std::array::from_fn::<f64, 3, _>(|_| 0.4 * (random.f64() - 0.5)));
        let turn = DMat3::from_axis_angle(direction(&mut random), TAU * random.f64());
        let at = spacing * (DVec3::new(x, y, z) + shift);
        [turn.x_axis, turn.y_axis, turn.z_axis, at].map(|column| column.as_vec3().to_array())
    };
    (0..count).map(place).collect()
}

/// `70k`, `1m`.
fn size_named(name: &str) -> Option<f64> {
    let (digits, factor) = match name.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1e3),
        None => (name.strip_suffix(['m', 'M'])?, 1e6),
    };
    digits.parse::<f64>().ok().filter(|n| (0.01..=1000.0).contains(n)).map(|n| n * factor)
}

/// A sphere with bumps of seven sizes, rough at the size of its triangles: a cube's faces of n by n quads, blown up.
fn noisy_sphere(size: f64) -> Triangles {
    let n = (size / 12.0).sqrt().round().max(1.0) as u32;
    let mut random = Rng::with_seed(12_345);
    let waves = waves(&mut random);
    let edge = 2.0 * FRAC_PI_4 / f64::from(n);
    let (mut positions, mut triangles, mut vertices) = (Vec::new(), Vec::new(), HashMap::new());
    let mut vertex = |lattice: [u32; 3]| {
        *vertices.entry(lattice).or_insert_with(|| {
            let on_cube = lattice.map(|i| ((f64::from(i) / f64::from(n) * 2.0 - 1.0) * FRAC_PI_4).tan());
            let direction = DVec3::from(on_cube).normalize();
            let bumps: f64 =
                waves.iter().map(|(along, phase, height)| height * (direction.dot(*along) + phase).sin()).sum();
            let roughness = (random.f64() - 0.5) * 0.5 * edge;
            positions.push((direction * (1.0 + bumps + roughness)).as_vec3().to_array());
            positions.len() as u32 - 1
        })
    };
    for side in 0..6 {
        for i in 0..n {
            for j in 0..n {
                let corner = |i: u32, j: u32| match side {
                    0 => [n, i, j],
                    1 => [0, j, i],
                    2 => [j, n, i],
                    3 => [i, 0, j],
                    4 => [i, j, n],
                    _ => [j, i, 0],
                };
                let [a, b, c, d] =
                    [corner(i, j), corner(i + 1, j), corner(i + 1, j + 1), corner(i, j + 1)].map(&mut vertex);
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
    }
    Triangles { positions, triangles }
}

/// Direction times frequency, phase and height of each wave.
fn waves(random: &mut Rng) -> Vec<(DVec3, f64, f64)> {
    let octaves = (0..7).flat_map(|octave| [octave; 4]);
    octaves
        .map(|octave| {
            let frequency = 2.0 * f64::exp2(f64::from(octave)) * std::f64::consts::PI;
            let height = 0.025 / 1.8f64.powi(octave);
            (frequency * direction(random), TAU * random.f64(), height)
        })
        .collect()
}

fn direction(random: &mut Rng) -> DVec3 {
    loop {
        let v = DVec3::from(std::array::from_fn::<f64, 3, _>(|_| 2.0 * random.f64() - 1.0));
        if (0.01..=1.0).contains(&v.length_squared()) {
            return v.normalize();
        }
    }
}

/// Rays through random pixels of random views around the bounds, from the near plane, as pickray's own clicks are.
fn clicks(bounds: &Aabb, count: usize) -> Vec<Ray> {
    let mut random = Rng::with_seed(SEED);
    let views = views(bounds, &mut random);
    (0..count)
        .map(|_| {
            let view = &views[random.usize(..VIEWS)];
            let [x, y] = [SIZE.width, SIZE.height].map(|n| random.u32(..n));
            through(view, x, y)
        })
        .collect()
}

/// Rays through the pixels of a square in the middle of each view, row by row.
fn neighbours(bounds: &Aabb) -> Vec<Ray> {
    let views = views(bounds, &mut Rng::with_seed(SEED));
    let [left, bottom] = [SIZE.width, SIZE.height].map(|n| (n - WINDOW as u32) / 2);
    let pixels = (0..WINDOW * WINDOW).map(|i| (left + (i % WINDOW) as u32, bottom + (i / WINDOW) as u32));
    views.iter().flat_map(|view| pixels.clone().map(move |(x, y)| through(view, x, y))).collect()
}

fn views(bounds: &Aabb, random: &mut Rng) -> Vec<View> {
    let view = |_| {
        let view = View::new(Camera::look_at(direction(random), DVec3::ZERO, DVec3::Y), SIZE);
        view.with_camera(view.camera.framed(bounds, view.aspect()))
    };
    (0..VIEWS).map(view).collect()
}

/// The ray through the middle of a pixel.
fn through(view: &View, x: u32, y: u32) -> Ray {
    let ray = view.ray(DVec2::new(f64::from(x), f64::from(y)) + 0.5).expect("the camera is sound");
    let direction = (ray.far - ray.near).normalize();
    Ray { origin: ray.near.as_vec3().to_array(), direction: direction.as_vec3().to_array() }
}
