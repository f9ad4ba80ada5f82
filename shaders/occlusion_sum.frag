// How bright a part of the picture is with what is found, and how bright without; both are means over its texels.

uniform sampler2D u_found;
// How many parts there are along each side.
uniform int u_parts;

layout(location = 0) out vec4 out_sums;

void main() {
    ivec2 size = textureSize(u_found, 0);
    ivec2 part = ivec2(gl_FragCoord.xy);
    ivec2 first = part * size / u_parts;
    ivec2 end = (part + 1) * size / u_parts;
    vec2 sums = vec2(0.0);
    for (int y = first.y; y < end.y; y++) {
        for (int x = first.x; x < end.x; x++) {
            vec4 found = texelFetch(u_found, ivec2(x, y), 0);
            // Bright places count for more, whatever their colour, which changes more often than the light.
            float bright = found.y * srgb_from_linear(vec3(0.5 * light_on(normal_of(found)))).x;
            sums += bright * vec2(found.x, 1.0);
        }
    }
    sums /= max(float((end.x - first.x) * (end.y - first.y)), 1.0);
    out_sums = vec4(two_bytes(sums.x), two_bytes(sums.y));
}
