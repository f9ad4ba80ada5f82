# The verdicts about pixels: a word, and what it means.
verify-agree = agree
verify-agree-about = Ray and GPU name the same triangle, or none
verify-edge = edge
verify-edge-about = They differ, and the pixel's centre is as close to an edge as the GPU's rounding of corners
verify-depth = depth
verify-depth-about = They differ, and the depths are as close as the GPU's rounding
verify-real = unexplained
verify-real-about = They differ, and one of them is wrong
verify-stop = Stop (Esc)
verify-close = Close the map (P, Esc)
verify = Every pixel
verify-drawing-ids = the GPU draws its ids
verify-casting = a ray through each pixel's centre
verify-right = The pick matches the picture everywhere.
verify-no-difference = The mistake makes no difference in this view.
verify-wrong = Some picks are wrong, or the GPU is.
verify-found = This mistake gives wrong picks here.
verify-rays-with = Rays with
verify-rays-with-about = Puts a mistake into the rays, so that the check finds it
verify-rays-with-hidden = With the hidden mistake.
verify-count = { $count } { $verdict }
verify-next = { $meaning }. Click: the next one
verify-rays = { $count ->
    [one] { $count } ray in { $time }.
   *[other] { $count } rays in { $time }.
}
verify-rays-and-mismatches = { $count ->
    [one] { $count } ray in { $time }; click a coloured pixel to see both triangles.
   *[other] { $count } rays in { $time }; click a coloured pixel to see both triangles.
}

pixel-edge = Its edge
pixel-depth = Its depth
pixel-nowhere = Nowhere near this pixel


# The pixel that is inspected.
pixel-title = { $column }, { $row }: { $verdict }
pixel-ray-hits = The ray hits triangle { $triangle }
pixel-ray-hits-nothing = The ray hits nothing
pixel-gpu-shows = The GPU shows triangle { $triangle }
pixel-gpu-shows-nothing = The GPU shows nothing
pixel-outside = { $pixels } px outside, ± { $error }
pixel-inside = { $pixels } px inside, ± { $error }
verify-nothing = There is nothing to verify: open a mesh first.
verify-why-agree = Ray and GPU name the same triangle.
verify-why-on-edge = The pixel's centre lies on an edge, within the GPU's precision.
verify-why-real = Neither the rounding of corners nor that of depths explains it: one of the two is wrong.
verify-why-clip = The depth is as close to a clip plane as the GPU's error: either answer is right.
verify-why-edge = The pixel's centre lies { $pixels } px from an edge of triangle { $triangle }, and the GPU's error is up to { $error } px: either answer is right.
verify-why-depth = The two depths differ by { $difference }, and the GPU's error is up to { $error }: either answer is right.
