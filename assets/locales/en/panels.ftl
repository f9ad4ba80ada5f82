no-mesh = No mesh yet.
mesh-pasted = Pasted mesh
mesh-nameless = Unnamed
mesh-awaited = You can turn the mesh while its tree is built. Picks begin when it is ready.
panels-unfold = Show the side panel
sheet-open = Open the sheet
sheet-close = Close the sheet
sheet-larger = Make the sheet larger
sheet-smaller = Make the sheet smaller
picture-drop = Drop to open
picture-empty = Drop an OBJ, OFF, PLY, STL or glTF file here
picture-empty-open = Open an OBJ, OFF, PLY, STL or glTF file
picture-open = Open…
files-stay = Files stay on your machine: this page reads them and sends them nowhere.
message-error = Error
message-show = Show
close = Close
click-to-copy = Click to copy
cancel = Cancel
stage-starting = starting
probe-in-the-making = Being computed: see the bar over the picture.
probe-stopped = Stopped.
probe-begin-again = Begin again
probe-misses = Misses the mesh
probe-turn = Turn the view to see it from the side.
probe-let-go = Let go
progress-reading = Reading { $name }
progress-awaited = Preparing { $name } for clicks
progress-writing = Writing { $name }
triangle-number = Triangle { $index }
save-picture = Save picture
save-picture-size = Size
save-picture-with = With
save-picture-overlays = Grid, axes, ray, marks and labels
save-picture-transparent = Transparent background
save-picture-save = Save…
save-picture-copy = Copy
save-picture-pixels = { $width } × { $height } pixels
go-to = Go to
go-to-about = A triangle by its index, from 0: 1529. A face of the file, from 1: face 1530. A line of the file: line 8491. A record of a binary file: record 13.
go-to-place = Triangle, face, line or record
go-to-go = Go
go-to-known = { $name } has triangles 0 to { $last }.
field-not-a-number = { $name }: that is not a number. The previous value stays.
field-of-axis = { $name } { $axis }

# A label and its value.
field-value = { $name }: { $value }
go-to-no-mesh = There is no mesh yet.
go-to-empty = Type the number of a triangle, or “face”, “line” or “record” and a number.
go-to-not-understood = Type 12, face 13, line 345 or record 13.
go-to-no-face = No triangle belongs to face { $face }.
go-to-no-line = No face begins on line { $line }.
go-to-no-record = No triangle belongs to record { $record }.
go-to-last = The last triangle is { $index }.
go-to-not-a-face = "{ $word }" is not the number of a face.
go-to-not-a-line = "{ $word }" is not the number of a line.
go-to-not-a-record = "{ $word }" is not the number of a record.
go-to-not-a-triangle = "{ $word }" is not the number of a triangle.
and-more = and { $count } more

# So many of a thing.
n-boxes = { $count ->
    [one] { $count } box
   *[other] { $count } boxes
}
n-triangles = { $count ->
    [one] { $count } triangle
   *[other] { $count } triangles
}
boxes-and-triangles = { $boxes }, { $triangles }
n-pairs = { $count ->
    [one] { $count } pair
   *[other] { $count } pairs
}

# Words of several panels.
took = Took
radius = Radius
hold = Hold
distance = Distance
length = Length
box-tests = Box tests
