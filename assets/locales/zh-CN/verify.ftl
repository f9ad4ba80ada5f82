# The verdicts about pixels: a word, and what it means.
verify-agree = 一致
verify-agree-about = 射线与 GPU 给出同一个三角形，或都没有
verify-edge = 边
verify-edge-about = 两者不同，而像素中心离边很近，在 GPU 舍入顶点的误差之内
verify-depth = 深度
verify-depth-about = 两者不同，而深度相差很小，在 GPU 舍入的误差之内
verify-real = 无法解释
verify-real-about = 两者不同，其中一个是错的
verify-stop = 停止（Esc）
verify-close = 关闭核对图（P、Esc）
verify = 逐像素核对
verify-drawing-ids = GPU 正在绘制编号
verify-casting = 正在向每个像素的中心投射射线
verify-right = 拾取到的就是看到的。
verify-no-difference = 这个错误在此视图中没有影响。
verify-wrong = 有些拾取是错的，或者 GPU 错了。
verify-found = 这个错误在此造成了错误的拾取。
verify-rays-with = 射线中的错误
verify-rays-with-about = 故意让射线出错，看能否发现
verify-rays-with-hidden = 射线带有藏起的那个错误。
verify-count = { $count } { $verdict }
verify-next = { $meaning }。单击：下一个
verify-rays = { $count } 条射线，用时 { $time }。
verify-rays-and-mismatches = { $count } 条射线，用时 { $time }；单击有颜色的像素可查看两个三角形。

pixel-edge = 它的边
pixel-depth = 它的深度
pixel-nowhere = 离这个像素很远


# The pixel that is inspected.
pixel-title = { $column }, { $row }：{ $verdict }
pixel-ray-hits = 射线命中三角形 { $triangle }
pixel-ray-hits-nothing = 射线没有命中
pixel-gpu-shows = GPU 显示三角形 { $triangle }
pixel-gpu-shows-nothing = GPU 没有显示任何三角形
pixel-outside = 外侧 { $pixels } 像素，± { $error }
pixel-inside = 内侧 { $pixels } 像素，± { $error }
verify-nothing = 没有可核对的内容：请先打开网格。
verify-why-agree = 射线与 GPU 给出同一个三角形。
verify-why-on-edge = 在 GPU 的亚像素精度下，像素中心就在边上。
verify-why-real = GPU 对顶点和深度的舍入都无法解释：其中一个是错的。
verify-why-clip = 深度离裁剪平面很近，在 GPU 的误差之内：两个答案都对。
verify-why-edge = 像素中心离三角形 { $triangle } 的一条边 { $pixels } 像素，而 GPU 的误差可达 { $error } 像素：两个答案都对。
verify-why-depth = 两个深度相差 { $difference }，而 GPU 的误差可达 { $error }：两个答案都对。
