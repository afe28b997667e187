"""Files of a task's folder that commands name: bounded, and never more of them than may be."""

import tracemalloc

import pytest

from ckpt_tui.adapters.task_files import FolderTaskFiles
from ckpt_tui.errors import StoreError


def test_a_folder_that_is_too_large_is_refused_before_all_of_it_is_read(tmp_path):
    checks = tmp_path / "checks"
    checks.mkdir()
    for number in range(8):
        with (checks / str(number)).open("wb") as file:
            file.truncate(30 << 20)
    tracemalloc.start()
    try:
        with pytest.raises(StoreError, match=r"more than 33,554,432 bytes"):
            FolderTaskFiles(lambda _: tmp_path).read("t", ["checks"])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 130 << 20
