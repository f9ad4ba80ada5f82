many-bodies = Many bodies

# What mouse and keys do.
many-bodies-gesture-teleport = Teleport one
many-bodies-hint-teleport = Move a body elsewhere at once
many-bodies-key-hold = Hold them, or let them go on

# Sections.
many-bodies-section-bodies = Bodies
many-bodies-section-sweep-and-prune = Sweep and prune
many-bodies-section-end-points = End points
many-bodies-axis = Axis
many-bodies-magnified = Magnified
many-bodies-number = Number
many-bodies-speed = Speed
many-bodies-shape = Shape
many-bodies-too-many = Too many triangles for so many bodies
many-bodies-run = Run
many-bodies-teleport-about = Moves a body elsewhere at once: count the swaps
many-bodies-run-about = Starts or holds them (H)
many-bodies-step = Step
many-bodies-step-about = A sixtieth of a second
many-bodies-add = Add one
many-bodies-add-about = Adds one to the room
many-bodies-remove = Remove one
many-bodies-remove-about = Removes the last one
many-bodies-lines = Lines between the bodies of a pair
many-bodies-came-went = Came, went
many-bodies-swaps = Swaps
many-bodies-teleported = Teleported
many-bodies-compare = Compare with the library's own choice
many-bodies-choice = Choice
many-bodies-pairs = Pairs
many-bodies-brute-force = Every pair, eight at a time
many-bodies-sweep-and-prune = Sweep and prune
many-bodies-linear-tree = A tree, refitted
many-bodies-lines-most = Up to { $count } pairs
many-bodies-alone = { $number } overlap nothing
many-bodies-one = { $number } overlap one other
many-bodies-more = { $number } overlap more
many-bodies-teleported-swaps = { $count ->
    [one] Body { $body }: { $count } swap
   *[other] Body { $body }: { $count } swaps
}
many-bodies-boxes = Boxes
many-bodies-balls = Low-poly balls
many-bodies-open-mesh = The open mesh
many-bodies-end-points-about = All end points in order: lower ends above the line, upper ends below. The frame shows the magnified ones.
many-bodies-intervals-about = Each body from its lower to its upper end. Boxes can only overlap where these do, on all three axes.
many-bodies-end-points = { $count } end points, of which { $first } to { $last } are magnified: { $axis } from { $low } to { $high }
