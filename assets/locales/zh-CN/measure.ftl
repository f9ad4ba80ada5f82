# The measuring tool and its options.
measure = 测量
measure-about = 单击两个点，它们会吸附到顶点和边。拖动端点可移动它。
measure-distance = 距离
measure-distance-about = 两点之间的距离。
measure-path = 路径
measure-path-about = 依次经过单击的各点；按回车、双击或“结束”完成。
measure-angle = 角度
measure-angle-about = 三个点在第二个点处的夹角。
measure-landmarks = 标记点
measure-landmarks-about = 带名称的点，可保存为文件。
measure-snap-off = 不吸附
measure-snap-off-about = 点就在单击处。
measure-snap-corners = 顶点
measure-snap-corners-about = 吸附到最近的可见顶点。
measure-snap-edges = 顶点和边
measure-snap-edges-about = 吸附到最近的可见顶点，没有时吸附到最近的可见边。
measure-snap-now = 吸附：{ $snap }。
measure-end-path = 结束
measure-no-surface = 这里没有可取点的表面。

# The last line.
measure-first = 第一个点
measure-second = 第二个点
measure-next = 下一个点
measure-apex = 角的顶点
measure-third = 第三个点
measure-place = 放置标记点
measure-hint-move = 移动端点
measure-hint-snap = 吸附
measure-hint-end = 完成路径
gesture-drag-end = 拖动端点
key-s = S

# Values and places.
measure-one-point = { $zero }：两端是同一点
measure-no-angle = 没有角：有两个点重合
measure-vertex = 顶点 { $index }
measure-edge = 边 { $from }–{ $to }

# The list.
measure-list = 测量（{ $count }）
measure-list-both = 测量（{ $measures }）、标记点（{ $landmarks }）
measure-none = 单击网格上的两个点，距离会列在这里。
measure-none-landmarks = 单击网格上的一个点，它会列在这里，可为它命名。
measure-row = { $number }  { $kind }  { $value }
measure-in-picture = { $number }：{ $value }
measure-along = 沿 x、y、z
measure-point = 点 { $number }
measure-on = { $what }，三角形 { $triangle }
measure-weights = 权重
measure-position = 位置
measure-landmark = { $number } { $name }
measure-landmark-name = 标记点 { $number } 的名称
measure-landmark-unnamed = 名称
measure-up = 上移
measure-down = 下移
measure-remove = 删除
measure-remove-all = 全部删除
measure-copy = 文本
measure-copy-json = JSON
measure-copy-csv = 表格（CSV）
measure-line = { $what }：{ $value }；{ $points }
measure-line-landmark = { $what }：{ $point }
measure-copied = 测量结果
measure-unit = 文件的单位
unit-of-file = 随文件

# Files of landmarks.
measure-save = 保存标记点
measure-save-csv = 表格（CSV）…
measure-save-json = JSON…
measure-save-pp = MeshLab 拾取点（.pp）…
measure-save-title = 保存标记点
measure-open = 打开标记点…
measure-unreadable = { $path }：{ $problem }
measure-read = 已放置 { $count } 个标记点，移到网格上的最大距离为 { $moved }。
measure-read-not-picked = { $told }未拾取：{ $names }。
