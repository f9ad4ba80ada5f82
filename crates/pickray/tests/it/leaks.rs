//! Rays at the edges and vertices of closed meshes: none slips through.
//!
//! Two kinds of ray are known to hit without any ray test: one from outside to a point inside hits before that point,
//! and one that starts inside hits.

use crate::oracle::Soup;
use crate::*;

/// Rays at each mesh.
const RAYS: u32 = 20_000;

/// A closed mesh in its place.
struct Body {
    name: &'static str,
    object: Object,
    /// Points strictly inside, in object space, and how far around each is inside, too.
    inside: Vec<DVec3>,
    clearance: f64,
}

impl Body {
    /// Returns a body around zero.
    fn new(name: &'static str, (positions, triangles): Soup, clearance: f64) -> Self {
        let mesh = Mesh::from_triangles(positions, triangles).expect("a mesh");
        Self { name, object: Object::from(Arc::new(mesh)), inside: vec![DVec3::ZERO], clearance }
    }

    /// Returns a ray through a vertex or a point of an edge, and the t at which it has to hit at the latest.
    fn shot(&self, random: &mut Rng) -> (Ray, f64) {
        let mesh = &self.object.mesh;
        let corners = mesh.triangle(random.u32(..mesh.n_triangles() as u32)).corners();
        let place = random.usize(..3);
        let along = [0.0, 0.5, 0.05 + 0.9 * random.f64()][random.usize(..3)];
        let point = corners[place].lerp(corners[(place + 1) % 3], along);
        let inside = self.inside[random.usize(..self.inside.len())] + self.clearance * direction(random);
        let far = mesh.bounds().size().length() * [1.5, 3.0, 100.0][random.usize(..3)] * (1.0 + random.f64());
        let outside = inside + far * (point - inside).normalize();
        let (from, to, latest) = if random.bool() { (outside, inside, 1.0) } else { (inside, point, f64::INFINITY) };
        let [from, to] = [from, to].map(|end| self.object.world_from_object.transform_point3(end));
        (Ray::between(from, to), latest)
    }
}

/// The icosphere of a size, somewhere else; where f32 is too coarse there, its mesh has an origin of its own.
fn ball(name: &'static str, radius: f64, center: DVec3) -> Body {
    let (positions, triangles) = Sample::Icosphere.positions_and_triangles();
    let place = |p: [f32; 3]| (radius * DVec3::from(p.map(f64::from)) + center).to_array();
    let positions: Vec<_> = positions.into_iter().map(place).collect();
    let mesh = Mesh::new(&positions, &triangles).expect("a mesh");
    Body { name, object: Object::from(Arc::new(mesh)), inside: vec![center], clearance: 0.3 * radius }
}

/// The knot and the middles of its rings of 24 vertices.
fn knot(name: &'static str, world_from_object: DMat4) -> Body {
    let soup = Sample::TorusKnot.positions_and_triangles();
    let middle = |ring: &[[f32; 3]]| ring.iter().map(|p| DVec3::from(p.map(f64::from))).sum::<DVec3>() / 24.0;
    let inside = soup.0.chunks(24).map(middle).collect();
    let body = Body::new(name, soup, 0.1);
    Body { inside, object: body.object.with_transform(world_from_object), ..body }
}

#[test]
fn of_rays_at_edges_and_vertices_of_closed_meshes_none_leaks() {
    let turn = DQuat::from_axis_angle(DVec3::new(1.0, 2.0, -0.5).normalize(), 0.7);
    let placed = DMat4::from_scale_rotation_translation(DVec3::new(3.0, -0.2, 1.1), turn, DVec3::new(70.0, -3.0, 12.0));
    let far = ball("icosphere far away", 30.0, DVec3::new(692_417.125, 5_337_123.5, 512.25));
    assert_ne!(far.object.mesh.origin(), DVec3::ZERO);
    let bodies = [
        ball("icosphere", 1.0, DVec3::ZERO),
        ball("tiny icosphere", 1e-6, DVec3::ZERO),
        ball("huge icosphere", 1e7, DVec3::ZERO),
        far,
        knot("torus knot", DMat4::IDENTITY),
        knot("turned, stretched and mirrored knot", placed),
        Body::new("noisy sphere", Sample::NoisySphere.positions_and_triangles(), 0.3),
        Body::new("cube", Sample::Cube.positions_and_triangles(), 0.5),
    ];
    let mut random = seeded();
    for body in bodies {
        let scene = Scene::of(body.object.clone());
        for _ in 0..RAYS {
            let (ray, latest) = body.shot(&mut random);
            let hit = scene.closest_hit(&ray, ..);
            assert!(hit.is_some_and(|hit| hit.t <= latest), "{}: {ray:?} leaks: {hit:?}", body.name);
        }
    }
}
