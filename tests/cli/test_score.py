"""`ckpt-tui score`: what it prints, and the code it leaves with."""

import fcntl
import json
import os
import pty
import re
import shutil
import struct
import subprocess
import sys
import termios
from contextlib import suppress
from pathlib import Path

import pytest
from rich.cells import cell_len

from ckpt_tui.cli.main import run
from ckpt_tui.wiring import open_library
from tests.tui.driver import ROOT, copied_workspace

KEYS = {
    "task", "checklist", "trace", "outcome", "score", "progress", "raw", "bounds", "penalty",
    "vetoed", "first_failed", "checkpoints", "verifier_share", "verifier_progress",
    "route", "progress_equal_points",
}  # fmt: skip


def scored(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, object]]:
    assert run(["-C", str(ROOT), "score", *arguments, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert isinstance(found, list)
    return found


def test_json_has_the_documented_shape(capsys: pytest.CaptureFixture[str]) -> None:
    documents = scored(capsys, "task_042")
    assert len(documents) >= 10
    for document in documents:
        assert set(document) == KEYS
        assert document["checklist"]["version"] == 2
        assert document["checklist"]["working"] is False
        assert document["checklist"]["digest"].startswith("sha256:")
        assert len(document["trace"]["digest"]) == 71
        assert document["trace"]["path"].startswith("sample_traces/task_042/")
        assert document["trace"]["format"] == "atif"
        low, high = document["bounds"]
        assert (document["score"] is None) == (low != high)
        for point in document["checkpoints"]:
            assert (point["evidence"] or point["scope"]) or point["verdict"] in {
                "pending", "unavailable", "error", "unsure", "not_applicable",
            }  # fmt: skip


def test_every_quote_is_what_its_span_names(capsys: pytest.CaptureFixture[str]) -> None:
    for document in scored(capsys, "task_042"):
        steps = json.loads((ROOT / document["trace"]["path"]).read_text())["steps"]
        for point in document["checkpoints"]:
            for evidence in point["evidence"]:
                if evidence["step"] is None:
                    continue
                assert steps[evidence["step"]]["step_id"] == evidence["native"]
                start, end = evidence["span"]
                assert len(evidence["quote"]) == min(end - start, 500)
                if evidence["part"] in ("message", "report"):
                    message = steps[evidence["step"]]["message"]
                    assert message[start:end].startswith(evidence["quote"])


def test_the_working_copy_is_named_as_such(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    checklist = workspace / "checklists/task_042/checklist.toml"
    checklist.write_text(checklist.read_text().replace("points = 0.15", "points = 0.25", 1))
    assert run(["-C", str(workspace), "score", "--working"]) == 0
    assert "task_042 v2+" in capsys.readouterr().out
    assert run(["-C", str(workspace), "score", "task_042", "--json", "--working"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["checklist"]["working"] is True


def test_a_task_that_was_never_sealed_is_scored_by_its_working_copy(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    for version in (workspace / "checklists/task_042/versions").iterdir():
        version.unlink()
    assert run(["-C", str(workspace), "score", "task_042", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)[0]["checklist"]
    assert (found["version"], found["working"]) == (None, True)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["nope"], 2, "there is no task 'nope'; known: task_042"),
        (["README.md"], 2, "--traces"),
        (["task_042", "--traces", "README.md"], 2, "README.md: plain text"),
        (["task_042", "--traces", "nothing/*.json"], 2, "nothing/*.json"),
        (["task_042", "--frob"], 2, "--frob"),
        (["task_042", "--fail-on", "sometimes"], 2, "sometimes"),
        (["task_042", "--fail-on", "veto"], 1, ""),
        (["task_042", "--fail-on", "fail"], 1, ""),
        (["task_042", "--traces", "sample_traces/task_042/oracle", "--fail-on", "fail"], 0, ""),
        (["task_042", "--traces", "sample_traces/task_042/*/trajectory.json"], 0, ""),
    ],
)
def test_exit_codes_and_sentences(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    arguments: list[str],
    code: int,
    words: str,
) -> None:
    monkeypatch.chdir(ROOT)
    assert run(["score", *arguments]) == code
    told = capsys.readouterr().err
    assert words in told
    assert "Traceback" not in told
    assert told.count("\n") <= 1


def test_one_broken_trace_costs_the_others_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    broken = workspace / "sample_traces/task_042/oracle/trajectory.json"
    broken.write_text(broken.read_text()[: len(broken.read_text()) // 2])
    before = len(scored(capsys, "task_042"))
    code = run(["-C", str(workspace), "score", "task_042", "--json"])
    captured = capsys.readouterr()
    found = json.loads(captured.out)
    if code == 0:
        assert len(found) == before
    else:
        assert code == 2
        assert "oracle" in captured.err
        assert len(found) == before - 1


def test_a_listed_trace_that_is_missing_or_unknown_costs_the_others_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    folder = workspace / "sample_traces/task_042"
    (folder / "oracle/trajectory.json").unlink()
    (folder / "noop/trajectory.json").write_text("no recording")
    before = len(scored(capsys, "task_042"))
    assert run(["-C", str(workspace), "score", "task_042", "--json"]) == 2
    captured = capsys.readouterr()
    assert len(json.loads(captured.out)) == before - 2
    assert captured.err.count("\n") == 2
    assert "traces.toml:" in captured.err
    assert "plain text" in captured.err


def test_an_empty_workspace_prints_an_empty_array(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "checklists").mkdir()
    assert run(["-C", str(tmp_path), "score", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.parametrize("command", ["score", "lint"])
def test_an_empty_workspace_says_what_to_write(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    (tmp_path / "checklists").mkdir()
    assert run(["-C", str(tmp_path), command]) == 0
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    for words in ("checklists/TASK/checklist.toml", "format = 1", "[[checkpoint]]"):
        assert words in told.err


@pytest.mark.parametrize("command", ["score", "lint", "test", "log", "edit"])
def test_a_task_without_a_list_says_what_to_write(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str
) -> None:
    (tmp_path / "checklists").mkdir()
    assert run(["-C", str(tmp_path), command, "my_task"]) == 2
    told = capsys.readouterr().err
    for words in ("checklists/my_task/checklist.toml", 'task = "my_task"', "[[checkpoint]]"):
        assert words in told


@pytest.mark.parametrize("word", ["veto", "fail", "open"])
@pytest.mark.parametrize("is_named", [False, True])
def test_a_gate_over_no_run_at_all_does_not_pass(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, word: str, *, is_named: bool
) -> None:
    """Nothing is known then, and unknown is never fine; without a gate it is only said."""
    workspace = copied_workspace(tmp_path)
    shutil.rmtree(workspace / "sample_traces/task_042")
    named = ["task_042"] if is_named else []
    assert run(["-C", str(workspace), "score", *named]) == 0
    capsys.readouterr()
    assert run(["-C", str(workspace), "score", *named, "--fail-on", word]) == 1
    assert "no run was scored of task_042" in capsys.readouterr().err


def test_a_gate_over_no_task_at_all_does_not_pass(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "checklists").mkdir()
    assert run(["-C", str(tmp_path), "score", "--json", "--fail-on", "fail"]) == 1
    assert json.loads(capsys.readouterr().out) == []


def test_a_folder_that_is_no_workspace_says_what_to_do(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert run(["-C", str(tmp_path), "score"]) == 2
    assert "checklists" in capsys.readouterr().err


def test_a_run_is_scored_once_however_often_and_however_it_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    path = "sample_traces/task_042/oracle/trajectory.json"
    spellings = (path, f"./{path}", f"sample_traces/../{path}", str(ROOT / path))
    traces = [word for spelling in spellings for word in ("--traces", spelling)]
    documents = scored(capsys, "task_042", "task_042", *traces)
    assert [document["trace"]["path"] for document in documents] == [path]


def test_an_empty_path_is_no_recording(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["-C", str(ROOT), "score", "task_042", "--traces", "", "--json"]) == 2
    assert "an empty path names no recording" in capsys.readouterr().err


def test_a_named_folder_says_what_it_left_out(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    folder = workspace / "sample_traces/task_042"
    (folder / "notes.md").write_text("no recording")
    assert run(["-C", str(workspace), "score", "task_042", "--traces", str(folder), "--json"]) == 0
    captured = capsys.readouterr()
    assert len(json.loads(captured.out)) >= 10
    assert "skipped what no reader knows" in captured.err
    assert "notes.md" in captured.err


def test_a_working_copy_that_names_another_task_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    (workspace / "checklists/task_042").rename(workspace / "checklists/task_043")
    (workspace / "sample_traces/task_042").rename(workspace / "sample_traces/task_043")
    # What was sealed before the folder was named anew is still what it was.
    assert run(["-C", str(workspace), "score", "task_043"]) == 0
    assert run(["-C", str(workspace), "score", "task_043", "--working"]) == 2
    said = capsys.readouterr().err
    assert 'task it says "task_042", but lies in the folder of "task_043"' in said.replace(":", "")


def test_many_runs_score_as_each_does_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    folder = copied_workspace(tmp_path)
    samples = folder / "sample_traces/task_042"
    (samples / "traces.toml").unlink()
    for found in [*samples.iterdir()]:
        for number in range(3):
            shutil.copytree(found, samples / f"{found.name}-{number}")
    (samples / "broken.json").write_text('{"schema_version": "ATIF-v1.7", "steps": [')
    # A process of one thread spreads them over others; here there is more than one thread.
    command = [sys.executable, "-m", "ckpt_tui", "-C", str(folder), "score", "task_042", "--json"]
    alone = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    code = run(["-C", str(folder), "score", "task_042", "--json"])
    told = capsys.readouterr()
    assert json.loads(alone.stdout) == json.loads(told.out)
    assert (alone.returncode, alone.stderr) == (code, told.err)
    assert len(json.loads(told.out)) > 40


WAYS = """
[[checkpoint]]
id = "off-by-a-cent"
title = "Shows another sum"
route = "cent"
points = 0.17
check = { kind = "output", match = { has = "1,520.71" } }

[[checkpoint]]
id = "asked"
title = "Asks what to round"
route = "asking"
points = 0.17
check = { kind = "human", question = "Did it ask?" }
"""
# Of some runs: score, progress, raw, route and what fails first.
ROUTES = {
    "Decimal": "1.00 1.00 1.00 program",
    "noisy output": ".83–1.00 .83 .83 program march",
    "does nothing": ".00 .00 .00 program reproduce",
    "nudges the float": "1.00 1.00 1.00 cent",
}


def test_the_route_that_counts_is_named_in_the_table_the_line_and_the_document(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    place = workspace / "checklists/task_042/checklist.toml"
    text = place.read_text("utf-8").replace('id = "march"\n', 'id = "march"\nroute = "program"\n')
    first, report, rest = text.partition("# The agent's own words")
    place.write_text(f"{first}{WAYS.lstrip()}\n{report}{rest}", "utf-8")
    command = ["-C", str(workspace), "score", "task_042", "--working"]
    assert run(command) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[1].split()[-3:] == ["route", "first", "failed"]
    for name, figures in ROUTES.items():
        [shown] = [line for line in lines if line.startswith(f"{name}  ")]
        assert " ".join(shown.split()).endswith(f" {figures}")
    told = {line.split(":")[0]: line for line in lines if " · official " in line}
    assert " .17✓ · route cent · progress 1.00 ·" in told["nudges the float"]
    assert " .17✗ · route program so far · progress .83 ·" in told["noisy output"]
    assert run([*command, "--json"]) == 0
    documents = json.loads(capsys.readouterr().out)
    found = {it["trace"]["path"].split("/")[2]: it for it in documents}
    assert [found[name]["route"] for name in ("decimal", "nudge", "noop")] == [
        "program", "cent", "program",
    ]  # fmt: skip
    noisy = found["noisy-output"]
    assert (noisy["score"], noisy["bounds"], noisy["first_failed"]) == (None, [0.83, 1.0], "march")
    points = {it["id"]: it for it in found["nudge"]["checkpoints"]}
    assert (points["march"]["verdict"], points["march"]["credit"]) == ("fail", "excluded")
    assert points["march"]["reason"].startswith(
        'Route "cent" counts, and this is of route "program".'
    )
    assert points["off-by-a-cent"]["credit"] == "credited"


@pytest.mark.parametrize("width", [80, 100])
@pytest.mark.parametrize("task", ["task_042", "task_043", "task_044"])
def test_a_table_keeps_to_its_width_and_its_names_can_be_told_apart(task: str, width: int) -> None:
    lines = told_at(width, task)
    assert [line for line in lines if cell_len(line) > width] == []
    heads = [column for column in lines[1].split("  ") if column]
    assert [head.strip() for head in heads] == [
        "run", "role", "official", "score", "progress", "raw", "first failed",
    ]  # fmt: skip
    rows = lines[2 : 2 + len(open_library(ROOT).samples(task).samples)]
    names = [row[: lines[1].index("role")].strip() for row in rows]
    assert len(set(names)) == len(names)
    assert all(len(name) > 6 for name in names if "…" in name)
    assert any(line.startswith("    · ") for line in lines)


def test_what_the_verifier_brought_is_a_column_where_a_list_hangs_on_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    workspace = copied_workspace(tmp_path)
    with (workspace / "checklists/task_042/checklist.toml").open("a") as text:
        text.write(
            '\n[[checkpoint]]\nid = "v"\ntitle = "v"\npoints = 1\n'
            'check = { kind = "verifier_test", name = { has = "t" } }\n'
        )
    assert run(["-C", str(workspace), "score", "task_042", "--working"]) == 0
    heads, row = capsys.readouterr().out.splitlines()[1:3]
    assert heads.split()[-3:] == ["verifier", "first", "failed"]
    assert " of " in row


def test_a_pipe_that_does_not_say_how_wide_it_is_has_a_line_a_run() -> None:
    lines = told_at(None, "task_042")
    assert any(line.startswith("weakens the tests: .15✓ ") and "official" in line for line in lines)
    assert not any(line.startswith(" ") or "…" in line for line in lines)


def told_at(width: int | None, task: str) -> list[str]:
    """What `score` prints of a task to a terminal that is so wide; None for a pipe."""
    argv = [sys.executable, "-m", "ckpt_tui", "score", task]
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    if width is None:
        env |= {"COLUMNS": "80"}
        done = subprocess.run(argv, env=env, cwd=ROOT, capture_output=True, text=True, check=True)
        return done.stdout.splitlines()
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, width, 0, 0))
    env |= {"TERM": "xterm"}
    # What a slow machine says of its progress is none of the table.
    with subprocess.Popen(
        argv, env=env, cwd=ROOT, stdin=theirs, stdout=theirs, stderr=subprocess.DEVNULL
    ):
        os.close(theirs)
        text = bytearray()
        with suppress(OSError):  # how a terminal says that its program has ended
            while part := os.read(ours, 65536):
                text += part
    os.close(ours)
    return re.sub(r"\x1b\[[\d;]*m", "", text.decode()).splitlines()
