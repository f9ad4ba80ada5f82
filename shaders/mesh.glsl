// Triangles of a mesh: the place of each corner on the screen, and then the colour of each pixel: its material and light
// (shaders/light.glsl), the state of its triangle, its edges. Both stages stand here, the vertex stage first. The functions of
// crates/pickray-render/src/shading.rs compute the same colour on the CPU, paragraph by paragraph and with the same names.
//
// CHANGES draws only at samples of the kept picture that show the same triangle. PLAIN draws triangles of a simplified mesh that show
// nothing but their surface: software rendering takes less time for it than for all that the whole program could draw. IDS draws the
// number of each triangle in place of its colour.

#ifdef VERTEX
#define BETWEEN out
#else
#define BETWEEN in
#endif

// Place in eye space, less u_offset: near the eye, or near an orthographic camera's target.
BETWEEN vec3 v_place;
BETWEEN vec3 v_normal;
// Barycentric weights of the corners.
BETWEEN vec3 v_corner;
// Its own colour, linear; no opacity where there is none.
BETWEEN vec4 v_color;
BETWEEN vec2 v_place_in_image;
flat BETWEEN uint v_triangle;
// Of a simplified mesh: how smooth the surface is, and whether the triangle is as it is in the mesh.
BETWEEN float v_smoothness;
flat BETWEEN float v_alone;

// State of each triangle, row by row, of these bits.
uniform usampler2D u_state;
const uint SELECTED = 1u;
const uint MARKED = 2u;
const uint HIDDEN = 4u;
// Whether any triangle is hidden.
uniform bool u_any_hidden;

uint state_of(uint triangle) {
    int columns = textureSize(u_state, 0).x;
    return texelFetch(u_state, ivec2(int(triangle) % columns, int(triangle) / columns), 0).r;
}

#ifdef VERTEX

layout(location = 0) in vec3 a_position;
// Of a simplified mesh: the shorter the rougher the surface is, and w is 1 where a triangle is as it is in the mesh.
layout(location = 1) in vec4 a_normal;
// Its own colour, sRGB; no opacity where the triangle has none.
layout(location = 3) in vec4 a_color;
// Place in the image of its texture.
layout(location = 5) in vec2 a_place_in_image;

uniform vec3 u_center_high;
uniform vec3 u_center_low;
uniform mat3 u_linear;
uniform vec3 u_offset;
uniform mat4 u_clip_from_eye;
uniform mat3 u_normals;
// Index of the triangle that this draw starts with.
uniform uint u_first_triangle;
// Whether own colours are there to be shown.
uniform bool u_colored;

vec3 linear_from_srgb(vec3 c) {
    return mix(c / 12.92, pow((c + 0.055) / 1.055, vec3(2.4)), vec3(greaterThan(c, vec3(0.04045))));
}

void main() {
    PRECISE vec3 from_high = a_position - u_center_high;
    PRECISE vec3 from_center = from_high - u_center_low;
    v_place = u_linear * from_center;
    gl_Position = u_clip_from_eye * vec4(v_place + u_offset, 1.0);
    v_normal = u_normals * a_normal.xyz;
    v_smoothness = length(a_normal.xyz);
    v_alone = a_normal.w;
    int corner = gl_VertexID % 3;
    v_corner = vec3(corner == 0, corner == 1, corner == 2);
    v_color = u_colored ? vec4(linear_from_srgb(a_color.rgb), a_color.a) : vec4(0.0);
    v_place_in_image = a_place_in_image;
    v_triangle = u_first_triangle + uint(gl_VertexID / 3);
    // The corners of a hidden triangle are nowhere in the picture.
    if (u_any_hidden && (state_of(v_triangle) & HIDDEN) != 0u) gl_Position = vec4(0.0, 0.0, -2.0, 1.0);
}

#else

// Number of the object's first triangle when those of all objects are counted from 1.
uniform uint u_first_number;

#ifdef IDS

out uint out_id;

void main() {
    out_id = u_first_number + v_triangle;
}

#else

uniform uint u_hovered;
// Towards the viewer where lines of sight are parallel; zero where they meet in the eye.
uniform vec3 u_toward_viewer;
// The plane before which it is shown, with the normal towards what is shown.
uniform vec4 u_front;
// Whether there is a texture, whose colour is multiplied with the triangle's own.
uniform bool u_textured;
uniform sampler2D u_texture;
uniform bool u_smooth;
// Whether the triangles are those of a simplified mesh.
uniform bool u_simplified;
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
// What far lines of a wireframe tend to; where in v_place along the line of sight that begins, and how fast it grows.
uniform vec3 u_background;
uniform vec2 u_fade;

layout(location = 0) out vec4 out_color;

#if defined(KEEPS) && !defined(PLAIN)
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

// Between these distances of an edge from the opposite corner, in logical pixels, its line grows from nothing to its full strength.
const float NO_LINE = 5.0;
const float FULL_LINE = 20.0;
// Opacity of a wireframe's surface where its lines are too dense to be drawn: a mesh does not vanish for being far away.
const float VEIL = 0.25;
// How far the farthest lines of a wireframe tend to the background.
const float FAINTEST = 0.55;

// Share of a pixel covered by dots on a slanted grid.
float dots(vec2 pixel, float period, float radius) {
    vec2 turned = vec2(pixel.x + pixel.y, pixel.x - pixel.y) * 0.70710678;
    vec2 from_middle = mod(turned, period) - 0.5 * period;
    return clamp(radius - length(from_middle) + 0.5, 0.0, 1.0);
}

void main() {
#ifdef PLAIN
    if (dot(u_front, vec4(v_place, 1.0)) <= 0.0) discard;
    vec3 surface = v_color.a > 0.5 ? clamp(v_color.rgb, 0.0, 1.0) : u_color;
#else
    uint state = state_of(v_triangle);
    bool selected = (state & SELECTED) != 0u;
    bool marked = (state & MARKED) != 0u;
    bool hovered = v_triangle == u_hovered;
    bool wire = u_wireframe && !(selected || marked);

    // Distances from the edges in pixels: the weight of a corner over its slope on the screen. One over the slope is the corner's own.
    vec3 slope = vec3(
        length(vec2(dFdx(v_corner.x), dFdy(v_corner.x))),
        length(vec2(dFdx(v_corner.y), dFdy(v_corner.y))),
        length(vec2(dFdx(v_corner.z), dFdy(v_corner.z)))
    );
    vec3 heights = 1.0 / max(slope, vec3(1e-20));
    vec3 from_edges = v_corner * heights;
    float from_edge = min(from_edges.x, min(from_edges.y, from_edges.z));
    float height = min(heights.x, min(heights.y, heights.z));
    vec3 texel = vec3(1.0);
    if (u_textured) texel = texture(u_texture, v_place_in_image).rgb;
    vec3 plane = cross(dFdx(v_place), dFdy(v_place));

    // Nothing is discarded before the last derivative is taken, which asks the neighbouring pixels, too.
    if (dot(u_front, vec4(v_place, 1.0)) <= 0.0) discard;
#ifdef KEEPS
    uvec4 number = (uvec4(u_first_number + v_triangle) >> uvec4(0u, 8u, 16u, 24u)) & 255u;
#ifdef CHANGES
    int drawn = samples_drawn(number);
    if (drawn == 0) discard;
    gl_SampleMask[0] = drawn;
#endif
    out_number = vec4(number) / 255.0;
#endif

    // An edge's line gives way where those beside it are near: edge by edge, so that the rings of a tube of narrow strips are seen. The
    // lines of a wireframe, which has nothing else, do so at half the distance.
    float room = wire ? 0.5 * u_scale : u_scale;
    // Edges that are not those of the mesh are not shown.
    if (u_simplified && v_alone < 0.5) {
        height = 0.0;
        heights = vec3(0.0);
    }
    vec3 lines = clamp(0.55 * u_scale - from_edges + 0.5, 0.0, 1.0);
    lines *= smoothstep(NO_LINE, FULL_LINE, heights / room);
    float line = max(lines.x, max(lines.y, lines.z));
    float opacity = wire ? max(line, VEIL * (1.0 - smoothstep(NO_LINE, FULL_LINE, height / room))) : 1.0;
    if (opacity < 0.05) discard;

    // Outside of the triangle, where a pixel's centre may lie, its colours go on beyond black and white.
    vec3 surface = texel * (v_color.a > 0.5 ? clamp(v_color.rgb, 0.0, 1.0) : u_textured ? vec3(1.0) : u_color);
#endif

    // The normal on the viewer's side.
    vec3 toward_viewer = u_toward_viewer == vec3(0.0) ? normalize(-v_place) : u_toward_viewer;
#ifdef PLAIN
    vec3 normal = toward_viewer;
    if (dot(v_normal, v_normal) > 0.0) normal = normalize(gl_FrontFacing ? v_normal : -v_normal) * v_smoothness;
#else
    // Scaled before its length is taken, whose square would vanish for small pixels.
    float largest = max(abs(plane.x), max(abs(plane.y), abs(plane.z)));
    plane = largest > 0.0 ? normalize(plane / largest) : toward_viewer;
    if (dot(plane, toward_viewer) < 0.0) plane = -plane;
    vec3 normal = plane;
    if (u_smooth && dot(v_normal, v_normal) > 0.0) {
        normal = normalize(gl_FrontFacing ? v_normal : -v_normal);
        if (u_simplified) normal *= v_smoothness;
    }
#endif

    // The material in its light. Patterns repeat what colours say.
    float light = light_on(normal);
    float shine = shine_on(normal, toward_viewer);
    vec2 pixel = gl_FragCoord.xy / u_scale;
    vec3 base = surface;
    if (!gl_FrontFacing) turn_over(base, light, shine, u_back, pixel);
#ifdef PLAIN
    out_color = vec4(srgb_from_linear(base * light + shine), 1.0);
#else
    if (marked) base = mix(u_marked, u_marked_dot, dots(pixel, 7.0, 1.7));
    if (selected) base = mix(u_selected, u_selected_stripe, stripes((pixel.x - pixel.y) * 0.70710678, 8.0, 3.0));
    if (marked || selected) {
        light = 0.45 + 0.55 * light;
        shine = 0.0;
    }
    if (hovered && !selected) base = mix(base, u_hover, 0.45);
    vec3 color = srgb_from_linear(base * light + shine);

    // A wireframe's lines, fainter where they are far, and the veil between them.
    if (wire) {
        vec3 thread = mix(srgb_from_linear(mix(surface, u_back, gl_FrontFacing ? 0.0 : 0.7)), u_edge.rgb, 0.5);
        float depth = hovered ? 0.0 : clamp((-v_place.z - u_fade.x) * u_fade.y, 0.0, 1.0);
        if (hovered) thread = srgb_from_linear(u_hover);
        thread = mix(mix(color, u_edge.rgb, 0.5), thread, line);
        out_color = vec4(mix(thread, u_background, FAINTEST * depth), opacity);
        return;
    }

    // Edges, and the outline of what is selected.
    color = mix(color, u_edge.rgb, selected ? 0.0 : u_edge.a * line);
    if (selected) {
        float outline = clamp(1.1 * u_scale - from_edge + 0.5, 0.0, 1.0);
        color = mix(color, u_selected_outline, 0.85 * outline * smoothstep(2.5, 12.0, height / u_scale));
    }
    out_color = vec4(color, 1.0);
#endif
}

#endif
#endif
