sphere = Sphere

# What mouse and keys do.
sphere-hint-mouse = Carry the sphere along its ray
sphere-hint-click = Keep this way
sphere-hint-esc = Let it go
sphere-hint-wheel = Radius
sphere-key-move = Move the player along the ground, where one is
sphere-key-same = The same
sphere-key-rise = Move it up and down

# Sections.
sphere-section-sphere = Sphere
sphere-section-player = Player
sphere-section-first-contact = First contact
sphere-section-slide = Slide
sphere-section-how-it-was-decided = How it was decided
