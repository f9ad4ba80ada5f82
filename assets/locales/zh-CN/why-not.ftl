# Why a triangle was not hit: $name is one of the names below.
why-name = 三角形 { $triangle }
why-name-of-object = 物体 { $object } 的三角形 { $triangle }

# The same at the beginning of a sentence.
why-name-first = 三角形 { $triangle }
why-name-first-of-object = 物体 { $object } 的三角形 { $triangle }

why-no-ray = 没有射线：{ $why }。
why-hidden = { $name } 无从命中：它的物体被隐藏。
why-itself-hidden = { $name } 被隐藏了。
why-unpickable = { $name } 无法命中：{ $why }。
why-not-finite = { $name } 无法命中：它的坐标不全是有限数。
why-zero-direction = { $name } 无法命中：在物体空间中射线的两个点重合。
why-no-area = { $name } 没有面积：它的三个顶点共线。
why-in-plane = { $name } 侧对着视线：射线就在它的平面内。
why-parallel = 射线与{ $name } 平行。
why-behind-eye = { $name } 在视点后面。
why-before-near = { $name } 在近平面之前。
why-before-near-by = { $name } 在近平面之前，差 { $distance }。
why-beyond-far = { $name } 在远平面之外。
why-beyond-far-by = { $name } 在远平面之外，超出 { $distance }。
why-beside = { $name } 不在射线上：像素的{ $sample }位于{ $part }{ $direction }，相距 { $distance }。
why-beside-exact = { $name } 不在射线上：像素的{ $sample }离{ $part }极近，只有精确算术才能分辨。
why-shows-front = 看到的是{ $name } 的正面，而正面被剔除。
why-shows-back = 看到的是{ $name } 的背面，而背面被剔除。
why-same-t = { $name } 与{ $other } 的 t 相同，编号小的优先。
why-nearer = { $name } 在后面：{ $other } 更近，近 { $distance } 个世界单位。
why-hit = { $name } 就是命中的三角形。
why-cut-away = { $reason }近平面切掉了{ $other }，它在近平面之前 { $distance } 处。

# Parts of why-beside.
why-sample-centre = 中心
why-sample-corner = 左下角
why-pixels = { $pixels } 像素
why-left = 的左侧
why-right = 的右侧
why-below = 的下方
why-above = 的上方
why-below-left = 的左下方
why-below-right = 的右下方
why-above-left = 的左上方
why-above-right = 的右上方
why-edge = 它的边 { $edge }{ " " }
why-corner = 它的顶点 { $corner }{ " " }
why-near-cut = 它被近平面切断之处
why-far-cut = 它被远平面切断之处
