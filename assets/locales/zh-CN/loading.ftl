# Why there is no mesh.
load-not-a-mesh = { $name }：{ $what }；{ $advice }
load-no-mesh = { $name }：{ $what }；{ $advice }
load-no-mesh-on-line = { $name }，第 { $line } 行：{ $what }；{ $advice }
load-too-large = { $name }：{ $what }；请拆分文件
load-out-of-memory = { $name }：{ $size }{ $missing }；请关闭其他程序、提高上限或拆分文件
load-cancelled = { $name }：载入已取消

# What there is no memory for, why a mesh is not written, why a line of a file is not shown.
out-of-memory-room = 需要 { $needed } 内存，而只有 { $room }（{ $limit }）
out-of-memory-none = 需要 { $needed } 内存，但无法得到
limit-machine = 本机的空闲内存
limit-address = 本进程的上限，`ulimit -v`
limit-data = 本进程的上限，`ulimit -d`
limit-group = 其控制组的上限
write-nothing = 没有要写的三角形：请至少指定一个
write-too-far = 顶点 { $vertex } 在 { $position }，{ $format } 容不下这样的数：请移动或缩放网格
write-too-many = { $count } { $what }，超过了 { $format } 能计数的 { $limit }：请只写一部分，或用别的格式
write-no-room = { $missing }：请关闭其他程序，或只写网格的一部分
line-without-file = 网格不是从文件读取的，无法显示其中的行
line-not-kept = 网页只保留网格，不保留它的文件，因此无法显示文件的内容
line-unreadable = { $path }：无法再次读取：{ $problem }
line-changed = { $path }：载入后已被修改；请重新载入
