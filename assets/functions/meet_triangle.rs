
/// Moller-Trumbore test of a triangle, from both sides: t of the ray; u and v, the weights of corners b and c.
/// The hit is the smallest t of all triangles. No t is too large where the far plane is at infinity.
pub fn meet_triangle([near, far]: [DVec3; 2], corners: [[f64; 3]; 3], t_max: f64) -> Option<[f64; 3]> {
    let [a, b, c] = corners.map(DVec3::from_array);
    let (d, e1, e2, s) = (far - near, b - a, c - a, near - a);
    let (p, q) = (d.cross(e2), s.cross(e1));
    let det = e1.dot(p);
    if det == 0.0 {
        return None; // parallel, or no area
    }
    let [t, u, v] = [e2.dot(q), s.dot(p), d.dot(q)].map(|it| it / det);
    (0.0 <= u && 0.0 <= v && u + v <= 1.0 && 0.0 <= t && t <= t_max).then_some([t, u, v])
}
