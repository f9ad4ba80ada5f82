"""Exact rays, closest points and inside-outside tests on triangle meshes, for NumPy.

    mesh = pickray.Mesh(vertices, faces)
    hits = mesh.closest_hit(origins, directions)
    hits.triangle, hits.t

Whether a ray meets a triangle is decided without rounding: none slips through between two of them, or through a vertex.
Calls work on all cores, or on as many as `with pickray.threads(n)` says, and let other Python threads go on meanwhile.
Ctrl-C ends a long call within half a second, without a result; so does any handler of a signal that raises.
"""

from ._pickray import Landmarks, Mesh, Scene, angle, distance, frustum, path_length, threads
from ._results import AllHits, AllSceneHits, Closest, Hits, Image, NearestFeature, Pick, SceneClosest, SceneHits

__all__ = [
    "AllHits",
    "AllSceneHits",
    "Closest",
    "Hits",
    "Image",
    "Landmarks",
    "Mesh",
    "NearestFeature",
    "Pick",
    "Scene",
    "SceneClosest",
    "SceneHits",
    "angle",
    "distance",
    "frustum",
    "path_length",
    "threads",
]
