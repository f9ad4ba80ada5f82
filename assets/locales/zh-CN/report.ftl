report-no-file = 这个网格由公式生成：没有文件可报告。
report-format = 格式
report-obj = OBJ
report-off = OFF
report-ascii-ply = PLY（文本）
report-binary-ply = PLY（二进制）
report-ascii-stl = STL（文本）
report-binary-stl = STL（二进制）
report-encoding = 字符编码
report-holds = 包含
report-counts = { $bytes }，{ $lines } 行，{ $vertices } 个顶点，{ $faces } 个面，{ $triangles } 个三角形
report-counts-binary = { $bytes }，{ $faces } 个面片，{ $triangles } 个三角形
report-counts-records = { $bytes }，{ $vertices } 个顶点，{ $faces } 个面，{ $triangles } 个三角形
report-left-out = 略去
report-faces-left-out = { $count } 个有问题的面
report-points = { $count } 个点
report-polylines = { $count } 条线
report-curves = { $count } 条曲线和曲面
report-materials = 材质
report-times = 读取 { $reading }，构建树 { $building }
report-no-warnings = 没有警告。
report-whole-file = 文件

# Between the items of a list.
list-comma = 、
