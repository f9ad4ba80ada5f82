"""Measures pickray beside embreex, trimesh's own rays and Open3D, on the same rays and the same meshes, in turns.

    pip install pickray-*.whl trimesh rtree embreex open3d
    python rays.py [--rays 1000000] [--rows 158 500] [--runs 5]

Meshes are bumpy spheres of 4 rows² triangles: 100 k for 158, 1 M for 500. Rays are those of a picture, row by row, or
as many from everywhere to everywhere, in no order. Times are the least of the runs, in ms: wall and processor.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import pickray


def bumpy_sphere(rows: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns a closed surface like a scan's, in f32: `rows` times twice as many columns, two triangles each."""
    columns = 2 * rows
    z, turn = np.meshgrid(np.linspace(0, np.pi, rows + 1), np.arange(columns) * (2 * np.pi / columns), indexing="ij")
    bumps = 1 + 0.05 * np.sin(9 * z) * np.cos(7 * turn) + 0.02 * np.sin(31 * z) * np.sin(23 * turn)
    vertices = bumps[..., None] * np.stack([np.sin(z) * np.cos(turn), np.sin(z) * np.sin(turn), np.cos(z)], axis=-1)
    vertices = vertices.reshape(-1, 3)
    vertices[:columns], vertices[-columns:] = [0, 0, 1], [0, 0, -1]
    corner = np.arange(rows * columns).reshape(rows, columns)
    beside = np.roll(corner, -1, axis=1)
    faces = [(corner, corner + columns, beside), (beside, corner + columns, beside + columns)]
    faces = [np.stack(corners, axis=-1).reshape(-1, 3) for corners in faces]
    return vertices.astype(np.float32), np.concatenate(faces)


def picture(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns the rays of a square picture, row by row."""
    side = np.linspace(-0.28, 0.28, round(n**0.5))
    x, y = np.meshgrid(side, side)
    directions = np.stack([x, y, np.full_like(x, -1)], axis=-1).reshape(-1, 3)
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return np.tile(np.float32([0, 0, 4]), (len(directions), 1)), directions.astype(np.float32)


def everywhere(n: int) -> tuple[np.ndarray, np.ndarray]:
    """Returns rays from places on a large sphere to places in the mesh, in no order."""
    random = np.random.default_rng(1)
    origins, targets = random.normal(size=(2, n, 3))
    origins *= 4 / np.linalg.norm(origins, axis=1, keepdims=True)
    directions = targets * 0.5 - origins
    directions /= np.linalg.norm(directions, axis=1, keepdims=True)
    return origins.astype(np.float32), directions.astype(np.float32)


Call = Callable[[np.ndarray, np.ndarray], Any]


def engines(vertices: np.ndarray, faces: np.ndarray) -> dict[str, dict[str, Call]]:
    """Returns by question and name what answers it."""
    begin = time.perf_counter()
    mesh = pickray.Mesh(vertices, faces)
    print(f"built in {1e3 * (time.perf_counter() - begin):.0f} ms")

    def on(n: int, ask: Call) -> Call:
        def call(origins: np.ndarray, directions: np.ndarray) -> Any:
            with pickray.threads(n):
                return ask(origins, directions)

        return call

    first = {"pickray, 1 thread": on(1, mesh.closest_hit), "pickray, 2 threads": on(2, mesh.closest_hit)}
    every = {"pickray, 1 thread": on(1, mesh.all_hits), "pickray, 2 threads": on(2, mesh.all_hits)}
    met = {"pickray, 1 thread": on(1, mesh.any_hit), "pickray, 2 threads": on(2, mesh.any_hit)}
    counts = {"pickray, 1 thread": on(1, mesh.count_hits), "pickray, 2 threads": on(2, mesh.count_hits)}
    try:
        import trimesh
        from embreex import rtcore_scene
        from embreex.mesh_construction import TriangleMesh

        scene = rtcore_scene.EmbreeScene()
        TriangleMesh(scene=scene, vertices=vertices, indices=faces.astype(np.int32))
        first["embreex, triangle, t, u, v"] = lambda o, d: scene.run(o, d, output=True)
        first["embreex, triangle alone"] = lambda o, d: scene.run(o, d)
        met["embreex"] = lambda o, d: scene.run(o, d, query="OCCLUDED")
        of_trimesh = trimesh.Trimesh(vertices, faces, process=False)
        by_embree = trimesh.ray.ray_pyembree.RayMeshIntersector(of_trimesh)
        first["embreex by trimesh"] = by_embree.intersects_first
        every["embreex by trimesh"] = lambda o, d: by_embree.intersects_location(o, d)
        own = trimesh.ray.ray_triangle.RayMeshIntersector(of_trimesh)
        first["trimesh's own"] = own.intersects_first
    except ImportError as error:
        print(f"without embreex or trimesh: {error}")
    try:
        import open3d

        cast = open3d.t.geometry.RaycastingScene()
        cast.add_triangles(open3d.core.Tensor(vertices), open3d.core.Tensor(faces.astype(np.uint32)))

        def rays(origins: np.ndarray, directions: np.ndarray) -> Any:
            return open3d.core.Tensor(np.hstack([origins, directions]))

        for n in (1, 2):
            name = f"Open3D, {n} thread{'s'[: n - 1]}"
            first[name] = lambda o, d, n=n: cast.cast_rays(rays(o, d), nthreads=n)["t_hit"].numpy()
            every[name] = lambda o, d, n=n: cast.list_intersections(rays(o, d), nthreads=n)["t_hit"].numpy()
            met[name] = lambda o, d, n=n: cast.test_occlusions(rays(o, d), nthreads=n).numpy()
    except ImportError as error:
        print(f"without Open3D: {error}")
    return {"first hits": first, "all hits": every, "any hit": met, "hit counts": counts}


def measure(calls: dict[str, Call], rays: tuple[np.ndarray, np.ndarray], runs: int) -> None:
    """Prints the least times of each, in turns; slow ones answer a part, and are said so."""
    least: dict[str, list[float]] = {}
    slow = "trimesh's own"
    parts = {name: 200 if name == slow else len(rays[0]) for name in calls}
    for run in range(runs):
        for name, call in calls.items():
            if name == slow and run > 0:
                continue
            asked = [vectors[: parts[name]] for vectors in rays]
            begin = (time.perf_counter(), time.process_time())
            answer = call(*asked)
            taken = [time.perf_counter() - begin[0], time.process_time() - begin[1]]
            del answer
            taken = [t * len(rays[0]) / parts[name] for t in taken]
            least[name] = [min(pair) for pair in zip(taken, least.get(name, taken))]
    for name, (wall, processor) in least.items():
        part = "" if parts[name] == len(rays[0]) else f"  (by {parts[name]} of the rays)"
        print(f"    {name:28} {1e3 * wall:10.0f} {1e3 * processor:10.0f}{part}")


def misses() -> None:
    """Counts rays from inside that miss, through each vertex and the middle of each edge of an icosphere."""
    import trimesh

    sphere = trimesh.creation.icosphere(subdivisions=5)
    vertices, faces = sphere.vertices.astype(np.float32), sphere.faces
    edges = vertices[sphere.edges_unique].astype(float).mean(axis=1)
    mesh = pickray.Mesh(vertices, faces)
    found = {"pickray": lambda o, d: mesh.any_hit(o, d)}
    try:
        from embreex import rtcore_scene
        from embreex.mesh_construction import TriangleMesh

        scene = rtcore_scene.EmbreeScene()
        TriangleMesh(scene=scene, vertices=vertices, indices=faces.astype(np.int32))
        found["embreex"] = lambda o, d: scene.run(o.astype(np.float32), d.astype(np.float32)) >= 0
        import open3d

        cast = open3d.t.geometry.RaycastingScene()
        cast.add_triangles(open3d.core.Tensor(vertices), open3d.core.Tensor(faces.astype(np.uint32)))
        found["Open3D"] = lambda o, d: cast.test_occlusions(
            open3d.core.Tensor(np.hstack([o, d]).astype(np.float32))
        ).numpy()
    except ImportError as error:
        print(error)
    for what, targets in (("vertices", vertices.astype(float)), ("edges' middles", edges)):
        for name, ask in found.items():
            n = (~ask(np.zeros_like(targets), targets)).sum()
            print(f"{name:10} misses {n} of {len(targets)} {what} of an icosphere, from its middle")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rays", type=int, default=1_000_000)
    parser.add_argument("--rows", type=int, nargs="+", default=[158, 500])
    parser.add_argument("--runs", type=int, default=5)
    asked = parser.parse_args()
    misses()
    for rows in asked.rows:
        vertices, faces = bumpy_sphere(rows)
        print(f"{len(faces)} triangles, {asked.rays} rays: wall and processor time, ms")
        questions = engines(vertices, faces)
        for order, rays in (("neighbours", picture(asked.rays)), ("in no order", everywhere(asked.rays))):
            for question, calls in questions.items():
                print(f"  {question}, {order}")
                measure(calls, rays, asked.runs)


if __name__ == "__main__":
    main()
