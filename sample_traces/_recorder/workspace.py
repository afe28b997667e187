"""A fresh working copy of a program, and the shell in which an agent's commands really run."""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# What recordings call the working copy, wherever it lies while it is recorded.
SHOWN_ROOT = "/workspace"

SHELL_TIMEOUT_SECONDS = 60

_DURATION = re.compile(r"(?<=\bin )\d+\.\d{3}s\b")


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """A working copy.

    Attributes:
        root: where it lies.
        programs: a folder whose `python` is the interpreter that records.
    """

    root: Path
    programs: Path

    def run(self, command: str) -> tuple[str, int]:
        """Run a bash command; returns output and errors as one text, and the exit code."""
        done = subprocess.run(
            ["bash", "-c", command.replace(SHOWN_ROOT, str(self.root))],
            cwd=self.root,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=SHELL_TIMEOUT_SECONDS,
            check=False,
        )
        return self._shown(done.stdout.decode("utf-8", "replace")), done.returncode

    def real_path(self, shown: str) -> Path:
        """Where a path of a recording lies; raises ValueError outside the working copy."""
        path = Path(shown)
        if not path.is_relative_to(SHOWN_ROOT) or ".." in path.parts:
            raise ValueError(f"{shown} is not below {SHOWN_ROOT}")
        return self.root / path.relative_to(SHOWN_ROOT)

    def copy_to(self, folder: Path) -> None:
        """Copy every file; raises ValueError where one names the temporary folder."""
        for path in sorted(self.root.rglob("*")):
            if path.is_file() and str(self.root).encode() in path.read_bytes():
                raise ValueError(f"{path} names its temporary folder")
        shutil.copytree(self.root, folder)

    def _environment(self) -> dict[str, str]:
        """Nothing of the machine that records may show."""
        return {
            "PATH": os.pathsep.join([str(self.programs), "/usr/bin", "/bin"]),
            "HOME": str(self.root),
            "LANG": "C.UTF-8",
            "LC_ALL": "C.UTF-8",
            "TZ": "UTC",
            "TERM": "dumb",
            "NO_COLOR": "1",
            "PYTHONHASHSEED": "0",
            "PYTHONDONTWRITEBYTECODE": "1",
            # The marks under a traceback's lines differ between versions of Python.
            "PYTHONNODEBUGRANGES": "1",
        }

    def _shown(self, output: str) -> str:
        return _DURATION.sub("0.001s", output.replace(str(self.root), SHOWN_ROOT))


@contextmanager
def fresh_workspace(*sources: Path) -> Generator[Workspace, None, None]:
    """A temporary working copy; files of later sources replace those of earlier ones."""
    with tempfile.TemporaryDirectory(prefix="recorder-") as folder:
        base = Path(folder).resolve()
        for source in sources:
            shutil.copytree(
                source,
                base / "workspace",
                dirs_exist_ok=True,
                ignore=shutil.ignore_patterns("__pycache__"),
            )
        yield Workspace(root=base / "workspace", programs=_programs(base / "programs"))


def _programs(folder: Path) -> Path:
    folder.mkdir()
    for name in ("python", "python3"):
        program = folder / name
        # Without site packages: the agents were told that there is only the standard library.
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -S "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return folder
