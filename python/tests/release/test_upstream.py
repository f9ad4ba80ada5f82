"""The tests that trimesh has of its rays, with pickray.trimesh in the place of its engines."""

import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

TRIMESH = "5.2.0"


def test_the_tests_of_trimesh_pass(tmp_path: Path) -> None:
    fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "-d", tmp_path]
    subprocess.run([*fetch, f"trimesh=={TRIMESH}"], check=True, timeout=300)
    with tarfile.open(next(tmp_path.glob("*.tar.gz"))) as package:
        package.extractall(tmp_path, filter="data")
    for path in (Path(__file__).parent / "upstream").glob("*.py"):
        shutil.copy(path, tmp_path)
    theirs = [f"test_{name}.py" for name in ("ray", "ray_upstream", "thickness")]
    for name in theirs:
        shutil.copy(tmp_path / f"trimesh-{TRIMESH}" / "tests" / name, tmp_path)
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *theirs]
    told = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, timeout=300)
    assert told.returncode == 0, told.stdout
    passed, asked = (re.search(words, told.stdout) for words in (r"(\d+) passed", r"asked (\d+) times"))
    assert passed and int(passed[1]) >= 30 and "skipped" not in told.stdout, told.stdout
    assert asked and int(asked[1]) > 100, told.stdout
