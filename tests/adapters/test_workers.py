"""The like of many things in several processes: the same, in order, and nobody is left behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="nothing can be forked here")

# Runs alone: processes are forked where there is one thread only.
_HEAD = """
import os, signal, sys
from ckpt_tui.adapters import workers
workers._processors = lambda: 3
here = os.getpid()
"""


def run(program: str, folder: Path, **kwargs) -> subprocess.CompletedProcess[str]:
    root = Path(__file__).parents[2]
    env = {**os.environ, "PYTHONPATH": str(root)}
    command = [sys.executable, "-c", _HEAD + program]
    return subprocess.run(
        command, cwd=folder, env=env, capture_output=True, text=True, check=True, **kwargs
    )


def test_what_is_made_in_several_processes_comes_in_order(tmp_path):
    found = run(
        """
found = list(workers.in_order(lambda number: (number, os.getpid()), 200))
assert [number for number, _ in found] == list(range(200))
print(len({process for _, process in found} - {here}))
""",
        tmp_path,
    )
    assert 1 < int(found.stdout) <= 3


def test_few_things_and_none_are_made_here(tmp_path):
    run(
        """
for count in (0, 1, 31):
    assert list(workers.in_order(lambda number: (number, os.getpid()), count)) == [
        (number, here) for number in range(count)
    ]
""",
        tmp_path,
    )


def test_what_goes_wrong_over_there_is_told_of_here(tmp_path):
    found = run(
        """
def make(number):
    if number == 77:
        raise ValueError(f"no {number}")
    return number
found = []
try:
    for each in workers.in_order(make, 200):
        found.append(each)
except ValueError as error:
    print(error, found == list(range(77)))
""",
        tmp_path,
    )
    assert found.stdout == "no 77 True\n"


@pytest.mark.parametrize("victims", ["number == 50", "True"])
def test_a_process_that_is_killed_is_stood_in_for(tmp_path, victims):
    run(
        f"""
def make(number):
    if {victims} and os.getpid() != here:
        os.kill(os.getpid(), signal.SIGKILL)
    return number
assert list(workers.in_order(make, 200)) == list(range(200))
""",
        tmp_path,
    )


@pytest.mark.parametrize(("descriptors", "others"), [(6, 0), (8, 1)])
def test_as_many_processes_as_the_machine_gives_are_enough(tmp_path, descriptors, others):
    found = run(
        f"""
import resource
before = os.listdir("/proc/self/fd")
resource.setrlimit(resource.RLIMIT_NOFILE, ({descriptors}, {descriptors}))
found = list(workers.in_order(lambda number: (number, os.getpid()), 200))
assert [number for number, _ in found] == list(range(200))
assert os.listdir("/proc/self/fd") == before
print(len({{process for _, process in found}} - {{here}}))
""",
        tmp_path,
    )
    assert int(found.stdout) == others


@pytest.mark.parametrize("ending", ["pass", "os.kill(here, signal.SIGKILL)"])
def test_no_process_outlives_whoever_wanted_its_answers(tmp_path, ending):
    program = f"""
from pathlib import Path
def make(number):
    Path(f"{{os.getpid()}}.worker").touch()
    return number
for each in workers.in_order(make, 4000):
    if each == 100:
        break
{ending}
"""
    if ending == "pass":
        run(program, tmp_path)
    else:
        with pytest.raises(subprocess.CalledProcessError) as ended:
            run(program, tmp_path)
        assert ended.value.returncode == -signal.SIGKILL
    processes = [int(found.stem) for found in tmp_path.glob("*.worker")]
    assert processes
    deadline = time.monotonic() + 10
    while any(map(_runs, processes)):
        assert time.monotonic() < deadline, "a worker runs on"


def test_nothing_of_the_working_folder_is_imported(tmp_path):
    for name in ("select", "selectors", "pickle", "gc", "threading"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('imported from here')")
    root = Path(__file__).parents[2]
    program = f"""
import sys
sys.path.insert(0, {str(root)!r})
from ckpt_tui.adapters import workers
workers._processors = lambda: 3
assert list(workers.in_order(str, 100)) == [str(number) for number in range(100)]
sys.path.insert(0, "")
assert list(workers.in_order(str, 100)) == [str(number) for number in range(100)]
"""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    subprocess.run([sys.executable, "-P", "-c", program], cwd=tmp_path, env=env, check=True)


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")
    return not state.exists() or state.read_text().rpartition(")")[2].split()[0] != "Z"


def test_what_takes_too_long_is_given_up_and_nobody_is_left_behind(tmp_path):
    run(
        """
def endless():
    while True:
        pass
def gone():
    os._exit(1)
def wrong():
    raise ValueError
assert workers.within(lambda: (os.getpid() != here, ["made"]), 60) == (True, ["made"])
assert [workers.within(each, 60) for each in (gone, wrong)] == [None, None]
assert workers.within(endless, 0.05) is None
try:
    os.waitpid(-1, 0)
except ChildProcessError:
    pass
else:
    raise AssertionError("a process is left")
""",
        tmp_path,
    )
