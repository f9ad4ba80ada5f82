many-bodies = 大量物体

# What mouse and keys do.
many-bodies-gesture-teleport = 瞬移一个
many-bodies-hint-teleport = 让一个物体瞬间换到别处
many-bodies-key-hold = 让它们停住，再继续

# Sections.
many-bodies-section-bodies = 物体
many-bodies-section-sweep-and-prune = 扫掠剪枝（SAP）
many-bodies-section-end-points = 端点
many-bodies-axis = 轴
many-bodies-magnified = 放大处
many-bodies-number = 数量
many-bodies-speed = 速度
many-bodies-shape = 形状
many-bodies-too-many = 这个网格的三角形太多，放不下这么多物体
many-bodies-run = 运行
many-bodies-teleport-about = 让一个物体瞬间换到别处：看看要交换多少次
many-bodies-run-about = 让它们运动，或停住（H）
many-bodies-step = 单步
many-bodies-step-about = 六十分之一秒
many-bodies-add = 增加一个
many-bodies-add-about = 往房间里再放一个
many-bodies-remove = 移走一个
many-bodies-remove-about = 移走最后一个
many-bodies-lines = 给每一对物体连线
many-bodies-came-went = 新增、消失
many-bodies-swaps = 交换
many-bodies-teleported = 已瞬移
many-bodies-compare = 与库自己的选择比较
many-bodies-choice = 库的选择
many-bodies-pairs = 重叠对
many-bodies-brute-force = 逐对测试，每次八对
many-bodies-sweep-and-prune = 扫掠剪枝（SAP）
many-bodies-linear-tree = 重新拟合的树
many-bodies-lines-most = 最多 { $count } 对
many-bodies-alone = { $number } 个没有重叠
many-bodies-one = { $number } 个与另一个重叠
many-bodies-more = { $number } 个与更多个重叠
many-bodies-teleported-swaps = 物体 { $body }：{ $count } 次交换
many-bodies-boxes = 盒子
many-bodies-balls = 低面数球
many-bodies-open-mesh = 打开的网格
many-bodies-end-points-about = 按顺序排列的全部端点：线上方画各区间的最小端，线下方画最大端；框内的被放大。
many-bodies-intervals-about = 每个物体从最小端到最大端的区间；只有在三个轴上都重叠，包围盒才会重叠。
many-bodies-end-points = { $count } 个端点，其中第 { $first } 到 { $last } 个被放大：{ $axis } 从 { $low } 到 { $high }
