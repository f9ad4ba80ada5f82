# 常见错误：显示在变换链的对应步骤旁，以及画面之上。
mistakes = 这里常犯的错误
mistakes-about = 用一行错误代码代替正确的那一行：看射线落在哪里，偏了多少。
mistake-none = 无
mistake-points = 近 { $near }   远 { $far }
mistake-nothing = 无影响
mistake-pixels = { $pixels } 像素
mistake-no-ray = 无射线
mistake-unseen = 看不到
mistake-right-line = 正确
mistake-wrong-line = 错误
mistake-with = 犯了“{ $name }”这个错误时：
mistake-lands-on = 射线落在三角形 { $triangle } 上，偏了 { $pixels } 像素。
mistake-lands-there = 射线偏了 { $pixels } 像素，在那里什么也没有命中。
mistake-lands-unseen = 射线命中三角形 { $triangle }，但那里不在此相机的视野内。
mistake-lands-nowhere = 射线射向此相机看不到的地方，什么也没有命中。
mistake-has-no-ray = 近点与远点重合，或者坐标不是有限数：射线不存在。
mistake-same-pixel = 像素是对的，命中三角形 { $triangle }，但交点在射线的另一处。
mistake-same-pixel-nothing = 像素是对的，却什么也没有命中。
mistake-changes-nothing = 在这里毫无影响。
mistake-every-pixel = 逐像素核对（P）
mistake-arrows = 箭头不按实际大小绘制：只能互相比较长短。
mistake-close = 关闭（Esc）
which-one = 是哪一个？
which-one-about = 藏起一个错误：根据它的表现把它找出来。
which-one-question = 虚线所示的射线有一步是错的。单击别处，打开变换链的各个步骤，然后单击这个错误的名称。
which-one-no = 不对：“{ $name }”在这里的表现不是这样。
which-one-no-lands = 不对：“{ $name }”会落在浅色圆环处，偏 { $pixels } 像素。
which-one-no-lands-outside = 不对：“{ $name }”会落在画面之外（浅色箭头所指的方向），偏 { $pixels } 像素。
which-one-no-change = 不对：“{ $name }”在这里毫无影响。
which-one-not-here = “{ $name }”在这里的表现也一样。请单击别处，或改变拾取参数。
which-one-yes = 对，就是“{ $name }”。
which-one-give-up = 告诉我
which-one-another = 再来一个
which-one-none = 在这个像素上，各个错误无法彼此区分。请单击网格的别处。

# 每个错误的名称、代码以及何时显现。
mistake-y-not-flipped = y 没有翻转
mistake-y-not-flipped-right-formula = y = 高 − 1 − floor(光标 y) + ½
mistake-y-not-flipped-wrong-formula = y = floor(光标 y) + ½
mistake-y-not-flipped-shows = 在窗口中心的上方或下方，离得越远，偏得越多；只有中心附近的行是对的。
mistake-flipped-by-viewport-height = 按视口高度翻转
mistake-flipped-by-viewport-height-right-formula = y = 窗口高 − 1 − floor(光标 y) + ½
mistake-flipped-by-viewport-height-wrong-formula = y = 视口高 − 1 − floor(光标 y) + ½
mistake-flipped-by-viewport-height-shows = 画面高度与窗口高度不同时才会显现：菜单、提示行或面板占去了其余部分。
mistake-logical-pixels = 逻辑像素
mistake-logical-pixels-right-formula = 光标 = 缩放系数 × 逻辑像素坐标
mistake-logical-pixels-wrong-formula = 光标 = 逻辑像素坐标
mistake-logical-pixels-shows = 缩放系数不为 1 的屏幕上才会显现：离左上角越远，偏得越多。
mistake-pixel-corner = 像素角点
mistake-pixel-corner-right-formula = x = floor(光标 x) + ½
mistake-pixel-corner-wrong-formula = x = floor(光标 x)
mistake-pixel-corner-shows = 射线在 x 和 y 上各偏半个像素；像素中心与左下角之间有边经过时才会显现。
mistake-viewport-offset-ignored = 忽略视口偏移
mistake-viewport-offset-ignored-right-formula = x = 2 (窗口 x − 视口 x) / 宽 − 1
mistake-viewport-offset-ignored-wrong-formula = x = 2 窗口 x / 宽 − 1
mistake-viewport-offset-ignored-right-y-formula = y = 2 (窗口 y − 视口 y) / 高 − 1
mistake-viewport-offset-ignored-wrong-y-formula = y = 2 窗口 y / 高 − 1
mistake-viewport-offset-ignored-shows = 视口不从 (0, 0) 开始时才会显现：画面下方的变换链会使 y 偏移；要看 x，就把面板放到左边。
mistake-offset-in-logical-pixels = 偏移用了逻辑像素
mistake-offset-in-logical-pixels-right-formula = x = 2 (窗口 x − 视口 x) / 宽 − 1
mistake-offset-in-logical-pixels-wrong-formula = x = 2 (窗口 x − 视口 x / 缩放系数) / 宽 − 1
mistake-offset-in-logical-pixels-wrong-y-formula = y = 2 (窗口 y − 视口 y / 缩放系数) / 高 − 1
mistake-offset-in-logical-pixels-shows = 光标换算成了物理像素，视口的左下角却没有。缩放系数不为 1 的屏幕上，画面左边或下方有别的东西时才会显现。
mistake-window-taken-for-viewport = 把窗口当作视口
mistake-window-taken-for-viewport-right-formula = x = 2 (窗口 x − 视口 x) / 视口宽 − 1
mistake-window-taken-for-viewport-wrong-formula = x = 2 窗口 x / 窗口宽 − 1
mistake-window-taken-for-viewport-shows = 面板一打开就会显现：窗口的中心被当成了画面的中心。clientX / innerWidth 就是这个错误。
mistake-ndc-without-minus-one = 忘了 − 1
mistake-ndc-without-minus-one-right-formula = x = 2 (窗口 x − 视口 x) / 宽 − 1
mistake-ndc-without-minus-one-wrong-formula = x = 2 (窗口 x − 视口 x) / 宽
mistake-ndc-without-minus-one-shows = NDC 从 0 到 2，而不是从 −1 到 1。每条射线都向右、向上偏半个画面。
mistake-depths-minus-one-and-one = 深度取 −1 和 1
mistake-depths-minus-one-and-one-right-formula = 近点 = unproject(x, y, 0)
mistake-depths-minus-one-and-one-wrong-formula = 近点 = unproject(x, y, −1)
mistake-depths-minus-one-and-one-right-reversed-formula = 远点 = unproject(x, y, 0)
mistake-depths-minus-one-and-one-wrong-reversed-formula = 远点 = unproject(x, y, −1)
mistake-depths-minus-one-and-one-shows = 射线的起点比近平面更近（靠视点一侧）。那里有物体时才会显现：把“近平面”推远，直到它裁掉网格的一部分。反向深度时，错的是远点：在多数透视投影中它到了视点后面，射线方向也就反了。
mistake-depth-taken-for-ndc = 把深度 0、1 当作 −1、1
mistake-depth-taken-for-ndc-right-formula = z = 2 深度 − 1
mistake-depth-taken-for-ndc-wrong-formula = z = 深度
mistake-depth-taken-for-ndc-shows = 射线的起点比近平面更远。网格比起点更近时才会显现：正交投影，或近平面紧贴网格时。反向深度且远平面在有限距离处时，则是射线的终点太近。
mistake-no-division-by-w = 没有除以 w
mistake-no-division-by-w-right-formula = 观察坐标 = (X, Y, Z) / W
mistake-no-division-by-w-wrong-formula = 观察坐标 = (X, Y, Z)
mistake-no-division-by-w-shows = 先 P⁻¹、后 V⁻¹：透视投影下近点与远点成了同一点，射线不复存在。正交投影下 W 为 1，毫无影响。
mistake-inverses-in-wrong-order = 逆矩阵顺序颠倒
mistake-inverses-in-wrong-order-right-formula = 世界坐标 = V⁻¹ · P⁻¹ · (NDC, 1) / W
mistake-inverses-in-wrong-order-wrong-formula = 世界坐标 = P⁻¹ · V⁻¹ · (NDC, 1) / W
mistake-inverses-in-wrong-order-shows = 几乎在任何视图中都会显现；相机位于原点、朝 −z 方向看、y 轴向上时则不会。
mistake-transposed-matrix = 矩阵被转置
mistake-transposed-matrix-right-formula = 观察坐标 = P⁻¹ · (NDC, 1) / W
mistake-transposed-matrix-wrong-formula = 观察坐标 = transpose(P⁻¹) · (NDC, 1) / W
mistake-transposed-matrix-shows = 几乎处处都会显现：行被当成了列。
mistake-window-aspect = 用了窗口的宽高比
mistake-window-aspect-right-formula = 宽高比 = 视口宽 / 视口高
mistake-window-aspect-wrong-formula = 宽高比 = 窗口宽 / 窗口高
mistake-window-aspect-shows = 视口与窗口的宽高比不同时才会显现，例如旁边有面板。画面中心的那一列是对的；越靠左右两侧，偏得越多。
mistake-horizontal-field-of-view = 水平视场角当作垂直的
mistake-horizontal-field-of-view-right-formula = P = perspective(垂直视场角, …)
mistake-horizontal-field-of-view-wrong-formula = P = perspective(水平视场角, …)
mistake-horizontal-field-of-view-shows = 画面中心是对的；离中心越远，偏得越多。画面为正方形时两个角相等，毫无影响。正交投影下，宽度被当成了高度。
mistake-near-put-at-eye = 近平面放到了视点处
mistake-near-put-at-eye-right-formula = 近点的 z = −near
mistake-near-put-at-eye-wrong-formula = 近点的 z = −max(near, 0)
mistake-near-put-at-eye-shows = 正交投影的近平面可以在视点后面，这时它的距离小于 0。那里有看得见的物体时才会显现：按 O，再在“拾取参数”里把“近平面”设为 −5。
mistake-eye-as-origin = 以视点为起点
mistake-eye-as-origin-right-formula = 起点 = 近点
mistake-eye-as-origin-wrong-formula = 起点 = 视点
mistake-eye-as-origin-shows = 正交投影下射线不从视点出发，而是各自从自己的近点出发：按 O 试试。透视投影下，近平面裁掉物体的一部分时才会显现。
mistake-far-point-as-direction = 把远点当作方向
mistake-far-point-as-direction-right-formula = 方向 = 远点 − 近点
mistake-far-point-as-direction-wrong-formula = 方向 = 远点
mistake-far-point-as-direction-shows = 点不是方向。只有世界原点恰好在这条视线上、且不比远点更远时才碰巧对，例如透视投影的相机就在原点时。
mistake-no-division-by-w-in-world = 一次求逆，未除以 w
mistake-no-division-by-w-in-world-right-formula = 世界坐标 = (P · V)⁻¹ · (NDC, 1) 的 (X, Y, Z) / W
mistake-no-division-by-w-in-world-wrong-formula = 世界坐标 = (P · V)⁻¹ · (NDC, 1) 的 (X, Y, Z)
mistake-no-division-by-w-in-world-shows = 透视投影下，每次单击，射线的方向都一样，平行于世界原点与视点的连线。视点就在原点时没有射线。正交投影下 W 为 1，毫无影响。
mistake-camera-matrix-as-view = 相机矩阵当作视图矩阵
mistake-camera-matrix-as-view-right-formula = 世界坐标 = V⁻¹ · 观察坐标
mistake-camera-matrix-as-view-wrong-formula = 世界坐标 = V · 观察坐标
mistake-camera-matrix-as-view-shows = 视图矩阵是放置相机的矩阵的逆矩阵。几乎处处都会显现，除非相机在原点、朝 −z 看。
mistake-direction-as-point = 方向当作点来变换
mistake-direction-as-point-right-formula = 方向 = V⁻¹ · (d, 0)
mistake-direction-as-point-wrong-formula = 方向 = V⁻¹ · (d, 1)
mistake-direction-as-point-shows = 方向里加进了相机的位置。几乎处处都会显现，除非相机在原点。
mistake-view-of-last-frame = 用了上一帧的视图
mistake-view-of-last-frame-right-formula = 世界坐标 = V⁻¹ · 观察坐标
mistake-view-of-last-frame-wrong-formula = 世界坐标 = 上一帧的 V⁻¹ · 观察坐标
mistake-view-of-last-frame-shows = 单击前相机动过才会显现：先环绕视图，再单击。
mistake-model-matrix-forgotten = 忘了模型矩阵
mistake-model-matrix-forgotten-right-formula = 物体坐标 = M⁻¹ · 世界坐标
mistake-model-matrix-forgotten-wrong-formula = 物体坐标 = 世界坐标
mistake-model-matrix-forgotten-shows = 网格被平移、旋转或缩放后才会显现：在“拾取参数”里试试。
mistake-bounds-not-rebuilt = 包围盒没有更新
mistake-bounds-not-rebuilt-right-formula = 包围盒 = bounds(M · 网格)
mistake-bounds-not-rebuilt-wrong-formula = 包围盒 = bounds(网格)
mistake-bounds-not-rebuilt-shows = 网格移动了，包围盒还在原处：不与原来的包围盒相交的射线，也就命中不了网格。用绑定姿势或上一帧的矩阵算出的包围盒，犯的是同一个错误。在“拾取参数”里平移网格试试。
mistake-direction-normalized = 方向被归一化
mistake-direction-normalized-right-formula = 方向 = 远点 − 近点
mistake-direction-normalized-wrong-formula = 方向 = normalize(远点 − 近点)
mistake-direction-normalized-shows = t 现在以物体空间的长度计。网格缩放后才会显现：交点落在射线的别处，多个物体的命中次序也可能弄错。
mistake-t-not-tested = 没有检查 t
mistake-t-not-tested-right-formula = if 0 ≤ t ≤ t_max and t < t_best
mistake-t-not-tested-wrong-formula = if t < t_best
mistake-t-not-tested-shows = 有物体比近平面更近或在视点后面时才会显现：把“近平面”推远，或进入网格内部。没有别的命中时，比远平面更远的物体也会被命中。
mistake-absolute-epsilon = 绝对 epsilon
mistake-absolute-epsilon-right-formula = det = 0：平行
mistake-absolute-epsilon-wrong-formula = |det| < 0.000001：平行
mistake-absolute-epsilon-shows = det 与三角形的面积成正比。这个错误在世界空间里用单位方向计算 det，所以变换链里的 det 不变。小网格上才会显现：在“拾取参数”里把“缩放”设为 0.001，按 F，再单击。
mistake-single-precision = f32
mistake-single-precision-right-formula = double x, y, z
mistake-single-precision-wrong-formula = float x, y, z
mistake-single-precision-shows = 远离原点、f32 位数不够时才会显现：在“拾取参数”里把“平移”设为 10,000,000。

# 看到的现象：从这里入手。
symptoms = 从现象入手
symptoms-about = 哪里不对？每个现象都会引到变换链中的那一步和那里常犯的错误，以及相关的一课。
symptom-from-centre = “离中心越远，偏得越多”
symptom-from-corner = “有一个角是对的，离它越远，偏得越多”
symptom-same-everywhere = “处处偏得一样多”
symptom-mirrored = “我往下移，它却往上走”
symptom-same-ray = “每次单击，射线的方向都一样”
symptom-panel = “本来是好的，一打开面板就偏了”
symptom-screen = “只在缩放 200% 的屏幕上出错”
symptom-moved = “网格移动了，拾取却还在原处”
symptom-moving = “只在相机移动时出错”
symptom-at-origin = “只有相机在原点时才对”
symptom-far-away = “离原点越远，偏得越多”
symptom-behind = “命中了被近平面裁掉的部分”
symptom-through = “穿过了近处的东西”
symptom-wrong-one = “前后两个，选中的却是后面那个”
symptom-nothing = “什么也命中不了”
symptom-lead = { $step }：{ $mistake }
symptom-lesson = 课程：{ $title }，第 { $page } 页
