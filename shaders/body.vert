// A corner of one of many bodies: the same shape each time, stretched to the body's box, in the light of shaders/mesh.frag.
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
// The world's up in eye space.
uniform vec3 u_up;

out vec3 v_color;

const float LAST_DEPTH = 1.0 - 1.0 / 1048576.0;

vec3 srgb_from_linear(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(c, vec3(0.0031308))));
}

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
    float key = max(dot(normal, normalize(vec3(-0.35, 0.55, 1.0))), 0.0);
    float head = max(dot(normal, toward_viewer), 0.0);
    float sky = 0.5 + 0.5 * dot(normal, u_up);
    float light = 0.52 * key + 0.28 * head + mix(0.08, 0.24, sky);
    v_color = srgb_from_linear(a_color * light);
}
