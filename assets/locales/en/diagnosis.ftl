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
diagnosis-item = { $part } “{ $label }”{ $order ->
    [columns] , column by column or transposed
    [rows] , row by row
    [unused] , not used: no label says that the ray is in object space
   *[none] {""}
}{ $guessed ->
    [true] , a guess
   *[false] {""}
}
diagnosis-understood = Understood: { $items }.
diagnosis-too-long = The text is longer than { $most } KiB. Keep the numbers of one click.
diagnosis-missing = Missing: { $parts }. Add the numbers, each with its label.
diagnosis-convention = { $shape }, { $depth }
diagnosis-shape = { $kind ->
    [perspective] perspective, { $size }°
   *[orthographic] orthographic, height { $size }
}, aspect { $aspect }
diagnosis-depth = near { $near }, far { $far }, depth { $from } to { $to }{ $reversed ->
    [true] , reversed
   *[false] {""}
}{ $y ->
    [down] , y down
   *[up] {""}
}
diagnosis-eye = The eye is at { $eye }.
diagnosis-verdict = { $verdict ->
    [right] The line is right.
    [found] The ray is wrong. This gives the same line:
   *[unknown] No mistake known here, and no pair of them, gives this line for certain.
}
diagnosis-near = • Near it: { $names }. { $pixels ->
    [none] { $degrees }° off.
   *[some] { $degrees }° and { $pixels } px off.
}
diagnosis-remark = { $remark ->
    [few_digits] Nobody can tell from so few digits: several mistakes, or none, give the same line.
    [no_inverse] One of the matrices has no inverse, so there is no right ray. Are all 16 numbers printed?
    [backwards] But the ray runs backwards: near and far are exchanged.
    [from_eye] The ray begins at the eye. That changes no line in a perspective.
    [pixel_corner] The ray goes beside the centre of the pixel, by up to half a pixel.
    [depth_guessed] Depth from 0 to 1 would fit the projection, too. The near distance would be another.
    [aspect_differs] The aspect of the projection is not that of the viewport.
    [view_not_rigid] The view matrix scales or shears.
   *[cursor_outside] The cursor is outside the viewport.
}
diagnosis-click = { $click ->
    [none] No click tells them apart. Move the camera, and click beside the middle.
   *[some] A click at { $click } tells them apart.
}
diagnosis-off = { $pixels ->
    [none] The given ray is { $degrees }° off.
   *[some] The given ray is { $degrees }° and { $pixels } px off.
} The right ray, in world space: origin { $origin }, direction { $direction }.
