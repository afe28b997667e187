"""Fixtures that every test may use."""

import os
import shutil
from pathlib import Path

import pytest
from hypothesis import settings

# A first example pays for imports and codecs, and a machine may be busy: slowness is not measured.
settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")

SHARED = Path(__file__).resolve().parents[2] / "shared"


@pytest.fixture(scope="session")
def shared_traces() -> Path:
    """Recordings of other people's runs, kept beside the project on some machines."""
    folder = SHARED / "traces"
    if not folder.is_dir():
        pytest.skip("the folder of shared recordings is not on this machine")
    return folder


@pytest.fixture(autouse=True)
def own_state(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Journals, locks and caches of a test lie in a folder of its own."""
    folder = tmp_path_factory.mktemp("state")
    monkeypatch.setenv("XDG_STATE_HOME", str(folder))
    monkeypatch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
    return folder


def pytest_xdist_auto_num_workers() -> int:
    # Whoever waits for a terminal leaves the processor to another.
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        for mark in item.iter_markers("needs"):
            tool = mark.args[0]
            if shutil.which(tool) is not None:
                continue
            if os.environ.get("CKPT_TUI_REQUIRE_TOOLS"):
                item.add_marker(pytest.mark.usefixtures("missing_tool"))
            else:
                item.add_marker(pytest.mark.skip(reason=f"needs {tool}, which is not installed"))


@pytest.fixture
def missing_tool() -> None:
    pytest.fail("needs a program that is not installed, and this run must not skip")
