two-meshes = Two meshes

# What mouse and keys do.
two-meshes-gesture-arrow = Drag an arrow
two-meshes-hint-arrow = Move the second mesh
two-meshes-gesture-ring = Drag a ring
two-meshes-hint-ring = Turn it
two-meshes-gesture-middle = Drag the middle
two-meshes-hint-middle = Move it across the picture
two-meshes-hint-esc = Back to where you took it
two-meshes-hint-undo = Take a move back

# Sections.
two-meshes-section-meshes = Meshes
two-meshes-section-place-of-the-second = Place of the second
two-meshes-section-contact = Contact
two-meshes-section-pairs = Pairs
two-meshes-finding = Finding where they meet…
two-meshes-building = Building the trees of both meshes
two-meshes-first = First
two-meshes-second = Second
two-meshes-open = Open second…
two-meshes-drop = Or drop a file on the window
two-meshes-sample = Sample
two-meshes-duplicate = Duplicate first
gesture-ctrl-shift-z = Ctrl+Shift+Z
two-meshes-reset-about = Back to its first place
two-meshes-first-only-about = Stops at the first pair of triangles that meet, which is enough for many programs
two-meshes-first-only = First contact only
two-meshes-apart = They do not meet
two-meshes-meet = They meet
two-meshes-curves = Curves
two-meshes-coplanar = Coplanar
two-meshes-touching = Touching
two-meshes-box-triangle = Box, triangle
two-meshes-exact = Exact tests
two-meshes-column-first = First
two-meshes-column-second = Second
two-meshes-name = { $count ->
    [one] { $name }, { $count } triangle
   *[other] { $name }, { $count } triangles
}
two-meshes-curves-closed-open = { $all }: { $closed } closed, { $open } open
two-meshes-lit = { $first } of the first, { $second } of the second
two-meshes-parts = { $count ->
    [one] { $count } part
   *[other] { $count } parts
}
two-meshes-points = { $count ->
    [one] { $count } point
   *[other] { $count } points
}
two-meshes-again = { $name } again
