chooser-folder = 文件夹
chooser-home = 主目录
chooser-up = 上一级
chooser-name = 名称
chooser-all-that-opens = 网格、课程和快照
chooser-meshes = 网格（OBJ、OFF、PLY、STL、glTF）
chooser-all-files = 所有文件
chooser-name-hint = 名称的一部分，或路径
chooser-reading = 正在读取…
chooser-nothing = 这里没有可选的文件。
chooser-marked = { $count ->
    [1] 已选 1 个文件：按回车打开。
   *[other] 已选 { $count } 个文件：按回车作为一个场景打开。
}
chooser-keys = 方向键选择，回车打开，Esc 关闭。
chooser-keys-several = 方向键选择，回车打开，Ctrl+单击可选多个，Esc 关闭。
chooser-cut = 只列出前 { $count } 项，其余的可按名称打开。
chooser-open = 打开
chooser-replace = 替换
chooser-save = 保存
chooser-is-there = { $name } 已存在：按“替换”覆盖它。
chooser-no-such-file = { $path }：没有这个文件。
