two-triangles = Two triangles

# What mouse and keys do.
two-triangles-hint-click = Take a triangle, p and q in turn
two-triangles-take-p = Take a triangle as p
two-triangles-take-q = Take a triangle as q
two-triangles-hint-esc = Forget them
two-triangles-gesture-corner = Drag a corner
two-triangles-hint-corner = Move it, if the triangles are free
two-triangles-key-free = Make them free, or take them from the mesh

# Sections.
two-triangles-section-triangles = Triangles
two-triangles-section-verdict = Verdict
two-triangles-section-signs = Signs
two-triangles-section-on-the-line-of-both-planes = On the line of both planes
two-triangles-section-box = Against the other's box
case-crossing = Crossing
case-touching = Touching
case-shared-edge = Shared edge
case-coplanar = Coplanar
case-past = Past each other
case-apart = Apart
case-zero-area = Zero area
two-triangles-empty = Click two triangles of the mesh, or take free ones and drag their corners.
two-triangles-of-mesh = Of the mesh
two-triangles-free = Free
two-triangles-drag = Drag a corner in the picture. Some cases cannot be reached by dragging:
two-triangles-next = The next click
two-triangles-after = The click after that
two-triangles-forget = Forget both
two-triangles-point = In the point
two-triangles-from = Along, from
two-triangles-to = To
two-triangles-area = In the area
two-triangles-certain = Enough to be certain
two-triangles-not-certain = Not certain: decided exactly
two-triangles-f64 = Plain f64
two-triangles-meets-right = Meets, rightly
two-triangles-apart-right = Does not meet, rightly
two-triangles-meets-wrong = Meets: wrong
two-triangles-apart-wrong = Does not meet: wrong
two-triangles-moller = Möller's test
two-triangles-way-not-finite = A coordinate is not finite.
two-triangles-way-beside-q = All of p lies on one side of the plane of q.
two-triangles-way-beside-p = All of q lies on one side of the plane of p.
two-triangles-way-overlap = Both reach the line of the two planes, and their intervals on it overlap.
two-triangles-way-apart = Both reach the line of the two planes, but their intervals on it are apart.
two-triangles-way-without-x = Both lie in one plane, and are compared in it without x.
two-triangles-way-without-y = Both lie in one plane, and are compared in it without y.
two-triangles-way-without-z = Both lie in one plane, and are compared in it without z.
two-triangles-way-segment-p = p has no area: it is a segment, compared with q.
two-triangles-way-segment-q = q has no area: it is a segment, compared with p.
two-triangles-way-segments = Neither has an area: they are segments.
two-triangles-signs-about = On which side of the other's plane each corner lies: the sign of a determinant, decided exactly.
two-triangles-corner = Corner
two-triangles-side = Side
two-triangles-determinant = Determinant
two-triangles-too-close = Too close for f64
two-triangles-turned = Rotated so that the first corner is alone on its side; the last two are swapped if it lies below:
two-triangles-two-signs = Two more signs then decide; neither may be positive:
two-triangles-line-point = They reach it in only one point.
two-triangles-line-not = The decision did not need it.
two-triangles-line-about = What each triangle cuts from the line, from end to end, and what they share.
two-triangles-both = Both
two-triangles-exchanged = { $corners }   exchanged
two-triangles-interval = { $low } to { $high }
axes-p-box-of-q = p, box of q
axes-q-box-of-p = q, box of p
axes-draw = Draw it
axes-meet = They meet: none of the 13 axes has a gap.
axes-no-direction = None
axes-apart = Apart
axes-also = Also
axes-plane = plane
axes-separated = { $others ->
    [0] They are apart: { $axis } separates them.
    [one] They are apart: { $axis } separates them, and so does another.
   *[other] They are apart: { $axis } separates them, and so do { $others } others.
}
axes-about = 
    { $name }: { $triangle }
    box: { $aabb }
axes-of-box = box { $axis }
