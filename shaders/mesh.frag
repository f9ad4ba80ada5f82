// A pixel of a triangle: light, state, edges. src/render/shading.rs says the same for the picture made on the CPU.

in vec3 v_place;
in vec3 v_normal;
in vec3 v_corner;
in vec4 v_color;
flat in uint v_triangle;

// State of each triangle, row by row: bit 0 selected, bit 1 marked.
uniform usampler2D u_state;
uniform uint u_hovered;
// Towards the viewer where lines of sight are parallel; zero where they meet in the eye.
uniform vec3 u_toward_viewer;
// The world's up in eye space.
uniform vec3 u_up;
// The plane before which it is shown, with the normal towards what is shown.
uniform vec4 u_front;
uniform bool u_smooth;
uniform bool u_wireframe;
// Physical pixels to a logical one.
uniform float u_scale;
// Colours: linear ones of surfaces, sRGB ones of lines. The first is of triangles that have none of their own.
uniform vec3 u_color;
uniform vec3 u_back;
uniform vec3 u_selected;
uniform vec3 u_selected_stripe;
uniform vec3 u_marked;
uniform vec3 u_marked_dot;
uniform vec3 u_hover;
uniform vec4 u_edge;
uniform vec3 u_selected_outline;

layout(location = 0) out vec4 out_color;

#ifdef KEEPS
// The number of the object's first triangle when those of all objects are counted from 1.
uniform uint u_first_number;

// The number of the triangle in four bytes.
layout(location = 1) out vec4 out_number;
#endif

#ifdef CHANGES
// The samples of the kept picture that is changed, and the number of the triangle that each of them shows, one sample or several.
uniform int u_samples;
uniform sampler2D u_number_shown;
uniform sampler2DMS u_numbers_shown;

bool is_number(vec4 shown, uvec4 number) {
    return uvec4(255.0 * shown + 0.5) == number;
}

// The samples of the pixel at which the kept picture shows this triangle.
int samples_drawn(uvec4 number) {
    ivec2 pixel = ivec2(gl_FragCoord.xy);
    if (u_samples == 1) return is_number(texelFetch(u_number_shown, pixel, 0), number) ? 1 : 0;
    int drawn = 0;
    for (int k = 0; k < u_samples; k++) {
        if (is_number(texelFetch(u_numbers_shown, pixel, k), number)) drawn |= 1 << k;
    }
    return drawn;
}
#endif

const uint SELECTED = 1u;
const uint MARKED = 2u;
// Share of a surface that edges cover where they are as dense as lines are drawn.
const float EDGES_ON_AVERAGE = 0.3;

vec3 srgb_from_linear(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(c, vec3(0.0031308))));
}

// Share of a pixel covered by stripes of `width` every `period` along x, both in pixels.
float stripes(float x, float period, float width) {
    float from_middle = abs(mod(x, period) - 0.5 * period);
    return clamp(0.5 * width - from_middle + 0.5, 0.0, 1.0);
}

// Share of a pixel covered by dots on a slanted grid.
float dots(vec2 pixel, float period, float radius) {
    vec2 turned = vec2(pixel.x + pixel.y, pixel.x - pixel.y) * 0.70710678;
    vec2 from_middle = mod(turned, period) - 0.5 * period;
    return clamp(radius - length(from_middle) + 0.5, 0.0, 1.0);
}

void main() {
    int columns = textureSize(u_state, 0).x;
    uint state = texelFetch(u_state, ivec2(int(v_triangle) % columns, int(v_triangle) / columns), 0).r;
    bool selected = (state & SELECTED) != 0u;
    bool marked = (state & MARKED) != 0u;

    // Distances from the edges in pixels: the weight of a corner over its slope on the screen.
    vec3 slope = vec3(
        length(vec2(dFdx(v_corner.x), dFdy(v_corner.x))),
        length(vec2(dFdx(v_corner.y), dFdy(v_corner.y))),
        length(vec2(dFdx(v_corner.z), dFdy(v_corner.z)))
    );
    vec3 from_edges = v_corner / max(slope, vec3(1e-20));
    float from_edge = min(from_edges.x, min(from_edges.y, from_edges.z));
    // The smallest height of the triangle on the screen. Where edges are closer than a few pixels, lines give way to what they cover
    // on the average where they begin to: a surface of large triangles beside small ones is neither darker nor brighter for it.
    float height = 1.0 / max(slope.x, max(slope.y, max(slope.z, 1e-20)));
    vec3 plane = cross(dFdx(v_place), dFdy(v_place));
    if (dot(u_front, vec4(v_place, 1.0)) <= 0.0) discard;
#ifdef KEEPS
    // Not before the last derivative is taken: it asks the neighbouring pixels too.
    uvec4 number = (uvec4(u_first_number + v_triangle) >> uvec4(0u, 8u, 16u, 24u)) & 255u;
#ifdef CHANGES
    int drawn = samples_drawn(number);
    if (drawn == 0) discard;
    gl_SampleMask[0] = drawn;
#endif
    out_number = vec4(number) / 255.0;
#endif
    float room = smoothstep(2.5, 12.0, height / u_scale);
    float line = clamp(0.55 * u_scale - from_edge + 0.5, 0.0, 1.0);

    // Outside of the triangle, where a pixel's centre may lie, its colours go on beyond black and white.
    vec3 surface = v_color.a > 0.5 ? clamp(v_color.rgb, 0.0, 1.0) : u_color;
    bool filled = selected || marked;
    if (u_wireframe && !filled) {
        float coverage = line * max(room, 0.3);
        if (coverage < 0.05) discard;
        vec3 wire = mix(srgb_from_linear(mix(surface, u_back, gl_FrontFacing ? 0.0 : 0.7)), u_edge.rgb, 0.5);
        out_color = vec4(v_triangle == u_hovered ? srgb_from_linear(u_hover) : wire, coverage);
        return;
    }

    vec3 toward_viewer = u_toward_viewer == vec3(0.0) ? normalize(-v_place) : u_toward_viewer;
    // Scaled before its length is taken, whose square would vanish for small pixels.
    float largest = max(abs(plane.x), max(abs(plane.y), abs(plane.z)));
    plane = largest > 0.0 ? normalize(plane / largest) : toward_viewer;
    if (dot(plane, toward_viewer) < 0.0) plane = -plane;
    vec3 normal = plane;
    if (u_smooth && dot(v_normal, v_normal) > 0.0) {
        normal = normalize(gl_FrontFacing ? v_normal : -v_normal);
    }

    vec3 key_direction = normalize(vec3(-0.35, 0.55, 1.0));
    float key = max(dot(normal, key_direction), 0.0);
    float head = max(dot(normal, toward_viewer), 0.0);
    float sky = 0.5 + 0.5 * dot(normal, u_up);
    float light = 0.52 * key + 0.28 * head + mix(0.08, 0.24, sky);
    float shine = pow(max(dot(normal, normalize(key_direction + toward_viewer)), 0.0), 40.0);

    vec2 pixel = gl_FragCoord.xy / u_scale;
    vec3 base = surface;
    if (!gl_FrontFacing) {
        base = mix(surface, u_back, 0.72);
        light *= mix(1.0, 0.72, stripes((pixel.x + pixel.y) * 0.70710678, 5.0, 1.6));
        shine = 0.0;
    }
    if (marked) {
        base = mix(u_marked, u_marked_dot, dots(pixel, 7.0, 1.7));
        light = 0.45 + 0.55 * light;
        shine = 0.0;
    }
    if (selected) {
        base = mix(u_selected, u_selected_stripe, stripes((pixel.x - pixel.y) * 0.70710678, 8.0, 3.0));
        light = 0.45 + 0.55 * light;
        shine = 0.0;
    }
    if (v_triangle == u_hovered && !selected) base = mix(base, u_hover, 0.45);
    vec3 color = srgb_from_linear(base * light + 0.05 * shine);

    color = mix(color, u_edge.rgb, u_edge.a * mix(selected ? 0.0 : EDGES_ON_AVERAGE, line, room));
    if (selected) {
        float outline = clamp(1.1 * u_scale - from_edge + 0.5, 0.0, 1.0);
        color = mix(color, u_selected_outline, 0.85 * outline * room);
    }
    out_color = vec4(color, 1.0);
}
