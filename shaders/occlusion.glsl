// Functions that the passes of the occlusion share. crates/pickray-render/src/occlusion.rs lists the passes.

// The depth of each pixel.
uniform sampler2D u_depth;
// The depth of the background.
uniform float u_empty;
// From normalised device coordinates to eye space.
uniform mat4 u_eye_from_ndc;

vec3 place_at(vec2 pixel, float depth) {
    vec4 place = u_eye_from_ndc * vec4(2.0 * vec3(pixel / vec2(textureSize(u_depth, 0)), depth) - 1.0, 1.0);
    return place.xyz / place.w;
}

// A texel of the half as large textures stands for the lower left one of four pixels.
ivec2 pixel_of(ivec2 texel) {
    return min(2 * texel, textureSize(u_depth, 0) - 1);
}

// What is found for a texel: how much of the surroundings is open in x, 1 where there is a surface in y, the normal in z and w.
vec3 normal_of(vec4 found) {
    vec2 across = 2.0 * found.zw - 1.0;
    return vec3(across, sqrt(max(1.0 - dot(across, across), 0.0)));
}

// A number from 0 to 1 in two bytes, the higher one first, and back.
vec2 two_bytes(float number) {
    float steps = floor(clamp(number, 0.0, 1.0) * 65535.0 + 0.5);
    return vec2(floor(steps / 256.0), mod(steps, 256.0)) / 255.0;
}

float number_of(vec2 bytes) {
    return dot(floor(255.0 * bytes + 0.5), vec2(256.0, 1.0)) / 65535.0;
}
