#include <array>
#include <cmath>
#include <glm/glm.hpp>

// The ray through a pixel in the space of an object, as two points: t = 0 on the near plane, t = 1 on the far plane.
// cursor: physical pixels from the top left of the window. viewport: x and y of its lower left corner, width, height.
// planes: NDC z of near and far, -1 and 1; reversed 1 and -1; for a far plane at infinity 0, twice as far as the near.
std::array<glm::dvec3, 2> pick_ray(
    glm::dvec2 cursor, double window_height, glm::dvec4 viewport, glm::dvec2 planes,
    const glm::dmat4& projection, const glm::dmat4& view, const glm::dmat4& model)
{
    const double half = 0.5;  // the middle of the pixel
    glm::dvec2 window(std::floor(cursor.x) + half, window_height - 1.0 - std::floor(cursor.y) + half);
    glm::dvec2 ndc = 2.0 * (window - glm::dvec2(viewport)) / glm::dvec2(viewport.z, viewport.w) - 1.0;
    auto unproject = [&](double z) {
        glm::dvec4 eye = glm::inverse(projection) * glm::dvec4(ndc, z, 1.0);
        glm::dvec4 world = glm::inverse(view) * (eye / eye.w);
        return glm::dvec3(glm::inverse(model) * world);
    };
    return {unproject(planes.x), unproject(planes.y)};
}
