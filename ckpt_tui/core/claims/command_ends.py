"""How the runs of a command ended, as far as the lines that ran it tell."""

from collections.abc import Iterator, Sequence
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.scene import Scene
from ckpt_tui.core.shell import commands
from ckpt_tui.core.shell_endings import Ending, LineEnd, endings
from ckpt_tui.core.shell_words import Command
from ckpt_tui.core.trace import Field

_UNKNOWN: Final = Ending()


class Run(Struct, frozen=True, kw_only=True):
    """One run of a command.

    Attributes:
        line: the whole shell line.
        code: with which the command itself ended; None where that cannot be told.
        has_failed: it ended with some other code than 0, whichever.
    """

    row: int
    line: str
    code: int | None
    has_failed: bool


def runs(scene: Scene, words: Sequence[str]) -> tuple[Run, ...]:
    """The runs of a command by then, in order; one a shell line."""
    names = [word.rpartition("/")[2] for word in words]
    found = ((row, scene.view.calls.line(row) or "") for row in scene.shell_rows)
    return tuple(
        _run(scene, row, line, names) for row, line in found if all(it in line for it in names)
    )


def _run(scene: Scene, row: int, line: str, names: list[str]) -> Run:
    calls = scene.view.calls
    code = calls.exit_codes[row]
    has_failed = code not in (None, 0) or calls.errors[row] is True
    if not calls.answered[row] or (code is None and not has_failed):
        return Run(row=row, line=line, code=None, has_failed=False)
    text = scene.view.column(Field.RESULT).text(row)
    end = LineEnd(is_ok=not has_failed, code=code, text=text)
    found = commands(line)
    ends = list(_fitting(found, endings(line, found, end), names))
    ending = ends[-1] if ends else _UNKNOWN
    if ending.may_be_skipped or ending.may_pass is ending.may_fail:
        return Run(row=row, line=line, code=None, has_failed=False)
    known = 0 if ending.may_pass else ending.code
    return Run(row=row, line=line, code=known, has_failed=ending.may_fail)


def _fitting(
    found: Sequence[Command], ends: Sequence[Ending], names: list[str]
) -> Iterator[Ending]:
    """The ends of those commands of a line that hold all words."""
    for command, ending in zip(found, ends, strict=True):
        text = " ".join(word.text for word in command.words)
        if all(name.strip("'\"") in text for name in names):
            yield ending
