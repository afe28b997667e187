"""What a run shows in passages, each as the meanings of its words: one must speak of the whole."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Final

from msgspec import Struct

from ckpt_tui.core.claims.calls import TALKING, is_silent, name_words
from ckpt_tui.core.claims.evidence import shown
from ckpt_tui.core.claims.lexicon import family_of_noun, family_of_word, stem
from ckpt_tui.core.text import decode
from ckpt_tui.core.trace import Field
from ckpt_tui.core.view import TraceView

# Characters of one passage of an answer, and bytes of all that is read.
_LENGTH: Final = 2_000
_MOST: Final = 4_000_000
_LEAST: Final = 3
_ENDS: Final = str.maketrans(dict.fromkeys(".!?;", "\n"))


class Passages:
    """Sentences of messages, and stretches of answers with the calls that they answer, in order."""

    def __init__(self, found: Iterable["Passage"]) -> None:
        self._steps: list[int] = []
        self._said: dict[str, list[int]] = {}
        self._asked: dict[str, list[int]] = {}
        self._masks: dict[tuple[str, bool], int] = {}
        for place, passage in enumerate(found):
            self._steps.append(passage.step)
            for word in passage.said:
                self._said.setdefault(word, []).append(place)
            for word in passage.asked:
                self._asked.setdefault(word, []).append(place)
            for word in passage.said if passage.is_answer else ():
                if word not in passage.asked:
                    self._asked.setdefault(word, []).append(place)

    def share(self, content: frozenset[str], before: int, *, of_looks: bool = False) -> float:
        """How much of some meanings, not none, the best passage before a step speaks of, 0 to 1.

        `of_looks` counts answers only, and with them what was asked for.
        """
        reach = (1 << bisect_left(self._steps, before)) - 1
        # At place n: the passages that speak of at least n of the words read so far.
        rising = [reach]
        for word in content:
            mask = self._mask(word, of_looks=of_looks)
            rising.append(0)
            for place in range(len(rising) - 1, 0, -1):
                rising[place] |= rising[place - 1] & mask
        best = max(place for place, found in enumerate(rising) if found or not place)
        return best / len(content)

    def _mask(self, word: str, *, of_looks: bool) -> int:
        """The passages that speak of a word, one bit each."""
        key = (word, of_looks)
        if key not in self._masks:
            bits = bytearray(len(self._steps) // 8 + 1)
            for place in (self._asked if of_looks else self._said).get(word, ()):
                bits[place >> 3] |= 1 << (place & 7)
            self._masks[key] = int.from_bytes(bits, "little")
        return self._masks[key]


class Passage(Struct, frozen=True, kw_only=True):
    """One passage.

    Attributes:
        said: meanings of the words that are not the agent's.
        asked: of the tool's name and its arguments, where it answers a call.
    """

    step: int
    said: frozenset[str]
    asked: frozenset[str] = frozenset()
    is_answer: bool = False


def passages(view: TraceView) -> Passages:
    """The passages of a run, as far as it is read; made once a view."""
    return view.kept(passages, lambda: Passages(_passages(view)))


def meaning(word: str) -> str:
    """What stands for a word and its kin: `refunds` and `reimbursed` mean the same."""
    return family_of_noun(word) or family_of_word(word) or stem(word)


def meanings(words: Iterable[str]) -> frozenset[str]:
    """The meanings of words of letters that are long enough to have one."""
    bare = (word.removesuffix("'s") for word in words)
    return frozenset(meaning(word) for word in bare if len(word) >= _LEAST and word.isalpha())


def is_read_whole(view: TraceView) -> bool:
    """Whether the passages are all that the run shows: of more only the beginning is read."""
    return view.kept(is_read_whole, lambda: _length(view) <= _MOST)


def _length(view: TraceView) -> int:
    sources = shown(view).sources
    return sum(len(view.column(source.field).raw(source.row)) for source in sources)


def _passages(view: TraceView) -> Iterator[Passage]:
    read = 0
    for source in shown(view).sources:
        raw = view.column(source.field).raw(source.row)
        read += len(raw)
        if read > _MOST:
            return
        text = decode(raw)
        if source.field is Field.MESSAGE:
            for line in text.translate(_ENDS).splitlines():
                if line.strip():
                    yield Passage(step=source.step, said=_read(line))
            continue
        asked = _asked(view, source.row)
        for start in range(0, max(len(text), 1), _LENGTH):
            said = _read(text[start : start + _LENGTH])
            yield Passage(step=source.step, said=said, asked=asked, is_answer=True)


def _asked(view: TraceView, row: int) -> frozenset[str]:
    name = meanings(name_words(view.calls.names[row]))
    if view.calls.classes[row] in TALKING or is_silent(view, row):
        return name
    return name | _read(decode(view.column(Field.ARGUMENTS).raw(row)[:_LENGTH]))


def _read(text: str) -> frozenset[str]:
    spaced = "".join(c if c.isalpha() else " " for c in text.lower())
    return meanings(spaced.split())
