settings = 设置
settings-remembered = 下次启动时沿用；窗口大小、工作区和最近打开的文件也一并记住。

settings-theme = 主题
theme-of-desktop = 跟随桌面
theme-light = 浅色
theme-dark = 深色

settings-language = 语言
settings-language-of-system = 跟随系统

settings-size = 界面大小
settings-size-small = 小
settings-size-usual = 标准
settings-size-large = 大
settings-size-larger = 特大

settings-navigation = 导航方式

settings-shading = 着色
settings-shading-flat = 平面
settings-shading-smooth = 平滑

settings-up = 向上的轴
settings-up-by-format = 按文件格式的惯例
settings-up-in = { $format } 向上的轴

settings-antialiasing = 抗锯齿
settings-samples-off = 关
settings-samples = { $count } 个采样

settings-ray = 拾取射线

settings-picture = 画面
settings-picture-axes = 坐标轴

settings-motion = 动画
settings-motion-reduced = 减弱
settings-motion-asked = 浏览器要求减弱
settings-motion-reduced-about = 点中小三角形时圆圈不再收拢，按 N 时立即切换到 NDC，褶皱处的阴影立即出现

settings-panels = 面板
settings-panels-left = 侧边面板放在左侧
settings-panels-explain = 变换链与拾取参数
settings-panels-hints = 操作提示行

# A drag and what it does.
settings-navigation-drag = { $gesture }：{ $does }

# What is wrong with their file.
settings-damaged-kept = 无法读懂设置文件（{ $reason }）；它已另存为 { $path }，现在使用默认设置。
settings-damaged-left = 无法读懂设置文件（{ $reason }）；它仍在原处，现在使用默认设置。
settings-too-long = 文件过长
settings-unreadable = { $problem }。现在使用默认设置。
settings-no-folder = { $folder }：{ $problem }；设置没有保存。
settings-not-saved = { $problem }。设置没有保存。
