many-bodies = 大量物体

# What mouse and keys do.
many-bodies-gesture-teleport = 瞬移一个
many-bodies-hint-teleport = 让一个物体瞬间换到别处
many-bodies-key-hold = 让它们停住，再继续

# Sections.
many-bodies-section-bodies = 物体
many-bodies-section-sweep-and-prune = 扫描与剪除
many-bodies-section-end-points = 端点
