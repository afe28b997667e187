"""A report as sentences, clauses and words, each with its place; Markdown is read, not shown."""

from collections.abc import Iterator, Sequence
from itertools import takewhile
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

# One character for one, so that places stay.
_CONTROLS: Final = [chr(code) for code in (*range(32), *range(127, 160), *range(0x200B, 0x2010))]
_SPACES: Final = str.maketrans(dict.fromkeys([*"\u2014\u2013\u2192\u00a0|\u2026", *_CONTROLS], " "))
_FRONT: Final = frozenset("$\u20ac\u00a3\u00a5#~/.-+@_<>")
_BACK: Final = frozenset("%/+\u20ac$\u00a3_")
_SIGNS: Final = frozenset("$\u20ac\u00a3\u00a5")
_ENDS: Final = frozenset(".!?")
_CLOSERS: Final = frozenset("*_\"')]`\u201d\u2019")
_SHORT: Final = frozenset(
    {
        "e.g", "i.e", "etc", "vs", "mr", "mrs", "ms", "dr", "no", "nos", "approx", "st", "inc",
        "fig", "cf", "al", "ca", "dept", "ref", "est",
    }
)  # fmt: skip
_BULLETS: Final = ("- ", "* ", "+ ", "\u2022 ")
_WRAPPED: Final = 50
_QUOTES: Final = {'"': '"', "\u201c": "\u201d"}
_PHRASE_ENDS: Final = frozenset(",;:.)")
_LONGEST: Final = 200_000
_WIDEST: Final = 2_000
_WORDIEST: Final = 300


class Word(Struct, frozen=True):
    """One word of a report.

    Attributes:
        lower: as it is compared: lower case, with a straight apostrophe.
        text: as it stands, without the marks around it.
        is_code: inside backticks.
        is_quoted: inside quotation marks.
        mark: the last character behind it, where that is no part of it.
    """

    lower: str
    text: str
    start: int
    end: int
    is_code: bool = False
    is_quoted: bool = False
    mark: str = ""

    @property
    def closes(self) -> bool:
        """Whether a phrase may end with it."""
        return self.mark in _PHRASE_ENDS

    @property
    def is_plain(self) -> bool:
        """A word of the sentence itself, not of something it quotes."""
        return not (self.is_code or self.is_quoted)


class Span(Struct, frozen=True):
    """Something between backticks or quotation marks; the marks are left out."""

    start: int
    end: int
    text: str
    is_code: bool


class Sentence(Struct, frozen=True, kw_only=True):
    """One sentence, list item, heading or table row.

    Attributes:
        is_quoted: it stands in a block quotation.
        is_label: it is a heading, or announces what follows it.
        lead: the heading or announcement that a list item stands below.
        columns: the words at the head of each column of the table that a row stands in.
        rows: how many rows that table has.
        is_head: it is the heads of a table.
    """

    start: int
    end: int
    words: tuple[Word, ...]
    spans: tuple[Span, ...]
    is_question: bool = False
    is_quoted: bool = False
    is_label: bool = False
    lead: "Sentence | None" = None
    columns: tuple[tuple[Word, ...], ...] = ()
    rows: int = 0
    is_head: bool = False


def sentences(text: str) -> Iterator[Sentence]:
    """The sentences of a report in order; what stands in code fences is none."""
    text = text[:_LONGEST]
    lead: Sentence | None = None
    blocks = list(_blocks(text))
    for (start, end, is_quoted), table in zip(blocks, _tables(text, blocks), strict=True):
        is_item = _is_item(text[start:end])
        for first, last in _ends(text, start, end):
            found = _sentence(text, first, last, is_quoted=is_quoted)
            if not found.words:
                continue
            if table is not None:
                found = replace(
                    found, columns=table.columns, rows=table.rows, is_head=table.is_head
                )
            if is_item:
                found = replace(found, lead=lead)
            else:
                lead = found if found.is_label else None
            yield from _bounded(found)


class _Table(Struct, frozen=True):
    columns: tuple[tuple[Word, ...], ...]
    rows: int
    is_head: bool = False


def _tables(text: str, blocks: Sequence[tuple[int, int, bool]]) -> Iterator[_Table | None]:
    """The table of each block; None for what is no row."""
    current: _Table | None = None
    for at, (start, end, is_quoted) in enumerate(blocks):
        rule = blocks[at + 1 : at + 2]
        if "|" not in text[start:end] or end - start > _WIDEST:
            current = None
        elif rule and _is_rule(text[slice(*rule[0][:2])]):
            words = _sentence(text, start, end, is_quoted=is_quoted).words
            current = _Table(_columns(text, words), _rows(text, blocks[at + 2 :]))
            yield _Table((), 0, is_head=True)
            continue
        yield current


def _is_rule(block: str) -> bool:
    """Whether a line is the one below the heads of a table."""
    return "-" in block and "|" in block and not block.strip("|-: \t>")


def _rows(text: str, blocks: Sequence[tuple[int, int, bool]]) -> int:
    """How many rows stand before the end of a table."""
    return sum(1 for _ in takewhile(lambda block: "|" in text[block[0] : block[1]], blocks))


def column_of(text: str, word: Word) -> int:
    """Which column of its line a word stands in; a line may begin with a mark or without one."""
    start = text.rfind("\n", 0, word.start) + 1
    return text[start : word.start].lstrip(" \t>").removeprefix("|").count("|")


def _columns(text: str, words: tuple[Word, ...]) -> tuple[tuple[Word, ...], ...]:
    """The words of a line by its columns."""
    found: dict[int, list[Word]] = {0: []}
    for word in words:
        found.setdefault(column_of(text, word), []).append(word)
    return tuple(tuple(found.get(at, ())) for at in range(max(found) + 1))


def _bounded(sentence: Sentence) -> Iterator[Sentence]:
    """A sentence that goes on and on in pieces, so that time stays linear."""
    words = sentence.words
    if len(words) <= _WORDIEST:
        yield sentence
        return
    for start in range(0, len(words), _WORDIEST):
        piece = words[start : start + _WORDIEST]
        first, last = piece[0].start, piece[-1].end
        spans = tuple(span for span in sentence.spans if first <= span.start < last)
        yield replace(sentence, start=first, end=last, words=piece, spans=spans[:_WORDIEST])


def _blocks(text: str) -> Iterator[tuple[int, int, bool]]:
    """Stretches that no sentence leaves: paragraphs, list items, headings, rows."""
    fence = ""
    start, last = -1, -1
    for first, end in _lines(text):
        line = text[first:end].strip()
        fence, line = _fenced(text, end, fence, line)
        if fence or not line:
            if start >= 0:
                yield start, last, text[start] == ">"
            start = -1
            continue
        if start >= 0 and not _goes_on(text[start:last], line):
            yield start, last, text[start] == ">"
            start = -1
        if start < 0:
            start = first + len(text[first:end]) - len(text[first:end].lstrip())
        last = end
    if start >= 0:
        yield start, last, text[start] == ">"


def _fenced(text: str, end: int, fence: str, line: str) -> tuple[str, str]:
    """The fence that is open behind a line, and the line, empty where it is a fence itself.

    A fence that nobody closes ends with the first blank line: nothing may hide behind it.
    """
    mark = line[:3]
    if mark in ("```", "~~~"):
        return ("" if fence == mark else fence or mark), ""
    is_lost = bool(fence) and not line and text.find(fence, end) < 0
    return ("" if is_lost else fence), line


def _lines(text: str) -> Iterator[tuple[int, int]]:
    start = 0
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        yield start, end
        start = end + 1


def _is_item(block: str) -> bool:
    """Whether a block is an item of a list, with a bullet or a number."""
    number = block.split(maxsplit=1)[0].rstrip(".)")
    return block.startswith(_BULLETS) or (number.isdecimal() and not block.startswith(f"{number} "))


def _goes_on(before: str, line: str) -> bool:
    """Whether a line is the rest of a paragraph that was broken to fit a width."""
    newest = before.rpartition("\n")[2].rstrip()
    return line[0].islower() and len(newest) >= _WRAPPED and newest[-1] not in ".!?:;|"


def _ends(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The sentences of a block."""
    first, place = start, start
    while place < end:
        if text[place].isalnum() or text[place] == " ":
            place += 1
            continue
        character = text[place]
        if character == "`":
            close = text.find("`", place + 1, end)
            place = close + 1 if close > 0 else place + 1
            continue
        place += 1
        if character not in _ENDS or text[place - 2 : place] == "$?":
            continue
        while place < end and (text[place] in _ENDS or text[place] in _CLOSERS):
            place += 1
        if place >= end or (text[place].isspace() and not _is_short(text, first, place)):
            yield first, place
            first = place
    if first < end:
        yield first, end


def _is_short(text: str, first: int, place: int) -> bool:
    """Whether what ends here is an abbreviation, an initial or the number of a list."""
    before = text[max(first, place - 12) : place]
    if not before.endswith("."):
        return False
    word = before[:-1].split()[-1].lower().lstrip("(*_") if before[:-1].split() else ""
    is_number = word.isdigit() and len(text[first:place].split()) == 1
    return word in _SHORT or is_number or (len(word) == 1 and word.isalpha() and word != "i")


def _sentence(text: str, first: int, last: int, *, is_quoted: bool) -> Sentence:
    body = text[first:last]
    spans = tuple(_marked(body, first))
    words = tuple(_words(body, first, spans))
    plain = body.strip().rstrip("*_ ")
    return Sentence(
        start=first + len(body) - len(body.lstrip()),
        end=first + len(body.rstrip()),
        words=_behind_bullet(words),
        spans=spans,
        is_question=plain.endswith("?"),
        is_quoted=is_quoted,
        is_label=plain.startswith("#") or plain.endswith(":"),
    )


def _behind_bullet(words: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words without the number or the dash of a list item."""
    if words and words[0].is_plain:
        bare = words[0].text.rstrip(".)")
        if bare.strip("-+") == "" or (bare.isdigit() and len(words) > 1 and words[0].closes):
            return words[1:]
    return words


def _marked(body: str, first: int) -> Iterator[Span]:
    """What stands between backticks, or else between quotation marks, on one line."""
    if not any(mark in body for mark in ("`", *_QUOTES)):
        return
    place = 0
    while place < len(body):
        mark = body[place]
        closing = "`" if mark == "`" else _QUOTES.get(mark)
        if closing is None:
            place += 1
            continue
        end = body.find(closing, place + 1)
        if end < 0 or "\n" in body[place:end]:
            place += 1
            continue
        inside = body[place + 1 : end]
        yield Span(first + place + 1, first + end, inside, mark == "`")
        place = end + 1


def _words(body: str, first: int, spans: tuple[Span, ...]) -> Iterator[Word]:
    spaced = body.translate(_SPACES)
    waiting = list(reversed(spans))
    for place, end in _chunks(spaced):
        while waiting and waiting[-1].end <= first + place:
            waiting.pop()
        word = _word(spaced, place, end, first, waiting[-1] if waiting else None)
        if word is not None:
            yield word


def _chunks(spaced: str) -> Iterator[tuple[int, int]]:
    """What stands between spaces; the sign of a currency belongs to the figure beside it."""
    place = end = 0
    chunks = spaced.split()
    waits = False
    for number, chunk in enumerate(chunks):
        start = spaced.index(chunk, end)
        place, end = (place if waits else start), start + len(chunk)
        behind, next_one = (*chunks[number + 1 : number + 3], "", "")[:2]
        is_sign = chunk in _SIGNS and behind[:1].isdigit()
        is_figure = chunk[-1:].isdigit() or chunk.endswith(",-")
        is_signed = behind.rstrip(".,;:!?)*_") in _SIGNS and not next_one[:1].isdigit()
        waits = not waits and (is_sign or (is_figure and is_signed))
        if not waits:
            yield place, end


def _word(spaced: str, place: int, end: int, first: int, span: Span | None) -> Word | None:
    behind, whole = spaced[end - 1], end
    while place < end and not (spaced[place].isalnum() or spaced[place] in _FRONT):
        place += 1
    while end > place and not (spaced[end - 1].isalnum() or spaced[end - 1] in _BACK):
        end -= 1
    text = spaced[place:end]
    if not any(character.isalnum() for character in text):
        return None
    inside = span is not None and span.start <= first + place and first + end <= span.end
    return Word(
        text.lower().replace("\u2019", "'"),
        text,
        first + place,
        first + end,
        is_code=inside and span is not None and span.is_code,
        is_quoted=inside and span is not None and not span.is_code,
        mark=behind if end < whole else "",
    )
