// The share of a pixel that a stroke covers. `coverage` in crates/pickray-render/src/raycast.rs computes the same on the CPU.

in vec2 v_place;
flat in float v_length;
flat in vec4 v_color;
flat in vec4 v_shape;
in float v_depth;

out vec4 out_color;

void main() {
    // Before the near plane it is before everything, beyond the far plane behind every surface.
    gl_FragDepth = clamp(0.5 + 0.5 * v_depth, 0.0, 1.0);
    float beyond = max(max(-v_place.x, v_place.x - v_length), 0.0);
    float from_line = length(vec2(beyond, v_place.y));
    float coverage = v_shape.y > 0.0
        ? v_shape.y - abs(from_line - v_shape.x)
        : v_shape.x - from_line;
    coverage = clamp(coverage + 0.5, 0.0, 1.0);
    if (v_shape.z > 0.0) {
        float phase = mod(v_place.x + v_shape.w, 2.0 * v_shape.z);
        coverage *= clamp(0.5 * v_shape.z - abs(phase - 0.5 * v_shape.z) + 0.5, 0.0, 1.0);
    }
    if (coverage <= 0.0) discard;
    out_color = vec4(v_color.rgb, v_color.a * coverage);
}
