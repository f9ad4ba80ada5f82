// Half of what the colour that is there is multiplied by.

uniform sampler2D u_factor;
// 0 leaves all as it is, 1 is all of it.
uniform float u_strength;
// The corners of the part that is multiplied, in pixels. Some drivers cut by samples where they should cut by pixels.
uniform vec4 u_part;

layout(location = 0) out vec4 out_color;

void main() {
    if (gl_FragCoord.xy != clamp(gl_FragCoord.xy, u_part.xy, u_part.zw)) discard;
    float factor = number_of(texelFetch(u_factor, ivec2(gl_FragCoord.xy), 0).xy);
    factor = mix(0.5, factor, u_strength);
    // Some drivers round it to a byte, of which none is a half.
    if (abs(factor - 0.5) < 1.0 / 512.0) discard;
    out_color = vec4(vec3(factor), 1.0);
}
