report-no-file = This mesh was made by formula: there is no file to report on.
report-format = Format
report-obj = OBJ
report-off = OFF
report-ascii-ply = PLY, ascii
report-binary-ply = PLY, binary
report-ascii-stl = STL, ascii
report-binary-stl = STL, binary
report-encoding = Encoding
report-holds = Holds
report-counts = { $bytes }, { $lines } lines, { $vertices } vertices, { $faces } faces, { $triangles } triangles
report-counts-binary = { $bytes }, { $faces } facets, { $triangles } triangles
report-counts-records = { $bytes }, { $vertices } vertices, { $faces } faces, { $triangles } triangles
report-left-out = Left out
report-faces-left-out = { $count } faces with problems
report-points = { $count } points
report-polylines = { $count } lines
report-curves = { $count } curves and surfaces
report-materials = Materials
report-times = reading { $reading }, building the tree { $building }
report-no-warnings = No warnings.
report-whole-file = file

# Between the items of a list.
list-comma = { ", " }
