command-edges = 在面上显示边
command-wireframe = 线框
command-grid = 网格

ray-off = 不显示
ray-shown = 射线
ray-in-two-views = 双视图
