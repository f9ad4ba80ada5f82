bounds = Bounds

# What mouse and keys do.
bounds-hint-mouse = Test its ray against every volume
bounds-hint-click = Keep this ray
bounds-hint-esc = Let it go

# Sections.
bounds-section-bounding-volumes = Bounding volumes
bounds-section-ray = Ray
