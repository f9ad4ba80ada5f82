bounds = 包围体

# What mouse and keys do.
bounds-hint-mouse = 用它的射线测试每个包围体
bounds-hint-click = 保留这条射线
bounds-hint-esc = 放开

# Sections.
bounds-section-bounding-volumes = 包围体
bounds-section-ray = 射线
