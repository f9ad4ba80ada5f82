"""The README's examples run, and types are those of what is compiled."""

import re
import subprocess
import sys
from pathlib import Path

import pickray

HERE = Path(__file__).parent


def test_the_examples_of_the_readme_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", (HERE.parent / "README.md").read_text(), flags=re.DOTALL)
    assert len(blocks) == 5
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


def test_types_are_complete_and_those_of_what_is_compiled(tmp_path: Path) -> None:
    for command in (
        ["mypy.stubtest", "--ignore-disjoint-bases", "pickray._pickray"],
        ["mypy", "--strict", "-p", "pickray"],
    ):
        checked = subprocess.run([sys.executable, "-m", *command], cwd=tmp_path, capture_output=True, text=True)
        assert checked.returncode == 0, checked.stdout + checked.stderr


def test_whatever_is_public_says_what_it_does() -> None:
    for owner in (pickray, pickray.Landmarks, pickray.Mesh, pickray.Scene):
        for name in vars(owner):
            if not name.startswith("_"):
                assert getattr(owner, name).__doc__, name
