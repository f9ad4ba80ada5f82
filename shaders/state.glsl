// State of each triangle, row by row: bit 0 selected, bit 1 marked, bit 2 hidden.
uniform usampler2D u_state;
// Whether any triangle is hidden.
uniform bool u_any_hidden;

// Where a corner of a hidden triangle is put: nowhere in the picture.
const vec4 NOWHERE = vec4(0.0, 0.0, -2.0, 1.0);

uint state_of(uint triangle) {
    int columns = textureSize(u_state, 0).x;
    return texelFetch(u_state, ivec2(int(triangle) % columns, int(triangle) / columns), 0).r;
}

bool is_hidden(uint triangle) {
    return u_any_hidden && (state_of(triangle) & 4u) != 0u;
}
