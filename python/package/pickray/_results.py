"""What queries return: named tuples of arrays, which unpack, pickle and print.

For one ray or point, of shape (3,), the columns are NumPy scalars.
"""

from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Hits(NamedTuple):
    """The closest hit of each ray, in columns of shape (n,)."""

    triangle: NDArray[np.int64]
    """Index of the triangle; −1 for a miss."""
    t: NDArray[np.float64]
    """Parameter of the hit, in lengths of the direction; NaN for a miss, like u and v."""
    u: NDArray[np.float64]
    """Weight of the triangle's second corner."""
    v: NDArray[np.float64]
    """Weight of its third corner; that of the first is 1 − u − v."""
    side: NDArray[np.int8]
    """1 for the front, −1 for the back, 0 for a miss."""


class SceneHits(NamedTuple):
    """The closest hit of each ray in a scene, in columns of shape (n,): those of `Hits`, and the object."""

    triangle: NDArray[np.int64]
    t: NDArray[np.float64]
    u: NDArray[np.float64]
    v: NDArray[np.float64]
    side: NDArray[np.int8]
    object: NDArray[np.int64]
    """Index of the object; −1 for a miss."""


class AllHits(NamedTuple):
    """Every hit of many rays, in columns of shape (h,), ray by ray: the ray, and the columns of `Hits`."""

    ray: NDArray[np.int64]
    """Index of the ray."""
    triangle: NDArray[np.int64]
    t: NDArray[np.float64]
    u: NDArray[np.float64]
    v: NDArray[np.float64]
    side: NDArray[np.int8]


class AllSceneHits(NamedTuple):
    """Every hit of many rays in a scene, in columns of shape (h,), ray by ray."""

    ray: NDArray[np.int64]
    triangle: NDArray[np.int64]
    t: NDArray[np.float64]
    u: NDArray[np.float64]
    v: NDArray[np.float64]
    side: NDArray[np.int8]
    object: NDArray[np.int64]


class Closest(NamedTuple):
    """The closest point of a mesh to each point; −1 and NaN if there is none."""

    triangle: NDArray[np.int64]
    """Index of the triangle, (n,)."""
    point: NDArray[np.float64]
    """The closest point, (n, 3)."""
    distance: NDArray[np.float64]
    """Distance to it, (n,)."""


class SceneClosest(NamedTuple):
    """The closest point of a scene to each point, in world space; −1 and NaN if there is none."""

    triangle: NDArray[np.int64]
    point: NDArray[np.float64]
    distance: NDArray[np.float64]
    object: NDArray[np.int64]


class NearestFeature(NamedTuple):
    """A visible corner or edge near a cursor."""

    triangle: int
    """Index of the triangle in its mesh."""
    kind: Literal["corner", "edge"]
    """Kind of the feature."""
    number: int
    """Corner 0, 1 or 2; or edge 0 between corners 0 and 1, edge 1 between 1 and 2, edge 2 between 2 and 0."""
    point: NDArray[np.float64]
    """Its position, (3,), in the space from which the view matrix leads; on an edge, the point nearest on screen."""
    weights: NDArray[np.float64]
    """Barycentric weights of the point, (3,)."""
    pixels: float
    """Distance from the centre of the cursor's pixel."""
    object: int
    """Index of the object."""


class Pick(NamedTuple):
    """The triangle under a cursor."""

    triangle: int
    """Index of the triangle in its mesh."""
    point: NDArray[np.float64]
    """Point of the hit, (3,), in the space from which the view matrix leads."""
    normal: NDArray[np.float64]
    """Unit normal of its front in that space, (3,)."""
    distance: float
    """Distance of the point from the eye; in orthographic views, from the plane through the eye."""
    u: float
    v: float
    side: int
    """1 for the front, −1 for the back."""
    object: int
    """Index of the object in its scene; 0 in a mesh."""


class Image(NamedTuple):
    """An image of a mesh's textures."""

    name: str
    """Its file name in the mesh's file, or its name there."""
    width: int
    """In pixels; 0 if it cannot be read."""
    height: int
    problem: str | None
    """Reason why it cannot be shown; None if it can."""
