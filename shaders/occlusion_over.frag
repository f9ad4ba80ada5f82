// What the colour that is there is multiplied by, where that makes it darker; where it brightens, the part of it that is added. So each
// channel is rounded once: twice the product with a half would be rounded to even bytes, and grey to other hues.

uniform sampler2D u_factor;
// 0 leaves all as it is, 1 is all of it.
uniform float u_strength;
uniform bool u_brightens;
// The corners of the part that is multiplied, in pixels. Some drivers cut by samples where they should cut by pixels.
uniform vec4 u_part;

layout(location = 0) out vec4 out_color;

void main() {
    if (gl_FragCoord.xy != clamp(gl_FragCoord.xy, u_part.xy, u_part.zw)) discard;
    float factor = mix(1.0, 2.0 * number_of(texelFetch(u_factor, ivec2(gl_FragCoord.xy), 0).xy), u_strength);
    if (u_brightens ? factor <= 1.0 : factor >= 1.0) discard;
    out_color = vec4(vec3(u_brightens ? factor - 1.0 : factor), 1.0);
}
