"""`ckpt-tui save`, `log` and `show`: versions sealed and read back."""

import json
from pathlib import Path

import pytest

from ckpt_tui.adapters.trace_files import FileTraceLibrary
from ckpt_tui.cli.main import run
from tests.tui.driver import copied_workspace


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return copied_workspace(tmp_path)


def checklist(workspace: Path) -> Path:
    return workspace / "checklists/task_042/checklist.toml"


def test_saving_what_is_sealed_already_writes_no_file(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    assert run(["-C", str(workspace), "save", "task_042", "-m", "again"]) == 0
    assert "v2 already says this" in capsys.readouterr().out
    assert len(list((checklist(workspace).parent / "versions").iterdir())) == 2


def test_a_change_is_sealed_listed_and_shown_back(
    capsysbinary: pytest.CaptureFixture[bytes], workspace: Path
) -> None:
    before = checklist(workspace).read_bytes()
    after = before.replace(b"points = 0.15", b"points = 0.25", 1)
    checklist(workspace).write_bytes(after)
    assert run(["-C", str(workspace), "save", "task_042", "-m", "More for reproducing"]) == 0
    assert b"v3 sealed" in capsysbinary.readouterr().out
    assert run(["-C", str(workspace), "log", "task_042", "--json"]) == 0
    newest, older, _ = json.loads(capsysbinary.readouterr().out)
    assert (newest["version"], newest["message"]) == (3, "More for reproducing")
    assert newest["parent"] == older["digest"]
    for name, text in (("@2", before), ("@v3", after), ("@v0002", before), ("", after)):
        assert run(["-C", str(workspace), "show", f"task_042{name}"]) == 0
        assert capsysbinary.readouterr().out == text


@pytest.mark.parametrize("message", ["", " ", "\n\t"])
def test_a_version_without_a_reason_is_not_sealed(
    capsys: pytest.CaptureFixture[str], workspace: Path, message: str
) -> None:
    after = checklist(workspace).read_bytes().replace(b"points = 0.15", b"points = 0.25", 1)
    checklist(workspace).write_bytes(after)
    assert run(["-C", str(workspace), "save", "task_042", "-m", message]) == 2
    assert "why it exists" in capsys.readouterr().err
    assert len(list((checklist(workspace).parent / "versions").iterdir())) == 2


def test_the_log_of_a_task_that_is_not_there_is_refused(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    assert run(["-C", str(workspace), "log", "task_24"]) == 2
    assert "there is no task 'task_24'" in capsys.readouterr().err
    assert run(["-C", str(workspace), "log", "task_24", "--json"]) == 2
    assert capsys.readouterr().out == ""


def test_a_version_of_a_task_that_is_not_there_is_refused_for_the_task(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    assert run(["-C", str(workspace), "show", "task_24@1"]) == 2
    assert "there is no task 'task_24'" in capsys.readouterr().err


@pytest.mark.parametrize("version", ["", "9", "x", "v", "-1", "1e3", "99999999999999999999"])
def test_an_unknown_version_is_named(
    capsys: pytest.CaptureFixture[str], workspace: Path, version: str
) -> None:
    assert run(["-C", str(workspace), "show", f"task_042@{version}"]) == 2
    assert "v1 to v2" in capsys.readouterr().err


def test_a_damaged_version_is_refused_by_name(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    version = max((checklist(workspace).parent / "versions").iterdir())
    version.write_bytes(version.read_bytes()[:-200])
    assert run(["-C", str(workspace), "score", "task_042"]) == 2
    assert version.name in capsys.readouterr().err


def test_a_bad_checklist_is_refused_with_file_line_checkpoint_and_field(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    text = checklist(workspace).read_text()
    checklist(workspace).write_text(text.replace('kind = "before"', 'kind = "bevore"'))
    assert run(["-C", str(workspace), "score", "task_042", "--working"]) == 2
    told = capsys.readouterr().err
    line = text[: text.index('kind = "before"')].count("\n") + 1
    assert f"checklist.toml:{line}:" in told
    assert '"reproduce"' in told
    assert "before" in told


def test_a_pattern_that_cannot_work_is_scored_nowhere_and_sealed_never(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    text = checklist(workspace).read_text()
    checklist(workspace).write_text(text.replace("'^(ledger|tests)/'", "'^(ledger|tests/'"))
    assert run(["-C", str(workspace), "save", "task_042", "-m", "x"]) == 2
    assert run(["-C", str(workspace), "score", "task_042", "--working"]) == 2
    assert "check.then.path" in capsys.readouterr().err


def test_schema_prints_the_schema_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["schema"]) == 0
    assert json.loads(capsys.readouterr().out)["$schema"].startswith("https://json-schema.org/")


def test_saving_warns_of_control_runs_that_the_list_gets_wrong_and_seals_it(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    text = checklist(workspace).read_text("utf-8")
    checklist(workspace).write_text(text.replace("failed = 0", "failed = 1", 1), "utf-8")
    assert run(["-C", str(workspace), "save", "task_042", "-m", "One may fail"]) == 0
    told = capsys.readouterr()
    assert "v3 sealed" in told.out
    assert "control runs fail: Decimal (good), whole cents (good)" in told.err
    checklist(workspace).write_text(text, "utf-8")
    assert run(["-C", str(workspace), "save", "task_042", "-m", "None may"]) == 0
    assert "control" not in capsys.readouterr().err


IDLE = """
[[checkpoint]]
id = "has-an-end"
title = "Comes to an end"
role = "milestone"
points = 0
check = { kind = "at_most", steps = 300 }
"""


@pytest.mark.parametrize("is_marked", [True, False])
def test_saving_names_checks_that_tell_no_runs_apart(
    capsys: pytest.CaptureFixture[str], workspace: Path, *, is_marked: bool
) -> None:
    with checklist(workspace).open("a") as text:
        text.write(IDLE)
    listed = workspace / "sample_traces/task_042/traces.toml"
    if not is_marked:
        lines = listed.read_text("utf-8").splitlines(keepends=True)
        listed.write_text("".join(it for it in lines if not it.startswith("role = ")), "utf-8")
    assert run(["-C", str(workspace), "save", "task_042", "-m", "It ends"]) == 0
    told = capsys.readouterr().err
    said = "tell no runs apart: has-an-end; see `ckpt-tui test`"
    assert told == f"ckpt-tui: {said}\n"


def test_saving_reads_every_run_once(workspace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed = workspace / "sample_traces/task_042/traces.toml"
    text = listed.read_text("utf-8")
    listed.write_text(text.replace('role = "bad"\n', "", 3), "utf-8")
    read: list[str] = []
    load = FileTraceLibrary.load
    monkeypatch.setattr("ckpt_tui.wiring._within", lambda make, _seconds: make())
    monkeypatch.setattr(
        FileTraceLibrary,
        "load",
        lambda self, sample, **known: (read.append(sample.label), load(self, sample, **known))[1],
    )
    assert run(["-C", str(workspace), "save", "task_042", "-m", "again"]) == 0
    assert len(read) == len(set(read)) == 14


def test_sealing_waits_for_no_control_run_however_large_it_is(
    capsys: pytest.CaptureFixture[str], workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ckpt_tui.cli.save._PATIENCE_SECONDS", 0.0)
    place = checklist(workspace)
    place.write_text(place.read_text("utf-8").replace("failed = 0", "failed = 1", 1), "utf-8")
    assert run(["-C", str(workspace), "save", "task_042", "-m", "In a hurry"]) == 0
    told = capsys.readouterr()
    assert "v3 sealed" in told.out
    assert "control runs take too long to be tried here" in told.err


def test_samples_that_cannot_be_listed_are_named_when_a_version_is_sealed(
    capsys: pytest.CaptureFixture[str], workspace: Path
) -> None:
    (workspace / "sample_traces/task_042/traces.toml").write_text("[[trace]\n")
    assert run(["-C", str(workspace), "save", "task_042", "-m", "again"]) == 0
    told = capsys.readouterr()
    assert "v2 already says this" in told.out
    assert "control runs cannot be tried: " in told.err
    assert "traces.toml: not valid TOML" in told.err
