"""What a heading, an announcement or a cell beside it says was done to a file of a list.

`Files changed:` above `- a.py`, `### Removed` above `- a.py`, `| a.py | deleted |`.
"""

from collections.abc import Iterator, Sequence
from typing import Final

from ckpt_tui.core.claims.lexicon import past_lemma
from ckpt_tui.core.claims.prose import Word, column_of
from ckpt_tui.core.claims.scene import Remark
from ckpt_tui.core.claims.vocabulary import vocabulary
from ckpt_tui.core.trace import Change

_MADE: Final = vocabulary("create add write generate introduce")
_CHANGED: Final = vocabulary(
    """
    update edit modify change fix patch refactor rewrite adjust correct improve extend revert amend
    alter tweak touch reformat rework polish affect
    """
)
_GONE: Final = vocabulary("delete remove drop erase purge")
_NOUNS: Final = {
    "changes": "change", "change": "change", "edits": "edit", "modifications": "modify",
    "updates": "update", "fixes": "fix", "additions": "add", "deletions": "delete",
    "removals": "remove",
}  # fmt: skip
# A label of more words is a sentence.
_LONGEST: Final = 5
_LIGHT: Final = frozenset({"make", "do"})
_COLUMNS: Final = vocabulary("change changes status action state operation")


def headed_deed(remark: Remark, place: int) -> frozenset[Change] | None:
    """What is wanted of a file by what stands above or beside it; None where nothing is."""
    sentence = remark.clause.sentence
    if sentence.columns:
        return _of_row(remark, place)
    lead = sentence.lead
    is_first = remark.words[place] == sentence.words[0]
    if lead is None or not is_first or len(lead.words) > _LONGEST:
        return None
    wanted = _meant(tuple(_lemmas(lead.words)))
    return _or_inside(remark, place, wanted) if wanted else None


def _or_inside(remark: Remark, place: int, wanted: frozenset[Change]) -> frozenset[Change]:
    """Below `Added`, `a.py: an option` adds it to the file."""
    is_described = place + 1 < len(remark.clause.sentence.words)
    return wanted | {Change.EDIT} if is_described else wanted


def _of_row(remark: Remark, place: int) -> frozenset[Change] | None:
    """The deed in a cell of its own, or at the head of the column of the file."""
    scene, sentence = remark.scene, remark.clause.sentence
    own = column_of(scene.text, remark.words[place])
    cells: dict[int, list[Word]] = {}
    for word in sentence.words:
        cells.setdefault(column_of(scene.text, word), []).append(word)
    if own < len(sentence.columns):
        head = _meant(tuple(_lemmas(sentence.columns[own])))
        if head:
            return head
    for column, words in cells.items():
        heads = sentence.columns[column] if column < len(sentence.columns) else ()
        is_told = len(words) == 1 or not _COLUMNS.isdisjoint(word.lower for word in heads)
        if column == own or not is_told:
            continue
        wanted = _meant(tuple(_lemmas(words[:1])))
        if wanted:
            return wanted
    return None


def _lemmas(words: Sequence[Word]) -> Iterator[str]:
    """The deeds that a label names by participles, nouns, or `new`."""
    lowers = [word.lower for word in words if word.is_plain]
    named = [_NOUNS[word] for word in lowers if word in _NOUNS]
    yield from named
    if "new" in lowers:
        yield "create"
    for word in lowers:
        lemma = past_lemma(word)
        if lemma is not None and not (lemma in _LIGHT and named):
            yield lemma


def _meant(lemmas: Sequence[str]) -> frozenset[Change]:
    found: set[Change] = set()
    for lemma in lemmas:
        if lemma in _MADE or lemma == "make":
            found |= {Change.CREATE}
        elif lemma in _CHANGED:
            found |= {Change.CREATE, Change.EDIT}
        elif lemma in _GONE:
            found |= {Change.DELETE}
        else:
            return frozenset()
    return frozenset(found)
