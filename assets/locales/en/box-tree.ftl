box-tree = Box tree

# What mouse and keys do.
box-tree-hint-mouse = Send its ray, or the ball, through the tree
box-tree-hint-click = Keep it
box-tree-hint-esc = Let it go
box-tree-hint-wheel = Radius
