//! Many small bodies of one shape, drawn by one instanced call.
//!
//! A body costs 36 bytes a frame and the drawing of its shape's triangles; nothing of it is kept between frames. Bodies
//! are drawn over the kept picture of the objects. The objects' clip planes ignore the bodies: planes that followed the
//! bodies would change as these move, and all objects would have to be drawn again.

use super::eye_relative::{clip_from_unit_eye, unit_of_eye};
use super::frame::Frame;
use super::gl::{Buffer, Gl, RenderError, VertexArray, call};
use super::program::{Program, Sources, shader, sources};
use super::stats::FrameStats;
use super::style::{Srgb, linear_from_srgb};
use glam::{DMat3, DVec3};
use glow::HasContext;
use pickray::geometry::Aabb;
use pickray::mesh::Mesh;
use std::sync::Arc;

/// Swarm: many bodies of one shape. OpenGL alone draws them; they are not picked.
#[derive(Clone, Debug)]
pub struct Swarm {
    /// Shape of all bodies; the mesh's bounding box is stretched to the box of each body.
    pub shape: Arc<Mesh>,
    /// `true` if the shape is closed and its front outside, so that no back face is ever seen.
    pub closed: bool,
    /// Bodies of the swarm.
    pub bodies: Vec<Body>,
    /// Box in world space that all bodies stay in; the ground's grid lies below it.
    pub room: Aabb,
}

/// Body of a swarm: the box that the swarm's shape fills, and its colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Body {
    /// Box of the body in world space.
    pub aabb: Aabb,
    /// Colour of the body.
    pub color: Srgb,
}

/// Centre, half sides and linear colour of a body as the GPU reads them, in an eye space in which the eye's distance
/// from its target is about 1.
type Instance = [[f32; 3]; 3];

/// Corner of the shape as the GPU reads it: its place in the cube from −1 to 1, and its triangle's normal there.
type Corner = [[f32; 3]; 2];

pub(super) struct SwarmPainter {
    gl: Gl,
    program: Program,
    // The array refers to the buffers, and is dropped before them.
    array: VertexArray,
    corners: Buffer,
    instances: Buffer,
    /// Shape whose corners are uploaded, and how many corners it has.
    shape: Option<(Arc<Mesh>, i32)>,
}

impl SwarmPainter {
    pub(super) fn new(gl: &Gl) -> Result<Self, RenderError> {
        let program = Program::new(gl, &Sources { before: shader!("light.glsl"), ..sources!("body") })?;
        let (array, corners, instances) = (VertexArray::new(gl)?, Buffer::new(gl)?, Buffer::new(gl)?);
        // Locations of `shaders/body.vert`: 0 and 1 are a `Corner`, 2 to 4 an `Instance`.
        corners.replace(&[]);
        array.set_floats(0, &[3, 3], false);
        instances.replace(&[]);
        array.set_floats(2, &[3, 3, 3], true);
        Ok(Self { gl: Arc::clone(gl), program, array, corners, instances, shape: None })
    }

    /// Draws the frame's swarm into the bound target; the depth test must be on.
    pub(super) fn draw(&mut self, swarm: &Swarm, frame: &Frame, stats: &mut FrameStats) {
        let corners = self.upload_shape(&swarm.shape, stats);
        let camera = &frame.view.camera;
        let (unit, eye_from_world) = (unit_of_eye(camera), camera.axes().transpose());
        let mut instances: Vec<Instance> =
            swarm.bodies.iter().map(|body| instance(body, camera.eye, &eye_from_world, unit)).collect();
        // The nearest first, so that hidden pixels cost a depth test and no colour.
        instances.sort_unstable_by(|p, q| q[0][2].total_cmp(&p[0][2]));
        let bytes: &[u8] = bytemuck::cast_slice(&instances);
        self.instances.replace(bytes);

        let program = &self.program;
        program.bind();
        program.set_mat3("u_axes", eye_from_world.as_mat3());
        program.set_mat4("u_clip_from_eye", clip_from_unit_eye(frame.view).as_mat4());
        program.set_viewer(camera);
        self.array.bind();
        if swarm.closed {
            call!(self.gl, enable(glow::CULL_FACE));
        }
        // Counts of a swarm that a frame can show are far below 2³¹.
        call!(self.gl, draw_arrays_instanced(glow::TRIANGLES, 0, corners, instances.len() as i32));
        call!(self.gl, bind_vertex_array(None));
        call!(self.gl, disable(glow::CULL_FACE));
        stats.draw_calls += 1;
        stats.overlay_bytes += bytes.len() as u64;
        stats.triangles_drawn += corners as u64 / 3 * instances.len() as u64;
    }

    /// Uploads the shape if it is another than before; returns its number of corners.
    fn upload_shape(&mut self, shape: &Arc<Mesh>, stats: &mut FrameStats) -> i32 {
        if let Some((present, corners)) = &self.shape
            && Arc::ptr_eq(present, shape)
        {
            return *corners;
        }
        let corners = unit_corners(shape);
        let bytes: &[u8] = bytemuck::cast_slice(&corners);
        self.corners.replace(bytes);
        stats.bytes_uploaded += bytes.len() as u64;
        let count = corners.len() as i32;
        self.shape = Some((Arc::clone(shape), count));
        count
    }
}

/// Returns the triangles' corners, the mesh's box stretched to the cube from −1 to 1, or its middle if flat.
fn unit_corners(shape: &Mesh) -> Vec<Corner> {
    let bounds = shape.bounds();
    let (center, half) = (bounds.center(), 0.5 * bounds.size());
    let unit = |x: f64, half: f64| if half > 0.0 { x / half } else { 0.0 };
    let in_cube = |point: DVec3| {
        let from = point - center;
        DVec3::new(unit(from.x, half.x), unit(from.y, half.y), unit(from.z, half.z))
    };
    let corners = |index: u32| {
        let [a, b, c] = shape.triangle(index).corners().map(in_cube);
        let normal = (b - a).cross(c - a).normalize_or(DVec3::Z).as_vec3().to_array();
        [a, b, c].map(|place| [place.as_vec3().to_array(), normal])
    };
    (0..shape.n_triangles() as u32).flat_map(corners).collect()
}

fn instance(body: &Body, eye: DVec3, eye_from_world: &DMat3, unit: f64) -> Instance {
    let center = *eye_from_world * (body.aabb.center() - eye) * unit;
    let half = 0.5 * body.aabb.size() * unit;
    [center.as_vec3().to_array(), half.as_vec3().to_array(), linear_from_srgb(body.color)]
}

#[cfg(test)]
#[cfg(feature = "offscreen")]
mod tests {
    use super::*;
    use crate::tests::*;

    fn swarm() -> Swarm {
        let shape = Arc::new(Sample::Cube.mesh().expect("a cube"));
        let aabb = |x: f64| Aabb::new(DVec3::new(x, -0.5, -0.5), DVec3::new(x + 1.0, 0.5, 0.5));
        let body = |x: f64, color: [f32; 3]| Body { aabb: aabb(x), color };
        let bodies = vec![body(-2.0, [1.0, 0.0, 0.0]), body(1.0, [0.0, 0.0, 1.0])];
        Swarm { shape, closed: true, bodies, room: Aabb::new(DVec3::splat(-2.0), DVec3::splat(2.0)) }
    }

    #[test]
    fn each_body_is_drawn_in_its_box_and_colour_on_opengl_and_on_es() {
        let (scene, swarm, selection) = (Scene::default(), swarm(), Selection::default());
        let style = Style { grid: false, axes: false, ..Style::default() };
        let perspective = Camera::framing(&swarm.room, 1.0, UpAxis::Y).projection;
        for projection in [perspective, Projection::Orthographic { height: 6.0 }] {
            let camera = Camera::look_at(DVec3::new(0.0, 0.0, 7.0), DVec3::ZERO, DVec3::Y);
            let view = View::new(Camera { projection, ..camera }, FramebufferSize::new(120, 120));
            let frame = Frame { swarm: Some(&swarm), ..Frame::new(&scene, &view, &style, &selection) };
            // One after the other: the last one made is the one that is current.
            for make in [OffscreenContext::new, OffscreenContext::embedded] {
                let mut offscreen = offscreen_on(make);
                let (picture, stats) = offscreen.draw(&frame).expect("a picture");
                assert_eq!((stats.triangles_drawn, stats.bytes_uploaded), (24, 72 * 12));
                let at = |point: DVec3| {
                    let cursor = view.cursor_from_world(point).expect("seen");
                    picture.pixels[cursor.y as usize * 120 + cursor.x as usize]
                };
                let [red, blue] = [-1.5, 1.5].map(|x| at(DVec3::new(x, 0.0, 0.5)));
                assert!(red[0] > 120 && red[2] < 20 && blue[2] > 120 && blue[0] < 20, "{red:?} {blue:?}");
                let [between, above] = [DVec3::ZERO, DVec3::new(1.5, 0.7, 0.5)].map(at);
                for empty in [between, above] {
                    assert!(empty[0].abs_diff(empty[2]) < 40, "{empty:?} is background");
                }
                assert_eq!(offscreen.draw(&frame).expect("a picture").1.bytes_uploaded, 0, "the shape stays");
            }
        }
    }

    #[test]
    fn bodies_before_the_near_plane_and_beyond_the_far_one_are_seen_before_and_behind_the_mesh() {
        let wall = [[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]].to_vec();
        let wall = Mesh::from_triangles(wall, vec![[0, 1, 2]]).expect("a mesh");
        let walls = Scene::of(Object::new("wall", wall.into()));
        let (style, selection) = (Style { grid: false, axes: false, ..Style::default() }, Selection::default());
        let mut offscreen = offscreen();
        for (projection, reversed_z) in
            [(Projection::Perspective { fov_y: 0.8 }, false), (Projection::Orthographic { height: 6.0 }, true)]
        {
            let camera = Camera::look_at(DVec3::new(0.0, 0.0, 7.0), DVec3::ZERO, DVec3::Y);
            let camera = Camera { projection, near: 6.5, far: 7.5, reversed_z, ..camera };
            let view = View::new(camera, FramebufferSize::new(40, 40));
            let mut is_blue = |scene: &Scene, z: f64| {
                let aabb = Aabb::new(DVec3::new(-1.0, -1.0, z - 1.0), DVec3::new(1.0, 1.0, z + 1.0));
                let bodies = vec![Body { aabb, color: [0.0, 0.0, 1.0] }];
                let swarm = Swarm { bodies, ..swarm() };
                let frame = Frame { swarm: Some(&swarm), ..Frame::new(scene, &view, &style, &selection) };
                let [red, _, blue, _] = offscreen.draw(&frame).expect("a picture").0.pixels[20 * 40 + 20];
                red < 20 && 100 < blue
            };
            for (z, before_the_wall) in [(3.0, true), (-5.0, false)] {
                assert_eq!(is_blue(&walls, z), before_the_wall, "at {z} of {camera:?}");
                assert!(is_blue(&Scene::default(), z), "at {z} of {camera:?}");
            }
        }
    }

    #[test]
    fn a_flat_shape_has_no_corner_outside_the_cube() {
        let mesh = Mesh::from_triangles(vec![[5.0, 2.0, 1.0], [9.0, 2.0, 1.0], [5.0, 4.0, 1.0]], vec![[0, 1, 2]]);
        let corners = unit_corners(&mesh.expect("a mesh"));
        let places = [[-1.0, -1.0, 0.0], [1.0, -1.0, 0.0], [-1.0, 1.0, 0.0]];
        assert_eq!(corners, places.map(|place| [place, [0.0, 0.0, 1.0]]));
    }
}
