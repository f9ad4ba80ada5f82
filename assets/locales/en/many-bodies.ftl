many-bodies = Many bodies

# What mouse and keys do.
many-bodies-gesture-teleport = Teleport one
many-bodies-hint-teleport = Put a body elsewhere at once
many-bodies-key-hold = Hold them, and let them go on

# Sections.
many-bodies-section-bodies = Bodies
many-bodies-section-sweep-and-prune = Sweep and prune
many-bodies-section-end-points = End points
