# What a job does now.
stage-starting = 正在开始
stage-making-mesh = 正在生成网格
stage-building-tree = 正在构建树
stage-fitting = 正在拟合
stage-casting = 正在投射射线
stage-casting-borders = 正在沿边界投射射线
stage-casting-pixels = 正在投射各像素的射线
stage-between-pixels = 正在检查像素中心之间
stage-neighbours = 正在查找相邻三角形
stage-reading = 正在读取
stage-writing = 正在写入
stage-comparing = 正在比较像素
stage-joining = 正在合并顶点
stage-smoothing = 正在平滑法线
stage-nearest = 正在寻找最近的三角形

# Samples.
sample-triangle = 三角形
sample-cube = 立方体
sample-icosphere = 二十面体球
sample-torus-knot = 环面纽结
sample-teapot = 茶壶
sample-noisy-sphere = 起伏球面

# Why there is no ray, within a sentence.
no-ray-empty-viewport = 视口不含任何像素
no-ray-outside-viewport = 光标在视口之外
no-ray-singular = 相机的矩阵不可逆

# Why an object cannot be hit, within a sentence.
unpickable-hidden = 物体被隐藏
unpickable-masked = 物体的掩码与拾取的掩码没有公共位
unpickable-singular = 物体的变换不可逆

# Why nothing is hit, within a sentence.
miss-nothing = 没有可命中的物体
miss-beside = 射线没有碰到任何三角形
miss-culled = 物体 { $object } 的三角形 { $triangle } 在那里，但看到的是背面，而背面被剔除
miss-beyond-far = 物体 { $object } 的三角形 { $triangle } 在那里，但在远平面之外
miss-before-near = 物体 { $object } 的三角形 { $triangle } 在那里，但在近平面之前
miss-hidden = 物体 { $object } 的三角形 { $triangle } 在那里，但被隐藏了

# Why clip planes allow no picture.
planes-near-not-finite = 近平面的距离必须是有限数。
planes-far-not-finite = 远平面的距离必须是有限数。
planes-near-behind-eye = 透视投影中近平面必须在视点前方，距离大于 0。
planes-infinite-orthographic = 正交视图的远平面必须在有限距离处。
planes-crossed = 近平面必须比远平面近，而 { $near } 不小于 { $far }。
planes-no-inverse = 两个平面相距太远或太近，无法成像。

# Why there is no picture.
render-object = OpenGL 驱动拒绝创建对象：{ $problem }；请重启程序，或改用 CPU 绘制
render-framebuffer = OpenGL 驱动无法绘制到所需的帧缓冲（状态 { $status }）；请改用 CPU 绘制
