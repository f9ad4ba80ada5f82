# Why a triangle was not hit; the English stands in crates/pickray/src/pick/explain/why_not/sentence.rs.
named-triangle = 三角形 { $triangle }
named-of-object = 物体 { $object } 的三角形 { $triangle }

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
why-before-near = { $name } 比近平面更近。
why-before-near-by = { $name } 比近平面更近，近 { $distance }。
why-beyond-far = { $name } 比远平面更远。
why-beyond-far-by = { $name } 比远平面更远，远 { $distance }。
why-beside = 射线与{ $name } 不相交：像素的{ $sample }位于{ $part }{ $way }，相距 { $distance }。
why-beside-exact = 射线与{ $name } 不相交：像素的{ $sample }离{ $part }极近，只有精确算术才能分辨。
why-shows-front = 看到的是{ $name } 的正面，而正面被剔除。
why-shows-back = 看到的是{ $name } 的背面，而背面被剔除。
why-same-t = { $name } 与{ $other } 的 t 相同，编号小的优先。
why-nearer = { $name } 在后面：{ $other } 更近，近 { $distance } 个世界单位。
why-hit = { $name } 就是命中的三角形。
why-cut-away = { $reason }近平面裁掉了{ $other }，它比近平面近 { $distance }。

# Parts of why-beside.
pixel-sample-center = 中心
pixel-sample-corner = 左下角
pixels-one = 1 像素
pixels-several = { $count } 像素
way-left = 的左侧
way-right = 的右侧
way-below = 的下方
way-above = 的上方
way-below-left = 的左下方
way-below-right = 的右下方
way-above-left = 的左上方
way-above-right = 的右上方
outline-part-edge = 它的边 { $edge }{ " " }
outline-part-vertex = 它的顶点 { $corner }{ " " }
outline-part-near-cut = 它被近平面裁剪之处
outline-part-far-cut = 它被远平面裁剪之处
