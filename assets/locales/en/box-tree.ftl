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
