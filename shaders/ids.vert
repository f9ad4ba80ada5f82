// A vertex of an unindexed triangle, where shaders/mesh.vert puts it.

layout(location = 0) in vec3 a_position;

uniform vec3 u_center_high;
uniform vec3 u_center_low;
uniform mat3 u_linear;
uniform vec3 u_offset;
uniform mat4 u_clip_from_eye;
// Index of the triangle that this draw starts with, and the id of the object's first triangle.
uniform uint u_first_triangle;
uniform uint u_first_id;

flat out uint v_id;

void main() {
    PRECISE vec3 from_high = a_position - u_center_high;
    PRECISE vec3 from_center = from_high - u_center_low;
    gl_Position = u_clip_from_eye * vec4(u_linear * from_center + u_offset, 1.0);
    uint triangle = u_first_triangle + uint(gl_VertexID / 3);
    v_id = u_first_id + triangle;
    if (is_hidden(triangle)) gl_Position = NOWHERE;
}
