box-tree = 层次包围盒（BVH）

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
box-tree-building = 正在构建层次包围盒
box-tree-no-ball = 球位于射线命中之处；这条射线没有命中。
box-tree-empty = 在画面上移动鼠标。单击保留这次查询。
box-tree-shown = 显示
box-tree-of-picks = 拾取所用的树
box-tree-of-picks-about = 每次拾取都遍历这棵树。一个包围盒里最多有八个下一层的包围盒，或最多六个三角形。
box-tree-leafless = 没有叶节点的树
box-tree-leafless-about = 没有叶节点的树，源自 van den Bergen（1997），用来求两个网格在哪里相交；拾取不遍历它。
box-tree-nodes = 节点
box-tree-with-leaves = 若计入叶节点
box-tree-levels = 层数
box-tree-built = 构建用时
box-tree-draw-level = 画出某一层的包围盒
box-tree-level = 层
box-tree-ask = 查询方式
box-tree-ray = 射线
box-tree-ball = 球
box-tree-draw-tested = 画出测试过的包围盒
box-tree-boxes = 包围盒
box-tree-tested-met = 测试与相交
box-tree-tested-of-all = 测试数/总数
box-tree-nodes-about = { $count }，比三角形少一个
box-tree-leaves-about = 会有 { $count } 个
box-tree-cost = 随机直线与 { $boxes } 个包围盒相交
box-tree-level-all = 这一层的全部 { $count } 个包围盒。
box-tree-level-first = 这一层 { $all } 个包围盒中的前 { $shown } 个。
box-tree-touches = 与 { $count } 个三角形相交
box-tree-tested-and-met = 测试 { $tested } 个，相交 { $met } 个
box-tree-untested = 另有 { $count } 个三角形无需逐个测试即知相交。
box-tree-first-drawn = 画出 { $all } 个包围盒中的前 { $drawn } 个。
box-tree-n-of-all = { $tested } / { $all }
