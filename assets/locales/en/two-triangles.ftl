two-triangles = Two triangles

# What mouse and keys do.
two-triangles-hint-click = Take a triangle, p and q in turn
two-triangles-hint-esc = Forget them
two-triangles-gesture-corner = Drag a corner
two-triangles-hint-corner = Move it, where the triangles are free
two-triangles-key-free = Take them free, or back

# Sections.
two-triangles-section-triangles = Triangles
two-triangles-section-verdict = Verdict
two-triangles-section-signs = Signs
two-triangles-section-on-the-line-of-both-planes = On the line of both planes
two-triangles-section-box = Against the other's box
