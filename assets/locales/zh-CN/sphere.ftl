sphere = 球体

# What mouse and keys do.
sphere-hint-mouse = 让球沿射线移动
sphere-hint-click = 保留这条路径
sphere-hint-esc = 放开
sphere-hint-wheel = 半径
sphere-key-move = 沿地面移动玩家（有玩家时）
sphere-key-same = 同上
sphere-key-rise = 上下移动

# Sections.
sphere-section-sphere = 球体
sphere-section-player = 玩家
sphere-section-first-contact = 首次接触
sphere-section-slide = 滑动
sphere-section-how-it-was-decided = 判定过程
