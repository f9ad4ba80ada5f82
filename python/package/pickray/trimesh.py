"""`trimesh.ray` with pickray: the same methods and results, so that one line changes.

mesh.ray = pickray.trimesh.RayMeshIntersector(mesh)
"""

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._pickray import Mesh

_MERGED, _MERGED_FAR = 1e-8, 1e-12
"""Hits of a ray closer together than this, in units of the mesh (trimesh's `tol.merge`) or relative to their distance,
count as one: a ray through an edge crosses the surface once."""


class RayMeshIntersector:
    """Ray queries on a `trimesh.Trimesh`, with the methods of `trimesh.ray.ray_triangle.RayMeshIntersector`.

    The first query builds the tree, and so does the next one after a change. Directions may have any length.

    Vertices are rounded to float32. If that changes them, the origins of rays are moved back by `Mesh.rounding`, so
    that a ray from the surface still meets it.
    """

    def __init__(self, geometry: Any, **_of_others: Any) -> None:
        self.mesh = geometry
        self._of: Any = None
        self._built: Mesh | None = None
        self._rounding = 0.0

    @property
    def _rays(self) -> Mesh:
        """The mesh with its tree, as the geometry is now."""
        now = hash(self.mesh)
        if self._built is None or self._of != now:
            vertices, faces = np.asarray(self.mesh.vertices), np.asarray(self.mesh.faces)
            self._built = Mesh(vertices, faces)
            is_rounded = not np.array_equal(self._built.vertices, vertices)
            self._rounding = self._built.rounding if is_rounded else 0.0
            self._of = now
        return self._built

    def _ask(self, origins: ArrayLike, directions: ArrayLike) -> tuple[Mesh, NDArray[np.float64], NDArray[np.float64]]:
        """Returns the mesh, and the rays in the form that it takes."""
        starts, ways = (np.asanyarray(vectors, dtype=np.float64) for vectors in (origins, directions))
        if starts.shape != ways.shape:
            raise ValueError("Ray origin and direction don't match!")
        mesh = self._rays
        if self._rounding > 0:
            length = np.linalg.norm(ways, axis=-1, keepdims=True)
            starts = starts - ways * (self._rounding / np.where(length > 0, length, 1.0))
        return mesh, starts, ways

    def intersects_id(
        self,
        ray_origins: ArrayLike,
        ray_directions: ArrayLike,
        multiple_hits: bool = True,
        max_hits: int | None = None,
        return_locations: bool = False,
        **_of_others: Any,
    ) -> tuple[NDArray[Any], ...]:
        """Finds the triangles that rays hit.

        ray_origins, ray_directions: (n, 3).
        multiple_hits: every hit of a ray, or only the first.
        max_hits: the most hits of a ray.
        return_locations: also return the points.
        Returns index_tri (h,) and index_ray (h,), integers, and with return_locations the locations (h, 3).
        """
        if len(self.mesh.faces) == 0:
            none = np.zeros(0, dtype=np.int64)
            return (none, none, np.zeros((0, 3))) if return_locations else (none, none)
        mesh, origins, directions = self._ask(ray_origins, ray_directions)
        if multiple_hits:
            hits = mesh.all_hits(origins, directions)
            ray, triangle, t = hits.ray, hits.triangle, hits.t
        else:
            first = mesh.closest_hit(origins, directions)
            ray = np.flatnonzero(first.triangle >= 0)
            triangle, t = first.triangle[ray], first.t[ray]
        distance = t * np.linalg.norm(directions[ray], axis=1)
        kept = np.ones(len(ray), dtype=bool)
        # A ray's hits are in the order of t: equal ones stand side by side.
        apart = np.diff(distance) > np.maximum(_MERGED, _MERGED_FAR * distance[1:])
        kept[1:] = (ray[1:] != ray[:-1]) | apart
        if max_hits is not None and len(ray) > 0:
            before = np.cumsum(kept) - kept
            kept &= before - before[np.searchsorted(ray, ray)] < max_hits
        ray, triangle, t = ray[kept], triangle[kept], t[kept]
        if return_locations:
            return triangle, ray, origins[ray] + t[:, None] * directions[ray]
        return triangle, ray

    def intersects_location(
        self, ray_origins: ArrayLike, ray_directions: ArrayLike, multiple_hits: bool = True, **kwargs: Any
    ) -> tuple[NDArray[Any], ...]:
        """Returns where rays hit the mesh: locations (h, 3), index_ray (h,) and index_tri (h,)."""
        kwargs["return_locations"] = True
        triangle, ray, locations = self.intersects_id(ray_origins, ray_directions, multiple_hits, **kwargs)
        return locations, ray, triangle

    def intersects_first(
        self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_of_others: Any
    ) -> NDArray[np.int64]:
        """Returns the first triangle that each ray hits, (n,) integers; −1 for a miss."""
        if len(self.mesh.faces) == 0:
            return np.full(len(np.asanyarray(ray_origins)), -1)
        mesh, origins, directions = self._ask(ray_origins, ray_directions)
        return mesh.closest_hit(origins, directions).triangle

    def intersects_any(self, ray_origins: ArrayLike, ray_directions: ArrayLike, **_of_others: Any) -> NDArray[np.bool_]:
        """Returns whether each ray hits the mesh, (n,) bool."""
        if len(self.mesh.faces) == 0:
            return np.zeros(len(np.asanyarray(ray_origins)), dtype=bool)
        mesh, origins, directions = self._ask(ray_origins, ray_directions)
        return mesh.any_hit(origins, directions)

    def contains_points(self, points: ArrayLike) -> NDArray[np.bool_]:
        """Returns whether the mesh contains each point, (n,) bool; exact if the mesh is closed.

        points: (n, 3). An open mesh is treated as in trimesh: hits are counted in two directions.
        """
        points = np.asanyarray(points, dtype=np.float64)
        if points.ndim != 2 or points.shape[1] != 3:
            raise ValueError("points must be (n,3)")
        try:
            self._rays.check_closed()
        except ValueError:
            from trimesh.ray.ray_util import contains_points

            return np.asarray(contains_points(self, points), dtype=bool)
        return self._rays.contains(points)

    def __getstate__(self) -> dict[str, Any]:
        return {"mesh": self.mesh}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__init__(state["mesh"])  # type: ignore[misc]

    def __deepcopy__(self, *_: Any) -> "RayMeshIntersector":
        return RayMeshIntersector(self.mesh)
