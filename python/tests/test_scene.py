"""What a scene answers, beside its meshes one by one, and picks by matrices."""

import numpy as np
import pytest
from test_mesh import FACES, VERTICES, rays

import pickray


def placed(x: float, y: float = 0.0, scale: float = 1.0) -> np.ndarray:
    matrix = np.diag([scale, scale, scale, 1.0])
    matrix[:2, 3] = x, y
    return matrix


PLACES = np.array([placed(1.5 * i, 0.5 * i, 1 - 0.1 * i) for i in range(6)])


@pytest.fixture
def scene() -> pickray.Scene:
    scene = pickray.Scene()
    mesh = pickray.Mesh(VERTICES, FACES)
    assert scene.add(mesh, PLACES[0], name="first") == 0
    assert scene.add_instances(mesh, PLACES[1:]).tolist() == [1, 2, 3, 4, 5]
    return scene


def test_a_scene_answers_as_its_meshes_do(scene: pickray.Scene) -> None:
    origins, directions = rays(500)
    alone = []
    for place in PLACES:
        vertices = VERTICES @ place[:3, :3].T + place[:3, 3]
        alone.append(pickray.Mesh(vertices, FACES).closest_hit(origins, directions))
    t = np.array([hits.t for hits in alone])
    met = ~np.isnan(t).all(axis=0)
    hits, every = scene.closest_hit(origins, directions), scene.all_hits(origins, directions)
    nearest = np.where(met, np.argmin(np.where(np.isnan(t), np.inf, t), axis=0), -1)
    assert (hits.object == nearest).all() and 100 < met.sum() < 500
    np.testing.assert_allclose(hits.t[met], np.nanmin(t[:, met], axis=0), rtol=1e-5)
    assert (scene.any_hit(origins, directions) == met).all()
    counts = scene.count_hits(origins, directions)
    assert (counts == np.bincount(every.ray, minlength=500)).all()
    first = np.flatnonzero(np.diff(every.ray, prepend=-1))
    assert (every.object[first] == hits.object[met]).all() and (every.t[first] == hits.t[met]).all()
    assert scene.names[0] == "first" and len(scene) == 6 and (scene.transforms == PLACES).all()


def test_a_ray_that_goes_on_skips_the_triangle_of_the_object_that_it_leaves(scene: pickray.Scene) -> None:
    origins, directions = rays(1000)
    hits = scene.closest_hit(origins, directions)
    every = scene.all_hits(origins, directions)
    others = (every.object != hits.object[every.ray]) | (every.triangle != hits.triangle[every.ray])
    assert (~others).sum() == (hits.object >= 0).sum() > 200
    rest = scene.all_hits(origins, directions, skip=hits)
    for column, expected in zip(rest, every):
        np.testing.assert_array_equal(column, expected[others])
    counts = np.bincount(rest.ray, minlength=1000)
    assert (scene.count_hits(origins, directions, skip=hits) == counts).all()
    columns = {"triangle": hits.triangle, "object": hits.object}
    assert (scene.any_hit(origins, directions, skip=columns) == (counts > 0)).all()
    second, first = scene.closest_hit(origins, directions, skip=hits), np.flatnonzero(np.diff(rest.ray, prepend=-1))
    assert (second.object[counts > 0] == rest.object[first]).all() and (second.t[counts > 0] == rest.t[first]).all()
    with pytest.raises(ValueError, match=r"skip has shape \(3,\), not \(1000,\)"):
        scene.any_hit(origins, directions, skip={"object": hits.object, "triangle": [1, 2, 3]})
    with pytest.raises(ValueError, match="skip has no object: give hits, or a dict of columns"):
        scene.any_hit(origins, directions, skip=[hits.object, hits.triangle])  # type: ignore[arg-type]


def test_objects_move_change_and_are_passed_by(scene: pickray.Scene) -> None:
    ray = ([7.5, 2.5, 9.0], [0.0, 0.0, -1.0])
    assert scene.closest_hit(*ray).object == 5
    scene.set_mask(5, 0b10)
    assert not scene.any_hit(*ray, mask=0b101) and scene.any_hit(*ray, mask=0b110)
    scene.set_transforms([placed(50)], objects=np.array([5]))
    assert not scene.any_hit(*ray)
    scene.set_transforms(PLACES[::-1])
    assert scene.closest_hit(*ray).object == 0
    scene.set_mesh(0, pickray.Mesh(VERTICES * 0.25, FACES))
    assert scene.closest_hit(*ray).t == pytest.approx(8.875)
    closest = scene.closest_point([[7.5, 2.5, 2.0], [np.nan, 0, 0]])
    assert closest.object.tolist() == [0, -1] and closest.distance[0] == pytest.approx(1.875, abs=1e-3)


def test_wrong_objects_and_transforms_are_refused(scene: pickray.Scene) -> None:
    mesh = pickray.Mesh(VERTICES, FACES)
    for ask, error, message in [
        (lambda: scene.set_mask(6, 1), IndexError, "there is no object 6 in a scene of 6"),
        (lambda: scene.set_transforms(PLACES[:1], objects=[-1]), IndexError, "no object -1"),
        (lambda: scene.set_transforms(PLACES[:2]), ValueError, "2 transforms for 6 objects"),
        (lambda: scene.add(mesh, PLACES[1].T), ValueError, "give its transpose"),
        (lambda: scene.add(mesh, PLACES[:2]), ValueError, "2 matrices, not one"),
        (lambda: scene.add(mesh, np.eye(3)), ValueError, r"shape \(3, 3\), not \(4, 4\)"),
        (
            lambda: scene.add_instances(mesh, [np.eye(4), np.zeros((4, 4))]),
            ValueError,
            r"transforms\[1\] places nothing",
        ),
        (lambda: scene.add(mesh, np.diag([1e155, 1e155, 1e155, 1])), ValueError, "transform.0. places nothing"),
        (lambda: scene.add(mesh, np.diag([1e80, 1e80, 1e80, 1])), ValueError, "places nothing.* within 1e75"),
        (
            lambda: scene.set_transforms([np.eye(4), np.diag([1e80, 1e80, 1e80, 1])], objects=[2, 3]),
            ValueError,
            r"transforms\[1\] places nothing",
        ),
        (lambda: scene.add(mesh, np.eye(4) * np.nan), ValueError, "has to be finite|have to be finite"),
        (lambda: scene.set_mask(0, -1), ValueError, "mask is -1, not a whole number from 0 to 4294967295"),
        (lambda: scene.any_hit([0, 0, 0], [0, 0, 1], mask=2**32), ValueError, "mask is 4294967296, not a whole"),
        (lambda: scene.closest_point([0, 0, 0], max_distance=np.nan), ValueError, "max_distance is NaN"),
    ]:
        with pytest.raises(error, match=message):
            ask()
    assert len(scene) == 6


def perspective(near: float, far: float, aspect: float, low: float) -> np.ndarray:
    """Returns a projection to depths from `low` to 1."""
    matrix = np.zeros((4, 4))
    matrix[0, 0], matrix[1, 1], matrix[3, 2] = 1 / aspect, 1.0, -1.0
    matrix[2, 2] = (far - low * near) / (near - far)
    matrix[2, 3] = (1 - low) * far * near / (near - far)
    return matrix


@pytest.mark.parametrize("clip, low, flip", [("opengl", -1.0, 1), ("wgpu", 0.0, 1), ("vulkan", 0.0, -1)])
def test_a_cursor_picks_what_is_drawn_there(scene: pickray.Scene, clip: str, low: float, flip: int) -> None:
    view = np.eye(4)
    view[:3, 3] = -3, -1, -12
    projection = np.diag([1, flip, 1, 1]) @ perspective(1.0, 100.0, 2.0, low)
    for i, place in enumerate(PLACES):
        clip_point = projection @ view @ [*place[:3, 3], 1]
        ndc = clip_point[:2] / clip_point[3]
        x, y = (ndc[0] + 1) / 2 * 800, (1 - flip * ndc[1]) / 2 * 400
        pick = scene.pick(view, projection, (800, 400), x, y, clip=clip)
        assert pick is not None and (pick.object, pick.side) == (i, 1)
        # Two parts of a window: the same picture, right above.
        within = scene.pick(view, projection, (800, 400, 800, 400), x + 800, y, clip=clip, window=(1600, 800))
        assert within is not None and within.triangle == pick.triangle
        planes = pickray.frustum(view, projection, (800, 400), [(x - 1, y - 1), (x + 2, y - 1), (x, y + 2)], clip=clip)
        mesh = pickray.Mesh(VERTICES @ place[:3, :3].T + place[:3, 3], FACES)
        assert planes.shape == (5, 4) and pick.triangle in mesh.triangles_in_frustum(planes)
        assert mesh.pick(view, projection, (800, 400), x, y, clip=clip).distance == pytest.approx(
            pick.distance, abs=1e-5
        )
        np.testing.assert_allclose(np.linalg.norm(pick.point - [3, 1, 12]), pick.distance)
    assert scene.pick(view, projection, (800, 400), 1, 1, clip=clip) is None
    assert scene.pick(view, projection, (800, 400), -5, 1, clip=clip) is None


def test_a_cursor_snaps_to_corners_and_edges(scene: pickray.Scene) -> None:
    view, projection = np.eye(4), perspective(1.0, 100.0, 2.0, -1.0)
    view[:3, 3] = -3, -1, -12
    for x, y in [(x, y) for x in range(0, 800, 40) for y in range(0, 400, 40)]:
        for asked in ({}, {"edges": False}, {"corners": False}):
            found = scene.nearest_feature(view, projection, (800, 400), x, y, 25.0, **asked)
            if found is None:
                continue
            assert found.kind == ("edge" if "corners" in asked else "corner") or not asked
            place = PLACES[found.object]
            corners = VERTICES[FACES[found.triangle]] @ place[:3, :3].T + place[:3, 3]
            np.testing.assert_allclose(found.weights @ corners, found.point, atol=1e-5)
            if found.kind == "corner":
                assert found.weights.tolist() == np.eye(3)[found.number].tolist()
            else:
                assert found.weights[(found.number + 2) % 3] == 0
            seen = projection @ view @ [*found.point, 1]
            window = (seen[0] / seen[3] + 1) * 400, (1 - seen[1] / seen[3]) * 200
            assert np.hypot(window[0] - x - 0.5, window[1] - y - 0.5) == pytest.approx(found.pixels, abs=1e-6)
            assert found.pixels <= 25
    assert scene.nearest_feature(view, projection, (800, 400), -5, 1, 12.0) is None
    with pytest.raises(ValueError, match="radius"):
        scene.nearest_feature(view, projection, (800, 400), 1, 1, -1.0)


def test_lengths_and_angles_keep_their_digits() -> None:
    far = np.array([4_500_000.25, 5_600_000.0, 10.0])
    assert pickray.distance(far, far + [3, 4, 0]) == 5.0
    assert pickray.distance(far, far) == 0.0
    assert pickray.path_length([far, far + [3, 4, 0], far]) == 10.0
    assert pickray.angle([1, 0, 0], [0, 0, 0], [1, 1e-9, 0]) == 1e-9
    assert pickray.angle(far, far, [0, 0, 0]) is None
    for odd, message in [(np.inf, "b has a coordinate that is not finite"), (np.nan, "b has a coordinate that is NaN")]:
        with pytest.raises(ValueError, match=message):
            pickray.distance(far, [0, odd, 0])


def test_a_cursor_is_a_pixel_unless_it_is_said_to_be_a_point(scene: pickray.Scene) -> None:
    view, projection = np.eye(4), perspective(1.0, 100.0, 2.0, -1.0)
    view[:3, 3] = -3, -1, -12

    def at(x: float, y: float, **asked: str) -> np.ndarray:
        pick = scene.pick(view, projection, (800, 400), x, y, **asked)  # type: ignore[arg-type]
        assert pick is not None and pick.distance == pytest.approx(np.linalg.norm(pick.point - [3, 1, 12]))
        return pick.point

    clip_point = projection @ view @ [0, 0, 0, 1]
    x, y = (clip_point[0] / clip_point[3] + 1) * 400 // 1, (1 - clip_point[1] / clip_point[3]) * 200 // 1
    assert (at(x, y) == at(x + 0.5, y + 0.5, sample="exact")).all() and (at(int(x), int(y)) == at(x, y)).all()
    assert (at(x + 0.25, y + 0.75) == at(x, y)).all() and (at(x + 0.9, y, sample="center") == at(x, y)).all()
    for cursor in [(x, y), (x + 0.3, y + 0.9)]:
        shown = projection @ view @ [*at(*cursor, sample="exact"), 1]
        in_window = [(shown[0] / shown[3] + 1) * 400, (1 - shown[1] / shown[3]) * 200]
        np.testing.assert_allclose(in_window, cursor, rtol=1e-9)
    with pytest.raises(ValueError, match='sample is "middle", not "center" or "exact"'):
        at(x, y, sample="middle")


def test_matrices_that_make_no_picture_are_refused(scene: pickray.Scene) -> None:
    view, projection = np.eye(4), perspective(1, 100, 2, -1)
    view[0, 3] = 1
    orthographic = np.diag([0.1, 0.1, -0.02, 1])
    orthographic[2, 3] = -1.02
    for ask, message in [
        (lambda: scene.pick(view.T, projection, (8, 4), 1, 1), "view_matrix.* give its transpose"),
        (lambda: scene.pick(view, projection.T, (8, 4), 1, 1), "projection_matrix.* give its transpose"),
        (
            lambda: scene.pick(view, perspective(0.1, 1e3, 2, 0).T, (8, 4), 1, 1, clip="wgpu"),
            "projection_matrix.* give its transpose",
        ),
        (lambda: scene.pick(view, orthographic.T, (8, 4), 1, 1), "projection_matrix.* give its transpose"),
        (lambda: pickray.frustum(view, projection.T, (8, 4), [(1, 1), (2, 2), (1, 3)]), "give its transpose"),
        (lambda: scene.pick(view, projection * 0, (8, 4), 1, 1), "cannot be inverted"),
        (lambda: scene.pick(view, projection, (8, 0), 1, 1), "covers no pixel"),
        (lambda: scene.pick(view, projection, (2, 2, 8, 4), 1, 1), r"needs window=\(width, height\)"),
        (lambda: scene.pick(view, projection, (8,), 1, 1), r"viewport is \(width, height\)"),
        (lambda: scene.pick(view, projection, (8, 4), 1, 1, clip="metal"), 'clip is "metal"'),
        (lambda: pickray.frustum(view, projection, (8, 4), [(1, 1), (2, 2)]), "there is no frustum"),
    ]:
        with pytest.raises(ValueError, match=message):
            ask()
