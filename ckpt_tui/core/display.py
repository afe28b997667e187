"""Text as it may be shown: what a terminal would obey, or an eye overlook, is a visible token."""

import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache
from typing import Final, NamedTuple

TAB_STOP: Final = 8

# More marks than this on one letter belong to no script; they climb over the lines above.
MARKS_MAX: Final = 3

_CONTROL_PICTURES: Final = 0x2400
_DELETE: Final = "\x7f"
_DELETE_PICTURE: Final = "\u2421"
_NEWLINE_PICTURE: Final = "\u23ce"
_BLANK_PICTURE: Final = "\u237d"
_SELECTOR_PICTURE: Final = "\u25e6"

# Text or emoji form of the character before: in every second report (as in U+26A0 U+FE0F), so it
# gets one cell instead of a whole code.
_PRESENTATION: Final = "\ufe0e\ufe0f"

# Printable by their Unicode category, yet drawn as nothing (fillers, joiners, blank notes).
_UNSEEN: Final = frozenset(
    "\u034f\u115f\u1160\u17b4\u17b5\u180b\u180c\u180d\u180f\u2800\u3164\uffa0\U00016fe4\U0001d159",
)
_SELECTORS: Final = (("\ufe00", "\ufe0f"), ("\U000e0100", "\U000e01ef"))

# Skin tones: toolkits count no cell for them, most terminals draw two, and the line runs over.
_TONES: Final = ("\U0001f3fb", "\U0001f3ff")

# Hangul vowels and finals join the syllable before them, as combining marks do.
_JOINING_HANGUL: Final = (("\u1160", "\u11ff"), ("\ud7b0", "\ud7fb"))


class Token(NamedTuple):
    """A piece of raw text that is shown as something else.

    Attributes:
        start: offset of its first character in `SafeText.plain`.
        end: offset behind its last character in `SafeText.plain`.
        raw_start: offset of the piece in the raw text, in code points.
        raw: the piece: one code point, or CR LF.
        is_marked: it is to be set off from ordinary text, so that no text can forge it; tabs and
            line ends, shown as blanks and line ends, are not.
    """

    start: int
    end: int
    raw_start: int
    raw: str
    is_marked: bool

    @property
    def raw_end(self) -> int:
        return self.raw_start + len(self.raw)


class SafeText(NamedTuple):
    """Text that a terminal can be given, with the way back to the raw text.

    Attributes:
        plain: printable characters and spaces; line feeds too where lines were asked for.
        tokens: the replaced pieces, in order; everything between them is the raw text itself.
    """

    plain: str
    tokens: tuple[Token, ...] = ()

    def __str__(self) -> str:
        return self.plain

    @property
    def raw(self) -> str:
        """The text it was made from."""
        pieces: list[str] = []
        place = 0
        for token in self.tokens:
            pieces += (self.plain[place : token.start], token.raw)
            place = token.end
        return "".join([*pieces, self.plain[place:]])

    def shown_span(self, span: tuple[int, int]) -> tuple[int, int]:
        """The span of `plain` that shows a span of raw code points, tokens whole."""
        start, end = span
        if start >= end:
            return (self._shown(start), self._shown(start))
        return (self._shown(start), self._shown(end - 1, is_last=True))

    def raw_offset(self, place: int) -> int:
        """The raw code point that is shown at an offset of `plain`."""
        if not self.tokens:
            return place
        number = bisect_right(self.tokens, place, key=lambda token: token.start) - 1
        if number < 0:
            return place
        token = self.tokens[number]
        return token.raw_start if place < token.end else token.raw_end + place - token.end

    def _shown(self, offset: int, *, is_last: bool = False) -> int:
        number = bisect_right(self.tokens, offset, key=lambda token: token.raw_start) - 1
        if number < 0:
            return offset + is_last
        token = self.tokens[number]
        if offset < token.raw_end:
            return token.end if is_last else token.start
        return token.end + offset - token.raw_end + is_last


def sanitised(text: str, *, lines: bool = False) -> SafeText:
    """The text with everything that steers a terminal or hides from the eye made visible.

    Nothing is dropped. C0 controls become control pictures, other blanks `⍽`, presentation
    selectors `◦`; C1 controls, bidi and zero-width characters, tags, lone surrogates, fillers,
    private and unassigned code points, and combining marks without a letter or past the third
    on one become their code, as in `⟨202E⟩`. Tabs run to the next multiple of eight cells.

    Args:
        text: any string, lone surrogates included.
        lines: keep line feeds, and CR LF as one; otherwise both are shown as `⏎`.
    """
    if _is_plain(text.replace("\n", " ") if lines else text):
        return SafeText(text)
    pieces: list[str] = []
    tokens: list[Token] = []
    length = place = 0
    for start, raw, shown in _replacements(text, lines=lines):
        pieces += (text[place:start], shown)
        length += start - place
        tokens.append(Token(length, length + len(shown), start, raw, not shown.isspace()))
        length += len(shown)
        place = start + len(raw)
    return SafeText("".join([*pieces, text[place:]]), tuple(tokens))


def plain(text: str, *, lines: bool = False) -> str:
    """The sanitised text without its tokens: for messages and the command line."""
    return sanitised(text, lines=lines).plain


def _is_plain(text: str) -> bool:
    if not text.isprintable():
        return False
    return text.isascii() or all(_alone(character) == character for character in set(text))


def _replacements(text: str, *, lines: bool) -> Iterator[tuple[int, str, str]]:
    """Raw offset, raw piece and what is shown for it."""
    column = 0
    marks = MARKS_MAX
    for place, character in enumerate(text):
        if " " <= character <= "~":
            column += 1
            marks = 0
            continue
        shown = _alone(character) or _among(text, place, column, marks, lines=lines)
        if shown == character and shown != "\n":
            marks = marks + 1 if is_mark(character) else 0
            column += cells(character)
            continue
        raw = "\r\n" if character == "\n" and text[place - 1 : place] == "\r" else character
        if shown and shown != raw:
            yield place + 1 - len(raw), raw, shown
        marks = MARKS_MAX
        column = 0 if shown == "\n" else column + len(shown)


def _among(text: str, place: int, column: int, marks: int, *, lines: bool) -> str:
    """What is shown for a character by its neighbours; "" for a CR that its LF speaks for."""
    match text[place]:
        case "\n":
            return "\n" if lines else _NEWLINE_PICTURE
        case "\r":
            is_pair = text[place + 1 : place + 2] == "\n"
            return "" if is_pair else chr(_CONTROL_PICTURES + ord("\r"))
        case "\t":
            return " " * (TAB_STOP - column % TAB_STOP)
        case mark:
            return mark if marks < MARKS_MAX else _code(mark)


@lru_cache(4096)
def _alone(character: str) -> str:
    """What is shown for a character wherever it stands; "" where its neighbours decide."""
    if character in "\t\n\r" or is_mark(character):
        return ""
    if character < " ":
        return chr(_CONTROL_PICTURES + ord(character))
    if character == _DELETE:
        return _DELETE_PICTURE
    if character in _PRESENTATION:
        return _SELECTOR_PICTURE
    if character != " " and unicodedata.category(character) == "Zs":
        return _BLANK_PICTURE
    is_seen = character.isprintable() and not _is_unseen(character)
    return character if is_seen else _code(character)


@lru_cache(4096)
def is_mark(character: str) -> bool:
    """Whether it is drawn on the letter before it and takes no cell of its own."""
    if _is_unseen(character) or not character.isprintable():
        return False
    return unicodedata.category(character)[0] == "M" or _is_within(character, _JOINING_HANGUL)


@lru_cache(4096)
def cells(character: str) -> int:
    """How many terminal cells a shown character takes: 0, 1 or 2."""
    if is_mark(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _is_unseen(character: str) -> bool:
    return character in _UNSEEN or _is_within(character, (*_SELECTORS, _TONES))


def _is_within(character: str, ranges: tuple[tuple[str, str], ...]) -> bool:
    return any(first <= character <= last for first, last in ranges)


def _code(character: str) -> str:
    return f"\u27e8{ord(character):X}\u27e9"
