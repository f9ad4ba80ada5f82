# The strip at the picture's left edge.
area-click = Click
area-click-about = Drags turn the view, clicks pick.
area-box = Box
area-box-about = Drag a rectangle over the triangles to select.
area-lasso = Lasso
area-lasso-about = Draw freely around the triangles to select. Where the line crosses itself, inside and outside change.
area-brush = Brush
area-brush-about = Paint over the triangles to select. Shift and the wheel change the size of the brush.
area-visible = Visible
area-visible-about = Takes what you see: triangles that the ray of a pixel in the area hits first. Triangles too small for any pixel count if nothing is in front of them.
area-through = Through
area-through-about = Takes everything in the area between the near and the far plane, also behind other triangles.
area-touch = Touch
area-touch-about = Triangles that share any point with the area.
area-enclose = Enclose
area-enclose-about = Triangles that lie entirely in the area.
area-centre = Centre
area-centre-about = Triangles whose centroid lies in the area.
area-radius = { $pixels } px
area-radius-about = The radius of the brush: turn the wheel with Shift held.

# What is written beside a stroke.
area-count = { $way }: { $count ->
    [one] { $count } triangle
   *[other] { $count } triangles
}
area-count-later = { $way }: counted on release
area-angle = { $degrees }°

# The last line.
area-box-hint = Select in a box
area-lasso-hint = Select in a lasso
area-brush-hint = Paint
area-radius-hint = Size of the brush
gesture-shift-ctrl-drag = Shift+Ctrl+drag
gesture-space-drag = Space+drag

# What is waited for, and said.
area-subpixel = Looking between the pixels
area-connecting = Finding neighbours
area-no-seed = Point at a triangle first, or pick one.
area-nothing-selected = Nothing is selected: there is nothing to grow or shrink.
area-no-material = This triangle has no material.
area-no-memory = There is not enough memory to find the neighbours of this mesh.
area-objects-skipped = Not selected: { $count ->
    [one] an object that is
   *[other] { $count } objects that are
} flattened by the transform.

# The selection, beside the picture.
selection-area = Area
selection-from = From
selection-to = To
selection-parts = Parts
selection-summing = Being added up
selection-hidden-objects = { $count ->
    [one] { $count } object is hidden.
   *[other] { $count } objects are hidden.
}
selection-hidden-triangles = { $count ->
    [one] { $count } triangle is hidden.
   *[other] { $count } triangles are hidden.
}
selection-first = The first { $count } are listed.
selection-copy = Numbers of the selection
selection-copy-json = Numbers as JSON
selection-numbers = the numbers of the triangles
selection-too-many = { $count } numbers are too many for the clipboard: save the selection to a file.
command-box = Box: select by dragging a rectangle
command-lasso = Lasso: select by drawing a line around
command-brush = Brush: select by painting
command-measure = Measure: distances, paths, angles
command-landmarks = Landmarks: points with names
command-snap = Snap to vertices and edges
command-remove-mark = Remove the measure or landmark
command-through = Visible or through
command-linked = Connected part
command-linked-add = Add the connected part
command-flat = Flat region
command-flat-add = Add the flat region
command-grow = Grow
command-shrink = Shrink
select-material = Same material
select-object = Same object
save-selection = Save selection…
open-selection = Open selection…
selection-none-to-save = Nothing is selected: there is nothing to save.
selection-unreadable = { $path } is not a saved selection: { $problem }.
selection-refused = The selection { $why }.
selection-restored = { $count ->
    [one] { $count } triangle is selected.
   *[other] { $count } triangles are selected.
}
selection-export = Export…
selection-foot = With the selection
menu-areas = Area
menu-related = Related
