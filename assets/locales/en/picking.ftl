# The sections beside the picture.
picking-pixel = Pixel
picking-hit = Hit
picking-objects = { $count ->
    [one] Object
   *[other] Objects ({ $count })
}
objects-hide = Hide
objects-show = Show
objects-fold = Contents
objects-about = Click: select, for the benches and H. Double click: go there.
objects-none-selected = No object is selected: click one, in the picture or in the list of objects.
objects-all-hidden = All objects are hidden: { $chord } shows them.
selection-row-of = { $row } of { $object }
picking-selection = { $count ->
    [0] Selection
   *[other] Selection ({ $count })
}
picking-mesh = Mesh
picking = Picking
picking-nothing-behind = Nothing has been picked yet: click first, then Tab goes to the hits behind.
why-no-pick = Nothing has been picked yet: click first, then M tells why a triangle was not hit.
why-none = No triangle is visible from here.
save-pick-title = Save the pick
no-pick-to-save = There is no pick to save: click a triangle first.
no-situation-to-save = There is no situation to save: click a triangle first.
save-situation-title = Save situation
split-pick-here = Pick here
split-next = The ray of the next pick, from the side
split-ndc = The pick in NDC
split-aside = The pick from the side
name-eye = Eye
name-hit = Hit
name-near = Near point
name-wrong-start = Wrong start
name-far = Far point
name-infinity = Toward infinity
eye-look = Eye: look from here
next-world = The second view in the world
next-orbit = Orbit to see the ray
name-unplaced = where its file has it
name-hidden = { $count ->
    [one] { $count } surface in front
   *[other] { $count } surfaces in front
}
name-depth = Depth { $depth }
why-looking = Looking for the nearest triangle…
why-not-this = Why not this one?
why-not-button = Why not?
why-not-about = Why was this triangle not hit? About the one under the mouse, or the one inspected
why-which = Which triangle did you expect? Click it, or right-click and choose it from the list of hits.
why-which-finger = Which triangle did you expect? Tap it, or press long and choose it from the list of hits.
why-which-hint = The triangle you expected
why-which-nothing = There is no triangle here: click the one you expected, or press Esc.
