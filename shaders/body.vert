// A corner of one of many bodies: the same shape each time, stretched to the body's box, in the light of shaders/light.glsl.
// The light is found here and not for each pixel, of which many bodies behind each other have very many.

// In the cube from −1 to 1, with the normal of its triangle there.
layout(location = 0) in vec3 a_corner;
layout(location = 1) in vec3 a_normal;
// The body's centre in eye space, half its sides along the world's axes, its linear colour.
layout(location = 2) in vec3 a_center;
layout(location = 3) in vec3 a_half;
layout(location = 4) in vec3 a_color;

// The world's axes in eye space.
uniform mat3 u_axes;
uniform mat4 u_clip_from_eye;
// Towards the viewer where lines of sight are parallel; zero where they meet in the eye.
uniform vec3 u_toward_viewer;

out vec3 v_color;

const float LAST_DEPTH = 1.0 - 1.0 / 1048576.0;

void main() {
    vec3 place = a_center + u_axes * (a_half * a_corner);
    gl_Position = u_clip_from_eye * vec4(place, 1.0);
    // What lies before the near plane or beyond the far one is drawn at its depth; the far one's own is that of the background.
    float w = gl_Position.w;
    if (w > 0.0) gl_Position.z = clamp(gl_Position.z, -LAST_DEPTH * w, LAST_DEPTH * w);

    vec3 toward_viewer = u_toward_viewer == vec3(0.0) ? normalize(-place) : u_toward_viewer;
    // Normals are stretched the other way than places.
    vec3 normal = normalize(u_axes * (a_normal * a_half.yzx * a_half.zxy));
    if (dot(normal, toward_viewer) < 0.0) normal = -normal;
    v_color = srgb_from_linear(a_color * light_on(normal));
}
