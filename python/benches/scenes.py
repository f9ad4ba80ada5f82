"""Measures closest points of a scene of many objects beside Open3D, as one joined mesh and as many.

    pip install pickray-*.whl open3d
    python scenes.py [--objects 1 10000] [--points 1000] [--runs 5]

Objects are bumpy spheres of 1,024 triangles, turned, on a grid; points lie around them. Open3D has no transforms: its
meshes are moved before they are added. Times are the least of the runs on one thread, in microseconds a point.
"""

import argparse
import time
from typing import Any

import numpy as np
from rays import bumpy_sphere

import pickray


def placed(n: int) -> np.ndarray:
    """Returns turned places on a grid, (n, 4, 4)."""
    random = np.random.default_rng(2)
    side = int(np.ceil(round(n ** (1 / 3), 6)))
    grid = np.stack(np.meshgrid(*[np.arange(side)] * 3), axis=-1).reshape(-1, 3)[:n]
    turns = np.linalg.qr(random.normal(size=(n, 3, 3)))[0]
    places = np.tile(np.eye(4), (n, 1, 1))
    places[:, :3, :3] = turns * np.sign(np.linalg.det(turns))[:, None, None]
    places[:, :3, 3] = 3 * (grid + random.uniform(-0.2, 0.2, (n, 3)))
    return places


def least(points: np.ndarray, runs: int, ask: Any) -> tuple[float, np.ndarray]:
    """Returns the least time a point, and the distances."""
    times = []
    distances = ask(points)
    for _ in range(runs):
        begin = time.process_time()
        ask(points)
        times.append(time.process_time() - begin)
    return 1e6 * min(times) / len(points), distances


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--objects", type=int, nargs="+", default=[1, 10_000])
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    vertices, faces = bumpy_sphere(16)
    for n in asked.objects:
        places = placed(n)
        random = np.random.default_rng(3)
        points = places[random.integers(n, size=asked.points), :3, 3] + random.uniform(-2, 2, (asked.points, 3))
        points = points.astype(np.float32)

        scene = pickray.Scene()
        scene.add_instances(pickray.Mesh(vertices, faces), places)

        def of_scene(points: np.ndarray) -> np.ndarray:
            with pickray.threads(1):
                return scene.closest_point(points).distance

        took, expected = least(points, asked.runs, of_scene)
        print(f"{n} objects: pickray {took:.2f} us a point")
        try:
            from open3d.core import Tensor
            from open3d.t.geometry import RaycastingScene
        except ImportError as error:
            print(f"without Open3D: {error}")
            continue
        moved = [(vertices @ place[:3, :3].T + place[:3, 3]).astype(np.float32) for place in places]
        joined = RaycastingScene(nthreads=1)
        all_faces = np.concatenate([faces + i * len(vertices) for i in range(n)])
        joined.add_triangles(Tensor(np.concatenate(moved)), Tensor(all_faces.astype(np.uint32)))
        many = RaycastingScene(nthreads=1)
        for corners in moved:
            many.add_triangles(Tensor(corners), Tensor(faces.astype(np.uint32)))
        for name, cast in (("one joined mesh", joined), ("as many meshes", many)):
            took, found = least(points, asked.runs, lambda p: cast.compute_distance(Tensor(p), nthreads=1).numpy())
            off = np.abs(found - expected).max()
            print(f"{n} objects: Open3D, {name}, {took:.2f} us a point, distances differ by {off:.1e} at most")


if __name__ == "__main__":
    main()
