two-meshes = 两个网格

# What mouse and keys do.
two-meshes-gesture-arrow = 拖动箭头
two-meshes-hint-arrow = 移动第二个网格
two-meshes-gesture-ring = 拖动圆环
two-meshes-hint-ring = 旋转它
two-meshes-gesture-middle = 拖动中心
two-meshes-hint-middle = 在画面内移动它
two-meshes-hint-esc = 回到抓取时的位置
two-meshes-hint-undo = 撤销一次移动

# Sections.
two-meshes-section-meshes = 网格
two-meshes-section-place-of-the-second = 第二个网格的位置
two-meshes-section-contact = 接触
two-meshes-section-pairs = 三角形对
