"""What a run shows, by token and by number: tool output, environment and user text.

Arguments of calls show that a call was made and nothing else, so they are indexed apart. What
the agent said, and what it had echoed, is in neither.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.calls import TALKING, is_silent
from ckpt_tui.core.claims.lexicon import stem
from ckpt_tui.core.figures import number_of
from ckpt_tui.core.own_words import own_words
from ckpt_tui.core.pattern import compiled
from ckpt_tui.core.text import TextColumn, decode, encode
from ckpt_tui.core.trace import Field, StepKind, ToolClass
from ckpt_tui.core.verdict import Evidence
from ckpt_tui.core.view import TraceView

_ALL: Final = bytes(range(256))
_NOT_WORD: Final = bytes(
    byte
    for byte in _ALL
    if not (bytes([byte]).isalnum() or byte >= 0x80)  # noqa: PLR2004
)
_WORDS: Final = bytes.maketrans(_NOT_WORD, b" " * len(_NOT_WORD)).lower()
_NOT_DIGIT: Final = bytes(byte for byte in _ALL if chr(byte) not in "0123456789.,")
_DIGITS: Final = bytes.maketrans(_NOT_DIGIT, b" " * len(_NOT_DIGIT))
# Between two words; an answer in JSON spells the end of a line.
_GAP: Final = r"(?:\\[nrt]|[^0-9A-Za-z])+"
_TRIES: Final = 32
_CONTEXT: Final = 60
# How far behind a name its figures stand, in an answer of JSON or of columns.
_BESIDE: Final = 500
_SPEAKING: Final = frozenset({StepKind.USER, StepKind.SYSTEM, StepKind.ENVIRONMENT})


class Source(Struct, frozen=True):
    """One text that may show something.

    Attributes:
        row: of its column: a call for results and arguments, a step for messages.
    """

    step: int
    field: Field
    row: int


class Index:
    """Texts in the order of the run, with the first of them that holds each token and number."""

    def __init__(self, view: TraceView, sources: Iterable[Source]) -> None:
        self._view = view
        self.sources: Sequence[Source] = tuple(sources)
        self._tokens: dict[bytes, int] = {}
        self._numbers: dict[bytes, int] = {}
        for place, source in enumerate(self.sources):
            raw = self._column(source).raw(source.row)
            for token in set(raw.lower().translate(_WORDS).split()):
                self._tokens.setdefault(token, place)
            for token in set(raw.translate(_DIGITS).split()):
                self._numbers.setdefault(token, place)

    def _column(self, source: Source) -> TextColumn:
        return self._view.column(source.field)

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """Every number in plain digits, with the step that shows it first."""
        return {
            number: self.sources[self._numbers[token]].step
            for number, token in self._spelled.items()
        }

    @cached_property
    def _spelled(self) -> Mapping[str, bytes]:
        """How every number is spelled where it stands first."""
        found: dict[str, bytes] = {}
        # Of two spellings in one text that of a number goes before the tail of a name: `HAT088`.
        places = self._numbers.items()
        for token, _ in sorted(places, key=lambda each: (each[1], each[0][:1] == b"0", each[0])):
            number = number_of(token.decode("ascii").strip(".,"))
            if number is not None:
                found.setdefault(number, token)
        return found

    @cached_property
    def _stems(self) -> Mapping[str, int]:
        found: dict[str, int] = {}
        for token, place in self._tokens.items():
            if token.isalpha():
                found.setdefault(stem(decode(token)), self.sources[place].step)
        return found

    def knows(self, token: str, before: int) -> bool:
        """Whether a word of letters and digits stands in a text before a step."""
        place = self._tokens.get(encode(token.lower()))
        return place is not None and self.sources[place].step < before

    def stems(self, before: int) -> frozenset[str]:
        """The stems of all words before a step."""
        return frozenset(word for word, step in self._stems.items() if step < before)

    def place(self, literal: str, before: int, field: Field | None = None) -> Evidence | None:
        """The first place of a literal that is not the agent's own, in a field where one is named.

        None where there is none.
        """
        needle = encode(literal.lower())
        parts = needle.translate(_WORDS).split()
        firsts = [self._tokens.get(part) for part in parts]
        known = [first for first in firsts if first is not None]
        if not parts or len(known) < len(firsts):
            return None
        return self._search(needle, max(known), before, field)

    def words_in_order(self, words: Sequence[str], before: int) -> Evidence | None:
        """The first place of some words one behind the other, whatever marks stand between."""
        firsts = [self._tokens.get(encode(word)) for word in words]
        known = [first for first in firsts if first is not None]
        if not words or len(known) < len(firsts):
            return None
        pattern = compiled(f"(?i){_GAP.join(words)}")
        for source in self.sources[max(known) :]:
            if source.step >= before:
                return None
            raw = self._column(source).raw(source.row)
            span = pattern.search(raw)
            if span is not None and not self._is_own(source, span):
                return self._shown(source, raw, span)
        return None

    def number(self, number: str, before: int) -> Evidence | None:
        """The first place of a number, however it is spelled there."""
        step = self.numbers.get(number)
        if step is None or step >= before:
            return None
        spelled = self._spelled[number]
        return self._search(spelled, self._numbers[spelled], before)

    def figures_near(self, name: str, before: int) -> Iterator[str]:
        """The numbers beside every place of a name, as far as these are few."""
        needle = encode(name)
        tries = 0
        for source in self.sources:
            raw = self._column(source).raw(source.row) if source.step < before else b""
            start = raw.find(needle)
            while start >= 0 and tries < _TRIES:
                tries += 1
                yield from _numbers(raw[max(0, start - _CONTEXT) : start + _BESIDE])
                start = raw.find(needle, start + 1)

    @cached_property
    def ruled(self) -> tuple[str, ...]:
        """The numbers of what the system said."""
        kinds = self._view.steps.kinds
        ruled = (s for s in self.sources if s.field is Field.MESSAGE)
        return tuple(
            number
            for source in ruled
            if kinds[source.step] is StepKind.SYSTEM
            for number in _numbers(self._column(source).raw(source.row))
        )

    def _search(
        self, needle: bytes, first: int, before: int, field: Field | None = None
    ) -> Evidence | None:
        tries = 0
        for source in self.sources[first:]:
            if source.step >= before or tries >= _TRIES:
                return None
            if field is not None and source.field is not field:
                continue
            raw = self._column(source).raw(source.row)
            start = _whole(raw.lower(), needle)
            if start is None:
                continue
            tries += 1
            if not self._is_own(source, (start, start + len(needle))):
                return self._shown(source, raw, (start, start + len(needle)))
        return None

    def _is_own(self, source: Source, span: tuple[int, int]) -> bool:
        """Whether a shell only repeated the agent's words."""
        if source.field is not Field.RESULT:
            return False
        is_shell = self._view.calls.classes[source.row] in (ToolClass.SHELL, ToolClass.EDIT)
        return is_shell and own_words(self._view, source.row, span) is True

    def _shown(self, source: Source, raw: bytes, span: tuple[int, int]) -> Evidence:
        start = max(raw.rfind(b"\n", 0, span[0]) + 1, span[0] - _CONTEXT)
        end = raw.find(b"\n", span[1])
        end = min(len(raw) if end < 0 else end, span[1] + _CONTEXT)
        return self._view.evidence(source.step, self._part(source), raw, (start, end))

    def _part(self, source: Source) -> str:
        if source.field is Field.MESSAGE:
            return "message"
        word = "result" if source.field is Field.RESULT else "arguments"
        return f"calls[{self._view.calls.numbers[source.row]}].{word}"


def shown(view: TraceView) -> Index:
    """What tools, environment and user said; made once a view."""
    return view.kept(shown, lambda: Index(view, _shown_sources(view)))


def told(view: TraceView) -> Index:
    """What users said; made once a view."""
    return view.kept(told, lambda: Index(view, _told_sources(view)))


def written(view: TraceView) -> Index:
    """What the agent gave to tools that do not talk; made once a view."""
    return view.kept(written, lambda: Index(view, _written_sources(view)))


def _shown_sources(view: TraceView) -> Iterator[Source]:
    calls, row = view.calls, 0
    for step, kind in enumerate(view.steps.kinds):
        if kind in _SPEAKING:
            yield Source(step, Field.MESSAGE, step)
        while row < len(calls) and calls.steps[row] <= step:
            if calls.answered[row] and not is_silent(view, row):
                yield Source(step, Field.RESULT, row)
            row += 1


def _told_sources(view: TraceView) -> Iterator[Source]:
    for step, kind in enumerate(view.steps.kinds):
        if kind is StepKind.USER:
            yield Source(step, Field.MESSAGE, step)


def _written_sources(view: TraceView) -> Iterator[Source]:
    calls = view.calls
    for row, step in enumerate(calls.steps):
        if calls.classes[row] not in TALKING and not is_silent(view, row):
            yield Source(step, Field.ARGUMENTS, row)


def _numbers(raw: bytes) -> Iterator[str]:
    for token in raw.translate(_DIGITS).split():
        number = number_of(token.decode("ascii").strip(".,"))
        if number is not None:
            yield number


def _whole(raw: bytes, needle: bytes) -> int | None:
    """Where a needle stands that is no part of a longer word or number."""
    start, tries = raw.find(needle), 0
    while start >= 0 and tries < _TRIES:
        end = start + len(needle)
        before, behind = raw[start - 1 : start], raw[end : end + 1]
        if not (_joins(before, needle[:1]) or _joins(behind, needle[-1:])):
            return start
        start, tries = raw.find(needle, start + 1), tries + 1
    return None


def _joins(mark: bytes, edge: bytes) -> bool:
    return mark.isalnum() and edge.isalnum() if mark else False
