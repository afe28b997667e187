"""What one shell line changed, given what came back from it."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from ckpt_tui.core.file_effects import NOTHING, Effect, Write
from ckpt_tui.core.shell import commands, folder_behind
from ckpt_tui.core.shell_effects import READ_ONLY, effect
from ckpt_tui.core.shell_folders import joined
from ckpt_tui.core.shell_words import Command
from ckpt_tui.core.trace import Change, ToolResult

# Read-only programs whose exit code is an answer, so that `&&` behind them decides something.
_ASKING: Final = frozenset(
    {"[", "[[", "test", "grep", "egrep", "fgrep", "diff", "cmp", "false", "which", "command",
     "pgrep", "type", "hash", "expr", "read", "kill", "wait"}
)  # fmt: skip


class Where(Struct, frozen=True):
    """The folder in which the next shell call begins, seen from where the run began.

    Attributes:
        keeps: whether calls share one shell; None where that is not known.
        folder: where the shared shell is; None where that cannot be told.
    """

    keeps: bool | None
    folder: str | None

    @classmethod
    def start(cls, keeps: bool | None) -> "Where":  # noqa: FBT001 (three-valued)
        return cls(keeps, "")

    def moved(self, folder: str | None) -> "Where":
        """Behind a call that ended in a folder, seen from where it began."""
        if self.keeps is False or folder == "":
            return self
        return Where(self.keeps, None if folder is None else joined(self.folder, folder))


class LineChange(Struct, frozen=True, kw_only=True):
    """A change of one file; see `FileChange`. `path` still has the working folder in front."""

    path: str
    change: Change | None
    removed: tuple[str, ...] | None
    added: tuple[str, ...] | None
    is_tree: bool
    doubt: str


class LineChanges(Struct, frozen=True):
    """All changes of a line; `opaque` names the first program that may have changed others."""

    changes: tuple[LineChange, ...]
    opaque: str


def line_changes(line: str, result: ToolResult | None, where: Where) -> LineChanges:
    """The changes of a line that came back with `result` (None: no answer was recorded)."""
    found = commands(line)
    changes: list[LineChange] = []
    opaque = ""
    for place, (command, done) in enumerate(zip(found, _effects(line), strict=True)):
        if done.is_opaque:
            opaque = opaque or _name(command)
        for write in done.writes:
            paths = _paths(write, command, where)
            if not paths:
                opaque = opaque or _name(command)
            doubt = write.doubt or _doubt(found, place, write, result)
            if len(paths) > 1:
                doubt = doubt or "the folder it ran in is not known"
            changes += (_change(path, write, doubt) for path in paths)
    return LineChanges(tuple(changes), opaque)


def is_calm(line: str) -> bool:
    """Whether a line changes no file and leaves the shell in its folder, whatever came back."""
    return folder_behind(line) == "" and all(done == NOTHING for done in _effects(line))


def only_opaque(line: str) -> str | None:
    """The program that may have changed any file, where a line does nothing else to be told of.

    None for a line that names a file it writes, or leaves the shell in another folder.
    """
    effects = _effects(line)
    if folder_behind(line) != "" or any(done.writes for done in effects):
        return None
    named = zip(commands(line), effects, strict=True)
    return next((_name(command) for command, done in named if done.is_opaque), None)


@lru_cache(maxsize=4096)
def _effects(line: str) -> tuple[Effect, ...]:
    return tuple(map(effect, commands(line)))


def folder_after(line: str, result: ToolResult | None, where: Where) -> Where:
    """Where the next call begins after a line."""
    if result is not None and "cd: " in result.text and folder_behind(line) != "":
        return where.moved(None)
    return where.moved(folder_behind(line))


def _change(path: str, write: Write, doubt: str) -> LineChange:
    return LineChange(
        path=path,
        change=write.change,
        removed=write.removed,
        added=write.added,
        is_tree=write.is_tree,
        doubt=doubt,
    )


def _paths(write: Write, command: Command, where: Where) -> tuple[str, ...]:
    """Where the file is: one place, two where the folder may be either, none where unknown."""
    if not write.path.is_literal or not write.path.text:
        return ()
    inside = joined(command.folder, write.path.text)
    if inside is None:
        return ()
    shared = joined(where.folder, inside)
    if where.keeps:
        return () if shared is None else (shared,)
    if where.keeps is False or shared == inside:
        return (inside,)
    return (inside,) if shared is None else (inside, shared)


def _name(command: Command) -> str:
    return command.argv[0].text.split("\n")[0][:60] if command.argv else "a redirection"


def _doubt(found: tuple[Command, ...], place: int, write: Write, result: ToolResult | None) -> str:
    """Why a write may not have happened; empty where nothing speaks against it."""
    command = found[place]
    if result is None:
        return "no answer to the call was recorded"
    if command.is_conditional or command.operator == "||":
        return "it ran only under a condition"
    if _complains(command, write, result.text):
        return "the output holds a complaint about it"
    has_failed = result.is_error is True or result.exit_code not in {None, 0}
    if has_failed and place == len(found) - 1:
        return "the line did not succeed"
    unsure = next(_unsure_before(found, place), None)
    if unsure is not None and (has_failed or not _is_chain(found)):
        return f"it ran only if `{_name(unsure)}` succeeded"
    return ""


def _complains(command: Command, write: Write, output: str) -> bool:
    names = (command.program, write.path.text)
    return any(name and f"{name}: " in output for name in names)


def _unsure_before(found: tuple[Command, ...], place: int) -> Iterator[Command]:
    """The commands of the `&&` chain in front of a command that may have failed."""
    while place > 0 and found[place].operator in {"&&", "|", "|&"}:
        is_guard = found[place].operator == "&&"
        place -= 1
        if is_guard and _may_fail(found[place]):
            yield found[place]


def _may_fail(command: Command) -> bool:
    if not command.argv or effect(command).writes:
        return False
    program = command.program
    return program in _ASKING or program not in READ_ONLY | {"source", ".", "git"}


def _is_chain(found: tuple[Command, ...]) -> bool:
    """Whether the line's exit code speaks for every command of it."""
    return all(command.operator in {"", "&&"} for command in found)
