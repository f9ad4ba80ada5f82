# The steps.
ladder-cursor = Cursor
ladder-window = Window
ladder-ndc = NDC
ladder-eye = Eye
ladder-world = World
ladder-object = Object
ladder-triangle = Triangle

ladder-key-step = From step to step
ladder-next-step = Next step
ladder-step-before = Previous step
ladder-key-cover = Cover the steps that follow
ladder-empty = Click in the picture: the ladder shows every step from the pixel to the triangle, with its numbers.
ladder-open-a-step = Click a step to open it. It shows the formula with these numbers, the matrix, and what often goes wrong there.
ladder-covered-until-predicted = Shown after your prediction.
ladder-covered-until-shown = Not shown yet.
ladder-no-triangle = No triangle
ladder-direction = direction
ladder-far = far
ladder-near = near
ladder-physical = physical
ladder-logical = logical
ladder-no-ray = No ray: { $why }.
ladder-cursor-formula = physical = scale factor × logical
ladder-cursor-about = Where the mouse is, from the top left of the window, y down. Windows are laid out in logical pixels; OpenGL counts physical pixels.
ladder-cursor-known-as = a mouse event's physical position · GLFW cursor × framebuffer size / window size · Qt position × devicePixelRatio
ladder-cursor-x = Cursor x
ladder-cursor-y = Cursor y
ladder-cursor-drag = Drag, and all steps follow.
ladder-window-about = A point of the pixel, from the bottom left, y up, in physical pixels. A whole line of sight lies behind it. The near and the far point are at the two ends of the depth range: usually 0 and 1, with reversed depth 1 and 0. So there are two points.
ladder-window-known-as = winX, winY, winZ of gluUnProject · gl_FragCoord
ladder-ndc-about = The viewport becomes a cube from −1 to 1. A panel beside the picture moves or narrows the viewport. With the window in its place, x is right only at the edge away from the panel. The error grows towards the panel.
ladder-ndc-known-as = normalised device coordinates · the viewport transform (glViewport), inverted
depth-steps = Step of depth, in world units
depth-steps-about = How far apart two points must lie, one behind the other, for a depth buffer to tell them apart. Float depth from 0 to 1 is finest where it is 0, finer than any picture needs.
depth-at = at { $distance }
depth-fixed-opengl = 24 bits, −1 → 1
depth-fixed = 24 bits, 0 → 1
depth-float = float, 0 → 1
depth-float-reversed-opengl = float, 1 → −1
depth-float-reversed = float, 1 → 0 (reversed)
ladder-eye-orthographic = In an orthographic view w is 1, so the division changes nothing: all lines of sight are parallel.
ladder-eye-infinite = With the far plane at infinity, the far point's w is 0: it is a direction, not a point, and nothing can be divided by it.
ladder-eye-about = Before the division, near and far have the same x, y and z. Only w differs: this is what w is for.
ladder-eye-known-as = the inverse of gluPerspective's matrix · the perspective division, inverted
ladder-eye-matrix = P⁻¹: eye from clip
ladder-eye-divided = divided by W: near, far
ladder-world-about = Where the camera stands and how it is turned. V takes what is drawn to the camera; the ray goes the other way.
ladder-world-known-as = the inverse of gluLookAt's matrix · camera to world
ladder-world-matrix = V⁻¹: world from eye
ladder-world-formula = world = V⁻¹ eye
ladder-object-formula = object = M⁻¹ world
ladder-object-about = The ray goes to the mesh, not the mesh to the ray. The direction is not normalised: t is then the same in world and object space, and hits of several objects can be compared.
ladder-object-known-as = the inverse model matrix
ladder-object-matrix = M⁻¹: object from world
ladder-objects-left-out = { $count ->
    [one] { $count } further object was not asked: the ray misses its box, or the box begins behind the hit, or the object cannot be hit.
   *[other] { $count } further objects were not asked: the ray misses their boxes, or the boxes begin behind the hit, or the objects cannot be hit.
}
ladder-triangle-none = No triangle was hit. Press M to ask about the nearest one.
ladder-triangle-about = Cramer's rule on o + t D = a + u E₁ + v E₂. The weights u, v and w = 1 − u − v are shares of the triangle's area, and all are positive inside. A texture's U, V are something else: values at the corners, which u and v mix. pickray decides the signs exactly and rounds the quotients once. The second view (R) draws these vectors; one that would leave the view is drawn as long as an edge, and only its direction counts.
ladder-triangle-uv = Texture U, V = w ({ $a }) + u ({ $b }) + v ({ $c }) = ({ $uv })
ladder-read-back = A depth buffer of 24 bits has { $depth } here. Unprojected, that is { $point }, { $off } from the hit. The next depth lies { $step } away.
ladder-triangle-known-as = Möller and Trumbore, 1997
ladder-triangle-met = hit, inside
ladder-between = A point between
ladder-between-about = A third point of the line of sight.
ladder-depth = depth
ladder-at-infinity = at infinity
ladder-window-formula = 
    x = floor(cursor x){ $half }
    y = height − 1 − floor(cursor y){ $half }
ladder-ndc-formula = 
    x = 2 (window x − viewport x) / width − 1
    z = 2 depth − 1
ladder-eye-formula =
    (X, Y, Z, W) = P⁻¹ (x, y, z, 1)
    eye = (X, Y, Z) / W
ladder-eye-w = near W { $near }   far W { $far }
ladder-object-t = { $words }; t is the same in eye, world and object space
ladder-triangle-outcome = Triangle { $triangle }: { $outcome }
ladder-edge = edge { $edge } { $pixels } px
ladder-known-as = Known as: { $names }
ladder-single = In f32: { $points }
ladder-single-off = { $point }, off by { $pixels } px
ladder-lens-about = The pixel, its point that the ray goes through, and the triangle around it, as the picture shows them.
ladder-lens-behind = A corner lies behind the eye
tested-triangle = triangle
tested-outcome = outcome
tested-closest = the closest hit
tested-hit = hit, not the closest
rejected-not-finite = not finite
rejected-zero-direction = the ray has no direction
rejected-degenerate = has no area
rejected-coplanar = the ray lies in its plane
rejected-parallel = the ray is parallel to it
rejected-culled = shows the side that is culled
rejected-u = passed beyond ca: u < 0
rejected-v = passed beyond ab: v < 0
rejected-w = passed beyond bc: w < 0
rejected-behind = nearer than the near plane: t < 0

# The whole way as one function, to copy.
function = Whole function
function-about = The whole ladder as code, to copy into your own program. The numbers of this pick stand below it.
function-none = Click the picture first.
function-end = As far as
function-ray = the ray
function-triangle = the triangle
