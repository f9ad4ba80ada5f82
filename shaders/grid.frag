// Lines on the ground. `Grid::color` in crates/pickray-render/src/grid.rs computes the same for the picture made on the CPU.

in vec2 v_at;
in vec2 v_from_middle;
in vec2 v_depth;

uniform float u_scale;
uniform vec3 u_strengths;
uniform vec4 u_color;
uniform bool u_axes;
uniform vec2 u_world_axes;
uniform vec3 u_first_color;
uniform vec3 u_second_color;

out vec4 out_color;

// Opacity of the world's axes, in the middle.
const float AXIS_OPACITY = 0.45;

float line(float from, float slope, float half_width) {
    return clamp(half_width - abs(from) / slope + 0.5, 0.0, 1.0);
}

void main() {
    vec2 slope = vec2(length(vec2(dFdx(v_at.x), dFdy(v_at.x))), length(vec2(dFdx(v_at.y), dFdy(v_at.y))));
    // Beyond the far plane the ground goes on, behind everything; before the near plane it is before everything.
    gl_FragDepth = clamp(0.5 + 0.5 * v_depth.x / v_depth.y, 0.0, 1.0);

    float half_width = 0.5 * u_scale;
    float opacity = 0.0;
    float size = 1.0;
    for (int level = 0; level < 3; level++) {
        vec2 at = v_at / size;
        vec2 from = at - floor(at + 0.5);
        vec2 narrow = slope / size;
        vec2 room = 1.0 - smoothstep(vec2(0.12), vec2(0.4), narrow);
        opacity = max(opacity, u_strengths[level] * room.x * line(from.x, narrow.x, half_width));
        opacity = max(opacity, u_strengths[level] * room.y * line(from.y, narrow.y, half_width));
        size *= 10.0;
    }
    vec4 color = vec4(u_color.rgb, u_color.a * opacity);
    if (u_axes) {
        float first = line(v_at.y - u_world_axes.y, slope.y, 1.6 * half_width);
        if (color.a < AXIS_OPACITY * first) color = vec4(u_first_color, AXIS_OPACITY * first);
        float second = line(v_at.x - u_world_axes.x, slope.x, 1.6 * half_width);
        if (color.a < AXIS_OPACITY * second) color = vec4(u_second_color, AXIS_OPACITY * second);
    }
    color.a *= 1.0 - smoothstep(0.12, 1.0, length(v_from_middle));
    if (color.a <= 0.0) discard;
    out_color = color;
}
