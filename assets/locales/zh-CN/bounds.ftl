bounds = 包围体

# What mouse and keys do.
bounds-hint-mouse = 用它的射线测试每个包围体
bounds-hint-click = 保留这条射线
bounds-hint-esc = 放开

# Sections.
bounds-section-bounding-volumes = 包围体
bounds-section-ray = 射线
bounds-fitting = 正在拟合包围体
bounds-empty = 在画面上移动鼠标：它的射线会与每个包围体做测试。单击保留射线。
bounds-volume = 体积
bounds-volume-about = 文件单位的立方
bounds-surface = 表面积
bounds-surface-about = 文件单位的平方：越大，碰到它的射线越多
bounds-passed = 通过
bounds-in-vain = 误报
bounds-in-vain-about = 其中没有碰到里面任何东西的射线
bounds-draw = 围绕网格画出它
bounds-sphere = 球
bounds-enters = 进入 t
bounds-leaves = 离开 t
bounds-missed = 未碰到
bounds-met = 碰到
bounds-vain = 误报
bounds-lost = 漏掉
bounds-passed-about = 在均匀穿过球的 { $count } 条射线中，碰到该包围体的
bounds-took = 拟合并用 { $count } 条射线测试，用时 { $time }。
