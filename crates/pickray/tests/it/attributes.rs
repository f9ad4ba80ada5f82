//! Texture coordinates, normals and textures at hits, against numbers that share no code with the library's.

use crate::*;
use glam::DAffine2;
use pickray::mesh::{CornerValues, Image, MeshError, Pixels, Texture, Wrap};
use pickray::pick::{HitDetails, checksum, describe_along};
use std::array::from_fn;

/// Values at random for the vertices of a mesh, or for corners with numbers of their own, some of which have none.
fn values<const N: usize>(random: &mut Rng, mesh: &Mesh, by_corner: bool) -> CornerValues<N> {
    let n = if by_corner { 40 } else { mesh.n_vertices() };
    let values: Vec<[f32; N]> =
        (0..n).map(|_| from_fn(|_| signed(random) as f32 * 10_f32.powi(random.i32(-3..4)))).collect();
    if !by_corner {
        return CornerValues::by_vertex(values);
    }
    let corner = |random: &mut Rng| if random.u8(..20) == 0 { CornerValues::<N>::NONE } else { random.u32(..40) };
    let corners: Vec<[u32; 3]> = (0..mesh.n_triangles()).map(|_| from_fn(|_| corner(random))).collect();
    CornerValues::by_corner(values, corners)
}

/// The value at a point of a triangle in rationals, and how much rounding may take off it; `None` where a corner has
/// none.
fn exact<const N: usize>(
    mesh: &Mesh,
    values: &CornerValues<N>,
    triangle: u32,
    [u, v]: [f64; 2],
) -> Option<[(BigRational, f64); N]> {
    let indices = values.corners().map_or(mesh.triangles()[triangle as usize], |corners| corners[triangle as usize]);
    if indices.contains(&u32::MAX) {
        return None;
    }
    let corners = indices.map(|index| values.values()[index as usize]);
    let [u, v] = [u, v].map(rational);
    let weights = [BigRational::one() - &u - &v, u, v];
    Some(from_fn(|i| {
        let terms = corners.map(|corner| f64::from(corner[i]));
        let sum = terms.iter().zip(&weights).map(|(&term, weight)| rational(term) * weight).sum();
        (sum, 4.0 * f64::EPSILON * terms.iter().map(|term| term.abs()).sum::<f64>())
    }))
}

fn assert_near<const N: usize>(got: Option<[f64; N]>, want: Option<[(BigRational, f64); N]>) {
    assert_eq!(got.is_some(), want.is_some());
    for (got, (want, bound)) in got.into_iter().flatten().zip(want.into_iter().flatten()) {
        assert!((rational(got) - want).abs() <= rational(bound), "{got}");
    }
}

#[test]
fn values_at_points_are_those_of_rationals_and_stay_when_a_mesh_moves_or_is_saved() {
    let mut random = seeded();
    for by_corner in [false, true] {
        let mut mesh = Sample::TorusKnot.mesh().expect("a mesh");
        let sum = checksum(&mesh);
        let [uv, uv2] = from_fn(|_| values::<2>(&mut random, &mesh, by_corner));
        let normals = values::<3>(&mut random, &mesh, by_corner);
        mesh.set_texture_coordinates(0, uv.clone()).expect("they fit");
        mesh.set_texture_coordinates(1, uv2.clone()).expect("they fit");
        mesh.set_normals(normals.clone()).expect("they fit");
        assert_eq!(checksum(&mesh), sum);
        let mut moved = mesh.clone();
        let positions: Vec<_> = mesh.positions().iter().map(|[x, y, z]| [2.0 * x, y + 1.0, -z]).collect();
        moved.refit(&positions).expect("finite positions");
        let restored = Mesh::restore(&mesh.save()).expect("as it was saved");
        for mesh in [&mesh, &moved, &restored] {
            for _ in 0..2000 {
                let triangle = random.u32(..mesh.n_triangles() as u32);
                let [a, b] = [random.f64(), random.f64()];
                let [u, v] = [a.min(b), 1.0 - a.max(b)];
                let uvs = [0, 1].map(|set| mesh.texture_coordinate_at(set, triangle, u, v).map(|uv| uv.to_array()));
                assert_near(uvs[0], exact(mesh, &uv, triangle, [u, v]));
                assert_near(uvs[1], exact(mesh, &uv2, triangle, [u, v]));
                let normal = mesh.normal_at(triangle, u, v).map(|normal| normal.to_array());
                assert_near(normal, exact(mesh, &normals, triangle, [u, v]));
            }
        }
    }
}

#[test]
fn what_does_not_fit_the_mesh_is_refused_with_what_is_wrong() {
    let mut mesh = Sample::Cube.mesh().expect("a mesh");
    let (n_vertices, n_triangles) = (mesh.n_vertices(), mesh.n_triangles());
    let mut refused =
        |set, values: CornerValues<2>| mesh.set_texture_coordinates(set, values).expect_err("refused").to_string();
    let one = vec![[0.0; 2]];
    let told = format!("1 values were given for the {n_vertices} vertices of the mesh: give one for each");
    assert_eq!(refused(0, CornerValues::by_vertex(one.clone())), told);
    let told = format!("1 values were given for the {n_triangles} triangles of the mesh: give one for each");
    assert_eq!(refused(1, CornerValues::by_corner(one.clone(), vec![[0; 3]])), told);
    let mut corners = vec![[0; 3]; n_triangles];
    corners[2][1] = 1;
    let told = "triangle 2 names value 1, but there are only 1 values (counted from 0): correct the index";
    assert_eq!(refused(0, CornerValues::by_corner(one, corners)), told);
    let fits = CornerValues::by_vertex(vec![[0.0; 2]; n_vertices]);
    assert_eq!(mesh.set_texture_coordinates(2, fits), Err(MeshError::NoTextureSet { set: 2 }));
}

#[test]
fn a_value_that_is_not_finite_is_none() {
    let mut mesh = Sample::Triangle.mesh().expect("a mesh");
    for odd in [f32::NAN, f32::INFINITY] {
        mesh.set_texture_coordinates(0, CornerValues::by_vertex([[0.0; 2], [0.0; 2], [1.0, odd]])).expect("three");
        assert_eq!(mesh.texture_coordinate_at(0, 0, 0.25, 0.25), None);
    }
    mesh.set_texture_coordinates(0, CornerValues::default()).expect("none");
    assert!(mesh.texture_coordinates(0).is_none() && mesh.texture_coordinates(7).is_none());
}

/// The hit of a ray along z through the middle of a placed triangle's box, in a scene of that object alone.
fn hit_of(mesh: &Mesh, world_from_object: DMat4, at: DVec2) -> HitDetails {
    let scene = Scene::of(Object::from(mesh.clone()).with_transform(world_from_object));
    let triangle = scene.objects()[0].triangle_in_world(0);
    let (point, normal) = (triangle.at(at.x, at.y), triangle.scaled_normal());
    let ray = Ray::between(point + normal, point - normal);
    let hit = scene.closest_hit(&ray, ..=1.0).expect("a hit");
    describe_along(&scene, &ray, &hit).expect("it is there")
}

#[test]
fn shading_normals_go_through_the_inverse_transpose_and_the_nearest_vertex_is_that_in_the_world() {
    let mut random = seeded();
    for _ in 0..500 {
        let corners: [DVec3; 3] = from_fn(|_| vector(&mut random));
        let mut mesh = Mesh::new(&corners.map(|corner| corner.as_vec3().to_array()), &[[0_u32, 1, 2]]).expect("a mesh");
        let normals: [DVec3; 3] = from_fn(|_| vector(&mut random).normalize());
        mesh.set_normals(CornerValues::by_vertex(normals.map(|normal| normal.as_vec3().to_array()))).expect("three");
        let turn = turn(&mut random);
        let scale = DVec3::from_array(from_fn(|_| signed(&mut random) * 3.0 + 0.01));
        let matrix = DMat4::from_scale_rotation_translation(scale, turn, 9.0 * vector(&mut random));
        let [a, b] = [random.f64(), random.f64()];
        let hit = hit_of(&mesh, matrix, DVec2::new(a.min(b), 1.0 - a.max(b)));

        let mixed = hit.w * normals[0] + hit.u * normals[1] + hit.v * normals[2];
        let want = (DMat3::from_mat4(matrix).inverse().transpose() * mixed).normalize();
        let got = hit.attributes.shading_normal.expect("they do not cancel");
        assert!((got - want).length() < 1e-4 && (got.length() - 1.0).abs() < 1e-12, "{got} {want}");
        let far = |corner: &DVec3| (matrix.transform_point3(*corner) - hit.point_world).length();
        let near = hit.attributes.nearest_vertex as usize;
        assert!(corners.iter().all(|corner| far(&corners[near]) <= far(corner) + 1e-5));
        assert_eq!(hit.attributes.vertices, [0, 1, 2]);
    }
}

#[test]
fn normals_that_cancel_each_other_make_none() {
    let mut mesh = Sample::Triangle.mesh().expect("a mesh");
    mesh.set_normals(CornerValues::by_vertex([[0.0, 0.0, 1.0], [0.0, 0.0, -2.0], [0.0, 0.0, 0.0]])).expect("three");
    let normal = |at| hit_of(&mesh, DMat4::IDENTITY, at).attributes.shading_normal;
    assert_eq!(normal(DVec2::new(0.25, 0.25)), None);
    assert_eq!(normal(DVec2::new(0.125, 0.25)), Some(DVec3::Z));
}

#[test]
fn the_pixel_of_a_texture_is_that_under_the_coordinate_from_the_top_left() {
    let bytes: Vec<u8> = (0..4 * 3 * 2).collect();
    let obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl photo\nf 1 2 3\n";
    let image = Image::of_pixels("photo.png", Pixels::new(3, 2, bytes).expect("six pixels"));
    // V upwards, then downwards as in glTF, beyond the edges, turned.
    let quarter = DAffine2::from_angle(std::f64::consts::FRAC_PI_2);
    for (uv, map, wrap, pixel) in [
        ([0.1, 0.9], Texture::V_UP, Wrap::Repeat, [0, 0]),
        ([0.9, 0.1], Texture::V_UP, Wrap::Repeat, [2, 1]),
        ([0.0, 0.0], Texture::V_UP, Wrap::Repeat, [0, 1]),
        ([0.0, 1.0], Texture::V_UP, Wrap::Clamp, [0, 0]),
        ([0.0, 1.0], Texture::V_UP, Wrap::Repeat, [0, 1]),
        ([0.1, 0.9], DAffine2::IDENTITY, Wrap::Repeat, [0, 1]),
        ([1.1, -0.1], DAffine2::IDENTITY, Wrap::Repeat, [0, 1]),
        ([1.1, -0.1], DAffine2::IDENTITY, Wrap::Clamp, [2, 0]),
        ([1.1, -0.3], DAffine2::IDENTITY, Wrap::Mirror, [2, 0]),
        ([0.1, -0.9], quarter, Wrap::Repeat, [2, 0]),
    ] {
        let (mut mesh, _) = Load::bytes("t.obj", obj).mesh().expect("a mesh");
        mesh.set_texture_coordinates(0, CornerValues::by_vertex([uv.map(|x| x as f32); 3])).expect("three");
        let texture = Texture { image: 0, set: 0, wrap: [wrap; 2], nearest: false, image_from_uv: map };
        mesh.set_textures(vec![Some(texture)], vec![image.clone()]);
        let texel = hit_of(&mesh, DMat4::IDENTITY, DVec2::splat(0.25)).attributes.texel.expect("a texture");
        let first = 4 * (3 * pixel[1] + pixel[0]) as u8;
        assert_eq!((texel.image.as_str(), texel.pixel), ("photo.png", pixel), "{uv:?} {wrap:?}");
        assert_eq!(texel.color, from_fn(|k| first + k as u8));
    }
}
