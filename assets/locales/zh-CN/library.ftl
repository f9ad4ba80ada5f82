# What the library says; its English stands there. Ids are those of enums and their variants, but for stages (by their
# words), samples (by their ids), situations and what is drawn.

# What a job does now.
stage-making-the-mesh = 正在生成网格
stage-building-the-tree = 正在构建树
stage-fitting = 正在拟合
stage-casting-rays = 正在投射射线
stage-casting-the-rays-of-pixels = 正在投射各像素的射线
stage-looking-between-the-centres-of-pixels = 正在检查像素中心之间
stage-finding-neighbours = 正在查找相邻三角形
stage-reading = 正在读取
stage-writing = 正在写入
stage-comparing-pixels = 正在比较像素
stage-joining-corners = 正在合并顶点
stage-smoothing-normals = 正在平滑法线
stage-looking-for-the-nearest-triangle = 正在寻找最近的三角形

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
unpickable-singular-transform = 物体的变换不可逆

# Why nothing is hit, within a sentence.
miss-no-ray = { $why }
miss-nothing-to-hit = 没有可命中的物体
miss-beside = 射线与任何三角形都不相交
miss-culled = 物体 { $object } 的三角形 { $triangle } 在那里，但看到的一面被剔除
miss-beyond-far = 物体 { $object } 的三角形 { $triangle } 在那里，但比远平面更远
miss-before-near = 物体 { $object } 的三角形 { $triangle } 在那里，但比近平面更近
miss-hidden = 物体 { $object } 的三角形 { $triangle } 在那里，但被隐藏了

# Comments of the function to copy.
code-comment-ray-through-pixel = 经过一个像素的射线，在物体空间中用两个点表示：t = 0 在近平面上，t = 1 在远平面上。
code-comment-about-cursor = cursor：从窗口左上角起的物理像素。viewport：左下角的 x、y，以及宽、高。
code-comment-about-planes = planes：近、远平面的 NDC z，即 -1 和 1；反向深度为 1 和 -1；远平面在无穷远时以 0 代替，即两倍于近平面的距离处。
code-comment-about-matrices = projection、view、model 依次为 camera.projectionMatrix、camera.matrixWorldInverse、object.matrixWorld。
code-comment-middle-of-pixel = 像素中心
code-comment-corner-of-pixel = 像素角点
code-comment-to-eye-space = 变换到观察空间，并除以 w
code-comment-to-world = 变换到世界空间
code-comment-to-object = 变换到物体空间
code-comment-triangle-test = Möller–Trumbore 三角形求交，两面都算：t 是射线的参数，u、v 是顶点 b、c 的权重。
code-comment-smallest-t = 所有三角形中 t 最小的就是命中的。远平面在无穷远时，t 没有上限。
code-comment-parallel = 平行，或三角形面积为零
code-comment-this-pick = 这次拾取：
code-comment-window = 窗口坐标 { $numbers }
code-comment-ndc = NDC 坐标 { $numbers }
code-comment-world = 世界坐标 近点 { $near }   远点 { $far }
code-comment-object = 物体坐标 近点 { $near }   远点 { $far }
code-comment-hit = 命中 t { $t }   u { $u }   v { $v }

# Why clip planes allow no picture.
plane-error-near-not-finite = 近平面的距离必须是有限数。
plane-error-far-not-finite = 远平面的距离必须是有限数。
plane-error-near-behind-eye = 透视投影中近平面的距离必须大于 0。
plane-error-infinite-orthographic = 正交投影的远平面必须在有限距离处。
plane-error-crossed = 近平面必须比远平面近，而 { $near } 不小于 { $far }。
plane-error-no-inverse = 两个平面相距太远或太近，无法成像。

# Why there is no picture.
render-object = OpenGL 驱动拒绝创建对象：{ $problem }；请重启程序，或改用 CPU 绘制
render-framebuffer = OpenGL 驱动无法绘制到所需的帧缓冲（状态 { $status }）；请改用 CPU 绘制

# Why a change of what goes into a pick is refused.
change-error-planes = { $error }
change-error-angle = 角度必须在 0° 到 180° 之间。
change-error-height = 高度必须大于 0。
change-error-camera = 从那里相机什么也看不到：视点和目标必须是两个不同的点。
change-error-up = 上方向必须是一个方向：0, 0, 0 不是方向。
change-error-placement = 缩放为 0 或移到 1e75 之外，就没有可命中的东西了：变换必须可逆。
change-error-no-objects = 没有编号为 { $first } 到 { $last } 的物体。
change-error-no-triangle = 物体 { $object } 没有三角形 { $triangle }。
change-error-scale-factor = 缩放系数必须大于 0。

# Why an outline selects nothing.
area-error-no-ray = 没有画面，无法在其中选择：{ $why }。
area-error-not-finite = 区域的坐标必须是有限数，圆的半径不能小于 0。
area-error-too-few-points = 套索至少需要三个不同的点，而这个只有 { $count } 个。
area-error-off-picture = 区域在画面之外。

# Why landmarks are not taken.
landmark-error-version = 标记点以第 { $version } 版格式保存，而本程序读取第 { $known } 版。
landmark-error-no-triangle = 没有三角形 { $triangle }：网格有 { $n } 个三角形，从 0 数起。
landmark-error-no-column = 表格中没有 { $column } 列：第一行是列名，其中必须有 x、y 和 z。
landmark-error-fields = 第 { $line } 行有 { $found } 个字段，而表格有 { $columns } 列：含逗号的名称请加引号。
landmark-error-no-number = 第 { $line } 行的 { $column } 不是数字：请改正，小数点用“.”。
landmark-error-open-quotes = 第 { $line } 行的引号没有结束：请补上。
landmark-error-no-xml = 第 { $line } 行无法作为 XML 读取：请改正，或重新保存这些点。
landmark-error-other-xml = 文件中是 { $root }，不是 PickedPoints：请把拾取的点本身存为 .pp 文件。
landmark-error-no-json = 文件中没有标记点：{ $problem }
landmark-error-markups = 文件中是 3D Slicer 的标记，其坐标轴可能与网格不同：请把这些点存为含 name、x、y、z 列的表格。
landmark-error-no-utf8 = 第 { $line } 行不是 UTF-8 编码：请以该编码保存文件。
landmark-error-ending = 标记点文件的扩展名是 .json、.csv 或 .pp：请这样命名。
landmark-error-out-of-memory = { $missing }：请关闭其他程序，或拆分文件。

# Why a saved selection is not taken, within a sentence.
selection-error-version = 它以第 { $version } 版格式保存，而本程序读取第 { $known } 版
selection-error-no-object = 它出自 { $name }（场景中的物体 { $object }），而这里只有 { $n } 个物体。请打开当时的所有文件
selection-error-other-mesh = 它出自 { $saved }，而 { $present } 是另一个网格。请打开原来的文件，或重新选择
selection-error-no-triangle = 其中有 { $name } 的三角形 { $triangle }，而它只有 { $n } 个三角形。文件已改动，请重新选择

# Places in a file.
place-line = 第 { $line } 行
place-record = 第 { $record } 条记录

# What is wrong with a situation that was pasted, opened or given.
situation-error-other = 这不是快照：快照以 { $start } 开头，由“复制快照”生成。
situation-error-too-long = 长度超过 { $most } KiB，不会是快照：请重新复制。
situation-error-other-version = 这个快照的版本是 { $version }，而这个 pickray 只能读版本 { $known }：请重新复制。
situation-error-cut-off = 这个快照被截断或已损坏：请完整地重新复制。
situation-error-not-of-the-form = 这既不是快照，也不是已保存的拾取：{ $problem }。
situation-error-no-picture = 这个快照的相机或尺寸无法成像：请重新复制。
situation-error-no-mesh = 这个快照没有网格：请重新复制。
situation-error-unreadable = { $problem }。

# Why there is no mesh.
load-error-not-a-mesh = { $name }：{ $what }；{ $advice }
load-error-unreadable = { $path }：无法读取：{ $problem }；请检查路径和权限
load-error-no-mesh = { $place }：{ $what }；{ $advice }
in-file-anywhere = { $name }
in-file-line = { $name }，第 { $line } 行
load-error-too-large = { $name }：{ $what }；请拆分文件
load-error-out-of-memory = { $name }：{ $size }{ $missing }；请关闭其他程序、提高上限或拆分文件
load-error-cancelled = { $name }：载入已取消

# What there is no memory for, why a mesh is not written, why a line of a file is not shown.
missing-room = 需要 { $needed } 内存，而只有 { $room }（{ $limit }）
missing-all = 需要 { $needed } 内存，但无法得到
limit-machine = 本机的空闲内存
limit-address-space = 本进程的上限，`ulimit -v`
limit-data = 本进程的上限，`ulimit -d`
limit-control-group = 其控制组的上限
write-error-no-triangles = 没有要写的三角形：请至少指定一个
write-error-too-far = 顶点 { $vertex } 在 { $position }，{ $format } 容不下这样的数：请移动或缩放网格
write-error-too-many = { $count } { $what }，超过了 { $format } 能计数的 { $limit }：请只写一部分，或用别的格式
write-error-io = { $problem }
write-error-cancelled = 已取消
write-error-out-of-memory = { $missing }：请关闭其他程序，或只写网格的一部分
line-text-error-no-file = 网格不是从文件读取的，无法显示其中的行
line-text-error-unreadable = { $path }：无法再次读取：{ $problem }
line-text-error-changed = { $path }：载入后已被修改；请重新载入

# Values of a pick's record.
words-along-ray = 沿射线第 { $number } 个，共 { $count } 个
words-at-byte = 第 { $number } 条，位于字节 { $offset }（{ $hexadecimal }）
words-part-of-face = { $face }，第 { $part } 部分，共 { $parts } 部分（{ $corners } 个顶点）
words-front = 正面
words-back = 背面
words-on-edge = 在边 { $edge } 上
words-at-corner = 在顶点 { $corner } 处
words-inside = 三角形内部
