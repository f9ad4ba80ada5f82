// One triangle over all of the picture, with the mean of what is found.

uniform sampler2D u_sums;

flat out float v_mean;

void main() {
    gl_Position = vec4(vec2((gl_VertexID & 1) * 4 - 1, (gl_VertexID & 2) * 2 - 1), 0.0, 1.0);
    ivec2 size = textureSize(u_sums, 0);
    vec2 sums = vec2(0.0);
    for (int k = 0; k < size.x * size.y; k++) {
        vec4 part = texelFetch(u_sums, ivec2(k % size.x, k / size.x), 0);
        sums += vec2(number_of(part.xy), number_of(part.zw));
    }
    v_mean = sums.y > 0.0 ? sums.x / sums.y : 1.0;
}
