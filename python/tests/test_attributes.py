"""Texture coordinates and normals at hits, beside NumPy."""

import pickle
from pathlib import Path

import numpy as np
import pytest

import pickray

CUBE = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=np.float32)
SIDES = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
FACES = np.array([t for a, b, c, d in SIDES for t in ((a, b, c), (a, c, d))])


def hits(mesh: pickray.Mesh, n: int = 500) -> pickray.Hits:
    random = np.random.default_rng(3)
    origins = 4 * random.normal(size=(n, 3))
    return mesh.closest_hit(origins, random.random((n, 3)) * 1.4 - 0.2 - origins)


def mixed(found: pickray.Hits, corners: np.ndarray) -> np.ndarray:
    """Mixes values at corners, (m, 3, k), by NumPy."""
    weights = np.stack([1 - found.u - found.v, found.u, found.v], axis=-1)
    values = np.einsum("hc,hck->hk", weights, corners[found.triangle])
    values[found.triangle < 0] = np.nan
    return values


def test_values_at_hits_are_those_of_numpy_by_vertex_and_by_corner() -> None:
    random = np.random.default_rng(7)
    uv, uv2, normals = random.random((8, 2)), random.random((12, 3, 2)), random.normal(size=(8, 3))
    mesh = pickray.Mesh(CUBE, FACES, uv, uv2=uv2, normals=normals)
    found = hits(mesh)
    assert 0 < (found.triangle < 0).sum() < 400
    for again in [mesh, pickle.loads(pickle.dumps(mesh))]:
        np.testing.assert_array_equal(again.uv, uv.astype(np.float32))
        np.testing.assert_array_equal(again.uv2, uv2.astype(np.float32))
        np.testing.assert_array_equal(again.normals, normals.astype(np.float32))
        np.testing.assert_allclose(again.interpolate(found, again.uv), mixed(found, again.uv[FACES]), atol=1e-12)
        np.testing.assert_allclose(again.interpolate(found, again.uv2), mixed(found, again.uv2), atol=1e-12)
    # Anything by vertex: the positions give the points back.
    points = mesh.interpolate(found, mesh.vertices)
    np.testing.assert_allclose(points, mixed(found, mesh.vertices[FACES]), atol=1e-12)
    heights = mesh.interpolate(found, mesh.vertices[:, 1])
    np.testing.assert_array_equal(heights, points[:, 1])
    one = mesh.closest_hit([0.3, 0.4, 5], [0, 0, -1])
    assert mesh.interpolate(one, mesh.vertices).tolist() == pytest.approx([0.3, 0.4, 1])
    assert pickray.Mesh(CUBE, FACES).uv is None


def test_what_does_not_fit_is_refused() -> None:
    mesh = pickray.Mesh(CUBE, FACES)
    found = hits(mesh)
    for ask, message in [
        (lambda: pickray.Mesh(CUBE, FACES, CUBE), r"uv has shape \(8, 3\), not \(8, 2\) or \(12, 3, 2\)"),
        (lambda: pickray.Mesh(CUBE, FACES, normals=CUBE[:4]), r"normals has shape \(4, 3\), not \(8, 3\)"),
        (lambda: mesh.interpolate(found, FACES), r"values has shape \(12, 3\), not \(8,\), \(8, k\) or \(12, 3, k\)"),
        (lambda: mesh.interpolate(found._replace(triangle=found.triangle + 12), CUBE), "but the mesh has 12 triangles"),
        (lambda: mesh.interpolate(found._replace(u=found.u[:3]), CUBE), "different shapes"),
        (lambda: pickray.Mesh(CUBE, FACES, [["a", "b"]] * 8), "uv has dtype <U1, not one of numbers"),
    ]:
        with pytest.raises(ValueError, match=message):
            ask()


def test_a_mesh_without_textures_has_no_images(tmp_path: Path) -> None:
    path = tmp_path / "t.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    assert pickray.Mesh.open(path).images == []
