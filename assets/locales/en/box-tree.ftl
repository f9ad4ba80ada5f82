box-tree = Box tree

# What mouse and keys do.
box-tree-hint-mouse = Send its ray, or the ball, through the tree
box-tree-hint-click = Keep it
box-tree-hint-esc = Let it go
box-tree-hint-wheel = Radius

# Sections.
box-tree-section-tree = Tree
box-tree-section-level = Level
box-tree-section-query = Query
box-tree-section-level-by-level = Level by level
box-tree-building = Building the tree of boxes
box-tree-no-ball = The ball lies where the ray hits, and this one hits nothing.
box-tree-empty = Move the mouse over the picture. A click keeps the question.
box-tree-shown = Show
box-tree-of-picks = The tree of picks
box-tree-of-picks-about = Every pick walks this tree. A box holds up to eight other boxes, or up to six triangles.
box-tree-leafless = The leafless tree
box-tree-leafless-about = A tree without leaf nodes, after van den Bergen (1997). It finds where two meshes meet; no pick walks it.
box-tree-nodes = Nodes
box-tree-with-leaves = With leaves
box-tree-levels = Levels
box-tree-built = Built in
box-tree-draw-level = Draw the boxes of a level
box-tree-level = Level
box-tree-ask = Ask with
box-tree-ray = Ray
box-tree-ball = Ball
box-tree-draw-tested = Draw the boxes tested
box-tree-boxes = Boxes
box-tree-tested-met = Tested, and met
box-tree-tested-of-all = Tested of all
box-tree-nodes-about = { $count }, one less than triangles
box-tree-leaves-about = It would have { $count }
box-tree-cost = A random line meets { $boxes } boxes
box-tree-level-all = { $count ->
    [one] All { $count } box of this level.
   *[other] All { $count } boxes of this level.
}
box-tree-level-first = The first { $shown } of { $all } boxes of this level.
box-tree-touches = { $count ->
    [one] Touches { $count } triangle
   *[other] Touches { $count } triangles
}
box-tree-tested-and-met = { $tested } tested, { $met } met
box-tree-untested = { $count ->
    [one] { $count } triangle touches without a test of its own.
   *[other] { $count } triangles touch without a test of their own.
}
box-tree-first-drawn = The first { $drawn } of { $all } boxes are drawn.
box-tree-n-of-all = { $tested } of { $all }
