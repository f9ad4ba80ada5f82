command-edges = Edges over the faces
command-wireframe = Wireframe
command-grid = Grid

ray-off = Off
ray-shown = Ray
ray-in-two-views = Two views
