two-triangles = 两个三角形

# What mouse and keys do.
two-triangles-hint-click = 选取三角形，依次为 p 和 q
two-triangles-hint-esc = 放开它们
two-triangles-gesture-corner = 拖动顶点
two-triangles-hint-corner = 移动顶点（自由三角形）
two-triangles-key-free = 变为自由三角形，或还原

# Sections.
two-triangles-section-triangles = 三角形
two-triangles-section-verdict = 结论
two-triangles-section-signs = 符号
two-triangles-section-on-the-line-of-both-planes = 在两平面的交线上
two-triangles-section-box = 与对方的包围盒
