

# Moller-Trumbore test of a triangle, from both sides: t of the ray; u and v, the weights of corners b and c.
# The hit is the smallest t of all triangles. No t is too large where the far plane is at infinity.
def meet_triangle(ray, corners, t_max):
    (near, far), (a, b, c) = np.array(ray), np.array(corners)
    d, e1, e2, s = far - near, b - a, c - a, near - a
    p, q = np.cross(d, e2), np.cross(s, e1)
    det = e1 @ p
    if det == 0:
        return None  # parallel, or no area
    t, u, v = e2 @ q / det, s @ p / det, d @ q / det
    return None if u < 0 or v < 0 or u + v > 1 or t < 0 or t > t_max else (t, u, v)
