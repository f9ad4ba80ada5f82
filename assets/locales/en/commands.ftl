# What keys, menu entries and buttons do.
command-frame = Frame the selection, or everything
command-reset-view = Reset the view
command-view-front = From the front
command-view-right = From the right
command-view-top = From the top
command-view-back = From the back
command-view-left = From the left
command-view-bottom = From below
command-orthographic = Orthographic view
command-edges = Edges over the faces
command-wireframe = Wireframe
command-colors = Colours of the file
command-grid = Grid
command-side-panel = Side panel
command-pick = Pick workspace
command-learn = Learn workspace
command-present = Present: large type, one step at a time
command-collide = Collide workspace, then its next bench
command-next-hit = Next hit behind
command-clear-selection = Clear the selection
command-select-all = Select all
command-invert-selection = Invert the selection
command-undo = Undo
command-redo = Redo
command-go-to = Go to a triangle, face or line
command-explain = Explain picks: ladder and Setup
command-ray = Ray of the pick: in one view, in two, or off
command-ndc = The second view in NDC
command-back-to-pick = Back to the camera of the pick
command-why-not = Why not this one? About the triangle under the mouse
command-verify = Verify every pixel against the GPU
command-copy-record = Copy the record of the pick
command-copy-situation = Copy the situation: everything in the pick
command-paste = Paste a mesh, a path or a situation
command-help = Keys and mouse
command-crosshair = Crosshair
command-crosshair-left = Move the crosshair left
command-crosshair-right = Move the crosshair right
command-crosshair-up = Move the crosshair up
command-crosshair-down = Move the crosshair down
command-crosshair-far-left = Ten pixels left
command-crosshair-far-right = Ten pixels right
command-crosshair-far-up = Ten pixels up
command-crosshair-far-down = Ten pixels down
command-pick-at-crosshair = Pick at the crosshair
command-focus-panels = Step into the panels
command-add = Add…
command-hide = Hide
command-isolate = Isolate
hiding-object = { $command } object { $name }
hiding-triangles = { $command } { $count ->
    [one] one triangle
   *[other] { $count } triangles
}
command-show-all = Show all
command-open = Open…
command-quit = Quit

# How the ray of the pick is shown.
ray-off = Off
ray-shown = One view
ray-in-two-views = Two views

# Why a command is unavailable.
need-selection = Nothing is selected.
need-hidden = Nothing is hidden.
need-picked-mesh = Needs a mesh, in Pick or Learn.
need-picked-selection = Needs a selection, in Pick or Learn.

# The list that finds commands.
command-palette = Find a command
palette-hint = A few letters of its name
palette-none = No command has these letters.
