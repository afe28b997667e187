"""What an earlier session left unwritten, as a question."""

from typing import Final

from textual.app import App

from ckpt_tui.services.recovery import Recovery
from ckpt_tui.services.stranded import Stranded
from ckpt_tui.tui.screens.asking import Ask

_DIFFERENCE_LINES: Final = 24
_LEFT: Final = "An earlier session ended with unwritten work."
_OUTDATED: Final = " The file was changed since, by someone else."
_COPIED: Final = "Restored, it takes the place of that file, and a copy of the file is kept."


async def ask_of_recovery(app: App[object], found: Recovery) -> str:
    """`r` to restore it, `d` to drop it, `q` to leave."""
    said = f"{_LEFT}{_OUTDATED if found.is_outdated else ''}"
    choices = "(r) restore it · (d) drop it · (q) leave"
    return await _answer(app, _question(found, said), choices, ("r", "d", "q"))


async def ask_of_stranded(app: App[object], stranded: Stranded) -> bool:
    """Whether it is to be gone on with, in place of a working copy that cannot be used."""
    question = _question(stranded.recovery, f"{stranded.reason}\n\n{_LEFT} {_COPIED}")
    return await _answer(app, question, "(r) restore it · (q) leave", ("r", "q")) == "r"


async def _answer(app: App[object], question: str, choices: str, keys: tuple[str, ...]) -> str:
    key = None
    while key is None:
        key = await app.push_screen_wait(Ask(question, choices, keys))
    return key


def _question(found: Recovery, said: str) -> str:
    lines = found.difference.splitlines()
    shown = lines[:_DIFFERENCE_LINES]
    if len(lines) > len(shown):
        shown.append(f"… {len(lines) - len(shown)} more lines")
    return "\n".join([said, "", *shown])
