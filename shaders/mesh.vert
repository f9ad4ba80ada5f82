// A vertex of an unindexed triangle: to the eye, and on to the screen.

layout(location = 0) in vec3 a_position;
// Of a simplified mesh: the shorter the rougher the surface is, and w is 1 where a triangle is as it is in the mesh.
layout(location = 1) in vec4 a_normal;
// Its own colour, sRGB; no opacity where the triangle has none.
layout(location = 3) in vec4 a_color;
// Place in the image of its texture.
layout(location = 5) in vec2 a_place_in_image;

uniform vec3 u_center_high;
uniform vec3 u_center_low;
uniform mat3 u_linear;
uniform vec3 u_offset;
uniform mat4 u_clip_from_eye;
uniform mat3 u_normals;
// Index of the triangle that this draw starts with.
uniform uint u_first_triangle;
// Whether own colours are there to be shown.
uniform bool u_colored;

// Place in eye space, less u_offset: near the eye, or near an orthographic camera's target.
out vec3 v_place;
out vec3 v_normal;
// Barycentric weights of the corners.
out vec3 v_corner;
// Its own colour, linear; no opacity where there is none.
out vec4 v_color;
out vec2 v_place_in_image;
flat out uint v_triangle;
// Of a simplified mesh: how smooth the surface is, and whether the triangle is as it is in the mesh.
out float v_smoothness;
flat out float v_alone;

vec3 linear_from_srgb(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), vec3(greaterThan(c, vec3(0.04045))));
}

void main() {
    PRECISE vec3 from_high = a_position - u_center_high;
    PRECISE vec3 from_center = from_high - u_center_low;
    v_place = u_linear * from_center;
    gl_Position = u_clip_from_eye * vec4(v_place + u_offset, 1.0);
    v_normal = u_normals * a_normal.xyz;
    v_smoothness = length(a_normal.xyz);
    v_alone = a_normal.w;
    int corner = gl_VertexID % 3;
    v_corner = vec3(corner == 0, corner == 1, corner == 2);
    v_color = u_colored ? vec4(linear_from_srgb(a_color.rgb), a_color.a) : vec4(0.0);
    v_place_in_image = a_place_in_image;
    v_triangle = u_first_triangle + uint(gl_VertexID / 3);
    if (is_hidden(v_triangle)) gl_Position = NOWHERE;
}
