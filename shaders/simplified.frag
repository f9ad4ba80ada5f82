// A pixel of a simplified mesh of which nothing is selected, marked or hidden, without texture and edges: what mesh.frag makes of it, in
// less time, as software rendering takes that for all that mesh.frag could draw.

in vec3 v_place;
in vec3 v_normal;
in vec4 v_color;
in float v_smoothness;

uniform vec3 u_toward_viewer;
uniform vec4 u_front;
uniform float u_scale;
uniform vec3 u_color;
uniform vec3 u_back;

layout(location = 0) out vec4 out_color;

void main() {
    if (dot(u_front, vec4(v_place, 1.0)) <= 0.0) discard;
    vec3 toward_viewer = u_toward_viewer == vec3(0.0) ? normalize(-v_place) : u_toward_viewer;
    vec3 normal = toward_viewer;
    if (dot(v_normal, v_normal) > 0.0) normal = normalize(gl_FrontFacing ? v_normal : -v_normal) * v_smoothness;
    vec3 base = v_color.a > 0.5 ? clamp(v_color.rgb, 0.0, 1.0) : u_color;
    float light = light_on(normal);
    float shine = shine_on(normal, toward_viewer);
    if (!gl_FrontFacing) turn_over(base, light, shine, u_back, gl_FragCoord.xy / u_scale);
    out_color = vec4(srgb_from_linear(base * light + shine), 1.0);
}
