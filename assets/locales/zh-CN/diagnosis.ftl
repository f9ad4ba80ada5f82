# 其他程序的射线错在哪里。
own-ray = 我自己的射线…
own-ray-about = 粘贴您的程序输出的数字，每组都带上名称：窗口大小、光标、投影矩阵、视图矩阵，以及射线的起点和方向。
own-ray-step = 两条射线从变换链的这一步开始不同：{ $step }。
diagnosis-part = { $part ->
    [projection] 投影矩阵
    [view] 视图矩阵
    [model] 模型矩阵
    [viewport] 视口
    [window] 窗口大小
    [scale_factor] 缩放系数
    [cursor] 光标
    [origin] 射线起点
    [direction] 射线方向
   *[end] 射线上的第二个点
}
diagnosis-item = { $part }“{ $label }”{ $order ->
    [columns] ，按列（或已转置）
    [rows] ，按行
    [unused] ，未使用：没有名称说明射线在物体空间
   *[none] {""}
}{ $guessed ->
    [true] ，这是猜测
   *[false] {""}
}
diagnosis-understood = 已读出：{ $items }。
diagnosis-too-long = 文本超过 { $most } KiB。请只保留一次单击的数字。
diagnosis-missing = 还缺：{ $parts }。请补上数字，每组都带上名称。
diagnosis-convention = { $shape }，{ $depth }
diagnosis-shape = { $kind ->
    [perspective] 透视投影，{ $size }°
   *[orthographic] 正交投影，高 { $size }
}，宽高比 { $aspect }
diagnosis-depth = 近平面 { $near }，远平面 { $far }，深度 { $from } 到 { $to }{ $reversed ->
    [true] ，反向
   *[false] {""}
}{ $y ->
    [down] ，y 向下
   *[up] {""}
}
diagnosis-eye = 视点在 { $eye }。
diagnosis-verdict = { $verdict ->
    [right] 直线是对的。
    [found] 射线错了。下面的错误给出同一条直线：
   *[unknown] 已知的错误，无论单个还是成对，都不能确定地给出这条直线。
}
diagnosis-near = • 相近：{ $names }。{ $pixels ->
    [none] 相差 { $degrees }°。
   *[some] 相差 { $degrees }°，即 { $pixels } 像素。
}
diagnosis-remark = { $remark ->
    [few_digits] 位数太少，无法判断：几种错误，或者没有错误，都给出同一条直线。
    [no_inverse] 有一个矩阵不可逆，因此没有正确的射线。16 个数字都输出了吗？
    [backwards] 但射线的方向反了：近点与远点互换了。
    [from_eye] 射线从视点出发。在透视投影下，这不改变直线。
    [pixel_corner] 射线没有经过像素中心，偏差不超过半个像素。
    [depth_guessed] 深度 0 到 1 也符合这个投影，那样近平面的距离就不同。
    [aspect_differs] 投影的宽高比与视口的不同。
    [view_not_rigid] 视图矩阵含有缩放或错切。
   *[cursor_outside] 光标在视口之外。
}
diagnosis-click = { $click ->
    [none] 没有哪次单击能区分它们。请移动相机，再单击画面中心以外的地方。
   *[some] 在 { $click } 处单击，就能区分它们。
}
diagnosis-off = { $pixels ->
    [none] 所给射线偏了 { $degrees }°。
   *[some] 所给射线偏了 { $degrees }°，即 { $pixels } 像素。
}正确的射线（世界空间）：起点 { $origin }，方向 { $direction }。
