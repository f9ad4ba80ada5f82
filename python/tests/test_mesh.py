"""What a mesh answers, beside what geometry says."""

import pickle
import sys
import threading
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import trimesh

import pickray


def icosphere(subdivisions: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the vertices, in f32, and faces of a unit sphere."""
    sphere = trimesh.creation.icosphere(subdivisions=subdivisions)
    return np.array(sphere.vertices, dtype=np.float32), np.array(sphere.faces)


VERTICES, FACES = icosphere(3)


@pytest.fixture
def sphere() -> pickray.Mesh:
    return pickray.Mesh(VERTICES, FACES)


def rays(n: int, seed: int = 1) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    origins = 3 * random.normal(size=(n, 3))
    return origins, random.normal(size=(n, 3)) * 0.4 - origins


def test_the_columns_of_all_queries_agree(sphere: pickray.Mesh) -> None:
    origins, directions = rays(400)
    closest, every = sphere.closest_hit(origins, directions), sphere.all_hits(origins, directions)
    counts = sphere.count_hits(origins, directions)
    assert (counts == np.bincount(every.ray, minlength=400)).all() and (counts > 0).sum() > 100
    assert (sphere.any_hit(origins, directions) == (counts > 0)).all()
    # The point at t of a ray is that of the weights on its triangle.
    weights = np.stack([1 - every.u - every.v, every.u, every.v], axis=-1)
    points = np.einsum("nk,nkd->nd", weights, VERTICES[FACES[every.triangle]].astype(float))
    np.testing.assert_allclose(origins[every.ray] + every.t[:, None] * directions[every.ray], points, atol=1e-9)
    first, is_hit = np.flatnonzero(np.diff(every.ray, prepend=-1)), counts > 0
    for column, expected, of_none in zip(closest, every[1:], [-1, np.nan, np.nan, np.nan, 0], strict=True):
        np.testing.assert_array_equal(column[is_hit], expected[first])
        np.testing.assert_array_equal(column[~is_hit], np.full(400 - len(first), of_none))
    assert (closest.side[is_hit] == np.where(counts[is_hit] % 2 == 0, 1, -1)).all()
    assert all(column.dtype == kind for column, kind in zip(every, ["i8", "i8", "f8", "f8", "f8", "i1"]))


def test_a_ray_has_the_shape_that_was_given(sphere: pickray.Mesh) -> None:
    origins, directions = rays(6)
    origins, directions = origins.astype(np.float32), directions.astype(np.float32)
    expected = sphere.closest_hit(origins, directions)
    assert expected.t.shape == (6,)
    square = sphere.closest_hit(origins.reshape(2, 3, 3), directions.reshape(2, 3, 3))
    assert square.t.shape == (2, 3)
    np.testing.assert_array_equal(square.t.ravel(), expected.t)
    for i in range(6):
        single = sphere.closest_hit(origins[i], directions[i])
        assert np.isscalar(single.t) and np.array_equal(single.t, expected.t[i], equal_nan=True)
        assert sphere.any_hit(origins[i].tolist(), directions[i].tolist()) == (single.triangle >= 0)
    assert sphere.closest_point(origins.reshape(2, 3, 3)).point.shape == (2, 3, 3)
    assert sphere.closest_point(origins[0]).point.shape == (3,)
    assert sphere.closest_hit(np.zeros((0, 3)), np.zeros((0, 3))).triangle.shape == (0,)
    fan = sphere.closest_hit([0, 0, 5], directions)
    np.testing.assert_array_equal(fan.t, sphere.closest_hit(np.tile([0, 0, 5.0], (6, 1)), directions).t)


@pytest.mark.parametrize(
    "changed",
    [
        lambda a: np.asfortranarray(a),
        lambda a: np.repeat(a, 2, axis=0)[::2],
        lambda a: np.hstack([a, a])[:, :3],
        lambda a: a.astype(">f8"),
        lambda a: np.frombuffer(b"x" + a.tobytes(), dtype="u1")[1:].view("f8").reshape(a.shape),
        lambda a: a[::-1][::-1],
    ],
)
def test_arrays_of_any_layout_are_read(sphere: pickray.Mesh, changed) -> None:
    origins, directions = rays(50)
    expected = sphere.closest_hit(origins, directions)
    np.testing.assert_array_equal(sphere.closest_hit(changed(origins), changed(directions)).t, expected.t)
    moved = pickray.Mesh(changed(VERTICES.astype(float)), FACES)
    np.testing.assert_array_equal(moved.closest_hit(origins, directions).t, expected.t)


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", ">i4"])
def test_faces_of_any_integer_type_are_taken(kind: str) -> None:
    vertices, faces = icosphere(0)
    assert (pickray.Mesh(vertices, faces.astype(kind)).faces == faces).all()


def test_range_and_culling_leave_hits_out(sphere: pickray.Mesh) -> None:
    ray = ([0.1, 0.2, 5.0], [0.0, 0.0, -2.0])
    near, far = sphere.all_hits(*ray).t
    assert sphere.closest_hit(*ray, t_min=np.nextafter(near, 9)).t == far
    assert sphere.closest_hit(*ray, t_max=np.nextafter(near, 0)).triangle == -1
    assert sphere.all_hits(*ray, culling="back").t == [near]
    assert sphere.all_hits(*ray, culling="front").t == [far]
    assert sphere.count_hits(*ray, t_min=far) == 1 and not sphere.any_hit(*ray, t_min=3)


def test_a_ray_that_goes_on_skips_the_triangle_that_it_leaves(sphere: pickray.Mesh) -> None:
    origins, directions = rays(4000)
    hits = sphere.closest_hit(origins, directions)
    hit = hits.triangle >= 0
    left, points = hits.triangle[hit], (origins + hits.t[:, None] * directions)[hit]
    ways = np.random.default_rng(3).normal(size=points.shape)
    every = sphere.all_hits(points, ways)
    others = every.triangle != left[every.ray]
    assert (~others).sum() > 100, "rounding puts many points on the other side"
    counts = np.bincount(every.ray[others], minlength=len(points))
    assert (sphere.count_hits(points, ways, skip=left) == counts).all()
    assert (sphere.any_hit(points, ways, skip=left.astype("i4")) == (counts > 0)).all()
    rest = sphere.all_hits(points, ways, skip=left)
    for column, expected in zip(rest, every):
        np.testing.assert_array_equal(column, expected[others])
    second = sphere.closest_hit(points, ways, skip=left)
    first = np.flatnonzero(np.diff(rest.ray, prepend=-1))
    assert (second.triangle[counts > 0] == rest.triangle[first]).all() and (second.triangle[counts == 0] == -1).all()
    assert (sphere.closest_hit(origins, directions, skip=hits).triangle != hits.triangle)[hit].all()
    # One number is for all rays, and a negative one names no triangle.
    assert (sphere.closest_hit(origins, directions, skip=-1).triangle == hits.triangle).all()
    assert (sphere.closest_hit(origins, directions, skip=left[0]).triangle != left[0]).all()
    assert sphere.closest_hit(origins[hit][0], directions[hit][0], skip=left[0]).triangle != left[0]


def test_rays_that_are_none_hit_nothing(sphere: pickray.Mesh) -> None:
    origins = np.array([[0, 0, 5], [0, 0, 5], [np.nan, 0, 5], [0, 0, np.inf]])
    directions = np.array([[0, 0, 0], [0, np.nan, -1], [0, 0, -1], [0, 0, -1.0]])
    assert (sphere.closest_hit(origins, directions).triangle == -1).all()
    assert len(sphere.all_hits(origins, directions).ray) == 0


def test_points_lie_inside_or_outside_also_through_edges_and_vertices(sphere: pickray.Mesh) -> None:
    # Half-lines along axes from these points go through vertices and edges of the sphere.
    grid = np.stack(np.meshgrid(*[np.linspace(-1.5, 1.5, 13)] * 3), axis=-1)
    inside = sphere.contains(grid)
    assert inside.shape == (13, 13, 13)
    radius = np.linalg.norm(grid, axis=-1)
    assert inside[radius < 0.97].all() and not inside[radius > 1].any()
    assert sphere.contains(VERTICES).all(), "the surface belongs to it"
    distance = sphere.signed_distance(grid)
    np.testing.assert_allclose(distance, radius - 1, atol=0.03)
    assert ((distance <= 0) == inside).all()
    assert np.isnan(sphere.signed_distance([np.nan, 0, 0])) and not sphere.contains([np.nan, 0, 0])


def test_closest_points_lie_on_the_triangle_named(sphere: pickray.Mesh) -> None:
    points = rays(200)[0]
    triangle, point, distance = sphere.closest_point(points)
    np.testing.assert_allclose(np.linalg.norm(points - point, axis=1), distance)
    np.testing.assert_allclose(distance, abs(sphere.signed_distance(points)))
    normals = np.cross(
        *(VERTICES[FACES[triangle]][:, k].astype(float) - VERTICES[FACES[triangle]][:, 0] for k in (1, 2))
    )
    np.testing.assert_allclose(np.einsum("ij,ij->i", normals, point - VERTICES[FACES[triangle]][:, 0]), 0, atol=1e-9)
    near = sphere.closest_point([[0, 0, 1.5], [0, 0, 9], [0, np.nan, 0]], max_distance=1)
    assert near.triangle[0] >= 0 and (near.triangle[1:] == -1).all() and np.isnan(near.point[1:]).all()


def test_regions_hold_the_triangles_that_touch_them(sphere: pickray.Mesh) -> None:
    corners = VERTICES[FACES].astype(float)
    everything = np.arange(len(FACES))
    assert (sphere.triangles_in_box([-2] * 3, [2] * 3) == everything).all()
    upper = everything[(corners[:, :, 2] >= 0.5).all(axis=1)]
    assert (sphere.triangles_in_box([-2, -2, 0.5], [2, 2, 2], test="inside") == upper).all()
    assert (sphere.triangles_in_frustum([[0, 0, -1, -0.5]], test="inside") == upper).all()
    by_middle = everything[corners.mean(axis=1)[:, 2] >= 0.5]
    assert (sphere.triangles_in_frustum([[0, 0, -2, -1]], test="centroid") == by_middle).all()
    in_ball = everything[(np.linalg.norm(corners - [0, 0, 1], axis=2) <= 0.5).all(axis=1)]
    assert (sphere.triangles_in_sphere([0, 0, 1], 0.5, test="inside") == in_ball).all()
    assert set(in_ball) < set(sphere.triangles_in_sphere([0, 0, 1], 0.5))


def test_a_refit_moves_the_mesh_whoever_asks_meanwhile(sphere: pickray.Mesh) -> None:
    origins, directions = rays(20_000)
    expected = {(pickray.Mesh(VERTICES * f, FACES).count_hits(origins, directions)).sum() for f in (1, 2)}
    seen = set()

    def ask() -> None:
        for _ in range(8):
            seen.add(sphere.count_hits(origins, directions).sum())

    asking = [threading.Thread(target=ask) for _ in range(3)]
    for thread in asking:
        thread.start()
    for i in range(40):
        sphere.refit(VERTICES * (1 + i % 2))
    for thread in asking:
        thread.join()
    assert seen <= expected
    assert sphere.count_hits(origins, directions).sum() in expected and sphere.bounds[1, 2] > 1.9


def test_threads_change_no_answer(sphere: pickray.Mesh) -> None:
    origins, directions = rays(20_000)
    scene = pickray.Scene()
    scene.add_instances(sphere, [np.diag([f, 1, 1, 1]) for f in (1, 2, 3, 4, 5)])
    of_points = (sphere.closest_point, scene.closest_point, sphere.contains, sphere.signed_distance)
    calls = [(ask, (origins,)) for ask in of_points]
    for one in (sphere, scene):
        calls += [(ask, (origins, directions)) for ask in (one.closest_hit, one.any_hit, one.all_hits, one.count_hits)]
    for ask, given in calls:
        with pickray.threads(1):
            expected = ask(*given)
        for n in (5, 3):
            with pickray.threads(n):
                with pickray.threads(2):
                    again = ask(*given)
                for got in (again, ask(*given)):
                    pairs = zip(got, expected, strict=True) if isinstance(expected, tuple) else [(got, expected)]
                    for column, wanted in pairs:
                        np.testing.assert_array_equal(column, wanted)


def test_other_threads_go_on_while_rays_are_answered(sphere: pickray.Mesh) -> None:
    origins, directions = rays(200_000)

    def goes_on() -> bool:
        begun, done = threading.Event(), threading.Event()

        def ask() -> None:
            begun.set()
            sphere.all_hits(origins, directions)
            done.set()

        thread = threading.Thread(target=ask)
        thread.start()
        begun.wait()
        went_on = not done.is_set()
        sys.setswitchinterval(before)
        thread.join()
        return went_on

    before = sys.getswitchinterval()
    # Nobody takes turns: this thread goes on only where the other lets it.
    for _ in range(10):
        sys.setswitchinterval(1000)
        if goes_on():
            return
    raise AssertionError("a call held the interpreter")


def test_a_mesh_is_pickled_with_the_same_numbers(sphere: pickray.Mesh) -> None:
    far = pickray.Mesh(VERTICES + np.array([500_000.25, 4_600_000.5, 0]), FACES)
    for mesh in (sphere, far):
        again = pickle.loads(pickle.dumps(mesh))
        np.testing.assert_array_equal(again.vertices, mesh.vertices)
        np.testing.assert_array_equal(again.faces, mesh.faces)
    np.testing.assert_allclose(far.vertices - [500_000.25, 4_600_000.5, 0], VERTICES, atol=1e-6)
    hits = pickle.loads(pickle.dumps(sphere.closest_hit([0, 0, 5], [0, 0, -1])))
    assert isinstance(hits, pickray.Hits)


def test_files_are_opened_and_what_is_wrong_in_them_is_told(tmp_path: Path) -> None:
    path = tmp_path / "square.obj"
    path.write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        mesh = pickray.Mesh.open(path)
    assert len(mesh) == 2 and repr(mesh) == "pickray.Mesh(4 vertices, 2 triangles)"
    path.write_text("v 0 0 0\nv 1 0 0\nv 1 1 0\nf 1 2 3\nf 1 2 9\n")
    with pytest.warns(UserWarning, match="square.obj:5: .*9"):
        assert len(pickray.Mesh.open(str(path))) == 1
    with pytest.raises(FileNotFoundError, match="nowhere.obj"):
        pickray.Mesh.open(tmp_path / "nowhere.obj")
    path.write_text("This is a letter.")
    with pytest.raises(ValueError, match="square.obj"):
        pickray.Mesh.open(path)


def test_what_is_no_mesh_is_refused_by_its_row() -> None:
    vertices, faces = icosphere(0)
    broken = vertices.copy()
    broken[7, 1] = np.nan
    for arguments, message in [
        ((broken, faces), r"vertex 7 is not finite \(.*, NaN, .*\)"),
        (
            (vertices, np.where(faces == 5, 12, faces)),
            r"faces\[\d+\] is \(.*12.*\), but vertices are counted from 0 to 11",
        ),
        ((vertices, np.where(faces == 5, -1, faces)), r"faces\[\d+\] is \(.*-1.*\)"),
        ((vertices, faces.astype(float)), "faces has dtype float64, not one of integers"),
        ((vertices, faces[:, :2]), r"faces has shape \(20, 2\), not \(m, 3\)"),
        ((vertices[:, :2], faces), r"vertices has shape \(12, 2\), not \(n, 3\)"),
        ((vertices.ravel(), faces), r"vertices has shape \(36,\)"),
        ((vertices.astype(complex), faces), "vertices has dtype complex128, not one of numbers"),
        ((vertices.astype(str), faces), "vertices has dtype <U32"),
        ((vertices, np.zeros((0, 3), dtype=int)), "no triangles"),
    ]:
        with pytest.raises(ValueError, match=message):
            pickray.Mesh(*arguments)


def test_wrong_questions_are_refused(sphere: pickray.Mesh) -> None:
    origins, directions = rays(4)
    hole = pickray.Mesh(VERTICES, FACES[1:])
    for ask, message in [
        (lambda: sphere.closest_hit(origins[:3], directions), r"origins has shape \(3, 3\) and directions \(4, 3\)"),
        (lambda: sphere.closest_hit(origins[:, :2], directions), r"origins has shape \(4, 2\), not \(n, 3\) or \(3,\)"),
        (lambda: sphere.any_hit(origins, ["a", "b", "c"]), "directions has dtype <U1"),
        (lambda: sphere.any_hit(origins, directions, culling="x"), 'culling is "x", not "none", "back" or "front"'),
        (lambda: sphere.any_hit(origins, directions, skip=[1, 2]), r"skip has shape \(2,\), not \(4,\)"),
        (lambda: sphere.any_hit(origins, directions, skip=0.5), "skip has dtype float64, not one of integers"),
        (lambda: sphere.any_hit(origins, directions, t_min=np.nan), "t_min is NaN"),
        (lambda: sphere.all_hits(origins, directions, t_max=np.nan), "t_max is NaN"),
        (lambda: sphere.closest_point(origins, max_distance=np.nan), "max_distance is NaN"),
        (lambda: sphere.triangles_in_box([0, np.nan, 0], [1, 1, 1]), "low has a coordinate that is NaN"),
        (lambda: sphere.triangles_in_sphere([0, 0, np.nan], 1), "center has a coordinate that is NaN"),
        (lambda: sphere.triangles_in_sphere([0, 0, 0], np.nan), "radius is NaN"),
        (lambda: sphere.triangles_in_box([0, 0, 0], origins), r"high has shape \(4, 3\), not \(3,\)"),
        (lambda: sphere.triangles_in_sphere([0, 0, 0], 1, test="near"), 'test is "near"'),
        (lambda: sphere.triangles_in_frustum([[0, 0, 1, 0], [0, 0, np.nan, 0]]), r"planes\[1\] is not finite"),
        (lambda: hole.contains(origins), "the mesh is not closed: edge"),
        (lambda: hole.signed_distance(origins), "the mesh is not closed: edge"),
        (lambda: sphere.refit(VERTICES[1:]), "641 positions were given for 642 vertices"),
        (lambda: sphere.refit(VERTICES + np.inf), "vertex 0 is not finite"),
        (lambda: pickray.threads(0), "threads has to be 1 or more, not 0"),
    ]:
        with pytest.raises(ValueError, match=message):
            ask()
    asked: dict[str, Any]
    for asked, message in [({"mask": 1}, '"mask" is no keyword argument'), ({"t_min": "0"}, "t_min is 0, not a number")]:
        with pytest.raises(TypeError, match=message):
            sphere.any_hit(origins, directions, **asked)


def test_a_mesh_far_out_says_how_much_its_corners_are_rounded() -> None:
    corners = np.random.default_rng(5).random((300, 3)) + 4e5
    moved = pickray.Mesh(corners, np.arange(300).reshape(100, 3))
    assert 0 < np.linalg.norm(moved.vertices - corners, axis=1).max() <= moved.rounding < 1e-6
