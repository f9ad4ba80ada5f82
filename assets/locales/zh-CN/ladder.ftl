# The steps.
ladder-cursor = 光标
ladder-window = 窗口
ladder-ndc = NDC
ladder-eye = 观察
ladder-world = 世界
ladder-object = 物体
ladder-triangle = 三角形

ladder-key-step = 逐级移动
ladder-key-cover = 遮住尚未讲到的步骤
ladder-empty = 在画面中单击：从像素到三角形的每一步连同数值都显示在这里。
ladder-no-triangle = 没有三角形
ladder-direction = 方向
ladder-far = 远点
ladder-near = 近点
ladder-physical = 物理
ladder-logical = 逻辑
ladder-no-ray = 没有射线：{ $why }。
ladder-cursor-formula = 物理 = 缩放系数 × 逻辑
ladder-cursor-about = 鼠标的位置，从窗口左上角起，y 向下。窗口按逻辑像素布局；OpenGL 只认物理像素。
ladder-cursor-known-as = 鼠标事件的物理位置 · GLFW 光标 × content scale · Qt position × devicePixelRatio
ladder-cursor-x = 光标 x
ladder-cursor-y = 光标 y
ladder-cursor-drag = 拖动它，看每一步随之变化。
ladder-window-about = 像素上的一点，从左下角起，y 向上，单位是物理像素。它背后是整条视线：深度 0 是近点，深度 1 是远点，所以有两个点。
ladder-window-known-as = gluUnProject 的 winX、winY、winZ · gl_FragCoord
ladder-ndc-about = 视口变成从 −1 到 1 的立方体。画面旁的面板会移动视口：若误用窗口的大小，离那一侧越远，偏得越多。
ladder-ndc-known-as = 归一化设备坐标 · 视口变换（glViewport）的逆
ladder-eye-orthographic = 正交视图中 w 为 1，无需相除：所有视线都平行。
ladder-eye-infinite = 远平面在无穷远时，远点的 w 为 0：它是方向而不是点，不能作除数。
ladder-eye-about = 相除之前，近点与远点的 x、y、z 相同，只有 w 不同：这就是 w 的用处。
ladder-eye-known-as = gluPerspective 矩阵的逆 · 透视除法的逆
ladder-eye-matrix = P⁻¹：裁剪空间到观察空间
ladder-eye-divided = 除以 W：近点，远点
ladder-world-about = 相机的位置和朝向。绘制时物体由 V 变换；射线则反过来。
ladder-world-known-as = gluLookAt 矩阵的逆 · 相机到世界
ladder-world-matrix = V⁻¹：观察空间到世界空间
ladder-world-formula = 世界 = V⁻¹ 观察
ladder-object-formula = 物体 = M⁻¹ 世界
ladder-object-about = 变换的是射线，而不是网格。方向不归一化，这样 t 在世界空间与物体空间中是同一个数，不同物体的命中可以直接比较。
ladder-object-known-as = 模型矩阵的逆
ladder-object-matrix = M⁻¹：世界空间到物体空间
ladder-triangle-none = 没有命中三角形。按 M 询问最近的一个。
ladder-triangle-about = 对 o + t D = a + u E₁ + v E₂ 用克莱姆法则：u、v 和 w = 1 − u − v 是三个小三角形各占的面积比例，在内部三者都大于 0。pickray 精确判定符号；商只舍入一次。第二视图（R）显示这些向量；超出视图的画成与边等长，只看方向。
ladder-triangle-known-as = Möller 与 Trumbore，1997
ladder-triangle-met = 在内部相交
ladder-between = 中间一点
ladder-between-about = 视线上的第三个点。
ladder-between-depth = 深度
ladder-at-infinity = 在无穷远
ladder-window-formula = 
    x = floor(光标 x){ $half }
    y = 高 − 1 − floor(光标 y){ $half }
ladder-ndc-formula = 
    x = 2 (窗口 x − 视口 x) / 宽 − 1
    z = 2 深度 − 1
ladder-eye-formula =
    (X, Y, Z, W) = P⁻¹ (x, y, z, 1)
    观察 = (X, Y, Z) / W
ladder-eye-w = 近点 W { $near }   远点 W { $far }
ladder-object-t = { $words }。t 在每个空间中都相同
ladder-triangle-outcome = 三角形 { $triangle }：{ $outcome }
ladder-edge = 边 { $edge } { $pixels } px
ladder-known-as = 又称：{ $names }
ladder-single = f32 中：{ $points }
ladder-single-off = { $point }，偏差 { $pixels } 像素
ladder-lens-about = 像素、射线穿过的采样点，以及画面中它周围的三角形。
ladder-lens-behind = 有顶点在视点后面
tested-triangle = 三角形
tested-outcome = 结果
tested-closest = 最近的命中
tested-hit = 命中，但不是最近
rejected-not-finite = 不是有限数
rejected-zero-direction = 射线没有方向
rejected-degenerate = 没有面积
rejected-coplanar = 射线在它的平面内
rejected-parallel = 与射线平行
rejected-culled = 背对射线
rejected-u = 从 ca 外侧经过：u < 0
rejected-v = 从 ab 外侧经过：v < 0
rejected-w = 从 bc 外侧经过：w < 0
rejected-behind = 在近平面之前：t < 0

# 整条变换链写成一个函数，供复制。
function = 完整函数
function-about = 把整条变换链写成一个函数，复制后可用在你自己的程序里；下面附有这次拾取的数值。
function-none = 请先单击画面。
