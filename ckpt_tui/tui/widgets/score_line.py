"""The arithmetic of a score in one line; the score and the official word are never cut off."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import Final

from rich.cells import cell_len
from rich.segment import Segment
from textual.reactive import var

from ckpt_tui.core.arithmetic import BLOCKED, GLYPHS
from ckpt_tui.core.display import plain
from ckpt_tui.core.verdict import Status
from ckpt_tui.tui.present import STATUS, Piece, Tone
from ckpt_tui.tui.widgets.lines import Lines

_BETWEEN: Final = " · "
_SHORT: Final = {"progress": "prog", "criticals": "crit"}
_ALWAYS: Final = 2


class ScoreLine(Lines, can_focus=False):
    """One line, such as `core.arithmetic.arithmetic` writes it."""

    DEFAULT_CSS = """
    ScoreLine { height: 1; overflow: hidden hidden; }
    """

    value: var[str] = var("", init=False)
    """Terms parted by blanks, then facts, each behind ` · `; the last two are always shown."""

    def watch_value(self) -> None:
        self.refresh()

    def line_keys(self, height: int) -> Iterable[Hashable]:
        return [self.value, *[None] * (height - 1)]

    def line(self, y: int, width: int) -> Sequence[Segment]:
        if y:
            return ()
        pieces = [piece for fact in fitting(plain(self.value), width) for piece in _toned(fact)]
        return self.pieces(pieces[1:], width)


def fitting(line: str, width: int) -> Sequence[str]:
    """The facts of a line that fit into `width` cells; what must go goes in this order.

    Long names, facts that say all is well, the terms further from the first that is not met, all
    terms, facts from the left.
    """
    facts = _facts(line)
    has_terms = len(facts) > _ALWAYS and not facts[0].startswith("progress")
    terms = facts[:1] if has_terms else []
    others = facts[len(terms) :]
    short = [_shortened(fact) for fact in others]
    telling = [fact for fact in short if not _is_well(fact)]
    for tried in (others, short, telling):
        if _width([*terms, *tried]) <= width:
            return [*terms, *tried]
    cut = _cut_terms(terms[0].split(" "), width - _width(["", *telling])) if terms else ""
    shown = [cut, *telling] if cut else telling
    while len(shown) > _ALWAYS and _width(shown) > width:
        shown = shown[1:]
    return shown


def _facts(line: str) -> list[str]:
    facts = [fact for fact in line.split(_BETWEEN) if fact]
    claims = next((n for n, fact in enumerate(facts) if fact.startswith("claims ")), len(facts))
    reason = _BETWEEN.join(facts[claims:-_ALWAYS])
    return [*facts[:claims], reason, *facts[-_ALWAYS:]] if reason else facts


def _cut_terms(terms: Sequence[str], room: int) -> str:
    """As many terms as fit around the first that is not met; empty where not even that does."""
    unmet = next((n for n, term in enumerate(terms) if _look(term) is not Tone.GOOD), 0)
    for start in sorted({0, max(0, unmet - 1), unmet}):
        # A term takes a cell and a blank, at least.
        most = min(len(terms), start + room // 2 + 1)
        for end in range(most, unmet, -1):
            shown = ["…"][:start] + list(terms[start:end]) + ["…"][: len(terms) - end]
            if cell_len(" ".join(shown)) <= room:
                return " ".join(shown)
    return ""


def _shortened(fact: str) -> str:
    if fact.startswith("claims off"):
        return "claims off"
    name, blank, rest = fact.partition(" ")
    return f"{_SHORT.get(name, name)}{blank}{rest}"


def _is_well(fact: str) -> bool:
    """Whether a shortened fact says only that nothing is wrong."""
    met, _, of = fact.removeprefix("crit ").partition("/")
    return fact == "claims ok" or met == of


def _width(facts: Sequence[str]) -> int:
    return cell_len(_BETWEEN.join(facts))


def _toned(fact: str) -> Iterator[Piece]:
    yield _BETWEEN, Tone.MUTED
    words = fact.split(" ")
    match words:
        case ["score", value, *more]:
            yield f"score {value}", Tone.STRONG
            yield "".join(f" {word}" for word in more), Tone.BAD if "vetoed" in more else Tone.OPEN
        case ["official", word]:
            yield "official ", Tone.MUTED
            yield word, {"PASS": Tone.GOOD, "FAIL": Tone.BAD}.get(word, Tone.MUTED)
        case ["claims", "contradicted"]:
            yield fact, Tone.BAD
        case [name, *_] if name.isalpha():
            yield fact, Tone.PLAIN
        case _:
            for place, term in enumerate(words):
                yield f"{' ' if place else ''}{term}", _look(term)


def _look(term: str) -> Tone:
    """The tone of a term such as `.30✗` or `.30⊘✓`."""
    if BLOCKED in term:
        return Tone.MUTED
    return next((STATUS[s].tone for s in Status if term.endswith(GLYPHS[s])), Tone.MUTED)
