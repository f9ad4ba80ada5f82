#include <optional>

// Moller-Trumbore test of a triangle, from both sides: t of the ray; u and v, the weights of corners b and c.
// The hit is the smallest t of all triangles. No t is too large where the far plane is at infinity.
std::optional<std::array<double, 3>> meet_triangle(
    const std::array<glm::dvec3, 2>& ray, const std::array<glm::dvec3, 3>& corners, double t_max)
{
    glm::dvec3 d = ray[1] - ray[0], e1 = corners[1] - corners[0], e2 = corners[2] - corners[0];
    glm::dvec3 s = ray[0] - corners[0], p = glm::cross(d, e2), q = glm::cross(s, e1);
    double det = glm::dot(e1, p);
    if (det == 0.0) return std::nullopt;  // parallel, or no area
    double t = glm::dot(e2, q) / det, u = glm::dot(s, p) / det, v = glm::dot(d, q) / det;
    if (u < 0.0 || v < 0.0 || u + v > 1.0 || t < 0.0 || t > t_max) return std::nullopt;
    return {{t, u, v}};
}
