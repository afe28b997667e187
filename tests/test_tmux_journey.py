"""The README's first command as a new user types it, in tmux; and what attacks do to tmux."""

import os
import re
import shlex
import subprocess
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from tests.safety.hostile_workspace import hostile_workspace
from tests.safety.terminal import APP, AT_MOST, edit, environment
from tests.tui.driver import copied_workspace

pytestmark = pytest.mark.needs("tmux")

PROMPT = "ready$ "
STATE = (
    "#{pane_title}|#{alternate_on}|#{mouse_any_flag}|#{bracket_paste_flag}|#{cursor_flag}"
    "|#{keypad_cursor_flag}|#{insert_flag}|#{origin_flag}|#{wrap_flag}|#{pane_current_command}"
)


class Tmux:
    """A server of its own with one pane that runs a shell."""

    def __init__(self, folder: Path, size: tuple[int, int]) -> None:
        self._socket = f"ckpt-tui-{os.getpid()}-{folder.name}"
        columns, lines = size
        (folder / ".shrc").write_text(f"PS1='{PROMPT}'\n")
        self._env = environment({"ENV": str(folder / ".shrc")})
        self("-f", "/dev/null", "new-session", "-d", "-x", str(columns), "-y", str(lines), "sh")
        self("set", "-s", "set-clipboard", "on")
        self("set", "-g", "allow-passthrough", "on")
        self("set", "-g", "status", "off")
        self("set", "-g", "window-size", "manual")
        self("resize-window", "-x", str(columns), "-y", str(lines))
        self.wait_for(PROMPT.strip())

    def __call__(self, *arguments: str) -> str:
        done = subprocess.run(
            ("tmux", "-L", self._socket, *arguments),
            capture_output=True,
            text=True,
            env=self._env,
            check=False,
        )
        return done.stdout

    def close(self) -> None:
        self("kill-server")

    @property
    def screen(self) -> str:
        return self("capture-pane", "-p")

    @property
    def state(self) -> str:
        """Title, clipboard buffers and modes."""
        return self("display", "-p", STATE) + self("list-buffers")

    def run(self, *argv: str) -> None:
        self("send-keys", "-l", shlex.join(argv))
        self("send-keys", "Enter")

    def press(self, *keys: str) -> None:
        self("send-keys", *keys)

    def walk(self, steps: Iterable[tuple[str, ...]]) -> None:
        """Press a key or type a text, then wait for what the screen is to show; step after step."""
        for keys, *signs in steps:
            self("send-keys", *(("-l", keys) if keys.startswith(" ") else (keys,)))
            for sign in signs:
                if sign.startswith("!"):
                    self.wait_without(sign[1:])
                else:
                    self.wait_for(sign)

    def wait_for(self, *texts: str) -> str:
        deadline = time.monotonic() + AT_MOST
        while not all(text in self.screen for text in texts):
            assert time.monotonic() < deadline, f"{texts} did not come:\n{self.screen}"
        return self.screen

    def wait_for_state(self, state: str) -> None:
        deadline = time.monotonic() + AT_MOST
        while self.state != state:
            assert time.monotonic() < deadline, f"{self.state} is not {state}"

    def wait_without(self, text: str) -> None:
        deadline = time.monotonic() + AT_MOST
        while text in self.screen:
            assert time.monotonic() < deadline, f"{text} stays:\n{self.screen}"


@pytest.fixture
def opened() -> Iterator[list[Tmux]]:
    servers: list[Tmux] = []
    yield servers
    for server in servers:
        server.close()


def server(opened: list[Tmux], folder: Path, size: tuple[int, int]) -> Tmux:
    opened.append(Tmux(folder, size))
    return opened[-1]


# What is pressed or typed, and what the screen shows then; `!` goes before what it shows no more.
FORM = ("3 Check ", "next field")
JOURNEY = (
    ("g", "▸1 ✓ Sees"),
    ("f", "▸5 ✗ March"),
    ("L", "run 10/14", "official PASS", "✓ pass: "),
    ("Enter", *FORM, "title         March agrees"),
    (" again", "bank again", "task_042 *"),
    ("Escape", "!next field", "▸5 ✓ March"),
    ("M", "grabbed"),
    ("j", "6 ✓ March"),
    ("Enter", "!grabbed", "▸6 ✓ March"),
    ("u", "5 ✓ March"),
    ("u", "!task_042 *"),
    ("p", "Draft a checkpoint"),
    ("1", *FORM, "task_042 *"),
    ("Escape", "!next field"),
    ("4", "4 Test grid"),
    ("T",),
    ("1", "1 Checklist"),
    (":", "\n:"),
    ("w", "\n: w"),
    ("Enter", "written", "!task_042 *"),
    ("?", "page 1/"),
    ("Escape", "!page 1/"),
    ("C-p", "What do you want to do?"),
    ("Escape", "!What do you want to do?"),
    ("q", PROMPT.strip()),
)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)], ids=str)
def test_a_new_user_finds_the_way(
    tmp_path: Path, opened: list[Tmux], size: tuple[int, int]
) -> None:
    workspace = copied_workspace(tmp_path)
    tmux = server(opened, workspace, size)
    outside = tmux.state
    tmux.run(*edit(workspace))
    tmux.wait_for("run 9/14", "▸5 ✗ March", "score .83")
    tmux.walk(JOURNEY)
    tmux.wait_for_state(outside)
    checklist = workspace / "checklists" / "task_042" / "checklist.toml"
    assert checklist.read_text().count("[[checkpoint]]") == 10


def test_any_size_will_do(tmp_path: Path, opened: list[Tmux]) -> None:
    workspace = copied_workspace(tmp_path)
    tmux = server(opened, workspace, (80, 24))
    tmux.run(*edit(workspace))
    tmux.wait_for("1 Checklist", "official", " score ")
    for columns, lines in ((40, 10), (20, 5), (1, 1), (160, 48), (20, 5)):
        tmux("resize-window", "-x", str(columns), "-y", str(lines))
        tmux.press("j", "4", "2", "3", "1", "T", "L", "f")
    tmux("resize-window", "-x", "80", "-y", "24")
    tmux.walk([("1", "1 Checklist", "official")])
    tmux.press("q")
    tmux.wait_for(PROMPT.strip())


@pytest.mark.parametrize(
    ("env", "size"),
    [({"NO_COLOR": "1"}, (80, 24)), ({"TERM": "screen", "COLORTERM": ""}, (80, 24)), ({}, (20, 5))],
    ids=str,
)
def test_poor_terminals_will_do(
    tmp_path: Path, opened: list[Tmux], env: dict[str, str], size: tuple[int, int]
) -> None:
    workspace = copied_workspace(tmp_path)
    tmux = server(opened, workspace, size)
    outside = tmux.state
    tmux.run("env", *(f"{name}={value}" for name, value in env.items()), *edit(workspace))
    tmux.wait_for("run 9/14")
    assert not (env.get("NO_COLOR") and is_coloured(tmux("capture-pane", "-p", "-e")))
    tmux.press("q")
    tmux.wait_for(PROMPT.strip())
    tmux.wait_for_state(outside)


def is_coloured(screen: str) -> bool:
    """Whether any cell is anything but a shade of grey."""
    shades = re.findall(r"[34]8;2;(\d+);(\d+);(\d+)", screen)
    return any(len(set(shade)) > 1 for shade in shades)


@pytest.mark.parametrize("size", [(80, 24), (160, 48)], ids=str)
def test_attacks_leave_clipboard_title_and_modes_alone(
    tmp_path: Path, opened: list[Tmux], size: tuple[int, int]
) -> None:
    (tmp_path / "plain").mkdir()
    harmless = server(opened, tmp_path / "plain", size)
    harmless.run(*edit(copied_workspace(tmp_path / "plain")))
    harmless.wait_for("1 Checklist", "official", " score ")
    tmux = server(opened, tmp_path, size)
    outside = tmux.state
    tmux.run(*edit(hostile_workspace(tmp_path)))
    tmux.wait_for("1 Checklist", "official", " score ")
    tmux.walk(
        [
            ("L", "run 2/12"),
            ("2", "2 Trace", "!▸ 1 "),
            ("g", "▸  0"),
            ("l", "▸✓ 1"),
            ("p", "Draft a checkpoint"),
            ("Escape", "!Draft a checkpoint"),
            ("4", "4 Test grid"),
            ("1", "▸ 1 "),
            ("Enter", *FORM),
            ("Tab",),
            ("Escape", "!next field"),
        ]
    )
    tmux.wait_for_state(harmless.state)
    tmux.press("q")
    tmux.wait_for(PROMPT.strip())
    tmux.wait_for_state(outside)
    tmux.run(*APP, "-C", str(tmp_path), "score")
    tmux.wait_for("of 528 verdicts", PROMPT.strip())
    tmux.wait_for_state(outside)
