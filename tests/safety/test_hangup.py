"""A terminal that goes away, as terminal multiplexers send it: hang up, then continue."""

import signal
from pathlib import Path

from tests.safety.terminal import Terminal, edit
from tests.tui.driver import copied_workspace


def test_a_hangup_followed_by_a_continue_leaves_no_process_behind(tmp_path: Path) -> None:
    workspace = copied_workspace(tmp_path)
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_for("score", "official FAIL")
        terminal.send(signal.SIGHUP)
        terminal.send(signal.SIGCONT)
        assert terminal.ends() == 128 + signal.SIGHUP


def test_a_continue_that_no_stop_came_before_changes_nothing(tmp_path: Path) -> None:
    workspace = copied_workspace(tmp_path)
    with Terminal(edit(workspace)) as terminal:
        terminal.wait_for("score", "official FAIL")
        terminal.send(signal.SIGCONT)
        terminal.press("4")
        terminal.wait_for("4 Test grid")
        terminal.press("q")
        assert terminal.ends() == 0
