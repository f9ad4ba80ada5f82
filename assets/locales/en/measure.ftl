# The measuring tool and its options.
measure = Measure
measure-about = Click two points; they snap to vertices and edges. Drag an end to move it.
measure-distance = Distance
measure-distance-about = Between two points.
measure-path = Path
measure-path-about = Through as many points as you click; Enter, a double click or End ends it.
measure-angle = Angle
measure-angle-about = Of three points, at the second.
measure-landmarks = Landmarks
measure-landmarks-about = Points with names, which can be exported and imported.
measure-snap-off = No snap
measure-snap-off-about = Points lie where you click.
measure-snap-corners = Vertices
measure-snap-corners-about = Points snap to the nearest visible vertex.
measure-snap-edges = Vertices, edges
measure-snap-edges-about = Points snap to the nearest visible vertex, or else to the nearest edge.
measure-snap-now = Snap: { $snap }.
measure-end-path = End
measure-no-surface = There is no surface to take a point from.

# The last line.
measure-first = First point
measure-second = Second point
measure-next = Next point
measure-apex = Point of the angle
measure-third = Third point
measure-place = Place a landmark
measure-hint-move = Move it
measure-hint-snap = Snap
measure-hint-end = End the path
gesture-drag-end = Drag an end
key-s = S

# Values and places.
measure-one-point = { $zero }: both ends coincide
measure-no-angle = no angle: two points coincide
measure-vertex = Vertex { $index }
measure-edge = Edge { $from }–{ $to }

# The list.
measure-list = Measures ({ $count })
measure-list-both = Measures ({ $measures }), landmarks ({ $landmarks })
measure-none = Click two points of the mesh: their distance is listed here.
measure-none-landmarks = Click a point of the mesh to list it here and name it.
measure-row = { $number }  { $kind }  { $value }
measure-in-picture = { $number }: { $value }
measure-along = Along x, y, z
measure-point = Point { $number }
measure-on = { $what }, triangle { $triangle }
measure-weights = Weights
measure-position = Position
measure-landmark = { $number } { $name }
measure-landmark-name = Name of landmark { $number }
measure-landmark-unnamed = Name
measure-up = Up
measure-down = Down
measure-remove = Remove
measure-remove-all = Remove all
measure-copy = Text
measure-copy-json = JSON
measure-copy-csv = Table (CSV)
measure-line = { $what }: { $value }; { $points }
measure-line-landmark = { $what }: { $point }
measure-copied = the measures
measure-unit = Unit of the file
unit-of-file = As in the file

# Files of landmarks.
measure-save = Save landmarks
measure-save-csv = Table (CSV)…
measure-save-json = JSON…
measure-save-pp = MeshLab’s picked points (.pp)…
measure-save-title = Save landmarks
measure-open = Open landmarks…
measure-unreadable = { $path }: { $problem }
measure-read = { $count ->
    [one] { $count } landmark is placed, moved by { $moved } onto the mesh.
   *[other] { $count } landmarks are placed, moved by at most { $moved } onto the mesh.
}
measure-read-not-picked = { $told } Not picked: { $names }.
