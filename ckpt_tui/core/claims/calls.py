"""The calls of a run as deeds: what each tool is for, and whether it did it."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.lexicon import family_of, family_of_noun, family_of_word, stem
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.position import Position
from ckpt_tui.core.text import decode
from ckpt_tui.core.trace import Field, ToolClass
from ckpt_tui.core.view import TraceView

TALKING: Final = frozenset({ToolClass.MESSAGE, ToolClass.SUBMIT})
# Their answers are nothing but what the agent thought.
_THINKING: Final = frozenset({"think", "plan", "todo", "todowrite", "update_plan", "reply"})
_LOOKING: Final = vocabulary(
    """
    get list search find lookup look read check calculate compute think view fetch query show
    describe count verify validate retrieve inspect browse glob grep ls cat status estimate compare
    plan todo select detect analyze analyse whoami help
    """
)
# Through these an agent may do what no name tells.
_ANYTHING: Final = vocabulary(
    """
    execute exec run shell bash terminal python code sql http api request browser click type
    computer command script invoke call eval ipython jupyter notebook process task agent
    """
)
_MAKING: Final = vocabulary("issue create make process request submit initiate send do")
_WORKBENCH: Final = frozenset({ToolClass.SHELL, ToolClass.EDIT, ToolClass.BROWSER})
_NAMELESS: Final = frozenset({"observation", "tool", "function", "result", "unknown", "output"})
_FAILURES: Final = (b"error", b"exception", b"traceback", b"failed", b"failure", b"invalid")
_REFUSALS: Final = (b'"ok":false', b'"success":false', b'"status":"error"', b'"error":"')
_HEAD: Final = 200
_BREAKS: Final = str.maketrans(dict.fromkeys("_-./: ", " "))


class Deed(Struct, frozen=True, kw_only=True):
    """One call that may have changed something.

    Attributes:
        families: of the words of the tool's name.
        is_open: the tool may do anything at all.
        is_unknown: the recording does not name the tool.
    """

    row: int
    position: Position
    tool: str
    families: frozenset[str]
    worked: bool
    is_open: bool
    is_unknown: bool


def deeds(view: TraceView) -> tuple[Deed, ...]:
    """Every call of this run that does more than look, in order; made once a view."""
    return view.kept(deeds, lambda: tuple(_deeds(view)))


def position_of(view: TraceView, row: int) -> Position:
    """The moment of a call."""
    return Position(view.calls.steps[row], view.calls.numbers[row])


def is_silent(view: TraceView, row: int) -> bool:
    """Whether a call's answer says nothing of the world."""
    return view.calls.names[row].lower() in _THINKING


def words_of(view: TraceView, deed: Deed) -> frozenset[str]:
    """Stems of all words of a call: its name, its arguments, its answer."""
    key = (words_of, deed.row)
    return view.kept(key, lambda: _words_of(view, deed))


def name_words(name: str) -> list[str]:
    """The words of a tool's name: `bookFlight_v2` gives book, flight, v2."""
    parts = "".join(f" {c}" if c.isupper() else c for c in name).translate(_BREAKS)
    joined = [part.lower() for part in parts.split()]
    return joined if any(len(part) > 1 for part in joined) else [name.lower()]


def _deeds(view: TraceView) -> Iterator[Deed]:
    calls = view.calls
    kinds: dict[str, tuple[bool, bool, frozenset[str]]] = {}
    for row, name in enumerate(calls.names):
        if calls.classes[row] in TALKING or not view.happened(calls.steps[row]):
            continue
        if name not in kinds:
            kinds[name] = _kind(name, calls.classes[row])
        looks, is_open, families = kinds[name]
        if not looks:
            yield Deed(
                row=row,
                position=position_of(view, row),
                tool=name,
                families=families,
                worked=_worked(view, row),
                is_open=is_open,
                is_unknown=name.lower() in _NAMELESS,
            )


def _kind(name: str, tool_class: ToolClass) -> tuple[bool, bool, frozenset[str]]:
    words = name_words(name)
    families = frozenset(_families(words))
    if tool_class in _WORKBENCH:
        return False, True, families
    if tool_class in (ToolClass.READ, ToolClass.SEARCH) or name.lower() in _THINKING:
        return True, False, families
    is_open = not _ANYTHING.isdisjoint(words) and words[0] not in _LOOKING
    looks = bool(words) and words[0] in _LOOKING
    return looks, is_open, families


def _families(words: list[str]) -> Iterator[str]:
    """What a tool's name says that it does: its verb, and what is made by a verb of making."""
    found = [(word, family) for word in words if (family := family_of_word(word)) is not None]
    for place, (word, family) in enumerate(found):
        is_verb = place == 0 and (word == words[0] or family_of(word) is not None)
        is_made = family_of_noun(word) is not None and not _MAKING.isdisjoint(words[:1])
        if is_verb or is_made:
            yield family
    yield from filter(None, map(family_of_noun, words if not found else ()))
    if not _MAKING.isdisjoint(words[:1]):
        yield from filter(None, map(family_of_noun, words[1:]))


def _worked(view: TraceView, row: int) -> bool:
    calls = view.calls
    if not calls.answered[row] or calls.errors[row] or (calls.exit_codes[row] or 0) != 0:
        return False
    head = view.column(Field.RESULT).raw(row)[:_HEAD].lower().lstrip(b" \n\"'{[")
    spaceless = head.replace(b" ", b"")
    is_refused = any(mark in spaceless for mark in (b'ok":false', *_REFUSALS))
    return not is_refused and not head.startswith(_FAILURES)


def _words_of(view: TraceView, deed: Deed) -> frozenset[str]:
    arguments = decode(view.column(Field.ARGUMENTS).raw(deed.row))
    result = decode(view.column(Field.RESULT).raw(deed.row)[:20_000])
    text = "".join(c if c.isalnum() else " " for c in f"{arguments} {result}".lower())
    found = {stem(word) for word in text.split() if word.isalpha()}
    return frozenset(found | {stem(word) for word in name_words(deed.tool)})
