"""The example with Dask, on a cluster of two workers here."""

import subprocess
import sys
from pathlib import Path

import numpy as np
from test_mesh import FACES, VERTICES, rays

import pickray

EXAMPLES = Path(__file__).parents[2] / "examples"
sys.path.insert(0, str(EXAMPLES))


def test_two_workers_answer_as_one_call_does(tmp_path: Path) -> None:
    import dask_rays

    origins, directions = rays(50_001)
    np.save(tmp_path / "origins.npy", origins)
    np.save(tmp_path / "directions.npy", directions)
    lines = [f"v {x:.9g} {y:.9g} {z:.9g}" for x, y, z in VERTICES] + [f"f {a} {b} {c}" for a, b, c in FACES + 1]
    (tmp_path / "sphere.obj").write_text("\n".join(lines))
    files = ["sphere.obj", "origins.npy", "directions.npy", "out"]
    command = [sys.executable, EXAMPLES / "dask_rays.py", *files, "--chunk", "7000"]
    told = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stderr
    expected = pickray.Mesh(VERTICES, FACES).closest_hit(origins, directions)
    assert told.stdout == f"{(expected.triangle >= 0).sum()} rays hit\n"
    assert len(list((tmp_path / "out").iterdir())) == 8
    for column, alone in zip(dask_rays.read(tmp_path / "out"), expected):
        np.testing.assert_array_equal(column, alone)
