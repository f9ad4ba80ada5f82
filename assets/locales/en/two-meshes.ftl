two-meshes = Two meshes

# What mouse and keys do.
two-meshes-gesture-arrow = Drag an arrow
two-meshes-hint-arrow = Move the second mesh
two-meshes-gesture-ring = Drag a ring
two-meshes-hint-ring = Turn it
two-meshes-gesture-middle = Drag the middle
two-meshes-hint-middle = Move it across the picture
two-meshes-hint-esc = Back to where it was gripped
two-meshes-hint-undo = Take a move back

# Sections.
two-meshes-section-meshes = Meshes
two-meshes-section-place-of-the-second = Place of the second
two-meshes-section-contact = Contact
two-meshes-section-pairs = Pairs
