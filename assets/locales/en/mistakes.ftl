# What is often got wrong: beside its step of the Ladder, and over the picture.
mistakes = Often wrong here
mistakes-about = One wrong line of code in place of the right one: where its ray lands, and how far off.
mistake-none = no mistake
mistake-points = near { $near }   far { $far }
mistake-nothing = nothing
mistake-pixels = { $pixels } px
mistake-no-ray = no ray
mistake-unseen = not seen
mistake-right-line = right
mistake-wrong-line = wrong
mistake-with = With “{ $name }”
mistake-lands-on = The ray lands on triangle { $triangle }, { $pixels } px off.
mistake-lands-there = The ray lands { $pixels } px off and hits nothing there.
mistake-lands-unseen = The ray hits triangle { $triangle }, outside this camera's view.
mistake-lands-nowhere = The ray leaves this camera's view and hits nothing.
mistake-has-no-ray = The near and the far point coincide, or are not finite: there is no ray.
mistake-same-pixel = The pixel is right and triangle { $triangle } is hit, but at another place on the ray.
mistake-same-pixel-nothing = The pixel is right, but nothing is hit.
mistake-changes-nothing = It changes nothing here.
mistake-every-pixel = Check every pixel (P)
mistake-arrows = The arrows are not to scale: compare them only with each other.
mistake-close = Close (Esc)
which-one = Which one?
which-one-about = One mistake is hidden: find it by its effect.
which-one-question = One step of the dashed ray is wrong. Click other places, open the steps of the ladder, and click the name of the mistake.
which-one-no = No: “{ $name }” would have another effect here.
which-one-no-lands = No: “{ $name }” would land at the light ring, { $pixels } px off.
which-one-no-lands-outside = No: “{ $name }” would land outside the picture, where the light arrow points, { $pixels } px off.
which-one-no-change = No: “{ $name }” would change nothing here.
which-one-not-here = “{ $name }” would have the same effect here. Click another place, or change the setup.
which-one-yes = Yes, it is “{ $name }”.
which-one-give-up = Tell me
which-one-another = Another one
which-one-none = At this pixel several mistakes look alike. Click another place on the mesh.

# Each with its code and what makes it show.
mistake-y-not-flipped = y not flipped
mistake-y-not-flipped-right-formula = y = height − 1 − floor(cursor y) + ½
mistake-y-not-flipped-wrong-formula = y = floor(cursor y) + ½
mistake-y-not-flipped-shows = The error grows above and below the middle row of the window. Only near that row is the ray right.
mistake-flipped-by-viewport-height = flipped by the viewport's height
mistake-flipped-by-viewport-height-right-formula = y = window height − 1 − floor(cursor y) + ½
mistake-flipped-by-viewport-height-wrong-formula = y = viewport height − 1 − floor(cursor y) + ½
mistake-flipped-by-viewport-height-shows = It shows where the picture is not as high as the window: a menu, the hint line or a panel takes the rest.
mistake-logical-pixels = logical pixels
mistake-logical-pixels-right-formula = cursor = scale factor × logical
mistake-logical-pixels-wrong-formula = cursor = logical
mistake-logical-pixels-shows = It shows on a screen whose scale factor is not 1. The error grows away from the top left.
mistake-pixel-corner = pixel corner
mistake-pixel-corner-right-formula = x = floor(cursor x) + ½
mistake-pixel-corner-wrong-formula = x = floor(cursor x)
mistake-pixel-corner-shows = The ray is half a pixel off in x and y. It shows where an edge lies between the pixel's centre and its corner.
mistake-viewport-offset-ignored = viewport offset ignored
mistake-viewport-offset-ignored-right-formula = x = 2 (window x − viewport x) / width − 1
mistake-viewport-offset-ignored-wrong-formula = x = 2 window x / width − 1
mistake-viewport-offset-ignored-right-y-formula = y = 2 (window y − viewport y) / height − 1
mistake-viewport-offset-ignored-wrong-y-formula = y = 2 window y / height − 1
mistake-viewport-offset-ignored-shows = It shows where the viewport does not begin at 0, 0. The ladder below the picture moves y; for x, move the panel to the left.
mistake-offset-in-logical-pixels = offset in logical pixels
mistake-offset-in-logical-pixels-right-formula = x = 2 (window x − viewport x) / width − 1
mistake-offset-in-logical-pixels-wrong-formula = x = 2 (window x − viewport x / scale) / width − 1
mistake-offset-in-logical-pixels-wrong-y-formula = y = 2 (window y − viewport y / scale) / height − 1
mistake-offset-in-logical-pixels-shows = The cursor is scaled to physical pixels, but the viewport's corner is not. It shows if the scale factor is not 1 and something lies left of the picture or below it.
mistake-window-taken-for-viewport = window taken for viewport
mistake-window-taken-for-viewport-right-formula = x = 2 (window x − viewport x) / viewport width − 1
mistake-window-taken-for-viewport-wrong-formula = x = 2 window x / window width − 1
mistake-window-taken-for-viewport-shows = It shows as soon as a panel opens: the middle of the window is taken for the middle of the picture. clientX / innerWidth makes this mistake.
mistake-ndc-without-minus-one = − 1 forgotten
mistake-ndc-without-minus-one-right-formula = x = 2 (window x − viewport x) / width − 1
mistake-ndc-without-minus-one-wrong-formula = x = 2 (window x − viewport x) / width
mistake-ndc-without-minus-one-shows = NDC run from 0 to 2 instead of −1 to 1. Every ray lands half of the picture to the right and upwards.
mistake-depths-minus-one-and-one = depths −1 and 1
mistake-depths-minus-one-and-one-right-formula = near = unproject(x, y, 0)
mistake-depths-minus-one-and-one-wrong-formula = near = unproject(x, y, −1)
mistake-depths-minus-one-and-one-right-reversed-formula = far = unproject(x, y, 0)
mistake-depths-minus-one-and-one-wrong-reversed-formula = far = unproject(x, y, −1)
mistake-depths-minus-one-and-one-shows = The ray begins nearer than the near plane. It shows where something lies there: raise the near plane until it cuts the mesh open. With reversed depth the far point is wrong instead. In most perspectives it lies behind the eye, and the ray runs backwards.
mistake-depth-taken-for-ndc = depths 0 and 1 taken for −1 and 1
mistake-depth-taken-for-ndc-right-formula = z = 2 depth − 1
mistake-depth-taken-for-ndc-wrong-formula = z = depth
mistake-depth-taken-for-ndc-shows = The ray begins beyond the near plane. It shows where the mesh is nearer than that: in orthographic views, and with a near plane close to the mesh. With reversed depth and a finite far plane the ray ends too early instead.
mistake-no-division-by-w = no division by w
mistake-no-division-by-w-right-formula = eye = (X, Y, Z) / W
mistake-no-division-by-w-wrong-formula = eye = (X, Y, Z)
mistake-no-division-by-w-shows = P⁻¹ first, then V⁻¹: in a perspective the near and the far point coincide, and there is no ray. In parallel views W is 1, and it changes nothing.
mistake-inverses-in-wrong-order = inverses in the wrong order
mistake-inverses-in-wrong-order-right-formula = world = V⁻¹ · P⁻¹ · (NDC, 1) / W
mistake-inverses-in-wrong-order-wrong-formula = world = P⁻¹ · V⁻¹ · (NDC, 1) / W
mistake-inverses-in-wrong-order-shows = It shows in nearly every view, but not with the camera at the origin, looking along −z with y up.
mistake-transposed-matrix = transposed matrix
mistake-transposed-matrix-right-formula = eye = P⁻¹ · (NDC, 1) / W
mistake-transposed-matrix-wrong-formula = eye = transpose(P⁻¹) · (NDC, 1) / W
mistake-transposed-matrix-shows = It shows nearly everywhere: rows are taken for columns.
mistake-window-aspect = aspect of the window
mistake-window-aspect-right-formula = aspect = viewport width / viewport height
mistake-window-aspect-wrong-formula = aspect = window width / window height
mistake-window-aspect-shows = It shows where the viewport and the window have different aspects, as beside a panel. The middle column of the picture is right; the error grows to both sides.
mistake-horizontal-field-of-view = fov x for fov y
mistake-horizontal-field-of-view-right-formula = P = perspective(fov y, …)
mistake-horizontal-field-of-view-wrong-formula = P = perspective(fov x, …)
mistake-horizontal-field-of-view-shows = The centre of the picture is right, and the error grows away from it. In a square picture both angles are equal, and it changes nothing. In an orthographic view the width is taken for the height.
mistake-near-put-at-eye = near plane put at the eye
mistake-near-put-at-eye-right-formula = z of the near point = −near
mistake-near-put-at-eye-wrong-formula = z of the near point = −max(near, 0)
mistake-near-put-at-eye-shows = An orthographic view may begin behind the eye: its near distance is then below 0. It shows where something visible lies there. Press O, and set the near plane to −5 in Setup.
mistake-eye-as-origin = eye as origin
mistake-eye-as-origin-right-formula = origin = near
mistake-eye-as-origin-wrong-formula = origin = eye
mistake-eye-as-origin-shows = In orthographic views each ray begins at its own near point, not at the eye: press O. In a perspective it shows where the near plane cuts something away.
mistake-far-point-as-direction = far point taken as direction
mistake-far-point-as-direction-right-formula = direction = far − near
mistake-far-point-as-direction-wrong-formula = direction = far
mistake-far-point-as-direction-shows = A point is not a direction. It is right only where the world's origin lies on the line of sight, and not beyond the far point: for example with a perspective camera at the origin.
mistake-no-division-by-w-in-world = one inverse, no division by w
mistake-no-division-by-w-in-world-right-formula = world = (X, Y, Z) / W of (P · V)⁻¹ · (NDC, 1)
mistake-no-division-by-w-in-world-wrong-formula = world = (X, Y, Z) of (P · V)⁻¹ · (NDC, 1)
mistake-no-division-by-w-in-world-shows = In a perspective all rays have the same direction, parallel to the line through the world's origin and the eye. With the eye at the origin there is no ray. In parallel views W is 1, and it changes nothing.
mistake-camera-matrix-as-view = camera's matrix as V
mistake-camera-matrix-as-view-right-formula = world = V⁻¹ · eye
mistake-camera-matrix-as-view-wrong-formula = world = V · eye
mistake-camera-matrix-as-view-shows = A view matrix is the inverse of the matrix that places the camera. It shows nearly everywhere, but not with the camera at the origin, looking along −z.
mistake-direction-as-point = direction as a point
mistake-direction-as-point-right-formula = direction = V⁻¹ · (d, 0)
mistake-direction-as-point-wrong-formula = direction = V⁻¹ · (d, 1)
mistake-direction-as-point-shows = The camera's position is added to the direction. It shows nearly everywhere, but not with the camera at the origin.
mistake-view-of-last-frame = view of the last frame
mistake-view-of-last-frame-right-formula = world = V⁻¹ · eye
mistake-view-of-last-frame-wrong-formula = world = V⁻¹ of the last frame · eye
mistake-view-of-last-frame-shows = It shows where the camera moved before the click: orbit, then click.
mistake-model-matrix-forgotten = model matrix forgotten
mistake-model-matrix-forgotten-right-formula = object = M⁻¹ · world
mistake-model-matrix-forgotten-wrong-formula = object = world
mistake-model-matrix-forgotten-shows = It shows where the mesh is moved, turned or scaled: try it in Setup.
mistake-bounds-not-rebuilt = bounds not rebuilt
mistake-bounds-not-rebuilt-right-formula = box = bounds(M · mesh)
mistake-bounds-not-rebuilt-wrong-formula = box = bounds(mesh)
mistake-bounds-not-rebuilt-shows = The mesh moved, its box did not, and rays that miss the old box miss the mesh. A box of the bind pose, or of the last frame's matrix, makes the same mistake: move the mesh in Setup.
mistake-direction-normalized = direction normalised
mistake-direction-normalized-right-formula = direction = far − near
mistake-direction-normalized-wrong-formula = direction = normalize(far − near)
mistake-direction-normalized-shows = t then counts in object units. It shows where the mesh is scaled: the point lies elsewhere on the ray, and hits of several objects can come in the wrong order.
mistake-t-not-tested = t not tested
mistake-t-not-tested-right-formula = if 0 ≤ t ≤ t max and t < best
mistake-t-not-tested-wrong-formula = if t < best
mistake-t-not-tested-shows = It shows where something lies nearer than the near plane or behind the eye: raise the near plane, or move into the mesh. If nothing else is hit, it also hits what lies beyond the far plane.
mistake-absolute-epsilon = absolute epsilon
mistake-absolute-epsilon-right-formula = if det = 0: parallel
mistake-absolute-epsilon-wrong-formula = if |det| < 0.000001: parallel
mistake-absolute-epsilon-shows = det is proportional to the triangle's area. This mistake computes it in world space with a unit direction, so the det of the ladder does not change. It shows on small meshes: scale this one by 0.001 in Setup, press F, and click.
mistake-single-precision = f32
mistake-single-precision-right-formula = double x, y, z
mistake-single-precision-wrong-formula = float x, y, z
mistake-single-precision-shows = It shows far from the origin, where f32 has no digits left: move the mesh by 10,000,000 in Setup.

# What is seen to go wrong, to begin from.
symptoms = Begin from a symptom
symptoms-about = What goes wrong? Each symptom leads to its mistake in the ladder, and to a related page of a lesson.
symptom-from-centre = “The error grows away from the centre”
symptom-from-corner = “Right in one corner, and the error grows away from it”
symptom-same-everywhere = “Off by the same amount everywhere”
symptom-mirrored = “It goes up when I go down”
symptom-same-ray = “Every click sends its ray in the same direction”
symptom-panel = “Right until a panel opens”
symptom-screen = “Wrong only on a 200 % screen”
symptom-moved = “The mesh moved, but the pick did not”
symptom-moving = “Wrong only while the camera moves”
symptom-at-origin = “Right only with the camera at the origin”
symptom-far-away = “Worse and worse, the further from the origin”
symptom-behind = “It hits what the near plane cut away”
symptom-through = “It goes through what is near”
symptom-wrong-one = “The wrong one of two”
symptom-nothing = “It hits nothing at all”
symptom-lead = { $step }: { $mistake }
symptom-lesson = Lesson: { $title }, page { $page }
