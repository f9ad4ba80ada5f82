"""pickray.trimesh in place of trimesh's own rays, beside them."""

import copy
import pickle

import numpy as np
import pytest
import trimesh
from trimesh.ray.ray_triangle import RayMeshIntersector as OfTrimesh

from pickray.trimesh import RayMeshIntersector


@pytest.fixture
def knot() -> trimesh.Trimesh:
    return trimesh.creation.torus(1.0, 0.4)


def test_answers_are_those_of_trimesh(knot: trimesh.Trimesh) -> None:
    random = np.random.default_rng(3)
    origins = random.normal(size=(300, 3)) * 3
    rays = (origins, random.normal(size=(300, 3)) * 0.5 - origins)
    ours, theirs = RayMeshIntersector(knot), OfTrimesh(knot)
    for asked in ({"multiple_hits": True}, {"multiple_hits": False}):
        found = [engine.intersects_location(*rays, **asked) for engine in (ours, theirs)]
        (locations, ray, triangle), (their_locations, their_ray, their_triangle) = found
        assert len(ray) > 100
        order, their_order = np.lexsort((triangle, ray)), np.lexsort((their_triangle, their_ray))
        assert (ray[order] == their_ray[their_order]).all() and (triangle[order] == their_triangle[their_order]).all()
        np.testing.assert_allclose(locations[order], their_locations[their_order], atol=1e-5)
        ids = ours.intersects_id(*rays, **asked)
        assert len(ids) == 2 and (ids[0] == triangle).all() and (ids[1] == ray).all()
    assert (ours.intersects_first(*rays) == theirs.intersects_first(*rays)).all()
    assert (ours.intersects_any(*rays) == theirs.intersects_any(*rays)).all()
    points = random.uniform(-1.5, 1.5, (500, 3))
    assert (ours.contains_points(points) == theirs.contains_points(points)).all()


@pytest.mark.parametrize("place", [(0, 0, 0), (1000, 0.5, 0), (1e6, -5e5, 20)])
def test_rays_from_the_surface_meet_it_and_rays_from_above_it_do_not(place: tuple[float, float, float]) -> None:
    sphere = trimesh.creation.icosphere(subdivisions=3)
    sphere.apply_translation(place)
    engine = RayMeshIntersector(sphere)
    centers, normals = sphere.triangles_center, sphere.face_normals
    assert len(centers) == 1280
    assert not engine.intersects_any(centers + 1e-4 * normals, normals).any()
    assert (engine.intersects_first(centers + 1e-4 * normals, normals) == -1).all()
    assert len(engine.intersects_id(centers + 1e-4 * normals, normals)[0]) == 0
    assert engine.intersects_any(centers, normals).mean() > 0.99


def test_few_hits_of_a_ray_are_its_first(knot: trimesh.Trimesh) -> None:
    engine = RayMeshIntersector(knot)
    rays = ([[-5, 0.01, 0.02], [0, 0, 5], [-5, 0.1, 0.2]], [[2, 0, 0], [0, 0, -1], [1, 0, 0]])
    triangle, ray = engine.intersects_id(*rays)
    assert ray.tolist() == [0, 0, 0, 0, 2, 2, 2, 2]
    assert [part.tolist() for part in engine.intersects_id(*rays, max_hits=2)] == [
        triangle[[0, 1, 4, 5]].tolist(),
        [0, 0, 2, 2],
    ]
    assert engine.intersects_id(*rays, max_hits=3)[1].tolist() == [0, 0, 0, 2, 2, 2]


def test_an_engine_follows_its_mesh(knot: trimesh.Trimesh) -> None:
    knot.ray = RayMeshIntersector(knot, scale_to_box=False)
    ray = ([[1.0, 0, 5]], [[0, 0, -1]])
    before = knot.ray.intersects_location(*ray)[0]
    knot.apply_translation([0, 0, 1])
    np.testing.assert_allclose(knot.ray.intersects_location(*ray)[0], before + [0, 0, 1], atol=1e-6)
    for again in (pickle.loads(pickle.dumps(knot.ray)), copy.deepcopy(knot.ray)):
        assert (again.intersects_first(*ray) == knot.ray.intersects_first(*ray)).all()
    with pytest.raises(ValueError, match="don't match"):
        knot.ray.intersects_any([[0, 0, 0]], [[0, 0, 1], [0, 0, 1]])
