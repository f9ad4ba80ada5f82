# The steps.
ladder-cursor = 光标
ladder-window = 窗口
ladder-ndc = NDC
ladder-eye = 观察
ladder-world = 世界
ladder-object = 物体
ladder-triangle = 三角形

ladder-key-step = 逐级移动
ladder-key-cover = 遮住尚未讲到的步骤
