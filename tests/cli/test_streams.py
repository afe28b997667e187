"""What the command does where a stream is closed, or takes no more."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.safety.terminal import Terminal, edit

APP = f"{sys.executable} -m ckpt_tui"
ROOT = Path(__file__).parents[2]


def ended(line: str) -> tuple[int, str]:
    """How a shell line ended, run from the root of the samples, and what it said of errors."""
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, check=False)
    return done.returncode, done.stderr.decode()


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
@pytest.mark.parametrize(
    "command", ["score task_042", "lint", "log task_042", "--help", "score nothing"]
)
def test_what_an_encoding_cannot_spell_is_spelled_by_its_number(
    command: str, encoding: str
) -> None:
    code = 2 if "nothing" in command else 0
    line = f"PYTHONIOENCODING={encoding} {APP} {command}"
    done = subprocess.run(["sh", "-c", line], cwd=ROOT, capture_output=True, check=False)
    assert "UnicodeEncodeError" not in done.stderr.decode(encoding)
    assert done.returncode == code
    done.stdout.decode(encoding)


@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_a_closed_stream_takes_nothing_and_changes_no_exit_code(closed: str) -> None:
    assert ended(f"{APP} log task_042 {closed}") == (0, "")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_output_that_cannot_be_written_is_said_in_one_sentence() -> None:
    said = "ckpt-tui: the output could not be written: No space left on device\n"
    assert ended(f"{APP} log task_042 >/dev/full") == (2, said)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_refusal_keeps_its_exit_code_where_nobody_hears_it() -> None:
    assert ended(f"{APP} show nothing 2>/dev/full") == (2, "")


def test_a_locale_without_the_characters_of_the_screen_is_refused_before_it_is_drawn() -> None:
    spoken = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    with Terminal(edit(ROOT), env=spoken) as terminal:
        assert terminal.ends() == 2
        assert "set LANG=C.UTF-8" in terminal.raw.decode()
        assert b"\x1b" not in terminal.raw


def test_a_terminal_that_cannot_move_its_cursor_is_refused_before_it_gets_any_code() -> None:
    with Terminal(edit(ROOT), env={"TERM": "dumb"}) as terminal:
        assert terminal.ends() == 2
        assert "edit needs a terminal that moves its cursor" in terminal.raw.decode()
        assert b"\x1b" not in terminal.raw
