"""What a command loads: nothing that takes long and that it does not need."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def loaded_by(code: str) -> set[str]:
    """Top names of the modules that a new process has loaded behind some code."""
    tell = "\nimport sys; print(*{name.split('.')[0] for name in sys.modules}, file=sys.stderr)"
    done = subprocess.run(
        (sys.executable, "-c", code + tell), cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(done.stderr.splitlines()[-1].split())


@pytest.mark.parametrize("options", [[], ["--json"]], ids=str)
def test_scoring_loads_neither_the_toolkit_nor_the_vendor_nor_models(options: list[str]) -> None:
    arguments = ["score", "task_042", *options]
    loaded = loaded_by(f"from ckpt_tui.cli.main import run; assert run({arguments}) == 0")
    assert "ckpt_tui" in loaded
    assert not loaded & {"textual", "anthropic", "pydantic"}


def test_no_module_loads_the_vendor_before_a_judge_is_asked() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        for path in (ROOT / "ckpt_tui").rglob("*.py")
        if path.name != "__main__.py"
    ]
    assert len(names) > 100
    loaded = loaded_by(
        f"from importlib import import_module\nfor name in {names}: import_module(name)"
    )
    assert "textual" in loaded
    assert "anthropic" not in loaded
