# Why a file is not read or not written. In English this is what the command line says, too.
file-not-a-file = { $path }：{ $what }；请指定一个文件
file-too-long = { $path }：超过 { $most } MiB，pickray 的这类文件不会这么长；请指定别的文件
file-unreadable = { $path }：无法读取：{ $problem }；请检查路径和权限
file-is-input = { $path }：这条命令要读取它，不会覆盖；请指定别的文件
file-is-open = { $path }：正在此窗口中打开，不会覆盖已打开的文件；请指定别的文件
file-is-there = { $path }：已存在；请指定别的文件，或用 --force 替换
file-is-mesh = { $path }：已存在，而且是网格；请指定别的文件
file-is-folder = { $path }：是文件夹；请指定其中的文件
folder-of-meshes = { $count ->
    [1] { $path }：是文件夹，里面有一个网格：{ $names }；请打开它
   *[other] { $path }：是文件夹，里面有 { $count } 个网格：{ $names }；请打开其中一个
}
folder-of-nothing = { $path }：是文件夹，里面没有网格，也没有名称形如 NAME.lesson.json 的课程；请打开别的
file-no-folder = { $path }：无法写入：没有文件夹 { $folder }；请先创建它，或指定别的文件夹
file-unwritable = { $path }：无法写入：{ $problem }；请检查文件夹、权限和剩余空间
export-refused = { $path }：没有写入：{ $problem }

# Why the index of a folder of lessons cannot be used, or lessons are not published.
published-refused = { $path }：不是课程的索引：{ $problem }；请用 pickray learn FOLDER --publish OUT 写出
published-of-version = 它的版本是 { $version }，这个 pickray 能读的版本是 { $known }
published-too-many = 它列出 { $count } 个文件，最多 { $most } 个
published-outside = 它列出 { $name }，这不是文件夹中文件的普通名称
published-too-large = 它列出的 { $name } 有 { $bytes } 字节，最大 { $most } MiB
