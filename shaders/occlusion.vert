// One triangle over all of what is drawn into, as far away as u_depth_drawn, from −1 to 1.

uniform float u_depth_drawn;

void main() {
    gl_Position = vec4(vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID & 2) * 2 - 1), u_depth_drawn, 1.0);
}
