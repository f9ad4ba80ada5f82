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
exported-hidden = { $told }其中 { $count } 个已隐藏的物体在该文件中可见。
no-pick-yet = 还没有拾取：请先单击一个三角形。
copied-record = 拾取记录
copied-json = 拾取记录（JSON）
no-pick-to-copy = 没有可复制的拾取：请先单击一个三角形。
copied-function = 函数，以及这次拾取的数值
copied-situation = 现场，用 Ctrl+V 粘贴
no-situation-to-copy = 没有可复制的现场：请先单击一个三角形。
open-mesh-of-situation = 打开现场所用的网格
situation-restored = 已恢复现场。
situation-restored-alone = 已恢复现场。它只用到 { $name }，一同打开的其他文件没有显示。
situation-needs-mesh = 这个现场属于 { $name }：打开该网格后继续。
situation-waits = 现场正在等待 { $name }
situation-of-other-mesh = { $name } 不是制作这个现场时的网格：数值可能与作者的不同。
errors-none = 还没有错误。
errors-one = 错误信息

# $what is a label of a row, or one of the texts copied-….
copied = 已复制：{ $what }。
copied-picture = 已复制画面。
picture-not-copied = 这里的剪贴板不接收图片：请用“文件 > 保存画面”保存。
picture-not-made = { $problem }；请选小一点的尺寸。

# Text from the clipboard.
pasted-nothing = 剪贴板中没有文本。
pasted-unknown = 这不是文件路径、网格文本或现场。

# What is wrong with a situation that was pasted, opened or given.
situation-of-lesson = 这里没有课程 { $name }：请打开它的文件，再粘贴这一行。
loaded-with-warnings = { $name }：{ $count } 条警告。
saved-to-open = 已保存；用 pickray { $path } 可打开。
loaded-with-z-up = { $name }：按 { $format } 文件的惯例，以 z 轴向上显示。
loaded-lying = { $name }：按 { $format } 文件的惯例，以 y 轴向上显示，但网格看起来是躺着的。
up-y = y 轴向上
up-about = 只改变相机，坐标不变。在设置中可为所有文件指定。
up-keep = 用于所有 { $format } 文件
up-keep-about = 将当前向上的轴（或在此选择的轴）用于该格式的所有文件；可在设置中查看和更改。
click-waits = 树构建完成后立即执行这次单击。
copied-link = 能打开这次拾取的链接
link-too-long = 地址超过 { $most } KiB，链接没有这么长：请重新复制。
link-too-long-to-copy = 这个现场超过 { $most } KiB，放不进地址：请改为复制现场。
page-file-too-large = { $name } 有 { $size }，浏览器最多放得下 { $most } 的文件：请缩小它，或在自己的电脑上用 pickray 打开。
page-task-stopped = 网页的后台线程停止了：{ $problem }。请重试；如果网格非常大，请在自己的电脑上用 pickray 打开。
page-worker-stopped = 网页的后台线程停止了：{ $problem }。请重新打开网格；如果它非常大，请在自己的电脑上用 pickray 打开。
page-worker-missing = 无法获取网页的后台线程：请重新加载网页；如果仍然不行，请告诉网页的管理者缺少 worker.js。
page-not-copied = 浏览器不允许复制：文字已选中，请手动复制。
page-picture-not-copied = 浏览器不允许复制画面：请改为保存。
page-not-pasted = 浏览器不允许读取剪贴板：请在画面中按 Ctrl+V。
page-context-lost = 浏览器收回了图形资源，归还后画面会自动恢复；如果没有恢复，请重新加载网页。
# Lessons in a folder beside the page, which ?lessons= in the address names.
lessons-no-folder = ?lessons={ $path } 不是网页旁边的文件夹：请指定网页下面的文件夹，例如 ?lessons=course/。
lessons-not-fetched = 无法获取 { $path }：{ $problem }。请检查发布的文件是否都在网页旁边，或重新发布。
lessons-other-length = 长度与 index.json 中的不同
lessons-file-too-long = 超过 { $most } MiB
page-no-lessons = { $name } 是课程文件，网页版不能打开：请在自己的电脑上用 pickray 打开。
page-newer = pickray 有新版本：下次打开时启用。
ray-view-now = 拾取射线：{ $view }。再按 { $key }：{ $next }。
present-keys = 演示中：{ $back } 与 { $on } 逐步前后移动，{ $cover } 遮住尚未显示的步骤，{ $end } 结束。
present-end = 演示中：{ $end } 结束。
