# The verdicts about pixels: a word, and what it means.
verify-agree = agree
verify-agree-about = Ray and GPU name the same triangle, or none
verify-edge = edge
verify-edge-about = They differ, and the pixel's centre is as close to an edge as the GPU rounds corners
verify-depth = depth
verify-depth-about = They differ, and the depths are as close as the GPU rounds them
verify-real = unexplained
verify-real-about = They differ, and one of them is wrong
verify-stop = Stop (Esc)
verify-close = Close the map (P, Esc)
verify = Every pixel
verify-drawing-ids = the GPU draws its ids
verify-casting = a ray through each pixel's centre
verify-right = What is picked is what is seen.
verify-no-difference = The mistake makes no difference in this view.
verify-wrong = Some picks are wrong, or the GPU is.
verify-found = The mistake shows.
verify-rays-with = Rays with
verify-rays-with-about = A mistake in the rays, to see that it is found
verify-rays-with-hidden = With the mistake that is hidden.
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
verify-why-on-edge = The pixel's centre lies on an edge, as finely as the GPU places edges.
verify-why-real = Neither the GPU's rounding of corners nor that of depths explains it: one is wrong.
verify-why-clip = The depth lies as close to a clip plane as the GPU may be off: either answer is right.
verify-why-edge = The pixel's centre lies { $pixels } px from an edge of triangle { $triangle }, and the GPU may be off by { $error } px: either answer is right.
verify-why-depth = The two depths differ by { $difference }, and the GPU may be off by { $error }: either answer is right.
