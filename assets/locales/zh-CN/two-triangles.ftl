two-triangles = 两个三角形

# What mouse and keys do.
two-triangles-hint-click = 选取三角形，依次为 p 和 q
two-triangles-hint-esc = 放开它们
two-triangles-gesture-corner = 拖动顶点
two-triangles-hint-corner = 移动顶点（自由三角形）
two-triangles-key-free = 变为自由三角形，或还原
