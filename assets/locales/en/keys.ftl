# Headings of the help.
group-view = View
group-select = Select
group-measure = Measure
group-explain = Explain
group-keyboard = Keyboard alone
group-file = File
group-mouse = Mouse
group-touch = Touch

# Keys that have a name. Letters, F1 and the like, Ctrl, Alt and Shift are written as they are.
key-space = Space
key-home = Home
key-end = End
key-page-up = Page up
key-page-down = Page down
key-delete = Delete
key-backspace = Backspace
key-tab = Tab
key-enter = Enter
key-escape = Esc
key-left = Left
key-right = Right
key-up = Up
key-down = Down

# What the mouse does; $modifiers is like “Ctrl+Shift+”, or empty.
gesture-click = { $modifiers }Click
gesture-double-click = Double click
gesture-right-click = Right click
gesture-click-on-nothing = Click on nothing
gesture-click-on-axis = Click on the end of an axis
gesture-wheel = Wheel
gesture-wheel-or-pinch = Wheel, pinch
gesture-drag = Drag
gesture-shift-drag = Shift+drag
gesture-alt-drag = Alt+drag
gesture-alt-shift-drag = Alt+Shift+drag
gesture-ctrl-alt-drag = Ctrl+Alt+drag
gesture-middle-drag = Middle drag
gesture-shift-middle-drag = Shift+middle drag
gesture-ctrl-middle-drag = Ctrl+middle drag
gesture-right-drag = Right drag

# What fingers do.
gesture-one-finger = One finger
gesture-two-fingers = Two fingers
gesture-tap = Tap
gesture-double-tap = Double tap
gesture-long-press = Long press

# What comes of it.
click-pick = Pick
click-add = Add to the selection
click-toggle = Add or take out
click-remove = Take out of the selection
mouse-zoom = Zoom to the cursor
mouse-pick-and-pivot = Pick, and turn around the hit
mouse-list-hits = List all hits, nearest first
mouse-clear = Clear the selection (Ctrl+Z brings it back)
mouse-look-along = Look along it
drag-orbit = Orbit
drag-pan = Pan
drag-zoom = Zoom
touch-pan-and-zoom = Pan and zoom

# What a switch is set to, in the help.
live-on = on
live-off = off
live-in-two-views = in two views
live-orthographic = orthographic
live-perspective = perspective
live-nothing-to-undo = nothing to undo
live-nothing-to-redo = nothing to redo

# The last line.
hint-all-keys = All keys
hint-escape-then-tab = Esc, then Tab
hint-leave-frame = Leave the frame
hover-triangle = Triangle { $index }
hover-triangle-at = Triangle { $index }, { $place }


# The heading of a bench in the help.
help-bench = { $workspace }: { $bench }

# What the mouse does on the benches.
gesture-mouse = Mouse
gesture-plain-click = Click
gesture-shift-wheel = Shift+wheel
gesture-ctrl-z = Ctrl+Z
