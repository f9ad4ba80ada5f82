import numpy as np


# The ray through a pixel in the space of an object, as two points: t = 0 on the near plane, t = 1 on the far plane.
# cursor: physical pixels from the top left of the window. viewport: x and y of its lower left corner, width, height.
# planes: NDC z of near and far, -1 and 1; reversed 1 and -1; for a far plane at infinity 0, twice as far as the near.
def pick_ray(cursor, window_height, viewport, planes, projection, view, model):
    half = 0.5  # the middle of the pixel
    window = np.array([np.floor(cursor[0]) + half, window_height - 1 - np.floor(cursor[1]) + half])
    x, y, width, height = viewport
    ndc = 2 * (window - [x, y]) / [width, height] - 1

    def unproject(z):
        eye = np.linalg.inv(projection) @ [*ndc, z, 1]
        world = np.linalg.inv(view) @ (eye / eye[3])
        return (np.linalg.inv(model) @ world)[:3]

    return [unproject(z) for z in planes]
