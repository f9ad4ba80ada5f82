two-meshes = 两个网格

# What mouse and keys do.
two-meshes-gesture-arrow = 拖动箭头
two-meshes-hint-arrow = 移动第二个网格
two-meshes-gesture-ring = 拖动圆环
two-meshes-hint-ring = 旋转它
two-meshes-gesture-middle = 拖动中心
two-meshes-hint-middle = 在画面内移动它
two-meshes-hint-esc = 回到抓取时的位置
two-meshes-hint-undo = 撤销一次移动

# Sections.
two-meshes-section-meshes = 网格
two-meshes-section-place-of-the-second = 第二个网格的位置
two-meshes-section-contact = 接触
two-meshes-section-pairs = 三角形对
two-meshes-finding = 正在寻找相交之处…
two-meshes-building = 正在构建两个网格的树
two-meshes-first = 第一个
two-meshes-second = 第二个
two-meshes-open = 打开第二个…
two-meshes-drop = 也可以把文件拖到窗口上
two-meshes-sample = 示例
two-meshes-duplicate = 再添加一份第一个网格
gesture-ctrl-shift-z = Ctrl+Shift+Z
two-meshes-reset-about = 回到最初的位置
two-meshes-first-only-about = 找到任意一对相交的三角形就停止，许多程序只需要这个
two-meshes-first-only = 只求首个接触
two-meshes-apart = 它们不相交
two-meshes-meet = 它们相交
two-meshes-curves = 交线
two-meshes-coplanar = 共面
two-meshes-touching = 接触点
two-meshes-box-triangle = 包围盒与三角形
two-meshes-exact = 精确测试
two-meshes-column-first = 第一个
two-meshes-column-second = 第二个
two-meshes-name = { $name }，{ $count } 个三角形
two-meshes-curves-closed-open = { $all } 条：{ $closed } 条闭合，{ $open } 条不闭合
two-meshes-lit = 第一个网格 { $first } 个，第二个网格 { $second } 个
two-meshes-parts = { $count } 处
two-meshes-points = { $count } 个点
two-meshes-again = { $name }（副本）
