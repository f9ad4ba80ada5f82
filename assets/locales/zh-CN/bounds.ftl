bounds = 包围体

# What mouse and keys do.
bounds-hint-mouse = 用它的射线测试每个包围体
bounds-hint-click = 保留这条射线
bounds-hint-esc = 放开

# Sections.
bounds-section-bounding-volumes = 包围体
bounds-section-ray = 射线
bounds-fitting = 正在拟合包围体
bounds-empty = 移动鼠标，用鼠标处的拾取射线与每个包围体做相交测试。单击保留射线。
bounds-volume = 体积
bounds-volume-about = 文件单位的立方
bounds-surface = 表面积
bounds-surface-about = 文件单位的平方：越大，与它相交的射线越多
bounds-passed = 通过
bounds-in-vain = 误报
bounds-in-vain-about = 其中与里面任何东西都不相交的射线
bounds-draw = 围绕网格画出它
bounds-sphere = 球
bounds-enters = 进入处 t
bounds-leaves = 离开处 t
bounds-missed = 不相交
bounds-met = 相交
bounds-vain = 误报
bounds-lost = 漏掉
bounds-passed-about = 在均匀穿过球的 { $count } 条射线中，与该包围体相交的
bounds-took = 拟合并用 { $count } 条射线测试，用时 { $time }。
