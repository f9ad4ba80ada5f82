// What is found, for each pixel of the picture from the texels around that lie on its surface; half of what its colour is multiplied by.

flat in float v_mean;

uniform sampler2D u_found;
// How far from the surface's plane in eye space a place is not of it.
uniform float u_thickness;

layout(location = 0) out vec4 out_factor;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    float depth = texelFetch(u_depth, at, 0).r;
    vec3 place = place_at(gl_FragCoord.xy, depth);
    ivec2 last = textureSize(u_found, 0) - 1;
    ivec2 corner = at / 2;
    vec2 inwards = 0.5 * vec2(at - 2 * corner);
    vec2 sums = vec2(0.0);
    for (int k = 0; k < 4; k++) {
        ivec2 step = ivec2(k & 1, k >> 1);
        ivec2 there = min(corner + step, last);
        vec4 found = texelFetch(u_found, there, 0);
        vec2 near = mix(1.0 - inwards, inwards, vec2(step));
        vec3 way = place_at(vec2(pixel_of(there)) + 0.5, texelFetch(u_depth, pixel_of(there), 0).r) - place;
        float apart = abs(dot(way, normal_of(found))) / u_thickness;
        float weight = found.y * (near.x * near.y + 1e-3) / (1e-3 + apart * apart);
        if (found.y > 0.0) sums += weight * vec2(found.x, 1.0);
    }
    // A part that is too small for a texel has nothing near.
    float open = sums.y > 0.0 ? sums.x / sums.y : v_mean;
    out_factor = vec4(depth == u_empty ? two_bytes(0.5) : two_bytes(0.5 * open / v_mean), 0.0, 1.0);
}
