"""Which commands of a shell line print, and whose words."""

from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from ckpt_tui.core.file_effects import has_flag, operands
from ckpt_tui.core.runners import is_python, launched
from ckpt_tui.core.shell_words import Command
from ckpt_tui.core.testruns_display import takes_output

LOOKING: Final = frozenset({"cat", "head", "tail", "less", "more", "nl", "sed", "grep", "tac"})

# What they print of their input is a part of it, or made of nothing else.
_FILTERS: Final = frozenset(
    {
        "awk", "base64", "cat", "column", "cut", "egrep", "fgrep", "fold", "grep", "head", "less",
        "more", "nl", "rev", "sed", "sort", "tac", "tail", "tee", "tr", "uniq", "wc",
    }
)  # fmt: skip
_PATTERN_FIRST: Final = frozenset({"awk", "cut", "egrep", "fgrep", "grep", "sed", "tr"})
_QUIET: Final = frozenset(
    {
        ":", "[", "[[", "cd", "chmod", "cp", "exit", "export", "false", "mkdir", "mv", "return",
        "rm", "set", "sleep", "test", "touch", "true", "unset", "wait",
    }
)  # fmt: skip
_SPEAKERS: Final = frozenset({"echo", "printf"})
_PIPES: Final = frozenset({"|", "|&"})
_HERE: Final = frozenset({"<<", "<<-", "<<<"})
# Programs that print what their arguments spell out.
_SCRIPTED: Final = frozenset(
    {
        "bash", "bc", "date", "eval", "expr", "jq", "lua", "mysql", "node", "perl", "php", "psql",
        "ruby", "seq", "sh", "sqlite3", "yes", "zsh",
    }
)  # fmt: skip


class Voice(Struct, frozen=True, kw_only=True):
    """What one command adds to a line's output.

    Attributes:
        is_own: nothing but words that the line spells out.
        is_exact: and these as they stand.
        is_expanded: the like, but the shell put something in it that the line does not show.
        spelled: what it is given to print or to run as a script; empty for other programs.
    """

    program: str
    is_own: bool = False
    is_exact: bool = False
    is_expanded: bool = False
    spelled: str = ""


def spoken(found: tuple[Command, ...]) -> list[Voice]:
    """The voices in a line's output; most filters behind a pipe and quiet commands have none."""
    captures = any(each.is_captured and each.program not in _SPEAKERS for each in found)
    voices: list[Voice] = []
    for place, command in enumerate(found):
        if command.is_captured or not command.argv or command.program in _QUIET:
            continue
        if any(map(takes_output, command.redirects)):
            continue
        voice = _voice(command, captures=captures)
        if place + 1 < len(found) and found[place + 1].operator in _PIPES:
            is_shown = _is_shown(found, place + 1)
            is_own = voice.is_own and is_shown
            is_expanded = voice.is_expanded and is_shown
            voice = replace(voice, is_own=is_own, is_exact=False, is_expanded=is_expanded)
        if command.operator not in _PIPES or not _is_filter(command):
            voices.append(voice)
        elif voice.spelled:
            voices.append(replace(voice, is_own=True))
    return voices


def _is_shown(found: tuple[Command, ...], place: int) -> bool:
    """Whether what goes into a pipe comes out of it as it went in."""
    while place < len(found) and found[place].operator in _PIPES:
        if not _is_filter(found[place]) or any(map(takes_output, found[place].redirects)):
            return False
        place += 1
    return True


def _is_filter(command: Command) -> bool:
    words = command.argv[1:]
    allowed = 1 if command.program in _PATTERN_FIRST | {"tee"} else 0
    allowed += has_flag(words, "ncdfkA", "--lines") and command.program != "tee"
    allowed += command.program == "tr"
    return command.program in _FILTERS and len(operands(words)) <= allowed


def _voice(command: Command, *, captures: bool) -> Voice:
    program = command.program
    words = launched(command.argv)[1:]
    here = [each for each in command.redirects if each.op in _HERE]
    bodies = [each.target.text if each.body is None else each.body for each in here]
    spelled = "\n".join([" ".join(word.text for word in words), *bodies])
    if not (program in _SPEAKERS or (here and _is_filter(command))):
        return Voice(program=program, spelled=spelled if here or _runs(command) else "")
    targets = [each.target for each in here]
    is_literal = all(word.is_literal for word in (*words, *targets))
    return Voice(
        program=program,
        is_own=is_literal,
        is_exact=program != "printf" and "\\" not in spelled and not spelled.startswith("-"),
        is_expanded=not (is_literal or captures),
        spelled=spelled,
    )


def _runs(command: Command) -> bool:
    """Whether a program runs what its arguments spell out, or prints it."""
    program, words = command.program, launched(command.argv)
    is_editor = program in {"awk", "sed", "tr"} and not has_flag(words[1:], "n")
    is_interpreter = is_python(words[0].text.rpartition("/")[2]) if words else False
    return command.is_opaque or program in _SCRIPTED or is_editor or is_interpreter
