"""`ckpt-tui lint` as a shell sees it."""

import json
import shutil
from pathlib import Path

import pytest

from ckpt_tui.cli.main import run

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    for name in ("checklists", "sample_traces"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("_recorder"))
    return tmp_path


def lint(workspace: Path, *words: str) -> int:
    return run(["-C", str(workspace), "lint", *words])


def edit(workspace: Path, old: str, new: str) -> None:
    place = workspace / "checklists" / "task_042" / "checklist.toml"
    text = place.read_text()
    assert old in text
    place.write_text(text.replace(old, new, 1))


def test_the_sample_tasks_have_nothing_to_mend(workspace, capsys):
    assert lint(workspace) == 0
    assert "task_042: nothing found" in capsys.readouterr().out
    assert lint(workspace, "--json") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_what_is_found_is_said_and_ends_with_one(workspace, capsys):
    edit(workspace, 'title = "March agrees with the bank"', 'title = "Works properly"')
    assert lint(workspace, "task_042") == 1
    out = capsys.readouterr().out
    assert out.startswith("task_042 ")
    assert ": vague: " in out
    assert lint(workspace, "task_042", "--json") == 1
    [document] = json.loads(capsys.readouterr().out)
    assert document.keys() == {"task", "checkpoint", "rule", "detail"}
    assert (document["task"], document["rule"]) == ("task_042", "vague")


def test_a_task_that_is_not_there_is_refused(workspace, capsys):
    assert lint(workspace, "task_99") == 2
    assert "task_042" in capsys.readouterr().err


def test_a_broken_list_is_said_and_the_others_are_looked_at(workspace, capsys):
    shutil.copytree(workspace / "checklists" / "task_042", workspace / "checklists" / "aaa")
    (workspace / "checklists" / "aaa" / "checklist.toml").write_text("format = 1\n[[")
    assert lint(workspace) == 2
    told = capsys.readouterr()
    assert "aaa" in told.err
    assert "task_042: nothing found" in told.out


@pytest.mark.parametrize("name", ["../../../../etc/passwd", "/etc/passwd", "a\\u0000b"])
def test_the_task_is_read_inside_the_workspace_only(workspace, capsys, name):
    edit(workspace, '"instructions.md"', f'"{name}"')
    assert lint(workspace, "task_042") in (0, 2)
    told = capsys.readouterr()
    assert "Traceback" not in told.err
    assert "root:" not in told.out + told.err


def test_files_that_no_reader_knows_are_named(workspace, capsys):
    runs = workspace / "sample_traces" / "task_042"
    (runs / "traces.toml").unlink()
    (runs / "oracle" / "trajectory.json").write_text("")
    assert lint(workspace) in (0, 1)
    assert "skipped what no reader knows: 1 (" in capsys.readouterr().err


def test_a_run_that_cannot_be_read_is_left_out_and_said(workspace, capsys):
    [first, *_] = sorted((workspace / "sample_traces" / "task_042").glob("*/trajectory.json"))
    first.write_text("{")
    assert lint(workspace, "task_042") in (0, 1)
    assert "left out a run" in capsys.readouterr().err
