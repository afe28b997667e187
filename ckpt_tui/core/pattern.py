r"""The only user of RE2: patterns and plain texts, looked for in linear time.

The dialect is RE2's: `\w \d \s \b` are ASCII, `$` is the end of the text and nothing else.
"""

# RE2 ships no types: `_Engine` and `_Found` name what is used of it.
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# pyright: reportUnknownArgumentType=false

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial
from itertools import pairwise, takewhile
from typing import Final, NamedTuple, Protocol

import re2

from ckpt_tui.core.needed import needed_texts
from ckpt_tui.core.pattern_refusals import refusal
from ckpt_tui.core.text import TextColumn, encode
from ckpt_tui.errors import CkptError

# Automata states of one pattern may take this many bytes; past it RE2 goes on more slowly.
MEMORY: Final = 8 << 20
# RE2's slow path takes time in proportion to text times program, so the program is bounded too.
PROGRAM_LIMIT: Final = 10_000
# Bytes of a match's beginning that are worth knowing, and the program up to which they are asked
# for: that takes RE2 time in proportion to their product.
_BEGINNING: Final = 64
_BEGINNING_LIMIT: Final = 400

# Bytes that are searched behind the first place of a text that every match holds.
_STRETCH: Final = 4 << 10
# So many hits show that there are many.
_DENSE: Final = 32

# Bytes that are looked through at once: RE2 takes microseconds to begin.
_NEAR: Final = 1 << 10
# A longer text is looked for without RE2, whose program would grow with it.
_LONGEST: Final = 256
# Bytes that are looked through without a pause where no other thread runs meanwhile.
_AT_ONCE: Final = 4 << 20


class PatternError(CkptError):
    """A pattern that RE2 does not accept; the text says what to write instead."""


class Hit(NamedTuple):
    """The first place in a row where something matches: [start, end) in bytes of that row."""

    row: int
    start: int
    end: int


class _Found(Protocol):
    def span(self, group: int = 0) -> tuple[int, int]: ...


class _Engine(Protocol):
    @property
    def programsize(self) -> int: ...

    @property
    def groups(self) -> int: ...

    def search(self, text: bytes, pos: int = 0, endpos: int | None = None) -> _Found | None: ...

    def finditer(self, text: bytes) -> Iterator[_Found]: ...

    def possiblematchrange(self, maxlen: int) -> tuple[bytes, bytes]: ...


class _Free(NamedTuple):
    """A stretch of a column in which a text does not begin."""

    begin: int
    end: int


class Places:
    """Where some texts stand in a column; nothing is looked through twice for one that does not.

    Safe to ask from several threads.
    """

    def __init__(self, column: TextColumn, texts: Sequence[bytes]) -> None:
        self._column = column
        self._free = dict.fromkeys(texts, _Free(0, 0))

    def first(self, place: int, end: int) -> int:
        """Where the first of them begins between two places; `end` where none does."""
        for text, free in self._free.items():
            known = free if free.begin <= place <= free.end else _Free(place, place)
            if known.end < end:
                at = place_of(text, self._column.buffer, known.end, end)
                end = end if at < 0 else at
                self._free[text] = _Free(known.begin, end)
        return end


class Pattern:
    """A compiled pattern, made by `compiled`; safe to use from several threads."""

    __slots__ = ("_beginning", "_engine", "_is_plain", "_needed", "_needs_rows")

    def __init__(
        self,
        engine: _Engine,
        *,
        needs_rows: bool,
        needed: Sequence[bytes],
        beginning: bytes = b"",
        is_plain: bool = False,
    ) -> None:
        """A pattern whose every match holds one of `needed` and begins as `beginning`.

        `is_plain` where the beginning is the whole match.
        """
        self._engine = engine
        self._needs_rows = needs_rows
        # RE2 looks for a beginning by itself, and as fast.
        self._needed = () if beginning else needed
        self._beginning = beginning
        self._is_plain = is_plain

    def search(self, raw: bytes) -> tuple[int, int] | None:
        """The byte span of the first match in one text."""
        found = self._engine.search(raw)
        return None if found is None else found.span()

    def rows(self, column: TextColumn) -> Iterator[Hit]:
        """The first hit of every row that matches, in the order of rows, found as asked for."""
        return self._row_by_row(column) if self._needs_rows else self._joined(column)

    def _row_by_row(self, column: TextColumn) -> Iterator[Hit]:
        places = Places(column, self._needed) if self._needed else None
        row = 0
        while row < len(column):
            if places is not None:
                at = places.first(column.starts[row], len(column.buffer))
                if at == len(column.buffer):
                    return
                row = column.row_at(at)
            span = self.search(column.raw(row))
            if span is not None:
                yield Hit(row, *span)
            row += 1

    def _joined(self, column: TextColumn) -> Iterator[Hit]:
        length = len(column.buffer)
        place = column.earliest(self._beginning) if self._beginning else 0
        is_first = self._is_plain
        plain = search = partial(self._engine.search, column.buffer)
        if self._needed:
            search = partial(_leaping, plain, column, Places(column, self._needed))
        hits = 0
        while place < length:
            found = column.first(search, place)
            if is_first:
                column.remember(self._beginning, None if found is None else found.span()[0])
                is_first = False
            if found is None:
                return
            start, end = found.span()
            if start >= length:
                return
            row = column.row_at(start)
            first, last = column.starts[row], column.starts[row + 1] - 1
            # What a row alone says is the meaning; at its edges the buffer is only a hint.
            inside = first < start and end < last
            span = (start - first, end - first) if inside else self.search(column.raw(row))
            if span is not None:
                yield Hit(row, *span)
            place = last + 1
            hits += 1
            # Leaping from hit to hit takes longer than to run.
            search = plain if hits == _DENSE else search


def _leaping(
    search: Callable[[int, int], _Found | None],
    column: TextColumn,
    places: Places,
    place: int,
    end: int,
) -> _Found | None:
    """The first match, looked for where a needed text stands.

    The stretch that is searched from such a place on grows, so that a text which stands
    everywhere costs next to nothing.
    """
    stretch = _STRETCH
    while (at := places.first(place, end)) < end:
        place = max(place, column.starts[column.row_at(at)])
        stop = min(end, column.row_end(at + stretch))
        found = search(place, stop)
        if found is not None:
            return found
        place = stop
        stretch *= 4
    return None


class RowsPattern:
    """Finds rows that a pattern describes from end to end; made by `whole_rows`."""

    __slots__ = ("_engine",)

    def __init__(self, engine: _Engine) -> None:
        self._engine = engine

    def ranges(self, column: TextColumn) -> Iterator[range]:
        """The rows that match, neighbours in one range, in order; found as asked for."""
        for found in self._engine.finditer(column.buffer):
            start, end = found.span()
            first = column.row_at(start)
            # The end of a row may look like a whole one.
            first += start != column.starts[first]
            last = column.row_at(end)
            if first < last:
                yield range(first, last)


@lru_cache(maxsize=8)
def whole_rows(pattern: str) -> RowsPattern:
    r"""A pattern of our own for whole rows, byte by byte; none of its classes may hold `\xff`."""
    engine = _engine(rf"(?:(?:{pattern})\xff)+", re2.Options.Encoding.LATIN1)
    return RowsPattern(engine)


@lru_cache(maxsize=128)
def compiled(pattern: str) -> Pattern:
    """The pattern, ready to search; raises PatternError."""
    tokens = tuple(_tokens(pattern))
    if r"\C" in tokens:
        raise PatternError(r"`\C` takes characters apart and is refused; use `.` or `(?s:.)`")
    engine = _engine(pattern)
    if engine.programsize > PROGRAM_LIMIT:
        raise PatternError("it is too large; write it with fewer or smaller repetitions")
    needed = needed_texts(pattern)
    if engine.search(b"") is not None or _sees_ends(tokens):
        return Pattern(engine, needs_rows=True, needed=needed)
    if engine.programsize > _BEGINNING_LIMIT or not {r"\b", r"\B"}.isdisjoint(tokens):
        return Pattern(engine, needs_rows=False, needed=needed)
    beginning, is_plain = _beginning(engine)
    return Pattern(engine, needs_rows=False, needed=needed, beginning=beginning, is_plain=is_plain)


def _beginning(engine: _Engine) -> tuple[bytes, bool]:
    """The bytes that every match begins with, and whether every match is just these.

    RE2 tells the least and the greatest match; it takes them for texts of their own, so that what
    a pattern says of a match's surroundings is not seen: such patterns have to be kept away.
    """
    try:
        least, greatest = engine.possiblematchrange(_BEGINNING)
    except re2.error:
        return b"", False
    alike = takewhile(lambda pair: pair[0] == pair[1], zip(least, greatest, strict=False))
    return bytes(byte for byte, _ in alike), least == greatest


def place_of(text: bytes, buffer: bytes, start: int, end: int) -> int:
    """Where a text first begins between two places; -1 where it does not.

    RE2 leaps from one first byte of the text to the next. That takes a twentieth of the time of
    `bytes.find` where the byte is rare, and about twice as much where it is a common letter; other
    threads run meanwhile. Blanks are too many to leap between.
    """
    last = min(end + len(text) - 1, len(buffer))
    near = min(start + _NEAR, last)
    place = buffer.find(text, start, near)
    if place >= 0 or near == last:
        return place
    start = max(start, near - len(text) + 1)
    if len(text) > _LONGEST or text[:1].isspace():
        return _in_parts(text, buffer, start, last)
    found = _literal(text).search(buffer, start, last)
    return -1 if found is None else found.span()[0]


def _in_parts(text: bytes, buffer: bytes, start: int, last: int) -> int:
    for begin in range(start, last, _AT_ONCE):
        place = buffer.find(text, begin, min(last, begin + _AT_ONCE + len(text) - 1))
        if place >= 0:
            return place
    return -1


@lru_cache(maxsize=256)
def _literal(text: bytes) -> _Engine:
    return _engine("".join(rf"\x{byte:02x}" for byte in text), re2.Options.Encoding.LATIN1)


def captures(pattern: str, raw: bytes) -> Iterator[tuple[int, int]]:
    """The byte span of what each match in a text captured, in order; raises PatternError.

    That is the first group that took part in it, or the whole match where none did.
    """
    engine = _capturing(pattern)
    for found in engine.finditer(raw):
        groups = map(found.span, range(1, engine.groups + 1))
        yield next((span for span in groups if span[0] >= 0), found.span())


def has_group(pattern: str) -> bool:
    """Whether a pattern captures a part of what it matches; raises PatternError."""
    return _capturing(pattern).groups > 0


@lru_cache(maxsize=32)
def _capturing(pattern: str) -> _Engine:
    compiled(pattern)
    return _engine(pattern, is_capturing=True)


def _engine(
    pattern: str,
    encoding: object = re2.Options.Encoding.UTF8,
    *,
    is_capturing: bool = False,
) -> _Engine:
    options = re2.Options()
    options.encoding = encoding
    # RE2 would write to stderr, in the middle of the screen.
    options.log_errors = False
    options.never_capture = not is_capturing
    options.max_mem = MEMORY
    try:
        return re2.compile(encode(pattern), options)
    except re2.error as error:
        raise PatternError(refusal(error.args[0])) from None


def _tokens(pattern: str) -> Iterator[str]:
    """The characters of a pattern, a backslash together with the one it escapes."""
    place = 0
    while place < len(pattern):
        width = 2 if pattern[place] == "\\" else 1
        yield pattern[place : place + width]
        place += width


def _sees_ends(spelled: tuple[str, ...]) -> bool:
    r"""Whether a text alone may match otherwise than the same text inside the joined buffer.

    Only assertions about the ends of a text tell them apart: no UTF-8 pattern matches the byte
    between two texts, and for `\b` and `\B` that byte is what the end of a text is. `\Q` hides
    what follows from this reading.
    """
    if not {"$", r"\A", r"\z", r"\Q"}.isdisjoint(spelled):
        return True
    return any(here == "^" and before != "[" for before, here in pairwise(("", *spelled)))
