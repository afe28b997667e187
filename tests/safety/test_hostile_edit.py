"""The Edit screen at a real terminal, over a task whose every text was chosen to do harm."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from ckpt_tui.core.display import plain
from tests.hostile import PAYLOADS, RAW_MARKS
from tests.safety.grammar import drawn, modes, untamed
from tests.safety.hostile_workspace import SLOTS, hostile_workspace, unlisted_workspace
from tests.safety.terminal import Terminal, edit

SIZES = [(80, 24), (160, 48)]
TEXTS = [payload for _, payload in PAYLOADS]


def visit(terminal: Terminal, count: int) -> Iterator[str]:
    """See every pane, form, list and question, `count` payloads each; says where it has been."""
    terminal.wait_opened()
    yield "opened"
    terminal.flick("1", "g", *("]", "j") * count)
    yield "checklist and evidence"
    terminal.flick("g", *("\x04",) * 4)
    for _ in range(min(count, 3)):
        terminal.flick("k", "enter", "tab", "esc")
    yield "form"
    terminal.flick("2", "g", *("\x04",) * 8)
    terminal.flick("3", "g", *("h",) * (2 * count), "\x04")
    for _ in range(2):
        terminal.flick("h", "p", "esc")
    yield "trace and drafts"
    terminal.flick("4", "g", *"l" * count, *("\x04",) * 4)
    yield "grid"
    terminal.flick("1", *"L" * min(count, 6))
    yield "runs"
    terminal.flick("?", *"l" * 4, "esc", "ctrl+p", "down", "esc")
    yield "help"
    for prompt in ":/":
        terminal.flick(prompt)
        terminal.paste("".join(TEXTS))
        terminal.flick("enter")
    yield "commands"
    terminal.flick("1", "enter")
    terminal.paste(TEXTS[1] + TEXTS[19] + TEXTS[30])
    yield "typed"


def harmless(size: tuple[int, int], folder: Path) -> bytes:
    with Terminal(edit(hostile_workspace(folder, ["word"], ())), size=size) as terminal:
        terminal.wait_opened()
        terminal.press("q")
        assert terminal.ends() == 0
        return bytes(terminal.raw)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_steers_the_terminal_and_everything_is_seen(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    (tmp_path / "plain").mkdir()
    (tmp_path / "hostile").mkdir()
    expected = harmless(size, tmp_path / "plain")
    assert untamed(expected) == []
    workspace = hostile_workspace(tmp_path / "hostile")
    with Terminal(edit(workspace), size=size) as terminal:
        looked_at = 0
        for place in visit(terminal, 8):
            terminal.settle()
            assert untamed(terminal.raw[looked_at:]) == [], place
            looked_at = len(terminal.raw)
        terminal.send(signal.SIGKILL)
        terminal.ends()
        seen = drawn(terminal.raw)
        raw = terminal.raw.decode()
        assert modes(terminal.raw) == modes(expected)[: len(modes(terminal.raw))]
    with Terminal(edit(workspace), size=size) as terminal:
        terminal.wait_for("An earlier session", "gnp.exe⟨202C⟩")
        terminal.press("d", "q")
        assert terminal.ends() == 0
        assert untamed(terminal.raw) == []
        assert modes(terminal.raw) == modes(expected)
    assert [mark for mark in RAW_MARKS if mark in raw] == []
    for name, text in PAYLOADS:
        token = plain(text)[:12]
        assert token in seen, name


@pytest.fixture(scope="module")
def expected_modes(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    return modes(harmless((80, 24), tmp_path_factory.mktemp("plain")))


@pytest.mark.exhaustive
@pytest.mark.parametrize("slot", SLOTS)
@pytest.mark.parametrize(("name", "text"), PAYLOADS, ids=[name for name, _ in PAYLOADS])
def test_no_payload_in_any_one_slot_steers_the_terminal(
    tmp_path: Path, expected_modes: list[str], name: str, text: str, slot: str
) -> None:
    with Terminal(edit(hostile_workspace(tmp_path, [text], [slot]))) as terminal:
        terminal.wait_opened()
        terminal.flick("1", "]", "enter", *("tab",) * 14, "esc", "2", "g", "l", "3", "l", "4", "l")
        terminal.flick("1", "L", "q")
        assert terminal.ends() == 0
        assert untamed(terminal.raw) == [], name
        assert modes(terminal.raw) == expected_modes


def test_file_names_that_are_no_text_are_shown_as_tokens(tmp_path: Path) -> None:
    with Terminal(edit(unlisted_workspace(tmp_path)), size=(160, 48)) as terminal:
        terminal.wait_opened()
        terminal.flick("4", "G", *("l",) * 47, "q")
        assert terminal.ends() == 0
        assert untamed(terminal.raw) == []
        assert "⟨DCFF⟩⟨DCFE⟩" in drawn(terminal.raw)
