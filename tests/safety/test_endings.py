"""However the app ends: the terminal is as it was, and what was typed is offered again."""

import random
import signal
import sys
from pathlib import Path

import pytest

from tests.safety.grammar import MODE
from tests.safety.terminal import Terminal, edit
from tests.tui.driver import copied_workspace

# A key is safe once it is this old.
SAFE_SECONDS = 0.25
SECONDS_A_KEY = 0.02
# From the title of the fifth checkpoint to itself, to the note, to the pattern of a result.
TABS_TO = (0, 6, 15)
FIELD = "What is met, in a few words."


def two_runs(folder: Path) -> Path:
    """The sample task with two runs: what is proven here needs no more."""
    copied_workspace(folder)
    listing = folder / "sample_traces" / "task_042" / "traces.toml"
    blocks = listing.read_text().split("[[trace]]")
    listing.write_text("[[trace]]".join(blocks[:3]))
    return folder


@pytest.fixture
def workspace(tmp_path: Path) -> Path:
    return two_runs(tmp_path)


def open_form(terminal: Terminal, down: int = 0) -> None:
    """The form of the first checkpoint or one further down, the cursor at the end of its title."""
    terminal.wait_opened()
    terminal.flick("1", "g", *"j" * down, "enter")
    terminal.wait_for(FIELD)
    terminal.settle()


def is_restored(raw: bytes) -> bool:
    """Whether every mode that was switched on is off again, the alternate screen and the mouse."""
    on: dict[str, bool] = {}
    for mode in MODE.findall(raw.decode()):
        on[mode[:-1]] = mode[-1] == "h"
    on.pop("\x1b[<", None)
    on.pop("\x1b[>25", None)
    cursor, wrap = on.pop("\x1b[?25"), on.pop("\x1b[?7")
    return cursor and wrap and not any(on.values()) and "\x1b[?1049" in on


def offered(workspace: Path) -> str:
    """The text of the recovery question of the next start."""
    with Terminal(edit(workspace), size=(160, 48)) as terminal:
        terminal.wait_for("An earlier session", "restore it", "leave")
        return terminal.screen


@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)], ids=["SIGTERM", "SIGHUP"]
)
def test_a_signal_while_typing_restores_the_terminal_and_loses_nothing(
    workspace: Path, number: signal.Signals, code: int
) -> None:
    with Terminal(edit(workspace)) as terminal:
        open_form(terminal)
        terminal.type(" and more", SECONDS_A_KEY)
        terminal.settle()
        terminal.send(number)
        assert terminal.ends() == code
        assert is_restored(terminal.raw)
    shown = offered(workspace)
    assert "and more" in shown
    assert '-title = "Sees a test fail before changing any code"' in shown


def test_unwritten_work_is_asked_about_on_the_smallest_terminal_and_may_wait(
    workspace: Path,
) -> None:
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_opened()
        terminal.press("a", "a")
        terminal.send(signal.SIGKILL)
        terminal.ends()
    choices = ("(r) ", "(d) ", "(q) ")
    with Terminal(edit(workspace), size=(20, 8)) as terminal:
        before = terminal.wait_for("earlier", *choices)
        terminal.press("G")
        assert terminal.wait_for(*choices) != before
        terminal.press("q")
        assert terminal.ends() == 0
    assert '+id = "checkpoint"' in offered(workspace)


def test_what_is_typed_while_the_task_opens_answers_no_question(workspace: Path) -> None:
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_opened()
        terminal.press("a", "a")
        terminal.send(signal.SIGKILL)
        terminal.ends()
    with Terminal(edit(workspace), size=(160, 48)) as terminal:
        terminal.type("dddd", 0.03)
        terminal.wait_for("An earlier session", "restore it")
        terminal.settle()
        assert "restore it" in terminal.screen
    assert '+id = "checkpoint"' in offered(workspace)


def test_a_closed_terminal_ends_the_app_and_loses_nothing(workspace: Path) -> None:
    with Terminal(edit(workspace)) as terminal:
        open_form(terminal)
        terminal.type(" and more", SECONDS_A_KEY)
        terminal.settle()
        terminal.close()
        assert terminal.ends() == 129
    assert "and more" in offered(workspace)


def test_a_terminal_that_goes_without_a_signal_ends_the_app(workspace: Path) -> None:
    with Terminal(edit(workspace), is_controlling=False) as terminal:
        terminal.wait_opened()
        terminal.close()
        assert terminal.ends() == 129


CRASH = """
from ckpt_tui.tui.app import CkptApp
app = CkptApp("task_042", [], lambda: [][int("5")])
app.run()
print(repr(app.fault))
"""


def test_a_fault_of_the_program_restores_the_terminal_without_a_traceback() -> None:
    with Terminal((sys.executable, "-c", CRASH)) as terminal:
        assert terminal.ends() == 0
        assert is_restored(terminal.raw)
        assert b"Traceback" not in terminal.raw
        assert terminal.raw.endswith(b"IndexError('list index out of range')\r\n")


FAULTY = """
import sys
from ckpt_tui.cli.main import run
from ckpt_tui.services import authoring, scoring
def fault(*_, **__):
    return [][int("5")]
authoring.SampleRuns = scoring.decided = fault
sys.exit(run(["-C", *sys.argv[1:]]))
"""


@pytest.mark.parametrize(("command", "is_kept"), [("edit", True), ("score", False)])
def test_a_fault_speaks_of_what_was_typed_only_where_something_could_be(
    workspace: Path, command: str, *, is_kept: bool
) -> None:
    program = (sys.executable, "-c", FAULTY, str(workspace), command, "task_042")
    with Terminal(program, size=(160, 48)) as terminal:
        assert terminal.ends() == 70
        assert b"a fault of this program: IndexError" in terminal.raw
        assert (b"What was typed is kept" in terminal.raw) is is_kept
        assert b"Traceback" not in terminal.raw


def killed_while_typing(workspace: Path, seed: int) -> tuple[str, str]:
    """What was typed long enough before a kill, and the text that the journal then holds."""
    from ckpt_tui.services.manuscript import Manuscript
    from ckpt_tui.wiring import open_workbench

    chance = random.Random(seed)
    text = "".join(chance.choice("abcdefghijklmnop qrstuvwxyz") for _ in range(60))
    half_typed = f"(foo|ba{text}"
    with Terminal(edit(workspace)) as terminal:
        open_form(terminal, down=4)
        terminal.flick(*["tab"] * chance.choice(TABS_TO))
        sent = terminal.type(half_typed[: chance.randint(14, 60)], SECONDS_A_KEY)
        killed = terminal.own_time()
        terminal.send(signal.SIGKILL)
        terminal.ends()
    safe = sum(moment <= killed - SAFE_SECONDS for moment in sent)
    found = Manuscript("task_042", open_workbench(workspace)).recovery()
    return half_typed[:safe], "" if found is None else found.text


@pytest.mark.parametrize(
    "seed",
    [pytest.param(seed, marks=pytest.mark.exhaustive if seed >= 3 else ()) for seed in range(200)],
)
def test_a_kill_loses_nothing_that_was_typed_a_quarter_of_a_second_before(
    workspace: Path, seed: int
) -> None:
    typed, recovered = killed_while_typing(workspace, seed)
    assert typed in recovered
