# The steps.
ladder-cursor = Cursor
ladder-window = Window
ladder-ndc = NDC
ladder-eye = Eye
ladder-world = World
ladder-object = Object
ladder-triangle = Triangle

ladder-key-step = Step to step
ladder-next-step = Next step
ladder-step-before = Step before
ladder-key-cover = Cover the steps to come
ladder-empty = Click into the picture: every step from the pixel to the triangle is shown here, with its numbers.
ladder-open-a-step = A click on a step opens it here: its formula with these numbers, its matrix, and what is often got wrong there.
ladder-covered-until-predicted = Shown once you have predicted.
ladder-covered-until-shown = Still to come.
ladder-no-triangle = No triangle
ladder-direction = direction
ladder-far = far
ladder-near = near
ladder-physical = physical
ladder-logical = logical
ladder-no-ray = No ray: { $why }.
ladder-cursor-formula = physical = scale factor × logical
ladder-cursor-about = Where the mouse is, from the top left of the window, y down. Windows are laid out in logical pixels; OpenGL knows physical ones alone.
ladder-cursor-known-as = a mouse event's physical position · GLFW cursor × content scale · Qt position × devicePixelRatio
ladder-cursor-x = Cursor x
ladder-cursor-y = Cursor y
ladder-cursor-drag = Drag to see all steps follow.
ladder-window-about = A point of the pixel, from the bottom left, y up, in physical pixels. Its whole line of sight lies behind it. The near and the far point are at the two ends of the depth range, usually 0 and 1, with reversed depth 1 and 0: that is why there are two.
ladder-window-known-as = winX, winY, winZ of gluUnProject · gl_FragCoord
ladder-ndc-about = The viewport becomes a cube from −1 to 1. A panel beside the picture moves the viewport: whoever takes the window for it has the right x at the edge away from the panel, and is off by more, the closer to the panel.
ladder-ndc-known-as = normalised device coordinates · the viewport transform (glViewport), undone
depth-steps = Step of depth, in the world
depth-steps-about = How far apart two points must lie, one behind the other, for a depth buffer to tell them apart. Where depth is 0, at one of the planes, floats are finer than any picture needs.
depth-at = at { $distance }
depth-fixed-opengl = 24 bits, −1 → 1
depth-fixed = 24 bits, 0 → 1
depth-float = float, 0 → 1
depth-float-reversed-opengl = float, 1 → −1
depth-float-reversed = float, 1 → 0 (reversed)
ladder-eye-orthographic = In an orthographic view w is 1, and there is nothing to divide: all lines of sight are parallel.
ladder-eye-infinite = With the far plane at infinity w of the far point is 0: it is a direction, no point, and nothing can be divided by it.
ladder-eye-about = Before the division near and far have the same x, y and z. They differ in w alone: that is why w.
ladder-eye-known-as = the inverse of gluPerspective's matrix · the perspective division, undone
ladder-eye-matrix = P⁻¹: eye from clip
ladder-eye-divided = divided by W: near, far
ladder-world-about = Where the camera stands and how it is turned. What is drawn is moved by V; the ray goes the other way.
ladder-world-known-as = the inverse of gluLookAt's matrix · camera to world
ladder-world-matrix = V⁻¹: world from eye
ladder-world-formula = world = V⁻¹ eye
ladder-object-formula = object = M⁻¹ world
ladder-object-about = The ray goes to the mesh instead of the mesh to the ray. Its direction is not normalised: then t is the same number in world and object space, and hits of several objects can be compared.
ladder-object-known-as = the inverse model matrix
ladder-object-matrix = M⁻¹: object from world
ladder-objects-left-out = { $count ->
    [one] { $count } further object was not asked: the ray misses its box, or the box begins behind the hit, or the object cannot be hit.
   *[other] { $count } further objects were not asked: the ray misses their boxes, or the boxes begin behind the hit, or the objects cannot be hit.
}
ladder-triangle-none = No triangle was hit. M asks about the nearest.
ladder-triangle-about = Cramer's rule on o + t D = a + u E₁ + v E₂: u, v and w = 1 − u − v are shares of the triangle's area, and all three are above 0 inside. A texture's U, V are something else: values at the corners, which u and v mix. pickray decides the signs exactly; the quotients are rounded once. The second view (R) shows these vectors; where one would leave it, it is as long as an edge, and its direction alone counts.
ladder-triangle-uv = Texture U, V = w ({ $a }) + u ({ $b }) + v ({ $c }) = ({ $uv })
ladder-triangle-known-as = Möller and Trumbore, 1997
ladder-triangle-met = met, inside
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
ladder-object-t = { $words }; in every space t is the same
ladder-triangle-outcome = Triangle { $triangle }: { $outcome }
ladder-edge = edge { $edge } { $pixels } px
ladder-known-as = Known as: { $names }
ladder-single = In f32: { $points }
ladder-single-off = { $point }, off by { $pixels } px
ladder-lens-about = The pixel, the point of it that the ray goes through, and the triangle around it, as the picture shows them.
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
rejected-behind = before the near plane: t < 0

# The whole way as one function, to copy.
function = Whole function
function-about = All of the Ladder as code to copy, for programs of your own. This pick stands below it with its numbers.
function-none = Click the picture first.
function-end = As far as
function-ray = the ray
function-triangle = the triangle
