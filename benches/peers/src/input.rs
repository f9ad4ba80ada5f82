//! Meshes and rays, and the files that hand them to the processes that measure.

use fastrand::Rng;
use glam::{DVec2, DVec3};
use pickray::math::FramebufferSize;
use pickray::mesh::Mesh;
use pickray::scene::{Camera, View};
use std::collections::HashMap;
use std::f64::consts::{FRAC_PI_4, TAU};
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::Path;

/// Views that the rays come from, and the size of their pictures.
const VIEWS: usize = 8;
const SIZE: FramebufferSize = FramebufferSize { width: 1920, height: 1080 };
const SEED: u64 = 2024;

/// Positions, and triangles that index them.
pub struct Triangles {
    pub positions: Vec<[f32; 3]>,
    pub triangles: Vec<[u32; 3]>,
}

/// Origin and unit direction.
#[derive(Clone, Copy)]
pub struct Ray {
    pub origin: [f32; 3],
    pub direction: [f32; 3],
}

/// Writes the mesh called `name` and clicks on it; returns how many triangles it has.
pub fn prepare(name: &str, clicks: usize, mesh_file: &Path, rays_file: &Path) -> Result<usize, String> {
    let mesh = match size_named(name) {
        Some(size) => noisy_sphere(size),
        None => {
            let (mesh, _) = Mesh::open(Path::new(name)).map_err(|error| error.to_string())?;
            Triangles { positions: mesh.positions().to_vec(), triangles: mesh.triangles().to_vec() }
        }
    };
    let words: Vec<u32> = [mesh.positions.len() as u32, mesh.triangles.len() as u32]
        .into_iter()
        .chain(mesh.positions.as_flattened().iter().map(|x| x.to_bits()))
        .chain(mesh.triangles.as_flattened().iter().copied())
        .collect();
    write_words(mesh_file, &words).map_err(|error| format!("{}: {error}", mesh_file.display()))?;
    let rays: Vec<u32> = self::clicks(&mesh, clicks)
        .iter()
        .flat_map(|ray| ray.origin.into_iter().chain(ray.direction))
        .map(f32::to_bits)
        .collect();
    write_words(rays_file, &rays).map_err(|error| format!("{}: {error}", rays_file.display()))?;
    Ok(mesh.triangles.len())
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

/// Rays through random pixels of random views around the mesh, from the near plane, as pickray's own clicks are.
fn clicks(mesh: &Triangles, count: usize) -> Vec<Ray> {
    let bounds = pickray::geometry::Aabb::from_points(mesh.positions.iter().map(|p| DVec3::from(p.map(f64::from))));
    let mut random = Rng::with_seed(SEED);
    let views: Vec<View> = (0..VIEWS)
        .map(|_| {
            let view = View::new(Camera::look_at(direction(&mut random), DVec3::ZERO, DVec3::Y), SIZE);
            View { camera: view.camera.framed(&bounds, view.aspect()), ..view }
        })
        .collect();
    (0..count)
        .map(|_| {
            let view = &views[random.usize(..VIEWS)];
            let [x, y] = [SIZE.width, SIZE.height].map(|n| f64::from(random.u32(..n)) + 0.5);
            let ray = view.ray(DVec2::new(x, y)).expect("the camera is sound");
            let direction = (ray.far - ray.near).normalize();
            Ray { origin: ray.near.as_vec3().to_array(), direction: direction.as_vec3().to_array() }
        })
        .collect()
}

pub fn read_mesh(path: &Path) -> io::Result<Triangles> {
    let mut file = BufReader::new(File::open(path)?);
    let mut word = || {
        let mut bytes = [0; 4];
        file.read_exact(&mut bytes).map(|()| u32::from_le_bytes(bytes))
    };
    let (vertices, triangles) = (word()? as usize, word()? as usize);
    let mut three = || -> io::Result<[u32; 3]> { Ok([word()?, word()?, word()?]) };
    Ok(Triangles {
        positions: (0..vertices).map(|_| Ok(three()?.map(f32::from_bits))).collect::<io::Result<_>>()?,
        triangles: (0..triangles).map(|_| three()).collect::<io::Result<_>>()?,
    })
}

pub fn read_rays(path: &Path) -> io::Result<Vec<Ray>> {
    let numbers: Vec<f32> = read_words(path)?.into_iter().map(f32::from_bits).collect();
    let ray = |six: &[f32]| Ray { origin: [six[0], six[1], six[2]], direction: [six[3], six[4], six[5]] };
    Ok(numbers.chunks_exact(6).map(ray).collect())
}

pub fn write_words(path: &Path, words: &[u32]) -> io::Result<()> {
    let mut file = BufWriter::new(File::create(path)?);
    words.iter().try_for_each(|word| file.write_all(&word.to_le_bytes()))?;
    file.flush()
}

pub fn read_words(path: &Path) -> io::Result<Vec<u32>> {
    let bytes = std::fs::read(path)?;
    Ok(bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect())
}
