// A vertical gradient.

in float v_height;

uniform vec3 u_bottom;
uniform vec3 u_top;

out vec4 out_color;

void main() {
    out_color = vec4(mix(u_bottom, u_top, v_height), 1.0);
}
