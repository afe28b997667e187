"""A large run is worked on in a process of its own, which nobody has to know of."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.safety.large_workspace import FOUND_AT, NEEDLE, TASK, large_workspace
from tests.safety.terminal import ROOT, Terminal, edit, environment
from tests.tui.driver import copied_workspace

# The verdicts of all checkpoints and the steps with the needle, worked out there and here.
_BOTH = f"""
import sys
from pathlib import Path
from ckpt_tui.adapters.executor import start_executor
root = Path(sys.argv[1])
executor = start_executor(root, {TASK!r})
from ckpt_tui.core.checks.logic import Not
from ckpt_tui.core.deciding import decided
from ckpt_tui.core.steps_search import steps_with
from ckpt_tui.core.view import TraceView
from ckpt_tui.process_ports import ExecutorClosedError, SeenRun
from ckpt_tui.wiring import open_workbench
bench = open_workbench(root)
[sample] = bench.library.samples({TASK!r}).samples
assert executor.takes(sample)
text = bench.store.working({TASK!r}).text
points = bench.format.parse(text, "checklist.toml").checkpoints
run = SeenRun(sample=sample, base=None, workdir=())
view = TraceView(trace=bench.library.load(sample))
# What cannot be sent is not asked, and does no harm to what is asked next.
deep = points[0].check
for _ in range(5000):
    deep = Not(check=deep)
assert executor.decided(deep, run) is None
assert executor.decided(lambda: None, run) is None
for point in points:
    there = executor.decided(point.check, run)
    assert there is not None
    assert there == decided(point.check, view), there
    print(there.status)
there = executor.steps_with({NEEDLE!r}, run)
assert there == steps_with({NEEDLE!r}, view.trace.steps) == [{FOUND_AT}]
assert executor.steps_with("(", run) is None
executor.close()
assert not executor.takes(sample)
try:
    executor.decided(points[0].check, run)
except ExecutorClosedError:
    print("closed")
"""


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return large_workspace(tmp_path_factory.mktemp("large"))


def children(process: int) -> Sequence[int]:
    return [
        int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()
    ]


def is_running(process: int) -> bool:
    try:
        state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def wait_for_end(process: int) -> None:
    """Wait until a process that may be nobody's child has ended; the test's own limit ends it."""
    while is_running(process):
        os.sched_yield()


def test_it_says_there_what_is_said_here(workspace: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _BOTH, str(workspace)],
        cwd=ROOT,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.split() == ["pass", "fail", "pass", "closed"]


def test_nothing_is_left_of_it_when_the_app_is_left(workspace: Path) -> None:
    with Terminal(edit(workspace, TASK)) as terminal:
        terminal.wait_opened()
        [child] = children(terminal.process.pid)
        terminal.press("q")
        assert terminal.ends() == 0
        assert not is_running(child)


def test_a_killed_app_takes_it_along(workspace: Path) -> None:
    with Terminal(edit(workspace, TASK)) as terminal:
        terminal.wait_opened()
        [child] = children(terminal.process.pid)
        terminal.process.kill()
        terminal.process.wait()
        wait_for_end(child)


def test_where_it_dies_the_app_goes_on_alone(workspace: Path) -> None:
    with Terminal(edit(workspace, TASK), size=(160, 48)) as terminal:
        terminal.wait_opened()
        [child] = children(terminal.process.pid)
        os.kill(child, signal.SIGKILL)
        terminal.press("2", "g", "/")
        terminal.paste(NEEDLE)
        terminal.press("enter")
        terminal.wait_for(f"step {FOUND_AT}")
        terminal.press("q")
        assert terminal.ends() == 0


def test_a_small_run_needs_none(tmp_path: Path) -> None:
    with Terminal(edit(copied_workspace(tmp_path))) as terminal:
        terminal.wait_opened()
        assert not children(terminal.process.pid)
