"""Whether what a tool answered is only what the agent had written: its echo proves nothing."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from msgspec import Struct

from ckpt_tui.core.changes import file_changes
from ckpt_tui.core.own_voice import LOOKING, Voice, spoken
from ckpt_tui.core.position import Position
from ckpt_tui.core.shell import commands
from ckpt_tui.core.text import compact_json, decode, encode
from ckpt_tui.core.trace import Field, ToolCall, ToolClass
from ckpt_tui.core.view import TraceView

# What these answer is a receipt of what they were given.
_RECEIPTS: Final = frozenset({ToolClass.EDIT, ToolClass.MESSAGE, ToolClass.SUBMIT})
# What a line that reads files without naming them holds.
_MANY_FILES: Final = ("*", "?", "$", " -r", " -R", "find ", "rg ", "git ")
_BREAKS: Final = str.maketrans(dict.fromkeys("'\"/\\=:;|&<>(){}[]`,", " "))
_SEARCHES: Final = 256
# A string is spelled with these in other ways than it is printed.
_SPELLING: Final = str.maketrans(dict.fromkeys("\\'\""))
_CONTROLS: Final = frozenset(map(chr, (*range(32), *range(127, 160)))) - frozenset("\t\r\n")
_LETTERS: Final = {"\0": "\\0", "\a": "\\a", "\b": "\\b", "\v": "\\v", "\f": "\\f", "\x1b": "\\e"}
_UNTOLD: Final = "".join(("'\"\\ \t\r\n", *sorted(_CONTROLS)))
_CONTROLS_TO_BACKSLASH: Final = str.maketrans(dict.fromkeys(_CONTROLS, "\\"))
_TO_BACKSLASH: Final = str.maketrans(dict.fromkeys("'\"", "\\"))
# Characters of a text that tell well enough where it may stand.
_TELLING: Final = 200


class _Written(Struct, frozen=True, kw_only=True):
    """What the run put into a file."""

    position: Position
    text: str


def own_words(view: TraceView, row: int, span: tuple[int, int]) -> bool | None:
    """Whether a byte span of a call's result holds the agent's own words; None if it may.

    The agent's own is what it had printed, what it put into a file that the call names, and
    what an editor repeats of its arguments.
    """
    text = decode(view.column(Field.RESULT).raw(row)[slice(*span)]).strip()
    tool_class = view.calls.classes[row]
    if tool_class is ToolClass.SHELL:
        is_suspect = _stands_before(view, row, text) or _speaks(view, row)
        return _of_shell(view, row, text) if is_suspect else False
    if not _stands_before(view, row, text):
        return False
    if tool_class in _RECEIPTS:
        return says(_call(view, row).arguments_text, compact_json(text)[1:-1])
    return tool_class is ToolClass.READ and _is_in_own_file(view, row, text)


def says(spelled: str, text: str) -> bool:
    """Whether every line of a text stands in what was spelled out; blank lines do not count.

    Quotes and backslashes do not count either, for a string is seldom spelled as it is printed.
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if not lines or all(line in spelled for line in lines):
        return bool(lines)
    controls = _CONTROLS.intersection(text)
    bare = _bare(spelled, controls)
    return all(each and each in bare for each in (_bare(line, controls) for line in lines))


def _bare(text: str, controls: Iterable[str]) -> str:
    """A text without what may be spelled otherwise: quotes, backslashes, control characters."""
    for control in controls:
        for spelling in _spellings(control):
            text = text.replace(spelling, "")
    return text.replace("\\t", "\t").translate(_SPELLING)


@cache
def _spellings(control: str) -> tuple[str, ...]:
    """A control character as it is, and as shells and programs spell it."""
    code = ord(control)
    figures = (f"x{code:02x}", f"x{code:02X}", f"u{code:04x}", f"u{code:04X}", f"{code:03o}")
    letters = filter(None, [_LETTERS.get(control)])
    return (control, *(f"\\{each}" for each in figures), *letters)


def _of_shell(view: TraceView, row: int, text: str) -> bool | None:
    line = _call(view, row).command_line
    if line is None:
        return None if says(_call(view, row).arguments_text, compact_json(text)[1:-1]) else False
    voices = spoken(commands(line))
    is_said = not text or any(says(voice.spelled, text) for voice in voices)
    if voices and all(voice.is_own or voice.is_expanded for voice in voices):
        return _of_speakers(voices, is_said=is_said)
    if text and is_said:
        return None
    is_theirs = _is_in_own_file(view, row, text)
    is_look = all(voice.is_own or voice.program in LOOKING for voice in voices)
    return is_theirs if is_look or not is_theirs else None


def _of_speakers(voices: list[Voice], *, is_said: bool) -> bool | None:
    """What a line that only speaks may have answered: its own words, or a shell's complaint."""
    if is_said and all(voice.is_own for voice in voices):
        return True
    is_plain = len(voices) == 1 and voices[0].is_own and voices[0].is_exact
    return False if is_plain and not is_said else None


def _is_in_own_file(view: TraceView, row: int, text: str) -> bool | None:
    """Whether the run put a text into a file that a call names; None if the call may read it."""
    call = _call(view, row)
    line = call.arguments_text if call.command_line is None else call.command_line
    here = Position(view.calls.steps[row], view.calls.numbers[row])
    written = view.kept(own_words, lambda: _written(view))
    named = (each for name in _names(line) for each in written.get(name, ()))
    if any(each.position <= here and says(each.text, text) for each in named):
        return True
    if not any(mark in line for mark in _MANY_FILES):
        return False
    every = (each for files in written.values() for each in files)
    return None if any(each.position <= here and says(each.text, text) for each in every) else False


def _names(line: str) -> set[str]:
    """The last parts of whatever may be a path in a line, and the files of its modules."""
    names = set(line.translate(_BREAKS).split())
    return names | {f"{name.rpartition('.')[2]}.py" for name in names if "-m " in line}


def _written(view: TraceView) -> dict[str, list[_Written]]:
    """What the run wrote, by the name of the file."""
    found: dict[str, list[_Written]] = {}
    for change in file_changes(view):
        call = view.steps[change.position.step].calls[change.position.call]
        unknown = call.command_line or ""
        text = unknown if change.added is None else "\n".join(change.added)
        name = change.path.rpartition("/")[2]
        found.setdefault(name, []).append(_Written(position=change.position, text=text))
    return found


def _stands_before(view: TraceView, row: int, text: str) -> bool:
    """Whether the first line that tells may stand in the arguments of this or an earlier call."""
    # Quotes and the like tell nothing, however many stand in front.
    told = text.lstrip(_UNTOLD) or text
    column, needle = view.column(Field.ARGUMENTS), _needle(told[:_TELLING])
    firsts = view.kept(_stands_before, dict[bytes, int])
    # To look for every text of a long run would take the square of its length.
    if needle not in firsts and len(firsts) < _SEARCHES:
        firsts[needle] = column.buffer.find(needle)
    return bool(needle) and -1 < firsts.get(needle, 0) < column.starts[row + 1]


@lru_cache(maxsize=1024)
def _needle(text: str) -> bytes:
    """A part of a text's first line that is spelled as itself wherever the text is spelled out."""
    first = compact_json(text.partition("\n")[0].strip().translate(_CONTROLS_TO_BACKSLASH))[1:-1]
    return encode(max(first.translate(_TO_BACKSLASH).split("\\"), key=len) or first)


def _speaks(view: TraceView, row: int) -> bool:
    arguments = view.column(Field.ARGUMENTS).raw(row)
    return b"echo" in arguments or b"printf" in arguments or b"<<" in arguments


def _call(view: TraceView, row: int) -> ToolCall:
    return view.steps[view.calls.steps[row]].calls[view.calls.numbers[row]]
