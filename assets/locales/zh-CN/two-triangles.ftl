two-triangles = 两个三角形

# What mouse and keys do.
two-triangles-hint-click = 选取三角形，依次为 p 和 q
two-triangles-take-p = 选取三角形 p
two-triangles-take-q = 选取三角形 q
two-triangles-hint-esc = 放开它们
two-triangles-gesture-corner = 拖动顶点
two-triangles-hint-corner = 移动顶点（自由三角形）
two-triangles-key-free = 变为自由三角形，或还原

# Sections.
two-triangles-section-triangles = 三角形
two-triangles-section-verdict = 结论
two-triangles-section-signs = 符号
two-triangles-section-on-the-line-of-both-planes = 在两平面的交线上
two-triangles-section-box = 分离轴：与对方的包围盒
case-crossing = 相交
case-touching = 接触
case-shared-edge = 共边
case-coplanar = 共面
case-past = 错开
case-apart = 分离
case-zero-area = 零面积
two-triangles-empty = 单击网格的两个三角形，或改用自由三角形并拖动顶点。
two-triangles-of-mesh = 取自网格
two-triangles-free = 自由三角形
two-triangles-drag = 在画面中拖动顶点。有些情形拖不出来：
two-triangles-next = 下一次单击
two-triangles-after = 再下一次单击
two-triangles-forget = 都放开
two-triangles-point = 交于点
two-triangles-from = 沿线段，从
two-triangles-to = 到
two-triangles-area = 交于区域
two-triangles-certain = 足以确定
two-triangles-not-certain = 不能确定：改用精确判定
two-triangles-f64 = 普通 f64
two-triangles-meets-right = 相交，正确
two-triangles-apart-right = 不相交，正确
two-triangles-meets-wrong = 相交：错误
two-triangles-apart-wrong = 不相交：错误
two-triangles-moller = Möller 的测试
two-triangles-way-not-finite = 有坐标不是有限数。
two-triangles-way-beside-q = p 整个在 q 所在平面的一侧。
two-triangles-way-beside-p = q 整个在 p 所在平面的一侧。
two-triangles-way-overlap = 两者都到达两平面的交线，它们在线上的区间重叠。
two-triangles-way-apart = 两者都到达两平面的交线，但区间不重叠。
two-triangles-way-without-x = 两者共面，去掉 x 后在平面内比较。
two-triangles-way-without-y = 两者共面，去掉 y 后在平面内比较。
two-triangles-way-without-z = 两者共面，去掉 z 后在平面内比较。
two-triangles-way-segment-p = p 没有面积：它是线段，与 q 比较。
two-triangles-way-segment-q = q 没有面积：它是线段，与 p 比较。
two-triangles-way-segments = 两者都没有面积：它们是线段。
two-triangles-signs-about = 每个顶点在对方平面的哪一侧：行列式的符号，精确判定。
two-triangles-corner = 顶点
two-triangles-side = 侧
two-triangles-determinant = 行列式
two-triangles-too-close = 太接近，f64 分不清
two-triangles-turned = 轮换顶点，使第一个独自在一侧；若它在下方，则交换后两个：
two-triangles-two-signs = 再由两个符号决定；都不得大于零：
two-triangles-line-point = 它们只在一点到达交线。
two-triangles-line-not = 判定没有走到这一步。
two-triangles-line-about = 各自在线上截取的区间，以及共同的部分。
two-triangles-both = 共同
two-triangles-exchanged = { $corners }   已交换
two-triangles-interval = { $low } 到 { $high }
axes-p-box-of-q = p 与 q 的包围盒
axes-q-box-of-p = q 与 p 的包围盒
axes-draw = 画出它
axes-meet = 相交：13 个轴上都没有间隙。
axes-no-direction = 无
axes-apart = 分离
axes-also = 也分离
axes-plane = 平面
axes-separated = { $others ->
    [0] 分离：{ $axis } 把它们分开。
   *[other] 分离：{ $axis } 把它们分开，另有 { $others } 个轴也是。
}
axes-about = 
    { $name }：{ $triangle }
    包围盒：{ $aabb }
axes-of-box = 盒 { $axis }
