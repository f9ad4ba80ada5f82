// The finished picture, texel for pixel.

in float v_height;

uniform sampler2D u_picture;
// The viewport's lower left corner in the framebuffer.
uniform vec2 u_corner;

out vec4 out_color;

void main() {
    out_color = texelFetch(u_picture, ivec2(gl_FragCoord.xy - u_corner), 0);
}
