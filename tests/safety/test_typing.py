"""What is typed faster than it can be worked off arrives whole and in order."""

from pathlib import Path

import pytest

from tests.safety.terminal import Terminal, edit
from tests.safety.test_endings import SECONDS_A_KEY, open_form, two_runs

TITLE = "Sees a test fail before changing any code"
TEXT = " the quick brown fox jumps over the lazy dog" * 4


def test_no_key_is_lost_however_fast_it_comes(tmp_path: Path) -> None:
    workspace = two_runs(tmp_path)
    with Terminal(edit(workspace)) as terminal:
        open_form(terminal)
        terminal.type(TEXT)
        terminal.flick(*["tab"] * 6)
        terminal.type("a note,")
        terminal.settle()
        terminal.press("esc", ":", "w", "enter")
        terminal.wait_for("written")
    written = (workspace / "checklists" / "task_042" / "checklist.toml").read_text()
    assert f'title = "{TITLE}{TEXT}"' in written
    assert "a note," in written


@pytest.mark.parametrize("seconds_a_key", [0.0, 0.03, 0.08])
def test_what_is_typed_while_the_task_opens_is_taken_once_it_is_there(
    tmp_path: Path, seconds_a_key: float
) -> None:
    workspace = two_runs(tmp_path)
    checklist = workspace / "checklists" / "task_042" / "checklist.toml"
    before = checklist.read_text()
    with Terminal(edit(workspace)) as terminal:
        terminal.type("1g\r quick dada added", seconds_a_key)
        terminal.wait_for("quick dada added")
        terminal.settle()
        terminal.press("esc", ":", "w", "enter")
        terminal.wait_for("written")
    assert checklist.read_text() == before.replace(TITLE, f"{TITLE} quick dada added")


def test_who_changes_their_mind_while_the_task_opens_leaves_at_once(tmp_path: Path) -> None:
    with Terminal(edit(two_runs(tmp_path))) as terminal:
        terminal.wait_for("opening")
        terminal.press("q")
        assert terminal.ends() == 0


def test_what_is_typed_while_the_form_opens_goes_into_the_form(tmp_path: Path) -> None:
    workspace = two_runs(tmp_path)
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_opened()
        terminal.flick("1", "g")
        terminal.type("\r", SECONDS_A_KEY)
        terminal.type(" quickly added")
        terminal.wait_for(f"{TITLE} quickly added")


def test_keys_that_come_at_once_are_taken_one_after_the_other(tmp_path: Path) -> None:
    workspace = two_runs(tmp_path)
    checklist = workspace / "checklists" / "task_042" / "checklist.toml"
    before = checklist.read_text()
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_opened()
        terminal.burst(":goto 1", "enter", "3")
        assert "step 1 " in terminal.screen
        terminal.burst("/", "python -m ledger", "enter", "1", "g")
        terminal.burst("enter", " and dapper", "tab", "tab")
        terminal.wait_for(f"{TITLE} and dapper")
        terminal.burst("esc")
        terminal.burst(":w", "enter")
        terminal.wait_for("written")
        terminal.burst(":nonsense add", "enter", "q")
        assert terminal.ends() == 0
    assert checklist.read_text() == before.replace(TITLE, f"{TITLE} and dapper")


def test_a_key_behind_one_that_asks_answers_the_question(tmp_path: Path) -> None:
    workspace = two_runs(tmp_path)
    checklist = workspace / "checklists" / "task_042" / "checklist.toml"
    before = checklist.read_text().count("[[checkpoint]]")
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_opened()
        terminal.burst("1", "g", "D", "esc")
        terminal.burst("q", "w")
        assert terminal.ends() == 0
    assert checklist.read_text().count("[[checkpoint]]") == before + 1
