# The tabs of the workspaces.
workspace-pick = Pick
workspace-learn = Learn
workspace-collide = Collide

# Entries of the menus.
menu = Menu
menu-edit = Edit
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
menu-occlusion = Dark folds and creases (occlusion)
menu-textures = Textures
menu-boxes = Boxes that the ray was tested against
menu-save-picture = Save picture…
menu-copy-json = Copy the record as JSON
menu-copy-picture = Copy picture
menu-switch-orthographic = Orthographic
menu-switch-edges = Edges
menu-workspace-about = The { $workspace } workspace ({ $chord })

# What something does, and the key that does it.
about-with-key = { $about } ({ $chord })
menu-copy-link = Copy link
menu-copy-embed = Copy embed code
