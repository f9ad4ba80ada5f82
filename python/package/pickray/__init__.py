"""Exact rays, closest points and inside-outside tests on triangle meshes, for NumPy.

    mesh = pickray.Mesh(vertices, faces)
    hits = mesh.closest_hit(origins, directions)
    hits.triangle, hits.t

pickray decides without rounding whether a ray meets a triangle: no ray slips between two triangles or through a vertex.
Calls use all cores, or as many as `with pickray.threads(n)` allows, and let other Python threads run meanwhile.
Ctrl-C ends a long call within half a second, without a result. So does any signal handler that raises.
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
