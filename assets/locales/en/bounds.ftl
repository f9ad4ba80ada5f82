bounds = Bounds

# What mouse and keys do.
bounds-hint-mouse = Test its ray against every volume
bounds-hint-click = Keep this ray
bounds-hint-esc = Let it go

# Sections.
bounds-section-bounding-volumes = Bounding volumes
bounds-section-ray = Ray
bounds-fitting = Fitting the bounding volumes
bounds-empty = Move the mouse over the picture: its ray is tested against every volume. A click keeps the ray.
bounds-volume = Volume
bounds-volume-about = In cubed units of the file
bounds-surface = Surface
bounds-surface-about = In squared units of the file: a larger surface meets more rays
bounds-passed = Passed
bounds-in-vain = In vain
bounds-in-vain-about = Rays among them that meet nothing in it
bounds-draw = Draw it around the mesh
bounds-sphere = Sphere
bounds-enters = enters at t
bounds-leaves = leaves at t
bounds-missed = missed
bounds-met = met
bounds-vain = in vain
bounds-lost = lost
bounds-passed-about = Of { $count } rays, spread evenly through the sphere, those that meet the volume
bounds-took = Fitted, and tested with { $count } rays, in { $time }.
