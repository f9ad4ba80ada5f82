"""Stands in for the module `generic` of trimesh's tests, which is not in its source package, as its models are not."""

import logging
import time
import unittest

import numpy as np
import trimesh

__all__ = ["data", "get_mesh", "log", "np", "random", "time", "trimesh", "unittest"]

log = logging.getLogger("trimesh")
random = np.random.default_rng(0).random


def _seven_eighths() -> trimesh.Trimesh:
    """Returns a cube around the origin without the eighth where y and z are above 0 and x is below."""
    eighth = trimesh.creation.box(extents=[10, 10, 10])
    eighth.apply_translation([-5, 5, 5])
    return trimesh.boolean.difference([trimesh.creation.box(extents=[20, 20, 20]), eighth])


_MODELS = {
    "unit_cube.STL": lambda: trimesh.creation.box(),
    "unit_sphere.STL": lambda: trimesh.creation.icosphere(subdivisions=2, radius=0.5),
    "featuretype.STL": lambda: trimesh.creation.annulus(r_min=0.4, r_max=1.0, height=0.7),
    "1002_tray_bottom.STL": lambda: trimesh.creation.box(extents=[9.0, 6.0, 0.25]).subdivide().subdivide(),
    # A surface with a border.
    "teapot.stl": lambda: trimesh.creation.icosphere(subdivisions=3, radius=10.0).submesh([range(900)])[0],
    "7_8ths_cube.stl": _seven_eighths,
}


def get_mesh(name: str, **_: object) -> trimesh.Trimesh:
    """Returns a solid of the kind that the model of this name is."""
    mesh = _MODELS[name]()
    mesh._source = trimesh.parent.LoadSource(file_path=name)
    return mesh


_grid = np.column_stack([np.random.default_rng(1).uniform(-0.6, 0.6, (500, 2)), np.full(500, -3.0)])
_rays = {"ray_origins": _grid, "ray_directions": np.tile([0.0, 0.0, 1.0], (500, 1))}
data = {
    "ray_data": {
        "load_kwargs": [{"name": "unit_cube.STL"}, {"name": "unit_cube.STL"}, {"name": "unit_sphere.STL"}],
        "rays": {"unit_cube.STL": _rays, "unit_sphere.STL": _rays},
    }
}
