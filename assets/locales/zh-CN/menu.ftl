# The tabs of the workspaces.
workspace-pick = 拾取
workspace-learn = 学习
workspace-collide = 碰撞

# Entries of the menus.
menu = 菜单
menu-edit = 编辑
menu-help = 帮助
menu-recent = 最近打开
menu-recent-none = 还没有文件
menu-recent-forget = 清空列表
menu-samples = 示例
menu-save-pick = 保存拾取…
menu-save-situation = 保存快照…
menu-export-mesh = 导出网格…
menu-export-selection = 导出选中的三角形…
report = 载入报告
errors = 错误
menu-look = 观察方向
menu-z-is-up = z 轴向上
menu-smooth = 平滑着色
menu-occlusion = 加深褶皱与缝隙（环境光遮蔽）
menu-textures = 纹理
menu-boxes = 射线测试过的包围盒
menu-save-picture = 保存画面…
menu-copy-json = 将记录复制为 JSON
menu-copy-picture = 复制画面
menu-switch-orthographic = 正交投影
menu-switch-edges = 边
menu-workspace-about = “{ $workspace }”工作区（{ $chord }）

# What something does, and the key that does it.
about-with-key = { $about }（{ $chord }）
menu-copy-link = 复制链接
menu-copy-embed = 复制嵌入代码
