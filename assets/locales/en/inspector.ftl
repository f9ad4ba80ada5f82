hits-none = Nothing is hit here
side-front = Front
side-back = Back
close-with-escape = Close (Esc)
hits-count = { $count ->
    [one] { $count } hit
   *[other] { $count } hits, nearest first
}
hits-keys = Choose a hit
hits-row = { $number }.  Triangle { $triangle }  ·  { $side }  ·  t { $t }
inspector-empty = Click a triangle to inspect it.
copy = Copy
inspector-copy-text = Record as text
inspector-copy-json = Record as JSON
inspector-next = Next behind
inspector-copy-key = Ctrl+C
inspector-next-keys = Tab, or Alt+click
inspector-the-line = the line
inspector-the-bytes = the bytes
inspector-nothing = Nothing is hit
inspector-numbers =
    Triangle: what is drawn and picked. Its index in the mesh, from 0.
    Face: the polygon of the file that was cut into triangles, from 1.
    Line: where the face begins in a text file, from 1, as editors count.
    Record: the face in a binary file, from 1.
line-not-kept = a page keeps the mesh and not its file, whose text cannot be shown here
inspector-why = Why: { $why }.
mesh-name = Name
mesh-path = Path
mesh-triangles = Triangles
mesh-vertices = Vertices
mesh-vertices-joined = { $count }, joined by position for smooth shading: { $joined }
mesh-size = Size
mesh-from = From
mesh-to = To
mesh-size-about = Of the box around it along x, y and z, in world units.
mesh-from-about = The corner of that box with the least x, y and z.
mesh-to-about = The corner with the greatest x, y and z.
mesh-read-in = Read in
mesh-gpu = GPU memory
mesh-picture = Picture memory
mesh-report = Report
mesh-no-warnings = No warnings
mesh-report-show = Show the load report
mesh-gpu-bytes = { $bytes } ({ $each } B a triangle)
mesh-warnings = { $count ->
    [one] { $count } warning
   *[other] { $count } warnings
}
mesh-remarks = Remarks
selection-none = Nothing is selected. Click a triangle; Shift adds, Ctrl toggles.
selection-clear = Clear
selection-go = Go there
selection-row-at = Triangle { $triangle }  ·  { $place }
