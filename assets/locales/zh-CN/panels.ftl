no-mesh = 还没有网格。
panels-unfold = 显示侧边面板
picture-drop = 松开即打开
picture-empty = 把 OBJ 或 STL 文件拖到这里
picture-open = 打开…
message-error = 错误
message-show = 查看
close = 关闭
click-to-copy = 单击复制
cancel = 取消
probe-not-computed = 未计算。
probe-misses = 没有碰到网格
probe-turn = 转动视图，从侧面看它。
probe-let-go = 放开
progress-reading = 正在读取 { $name }
triangle-number = 三角形 { $index }
save-picture = 保存画面
save-picture-size = 尺寸
save-picture-with = 包含
save-picture-overlays = 网格、坐标轴、射线和标记
save-picture-transparent = 透明背景
save-picture-save = 保存…
save-picture-copy = 复制
save-picture-pixels = { $width } × { $height } 像素
go-to = 转到
go-to-about = 三角形用下标，从 0 起：1529。文件中的面从 1 起：面 1530。文件中的行：行 8491。
go-to-place = 三角形、面或行
go-to-go = 转到
go-to-known = { $name } 有三角形 0 到 { $last }。
field-not-a-number = { $name }：这不是数字，保留上一个值。
field-of-axis = { $name } { $axis }

# A label and its value.
field-value = { $name }：{ $value }
go-to-no-mesh = 还没有网格。
go-to-empty = 请输入三角形的编号，或“面”“行”加编号。
go-to-not-understood = 请输入 12、面 13 或行 345。
go-to-no-face = 没有属于面 { $face } 的三角形。
go-to-no-line = 第 { $line } 行没有面的开头。
go-to-last = 最后一个三角形是 { $index }。
go-to-not-a-face = “{ $word }”不是面的编号。
go-to-not-a-line = “{ $word }”不是行号。
go-to-not-a-triangle = “{ $word }”不是三角形的编号。
and-more = 另有 { $count } 项

# So many of a thing.
n-boxes = { $count } 个包围盒
n-triangles = { $count } 个三角形
boxes-and-triangles = { $boxes }，{ $triangles }
n-pairs = { $count } 对

took = 用时
radius = 半径
hold = 停住
distance = 距离
length = 长度
box-tests = 包围盒测试
