# What is wrong with a ray of another program.
own-ray = My own ray…
own-ray-about = Paste what your program prints, each with a label: window size, cursor, projection matrix, view matrix, and the ray's origin and direction.
own-ray-step = The rays part in this step of the Ladder: { $step }.
diagnosis-part = { $part ->
    [projection] projection matrix
    [view] view matrix
    [model] model matrix
    [viewport] viewport
    [window] window size
    [scale_factor] scale factor
    [cursor] cursor
    [origin] origin of the ray
    [direction] direction of the ray
   *[end] second point of the ray
}
diagnosis-understood = Understood: { $part }{ $order ->
    [columns] , column by column
    [rows] , row by row
   *[none] {""}
}{ $guessed ->
    [true] , a guess
   *[false] {""}
}.  { $label }
diagnosis-missing = Missing: { $parts }. Add the numbers, each with its label.
diagnosis-convention = { $kind ->
    [perspective] perspective, { $size }°
   *[orthographic] orthographic, height { $size }
}, aspect { $aspect }, near { $near }, far { $far }, depth { $from } to { $to }, y { $y ->
    [up] up
   *[down] down
}, eye at { $eye }
diagnosis-verdict = { $verdict ->
    [right] The ray is right.
    [found] The ray is wrong. This gives the same line:
   *[unknown] No mistake known here, and no pair of them, explains this line for certain. The nearest:
}
diagnosis-remark = { $remark ->
    [few_digits] The digits are too few to tell: more mistakes than one, or none, give the same line.
    [backwards] The line is right, but the ray runs backwards: near and far are exchanged.
    [from_eye] The ray begins at the eye. That changes no line in a perspective.
    [pixel_corner] The ray goes beside the centre of the pixel, by up to half a pixel.
    [aspect_differs] The aspect of the projection is not that of the viewport.
    [view_not_rigid] The view matrix scales or shears.
   *[cursor_outside] The cursor is outside the viewport.
}
diagnosis-click = A click at { $x }, { $y } tells them apart.
diagnosis-off = { $pixels ->
    [none] The given ray is { $degrees }° off.
   *[some] The given ray is { $degrees }° and { $pixels } px off.
} The right ray, in world space: origin { $origin }, direction { $direction }.
