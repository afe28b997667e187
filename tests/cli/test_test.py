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


IDLE = """
[[checkpoint]]
id = "asks-for-both"
title = "Ends with 0 and with 1"
points = 0
check = { kind = "ran", argv = ["make"], status = "ok", exit_code = 1 }

[[checkpoint]]
id = "deploys"
title = "Deploys the ledger"
points = 0
check = { kind = "ran", argv = ["deploy"] }

[[checkpoint]]
id = "has-an-end"
title = "Comes to an end"
role = "milestone"
points = 0
check = { kind = "at_most", steps = 300 }

[[checkpoint]]
id = "asks-before"
title = "Asks before it deploys"
[checkpoint.check]
kind = "only_after"
guard = { kind = "ran", argv = ["ask"] }
then = { kind = "ran", argv = ["deploy"] }

[[checkpoint]]
id = "no-drop"
title = "Drops no table"
check = { kind = "never", check = { kind = "tool_called", tool = "drop_table" } }

[[checkpoint]]
id = "no-docs"
title = "Leaves the docs alone"
check = { kind = "never", check = { kind = "file_changed", path = { glob = "docs/**" } } }
"""
ENDS_ALIKE = {
    "asks-for-both": "impossible",
    "deploys": "never-passes",
    "has-an-end": "never-fails",
    "asks-before": "vacuous",
    "no-drop": "never-decided",
}


def idle_checks(workspace: Path, *names: str) -> None:
    """Add checks that tell no runs apart, those of the given names or all."""
    blocks = IDLE.split("\n[[checkpoint]]")[1:]
    wanted = [block for block in blocks if not names or block.split('"')[1] in names]
    with checklist(workspace).open("a") as text:
        text.writelines(f"\n[[checkpoint]]{block}\n" for block in wanted)


def test_a_check_that_tells_no_runs_apart_is_named_and_what_to_do(tmp_path, capsys):
    workspace = copied_workspace(tmp_path)
    idle_checks(workspace)
    assert put_to_test(workspace) == 1
    lines = [line.split(": ", 2) for line in capsys.readouterr().out.splitlines()]
    told = {line[0]: line[1] for line in lines if line[0][2:] in (*ENDS_ALIKE, "no-docs")}
    assert told == {
        f"{'✗' if word == 'impossible' else '?'} {name}": word for name, word in ENDS_ALIKE.items()
    }
    put_to_test(workspace, "--json")
    found = json.loads(capsys.readouterr().out)["idle"]
    assert {it["checkpoint"]: it["rule"] for it in found} == ENDS_ALIKE
    assert found[1] == {
        "checkpoint": "deploys",
        "rule": "never-passes",
        "detail": "it fails on all 14 sample runs; add one that meets it, or mend the check",
    }


@pytest.mark.parametrize(
    ("name", "code"), [("asks-for-both", 1), ("asks-before", 3), ("no-docs", 0)]
)
def test_what_no_run_can_meet_is_a_fault_and_what_none_met_is_untested(
    tmp_path, capsys, name, code
):
    workspace = copied_workspace(tmp_path)
    idle_checks(workspace, name)
    block = f'[[checkpoint]]\nid = "{name}"'
    # A good run has to meet what counts for it, which would be a fault of its own.
    replace(checklist(workspace), block, f'{block}\nroute = "b"' if code == 1 else block)
    assert put_to_test(workspace) == code
    assert (f"{name}: " in capsys.readouterr().out) is (code != 0)


@pytest.mark.parametrize("role", ["good", "bad"])
def test_runs_of_one_role_show_no_check_to_tell_nothing_apart(tmp_path, capsys, role):
    workspace = copied_workspace(tmp_path)
    idle_checks(workspace, "deploys", "has-an-end", "asks-before")
    text = listing(workspace).read_text("utf-8")
    for other in ("good", "bad", "noop", "oracle", "claims-only"):
        text = text.replace(f'role = "{other}"', f'role = "{role}"')
    listing(workspace).write_text(text, "utf-8")
    put_to_test(workspace, "--json")
    assert json.loads(capsys.readouterr().out)["idle"] == []


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
