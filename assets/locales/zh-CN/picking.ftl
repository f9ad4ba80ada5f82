# The sections beside the picture.
picking-pixel = 像素
picking-hit = 命中
picking-objects = 物体（{ $count }）
objects-hide = 隐藏
objects-show = 显示
objects-fold = 其中的内容
objects-about = 单击：选中，供各实验台和 H 键使用。双击：移到它那里。
objects-none-selected = 没有选中物体：请在图中或物体列表中单击一个。
objects-all-hidden = 所有物体都已隐藏：按 { $chord } 显示。
selection-row-of = { $object } 的{ $row }
picking-selection = { $count ->
    [0] 选择
   *[other] 选择（{ $count }）
}
picking-mesh = 网格
picking = 拾取
picking-nothing-behind = 还没有拾取：先单击，再用 Tab 取后面的命中。
why-no-pick = 还没有拾取：先单击，再用 M 询问某个三角形为什么没被命中。
why-none = 从这里看不到任何三角形。
save-pick-title = 保存拾取
no-pick-to-save = 没有可保存的拾取：请先单击一个三角形。
no-situation-to-save = 没有可保存的快照：请先单击一个三角形。
save-situation-title = 保存快照
split-pick-here = 在此拾取
split-next = 从旁观察下次拾取的射线
split-ndc = NDC 中的拾取
split-aside = 从旁观察这次拾取
name-eye = 视点
name-hit = 命中
name-near = 近点
name-wrong-start = 错误的起点
name-far = 远点
name-infinity = 指向无穷远
eye-look = 视点：从这里看
next-world = 第二视图用世界空间显示
next-orbit = 环绕视图，即可看到射线
name-unplaced = 文件里的位置
name-hidden = 前面有 { $count } 个面
name-depth = 深度 { $depth }
why-looking = 正在寻找最近的三角形…
why-not-this = 为什么没命中它？
why-not-button = 为什么没命中？
why-not-about = 为什么没命中这个三角形？询问鼠标下的，或正在查看的那个
why-which = 你预期命中哪个三角形？请单击它，或右键单击后从命中列表中选择。
why-which-finger = 你预期命中哪个三角形？请轻点它，或长按后从命中列表中选择。
why-which-hint = 你预期命中的三角形
why-which-nothing = 这里没有三角形：请单击你预期命中的那个，或按 Esc。
