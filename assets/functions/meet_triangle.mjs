
// Moller-Trumbore test of a triangle, from both sides: t of the ray; u and v, the weights of corners b and c.
// The hit is the smallest t of all triangles. No t is too large where the far plane is at infinity.
export function meetTriangle([near, far], corners, tMax) {
    const [a, b, c] = corners.map((corner) => new Vector3(...corner));
    const [d, e1, e2, s] = [far.clone().sub(near), b.sub(a), c.sub(a), near.clone().sub(a)];
    const [p, q] = [d.clone().cross(e2), s.clone().cross(e1)];
    const det = e1.dot(p);
    if (det === 0) return null; // parallel, or no area
    const [t, u, v] = [e2.dot(q) / det, s.dot(p) / det, d.dot(q) / det];
    return u < 0 || v < 0 || u + v > 1 || t < 0 || t > tMax ? null : [t, u, v];
}
