//! Embree 3 or 4, loaded when the program runs: nothing of it is needed to build.
//!
//! Only what is called is declared here; Embree 4 differs from 3 in the arguments of `rtcIntersect1` and in the tail of
//! the hit.

use super::input::{Place, Ray};
use super::measured::MISS;
use crate::files::Triangles;
use libloading::{Library, Symbol};
use std::ffi::{CString, c_char, c_int, c_uint, c_void};
use std::{env, ptr};

type Handle = *mut c_void;

const GEOMETRY_TRIANGLE: c_int = 0;
const GEOMETRY_INSTANCE: c_int = 121;
const BUFFER_INDEX: c_int = 0;
const BUFFER_VERTEX: c_int = 1;
const FORMAT_UINT3: c_int = 0x5003;
const FORMAT_FLOAT3: c_int = 0x9003;
const FORMAT_FLOAT3X4_COLUMN_MAJOR: c_int = 0x9234;
const QUALITY_LOW: c_int = 0;
const QUALITY_MEDIUM: c_int = 1;
const QUALITY_REFIT: c_int = 3;
const SCENE_DYNAMIC: c_int = 1 << 0;
const SCENE_ROBUST: c_int = 1 << 2;
const CONTEXT_COHERENT: c_int = 1 << 0;

/// `RTCRayHit`; the end has room for what Embree 4 may add.
#[repr(C, align(16))]
struct RayHit {
    origin: [f32; 3],
    t_near: f32,
    direction: [f32; 3],
    time: f32,
    t_far: f32,
    mask: u32,
    id: u32,
    flags: u32,
    normal: [f32; 3],
    u: f32,
    v: f32,
    triangle: u32,
    geometry: u32,
    instances: [u32; 5],
}

impl RayHit {
    #[inline(always)]
    fn of(ray: &Ray) -> Self {
        Self {
            origin: ray.origin,
            t_near: 0.0,
            direction: ray.direction,
            time: 0.0,
            t_far: f32::INFINITY,
            mask: u32::MAX,
            id: 0,
            flags: 0,
            normal: [0.0; 3],
            u: 0.0,
            v: 0.0,
            triangle: MISS,
            geometry: MISS,
            instances: [MISS; 5],
        }
    }
}

/// `RTCIntersectContext` of Embree 3: no filter, no instance.
#[repr(C)]
struct Context {
    flags: c_int,
    filter: *mut c_void,
    instance: u32,
    rest: [u32; 5],
}

impl Context {
    #[inline(always)]
    fn of(flags: c_int) -> Self {
        Self { flags, filter: ptr::null_mut(), instance: MISS, rest: [0; 5] }
    }
}

type Intersect3 = unsafe extern "C" fn(Handle, *mut Context, *mut RayHit);
type Intersect4 = unsafe extern "C" fn(Handle, *mut RayHit, *mut c_void);
type IntersectStream = unsafe extern "C" fn(Handle, *mut Context, *mut RayHit, c_uint, usize);

enum Intersect {
    Embree3(Intersect3),
    Embree4(Intersect4),
}

/// Which Embree, and how it is asked to be.
#[derive(Clone, Copy)]
pub struct Choice {
    /// 3 or 4.
    pub version: u32,
    /// Eight-wide nodes: on some processors Embree takes four-wide ones by default, and is slower for it.
    pub simd256: bool,
    /// Watertight.
    pub robust: bool,
}

/// The shared library of a version, and what to install where it is missing. `EMBREE3` and `EMBREE4` may name its path.
pub fn library(version: u32) -> Result<Library, String> {
    let variable = format!("EMBREE{version}");
    let path = env::var(&variable).unwrap_or_else(|_| format!("libembree{version}.so.{version}"));
    // SAFETY: Embree's initialisers do nothing to this process but allocate.
    unsafe { Library::new(&path) }.map_err(|error| {
        let package = if version == 3 { "libembree3-3 (Debian 12)" } else { "libembree4-4 (Debian 13)" };
        format!("{error}; apt-get install {package}, or set {variable} to the path of the library")
    })
}

/// A scene of one mesh, or of instances of it.
pub struct Scene {
    scene: Handle,
    intersect: Intersect,
    /// Those of each instance.
    n_triangles: u32,
    geometry: Handle,
    instances: Vec<Handle>,
    // The buffers are shared, and the functions are the library's.
    mesh: Triangles,
    library: Library,
}

/// Whether the vertices of a mesh are going to move.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Motion {
    Still,
    /// The tree is refitted.
    Refitted,
}

/// A function of the library.
///
/// # Safety
/// It has to be of the type `F`.
unsafe fn function<F: Copy>(library: &Library, name: &str) -> Result<F, String> {
    // SAFETY: as the caller promises.
    let symbol: Symbol<F> = unsafe { library.get(name.as_bytes()) }.map_err(|error| error.to_string())?;
    Ok(*symbol)
}

impl Scene {
    /// Embree's tree over a mesh, or over instances of it where there are `places`, built on one thread.
    pub fn build(choice: Choice, mesh: Triangles, places: &[Place]) -> Result<Self, String> {
        Self::built(choice, mesh, places, Motion::Still)
    }

    /// Embree's tree over a mesh that is going to be [refitted](Self::refit).
    pub fn build_moving(choice: Choice, mesh: Triangles) -> Result<Self, String> {
        Self::built(choice, mesh, &[], Motion::Refitted)
    }

    /// Embree's tree over instances that are going to be [moved](Self::place).
    pub fn build_moving_instances(choice: Choice, mesh: Triangles, places: &[Place]) -> Result<Self, String> {
        Self::built(choice, mesh, places, Motion::Refitted)
    }

    /// Gives each instance its place, and has Embree take them up.
    pub fn place(&mut self, places: &[Place]) -> Result<(), String> {
        // SAFETY: the types are those of Embree's headers; a place is three rows of four numbers.
        unsafe {
            type SetTransform = unsafe extern "C" fn(Handle, c_uint, c_int, *const c_void);
            let set_transform: SetTransform = function(&self.library, "rtcSetGeometryTransform")?;
            let commit_geometry: unsafe extern "C" fn(Handle) = function(&self.library, "rtcCommitGeometry")?;
            let commit_scene: unsafe extern "C" fn(Handle) = function(&self.library, "rtcCommitScene")?;
            for (instance, place) in self.instances.iter().zip(places) {
                set_transform(*instance, 0, FORMAT_FLOAT3X4_COLUMN_MAJOR, place.as_ptr().cast());
                commit_geometry(*instance);
            }
            commit_scene(self.scene);
        }
        Ok(())
    }

    fn built(choice: Choice, mut mesh: Triangles, places: &[Place], motion: Motion) -> Result<Self, String> {
        flush_denormals();
        let library = library(choice.version)?;
        let config = if choice.simd256 { "threads=1,frequency_level=simd256" } else { "threads=1" };
        let config = CString::new(config).map_err(|error| error.to_string())?;
        // Embree reads 16 bytes of each vertex, the last one included.
        let (vertices, triangles) = (mesh.positions.len(), mesh.triangles.len());
        mesh.positions.reserve_exact(1);

        // SAFETY: the types are those of `embree3/rtcore.h` and `embree4/rtcore.h`; the buffers are as long as is said,
        // have the room that Embree reads beyond their end, and live as long as the scene, which is never released.
        unsafe {
            let new_device: unsafe extern "C" fn(*const c_char) -> Handle = function(&library, "rtcNewDevice")?;
            let new_scene: unsafe extern "C" fn(Handle) -> Handle = function(&library, "rtcNewScene")?;
            let set_flags: unsafe extern "C" fn(Handle, c_int) = function(&library, "rtcSetSceneFlags")?;
            let set_quality: unsafe extern "C" fn(Handle, c_int) = function(&library, "rtcSetSceneBuildQuality")?;
            let new_geometry: unsafe extern "C" fn(Handle, c_int) -> Handle = function(&library, "rtcNewGeometry")?;
            type SetBuffer = unsafe extern "C" fn(Handle, c_int, c_uint, c_int, *const c_void, usize, usize, usize);
            let set_buffer: SetBuffer = function(&library, "rtcSetSharedGeometryBuffer")?;
            let commit_geometry: unsafe extern "C" fn(Handle) = function(&library, "rtcCommitGeometry")?;
            let attach: unsafe extern "C" fn(Handle, Handle) -> c_uint = function(&library, "rtcAttachGeometry")?;
            let commit_scene: unsafe extern "C" fn(Handle) = function(&library, "rtcCommitScene")?;
            let release: unsafe extern "C" fn(Handle) = function(&library, "rtcReleaseGeometry")?;
            let set_instanced: unsafe extern "C" fn(Handle, Handle) =
                function(&library, "rtcSetGeometryInstancedScene")?;
            let set_geometry_quality: unsafe extern "C" fn(Handle, c_int) =
                function(&library, "rtcSetGeometryBuildQuality")?;
            type SetTransform = unsafe extern "C" fn(Handle, c_uint, c_int, *const c_void);
            let set_transform: SetTransform = function(&library, "rtcSetGeometryTransform")?;
            let error_of: unsafe extern "C" fn(Handle) -> c_int = function(&library, "rtcGetDeviceError")?;
            let intersect = match choice.version {
                3 => Intersect::Embree3(function(&library, "rtcIntersect1")?),
                _ => Intersect::Embree4(function(&library, "rtcIntersect1")?),
            };

            let device = new_device(config.as_ptr());
            let robust = if choice.robust { SCENE_ROBUST } else { 0 };
            // Scenes of better quality are built anew at each commit, whatever their geometry asks for.
            let (dynamic, quality) = match motion {
                Motion::Still => (0, QUALITY_MEDIUM),
                Motion::Refitted => (SCENE_DYNAMIC, QUALITY_LOW),
            };
            let new_scene = || {
                let scene = new_scene(device);
                set_flags(scene, robust | dynamic);
                set_quality(scene, quality);
                scene
            };
            let mut scene = new_scene();
            let geometry = new_geometry(device, GEOMETRY_TRIANGLE);
            let [positions, indices] = [mesh.positions.as_ptr().cast(), mesh.triangles.as_ptr().cast()];
            set_buffer(geometry, BUFFER_VERTEX, 0, FORMAT_FLOAT3, positions, 0, 12, vertices);
            set_buffer(geometry, BUFFER_INDEX, 0, FORMAT_UINT3, indices, 0, 12, triangles);
            if motion == Motion::Refitted {
                set_geometry_quality(geometry, QUALITY_REFIT);
            }
            commit_geometry(geometry);
            attach(scene, geometry);
            commit_scene(scene);
            let mut instances = Vec::new();
            if !places.is_empty() {
                let of_mesh = std::mem::replace(&mut scene, new_scene());
                for place in places {
                    let instance = new_geometry(device, GEOMETRY_INSTANCE);
                    set_instanced(instance, of_mesh);
                    set_transform(instance, 0, FORMAT_FLOAT3X4_COLUMN_MAJOR, place.as_ptr().cast());
                    commit_geometry(instance);
                    attach(scene, instance);
                    match motion {
                        Motion::Still => release(instance),
                        Motion::Refitted => instances.push(instance),
                    }
                }
                commit_scene(scene);
            }
            match error_of(device) {
                0 => Ok(Self { scene, intersect, n_triangles: triangles as u32, geometry, instances, mesh, library }),
                error => Err(format!("Embree's error {error}")),
            }
        }
    }

    /// Copies the positions into the buffer that Embree reads, and has it refit its tree.
    pub fn refit(&mut self, positions: &[[f32; 3]]) -> Result<(), String> {
        self.mesh.positions.copy_from_slice(positions);
        // SAFETY: the types are those of Embree's headers; the buffer, which has not moved, is as long as it was.
        unsafe {
            let update_buffer: unsafe extern "C" fn(Handle, c_int, c_uint) =
                function(&self.library, "rtcUpdateGeometryBuffer")?;
            let commit_geometry: unsafe extern "C" fn(Handle) = function(&self.library, "rtcCommitGeometry")?;
            let commit_scene: unsafe extern "C" fn(Handle) = function(&self.library, "rtcCommitScene")?;
            update_buffer(self.geometry, BUFFER_VERTEX, 0);
            commit_geometry(self.geometry);
            commit_scene(self.scene);
        }
        Ok(())
    }

    /// The triangle that each of the rays meets first, all of them given to Embree 3 at once, with a word on whether
    /// they are neighbours.
    pub fn closest_of_stream(&self, rays: &[Ray], are_neighbours: bool) -> Result<Vec<u32>, String> {
        let mut hits: Vec<RayHit> = rays.iter().map(RayHit::of).collect();
        // SAFETY: the scene is committed, and rays and context are as Embree 3 declares them.
        unsafe {
            let intersect: IntersectStream = function(&self.library, "rtcIntersect1M")?;
            let mut context = Context::of(if are_neighbours { CONTEXT_COHERENT } else { 0 });
            intersect(self.scene, &mut context, hits.as_mut_ptr(), hits.len() as u32, size_of::<RayHit>());
        }
        Ok(hits.iter().map(|hit| hit.triangle).collect())
    }

    /// The triangle that the ray meets first; those of instances count on.
    #[inline]
    pub fn closest(&self, ray: &Ray) -> u32 {
        let mut hit = RayHit::of(ray);
        // SAFETY: the scene is committed, and ray and context are as Embree declares them.
        unsafe {
            match self.intersect {
                Intersect::Embree3(intersect) => {
                    let mut context = Context::of(0);
                    intersect(self.scene, &mut context, &mut hit);
                }
                Intersect::Embree4(intersect) => intersect(self.scene, &mut hit, ptr::null_mut()),
            }
        }
        match (hit.geometry, hit.instances[0]) {
            (MISS, _) => MISS,
            (_, MISS) => hit.triangle,
            (_, instance) => instance * self.n_triangles + hit.triangle,
        }
    }
}

/// Has denormal numbers taken as zero, as Embree's manual asks for.
fn flush_denormals() {
    #[cfg(target_arch = "x86_64")]
    {
        const FLUSH_TO_ZERO: u32 = 1 << 15;
        const DENORMALS_ARE_ZERO: u32 = 1 << 6;
        let mut state = 0_u32;
        // SAFETY: the two bits change no result but those of denormal numbers, of which nothing here depends.
        unsafe {
            std::arch::asm!("stmxcsr [{}]", in(reg) &mut state, options(nostack));
            state |= FLUSH_TO_ZERO | DENORMALS_ARE_ZERO;
            std::arch::asm!("ldmxcsr [{}]", in(reg) &state, options(nostack, readonly));
        }
    }
}
