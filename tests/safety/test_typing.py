"""What is typed faster than it can be worked off arrives whole and in order."""

from pathlib import Path

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


def test_what_is_typed_while_the_form_opens_goes_into_the_form(tmp_path: Path) -> None:
    workspace = two_runs(tmp_path)
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_opened()
        terminal.flick("1", "g")
        terminal.type("\r", SECONDS_A_KEY)
        terminal.type(" quickly added")
        terminal.wait_for(f"{TITLE} quickly added")
