// The id of the triangle that a pixel shows.

flat in uint v_id;

out uint out_id;

void main() {
    out_id = v_id;
}
