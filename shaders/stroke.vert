// A quad around a straight piece with round ends, all in pixels; one instance each. Its depth is left to the fragment shader, so that the
// clip planes do not cut it.

layout(location = 0) in vec3 a_from;
layout(location = 1) in vec3 a_to;
layout(location = 2) in vec4 a_color;
// Half width (a ring's radius), half width of a ring's line, length of dashes, where along them the piece starts.
layout(location = 3) in vec4 a_shape;
// Shares of the opacity before surfaces and behind them.
layout(location = 4) in vec2 a_shares;

uniform vec2 u_viewport;
// Whether the parts behind surfaces are drawn, or those before them.
uniform bool u_behind;

// Along the piece from its first end, and across it.
out vec2 v_place;
flat out float v_length;
flat out vec4 v_color;
flat out vec4 v_shape;
out float v_depth;

void main() {
    vec2 along = a_to.xy - a_from.xy;
    float len = length(along);
    vec2 direction = len > 0.0 ? along / len : vec2(1.0, 0.0);
    vec2 across = vec2(-direction.y, direction.x);
    float reach = a_shape.x + a_shape.y + 1.0;
    bool at_end = (gl_VertexID & 1) == 1;
    float side = (gl_VertexID & 2) == 2 ? 1.0 : -1.0;

    v_place = vec2(at_end ? len + reach : -reach, side * reach);
    v_length = len;
    v_color = vec4(a_color.rgb, a_color.a * (u_behind ? a_shares.y : a_shares.x));
    v_shape = a_shape;
    vec2 pixel = a_from.xy + direction * v_place.x + across * v_place.y;
    v_depth = at_end ? a_to.z : a_from.z;
    // Without a part to draw, all corners are one point and nothing is rasterised.
    gl_Position = v_color.a > 0.0 ? vec4(pixel / u_viewport * 2.0 - 1.0, 0.0, 1.0) : vec4(0.0, 0.0, 0.0, 1.0);
}
