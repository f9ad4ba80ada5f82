// Takes what is found along a line of texels together, as far as they lie on one surface.

uniform sampler2D u_found;
// From texel to texel.
uniform vec2 u_step;
// How far from the surface's plane in eye space a place is not of it.
uniform float u_thickness;

layout(location = 0) out vec4 out_found;

const int FAR = 4;

void main() {
    ivec2 at = ivec2(gl_FragCoord.xy);
    vec4 found = texelFetch(u_found, at, 0);
    out_found = found;
    if (found.y == 0.0) return;
    vec3 normal = normal_of(found);
    vec3 place = place_at(vec2(pixel_of(at)) + 0.5, texelFetch(u_depth, pixel_of(at), 0).r);
    ivec2 size = textureSize(u_found, 0);
    float sum = found.x, weights = 1.0;
    for (int k = -FAR; k <= FAR; k++) {
        ivec2 there = at + k * ivec2(u_step);
        if (k == 0 || there != clamp(there, ivec2(0), size - 1)) continue;
        vec4 other = texelFetch(u_found, there, 0);
        if (other.y == 0.0) continue;
        vec3 way = place_at(vec2(pixel_of(there)) + 0.5, texelFetch(u_depth, pixel_of(there), 0).r) - place;
        float apart = max(abs(dot(way, normal)), abs(dot(way, normal_of(other)))) / u_thickness;
        float weight = exp(-float(k * k) / 8.0) * max(1.0 - apart, 0.0) * max(dot(normal, normal_of(other)), 0.0);
        sum += weight * other.x;
        weights += weight;
    }
    out_found.x = sum / weights;
}
