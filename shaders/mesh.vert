// A vertex of an unindexed triangle: to the eye, and on to the screen.

layout(location = 0) in vec3 a_position;
layout(location = 1) in vec4 a_normal;
// Of triangles that stand for others too: which one it is after the first.
layout(location = 2) in float a_triangle;

uniform vec3 u_center_high;
uniform vec3 u_center_low;
uniform mat3 u_linear;
uniform vec3 u_offset;
uniform mat4 u_clip_from_eye;
uniform mat3 u_normals;
// Index of the triangle that this draw starts with.
uniform uint u_first_triangle;
// Whether the triangles stand for others too.
uniform bool u_spread;

// Place in eye space, less u_offset: near the eye, or near an orthographic camera's target.
out vec3 v_place;
out vec3 v_normal;
// Barycentric weights of the corners.
out vec3 v_corner;
flat out uint v_triangle;

void main() {
    PRECISE vec3 from_high = a_position - u_center_high;
    PRECISE vec3 from_center = from_high - u_center_low;
    v_place = u_linear * from_center;
    gl_Position = u_clip_from_eye * vec4(v_place + u_offset, 1.0);
    v_normal = u_normals * a_normal.xyz;
    int corner = gl_VertexID % 3;
    v_corner = vec3(corner == 0, corner == 1, corner == 2);
    v_triangle = u_first_triangle + (u_spread ? uint(a_triangle) : uint(gl_VertexID / 3));
}
