//! Details of a hit: its point, its side, the triangle's corners and place in its file, and what the mesh has there.

use crate::accel::{Query, RayOptions};
use crate::geometry::{Feature, Ray, Triangle};
use crate::intersect::{Culling, Side, report};
use crate::math::predicates::Sign;
use crate::math::{CursorPosition, inverse_transpose};
use crate::mesh::{Format, Mesh, Place, Record, TEXTURE_SETS};
use crate::pick::{Hit, ObjectRay, PickOptions, Sight, TriangleId, cast};
use crate::scene::{Object, Projection, Scene, View, unit};
use glam::{DMat3, DVec2, DVec3};
use serde::{Deserialize, Serialize};

/// Details of a [`Hit`], all that is known of it, in world space and in object space (the file's own coordinates).
/// Fields have the names and the order that they have in the JSON of a
/// [`PickRecord`](crate::pick::explain::PickRecord).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct HitDetails {
    /// Index of the object in its scene.
    pub object: u32,
    /// Name of the object.
    pub object_name: String,
    /// Index of the triangle in the object's mesh.
    pub triangle: u32,
    /// Source of the triangle in its file.
    #[serde(flatten)]
    pub source: HitSource,
    /// Diffuse colour of the triangle's material, sRGB, 0 to 1; `None` where no material gives one.
    pub diffuse: Option<[f32; 3]>,
    /// Colour of the mesh at the point, as [`color_at`](crate::mesh::IndexedMesh::color_at); `None` if it has none.
    pub color: Option<[f32; 3]>,
    /// Point that is hit, in world space.
    pub point_world: DVec3,
    /// Point that is hit, in object space.
    pub point_object: DVec3,
    /// Barycentric weight of the second corner.
    pub u: f64,
    /// Barycentric weight of the third corner.
    pub v: f64,
    /// Barycentric weight of the first corner, `1 - u - v`.
    pub w: f64,
    /// Vertices of the triangle, and what the mesh has at the point: texture coordinates, normal, pixel of a texture.
    #[serde(flatten)]
    pub attributes: HitAttributes,
    /// Part of the triangle that the ray meets, decided exactly: the face, an edge or a corner.
    pub on: Feature,
    /// Side that is seen: front where the corners, in the file's order, run counter-clockwise in the picture. Under a
    /// mirroring transform, the front seen here is the back in object space, as OpenGL draws it.
    pub side: Side,
    /// Indices of other triangles of the object that the ray meets at the same point of a shared edge or corner,
    /// whichever side they show.
    pub shared_with: Vec<u32>,
    /// Corners a, b, c of the triangle, in world space.
    pub corners_world: [DVec3; 3],
    /// Corners a, b, c of the triangle, in object space.
    pub corners_object: [DVec3; 3],
    /// Unit normal of the triangle's front, in world space; zero where the triangle has no area.
    pub normal_world: DVec3,
    /// Unit normal of the triangle's front, in object space; zero where the triangle has no area.
    pub normal_object: DVec3,
    /// Lengths of the edges ab, bc, ca, in world units.
    pub edge_lengths: [f64; 3],
    /// Area of the triangle, in world units squared.
    pub area: f64,
    /// Parameter of the ray: 0 on the near plane, 1 on the far plane; on a ray without a view, 0 at its near point, 1
    /// at its far point. Where the far plane is infinite, 1 is twice as far from the eye as the near plane.
    pub t: f64,
    /// Distance of the point from the eye, in world units. It is the distance from the plane through the eye in
    /// orthographic views, and from the ray's near point on a ray without a view.
    pub distance: f64,
    /// Distance of the point from the near plane along the ray, in world units.
    pub distance_from_near: f64,
    /// Angle between the ray and the triangle's normal line, in radians: 0 where the ray meets the triangle head on,
    /// π/2 where it grazes it.
    pub angle: f64,
    /// Window coordinates of the point: x and y in physical pixels from the lower left, z the depth in 0 to 1. `None`
    /// on a ray without a view.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub window: Option<DVec3>,
}

/// Source of a triangle: its place in a file, and the names that the file gives it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HitSource {
    /// Line of the file where the face begins, from 1; `None` where the mesh is not from a text file.
    pub line: Option<u32>,
    /// Record of the triangle's face in a binary file; `None` where the mesh is not from a binary file.
    pub record: Option<Record>,
    /// Number of the triangle's face, from 1.
    pub face: u32,
    /// Index of the triangle among those of its face, from 0.
    pub place_in_face: u32,
    /// Number of triangles that the face was cut into.
    pub triangles_of_face: u32,
    /// Number of corners of the face.
    pub face_corners: u32,
    /// Name of the triangle's object in the file: after `o` in OBJ or `solid` in STL, or of the node in glTF; or none.
    #[serde(rename = "object_in_file")]
    pub object: Option<String>,
    /// Names of the triangle's group: after `g` in OBJ, or of mesh and primitive in glTF; `None` without one.
    pub group: Option<String>,
    /// Name of the triangle's material: after `usemtl` in OBJ, or of the primitive's in glTF; `None` without one.
    pub material: Option<String>,
}

/// Attributes of a hit: the vertices of its triangle, and what the mesh has at the point that is hit.
///
/// The weights u and v of a triangle's corners are not the coordinates U and V of a texture: those weigh corners, these
/// are values at the corners that the weights mix.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct HitAttributes {
    /// Indices of the vertices a, b, c of the triangle in its mesh, from 0.
    pub vertices: [u32; 3],
    /// Vertex among `vertices` that is the nearest to the point, in world space.
    pub nearest_vertex: u32,
    /// Texture coordinate U, V at the point, as the file has it; `None` where the mesh has none.
    pub uv: Option<DVec2>,
    /// Texture coordinate of the second set.
    pub uv2: Option<DVec2>,
    /// Unit normal at the point, in world space, of the mesh's normals at the corners; `None` where the mesh has none,
    /// or they cancel each other.
    pub shading_normal: Option<DVec3>,
    /// Pixel of the texture at the point; `None` without a texture, and until its image is decoded.
    pub texel: Option<HitTexel>,
}

/// Pixel of a texture at the point that is hit.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct HitTexel {
    /// Name of the image.
    pub image: String,
    /// Column and row of the pixel, from 0 at the top left.
    pub pixel: [u32; 2],
    /// Red, green, blue and opacity, sRGB, 0 to 255.
    pub color: [u8; 4],
}

impl HitSource {
    /// Returns the place in the file where the triangle's face begins; `None` where the place is not known.
    pub fn place(&self) -> Option<Place> {
        Place::of(self.line, self.record.map(|record| record.number))
    }

    /// Returns the source of a triangle of the mesh, which must have it.
    pub fn of(mesh: &Mesh, triangle: u32) -> Self {
        let source = mesh.source();
        Self {
            line: source.line(triangle),
            record: source.record(triangle),
            face: source.face(triangle),
            place_in_face: source.place_in_face(triangle),
            triangles_of_face: source.triangles_of_face(triangle),
            face_corners: source.face_corners(triangle),
            object: source.object(triangle).map(str::to_owned),
            group: source.group(triangle).map(str::to_owned),
            material: source.material(triangle).map(str::to_owned),
        }
    }
}

impl HitAttributes {
    /// Returns the numbers of the vertices in the file that the mesh is of, if it counts them from 1 as OBJ does;
    /// `None` if they are those in the mesh, or the file does not number them.
    pub fn vertices_in_file(&self, mesh: &Mesh) -> Option<[u64; 3]> {
        let counts_from_1 = mesh.source().format() == Some(Format::Obj);
        counts_from_1.then(|| self.vertices.map(|vertex| u64::from(vertex) + 1))
    }

    /// Returns the attributes at the point of a triangle whose second and third corners `u` and `v` weigh.
    fn at(object: &Object, triangle: u32, u: f64, v: f64) -> Self {
        let mesh = &object.mesh;
        let (vertices, corners) = (mesh.triangles()[triangle as usize], object.triangle_in_world(triangle));
        let point = corners.at(u, v);
        let distances = corners.corners().map(|corner| (corner - point).length_squared());
        let nearest = (0..3).min_by(|&i, &j| distances[i].total_cmp(&distances[j])).unwrap_or(0);
        let [uv, uv2] =
            std::array::from_fn::<_, TEXTURE_SETS, _>(|set| mesh.texture_coordinate_at(set, triangle, u, v));
        let normal_matrix = inverse_transpose(&DMat3::from_mat4(object.world_from_object));
        let in_world = |normal: DVec3| unit(normal_matrix * unit(normal)?);
        Self {
            vertices,
            nearest_vertex: vertices[nearest],
            uv,
            uv2,
            shading_normal: mesh.normal_at(triangle, u, v).and_then(in_world),
            texel: mesh.texel_at(triangle, u, v).map(|texel| HitTexel {
                image: texel.image.name().to_owned(),
                pixel: texel.pixel,
                color: texel.color,
            }),
        }
    }
}

/// Returns all that is known of the hit that [`pick`](crate::pick::pick()) finds; `None` for a miss.
pub fn pick_described(scene: &Scene, view: &View, cursor: CursorPosition, options: &PickOptions) -> Option<HitDetails> {
    let sight = Sight::new(view, cursor, options).ok()?;
    let hit = cast::closest(scene, &cast::Query::seen(&sight.ray, options))?;
    HitDetails::seen(scene, view, &sight, &hit)
}

/// Returns all that is known of a hit in `scene` under a cursor, with the view and the options that it was found with.
/// `None` where the cursor has no line of sight, or the scene does not have the triangle.
pub fn describe(
    scene: &Scene,
    view: &View,
    cursor: CursorPosition,
    options: &PickOptions,
    hit: &Hit,
) -> Option<HitDetails> {
    HitDetails::seen(scene, view, &Sight::new(view, cursor, options).ok()?, hit)
}

/// Returns all that is known of a hit in `scene` on a ray in world space, without an eye and a window. `None` where the
/// scene does not have the triangle.
pub fn describe_along(scene: &Scene, ray: &Ray, hit: &Hit) -> Option<HitDetails> {
    let placed = hit.id().object_in(scene)?;
    let in_object = placed.mesh.triangle(hit.triangle);
    let in_world = placed.triangle_in_world(hit.triangle);
    let point_object = in_object.at(hit.u, hit.v);
    let point_world = placed.world_from_object.transform_point3(point_object);
    let normal_world = normal(&in_world);
    let Triangle { a, b, c } = in_world;

    // Distances and angles are those in the world; t is the same in both spaces.
    let from_near_to_far = ray.direction();
    let distance_from_near = hit.t * from_near_to_far.length();
    let direction = unit(from_near_to_far).unwrap_or(DVec3::ZERO);
    let (on, shared_with) = match ObjectRay::new(placed, ray) {
        Ok(object_ray) => feature_and_neighbours(placed, &object_ray, hit.triangle),
        Err(_) => (Feature::Face, Vec::new()),
    };
    Some(HitDetails {
        object: hit.object,
        triangle: hit.triangle,
        side: hit.side,
        t: hit.t,
        u: hit.u,
        v: hit.v,
        w: 1.0 - hit.u - hit.v,
        attributes: HitAttributes::at(placed, hit.triangle, hit.u, hit.v),
        point_world,
        point_object,
        normal_world,
        normal_object: normal(&in_object),
        corners_world: [a, b, c],
        corners_object: in_object.corners(),
        area: in_world.area(),
        edge_lengths: [(b - a).length(), (c - b).length(), (a - c).length()],
        angle: normal_world.cross(direction).length().atan2(normal_world.dot(direction).abs()),
        distance: distance_from_near,
        distance_from_near,
        window: None,
        on,
        shared_with,
        object_name: placed.name.clone(),
        source: HitSource::of(&placed.mesh, hit.triangle),
        diffuse: placed.mesh.diffuse(hit.triangle),
        color: placed.mesh.color_at(hit.triangle, hit.u, hit.v),
    })
}

impl HitDetails {
    /// Returns the id of the triangle that is hit.
    pub fn id(&self) -> TriangleId {
        TriangleId { object: self.object, triangle: self.triangle }
    }

    /// Looks up again what the mesh has at the point, as the pixel of a texture whose image was decoded since.
    pub fn renew_attributes(&mut self, scene: &Scene) {
        if let Some(object) = self.id().object_in(scene) {
            self.attributes = HitAttributes::at(object, self.triangle, self.u, self.v);
        }
    }

    /// Returns all that is known of a hit on a line of sight; `None` where the scene has no such triangle.
    pub(super) fn seen(scene: &Scene, view: &View, sight: &Sight, hit: &Hit) -> Option<Self> {
        let details = describe_along(scene, &sight.ray.into(), hit)?;
        let point = details.point_world;
        Some(Self {
            distance: match view.camera.projection {
                Projection::Perspective { .. } => (point - view.camera.eye).length(),
                Projection::Orthographic { .. } => view.camera.depth_of(point),
            },
            window: Some(view.window_from_world(point).unwrap_or(sight.window.extend(0.0))),
            ..details
        })
    }
}

fn normal(triangle: &Triangle) -> DVec3 {
    let edge = |to: DVec3| unit(to - triangle.a);
    let cross = edge(triangle.b).zip(edge(triangle.c)).map(|(ab, ac)| ab.cross(ac));
    cross.and_then(unit).unwrap_or(DVec3::ZERO)
}

/// Returns the smallest part of a triangle that the ray meets, decided exactly, and the other triangles met there.
fn feature_and_neighbours(object: &Object, ray: &ObjectRay, triangle: u32) -> (Feature, Vec<u32>) {
    let mesh = &object.mesh;
    let [_, u, v, w, _] = report(&ray.in_mesh(mesh).exact(), &mesh.local_triangle(triangle), Culling::None).signs;
    let signs = [v, w, u];
    let edges: Vec<u8> = (0..3).filter(|&edge| signs[usize::from(edge)] == Sign::Zero).collect();
    let part = match edges[..] {
        [edge] => Feature::Edge(edge),
        [0, 2] => Feature::Vertex(0),
        [_, edge] => Feature::Vertex(edge),
        _ => Feature::Face,
    };

    // Other triangles share this part if they have its corners.
    let corners = |triangle: u32| mesh.triangles()[triangle as usize].map(|vertex| mesh.positions()[vertex as usize]);
    let [a, b, c] = corners(triangle);
    let ends = match part {
        Feature::Face => return (part, Vec::new()),
        Feature::Edge(edge) => [[a, b], [b, c], [c, a]][usize::from(edge)],
        Feature::Vertex(corner) => [[a, b, c][usize::from(corner)]; 2],
    };
    // A triangle that the ray meets is not edge-on to it: where an edge or corner is that part, it is met nowhere else.
    let hits = mesh.tree().all(Query { ray: ray.in_mesh(mesh), options: RayOptions::default().skip(None) });
    let others = hits.iter().map(|hit| hit.triangle).filter(|&other| other != triangle);
    let holds = |other: u32| ends.iter().all(|end| corners(other).contains(end));
    let mut shared: Vec<_> = others.filter(|&other| holds(other)).collect();
    shared.sort_unstable();
    (part, shared)
}
