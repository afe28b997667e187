"""What people install: the wheel holds all that the app needs, and the command works from it."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]


def sh(*argv: str | Path) -> str:
    done = subprocess.run(argv, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.exhaustive
@pytest.mark.timeout(900)
def test_the_wheel_is_whole_and_its_command_works(tmp_path: Path) -> None:
    sh(sys.executable, "-m", "venv", tmp_path / "venv")
    scripts = tmp_path / "venv" / "bin"
    sh(scripts / "pip", "wheel", "--quiet", "--no-deps", "-w", tmp_path, ROOT)
    [wheel] = tmp_path.glob("*.whl")
    packed = set(zipfile.ZipFile(wheel).namelist())
    package = ROOT / "ckpt_tui"
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in package.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert "ckpt_tui/py.typed" in wanted
    assert wanted <= packed
    outside = {name.split("/")[0] for name in packed - wanted}
    assert all(name.endswith(".dist-info") for name in outside)

    sh(scripts / "pip", "install", "--quiet", wheel)
    version = sh(scripts / "ckpt-tui", "--version").split()
    assert version == ["ckpt-tui", wheel.name.split("-")[1]]
    assert "task_042" in sh(scripts / "ckpt-tui", "-C", ROOT, "score", "task_042")
    sh(scripts / "python", "-c", "import ckpt_tui.tui.screens.edit, ckpt_tui.help as h; "
       "assert all(h.page(name) for name in h.PAGES)")  # fmt: skip
