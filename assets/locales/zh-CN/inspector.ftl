hits-none = 这里没有命中任何东西
side-front = 正面
side-back = 背面
close-with-escape = 关闭（Esc）
hits-count = { $count ->
    [1] { $count } 个命中
   *[other] { $count } 个命中，由近到远
}
hits-keys = 选择命中
hits-row = { $number }.  三角形 { $triangle }  ·  { $side }  ·  t { $t }
inspector-empty = 单击一个三角形，看它是文件中的哪一个。
copy = 复制
inspector-copy-text = 记录（文本）
inspector-copy-json = 记录（JSON）
inspector-next = 后面的命中
inspector-copy-key = Ctrl+C
inspector-next-keys = Tab，或 Alt+单击
inspector-the-line = 该行
inspector-the-bytes = 这些字节
inspector-nothing = 没有命中
inspector-numbers =
    三角形：绘制和拾取的单位，在网格中的编号，从 0 数起。
    面：文件中的多边形，可切成几个三角形，从 1 数起。
    行：该面在文本文件中开始的那一行，从 1 数起，与编辑器一致。
    记录：该面在二进制文件中的那一条，从 1 数起。
line-not-kept = 网页只保留网格，不保留它的文件，因此无法显示文件的内容
inspector-why = 原因：{ $why }。
mesh-name = 名称
mesh-path = 路径
mesh-triangles = 三角形
mesh-vertices = 顶点
mesh-vertices-joined = { $count }，平滑着色时按位置合并为 { $joined }
mesh-size = 大小
mesh-from = 最小点
mesh-to = 最大点
mesh-size-about = 其包围盒沿 x、y、z 的长度，世界单位。
mesh-from-about = 该包围盒 x、y、z 最小的角点。
mesh-to-about = x、y、z 最大的角点。
mesh-read-in = 读取用时
mesh-gpu = 显存
mesh-picture = 画面占用
mesh-report = 报告
mesh-no-warnings = 没有警告
mesh-report-show = 查看载入报告
mesh-gpu-bytes = { $bytes }（每个三角形 { $each } B）
mesh-warnings = { $count } 条警告
mesh-remarks = 说明
selection-none = 没有选中任何三角形。单击选取，Shift 加选，Ctrl 切换。
selection-clear = 清除
selection-go = 转到该处
selection-row-at = 三角形 { $triangle }  ·  { $place }
