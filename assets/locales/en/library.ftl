# What a job does now.
stage-starting = starting
stage-making-mesh = making the mesh
stage-building-tree = building the tree
stage-fitting = fitting
stage-casting = casting rays
stage-casting-borders = casting rays along borders
stage-casting-pixels = casting the rays of pixels
stage-between-pixels = looking between the centres of pixels
stage-neighbours = finding neighbours
stage-reading = reading
stage-writing = writing
stage-comparing = comparing pixels
stage-joining = joining corners
stage-smoothing = smoothing normals
stage-nearest = looking for the nearest triangle

# Samples.
sample-triangle = Triangle
sample-cube = Cube
sample-icosphere = Icosphere
sample-torus-knot = Torus knot
sample-teapot = Teapot
sample-noisy-sphere = Noisy sphere

# Why there is no ray, within a sentence.
no-ray-empty-viewport = the viewport covers no pixel
no-ray-outside-viewport = the cursor is outside the viewport
no-ray-singular = the camera's matrices cannot be inverted

# Why an object cannot be hit, within a sentence.
unpickable-hidden = the object is hidden
unpickable-masked = the object's mask is not that of the pick
unpickable-singular = the object's transform has no inverse

# Why nothing is hit, within a sentence.
miss-nothing = there is no object that could be hit
miss-beside = the ray passes every triangle
miss-culled = triangle { $triangle } of object { $object } is there, but its back is seen and backs are culled
miss-beyond-far = triangle { $triangle } of object { $object } is there, but beyond the far plane
miss-before-near = triangle { $triangle } of object { $object } is there, but before the near plane
miss-hidden = triangle { $triangle } of object { $object } is there, but it is hidden

# Why clip planes allow no picture.
planes-near-not-finite = The near plane needs a finite distance.
planes-far-not-finite = The far plane needs a finite distance.
planes-near-behind-eye = In a perspective the near plane must lie before the eye, at a distance above 0.
planes-infinite-orthographic = An orthographic view needs a far plane at a finite distance.
planes-crossed = The near plane must be closer than the far plane, and { $near } is not less than { $far }.
planes-no-inverse = The planes are too far apart or too close together for a picture.

# Why there is no picture.
render-object = the OpenGL driver refused an object: { $problem }; restart, or draw on the CPU
render-framebuffer = the OpenGL driver does not draw into the framebuffer that is needed (status { $status }); draw on the CPU
