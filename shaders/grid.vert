// The ground's square. Its depth is left to the fragment shader, so that the clip planes do not cut it.

uniform vec3 u_center;
uniform vec3 u_first;
uniform vec3 u_second;
uniform mat4 u_clip_from_eye;
uniform vec2 u_center_in_cells;
uniform float u_reach_in_cells;

// In cells, from a corner of the largest ones.
out vec2 v_at;
// In reaches, from the middle.
out vec2 v_from_middle;
out vec2 v_depth;

void main() {
    v_from_middle = vec2((gl_VertexID & 1) * 2 - 1, (gl_VertexID & 2) - 1);
    v_at = u_center_in_cells + v_from_middle * u_reach_in_cells;
    vec3 eye = u_center + v_from_middle.x * u_first + v_from_middle.y * u_second;
    vec4 clip = u_clip_from_eye * vec4(eye, 1.0);
    v_depth = clip.zw;
    gl_Position = vec4(clip.xy, 0.0, clip.w);
}
