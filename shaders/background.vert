// One triangle over the whole viewport; v_height runs from 0 at the bottom to 1 at the top.

out float v_height;

void main() {
    vec2 corner = vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID & 2) * 2 - 1);
    v_height = 0.5 + 0.5 * corner.y;
    gl_Position = vec4(corner, 0.0, 1.0);
}
