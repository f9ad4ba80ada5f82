# The strip at the picture's left edge.
area-click = 单击
area-click-about = 拖动环绕视图，单击拾取。
area-box = 框选
area-box-about = 拖出一个矩形，选择其中的三角形。
area-lasso = 套索
area-lasso-about = 随意画一条线，圈住要选的三角形；线自相交处，内外互换。
area-brush = 画笔
area-brush-about = 涂过要选的三角形；按住 Shift 转动滚轮可改变画笔大小。
area-visible = 可见
area-visible-about = 只选看得见的：区域内像素的射线最先命中的三角形，以及小得不覆盖任何像素中心、前面又无遮挡的三角形。
area-through = 穿透
area-through-about = 选择区域内近平面与远平面之间的一切，包括被遮住的三角形。
area-touch = 相交
area-touch-about = 与区域有任何公共点的三角形。
area-enclose = 包含
area-enclose-about = 整个位于区域内的三角形。
area-centre = 重心
area-centre-about = 重心位于区域内的三角形。
area-radius = { $pixels } 像素
area-radius-about = 画笔的半径：按住 Shift 转动滚轮。

# What is written beside a stroke.
area-count = { $way }：{ $count } 个三角形
area-count-later = { $way }：松开后计数
area-angle = { $degrees }°

# The last line.
area-box-hint = 框选
area-lasso-hint = 套索选择
area-brush-hint = 涂选
area-radius-hint = 画笔大小
gesture-shift-ctrl-drag = Shift+Ctrl+拖动
gesture-space-drag = 空格+拖动

# What is waited for, and said.
area-subpixel = 正在查找像素之间的三角形
area-connecting = 正在查找相邻三角形
area-no-seed = 请先指向或拾取一个三角形。
area-nothing-selected = 没有选中任何三角形，无从扩大或缩小。
area-no-material = 这个三角形没有材质。
area-no-memory = 内存不足，无法查找此网格的相邻三角形。
area-objects-skipped = 未选择：{ $count } 个被变换压平的物体。

# The selection, beside the picture.
selection-area = 面积
selection-from = 最小点
selection-to = 最大点
selection-parts = 连通部分
selection-summing = 正在统计
selection-hidden-objects = 已隐藏 { $count } 个物体。
selection-hidden-triangles = 已隐藏 { $count } 个三角形。
selection-first = 只列出前 { $count } 个。
selection-copy = 选中三角形的编号
selection-copy-json = 编号（JSON）
selection-numbers = 三角形的编号
selection-too-many = { $count } 个编号太多，无法放入剪贴板：请将选择保存为文件。
command-box = 框选：拖出矩形来选择
command-lasso = 套索：勾画轮廓来选择
command-brush = 画笔：涂抹来选择
command-measure = 测量：距离、路径、角度
command-landmarks = 标记点：带名称的点
command-snap = 吸附到顶点和边
command-remove-mark = 删除测量或标记点
command-through = 可见或穿透
command-linked = 连通部分
command-linked-add = 加入连通部分
command-flat = 平坦区域
command-flat-add = 加入平坦区域
command-grow = 扩大
command-shrink = 缩小
select-material = 相同材质
select-object = 相同物体
save-selection = 保存选择…
open-selection = 打开选择…
selection-none-to-save = 没有可保存的选择：请先选中三角形。
selection-unreadable = { $path } 不是已保存的选择：{ $problem }。
selection-refused = 无法恢复选择：{ $why }。
selection-restored = 已选中 { $count } 个三角形。
selection-export = 导出…
selection-foot = 对选中的内容
menu-areas = 区域
menu-related = 相关部分
