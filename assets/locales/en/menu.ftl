# The tabs of the workspaces.
workspace-pick = Pick
workspace-learn = Learn
workspace-collide = Collide

# Entries of the menus.
menu-help = Help
menu-recent = Recent
menu-recent-none = No files yet
menu-recent-forget = Forget these
menu-samples = Samples
menu-save-pick = Save pick…
menu-save-situation = Save situation…
menu-export-mesh = Export mesh…
menu-export-selection = Export selection…
report = Load report
errors = Errors
menu-look = Look
menu-z-is-up = z is up
menu-smooth = Smooth shading
menu-ray = Ray of the last pick
menu-boxes = Boxes that the ray was tested against
menu-save-picture = Save picture…
menu-copy-picture = Copy picture
menu-select-none = None
menu-chain-about = The way from the pixel to the triangle
menu-ray-about = The ray of the last pick and the camera that made it, in two views, or neither
menu-switch-orthographic = Orthographic
menu-wireframe-about = Edges alone
menu-switch-edges = Edges
menu-workspace-about = The { $workspace } workspace ({ $chord })

# What something does, and the key that does it.
about-with-key = { $about } ({ $chord })
