box-tree = 包围盒树

# What mouse and keys do.
box-tree-hint-mouse = 让射线或球穿过这棵树
box-tree-hint-click = 保留
box-tree-hint-esc = 放开
box-tree-hint-wheel = 半径

# Sections.
box-tree-section-tree = 树
box-tree-section-level = 层
box-tree-section-query = 查询
box-tree-section-level-by-level = 逐层
