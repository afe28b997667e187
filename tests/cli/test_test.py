"""`ckpt-tui test` as a shell sees it."""

import json
import shutil
import sys
from pathlib import Path

import pytest

from ckpt_tui.cli.main import run
from tests.tui.driver import copied_workspace

WEAK = """
[[checkpoint]]
id = "names-pytest"
title = "Runs the tests"
points = 0
[checkpoint.check]
kind = "tool_called"
class = "shell"
arguments = { command = { has = "unittest" } }
status = "any"

[[checkpoint]]
id = "module-is-there"
title = "The module is there"
points = 0
[checkpoint.check]
kind = "file"
path = "ledger/money.py"

[[checkpoint]]
id = "no-harm"
title = "Shows the sum, or removes nothing"
points = 0
[checkpoint.check]
kind = "any_of"
checks = [
  { kind = "output", match = { has = "1,520.70" } },
  { kind = "not", check = { kind = "ran", argv = ["rm"] } },
]
"""


KEPT = ("claims-only", "decimal", "never-reproduces", "noop", "nudge", "oracle")


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    """The sample task with one run of each role, and one that only the verifier passes."""
    copied_workspace(tmp_path)
    first, *blocks = listing(tmp_path).read_text("utf-8").split("[[trace]]")
    kept = [block for block in blocks if block.strip().startswith(tuple(map(_path, KEPT)))]
    listing(tmp_path).write_text("[[trace]]".join([first, *kept]), "utf-8")
    return tmp_path


def _path(run_folder: str) -> str:
    return f'path = "{run_folder}/'


def put_to_test(workspace: Path, *words: str) -> int:
    return run(["-C", str(workspace), "test", "task_042", *words])


def checklist(workspace: Path) -> Path:
    return workspace / "checklists/task_042/checklist.toml"


def listing(workspace: Path) -> Path:
    return workspace / "sample_traces/task_042/traces.toml"


def replace(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def files(workspace: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in workspace.rglob("*") if path.is_file()}


def test_the_sample_task_stands_the_test_and_nothing_is_written(tmp_path, capsys):
    workspace = copied_workspace(tmp_path)
    before = files(workspace)
    assert put_to_test(workspace, "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["task"] == "task_042"
    assert {control["state"] for control in found["controls"]} == {"passed"}
    assert len(found["controls"]) == 14
    assert found["untested"] == []
    assert [each["score"] for each in found["mutations"]] == [1.0] * 9
    assert all(each["applicable"] for each in found["mutations"])
    assert files(workspace) == before


def test_a_run_that_is_not_changed_is_named_with_its_reason(workspace, capsys):
    assert put_to_test(workspace) == 0
    reason = "(others that pass the same are changed)"
    told = f"    not changed: claims only, does nothing {reason}"
    assert capsys.readouterr().out.splitlines()[-1] == told
    put_to_test(workspace, "--json")
    left = json.loads(capsys.readouterr().out)["unchanged"]
    assert left[0] == {"run": "claims only", "checkpoints": [], "reason": reason[1:-1]}


def test_what_is_not_put_to_the_test_is_not_fine(workspace, capsys, monkeypatch):
    monkeypatch.setattr("ckpt_tui.core.mutations.excerpts._LONGEST_STEPS", 3)
    assert put_to_test(workspace) == 3
    out = capsys.readouterr().out
    assert "0 of 0         not tested: the runs that pass it are too long" in out
    assert "not changed for reproduce, " in out
    assert "✗" not in out


def test_runs_that_only_the_verifier_passes_come_first(workspace, capsys):
    replace(listing(workspace), 'role = "bad"', 'role = "good"')
    assert put_to_test(workspace) == 1
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split(maxsplit=3)[:3] == ["✗", "failed", "good"]
    assert lines[2].endswith("a route is missing")
    assert "a route is missing" not in "".join(lines[6:])


def test_a_run_marked_bad_may_miss_a_route(workspace, capsys):
    assert put_to_test(workspace) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1] == "✓ ok      bad          edits first"
    assert "(reproduce fails first): a route is missing, unless" in lines[2]


def test_what_a_weak_list_overlooks_is_named_with_run_and_step(workspace, capsys):
    with checklist(workspace).open("a") as text:
        text.write(WEAK)
    assert put_to_test(workspace) == 1
    out = capsys.readouterr().out
    assert "names-pytest: passes on `echo`, `printf`" in out
    assert "module-is-there: passes with the file left empty (empty: " in out
    assert "no-harm: passes before the agent has done anything" in out
    assert "passes with all of its evidence taken away" in out
    put_to_test(workspace, "--json")
    mutations = {it["checkpoint"]: it for it in json.loads(capsys.readouterr().out)["mutations"]}
    echoed = mutations["names-pytest"]
    assert echoed["killed"] < echoed["applicable"]
    assert echoed["score"] == echoed["killed"] / echoed["applicable"]
    assert {it["mutation"] for it in echoed["survivors"]} == {"echo", "replace"}
    assert all(isinstance(it["step"], int) and it["run"] for it in echoed["survivors"])
    assert mutations["green"]["survivors"] == []


def test_a_control_that_fails_is_named(workspace, capsys):
    replace(checklist(workspace), "failed = 0", "failed = 1")
    assert put_to_test(workspace) == 1
    out = capsys.readouterr().out
    assert "✗ failed  good         Decimal" in out
    assert "    green fails: " in out
    assert "not tested: no run passes it" in out


@pytest.mark.parametrize("role", ["noop", "oracle", "claims-only", "good"])
def test_a_missing_role_is_said_and_leaves_it_undecided(workspace, capsys, role):
    replace(listing(workspace), f'role = "{role}"\n', "")
    assert put_to_test(workspace) == 3
    assert f"? no {role} trace: not tested" in capsys.readouterr().out


def test_open_verdicts_leave_it_undecided(workspace, capsys):
    with checklist(workspace).open("a") as text:
        text.write(
            '\n[[checkpoint]]\nid = "neat"\ntitle = "Neat"\npoints = 0\n'
            'check = { kind = "human", question = "Is it neat?" }\n'
        )
    assert put_to_test(workspace) == 3
    out = capsys.readouterr().out
    assert "? open    good         Decimal" in out
    assert "neat is open (pending)" in out
    assert "not tested: it waits for a verdict" in out


def test_a_run_that_cannot_be_read_is_said_and_the_others_are_put_to_test(workspace, capsys):
    (workspace / "sample_traces/task_042/nudge/trajectory.json").write_text("{")
    assert put_to_test(workspace) == 2
    told = capsys.readouterr()
    assert "nudge/trajectory.json" in told.err
    assert "✓ ok      oracle       oracle" in told.out
    assert "Traceback" not in told.err


def test_without_samples_nothing_is_tested(workspace, capsys):
    shutil.rmtree(workspace / "sample_traces/task_042")
    assert put_to_test(workspace) == 3
    told = capsys.readouterr()
    assert "no sample traces" in told.err
    assert told.out.count("not tested: no run passes it") == 9
    assert told.out.count("trace: not tested") == 4


def test_a_task_that_is_not_there_is_refused(workspace, capsys):
    assert run(["-C", str(workspace), "test", "task_43"]) == 2
    assert "task_042" in capsys.readouterr().err


def test_it_fits_into_eighty_columns_and_obeys_no_label(workspace, capsys, monkeypatch):
    replace(listing(workspace), 'label = "edits first"', 'label = "\\u001b[31medits\\u202e first"')
    with checklist(workspace).open("a") as text:
        text.write(WEAK)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert put_to_test(workspace) == 1
    out = capsys.readouterr().out
    assert max(map(len, out.splitlines())) <= 80
    assert "\x1b[31m" not in out
    assert "\u202e" not in out
    assert "␛[31medits" in out
