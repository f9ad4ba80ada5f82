// How open the surroundings of a place are: of rays that leave its surface, those that meet nothing near.
// The pixels around it are looked at along a spiral, turned differently in neighbouring pixels.

// Lengths in eye space: how far what hides may be, for folds and for creases.
uniform vec2 u_reach;
// From clip space's w times a length to pixels.
uniform vec2 u_pixels;
// The row that gives clip space's w.
uniform vec4 u_w;

layout(location = 0) out vec4 out_found;

const int TAPS = 24;
// What hides less than this over the surface does not count: flat triangles of a round thing and rounded depths.
const float LEAST_SINE = 0.08;
const vec2 STRENGTH = vec2(2.4, 1.7);

vec3 edge(ivec2 at, ivec2 to, vec3 place, float depth) {
    ivec2 last = textureSize(u_depth, 0) - 1;
    ivec2 ahead = clamp(at + to, ivec2(0), last);
    ivec2 behind = clamp(at - to, ivec2(0), last);
    float depth_ahead = texelFetch(u_depth, ahead, 0).r;
    float depth_behind = texelFetch(u_depth, behind, 0).r;
    // Along the surface, not across its border.
    bool is_ahead = ahead != at && (behind == at || abs(depth_ahead - depth) < abs(depth_behind - depth));
    return is_ahead ? place_at(vec2(ahead) + 0.5, depth_ahead) - place : place - place_at(vec2(behind) + 0.5, depth_behind);
}

void main() {
    ivec2 at = pixel_of(ivec2(gl_FragCoord.xy));
    float depth = texelFetch(u_depth, at, 0).r;
    out_found = vec4(1.0, 0.0, 0.5, 0.5);
    if (depth == u_empty) return;
    vec3 place = place_at(vec2(at) + 0.5, depth);
    // How far a step of the depth reaches here, which is no relief.
    float grain = 2.0 * length(place_at(vec2(at) + 0.5, depth + (u_empty > 0.5 ? -1.0 : 1.0) / 8388608.0) - place);
    vec3 normal = cross(edge(at, ivec2(1, 0), place, depth), edge(at, ivec2(0, 1), place, depth));
    float largest = max(abs(normal.x), max(abs(normal.y), abs(normal.z)));
    normal = largest > 0.0 ? normalize(normal / largest) : vec3(0.0, 0.0, 1.0);
    vec3 nearer = place_at(vec2(at) + 0.5, mix(depth, 1.0 - u_empty, 0.1)) - place;
    if (dot(normal, nearer) < 0.0) normal = -normal;

    vec2 last = vec2(textureSize(u_depth, 0) - 1);
    vec2 to_pixels = u_pixels / dot(u_w, vec4(place, 1.0));
    vec2 half_pixel = floor(gl_FragCoord.xy);
    float turn = 6.2831853 * fract(52.9829189 * fract(dot(half_pixel, vec2(0.06711056, 0.00583715))));
    vec2 hidden = vec2(0.0);
    for (int k = 0; k < TAPS; k++) {
        // Every third is for the creases.
        bool is_near = k % 3 == 2;
        float reach = is_near ? u_reach.y : u_reach.x;
        float along = (float(k) + 0.5) / float(TAPS);
        float angle = turn + 2.3999632 * float(k);
        vec2 offset = reach * to_pixels * along * vec2(cos(angle), sin(angle));
        // Never itself.
        offset *= max(1.0, 1.5 / max(length(offset), 1e-6));
        vec2 pixel = floor(vec2(at) + 0.5 + offset);
        if (pixel != clamp(pixel, vec2(0.0), last)) continue;
        float there = texelFetch(u_depth, ivec2(pixel), 0).r;
        if (there == u_empty) continue;
        vec3 way = place_at(pixel + 0.5, there) - place;
        float squared = dot(way, way) / (reach * reach);
        float sine = (dot(way, normal) - grain) * inversesqrt(max(dot(way, way), 1e-30));
        float falloff = max(1.0 - squared, 0.0);
        float hides = falloff * max(sine - LEAST_SINE, 0.0) / (1.0 - LEAST_SINE);
        hidden += is_near ? vec2(0.0, 3.0 * hides) : vec2(1.5 * hides, 0.0);
    }
    vec2 open = 1.0 - min(STRENGTH * hidden / float(TAPS), 0.75);
    out_found = vec4(open.x * open.y, 1.0, 0.5 + 0.5 * normal.xy);
}
