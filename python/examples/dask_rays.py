"""Answers more rays than one machine holds, on the workers of a Dask cluster.

    python dask_rays.py MESH ORIGINS.npy DIRECTIONS.npy OUT [--scheduler tcp://HOST:8786] [--chunk 1000000]

The mesh goes to each worker once and its tree is built there; each task takes a chunk of the rays from the files, which
all workers see, and writes its hits into the folder OUT as part-00000.npz, part-00001.npz and so on. Without a
scheduler two workers are started here.
"""

import argparse
from pathlib import Path

import numpy as np
from dask.distributed import Client

import pickray


def answer(mesh: pickray.Mesh, origins: Path, directions: Path, begin: int, end: int, part: Path) -> int:
    """Writes the closest hits of the rays from number `begin` up to `end`; returns how many hit."""
    chunk = [np.array(np.load(path, mmap_mode="r")[begin:end]) for path in (origins, directions)]
    hits = mesh.closest_hit(*chunk)
    np.savez(part, **hits._asdict())
    return int((hits.triangle >= 0).sum())


def trace(client: Client, mesh: pickray.Mesh, origins: Path, directions: Path, out: Path, chunk: int) -> int:
    """Answers all rays of two .npy files of shape (n, 3), and returns how many hit."""
    out.mkdir(parents=True, exist_ok=True)
    n = len(np.load(origins, mmap_mode="r"))
    everywhere = client.scatter(mesh, broadcast=True)
    parts = [
        client.submit(answer, everywhere, origins, directions, begin, min(begin + chunk, n), out / f"part-{i:05}.npz")
        for i, begin in enumerate(range(0, n, chunk))
    ]
    return sum(client.gather(parts))


def read(out: Path) -> pickray.Hits:
    """Returns the hits in a folder as those of one call."""
    parts = [np.load(path) for path in sorted(out.glob("part-*.npz"))]
    return pickray.Hits(*(np.concatenate([part[column] for part in parts]) for column in pickray.Hits._fields))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("mesh", "origins", "directions", "out"):
        parser.add_argument(name, type=Path)
    parser.add_argument("--scheduler")
    parser.add_argument("--chunk", type=int, default=1_000_000)
    asked = parser.parse_args()
    # A task answers its rays on all cores of its worker: one at a time is enough.
    client = Client(asked.scheduler) if asked.scheduler else Client(n_workers=2, threads_per_worker=1)
    with client:
        mesh = pickray.Mesh.open(asked.mesh)
        paths = (path.resolve() for path in (asked.origins, asked.directions, asked.out))
        print(trace(client, mesh, *paths, asked.chunk), "rays hit")


if __name__ == "__main__":
    main()
