# Headings of the help.
group-view = 视图
group-select = 选择
group-measure = 测量
group-explain = 讲解
group-keyboard = 纯键盘操作
group-file = 文件
group-mouse = 鼠标
group-touch = 触摸

# Keys that have a name. Letters, F1 and the like, Ctrl, Alt and Shift are written as they are.
key-space = 空格
key-home = Home
key-end = End
key-page-up = Page Up
key-page-down = Page Down
key-delete = Delete
key-backspace = 退格
key-tab = Tab
key-enter = 回车
key-escape = Esc
key-left = ←
key-right = →
key-up = ↑
key-down = ↓

# What the mouse does; $modifiers is like “Ctrl+Shift+”, or empty.
gesture-click = { $modifiers }单击
gesture-double-click = 双击
gesture-right-click = 右键单击
gesture-click-on-nothing = 单击空白处
gesture-click-on-axis = 单击坐标轴末端
gesture-wheel = 滚轮
gesture-wheel-or-pinch = 滚轮、双指缩放
gesture-drag = 拖动
gesture-shift-drag = Shift+拖动
gesture-alt-drag = Alt+拖动
gesture-alt-shift-drag = Alt+Shift+拖动
gesture-ctrl-alt-drag = Ctrl+Alt+拖动
gesture-middle-drag = 中键拖动
gesture-shift-middle-drag = Shift+中键拖动
gesture-ctrl-middle-drag = Ctrl+中键拖动
gesture-right-drag = 右键拖动

# What fingers do.
gesture-one-finger = 单指拖动
gesture-two-fingers = 双指拖动
gesture-tap = 轻点
gesture-double-tap = 轻点两下
gesture-long-press = 长按

# What comes of it.
click-pick = 拾取
click-add = 加入选择
click-toggle = 加入或移出选择
click-remove = 移出选择
mouse-zoom = 以光标为中心缩放
mouse-pick-and-pivot = 拾取，并以命中点为环绕中心
mouse-list-hits = 由近到远列出全部命中
mouse-clear = 清除选择（Ctrl+Z 可恢复）
mouse-look-along = 沿该轴观察
drag-orbit = 环绕
drag-pan = 平移
drag-zoom = 缩放
touch-pan-and-zoom = 平移与缩放

# What a switch is set to, in the help.
live-on = 开
live-off = 关
live-in-two-views = 双视图
live-orthographic = 正交投影
live-perspective = 透视投影
live-nothing-to-undo = 没有可撤销的操作
live-nothing-to-redo = 没有可重做的操作

# The last line.
hint-all-keys = 所有按键
hint-escape-then-tab = 先 Esc 再 Tab
hint-leave-frame = 离开内嵌框架
hover-triangle = 三角形 { $index }
hover-triangle-at = 三角形 { $index }，{ $place }


# The heading of a bench in the help.
help-bench = { $workspace }：{ $bench }

# What the mouse does on the benches.
gesture-mouse = 鼠标
gesture-plain-click = 单击
gesture-shift-wheel = Shift+滚轮
gesture-ctrl-z = Ctrl+Z
