explain-elsewhere = 讲解拾取请在“拾取”工作区（F2）中进行。
verify-elsewhere = 逐像素核对请在“拾取”工作区（F2）中进行。
saved-as = 已保存为 { $path }。
saved-to-replay = 已保存；用 pickray replay { $path } 可重新运行。
ndc-needs-two-views = 请先按 R 显示双视图，再按 N 用 NDC 绘制第二视图。
ndc-needs-pick = 还没有拾取：请先在左边单击，再按 N 把它的视锥体画成立方体。
open-mesh = 打开网格
open-meshes = 打开网格、课程或现场
add-meshes = 向场景添加网格
file-is-small = 几乎看不见 { $name }：整个场景是它的 { $times } 倍大。在物体列表中双击它即可移到它那里。
stopped-reading = 已停止读取 { $name }。
export-mesh = 导出网格
export-selection = 导出选中的三角形
export-formats = 网格（OBJ、PLY、STL、GLB）
export-no-format = { $path }：从扩展名看不出要写的格式：请命名为 { $endings }。
export-stopped = 已停止写入 { $name }。
exported = 已把 { $count } 个三角形写入 { $path }。
exported-rounded = 已把 { $count } 个三角形写入 { $path }；坐标最多舍入了 { $most }。
exported-names = { $told }名称已转换为 UTF-8。
no-pick-yet = 还没有拾取：请先单击一个三角形。
copied-record = 拾取记录
copied-json = 拾取记录（JSON）
no-pick-to-copy = 没有可复制的拾取：请先单击一个三角形。
copied-function = 函数，以及这次拾取的数值
copied-situation = 现场，用 Ctrl+V 粘贴
no-situation-to-copy = 没有可复制的现场：请先单击一个三角形。
open-mesh-of-situation = 打开现场所用的网格
situation-restored = 已恢复现场。
situation-needs-mesh = 这个现场属于 { $name }：打开该网格后继续。
situation-of-other-mesh = { $name } 不是制作这个现场时的网格：数值可能与作者的不同。
errors-none = 还没有错误。
errors-one = 错误信息

# $what is a label of a row, or one of the texts copied-….
copied = 已复制：{ $what }。
copied-picture = 已复制画面。
picture-not-made = { $problem }；请选小一点的尺寸。

# Text from the clipboard.
pasted-nothing = 剪贴板中没有文本。
pasted-unknown = 这既不是文件的路径，也不是网格的文本，也不是现场。

# What is wrong with a situation that was pasted, opened or given.
situation-none = 这不是现场：现场以 { $start } 开头，由“复制现场”生成。
situation-too-long = 长度超过 { $most } KiB，不会是现场：请重新复制。
situation-of-version = 这个现场的版本是 { $version }，而这个 pickray 只能读版本 { $known }：请使用较新的 pickray。
situation-damaged = 这个现场被截断或已损坏：请完整地重新复制。
situation-not-json = 这既不是现场，也不是已保存的拾取：{ $problem }。
situation-no-camera = 这个现场的相机无法成像：请重新复制。
situation-of-no-mesh = 这个现场没有网格：请重新复制。
situation-of-lesson = 这里没有课程 { $name }：请打开它的文件，再粘贴这一行。
loaded-with-warnings = { $name }：{ $count } 条警告。
saved-to-open = 已保存；用 pickray { $path } 可打开。
loaded-with-z-up = { $name }：按 PLY 和 STL 文件的惯例，以 z 轴向上显示。
loaded-with-warnings-and-z-up = { $name }：{ $count } 条警告；按 PLY 和 STL 文件的惯例，以 z 轴向上显示。
up-y = y 轴向上
up-about = 只转动相机，坐标不变。在设置中可为所有文件指定。
click-waits = 树构建完成后立即执行这次单击。
copied-link = 能打开这次拾取的链接
link-too-long = 地址超过 { $most } KiB，链接没有这么长：请重新复制。
link-too-long-to-copy = 这个现场超过 { $most } KiB，放不进地址：请改为复制现场。
page-file-too-large = { $name } 有 { $size }，浏览器最多放得下 { $most } 的文件：请缩小它，或在自己的电脑上用 pickray 打开。
page-task-stopped = 网页的后台线程停止了：{ $problem }。请重试；如果网格非常大，请在自己的电脑上用 pickray 打开。
page-worker-stopped = 网页的后台线程停止了：{ $problem }。请重新打开网格；如果它非常大，请在自己的电脑上用 pickray 打开。
page-no-lessons = { $name } 是课程文件，网页版不能打开：请在自己的电脑上用 pickray 打开。
ray-view-now = 拾取射线：{ $view }。再按 { $key }：{ $next }。
present-keys = 演示中：{ $back } 与 { $on } 逐步前后移动，{ $cover } 遮住尚未显示的步骤，{ $end } 结束。
present-end = 演示中：{ $end } 结束。
