// The light on surfaces: a key from the upper left, a fill from the right and a rim from behind, all fixed to the camera and white.
// crates/pickray-render/src/shading.rs computes the same for the picture made on the CPU, under the same names.

const vec3 KEY_LIGHT = vec3(-0.62, 0.70, 0.62);
const vec3 FILL_LIGHT = vec3(0.85, -0.10, 0.50);
const vec3 RIM_LIGHT = vec3(0.45, 0.55, -0.70);

// How much light falls on a surface with this unit normal in eye space, on the side of the viewer.
float light_on(vec3 normal) {
    float key = max(dot(normal, normalize(KEY_LIGHT)), 0.0);
    // It reaches round the surface, as that of a large window does.
    float fill = 0.5 + 0.5 * dot(normal, normalize(FILL_LIGHT));
    float rim = max(dot(normal, normalize(RIM_LIGHT)), 0.0);
    return 0.045 + 0.80 * key + 0.15 * fill * fill + 0.45 * rim;
}

// How much of the key is mirrored to the viewer, who is in this unit direction.
float shine_on(vec3 normal, vec3 toward_viewer) {
    return 0.05 * pow(max(dot(normal, normalize(normalize(KEY_LIGHT) + toward_viewer)), 0.0), 32.0);
}

// Share of a pixel covered by stripes of `width` every `period` along x, both in pixels.
float stripes(float x, float period, float width) {
    float from_middle = abs(mod(x, period) - 0.5 * period);
    return clamp(0.5 * width - from_middle + 0.5, 0.0, 1.0);
}

// Turns the colour, the light and the shine of a surface into those of its back, which is striped; `pixel` is logical.
void turn_over(inout vec3 base, inout float light, inout float shine, vec3 back, vec2 pixel) {
    base = mix(base, back, 0.72);
    light *= mix(1.0, 0.72, stripes((pixel.x + pixel.y) * 0.70710678, 5.0, 1.6));
    shine = 0.0;
}

vec3 srgb_from_linear(vec3 c) {
    c = clamp(c, 0.0, 1.0);
    return mix(c * 12.92, 1.055 * pow(c, vec3(1.0 / 2.4)) - 0.055, vec3(greaterThan(c, vec3(0.0031308))));
}
