# Why a triangle was not hit: $name is one of the names below.
why-name = triangle { $triangle }
why-name-of-object = triangle { $triangle } of object { $object }

# The same at the beginning of a sentence.
why-name-first = Triangle { $triangle }
why-name-first-of-object = Triangle { $triangle } of object { $object }

why-no-ray = There is no ray: { $why }.
why-hidden = { $name } is not there to hit: its object is hidden.
why-itself-hidden = { $name } is hidden.
why-unpickable = { $name } cannot be hit: { $why }.
why-not-finite = { $name } cannot be hit: not all of its coordinates are finite.
why-zero-direction = { $name } cannot be hit: in its object's space both points of the ray are the same.
why-no-area = { $name } has no area: its corners lie on a line.
why-in-plane = { $name } is seen edge-on: the ray lies in its plane.
why-parallel = The ray is parallel to { $name }.
why-behind-eye = { $name } is behind the eye.
why-before-near = { $name } is before the near plane.
why-before-near-by = { $name } is before the near plane, by { $distance }.
why-beyond-far = { $name } is beyond the far plane.
why-beyond-far-by = { $name } is beyond the far plane, by { $distance }.
why-beside = { $name } is beside the ray: the pixel's { $sample } lies { $distance } { $direction } { $part }.
why-beside-exact = { $name } is beside the ray: the pixel's { $sample } lies so close to { $part } that only exact arithmetic can tell.
why-shows-front = { $name } shows its front, which is culled.
why-shows-back = { $name } shows its back, which is culled.
why-same-t = { $name } is met at the same t as { $other }, and the lower number wins.
why-nearer = { $name } is behind: { $other } is nearer, by { $distance } world units.
why-hit = { $name } is the hit.
why-cut-away = { $reason } The near plane cuts away { $other }, { $distance } before it.

# Parts of why-beside.
why-sample-centre = centre
why-sample-corner = lower left corner
why-pixels = { $count ->
    [one] { $pixels } pixel
   *[other] { $pixels } pixels
}
why-left = left of
why-right = right of
why-below = below
why-above = above
why-below-left = below and left of
why-below-right = below and right of
why-above-left = above and left of
why-above-right = above and right of
why-edge = its edge { $edge }
why-corner = its corner { $corner }
why-near-cut = where the near plane cuts it
why-far-cut = where the far plane cuts it
